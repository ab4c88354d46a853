"""An agent that learns Sagrada's solo game, with numpy alone, in minutes on one core.

It judges an action by a weighted sum of what it is (``described``), draws its actions from those judgements, and shifts
the weights towards what brought more points than usual: REINFORCE with a baseline. At the end it plays the same deals
with what it has learned and with nothing.
See docs/environments.md. Run: python examples/training/improve.py [GAMES]"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bottega.env.ids import actions_of
from bottega.env.layout import layout_of
from bottega.env.single import SeatEnv
from bottega.games.sagrada import End, Place, UseTool

KINDS = (Place, UseTool, End)
VALUES = 6
FEATURES = len(KINDS) + 1 + VALUES + 4
RATE, MEMORY, DEALS = 0.004, 0.98, 100
ACTIONS = actions_of("sagrada")

Array = NDArray[np.float64]


def places() -> dict[str, slice]:
    """Where each part of an observation lies."""
    return {name: slice(at, at + size) for at, name, size, _ in layout_of("sagrada", 1).rows()}


PLACES = places()


def described(action: Any, observation: NDArray[np.uint8]) -> Array:
    """What kind of action it is and, for a die that is placed: its value, whether its colour is ours, where it goes."""
    row = np.zeros(FEATURES)
    for place, kind in enumerate(KINDS):
        row[place] = isinstance(action, kind)
    row[len(KINDS)] = not row[: len(KINDS)].any()
    if isinstance(action, Place):
        colour, value = divmod(action.die, VALUES)
        ours = observation[PLACES["private"]][colour]
        row[len(KINDS) + 1 + value] = 1
        row[-4:] = (
            ours,
            ours * (value + 1),
            observation[PLACES["window"]][action.cell] > 0,
            action.cell in (0, 4, 15, 19),
        )
    return row


def play(table: SeatEnv, weights: Array, chance: np.random.Generator, seed: int) -> tuple[float, Array]:
    """One game: its points, and how the weights would have to change to make what was done more likely."""
    observation, info = table.reset(seed=seed)
    slope = np.zeros_like(weights)
    while True:
        legal = np.flatnonzero(info["action_mask"])
        rows = np.array([described(ACTIONS[each], observation) for each in legal])
        likely = np.exp(rows @ weights - np.max(rows @ weights))
        likely /= likely.sum()
        chosen = chance.choice(len(legal), p=likely)
        slope += rows[chosen] - likely @ rows
        observation, _, terminated, truncated, info = table.step(legal[chosen])
        if terminated or truncated:
            return float(info["points"]), slope


def train(table: SeatEnv, games: int, seed: int = 1) -> Array:
    """What was learned in so many games."""
    chance, weights = np.random.default_rng(seed), np.zeros(FEATURES)
    usual = 0.0
    points: list[float] = []
    for game in range(games):
        got, slope = play(table, weights, chance, DEALS + game)
        usual = got if not points else MEMORY * usual + (1 - MEMORY) * got
        weights += RATE * (got - usual) * slope
        points.append(got)
        if (game + 1) % 200 == 0:
            print(f"{game + 1:6} games, {np.mean(points[-200:]):6.1f} points on average of the last 200", flush=True)
    return weights


def measure(table: SeatEnv, weights: Array, deals: int = DEALS) -> float:
    """Points on average, on deals that it has not seen."""
    chance = np.random.default_rng(0)
    return float(np.mean([play(table, weights, chance, deal)[0] for deal in range(deals)]))


def main(games: int) -> None:
    """Learn, and say what it was good for."""
    table = SeatEnv("sagrada", seats=1)
    learned = train(table, games)
    before, after = measure(table, np.zeros(FEATURES)), measure(table, learned)
    print(f"{DEALS} other deals: {before:.1f} points before, {after:.1f} after")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
