"""Moves that few games see, done on the boards with the mouse: nobles, tools, leaders and depots, and ways to pay.

Each begins in a game with a known seed after so many actions; a game whose rules or notation change may need another.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.page.conftest import Visit
from tests.page.hands import choice, plays
from tests.page.scenes import after
from tests.page.visitor import Visitor
from tests.server.harness import running_house

TOOLS = {
    1: ("0000", 2, ["tool", "die", "up", "place"]),
    2: ("0001", 3, ["tool", "move"]),
    3: ("0000", 3, ["tool", "move"]),
    4: ("0003", 7, ["tool", "move", "move"]),
    5: ("04fa", 9, ["tool", "die", "track", "place"]),
    6: ("0004", 2, ["tool", "die", "place"]),
    7: ("0003", 6, ["tool"]),
    8: ("0007", 3, ["tool", "place"]),
    9: ("0000", 2, ["tool", "place"]),
    10: ("0006", 2, ["tool", "die", "place"]),
    11: ("0002", 2, ["tool", "die", "value", "place"]),
    12: ("0091", 10, ["tool", "track", "move", "move"]),
}
"""For every tool: a seed (sixteen times), after how many actions it can be used, and what is done with it then."""


def working(visitor: Visitor) -> bool:
    """Whether a tool is in use, or a die in hand that it gave."""
    view = visitor.now["view"]
    return view["work"] is not None or view["pending"] is not None


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_can_be_used(tool: int, visit: Visit, tmp_path: Path) -> None:
    """What a tool asks for is lit, is pressed, and is what the server is asked for, step by step."""
    seed, moves, verbs = TOOLS[tool]
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * seed)) as house:
        anna = visit("Anna", house)
        after(anna, "sagrada", moves)
        plays(anna, "sagrada", f"tool {tool}")
        draw, done = random.Random(tool), ["tool"]
        while working(anna):
            action = choice("sagrada", [one for one in anna.now["legal"] if one not in ("back", "end")], draw, whim=0)
            plays(anna, "sagrada", action)
            done.append(action.partition(" ")[0])
        assert done == verbs
        assert next(one for one in anna.now["view"]["tools"] if one["number"] == tool)["used"]


def test_a_choice_among_nobles(visit: Visit, tmp_path: Path) -> None:
    """Two nobles would come: the one that is pressed does."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "07a4")) as house:
        anna = visit("Anna", house)
        after(anna, "splendor", 40)
        nobles = anna.now["legal"]
        assert len(nobles) == 2
        plays(anna, "splendor", nobles[1])
        mine = anna.now["view"]["players"][anna.now["you"]]
        assert [f"noble {noble}" for noble in mine["nobles"]] == [nobles[1]]


def test_gold_instead_of_a_colour(visit: Visit, tmp_path: Path) -> None:
    """Whoever would rather keep a colour pays with gold, and sees it before it is sent."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0001")) as house:
        anna = visit("Anna", house)
        after(anna, "splendor", 8)
        anna.presses('[data-piece="card-5"]')
        anna.presses(".tray .spare")
        anna.presses(".tray .primary")
        act = anna.waits(lambda: anna.acts, "the page to ask")[-1]
        assert act["actions"][0].startswith("buy 5 with ")
        assert act["actions"][0].endswith("*1")
        assert anna.waits(lambda: anna.answer(act), "an answer")["type"] == "ok"


def test_only_two_presses_on_one_card_buy_it(visit: Visit, tmp_path: Path) -> None:
    """A press that a browser calls the second, because the first hit something else at that spot, only chooses."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0001")) as house:
        anna = visit("Anna", house)
        after(anna, "splendor", 8)
        anna.page.hover('[data-piece="card-5"]')
        anna.page.mouse.down(click_count=2)
        anna.page.mouse.up(click_count=2)
        anna.page.wait_for_selector(".tray .primary")
        assert not anna.acts
        anna.page.dblclick('[data-piece="card-5"]')
        assert anna.waits(lambda: anna.acts, "the page to ask")[-1]["actions"] == ["buy 5"]


RARE = {
    "discard leader 1": ("0000", 3),
    "discard coin shield": ("0000", 4),
    "swap 1 2": ("0000", 5),
    "revert": ("0002", 13),
    "play leader 1": ("259b", 21),
    "produce leader 1>coin": ("13d1", 59),
    "store coin 4": ("0923", 56),
    "move 1 4": ("35cd", 47),
    "move 4 2": ("3426", 65),
    "white servant": ("28dd", 115),
}
"""Actions of Renaissance: a seed (sixteen times), and after how many actions it can be done."""


@pytest.mark.parametrize("action", RARE)
def test_what_leaders_and_depots_bring(action: str, visit: Visit, tmp_path: Path) -> None:
    """What is rare in Renaissance can be done on the board like everything else."""
    seed, moves = RARE[action]
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * seed)) as house:
        anna = visit("Anna", house)
        after(anna, "renaissance", moves)
        assert action in anna.now["legal"]
        plays(anna, "renaissance", action)


def test_a_payment_from_several_places(visit: Visit, tmp_path: Path) -> None:
    """Whoever wants to choose pays one stone from the shelf and one from the strongbox."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0af1")) as house:
        anna = visit("Anna", house, device="keyboard")
        after(anna, "renaissance", 39)
        anna.page.get_by_label("Choose what I pay with").check()
        for target in ("basic", "choose-stone", "choose-stone", "choose-coin"):
            anna.presses(f'[data-testid="{target}"]')
        assert anna.reads(".tray p") == "You pay 2 stones from shelf 3."
        assert anna.page.evaluate("document.activeElement.dataset.testid") == "pay"
        anna.page.get_by_role("button", name="2 stones from shelf 3").click()
        assert anna.reads(".tray p") == "You pay 1 stone from shelf 3 and 1 stone from the strongbox."
        anna.presses('[data-testid="pay"]')
        act = anna.waits(lambda: anna.acts, "the page to ask")[-1]
        assert act["actions"] == ["produce basic stone+stone>coin with stone@3 stone@box"]
        assert anna.waits(lambda: anna.answer(act), "an answer")["type"] == "ok"


HASTY = """(discard) => {
  const { x, y } = discard.getBoundingClientRect();
  const at = { bubbles: true, clientX: x + 9, clientY: y + 9, detail: 1 };
  document.querySelector(".mine").dispatchEvent(new PointerEvent("pointerdown", at));
  for (const event of [new PointerEvent("pointerdown", at), new MouseEvent("click", at)]) discard.dispatchEvent(event);
}"""
"""Two presses in a moment at one spot, where a shelf lay at the first and the button to discard lies at the second."""


def test_a_second_press_discards_nothing(visit: Visit, tmp_path: Path) -> None:
    """Whoever presses twice where something has made room for the button to discard has meant the first press only."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0000")) as house:
        anna = visit("Anna", house)
        after(anna, "renaissance", 4)
        for button in ("discard-all", "discard"):
            anna.page.locator(f"[data-testid={button}]").evaluate(HASTY)
        anna.settles(0)
        assert not anna.acts
        anna.page.wait_for_timeout(700)  # as long as two presses are one movement of the hand
        plays(anna, "renaissance", "discard coin shield")
