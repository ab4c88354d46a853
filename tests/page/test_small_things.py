"""Small things that were seen once, and are to stay mended."""

from __future__ import annotations

import random

import pytest

from tests.page.conftest import Visit
from tests.page.hands import choice, plays
from tests.page.scenes import seated
from tests.page.test_story import begin

FOCUS = "document.activeElement.matches('body') ? 'body' : document.activeElement.tagName.toLowerCase()"


def test_the_tray_says_why_nothing_can_be_played(visit: Visit) -> None:
    """In another window, or without a connection, the tray says so, and not that one has to wait; it stays in sight."""
    anna, bob = visit("Anna"), visit("Bob")
    table = begin(anna, bob, "splendor")
    anna.waits(lambda: anna.now["legal"] or bob.now["legal"], "a turn")
    mover = anna if anna.now["legal"] else bob
    newer = mover.context.new_page()
    newer.goto(f"/table/{table}")
    mover.page.wait_for_selector(".banner")
    assert "another window" in mover.reads(".tray")
    box = mover.page.locator(".tray[role=group]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900
    newer.close()
    mover.presses(".banner button")
    mover.page.wait_for_selector(".banner", state="detached")
    mover.context.set_offline(True)
    mover.page.evaluate("dispatchEvent(new Event('offline'))")
    mover.page.wait_for_selector("header .lost")
    assert "no connection" in mover.reads(".tray")
    mover.context.set_offline(False)
    mover.page.evaluate("dispatchEvent(new Event('online'))")
    mover.page.wait_for_selector("header .lost", state="detached")
    mover.waits(lambda: "turn" not in mover.reads(".tray p"), "the tray to ask for a move")
    mover.complaints.clear()


def test_where_the_focus_is(visit: Visit) -> None:
    """A dialog begins with what it asks for, not with its ×; when it closes the focus is where it was before."""
    anna, eve = visit("Anna"), visit("")
    table = anna.opens("splendor")
    anna.page.focus("header button")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_selector("dialog")
    assert anna.page.evaluate(FOCUS) in ("select", "input")
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector("dialog", state="detached")
    assert anna.page.evaluate("document.activeElement.matches('header button')")
    eve.goes(f"/table/{table}")
    eve.presses(".free .primary")
    eve.page.wait_for_selector("dialog")
    assert eve.page.evaluate("document.activeElement.matches('input[autocomplete=nickname]')")
    eve.page.keyboard.press("Escape")
    eve.page.wait_for_selector("dialog", state="detached")
    assert eve.page.evaluate(FOCUS) != "body"


def test_addresses_that_lead_nowhere(visit: Visit) -> None:
    """An address of no page is told so in words, with the way to the lobby; no title says Bottega twice."""
    eve = visit("")
    answer = eve.page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    eve.page.wait_for_selector(".nowhere a")
    assert eve.page.title() == "Bottega"
    eve.goes("/table/000000000000")
    eve.page.wait_for_selector(".alone h1")
    assert eve.page.title() == "Bottega"
    eve.complaints.clear()  # (the browser's own words for 404)


def test_three_are_chosen_before_they_can_be_taken(visit: Visit) -> None:
    """While Take cannot be pressed nobody is told to take, and whoever presses it is told why not."""
    anna, bob = visit("Anna"), visit("Bob")
    begin(anna, bob, "splendor")
    anna.waits(lambda: anna.now["legal"] or bob.now["legal"], "a turn")
    mover = anna if anna.now["legal"] else bob
    mover.presses('[data-place="bank-0"]')
    mover.page.locator(".tray .primary[aria-disabled=true]").click(force=True)
    mover.page.wait_for_selector(".why p")
    assert "take them" not in mover.reads(".tray p")
    assert not mover.acts
    for colour in (1, 2):
        mover.presses(f'[data-place="bank-{colour}"]')
    mover.page.wait_for_selector(".tray .primary:not([aria-disabled=true])")


def test_leaving_is_not_the_first_button(visit: Visit) -> None:
    """Asked whether to leave for good, one press of Enter stays."""
    anna, bob = visit("Anna"), visit("Bob")
    begin(anna, bob, "splendor")
    anna.presses("[data-testid=care]")
    anna.presses("[data-testid=leave]")
    anna.page.wait_for_selector("dialog .primary")
    assert "Whoever stays has won then." in anna.reads("dialog")
    assert anna.reads("dialog .primary") == "Stay"
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_selector("dialog", state="detached")
    assert not [one for one in anna.sent if one["type"] == "quit"]


def test_who_begins_is_said_and_marks_are_drawn_with_it(visit: Visit) -> None:
    """The waiting room has no seat's mark, since the order of play is not drawn; a line of the log says who begins."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("splendor")
    bob.sits(table)
    assert anna.page.locator(".taken svg.mark").count() == 2
    assert not anna.sees(".taken [class*=seat-]")
    anna.presses(".start .primary")
    anna.gets("view")
    first = anna.now["seats"][0]["name"]
    anna.waits(lambda: f"{first} has the first turn." in anna.reads(".log"), "who begins")


def test_friends_are_waited_for(visit: Visit) -> None:
    """A table opened on the page waits for whoever is gone, unless something else is chosen."""
    anna = visit("Anna")
    anna.opens("sagrada")
    (opened,) = [one for one in anna.sent if one["type"] == "open"]
    assert opened["absent"] == "wait"


@pytest.mark.parametrize("game", ["sagrada"])
def test_a_lost_game_alone(visit: Visit, game: str) -> None:
    """Who has lost alone is told so, and what was to be exceeded is shown as that."""
    anna = visit("Anna")
    anna.opens(game, 1)
    anna.presses(".start .primary")
    anna.gets("view")
    while "end" not in anna.gets("legal"):
        plays(anna, game, choice(game, anna.now["legal"], random.Random(2), whim=0))
    while not anna.now["result"]:  # an empty window scores nothing
        plays(anna, game, "end")
        anna.waits(lambda: anna.now["legal"] or anna.now["result"], "the next turn")
    anna.page.wait_for_selector("dialog h3")
    assert anna.now["result"]["winners"] == []
    assert anna.reads("dialog h3") == "You have lost"
    assert "> " in anna.reads("dialog table")


def test_what_was_said_goes_with_the_next_press(visit: Visit) -> None:
    """Why one thing could not be pressed is no answer to the next that is."""
    anna = visit("Anna")
    seated(anna, "splendor", turns=0)
    anna.presses('[data-place="bank-0"]')
    anna.page.locator(".tray .primary[aria-disabled=true]").click(force=True)
    anna.page.wait_for_selector(".why p")
    anna.presses('[data-place="bank-1"]')
    assert not anna.sees(".why p")
