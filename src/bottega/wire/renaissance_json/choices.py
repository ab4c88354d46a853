"""What a renaissance-json request asks for, as actions of the rules: set-up, shelves, leaders, purchases, turn's end.

Each function takes a request and the game at its arrival and returns the whole batch of actions, or raises
:class:`~bottega.wire.core.machine.BadRequest` with the document's error for it. Only what the rules cannot know is
checked here: indices and names of this protocol, and what the request leaves out. Whether the actions are legal, the
rules say when they are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bottega.games import renaissance
from bottega.games.core import IllegalMove
from bottega.games.renaissance import (
    BOX,
    COLOURS,
    SHELVES,
    Action,
    Bonus,
    Buy,
    DiscardLeader,
    Keep,
    Part,
    Payment,
    Player,
    PlayLeader,
    State,
    queries,
)
from bottega.wire.core.machine import BadRequest, quoted
from bottega.wire.renaissance_json.numbering import pile_name, place_number, resource_number
from bottega.wire.renaissance_json.refusals import (
    LEADER_ACTIVATION,
    LEADER_CHOICE,
    LEADER_DISCARD,
    NO_CARD,
    PURCHASE,
    RESOURCES_CHOICE,
    SHELF_SWAP,
)
from bottega.wire.renaissance_json.requests import (
    BonusChoice,
    BuyDevCard,
    LeaderAction,
    LeaderChoice,
    ResourcesChoice,
    SwapShelves,
    Taken,
)

Actions = Sequence[Action]

# -- set-up -----------------------------------------------------------------------------------------------------------


def keep_leaders(asked: LeaderChoice) -> Actions:
    """req_leader_choice."""
    if asked.ids is None:
        raise BadRequest("choice is missing: it lists the ids of the leaders you keep", LEADER_CHOICE.error)
    return [Keep(tuple(number + 1 for number in asked.ids))]


def choose_resources(asked: ResourcesChoice, state: State, seat: int) -> Actions:
    """req_resources_choice: without shelves, placed by rule."""
    error, entries = RESOURCES_CHOICE.error, asked.entries
    if entries is None:
        raise BadRequest("choice is missing: it says how many of which resource you take", error)
    wanted = [
        (resource_number(entry.resource.type, error), entry.resource.quantity, _shelf(entry)) for entry in entries
    ]
    if any(amount < 0 for _, amount, _ in wanted):
        raise BadRequest("wrong starting resource choice: amounts cannot be negative", error)
    total, due = sum(amount for _, amount, _ in wanted), state.players[seat].bonus
    if total != due:
        raise BadRequest(f"wrong starting resource choice: cannot choose {total} resources, you get {due}", error)
    return _placed([(number, shelf) for number, amount, shelf in wanted for _ in range(amount)], state, seat)


def _shelf(entry: BonusChoice) -> int | None:
    if entry.shelf is None:
        return None
    shelf = place_number(entry.shelf, RESOURCES_CHOICE.error)
    if shelf not in SHELVES:
        raise BadRequest("bonus resources go on shelves 0 to 2", RESOURCES_CHOICE.error)
    return shelf


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
        if renaissance.why_not(state, seat, actions[-1]) is not None:
            break  # the rules will say so of the batch
        state = renaissance.apply(state, seat, actions[-1])
    return actions


# -- secondary actions ------------------------------------------------------------------------------------------------


def swap_shelves(asked: SwapShelves, player: Player) -> Actions:
    """req_swap_shelves; () when the two contents are equal, so that nothing has to move."""
    error, pair = SHELF_SWAP.error, asked.pair
    if len(pair) != 2:
        raise BadRequest("choice names the two shelves that change their contents", error)
    first, second = (place_number(index, error) for index in pair)
    if BOX in (first, second):
        raise BadRequest("nothing moves between the shelves and the strongbox", error)
    if first == second:
        raise BadRequest(f"shelves {pair[0]} and {pair[1]} cannot be swapped: name two different ones", error)
    try:
        return queries.exchange(player, first, second)
    except IllegalMove as illegal:
        reason = SHELF_SWAP.sentence(illegal.refusal)
        raise BadRequest(f"shelves {pair[0]} and {pair[1]} cannot be swapped: {reason}", error) from None


def activate_leaders(asked: LeaderAction, player: Player) -> Actions:
    """req_activate_leader."""
    return [PlayLeader(position) for position in _positions(asked, player, LEADER_ACTIVATION.error)]


def discard_leaders(asked: LeaderAction, player: Player) -> Actions:
    """req_discard_leader."""
    return [DiscardLeader(position) for position in _positions(asked, player, LEADER_DISCARD.error)]


def _positions(asked: LeaderAction, player: Player, error: str) -> list[int]:
    indices = asked.choice
    if indices is None and asked.leader_id is not None:
        if asked.leader_id + 1 not in player.leaders:
            raise BadRequest(f"leader card {asked.leader_id} is not in your hand", error)
        indices = [player.leaders.index(asked.leader_id + 1)]
    if not indices:
        raise BadRequest("choice names no leader", error)
    return [index + 1 for index in indices]


# -- buying a card ----------------------------------------------------------------------------------------------------


def buy_card(asked: BuyDevCard) -> Actions:
    """req_buy_dev_card."""
    pile = _pile(asked)
    if not asked.res_choice:
        raise BadRequest(
            "res_choice is missing or empty: it says from which shelf each resource is taken", PURCHASE.error
        )
    paid = payment((entry.taken for entry in asked.res_choice), PURCHASE.error)
    return [Buy(pile, asked.slot_index + 1, paid)]


def _pile(asked: BuyDevCard) -> str:
    if asked.row_index is not None and asked.col_index is not None:
        row, column = asked.row_index, asked.col_index
        missing = f"there is no card at row {row}, column {column}: rows are 0 to 2, columns 0 to 3"
    elif asked.level is not None and asked.color is not None:
        colour = asked.color.lower()
        row, column = asked.level - 1, COLOURS.index(colour) if colour in COLOURS else -1
        missing = f"there is no {quoted(asked.color)} card of level {asked.level}"
    else:
        raise BadRequest("name the card by row_index and col_index, or by level and color", NO_CARD)
    pile = pile_name(row, column)
    if pile is None:
        raise BadRequest(missing, NO_CARD)
    return pile


def payment(parts: Iterable[Taken], error: str) -> Payment:
    """What is taken from where, or BadRequest."""
    paid = []
    for name, index, amount in parts:
        part = Part(resource_number(name, error), place_number(index, error), amount)
        if amount < 1:
            raise BadRequest(f"{amount} {name} cannot be taken: amounts are at least 1", error)
        paid.append(part)
    return tuple(paid)
