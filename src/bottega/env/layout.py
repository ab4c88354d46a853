"""What a seat sees as a row of whole numbers, with a layout that can be printed: ``python -m bottega.env.layout``.

A layout is a sequence of parts, each with a name, a size, and a function that reads it from the game's own view, so
that nothing can be in it that the seat may not know. Players come in the order of seats from the viewer on. What is not
there is 0; where 0 would be a value, values are counted from 1 (colours, resources, dice, phases).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from bottega.games import GAMES

LOWEST, HIGHEST = 0, 255
"""Between which all numbers lie."""


class Part(msgspec.Struct, frozen=True):
    """A part of a layout; one that belongs to players is there once for each."""

    name: str
    size: int
    read: Callable[[Any], Iterable[int]]
    meaning: str


class Layout(msgspec.Struct, frozen=True):
    """How a game for so many is seen: first what lies in the middle, then each player, the viewer first."""

    seats: int
    table: tuple[Part, ...]
    player: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return sum(part.size for part in self.table) + self.seats * sum(part.size for part in self.player)

    def read(self, view: Any, viewer: int) -> list[int]:
        """The numbers of a view."""
        numbers: list[int] = []
        for part in self.table:
            numbers += part.read(view)
        for turn in range(self.seats):
            player = view.players[(viewer + turn) % self.seats]
            for part in self.player:
                numbers += part.read(player)
        return numbers

    def rows(self) -> Iterator[tuple[int, str, int, str]]:
        """Where each part begins, its name, its size and its meaning; of the players only the viewer's."""
        at = 0
        for part in (*self.table, *self.player):
            yield at, part.name, part.size, part.meaning
            at += part.size


def _place(words: Sequence[str], word: str | None) -> int:
    """The place of a word, counted from 1; 0 for none."""
    return 0 if word is None else words.index(word) + 1


def _padded(numbers: Iterable[int], size: int) -> list[int]:
    listed = list(numbers)
    return listed + [0] * (size - len(listed))


def _flags(there: Iterable[int], size: int) -> list[int]:
    flags = [0] * size
    for number in there:
        flags[number] = 1
    return flags


# -- Splendor ---------------------------------------------------------------------------------------------------------

_CARD = 8
_CARD_MEANING = "level, colour of the bonus (1-5), prestige, cost in five colours"


def _splendor() -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    from bottega.games.splendor.cards import CARDS, NOBLES
    from bottega.games.splendor.model import Phase

    phases = [str(phase) for phase in Phase]
    cards = [(card.level, card.bonus + 1, card.prestige, *card.cost) for card in CARDS]
    nothing = (0,) * _CARD

    def face_up(view: Any) -> Iterator[int]:
        for row in view.rows:
            for card in _padded((0 if card is None else card + 1 for card in row.face_up), 4):
                yield from cards[card - 1] if card else nothing

    def reserved(player: Any) -> Iterator[int]:
        for card in player.reserved:
            yield from (card.level, 0, 0, 0, 0, 0, 0, 0) if card.card is None else cards[card.card]
        for _ in range(3 - len(player.reserved)):
            yield from nothing

    def nobles(view: Any) -> list[int]:
        return _padded((number for noble in view.nobles for number in (1, *NOBLES[noble].cost)), 30)

    table = (
        Part("phase", 1, lambda view: (_place(phases, view.phase),), f"1 {', '.join(phases)}"),
        Part("surplus", 1, lambda view: (view.surplus,), "tokens to return now"),
        Part("last round", 1, lambda view: (int(view.last_round),), "somebody has 15 prestige"),
        Part("guests", 10, lambda view: _flags(view.guests, 10), "a flag for each noble to choose from"),
        Part("bank", 6, lambda view: view.bank, "tokens: white, blue, green, red, black, gold"),
        Part("face up", 12 * _CARD, face_up, f"three rows of four cards: {_CARD_MEANING}"),
        Part("decks", 3, lambda view: [row.deck for row in view.rows], "cards left"),
        Part("nobles", 30, nobles, "five tiles: there, bonuses asked for in five colours"),
    )
    player = (
        Part("tokens", 6, lambda player: player.tokens, "as in the bank"),
        Part("bonuses", 5, lambda player: player.bonuses, "in five colours"),
        Part("prestige", 1, lambda player: (player.prestige,), ""),
        Part("cards", 1, lambda player: (len(player.cards),), "bought"),
        Part("reserved", 3 * _CARD, reserved, f"three cards: {_CARD_MEANING}; only the level if unseen"),
    )
    return table, player


# -- Sagrada ----------------------------------------------------------------------------------------------------------

_TRACK = 90


def _sagrada() -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    from bottega.games.sagrada.cards import CELLS, COLOURS, DICE, DIE_NUMBER, WINDOW_NUMBER
    from bottega.games.sagrada.model import Stage
    from bottega.games.sagrada.view import Phase

    phases, stages = [str(phase) for phase in Phase], [str(stage) for stage in Stage]

    def cells(window: Any) -> list[int]:
        """For every space the colour (1-5) or the value (7-12) that it asks for."""
        if window is None:
            return [0] * CELLS
        return [COLOURS.find(cell) + 1 or (int(cell) + 6 if cell.isdecimal() else 0) for cell in window.cells]

    def dice(names: Iterable[str | None]) -> list[int]:
        return [0 if name is None else DIE_NUMBER[name] + 1 for name in names]

    def pool(view: Any) -> list[int]:
        counts = [0] * len(DICE)
        for name in view.pool:
            counts[DIE_NUMBER[name]] += 1
        return counts

    def tools(view: Any) -> Iterator[int]:
        there = {tool.number: tool for tool in view.tools}
        for number in range(1, 13):
            tool = there.get(number)
            yield from (0, 0, 0) if tool is None else (1, tool.tokens, int(tool.used))

    def work(view: Any) -> tuple[int, ...]:
        doing = view.work
        if doing is None:
            return (0,) * 6
        index = 0 if doing.pool_index is None else doing.pool_index + 1
        moved = (0, 0) if doing.moved is None else (doing.moved[0] + 1, doing.moved[1] + 1)
        colour = 0 if not doing.colour else COLOURS.index(doing.colour) + 1
        return (doing.tool, _place(stages, doing.stage), index, colour, *moved)

    def offered(view: Any) -> list[int]:
        return _padded((WINDOW_NUMBER[window.name.casefold()] + 1 for window in view.offered), 4)

    table = (
        Part("phase", 1, lambda view: (_place(phases, view.phase),), f"1 {', '.join(phases)}"),
        Part("round", 1, lambda view: (view.round,), ""),
        Part("second turn", 1, lambda view: (int(view.second_turn),), "of the round"),
        Part("offered", 4, offered, "numbers of the windows to choose from, from 1"),
        Part("publics", 10, lambda view: _flags((each.number - 1 for each in view.publics), 10), "a flag for each"),
        Part("tools", 36, tools, "twelve tools: there, tokens on it, used"),
        Part("pool", 30, pool, "how many of each die (R1 … R6, Y1 …)"),
        Part("pending", 1, lambda view: (0 if view.pending is None else view.pending + 1,), "the pool's die in hand"),
        Part("obliged", 1, lambda view: (int(view.obliged),), "it must be placed before the turn may end"),
        Part(
            "track", _TRACK, lambda view: _padded(dice(die for each in view.track for die in each), _TRACK),
            "dice from 1 in the order of arrival",
        ),
        Part("bag", 5, lambda view: tuple(view.bag.values()), "dice left of each colour"),
        Part("work", 6, work, "the tool in use: number, stage, die of the pool, colour, moved from and to"),
        Part("target", 1, lambda view: (view.target or 0,), "points to beat, alone"),
    )  # fmt: skip
    player = (
        Part("chosen", 1, lambda player: (int(player.chosen),), "has a window"),
        Part("window", CELLS, lambda player: cells(player.window),
             "for each space the colour (1-5) or value (7-12) asked for"),
        Part("dice", CELLS, lambda player: dice(player.dice), "for each space the die, from 1"),
        Part("tokens", 1, lambda player: (player.tokens,), "of favour"),
        Part("private", 5, lambda player: _flags(map(COLOURS.index, player.private), 5), "colours, if known"),
        Part(
            "turns", 4,
            lambda player: map(
                int, (player.first_turn_done, player.second_turn_done, player.drafted, player.tool_used)
            ),
            "first done, second done, drafted, tool used",
        ),
    )  # fmt: skip
    return table, player


# -- Masters of Renaissance -------------------------------------------------------------------------------------------

_DEVELOPMENT = 16
_DEVELOPMENT_MEANING = "level, colour (1-4), points, cost, inputs and outputs in four resources, faith"


def _renaissance() -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS, RESOURCES
    from bottega.games.renaissance.model import Phase

    phases = [str(phase) for phase in Phase]
    marbles = ("white", "blue", "grey", "yellow", "purple", "red")
    fates = ("hand", "played", "discarded")
    cards = {
        card.id: (card.level, card.colour + 1, card.points, *card.cost, *card.inputs, *card.outputs, card.faith)
        for card in CARDS.values()
    }
    nothing = (0,) * _DEVELOPMENT
    leaders = {leader: place for place, leader in enumerate(sorted(LEADERS), 1)}
    assert len(COLOURS) == len(RESOURCES) == 4

    def grid(view: Any) -> Iterator[int]:
        for pile in view.grid:
            yield pile.left
            yield from nothing if pile.top is None else cards[pile.top]

    def market(view: Any) -> list[int]:
        return [_place(marbles, marble) for row in view.market.rows for marble in row] + [
            _place(marbles, view.market.slide)
        ]

    def production(view: Any) -> list[int]:
        making = view.production
        return [0] * 11 if making is None else [*_flags(making.used, 6), *making.outputs.values(), making.faith]

    def places(shown: Any, size: int) -> list[int]:
        return _padded(
            (number for each in shown for number in (_place(RESOURCES, each.resource), each.count)), 2 * size
        )

    def slots(player: Any) -> Iterator[int]:
        for slot in player.slots:
            yield len(slot)
            yield from cards[slot[-1]] if slot else nothing

    def held(player: Any) -> list[int]:
        return _padded(
            (number for each in player.leaders for number in (leaders.get(each.id, 0), _place(fates, each.fate))), 4
        )

    table = (
        Part("phase", 1, lambda view: (_place(phases, view.phase),), f"1 {', '.join(phases)}"),
        Part("reports", 1, lambda view: (view.reports,), "of the Vatican, so far"),
        Part("ending", 1, lambda view: (int(view.ending),), "the last round has begun"),
        Part("market", 13, market, f"three rows of four and the slide: 1 {', '.join(marbles)}"),
        Part("grid", 12 * (1 + _DEVELOPMENT), grid, f"twelve piles: cards left, of the top {_DEVELOPMENT_MEANING}"),
        Part("pending", 4, lambda view: tuple(view.pending.values()), "resources to store"),
        Part("whites", 1, lambda view: (view.whites,), "white marbles to turn"),
        Part(
            "white choices", 4, lambda view: _flags(map(RESOURCES.index, view.white_choices), 4), "into which resource"
        ),
        Part("production", 11, production, "used: basic, three slots, two leaders; outputs in four resources; faith"),
        Part(
            "solo",
            2,
            lambda view: (view.solo.cross, view.solo.left) if view.solo else (0, 0),
            "black cross, tokens left",
        ),
    )
    player = (
        Part("points", 1, lambda player: (player.points,), ""),
        Part("faith", 1, lambda player: (player.faith,), ""),
        Part(
            "tiles",
            3,
            lambda player: [_place(("down", "up", "lost"), tile) for tile in player.tiles],
            "1 down, up, lost",
        ),
        Part("shelves", 6, lambda player: places(player.shelves, 3), "resource (1-4) and how many, three times"),
        Part("depots", 4, lambda player: places(player.depots, 2), "the same, twice"),
        Part("strongbox", 4, lambda player: tuple(player.strongbox.values()), "resources"),
        Part("slots", 3 * (1 + _DEVELOPMENT), slots, f"three: how many cards, of the top {_DEVELOPMENT_MEANING}"),
        Part("leaders", 4, held, "twice: number from 1, 0 if hidden; 1 hand, played, discarded"),
        Part("offered", 4, lambda player: _padded((leaders[each] for each in player.offered), 4), "leaders from 1"),
        Part("bonus", 1, lambda player: (player.bonus,), "resources still to choose"),
        Part("ready", 1, lambda player: (int(player.ready),), "set-up done"),
    )
    return table, player


_LAID_OUT = {"splendor": _splendor, "sagrada": _sagrada, "renaissance": _renaissance}


@cache
def layout_of(game: str, seats: int) -> Layout:
    """The layout of a game for so many."""
    table, player = _LAID_OUT[game]()
    return Layout(seats, table, player)


def lines(game: str) -> Iterator[str]:
    """A game's layout as a table in Markdown."""
    layout = layout_of(game, 1)
    yield "| from | part | numbers | meaning |"
    yield "|---|---|---|---|"
    for at, name, size, meaning in layout.rows():
        yield f"| {at} | {name} | {size} | {meaning} |"
    repeated = sum(part.size for part in layout.player)
    yield ""
    yield f"The last {repeated}, from *{layout.player[0].name}* on, are there for each player, the viewer first."


def main() -> None:
    """Print the layouts of the games that are named, or of all."""
    for game in sys.argv[1:] or GAMES:
        print(f"### {game}", *lines(game), "", sep="\n")


if __name__ == "__main__":
    main()
