"""What both Sagrada dialects need: the table they open, words for dice, and what a change of turn means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from bottega.games.core import ranking
from bottega.games.sagrada.cards import COLOUR_NAMES, COLOURS
from bottega.games.sagrada.model import CHOOSING, OVER, State, acting
from bottega.limits import LOST_TURN_SECONDS
from bottega.table.house import Settings
from bottega.table.position import AnyPosition, Setup, StartPolicy
from bottega.table.table import Table

SEATS = 4
TOOLS_IN_PLAY = 3

COLOUR_WORDS = dict(zip(COLOURS, (name.upper() for name in COLOUR_NAMES), strict=True))
"""The protocols' word for each colour letter: ``R`` is ``RED``."""


def setup(settings: Settings) -> Setup:
    """The table opened for whoever finds none: up to four seats, started some time after the second is taken."""
    return Setup(
        seats=SEATS,
        start=StartPolicy.COUNTDOWN,
        lobby_seconds=settings.lobby_seconds,
        turn_seconds=settings.turn_seconds,
        walkover_seconds=settings.turn_seconds,
    )


def suits(setup: Setup) -> bool:
    """Whether the documents' messages can tell such a table: a game for several, with three tools."""
    return setup.seats != 1 and setup.options.get("tools", TOOLS_IN_PLAY) == TOOLS_IN_PLAY


def grace(table: Table, seat: int) -> float:
    """How long whoever is lost may take to come back before the table chooses or plays for them."""
    position = table.position
    if not position.started or position.finished:
        return 0.0
    state = game(position)
    if state.round == CHOOSING:
        return table.clock.turn_left() or 0.0
    return LOST_TURN_SECONDS if acting(state) == seat else 0.0


def game(position: AnyPosition) -> State:
    """The game at a table that has started."""
    return position.playing(State)


class Passage(msgspec.Struct, frozen=True):
    """A turn or a round begins or ends; rounds count from 1, ``second`` is the seat's second turn of the round."""

    what: Literal["turn_end", "round_end", "round_start", "turn_start"]
    round: int
    seat: int = -1
    second: bool = False


def passages(before: State, after: State) -> Iterator[Passage]:
    """What began and ended between two states around one action, in order."""
    if before.turn == after.turn:
        return
    if before.round != CHOOSING:
        yield Passage("turn_end", before.round, acting(before), before.second)
    if before.round != after.round:
        if before.round != CHOOSING:
            yield Passage("round_end", before.round)
        if after.round != OVER:
            yield Passage("round_start", after.round)
    if after.round != OVER:
        yield Passage("turn_start", after.round, acting(after), after.second)


def standing(position: AnyPosition) -> list[tuple[int, int]]:
    """Seats and totals from first to last: whoever won first, whoever left for good last."""
    result = position.result
    assert result is not None
    order = ranking(result.scores)
    order.sort(key=lambda score: (position.seats[score.seat].quit, score.seat not in result.winners))
    return [(score.seat, score.total) for score in order]
