"""Tables of Masters of Renaissance for tests, written as short as they are said: shelves, cards, a market line.

>>> state = table(player(shelves=("1 coin", "2 stone", "")), player(), line="c1", marbles="grey yellow white")
>>> state = play(state, "market c1")
>>> refused(state, "store stone 2", "is full")
Refusal(code='renaissance.place-full', params={'place': 2, 'room': 2})
>>> shelves(play(state, "swap 2 3", "store stone 3"))
('1 coin', '', '3 stone')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance.cards import CARDS, DEPOT, LEADERS, PILES, RESOURCES, Amounts
from bottega.games.renaissance.market import LINES, MARBLES, SLIDE, SUPPLY
from bottega.games.renaissance.model import NO_KIND, START, Player, State

__all__ = ["SEED", "amounts", "listed", "market", "play", "player", "refused", "shelves", "table", "top"]

SEED = bytes(32)


def amounts(text: str) -> Amounts:
    """Amounts from words: ``"2 coin 1 stone"``."""
    words = text.split()
    found = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    return tuple(found.get(resource, 0) for resource in RESOURCES)


def player(
    shelves: Sequence[str] = ("", "", ""),
    depots: Sequence[int] = (),
    box: str = "",
    leaders: Sequence[int] = (1, 2),
    **fields: Any,
) -> Player:
    """A board: shelves as ``("1 coin", "2 stone", "")``, contents of the depots of played leaders, the strongbox."""
    kinds, counts = [], []
    for shelf in shelves:
        count, kind = shelf.split() if shelf else ("0", None)
        kinds.append(RESOURCES.index(kind) if kind else NO_KIND)
        counts.append(int(count))
    played = fields.get("played", ())
    printed = [LEADERS[leader].resource for leader in played if LEADERS[leader].ability == DEPOT]
    for number in range(2):
        kinds.append(printed[number] if number < len(printed) else NO_KIND)
        counts.append(depots[number] if number < len(depots) else 0)
    others = [leader for leader in LEADERS if leader not in leaders]
    fields.setdefault("offered", (*leaders, *others[: 4 - len(leaders)]))
    fields.setdefault("bonus", 0)
    return Player(leaders=tuple(leaders), kinds=tuple(kinds), counts=tuple(counts), strongbox=amounts(box), **fields)


def table(*players: Player, line: str = "", marbles: str = "", slide: str = "", **fields: Any) -> State:
    """A game at the start of seat 0's turn. ``line`` shows ``marbles``, with ``slide`` on the slide."""
    state = renaissance.new(len(players), SEED)
    bought = {card for one in players for slot in one.slots for card in slot}
    grid = tuple(tuple(card for card in pile if card not in bought) for pile in state.grid)
    fields = {"phase": START, "turn": 1, "grid": grid, **fields}
    if line:
        fields["market"] = market(line, marbles.split(), slide)
    return replace(state, players=tuple(players), **fields)


def market(line: str, marbles: list[str], slide: str = "") -> tuple[int, ...]:
    """All thirteen marbles, arranged so that a line shows these."""
    left = list(SUPPLY)
    placed: dict[int, int] = {}
    named = list(zip(LINES[line], marbles, strict=True)) + ([(SLIDE, slide)] if slide else [])
    for place, name in named:
        placed[place] = MARBLES.index(name)
        left.remove(placed[place])
    return tuple(placed[place] if place in placed else left.pop() for place in range(SLIDE + 1))


def play(state: State, *moves: str, seat: int = 0) -> State:
    """The state after a seat's moves, given in notation."""
    for move in moves:
        state = renaissance.apply(state, seat, renaissance.Action.from_text(move))
    return state


def refused(state: State, move: str, because: str = "", seat: int = 0) -> Refusal:
    """Why a move is refused; AssertionError if it is not, is listed, or if the sentence does not say this."""
    action = renaissance.Action.from_text(move)
    refusal = renaissance.why_not(state, seat, action)
    assert refusal is not None, f"{move} is accepted"
    assert action not in renaissance.legal(state, seat), f"{move} is listed"
    assert re.search(because, str(refusal)), f"{str(refusal)!r} does not say {because!r}"
    return refusal


def listed(state: State, seat: int = 0) -> set[str]:
    """What a seat may do, in notation."""
    return set(map(str, renaissance.legal(state, seat)))


def shelves(state: State, seat: int = 0) -> tuple[str, ...]:
    """What lies on a seat's shelves, in the words of :func:`player`."""
    board = state.players[seat]
    return tuple(
        f"{count} {RESOURCES[kind]}" if count else ""
        for kind, count in zip(board.kinds[:3], board.counts[:3], strict=True)
    )


def top(state: State, pile: str, card: int) -> State:
    """The state with a card on top of its pile."""
    at = PILES.index(pile)
    assert (CARDS[card].level - 1, CARDS[card].colour) == divmod(at, 4)
    rest = tuple(other for other in state.grid[at] if other != card)
    return replace(state, grid=(*state.grid[:at], (*rest, card), *state.grid[at + 1 :]))
