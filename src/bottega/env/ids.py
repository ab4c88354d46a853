"""A number for every action that ``legal`` can list, the same in every state and on every machine.

An action's number is its place in ``actions_of(game)``. Only canonical actions have one (payments as the house makes
them, resources in their order): they lead everywhere the others do. New actions would be appended, never put between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from typing import Any

from bottega.games.core import AnyGame

MOST_ON_TRACK = 90
"""Dice that can lie on Sagrada's round track: nine a round, if nobody takes any."""
MOST_RETURNED = 3
"""Tokens that Splendor can ask back at once."""
MOST_PENDING = 4
"""Marbles that one visit to the market can bring."""


def _splendor() -> Iterator[Any]:
    from bottega.games.splendor import actions as splendor
    from bottega.games.splendor.tokens import COLOURS

    yield from chain.from_iterable(splendor.TAKE_DIFFERENT.values())
    yield from splendor.TAKE_TWO
    yield from splendor.RESERVE
    yield from splendor.RESERVE_TOP
    yield from splendor.BUY
    kinds = len(COLOURS) + 1
    for size in range(1, MOST_RETURNED + 1):
        for colours in combinations_with_replacement(range(kinds), size):
            yield splendor.Return(_six(colours.count(colour) for colour in range(kinds)))
    yield from splendor.CHOOSE_NOBLE
    yield splendor.PASS


def _six(counts: Iterator[int]) -> tuple[int, int, int, int, int, int]:
    white, blue, green, red, black, gold = counts
    return white, blue, green, red, black, gold


def _sagrada() -> Iterator[Any]:
    from bottega.games.sagrada import actions as sagrada
    from bottega.games.sagrada.cards import CELLS, DICE, TOOLS

    yield from sagrada.CHOICES
    yield from chain.from_iterable(sagrada.PLACES)
    yield from sagrada.USES.values()
    yield from (sagrada.UseTool(tool, die) for tool in TOOLS for die in range(len(DICE)))
    yield from sagrada.PICKS
    yield sagrada.DOWN
    yield sagrada.UP
    yield from map(sagrada.PickTrack, range(MOST_ON_TRACK))
    yield from sagrada.SETS
    yield from (sagrada.MOVES[source][target] for source, target in permutations(range(CELLS), 2))
    yield sagrada.BACK
    yield sagrada.END


def _renaissance() -> Iterator[Any]:
    from bottega.games.renaissance import actions as renaissance
    from bottega.games.renaissance.cards import LEADERS, RESOURCES

    resources, shelves, depots = range(len(RESOURCES)), renaissance.SHELVES, renaissance.DEPOTS
    yield from map(renaissance.Keep, permutations(sorted(LEADERS), 2))
    yield from (renaissance.Bonus(resource, shelf) for resource in resources for shelf in shelves)
    yield from map(renaissance.Market, ("r1", "r2", "r3", "c1", "c2", "c3", "c4"))
    yield from renaissance.EVERY_WHITE
    yield from renaissance.EVERY_STORE.values()
    for size in range(1, MOST_PENDING + 1):
        yield from map(renaissance.Discard, combinations_with_replacement(resources, size))
    yield from (renaissance.Swap(first, second) for first, second in combinations(shelves, 2))
    for shelf, depot in product(shelves, depots):
        yield renaissance.Move(shelf, depot)
        yield renaissance.Move(depot, shelf)
    yield from chain.from_iterable(renaissance.EVERY_BUY)
    for inputs in combinations_with_replacement(resources, 2):
        yield from (renaissance.ProduceBasic(inputs, output) for output in resources)
    yield from renaissance.EVERY_CARD_PRODUCTION
    yield from chain.from_iterable(renaissance.EVERY_LEADER_PRODUCTION)
    yield renaissance.COLLECT
    yield renaissance.REVERT
    yield from renaissance.EVERY_PLAY
    yield from renaissance.EVERY_LEADER_DISCARD
    yield renaissance.END_TURN


_NUMBERED: Mapping[str, Callable[[], Iterator[Any]]] = {
    "splendor": _splendor,
    "sagrada": _sagrada,
    "renaissance": _renaissance,
}


@cache
def actions_of(game: str) -> tuple[Any, ...]:
    """Every action of a game that has a number, in the order of the numbers."""
    return tuple(_NUMBERED[game]())


@cache
def ids_of(game: str) -> Mapping[Any, int]:
    """The number of every action of a game."""
    return {action: number for number, action in enumerate(actions_of(game))}


def legal_ids(game: AnyGame, state: Any, seat: int) -> Sequence[int]:
    """The numbers of the seat's legal actions, in the order in which ``legal`` lists them."""
    numbers = ids_of(game.NAME)
    return [numbers[action] for action in game.legal(state, seat)]
