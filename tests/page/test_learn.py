"""Learning while playing: the rules beside the table, every piece explained, and hints that point at things."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest

from tests.page.conftest import Visit
from tests.page.gallery import LANGUAGES
from tests.page.scenes import GAMES, seated
from tests.page.visitor import PHONE, SPEAK, Visitor

PRESSES = 900
"""More presses than any game takes that is played by its hints."""
RAW = re.compile(r"\b(rules|legend|about|hint|hints|note)\.[a-z]|\{\w+\}")
"""A key that nobody has translated, or a value that nobody has filled in."""
LONG = 900
"""How long a finger rests that wants to know, in milliseconds; the page takes 550 for it."""


@pytest.mark.parametrize(("game", "language"), [("splendor", "en"), ("sagrada", "it"), ("renaissance", "pl")])
def test_a_first_game_by_its_hints_alone(game: str, language: str, visit: Visit) -> None:
    """Whoever presses only what the hints point at plays a whole game against the gentlest bot, and sees its scores."""
    anna = visit("Anna", language=language)
    anna.goes("/")
    anna.presses(f".poster[data-game={game}] .learn")
    anna.page.wait_for_url("**/table/*")
    said = set()
    for _ in range(PRESSES):
        anna.page.wait_for_selector("[data-hinted], dialog figure")
        if anna.sees("dialog figure"):
            break
        said.add(anna.reads("[data-testid=coach]"))
        _follows(anna)
    assert anna.now["result"]
    assert [seat["bot"] for seat in anna.now["seats"] if seat["bot"]] == ["nina"]
    assert not [text for text in said if RAW.search(text)]
    assert len(said) > 5


_PRESS = "all => all[0]?.click()"


def _follows(visitor: Visitor) -> None:
    """Press what the hint points at, and wait for what comes of it: pressed twice it would be put back."""
    said = len(visitor.acts)
    visitor.page.locator("[data-hinted]").evaluate_all(_PRESS)
    visitor.settles(said)


SEEN = """async ([without, withit]) => {
  const light = async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return Array.from({ length: data.length / 4 }, (_, at) => {
      const [red, green, blue] = data.subarray(4 * at).subarray(0, 3);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
    });
  };
  const [before, after] = [await light(without), await light(withit)];
  return after.filter((now, at) => Math.max(now / before[at], before[at] / now) >= 3).length;
}"""
"""How many pixels of a picture stand out from the same picture without the hint: a contrast of three to one."""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("game", "piece"), [("splendor", "bank-"), ("sagrada", "cell-"), ("renaissance", "market-")])
def test_a_hint_is_seen_on_any_ground(game: str, piece: str, dark: bool, visit: Visit) -> None:
    """What is hinted at stands out by day and in the evening: on wood, among stained glass and beside what is lit."""
    anna = visit("Anna", dark=dark)
    anna.goes("/")
    anna.presses(f".poster[data-game={game}] .learn")
    ring = anna.page.locator("[data-hinted]")
    while piece not in (ring.get_attribute("data-place") or "") + (ring.get_attribute("data-testid") or ""):
        _follows(anna)
        anna.page.wait_for_selector("[data-hinted]")
    box = ring.bounding_box()
    assert box is not None
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    around: Any = {"x": x - 9, "y": y - 9, "width": width + 18, "height": height + 18}
    hinted, pictures = ring.element_handle(), []
    for on in (False, True):
        hinted.evaluate("(it, on) => it.toggleAttribute('data-hinted', on)", on)
        pictures.append(base64.b64encode(anna.page.screenshot(clip=around)).decode())
    assert anna.page.evaluate(SEEN, pictures) >= 2 * (width + height)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_beside_the_table(game: str, visit: Visit) -> None:
    """Goal, turn, scoring and every sign, in all languages, beside the board; the keyboard opens and closes it."""
    anna = visit("Anna")
    seated(anna, game)
    for language in LANGUAGES:
        anna.page.evaluate(SPEAK, language)
        anna.page.reload()
        anna.presses("[data-testid=rules-button]", "keyboard")
        sheet = anna.reads("[data-testid=rules]")
        assert not RAW.search(sheet)
        assert anna.page.locator("[data-testid=rules] h3").count() >= 7
        signs = anna.page.locator("[data-testid=rules] dt")
        assert signs.count() == anna.page.locator("[data-testid=rules] dd").count() >= 12
        anna.page.wait_for_function("document.activeElement.classList.contains('sheet')")
        assert anna.page.locator(f".board .{game}").is_visible()
        anna.presses("[data-testid=rules-button]", "keyboard")
        assert not anna.sees("[data-testid=rules]")


PIECES = {
    "splendor": (".market .card", "Points at the upper left"),
    "sagrada": (".own .cell", "Coloured glass takes its colour"),
    "renaissance": ('[data-testid="basic"]', "Pay any two resources"),
}
"""By game: a piece, and how what is told of it begins."""


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_is_explained(game: str, visit: Visit) -> None:
    """A pointer that rests on a piece, or a keyboard that comes to it, is told what it is; Escape ends it,
    and so does a window of another size, where it would lie elsewhere.
    """
    anna = visit("Anna")
    seated(anna, game)
    selector, about = PIECES[game]
    piece = anna.page.locator(selector).first
    piece.hover()
    anna.page.wait_for_selector("#tip")
    assert about in anna.reads("#tip")
    assert piece.get_attribute("aria-describedby") == "tip"
    anna.page.mouse.move(1, 1)
    anna.page.wait_for_selector("#tip", state="detached")
    anna.page.keyboard.press("Tab")  # from here on a focus is the keyboard's
    piece.focus()
    anna.page.wait_for_selector("#tip")
    assert about in anna.reads("#tip")
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector("#tip", state="detached")
    piece.blur()
    piece.focus()
    anna.page.wait_for_selector("#tip")
    anna.page.set_viewport_size({"width": 820, "height": 1180})
    anna.page.wait_for_selector("#tip", state="detached")


def test_a_finger_that_rests_asks_and_does_not_press(visit: Visit) -> None:
    """Held for a while a piece is explained and not pressed; a short tap presses it as ever."""
    anna = visit("Anna", device="finger", viewport=PHONE)
    seated(anna, "splendor", turns=0)
    devtools = anna.context.new_cdp_session(anna.page)
    box = anna.page.locator('.bank [data-place="bank-0"]').bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    anna.page.wait_for_selector("#tip", timeout=60_000)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    anna.page.wait_for_timeout(LONG - 550)  # a click would have come by now
    assert not anna.sees(".picked")
    assert "three different" in anna.reads("#tip")
    anna.presses('.bank [data-place="bank-0"]')
    anna.page.wait_for_selector(".picked")


def test_hints_can_be_sent_away(visit: Visit) -> None:
    """One press ends the hints, the page remembers that, and the settings bring them back."""
    anna = visit("Anna", hints=True)
    seated(anna, "sagrada")
    anna.presses("[data-testid=no-hints]")
    anna.page.wait_for_selector("[data-testid=coach]", state="detached")
    assert not anna.sees("[data-hinted]")
    anna.page.reload()
    anna.page.wait_for_selector(".board .sagrada")
    assert not anna.sees("[data-testid=coach]")


def test_a_hint_for_whoever_has_begun_something_else(visit: Visit) -> None:
    """Who rearranges shelves with resources in hand is shown how to go back to these.

    (Before a turn's first action there is no need: whatever the hint points at then can be pressed all the same.)
    """
    anna = visit("Anna", hints=True)
    seated(anna, "renaissance", turns=12)
    for _ in range(PRESSES):
        anna.page.wait_for_selector("[data-hinted], dialog figure")
        if anna.sees("dialog figure"):  # that game was over before there was anything to rearrange
            anna = visit("Anna", hints=True)
            seated(anna, "renaissance", turns=12)
            continue
        if anna.sees("[data-phase=storing] [data-testid=rearrange]"):
            break
        _follows(anna)
    anna.presses("[data-testid=rearrange]")
    anna.page.wait_for_selector("[data-testid=cancel][data-hinted]")
    assert "cancel" in anna.reads("[data-testid=coach]")
    anna.presses("[data-hinted]")
    anna.page.wait_for_selector("[data-testid^=pending-]")


def test_a_pointer_that_lies_still_asks_nothing(visit: Visit) -> None:
    """A piece that is pressed, or is drawn below a resting pointer, is not explained; one that it is moved to is."""
    anna = visit("Anna")
    seated(anna, "splendor", turns=0)
    first, second = (anna.page.locator(f'.bank [data-place="bank-{colour}"]') for colour in (0, 1))
    first.hover()
    anna.page.wait_for_selector("#tip")
    first.click()
    anna.page.wait_for_selector("#tip", state="detached")
    anna.page.evaluate("document.querySelector('.board').style.paddingTop = '3px'")  # drawn anew below the pointer
    anna.page.wait_for_timeout(LONG)
    assert not anna.sees("#tip")
    second.hover()
    anna.page.wait_for_selector("#tip")


def test_a_friend_who_has_never_played(visit: Visit) -> None:
    """Whoever came by a link can have hints too: the waiting room offers them before the game begins."""
    anna, bob = visit("Anna"), visit("Bob", device="finger", viewport=PHONE)
    table = anna.opens("sagrada")
    bob.sits(table)
    bob.presses("[data-testid=hints] input")
    bob.presses(".start .primary")
    bob.page.wait_for_selector("[data-testid=coach]")
    anna.page.wait_for_selector(".board .sagrada")
    assert not anna.sees("[data-testid=coach]")
