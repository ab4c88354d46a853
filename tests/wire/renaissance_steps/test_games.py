"""Whole random games in renaissance-steps: every request accepted, every client's picture the server's truth."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.wire.renaissance_match import JSON, ORIGINAL, STEPS, Match

pytestmark = pytest.mark.slow

USED = (
    "buyCard",
    "activateProductions",
    "playLeader",
    "moveResource",
    "discardResource",
    "revertPickUp",
    "discardLeader",
)

MIXES = (
    (STEPS,),
    (STEPS, STEPS),
    (JSON, STEPS, STEPS),
    (STEPS, JSON, STEPS, JSON),
    (ORIGINAL,),
    (ORIGINAL, ORIGINAL),
    (ORIGINAL, STEPS, JSON),
    (ORIGINAL, JSON, ORIGINAL, STEPS),
)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_are_the_truth(mix: tuple[str, ...], number: int) -> None:
    """All through a random game each client's picture, built only from its messages, equals the server's state."""
    match = Match(mix, number)
    match.play()
    assert match.stage.table.position.finished


@pytest.mark.parametrize("number", range(100, 103))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_after_coming_back(mix: tuple[str, ...], number: int) -> None:
    """A client that comes back knowing nothing is told everything: in set-up, mid-turn, skipped or not."""
    match = Match(mix, number)
    match.play(dropping=0.1)
    assert match.stage.table.position.finished


def test_random_players_really_play() -> None:
    """Over a few games the random players use every kind of move, so that the pictures above mean something."""
    done: Counter[str] = Counter()
    for number in range(12):
        match = Match((STEPS, STEPS), number)
        match.play()
        for player in match.players:
            done += player.done
    assert all(done[kind] > 3 for kind in USED), done
