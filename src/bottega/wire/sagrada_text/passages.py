"""Turns and rounds that begin and end: the course of the game, which everybody at a table is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from bottega.games.sagrada.model import CHOOSING, OVER, State, acting
from bottega.table.events import Event


class Passage(msgspec.Struct, frozen=True):
    """A turn or a round begins or ends; rounds count from 1, ``second`` is the seat's second turn of the round."""

    what: Literal["turn_end", "round_end", "round_start", "turn_start"]
    round: int
    turn: int = -1
    """The number of the turn within the game."""
    seat: int = -1
    second: bool = False


def turn_start(state: State) -> Passage:
    """The turn has begun that is being played."""
    return Passage("turn_start", state.round, state.turn, acting(state), state.second)


def turn_end(state: State) -> Passage:
    """The turn is over that was being played."""
    return Passage("turn_end", state.round, state.turn, acting(state), state.second)


def passages(event: Event) -> Iterator[Passage]:
    """What began and ended with a move or a skipped turn, in order."""
    for step in event.steps:
        if isinstance(step.before, State) and isinstance(step.after, State):
            yield from between(step.before, step.after)


def between(before: State, after: State) -> Iterator[Passage]:
    """What began and ended between two states around one action, in order."""
    if before.turn == after.turn:
        return
    if before.round != CHOOSING:
        yield turn_end(before)
    if before.round != after.round:
        if before.round != CHOOSING:
            yield Passage("round_end", before.round)
        if after.round != OVER:
            yield Passage("round_start", after.round)
    if after.round != OVER:
        yield turn_start(after)
