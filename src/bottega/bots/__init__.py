"""Bots: whoever chooses an action when it is not a person.

>>> from bottega.bots import BOTS, choose
>>> from bottega.games import splendor
>>> state = splendor.new(2, seed=bytes(32))
>>> action = choose("tonio", splendor, state, seat=0, seed=b"any")
>>> action in splendor.legal(state, 0)
True

``BOTS`` names the characters from the gentlest to the strongest. ``simulations`` and a seed give the same answer on
every machine; ``seconds`` is a cap besides. Whoever wants to know more asks ``think``:

>>> from bottega.bots import think
>>> thought = think("elettra", splendor, state, seat=0, seed=b"any", simulations=50)
>>> len(thought.evaluation.chances), sum(line.visits for line in thought.evaluation.lines)
(2, 50)
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec.structs import replace

from bottega.bots import greedy, random, thinker
from bottega.bots.memory import Memory
from bottega.bots.names import BOTS, CHARACTERS, FORMER, SKILLS, Bot, Character, Skill, skill
from bottega.bots.thought import Evaluation, Line, Thought
from bottega.games.chance import SEED_BYTES
from bottega.games.core import A, Game, S

_FORMER: dict[str, Bot] = {"random": random.choose, "greedy": greedy.choose}


def choose(
    bot: str,
    game: Game[S, A],
    state: S,
    seat: int,
    seed: bytes,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    memory: Memory | None = None,
) -> A:
    """The bot's action; it is shown what its seat may know, all else is dealt by the seed, so it cannot cheat.

    It thinks as many simulations as its skill says, or as it is given, and no longer than the seconds. With a memory
    it takes up what it thought at its last turn, and can be made to think while others move (``Memory.ponder``).
    """
    if bot in _FORMER:
        action: A = _FORMER[bot](game, _shown(game, state, seat, seed), seat, seed)
    else:
        action = think(bot, game, state, seat, seed, seconds=seconds, simulations=simulations, memory=memory).action
    return action


def think(
    bot: str,
    game: Game[S, A],
    state: S,
    seat: int,
    seed: bytes,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    memory: Memory | None = None,
) -> Thought:
    """What one of the characters would do, as :func:`choose` says, with its evaluation of the position."""
    able = skill(bot, game.NAME)
    if simulations is not None:
        able = replace(able, simulations=simulations)
    return thinker.think(game, able, _shown(game, state, seat, seed), seat, seed, seconds, memory)


def _shown(game: Game[S, A], state: S, seat: int, seed: bytes) -> Any:
    """A state made of nothing but what the seat may know."""
    return game.imagine(game.view(state, seat), blake2b(seed, digest_size=SEED_BYTES).digest())


__all__ = [
    "BOTS", "CHARACTERS", "FORMER", "SKILLS", "Bot", "Character", "Evaluation", "Line", "Memory", "Skill", "Thought",
    "choose", "skill", "think",
]  # fmt: skip
