"""Playing many games, in this process or in several workers.

A worker is a process with a pipe: it is sent a fixture and answers with its result, until the pipe closes. Fixtures are
taken from their iterator one by one, when somebody is free to play them, so that whoever makes them may stop any time.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from bottega.arena.contest import Contest, Fixture, Result, play
from bottega.fault import Fault
from bottega.outside.entrants import Chooser, entrant


class Stage:
    """Where one game after the other is played; the bots stay on it from game to game."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._choosers: dict[str, Chooser] = {}

    def play(self, fixture: Fixture) -> Result:
        """Play one game."""
        for bot in fixture.company:
            if bot not in self._choosers:
                self._choosers[bot] = entrant(bot, self._contest.simulations, self._contest.seconds)
        return play(self._contest, fixture, [self._choosers[bot] for bot in fixture.company])

    def close(self) -> None:
        """Send everybody home."""
        for chooser in self._choosers.values():
            chooser.close()


def results(contest: Contest, fixtures: Iterator[Fixture], jobs: int) -> Generator[Result]:
    """The results of all fixtures, as they come; with several jobs not in the order of the fixtures."""
    if jobs > 1:
        yield from _by_workers(contest, fixtures, jobs)
        return
    with contextlib.closing(Stage(contest)) as stage:
        for fixture in fixtures:
            yield stage.play(fixture)


def _by_workers(contest: Contest, fixtures: Iterator[Fixture], jobs: int) -> Generator[Result]:
    context = multiprocessing.get_context("spawn")
    workers: list[BaseProcess] = []
    busy: dict[Connection[Fixture, Result], Fixture] = {}
    try:
        for fixture in fixtures:
            if len(busy) < jobs:
                ours, theirs = context.Pipe()
                workers.append(context.Process(target=work, args=(contest, theirs), daemon=True))
                workers[-1].start()
                theirs.close()
                free = ours
            else:
                free, result = _next(busy)
                yield result
            free.send(fixture)
            busy[free] = fixture
        while busy:
            free, result = _next(busy)
            free.close()
            yield result
    finally:
        for connection in busy:
            connection.close()
        for worker in workers:
            worker.terminate()
            worker.join()


def _next(busy: dict[Connection[Fixture, Result], Fixture]) -> tuple[Connection[Fixture, Result], Result]:
    """The next worker that is done, with what it has played."""
    connection = next(each for each in wait(list(busy)) if isinstance(each, Connection))
    fixture = busy.pop(connection)
    try:
        return connection, connection.recv()
    except EOFError:
        raise Fault(
            f"a worker died in deal {fixture.deal} of {' and '.join(fixture.company)}; --jobs 1 shows where"
        ) from None


def work(contest: Contest, pipe: Connection[Result, Fixture]) -> None:
    """What a worker does; that somebody pressed Ctrl-C is not its business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.closing(Stage(contest)) as stage, contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(stage.play(pipe.recv()))
