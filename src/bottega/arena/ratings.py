"""Ratings of everybody who played, from who came before whom: openskill's Plackett-Luce model.

The games are counted in the contest's own order, so that the same results give the same ratings.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

import msgspec

from bottega.arena.contest import Result


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody seems: ``mu``, and how far that may be off, ``sigma``; everybody starts at 25 and 8.33."""

    bot: str
    mu: float
    sigma: float


def available() -> bool:
    """Whether the extra ``arena`` is installed."""
    return find_spec("openskill") is not None


def rate(results: Iterable[Result]) -> list[Rating]:
    """Everybody's rating, the strongest first; a company in which a bot meets itself says nothing and is left out."""
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = {}
    for result in results:
        if len(set(result.company)) < len(result.company):
            continue
        teams = [[ratings.get(bot) or model.rating(name=bot)] for bot in result.company]
        ranks = [float(place) for place in result.places]
        for (rated,), bot in zip(model.rate(teams, ranks=ranks), result.company, strict=True):
            ratings[bot] = rated
    found = [Rating(bot, round(each.mu, 4), round(each.sigma, 4)) for bot, each in ratings.items()]
    return sorted(found, key=lambda rating: -rating.mu)
