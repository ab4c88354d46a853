"""How well somebody stands in Masters of Renaissance: points, productions, resources, and the next card within reach.

What was taken from the market is judged as it would lie once it is stored, in the plainest way.
"""

from __future__ import annotations

from bottega.games.renaissance import apply, legal
from bottega.games.renaissance.actions import (
    Action,
    Discard,
    DiscardLeader,
    EndTurn,
    Move,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS, LEADERS, Amounts, DevelopmentCard
from bottega.games.renaissance.leaders import price
from bottega.games.renaissance.model import STORING, Player, State
from bottega.games.renaissance.scoring import score
from bottega.games.renaissance.storage import owned

POINT, CARD, FAITH, OTHERS_FAITH, RESOURCE, LEADER = 2.0, 3.0, 0.7, 1.8, 0.6, 1.2
ENGINE = 1.5
"""What a production is worth for everything that it gives beyond what it takes."""
NEXT_CARD = 8.0
ENOUGH = 5
"""More of one resource than this is no help."""
COSTS: dict[type, float] = {Swap: 0.3, Move: 0.3, DiscardLeader: 0.2, EndTurn: 0.1}
"""Actions that are only worth it if they lead somewhere."""
_MOST_STEPS = 12


def candidates(state: State, seat: int) -> list[Action]:
    """Everything that leads on: shelves are rearranged only to make room for what was just taken."""
    actions = legal(state, seat)
    idle: tuple[type, ...] = (Revert,) if state.phase == STORING else (Revert, Swap, Move)
    return [action for action in actions if not isinstance(action, idle)] or actions


def outlook(state: State, seat: int, action: Action) -> float:
    """How well the seat stands after the action, compared with the others' faith."""
    after = _stored(apply(state, seat, action), seat)
    player = after.players[seat]
    others = [other.faith for number, other in enumerate(after.players) if number != seat] or [after.cross]
    held = _held(after, seat)
    return (
        POINT * score(seat, player).total
        + CARD * sum(map(len, player.slots))
        + FAITH * (player.faith + _faith_coming(after, seat))
        - OTHERS_FAITH * sum(others) / len(others)
        + RESOURCE * sum(min(count, ENOUGH) for count in held)
        + ENGINE * sum(_gain(CARDS[slot[-1]]) for slot in player.slots if slot)
        + LEADER * len(player.hand)
        + NEXT_CARD * _next_card(after, player, held)
        + sum(0.01 * LEADERS[leader].points for leader in player.leaders)
        - COSTS.get(type(action), 0.0)
    )


def _stored(state: State, seat: int) -> State:
    """The state once everything pending is put away: stored where it can be, else given up."""
    for _ in range(_MOST_STEPS):
        if state.phase != STORING or state.seat != seat:
            break
        actions = legal(state, seat)
        for kind in (Store, White, Discard):
            found = next((action for action in actions if isinstance(action, kind)), None)
            if found is not None:
                break
        if found is None:
            break
        state = apply(state, seat, found)
    return state


def _held(state: State, seat: int) -> Amounts:
    """What the seat has, with what its productions under way will give."""
    have = owned(state.players[seat])
    if state.production is None or state.seat != seat:
        return have
    return tuple(count + coming for count, coming in zip(have, state.production.outputs, strict=True))


def _faith_coming(state: State, seat: int) -> int:
    return state.production.faith if state.production is not None and state.seat == seat else 0


def _gain(card: DevelopmentCard) -> float:
    return sum(card.outputs) + card.faith - 0.8 * sum(card.inputs)


def _next_card(state: State, player: Player, held: Amounts) -> float:
    """How near the best card is that would fit into a slot, from 0 to about 2."""
    heights = {len(slot) for slot in player.slots}
    best = 0.0
    for pile in state.grid:
        if not pile:
            continue
        card = CARDS[pile[-1]]
        if card.level - 1 not in heights:
            continue
        cost = price(player, card.cost)
        short = sum(max(0, need - have) for need, have in zip(cost, held, strict=True))
        best = max(best, (0.6 + 0.1 * card.points) / (1 + 0.5 * short))
    return best
