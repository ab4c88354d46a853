"""What every bot keeps to: legal actions, the same choice for the same seed, and no look at what is hidden."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from typing import Any

import pytest

import bottega.bots as bots
from bottega.bots import BOTS, choose
from bottega.bots import random as random_bot
from bottega.bots.arena import play, tournament
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame
from bottega.games.renaissance.actions import Swap
from tests.server.harness import TIMEOUT

GAMES_PLAYED = 30
"""Enough to tell 90 % from less, and quick."""


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each of the games."""
    return GAMES[request.param]


def _positions(game: AnyGame, seats: int, number: int) -> list[tuple[Any, int]]:
    """Every position of a random game with a seat that may act in it."""
    state, found = game.new(seats, number.to_bytes(SEED_BYTES, "big")), []
    for count in range(600):
        actors = game.actors(state)
        if not actors:
            break
        found.append((state, actors[-1]))
        state = game.apply(state, actors[-1], choose("random", game, state, actors[-1], count.to_bytes(4, "big")))
    return found


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_what_is_legal(game: AnyGame, bot: str) -> None:
    """In any position somebody else has got into, even halfway through a turn, the choice is on the list."""
    for state, seat in islice(_positions(game, 3, 5), 0, None, 3):
        assert choose(bot, game, state, seat, b"seed") in game.legal(state, seat)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_repeatable(game: AnyGame, bot: str) -> None:
    """The same position and seed give the same action."""
    for state, seat in _positions(game, 2, 6)[::7]:
        assert choose(bot, game, state, seat, b"one") == choose(bot, game, state, seat, b"one")


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_shown_only_what_its_seat_may_know(game: AnyGame, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state it gets looks the same to its seat and is dealt anew from its own seed, not the table's."""
    shown: list[Any] = []

    def spy(game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        shown.append(state)
        return game.legal(state, seat)[0]

    state, seat = _positions(game, 2, 7)[4]
    monkeypatch.setitem(bots._CHOOSERS, bot, spy)
    choose(bot, game, state, seat, b"one")
    choose(bot, game, state, seat, b"two")
    first, second = shown
    assert game.view(first, seat) == game.view(second, seat) == game.view(state, seat)
    assert first != second


def test_greedy_beats_random(game: AnyGame) -> None:
    """In at least nine of ten games for two, beginning as often as not."""
    (won, _), _ = tournament(game, ("greedy", "random"), GAMES_PLAYED)
    assert won >= 0.9 * GAMES_PLAYED


@pytest.mark.parametrize(
    "bots", [("greedy",), ("greedy", "greedy", "greedy"), ("random", "greedy", "random", "greedy")]
)
def test_bots_bring_games_to_an_end(game: AnyGame, bots: tuple[str, ...]) -> None:
    """Whatever the company, within a number of actions people would have the patience for."""
    if len(bots) in game.SEATS:
        for number in range(3):
            assert play(game, bots, number).actions < 1500


def test_the_random_bot_is_reluctant_to_stir_things_up() -> None:
    """Where there is something else to do, swapping shelves is rare."""
    game = GAMES["renaissance"]
    stirring = [
        (state, seat)
        for state, seat in _positions(game, 2, 8)
        if any(isinstance(a, Swap) for a in game.legal(state, seat))
    ]
    state, seat = stirring[len(stirring) // 2]
    chosen = [random_bot.choose(game, state, seat, number.to_bytes(2, "big")) for number in range(400)]
    swaps = sum(isinstance(action, Swap) for action in chosen)
    even = sum(isinstance(action, Swap) for action in game.legal(state, seat)) / len(game.legal(state, seat))
    assert swaps < 400 * even / 2


def test_the_arena_prints_a_table() -> None:
    """``python -m bottega.bots.arena`` plays a tournament."""
    command = [sys.executable, "-m", "bottega.bots.arena", "sagrada", "greedy", "random", "--games", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    assert "greedy   won    4 of 4 (100%)" in done.stdout
