"""The referee: what may be done, and what comes of it.

How it works. A turn is a main action, then the return of tokens above ten, then a noble. Every kind of action has one
row in ``_RULES``: the phase it belongs to, the check that gives the reason against it or None, and the function that
plays it. ``why_not`` asks the check; ``apply`` asks ``why_not`` and plays. What has been played hands the changed
parts to :func:`_settle`, the only place where turns, rounds and the game end: it stops for a return or a choice of
noble if one is owed, lets a single noble come by itself, and otherwise gives the turn to the next seat. The game ends
with the round in which somebody reaches 15.

What must stay true:

1. ``legal`` and the checks look things up in the same tables (:func:`takes`, ``prices``), so that they cannot disagree.
   A check looks first and works out a reason only when it finds nothing. (Only a return is checked without listing
   the others: there are many, and nobody asks for the same list again.)
2. A check says nothing that the seat to move cannot know: where a card is that somebody else reserved unseen.
3. ``legal`` lists one payment a card, the canonical one; ``apply`` accepts every exact payment.
4. A forced pass is legal only when nothing else is; when every seat in a row has passed, the game ends.
   A skip is no pass and breaks no row of passes: a table where all that is left are blocked players and
   absent ones comes to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

from bottega.games import core
from bottega.games.core import SKIP, IllegalMove, Refusal, Skip, check_seat
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
    ways_to_return,
)
from bottega.games.splendor.cards import CARDS, NOBLES
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
from bottega.games.splendor.phrases import PHRASES
from bottega.games.splendor.prices import CARD_BIT, callers, missing, owed, payment, unaffordable
from bottega.games.splendor.tokens import COLOURS, GOLD, TOKENS, Gems, Tokens, minus, plus

_ONE_GOLD: Tokens = (0, 0, 0, 0, 0, 1)
_NO_TOKENS: Tokens = (0, 0, 0, 0, 0, 0)
_BONUSES: tuple[Gems, ...] = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1))

_MAIN, _RETURN, _NOBLE, _OVER = Phase.MAIN, Phase.RETURN, Phase.NOBLE, Phase.OVER
_OF_A_CARD = (Buy, Reserve)
_RESERVE_OF = RESERVE.__getitem__
_refusal = PHRASES.refusal


def actors(state: State) -> tuple[int, ...]:
    """The seat to move; nobody when the game is over."""
    return () if state.phase is _OVER else (state.seat,)


def turn(state: State) -> int:
    """The number of the turn, from 1."""
    return state.turn


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase is _OVER


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of the seat, with the canonical payment for each card it can afford."""
    phase = state.phase
    if seat != state.seat or phase is _OVER:
        check_seat(seat, len(state.players))
        return []
    if phase is _MAIN:
        return _main_actions(state)
    if phase is _RETURN:
        return [*returns(state.players[seat].tokens, state.options.return_gold)]
    return [CHOOSE_NOBLE[noble] for noble in guests(state)]


def why_not(state: State, seat: int, action: Action | Skip) -> Refusal | None:
    """Why the seat may not do this now, None if it may."""
    phase = state.phase
    if seat != state.seat or phase is _OVER:
        return _not_your_turn(state, seat)
    rule = _RULES.get(type(action))
    if rule is None:
        return _refusal("no-such-action")
    its_phase, check, _ = rule
    if phase is not its_phase:
        return _not_now(state, its_phase)
    return check(state, action)


def apply(state: State, seat: int, action: Action | Skip) -> State:
    """The state after the action, or IllegalMove with the reason."""
    refusal = why_not(state, seat, action)
    if refusal is not None:
        raise IllegalMove(refusal)
    return _RULES[type(action)].play(state, action)


def reveals(state: State, action: Action | Skip) -> bool:
    """Whether the (legal) action turns up a card: the next one of a deck, for everybody or for who reserves it unseen.

    Somebody who buys a card reserved unseen shows the others what is new to them, but not by chance: its owner knew.
    """
    if isinstance(action, _OF_A_CARD):
        card = action.card
        return card in state.face_up and bool(state.decks[CARDS[card].level - 1])
    return isinstance(action, ReserveTop)


def shows(state: State, action: Action | Skip) -> bool:
    """Whether the (legal) action shows the others a card that its player had reserved unseen."""
    return isinstance(action, Buy) and action.card in state.players[state.seat].secret


def canonical(state: State, seat: int, action: Action | Skip) -> Action | Skip:
    """The listed action of which this one is a variant: a purchase whatever way it is paid."""
    return BUY[action.card] if isinstance(action, Buy) else action


def skip(state: State, seat: int) -> tuple[Action | Skip, ...]:
    """No move, the most plentiful tokens returned, the first noble: what finishes an absent seat's turn."""
    check_seat(seat, len(state.players))
    actions: list[Action | Skip] = []
    turn = state.turn
    while state.seat == seat and state.turn == turn and state.phase is not _OVER:
        if state.phase is _MAIN:
            action: Action | Skip = SKIP
        elif state.phase is _RETURN:
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


def _not_your_turn(state: State, seat: int) -> Refusal:
    if seat not in range(len(state.players)):
        return _refusal("no-such-seat", seat=seat)
    if state.phase is _OVER:
        return _refusal("over")
    return _refusal("not-your-turn", seat=state.seat)


def _not_now(state: State, phase: Phase) -> Refusal:
    """Why nothing that belongs to this phase may be done in the state's own one."""
    held = sum(state.players[state.seat].tokens)
    if state.phase is _RETURN:
        return _refusal("return-first", surplus=held - TOKEN_LIMIT, held=held, limit=TOKEN_LIMIT)
    if state.phase is _NOBLE:
        return _refusal("noble-first")
    if phase is _RETURN:
        return _refusal("nothing-to-return", held=held, limit=TOKEN_LIMIT)
    return _refusal("no-choice-of-nobles")


# -- taking tokens ----------------------------------------------------------------------------------------------------


def takes(bank: Tokens, lenient: bool) -> dict[tuple[int, ...], Take]:
    """Every way to take tokens from a bank, by colours: all of three (or of those left), or two of a kind."""
    white, blue, green, red, black, _ = bank
    return _takes((_PILE[white], _PILE[blue], _PILE[green], _PILE[red], _PILE[black]), lenient)


_PILE = (0, 1, 1, 1, ENOUGH_FOR_TWO, ENOUGH_FOR_TWO, ENOUGH_FOR_TWO, ENOUGH_FOR_TWO)
"""All that matters of so many tokens: whether there is one, and whether two may be taken."""


@lru_cache(maxsize=1 << 9)
def _takes(bank: Gems, lenient: bool) -> dict[tuple[int, ...], Take]:
    left = [colour for colour in range(len(COLOURS)) if bank[colour]]
    fewest = 1 if lenient else min(3, len(left))
    different = [
        take
        for size in range(max(1, fewest), min(3, len(left)) + 1)
        for take in TAKE_DIFFERENT[size]
        if set(take.colours) <= set(left)
    ]
    pairs = [TAKE_TWO[colour] for colour in left if bank[colour] >= ENOUGH_FOR_TWO]
    return {take.colours: take for take in different + pairs}


def _check_take(state: State, action: Take) -> Refusal | None:
    bank, colours = state.bank, action.colours
    if colours in takes(bank, state.options.lenient_take):
        return None
    if not colours:
        return _refusal("take-nothing")
    if any(colour not in range(len(COLOURS)) for colour in colours):
        return _refusal("take-only-gems")
    if list(colours) != sorted(colours):
        return _refusal("take-in-order")
    for colour in colours:
        if not bank[colour]:
            return _refusal("pile-empty", colour=colour)
    different = len(set(colours))
    if len(colours) == 2 and different == 1:
        return _refusal("pile-too-small", colour=colours[0], left=bank[colours[0]], needs=ENOUGH_FOR_TWO)
    if different < len(colours) or len(colours) > 3:
        return _refusal("take-three-or-two")
    there = sum(1 for count in bank[:GOLD] if count)
    return _refusal("take-more", needs=min(3, there), left=there)


@lru_cache(maxsize=1 << 10)
def _counted(colours: tuple[int, ...]) -> Tokens:
    white, blue, green, red, black = (colours.count(colour) for colour in range(5))
    return white, blue, green, red, black, 0


def _take(state: State, action: Take) -> State:
    taken = _counted(action.colours)
    player = state.players[state.seat]
    player = _with_tokens(player, plus(player.tokens, taken))
    return _settle(state, player, minus(state.bank, taken), state.face_up, state.decks, 0)


def _with_tokens(player: Player, tokens: Tokens) -> Player:
    return Player(tokens, player.bonuses, player.prestige, player.cards, player.nobles, player.reserved, player.secret)


# -- reserving cards --------------------------------------------------------------------------------------------------


def _check_reserve(state: State, action: Reserve) -> Refusal | None:
    card, limit = action.card, state.options.reserve_limit
    if len(state.players[state.seat].reserved) >= limit:
        return _refusal("hand-full", limit=limit)
    if card in state.face_up and card != EMPTY:
        return None
    return _elsewhere(state, card)


def _elsewhere(state: State, card: int) -> Refusal:
    """Where a card is that does not lie face up, as far as the seat to move knows."""
    if not 0 <= card < len(CARDS):
        return _refusal("no-such-card", card=card)
    for seat, player in enumerate(state.players):
        if card in player.cards:
            return _refusal("card-bought", card=card)
        if card in player.reserved and seat == state.seat:
            return _refusal("card-yours", card=card)
        if card in player.reserved and card not in player.secret:
            return _refusal("card-reserved", card=card)
    level = CARDS[card].level
    row = state.face_up[(level - 1) * SLOTS : level * SLOTS]
    return _refusal("card-not-shown", card=card, level=level, shown=tuple(one for one in row if one != EMPTY))


def _reserve(state: State, action: Reserve) -> State:
    face_up, decks = _refilled(state, action.card)
    return _reserved(state, action.card, state.players[state.seat].secret, face_up, decks)


def _refilled(state: State, card: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Face-up cards and decks after a face-up card has left and its slot has been refilled."""
    face_up, decks = list(state.face_up), state.decks
    slot = face_up.index(card)
    if decks[slot // SLOTS]:
        face_up[slot], decks = _drawn(decks, slot // SLOTS)
    else:
        face_up[slot] = EMPTY
    return tuple(face_up), decks


def _drawn(decks: tuple[tuple[int, ...], ...], row: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The top card of a deck, and the decks without it."""
    left = list(decks)
    deck = left[row]
    left[row] = deck[:-1]
    return deck[-1], tuple(left)


def _check_reserve_top(state: State, action: ReserveTop) -> Refusal | None:
    level, options = action.level, state.options
    if not options.blind_reserve:
        return _refusal("reserve-only-face-up")
    if not 1 <= level <= len(state.decks):
        return _refusal("no-such-deck", level=level)
    if len(state.players[state.seat].reserved) >= options.reserve_limit:
        return _refusal("hand-full", limit=options.reserve_limit)
    if not state.decks[level - 1]:
        return _refusal("deck-empty", level=level)
    return None


def _reserve_top(state: State, action: ReserveTop) -> State:
    card, decks = _drawn(state.decks, action.level - 1)
    return _reserved(state, card, (*state.players[state.seat].secret, card), state.face_up, decks)


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


# -- buying cards -----------------------------------------------------------------------------------------------------


def _check_buy(state: State, action: Buy) -> Refusal | None:
    card, paid = action.card, action.payment
    player = state.players[state.seat]
    tokens, bonuses = player.tokens, player.bonuses
    if card not in player.reserved and (card not in state.face_up or card == EMPTY):
        return _elsewhere(state, card)
    if paid is not None:
        return _check_payment(card, paid, tokens, owed(card, bonuses))
    if unaffordable(tokens, bonuses) & CARD_BIT[card]:
        return _refusal("too-dear", short=missing(card, tokens, bonuses), card=card, price=owed(card, bonuses))
    return None


def _check_payment(card: int, paid: Tokens, held: Tokens, cost: Gems) -> Refusal | None:
    if len(paid) != len(TOKENS) or min(paid) < 0:
        return _refusal("payment-malformed")
    for colour, count in enumerate(paid):
        if count > held[colour]:
            return _refusal("not-held", held=(colour, held[colour]), asked=count)
        if colour != GOLD and count > cost[colour]:
            return _refusal("payment-too-much", card=card, cost=(colour, cost[colour]), paid=count)
    needs = sum(cost) - sum(paid[:GOLD])
    if paid[GOLD] != needs:
        return _refusal("payment-wrong-gold", card=card, needs=needs, paid=paid[GOLD])
    return None


def _buy(state: State, action: Buy) -> State:
    card, paid = action.card, action.payment
    player = state.players[state.seat]
    face_up, decks, reserved, secret = state.face_up, state.decks, player.reserved, player.secret
    if card in reserved:
        reserved = tuple(other for other in reserved if other != card)
        secret = tuple(other for other in secret if other != card)
    else:
        face_up, decks = _refilled(state, card)
    if paid is None:
        paid = payment(card, player.tokens, player.bonuses)
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


# -- returning tokens -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def returns(tokens: Tokens, with_gold: bool) -> tuple[Return, ...]:
    """Every way to return the tokens above the limit."""
    white, blue, green, red, black, gold = tokens if with_gold else (*tokens[:GOLD], 0)
    return tuple(
        [
            way
            for way in ways_to_return(sum(tokens) - TOKEN_LIMIT)
            for w, b, g, r, k, y in (way.tokens,)
            if w <= white and b <= blue and g <= green and r <= red and k <= black and y <= gold
        ]
    )


def _check_return(state: State, action: Return) -> Refusal | None:
    held, given = state.players[state.seat].tokens, action.tokens
    if len(given) != len(TOKENS) or min(given) < 0:
        return _refusal("return-malformed")
    if given[GOLD] and not state.options.return_gold:
        return _refusal("return-no-gold")
    for colour, count in enumerate(given):
        if count > held[colour]:
            return _refusal("not-held", held=(colour, held[colour]), asked=count)
    surplus = sum(held) - TOKEN_LIMIT
    if sum(given) == surplus:
        return None
    return _refusal("return-exactly", surplus=surplus, held=sum(held), limit=TOKEN_LIMIT)


def _return(state: State, action: Return) -> State:
    player = state.players[state.seat]
    player = _with_tokens(player, minus(player.tokens, action.tokens))
    return _settle(state, player, plus(state.bank, action.tokens), state.face_up, state.decks, 0)


# -- nobles -----------------------------------------------------------------------------------------------------------


def guests(state: State) -> list[int]:
    """The nobles on the table that would come to the seat to move."""
    welcome = callers(state.players[state.seat].bonuses)
    return [noble for noble in state.nobles if noble in welcome]


def _check_noble(state: State, action: ChooseNoble) -> Refusal | None:
    return None if action.noble in guests(state) else _refusal("noble-not-coming", noble=action.noble)


def _choose_noble(state: State, action: ChooseNoble) -> State:
    player, nobles = _receive(state.players[state.seat], state.nobles, action.noble)
    return _next_turn(state, player, state.bank, state.face_up, state.decks, nobles, state.passes)


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


# -- doing nothing ----------------------------------------------------------------------------------------------------


def _main_actions(state: State) -> list[Action]:
    """Every main action; a pass where there is none."""
    options, player = state.options, state.players[state.seat]
    face_up, reserved, decks = state.face_up, player.reserved, state.decks
    if EMPTY in face_up:
        face_up = tuple([card for card in face_up if card != EMPTY])
    actions: list[Action] = [*takes(state.bank, options.lenient_take).values()]
    if len(reserved) < options.reserve_limit:
        actions += map(_RESERVE_OF, face_up)
        if options.blind_reserve:
            actions += RESERVE_TOP if all(decks) else [RESERVE_TOP[row] for row, deck in enumerate(decks) if deck]
    beyond = unaffordable(player.tokens, player.bonuses)
    actions += [BUY[card] for card in (*face_up, *reserved) if not beyond & CARD_BIT[card]]
    return actions or [PASS]


def _check_pass(state: State, action: Pass) -> Refusal | None:
    return None if _main_actions(state) == [PASS] else _refusal("can-still-move")


def _pass(state: State, action: Pass) -> State:
    return _settle(state, state.players[state.seat], state.bank, state.face_up, state.decks, state.passes + 1)


def _check_skip(state: State, action: Skip) -> None:
    """Nothing: whether somebody is gone is the table's to decide."""


def _skip(state: State, action: Skip) -> State:
    return _settle(state, state.players[state.seat], state.bank, state.face_up, state.decks, state.passes)


# -- the end of a turn ------------------------------------------------------------------------------------------------


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
    debt = _MAIN
    if sum(player.tokens) > TOKEN_LIMIT:
        debt = _RETURN
    else:
        welcome = callers(player.bonuses)
        if welcome:
            come = [noble for noble in nobles if noble in welcome]
            if len(come) == 1:
                player, nobles = _receive(player, nobles, come[0])
            elif come:
                debt = _NOBLE
    if debt is _MAIN:
        return _next_turn(state, player, bank, face_up, decks, nobles, passes)
    players = list(state.players)
    players[state.seat] = player
    return State(state.options, state.turn, state.seat, debt, passes, bank, face_up, decks, nobles, tuple(players))


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
    players = list(state.players)
    players[state.seat] = player
    following = (state.seat + 1) % len(players)
    phase = _MAIN
    if passes >= len(players) or (following == 0 and max([one.prestige for one in players]) >= ENOUGH_PRESTIGE):
        phase = _OVER
    return State(state.options, state.turn + 1, following, phase, passes, bank, face_up, decks, nobles, tuple(players))


# -- every kind of action ---------------------------------------------------------------------------------------------

A = TypeVar("A", bound=core.Action)
_Check = Callable[[State, core.Action], Refusal | None]
_Play = Callable[[State, core.Action], State]


class _Rule(NamedTuple):
    """When an action may be made, what speaks against it, and what it does."""

    phase: Phase
    check: _Check
    play: _Play


def _rule(phase: Phase, check: Callable[[State, A], Refusal | None], play: Callable[[State, A], State]) -> _Rule:
    return _Rule(phase, cast(_Check, check), cast(_Play, play))


_RULES: dict[type[core.Action], _Rule] = {
    Take: _rule(_MAIN, _check_take, _take),
    Reserve: _rule(_MAIN, _check_reserve, _reserve),
    ReserveTop: _rule(_MAIN, _check_reserve_top, _reserve_top),
    Buy: _rule(_MAIN, _check_buy, _buy),
    Pass: _rule(_MAIN, _check_pass, _pass),
    Skip: _rule(_MAIN, _check_skip, _skip),
    Return: _rule(_RETURN, _check_return, _return),
    ChooseNoble: _rule(_NOBLE, _check_noble, _choose_noble),
}
