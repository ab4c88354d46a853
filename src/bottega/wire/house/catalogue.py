"""Everything that is printed on cards, windows and tools, for pages that draw the tables (``/api/games.json``)."""

from __future__ import annotations

import msgspec

from bottega.games import splendor
from bottega.games.renaissance.cards import LEADERS as RENAISSANCE_LEADERS
from bottega.games.renaissance.cards import DevelopmentCard, LeaderCard
from bottega.games.renaissance.faith import TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.queries import catalogue as renaissance_catalogue
from bottega.games.sagrada.cards import (
    COLOUR_NAMES,
    COLOURS,
    PRIVATE_OBJECTIVES,
    PUBLIC_OBJECTIVES,
    TOOLS,
    WINDOWS,
    PrivateObjective,
    PublicObjective,
    Tool,
    Window,
)


class SplendorCatalogue(msgspec.Struct, frozen=True):
    """Cards and nobles; a card's ``bonus`` is a place in ``colours``, costs are in their order."""

    colours: tuple[str, ...]
    cards: tuple[splendor.Card, ...]
    nobles: tuple[splendor.Noble, ...]


class SagradaCatalogue(msgspec.Struct, frozen=True):
    """Windows, tools and objectives; colours are places in ``letters`` and ``colours``."""

    letters: str
    colours: tuple[str, ...]
    windows: tuple[Window, ...]
    tools: tuple[Tool, ...]
    public_objectives: tuple[PublicObjective, ...]
    private_objectives: tuple[PrivateObjective, ...]


class LeaderText(msgspec.Struct, frozen=True):
    """A leader in words: what it does and what it asks for."""

    id: int
    ability: str
    needs: str


class RenaissanceCatalogue(msgspec.Struct, frozen=True):
    """Development cards and leaders; resources and colours are places in their lists."""

    resources: tuple[str, ...]
    colours: tuple[str, ...]
    piles: tuple[str, ...]
    cards: tuple[DevelopmentCard, ...]
    leaders: tuple[LeaderCard, ...]
    leader_texts: tuple[LeaderText, ...]
    track_points: tuple[int, ...]
    """Points of each space of the faith track."""
    tile_points: tuple[int, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """What ``GET /api/games.json`` gives."""

    splendor: SplendorCatalogue
    sagrada: SagradaCatalogue
    renaissance: RenaissanceCatalogue


_ABILITIES = {
    "discount": "development cards cost 1 {0} less",
    "depot": "a depot for 2 {0}s",
    "white": "a white marble gives 1 {0}",
    "production": "1 {0} becomes 1 resource of your choice and 1 faith",
}


def _leader_text(leader: LeaderCard, resources: tuple[str, ...], colours: tuple[str, ...]) -> LeaderText:
    level = f"level {leader.needs_level} " if leader.needs_level else ""
    needs = [
        f"{count} {level}{colours[at]} card" + "s" * (count > 1) for at, count in enumerate(leader.needs_cards) if count
    ]
    needs += [f"{count} {resources[at]}s" for at, count in enumerate(leader.needs_resources) if count]
    return LeaderText(leader.id, _ABILITIES[leader.ability].format(resources[leader.resource]), ", ".join(needs))


def catalogue() -> Catalogue:
    """All printed things of the three games, in English."""
    printed = renaissance_catalogue()
    return Catalogue(
        SplendorCatalogue(splendor.COLOURS, splendor.CARDS, splendor.NOBLES),
        SagradaCatalogue(
            COLOURS,
            COLOUR_NAMES,
            WINDOWS,
            tuple(TOOLS.values()),
            tuple(PUBLIC_OBJECTIVES.values()),
            PRIVATE_OBJECTIVES,
        ),
        RenaissanceCatalogue(
            printed.resources,
            printed.colours,
            printed.piles,
            printed.cards,
            printed.leaders,
            tuple(_leader_text(each, printed.resources, printed.colours) for each in RENAISSANCE_LEADERS.values()),
            tuple(TRACK_POINTS),
            tuple(TILE_POINTS),
        ),
    )
