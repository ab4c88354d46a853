"""How far apart the levels are: ``python -m trials.learning.swift.ladder splendor --pairs 100``.

Everybody plays the one below, with the weights that come with the program, in the C program for training: a minute
instead of hours. It leaves out the likings, and thinks in floating point; ``bottega arena`` measures the bots
themselves. Of Sagrada, whose bots do not search, the arena plays enough games.
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np

from bottega.bots import BOTS, SKILLS, Skill, duel, network
from trials.learning.swift import Floats, renaissance, splendor


def _kept(name: str) -> bytes:
    return (files("bottega.bots") / "data" / f"{name}.net").read_bytes()


def weights(name: str = "splendor") -> Floats:
    """The weights that come with the program, in floating point."""
    whole: tuple[Any, ...] = duel.from_bytes(_kept(name)) if name == "splendor" else network.numbers_of(_kept(name))
    scales: tuple[int, ...] = duel.SCALES if name == "splendor" else network.SCALES
    parts = [np.array(part, np.float32).ravel() / one for part, one in zip(whole, scales, strict=True)]
    return np.concatenate(parts).astype(np.float32)


def _splendor(skill: Skill) -> splendor.Player:
    return splendor.Player(skill.simulations, haze=skill.haze)


def _renaissance(skill: Skill) -> renaissance.Player:
    return renaissance.Player(skill.simulations, heat=skill.haze)


HOW: dict[str, tuple[Any, Any]] = {"splendor": (splendor, _splendor), "renaissance": (renaissance, _renaissance)}


def main() -> None:
    """Play, and print a line for each step of the ladder."""
    parser = argparse.ArgumentParser(prog="python -m trials.learning.swift.ladder", description=__doc__)
    parser.add_argument("game", choices=sorted(HOW), nargs="?", default="splendor")
    parser.add_argument("--pairs", type=int, default=100, help="deals of each match, played twice with seats swapped")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    known, (played, player_of) = weights(asked.game), HOW[asked.game]
    players = [player_of(skill) for skill in SKILLS[asked.game]]
    for (lower, weaker), (higher, stronger) in pairwise(zip(BOTS, players, strict=True)):
        share = played.match(known, known, asked.seed, asked.pairs, stronger, weaker)
        off = 1.96 * sqrt(share * (1 - share) / (2 * asked.pairs))
        print(f"{higher:8} beats {lower:8} in {share:4.0%} ± {off:.0%} of {2 * asked.pairs} games", flush=True)


if __name__ == "__main__":
    main()
