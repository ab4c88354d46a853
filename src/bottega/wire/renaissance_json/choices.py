"""What a renaissance-json request asks for, as actions of the rules: set-up, shelves, leaders, purchases.

Each function takes a request and the state at its arrival and returns the whole batch of actions, or raises
:class:`Wrong` with the document's error for it. The forms of the document and those of its authors' next version are
both read; which keys belong to which is said at each shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bottega.games import renaissance
from bottega.games.core import IllegalMove
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    BOX,
    END_TURN,
    Action,
    Bonus,
    Buy,
    Discard,
    DiscardLeader,
    Keep,
    Part,
    Payment,
    PlayLeader,
    Store,
    White,
)
from bottega.games.renaissance.cards import CARDS, COLOURS, LEVELS, PILES
from bottega.games.renaissance.model import STORING, WHITES, Player, State
from bottega.games.renaissance.setup import KEPT
from bottega.wire.core.loose_json import Object, fit
from bottega.wire.renaissance_json.words import ALPHABETICAL, RESOURCES, STRONGBOX, from_zero

Actions = Sequence[Action]

_RESOURCE_NUMBERS = {name.lower(): number for number, name in enumerate(RESOURCES)}


class Wrong(Exception):
    """A request that cannot be carried out: the type of the error that answers it, and why."""

    def __init__(self, kind: str, msg: str) -> None:
        super().__init__(msg)
        self.kind = kind
        self.msg = msg


def resource_number(name: str, kind: str) -> int:
    """The resource of a name in any case, or Wrong."""
    number = _RESOURCE_NUMBERS.get(name.lower())
    if number is None:
        raise Wrong(kind, f"there is no resource {name!r}: resources are {', '.join(ALPHABETICAL)}")
    return number


def place_number(index: int | str, kind: str) -> int:
    """The place of a shelf index (0-2 shelves, 3-4 leader depots, 5 or "strongbox"), or Wrong."""
    if index == STRONGBOX or index == "strongbox":
        return BOX
    if isinstance(index, str) or not 0 <= index < STRONGBOX:
        raise Wrong(kind, f"there is no shelf {index}: shelves are 0 to 2, leader depots 3 and 4, the strongbox 5")
    return index + 1


def body(request: Object) -> tuple[Object, bool]:
    """The fields of a request and whether they lie in ``choice``, as the document has it."""
    choice = request.get("choice")
    return (choice, True) if isinstance(choice, dict) else (request, False)


# -- set-up ---------------------------------------------------------------------------------------------------------


class _Leaders(msgspec.Struct):
    choice: list[int] | None = None
    leaders_id: list[int] | None = None
    """The next version's name."""


def keep_leaders(request: Object, state: State, seat: int) -> Actions:
    """req_leader_choice."""
    asked = fit(request, _Leaders)
    ids = asked.choice if asked.choice is not None else asked.leaders_id
    if ids is None:
        raise Wrong("err_leader_choice", "choice is missing: it lists the ids of the leaders you keep")
    offered = state.players[seat].offered
    listed = ", ".join(map(str, ids[:8]))
    if any(number + 1 not in offered for number in ids):
        ours = ", ".join(str(leader - 1) for leader in offered)
        raise Wrong("err_leader_choice", f"invalid leader cards chosen: {listed}; you were offered {ours}")
    if len(ids) != KEPT or len(set(ids)) != KEPT:
        raise Wrong("err_leader_choice", f"invalid leader cards chosen: {listed}; keep {KEPT} different ones")
    return [Keep(tuple(number + 1 for number in ids))]


class _Kind(msgspec.Struct):
    type: str
    quantity: int = 1


class _Bonus(msgspec.Struct):
    """One entry of the list forms: ``{"res":"Coin","amount":1,"shelf":1}`` or ``{"shelf":1,"res":{"type":…}}``."""

    res: str | _Kind
    amount: int = 1
    shelf: int | None = None


class _Resources(msgspec.Struct):
    choice: dict[str, int] | list[_Bonus] | None = None
    init_res: list[_Bonus] | None = None


def choose_resources(request: Object, state: State, seat: int) -> Actions:
    """req_resources_choice: as a map, placed by rule; or as a list with shelves."""
    kind = "err_resources_choice"
    asked = fit(request, _Resources)
    chosen = asked.choice if asked.choice is not None else asked.init_res
    if chosen is None:
        raise Wrong(kind, "choice is missing: it says how many of which resource you take")
    entries: list[tuple[int, int, int | None]]
    if isinstance(chosen, dict):
        entries = [(resource_number(name, kind), amount, None) for name, amount in chosen.items()]
    else:
        entries = [_bonus(entry, kind) for entry in chosen]
    due = state.players[seat].bonus
    if any(amount < 0 for _, amount, _ in entries):
        raise Wrong(kind, "wrong starting resource choice: amounts cannot be negative")
    total = sum(amount for _, amount, _ in entries)
    if total != due:
        raise Wrong(kind, f"wrong starting resource choice: cannot choose {total} resources, you get {due}")
    wanted = [(number, shelf) for number, amount, shelf in entries for _ in range(amount)]
    return _placed(wanted, state, seat)


def _bonus(entry: _Bonus, kind: str) -> tuple[int, int, int | None]:
    name, amount = (entry.res, entry.amount) if isinstance(entry.res, str) else (entry.res.type, entry.res.quantity)
    shelf = None if entry.shelf is None else place_number(entry.shelf, kind)
    if shelf is not None and shelf > 3:
        raise Wrong(kind, "bonus resources go on shelves 0 to 2")
    return resource_number(name, kind), amount, shelf


def _placed(wanted: list[tuple[int, int | None]], state: State, seat: int) -> Actions:
    """Two equal resources without a shelf lie on shelf 1, any other on the first shelf that takes it."""
    twice = len(wanted) > 1 and len(set(wanted)) == 1
    actions: list[Action] = []
    for number, shelf in wanted:
        if shelf is None:
            fitting = [
                action.shelf
                for action in renaissance.legal(state, seat)
                if isinstance(action, Bonus) and action.resource == number and not (twice and action.shelf == 1)
            ]
            shelf = fitting[0] if fitting else 1
        actions.append(Bonus(number, shelf))
        try:
            state = renaissance.apply(state, seat, actions[-1])
        except IllegalMove as refused:
            raise Wrong("err_resources_choice", from_zero(refused.reason)) from None
    return actions


# -- secondary actions ----------------------------------------------------------------------------------------------


class _Swap(msgspec.Struct):
    choice: list[int | str] | None = None
    shelves: list[int | str] | None = None
    """The next version's name."""


def swap_shelves(request: Object, state: State, seat: int) -> Actions:
    """req_swap_shelves; () when the two contents are equal, so that nothing has to move."""
    kind = "err_shelf_swap"
    asked = fit(request, _Swap)
    chosen = asked.choice if asked.choice is not None else asked.shelves
    if chosen is None or len(chosen) != 2:
        raise Wrong(kind, "choice names the two shelves that change their contents")
    first, second = (place_number(index, kind) for index in chosen)
    if BOX in (first, second):
        raise Wrong(kind, "nothing moves between the shelves and the strongbox")
    if first == second:
        raise Wrong(kind, f"shelves {chosen[0]} and {chosen[1]} cannot be swapped: name two different ones")
    try:
        return queries.exchange(state.players[seat], first, second)
    except IllegalMove as refused:
        reason = from_zero(refused.reason)
        raise Wrong(kind, f"shelves {chosen[0]} and {chosen[1]} cannot be swapped: {reason}") from None


class _LeaderActions(msgspec.Struct):
    choice: list[int] | None = None
    leader_id: int | None = None
    """The next version's form: the card's id instead of its place in the hand."""


def activate_leaders(request: Object, state: State, seat: int) -> Actions:
    """req_activate_leader."""
    return [PlayLeader(position) for position in _positions(request, state.players[seat], "err_leader_activation")]


def discard_leaders(request: Object, state: State, seat: int) -> Actions:
    """req_discard_leader."""
    player = state.players[seat]
    positions = _positions(request, player, "err_leader_discard")
    for position in positions:
        if player.leaders[position - 1] in player.played:
            index = position - 1
            raise Wrong("err_leader_discard", f"leader {index} cannot be discarded: leader {index} is active")
    return [DiscardLeader(position) for position in positions]


def _positions(request: Object, player: Player, kind: str) -> list[int]:
    asked = fit(request, _LeaderActions)
    indices = asked.choice
    if indices is None and asked.leader_id is not None:
        if asked.leader_id + 1 not in player.leaders:
            raise Wrong(kind, f"leader card {asked.leader_id} is not in your hand")
        indices = [player.leaders.index(asked.leader_id + 1)]
    if not indices:
        raise Wrong(kind, "choice names no leader")
    for index in indices:
        if not 0 <= index < len(player.leaders):
            raise Wrong(kind, f"leader {index} does not exist: your leaders are 0 and 1")
    return [index + 1 for index in indices]


# -- buying a card --------------------------------------------------------------------------------------------------


class _Paid(msgspec.Struct):
    """``{"res_type":"Coin","shelf_index":1,"amount":2}``; the next version says ``quantity``."""

    res_type: str
    shelf_index: int | str
    amount: int | None = None
    quantity: int | None = None


class _Purchase(msgspec.Struct):
    """A card by row and column or, in the next version, by level and colour."""

    slot_index: int
    row_index: int | None = None
    col_index: int | None = None
    level: int | None = None
    color: str | None = None
    res_choice: list[_Paid] | None = None


def buy_card(request: Object, state: State, seat: int) -> Actions:
    """req_buy_dev_card."""
    asked = fit(body(request)[0], _Purchase)
    pile = _pile(asked)
    card = queries.top(state, pile)
    if card is None:
        raise Wrong("err_dev_card_choice", "that pile is empty: no card is for sale there")
    slots = state.players[seat].slots
    if not 0 <= asked.slot_index < len(slots):
        raise Wrong("err_slot_choice", f"there is no slot {asked.slot_index}: slots are 0 to {len(slots) - 1}")
    if len(slots[asked.slot_index]) != card.level - 1:
        top = slots[asked.slot_index][-1:]
        holds = f"has a card of level {CARDS[top[0]].level} on top" if top else "is empty"
        needs = "an empty slot" if card.level == 1 else f"a card of level {card.level - 1} below it"
        raise Wrong("err_slot_choice", f"a card of level {card.level} needs {needs}; slot {asked.slot_index} {holds}")
    kind = "err_payment_shelf_choice"
    if not asked.res_choice:
        raise Wrong(kind, "res_choice is missing: it says from which shelf each resource is taken")
    parts = ((entry.res_type, entry.shelf_index, _amount(entry)) for entry in asked.res_choice)
    return [Buy(pile, asked.slot_index + 1, payment(parts, kind))]


def _amount(entry: _Paid) -> int:
    return next((amount for amount in (entry.amount, entry.quantity) if amount is not None), 1)


def _pile(asked: _Purchase) -> str:
    kind = "err_dev_card_choice"
    if asked.row_index is not None and asked.col_index is not None:
        row, column = asked.row_index, asked.col_index
        if not (0 <= row < LEVELS and 0 <= column < len(COLOURS)):
            raise Wrong(kind, f"there is no card at row {row}, column {column}: rows are 0 to 2, columns 0 to 3")
    elif asked.level is not None and asked.color is not None:
        if asked.level - 1 not in range(LEVELS) or asked.color.lower() not in COLOURS:
            raise Wrong(kind, f"there is no {asked.color!r} card of level {asked.level}")
        row, column = asked.level - 1, COLOURS.index(asked.color.lower())
    else:
        raise Wrong(kind, "name the card by row_index and col_index, or by level and color")
    return PILES[row * len(COLOURS) + column]


def payment(parts: Iterable[tuple[str, int | str, int]], kind: str) -> Payment:
    """What is taken from where, or Wrong."""
    paid = []
    for name, index, amount in parts:
        if amount < 1:
            raise Wrong(kind, f"{amount} {name} cannot be taken: amounts are at least 1")
        paid.append(Part(resource_number(name, kind), place_number(index, kind), amount))
    return tuple(paid)


# -- the end of a turn ----------------------------------------------------------------------------------------------


def end_turn(request: Object, state: State, seat: int) -> Actions:
    """req_turn_end. What another dialect's market visit left pending is stored where it fits, the rest discarded."""
    settled: list[Action] = []
    while state.phase == STORING:
        listed = renaissance.legal(state, seat)
        if state.pending[WHITES]:
            action: Action = next(one for one in listed if isinstance(one, White))
        else:
            store = (one for one in listed if isinstance(one, Store))
            action = next(store, Discard(queries.pending(state)))
        settled.append(action)
        state = renaissance.apply(state, seat, action)
    return settled if renaissance.over(state) else [*settled, END_TURN]
