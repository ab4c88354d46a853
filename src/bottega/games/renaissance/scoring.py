"""The score, line by line: cards, faith track, pope's favour, leaders, resources."""

from __future__ import annotations

from bottega.games.core import Score, best
from bottega.games.renaissance.cards import CARDS, LEADERS
from bottega.games.renaissance.faith import TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.model import OVER, TILE_UP, Player, State
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.storage import owned

RESOURCES_PER_POINT = 5
CARDS_TO_END = 7


def score(seat: int, player: Player) -> Score:
    """One seat's score; equal totals are decided by the number of resources left."""
    cards = [CARDS[card].points for slot in player.slots for card in slot]
    tiles = [points for points, tile in zip(TILE_POINTS, player.tiles, strict=True) if tile == TILE_UP]
    leaders = [LEADERS[leader].points for leader in player.played]
    resources = sum(owned(player))
    lines = (
        PHRASES.line("cards", sum(cards), bought=len(cards)),
        PHRASES.line("faith", TRACK_POINTS[player.faith], space=player.faith),
        PHRASES.line("favour", sum(tiles), up=len(tiles)),
        PHRASES.line("leaders", sum(leaders), played=len(leaders)),
        PHRASES.line("resources", resources // RESOURCES_PER_POINT, left=resources, each=RESOURCES_PER_POINT),
    )
    return Score(seat, sum(line.points for line in lines), lines, (resources,))


def points(player: Player) -> int:
    """The total of one seat's score as it stands, without the lines."""
    total = TRACK_POINTS[player.faith] + (sum(player.counts) + sum(player.strongbox)) // RESOURCES_PER_POINT
    for slot in player.slots:
        for card in slot:
            total += CARDS[card].points
    for worth, tile in zip(TILE_POINTS, player.tiles, strict=True):
        if tile is TILE_UP:
            total += worth
    for leader in player.played:
        total += LEADERS[leader].points
    return total


def scores(state: State) -> tuple[Score, ...]:
    """The score of every seat as it stands."""
    return tuple(score(seat, player) for seat, player in enumerate(state.players))


def winners(state: State) -> tuple[int, ...]:
    """The seats that won, () before the end and in a lost solo game."""
    if state.phase is not OVER or state.lost:
        return ()
    return best(scores(state))
