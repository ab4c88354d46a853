"""Results as a contest would have them, without playing any game."""

from __future__ import annotations

from bottega.arena.contest import Contest, Fixture, Result

CONTEST = Contest("splendor", 1, 2)


def result(company: tuple[str, ...], deal: int, shift: int, winners: tuple[int, ...], actions: int = 60) -> Result:
    """A game in which the winners have 15 points and the others 10."""
    points = tuple(15 if place in winners else 10 for place in range(len(company)))
    places = tuple(1 if place in winners else len(winners) + 1 for place in range(len(company)))
    return Result(company, deal, shift, winners, points, places, actions)


def first_wins(fixture: Fixture) -> Result:
    """Whoever is named first wins, whatever seat it has."""
    return result(fixture.company, fixture.deal, fixture.shift, (0,))
