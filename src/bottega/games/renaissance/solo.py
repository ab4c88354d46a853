"""Lorenzo: the seven tokens of the solo game, the black cross, and the loss of a colour column.

Tokens 0-3 discard two cards of the colour of that number, from the lowest level upwards; 4 and 5 move the black cross
by two; 6 moves it by one and shuffles all seven again. That token is in every stack, so a stack never runs out.
"""

from __future__ import annotations

from msgspec.structs import replace

from bottega.games.renaissance.cards import COLOURS, LEVELS
from bottega.games.renaissance.faith import advance, finish
from bottega.games.renaissance.model import COLUMN_GONE, State

TOKENS = (*(f"discard two {colour} cards" for colour in COLOURS), *("black cross +2",) * 2, "black cross +1, shuffle")
EVERY_TOKEN = tuple(range(len(TOKENS)))
FORWARD_TWO = (4, 5)
SHUFFLE = 6
DISCARDS = 2

Grid = tuple[tuple[int, ...], ...]


def column_gone(grid: Grid, colour: int) -> bool:
    """Whether no card of a colour is left at any level."""
    return not any(grid[level * len(COLOURS) + colour] for level in range(LEVELS))


def discard_two(grid: Grid, colour: int) -> Grid:
    """The grid without the two lowest cards of a colour (or the one that is left)."""
    piles = list(grid)
    left = DISCARDS
    for level in range(LEVELS):
        at = level * len(COLOURS) + colour
        gone = min(left, len(piles[at]))
        piles[at] = piles[at][: len(piles[at]) - gone]
        left -= gone
    return tuple(piles)


def reveal(state: State) -> State:
    """The state after Lorenzo's turn: the top token is revealed and done."""
    token = state.tokens[-1]
    state = replace(state, tokens=state.tokens[:-1], token=token)
    if token == SHUFFLE:
        tokens, chance = state.chance.shuffled(EVERY_TOKEN)
        return advance(replace(state, tokens=tokens, chance=chance), (), 0, cross=1)
    if token in FORWARD_TWO:
        return advance(state, (), 0, cross=2)
    grid = discard_two(state.grid, token)
    state = replace(state, grid=grid)
    return finish(state, COLUMN_GONE) if column_gone(grid, token) else state
