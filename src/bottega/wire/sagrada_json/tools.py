"""From a ``toolcard`` message to the actions it stands for.

The document uses a tool with one message where the rules take several steps; the steps are played as one batch, all or
nothing, so that a message the rules refuse anywhere has cost nothing. Only tool 11 takes two messages, because its
player must see a colour before choosing a value: the first pays and draws, the second sets the value.
"""

from __future__ import annotations

from collections.abc import Callable

from bottega.games import GAMES
from bottega.games.core import IllegalMove, apply_all
from bottega.games.sagrada import Action, Back, Change, Move, PickDie, PickTrack, Place, SetValue, State, UseTool
from bottega.games.sagrada.cards import COLOUR_OF, COLUMNS, NO_DIE, ROWS
from bottega.games.sagrada.queries import tool_stage, track_index_of_colour
from bottega.games.sagrada.tools import FLUX_REMOVER
from bottega.wire.sagrada_json.words import Toolcard, ToolcardA, ToolcardB, ToolcardC, ToolcardD, ToolcardE

Plan = tuple[Action, ...]


class Wrong(Exception):
    """A request that makes no sense before the rules are even asked."""


LETTERS: dict[str, type[Toolcard]] = {
    "toolcardA": ToolcardA,
    "toolcardB": ToolcardB,
    "toolcardC": ToolcardC,
    "toolcardD": ToolcardD,
    "toolcardE": ToolcardE,
}
"""The fields of each message."""


def cell(x: int, y: int) -> int:
    """The space in column x, row y."""
    if not (0 <= x < COLUMNS and 0 <= y < ROWS):
        raise Wrong(f"a window has columns 0 to {COLUMNS - 1} and rows 0 to {ROWS - 1}")
    return y * COLUMNS + x


def pool_die(state: State, index: int) -> int:
    """The die at that place of the draft pool."""
    if not 0 <= index < len(state.pool):
        raise Wrong(f"the draft pool has dice 0 to {len(state.pool) - 1}")
    return state.pool[index]


def awaits_value(state: State) -> bool:
    """Whether tool 11 has drawn a die whose value is still to be chosen."""
    return tool_stage(state) == (FLUX_REMOVER, "value")


def plan(state: State, seat: int, card: Toolcard) -> Plan:
    """The actions that a message about a tool stands for, or Wrong."""
    return _PLANS[card.num][1](state, seat, card)


def right_letter(card: Toolcard) -> bool:
    """Whether there is such a tool and it is used with this message."""
    return card.num in _PLANS and _PLANS[card.num][0] is type(card)


def _picked(state: State, index: int) -> PickDie:
    """The die at that place of the draft pool, even if an equal one comes before it: it is changed where it lies."""
    die = pool_die(state, index)
    return PickDie(die) if state.pool.index(die) == index else PickDie(die, index)


def _turn_by_one(state: State, seat: int, card: ToolcardA) -> Plan:
    if card.action not in (0, 1):
        raise Wrong("action is 0 for down, 1 for up")
    return UseTool(card.num), _picked(state, card.die_index), Change(up=card.action == 1)


def _swap(state: State, seat: int, card: ToolcardA) -> Plan:
    return UseTool(card.num), _picked(state, card.die_index), PickTrack(card.action)


def _pick(state: State, seat: int, card: ToolcardA) -> Plan:
    return UseTool(card.num), _picked(state, card.die_index)


def _fetch(state: State, seat: int, card: ToolcardA) -> Plan:
    if awaits_value(state):
        return (SetValue(card.action),)
    if card.action != 0:
        raise Wrong("the value of a new die is chosen after it was drawn with action 0")
    return _pick(state, seat, card)


def _first_move(card: ToolcardB) -> Move:
    return Move(cell(card.x, card.y), cell(card.a, card.b))


def _second_move(card: ToolcardC) -> Move:
    return Move(cell(card.x2, card.y2), cell(card.a2, card.b2))


def _move(state: State, seat: int, card: ToolcardB) -> Plan:
    return UseTool(card.num), _first_move(card)


def _two_moves(state: State, seat: int, card: ToolcardC) -> Plan:
    return UseTool(card.num), _first_move(card), _second_move(card)


def _moves_of_a_colour(state: State, seat: int, card: ToolcardC) -> Plan:
    """No field names a colour: it is that of the first die. One move alone is ended by leaving the tool."""
    first = _first_move(card)
    die = state.players[seat].board[first.source]
    index = None if die == NO_DIE else track_index_of_colour(state, COLOUR_OF[die])
    if index is None:
        raise Wrong("the first die's colour is not on the round track")
    steps: Plan = (UseTool(card.num), PickTrack(index), first)
    if (card.x2, card.y2, card.a2, card.b2) != (-1, -1, -1, -1):
        return (*steps, _second_move(card))
    return (*steps, Back()) if _unfinished(state, seat, steps) else steps


def _unfinished(state: State, seat: int, steps: Plan) -> bool:
    """Whether the tool would still be in use after these steps."""
    try:
        after = apply_all(GAMES["sagrada"], state, seat, steps)[-1].after
    except IllegalMove as refused:
        raise Wrong(refused.reason) from None
    assert isinstance(after, State)
    return after.work is not None


def _place(state: State, seat: int, card: ToolcardD) -> Plan:
    return UseTool(card.num), Place(pool_die(state, card.die_index), cell(card.x, card.y))


def _use(state: State, seat: int, card: ToolcardE) -> Plan:
    return (UseTool(card.num),)


_PLANS: dict[int, tuple[type[Toolcard], Callable[..., Plan]]] = {
    1: (ToolcardA, _turn_by_one),
    2: (ToolcardB, _move),
    3: (ToolcardB, _move),
    4: (ToolcardC, _two_moves),
    5: (ToolcardA, _swap),
    6: (ToolcardA, _pick),
    7: (ToolcardE, _use),
    8: (ToolcardD, _place),
    9: (ToolcardD, _place),
    10: (ToolcardA, _pick),
    11: (ToolcardA, _fetch),
    12: (ToolcardC, _moves_of_a_colour),
}
"""Which message each tool is used with, and what it means."""
