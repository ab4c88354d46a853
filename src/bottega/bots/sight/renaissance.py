"""How Masters of Renaissance looks to a searcher.

A network of what a seat has, how far it is from every card of the grid, and how far the others have come gives its
strength; chances follow from everybody's strengths. Alone there is another network, which is told how far Lorenzo has
come. What lies pending or will come of productions counts as if one had it. Which moves come to mind follows from what
they lead to at once.

``features`` is also what training sees; whoever changes it trains anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from msgspec.structs import replace

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, UNIT, Network, chance_of, learned, shares
from bottega.games.chance import Chance
from bottega.games.renaissance import State, apply, legal, scores, winners
from bottega.games.renaissance.actions import (
    END_TURN,
    Action,
    Buy,
    Discard,
    DiscardLeader,
    EndTurn,
    Move,
    ProduceBasic,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS, PILES, Amounts
from bottega.games.renaissance.faith import TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import DONE, OVER, START, STORING, TILE_UP, WHITES, Phase, Places, Player
from bottega.games.renaissance.storage import affords, owned

NAME, NAME_ALONE = "renaissance", "renaissance_alone"
POINTS = 16
"""The second output counts the seat's final points in so many; the first is its strength."""
HAND_UNIT = 17.0
"""So much of the greedy bot's judgement is one in the odds to win (as a logarithm)."""
HEAT = CHANCE // 40
"""An action that brings so much less chance comes to mind e times less."""
_SHORT = 8
"""Short of six resources or more is all the same; the last is a card that fits into no slot."""
_PHASES = tuple(Phase)
_CARD = 49
_LEADER = 17
_MOST = 12
_WISHED = 16
SHELVES, DEPOT_ROOM = 3, 2


def _places(*sizes: int) -> list[int]:
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + size)
    return begins


(_FAITH, _TILES, _BOUGHT, _SCORE, _TOPS, _READY, _HELD, _ALL_HELD, _SHELVED, _PLAYED, _GRID, _GAIN, _WISH, _HAND,
 _SLOTS, _PHASE, _LOST, _ENDING, _TURN, _THEIR_CARDS, _THEIR_FAITH, _COLUMN, ROWS) = _places(
    25, 9, 8, 60, _CARD, _CARD, 4 * _MOST, 30, 11, _LEADER, _CARD * _SHORT, 12, 3 * _WISHED, 4 * _LEADER,
    64, 7, 6, 6, 32, 8, 25, 4 * 13,
)  # fmt: skip


def by_hand() -> list[float]:
    """What each row is worth by the judgement of the greedy bot: where training begins."""
    direct = [0.0] * ROWS
    blocks = (
        (_SCORE, 60, 2.0), (_BOUGHT, 8, 3.0), (_FAITH, 25, 0.9), (_GAIN, 12, 1.0), (_WISH, _WISHED, 0.8),
        *((_HELD + _MOST * kind, 6, 0.6) for kind in range(4)),
    )  # fmt: skip
    for begin, size, each in blocks:
        for count in range(size):
            direct[begin + count] = each * count
    for kind in range(4):
        for count in range(6, _MOST):
            direct[_HELD + _MOST * kind + count] = 0.6 * 5
    for leader in range(4 * _LEADER):
        direct[_HAND + leader] = 2.0
    for lost in range(6):
        direct[_LOST + lost] = -1.5 * lost
    return [each / HAND_UNIT for each in direct]


@lru_cache(maxsize=1 << 15)
def _engine(slots: tuple[tuple[int, ...], ...], played: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Points of the cards and leaders, how many cards there are, and the rows for what can be produced."""
    points = sum([CARDS[card].points for slot in slots for card in slot]) + sum(
        [LEADERS[each].points for each in played]
    )
    gain = sum([_gain(slot[-1]) for slot in slots if slot])
    low, middle, high = sorted(map(len, slots))
    rows = [_TOPS + slot[-1] for slot in slots if slot]
    rows += [_PLAYED + leader for leader in played]
    rows.append(_GAIN + min(gain, 11))
    rows.append(_SLOTS + 16 * low + 4 * middle + high)
    return points, low + middle + high, tuple(rows)


@lru_cache(maxsize=1 << 15)
def _ready(slots: tuple[tuple[int, ...], ...], held: Amounts) -> tuple[int, ...]:
    """The rows for the cards whose productions could be paid."""
    return tuple([_READY + slot[-1] for slot in slots if slot and affords(held, CARDS[slot[-1]].inputs)])


@lru_cache(maxsize=1 << 15)
def _in_hand(hand: tuple[int, ...], slots: tuple[tuple[int, ...], ...], held: Amounts) -> tuple[int, ...]:
    """The rows for leaders in hand, by how many cards and resources each still asks for."""
    rows = []
    for leader in hand:
        card = LEADERS[leader]
        lacks = sum([max(0, need - have) for need, have in zip(card.needs_resources, held, strict=True)])
        for colour, needed in enumerate(card.needs_cards):
            if needed:
                has = [own for slot in slots for own in slot if CARDS[own].colour == colour]
                lacks += max(0, needed - sum([card.needs_level in (0, CARDS[own].level) for own in has]))
        rows.append(_HAND + 4 * leader + min(3, lacks))
    return tuple(rows)


def _gain(card: int) -> int:
    return sum(CARDS[card].outputs) + CARDS[card].faith


@lru_cache(maxsize=1 << 16)
def _wishes(tops: tuple[int, ...], heights: tuple[int, ...], held: Amounts) -> tuple[int, ...]:
    """The rows for the cards of the grid, by what somebody who has that much is short of."""
    rows: list[int] = []
    near = [0, 0, 0]
    for top in tops:
        card = CARDS[top]
        short = 7
        if card.level - 1 in heights:
            cost = card.cost
            short = 0
            for need, have in zip(cost, held, strict=True):
                if need > have:
                    short += need - have
            short = min(short, 6)
            near.append((6 + card.points) * 2 // (2 + short))
        rows.append(_GRID + top * _SHORT + short)
    near.sort(reverse=True)
    rows += [_WISH + _WISHED * place + min(wish, _WISHED - 1) for place, wish in enumerate(near[:3])]
    return tuple(rows)


@lru_cache(maxsize=1 << 14)
def _room(kinds: Places, counts: Places, pending: Amounts) -> tuple[int, ...]:
    """How much of what is pending finds room, resource by resource, if shelves are rearranged; white marbles do."""
    shelved = [0, 0, 0, 0]
    for kind, count in zip(kinds[:SHELVES], counts[:SHELVES], strict=True):
        if count:
            shelved[kind] += count
    taken = [0, 0, 0, 0]
    for kind, count in zip(kinds[SHELVES:], counts[SHELVES:], strict=True):
        if kind >= 0:
            taken[kind] = min(pending[kind], DEPOT_ROOM - count)
    wanted = [have + more - put for have, more, put in zip(shelved, pending, taken, strict=False)]
    there = sorted(range(4), key=lambda resource: (shelved[resource] > 0, wanted[resource]), reverse=True)[:SHELVES]
    there.sort(key=wanted.__getitem__, reverse=True)
    for resource, room in zip(there, (3, 2, 1), strict=True):
        taken[resource] += max(0, min(wanted[resource], room) - shelved[resource])
    return tuple(taken)


def _held(state: State, seat: int, player: Player) -> tuple[Amounts, int]:
    """What a seat has and will have of what is under way, and how much of that it will have to give up."""
    have = owned(player)
    if state.seat == seat:
        if state.production is not None:
            return tuple([count + coming for count, coming in zip(have, state.production.outputs, strict=True)]), 0
        if state.phase is STORING:
            stored = _room(player.kinds, player.counts, state.pending)
            held = tuple([count + coming for count, coming in zip(have, stored, strict=True)])
            return held, sum(state.pending[:WHITES]) - sum(stored)
    return have, 0


def features(state: State, seat: int) -> list[int]:
    """The rows for what a seat has, how far it is from every card, and how far the others, or Lorenzo, have come."""
    player = state.players[seat]
    held, lost = _held(state, seat, player)
    faith, on_turn, slots = player.faith, state.seat == seat, player.slots
    shelved = sum(player.counts)
    if on_turn:
        if state.production is not None:
            faith = min(24, faith + state.production.faith)
        elif state.phase is STORING:
            shelved += sum(state.pending[:WHITES]) - lost
    points, bought, rows = _engine(slots, player.played)
    total = sum(held)
    points += TRACK_POINTS[faith] + total // 5
    found = [
        _FAITH + faith,
        _BOUGHT + bought,
        _ALL_HELD + min(total, 29),
        _SHELVED + min(shelved, 10),
        _PHASE + (_PHASES.index(state.phase) if on_turn else 6),
        _LOST + min(max(0, lost), 5),
        _ENDING + state.ending + (2 if seat == 0 else 0),
        _TURN + min(state.turn // len(state.players), 31),
        *rows,
    ]
    for place, tile in enumerate(player.tiles):
        found.append(_TILES + 3 * place + tile)
        if tile == TILE_UP:
            points += TILE_POINTS[place]
    found.append(_SCORE + min(points, 59))
    at = _HELD
    for count in held:
        found.append(at + (count if count < _MOST else _MOST - 1))
        at += _MOST
    found += _ready(slots, held)
    if len(player.played) + len(player.discarded) < len(player.leaders):
        found += _in_hand(player.hand, slots, held)
    if player.played:
        discount = powers(player.played).discount
        held = tuple([count + less for count, less in zip(held, discount, strict=True)])
    tops = tuple([pile[-1] for pile in state.grid if pile])
    heights = tuple(sorted({len(slot) for slot in slots}))
    found += _wishes(tops, heights, tuple([count if count < 8 else 8 for count in held]))
    if state.solo:
        columns = len(COLOURS)
        found.append(_THEIR_FAITH + state.cross)
        found += [
            _COLUMN + 13 * colour + sum([len(pile) for pile in state.grid[colour::columns]])
            for colour in range(columns)
        ]
    else:
        others = [other for other in state.players if other is not player]
        found.append(_THEIR_CARDS + min(7, max([sum(map(len, other.slots)) for other in others])))
        found.append(_THEIR_FAITH + max([other.faith for other in others]))
    return found


def leading_on(state: State, seat: int) -> list[Action]:
    """What leads on, and of what comes to the same in the end one.

    White marbles are turned first, leaders discarded after the main action. Shelves are rearranged, and things given
    up, only where nothing can be stored; if there is room for everything, kind after kind is stored.
    """
    every = legal(state, seat)
    if state.phase is STORING:
        return _storing(state, seat, every) or every
    idle = _IDLE_AT_START if state.phase is START else _IDLE
    return [
        action
        for action in every
        if type(action) not in idle and not (type(action) is ProduceBasic and action.output in action.inputs)
    ] or every


_IDLE = (Revert, Swap, Move)
_IDLE_AT_START = (*_IDLE, DiscardLeader)


def _storing(state: State, seat: int, every: list[Action]) -> list[Action]:
    """What leads on while things are pending."""
    pending, player = state.pending, state.players[seat]
    if pending[WHITES]:
        return [action for action in every if type(action) is White]
    stores = [action for action in every if type(action) is Store]
    if stores:
        if sum(_room(player.kinds, player.counts, pending)) < sum(pending):
            return list(stores)
        return [action for action in stores if action.resource == stores[0].resource]
    found: list[Action] = []
    for action in every:
        if isinstance(action, Swap | Move):
            room = legal(apply(state, seat, action), seat)
            if any(isinstance(then, Store) for then in room):
                found.append(action)
    given_up = [action for action in every if type(action) is Discard]
    return [*found, *given_up[-1:]]


class Sight:
    """Masters of Renaissance, seen with a network."""

    curiosity = 0.3

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or learned(NAME)
        self._given = network

    @cached_property
    def alone(self) -> Network:
        """The network for one."""
        return self._given or learned(NAME_ALONE)

    def appraise(self, state: State) -> tuple[Sequence[int], None]:
        """Everybody's chance to win, out of CHANCE."""
        seats = len(state.players)
        if state.phase is OVER:
            won = winners(state)
            return [CHANCE // len(won) if seat in won else 0 for seat in range(seats)], None
        strengths = [self._strength(state, seat) for seat in range(seats)]
        if seats == 1:
            return [chance_of(strengths[0])], None
        if seats == 2:
            chance = chance_of(strengths[0] - strengths[1])
            return (chance, CHANCE - chance), None
        parts = shares(strengths)
        return [CHANCE * part // sum(parts) for part in parts], None

    def _strength(self, state: State, seat: int) -> int:
        rows, network = features(state, seat), self.alone if state.solo else self.network
        return network.first(rows, network.hidden(rows))

    def points(self, state: State) -> list[float]:
        """Everybody's points at the end, as they are expected."""
        if state.phase is OVER:
            return [float(score.total) for score in scores(state)]
        network = self.alone if state.solo else self.network
        return [
            network.others(network.hidden(features(state, seat)))[1] * POINTS / UNIT
            for seat in range(len(state.players))
        ]

    def moves(self, state: State, seat: int, known: None) -> tuple[list[Action], list[int]]:
        """What leads on, and how much each comes to mind by what it leads to at once."""
        actions = leading_on(state, seat)
        if len(actions) == 1:
            return actions, [CHANCE]
        prospects = [self.appraise(apply(state, seat, action))[0][seat] for action in actions]
        return actions, shares([prospect * UNIT // HEAT for prospect in prospects])

    def glance(self, state: State, seat: int, dice: Dice) -> tuple[list[Action], list[int]]:
        """What leads on, and the chances it leads to, out of CHANCE.

        Alone, what an action brings is told as if the game were even: far ahead or behind, whoever misjudges chances
        would see no difference at all. To end the turn then brings what the turn has brought: Lorenzo's token is luck.
        """
        actions = leading_on(state, seat)
        if not state.solo:
            after = [apply(self.covered(state, action) or state, seat, action) for action in actions]
            return actions, [self.appraise(each)[0][seat] for each in after]
        now = self._strength(state, seat)
        found = []
        for action in actions:
            if isinstance(action, EndTurn):
                found.append(CHANCE // 2)
                continue
            then = apply(self.covered(state, action) or self.shaken(state, action, dice), seat, action)
            over = then.phase is OVER
            found.append(self.appraise(then)[0][seat] if over else chance_of(self._strength(then, seat) - now))
        return actions, found

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Every card that can be bought."""
        return isinstance(action, Buy)

    def covered(self, state: State, action: Action) -> State | None:
        """The state in which no card lies below the one that is bought, None if none is, or if that were the last."""
        if not isinstance(action, Buy):
            return None
        at = PILES.index(action.pile)
        columns = len(COLOURS)
        if len(state.grid[at]) < 2 or (state.solo and sum(map(bool, state.grid[at % columns :: columns])) == 1):
            return None
        return replace(state, grid=(*state.grid[:at], state.grid[at][-1:], *state.grid[at + 1 :]))

    def carried_on(self, state: State) -> State:
        """A turn ends when nothing is left to do in it; not alone, where that is Lorenzo's turn."""
        if state.phase is not DONE or state.solo or state.players[state.seat].hand:
            return state
        return apply(state, state.seat, END_TURN)

    def secretive(self, state: State, seat: int) -> bool:
        """Whether others have leaders in hand."""
        return any(player.hand for other, player in enumerate(state.players) if other != seat)

    def shaken(self, state: State, action: Action, dice: Dice) -> State:
        """The state with another card below the one that is bought, other tokens to come, and other chance."""
        if isinstance(action, Buy):
            at = PILES.index(action.pile)
            pile = state.grid[at]
            if len(pile) < 3:
                return state
            grid = list(state.grid)
            grid[at] = (*dice.shuffled(pile[:-1]), pile[-1])
            return replace(state, grid=tuple(grid))
        if isinstance(action, EndTurn) and state.solo:
            return replace(
                state, tokens=tuple(dice.shuffled(state.tokens)), chance=Chance(dice.seed(), state.chance.drawn)
            )
        return state
