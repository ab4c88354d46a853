"""Taking back on the page: one press where it is free, a question to the others where it is not; and asking first."""

from __future__ import annotations

import random

from tests.page.conftest import Visit
from tests.page.hands import choice, plays
from tests.page.test_story import begin
from tests.page.visitor import Visitor

UNDO = "[data-testid=undo-move]"


def _two(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two at a game of Splendor: who has the turn, and who has not."""
    anna, bob = visit("Anna"), visit("Bob")
    begin(anna, bob, "splendor")
    anna.waits(lambda: anna.now["legal"] or bob.now["legal"], "a turn")
    return (anna, bob) if anna.now["legal"] else (bob, anna)


def test_free(visit: Visit) -> None:
    """Undo is there once there is something to take back, also for the keyboard; the other sees the board go back."""
    first, second = _two(visit)
    assert not first.sees(UNDO)
    board = second.reads(".board")
    for way in ("press", "keys"):
        plays(first, "splendor", "take wbg")
        first.page.wait_for_selector(UNDO)
        assert not second.sees(UNDO)
        if way == "press":
            first.presses(UNDO)
        else:
            first.page.keyboard.press("Control+z")
        first.waits(lambda: first.now["kind"] == "undo" and first.now["legal"], "the turn to be back")
        first.page.wait_for_selector(UNDO, state="detached")
        second.waits(lambda: second.drawn == first.now["seq"], "the news")
        assert second.reads(".board") == board
    assert second.reads(".log .line:last-child >> nth=-1") == f"{first.name} takes back a move."


def test_by_consent(visit: Visit) -> None:
    """After the other's move it is asked for; they say no, then yes, and both boards are as before."""
    first, second = _two(visit)
    board = first.reads(".board")
    plays(first, "splendor", "take wbg")
    second.hears(first.now["seq"])
    plays(second, "splendor", "take brk")
    first.hears(second.now["seq"])
    for answer in ("no", "yes"):
        first.presses(UNDO)
        first.page.wait_for_selector("[data-testid=withdraw]")
        second.presses(f"[data-testid=vote-{answer}]")
        first.page.wait_for_selector(".ballot", state="detached")
    first.waits(lambda: first.now["kind"] == "undo", "the undo")
    first.waits(lambda: first.drawn == first.now["seq"], "the board")
    assert first.reads(".board") == board


def test_every_move_is_asked_about_if_wished(visit: Visit) -> None:
    """With the setting on, a move is told in the log's words and sent only after a second press, or not at all."""
    anna, bob = visit("Anna", confirm=True), visit("Bob", confirm=True)
    begin(anna, bob, "splendor")
    anna.waits(lambda: anna.now["legal"] or bob.now["legal"], "a turn")
    mover = anna if anna.now["legal"] else bob
    for colour in (0, 1, 2):
        mover.presses(f'[data-place="bank-{colour}"]')
    mover.presses(".tray .primary")
    mover.page.wait_for_selector("dialog [data-testid=confirm]")
    assert mover.reads("dialog [data-testid=planned]") == f"{mover.name} takes 1 white, 1 blue, and 1 green."
    assert mover.acts == []
    mover.page.keyboard.press("Escape")
    mover.page.wait_for_selector("dialog", state="detached")
    assert mover.acts == []
    mover.presses(".tray .primary")
    mover.presses("dialog [data-testid=confirm]")
    mover.waits(lambda: len(mover.acts) == 1, "the move")


def test_a_pause_and_the_end(visit: Visit) -> None:
    """A pause stops both trays and says why; one ends it; the end by agreement shows the scores, nobody has won."""
    first, second = _two(visit)
    first.presses("[data-testid=care]")
    first.presses("[data-testid=pause]")
    second.presses("[data-testid=vote-yes]")
    for player in (first, second):
        player.page.wait_for_selector("[data-testid=play-on]")
        assert "paused" in player.reads(".tray")
    second.presses("[data-testid=play-on]")
    first.page.wait_for_selector("[data-testid=play-on]", state="detached")
    assert "paused" not in first.reads(".tray")
    second.presses("[data-testid=care]")
    second.presses("[data-testid=end-game]")
    first.presses("[data-testid=vote-yes]")
    for player in (first, second):
        player.page.wait_for_selector("dialog h3")
        assert "agreed" in player.reads("dialog")


def test_a_turn_that_would_be_given_away(visit: Visit) -> None:
    """Sagrada: while a die could still be placed, ending the turn is asked about first: what is rolled next stays."""
    anna = visit("Anna")
    anna.opens("sagrada", 1)
    anna.presses(".start .primary")
    draw = random.Random(3)
    while not any(action.startswith("place") for action in anna.gets("legal")):
        plays(anna, "sagrada", choice("sagrada", anna.now["legal"], draw, whim=0))
    played = len(anna.acts)
    anna.presses("[data-testid=end]")
    anna.waits(lambda: "could still place a die" in anna.reads(".tray"), "the question")
    anna.presses("[data-testid=cancel]")
    anna.page.wait_for_selector("[data-testid=end]")
    assert len(anna.acts) == played
    plays(anna, "sagrada", "end")
