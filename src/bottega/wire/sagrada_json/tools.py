"""From a ``toolcard`` message to the actions it stands for.

The document uses a tool with one message where the rules take several steps; the steps are played as one batch, all or
nothing, so that a message the rules refuse anywhere has cost nothing. Only tool 11 takes two messages, because its
player must see a colour before choosing a value: the first pays and draws, the second sets the value.

Each of the five messages has a table of the tools that it uses and what they make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from bottega.games.core import IllegalMove
from bottega.games.sagrada import Action, Back, Change, Move, PickDie, PickTrack, Place, Stage, State, UseTool
from bottega.games.sagrada.cards import COLOUR_OF, COLUMNS, NO_DIE, ROWS
from bottega.games.sagrada.queries import tool_stage, track_index_of_colour
from bottega.games.sagrada.rules import apply
from bottega.games.sagrada.tools import FLUX_REMOVER
from bottega.wire.core.machine import BadRequest
from bottega.wire.sagrada_json.messages import Toolcard, ToolcardA, ToolcardB, ToolcardC, ToolcardD, ToolcardE

C = TypeVar("C", bound=Toolcard)

Batch = tuple[Action, ...]
Tools = Mapping[int, Callable[[State, int, C], Batch]]
"""What a message stands for, by the tool it names: a function of the game, the seat and the message."""


def cell(x: int, y: int) -> int:
    """The space in column x, row y."""
    if not (0 <= x < COLUMNS and 0 <= y < ROWS):
        raise BadRequest(f"a window has columns 0 to {COLUMNS - 1} and rows 0 to {ROWS - 1}")
    return y * COLUMNS + x


def pool_die(state: State, index: int) -> int:
    """The die at that place of the draft pool."""
    if not 0 <= index < len(state.pool):
        raise BadRequest(f"the draft pool has dice 0 to {len(state.pool) - 1}")
    return state.pool[index]


def awaits_value(state: State) -> bool:
    """Whether tool 11 has drawn a die whose value is still to be chosen."""
    return tool_stage(state) == (FLUX_REMOVER, Stage.VALUE)


# -- toolcardA: a die of the draft pool -------------------------------------------------------------------------------


def _picked(state: State, index: int) -> PickDie:
    """The die at that place of the draft pool, even if an equal one comes before it: it is changed where it lies."""
    die = pool_die(state, index)
    return PickDie(die) if state.pool.index(die) == index else PickDie(die, index)


def _turn_by_one(state: State, seat: int, card: ToolcardA) -> Batch:
    if card.action not in (0, 1):
        raise BadRequest("action is 0 for down, 1 for up")
    return UseTool(card.num), _picked(state, card.die_index), Change(up=card.action == 1)


def _swap(state: State, seat: int, card: ToolcardA) -> Batch:
    return UseTool(card.num), _picked(state, card.die_index), PickTrack(card.action)


def _pick(state: State, seat: int, card: ToolcardA) -> Batch:
    return UseTool(card.num), _picked(state, card.die_index)


def _fetch(state: State, seat: int, card: ToolcardA) -> Batch:
    if card.action != 0:
        raise BadRequest("the value of a new die is chosen after it was drawn with action 0")
    return _pick(state, seat, card)


POOL_TOOLS: Tools[ToolcardA] = {1: _turn_by_one, 5: _swap, 6: _pick, 10: _pick, 11: _fetch}

# -- toolcardB and toolcardC: dice of the window ----------------------------------------------------------------------


def _first_move(card: ToolcardB) -> Move:
    return Move(cell(card.x, card.y), cell(card.a, card.b))


def _second_move(card: ToolcardC) -> Move:
    return Move(cell(card.x2, card.y2), cell(card.a2, card.b2))


def _move(state: State, seat: int, card: ToolcardB) -> Batch:
    return UseTool(card.num), _first_move(card)


def _two_moves(state: State, seat: int, card: ToolcardC) -> Batch:
    return UseTool(card.num), _first_move(card), _second_move(card)


def _moves_of_a_colour(state: State, seat: int, card: ToolcardC) -> Batch:
    """No field names a colour: it is that of the first die. One move alone is ended by leaving the tool."""
    first = _first_move(card)
    die = state.players[seat].board[first.source]
    index = None if die == NO_DIE else track_index_of_colour(state, COLOUR_OF[die])
    if index is None:
        raise BadRequest("the first die's colour is not on the round track")
    steps: Batch = (UseTool(card.num), PickTrack(index), first)
    if (card.x2, card.y2, card.a2, card.b2) != (-1, -1, -1, -1):
        return (*steps, _second_move(card))
    return (*steps, Back()) if _unfinished(state, seat, steps) else steps


def _unfinished(state: State, seat: int, steps: Batch) -> bool:
    """Whether the tool would still be in use after these steps."""
    try:
        for step in steps:
            state = apply(state, seat, step)
    except IllegalMove as refused:
        raise BadRequest(str(refused)) from None
    return state.work is not None


MOVE_TOOLS: Tools[ToolcardB] = {2: _move, 3: _move}
MOVES_TOOLS: Tools[ToolcardC] = {4: _two_moves, 12: _moves_of_a_colour}

# -- toolcardD and toolcardE: a placement, and nothing to choose ------------------------------------------------------


def _place(state: State, seat: int, card: ToolcardD) -> Batch:
    return UseTool(card.num), Place(pool_die(state, card.die_index), cell(card.x, card.y))


def _use(state: State, seat: int, card: ToolcardE) -> Batch:
    return (UseTool(card.num),)


PLACE_TOOLS: Tools[ToolcardD] = {8: _place, 9: _place}
BARE_TOOLS: Tools[ToolcardE] = {7: _use}
