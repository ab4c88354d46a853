"""The commands by which somebody keeps a name, and takes their seats to another device: codes and passkeys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bottega.games.refusal import Refusal
from bottega.table.identity import key_of, same
from bottega.table.passkeys import Challenge
from bottega.table.position import Refused, joined, refused
from bottega.table.table import Table
from bottega.table.transfers import Code, Offer
from bottega.wire.core.dialect import Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.replies import No, ok
from bottega.wire.house.room import tell_all

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


def transfer(guest: HouseDialect, command: commands.Transfer) -> Handling:
    """Make a code for the own name and token."""
    if not same(key_of(command.token), guest.claim.key):
        raise refused("wrong-token", name=guest.name)
    yield from _offered(guest, command, Offer(guest.name, command.token), command.site)


def free(guest: HouseDialect, command: commands.Free) -> Handling:
    """Make a code for the seat of somebody who has lost theirs, and tell the table."""
    table = yield from guest.seated(command.table)
    host = next((seat.name for seat in joined(table.position) if seat.person and table.present(seat.name)), "")
    if guest.name != host:
        raise No("not-host")
    if (refusal := guest.house.identity.why_not_freed(table, command.name)) is not None:
        raise Refused(refusal)
    offer = Offer(command.name, guest.house.identity.new_token(), table.id)
    yield from _offered(guest, command, offer, command.site, table)
    freed = messages.Freed(table=table.id, name=command.name, by=guest.name)
    tell_all(table, freed)
    guest.house.tell_others("freed", msgspec.json.encode(freed).decode())


def _offered(
    guest: HouseDialect, command: commands.Transfer | commands.Free, offer: Offer, site: str, table: Table | None = None
) -> Handling:
    transfers, visitor = guest.house.transfers, guest.visitor
    code: Code | Refusal = yield Look(lambda done: transfers.offer(offer, visitor, done, lambda: not guest.gone))
    if isinstance(code, Refusal):
        raise Refused(code)
    import segno  # not before somebody looks at one

    link = f"{site}/#code={code.text}"
    picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=3, light="#fff")
    yield ok(
        command,
        table=None if table is None else table.id,
        code=code.text,
        seconds=code.seconds,
        link=link,
        picture=picture,
    )


def redeem(guest: HouseDialect, command: commands.Redeem) -> Handling:
    """Tell for whom a code was made, and their token."""
    transfers, address = guest.house.transfers, guest.peer.address
    found: Offer | Refusal = yield Look(
        lambda done: transfers.redeem(command.code, address, done, lambda: not guest.gone)
    )
    if isinstance(found, Refusal):
        raise Refused(found)
    yield ok(command, name=found.name, token=found.token)


def ask_passkey(guest: HouseDialect, command: commands.AskPasskey) -> Handling:
    """Ask the browser to make a passkey for the own name, or to prove one that has a passkey."""
    passkeys = guest.house.passkeys
    if not passkeys.offered:
        raise refused("no-passkey-here")
    if command.name is not None:
        asked = passkeys.ask_to_use(command.name, guest.site)
    elif not guest.name:
        raise No("hello-first")
    elif guest.house.accounts.owned(guest.name) and not guest.claim.proven:
        raise refused("needs-password", name=guest.name)
    else:
        asked = passkeys.ask_to_make(guest.name, guest.site)
    if isinstance(asked, Refusal):
        raise Refused(asked)
    guest.challenge = asked
    yield ok(command, options=asked.options)


def keep_passkey(guest: HouseDialect, command: commands.KeepPasskey) -> Handling:
    """Keep the own name by the passkey that the browser has made."""
    challenge = taken_challenge(guest, guest.name)
    identity, address = guest.house.identity, guest.peer.address
    refusal = yield Look(
        lambda done: identity.keep_by_passkey(guest.claim, challenge, command.credential, done, address)
    )
    if refusal is not None:
        raise Refused(refusal)
    guest.claim = msgspec.structs.replace(guest.claim, proven=True)
    yield ok(command, name=guest.name)


def taken_challenge(guest: HouseDialect, name: str) -> Challenge:
    """What this connection was asked to sign for the name, which is good once."""
    challenge, guest.challenge = guest.challenge, None
    if challenge is None or challenge.name != name:
        raise refused("wrong-passkey", name=name)
    return challenge
