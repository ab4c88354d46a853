"""renaissance-events' numbers: cards count from 0, every container and every production has a number of its own.

The client knows no numbers but those that ``UpdateGame`` gives it; these are the ones the program of the time gave in
its first game, but for the leaders' depots, which have the same number in every game.

What must stay true: a number means the same thing for everybody at a table, from the first message to the last.
"""

from __future__ import annotations

from bottega.games.renaissance.actions import BOX, DEPOTS, SHELVES
from bottega.games.renaissance.cards import CARDS, DEPOT, LEADERS, PRODUCTION
from bottega.games.renaissance.model import Player
from bottega.games.renaissance.production import BASIC, FIRST_LEADER

RESOURCES = ("Coin", "Stone", "Servant", "Shield")
FAITH, ZERO = "Faith", "Zero"
MARBLES = (*RESOURCES, FAITH, ZERO)
COLOURS = ("Green", "Blue", "Yellow", "Purple")
"""In the order of the rules."""

OF_A_SEAT = 4
"""Containers of a seat: three shelves and the strongbox."""
FIRST_DEPOT = 16
DEPOT_LEADERS = tuple(leader for leader, card in LEADERS.items() if card.ability == DEPOT)
PRODUCING_LEADERS = tuple(leader for leader, card in LEADERS.items() if card.ability == PRODUCTION)
BASIC_PRODUCTION = 0
FIRST_CARD_PRODUCTION = 5
NO_PRODUCTION = 53
"""The production of cards that are none."""
NONE = -1

EMPTY_PILE = 48
"""Number of the first card that stands for an empty pile."""
EMPTY_PILE_COLOURS = ("Green", "Purple", "Blue", "Yellow")
EMPTY_HAND = 16
"""Number of the leader that stands for an empty hand."""


def card_number(card: int) -> int:
    """A development card's number."""
    return card - 1


def leader_number(leader: int) -> int:
    """A leader's number."""
    return leader - 1


def empty_pile(level: int, colour: str) -> int:
    """The number of the card that stands for an empty pile."""
    return EMPTY_PILE + 4 * (level - 1) + EMPTY_PILE_COLOURS.index(colour)


def depot_of(leader: int) -> int:
    """The number of a leader's depot, NONE if it has none."""
    return FIRST_DEPOT + DEPOT_LEADERS.index(leader) if leader in DEPOT_LEADERS else NONE


def production_of_leader(leader: int) -> int:
    """The number of a leader's production, NONE if it has none."""
    return 1 + PRODUCING_LEADERS.index(leader) if leader in PRODUCING_LEADERS else NONE


def production_of_card(card: int) -> int:
    """The number of a development card's production."""
    return FIRST_CARD_PRODUCTION + card_number(card)


def container(player: Player, seat: int, place: int) -> int:
    """The number of a shelf, a depot in play, or the strongbox."""
    if place in SHELVES:
        return OF_A_SEAT * seat + place - 1
    if place == BOX:
        return OF_A_SEAT * seat + 3
    return depot_of(_depots(player)[place - DEPOTS[0]])


def place(player: Player, seat: int, number: int) -> int | None:
    """The shelf, depot or strongbox of a player that has the number, None if none of theirs has."""
    own = (*SHELVES, BOX, *DEPOTS[: len(_depots(player))])
    return next((each for each in own if container(player, seat, each) == number), None)


def production(player: Player, number: int) -> int | None:
    """Which production of a player has the number (0 basic, 1-3 the slots, 4-5 leaders), None if none of theirs has."""
    if number == BASIC_PRODUCTION:
        return BASIC
    for slot, cards in enumerate(player.slots, start=1):
        if cards and production_of_card(cards[-1]) == number:
            return slot
    producing = [leader for leader in player.played if leader in PRODUCING_LEADERS]
    for at, leader in enumerate(producing, start=FIRST_LEADER):
        if production_of_leader(leader) == number:
            return at
    return None


def token_number(token: int) -> int:
    """One of Lorenzo's tokens."""
    return _TOKENS.index(token)


_TOKENS = (6, 4, 5, 1, 0, 3, 2)
"""The rules' tokens by number: cross +1 and shuffle, cross +2, again, blue, green, purple, yellow."""


def _depots(player: Player) -> list[int]:
    """The depot leaders in play, in order of activation."""
    return [leader for leader in player.played if leader in DEPOT_LEADERS]


def is_card(number: int) -> bool:
    """Whether a development card has the number."""
    return number + 1 in CARDS
