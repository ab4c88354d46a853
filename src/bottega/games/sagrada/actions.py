"""The actions of Sagrada and their notation: ``window Virtus``, ``place R5@12``, ``tool 4``, ``move 3>12``, ``end``.

Spaces count 0 to 19 from the top left, dice of the round track from 0 in order of arrival. In a solo game
``tool 4 Y2`` names the die that pays. ``die R5#3`` is the one of several equal dice at place 3 of the pool, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bottega.games import core
from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation, Skip
from bottega.games.sagrada.cards import CELLS, DICE, DIE_NUMBER, NO_DIE, TOOLS, VALUES, WINDOW_NUMBER, WINDOWS
from bottega.limits import MAX_MISREAD

FIRST = -1
"""Of equal dice in the pool, the first."""
HIDDEN_CHOICE = "window ?"


class Action(core.Action, frozen=True):
    """Something that can be done in Sagrada."""

    @classmethod
    def from_text(cls, text: str) -> Action | Skip:
        """The action that a notation names, or BadNotation."""
        return _read(text)


def _die(die: int) -> str:
    """A die's name; what is none can be written too, though not read back."""
    return DICE[die] if 0 <= die < len(DICE) else "?"


class Choose(Action, frozen=True, tag="window"):
    """Take one of the four patterns on offer."""

    window: int

    def __str__(self) -> str:
        known = 0 <= self.window < len(WINDOWS)
        return f"window {WINDOWS[self.window].name}" if known else HIDDEN_CHOICE

    def public(self) -> str:
        """Nobody sees which, until everybody has chosen."""
        return HIDDEN_CHOICE


class Place(Action, frozen=True, tag="place"):
    """Draft a die from the pool and place it on a space."""

    die: int
    cell: int

    def __str__(self) -> str:
        return f"place {_die(self.die)}@{self.cell}"


class UseTool(Action, frozen=True, tag="tool"):
    """Pay for a tool and begin to use it; in a solo game ``payment`` is the die that pays."""

    number: int
    payment: int = NO_DIE

    def __str__(self) -> str:
        return f"tool {self.number}" if self.payment == NO_DIE else f"tool {self.number} {_die(self.payment)}"


class PickDie(Action, frozen=True, tag="die"):
    """Choose the pool's die that the tool acts on."""

    die: int
    place: int = FIRST
    """Which of several equal dice, by its place in the pool."""

    def __str__(self) -> str:
        return f"die {_die(self.die)}" if self.place == FIRST else f"die {_die(self.die)}#{self.place}"


class Change(Action, frozen=True, tag="change"):
    """Turn the chosen die up or down by one."""

    up: bool

    def __str__(self) -> str:
        return "up" if self.up else "down"


class PickTrack(Action, frozen=True, tag="track"):
    """Choose a die of the round track, counted from 0 in order of arrival."""

    index: int

    def __str__(self) -> str:
        return f"track {self.index}"


class SetValue(Action, frozen=True, tag="value"):
    """Choose the value of the die drawn from the bag."""

    value: int

    def __str__(self) -> str:
        return f"value {self.value}"


class Move(Action, frozen=True, tag="move"):
    """Move a die of the own window to another space."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"move {self.source}>{self.target}"


class Back(Action, frozen=True, tag="back"):
    """Leave the tool: what is complete stays, the rest is undone, the payment is gone."""

    def __str__(self) -> str:
        return "back"


class End(Action, frozen=True, tag="end"):
    """End the turn."""

    def __str__(self) -> str:
        return "end"


ACTIONS: tuple[type[Action], ...] = (
    Choose, Place, UseTool, PickDie, Change, PickTrack, SetValue, Move, Back, End,
)  # fmt: skip
"""The kinds of actions."""

CHOICES = tuple(Choose(window) for window in range(len(WINDOWS)))
PLACES = tuple(tuple(Place(die, cell) for cell in range(CELLS)) for die in range(len(DICE)))
MOVES = tuple(tuple(Move(source, target) for target in range(CELLS)) for source in range(CELLS))
PICKS = tuple(PickDie(die) for die in range(len(DICE)))
USES = {number: UseTool(number) for number in TOOLS}
UP, DOWN = Change(True), Change(False)
SETS = tuple(SetValue(value) for value in VALUES)
BACK, END = Back(), End()

_NUMBER = r"(0|[1-9]\d?)"
_DIE = r"([RYGBP][1-6])"

_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = tuple(
    (re.compile(pattern, re.ASCII), build)
    for pattern, build in (
        (rf"place {_DIE}@{_NUMBER}", lambda die, cell: Place(DIE_NUMBER[die], int(cell))),
        (rf"tool {_NUMBER}", lambda number: UseTool(int(number))),
        (rf"tool {_NUMBER} {_DIE}", lambda number, die: UseTool(int(number), DIE_NUMBER[die])),
        (rf"die {_DIE}", lambda die: PickDie(DIE_NUMBER[die])),
        (rf"die {_DIE}#{_NUMBER}", lambda die, place: PickDie(DIE_NUMBER[die], int(place))),
        (rf"track {_NUMBER}", lambda index: PickTrack(int(index))),
        (r"value ([1-6])", lambda value: SetValue(int(value))),
        (rf"move {_NUMBER}>{_NUMBER}", lambda source, target: Move(int(source), int(target))),
    )
)
_WORDS: dict[str, Action | Skip] = {"up": UP, "down": DOWN, "back": BACK, "end": END, SKIP_NOTATION: SKIP}
_WINDOW = "window "


def _read(text: str) -> Action | Skip:
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith(_WINDOW):
        number = WINDOW_NUMBER.get(text.removeprefix(_WINDOW).casefold())
        if number is None:
            raise BadNotation(f"no window is called {text.removeprefix(_WINDOW)[:MAX_MISREAD]!r}")
        return Choose(number)
    for form, build in _FORMS:
        found = form.fullmatch(text)
        if found:
            return build(*found.groups())
    raise BadNotation(f"{text[:MAX_MISREAD]!r} names no action of Sagrada")
