"""Stolen secrets: what whoever runs the house can do about a name whose token, client id or password somebody else has.

It writes to the log of the house, which may be open: a running house notices within ten seconds, signs out whoever goes
by the name, and lets nobody back by what was made void.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from queue import SimpleQueue

import msgspec
from argon2 import PasswordHasher

from bottega.archive import ArchiveFault, open_log
from bottega.plain import say
from bottega.store.log import Done, Log, Revocation, StoreFault
from bottega.store.opening import Where, named
from bottega.table.entries import NAMING, Asking

PASSWORD_BYTES = 12
"""Of a password that nobody has chosen: enough that nobody guesses it, few enough to be read out."""


def revoke_name(name: str, where: Where, password: bool = False) -> None:
    """Make everything void by which the name's seats come back; with ``password``, its password too."""
    log = open_log(where)
    try:
        keys = _keys(log, name)
        owned = log.password(name) is not None
        if not keys and not owned:
            raise ArchiveFault(f"nobody called {name} has a password or holds a seat with a token in {named(where)}")
        if password and not owned:
            raise ArchiveFault(f"the name {name} has no password")
        revocations = [Revocation(name, key) for key in keys] + [Revocation(name)]
        written(lambda done: log.revoke(revocations, done))
        say(f"{name}: signed out everywhere; seats whose token is void: {len(keys)}")
        if password:
            fresh = secrets.token_urlsafe(PASSWORD_BYTES)
            hashed = PasswordHasher().hash(fresh)
            written(lambda done: log.change_password(name, hashed, done))
            say(f"{name}: the new password is {fresh}")
    finally:
        log.close()
    say("a house that is open notices within ten seconds")


def _keys(log: Log, name: str) -> list[str]:
    """The keys of the seats that a name has taken, or asked for, at unfinished tables."""
    keys = set()
    for summary in log.tables(unfinished=True):
        for row in log.read(summary.charter.id)[1]:
            if row.kind in NAMING:
                sitting = msgspec.json.decode(row.text, type=Asking)
                if sitting.name == name and sitting.key:
                    keys.add(sitting.key)
    return sorted(keys)


def written(begin: Callable[[Done], None]) -> None:
    """Do something with the log and wait until it is durable, or raise why it is not."""
    reports: SimpleQueue[StoreFault | None] = SimpleQueue()
    begin(reports.put)
    fault = reports.get()
    if fault is not None:
        raise fault
