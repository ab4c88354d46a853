"""How Masters of Renaissance looks to a searcher.

A network of what a seat has, and of how far it is from every card of the grid, gives its strength; chances follow
from everybody's strengths, and alone from how far Lorenzo has come. What lies pending or will come of productions
counts as if one had it. Which moves come to mind follows from what they lead to at once.

``features`` is also what training sees; whoever changes it trains anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, UNIT, Network, chance_of, learned, shares
from bottega.games.chance import Chance
from bottega.games.renaissance import State, apply, legal, scores, winners
from bottega.games.renaissance.actions import Action, Buy, EndTurn, Move, Revert, Store, Swap
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS, PILES, Amounts
from bottega.games.renaissance.faith import TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import OVER, STORING, TILE_UP, WHITES, Phase, Places, Player
from bottega.games.renaissance.storage import owned

NAME = "renaissance"
POINTS = 16
"""The second output counts the first seat's final points in so many; the first is its chance."""
OUTPUTS = 2
HAND_UNIT = 17.0
"""So much of the greedy bot's judgement is one in the odds to win (as a logarithm)."""
PAR = 4 * UNIT
"""The strength at which a game against Lorenzo is thought to be even."""
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


(_FAITH, _TILES, _BOUGHT, _SCORE, _TOPS, _HELD, _ALL_HELD, _PLAYED, _GRID, _GAIN, _WISH, _HAND, _PHASE, _LOST,
 _ENDING, _TURN, _SOLO, _CROSS, _COLUMN, ROWS) = _places(
    25, 9, 8, 60, _CARD, 4 * _MOST, 30, _LEADER, _CARD * _SHORT, 12, 3 * _WISHED, _LEADER, 7, 6,
    6, 16, 2, 25, 4 * 13,
)  # fmt: skip
_KINDS = sorted({(card.level, card.points) for card in CARDS.values()})


def _kin() -> list[tuple[int, ...]]:
    """For each row the wider rows that training lets it share in: cards of one worth that are short of as much."""
    kin: list[tuple[int, ...]] = [()] * ROWS
    wider = ROWS
    for card in CARDS.values():
        kind = _KINDS.index((card.level, card.points))
        for short in range(_SHORT):
            kin[_GRID + card.id * _SHORT + short] = (
                wider + card.level * _SHORT + short,
                wider + 4 * _SHORT + kind * _SHORT + short,
            )
        kin[_TOPS + card.id] = (wider + (4 + len(_KINDS)) * _SHORT + card.level,)
    wider += (4 + len(_KINDS)) * _SHORT + 4
    for row in range(4 * _MOST):
        kin[_HELD + row] = (wider + row % _MOST,)
    return kin


KIN = _kin()


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
    for leader in range(_LEADER):
        direct[_HAND + leader] = 2.0
    for lost in range(6):
        direct[_LOST + lost] = -1.5 * lost
    for cross in range(25):
        direct[_CROSS + cross] = -1.2 * cross
    return [each / HAND_UNIT for each in direct]


@lru_cache(maxsize=1 << 15)
def _engine(slots: tuple[tuple[int, ...], ...], played: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Points of the cards and leaders, how many cards there are, and the rows for what can be produced."""
    points = sum([CARDS[card].points for slot in slots for card in slot]) + sum(
        [LEADERS[each].points for each in played]
    )
    gain = sum([_gain(slot[-1]) for slot in slots if slot])
    rows = [_TOPS + slot[-1] for slot in slots if slot]
    rows += [_PLAYED + leader for leader in played]
    rows.append(_GAIN + min(gain, 11))
    return points, sum(map(len, slots)), tuple(rows)


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
    """The rows for what a seat has and how far it is from every card; alone, also for how far Lorenzo has come."""
    player = state.players[seat]
    held, lost = _held(state, seat, player)
    faith, on_turn = player.faith, state.seat == seat
    if state.production is not None and on_turn:
        faith = min(24, faith + state.production.faith)
    points, bought, rows = _engine(player.slots, player.played)
    total = sum(held)
    points += TRACK_POINTS[faith] + total // 5
    found = [
        _FAITH + faith,
        _BOUGHT + bought,
        _ALL_HELD + min(total, 29),
        _PHASE + (_PHASES.index(state.phase) if on_turn else 6),
        _LOST + min(max(0, lost), 5),
        _ENDING + state.ending + (2 if seat == 0 else 0),
        _TURN + min(state.turn // (2 * len(state.players)), 15),
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
    found += [_HAND + leader for leader in player.hand]
    if player.played:
        discount = powers(player.played).discount
        held = tuple([count + less for count, less in zip(held, discount, strict=True)])
    tops = tuple([pile[-1] for pile in state.grid if pile])
    heights = tuple(sorted({len(slot) for slot in player.slots}))
    found += _wishes(tops, heights, tuple([count if count < 8 else 8 for count in held]))
    if state.solo:
        columns = len(COLOURS)
        found += [_SOLO, _CROSS + min(state.cross, 24)]
        found += [
            _COLUMN + 13 * colour + sum([len(pile) for pile in state.grid[colour::columns]])
            for colour in range(columns)
        ]
    else:
        found.append(_SOLO + 1)
    return found


def _leading_on(state: State, seat: int) -> list[Action]:
    """What leads on: shelves are rearranged only where that makes room for what could not be stored."""
    every = legal(state, seat)
    actions = [action for action in every if not isinstance(action, Revert | Swap | Move)]
    if state.phase is STORING and not any(isinstance(action, Store) for action in actions):
        for action in every:
            if isinstance(action, Swap | Move):
                room = legal(apply(state, seat, action), seat)
                if any(isinstance(then, Store) for then in room):
                    actions.append(action)
    return actions or every


class Sight:
    """Masters of Renaissance, seen with a network."""

    curiosity = 0.3

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or learned(NAME)

    def appraise(self, state: State) -> tuple[Sequence[int], None]:
        """Everybody's chance to win, out of CHANCE."""
        seats = len(state.players)
        if state.phase is OVER:
            won = winners(state)
            return [CHANCE // len(won) if seat in won else 0 for seat in range(seats)], None
        strengths = [self._strength(state, seat) for seat in range(seats)]
        if seats == 1:
            return [chance_of(strengths[0] - PAR)], None
        if seats == 2:
            chance = chance_of(strengths[0] - strengths[1])
            return (chance, CHANCE - chance), None
        parts = shares(strengths)
        return [CHANCE * part // sum(parts) for part in parts], None

    def _strength(self, state: State, seat: int) -> int:
        rows = features(state, seat)
        return self.network.first(rows, self.network.hidden(rows))

    def points(self, state: State) -> list[float]:
        """Everybody's points at the end, as they are expected."""
        if state.phase is OVER:
            return [float(score.total) for score in scores(state)]
        network = self.network
        return [
            network.others(network.hidden(features(state, seat)))[1] * POINTS / UNIT
            for seat in range(len(state.players))
        ]

    def moves(self, state: State, seat: int, known: None) -> tuple[list[Action], list[int]]:
        """What leads on, and how much each comes to mind by what it leads to at once."""
        actions = _leading_on(state, seat)
        if len(actions) == 1:
            return actions, [CHANCE]
        prospects = [self.appraise(apply(state, seat, action))[0][seat] for action in actions]
        return actions, shares([prospect * UNIT // HEAT for prospect in prospects])

    def glance(self, state: State, seat: int, dice: Dice) -> tuple[list[Action], list[int]]:
        """What leads on, and the chances it leads to, out of CHANCE.

        Alone, what an action brings is told as if the game were even: far ahead or behind, whoever misjudges chances
        would see no difference at all.
        """
        actions = _leading_on(state, seat)
        after = [
            apply(self.covered(state, action) or self.shaken(state, action, dice), seat, action) for action in actions
        ]
        if state.solo:
            now = self._strength(state, seat)
            return actions, [
                self.appraise(each)[0][seat] if each.phase is OVER else chance_of(self._strength(each, seat) - now)
                for each in after
            ]
        return actions, [self.appraise(each)[0][seat] for each in after]

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Every card that can be bought."""
        return isinstance(action, Buy)

    def covered(self, state: State, action: Action) -> State | None:
        """The state in which no card lies below the one that is bought, None if none is."""
        if not isinstance(action, Buy):
            return None
        at = PILES.index(action.pile)
        return replace(state, grid=(*state.grid[:at], state.grid[at][-1:], *state.grid[at + 1 :]))

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
