"""What every bot keeps to: legal actions, the same choice for the same seed, and no look at what is hidden."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import bottega.bots as bots
from bottega.bots import BOTS, FORMER, choose
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame
from tests.bots.positions import positions

EVERYBODY = (*FORMER, *BOTS)
FEW = 24
"""Simulations enough to reach hidden things, and quick."""


@pytest.mark.parametrize("bot", EVERYBODY)
def test_a_bot_plays_what_is_legal(game: AnyGame, bot: str) -> None:
    """In any position somebody else has got into, even halfway through a turn, the choice is on the list."""
    for state, seat in islice(positions(game, 3, 5), 0, None, 11):
        assert choose(bot, game, state, seat, b"seed", simulations=FEW) in game.legal(state, seat)


@pytest.mark.parametrize("bot", EVERYBODY)
def test_a_bot_is_repeatable(game: AnyGame, bot: str) -> None:
    """The same position, seed and simulations give the same action."""
    for state, seat in positions(game, 2, 6)[::19]:
        first, again = (choose(bot, game, state, seat, b"one", simulations=FEW) for _ in range(2))
        assert first == again


@pytest.mark.parametrize("bot", EVERYBODY)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_bot_sees_what_is_hidden(game: AnyGame, bot: str, seats: int) -> None:
    """Whatever lies in the places a seat cannot look into, it does the same, for the same budget and seed."""
    if seats not in game.SEATS:
        pytest.skip("not played by so many")
    simulations = FEW if bot in BOTS[4:] else None
    for number, (state, seat) in enumerate(positions(game, seats, 7)[2::23]):
        chosen = {
            choose(bot, game, hidden, seat, b"seed", simulations=simulations)
            for hidden in (state, *(game.redeal(state, seat, bytes([number, deal] * 16)) for deal in range(3)))
        }
        assert len(chosen) == 1


@pytest.mark.parametrize("bot", FORMER)
def test_a_bot_is_shown_only_what_its_seat_may_know(game: AnyGame, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state it gets looks the same to its seat and is dealt anew from its own seed, not the table's."""
    shown: list[Any] = []

    def spy(game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        shown.append(state)
        return game.legal(state, seat)[0]

    state, seat = positions(game, 2, 7)[4]
    monkeypatch.setitem(bots._FORMER, bot, spy)
    choose(bot, game, state, seat, b"one")
    choose(bot, game, state, seat, b"two")
    first, second = shown
    assert game.view(first, seat) == game.view(second, seat) == game.view(state, seat)
    assert first != second


def test_every_former_name_has_a_bot() -> None:
    """Whoever is accepted by name can choose."""
    assert set(bots._FORMER) == set(FORMER)


def test_an_unknown_bot_is_an_error(game: AnyGame) -> None:
    """Nobody chooses in the place of somebody who is not there."""
    with pytest.raises(ValueError, match="einstein"):
        choose("einstein", game, game.new(2, bytes(SEED_BYTES)), 0, b"seed")
