"""Masters of Renaissance played for training."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from bottega.bots import greedy
from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, Network
from bottega.bots.sight import renaissance as sight
from bottega.games import GAMES, renaissance
from bottega.games.renaissance.actions import Move, Revert, Swap
from bottega.games.renaissance.model import SETUP
from trials.learning.network import Positions

MOST_STEPS = 700
FADE = 0.97
"""How far the outcome counts beside what was thought on the way (TD lambda)."""
HEAT = 0.03
"""How much worse an action may be and still be played, in chances."""
SEATS = (2, 2, 1)


def game(network: Network | None, number: int, simulations: int, into: Positions) -> int:
    """One game; by the greedy bot without a network. How many actions it took."""
    chance = Random(number)
    dice = Dice(number.to_bytes(8, "big"))
    seen = sight.Sight(network) if network else None
    seats = SEATS[number % len(SEATS)]
    state: Any = renaissance.new(seats, chance.randbytes(32))
    played: list[tuple[list[int], list[int], int, float]] = []
    steps = 0
    while (actors := renaissance.actors(state)) and steps < MOST_STEPS:
        seat = actors[0]
        actions = renaissance.legal(state, seat)
        steps += 1
        worth = 0.5
        if len(actions) == 1:
            action = actions[0]
        elif seen is None:
            action = greedy.choose(GAMES["renaissance"], state, seat, dice.seed())
            if chance.random() < 0.08:
                action = chance.choice(
                    [each for each in actions if not isinstance(each, Swap | Move | Revert)] or actions
                )
        else:
            actions, _ = [each for each in actions if not isinstance(each, Revert)], None
            after = [seen.appraise(renaissance.apply(state, seat, each))[0][seat] / CHANCE for each in actions]
            after = [each - 0.01 * isinstance(act, Swap | Move) for each, act in zip(after, actions, strict=True)]
            best = max(after)
            odds = [exp((each - best) / HEAT) for each in after]
            worth = sum(each * share for each, share in zip(after, odds, strict=True)) / sum(odds)
            action = chance.choices(actions, odds)[0]
        state = renaissance.apply(state, seat, action)
        if state.phase != SETUP and renaissance.actors(state):
            mover = state.seat
            rows = sight.features(state, mover)
            others = [] if seats == 1 else sight.features(state, 1 - mover)
            played.append((rows, others, mover, worth if mover == seat else 1 - worth))
    won = renaissance.winners(state)
    points = [score.total for score in renaissance.scores(state)]
    coming = (1.0 if won else 0.0) if seats == 1 else (1 / len(won) if 0 in won else 0.0) if won else 0.5
    for rows, others, seat, worth in reversed(played):
        into.rows.append(rows)
        into.others.append(others)
        into.worth.append(coming if seat == 0 else 1 - coming)
        into.points.append(points[seat] / sight.POINTS)
        into.moves.append([])
        if seen is not None:
            coming = FADE * coming + (1 - FADE) * (worth if seat == 0 else 1 - worth)
    return steps
