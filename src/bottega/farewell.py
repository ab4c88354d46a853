"""What whoever runs the house does for somebody who wants to know what is kept about them, or to be forgotten.

People who can prove their name do it by themselves in the settings of the page. This is for those who cannot, and for
all that was ever played or said under a name, whoever it was. The house may be open: it notices within ten seconds.
"""

from __future__ import annotations

import time
from typing import TextIO

import msgspec

from bottega.archive import ArchiveFault, open_log
from bottega.games.refusal import Refusal
from bottega.plain import say
from bottega.revoke import written
from bottega.store.log import Log
from bottega.store.opening import Where, named
from bottega.wire.house.belongings import EVERYTHING, farewell, parts
from bottega.wire.house.messages import Belongings


def export_name(name: str, where: Where, out: TextIO) -> None:
    """Write everything that is kept about a name to ``out``, as one JSON document."""
    log = open_log(where)
    try:
        _check_known(log, name, where)
        told = list(parts(log, name, EVERYTHING))
    finally:
        log.close()
    games = tuple(game for each in told for game in each.games)
    whole = msgspec.structs.replace(told[0], games=games, left=sum(each.left for each in told), after=None)
    out.write(document(whole))


def document(whole: Belongings) -> str:
    """The file that somebody is given."""
    return msgspec.json.format(msgspec.json.encode(whole)).decode() + "\n"


def forget_name(name: str, where: Where, *, do: bool) -> None:
    """Say what would be forgotten about a name and, if it is to be done, forget it for good."""
    log = open_log(where)
    try:
        _check_known(log, name, where)
        plan = farewell(log, name, EVERYTHING, int(time.time() * 1000))
        if isinstance(plan, Refusal):
            raise ArchiveFault(str(plan))
        tables, lines = len(plan.oblivion.texts), len(plan.oblivion.lines)
        about = f"games {tables}, lines of talk {lines}"
        if plan.left:
            about += f"; tables that cannot be read and stay as they are {plan.left}"
        if not do:
            say(f"{name}: {about}; nothing was changed: with --yes it is forgotten, and nothing brings it back")
            return
        written(lambda done: log.forget(plan.oblivion, done))
    finally:
        log.close()
    say(f"{name}: forgotten ({about})")
    say("backups made before still know the name; a house that is open notices within ten seconds")


def _check_known(log: Log, name: str, where: Where) -> None:
    if log.password(name) is None and not log.sittings(name) and not log.said_by(name):
        raise ArchiveFault(f"nobody called {name} has played, said anything or kept the name in {named(where)}")
