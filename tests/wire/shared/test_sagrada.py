"""What both Sagrada dialects need: their table, who is there to play, and the order at the end."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.core import Score
from bottega.games.sagrada import State
from bottega.limits import LOST_TURN_SECONDS
from bottega.table.entries import EndReason
from bottega.table.events import Presence
from bottega.table.house import Settings
from bottega.table.position import Result, Seat, Setup
from bottega.wire.shared.sagrada import COLOUR_WORDS, game, grace, playing, setup, standing, suits
from tests.wire.stage import Stage


def running(settings: Settings | None = None) -> Stage:
    """A match of two whose windows are being chosen."""
    stage = Stage(settings or Settings(lobby_seconds=0, ping_seconds=1000), 3)
    for name in ("ann", "bob"):
        stage.connect("sagrada-text").says(f"LOGIN {name} secret")
    return stage


def test_the_table_they_open() -> None:
    """Up to four play, the wait begins with the second, and the clock is the house's."""
    opened = setup(Settings(lobby_seconds=7, turn_seconds=11))
    assert (opened.seats, opened.lobby_seconds, opened.turn_seconds, opened.walkover_seconds) == (4, 7, 11, 11)
    assert suits(opened)


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (Setup(seats=2), True),
        (Setup(seats=1), False),
        (Setup(options={"tools": 3}), True),
        (Setup(options={"tools": 5}), False),
    ],
)
def test_tables_that_the_documents_can_tell(found: Setup, right: bool) -> None:
    """A game for several with three tools suits, any other is left to others."""
    assert suits(found) is right


def test_colours_are_named_by_their_letters() -> None:
    """Every colour of the game has its word."""
    assert COLOUR_WORDS == {"R": "RED", "G": "GREEN", "B": "BLUE", "Y": "YELLOW", "P": "PURPLE"}


def test_grace_while_windows_are_chosen() -> None:
    """Whoever is lost while everybody chooses has as long as the others."""
    stage = running(Settings(lobby_seconds=0, ping_seconds=1000, turn_seconds=90))
    stage.wait(30)
    assert grace(stage.table, 0) == 60


def test_grace_in_a_turn() -> None:
    """Whoever is lost in their own turn has a moment to come back, anybody else needs none."""
    stage = running()
    for peer in stage.peers:
        peer.says("CHOOSE 0")
    assert (grace(stage.table, 0), grace(stage.table, 1)) == (LOST_TURN_SECONDS, 0.0)
    stage.peers[1].says("QUIT")
    assert grace(stage.table, 0) == 0.0


def test_grace_in_the_lobby() -> None:
    """Before the start a place is given up at once."""
    stage = Stage(Settings(ping_seconds=1000), 3)
    stage.connect("sagrada-text").says("LOGIN ann secret")
    assert grace(stage.table, 0) == 0.0


def test_the_game_of_a_position() -> None:
    """Once it has started, a position's state is one of Sagrada."""
    assert isinstance(game(running().table.position), State)


@pytest.mark.parametrize(
    ("seat", "presence", "right"),
    [
        (Seat("ann"), {"ann": Presence.HERE}, True),
        (Seat("ann"), {"ann": Presence.SUSPENDED}, False),
        (Seat("ann"), {}, False),
        (Seat("ann", bot="random"), {}, True),
        (Seat("ann", quit=True), {"ann": Presence.HERE}, False),
    ],
)
def test_who_is_there_to_play(seat: Seat, presence: dict[str, Presence], right: bool) -> None:
    """A player who is connected and not passed over, or a bot; nobody who has quit."""
    position = msgspec.structs.replace(running().table.position, seats=(seat, Seat("bob")))
    assert playing(position, presence, 0) is right


def test_whoever_quit_is_last() -> None:
    """From first to last: the winners, then by score, then those who left for good, whatever they have."""
    scores = tuple(Score(seat, total, ()) for seat, total in enumerate((10, 30, 20)))
    seats = (Seat("ann"), Seat("bob", quit=True), Seat("cora"))
    result = Result(EndReason.PLAYED, (2,), scores)
    position = msgspec.structs.replace(running().table.position, seats=seats, result=result)
    assert standing(position) == [(2, 20), (0, 10), (1, 30)]
