"""The line protocol between Bottega and a bot from outside, as text: what is asked, and what an answer may be.

Everything is a line of UTF-8. A question is complete: a bot needs to remember nothing from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bottega.games import UnknownRules, rules
from bottega.games.core import Action, AnyGame, BadNotation

VERSION = 1
HELLO = f"bottega {VERSION}"
READY = "ready"
QUIT = "quit"
MOST_CHARACTERS = 1 << 16
"""Of an answer; whoever says more in one line is not answering."""
_SHOWN = 60


class Unfit(Exception):
    """A line that is no answer, or no question; the text says why."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: the seat to choose for, what it sees, what it may do, and what it is given to think."""

    game: AnyGame
    seats: int
    seat: int
    view: Any
    legal: tuple[Action, ...]
    seed: bytes
    simulations: int | None = None
    seconds: float | None = None


def ask(question: Question) -> Iterator[str]:
    """The lines of a question; the last of them begins with ``go``."""
    game = question.game
    yield f"game {game.NAME} rules {game.VERSION} seats {question.seats} seat {question.seat}"
    yield f"view {msgspec.json.encode(question.view).decode()}"
    yield from (f"legal {action}" for action in question.legal)
    budget = f"go seed {question.seed.hex()}"
    if question.simulations is not None:
        budget += f" simulations {question.simulations}"
    if question.seconds is not None:
        budget += f" seconds {question.seconds:g}"
    yield budget


def answer(question: Question, state: Any, line: str) -> Action | None:
    """The action that a line plays, None if it is only information; Unfit if it is no move."""
    word, _, rest = line.partition(" ")
    if word in ("info", ""):
        return None
    if word != "play":
        raise Unfit(f"{_shown(line)} is no answer; an answer is: play ACTION")
    try:
        action: Action = question.game.Action.from_text(rest.strip())
    except BadNotation as reason:
        raise Unfit(f"{_shown(rest)} is no action of {question.game.NAME}: {reason}") from None
    if action in question.legal:
        return action
    refusal = question.game.why_not(state, question.seat, action)
    if refusal is not None:
        raise Unfit(f"{_shown(rest)} is refused: {refusal}")
    return action


def heard(lines: Iterable[str]) -> Iterator[Question]:
    """The questions in what a bot hears, for bots that are written here; Unfit for what is none."""
    game: AnyGame | None = None
    seats = seat = 0
    view: Any = None
    legal: list[Action] = []
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "game":
                name, _, version, _, seats_text, _, seat_text = rest.split()
                game, seats, seat, view, legal = rules(name, int(version)), int(seats_text), int(seat_text), None, []
            elif word == "view" and game is not None:
                view = msgspec.json.decode(rest, type=game.View)
            elif word == "legal" and game is not None:
                legal.append(game.Action.from_text(rest))
            elif word == "go" and game is not None and view is not None:
                parts = rest.split()
                given = dict(zip(parts[::2], parts[1::2], strict=True))
                simulations, seconds = given.get("simulations"), given.get("seconds")
                yield Question(
                    game, seats, seat, view, tuple(legal), bytes.fromhex(given["seed"]),
                    None if simulations is None else int(simulations), None if seconds is None else float(seconds),
                )  # fmt: skip
            else:
                raise Unfit(f"{_shown(line)} was not expected here")
        except (ValueError, KeyError, UnknownRules, msgspec.MsgspecError) as reason:
            raise Unfit(f"{_shown(line)} cannot be understood: {reason}") from None


def _shown(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
