"""Bots: whoever chooses an action when it is not a person.

>>> from bottega.bots import choose
>>> from bottega.games import splendor
>>> action = choose("greedy", splendor, splendor.new(2, seed=bytes(32)), seat=0, seed=b"any")
>>> action in splendor.legal(splendor.new(2, seed=bytes(32)), 0)
True
"""

from __future__ import annotations

from hashlib import blake2b

from bottega.bots import greedy, random
from bottega.bots.names import BOTS, Bot
from bottega.games.chance import SEED_BYTES
from bottega.games.core import A, Game, S

_CHOOSERS: dict[str, Bot] = {"random": random.choose, "greedy": greedy.choose}


def choose(bot: str, game: Game[S, A], state: S, seat: int, seed: bytes) -> A:
    """The bot's action; it sees the state as its seat may know it, all else is dealt anew, so it cannot cheat."""
    dealt = game.redeal(state, seat, blake2b(seed, digest_size=SEED_BYTES).digest())
    action: A = _CHOOSERS[bot](game, dealt, seat, seed)
    return action


__all__ = ["BOTS", "Bot", "choose"]
