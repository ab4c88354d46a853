"""A game by keyboard alone: Tab between groups, arrows within them, Enter to press."""

from __future__ import annotations

import random

import pytest

from tests.page.conftest import Visit
from tests.page.hands import HANDS, choice, is_played
from tests.page.scenes import GAMES
from tests.page.visitor import Visitor, nobody_else

MOST_KEYS = 90

NEXT = """selector => {
  const goal = document.querySelector(selector), now = document.activeElement;
  if (goal === now) return '';
  const group = now.closest('[role=group], section');
  if (now === document.body || goal.tabIndex >= 0 || !group?.contains(goal)) return 'Tab';
  const [to, from] = [goal.getBoundingClientRect(), now.getBoundingClientRect()];
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  if (Math.abs(down) > to.height / 3) return down > 0 ? 'ArrowDown' : 'ArrowUp';
  return across > 0 ? 'ArrowRight' : 'ArrowLeft';
}"""
"""The key that leads towards something: Tab between groups, arrows within one, none when the focus is there."""


def _walk(visitor: Visitor, selector: str) -> None:
    """Bring the focus to something with Tab and the arrow keys, as somebody without a mouse would."""
    visitor.page.wait_for_selector(selector)
    for _ in range(MOST_KEYS):
        key = visitor.page.evaluate(NEXT, selector)
        if not key:
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not reach {selector}")


def _enter(visitor: Visitor, selector: str) -> None:
    _walk(visitor, selector)
    visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keyboard(game: str, visit: Visit) -> None:
    """From the name on the first page to several moves on the board, no mouse is needed."""
    anna = visit("")
    anna.goes("/")
    _walk(anna, ".name input")
    anna.page.keyboard.type(nobody_else("Anna"))
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_selector(".name input", state="detached")
    _enter(anna, f".poster[data-game={game}] .friends:enabled")
    _enter(anna, ".row .primary:enabled")
    _enter(anna, ".free .plain:enabled")
    anna.waits(lambda: len(anna.now["seats"]) == 2, "the bot")
    _enter(anna, ".start .primary:enabled")
    anna.waits(lambda: anna.now["view"], "the start")
    draw = random.Random(game)
    for _ in range(6):
        anna.waits(lambda: anna.now["legal"], "the turn")
        action, said = choice(game, anna.now["legal"], draw, whim=0), len(anna.acts)
        for target in HANDS[game](action, anna.now["you"]):
            if not target.startswith("?"):
                _enter(anna, target)
        is_played(anna, action, said)
        assert anna.page.evaluate("document.activeElement !== document.body"), "the keyboard stays at the board"
