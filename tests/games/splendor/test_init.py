"""The game as a library: its names, its arguments, its examples."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

from bottega.games import splendor
from bottega.games.core import Action, Game, Refusal
from bottega.games.splendor import actions, legal, new, redeal, skip, view, why_not
from bottega.testing.splendor import table, who
from tests.games.play import as_seed


def test_the_examples_are_true() -> None:
    """The examples in the package's and the actions' own words are run."""
    for module in (splendor, actions):
        assert doctest.testmod(module).attempted > 0
        assert doctest.testmod(module).failed == 0


def test_every_name_of_a_game_is_there() -> None:
    """The module offers the names that core.Game lists, and says so."""
    wanted = {name for name in vars(Game) if not name.startswith("_")}
    assert wanted <= set(splendor.__all__)
    assert all(hasattr(splendor, name) for name in splendor.__all__)


def test_actions_are_of_one_class() -> None:
    """Every kind of action is an Action of the game, which is an action of any game."""
    assert issubclass(splendor.Action, Action)
    assert all(issubclass(kind, splendor.Action) for kind in splendor.ACTIONS)


def test_only_this_game_is_imported() -> None:
    """Who imports Splendor gets neither the other games nor the table, the server or their libraries."""
    code = "import sys, bottega.games.splendor; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("bottega")}
    assert "bottega.games.splendor.rules" in loaded
    assert all(name in ("bottega", "bottega.limits") or name.startswith("bottega.games") for name in loaded)
    assert not any(name.startswith(("bottega.games.sagrada", "bottega.games.renaissance")) for name in loaded)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there(seat: int) -> None:
    """Whoever asks on behalf of no seat is told so; what such a seat does is refused."""
    state = new(2, as_seed(1))
    for ask in (view, legal, skip, lambda state, seat: redeal(state, seat, as_seed(1))):
        with pytest.raises(ValueError, match=f"there is no seat {seat} at a table of 2"):
            ask(state, seat)
    for action in legal(state, 0):
        assert why_not(state, seat, action) == Refusal("splendor.no-such-seat", {"seat": seat})


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_the_wrong_length(length: int) -> None:
    """Tables are dealt from 32 bytes."""
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        new(2, bytes(length))
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        redeal(new(2, as_seed(1)), 0, bytes(length))


@pytest.mark.parametrize("seats", [1, 5])
def test_a_wrong_number_of_players(seats: int) -> None:
    """Splendor is for two to four."""
    with pytest.raises(ValueError, match=f"Splendor is for 2 to 4 players, not {seats}"):
        new(seats, as_seed(1))


def test_a_seat_that_may_not_act() -> None:
    """Whoever waits has nothing to choose from and nothing to be skipped."""
    state = table(who(), who())
    assert legal(state, 1) == []
    assert skip(state, 1) == ()
