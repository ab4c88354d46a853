"""Drafting: a die from the pool to the window, and the tools that act on that die (1, 5, 6, 8 to 11).

A die that a tool has changed stays in the pool as ``State.pending``; placing it is the turn's draft.
A stage only accepts what lets the tool be completed, so no player is led into a dead end. Chance is never
undone: a die rolled again or fetched from the bag stays as it is, whatever happens next.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.sagrada.bag import draw, returned, roll
from bottega.games.sagrada.cards import CELLS, CHANGES, DICE, OPPOSITE, TOOLS, VALUES
from bottega.games.sagrada.model import FIRST, NONE_PENDING, Change, PickDie, PickTrack, Place, SetValue, State, Work
from bottega.games.sagrada.placement import BIT, glass, objection
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    FLUX_REMOVER,
    GRINDING_STONE,
    GROZING_PLIERS,
    LENS_CUTTER,
    PICKABLE,
    RUNNING_PLIERS,
    STRAIGHTEDGE,
    track_die,
    working,
)
from bottega.games.sagrada.turns import with_board


def in_pool(state: State, die: int) -> int:
    """The place of a die in the pool, or a refusal."""
    if die not in state.pool:
        name = DICE[die] if 0 <= die < len(DICE) else "such a die"
        raise IllegalMove(f"There is no {name} in the draft pool.")
    return state.pool.index(die)


def with_die(pool: tuple[int, ...], index: int, *dice: int) -> tuple[int, ...]:
    """The pool with the die at that place replaced, or gone."""
    return (*pool[:index], *dice, *pool[index + 1 :])


def place(state: State, seat: int, action: Place) -> State:
    """Draft a die and place it: as this turn's draft, or with Running Pliers or Straightedge."""
    work, player = state.work, state.players[seat]
    if state.drafted and not (work and work.tool == RUNNING_PLIERS):
        raise IllegalMove("You have already drafted a die on this turn.")
    index = in_pool(state, action.die)
    if state.pending != NONE_PENDING:
        if state.pool[state.pending] != action.die:
            only = DICE[state.pool[state.pending]]
            raise IllegalMove(f"Only {only}, changed with {TOOLS[state.used].name}, may be placed on this turn.")
        index = state.pending
    apart = work is not None and work.tool == STRAIGHTEDGE
    view = glass(player.window, player.board)
    mask = view.apart(action.die) if apart else view.fits[action.die]
    if not (0 <= action.cell < CELLS and mask & BIT[action.cell]):
        raise IllegalMove(objection(player.window, player.board, action.die, action.cell, apart=apart))
    board = player.board
    return replace(
        state,
        players=with_board(state, seat, (*board[: action.cell], action.die, *board[action.cell + 1 :])),
        pool=with_die(state.pool, index),
        drafted=True,
        pending=NONE_PENDING,
        work=None,
        skipping=(*state.skipping, seat) if work and work.tool == RUNNING_PLIERS else state.skipping,
    )


def pick_die(state: State, seat: int, action: PickDie) -> State:
    """The die that tool 1, 5, 6, 10 or 11 acts on."""
    work, player = working(state), state.players[seat]
    index = in_pool(state, action.die)
    if action.place != FIRST:
        index = action.place
        if not (0 <= index < len(state.pool) and state.pool[index] == action.die):
            raise IllegalMove(f"Place {index} of the draft pool does not hold {DICE[action.die]}.")
    if not PICKABLE[work.tool](glass(player.window, player.board), action.die, state.track_dice):
        raise IllegalMove(f"{DICE[action.die]} could not be placed afterwards.")
    return _PICKED[work.tool](state, seat, index)


def _ask_change(state: State, seat: int, index: int) -> State:
    return replace(state, work=Work(GROZING_PLIERS, "change", index=index))


def _ask_track(state: State, seat: int, index: int) -> State:
    return replace(state, work=Work(LENS_CUTTER, "track", index=index))


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
        work=Work(FLUX_REMOVER, "value", index=index),
        chance=chance,
    )


_PICKED: dict[int, Callable[[State, int, int], State]] = {
    GROZING_PLIERS: _ask_change,
    LENS_CUTTER: _ask_track,
    FLUX_BRUSH: _roll_again,
    GRINDING_STONE: _flip,
    FLUX_REMOVER: _fetch,
}


def change(state: State, seat: int, action: Change) -> State:
    """Grozing Pliers turn the chosen die up or down."""
    work, player = working(state), state.players[seat]
    die = state.pool[work.index]
    changed = die + (1 if action.up else -1)
    if changed not in CHANGES[die]:
        raise IllegalMove("A 6 cannot go up." if action.up else "A 1 cannot go down.")
    if not glass(player.window, player.board).fits[changed]:
        raise IllegalMove(f"{DICE[changed]} would not fit into your window.")
    return replace(state, pool=with_die(state.pool, work.index, changed), pending=work.index, work=None)


def set_value(state: State, seat: int, action: SetValue) -> State:
    """Flux Remover's new die gets its value; it may then be placed or left in the pool."""
    if action.value not in VALUES:
        raise IllegalMove("A die shows 1 to 6.")
    index = working(state).index
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


def swap(state: State, seat: int, action: PickTrack) -> State:
    """Lens Cutter: the chosen die and one of the round track take each other's place."""
    work, player, die = working(state), state.players[seat], track_die(state, action.index)
    if not glass(player.window, player.board).fits[die]:
        raise IllegalMove(f"{DICE[die]} from the round track would not fit into your window.")
    return replace(
        state,
        pool=with_die(state.pool, work.index, die),
        track=_swapped(state.track, action.index, state.pool[work.index]),
        pending=work.index,
        work=None,
    )


def _swapped(track: tuple[tuple[int, ...], ...], index: int, die: int) -> tuple[tuple[int, ...], ...]:
    spaces = []
    for space in track:
        spaces.append(with_die(space, index, die) if 0 <= index < len(space) else space)
        index -= len(space)
    return tuple(spaces)
