"""The log tells the truth: whole after a reload, a restart and the end, for players and watchers, with all talk."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests.page.conftest import Visit
from tests.page.hands import play_on
from tests.page.scenes import after
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import running_house

LINES = ".log .line"
PANEL = "[data-testid=panel-button]"
TABLET = ViewportSize(width=1180, height=820)


def begin(anna: Visitor, bob: Visitor, game: str) -> str:
    """Two sit down and start."""
    table = anna.opens(game)
    bob.sits(table)
    anna.presses(".start .primary")
    for player in (anna, bob):
        player.gets("view")
    return table


def told(visitor: Visitor, entries: int) -> list[str]:
    """What the log of a page says, once it has all entries from the first to that one that are worth a line."""

    def whole() -> list[str] | None:
        numbers = visitor.page.eval_on_selector_all(LINES, "all => all.map(one => Number(one.dataset.entry))")
        if not numbers or numbers[0] != 1 or visitor.drawn < entries:
            return None
        assert numbers == sorted(set(numbers))
        return visitor.page.locator(LINES).all_inner_texts()

    visitor.page.wait_for_selector(".log .line[data-entry='1']", state="attached")
    found: list[str] = visitor.waits(whole, "the whole log")
    return found


def said(visitor: Visitor, remarks: int) -> list[str]:
    """What a page shows of the talk, once that much of it has come."""
    visitor.page.locator(f".chat .scroll p:has(b) >> nth={remarks - 1}").wait_for(state="attached")
    return visitor.page.locator(".chat .scroll p").all_inner_texts()


@pytest.mark.parametrize("game", ["splendor", "sagrada", "renaissance"])
def test_the_same_whenever_one_looks(visit: Visit, game: str) -> None:
    """Reloaded, and seen by somebody who comes late, the log is what it was: far more than the last entries."""
    anna, bob = visit("Anna"), visit("Bob")
    table = after(anna, game, 40, bob)
    last = play_on([anna, bob], game, random.Random(11), most=5)["seq"]
    before = told(anna, last)
    assert len(before) > 20  # of 45 entries or so; how many are worth no line is up to the deal
    assert any("begins" in line for line in before[:8])
    assert told(bob, last)[:3] == before[:3]
    anna.page.reload()
    assert told(anna, last) == before
    eve = visit("")
    eve.goes(f"/table/{table}")
    seen = told(eve, last)
    assert len(seen) == len(before)
    groups = anna.page.eval_on_selector_all(
        ".log .together[data-turn]", "all => all.map(one => [one.dataset.turn, one.dataset.seat])"
    )
    assert len({tuple(group) for group in groups}) == len(groups) > 3
    assert anna.page.locator(".log .together[data-turn] svg.mark").count() == len(groups)


def test_after_a_restart_and_after_the_end(visit: Visit, tmp_path: Path) -> None:
    """Killed and started again, the house tells the same log and the same talk; so does a table that is over."""
    with running_house(tmp_path, options=("--bot-seconds", "0")) as house:
        anna, bob = visit("Anna", house), visit("Bob", house)
        table = begin(anna, bob, "splendor")
        last = play_on([anna, bob], "splendor", random.Random(3), most=6)["seq"]
        for player, words in ((anna, "good luck"), (bob, "thanks")):
            player.page.fill(".chat input", words)
            player.presses(".chat button")
        before, talk = told(anna, last), said(anna, 2)
        house.kill()
        house.start()
        anna.page.wait_for_selector("header .lost", state="detached")
        anna.page.reload()
        assert told(anna, last) == before
        assert said(anna, 2) == talk
        bob.page.wait_for_selector("header .lost", state="detached")
        bob.is_seated()
        bob.presses("[data-testid=care]")
        bob.presses("[data-testid=leave]")
        bob.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
        anna.gets("result")
        house.kill()
        house.start()
        eve = visit("", house)
        eve.goes(f"/table/{table}")
        eve.page.keyboard.press("Escape")
        after = told(eve, last + 2)
        assert after[: len(before)] == before
        assert "left" in after[-1]
        assert said(eve, 2) == talk
        for player in (anna, bob):
            player.forgives()


def test_a_line_is_pressed_to_see_that_moment(visit: Visit) -> None:
    """During the game a line shows the board as it stood then, with the own eyes; back is one press or Escape away."""
    anna, bob = visit("Anna"), visit("Bob")
    begin(anna, bob, "renaissance")
    play_on([anna, bob], "renaissance", random.Random(4), most=12)
    here = anna.reads(".board")
    entry = anna.page.get_attribute(f"{LINES}:is(button) >> nth=1", "data-entry")
    anna.presses(f"{LINES}[data-entry='{entry}']")
    anna.page.wait_for_selector(".moment")
    (story,) = [one for one in anna.received if one["type"] == "story"][-1]["steps"]
    assert str(story["seq"]) == entry
    assert anna.reads(".moment p").endswith(anna.reads(f"{LINES}[data-entry='{entry}']"))
    assert anna.reads(".board") != here
    assert not anna.sees(".board .lit")
    anna.presses("[data-testid=now]")
    anna.page.wait_for_selector(".moment", state="detached")
    assert anna.reads(".board") == here
    anna.presses(f"{LINES}[data-entry='{entry}']", "keyboard")
    anna.page.wait_for_selector(".moment")
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector(".moment", state="detached")
    play_on([anna, bob], "renaissance", random.Random(5), most=2)


def test_what_happened_while_one_was_away(visit: Visit) -> None:
    """Who comes back finds a mark where they left off, and how much is new; it is gone once they have seen it."""
    anna, bob = visit("Anna"), visit("Bob", viewport=PHONE, device="finger")
    table = begin(anna, bob, "splendor")
    last = play_on([anna, bob], "splendor", random.Random(9), most=6)["seq"]
    told(anna, last)
    if not bob.now["legal"]:
        play_on([anna, bob], "splendor", random.Random(9), most=1)
    seen = anna.drawn
    anna.goes("/")
    play_on([bob], "splendor", random.Random(9), most=1)
    anna.goes(f"/table/{table}")
    anna.page.wait_for_selector(".log .news")
    new = anna.page.eval_on_selector(
        ".log .news", "mark => mark.nextElementSibling.querySelector('.line').dataset.entry"
    )
    assert int(new) == seen + 1
    assert anna.reads(".log .news") == "While you were away: 1 thing"
    anna.page.reload()
    told(anna, seen + 1)
    assert not anna.sees(".log .news")


def test_log_and_chat_fold_away(visit: Visit) -> None:
    """A column on a desk, folded or not as it was left; a drawer on a tablet, and on a desk for whoever plays alone."""
    anna, bob = visit("Anna"), visit("Bob")
    begin(anna, bob, "splendor")
    anna.page.wait_for_selector("#side.docked:not([hidden])")
    anna.presses(PANEL)
    anna.page.wait_for_selector("#side.docked[hidden]", state="attached")
    anna.page.reload()
    anna.page.wait_for_selector(".board .splendor")
    assert not anna.page.is_visible("#side")
    bob.page.set_viewport_size(TABLET)
    _is_drawer(bob)
    cyd = visit("Cyd")
    cyd.opens("sagrada", 1)
    cyd.presses(".start .primary")
    cyd.page.wait_for_selector(".board .sagrada")
    _is_drawer(cyd)


def _is_drawer(visitor: Visitor) -> None:
    """It is closed at first; opened it lies over the board, Escape closes it, and the focus is on its button again."""
    visitor.page.wait_for_selector("#side.drawer[hidden]", state="attached")
    visitor.presses(PANEL)
    visitor.page.wait_for_selector("#side.drawer:not([hidden])")
    visitor.page.focus("#side .close")
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector("#side.drawer[hidden]", state="attached")
    assert visitor.page.evaluate("selector => document.activeElement.matches(selector)", PANEL)
