"""What every game is: pure functions on frozen values.

A game is a *module* (``bottega.games.splendor`` and its sisters) that offers the names listed in
:class:`Game`. Nothing in it knows time, sockets, nicknames or the keys of any protocol.

What must stay true, whoever edits a game:

1. A state is never changed. ``apply`` returns a new one or raises :class:`IllegalMove`, so a refused
   move cannot change anything.
2. Whatever ``legal`` lists, ``apply`` accepts. Where several payments or orders are equal, ``legal``
   lists the canonical one and ``apply`` accepts every valid one. All else is refused with a sentence
   written for the player.
3. All chance comes from the :class:`~bottega.games.chance.Chance` inside the state: the same seed and
   the same actions give the same game on every machine.
4. :class:`Skip` is the one action that is nobody's move: the table plays it for somebody who is gone.
   ``legal`` never lists it.
5. What a seat may know is ``view``; ``redeal`` gives another state with the same view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec


class IllegalMove(Exception):
    """A move that the rules refuse; ``reason`` is a sentence for the player."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadNotation(ValueError):
    """A text that names no action (or no state) of the game."""


class Skip(msgspec.Struct, frozen=True, tag="skip"):
    """The seat's turn ends without a move. Only the table may play it, for somebody who is gone."""


SKIP = Skip()
SKIP_NOTATION = "skip"


class Line(msgspec.Struct, frozen=True):
    """One line of a score sheet: what it is for, how it was counted, and its points."""

    what: str
    points: int
    detail: str = ""


class Score(msgspec.Struct, frozen=True):
    """One seat's score, explained line by line; ``tie_break`` decides among equal totals, higher first."""

    seat: int
    total: int
    lines: tuple[Line, ...]
    tie_break: tuple[int, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """One action with the states around it: what a dialect turns into words."""

    seat: int
    action: object
    before: object
    after: object


S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol[S, A]):
    """The names a game module offers."""

    @property
    def NAME(self) -> str:
        """The game's name in logs and on the wire of the house."""

    @property
    def VERSION(self) -> int:
        """Version of the rules; a table stays on the one it began with."""

    @property
    def SEATS(self) -> range:
        """The numbers of players it can be played by."""

    @property
    def Options(self) -> type[Any]:
        """A frozen struct with defaults: the official rules."""

    def new(self, seats: int, seed: bytes, options: Any = None) -> S:
        """The state after set-up; seat 0 is first in turn order."""

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that may act now, () when the game is over."""

    def turn(self, state: S) -> int:
        """A number that grows with every turn (clocks start anew when it does)."""

    def legal(self, state: S, seat: int) -> list[A]:
        """Every legal action of the seat, [] when it may not act."""

    def apply(self, state: S, seat: int, action: A) -> S:
        """The state after the action, or IllegalMove."""

    def skip(self, state: S, seat: int) -> tuple[A, ...]:
        """The least harmful actions that finish the turn of someone who is gone."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""

    def scores(self, state: S) -> tuple[Score, ...]:
        """The score of every seat as it stands, seat by seat."""

    def winners(self, state: S) -> tuple[int, ...]:
        """The seats that won; several share the victory; () in a lost solo game."""

    def view(self, state: S, seat: int | None) -> msgspec.Struct:
        """All that a seat (or a spectator) may know, as a struct that encodes to JSON."""

    def redeal(self, state: S, seat: int | None, seed: bytes) -> S:
        """Another state that this seat (or spectator) cannot tell from the given one."""

    def write(self, action: A) -> str:
        """The action's notation; never contains ';' or a line break."""

    def public(self, action: A) -> str:
        """The notation as the other seats may see it (secret parts as '?')."""

    def read(self, text: str) -> A:
        """The action that a notation names, or BadNotation."""

    def write_state(self, state: S) -> str:
        """The state as one line of text."""

    def read_state(self, text: str) -> S:
        """The state that such a line names, or BadNotation."""


AnyGame = Game[Any, Any]
"""A game whose states and actions the caller only passes through."""


def apply_all(game: Game[S, A], state: S, seat: int, actions: Iterable[A]) -> list[Step]:
    """Fold a batch over the state: all of it, or IllegalMove and nothing."""
    steps = []
    for action in actions:
        after = game.apply(state, seat, action)
        steps.append(Step(seat, action, state, after))
        state = after
    return steps


def of_the_last(make: Callable[[S], A]) -> Callable[[S], A]:
    """Keep what a function makes of a state until it is asked about another: by identity, so that nothing is hashed."""
    last: tuple[S, A] | None = None

    def made(state: S) -> A:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not state:
            last = kept = (state, make(state))
        return kept[1]

    return made


SEPARATOR = "; "


def write_all(game: Game[S, A], actions: Sequence[A]) -> str:
    """A batch of actions in one line."""
    return SEPARATOR.join(map(game.write, actions))


def read_all(game: Game[S, A], text: str) -> list[A]:
    """The actions of such a line, or BadNotation."""
    return [game.read(part.strip()) for part in text.split(";")]


def ranking(scores: Iterable[Score]) -> list[Score]:
    """Scores from first to last."""
    return sorted(scores, key=lambda score: (-score.total, *(-part for part in score.tie_break), score.seat))


def best(scores: Sequence[Score]) -> tuple[int, ...]:
    """The seats whose total and tie-breaks nobody exceeds."""
    top = max((score.total, score.tie_break) for score in scores)
    return tuple(score.seat for score in scores if (score.total, score.tie_break) == top)
