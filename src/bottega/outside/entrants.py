"""Whom a word of the command line means: a bot of the house, a Python class, or a program."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Protocol

from bottega.bots import BOTS, FORMER, choose
from bottega.fault import Fault
from bottega.games.core import AnyGame
from bottega.outside.program import Program


class Chooser(Protocol):
    """Somebody who can be asked for actions, for one seat or several."""

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """One of the seat's legal actions, or Forfeit."""

    def close(self) -> None:
        """Let go of whatever it holds."""


class HouseBot:
    """One of the house's own bots, with what it is given to think."""

    def __init__(self, name: str, simulations: int | None = None, seconds: float | None = None) -> None:
        self._name, self._simulations, self._seconds = name, simulations, seconds

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """As :func:`bottega.bots.choose` says."""
        return choose(self._name, game, state, seat, seed, seconds=self._seconds, simulations=self._simulations)

    def close(self) -> None:
        """Nothing is held."""


def entrant(text: str, simulations: int | None = None, seconds: float | None = None) -> Chooser:
    """``NAME``, ``NAME:SIMULATIONS``, or a path: one that ends in ``.py`` has a class ``Bot``; Fault if nobody.

    A path has a slash in it, so that a program cannot be mistaken for a bot of the house.
    """
    if os.sep in text:
        return outsider(Path(text), simulations, seconds)
    name, colon, number = text.partition(":")
    if name not in (*FORMER, *BOTS):
        known = ", ".join((*FORMER, *BOTS))
        raise Fault(f"there is no bot {name}; there are {known}, and programs of your own (./{name})")
    if colon and not (number.isdecimal() and int(number) > 0):
        raise Fault(f"{text}: after the colon stands how many simulations it is given, a number above 0")
    return HouseBot(name, int(number) if colon else simulations, seconds)


def outsider(path: Path, simulations: int | None = None, seconds: float | None = None) -> Program:
    """A bot from outside; Fault if there is no such file, or it cannot be run."""
    if not path.is_file():
        raise Fault(f"there is no file {path}")
    if path.suffix == ".py":
        return Program([sys.executable, "-m", "bottega.outside.host", str(path)], simulations, seconds)
    if not os.access(path, os.X_OK):
        raise Fault(f"{path} is no program: chmod +x {path}")
    return Program([str(path.absolute())], simulations, seconds)
