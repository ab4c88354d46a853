"""Whole games of two browsers, on the boards alone: first with mouse and finger, then by keys, which is faster."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.page.conftest import Visit
from tests.page.hands import HANDS, play_on, plays
from tests.page.visitor import PHONE
from tests.server.harness import running_house

SEED = "78" * 32
"""Of games in which everything happens, and soon (in Renaissance that takes a third of the usual actions)."""


@pytest.mark.parametrize("game", sorted(HANDS))
def test_two_browsers_finish_a_game(game: str, visit: Visit, tmp_path: Path) -> None:
    """Whatever is legal can be done on the board, with a mouse here and a finger on a phone there, to the last move."""
    with running_house(tmp_path, "splendor-json", options=("--seed", SEED)) as house:
        anna = visit("Anna", house)
        bob = visit("Bob", house, device="finger", viewport=PHONE)
        table = anna.opens(game)
        bob.sits(table)
        anna.presses(".start .primary")
        anna.waits(lambda: anna.now["view"], "the start")
        draw = random.Random(game)
        play_on([anna, bob], game, draw, most=24)
        anna.device = bob.device = "keyboard"
        end = play_on([anna, bob], game, draw, whim=0.08)
        assert end["result"]["reason"] == "played"
        for player in (anna, bob):
            player.page.wait_for_selector("dialog table")
            totals = player.page.locator("tfoot td").all_inner_texts()
            assert sorted(map(int, totals)) == sorted(score["total"] for score in end["result"]["scores"])


@pytest.mark.parametrize("game", ["sagrada", "renaissance"])
def test_others_do_not_undo_a_half_made_choice(game: str, visit: Visit) -> None:
    """While all choose at once, at the beginning, what another chooses leaves one's own half-made choice as it is."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens(game)
    bob.sits(table)
    anna.presses(".start .primary")
    for player in (anna, bob):
        player.gets("view")
    action = anna.now["legal"][0]
    first, *others = HANDS[game](action, anna.now["you"])
    anna.presses(first)
    plays(bob, game, bob.now["legal"][0])
    anna.waits(lambda: anna.now["seq"] == bob.now["seq"], "the news")
    for target in others:
        anna.presses(target)
    assert anna.waits(lambda: anna.acts, "the page to ask")[0]["actions"] == [action]
