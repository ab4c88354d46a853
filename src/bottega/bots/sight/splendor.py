"""How Splendor looks to a searcher.

A network of what a seat has, and of how far it is from every card and noble on the table, gives its strength;
chances follow from everybody's strengths (as Bradley and Terry have it: the odds of two are as their difference).
The same network says which moves come to mind to the seat on turn.

``features`` is also what training sees; whoever changes it trains anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, UNIT, Network, chance_of, learned, shares
from bottega.games.splendor import CARDS, GOLD, NOBLES, legal, winners
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
from bottega.games.splendor.model import Phase, State
from bottega.games.splendor.prices import SHORT_MASK, SHORT_SHIFT, shortfalls
from bottega.games.splendor.tokens import Gems, Tokens

NAME = "splendor"
HAND_UNIT = 40.0
"""So much of the greedy bot's judgement is one in the odds to win (as a logarithm)."""
_GAINS = (1.3, 2.6, 4.5, 4.3, 4.9, 5.0, 5.1, 5.7, 6.3, 7.2, 8.9, 11.0, 13.2, 14.9, 16.6, 18.6)
"""What a turn brings by that judgement, every two rounds, as measured in 1000 games of two greedy bots."""
SHORT = 8
"""Short of seven tokens or more: all the same."""
_PRESTIGE, _COUNT, _HELD, _NEAR, _CARDS, _WISH, _WISHES = 23, 8, 14, 10, 20, 36, 4


def _places(*sizes: int) -> list[int]:
    """Where each of several blocks of rows begins, and where the last ends."""
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + size)
    return begins


(_POINTS_AT, _BONUS_AT, _TOKEN_AT, _HELD_AT, _HAND_AT, _BOUGHT_AT, _TURN_AT, _ROUND_AT, _NOBLE_AT, _WISH_AT,
 _TABLE_AT, _RESERVED_AT, _VARIED_AT, _TEMPO_AT, ROWS) = _places(
    _PRESTIGE, 5 * _COUNT, 6 * _COUNT, _HELD, 4, _CARDS, 4, 16, 10 * _NEAR, _WISHES * _WISH,
    90 * SHORT, 90 * SHORT, 6, 16,
)  # fmt: skip

_CLASSES = sorted({(card.level, card.prestige) for card in CARDS})
_CLASS = [_CLASSES.index((card.level, card.prestige)) for card in CARDS]


def _kin() -> list[tuple[int, ...]]:
    """For each row the wider rows that training lets it share in: cards of one kind at one distance, one card at any,
    so many of any colour."""
    kin: list[tuple[int, ...]] = [()] * ROWS
    wider = ROWS
    for block in (_TABLE_AT, _RESERVED_AT):
        for card in range(len(CARDS)):
            for short in range(SHORT):
                kin[block + card * SHORT + short] = (
                    wider + _CLASS[card] * SHORT + short,
                    wider + len(_CLASSES) * SHORT + card,
                )
        wider += len(_CLASSES) * SHORT + len(CARDS)
    for block, each, size in ((_NOBLE_AT, _NEAR, 10), (_BONUS_AT, _COUNT, 5), (_TOKEN_AT, _COUNT, 5)):
        for row in range(size * each):
            kin[block + row] = (wider + row % each,)
        wider += each
    return kin


KIN = _kin()


def by_hand() -> list[float]:
    """What each row is worth by the judgement of the greedy bot: where training begins."""
    direct = [0.0] * ROWS
    for prestige in range(_PRESTIGE):
        direct[_POINTS_AT + prestige] = 10.0 * prestige
    for colour in range(5):
        for count in range(_COUNT):
            direct[_BONUS_AT + _COUNT * colour + count] = 4.0 * min(count, 5)
            direct[_TOKEN_AT + _COUNT * colour + count] = 0.15 * count
            direct[_TOKEN_AT + _COUNT * GOLD + count] = 0.4 * count
    for noble in NOBLES:
        for lacking in range(_NEAR):
            direct[_NOBLE_AT + noble.id * _NEAR + lacking] = 5.0 * (max(0.0, 1 - lacking / sum(noble.cost)) ** 2)
    for place in range(3):
        for wish in range(_WISH):
            direct[_WISH_AT + _WISH * place + wish] = wish / 4
    for rounds, gain in enumerate(_GAINS):
        direct[_TEMPO_AT + rounds] = gain / 2
    return [each / HAND_UNIT for each in direct]


TAKES = (*TAKE_DIFFERENT[1], *TAKE_DIFFERENT[2], *TAKE_DIFFERENT[3], *TAKE_TWO)
POINTS = 10
"""The second output counts the first seat's final prestige in tens; the first is its chance."""
_GIVEN = 2
"""Where the outputs for returned tokens begin, one a colour."""
PLACE_OF: dict[Action, int] = {
    action: place
    for place, action in enumerate((*TAKES, *BUY, *RESERVE, *RESERVE_TOP, *CHOOSE_NOBLE, PASS), start=_GIVEN + 6)
}
"""The output that stands for an action."""
OUTPUTS = max(PLACE_OF.values()) + 1

_CARD_ROWS = tuple(SHORT * card.id for card in CARDS)
_NOBLE_COSTS = tuple(tuple((colour, cost) for colour, cost in enumerate(noble.cost) if cost) for noble in NOBLES)
_WORTH = tuple(
    tuple(round(4 * (3 * card.prestige + 3) / (1 + 0.12 * sum(card.cost)) / (1 + short)) for short in range(SHORT))
    for card in CARDS
)
"""How attractive a card is, the more the nearer it is."""


@lru_cache(maxsize=1 << 14)
def _far(bonuses: Gems) -> tuple[int, ...]:
    """The rows for each noble, by how many bonuses it still asks for."""
    lacking = [sum([max(0, cost - bonuses[colour]) for colour, cost in costs]) for costs in _NOBLE_COSTS]
    return tuple([_NOBLE_AT + noble * _NEAR + min(_NEAR - 1, each) for noble, each in enumerate(lacking)])


@lru_cache(maxsize=1 << 14)
def _built(bonuses: Gems, cards: int, prestige: int) -> tuple[int, ...]:
    """The rows for what was bought."""
    rows = [_POINTS_AT + min(prestige, _PRESTIGE - 1), _BOUGHT_AT + min(cards, _CARDS - 1)]
    rows += [_BONUS_AT + _COUNT * colour + min(count, _COUNT - 1) for colour, count in enumerate(bonuses)]
    rows.append(_VARIED_AT + len([count for count in bonuses if count]))
    return tuple(rows)


@lru_cache(maxsize=1 << 14)
def _purse(tokens: Tokens) -> tuple[int, ...]:
    """The rows for tokens."""
    return (_HELD_AT + sum(tokens), *[_TOKEN_AT + _COUNT * kind + count for kind, count in enumerate(tokens)])


def features(state: State, seat: int) -> list[int]:
    """The rows for what a seat has and how far it is from what lies on the table."""
    player = state.players[seat]
    tokens, bonuses = player.tokens, player.bonuses
    lacks, gold = shortfalls(tokens, bonuses), tokens[GOLD]
    rows = [
        _HAND_AT + len(player.reserved),
        _TURN_AT + (state.seat == seat) + (2 if seat else 0),
        _ROUND_AT + min(state.turn // (2 * len(state.players)), 15),
        *_built(bonuses, len(player.cards), player.prestige),
        *_purse(tokens),
    ]
    if state.seat == seat:
        rows.append(_TEMPO_AT + min(state.turn // (2 * len(state.players)), 15))
    wishes = [0, 0, 0, 0]
    for card in state.face_up:
        if card >= 0:
            short = (lacks >> SHORT_SHIFT[card] & SHORT_MASK) - gold
            short = 0 if short < 0 else short if short < 7 else 7
            rows.append(_TABLE_AT + _CARD_ROWS[card] + short)
            wishes.append(_WORTH[card][short])
    for card in player.reserved:
        short = (lacks >> SHORT_SHIFT[card] & SHORT_MASK) - gold
        short = 0 if short < 0 else short if short < 7 else 7
        rows.append(_RESERVED_AT + _CARD_ROWS[card] + short)
        wishes.append(_WORTH[card][short])
    wishes.sort(reverse=True)
    at = _WISH_AT
    for wish in wishes[:_WISHES]:
        rows.append(at + (wish if wish < _WISH else _WISH - 1))
        at += _WISH
    far = _far(bonuses)
    rows += [far[noble] for noble in state.nobles]
    return rows


def _with_decks(state: State, decks: tuple[tuple[int, ...], ...]) -> State:
    return State(
        state.options, state.turn, state.seat, state.phase, state.passes, state.bank, state.face_up, decks,
        state.nobles, state.players,
    )  # fmt: skip


class Sight:
    """Splendor, seen with a network."""

    curiosity = 0.3

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or learned(NAME)

    def appraise(self, state: State) -> tuple[Sequence[int], Sequence[int]]:
        """Everybody's chance to win, out of CHANCE, and what ``moves`` needs to know about the position."""
        seats = len(state.players)
        if state.phase is Phase.OVER:
            won = winners(state)
            return [CHANCE // len(won) if seat in won else 0 for seat in range(seats)], ()
        network, mover = self.network, state.seat
        rows = features(state, mover)
        hidden = network.hidden(rows)
        if seats == 2:
            others = features(state, 1 - mover)
            chance = chance_of(network.first(rows, hidden) - network.first(others, network.hidden(others)))
            return ((CHANCE - chance, chance) if mover else (chance, CHANCE - chance)), hidden
        strengths = []
        for seat in range(seats):
            others = features(state, seat)
            strengths.append(network.first(others, network.hidden(others)))
        parts = shares(strengths)
        return [CHANCE * part // sum(parts) for part in parts], hidden

    def points(self, state: State) -> list[float]:
        """Everybody's prestige at the end, as it is expected."""
        expected = []
        for seat, player in enumerate(state.players):
            more = POINTS * self.network.others(self.network.hidden(features(state, seat)))[1] / UNIT
            expected.append(max(float(player.prestige), 0.0 if state.phase is Phase.OVER else more))
        return expected

    def moves(self, state: State, seat: int, known: Sequence[int]) -> tuple[list[Action], list[int]]:
        """Every legal action, and how much each comes to mind."""
        actions = legal(state, seat)
        if len(actions) == 1:
            return actions, [CHANCE]
        outputs = self.network.others(known)
        if state.phase is Phase.RETURN:
            given = outputs[_GIVEN : _GIVEN + 6]
            return actions, shares(
                [
                    sum([count * given[colour] for colour, count in enumerate(action.tokens)])
                    for action in actions
                    if isinstance(action, Return)
                ]
            )
        return actions, shares([outputs[PLACE_OF[action]] for action in actions])

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Cards with prestige on them, bought or reserved."""
        return isinstance(action, Buy | Reserve) and CARDS[action.card].prestige > 0

    def covered(self, state: State, action: Action) -> State | None:
        """The state in which nothing lies below the card that the action takes; from a deck comes a dull one."""
        if isinstance(action, ReserveTop):
            row, deck = action.level - 1, state.decks[action.level - 1]
            dull = min(deck)
            dealt = (*[card for card in deck if card != dull], dull)
            return _with_decks(state, (*state.decks[:row], dealt, *state.decks[row + 1 :]))
        if not isinstance(action, Buy | Reserve) or action.card not in state.face_up:
            return None
        row = CARDS[action.card].level - 1
        return _with_decks(state, (*state.decks[:row], (), *state.decks[row + 1 :]))

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
