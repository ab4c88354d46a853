"""Sagrada played for training."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from bottega.bots import greedy
from bottega.bots.dice import Dice
from bottega.bots.network import UNIT, Network
from bottega.bots.sight import sagrada as sight
from bottega.games import GAMES, sagrada
from trials.learning.network import Positions

HEAT = 0.7
"""How much worse an action may be and still be played, in points."""
SEATS = (2, 2, 2, 1, 3, 4)


def game(network: Network | None, number: int, simulations: int, into: Positions) -> int:
    """One game; by the greedy bot without a network. How many actions it took."""
    chance = Random(number)
    dice = Dice(number.to_bytes(8, "big"))
    seen = sight.Sight(network) if network else None
    state: Any = sagrada.new(SEATS[number % len(SEATS)], chance.randbytes(32))
    played: list[tuple[tuple[int, ...], int]] = []
    steps = 0
    while actors := sagrada.actors(state):
        seat = actors[0]
        actions = sagrada.legal(state, seat)
        steps += 1
        if len(actions) == 1:
            action = actions[0]
        elif seen is None:
            action = greedy.choose(GAMES["sagrada"], state, seat, dice.seed())
            if chance.random() < 0.1:
                action = chance.choice([each for each in actions if type(each) is type(action)])
        else:
            worths = [seen._prospect(state, seat, each) * sight.HEAT / UNIT for each in actions]
            best = max(worths)
            action = chance.choices(actions, [exp((each - best) / HEAT) for each in worths])[0]
        state = sagrada.apply(state, seat, action)
        if state.round > 0 and state.round <= 10 and not isinstance(action, sagrada.Choose):
            played.append((sight.known(state, seat), seat))
    points = [score.total for score in sagrada.scores(state)]
    for rows, seat in played:
        into.rows.append(list(rows))
        into.others.append([])
        into.worth.append(points[seat] / sight.POINTS)
        into.points.append(points[seat] / sight.POINTS)
        into.moves.append([])
    return steps
