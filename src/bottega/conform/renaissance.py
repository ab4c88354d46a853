"""What the kits of all Renaissance protocols need: a game dealt as it was told, with the next cards that were told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from bottega.conform.kit import Impossible
from bottega.conform.reference import Deal
from bottega.games import renaissance
from bottega.games.core import Action, AnyGame, apply_all
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS
from bottega.games.renaissance.market import SUPPLY
from bottega.games.renaissance.model import SETUP, State

GAME = cast(AnyGame, renaissance)
SEED = bytes(32)
EMPTY = 0
"""In place of the top card of a pile that is gone."""


def dealt(
    names: Sequence[str], market: Sequence[int], tops: Mapping[int, int], offers: Mapping[str, Sequence[int]]
) -> Deal:
    """The game with this market, these top cards (by number, for each pile) and these leaders to choose from."""
    state = renaissance.new(len(names), SEED)
    if sorted(market) != sorted(SUPPLY):
        raise Impossible("the market does not have the thirteen marbles that there are")
    grid = list(state.grid)
    for pile, top in tops.items():
        if top not in grid[pile]:
            level, colour = pile // len(COLOURS) + 1, COLOURS[pile % len(COLOURS)]
            raise Impossible(
                f"card {top} lies on the pile of {colour} cards of level {level}, to which it does not belong"
            )
        grid[pile] = (*(card for card in grid[pile] if card != top), top)
    told = [leader for name in names for leader in offers[name]]
    if not len(told) == len(set(told)) == 4 * len(names) or not set(told) <= set(LEADERS):
        raise Impossible(f"the leaders {told} are offered: everybody should get four, and none twice")
    players = tuple(
        replace(player, offered=tuple(offers[name])) for player, name in zip(state.players, names, strict=True)
    )
    return Deal(tuple(names), replace(state, market=tuple(market), grid=tuple(grid), players=players))


def market(words: Sequence[str], names: Sequence[str], section: str) -> list[int]:
    """The marbles of the market, by the protocol's words for them; what is none falls under that section."""
    for word in words:
        if word not in names:
            raise Impossible(f"there is a marble {word} in the market: they are {', '.join(names)}", section)
    return [names.index(word) for word in words]


def revealing(state: State, seat: int, actions: Sequence[Action]) -> bool:
    """Whether these (legal) actions bring a card or a token to light."""
    for action in actions:
        if GAME.reveals(state, action):
            return True
        state = GAME.apply(state, seat, action)
    return False


def turned_up(state: State, seat: int, actions: Sequence[Action]) -> list[int]:
    """The piles of which another card is seen after these actions."""
    after: State = apply_all(GAME, state, seat, actions)[-1].after
    pairs = enumerate(zip(state.grid, after.grid, strict=True))
    return [pile for pile, (before, now) in pairs if now and len(now) < len(before)]


def with_token(state: State, token: int | None, told: object, section: str) -> State:
    """The state in which that token of the solo game comes next; what is none falls under that section."""
    if token is None:
        raise Impossible(f"token {told} is revealed, and there is none like that", section)
    if token not in state.tokens:
        raise Impossible(f"token {told} is revealed, which is not in the stack any more", section)
    return replace(state, tokens=(*(each for each in state.tokens if each != token), token))


def with_tops(state: State, seat: int, actions: Sequence[Action], tops: Mapping[int, int]) -> State:
    """The state from which these actions leave those cards on top of their piles."""
    after: State = apply_all(GAME, state, seat, actions)[-1].after
    grid = list(state.grid)
    for pile, top in tops.items():
        left, before = after.grid[pile], state.grid[pile]
        if top == EMPTY or not left or left[-1] == top or len(left) == len(before):
            continue
        owned = {card for player in state.players for slot in player.slots for card in slot}
        if top in owned or top == before[-1] or _pile_of(top) != pile:
            raise Impossible(f"card {top} is turned up, which cannot be in that pile any more")
        swap = {top: left[-1], left[-1]: top}  # (in a solo game it may have been thought discarded unseen)
        grid[pile] = tuple(swap.get(card, card) for card in before)
    return replace(state, grid=tuple(grid))


def _pile_of(card: int) -> int:
    """The pile to which a card belongs, -1 if there is no such card."""
    printed = CARDS.get(card)
    return -1 if printed is None else (printed.level - 1) * len(COLOURS) + printed.colour


def in_turn(state: object, seat: int | None) -> bool:
    """Whether it is that seat's turn, after the set-up."""
    return isinstance(state, State) and state.phase != SETUP and seat == state.seat and not GAME.over(state)
