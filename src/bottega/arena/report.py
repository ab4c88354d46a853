"""What came of a contest: a tally for each company, and the report of them all as a table or as JSON.

A tally counts whole deals in their order, and none after the first that decided the company's question: what it says
depends neither on the number of jobs nor on when the results came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

import msgspec

from bottega.arena import ratings
from bottega.arena.contest import Contest, Fixture, Result
from bottega.arena.figures import Wager, lasting_interval, margin, share_interval
from bottega.arena.ratings import Rating


class Standing(msgspec.Struct, frozen=True):
    """One bot in one company: its share of the victories with its 95 % interval, its points with their margin."""

    bot: str
    won: float
    low: float
    high: float
    points: float
    margin: float | None
    forfeits: int


class CompanyReport(msgspec.Struct, frozen=True):
    """How the games of one company went."""

    company: tuple[str, ...]
    deals: int
    games: int
    actions: float
    """On average a game."""
    verdict: str | None
    """Whether the first one's share is sure to be ``above`` or ``below`` what was asked."""
    standings: tuple[Standing, ...]


class Report(msgspec.Struct, frozen=True):
    """How a contest stands."""

    contest: Contest
    decide: float | None
    companies: tuple[CompanyReport, ...]
    ratings: tuple[Rating, ...]
    planned: int
    """So many games were asked for."""
    complete: bool
    """Whether nothing is left to play: every game was played, or its question decided before."""
    forfeits: tuple[str, ...]
    """Why bots could not play on, each reason once."""


class Tally:
    """The results of one company, counted deal by deal."""

    def __init__(self, company: tuple[str, ...], deals: int, decide: float | None) -> None:
        self.company = company
        self.counted: list[list[Result]] = []
        self._deals = deals
        self._decide = decide
        self._wager = None if decide is None else Wager(decide)
        self._waiting: dict[int, list[Result]] = {}

    @property
    def verdict(self) -> str | None:
        """What the company's question was decided to be."""
        return self._wager.verdict if self._wager else None

    @property
    def done(self) -> bool:
        """Whether nothing more is wanted of this company."""
        return len(self.counted) == self._deals or self.verdict is not None

    def add(self, result: Result) -> None:
        """Count a result, as soon as those before it are there."""
        self._waiting.setdefault(result.deal, []).append(result)
        while not self.done and len(self._waiting.get(len(self.counted), ())) == len(self.company):
            deal = sorted(self._waiting.pop(len(self.counted)), key=lambda each: each.shift)
            self.counted.append(deal)
            if self._wager:
                self._wager.see(_share(deal, 0))

    def report(self) -> CompanyReport:
        """How it stands; with a question the interval is one that holds whenever one stops."""
        standings = []
        games = [result for deal in self.counted for result in deal]
        for place, bot in enumerate(self.company):
            shares = [_share(deal, place) for deal in self.counted]
            points = [fmean(result.points[place] for result in deal) for deal in self.counted]
            low, high = (
                (0.0, 1.0)
                if not shares
                else share_interval(shares, len(games))
                if self._wager is None
                else lasting_interval(shares)
            )
            standings.append(
                Standing(
                    bot,
                    round(fmean(shares), 4) if shares else 0.0,
                    round(low, 4),
                    round(high, 4),
                    round(fmean(points), 2) if points else 0.0,
                    round(margin(points), 2) if len(points) > 1 else None,
                    sum(place in result.forfeits for result in games),
                )
            )
        actions = round(fmean(result.actions for result in games), 1) if games else 0.0
        return CompanyReport(self.company, len(self.counted), len(games), actions, self.verdict, tuple(standings))


class Tallies:
    """The tallies of all companies of a contest."""

    def __init__(
        self, contest: Contest, companies: Sequence[tuple[str, ...]], deals: int, decide: float | None = None
    ) -> None:
        self._contest, self._decide = contest, decide
        self._by_company: Mapping[tuple[str, ...], Tally] = {
            company: Tally(company, deals, decide) for company in companies
        }
        self.planned = deals * contest.seats * len(companies)

    def add(self, result: Result) -> None:
        """Count a result; one of a company that is not asked about now is left aside."""
        tally = self._by_company.get(result.company)
        if tally is not None:
            tally.add(result)

    def wanted(self, fixtures: Iterable[Fixture], known: Mapping[Fixture, Result]) -> Iterator[Fixture]:
        """Those fixtures that are still to be played when their time comes."""
        for fixture in fixtures:
            if fixture not in known and not self._by_company[fixture.company].done:
                yield fixture

    @property
    def done(self) -> bool:
        """Whether nothing more is wanted."""
        return all(tally.done for tally in self._by_company.values())

    @property
    def settled(self) -> int:
        """How many of the planned games are played, or not needed any more."""
        return sum(
            self.planned // len(self._by_company) if tally.done else len(tally.counted) * len(tally.company)
            for tally in self._by_company.values()
        )

    def report(self) -> Report:
        """How everything stands."""
        tallies = list(self._by_company.values())
        most = max((len(tally.counted) for tally in tallies), default=0)
        in_order = [
            result
            for deal in range(most)
            for tally in tallies
            if deal < len(tally.counted)
            for result in tally.counted[deal]
        ]
        rated = ratings.rate(in_order) if self._contest.seats > 1 and ratings.available() else []
        reasons = dict.fromkeys(
            f"{result.company[who]}: {why}" for result in in_order for who, why in result.forfeits.items()
        )
        return Report(
            self._contest, self._decide, tuple(tally.report() for tally in tallies), tuple(rated), self.planned,
            self.done, tuple(reasons),
        )  # fmt: skip


def _share(deal: Sequence[Result], place: int) -> float:
    return fmean(result.share(place) for result in deal)


def lines(report: Report) -> Iterator[str]:
    """The report as a person reads it."""
    contest = report.contest
    told = [f"{contest.game} (rules {contest.rules})", f"{contest.seats} seat{'s' * (contest.seats > 1)}"]
    told += [f"{name} {value}" for name, value in contest.options.items()]
    told.append(f"seed {contest.seed}")
    if contest.simulations is not None:
        told.append(f"{contest.simulations} simulations")
    if contest.seconds is not None:
        told.append(f"at most {contest.seconds:g} s an action: not reproducible")
    yield ", ".join(told)
    width = max(len("bot"), *(len(bot) for each in report.companies for bot in each.company))
    for each in report.companies:
        yield ""
        rotated = f" in {contest.seats} rotations" if contest.seats > 1 else ""
        yield f"{each.games} games, {each.deals} deals{rotated}, {each.actions:.0f} actions a game"
        yield f"{'bot':{width}}     won     95 % interval   points"
        for standing in each.standings:
            yield _line(standing, width)
        if report.decide is not None:
            yield _decision(each, report.decide)
    if report.ratings:
        yield ""
        yield f"{'rating':{width}}     mu  sigma"
        for rating in report.ratings:
            yield f"{rating.bot:{width}}  {rating.mu:5.1f}  {rating.sigma:5.1f}"
    elif contest.seats > 1 and not ratings.available():
        yield ""
        yield "ratings take openskill: pip install 'bottega[arena]'"
    for reason in report.forfeits:
        yield f"forfeited: {reason}"


def _line(standing: Standing, width: int) -> str:
    off = "" if standing.margin is None else f" ± {standing.margin:.1f}"
    gone = f"   {standing.forfeits} forfeited" if standing.forfeits else ""
    interval = f"{standing.low:6.1%} to {standing.high:6.1%}"
    return f"{standing.bot:{width}}  {standing.won:6.1%}  {interval}   {standing.points:.1f}{off}{gone}"


def _decision(each: CompanyReport, supposed: float) -> str:
    if each.verdict is None:
        return f"not sure whether {each.company[0]} wins more or less than {supposed:.1%}"
    return f"sure: {each.company[0]} wins {'more' if each.verdict == 'above' else 'less'} than {supposed:.1%}"
