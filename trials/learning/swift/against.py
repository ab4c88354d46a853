"""The search in C against bots of the house: ``python -m trials.learning.swift.against greedy random --games 1000``.

Of Masters of Renaissance, where a thought of 1,000 simulations takes half a second in Python and a hundredth of that in
C. The rules, the deals, the rotations of seats and the report are the arena's; everybody else chooses as they do there.
The C program is shown a state made of its seat's view, as the bots are. ``swift`` stands for it in the report.
"""

from __future__ import annotations

import argparse
import math
from hashlib import blake2b
from typing import Any

from bottega.arena import contest as contests
from bottega.arena.contest import Contest
from bottega.arena.report import Tallies, lines
from bottega.bots import BOTS, skill
from bottega.bots.sight.renaissance import leading_on
from bottega.games import renaissance as game
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame
from bottega.outside.entrants import Chooser, entrant
from trials.learning.swift import renaissance as swift
from trials.learning.swift.ladder import weights

SWIFT = "swift"


class Swift:
    """The search of ``renaissance.c``, with the weights that come along."""

    def __init__(self, seats: int, simulations: int) -> None:
        self._weights = weights(game.NAME if seats > 1 else f"{game.NAME}_alone")
        self._player = swift.Player(simulations)

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """What it takes of what leads on; what its seat does not see is dealt by the seed."""
        shown = game.imagine(game.view(state, seat), blake2b(seed, digest_size=SEED_BYTES).digest())
        actions = leading_on(shown, seat)
        if len(actions) == 1:
            return actions[0]
        return swift.choose(self._weights, shown, seat, int.from_bytes(seed[:8]), self._player, actions)

    def close(self) -> None:
        """Nothing is held."""


def main() -> None:
    """Play every company with the C program in it, and print the arena's report."""
    strongest = skill(BOTS[-1], game.NAME).simulations
    parser = argparse.ArgumentParser(prog="python -m trials.learning.swift.against", description=__doc__)
    parser.add_argument("bots", nargs="*", help="whom it plays against; nobody to play alone")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--simulations", type=int, default=strongest)
    asked = parser.parse_args()
    seats = asked.seats or min(len(asked.bots) + 1, 2)
    choosers: dict[str, Chooser] = {bot: entrant(bot) for bot in asked.bots}
    choosers[SWIFT] = Swift(seats, asked.simulations)
    contest = Contest(game.NAME, game.VERSION, seats, seed=asked.seed, simulations=asked.simulations)
    every = contests.companies([SWIFT, *asked.bots], seats)
    companies = [company for company in every if SWIFT in company]
    deals = math.ceil(asked.games / seats)
    tallies = Tallies(contest, companies, deals)
    for fixture in contests.fixtures(companies, deals):
        tallies.add(contests.play(contest, fixture, [choosers[bot] for bot in fixture.company]))
    for line in lines(tallies.report()):
        print(line)


if __name__ == "__main__":
    main()
