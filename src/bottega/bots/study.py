"""A finished game looked at again: what every decision was worth, and how much of the result was luck.

How it works. A *decision* is an action chosen where several were legal. It is judged by the strongest character, from
what its seat could know at the time: what each action was expected to bring before any card was turned or die rolled.
So what a choice gave away (the best action's chance to win less that of the one taken) is told apart from what chance
brought. A judgement is one question for one worker; :func:`review` sums the judgements of a game up.

What must stay true:

1. Nothing that the seat could not know enters a judgement; only the review knows how the game ended.
2. The same game, budget and seed give the same review on every machine.
3. For each seat, where the game began, the own choices, those of the others, and luck add up to how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import msgspec

from bottega.bots import BOTS, think
from bottega.bots.thought import Line
from bottega.games import rules
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame

SIMULATIONS = {"splendor": 400, "sagrada": 120, "renaissance": 120}
"""How far each decision is thought through: a game takes some seconds of a core."""
LINES_TOLD = 3
TURNING_POINTS = 3
_TRIED = 24
"""A line tried in less than one of so many simulations is looked at for itself, should it be the one played."""
_DEALS = 3
"""So many deals of what is hidden a line is then looked at with."""


class Judgement(msgspec.Struct, frozen=True):
    """What was to be had in one decision, as the seat could see it; chances are from 0 to 1."""

    seq: int
    """The entry of the log that it is part of."""
    seat: int
    action: str
    chances: tuple[float, ...]
    """Each seat's chance to win before it."""
    points: tuple[float, ...]
    """Each seat's points at the end, as expected before it."""
    played: float
    """What the action was expected to bring its seat."""
    best: float
    """What the best one was expected to bring; never less."""
    lines: tuple[Line, ...]
    """The best few, the best first."""

    @property
    def given_away(self) -> float:
        """How much less than the best was taken."""
        return self.best - self.played


class Account(msgspec.Struct, frozen=True):
    """What made one seat's result: ``began + own + others + luck`` is 1 for who won alone, 0 for who did not; if the
    game was not played to its end, the chance at the last decision.
    """

    began: float
    own: float
    """What the own choices gave away: never more than 0."""
    others: float
    """What the others' choices gave."""
    luck: float
    accuracy: float
    """How much of the best chance was kept by a choice, on average over all of them, from 0 to 1."""
    decisions: int


class Review(msgspec.Struct, frozen=True):
    """A whole game."""

    judgements: tuple[Judgement, ...]
    accounts: tuple[Account, ...]
    turning_points: tuple[int, ...]
    """Entries between which the chances changed most, in the order of the game."""
    simulations: int


def judge(
    game: AnyGame, state: Any, seat: int, action: str, seed: bytes, *, seq: int = 0, simulations: int | None = None
) -> Judgement | None:
    """What one decision was worth; None where there was nothing to decide."""
    if len(game.legal(state, seat)) < 2:
        return None
    budget = SIMULATIONS[game.NAME] if simulations is None else simulations
    found = think(BOTS[-1], game, state, seat, seed, simulations=budget).evaluation
    tried = max(1, budget // _TRIED)
    lines = sorted((line for line in found.lines if line.visits >= tried), key=lambda line: -line.chances)
    chosen = str(game.canonical(state, seat, game.Action.from_text(action)))
    known = next((line.chances for line in lines if line.actions[0] == chosen), None)
    played = _brings(game, state, seat, action, seed, budget) if known is None else known
    best = max([played, *(line.chances for line in lines)])
    return Judgement(seq, seat, action, found.chances, found.points, played, best, tuple(lines[:LINES_TOLD]))


def _brings(game: AnyGame, state: Any, seat: int, action: str, seed: bytes, budget: int) -> float:
    """What an action is expected to bring its seat, over several deals of what that does not know."""
    seen, brought = game.view(state, seat), 0.0
    for deal in range(_DEALS):
        dealt = blake2b(seed, digest_size=SEED_BYTES, salt=deal.to_bytes(2, "big")).digest()
        after = game.apply(game.imagine(seen, dealt), seat, game.Action.from_text(action))
        if game.over(after):
            brought += _won(game.winners(after), seat)
        else:
            actor = game.actors(after)[0]
            thought = think(BOTS[-1], game, after, actor, dealt, simulations=max(1, budget // _DEALS))
            brought += thought.evaluation.chances[seat]
    return brought / _DEALS


def _won(winners: Sequence[int], seat: int) -> float:
    return 1 / len(winners) if seat in winners else 0.0


def review(judgements: Sequence[Judgement], seats: int, winners: Sequence[int] | None, simulations: int) -> Review:
    """The judgements of a game, in its order, summed up; who won, or None if it was not played to its end."""
    if winners is not None:
        ended = tuple(_won(winners, seat) for seat in range(seats))
    else:
        ended = judgements[-1].chances if judgements else (1 / seats,) * seats
    accounts = tuple(_account(judgements, seat, seats, ended[seat]) for seat in range(seats))
    return Review(tuple(judgements), accounts, _turning_points(judgements, ended), simulations)


def _account(judgements: Sequence[Judgement], seat: int, seats: int, ended: float) -> Account:
    mine = [each for each in judgements if each.seat == seat]
    began = judgements[0].chances[seat] if judgements else 1 / seats
    own = -sum(each.given_away for each in mine)
    others = sum(each.given_away for each in judgements if each.seat != seat) / max(1, seats - 1)
    kept = [each.played / each.best if each.best else 1.0 for each in mine]
    accuracy = sum(kept) / len(kept) if kept else 1.0
    return Account(began, own, others, ended - began - own - others, accuracy, len(mine))


def _turning_points(judgements: Sequence[Judgement], ended: tuple[float, ...]) -> tuple[int, ...]:
    """The entries whose consequences changed somebody's chance most."""
    told = [*((each.seq, each.chances) for each in judgements), (0, ended)]
    swings: dict[int, float] = {}
    for (seq, before), (_, after) in pairwise(told):
        swing = max(abs(now - then) for then, now in zip(before, after, strict=True))
        swings[seq] = max(swing, swings.get(seq, 0.0))
    most = sorted(swings, key=lambda seq: (-swings[seq], seq))[:TURNING_POINTS]
    return tuple(sorted(most))


def judge_recorded(
    name: str, version: int, state: Any, seat: int, action: str, seed: bytes, seq: int, simulations: int
) -> Judgement | None:
    """:func:`judge` for a game of which only the name is at hand, as in another process."""
    return judge(rules(name, version), state, seat, action, seed, seq=seq, simulations=simulations)
