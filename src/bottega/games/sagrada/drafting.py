"""Drafting: a die from the pool to the window, and the tools that act on that die (1, 5, 6, 8 to 11).

A die that a tool has changed stays in the pool as ``State.pending``; placing it is the turn's draft.
A stage only accepts what lets the tool be completed, so no player is led into a dead end. Chance is never
undone: a die rolled again or fetched from the bag stays as it is, whatever happens next.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.games.sagrada.actions import FIRST, Change, PickDie, PickTrack, Place, SetValue
from bottega.games.sagrada.bag import draw, returned, roll
from bottega.games.sagrada.cards import CHANGES, DICE, OPPOSITE, VALUE_OF, VALUES
from bottega.games.sagrada.model import NONE_PENDING, Stage, State, Work
from bottega.games.sagrada.phrases import refusal
from bottega.games.sagrada.placement import glass
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    FLUX_REMOVER,
    GRINDING_STONE,
    GROZING_PLIERS,
    LENS_CUTTER,
    PICKABLE,
    RUNNING_PLIERS,
    STRAIGHTEDGE,
    in_use,
    not_on_track,
)
from bottega.games.sagrada.turns import with_board


def with_die(pool: tuple[int, ...], index: int, *dice: int) -> tuple[int, ...]:
    """The pool with the die at that place replaced, or gone."""
    return (*pool[:index], *dice, *pool[index + 1 :])


def not_in_pool(state: State, die: int) -> Refusal | None:
    """Why the pool has no such die, None if it has."""
    if die in state.pool:
        return None
    if not 0 <= die < len(DICE):
        return refusal("no-such-die", first=0, last=len(DICE) - 1, number=die)
    return refusal("not-in-pool", die=die)


def check_place(state: State, seat: int, action: Place) -> Refusal | None:
    """Why the die may not be drafted and placed there, None if it may."""
    work, die = state.work, action.die
    if state.drafted and not (work and work.tool == RUNNING_PLIERS):
        return refusal("drafted")
    if die not in state.pool:
        return not_in_pool(state, die)
    if state.pending != NONE_PENDING and state.pool[state.pending] != die:
        return refusal("only-changed-die", die=state.pool[state.pending], tool=state.used)
    player = state.players[seat]
    apart = work is not None and work.tool == STRAIGHTEDGE
    return glass(player.window, player.board).why_not(die, action.cell, apart)


def place(state: State, seat: int, action: Place) -> State:
    """Draft a die and place it: as this turn's draft, or with Running Pliers or Straightedge."""
    work, board = state.work, state.players[seat].board
    index = state.pool.index(action.die) if state.pending == NONE_PENDING else state.pending
    return replace(
        state,
        players=with_board(state, seat, (*board[: action.cell], action.die, *board[action.cell + 1 :])),
        pool=with_die(state.pool, index),
        drafted=True,
        pending=NONE_PENDING,
        work=None,
        skipping=(*state.skipping, seat) if work and work.tool == RUNNING_PLIERS else state.skipping,
    )


def check_pick(state: State, seat: int, action: PickDie) -> Refusal | None:
    """Why the tool cannot act on the die, None if it can."""
    player, die, pool = state.players[seat], action.die, state.pool
    if die not in pool:
        return not_in_pool(state, die)
    if action.place != FIRST and not (0 <= action.place < len(pool) and pool[action.place] == die):
        return refusal("not-at-place", place=action.place, die=die)
    if not PICKABLE[in_use(state).tool](glass(player.window, player.board), die, state.track_dice):
        return refusal("not-placeable", die=die)
    return None


def pick_die(state: State, seat: int, action: PickDie) -> State:
    """The die that tool 1, 5, 6, 10 or 11 acts on."""
    index = state.pool.index(action.die) if action.place == FIRST else action.place
    return _PICKED[in_use(state).tool](state, seat, index)


def _ask_change(state: State, seat: int, index: int) -> State:
    return replace(state, work=Work(GROZING_PLIERS, Stage.CHANGE, index=index))


def _ask_track(state: State, seat: int, index: int) -> State:
    return replace(state, work=Work(LENS_CUTTER, Stage.TRACK, index=index))


def _flip(state: State, seat: int, index: int) -> State:
    return replace(state, pool=with_die(state.pool, index, OPPOSITE[state.pool[index]]), pending=index, work=None)


def _roll_again(state: State, seat: int, index: int) -> State:
    """The new die must be placed if it can be; otherwise it stays in the pool and the draft is spent."""
    dice, chance = roll((state.pool[index],), state.chance)
    player = state.players[seat]
    fits = glass(player.window, player.board).fits[dice[0]]
    return replace(
        state,
        pool=with_die(state.pool, index, *dice),
        pending=index if fits else NONE_PENDING,
        drafted=not fits,
        work=None,
        chance=chance,
    )


def _fetch(state: State, seat: int, index: int) -> State:
    """The die goes back into the bag before another is drawn, so it may come out again."""
    dice, bag, chance = draw(returned(state.bag, state.pool[index]), state.chance, 1)
    return replace(
        state,
        pool=with_die(state.pool, index, *dice),
        bag=bag,
        work=Work(FLUX_REMOVER, Stage.VALUE, index=index),
        chance=chance,
    )


_PICKED: dict[int, Callable[[State, int, int], State]] = {
    GROZING_PLIERS: _ask_change,
    LENS_CUTTER: _ask_track,
    FLUX_BRUSH: _roll_again,
    GRINDING_STONE: _flip,
    FLUX_REMOVER: _fetch,
}


def check_change(state: State, seat: int, action: Change) -> Refusal | None:
    """Why the die cannot be turned so, None if it can."""
    player, die = state.players[seat], state.pool[in_use(state).index]
    changed = _turned(die, action)
    if changed not in CHANGES[die]:
        return refusal("highest" if action.up else "lowest", value=VALUE_OF[die])
    if not glass(player.window, player.board).fits[changed]:
        return refusal("changed-fits-nowhere", die=changed)
    return None


def _turned(die: int, action: Change) -> int:
    return die + (1 if action.up else -1)


def change(state: State, seat: int, action: Change) -> State:
    """Grozing Pliers turn the chosen die up or down."""
    index = in_use(state).index
    changed = _turned(state.pool[index], action)
    return replace(state, pool=with_die(state.pool, index, changed), pending=index, work=None)


def check_value(state: State, seat: int, action: SetValue) -> Refusal | None:
    """Why the new die cannot get the value, None if it can."""
    if action.value not in VALUES:
        return refusal("no-such-value", first=VALUES[0], last=VALUES[-1], value=action.value)
    return None


def set_value(state: State, seat: int, action: SetValue) -> State:
    """Flux Remover's new die gets its value; it may then be placed or left in the pool."""
    index = in_use(state).index
    die = state.pool[index] // 6 * 6 + action.value - 1
    player = state.players[seat]
    fits = glass(player.window, player.board).fits[die]
    return replace(
        state,
        pool=with_die(state.pool, index, die),
        pending=index if fits else NONE_PENDING,
        drafted=not fits,
        work=None,
    )


def check_swap(state: State, seat: int, action: PickTrack) -> Refusal | None:
    """Why the die of the round track cannot be taken with Lens Cutter, None if it can."""
    player, track = state.players[seat], state.track_dice
    if not 0 <= action.index < len(track):
        return not_on_track(state, action.index)
    if not glass(player.window, player.board).fits[track[action.index]]:
        return refusal("track-fits-nowhere", die=track[action.index])
    return None


def swap(state: State, seat: int, action: PickTrack) -> State:
    """Lens Cutter: the chosen die and one of the round track take each other's place."""
    index = in_use(state).index
    return replace(
        state,
        pool=with_die(state.pool, index, state.track_dice[action.index]),
        track=_swapped(state.track, action.index, state.pool[index]),
        pending=index,
        work=None,
    )


def _swapped(track: tuple[tuple[int, ...], ...], index: int, die: int) -> tuple[tuple[int, ...], ...]:
    spaces = []
    for space in track:
        spaces.append(with_die(space, index, die) if 0 <= index < len(space) else space)
        index -= len(space)
    return tuple(spaces)
