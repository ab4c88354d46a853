"""Moves as protocols of whole moves want them: a market visit, a purchase, all productions of a turn, in one request.

The rules' actions are smaller. So a client gathers them in a *draft*, which is played on its own copy of the game only,
until they make a whole move (:func:`whole`); :func:`can_be_said` tells what may come next. What a draft amounts to
(:class:`Visit`, :class:`Purchase`, :class:`Order`) is then said in the words of each protocol.

What must stay true: whatever is listed can be said. A protocol of whole moves cannot rearrange shelves between two
stored resources, discards what is left of a visit at once, and lets two places change their whole contents only; what
is drafted is not taken back by a request, but forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from bottega.games import renaissance
from bottega.games.core import Action as AnyAction
from bottega.games.core import IllegalMove
from bottega.games.refusal import Phrasebook
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    Bonus,
    Buy,
    Discard,
    Market,
    Move,
    Payment,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import Amounts
from bottega.games.renaissance.market import WHITE
from bottega.games.renaissance.model import PRODUCING, SETUP, STORING, Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.storage import amounts_of

PHRASES = Phrasebook(
    "renaissance-client", {"not-at-once": "this protocol has no word for {action} in the middle of this move"}
)
Producing = ProduceBasic | ProduceCard | ProduceLeader


def drafted(state: State, seat: int, draft: Sequence[AnyAction]) -> State:
    """The game as it would be after a draft, or IllegalMove."""
    for action in draft:
        state = renaissance.apply(state, seat, action)
    return state


def whole(state: State, seat: int, draft: Sequence[AnyAction]) -> bool:
    """Whether a draft is a whole move."""
    after = drafted(state, seat, draft)
    if state.phase is SETUP:
        return not isinstance(draft[-1], Bonus) or not after.players[seat].bonus
    return after.phase not in (STORING, PRODUCING)


def can_be_said(state: State, seat: int, draft: Sequence[AnyAction], action: AnyAction) -> bool:
    """Whether an action that is legal after a draft can come next in a protocol of whole moves."""
    if isinstance(action, Discard):
        return len(action.resources) == sum(state.pending)
    if isinstance(action, Revert):
        return False  # nothing was said yet: the draft is forgotten
    if not isinstance(action, Swap | Move):
        return True
    if any(not isinstance(made, Market | Swap | Move) for made in draft):
        return False
    return isinstance(action, Swap) or exchanges(state.players[seat], action)


def exchanges(player: Player, move: Move) -> bool:
    """Whether moving one piece is all that it takes for two places to change their contents."""
    try:
        return queries.exchange(player, move.source, move.target) == (move,)
    except IllegalMove:
        return False


def check(state: State, seat: int, draft: Sequence[AnyAction]) -> None:
    """IllegalMove if a draft cannot be said."""
    for at, action in enumerate(draft):
        if not can_be_said(state, seat, draft[:at], action):
            raise IllegalMove(PHRASES.refusal("not-at-once", action=str(action)))
        state = renaissance.apply(state, seat, action)


def parted(draft: Sequence[AnyAction]) -> list[list[AnyAction]]:
    """A whole move as requests: what rearranges shelves comes before the visit that it makes room for."""
    moved: list[list[AnyAction]] = [[action] for action in draft if isinstance(action, Swap | Move)]
    rest = [action for action in draft if not isinstance(action, Swap | Move)]
    return [*moved, rest] if rest else moved


# -- what a draft amounts to ------------------------------------------------------------------------------------------


class Visit(msgspec.Struct, frozen=True):
    """A whole market visit: what each marble of the line becomes, what is stored where, what is discarded."""

    line: str
    white: tuple[bool, ...]
    """Which marbles of the line are white and had to be chosen for."""
    gains: tuple[int | None, ...]
    whites: tuple[int, ...]
    """What was chosen for white marbles, in the order of the line."""
    stored: dict[tuple[int, int], int]
    """How many of a resource at a place."""
    discarded: tuple[int, ...]


def visit(state: State, seat: int, draft: Sequence[AnyAction]) -> Visit:
    """The market visit that a draft begins with."""
    market = draft[0]
    assert isinstance(market, Market)
    whites = [action.resource for action in draft if isinstance(action, White)]
    left = iter(whites)
    given = queries.gains(state, seat, market.line)
    gains = tuple(next(left) if gain == WHITE else gain for gain in given)
    stored = Counter((action.resource, action.place) for action in draft if isinstance(action, Store))
    given_up = tuple(resource for action in draft if isinstance(action, Discard) for resource in action.resources)
    return Visit(market.line, tuple(gain == WHITE for gain in given), gains, tuple(whites), dict(stored), given_up)


class Purchase(msgspec.Struct, frozen=True):
    """A card that is bought: where it lies, the slot for it (1-3), and what is paid from where."""

    level: int
    colour: int
    slot: int
    payment: Payment


def purchase(state: State, seat: int, buy: Buy) -> Purchase:
    """What a purchase is paid with, if that is left open: all discounts, and the house's order."""
    card, player = queries.top(state, buy.pile), state.players[seat]
    assert card is not None
    paid = buy.payment or queries.payment(player, queries.price(player, card))
    return Purchase(card.level, card.colour, buy.slot, paid)


class Order(msgspec.Struct, frozen=True):
    """A production: its number (0 basic, 1-3 slots, 4-5 leaders), what was chosen, and what is paid from where."""

    number: int
    inputs: tuple[int, ...]
    output: int | None
    payment: Payment


def orders(state: State, seat: int, draft: Sequence[AnyAction]) -> list[Order]:
    """All productions of a draft."""
    found = []
    for action in draft:
        if isinstance(action, Producing):
            found.append(_order(state.players[seat], action))
        state = renaissance.apply(state, seat, action)
    return found


def _order(player: Player, action: Producing) -> Order:
    number = (
        BASIC
        if isinstance(action, ProduceBasic)
        else (action.slot if isinstance(action, ProduceCard) else FIRST_LEADER + action.number - 1)
    )
    inputs = action.inputs if isinstance(action, ProduceBasic) else ()
    offer = next(offer for offer in queries.offers(player) if offer.number == number)
    paid = action.payment or queries.payment(player, _sum(offer.inputs, amounts_of(inputs)))
    return Order(number, inputs, None if isinstance(action, ProduceCard) else action.output, paid)


def _sum(some: Amounts, more: Amounts) -> Amounts:
    return tuple(one + other for one, other in zip(some, more, strict=True))
