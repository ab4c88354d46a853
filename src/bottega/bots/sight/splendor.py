"""How Splendor looks to a searcher.

A network (``bots/duel.py``) is told what the seat on turn and another have, and how far both are from every card and
noble on the table: it gives the chance of the one to be ahead of the other, and the moves that come to mind. With two
seats that is all; with more, everybody is compared with everybody, and chances follow from the products.

What a seat has is summed up once and remembered (``Sight.hidden``), since of two positions that follow each other one
side is mostly the same. ``features`` is what training sees; whoever changes it trains anew, and changes
``trials/learning/swift`` with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bottega.bots.dice import Dice
from bottega.bots.duel import LIFT, Duel, learned
from bottega.bots.network import CHANCE, SHIFT, UNIT, chance_of, shares
from bottega.games.splendor import CARDS, GOLD, NOBLES, apply, legal, winners
from bottega.games.splendor.actions import (
    BUY,
    CHOOSE_NOBLE,
    PASS,
    RESERVE,
    RESERVE_TOP,
    TAKE_DIFFERENT,
    TAKE_TWO,
    Action,
    Buy,
    Reserve,
    ReserveTop,
    Return,
)
from bottega.games.splendor.model import EMPTY, Phase, Player, State
from bottega.games.splendor.prices import SHORT_MASK, SHORT_SHIFT, callers, shortfalls
from bottega.games.splendor.tokens import Gems, Tokens

NAME = "splendor"
SHORT = 8
"""Short of seven tokens or more: all the same."""
NEED = 10
"""Nine tokens or more to pay after bonuses: all the same."""
_PRESTIGE, _COUNT, _HELD, _NEAR, _BOUGHT, _ROUNDS = 23, 8, 14, 10, 24, 16
_FULL_SHORT, _FULL_NEED = SHORT - 1, NEED - 1


def _places(*sizes: int) -> list[int]:
    """Where each of several blocks of rows begins, and where the last ends."""
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + size)
    return begins


(_PRESTIGE_AT, _BONUS_AT, _TOKEN_AT, _HELD_AT, _HAND_AT, _BOUGHT_AT, _REACH_AT, _NOBLE_AT, _TABLE_AT, _NEED_AT,
 _RESERVED_AT, SEAT_ROWS) = _places(
    _PRESTIGE, 5 * _COUNT, 6 * _COUNT, _HELD, 4, _BOUGHT, _PRESTIGE, len(NOBLES) * _NEAR, len(CARDS) * SHORT,
    len(CARDS) * NEED, len(CARDS) * SHORT,
)  # fmt: skip
"""The rows of one side: of the seat on turn first, then, as many again, of the other."""
_BANK_AT, _FIRST_AT, _ROUND_AT, _PHASE_AT, ROWS = (
    2 * SEAT_ROWS + begin for begin in _places(6 * _COUNT, 2, _ROUNDS, 3)
)
_PHASES = {Phase.MAIN: 0, Phase.RETURN: 1, Phase.NOBLE: 2}

TAKES = (*TAKE_DIFFERENT[1], *TAKE_DIFFERENT[2], *TAKE_DIFFERENT[3], *TAKE_TWO)
PLACE_OF: dict[Action, int] = {
    action: place for place, action in enumerate((*TAKES, *BUY, *RESERVE, *RESERVE_TOP, *CHOOSE_NOBLE, PASS))
}
"""The output that stands for an action."""
_PLACE_OF_ONE = {id(action): place for action, place in PLACE_OF.items()}
"""The same for the very actions that ``legal`` hands out, which exist once: to hash one would take longer."""
_BUY_AT, _KEEP_AT, _TOP_AT = PLACE_OF[BUY[0]], PLACE_OF[RESERVE[0]], PLACE_OF[RESERVE_TOP[0]]
_CARD_AT = {place + card.id: card.id for card in CARDS for place in (_BUY_AT, _KEEP_AT)}
_GIVEN = len(PLACE_OF)
"""Where the outputs for returned tokens begin, one a colour."""
MOVES = _GIVEN + 6
POINTS = 10
"""Prestige at the end is counted in tens."""
_BUY_NEED, _BUY_THEIRS, _KEEP_MINE, _KEEP_THEIRS, DIRECT = _places(
    len(CARDS) * NEED, len(CARDS) * SHORT, len(CARDS) * SHORT, len(CARDS) * SHORT
)
"""What else speaks for buying or reserving a card: how near it is to the one who does so, and to the other."""

_NOBLE_COSTS = tuple(tuple((colour, cost) for colour, cost in enumerate(noble.cost) if cost) for noble in NOBLES)
_BONUS_OF = tuple(card.bonus for card in CARDS)
_PRESTIGE_OF = tuple(card.prestige for card in CARDS)
_NO_TOKENS: Tokens = (0, 0, 0, 0, 0, 0)
REMEMBERED = 1 << 15
"""So many sums of rows are remembered for each side."""


@lru_cache(maxsize=1 << 14)
def _far(bonuses: Gems) -> tuple[int, ...]:
    """The rows for each noble, by how many bonuses it still asks for."""
    lacking = [sum([max(0, cost - bonuses[colour]) for colour, cost in costs]) for costs in _NOBLE_COSTS]
    return tuple([_NOBLE_AT + noble * _NEAR + min(_NEAR - 1, each) for noble, each in enumerate(lacking)])


@lru_cache(maxsize=1 << 14)
def _built(bonuses: Gems, cards: int, prestige: int) -> tuple[int, ...]:
    """The rows for what was bought."""
    return (
        _PRESTIGE_AT + min(prestige, _PRESTIGE - 1),
        _BOUGHT_AT + min(cards, _BOUGHT - 1),
        *[_BONUS_AT + _COUNT * colour + min(count, _COUNT - 1) for colour, count in enumerate(bonuses)],
    )


@lru_cache(maxsize=1 << 14)
def _purse(tokens: Tokens) -> tuple[int, ...]:
    """The rows for tokens."""
    return (_HELD_AT + sum(tokens), *[_TOKEN_AT + _COUNT * kind + count for kind, count in enumerate(tokens)])


@lru_cache(maxsize=1 << 12)
def needs(bonuses: Gems) -> tuple[int, ...]:
    """For each card how many tokens it costs after bonuses, up to nine."""
    lacks = shortfalls(_NO_TOKENS, bonuses)
    return tuple([min(lacks >> shift & SHORT_MASK, _FULL_NEED) for shift in SHORT_SHIFT])


@lru_cache(maxsize=1 << 12)
def _welcome(bonuses: Gems, bonus: int) -> frozenset[int]:
    """The nobles that would come to somebody with one bonus more."""
    white, blue, green, red, black = [count + (colour == bonus) for colour, count in enumerate(bonuses)]
    return callers((white, blue, green, red, black))


def rows_of(player: Player, face_up: tuple[int, ...], nobles: tuple[int, ...]) -> list[int]:
    """The rows for what a player has and how far that is from what lies on the table, as of the seat on turn."""
    tokens, bonuses = player.tokens, player.bonuses
    lacks, gold = shortfalls(tokens, bonuses), tokens[GOLD]
    rows = [_HAND_AT + len(player.reserved), *_built(bonuses, len(player.cards), player.prestige), *_purse(tokens)]
    asks = needs(bonuses)
    near = []
    for card in face_up:
        if card >= 0:
            short = (lacks >> SHORT_SHIFT[card] & SHORT_MASK) - gold
            if short <= 0:
                short = 0
                near.append(card)
            elif short > 7:
                short = 7
            rows.append(_TABLE_AT + SHORT * card + short)
            rows.append(_NEED_AT + NEED * card + asks[card])
    for card in player.reserved:
        if card >= 0:
            short = (lacks >> SHORT_SHIFT[card] & SHORT_MASK) - gold
            if short <= 0:
                short = 0
                near.append(card)
            elif short > 7:
                short = 7
            rows.append(_RESERVED_AT + SHORT * card + short)
    best = 0
    for card in near:
        brings = _PRESTIGE_OF[card]
        if not _welcome(bonuses, _BONUS_OF[card]).isdisjoint(nobles):
            brings += 3
        if brings > best:
            best = brings
    rows.append(_REACH_AT + min(player.prestige + best, _PRESTIGE - 1))
    far = _far(bonuses)
    rows += [far[noble] for noble in nobles]
    return rows


def _shared(state: State, seat: int, other: int) -> list[int]:
    """The rows for what belongs to nobody."""
    rows = [_BANK_AT + _COUNT * kind + count for kind, count in enumerate(state.bank)]
    rows.append(_FIRST_AT + (seat > other))
    rows.append(_ROUND_AT + min(state.turn // (2 * len(state.players)), _ROUNDS - 1))
    rows.append(_PHASE_AT + _PHASES[state.phase])
    return rows


def features(state: State, seat: int, other: int) -> list[int]:
    """All rows for a seat that is on turn, or as if it were, compared with another."""
    players = state.players
    theirs = rows_of(players[other], state.face_up, state.nobles)
    return [
        *rows_of(players[seat], state.face_up, state.nobles),
        *[SEAT_ROWS + row for row in theirs],
        *_shared(state, seat, other),
    ]


def _with_decks(state: State, decks: tuple[tuple[int, ...], ...]) -> State:
    return State(
        state.options, state.turn, state.seat, state.phase, state.passes, state.bank, state.face_up, decks,
        state.nobles, state.players,
    )  # fmt: skip


class Sight:
    """Splendor, seen with a network."""

    curiosity = 0.9

    def __init__(self, network: Duel | None = None) -> None:
        self.network = network or learned(NAME)
        self._mine: dict[tuple[Player, tuple[int, ...], tuple[int, ...]], int] = {}
        self._theirs: dict[tuple[Player, tuple[int, ...], tuple[int, ...]], int] = {}
        self._bank = lru_cache(maxsize=1 << 12)(self._bank_sum)

    def _bank_sum(self, bank: Tokens) -> int:
        rows = self.network.rows
        return sum([rows[_BANK_AT + _COUNT * kind + count] for kind, count in enumerate(bank)])

    def hidden(self, state: State, seat: int, other: int) -> list[int]:
        """What the network's hidden lanes give for one seat compared with another; sums of rows are remembered."""
        players, rows, table = state.players, self.network.rows, (state.face_up, state.nobles)
        key = (players[seat], *table)
        mine = self._mine.get(key)
        if mine is None:
            if len(self._mine) >= REMEMBERED:
                self._mine.clear()
            mine = self._mine[key] = sum([rows[row] for row in rows_of(*key)])
        key = (players[other], *table)
        theirs = self._theirs.get(key)
        if theirs is None:
            if len(self._theirs) >= REMEMBERED:
                self._theirs.clear()
            theirs = self._theirs[key] = sum([rows[SEAT_ROWS + row] for row in rows_of(*key)])
        late = min(state.turn // (2 * len(players)), _ROUNDS - 1)
        return self.network.hidden(
            mine
            + theirs
            + self._bank(state.bank)
            + rows[_FIRST_AT + (seat > other)]
            + rows[_ROUND_AT + late]
            + rows[_PHASE_AT + _PHASES[state.phase]]
        )

    def _ahead(self, hidden: Sequence[int]) -> int:
        """The chance, out of CHANCE, to be ahead of the other."""
        return chance_of(self.network.head(0, self.network.inner(hidden)))

    def appraise(self, state: State) -> tuple[Sequence[int], Sequence[int]]:
        """Everybody's chance to win, out of CHANCE, and what ``moves`` needs to know about the position."""
        seats = len(state.players)
        if state.phase is Phase.OVER:
            won = winners(state)
            return [CHANCE // len(won) if seat in won else 0 for seat in range(seats)], ()
        mover = state.seat
        hidden = self.hidden(state, mover, (mover + 1) % seats)
        chance = self._ahead(hidden)
        if seats == 2:
            return ((CHANCE - chance, chance) if mover else (chance, CHANCE - chance)), hidden
        parts = [CHANCE] * seats
        order = [(mover + later) % seats for later in range(seats)]
        for first, seat in enumerate(order):
            for other in order[first + 1 :]:
                chance = self._ahead(self.hidden(state, seat, other))
                parts[seat] = parts[seat] * (chance + 1) // CHANCE
                parts[other] = parts[other] * (CHANCE - chance + 1) // CHANCE
        total = sum(parts) or 1
        return [CHANCE * part // total for part in parts], hidden

    def points(self, state: State) -> list[float]:
        """Everybody's prestige at the end, as it is expected."""
        held = [float(player.prestige) for player in state.players]
        if state.phase is Phase.OVER:
            return held
        seats, mover = len(state.players), state.seat
        expected = [0.0] * seats
        for later in range(1, seats):
            other = (mover + later) % seats
            inner = self.network.inner(self.hidden(state, mover, other))
            expected[mover] += POINTS * self.network.head(1, inner) / UNIT / (seats - 1)
            expected[other] = POINTS * self.network.head(2, inner) / UNIT
        return [max(pair) for pair in zip(held, expected, strict=True)]

    def moves(self, state: State, seat: int, known: Sequence[int]) -> tuple[list[Action], list[int]]:
        """Every legal action, and how much each comes to mind."""
        actions = legal(state, seat)
        if len(actions) == 1:
            return actions, [CHANCE]
        rival = (seat + 1) % len(state.players)
        outputs = self.network.moves(known or self.hidden(state, seat, rival))
        if state.phase is Phase.RETURN:
            given = [(lane - LIFT) >> SHIFT for lane in outputs[_GIVEN:]]
            return actions, shares(
                [
                    sum([count * given[colour] for colour, count in enumerate(action.tokens)])
                    for action in actions
                    if isinstance(action, Return)
                ]
            )
        direct = self.network.direct
        mine, theirs = state.players[seat], state.players[rival]
        asks = needs(mine.bonuses)
        lacks, their_lacks = shortfalls(mine.tokens, mine.bonuses), shortfalls(theirs.tokens, theirs.bonuses)
        gold, their_gold = mine.tokens[GOLD], theirs.tokens[GOLD]
        found = []
        for action in actions:
            place = _PLACE_OF_ONE[id(action)]
            output = (outputs[place] - LIFT) >> SHIFT
            if _BUY_AT <= place < _TOP_AT:
                card = _CARD_AT[place]
                shift = SHORT_SHIFT[card]
                short = (their_lacks >> shift & SHORT_MASK) - their_gold
                short = 0 if short < 0 else short if short < 7 else 7
                if place < _KEEP_AT:
                    output += direct[NEED * card + asks[card]] + direct[_BUY_THEIRS + SHORT * card + short]
                else:
                    own = (lacks >> shift & SHORT_MASK) - gold
                    own = 0 if own < 0 else own if own < 7 else 7
                    output += direct[_KEEP_MINE + SHORT * card + own] + direct[_KEEP_THEIRS + SHORT * card + short]
            found.append(output)
        return actions, shares(found)

    def glance(self, state: State, seat: int, dice: Dice) -> tuple[list[Action], list[int]]:
        """Every legal action, and the chances it leads to, out of CHANCE, as if nothing turned up."""
        actions = legal(state, seat)
        after = [apply(self.covered(state, action) or state, seat, action) for action in actions]
        return actions, [self.appraise(each)[0][seat] for each in after]

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Cards with prestige on them, bought or reserved."""
        return isinstance(action, Buy | Reserve) and CARDS[action.card].prestige > 0

    def covered(self, state: State, action: Action) -> State | None:
        """The state in which nothing lies below the card that the action takes; from a deck comes an unknown one."""
        if isinstance(action, ReserveTop):
            row = action.level - 1
            return _with_decks(state, (*state.decks[:row], (*state.decks[row][1:], EMPTY), *state.decks[row + 1 :]))
        if not isinstance(action, Buy | Reserve) or action.card not in state.face_up:
            return None
        row = CARDS[action.card].level - 1
        return _with_decks(state, (*state.decks[:row], (), *state.decks[row + 1 :]))

    def carried_on(self, state: State) -> State:
        """Nothing follows by itself."""
        return state

    def secretive(self, state: State, seat: int) -> bool:
        """Whether others have cards that they reserved unseen."""
        return any(player.secret for other, player in enumerate(state.players) if other != seat)

    def shaken(self, state: State, action: Action, dice: Dice) -> State:
        """The state with another card on top of the deck that the action will draw from."""
        if isinstance(action, ReserveTop):
            row = action.level - 1
        elif isinstance(action, Buy | Reserve) and action.card in state.face_up:
            row = CARDS[action.card].level - 1
        else:
            return state
        deck = state.decks[row]
        if len(deck) < 2:
            return state
        at = dice.below(len(deck))
        dealt = (*deck[:at], *deck[at + 1 :], deck[at])
        return _with_decks(state, (*state.decks[:row], dealt, *state.decks[row + 1 :]))
