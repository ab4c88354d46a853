"""The bot that does anything."""

from __future__ import annotations

from collections import Counter

from bottega.bots.random import RELUCTANT, choose
from bottega.games import GAMES, splendor
from bottega.games.renaissance.actions import Swap
from tests.bots.positions import positions


def test_anything_may_happen() -> None:
    """Over many seeds every legal action is chosen, each about as often as the others."""
    state = splendor.new(2, seed=bytes(32))
    legal = splendor.legal(state, 0)
    chosen = Counter(
        choose(GAMES["splendor"], state, 0, number.to_bytes(2, "big")) for number in range(100 * len(legal))
    )
    assert set(chosen) == set(legal)
    assert max(chosen.values()) < 200


def test_what_stirs_things_up_is_rare() -> None:
    """Where there is something else to do, swapping shelves is rare."""
    game = GAMES["renaissance"]
    stirring = [
        (state, seat)
        for state, seat in positions(game, 2, 8)
        if any(isinstance(action, Swap) for action in game.legal(state, seat))
    ]
    state, seat = stirring[len(stirring) // 2]
    chosen = [choose(game, state, seat, number.to_bytes(2, "big")) for number in range(400)]
    swaps = sum(isinstance(action, Swap) for action in chosen)
    even = sum(isinstance(action, Swap) for action in game.legal(state, seat)) / len(game.legal(state, seat))
    assert Swap.__name__ in RELUCTANT[game.NAME]
    assert swaps < 400 * even / 2
