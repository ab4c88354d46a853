"""What both Sagrada dialects need: the table they open, words for colours, and who stands where."""

from __future__ import annotations

from bottega.games.core import ranking
from bottega.games.sagrada.cards import COLOUR_NAMES, COLOURS
from bottega.games.sagrada.model import CHOOSING, State, acting
from bottega.limits import LOST_TURN_SECONDS
from bottega.table.events import Presence, Presences
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


def playing(position: AnyPosition, presence: Presences, seat: int) -> bool:
    """Whether somebody, or a bot, is there to play the seat."""
    player = position.seats[seat]
    return not player.quit and (bool(player.bot) or presence.get(player.name) is Presence.HERE)


def standing(position: AnyPosition) -> list[tuple[int, int]]:
    """Seats and totals from first to last: whoever won first, whoever left for good last."""
    result = position.result
    assert result is not None
    order = ranking(result.scores)
    order.sort(key=lambda score: (position.seats[score.seat].quit, score.seat not in result.winners))
    return [(score.seat, score.total) for score in order]
