"""What a bot is, and the characters that can be asked to a table, from the gentlest to the strongest.

The same people play all three games; how well each of them plays a game is a row of ``SKILLS``. The weaker ones err
as people do: they look only at their own next action, misjudge what it brings (``haze``), and have a liking for
something (``fancy``). The stronger ones think ahead (``simulations``). ``docs/bots.md`` says what was measured of
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from bottega.games.core import AnyGame


class Bot(Protocol):
    """A way to choose."""

    def __call__(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """One of the seat's legal actions; the same seed gives the same choice."""


class Skill(msgspec.Struct, frozen=True):
    """How well somebody plays a game."""

    simulations: int = 0
    """How far it thinks ahead; 0 looks at the own next action only."""
    haze: float = 0.0
    """How far it misjudges an action, in chances to win."""
    fancy: float = 0.0
    """How much it likes what it has a liking for, in chances to win."""


class Character(msgspec.Struct, frozen=True):
    """Somebody to play against."""

    name: str
    manner: str


CHARACTERS = (
    Character("nina", "plays for the first time: takes what is there, and is happy about every card"),
    Character("beppe", "plays for the company; looks at his own board and hopes for the best"),
    Character("lucia", "has a favourite plan and follows it, whatever the others do"),
    Character("tonio", "counts well and seldom looks up from his own work"),
    Character("ginevra", "thinks before she acts, and about what you will answer"),
    Character("fausto", "has played a thousand evenings and forgives little"),
    Character("elettra", "sees far, forgets nothing, and is in no hurry"),
)
"""From the gentlest to the strongest."""

BOTS = tuple(character.name for character in CHARACTERS)
"""Whom one can ask to a table, from the gentlest to the strongest."""
FORMER = ("random", "greedy")
"""Bots of former times, who are still accepted: anything by chance, and the best-looking next action."""

SKILLS: Mapping[str, tuple[Skill, ...]] = {
    "splendor": (
        Skill(haze=0.13, fancy=0.1),
        Skill(haze=0.04, fancy=0.02),
        Skill(simulations=8, haze=0.75, fancy=0.2),
        Skill(simulations=8),
        Skill(simulations=60),
        Skill(simulations=500),
        Skill(simulations=6000),
    ),
    "sagrada": (
        Skill(haze=0.9, fancy=0.05),
        Skill(haze=0.5, fancy=0.05),
        Skill(haze=0.25, fancy=0.03),
        Skill(haze=0.14),
        Skill(haze=0.08),
        Skill(haze=0.038),
        Skill(),
    ),
    "renaissance": (
        Skill(haze=0.27, fancy=0.05),
        Skill(haze=0.19, fancy=0.02),
        Skill(haze=0.11, fancy=0.01),
        Skill(haze=0.04),
        Skill(simulations=32),
        Skill(simulations=160),
        Skill(simulations=1000),
    ),
}
"""For each game everybody's skill, in the order of BOTS."""


def skill(bot: str, game: str) -> Skill:
    """How well somebody plays a game; ValueError if there is no such bot."""
    if bot not in BOTS:
        raise ValueError(f"there is no bot {bot}; there are {', '.join(BOTS)}")
    return SKILLS[game][BOTS.index(bot)]
