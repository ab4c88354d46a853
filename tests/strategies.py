"""Hypothesis strategies for every game: set-ups, states reached by play, actions, whole games."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from bottega.games.core import AnyStep
from tests.games.play import Setup, random_game, setups, walk


class Moment(NamedTuple):
    """A state of a game, and a seat that may act in it (None when the game is over)."""

    setup: Setup
    state: Any
    seat: int | None


seeds = st.binary(min_size=32, max_size=32)
"""Any table's seed."""


def tables(name: str | None = None) -> st.SearchStrategy[Setup]:
    """Any set-up of any game, or of the game named."""
    return st.sampled_from(setups(name))


@st.composite
def games(draw: st.DrawFn, name: str | None = None) -> tuple[Setup, tuple[AnyStep, ...]]:
    """A set-up and a whole random game on it."""
    setup = draw(tables(name))
    return setup, random_game(setup, draw(st.integers(0, 999)))


@st.composite
def moments(draw: st.DrawFn, name: str | None = None, most: int = 300) -> Moment:
    """A state reached by random play of at most so many steps."""
    setup = draw(tables(name))
    state = setup.new(number := draw(st.integers(0, 9999)))
    for step in walk(setup, number, draw(st.integers(0, most))):
        state = step.after
    actors = setup.game.actors(state)
    return Moment(setup, state, draw(st.sampled_from(actors)) if actors else None)


@st.composite
def states(draw: st.DrawFn, name: str | None = None, most: int = 300) -> Any:
    """The state alone of a moment."""
    return draw(moments(name, most)).state


@st.composite
def actions(draw: st.DrawFn, name: str | None = None, most: int = 300) -> Any:
    """An action that was legal at some moment of some game."""
    setup, state, seat = draw(moments(name, most).filter(lambda moment: moment.seat is not None))
    assert seat is not None
    return draw(st.sampled_from(setup.game.legal(state, seat)))
