"""The faith track: spaces 0 to 24, points by the last marked space reached, and three Vatican reports.

A group of markers always moves together and is checked once afterwards. A report is held once, when any marker
(or the black cross) first reaches or passes its pope space: whoever stands in the section or beyond it turns the
tile up, all others lose it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bottega.games.renaissance.model import CROSS_FIRST, NO_PENDING, OVER, TILE_LOST, TILE_UP, Loss, Player, State

LAST_SPACE = 24
POPE_SPACES = (8, 16, 24)
SECTION_STARTS = (5, 12, 19)
TILE_POINTS = (2, 3, 4)

_MARKED_SPACES = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}
TRACK_POINTS = tuple(
    max((points for marked, points in _MARKED_SPACES.items() if marked <= space), default=0)
    for space in range(LAST_SPACE + 1)
)
"""Victory points of every space."""


def _judged(player: Player, section: int) -> Player:
    tile = TILE_UP if player.faith >= SECTION_STARTS[section] else TILE_LOST
    return replace(player, tiles=(*player.tiles[:section], tile, *player.tiles[section + 1 :]))


def advance(state: State, seats: Sequence[int], steps: int, cross: int = 0) -> State:
    """These seats' markers move by so many steps, the black cross by ``cross``; then one check for reports and end."""
    players = list(state.players)
    for seat in seats:
        player = players[seat]
        players[seat] = replace(player, faith=min(LAST_SPACE, player.faith + steps))
    cross = min(LAST_SPACE, state.cross + cross)
    furthest = max(cross, *(player.faith for player in players))
    reports = state.reports
    while reports < len(POPE_SPACES) and furthest >= POPE_SPACES[reports]:
        players = [_judged(player, reports) for player in players]
        reports += 1
    ending = state.ending or furthest == LAST_SPACE
    state = replace(state, players=tuple(players), cross=cross, reports=reports, ending=ending)
    if ending and state.solo:
        return finish(state, CROSS_FIRST if cross == LAST_SPACE else state.lost)
    return state


def finish(state: State, lost: Loss) -> State:
    """The game is over; what was still pending or held back is gone."""
    return replace(state, phase=OVER, ending=True, pending=NO_PENDING, production=None, lost=lost)
