"""What a board is drawn from: a game's view, who sits there, what this seat may do, and what it is pointing at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from bottega.games.core import Action
from bottega.terminal.canvas import Block, Room, Span, name

V = TypeVar("V")


class Scene(NamedTuple, Generic[V]):
    """A moment of a game as one seat sees it."""

    view: V
    names: tuple[str, ...]
    me: int | None = None
    options: tuple[Action, ...] = ()
    mark: Action | None = None
    """The option that is being pointed at: the board shows what it is about."""

    def name(self, seat: int, columns: int = 0) -> str:
        """Who sits there."""
        given = self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat + 1}"
        return name(given, columns)

    def whose(self, seat: int, columns: int = 0) -> Span:
        """Who sits there, in the ink of the player or of anybody else."""
        return Span(self.name(seat, columns), "you" if seat == self.me else "bold")

    def everybody(self, seats: Sequence[int]) -> str:
        """Several by name: ``you and Bruno``."""
        names = ["you" if seat == self.me else self.name(seat) for seat in seats]
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


class Board(Protocol):
    """What every game's module of this package offers."""

    def asked(self, scene: Scene[Any]) -> str:
        """Who is to do what, in a few words."""

    def table(self, scene: Scene[Any], room: Room) -> Block:
        """The whole table: in full where there is room, else what is needed to choose a move."""

    def seat(self, scene: Scene[Any], seat: int, room: Room) -> Block:
        """Everything that lies before one player."""

    def cards(self, scene: Scene[Any], room: Room) -> Block:
        """The cards on the table in words."""

    def explain(self, action: Action, scene: Scene[Any]) -> str:
        """An action in words, for somebody who chooses among several."""

    def legend(self, room: Room) -> Block:
        """What every sign on the board means, how the game goes and what can be typed."""


def turn_mark(acting: bool) -> Span:
    """What stands before somebody who is to act."""
    return Span("▶ ", "turn") if acting else Span("  ")


@cache
def board(game: str) -> Board:
    """How a game is drawn and explained; imported when it is first shown."""
    return cast(Board, import_module(f"bottega.terminal.boards.{game}"))
