"""The turn: who may act, and what each action does.

How it works, and what must stay true:

* Every action has one row in ``_RULES``: the phases in which it may be played, the check that says why not, and the
  function that plays it, which trusts the check. ``why_not`` reads the first two, ``apply`` all three. A new action
  without a row cannot be played. The phases are drawn in ``model``.
* A player makes exactly one main action a turn: a market visit, a purchase, or a set of productions. Leaders are
  played and discarded before or after it (START, DONE), never in its middle. Shelves are rearranged at any moment.
* Faith moves last in every action: :func:`~bottega.games.renaissance.faith.advance` may end a solo game at once.
  A red marble moves its marker, with its check, when the line is taken, thus before anything is discarded.
* The last round is called by a 7th card or a marker on 24 and closes after the last seat. A solo game ends at once.
* What is open to a seat is listed by ``legality``, which rests on the same checks, made once for what is alike
  (``storage.why_not_put``, ``storage.affords``, ``leaders.playable``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from msgspec.structs import replace

from bottega.games import core
from bottega.games.core import SKIP, IllegalMove, Skip, check_seat
from bottega.games.refusal import Refusal
from bottega.games.renaissance import leaders, market, setup, solo, storage
from bottega.games.renaissance.actions import (
    END_TURN,
    REVERT,
    SLOTS,
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
from bottega.games.renaissance.cards import CARDS, COLOURS, PILES, RESOURCES, Amounts
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
    Phase,
    Player,
    Production,
    State,
)
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.production import (
    Recipe,
    activate,
    basic_recipe,
    card_recipe,
    collected,
    leader_recipe,
    reverted,
    why_not_activate,
)
from bottega.games.renaissance.scoring import CARDS_TO_END


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now: at set-up all that still have to choose, then the one on turn."""
    if state.phase is SETUP:
        return tuple(seat for seat, player in enumerate(state.players) if not player.ready)
    return () if state.phase is OVER else (state.seat,)


def turn(state: State) -> int:
    """The number of the turn; before the first, minus the number of seats that are still setting up.

    So the clock starts anew for those who choose one after the other.
    """
    return state.turn or -sum(not player.ready for player in state.players)


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase is OVER


def why_not(state: State, seat: int, action: core.Action) -> Refusal | None:
    """Why the seat may not do this now, None if it may."""
    rule = _RULES.get(type(action))
    if rule is None:
        return _NO_SUCH_ACTION
    phase = state.phase
    if phase is OVER:
        return _OVER
    if not 0 <= seat < len(state.players):
        return PHRASES.refusal("no-such-seat", seat=seat)
    if seat != state.seat and phase is not SETUP:
        return _NOT_YOUR_TURN
    if phase not in rule.phases:
        return _NOT_NOW[phase]
    return rule.check(state, seat, action)


def apply(state: State, seat: int, action: core.Action) -> State:
    """The state after the action, or IllegalMove."""
    refusal = why_not(state, seat, action)
    if refusal is not None:
        raise IllegalMove(refusal)
    return _RULES[type(action)].play(state, seat, action)


_NO_SUCH_ACTION = PHRASES.refusal("no-such-action")
_OVER = PHRASES.refusal("over")
_NOT_YOUR_TURN = PHRASES.refusal("not-your-turn")
_NOT_NOW = {
    SETUP: PHRASES.refusal("setup-first"),
    START: PHRASES.refusal("before-main-action"),
    STORING: PHRASES.refusal("store-first"),
    PRODUCING: PHRASES.refusal("productions-first"),
    DONE: PHRASES.refusal("main-action-made"),
}


def reveals(state: State, action: core.Action) -> bool:
    """Whether the legal action turns up a card of a pile or a token of the solo game."""
    if type(action) is Buy:
        return len(state.grid[PILES.index(action.pile)]) > 1
    return state.solo and type(action) in (EndTurn, Skip)


def shows(state: State, action: core.Action) -> bool:
    """Whether the legal action shows the others a leader from the hand."""
    return type(action) is PlayLeader


def _always(state: State, seat: int, action: core.Action) -> None:
    """What is possible whenever its phase is."""


def _with_player(state: State, player: Player) -> State:
    """The state with the board of the seat on turn replaced."""
    seat = state.seat
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _why_not_market(state: State, seat: int, action: Market) -> Refusal | None:
    return market.why_not_visit(action.line)


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


def _why_not_pending(state: State, resource: int) -> Refusal | None:
    if 0 <= resource < len(RESOURCES) and state.pending[resource]:
        return None
    return PHRASES.refusal("not-pending", pending=state.pending)


def _less(pending: Amounts, resource: int) -> Amounts:
    return (*pending[:resource], pending[resource] - 1, *pending[resource + 1 :])


def _why_not_white(state: State, seat: int, action: White) -> Refusal | None:
    if not state.pending[WHITES]:
        return PHRASES.refusal("no-white-marble")
    choices = powers(state.players[seat].played).whites
    return None if action.resource in choices else PHRASES.refusal("not-a-white-choice", choices=choices)


def _white(state: State, seat: int, action: White) -> State:
    pending = list(state.pending)
    pending[WHITES] -= 1
    pending[action.resource] += 1
    return replace(state, pending=tuple(pending))


def _why_not_store(state: State, seat: int, action: Store) -> Refusal | None:
    player = state.players[seat]
    return _why_not_pending(state, action.resource) or storage.why_not_put(
        player.kinds, player.counts, action.resource, action.place
    )


def _store(state: State, seat: int, action: Store) -> State:
    pending = _less(state.pending, action.resource)
    player = storage.put(state.players[seat], action.resource, action.place)
    return replace(
        state,
        players=(*state.players[:seat], player, *state.players[seat + 1 :]),
        pending=pending,
        phase=STORING if any(pending) else DONE,
    )


def _why_not_discard(state: State, seat: int, action: Discard) -> Refusal | None:
    given_up = action.resources
    if len(given_up) == 1:
        return _why_not_pending(state, given_up[0])
    if state.pending[WHITES]:
        return PHRASES.refusal("whites-first")
    if given_up and tuple(sorted(given_up)) == listed(state.pending):
        return None
    return PHRASES.refusal("discard-one-or-all")


def _discard(state: State, seat: int, action: Discard) -> State:
    given_up = action.resources
    pending = _less(state.pending, given_up[0]) if len(given_up) == 1 else NO_PENDING
    state = replace(state, pending=pending, phase=STORING if any(pending) else DONE)
    if state.solo:
        return advance(state, (), 0, cross=len(given_up))
    others = [other for other in range(len(state.players)) if other != seat]
    return advance(state, others, len(given_up))


def _why_not_swap(state: State, seat: int, action: Swap) -> Refusal | None:
    player = state.players[seat]
    return storage.why_not_swap(player.kinds, player.counts, action.first, action.second)


def _swap(state: State, seat: int, action: Swap) -> State:
    return _with_player(state, storage.swap(state.players[seat], action.first, action.second))


def _why_not_move(state: State, seat: int, action: Move) -> Refusal | None:
    player = state.players[seat]
    return storage.why_not_move(player.kinds, player.counts, action.source, action.target)


def _move(state: State, seat: int, action: Move) -> State:
    return _with_player(state, storage.move(state.players[seat], action.source, action.target))


def _why_not_buy(state: State, seat: int, action: Buy) -> Refusal | None:
    if action.pile not in PILES:
        return PHRASES.refusal("no-pile", pile=action.pile)
    if action.slot not in SLOTS:
        return PHRASES.refusal("no-slot", slot=action.slot, first=SLOTS[0], last=SLOTS[-1])
    pile = state.grid[PILES.index(action.pile)]
    if not pile:
        return PHRASES.refusal("pile-empty", pile=action.pile)
    player = state.players[seat]
    card = CARDS[pile[-1]]
    below, held = card.level - 1, len(player.slots[action.slot - 1])
    if held != below:
        if not below:
            return PHRASES.refusal("needs-empty-slot", slot=action.slot, held=held)
        return PHRASES.refusal("needs-lower-card", level=card.level, below=below, slot=action.slot, held=held)
    return storage.why_not_pay(player, leaders.price(player, card.cost), card.cost, action.payment)


def _buy(state: State, seat: int, action: Buy) -> State:
    at = PILES.index(action.pile)
    pile = state.grid[at]
    player = state.players[seat]
    card = CARDS[pile[-1]]
    player = storage.pay(player, leaders.price(player, card.cost), action.payment)
    own = action.slot - 1
    slots = (*player.slots[:own], (*player.slots[own], card.id), *player.slots[own + 1 :])
    state = _with_player(state, replace(player, slots=slots))
    state = replace(state, grid=(*state.grid[:at], pile[:-1], *state.grid[at + 1 :]), phase=DONE)
    full = sum(map(len, slots)) == CARDS_TO_END
    if state.solo and solo.column_gone(state.grid, at % len(COLOURS)):
        return finish(state, COLUMN_GONE)
    if state.solo and full:
        return finish(state, NOT_LOST)
    return replace(state, ending=True) if full else state


_P = TypeVar("_P", ProduceBasic, ProduceCard, ProduceLeader)


def _production(recipe_of: Callable[[Player, _P], Recipe | Refusal]) -> _Rule:
    """The rule of a production with that recipe."""

    def check(state: State, seat: int, action: _P) -> Refusal | None:
        recipe = recipe_of(state.players[seat], action)
        return recipe if isinstance(recipe, Refusal) else why_not_activate(state, recipe, action.payment)

    def play(state: State, seat: int, action: _P) -> State:
        recipe = recipe_of(state.players[seat], action)
        assert isinstance(recipe, Recipe)
        return activate(state, recipe, action.payment)

    return _rule((START, PRODUCING), check, play)


def _collect(state: State, seat: int, action: Collect) -> State:
    under_way = cast(Production, state.production)
    state = replace(_with_player(state, collected(state.players[seat], under_way)), production=None, phase=DONE)
    return advance(state, (seat,), under_way.faith) if under_way.faith else state


def _revert(state: State, seat: int, action: Revert) -> State:
    under_way = cast(Production, state.production)
    return replace(_with_player(state, reverted(state.players[seat], under_way)), production=None, phase=START)


def _why_not_play_leader(state: State, seat: int, action: PlayLeader) -> Refusal | None:
    return leaders.why_not_play(state.players[seat], action.position)


def _play_leader(state: State, seat: int, action: PlayLeader) -> State:
    return _with_player(state, leaders.play(state.players[seat], action.position))


def _why_not_discard_leader(state: State, seat: int, action: DiscardLeader) -> Refusal | None:
    return leaders.why_not_in_hand(state.players[seat], action.position)


def _discard_leader(state: State, seat: int, action: DiscardLeader) -> State:
    return advance(_with_player(state, leaders.discard(state.players[seat], action.position)), (seat,), 1)


def _end_turn(state: State, seat: int, action: EndTurn) -> State:
    if state.solo:
        state = solo.reveal(state)
        return state if state.phase is OVER else replace(state, phase=START, turn=state.turn + 1)
    following = (seat + 1) % len(state.players)
    if state.ending and following == 0:
        return finish(state, NOT_LOST)
    return replace(state, phase=START, seat=following, turn=state.turn + 1)


def _skip(state: State, seat: int, action: Skip) -> State:
    """The turn of somebody who is gone ends: what is pending is dropped without faith, productions are undone."""
    if state.production:
        state = _revert(state, seat, REVERT)
    return _end_turn(replace(state, pending=NO_PENDING), seat, END_TURN)


def skip(state: State, seat: int) -> tuple[core.Action, ...]:
    """The least harmful actions that finish the turn (or the set-up) of someone who is gone."""
    check_seat(seat, len(state.players))
    if seat not in actors(state):
        return ()
    if state.phase is SETUP:
        return setup.default_setup(state.players[seat])
    return (END_TURN,) if state.phase is DONE else (SKIP,)


_A = TypeVar("_A", bound=core.Action)


class _Rule(NamedTuple):
    phases: tuple[Phase, ...]
    check: Callable[[State, int, core.Action], Refusal | None]
    play: Callable[[State, int, core.Action], State]


def _rule(
    phases: tuple[Phase, ...],
    check: Callable[[State, int, _A], Refusal | None],
    play: Callable[[State, int, _A], State],
) -> _Rule:
    """A row of the table; its functions are asked about actions of the row's class only."""
    return _Rule(
        phases,
        cast(Callable[[State, int, core.Action], Refusal | None], check),
        cast(Callable[[State, int, core.Action], State], play),
    )


_OWN_TURN = (START, STORING, PRODUCING, DONE)

_RULES: dict[type[core.Action], _Rule] = {
    Keep: _rule((SETUP,), setup.why_not_keep, setup.keep),
    Bonus: _rule((SETUP,), setup.why_not_bonus, setup.bonus),
    Market: _rule((START,), _why_not_market, _market),
    White: _rule((STORING,), _why_not_white, _white),
    Store: _rule((STORING,), _why_not_store, _store),
    Discard: _rule((STORING,), _why_not_discard, _discard),
    Swap: _rule(_OWN_TURN, _why_not_swap, _swap),
    Move: _rule(_OWN_TURN, _why_not_move, _move),
    Buy: _rule((START,), _why_not_buy, _buy),
    ProduceBasic: _production(basic_recipe),
    ProduceCard: _production(card_recipe),
    ProduceLeader: _production(leader_recipe),
    Collect: _rule((PRODUCING,), _always, _collect),
    Revert: _rule((PRODUCING,), _always, _revert),
    PlayLeader: _rule((START, DONE), _why_not_play_leader, _play_leader),
    DiscardLeader: _rule((START, DONE), _why_not_discard_leader, _discard_leader),
    EndTurn: _rule((DONE,), _always, _end_turn),
    Skip: _rule(_OWN_TURN, _always, _skip),
}
