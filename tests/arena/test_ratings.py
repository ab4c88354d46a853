"""Ratings: who comes first more often is rated higher."""

from __future__ import annotations

from bottega.arena.contest import companies, fixtures
from bottega.arena.ratings import available, rate
from tests.arena.samples import first_wins, result


def test_ratings_follow_the_places() -> None:
    """Everybody's, over all companies, the strongest first; less unsure than at the start."""
    assert available()
    rated = rate(map(first_wins, fixtures(companies(["a", "b", "c"], 2), 10)))
    assert [rating.bot for rating in rated] == ["a", "b", "c"]
    assert rated[0].mu > 25 > rated[2].mu
    assert all(rating.sigma < 25 / 3 for rating in rated)


def test_a_bot_that_meets_itself_says_nothing() -> None:
    """Its ratings would be overwritten by each other."""
    assert rate([result(("a", "a"), 0, 0, (0,))]) == []
