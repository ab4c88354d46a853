"""What every game is: pure functions on frozen values.

A game is a *module* (``bottega.games.splendor`` and its sisters) that offers the names listed in
:class:`Game`. Nothing in it knows time, sockets, nicknames or the keys of any protocol.

What must stay true, whoever edits a game:

1. A state is never changed. ``apply`` returns a new one or raises :class:`IllegalMove`, so a refused
   move cannot change anything.
2. Whatever ``legal`` lists, ``apply`` accepts. Where several payments or orders are equal, ``legal``
   lists the canonical one and ``apply`` accepts every valid one. All else is refused: ``why_not`` is the
   one check, which ``apply`` asks, and its answer is a :class:`~bottega.games.refusal.Refusal`.
3. All chance comes from the :class:`~bottega.games.chance.Chance` inside the state: the same seed and
   the same actions give the same game on every machine.
4. :class:`Skip` is the one action that is nobody's move: the table plays it for somebody who is gone.
   ``legal`` never lists it.
5. What a seat may know is ``view``; ``redeal`` gives another state with the same view, and ``imagine`` one for whoever
   has the view alone, so that there is one set of rules on both sides of a wire.
6. A seat that is not there, a seed of the wrong length, a number of players the game is not for: ValueError,
   in every function that is given one (``apply`` and ``why_not`` refuse such a seat like any other that may not act).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from bottega.games.refusal import Line, Phrasebook, Refusal

__all__ = [
    "SKIP", "Action", "AnyGame", "AnyStep", "BadNotation", "Game", "IllegalMove", "Line", "Refusal", "Score", "Skip",
    "Step", "apply_all", "best", "check_seat", "of_the_last", "ranking", "read_all", "write_all", "written",
]  # fmt: skip


class IllegalMove(Exception):
    """A move that the rules refuse; ``refusal`` says why, and so does ``str``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


class BadNotation(ValueError):
    """A text that names no action (or no state) of the game."""


class Action(msgspec.Struct, frozen=True):
    """Something that can be done in a game. Each game has a class ``Action`` of its own, of which its actions are."""

    @abstractmethod
    def __str__(self) -> str:
        """The action's notation; never contains ';' or a line break."""

    def public(self) -> str:
        """The notation as the other seats may see it (secret parts as '?')."""
        return written(self)

    @classmethod
    def from_text(cls, text: str) -> Action:
        """The action that a notation names, of whatever kind (a :class:`Skip` too), or BadNotation."""
        raise NotImplementedError


class Skip(Action, frozen=True, tag="skip"):
    """The seat's turn ends without a move. Only the table may play it, for somebody who is gone."""

    def __str__(self) -> str:
        return SKIP_NOTATION


SKIP = Skip()
SKIP_NOTATION = "skip"


class Score(msgspec.Struct, frozen=True):
    """One seat's score, explained line by line; ``tie_break`` decides among equal totals, higher first."""

    seat: int
    total: int
    lines: tuple[Line, ...]
    tie_break: tuple[int, ...] = ()


S = TypeVar("S")
A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """One action with the states around it: what a dialect turns into words."""

    seat: int
    action: Action
    before: S
    after: S


class StateType(Protocol):
    """What the class ``State`` of every game offers."""

    def __str__(self) -> str:
        """The board, as a person reads it in a terminal."""

    def to_text(self) -> str:
        """The state as one line of text, complete enough to play on from it."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The state that such a line names, or BadNotation."""


class Game(Protocol[S, A]):
    """The names a game module offers: the same in every game."""

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
    def PHRASES(self) -> Phrasebook:
        """Every refusal and every line of a score sheet, with its English template."""

    @property
    def Options(self) -> type[Any]:
        """A frozen struct with defaults: the official rules."""

    @property
    def State(self) -> type[S]:
        """A game at one moment: a frozen struct, which offers what :class:`StateType` lists."""

    @property
    def Player(self) -> type[msgspec.Struct]:
        """What belongs to one seat in a state."""

    @property
    def Phase(self) -> type[StrEnum]:
        """What a state asks for next."""

    @property
    def PlayerView(self) -> type[msgspec.Struct]:
        """What belongs to one seat in a view."""

    @property
    def View(self) -> type[msgspec.Struct]:
        """A state as one viewer sees it."""

    @property
    def Action(self) -> type[A]:
        """The class of all actions of the game; ``Action.from_text`` reads their notation."""

    @property
    def ACTIONS(self) -> tuple[type[A], ...]:
        """The kinds of actions, each a frozen struct."""

    def new(self, seats: int, seed: bytes, options: Any = None) -> S:
        """The state after set-up; seat 0 is first in turn order."""

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that may act now, () when the game is over."""

    def turn(self, state: S) -> int:
        """A number that grows with every turn (clocks start anew when it does)."""

    def legal(self, state: S, seat: int) -> Sequence[A]:
        """Every legal action of the seat, [] when it may not act."""

    def why_not(self, state: S, seat: int, action: A) -> Refusal | None:
        """Why the seat may not do this now, None if it may."""

    def apply(self, state: S, seat: int, action: A) -> S:
        """The state after the action, or IllegalMove."""

    def reveals(self, state: S, action: A) -> bool:
        """Whether the (legal) action brings to light what nobody could know before: a die, a token, a card."""

    def shows(self, state: S, action: A) -> bool:
        """Whether the (legal) action lets others see what its player alone knew: a card from the hand."""

    def canonical(self, state: S, seat: int, action: A) -> A:
        """The listed action of which an accepted one is a variant."""

    def skip(self, state: S, seat: int) -> tuple[A, ...]:
        """The least harmful actions that finish the turn of someone who is gone, () if it is not theirs."""

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

    def imagine(self, view: Any, seed: bytes) -> S:
        """A state with this view, for whoever knows no more of the game: what is hidden is dealt by the seed."""


AnyGame = Game[Any, Any]
"""A game whose states and actions the caller only passes through."""
AnyStep = Step[Any]
"""A step of such a game."""


def check_seat(seat: int | None, seats: int) -> None:
    """ValueError unless it is a seat of a table for so many, or nobody's."""
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat} at a table of {seats}")


def apply_all(game: Game[S, A], state: S, seat: int, actions: Iterable[A]) -> list[Step[S]]:
    """Fold a batch over the state: all of it, or IllegalMove and nothing."""
    steps = []
    for action in actions:
        after = game.apply(state, seat, action)
        steps.append(Step(seat, action, state, after))
        state = after
    return steps


def of_the_last(make: Callable[[S], T]) -> Callable[[S], T]:
    """Keep what a function makes of a state until it is asked about another: by identity, so that nothing is hashed."""
    last: tuple[S, T] | None = None

    def made(state: S) -> T:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not state:
            last = kept = (state, make(state))
        return kept[1]

    return made


SEPARATOR = "; "


written = lru_cache(maxsize=1 << 15)(str)
"""The notation of an action, kept: the same few actions are written all the time."""


def write_all(actions: Iterable[Action]) -> str:
    """A batch of actions in one line."""
    return SEPARATOR.join(map(written, actions))


def read_all(game: AnyGame, text: str) -> list[Action]:
    """The actions of such a line, or BadNotation."""
    kind: type[Action] = game.Action
    parts = [part.strip() for part in text.split(";")]
    return [_read(kind, part) if len(part) <= _KEPT else kind.from_text(part) for part in parts]


_KEPT = 64
"""How long a notation is at most that is kept; one that people write is shorter."""


@lru_cache(maxsize=1 << 15)
def _read(kind: type[Action], text: str) -> Action:
    """The action that a notation names, kept: the same few are read all the time."""
    return kind.from_text(text)


def ranking(scores: Iterable[Score]) -> list[Score]:
    """Scores from first to last."""
    return sorted(scores, key=lambda score: (-score.total, *(-part for part in score.tie_break), score.seat))


def best(scores: Sequence[Score]) -> tuple[int, ...]:
    """The seats whose total and tie-breaks nobody exceeds."""
    top = max((score.total, score.tie_break) for score in scores)
    return tuple(score.seat for score in scores if (score.total, score.tie_break) == top)
