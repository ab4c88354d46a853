"""Tallies and reports: whole deals in their order, and the same report whatever the order of arrival."""

from __future__ import annotations

import pytest

from bottega.arena import ratings
from bottega.arena.contest import Contest, Result, fixtures
from bottega.arena.report import Tallies, Tally, lines
from tests.arena.samples import CONTEST, first_wins, result

COMPANY = ("a", "b")


def games(deals: int) -> list[Result]:
    """Games that whoever is named first wins."""
    return [first_wins(fixture) for fixture in fixtures([COMPANY], deals)]


def test_only_whole_deals_in_their_order_count() -> None:
    """A game without its counterpart is not counted, nor a deal before those ahead of it."""
    tally = Tally(COMPANY, 3, None)
    first, second, third, *_ = games(3)
    tally.add(third)
    tally.add(first)
    assert tally.counted == []
    tally.add(second)
    assert tally.counted == [[first, second]]
    assert not tally.done


def test_the_order_of_arrival_changes_nothing() -> None:
    """Nor what came after the question was decided."""
    straight, backwards = (Tallies(CONTEST, [COMPANY], 40, 0.5) for _ in range(2))
    for each in games(40):
        straight.add(each)
    for each in reversed(games(40)):
        backwards.add(each)
    assert straight.report() == backwards.report()
    (company,) = straight.report().companies
    assert company.verdict == "above"
    assert company.deals < 20
    assert straight.report().complete
    assert straight.settled == straight.planned == 80


def test_what_is_still_wanted() -> None:
    """Neither what is known nor what a decided company would have played."""
    tallies = Tallies(CONTEST, [COMPANY, ("b", "c")], 30, 0.5)
    known = {each.fixture: each for each in games(30)}
    for each in known.values():
        tallies.add(each)
    wanted = list(tallies.wanted(fixtures([COMPANY, ("b", "c")], 30), known))
    assert {fixture.company for fixture in wanted} == {("b", "c")}
    assert len(wanted) == 60
    assert not tallies.done
    tallies.add(result(("x", "y"), 0, 0, (0,)))


def test_a_report_has_everybody() -> None:
    """Share of victories, points and forfeits for each; a shared victory is half of one."""
    tally = Tally(COMPANY, 2, None)
    for each in (
        result(COMPANY, 0, 0, (0,)),
        Result(COMPANY, 0, 1, (0, 1), (15, 15), (1, 1), 70),
        result(COMPANY, 1, 0, (0,)),
        Result(COMPANY, 1, 1, (0,), (12, 0), (1, 2), 50, {1: "too slow"}),
    ):
        tally.add(each)
    report = tally.report()
    first, second = report.standings
    assert (first.won, second.won) == (0.875, 0.125)
    assert (first.points, second.points) == (14.25, 8.75)
    assert (first.forfeits, second.forfeits) == (0, 1)
    assert (report.games, report.deals, report.actions) == (4, 2, 60.0)


def test_the_table() -> None:
    """What was played, everybody's line, the decision, the ratings."""
    tallies = Tallies(CONTEST, [COMPANY], 40, 0.5)
    for each in games(40):
        tallies.add(each)
    head, _, size, titles, first, second, sure, _, rating, best, worst = lines(tallies.report())
    assert head == "splendor (rules 1), 2 seats, seed 0"
    assert size.endswith("in 2 rotations, 60 actions a game")
    assert titles == "bot     won     95 % interval   points"
    assert first.startswith("a    100.0%")
    assert first.endswith("100.0%   15.0 ± 0.0")
    assert second.startswith("b      0.0%")
    assert sure == "sure: a wins more than 50.0%"
    assert rating.split() == ["rating", "mu", "sigma"]
    assert (best[0], worst[0]) == ("a", "b")


def test_nothing_played_and_not_sure() -> None:
    """Somebody who interrupts at once still gets a table."""
    report = Tallies(CONTEST, [COMPANY], 40, 0.5).report()
    assert not report.complete
    assert "not sure whether a wins more or less than 50.0%" in list(lines(report))


def test_what_was_special_is_told() -> None:
    """Options, simulations, seconds, forfeits, and ratings that are not to be had."""
    contest = Contest("sagrada", 2, 1, {"solo_tools": 1}, 7, 50, 0.5)
    tallies = Tallies(contest, [("a",)], 1)
    tallies.add(Result(("a",), 0, 0, (), (3,), (1,), 9, {0: "it ended"}))
    told = list(lines(tallies.report()))
    assert told[0] == (
        "sagrada (rules 2), 1 seat, solo_tools 1, seed 7, 50 simulations, at most 0.5 s an action: not reproducible"
    )
    assert told[2] == "1 games, 1 deals, 9 actions a game"
    assert told[4].endswith("3.0   1 forfeited")
    assert told[-1] == "forfeited: a: it ended"


def test_without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    """All else is there, and how to get ratings."""
    monkeypatch.setattr(ratings, "available", lambda: False)
    tallies = Tallies(CONTEST, [COMPANY], 1)
    assert list(lines(tallies.report()))[-1] == "ratings take openskill: pip install 'bottega[arena]'"
