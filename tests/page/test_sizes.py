"""Boards, lobby, waiting room, result and replay at every size: nothing overlaps, is cut, too small or out of sight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium

from tests.page.conftest import Visit
from tests.page.gallery import DESKS, LANGUAGES, MOMENTS, SEATS, SIZES, Gallery, Shown, Size, game_shown, resize, settle
from tests.page.holes import largest_hole
from tests.page.measured import complaints
from tests.page.places import PLACES
from tests.page.scenes import GAMES, seated
from tests.server.harness import HouseProcess

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in SEATS[game]])
def test_every_moment_fits_every_size(game: str, seats: int, chromium: Chromium, house: HouseProcess) -> None:
    """Desks and tablets see the whole table without scrolling; phones and zoomed windows scroll, never sideways."""
    gallery = Gallery(chromium, house, game, seats)
    found = {}
    for shown in game_shown(game, seats):
        gallery.show(shown)
        for size, wrong in complaints(gallery.page, gallery.devtools, game).items():
            found[f"{shown.moment.name}, {size}"] = wrong
    spoken = gallery.visitor.complaints
    gallery.leave()
    assert found == {}
    assert not spoken


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_found(game: str) -> None:
    """All the states that are to be looked at come up in the games that are played for it."""
    seen = {shown.moment.name for seats in SEATS[game] for shown in game_shown(game, seats)}
    assert seen == {moment.name for moment in MOMENTS[game]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_fits(game: str, language: str, chromium: Chromium, house: HouseProcess) -> None:
    """Longer words change nothing: the fullest table in every language, in the evening's colours."""
    gallery = Gallery(chromium, house, game, max(SEATS[game]), dark=True, language=language)
    gallery.show(game_shown(game, max(SEATS[game]))[-1])
    found = complaints(gallery.page, gallery.devtools, game)
    gallery.leave()
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS["sagrada"])
def test_whatever_is_dealt_fits(seats: int, language: str, chromium: Chromium, house: HouseProcess) -> None:
    """Cards are dealt: those with the most words may lie on one table, each of them with tokens."""
    gallery = Gallery(chromium, house, "sagrada", seats, language=language)
    found = {}
    for shown in (each for each in game_shown("sagrada", seats) if each.moment.name in ("windows", "tool")):
        gallery.show(wordiest(shown, language))
        for size, wrong in complaints(gallery.page, gallery.devtools, "sagrada").items():
            found[f"{shown.moment.name}, {size}"] = wrong
    gallery.leave()
    assert found == {}


def wordiest(shown: Shown, language: str) -> Shown:
    """A moment with those of Sagrada's tools and objectives that take the most words."""
    view = shown.fields["view"]
    tools = [
        {**tool, "number": number, "tokens": 2, "cost": 2}
        for tool, number in zip(view["tools"], longest("tool", language), strict=False)
    ]
    publics = [
        {**public, "number": number}
        for public, number in zip(view["publics"], longest("objective", language), strict=False)
    ]
    return shown._replace(fields={**shown.fields, "view": {**view, "tools": tools, "publics": publics}})


def longest(cards: str, language: str) -> list[int]:
    """The numbers of Sagrada's cards of a kind, the longest text first."""
    texts = (WEB / "src" / "boards" / "sagrada" / "texts" / f"{language}.ts").read_text()
    found = re.findall(rf'"{cards}\.(\d+)\.text":\s*"(.+)"', texts)
    return [int(number) for number, _ in sorted(found, key=lambda each: -len(each[1]))]


@pytest.mark.parametrize("where", PLACES)
def test_every_page_fits_every_size(where: str, house: HouseProcess, visit: Visit) -> None:
    """What is true of boards is true of the pages around them."""
    anna, place = visit("Anna", hints=True), PLACES[where]
    place.come(anna, house)
    place.look(anna)
    devtools = anna.context.new_cdp_session(anna.page)
    assert complaints(anna.page, devtools, whole=place.whole) == {}
    anna.complaints[:] = [each for each in anna.complaints if "404" not in each]  # (the browser's own words)


LOW = tuple(size for size in SIZES if size.height < 520 and size.width >= 480)
"""Small desks at 200 %, which are phones on their side too."""

IN_SIGHT = """() => {
  const bottom = document.querySelector(".tray, .bottom").getBoundingClientRect().top;
  const whole = [...document.querySelectorAll(".board .lit:not(.tray *, .bottom *)")].filter((it) => {
    const box = it.getBoundingClientRect();
    return box.width && box.top >= 0 && box.bottom <= bottom + 1;
  });
  return [whole.length, document.querySelector(".board").getBoundingClientRect().top / innerHeight];
}"""
"""How many of the pieces that can be played are wholly in sight, and where the board begins."""


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_low_windows_show_something_to_play(game: str, seats: int, chromium: Chromium, house: HouseProcess) -> None:
    """Zoomed into, a small desk shows not only whose turn it is: the board begins in the upper third."""
    gallery = Gallery(chromium, house, game, seats)
    (shown,) = (each for each in game_shown(game, seats) if each.moment.name == "first turn")
    gallery.show(shown._replace(moment=shown.moment._replace(presses=())))
    found = {}
    for size in LOW:
        resize(gallery.devtools, size, pictured=False)
        settle(gallery.page)
        whole, top = gallery.page.evaluate(IN_SIGHT)
        if whole < 3 or top > 1 / 3:
            found[str(size)] = (whole, round(top, 2))
    gallery.leave()
    assert found == {}


SHELF = """() => {
  const bottom = document.querySelector(".bottom").getBoundingClientRect().top;
  const shelves = [...document.querySelectorAll(".mine .place.lit")].map((it) => it.getBoundingClientRect());
  return shelves.some((box) => box.top >= 0 && box.bottom <= bottom);
}"""
"""Whether a shelf that takes the resource in hand lies wholly above the tray."""


def test_a_phone_shows_where_resources_are_stored(chromium: Chromium, house: HouseProcess) -> None:
    """Renaissance: what comes from the market goes to a shelf; the page brings it into sight by itself."""
    gallery = Gallery(chromium, house, "renaissance", 4)
    (storing,) = (each for each in game_shown("renaissance", 4) if each.moment.name == "storing")
    for size in (each for each in SIZES if not each.fits):
        resize(gallery.devtools, size, pictured=False)
        gallery.show(game_shown("renaissance", 4)[0])
        gallery.page.evaluate("scrollTo(0, 0)")
        gallery.show(storing)
        gallery.page.wait_for_function(SHELF, timeout=5000)
    gallery.leave()


WHOLLY = """(selector) => {
  const bottom = document.querySelector(".tray, .bottom").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect());
  return boxes.length > 0 && boxes.every((box) => box.top >= 0 && box.bottom <= bottom + 1);
}"""
"""Whether all of these lie wholly above the tray."""


def test_a_phone_shows_which_tokens_can_be_returned(chromium: Chromium, house: HouseProcess) -> None:
    """Splendor: who has too many tokens sees their own; the page brings them into sight by itself."""
    gallery = Gallery(chromium, house, "splendor", 4)
    moments = {shown.moment.name: shown for shown in game_shown("splendor", 4)}
    for size in (each for each in SIZES if not each.fits):
        resize(gallery.devtools, size, pictured=False)
        gallery.show(moments["first turn"])
        gallery.page.evaluate("scrollTo(0, 0)")
        gallery.show(moments["tokens back"])
        gallery.page.wait_for_function(WHOLLY, arg=".mine .pile.lit", timeout=5000)
    gallery.leave()


def test_a_phone_shows_the_leaders_to_choose_from(chromium: Chromium, house: HouseProcess) -> None:
    """Renaissance: at set-up the first of the four leaders are in sight, not the market alone."""
    gallery = Gallery(chromium, house, "renaissance", 4)
    moments = {shown.moment.name: shown for shown in game_shown("renaissance", 4)}
    for size in (each for each in SIZES if not each.fits):
        resize(gallery.devtools, size, pictured=False)
        gallery.show(moments["late"])
        gallery.page.evaluate("scrollTo(0, 0)")
        gallery.show(moments["leaders"])
        gallery.page.wait_for_function(WHOLLY, arg=".offer:first-child", timeout=5000)
    gallery.leave()


def test_a_phone_shows_the_bank_while_tokens_are_picked(chromium: Chromium, house: HouseProcess) -> None:
    """Splendor: the tray that grows with every token covers none of those that can be taken."""
    gallery = Gallery(chromium, house, "splendor", 4)
    (late,) = (each for each in game_shown("splendor", 4) if each.moment.name == "late")
    gallery.show(late)
    assert gallery.page.locator(".tray .picked").count() == 2
    covered = []
    for size in (each for each in SIZES if not each.fits and each.width < each.height):
        resize(gallery.devtools, size, pictured=False)
        gallery.page.evaluate("scrollTo(0, 0)")
        settle(gallery.page)
        if not gallery.page.evaluate(WHOLLY, ".bank .pile"):
            covered.append(str(size))
    gallery.leave()
    assert covered == []


OWN_CELL = "() => document.querySelector('.own .cell').getBoundingClientRect().width"


def test_the_fewer_play_the_larger_is_the_own_window(chromium: Chromium, house: HouseProcess) -> None:
    """Sagrada: on a desk nobody's own window is smaller between two than it is among three."""
    cells: dict[str, list[float]] = {}
    for seats in (2, 3):
        gallery = Gallery(chromium, house, "sagrada", seats)
        gallery.show(game_shown("sagrada", seats)[1])
        for size in DESKS:
            resize(gallery.devtools, size, pictured=False)
            settle(gallery.page)
            cells.setdefault(str(size), []).append(gallery.page.evaluate(OWN_CELL))
        gallery.leave()
    assert [size for size, (between_two, among_three) in cells.items() if between_two < among_three - 0.5] == []


SPOT_BY_MARBLE = """() => {
  const width = (selector) =>
    Math.min(...[...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect().width));
  return width(".mine .spot") / width(".market [data-marble]");
}"""
"""How large a resource on one's own shelf is beside a marble of the market."""


OTHERS_SPOTS = """() => [...document.querySelectorAll(".others .spot")].map((it) => it.getBoundingClientRect().width)"""


@pytest.mark.parametrize("seats", SEATS["renaissance"])
def test_shelves_grow_with_the_table(seats: int, chromium: Chromium, house: HouseProcess) -> None:
    """Renaissance: on desks and tablets what lies on a shelf is nearly half as large as a marble, or larger."""
    gallery = Gallery(chromium, house, "renaissance", seats)
    (storing,) = (each for each in game_shown("renaissance", seats) if each.moment.name == "storing")
    gallery.show(storing)
    found = {}
    for size in (each for each in SIZES if each.fits):
        resize(gallery.devtools, size, pictured=False)
        settle(gallery.page)
        if (share := gallery.page.evaluate(SPOT_BY_MARBLE)) < 0.45:
            found[str(size)] = round(share, 2)
    gallery.leave()
    assert found == {}


def test_a_large_screen_shows_what_the_others_have(chromium: Chromium, house: HouseProcess) -> None:
    """Renaissance: the resources on others' shelves are not as small there as on a laptop."""
    sides = {}
    for seats in (2, 3, 4):
        gallery = Gallery(chromium, house, "renaissance", seats)
        gallery.show(game_shown("renaissance", seats)[-1])
        resize(gallery.devtools, Size(2560, 1440), pictured=False)
        settle(gallery.page)
        sides[seats] = min(gallery.page.evaluate(OTHERS_SPOTS))
        gallery.leave()
    assert {seats: round(side) for seats, side in sides.items() if side < 24} == {}


HOLE = 0.045
"""How much of the window may be one empty rectangle of the board."""


@pytest.mark.parametrize("game", ["splendor", "renaissance"])
def test_two_players_leave_no_hole(game: str, chromium: Chromium, house: HouseProcess) -> None:
    """On a desk the panels of two are full of pieces, or of places where such will lie, from the first turn on."""
    gallery = Gallery(chromium, house, game, 2)
    found = {}
    for shown in gallery.show_all():
        for size in DESKS:
            resize(gallery.devtools, size, pictured=False)
            settle(gallery.page)
            wide, high = largest_hole(gallery.page)
            if wide * high > HOLE * size.width * size.height:
                found[f"{shown.moment.name}, {size}"] = (wide, high)
    gallery.leave()
    assert found == {}


IN_THE_ARCH = """() => [...document.querySelectorAll(".others .window")].flatMap((window) => {
  const [edge, style] = [window.getBoundingClientRect(), getComputedStyle(window)];
  const [across, down] = style.borderTopLeftRadius.split(" ").map(parseFloat);
  return [...window.querySelectorAll(".name svg, .name .text")].flatMap((it) => {
    const box = it.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2 - edge.top;
    const inset = across * (1 - Math.sqrt(Math.max(0, 1 - (1 - middle / (down ?? across)) ** 2)));
    const out = Math.max(edge.left + inset - box.left, box.right - edge.right + inset);
    return out > 1 ? [`${it.outerHTML.slice(0, 60)} by ${Math.round(out)}`] : [];
  });
})"""
"""What stands beside the round frame of a neighbour's window instead of within it."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_stand_within_the_arch(seats: int, chromium: Chromium, house: HouseProcess) -> None:
    """Sagrada: whose window it is and how many tokens they have is written on its frame, not beside it."""
    gallery = Gallery(chromium, house, "sagrada", seats)
    gallery.show(game_shown("sagrada", seats)[1])
    found = {}
    for size in SIZES:
        resize(gallery.devtools, size, pictured=False)
        settle(gallery.page)
        if out := gallery.page.evaluate(IN_THE_ARCH):
            found[str(size)] = out
    gallery.leave()
    assert found == {}


COVERED = """() => [...document.querySelectorAll(".nobles .prestige")].flatMap((it) => {
  const out = it.getBoundingClientRect().bottom - it.parentElement.querySelector(".cost").getBoundingClientRect().top;
  const letters = parseFloat(getComputedStyle(it).fontSize);
  return out > 1 || letters < 11 ? [`${Math.round(out)} px covered, ${letters} px high`] : [];
})"""
"""Where what a noble asks for covers what they are worth, or that is too small."""


def test_what_a_noble_is_worth_is_not_covered(chromium: Chromium, house: HouseProcess) -> None:
    """Splendor: also where three colours are asked for, and nobles are small."""
    gallery = Gallery(chromium, house, "splendor", 4)
    gallery.show(game_shown("splendor", 4)[0])
    found = {}
    for size in SIZES:
        resize(gallery.devtools, size, pictured=False)
        settle(gallery.page)
        if out := gallery.page.evaluate(COVERED):
            found[str(size)] = out
    gallery.leave()
    assert found == {}


TRUNCATED = """() => [...document.querySelectorAll(".bar .text")].flatMap((it) =>
  it.scrollWidth > it.clientWidth ? [`${it.textContent}: ${it.clientWidth} of ${it.scrollWidth}`] : [])"""
"""Names in the players' bar that are not written out."""

BROKEN = """() => [...document.querySelectorAll("dialog thead th, dialog tbody th")].flatMap((cell) => {
  const text = [...cell.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).at(-1);
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
})"""
"""Words of the score sheet that go on in the next line."""


@pytest.mark.parametrize("game", GAMES)
def test_four_bots_are_told_apart_at_the_end(game: str, house: HouseProcess, visit: Visit) -> None:
    """Names are written out in the players' bar, on tablets too; on phones too the score sheet breaks no word."""
    anna, place = visit("Anna"), PLACES[f"result of {game}"]
    place.come(anna, house)
    place.look(anna)
    devtools = anna.context.new_cdp_session(anna.page)
    found = {}
    for size in SIZES:
        resize(devtools, size, pictured=False)
        settle(anna.page)
        if wrong := anna.page.evaluate(BROKEN) + (anna.page.evaluate(TRUNCATED) if size.fits else []):
            found[str(size)] = wrong
    assert found == {}


ONE_PAGE = """() => {
  const dialog = document.querySelector("dialog[open]");
  dialog.scrollTo(0, 0);
  const { bottom } = dialog.querySelector("table").getBoundingClientRect();
  return [bottom <= dialog.getBoundingClientRect().bottom, dialog.scrollHeight <= dialog.clientHeight];
}"""
"""Whether the whole score sheet is in sight, and whether all that stands below it is, too."""


@pytest.mark.parametrize("game", GAMES)
def test_the_score_sheet_is_one_page(game: str, house: HouseProcess, visit: Visit) -> None:
    """The score sheet of four is seen whole, on a desk with its chart and the buttons, on a phone without them."""
    anna, place = visit("Anna"), PLACES[f"result of {game}"]
    place.come(anna, house)
    place.look(anna)
    devtools = anna.context.new_cdp_session(anna.page)
    for size, wanted in ((Size(1440, 900), [True, True]), (Size(390, 844), [True])):
        resize(devtools, size, pictured=False)
        settle(anna.page)
        assert anna.page.evaluate(ONE_PAGE)[: len(wanted)] == wanted


SMALLEST = (
    """() => Math.min(...[...document.querySelectorAll(".all .cell")].map((it) => it.getBoundingClientRect().width))"""
)


def test_three_windows_are_watched_in_a_row(house: HouseProcess, visit: Visit) -> None:
    """Sagrada's replay: on a tablet that is held upright the windows take its width."""
    anna, place = visit("Anna"), PLACES["replay of sagrada"]
    place.come(anna, house)
    place.look(anna)
    devtools = anna.context.new_cdp_session(anna.page)
    found = {}
    for size in (each for each in SIZES if each.fits):
        resize(devtools, size, pictured=False)
        settle(anna.page)
        if (side := anna.page.evaluate(SMALLEST)) < 34:
            found[str(size)] = side
    assert found == {}


BELOW = """() => {
  const log = document.querySelector("[role=log]");
  return log.scrollHeight - log.scrollTop - log.clientHeight;
}"""
"""How much of the log lies below what is shown of it."""


def test_the_newest_stays_in_sight_in_another_window(visit: Visit) -> None:
    """Log: whether the window grows, shrinks, or had no place for the panel for a while."""
    anna = visit("Anna")
    seated(anna, "splendor")
    for width, height in ((1440, 700), (2560, 1440), (1024, 768), (1440, 900), (1366, 720)):
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna.page)
        anna.page.wait_for_function(f"() => ({BELOW})() < 2")


SHRINKS = """() => {
  const log = document.querySelector("[role=log]");
  log.style.flex = "none";
  log.style.height = `${log.clientHeight / 2}px`;
  log.dispatchEvent(new Event("scroll"));
}"""
"""The log gets smaller, and is told of a scrolling from before that."""


def test_a_scrolling_from_before_does_not_count(visit: Visit) -> None:
    """Log: a scrolling that is told of when the window has another size already is nobody's who looks back."""
    anna = visit("Anna")
    anna.page.set_viewport_size({"width": 1440, "height": 700})
    seated(anna, "splendor")
    settle(anna.page)
    anna.page.evaluate(SHRINKS)
    settle(anna.page)
    assert anna.page.evaluate("() => { const log = document.querySelector('[role=log]'); return log.scrollTop; }") > 0
    anna.page.wait_for_function(f"() => ({BELOW})() < 2")
