"""``bottega arena``: what was asked is checked, played, kept and told."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from bottega.arena import contest as contests
from bottega.arena.book import Book
from bottega.arena.contest import Contest
from bottega.arena.progress import Progress
from bottega.arena.report import Tallies, lines
from bottega.arena.runner import results
from bottega.fault import Fault
from bottega.games import GAMES
from bottega.outside.entrants import entrant
from bottega.plain import say

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
MOST_JOBS = 64


def arena(
    game_name: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seats: int | None = None,
    jobs: int = 1,
    seed: int = 0,
    simulations: int | None = None,
    seconds: float | None = None,
    options: Sequence[str] = (),
    file: Path | None = None,
    decide: float | None = None,
    json: bool = False,
) -> int:
    """Play a contest, or what is left of it, and print its report; the exit code."""
    _check(game_name, bots, games, jobs, seed, simulations, seconds, decide)
    game = GAMES[game_name]
    if seats is None:
        seats = min(len(bots), 2)
    if seats not in game.SEATS:
        raise Fault(f"{game_name} is played by {game.SEATS.start} to {game.SEATS.stop - 1}, not by {seats}")
    contest = Contest(game_name, game.VERSION, seats, contests.options_of(game, options), seed, simulations, seconds)
    for bot in bots:
        entrant(bot, simulations, seconds).close()
    companies = contests.companies(bots, seats)
    deals = math.ceil(games / seats)
    book = Book(contest, file)
    tallies = Tallies(contest, companies, deals, decide)
    for result in book.results.values():
        tallies.add(result)
    progress = Progress(tallies.planned, tallies.settled, sys.stderr)
    wanted = tallies.wanted(contests.fixtures(companies, deals), book.results)
    interrupted = False
    with closing(results(contest, wanted, jobs)) as played:
        try:
            for result in played:
                book.add(result)
                tallies.add(result)
                progress.show(tallies.settled)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            progress.end()
    report = tallies.report()
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        for line in lines(report):
            say(line)
    if interrupted:
        kept = f"what was played is in {file}, the same command plays on" if file else "nothing is kept without --file"
        say(f"bottega: interrupted with {tallies.settled} of {tallies.planned} games; {kept}", sys.stderr)
    return INTERRUPTED if interrupted else 0


def _check(
    game: str, bots: Sequence[str], games: int, jobs: int, seed: int, simulations: int | None, seconds: float | None,
    decide: float | None,
) -> None:  # fmt: skip
    """Fault for what cannot be meant."""
    if game not in GAMES:
        raise Fault(f"there is no game {game}; there are {', '.join(GAMES)}")
    if not bots:
        raise Fault("name one bot to play alone, or several to play against each other")
    if games < 1:
        raise Fault(f"--games takes a number above 0, not {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise Fault(f"--jobs takes a number from 1 to {MOST_JOBS}, not {jobs}")
    if seed < 0:
        raise Fault(f"--seed takes a number from 0 on, not {seed}")
    if simulations is not None and simulations < 1:
        raise Fault(f"--simulations takes a number above 0, not {simulations}")
    if seconds is not None and not 0 < seconds < math.inf:
        raise Fault(f"--seconds takes a number above 0, not {seconds}")
    if decide is not None and not 0 < decide < 1:
        raise Fault(f"--decide takes a share between 0 and 1 (0.5 for an equal fight of two), not {decide}")
