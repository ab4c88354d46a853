"""Which games a contest consists of, and how one of them is played.

Every *company* (so many of the bots as there are seats) plays the same *deals*, each once in every rotation of its
seats: for two, both begin once. The contest's seed and the deal's number decide all chance of a game, and its bots'
too, so that a game is the same whoever plays it again, in whatever process, before or after others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Any

import msgspec

from bottega.fault import Fault
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame
from bottega.outside.entrants import Chooser
from bottega.outside.program import Forfeit

MOST_ACTIONS = 5000
"""A game that takes more is a defect of its rules or of a bot."""


class Contest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played: all that decides a game, but for the company, the deal and the rotation."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any] = {}
    seed: int = 0
    simulations: int | None = None
    """What bots that think ahead are given, instead of what their skill says."""
    seconds: float | None = None
    """At most so long for each action; games are not reproducible then."""


class Fixture(msgspec.Struct, frozen=True, array_like=True):
    """One game to play: the one at place ``i`` of the company has seat ``(i + shift) % seats``."""

    company: tuple[str, ...]
    deal: int
    shift: int


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended; winners, points and places are told by the company's order, not by seats."""

    company: tuple[str, ...]
    deal: int
    shift: int
    winners: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the first; several share a place."""
    actions: int
    forfeits: dict[int, str] = {}
    """Who could not play on, and why."""

    @property
    def fixture(self) -> Fixture:
        """The game that was played."""
        return Fixture(self.company, self.deal, self.shift)

    def share(self, place: int) -> float:
        """What somebody has of the victory: 1, or a part of one that is shared."""
        return 1 / len(self.winners) if place in self.winners else 0.0


def companies(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All companies of so many among the bots, each once, in the order in which they were named."""
    if len(bots) < seats:
        raise Fault(f"{seats} seats take {seats} bots, and {len(bots)} {'is' if len(bots) == 1 else 'are'} named")
    return list(dict.fromkeys(combinations(bots, seats)))


def fixtures(all_companies: Sequence[tuple[str, ...]], deals: int) -> Iterator[Fixture]:
    """Every game in the order in which they are played and counted: deal by deal, everybody plays it."""
    for deal in range(deals):
        for company in all_companies:
            for shift in range(len(company)):
                yield Fixture(company, deal, shift)


def options_of(game: AnyGame, pairs: Sequence[str]) -> dict[str, Any]:
    """Options as the command line has them, ``solo_tools=1``; Fault if the game has none of that name or value."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Fault(f"--option takes NAME=VALUE, not {pair!r}")
        if name not in game.Options.__struct_fields__:
            known = ", ".join(game.Options.__struct_fields__) or "none"
            raise Fault(f"{game.NAME} has no option {name!r}; its options: {known}")
        given[name] = value
    try:
        chosen = msgspec.convert(given, game.Options, strict=False)
    except msgspec.ValidationError as error:
        raise Fault(f"--option: {error}") from None
    return {name: getattr(chosen, name) for name in given}


def play(contest: Contest, fixture: Fixture, choosers: Sequence[Chooser]) -> Result:
    """Play one game to its end; the choosers stand in the company's order."""
    game = GAMES[contest.game]
    seats = len(fixture.company)
    member = [(seat - fixture.shift) % seats for seat in range(seats)]
    deal = blake2b(b"%d/%d" % (contest.seed, fixture.deal), digest_size=SEED_BYTES).digest()
    state: Any = game.new(seats, deal, msgspec.convert(contest.options, game.Options))
    forfeits: dict[int, str] = {}
    for actions in range(MOST_ACTIONS):
        actors = game.actors(state)
        if not actors:
            return _result(game, state, fixture, member, actions, forfeits)
        seat = actors[0]
        who = member[seat]
        if who not in forfeits:
            try:
                thought = blake2b(deal + actions.to_bytes(8, "big"), digest_size=16).digest()
                state = game.apply(state, seat, choosers[who].choose(game, state, seat, thought))
                continue
            except Forfeit as reason:
                forfeits[who] = str(reason)
        for action in game.skip(state, seat):
            state = game.apply(state, seat, action)
    raise AssertionError(f"{contest.game}, deal {fixture.deal}: no end after {MOST_ACTIONS} actions")


def _result(
    game: AnyGame, state: Any, fixture: Fixture, member: Sequence[int], actions: int, forfeits: dict[int, str]
) -> Result:
    """Who forfeited comes last, whatever its points; whoever is best of the others has won."""
    scores = {member[score.seat]: score for score in game.scores(state)}
    order = range(len(member))
    if forfeits:
        remaining = [scores[who] for who in order if who not in forfeits]
        top = max(((score.total, score.tie_break) for score in remaining), default=None)
        winners = (
            ()
            if len(member) == 1
            else tuple(
                who for who in order if who not in forfeits and (scores[who].total, scores[who].tie_break) == top
            )
        )
    else:
        winners = tuple(sorted(member[seat] for seat in game.winners(state)))
    rank = [(who in winners, who not in forfeits, scores[who].total, scores[who].tie_break) for who in order]
    places = tuple(1 + sum(other > mine for other in rank) for mine in rank)
    points = tuple(scores[who].total for who in order)
    return Result(fixture.company, fixture.deal, fixture.shift, winners, points, places, actions, forfeits)
