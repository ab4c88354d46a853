"""The state and a seat's board as values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games.renaissance import Loss, Phase, State, Tile, new
from bottega.testing.renaissance import SEED, player, table


def test_who_is_ready() -> None:
    """A seat has made its set-up choices when it has kept its leaders and placed its bonus resources."""
    first, last = new(4, SEED).players[0], new(4, SEED).players[3]
    assert not first.ready
    assert replace(first, leaders=first.offered[:2]).ready
    assert not replace(last, leaders=last.offered[:2]).ready
    assert replace(last, leaders=last.offered[:2], bonus=0).ready


def test_what_is_in_hand() -> None:
    """The leaders that were kept, without those played or discarded."""
    assert player(leaders=(5, 13)).hand == (5, 13)
    assert player(leaders=(5, 13), played=(5,)).hand == (13,)
    assert player(leaders=(5, 13), played=(5,), discarded=(13,)).hand == ()


def test_alone_against_lorenzo() -> None:
    """The solo game is the one with one seat."""
    assert new(1, SEED).solo
    assert not new(2, SEED).solo


@pytest.mark.parametrize(
    ("member", "text"),
    [(Phase.STORING, "storing"), (Loss.COLUMN_GONE, "column"), (Loss.NOT_LOST, "")],
)
def test_phases_and_losses_are_texts(member: str, text: str) -> None:
    """Notation and views write them as they are, so a log reads the same as ever."""
    assert member == text
    assert str(member) == text
    assert bool(Loss.COLUMN_GONE) > bool(Loss.NOT_LOST)


def test_tiles_turn_from_down_to_up_or_lost() -> None:
    """A new game has all tiles down."""
    assert new(2, SEED).players[1].tiles == (Tile.DOWN,) * 3
    assert list(map(int, Tile)) == [0, 1, 2]


def test_a_state_is_a_value() -> None:
    """Equal if it was made equally, read from its text, drawn by ``str``."""
    state = table(player(), player(leaders=(3, 4), offered=(3, 4, 5, 6)))
    state = replace(state, players=(replace(state.players[0], offered=(1, 2, 7, 8)), state.players[1]))
    assert State.from_text(state.to_text()) == state
    assert "\n" not in state.to_text()
    assert str(state).startswith("turn 1: seat 0 is to visit the market")
