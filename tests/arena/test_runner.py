"""Many games: in one process or in several the same, and nobody is left behind."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import pytest

from bottega.arena.contest import Contest, Fixture, fixtures
from bottega.arena.runner import Stage, results, work
from bottega.fault import Fault

CONTEST = Contest("splendor", 1, 2)
COMPANY = ("random", "random")


def test_the_number_of_jobs_changes_nothing() -> None:
    """The same games with the same results, in another order at most; the workers are gone afterwards."""
    alone = list(results(CONTEST, fixtures([COMPANY], 2), 1))
    shared = list(results(CONTEST, fixtures([COMPANY], 2), 3))
    assert len(alone) == 4
    assert {each.fixture: each for each in shared} == {each.fixture: each for each in alone}
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_whoever_stops_early_leaves_nothing_running(jobs: int) -> None:
    """Fixtures are taken when somebody is free, not before, and workers end with whoever asked them."""
    taken: list[Fixture] = []

    def watched() -> Iterator[Fixture]:
        for fixture in fixtures([COMPANY], 100):
            taken.append(fixture)
            yield fixture

    playing = results(CONTEST, watched(), jobs)
    next(playing)
    playing.close()
    assert len(taken) <= jobs + 1
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_is_told() -> None:
    """With the game in which it died; nobody waits for it."""
    with pytest.raises(Fault, match="a worker died in deal 0 of random and nobody"):
        list(results(CONTEST, fixtures([("random", "nobody")], 2), 2))


def test_a_worker_plays_until_the_pipe_closes() -> None:
    """One result for each fixture."""
    ours, theirs = multiprocessing.Pipe()
    fixture = Fixture(COMPANY, 0, 0)
    ours.send(fixture)
    ours.close()
    work(CONTEST, theirs)


def test_bots_stay_on_the_stage() -> None:
    """And can be sent home."""
    stage = Stage(CONTEST)
    fixture = Fixture(COMPANY, 0, 0)
    assert stage.play(fixture) == stage.play(fixture)
    stage.close()
