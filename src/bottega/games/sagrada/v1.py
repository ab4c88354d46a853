"""Sagrada by the first version of its rules, for the games that were begun under it.

A die changed with Grozing Pliers, Lens Cutter or Grinding Stone may be left in the pool here: the turn may end without
placing it. All else is as in the newest version, and so is the code: a state knows the version it is played by.

>>> from bottega.games.sagrada import v1
>>> v1.new(2, seed=bytes(32)).version
1
"""

from bottega.games import sagrada
from bottega.games.sagrada import *  # noqa: F403 (the same names, whatever they are)
from bottega.games.sagrada import Options, State, View

VERSION = 1

__all__ = sagrada.__all__


def new(seats: int, seed: bytes, options: Options | None = None) -> State:  # type: ignore[no-redef]  # on purpose
    """The state after set-up, to be played by the first version of the rules."""
    return sagrada.new(seats, seed, options, version=VERSION)


def imagine(view: View, seed: bytes) -> State:  # type: ignore[no-redef]  # on purpose
    """A state with this view, to be played by the first version of the rules."""
    return sagrada.imagine(view, seed, version=VERSION)
