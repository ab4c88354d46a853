"""The turn: who may act, and what each action does.

How it works, and what must stay true:

* Every action has one row in ``_RULES``: the phases in which it may be played, and the function that plays it. A new
  action without a row cannot be played. The phases are drawn in ``model``.
* A player makes exactly one main action a turn: a market visit, a purchase, or a set of productions. Leaders are
  played and discarded before or after it (START, DONE), never in its middle. Shelves are rearranged at any moment.
* Faith moves last in every action: :func:`~bottega.games.renaissance.faith.advance` may end a solo game at once.
  A red marble moves its marker, with its check, when the line is taken, thus before anything is discarded.
* The last round is called by a 7th card or a marker on 24 and closes after the last seat. A solo game ends at once.
* What is open to a seat is listed by ``legality``; what is refused, and why, is said here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from msgspec.structs import replace

from bottega.games.core import SKIP, IllegalMove, Skip
from bottega.games.renaissance import leaders, market, setup, solo, storage
from bottega.games.renaissance.actions import (
    END_TURN,
    REVERT,
    Action,
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS, COLOURS, PILES, RESOURCES, Amounts, spell
from bottega.games.renaissance.faith import advance, finish
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.legality import listed
from bottega.games.renaissance.model import (
    COLUMN_GONE,
    DONE,
    NO_PENDING,
    NOT_LOST,
    OVER,
    PRODUCING,
    SETUP,
    START,
    STORING,
    WHITES,
    Player,
    Production,
    State,
)
from bottega.games.renaissance.production import (
    activate,
    basic_recipe,
    card_recipe,
    collected,
    leader_recipe,
    reverted,
)
from bottega.games.renaissance.scoring import CARDS_TO_END


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now: at set-up all that still have to choose, then the one on turn."""
    if state.phase == SETUP:
        return tuple(seat for seat, player in enumerate(state.players) if not player.ready)
    return () if state.phase == OVER else (state.seat,)


def turn(state: State) -> int:
    """The number of the turn; before the first, minus the number of seats that are still setting up.

    So the clock starts anew for those who choose one after the other.
    """
    return state.turn or -sum(not player.ready for player in state.players)


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == OVER


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action, or IllegalMove."""
    phase = state.phase
    rule = _RULES.get(type(action))
    if rule is None:
        raise IllegalMove("that is no move of Masters of Renaissance")
    if phase == OVER:
        raise IllegalMove("the game is over")
    if seat not in range(len(state.players)):
        raise IllegalMove(f"there is no seat {seat} at this table")
    if phase != SETUP and seat != state.seat:
        raise IllegalMove("it is not your turn")
    phases, play = rule
    if phase not in phases:
        raise IllegalMove(_WHY_NOT_NOW[phase])
    return play(state, seat, action)


_WHY_NOT_NOW = {
    SETUP: "choose your leaders and bonus resources first; turns start when everybody has",
    START: "that is not possible before your main action: visit the market, buy a card or produce",
    STORING: "first store or discard what you took from the market",
    PRODUCING: "first finish your productions, or revert them",
    DONE: "you have made your main action; you may still play or discard leaders, then end your turn",
}


def _with_player(state: State, player: Player) -> State:
    """The state with the board of the seat on turn replaced."""
    seat = state.seat
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _market(state: State, seat: int, action: Market) -> State:
    taken = market.marbles(state.market, action.line)
    pending, faith = market.gains(taken, powers(state.players[seat].played).whites)
    state = replace(
        state,
        market=market.push(state.market, action.line),
        pending=pending,
        phase=STORING if any(pending) else DONE,
    )
    return advance(state, (seat,), faith) if faith else state


def _less_pending(state: State, resource: int) -> Amounts:
    """What stays pending without one resource, or IllegalMove."""
    pending = state.pending
    if resource not in range(len(RESOURCES)) or not pending[resource]:
        raise IllegalMove(f"that is not pending; you still have to place {spell(pending[:WHITES])}")
    return (*pending[:resource], pending[resource] - 1, *pending[resource + 1 :])


def _white(state: State, seat: int, action: White) -> State:
    if not state.pending[WHITES]:
        raise IllegalMove("no white marble is waiting for a choice")
    choices = powers(state.players[seat].played).whites
    if action.resource not in choices:
        names = " or ".join(RESOURCES[resource] for resource in choices)
        raise IllegalMove(f"your leaders turn a white marble into a {names}")
    pending = list(state.pending)
    pending[WHITES] -= 1
    pending[action.resource] += 1
    return replace(state, pending=tuple(pending))


def _store(state: State, seat: int, action: Store) -> State:
    pending = _less_pending(state, action.resource)
    player = storage.put(state.players[seat], action.resource, action.place)
    return replace(
        state,
        players=(*state.players[:seat], player, *state.players[seat + 1 :]),
        pending=pending,
        phase=STORING if any(pending) else DONE,
    )


def _discard(state: State, seat: int, action: Discard) -> State:
    given_up = action.resources
    if len(given_up) == 1:
        pending = _less_pending(state, given_up[0])
    elif state.pending[WHITES]:
        raise IllegalMove("first choose what your white marbles are; then all can be discarded at once")
    elif given_up and tuple(sorted(given_up)) == listed(state.pending):
        pending = NO_PENDING
    else:
        raise IllegalMove("discard resources one by one, or all that are left at once")
    state = replace(state, pending=pending, phase=STORING if any(pending) else DONE)
    if state.solo:
        return advance(state, (), 0, cross=len(given_up))
    others = [other for other in range(len(state.players)) if other != seat]
    return advance(state, others, len(given_up))


def _swap(state: State, seat: int, action: Swap) -> State:
    return _with_player(state, storage.swap(state.players[seat], action.first, action.second))


def _move(state: State, seat: int, action: Move) -> State:
    return _with_player(state, storage.move(state.players[seat], action.source, action.target))


def _buy(state: State, seat: int, action: Buy) -> State:
    if action.pile not in PILES or action.slot not in (1, 2, 3):
        raise IllegalMove("a purchase names a pile (G1 to P3) and a slot (1 to 3)")
    at = PILES.index(action.pile)
    pile = state.grid[at]
    if not pile:
        raise IllegalMove(f"pile {action.pile} is empty")
    player = state.players[seat]
    card = CARDS[pile[-1]]
    slot = player.slots[action.slot - 1]
    if len(slot) != card.level - 1:
        needs = f"on a card of level {card.level - 1}" if card.level > 1 else "in an empty slot"
        raise IllegalMove(f"a card of level {card.level} goes {needs}, and slot {action.slot} holds {len(slot)} cards")
    player = storage.pay(player, leaders.price(player, card.cost), card.cost, action.payment)
    slots = (*player.slots[: action.slot - 1], (*slot, card.id), *player.slots[action.slot :])
    state = _with_player(state, replace(player, slots=slots))
    state = replace(state, grid=(*state.grid[:at], pile[:-1], *state.grid[at + 1 :]), phase=DONE)
    full = sum(map(len, slots)) == CARDS_TO_END
    if state.solo and solo.column_gone(state.grid, at % len(COLOURS)):
        return finish(state, COLUMN_GONE)
    if state.solo and full:
        return finish(state, NOT_LOST)
    return replace(state, ending=True) if full else state


def _produce_basic(state: State, seat: int, action: ProduceBasic) -> State:
    return activate(state, basic_recipe(state.players[seat], action), action.payment)


def _produce_card(state: State, seat: int, action: ProduceCard) -> State:
    return activate(state, card_recipe(state.players[seat], action), action.payment)


def _produce_leader(state: State, seat: int, action: ProduceLeader) -> State:
    return activate(state, leader_recipe(state.players[seat], action), action.payment)


def _collect(state: State, seat: int, action: Collect) -> State:
    under_way = cast(Production, state.production)
    state = replace(_with_player(state, collected(state.players[seat], under_way)), production=None, phase=DONE)
    return advance(state, (seat,), under_way.faith) if under_way.faith else state


def _revert(state: State, seat: int, action: Revert) -> State:
    under_way = cast(Production, state.production)
    return replace(_with_player(state, reverted(state.players[seat], under_way)), production=None, phase=START)


def _play_leader(state: State, seat: int, action: PlayLeader) -> State:
    return _with_player(state, leaders.play(state.players[seat], action.position))


def _discard_leader(state: State, seat: int, action: DiscardLeader) -> State:
    return advance(_with_player(state, leaders.discard(state.players[seat], action.position)), (seat,), 1)


def _end_turn(state: State, seat: int, action: EndTurn) -> State:
    if state.solo:
        state = solo.reveal(state)
        return state if state.phase == OVER else replace(state, phase=START, turn=state.turn + 1)
    following = (seat + 1) % len(state.players)
    if state.ending and following == 0:
        return finish(state, NOT_LOST)
    return replace(state, phase=START, seat=following, turn=state.turn + 1)


def _skip(state: State, seat: int, action: Skip) -> State:
    """The turn of somebody who is gone ends: what is pending is dropped without faith, productions are undone."""
    if state.production:
        state = _revert(state, seat, REVERT)
    return _end_turn(replace(state, pending=NO_PENDING), seat, END_TURN)


def skip(state: State, seat: int) -> tuple[Action, ...]:
    """The least harmful actions that finish the turn (or the set-up) of someone who is gone."""
    if seat not in actors(state):
        return ()
    if state.phase == SETUP:
        return setup.default_setup(state.players[seat])
    return (END_TURN,) if state.phase == DONE else (SKIP,)


_A = TypeVar("_A", bound=Action)
_Rule = tuple[frozenset[str], Callable[[State, int, Action], State]]


def _in(phases: tuple[str, ...], play: Callable[[State, int, _A], State]) -> _Rule:
    return frozenset(phases), cast(Callable[[State, int, Action], State], play)


_OWN_TURN = (START, STORING, PRODUCING, DONE)

_RULES: dict[type[Action], _Rule] = {
    Keep: _in((SETUP,), setup.keep),
    Bonus: _in((SETUP,), setup.bonus),
    Market: _in((START,), _market),
    White: _in((STORING,), _white),
    Store: _in((STORING,), _store),
    Discard: _in((STORING,), _discard),
    Swap: _in(_OWN_TURN, _swap),
    Move: _in(_OWN_TURN, _move),
    Buy: _in((START,), _buy),
    ProduceBasic: _in((START, PRODUCING), _produce_basic),
    ProduceCard: _in((START, PRODUCING), _produce_card),
    ProduceLeader: _in((START, PRODUCING), _produce_leader),
    Collect: _in((PRODUCING,), _collect),
    Revert: _in((PRODUCING,), _revert),
    PlayLeader: _in((START, DONE), _play_leader),
    DiscardLeader: _in((START, DONE), _discard_leader),
    EndTurn: _in((DONE,), _end_turn),
    Skip: _in(_OWN_TURN, _skip),
}
