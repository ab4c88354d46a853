"""What cannot be done says why when it is pressed, in the reader's language: the house is asked, nothing is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.scenes import after, finished_game, news, take_over, two_sit
from tests.page.visitor import Message, Visitor
from tests.server.harness import HouseProcess, running_house


def why(visitor: Visitor, selector: str) -> str:
    """What the page says when something is pressed that is not lit."""
    asked = len(visitor.sent)
    visitor.page.locator(selector).first.click(force=True)

    def questions() -> list[Message]:
        return [message for message in visitor.sent[asked:] if message["type"] == "why"]

    (question,) = visitor.waits(questions, "a question")
    assert visitor.waits(lambda: visitor.answer(question), "an answer")["type"] == "refused"
    visitor.page.wait_for_selector(".why p")
    assert not visitor.acts
    return visitor.reads(".why p")


REASONS = {
    ("splendor", "en"): "You are 14 tokens short: this card costs you 3 white, 5 blue, 3 green, and 3 black.",
    ("splendor", "it"): "Per questa carta, che ti costa 3 bianchi, 5 blu, 3 verdi e 3 neri, sei a corto di 14 gettoni.",
    ("splendor", "pl"): "Brakuje ci 14 żetonów: ta karta kosztuje cię 3 białe, 5 niebieskich, 3 zielone i 3 czarne.",
    ("sagrada", "en"): "None of your dice can be moved, even disregarding printed colours.",
    ("sagrada", "it"): "Nessuno dei tuoi dadi si può spostare, nemmeno senza contare i colori stampati.",
    ("sagrada", "pl"): "Żadnej kości nie da się przesunąć, nawet bez zważania na nadrukowane kolory.",
    ("renaissance", "en"): "Slot 1 is empty, so it produces nothing.",
    ("renaissance", "it"): "Lo spazio 1 è vuoto e non produce nulla.",
    ("renaissance", "pl"): "Miejsce 1 jest puste, więc nic nie produkuje.",
}
"""By game and language: what is said of the thing below."""

PRESSED = {
    "splendor": (0, '[data-piece="card-{dear}"]', '.tray button[aria-disabled="true"]'),
    "sagrada": (2, "", '[data-testid^="tool-"][aria-disabled="true"]'),
    "renaissance": (3, "", '[data-testid="slot-1"]'),
}
"""By game: after how many moves, what is chosen first, and what is pressed though it is not lit."""


@pytest.mark.parametrize(("game", "language"), REASONS)
def test_the_reason_in_the_readers_language(game: str, language: str, visit: Visit, tmp_path: Path) -> None:
    """A card that is too dear, a tool that helps nobody, a slot without a card: each has its reason."""
    moves, first, pressed = PRESSED[game]
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0001")) as house:
        anna = visit("Anna", house, language=language)
        after(anna, game, moves)
        if first:
            anna.presses(first.format(dear=anna.now["view"]["rows"][2]["face_up"][0]))
        assert why(anna, pressed) == REASONS[game, language]


def test_a_space_that_a_die_does_not_fit(visit: Visit, tmp_path: Path) -> None:
    """Sagrada: with a die in hand, a space that is not lit says what is against it, and nothing is placed."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0001")) as house:
        anna = visit("Anna", house, language="it")
        after(anna, "sagrada", 2)
        anna.presses('[data-testid^="pool-"]:not([aria-disabled="true"])')
        said = "La casella in riga 2 colonna 3 accetta solo il valore 6; il dado viola 2 non va bene."
        assert why(anna, '.own [data-testid="cell-7"]') == said


def test_a_reason_that_only_the_page_knows(visit: Visit, tmp_path: Path) -> None:
    """Gold is part of no move that could be asked about: the page says so itself, and asks nobody."""
    with running_house(tmp_path, "splendor-json", options=("--seed", 16 * "0001")) as house:
        anna = visit("Anna", house)
        after(anna, "splendor", 0)
        anna.page.locator('[data-place="bank-5"]').first.click(force=True)
        anna.page.wait_for_selector(".why p")
        assert anna.reads(".why p") == "Gold comes with a reserved card; it cannot be taken."
        assert not [each for each in anna.sent if each["type"] == "why"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It is not your turn but {}’s."),
        ("it", "Non tocca a te ma a {}."),
        ("pl", "To nie twoja kolej; teraz gra {}."),
    ],
)
def test_it_is_anothers_turn(language: str, said: str, visit: Visit) -> None:
    """Whoever presses something on another's turn is told whose it is, by name."""
    anna = visit("Anna", language=language)
    players, table = two_sit(anna.house, "splendor")
    steps = [news(player, 0) for player in players]
    waiting = next(player for player, step in zip(players, steps, strict=True) if not step["legal"])
    acting = next(player for player in players if player is not waiting)
    for player in players:
        player.close()
    take_over(anna, waiting, table)
    assert why(anna, '[data-place="bank-0"]') == said.format(acting.name)


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        (
            "en",
            "This is the beginning: nothing was played before.",
            "This is the end: nothing was played after it.",
        ),
        ("it", "Questo è l’inizio: prima non si è giocato nulla.", "Questa è la fine: dopo non si è giocato nulla."),
        ("pl", "To jest początek: wcześniej nic nie zagrano.", "To jest koniec: później nic już nie zagrano."),
    ],
)
def test_both_ends_of_a_replay(language: str, first: str, last: str, visit: Visit, house: HouseProcess) -> None:
    """Where a replay goes no further its buttons say so when pressed, and the keyboard stays on them."""
    anna = visit("Anna", language=language)
    anna.goes(f"/replay/{finished_game(house, 'splendor')}")
    anna.page.wait_for_selector(".controls button")
    ways = anna.page.locator(".controls button:not(.primary)")
    for number in (0, 1):
        ways.nth(number).click(force=True)
        anna.page.wait_for_selector(f".sentence:text-is('{first}')")
    ways.nth(2).click()
    expect(anna.page.locator(".sentence")).not_to_have_text(first)
    ways.nth(3).click()
    for number in (2, 3):
        ways.nth(number).focus()
        anna.page.keyboard.press("Enter")
        anna.page.wait_for_selector(f".sentence:text-is('{last}')")
        assert ways.nth(number).evaluate("it => it === document.activeElement")
        ways.nth(1).click()
        expect(anna.page.locator(".sentence")).not_to_have_text(last)
        ways.nth(3).click()
