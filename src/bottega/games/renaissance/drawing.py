"""A table of Masters of Renaissance drawn in letters, for a terminal of 80 columns.

Resources are co(in), st(one), se(rvant) and sh(ield); ``2co+f`` is two coins and a faith, ``co>2st`` a production that
turns a coin into two stones, ``any`` a resource of choice. A card or leader is its number, with what it does, its
points (``3p``) and what it asks for (``1G``: a green card, ``1Y2``: a yellow one of level 2). A dot is an empty space
of a shelf or depot, ``?`` a leader that the viewer has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bottega.games.refusal import listing
from bottega.games.renaissance.cards import (
    CARDS,
    COLOURS,
    LEADERS,
    LEVELS,
    RESOURCES,
    Ability,
    Amounts,
    LeaderCard,
)
from bottega.games.renaissance.faith import TILE_POINTS
from bottega.games.renaissance.model import Loss, Phase

if TYPE_CHECKING:
    from bottega.games.renaissance.view import LeaderView, PileView, PlaceView, PlayerView, SoloView, View

_LABEL, _CELL, _MARBLE, _WIDTH = 12, 17, 8, 80
"""Columns of what stands at the left, of a card, of a marble, and of the whole."""

_SHORT = dict(zip(RESOURCES, ("co", "st", "se", "sh"), strict=True))
_MARBLES_GIVE = (
    "yellow co(in)     purple se(rvant)",
    "grey   st(one)    blue   sh(ield)",
    "red    f(aith)    white  nothing",
)
_LOST = {
    Loss.COLUMN_GONE: "lost: a whole colour of cards is gone",
    Loss.CROSS_FIRST: "lost: the black cross was first",
}


def draw(view: View) -> str:
    """The table as its viewer sees it."""
    return "\n".join(line.rstrip() for line in _lines(view))


def _lines(view: View) -> Iterator[str]:
    yield _headline(view)
    yield ""
    yield from _market(view)
    yield ""
    for level in range(LEVELS, 0, -1):
        yield from _level([pile for pile in view.grid if pile.level == level])
    if view.solo is not None:
        yield ""
        yield _solo(view.solo)
    for player in view.players:
        yield ""
        yield from _player(player, player.seat in view.actors)


def _headline(view: View) -> str:
    """Who is to do what, or how it ended."""
    if view.phase == Phase.SETUP:
        return f"set-up: {_seats(view.actors)} still {'has' if len(view.actors) == 1 else 'have'} to choose"
    if view.over:
        return f"turn {view.turn}: the game is over, {_result(view)}"
    return f"turn {view.turn}: seat {view.seat} {_asked(view)}" + (" (last round)" if view.ending else "")


def _asked(view: View) -> str:
    match view.phase:
        case Phase.START:
            return "is to visit the market, buy a card or produce"
        case Phase.STORING:
            waiting = _named(view.pending, "+") if any(view.pending.values()) else ""
            whites = f"{view.whites} white" if view.whites else ""
            return f"is to store or discard {' and '.join(filter(None, (waiting, whites)))}"
        case Phase.PRODUCING if view.production is not None:
            made = view.production
            return f"produces {_sum(tuple(made.outputs.values()), made.faith)}: more, or collect, or revert"
    return "has made its main action and is to end its turn"


def _result(view: View) -> str:
    if view.solo is not None and view.solo.lost:
        return _LOST[Loss(view.solo.lost)]
    return f"won by {_seats(view.winners)}"


def _seats(seats: Sequence[int]) -> str:
    return listing(" and ")(tuple(f"seat {seat}" for seat in seats))


def _labelled(label: str, *cells: str, width: int = _CELL) -> str:
    return label.ljust(_LABEL) + "".join(cell.ljust(width) for cell in cells)


def _market(view: View) -> Iterator[str]:
    columns = [f"c{number}" for number in range(1, len(view.market.rows[0]) + 1)]
    yield _labelled("market", *columns, f"slide {view.market.slide}", width=_MARBLE)
    for number, (row, give) in enumerate(zip(view.market.rows, _MARBLES_GIVE, strict=True), start=1):
        yield _labelled(f"  r{number}", *row, give, width=_MARBLE)


def _level(piles: Sequence[PileView]) -> Iterator[str]:
    """The four piles of a level: top card and how many there are, what it costs, what it makes."""
    tops = [None if pile.top is None else CARDS[pile.top] for pile in piles]
    names = [
        f"{pile.pile}: empty" if card is None else f"{pile.pile}: {card.id} {card.points}p x{pile.left}"
        for pile, card in zip(piles, tops, strict=True)
    ]
    yield _labelled(f"level {piles[0].level}", *names)
    yield _labelled("  costs", *("" if card is None else _sum(card.cost) for card in tops))
    yield _labelled("  makes", *("" if card is None else _card_production(card.id) for card in tops))


def _solo(solo: SoloView) -> str:
    last = "" if solo.last is None else f", last was: {solo.last}"
    return _labelled("Lorenzo", f"black cross on {solo.cross}, {solo.left} tokens left{last}")


def _player(player: PlayerView, acting: bool) -> Iterator[str]:
    tiles = ", ".join(f"{points} {tile}" for points, tile in zip(TILE_POINTS, player.tiles, strict=True))
    bonus = f"   bonus {player.bonus}" if player.bonus else ""
    yield _labelled(
        f"{'>' if acting else ' '} seat {player.seat}",
        f"{player.points:>2} points   faith {player.faith:>2}   favour {tiles}{bonus}",
    )
    places = [_place(place) for place in (*player.shelves, *player.depots)]
    yield from _wrapped("  stores", [" ".join(places), f"box {_named(player.strongbox, ' ')}"])
    if any(player.slots):
        yield from _wrapped("  slots", [_slot(at, slot) for at, slot in enumerate(player.slots, start=1)])
    if player.leaders:
        yield from _wrapped("  leaders", map(_leader, player.leaders))
    elif player.offered:
        yield from _wrapped("  offered", map(_leader_card, player.offered))


def _wrapped(label: str, parts: Sequence[str] | Iterator[str]) -> Iterator[str]:
    """The parts in one line, or in several where they do not fit."""
    line = label.ljust(_LABEL)
    for part in parts:
        if len(line) > _LABEL and len(line) + 3 + len(part) > _WIDTH:
            yield line
            line = " " * _LABEL
        line += part if len(line) == _LABEL else f"   {part}"
    yield line


def _place(place: PlaceView) -> str:
    held = [_SHORT[place.resource]] * place.count if place.resource else []
    if place.resource and not place.count:
        held = [f"({_SHORT[place.resource]})"]
    return f"{place.place}[{' '.join([*held, *'.' * (place.size - len(held))])}]"


def _slot(number: int, cards: tuple[int, ...]) -> str:
    if not cards:
        return f"{number}[]"
    return f"{number}[{' '.join(map(str, cards))}] {_card_production(cards[-1])}"


def _leader(leader: LeaderView) -> str:
    return f"{leader.position} {leader.fate} {'?' if leader.id is None else _leader_card(leader.id)}"


def _leader_card(number: int) -> str:
    card = LEADERS[number]
    return f"{number}: {_ability(card)} {card.points}p for {_needs(card)}"


def _ability(card: LeaderCard) -> str:
    short = _SHORT[RESOURCES[card.resource]]
    return {
        Ability.DISCOUNT: f"{short}-1",
        Ability.DEPOT: f"depot[{short}]",
        Ability.WHITE_MARBLE: f"white={short}",
        Ability.PRODUCTION: f"{short}>any+f",
    }[card.ability]


def _needs(card: LeaderCard) -> str:
    if any(card.needs_resources):
        return _sum(card.needs_resources)
    level = card.needs_level or ""
    wanted = zip(card.needs_cards, COLOURS, strict=True)
    return "+".join(f"{count}{colour[0].upper()}{level}" for count, colour in wanted if count)


def _card_production(number: int) -> str:
    card = CARDS[number]
    return f"{_sum(card.inputs)}>{_sum(card.outputs, card.faith)}"


def _sum(amounts: Amounts, faith: int = 0) -> str:
    """Amounts and faith in one word: ``2co+st+f``."""
    named = [*zip(amounts, _SHORT.values(), strict=True), (faith, "f")]
    return "+".join(f"{count if count > 1 else ''}{short}" for count, short in named if count) or "nothing"


def _named(amounts: Mapping[str, int], between: str) -> str:
    """Amounts by name: ``2co 1st``."""
    return between.join(f"{count}{_SHORT[name]}" for name, count in amounts.items() if count) or "-"
