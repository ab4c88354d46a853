"""How far apart Splendor's levels are: ``python -m trials.learning.swift.ladder --pairs 100``.

Everybody plays the one below, with the weights that come with the program, in the C program for training: a minute
instead of hours. It leaves out the likings, and thinks in floating point; ``bottega arena`` measures the bots
themselves.
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from itertools import pairwise
from math import sqrt

import numpy as np

from bottega.bots import BOTS, SKILLS, duel
from trials.learning.swift import Floats, splendor


def weights() -> Floats:
    """The weights that come with the program, in floating point."""
    whole = duel.from_bytes((files("bottega.bots") / "data" / "splendor.net").read_bytes())
    parts = [np.array(part, np.float32).ravel() / one for part, one in zip(whole, duel.SCALES, strict=True)]
    return np.concatenate(parts).astype(np.float32)


def main() -> None:
    """Play, and print a line for each step of the ladder."""
    parser = argparse.ArgumentParser(prog="python -m trials.learning.swift.ladder", description=__doc__)
    parser.add_argument("--pairs", type=int, default=100, help="deals of each match, played twice with seats swapped")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    known = weights()
    players = [splendor.Player(skill.simulations, haze=skill.haze) for skill in SKILLS["splendor"]]
    for (lower, weaker), (higher, stronger) in pairwise(zip(BOTS, players, strict=True)):
        share = splendor.match(known, known, asked.seed, asked.pairs, stronger, weaker)
        off = 1.96 * sqrt(share * (1 - share) / (2 * asked.pairs))
        print(f"{higher:8} beats {lower:8} in {share:4.0%} ± {off:.0%} of {2 * asked.pairs} games", flush=True)


if __name__ == "__main__":
    main()
