"""What both clients of Sagrada need: a state of what was told, and what the own actions make of it.

How it works. A client of Sagrada keeps a whole :class:`~bottega.games.sagrada.State`: what was told where it was,
dealt by chance where it is secret. Its view is the view of that state, and options are asked of it. The own actions
are applied to it when the server accepts them; what they have brought to light is told afterwards, and ``as_told``
finds the state after an action in which just that has come to light.

What must stay true: a secret that was only dealt here never gets into a view (``seen`` hides what is revealed at the
end).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bottega.client.core import Nonsense
from bottega.games import sagrada
from bottega.games.chance import SEED_BYTES, Chance
from bottega.games.sagrada import Player, State, View
from bottega.games.sagrada.cards import (
    COLOUR_OF,
    COLOURS,
    DICE,
    DICE_PER_COLOUR,
    EMPTY_BOARD,
    NO_DIE,
    PRIVATE_OBJECTIVES,
    VALUES,
)
from bottega.games.sagrada.model import NO_WINDOW, NONE_PENDING, ORDERS, OVER
from bottega.wire.shared.sagrada import COLOUR_WORDS

_COLOURS = tuple(COLOUR_WORDS[letter] for letter in COLOURS)
TRIES = 2000
"""So many other chances are tried: enough for one die."""


class Board(msgspec.Struct, frozen=True):
    """A player's window, dice and tokens, as they were told."""

    window: int = NO_WINDOW
    dice: tuple[int, ...] = EMPTY_BOARD
    tokens: int = 0


class Told(msgspec.Struct, frozen=True):
    """What was told of a table; ``paid`` is whether each tool was paid for."""

    me: int
    round: int
    step: int
    boards: tuple[Board, ...]
    pool: tuple[int, ...]
    track: tuple[tuple[int, ...], ...]
    publics: tuple[int, ...] = ()
    tools: tuple[int, ...] = ()
    paid: tuple[bool, ...] = ()
    private: int = 0
    offered: tuple[int, ...] = ()
    skipping: tuple[int, ...] = ()
    drafted: bool = False
    used: int = 0


def state_of(told: Told, former: State | None = None) -> State:
    """A state in which all that was told is so; tokens on tools, which nobody tells, are those of the one before."""
    seats = len(told.boards)
    others = iter([colour for colour in range(len(PRIVATE_OBJECTIVES)) if colour != told.private])
    players = tuple(
        Player(
            offered=told.offered if seat == told.me else (),
            window=board.window,
            private=(told.private,) if seat == told.me else (next(others),),
            board=board.dice,
            tokens=board.tokens,
        )
        for seat, board in enumerate(told.boards)
    )
    lying = [*told.pool, *(die for space in told.track for die in space)]
    lying += [die for board in told.boards for die in board.dice if die != NO_DIE]
    colours = Counter(COLOUR_OF[die] for die in lying)
    known = dict(zip(former.tools, former.paid, strict=True)) if former is not None else {}
    return State(
        players=players,
        publics=told.publics,
        tools=told.tools,
        paid=tuple(max(int(paid), known.get(tool, 0)) for tool, paid in zip(told.tools, told.paid, strict=True)),
        bag=tuple(max(0, DICE_PER_COLOUR - colours[colour]) for colour in range(len(COLOURS))),
        pool=told.pool,
        track=told.track,
        round=told.round,
        step=told.step,
        turn=(told.round - 1) * 2 * seats + told.step + 1 if told.round else 0,
        used=told.used,
        drafted=told.drafted,
        pending=NONE_PENDING,
        work=None,
        skipping=told.skipping,
        removed=(),
        chance=Chance(bytes(SEED_BYTES)),
        version=sagrada.VERSION,
    )


def seen(state: State, me: int) -> View:
    """The view of such a state, without secrets that were only dealt here."""
    view = sagrada.view(state, me)
    if state.round != OVER:
        return view
    players = tuple(player if player.seat == me else replace(player, private=()) for player in view.players)
    return replace(view, players=players, scores=(), winners=())


def as_told(state: State, seat: int, action: Any, fits: Callable[[State], bool]) -> State:
    """The state after an action, with what it brings to light as it was told (``fits``)."""
    for number in range(TRIES):
        after = sagrada.apply(replace(state, chance=Chance(number.to_bytes(SEED_BYTES, "big"))), seat, action)
        if fits(after):
            return after
    raise Nonsense(f"after {action} something else was told than the rules allow")


def with_pool(state: State, seat: int, action: Any, pool: tuple[int, ...]) -> State:
    """The state after an action after which this pool was told."""
    after = sagrada.apply(state, seat, action)
    if after.pool == pool or not sagrada.reveals(state, action):
        return after
    if isinstance(action, sagrada.UseTool):  # Glazing Hammer: nothing else follows from what it rolls
        return replace(after, pool=pool)
    return as_told(state, seat, action, lambda after: after.pool == pool)


def spaces(track: Iterable[int], former: tuple[tuple[int, ...], ...], rounds: int) -> tuple[tuple[int, ...], ...]:
    """The round track, round by round, of one that was told flat: rounds that were known keep their numbers of dice.

    >>> spaces([1, 2, 3], ((1, 2),), 2)
    ((1, 2), (3,))
    >>> spaces([1, 2, 3], (), 2)
    ((1,), (2, 3))
    """
    dice, sizes = list(track), [len(space) for space in former][:rounds]
    missing = rounds - len(sizes)
    left = len(dice) - sum(sizes)
    if missing > 0:
        sizes += [1] * (missing - 1) + [left - missing + 1]
    if sum(sizes) != len(dice) or any(size < 0 for size in sizes):
        raise Nonsense("the round track does not fit its rounds")
    found, at = [], 0
    for size in sizes:
        found.append(tuple(dice[at : at + size]))
        at += size
    return tuple(found)


def step_of(seats: int, number: int, seat: int, second: bool) -> int:
    """The place of a seat's turn in the order of a round."""
    return ORDERS[seats][(number - 1) % seats].index(seat, seats if second else 0)


def die(colour: str, value: int) -> int:
    """A die by the protocols' word for its colour, or Nonsense."""
    if colour not in _COLOURS or value not in VALUES:
        raise Nonsense(f"there is no die {colour} {value}")
    return _COLOURS.index(colour) * len(VALUES) + value - 1


def news(former: State | None, state: State, names: Sequence[str]) -> list[str]:
    """What has happened between two looks at the table, a line each."""
    if former is None:
        return [f"the windows are chosen: {', '.join(names)}"]
    lines = []
    for seat, (before, after) in enumerate(zip(former.players, state.players, strict=True)):
        if after.tokens < before.tokens:
            lines.append(f"{names[seat]} pays {before.tokens - after.tokens} for a tool")
        placed = [
            f"{DICE[die]}@{cell}" for cell, die in enumerate(after.board) if die not in (NO_DIE, before.board[cell])
        ]
        if placed:
            lines.append(f"{names[seat]}: {', '.join(placed)}")
    if former.round != state.round and state.round != OVER:
        lines.append(f"round {state.round} begins")
    return lines
