"""What the module offers, and what it says to arguments that make no sense."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bottega.games import sagrada
from bottega.games.core import Game
from bottega.testing.sagrada import SEED, situation

SHORT = bytes(31)


def test_every_name_of_a_game_is_offered() -> None:
    """The module has all names of the contract, and exports whatever it has."""
    contract = {name for name in vars(Game) if not name.startswith("_")}
    assert contract <= set(sagrada.__all__)
    assert all(hasattr(sagrada, name) for name in sagrada.__all__)
    assert {action.__name__ for action in sagrada.ACTIONS} <= set(sagrada.__all__)


def test_importing_sagrada_imports_no_other_game() -> None:
    """Who wants one game loads one game."""
    code = "import sys, bottega.games.sagrada; print([n for n in sys.modules if n.startswith('bottega.games.')])"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "bottega.games.sagrada.rules" in told
    assert "splendor" not in told
    assert "renaissance" not in told


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_there(seat: int) -> None:
    """Asking about a seat that is not at the table is a mistake of the caller."""
    for state in (situation(), sagrada.new(2, SEED)):
        for ask in (sagrada.view, sagrada.legal, sagrada.skip):
            with pytest.raises(ValueError, match=f"there is no seat {seat} at a table of 2"):
                ask(state, seat)
        with pytest.raises(ValueError, match=f"there is no seat {seat} at a table of 2"):
            sagrada.redeal(state, seat, SEED)


def test_a_seat_that_may_not_act() -> None:
    """A seat whose turn it is not has no legal action and nothing to skip."""
    assert sagrada.legal(situation(), 1) == []
    assert sagrada.skip(situation(), 1) == ()


def test_a_seed_of_the_wrong_length() -> None:
    """A seed has 32 bytes, in a new game and in one dealt anew."""
    with pytest.raises(ValueError, match="a seed has 32 bytes, not 31"):
        sagrada.new(2, SHORT)
    with pytest.raises(ValueError, match="a seed has 32 bytes, not 31"):
        sagrada.redeal(situation(), 0, SHORT)


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_a_wrong_number_of_players(seats: int) -> None:
    """Sagrada is for one to four."""
    with pytest.raises(ValueError, match=f"Sagrada is for 1 to 4 players, not {seats}"):
        sagrada.new(seats, SEED)


def test_a_variant_has_its_listed_action() -> None:
    """Of equal dice any may be picked by its place; the list has the first."""
    state = situation(pool="R3 B2 R3", tools=[10])
    state = sagrada.apply(state, 0, sagrada.UseTool(10))
    variant = sagrada.PickDie(2, 2)
    assert sagrada.why_not(state, 0, variant) is None
    assert sagrada.canonical(state, 0, variant) == sagrada.PickDie(2)
    assert sagrada.canonical(state, 0, variant) in sagrada.legal(state, 0)
    assert sagrada.canonical(state, 0, sagrada.Back()) == sagrada.Back()
