"""Any moment of a finished game, played on otherwise: nothing is kept, a moment and a line of actions say it all.

A *line* is what is played from a moment on: seats and their actions, ``0 take wbg``. With a *deal* (any text) what the
seat that acts first could not know is dealt anew by it, so that nobody profits from having seen the game; without one
the cards and dice are those of the game. Only finished games are told of: of others the log is secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

import msgspec

from bottega.games.chance import SEED_BYTES
from bottega.games.core import BadNotation, IllegalMove
from bottega.games.refusal import Refusal
from bottega.limits import KEPT_HISTORIES
from bottega.server.api import Busy, NotFound, Untold, asked, beside, read_table
from bottega.store.log import Charter, Row
from bottega.table.beside import Once, Run
from bottega.table.entries import EndReason
from bottega.table.events import Event, history
from bottega.table.house import House
from bottega.table.phrases import PHRASES as TABLE_PHRASES
from bottega.table.position import AnyPosition, Result
from bottega.wire.house.answers import Moment
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.room import lasts
from bottega.wire.house.words import actors_of, legal_of, result_of, view_of

Move = tuple[int, str]
"""A seat and what it does, in notation."""


class Illegal(Untold):
    """A line that cannot be played."""

    status = HTTPStatus.CONFLICT


class Fork(msgspec.Struct, frozen=True):
    """A moment of a finished game, and what is played from there."""

    seq: int
    """The entry of the log after which the line begins."""
    line: tuple[Move, ...] = ()
    deal: str = ""


class Moments:
    """Finished games, each read once and kept for those who look at it."""

    def __init__(self, house: House, run: Run) -> None:
        self._house = house
        self._run = run
        self._histories: Once[list[Event] | Refusal] = Once(self._read, run, KEPT_HISTORIES, lasts)
        house.on_name_forgotten.append(self._histories.forget)

    async def history(self, table: str, asker: str = "") -> list[Event]:
        """All that happened at a table; NotFound if nothing of it may be told, Busy if it cannot be read now."""
        live = self._house.find(table)
        if live is not None and not live.position.finished:
            raise NotFound(PHRASES.refusal("not-finished"))
        found: list[Event] | Refusal | None = await asked(partial(self._histories.ask, table, asker=asker))
        if found is None:
            raise Busy(PHRASES.refusal("busy"))
        if isinstance(found, Refusal):
            raise NotFound(found)
        return found

    async def forked(self, table: str, fork: Fork, asker: str = "") -> AnyPosition:
        """The position at the end of a line; Illegal says why there is none."""
        events = await self.history(table, asker)
        found = await beside(self._run, lambda: _played(events, fork), asker)
        if isinstance(found, Refusal):
            raise Illegal(found)
        return found

    def _read(self, table: str) -> list[Event] | Refusal:
        return read_table(self._house, table, _whole)


def _whole(charter: Charter, rows: list[Row]) -> list[Event]:
    events = history(charter, rows)
    if not events or not events[-1].after.finished:
        raise NotFound(PHRASES.refusal("not-finished"))
    return events


def _played(events: Sequence[Event], fork: Fork) -> AnyPosition | Refusal:
    """The position after a line, or why the line cannot be played."""
    event = next((each for each in events if each.entry.seq == fork.seq), None)
    if event is None or event.after.state is None:
        return PHRASES.refusal("no-such-moment", seq=fork.seq)
    position = event.after
    game, state = position.game, position.state
    actors = game.actors(state)
    if fork.deal and actors:
        seed = blake2b(f"{position.charter.id} {fork.deal}".encode(), digest_size=SEED_BYTES).digest()
        state = game.redeal(state, actors[0], seed)
    for seat, action in fork.line:
        if not 0 <= seat < len(position.seats):
            return TABLE_PHRASES.refusal("not-seated")
        try:
            state = game.apply(state, seat, game.Action.from_text(action))
        except BadNotation as wrong:
            return TABLE_PHRASES.refusal("notation", problem=str(wrong))
        except IllegalMove as wrong:
            return wrong.refusal
    return _stands(position, state)


def _stands(position: AnyPosition, state: Any) -> AnyPosition:
    game, result = position.game, None
    if game.over(state):
        result = Result(EndReason.PLAYED, game.winners(state), game.scores(state))
    return msgspec.structs.replace(position, state=state, result=result, trail=(), ballot=None, paused=False)


def told(position: AnyPosition, seat: int | None) -> Moment:
    """A moment as a seat sees it; without one, as the first seat that may act, or a spectator once it is over."""
    actors = actors_of(position)
    seat = seat if seat is not None else next(iter(actors), None)
    points = tuple(score.total for score in position.game.scores(position.state))
    return Moment(seat, actors, view_of(position, seat), legal_of(position, seat), points, result_of(position))
