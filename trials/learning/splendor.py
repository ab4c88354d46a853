"""Splendor played for training."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from bottega.bots import greedy
from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, Network
from bottega.bots.search import Search
from bottega.bots.sight import splendor as sight
from bottega.games import GAMES, splendor
from bottega.games.splendor.model import Phase
from trials.learning.network import Positions

MOST_TURNS = 160
FADE = 0.92
"""How far the outcome counts beside what was thought on the way (TD lambda)."""
HEAT = 0.03
"""How much worse a move may be and still be played, in chances."""


def _named(state: splendor.State, thought: list[tuple[Any, float]]) -> list[tuple[int, float]]:
    if state.phase is Phase.RETURN:
        return []
    return [(sight.PLACE_OF[action], share) for action, share in thought]


def game(network: Network | None, number: int, simulations: int, into: Positions) -> int:
    """One game; by the greedy bot without a network. How many turns it took."""
    chance = Random(number)
    dice = Dice(number.to_bytes(8, "big"))
    seen = sight.Sight(network) if network else None
    state = splendor.new(2, chance.randbytes(32))
    played: list[tuple[list[int], list[int], int, float, list[tuple[int, float]]]] = []
    while not splendor.over(state) and state.turn < MOST_TURNS:
        seat = state.seat
        actions = splendor.legal(state, seat)
        if len(actions) == 1:
            state = splendor.apply(state, seat, actions[0])
            continue
        if seen is None:
            action = (
                chance.choice(actions)
                if chance.random() < 0.12
                else greedy.choose(GAMES["splendor"], state, seat, dice.seed())
            )
            thought, worth = [(act, float(act == action)) for act in actions], 0.5
        elif simulations:
            search = Search(GAMES["splendor"], seen, state, seat, dice)
            search.run(simulations)
            root = search.root
            visits = [edge.visits for edge in root.edges]
            thought = [(act, count / sum(visits)) for act, count in zip(root.actions, visits, strict=False)]
            thought += [(act, 0.0) for act in root.actions[len(visits) :]]
            worth = root.total / root.visits / CHANCE
            if state.turn <= 12:
                action = chance.choices(root.actions[: len(visits)], [count * count for count in visits])[0]
            elif chance.random() < 0.04:
                action = chance.choices(root.actions, root.priors)[0]
            else:
                action = root.actions[search.best()]
        else:
            worths = [
                seen.appraise(splendor.apply(seen.covered(state, act) or seen.shaken(state, act, dice), seat, act))[0][
                    seat
                ]
                / CHANCE
                for act in actions
            ]
            best = max(worths)
            odds = [exp((each - best) / HEAT) for each in worths]
            thought = [(act, each / sum(odds)) for act, each in zip(actions, odds, strict=True)]
            worth = sum(each * share for each, (_, share) in zip(worths, thought, strict=True))
            action = chance.choices(actions, odds)[0]
        played.append(
            (sight.features(state, seat), sight.features(state, 1 - seat), seat, worth, _named(state, thought))
        )
        state = splendor.apply(seen.shaken(state, action, dice) if seen else state, seat, action)
    won = splendor.winners(state) or (0, 1)
    share = 1 / len(won) if 0 in won else 0.0
    coming = share
    for rows, others, seat, worth, moves in reversed(played):
        into.rows.append(rows)
        into.others.append(others)
        into.worth.append(coming if seat == 0 else 1 - coming)
        into.points.append(state.players[seat].prestige / sight.POINTS)
        into.moves.append(moves)
        if seen is not None:
            mine = worth if seat == 0 else 1 - worth
            coming = FADE * coming + (1 - FADE) * mine
    return state.turn
