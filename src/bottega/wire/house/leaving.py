"""The commands by which somebody is told what is kept about them, or the games of it, and has it forgotten."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from bottega.games.refusal import Refusal
from bottega.store.log import Conflict, InDoubt, StoreFault
from bottega.table.phrases import PHRASES as TABLE_PHRASES
from bottega.table.position import Refused, refused
from bottega.wire.core.dialect import Framed, Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands
from bottega.wire.house.belongings import Farewell, Proof, farewell, part
from bottega.wire.house.belongings import past_games as games_played
from bottega.wire.house.messages import Belongings, PastGames
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.replies import No, ok
from bottega.wire.house.words import encoded

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect

T = TypeVar("T")
EXPORT_CHARGE = 8
"""A part of what is kept about somebody counts as so many messages."""


def export(guest: HouseDialect, command: commands.Export) -> Handling:
    """Tell a part of what is kept about whoever is on this connection."""
    proof = _proof(guest)
    guest.peer.charge(EXPORT_CHARGE)
    log, name = guest.house.log, guest.name
    found: Belongings | Refusal | None = yield Look(
        lambda done: _beside(guest, lambda: part(log, name, proof, command.after), done)
    )
    if not isinstance(found, Belongings):
        raise Refused(found or PHRASES.refusal("busy"))
    yield ok(command, name=name)
    yield Framed(encoded(found))


def past_games(guest: HouseDialect, command: commands.AskPastGames) -> Handling:
    """Tell the finished games at private tables of whoever is on this connection."""
    log, identity, claim = guest.house.log, guest.house.identity, guest.claim
    guest.peer.charge(EXPORT_CHARGE)
    found: PastGames | Refusal | None = yield Look(
        lambda done: _beside(
            guest,
            lambda: games_played(log, claim.name, lambda game, seat: identity.owns(game, seat, claim), command.after),
            done,
        )
    )
    if not isinstance(found, PastGames):
        raise Refused(found or PHRASES.refusal("busy"))
    yield ok(command)
    yield Framed(encoded(found))


def forget(guest: HouseDialect, command: commands.Forget) -> Handling:
    """Take whoever is on this connection out of everything, and sign them out everywhere."""
    house, name = guest.house, guest.name
    if command.name != name:
        raise No("other-name", name=name)
    proof = _proof(guest)
    guest.peer.charge(EXPORT_CHARGE)
    at = int(house.date() * 1000)
    plan: Farewell | Refusal | None = yield Look(
        lambda done: _beside(guest, lambda: farewell(house.log, name, proof, at), done)
    )
    if not isinstance(plan, Farewell):
        raise Refused(plan or PHRASES.refusal("busy"))
    fault: StoreFault | None = yield Look(partial(house.log.forget, plan.oblivion))
    if fault is not None:
        raise refused(
            "unsure" if isinstance(fault, InDoubt) else "conflict" if isinstance(fault, Conflict) else "store"
        )
    yield ok(command, name=name, left=plan.left)
    house.tell_others("forgotten", "")
    house.identity.refresh()


def _proof(guest: HouseDialect) -> Proof:
    """What they can prove; Refused if they have not proven a name that is kept, or are about to sit down."""
    claim, identity = guest.claim, guest.house.identity
    if guest.house.accounts.owned(claim.name) and not claim.proven:
        raise refused("needs-password", name=claim.name)
    if guest.house.reception.arriving(guest) or guest.house.reception.queued(guest):
        raise refused("conflict")
    return Proof(lambda game, seat: identity.owns(game, seat, claim), claim.key, claim.proven)


def _beside(guest: HouseDialect, work: Callable[[], T], done: Callable[[T | Refusal | None], None]) -> None:
    def attempt() -> T | Refusal:
        try:
            return work()
        except StoreFault:
            return TABLE_PHRASES.refusal("store")

    if not guest.room.run(attempt, done, lambda: not guest.gone, guest.peer.address):
        done(None)
