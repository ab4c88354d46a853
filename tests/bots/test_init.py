"""What every bot keeps to: legal actions, the same choice for the same seed, and no look at what is hidden."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import bottega.bots as bots
from bottega.bots import BOTS, choose
from bottega.games.core import AnyGame
from tests.bots.positions import positions


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_what_is_legal(game: AnyGame, bot: str) -> None:
    """In any position somebody else has got into, even halfway through a turn, the choice is on the list."""
    for state, seat in islice(positions(game, 3, 5), 0, None, 3):
        assert choose(bot, game, state, seat, b"seed") in game.legal(state, seat)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_repeatable(game: AnyGame, bot: str) -> None:
    """The same position and seed give the same action."""
    for state, seat in positions(game, 2, 6)[::7]:
        assert choose(bot, game, state, seat, b"one") == choose(bot, game, state, seat, b"one")


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_shown_only_what_its_seat_may_know(game: AnyGame, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state it gets looks the same to its seat and is dealt anew from its own seed, not the table's."""
    shown: list[Any] = []

    def spy(game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        shown.append(state)
        return game.legal(state, seat)[0]

    state, seat = positions(game, 2, 7)[4]
    monkeypatch.setitem(bots._CHOOSERS, bot, spy)
    choose(bot, game, state, seat, b"one")
    choose(bot, game, state, seat, b"two")
    first, second = shown
    assert game.view(first, seat) == game.view(second, seat) == game.view(state, seat)
    assert first != second


def test_every_name_has_a_bot() -> None:
    """Whoever is offered by name can choose."""
    assert set(bots._CHOOSERS) == set(BOTS)
