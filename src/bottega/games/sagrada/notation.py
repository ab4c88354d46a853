"""Actions as text: ``window Virtus``, ``place R5@12``, ``tool 4``, ``move 3>12``, ``end``.

Spaces count 0 to 19 from the top left, dice of the round track from 0 in order of arrival. In a solo game
``tool 4 Y2`` names the die that pays. ``die R5#3`` is the one of several equal dice at place 3 of the pool, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation, Skip
from bottega.games.sagrada.cards import DICE, DIE_NUMBER, NO_DIE, WINDOW_NUMBER, WINDOWS
from bottega.games.sagrada.model import (
    BACK,
    DOWN,
    END,
    FIRST,
    UP,
    Action,
    Back,
    Change,
    Choose,
    End,
    Move,
    PickDie,
    PickTrack,
    Place,
    SetValue,
    UseTool,
)

HIDDEN_CHOICE = "window ?"


def write(action: Action) -> str:
    """The action's notation."""
    match action:
        case Choose(window):
            return f"window {WINDOWS[window].name}"
        case Place(die, cell):
            return f"place {DICE[die]}@{cell}"
        case UseTool(number, payment):
            return f"tool {number}" if payment == NO_DIE else f"tool {number} {DICE[payment]}"
        case PickDie(die, place):
            return f"die {DICE[die]}" if place == FIRST else f"die {DICE[die]}#{place}"
        case Change(up):
            return "up" if up else "down"
        case PickTrack(index):
            return f"track {index}"
        case SetValue(value):
            return f"value {value}"
        case Move(source, target):
            return f"move {source}>{target}"
        case Back():
            return "back"
        case End():
            return "end"
        case Skip():
            return SKIP_NOTATION


def public(action: Action) -> str:
    """The notation as the other seats may see it: a chosen window is secret until all have chosen."""
    return HIDDEN_CHOICE if isinstance(action, Choose) else write(action)


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
_WORDS: dict[str, Action] = {"up": UP, "down": DOWN, "back": BACK, "end": END, SKIP_NOTATION: SKIP}
_WINDOW = "window "


def read(text: str) -> Action:
    """The action that a notation names, or BadNotation."""
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith(_WINDOW):
        number = WINDOW_NUMBER.get(text.removeprefix(_WINDOW).casefold())
        if number is None:
            raise BadNotation(f"no window is called {text.removeprefix(_WINDOW)!r}")
        return Choose(number)
    for form, build in _FORMS:
        found = form.fullmatch(text)
        if found:
            return build(*found.groups())
    raise BadNotation(f"{text!r} names no action of Sagrada")
