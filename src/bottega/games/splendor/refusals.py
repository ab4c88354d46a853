"""Why an action is refused, in a sentence for the player.

Each function is asked only when the referee has refused; none of them decides, except :func:`of_payment`,
which is both the check of an explicit payment and its explanation.
"""

from __future__ import annotations

from bottega.games.splendor.actions import Action, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from bottega.games.splendor.cards import CARDS, COLOURS, GOLD, TOKENS, Tokens
from bottega.games.splendor.model import ENOUGH_FOR_TWO, SLOTS, TOKEN_LIMIT, State
from bottega.games.splendor.prices import missing, owed


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def out_of_turn(state: State) -> str:
    """Somebody acts who is not to act."""
    return "the game is over" if state.phase == "over" else f"it is the turn of seat {state.seat}"


def out_of_phase(state: State, action: Action) -> str:
    """The action belongs to another part of the turn, or to no part of it."""
    player = state.players[state.seat]
    held = sum(player.tokens)
    if state.phase == "return":
        return f"first return {_count(held - TOKEN_LIMIT, 'token')}: you have {held} and may keep {TOKEN_LIMIT}"
    if state.phase == "noble":
        if isinstance(action, ChooseNoble):
            return f"noble {action.noble} is not among those who would come to you"
        return "first choose one of the nobles who would come to you"
    if isinstance(action, Return):
        return f"there is nothing to return: you have {_count(held, 'token')} and may keep {TOKEN_LIMIT}"
    if isinstance(action, ChooseNoble):
        return "nobles come at the end of a turn; there is none to choose now"
    if isinstance(action, Pass):
        return "you can still move, and pass only when you cannot"
    return "that is not an action of Splendor"


def of_take(state: State, action: Take) -> str:
    """Tokens that may not be taken."""
    colours, bank = action.colours, state.bank
    if not colours:
        return "take at least one token"
    if any(colour not in range(len(COLOURS)) for colour in colours):
        return "only white, blue, green, red and black tokens can be taken; gold comes with a reserved card"
    if list(colours) != sorted(colours):
        return "name the colours in the order white, blue, green, red, black"
    for colour in colours:
        if not bank[colour]:
            return f"there are no {COLOURS[colour]} tokens left"
    different = len(set(colours))
    if len(colours) == 2 and different == 1:
        left = _count(bank[colours[0]], "token")
        return f"{COLOURS[colours[0]]} has {left} left; taking two needs at least {ENOUGH_FOR_TWO}"
    if different < len(colours) or len(colours) > 3:
        return "take three tokens of different colours, or two of the same colour"
    there = sum(1 for count in bank[:GOLD] if count)
    return f"take {_count(min(3, there), 'token')} of different colours: {there} colours are left in the bank"


def _no_room(state: State) -> str | None:
    limit = state.options.reserve_limit
    if len(state.players[state.seat].reserved) < limit:
        return None
    return f"you already hold {_count(limit, 'reserved card')}, and that is the limit"


def of_reserve(state: State, action: Reserve) -> str:
    """A face-up card that may not be reserved."""
    return _no_room(state) or of_absent_card(state, action.card)


def of_reserve_top(state: State, action: ReserveTop) -> str:
    """A deck from which nothing may be reserved."""
    if not state.options.blind_reserve:
        return "at this table only face-up cards can be reserved"
    if not 1 <= action.level <= len(state.decks):
        return f"there is no deck of level {action.level}"
    return _no_room(state) or f"the deck of level {action.level} is empty"


def of_absent_card(state: State, card: int) -> str:
    """A card that is neither face up nor in the player's hand."""
    if not 0 <= card < len(CARDS):
        return f"there is no card {card}"
    for seat, player in enumerate(state.players):
        if card in player.cards:
            return f"card {card} has already been bought"
        if card in player.reserved and card not in player.secret:
            return f"card {card} is reserved by {'you' if seat == state.seat else 'another player'}"
    level = CARDS[card].level
    shown = [str(one) for one in state.face_up[(level - 1) * SLOTS : level * SLOTS] if one >= 0]
    return f"card {card} is not on the table; face up in level {level}: {', '.join(shown) or 'none'}"


def of_price(state: State, card: int) -> str:
    """A card that the player cannot pay for."""
    player = state.players[state.seat]
    short = missing(card, player.tokens, player.bonuses)
    cost = owed(card, player.bonuses)
    price = ", ".join(f"{count} {COLOURS[colour]}" for colour, count in enumerate(cost) if count)
    return f"you are {_count(short, 'token')} short of card {card}, which costs you {price}"


def of_payment(state: State, card: int, paid: Tokens) -> str | None:
    """What is wrong with an explicit payment, None if it is exact."""
    player = state.players[state.seat]
    if len(paid) != len(TOKENS) or min(paid) < 0:
        return "a payment is a number of tokens of each colour and gold"
    cost = owed(card, player.bonuses)
    for colour, count in enumerate(paid):
        if count > player.tokens[colour]:
            return f"you have {_count(player.tokens[colour], f'{TOKENS[colour]} token')}, not {count}"
        if colour != GOLD and count > cost[colour]:
            return f"card {card} costs you {_count(cost[colour], f'{COLOURS[colour]} token')}, not {count}"
    rest = sum(cost) - sum(paid[:GOLD])
    if paid[GOLD] != rest:
        return f"with these coloured tokens card {card} costs {rest} gold, not {paid[GOLD]}"
    return None


def of_return(state: State, action: Return) -> str:
    """Tokens that may not be returned."""
    held, given = state.players[state.seat].tokens, action.tokens
    if len(given) != len(TOKENS) or min(given) < 0:
        return "a return is a number of tokens of each colour and gold"
    if given[GOLD] and not state.options.return_gold:
        return "at this table gold cannot be returned"
    for colour, count in enumerate(given):
        if count > held[colour]:
            return f"you have {_count(held[colour], f'{TOKENS[colour]} token')}, not {count}"
    surplus = sum(held) - TOKEN_LIMIT
    return f"return exactly {_count(surplus, 'token')}: you have {sum(held)} and may keep {TOKEN_LIMIT}"
