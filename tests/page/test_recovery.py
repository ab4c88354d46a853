"""Pages that are reloaded, and a server that is killed: the page finds its way back by itself."""

from __future__ import annotations

import random
from pathlib import Path

from tests.page.conftest import Visit
from tests.page.hands import play_on
from tests.page.visitor import Visitor
from tests.server.harness import running_house


def _begin(anna: Visitor, bob: Visitor, game: str) -> str:
    table = anna.opens(game)
    bob.sits(table)
    anna.presses(".start .primary")
    for player in (anna, bob):
        player.gets("view")
    return table


def test_reload_in_mid_game(visit: Visit) -> None:
    """After a reload the seat, the board and what may be done are there again."""
    anna, bob = visit("Anna"), visit("Bob")
    _begin(anna, bob, "sagrada")
    play_on([anna, bob], "sagrada", random.Random(5), most=6)
    for player in (anna, bob):
        before, drawn = player.now, player.reads(".board")
        player.page.reload()
        player.page.wait_for_selector(".board .tray")
        assert (player.now["seq"], player.now["you"]) == (before["seq"], before["you"])
        assert player.now["view"] == before["view"]
        assert player.reads(".board") == drawn
    play_on([anna, bob], "sagrada", random.Random(6), most=4)


def test_the_server_is_killed_in_mid_game(visit: Visit, tmp_path: Path) -> None:
    """While the server is gone the page says so and lights nothing; when it is back the game goes on by itself."""
    with running_house(tmp_path, "splendor-json") as house:
        anna, bob = visit("Anna", house), visit("Bob", house)
        _begin(anna, bob, "splendor")
        play_on([anna, bob], "splendor", random.Random(7), most=5)
        before = {player.name: player.now for player in (anna, bob)}
        house.kill()
        for player in (anna, bob):
            player.page.wait_for_selector("header .lost")
            assert not player.sees(".board .lit")
        house.start()
        for player in (anna, bob):
            player.page.wait_for_selector("header .lost", state="detached")
            player.is_seated()
            assert player.now["seq"] >= before[player.name]["seq"]
            assert player.now["view"] == before[player.name]["view"]
            player.forgives()
        play_on([anna, bob], "splendor", random.Random(8), most=4)


def test_the_newest_window_wins(visit: Visit) -> None:
    """Opened twice, a seat is played in the newer window; the older one says so and can take it back."""
    anna = visit("Anna")
    table = anna.opens("splendor")
    older, newer = anna.page, anna.context.new_page()
    newer.goto(f"/table/{table}")
    older.wait_for_selector(".banner")
    newer.wait_for_selector(".taken .quiet")
    older.click(".banner button")
    newer.wait_for_selector(".banner")
    older.wait_for_selector(".banner", state="detached")
