"""The referee: what may be done, and what comes of it.

How it works. A turn is a main action, then the return of tokens above ten, then a noble. ``apply`` checks
an action and hands the changed parts to :func:`_settle`, the only place where turns, rounds and the game
end: it stops for a return or a choice of noble if one is owed, lets a single noble come by itself, and
otherwise gives the turn to the next seat. The game ends with the round in which somebody reaches 15.

What must stay true:

1. ``legal`` and ``apply`` look things up in the same tables (:func:`takes`, :func:`returns`,
   ``prices``), so that they cannot disagree. Only when something is refused is the reason worked out, in
   ``refusals``.
2. ``legal`` lists one payment a card, the canonical one; ``apply`` accepts every exact payment.
3. A forced pass is legal only when nothing else is; when every seat in a row has passed, the game ends.
   A skip is no pass and breaks no row of passes: a table where all that is left are blocked players and
   absent ones comes to its end.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from bottega.games.core import SKIP, IllegalMove, Skip
from bottega.games.splendor import refusals
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
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    Take,
)
from bottega.games.splendor.cards import CARDS, COLOURS, GOLD, NOBLES, Gems, Tokens
from bottega.games.splendor.model import (
    EMPTY,
    ENOUGH_FOR_TWO,
    ENOUGH_PRESTIGE,
    SLOTS,
    TOKEN_LIMIT,
    Phase,
    Player,
    State,
)
from bottega.games.splendor.prices import CARD_BIT, callers, payment, unaffordable

_ONE_GOLD: Tokens = (0, 0, 0, 0, 0, 1)
_NO_TOKENS: Tokens = (0, 0, 0, 0, 0, 0)
_BONUSES: tuple[Gems, ...] = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1))


def actors(state: State) -> tuple[int, ...]:
    """The seat to move; nobody when the game is over."""
    return () if state.phase == "over" else (state.seat,)


def turn(state: State) -> int:
    """The number of the turn, from 1."""
    return state.turn


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == "over"


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of the seat, with the canonical payment for each card it can afford."""
    if seat != state.seat or state.phase == "over":
        return []
    if state.phase == "main":
        return _main_actions(state)
    player = state.players[seat]
    if state.phase == "return":
        return list(returns(player.tokens, state.options.return_gold))
    return [CHOOSE_NOBLE[noble] for noble in guests(state)]


def _main_actions(state: State) -> list[Action]:
    options, player = state.options, state.players[state.seat]
    face_up, reserved = state.face_up, player.reserved
    beyond = unaffordable(player.tokens, player.bonuses)
    actions: list[Action] = list(takes(state.bank, options.lenient_take))
    if len(reserved) < options.reserve_limit:
        actions += [RESERVE[card] for card in face_up if card >= 0]
        if options.blind_reserve:
            actions += [RESERVE_TOP[row] for row, deck in enumerate(state.decks) if deck]
    actions += [BUY[card] for card in face_up if card >= 0 and not beyond & CARD_BIT[card]]
    if reserved:
        actions += [BUY[card] for card in reserved if not beyond & CARD_BIT[card]]
    return actions or [PASS]


@lru_cache(maxsize=1 << 16)
def takes(bank: Tokens, lenient: bool) -> tuple[Take, ...]:
    """Every way to take tokens from a bank: all of three colours (or of those left), or two of a kind."""
    left = [colour for colour in range(len(COLOURS)) if bank[colour]]
    fewest = 1 if lenient else min(3, len(left))
    return (
        *(
            take
            for size in range(max(1, fewest), min(3, len(left)) + 1)
            for take in TAKE_DIFFERENT[size]
            if set(take.colours) <= set(left)
        ),
        *(TAKE_TWO[colour] for colour in left if bank[colour] >= ENOUGH_FOR_TWO),
    )


@lru_cache(maxsize=1 << 12)
def returns(tokens: Tokens, with_gold: bool) -> tuple[Return, ...]:
    """Every way to return the tokens above the limit."""
    surplus = sum(tokens) - TOKEN_LIMIT
    most = tokens if with_gold else (*tokens[:GOLD], 0)
    return tuple(
        Return((white, blue, green, red, black, gold))
        for white, blue, green, red, black, gold in product(*(range(min(n, surplus) + 1) for n in most))
        if white + blue + green + red + black + gold == surplus
    )


def guests(state: State) -> list[int]:
    """The nobles on the table that would come to the seat to move."""
    welcome = callers(state.players[state.seat].bonuses)
    return [noble for noble in state.nobles if noble in welcome]


def canonical(state: State, seat: int, action: Action) -> Action:
    """The listed action of which this one is a variant: a purchase whatever way it is paid."""
    return BUY[action.card] if isinstance(action, Buy) else action


def skip(state: State, seat: int) -> tuple[Action, ...]:
    """No move, the most plentiful tokens returned, the first noble: what finishes an absent seat's turn."""
    actions: list[Action] = []
    turn = state.turn
    while state.turn == turn and state.phase != "over":
        if state.phase == "main":
            action: Action = SKIP
        elif state.phase == "return":
            held = state.players[seat].tokens
            action = min(
                returns(held, state.options.return_gold),
                key=lambda given: sorted(minus(held, given.tokens), reverse=True),
            )
        else:
            action = CHOOSE_NOBLE[guests(state)[0]]
        actions.append(action)
        state = apply(state, seat, action)
    return tuple(actions)


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action, or IllegalMove with the reason."""
    phase = state.phase
    if seat != state.seat or phase == "over":
        raise IllegalMove(refusals.out_of_turn(state))
    if phase == "main":
        if isinstance(action, Take):
            return _take(state, action)
        if isinstance(action, Buy):
            return _buy(state, action)
        if isinstance(action, Reserve):
            return _reserve(state, action)
        if isinstance(action, ReserveTop):
            return _reserve_top(state, action)
        if isinstance(action, Skip) or (isinstance(action, Pass) and _main_actions(state) == [PASS]):
            passes = state.passes + isinstance(action, Pass)
            return _settle(state, state.players[seat], state.bank, state.face_up, state.decks, passes)
    elif phase == "return":
        if isinstance(action, Return):
            return _return(state, action)
    elif isinstance(action, ChooseNoble) and action.noble in guests(state):
        player, nobles = _receive(state.players[seat], state.nobles, action.noble)
        return _next_turn(state, player, state.bank, state.face_up, state.decks, nobles, state.passes)
    raise IllegalMove(refusals.out_of_phase(state, action))


def plus(held: Tokens, more: Tokens) -> Tokens:
    """Tokens and more tokens."""
    white, blue, green, red, black, gold = held
    w, b, g, r, k, y = more
    return white + w, blue + b, green + g, red + r, black + k, gold + y


def minus(held: Tokens, fewer: Tokens) -> Tokens:
    """Tokens without some of them."""
    white, blue, green, red, black, gold = held
    w, b, g, r, k, y = fewer
    return white - w, blue - b, green - g, red - r, black - k, gold - y


@lru_cache(maxsize=1 << 10)
def _counted(colours: tuple[int, ...]) -> Tokens:
    white, blue, green, red, black = (colours.count(colour) for colour in range(5))
    return white, blue, green, red, black, 0


def _take(state: State, action: Take) -> State:
    if action not in takes(state.bank, state.options.lenient_take):
        raise IllegalMove(refusals.of_take(state, action))
    taken = _counted(action.colours)
    player = state.players[state.seat]
    player = _with_tokens(player, plus(player.tokens, taken))
    return _settle(state, player, minus(state.bank, taken), state.face_up, state.decks, 0)


def _with_tokens(player: Player, tokens: Tokens) -> Player:
    return Player(tokens, player.bonuses, player.prestige, player.cards, player.nobles, player.reserved, player.secret)


def _drawn(state: State, card: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Face-up cards and decks after a face-up card has left and its slot has been refilled."""
    face_up, decks = state.face_up, state.decks
    slot = face_up.index(card)
    row = slot // SLOTS
    deck = decks[row]
    if deck:
        return (*face_up[:slot], deck[-1], *face_up[slot + 1 :]), (*decks[:row], deck[:-1], *decks[row + 1 :])
    return (*face_up[:slot], EMPTY, *face_up[slot + 1 :]), decks


def _reserve(state: State, action: Reserve) -> State:
    card = action.card
    player = state.players[state.seat]
    if card not in state.face_up or card == EMPTY or len(player.reserved) >= state.options.reserve_limit:
        raise IllegalMove(refusals.of_reserve(state, action))
    face_up, decks = _drawn(state, card)
    return _reserved(state, card, player.secret, face_up, decks)


def _reserve_top(state: State, action: ReserveTop) -> State:
    player, options = state.players[state.seat], state.options
    row = action.level - 1
    if (
        row not in range(len(state.decks))
        or not state.decks[row]
        or not options.blind_reserve
        or len(player.reserved) >= options.reserve_limit
    ):
        raise IllegalMove(refusals.of_reserve_top(state, action))
    decks = state.decks
    deck = decks[row]
    card = deck[-1]
    decks = (*decks[:row], deck[:-1], *decks[row + 1 :])
    return _reserved(state, card, (*player.secret, card), state.face_up, decks)


def _reserved(
    state: State,
    card: int,
    secret: tuple[int, ...],
    face_up: tuple[int, ...],
    decks: tuple[tuple[int, ...], ...],
) -> State:
    player = state.players[state.seat]
    gold = _ONE_GOLD if state.bank[GOLD] else _NO_TOKENS
    player = Player(
        plus(player.tokens, gold),
        player.bonuses,
        player.prestige,
        player.cards,
        player.nobles,
        (*player.reserved, card),
        secret,
    )
    return _settle(state, player, minus(state.bank, gold), face_up, decks, 0)


def _buy(state: State, action: Buy) -> State:
    card = action.card
    player = state.players[state.seat]
    face_up, decks, reserved, secret = state.face_up, state.decks, player.reserved, player.secret
    if card in reserved:
        reserved = tuple(other for other in reserved if other != card)
        secret = tuple(other for other in secret if other != card)
    elif card in face_up and card != EMPTY:
        face_up, decks = _drawn(state, card)
    else:
        raise IllegalMove(refusals.of_absent_card(state, card))
    paid = action.payment
    if paid is None:
        paid = payment(card, player.tokens, player.bonuses)
        if paid[GOLD] > player.tokens[GOLD]:
            raise IllegalMove(refusals.of_price(state, card))
    elif reason := refusals.of_payment(state, card, paid):
        raise IllegalMove(reason)
    bought = CARDS[card]
    w, b, g, r, k = player.bonuses
    more = _BONUSES[bought.bonus]
    player = Player(
        minus(player.tokens, paid),
        (w + more[0], b + more[1], g + more[2], r + more[3], k + more[4]),
        player.prestige + bought.prestige,
        (*player.cards, card),
        player.nobles,
        reserved,
        secret,
    )
    return _settle(state, player, plus(state.bank, paid), face_up, decks, 0)


def _return(state: State, action: Return) -> State:
    player = state.players[state.seat]
    if action not in returns(player.tokens, state.options.return_gold):
        raise IllegalMove(refusals.of_return(state, action))
    player = _with_tokens(player, minus(player.tokens, action.tokens))
    return _settle(state, player, plus(state.bank, action.tokens), state.face_up, state.decks, 0)


def _receive(player: Player, nobles: tuple[int, ...], noble: int) -> tuple[Player, tuple[int, ...]]:
    """The player with the noble, and the nobles that stay on the table."""
    host = Player(
        player.tokens,
        player.bonuses,
        player.prestige + NOBLES[noble].prestige,
        player.cards,
        (*player.nobles, noble),
        player.reserved,
        player.secret,
    )
    return host, tuple(other for other in nobles if other != noble)


def _settle(
    state: State,
    player: Player,
    bank: Tokens,
    face_up: tuple[int, ...],
    decks: tuple[tuple[int, ...], ...],
    passes: int,
) -> State:
    """The state once an action's effect stands: something more is owed, or the next turn begins."""
    nobles = state.nobles
    owed: Phase = "main"
    if sum(player.tokens) > TOKEN_LIMIT:
        owed = "return"
    else:
        welcome = callers(player.bonuses)
        if welcome:
            come = [noble for noble in nobles if noble in welcome]
            if len(come) == 1:
                player, nobles = _receive(player, nobles, come[0])
            elif come:
                owed = "noble"
    if owed == "main":
        return _next_turn(state, player, bank, face_up, decks, nobles, passes)
    seat = state.seat
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return State(state.options, state.turn, seat, owed, passes, bank, face_up, decks, nobles, players)


def _next_turn(
    state: State,
    player: Player,
    bank: Tokens,
    face_up: tuple[int, ...],
    decks: tuple[tuple[int, ...], ...],
    nobles: tuple[int, ...],
    passes: int,
) -> State:
    """The state with the turn given on, or over: after a round with 15 prestige, or after passes all round."""
    seat = state.seat
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    following = (seat + 1) % len(players)
    phase: Phase = "main"
    if passes >= len(players) or (following == 0 and any(one.prestige >= ENOUGH_PRESTIGE for one in players)):
        phase = "over"
    return State(state.options, state.turn + 1, following, phase, passes, bank, face_up, decks, nobles, players)
