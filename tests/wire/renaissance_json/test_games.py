"""Whole random games in renaissance-json: every request accepted, every client's picture the server's truth."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.wire.renaissance_match import JSON, Match

pytestmark = pytest.mark.slow

EAGER = ("req_buy_dev_card", "req_activate_prod", "req_activate_leader", "req_get_market", "req_swap_shelves")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(10))
def test_pictures_are_the_truth(seats: int, number: int) -> None:
    """All through a random game each client's picture, built only from its messages, equals the server's state."""
    match = Match((JSON,) * seats, number)
    match.play()
    assert match.stage.table.position.finished


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(100, 105))
def test_pictures_after_coming_back(seats: int, number: int) -> None:
    """A client that comes back knowing nothing is told everything: set-up, mid-game, with its turns skipped or not."""
    match = Match((JSON,) * seats, number)
    match.play(dropping=0.1)
    assert match.stage.table.position.finished


def test_random_players_really_play() -> None:
    """Over a few games the random players use every kind of move, so that the pictures above mean something."""
    done: Counter[str] = Counter()
    for number in range(8):
        match = Match((JSON, JSON), number)
        match.play()
        for player in match.players:
            done += player.done
    assert all(done[kind] > 5 for kind in EAGER), done
