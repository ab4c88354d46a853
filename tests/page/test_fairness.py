"""The seal and the words on the page, and what it does when the house lies about them.

The liar stands between the browser and an honest house: it changes what is told on the socket and over HTTP as a
cheating house would, after the game another seed with a hash to match it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute

from bottega.games.chance import commitment
from tests.page.conftest import Visit
from tests.page.test_afterwards import leave
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess, running_house

Message = dict[str, Any]
RANDOM_WORDS = """() => {
  const words = [...document.querySelectorAll('.room dd')].map((one) => one.textContent);
  return words.length === 2 && words.every((word) => /^[0-9a-f]{16}$/.test(word));
}"""
OTHER_SEED = "5a" * 32
OTHER_SEAL = commitment(bytes.fromhex(OTHER_SEED))


def _another_seed(message: Message) -> None:
    """After the game, tell another seed and the hash that fits it."""
    if message.get("seed"):
        message["seed"] = OTHER_SEED
        if "commitment" in message:
            message["commitment"] = OTHER_SEAL


def _another_word(message: Message) -> None:
    """Leave out what the players said."""
    if "words" in message:
        message["words"] = ["x" for _ in message["words"]]


def _lies(visitor: Visitor, lie: Callable[[Message], None]) -> None:
    """From its next connection on, the visitor is told lies."""

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            lie(message)
            visitor.received.append(message)
            route.send(json.dumps(message))

        server.on_message(told)

    def fetched(route: Route) -> None:
        answer = route.fetch()
        if answer.status != 200:
            route.fulfill(response=answer)
            return
        replay = answer.json()
        lie(replay)
        route.fulfill(body=json.dumps(replay), content_type="application/json")

    visitor.page.route_web_socket("**/ws", between)
    visitor.page.route("**/api/tables/*/replay", fetched)


def _told(visitor: Visitor, field: str) -> Any:
    """What the visitor was last told there."""
    return next((one[field] for one in reversed(visitor.received) if field in one), None)


def _game(visit: Visit, lie: Callable[[Message], None] | None = None) -> tuple[Visitor, Visitor, str]:
    """Anna, who may be lied to, and Bob in a game of Splendor that has just begun."""
    anna, bob = visit("Anna"), visit("Bob")
    if lie is not None:
        _lies(anna, lie)
    table = bob.opens("splendor")
    anna.goes(f"/table/{table}")
    anna.presses(".free .primary")
    anna.is_seated()
    bob.waits(lambda: all(_told(bob, "words") or [""]), "both words")
    bob.presses(".start .primary")
    for player in (anna, bob):
        player.page.wait_for_selector(".splendor")
    return anna, bob, table


def _checks(visitor: Visitor) -> dict[str, str]:
    """What the panel says of each thing it looked at."""
    visitor.page.wait_for_selector("[data-check]", state="attached")
    found = visitor.page.locator("[data-check]")
    return {one.get_attribute("data-check") or "": (one.get_attribute("class") or "").split()[0] for one in found.all()}


def test_the_seal_and_the_words_are_shown(visit: Visit) -> None:
    """Before the game everybody reads the seal and all words; a random one is there by itself, and can be changed."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("splendor")
    seal = anna.waits(lambda: _told(anna, "commitment"), "a seal")
    anna.page.wait_for_function("seal => document.querySelector('.seal').textContent === seal", arg=seal)
    bob.sits(table)
    assert bob.reads(".seal") == seal
    for player in (anna, bob):
        player.page.wait_for_function(RANDOM_WORDS)
    bob.page.fill("#word", "pepe <b>nero</b>")
    bob.page.keyboard.press("Enter")
    for player in (anna, bob):
        player.page.wait_for_function(
            "() => document.querySelectorAll('.room dd')[1].textContent === 'pepe <b>nero</b>'"
        )
    assert bob.page.input_value("#word") == ""


def test_an_honest_game(visit: Visit) -> None:
    """After it every check is good, at the table and in the replay; so it is when the browser was started anew."""
    anna, bob, table = _game(visit)
    anna.page.reload()
    anna.page.wait_for_selector(".splendor")
    leave(bob)
    anna.page.wait_for_selector("dialog details")
    good = {"seal": "yes", "seed": "yes", "word": "yes", "words": "yes", "order": "yes"}
    assert _checks(anna) == good
    assert not anna.sees(".alarm")
    anna.goes(f"/replay/{table}")
    assert _checks(anna) == good
    later = visit("")
    later.context.add_init_script(f"localStorage['bottega.seals'] ??= {json.dumps(_kept(anna))}")
    later.goes(f"/replay/{table}")
    assert _checks(later) == good


def _kept(visitor: Visitor) -> str:
    """What the browser's storage holds of tables."""
    return str(visitor.page.evaluate("() => localStorage['bottega.seals']"))


def test_another_seed_after_the_game(visit: Visit) -> None:
    """A seed that fits the hash told with it, but not the seal that was kept, is an alarm wherever it is told."""
    anna, bob, table = _game(visit, _another_seed)
    kept = _kept(anna)
    leave(bob)
    anna.page.wait_for_selector(".alarm[role=alert]")
    assert "not the one under its seal" in anna.reads(".alarm")
    anna.page.wait_for_selector("dialog details[open] .verdict[role=alert]")
    assert _checks(anna) == {"seal": "no", "seed": "no", "word": "yes", "words": "yes", "order": "no"} | _by_chance(
        anna
    )
    anna.page.reload()
    anna.page.wait_for_selector(".alarm[role=alert]")
    assert "The house has replaced its seed" in anna.reads(".alarm")
    assert _kept(anna) == kept
    anna.goes(f"/replay/{table}")
    anna.page.wait_for_selector("details[open] .verdict[role=alert]")
    assert _checks(anna)["seal"] == "no"


def _by_chance(visitor: Visitor) -> dict[str, str]:
    """Another seed gives two players the same order every other time."""
    return {"order": _checks(visitor)["order"]}


def test_another_seal_in_the_middle_of_the_game(visit: Visit) -> None:
    """The first seal outlives a reload, and another one is an alarm at once; it takes nothing's place."""
    anna, _, _ = _game(visit)
    kept = _kept(anna)

    def lie(message: Message) -> None:
        if "commitment" in message:
            message["commitment"] = OTHER_SEAL

    _lies(anna, lie)
    anna.page.reload()
    anna.page.wait_for_selector(".alarm[role=alert]")
    assert _kept(anna) == kept


def test_words_that_were_left_out(visit: Visit) -> None:
    """A house that starts the game without somebody's word is found out by their page at the start."""
    anna, _, _ = _game(visit, _another_word)
    anna.page.wait_for_selector(".alarm[role=alert]")
    assert "your word is not in the deal" in anna.reads(".alarm")


def test_a_fixed_seed_is_told(tmp_path_factory: pytest.TempPathFactory, visit: Visit) -> None:
    """A table of tests says that nobody's word counts, and sends none."""
    with running_house(tmp_path_factory.mktemp("fixed"), "splendor-json", options=("--seed", "07")) as house:
        anna = visit("Anna", house)
        anna.opens("splendor")
        anna.page.wait_for_selector(".seal")
        assert "nobody’s word counts" in anna.reads(".room")
        assert not anna.sees("#word")
        assert not [one for one in anna.sent if one["type"] == "word"]


@pytest.mark.parametrize(("language", "said"), [("it", "La casa ha cambiato il seme"), ("pl", "Dom podmienił ziarno")])
def test_the_alarm_is_understood(language: str, said: str, house: HouseProcess, visit: Visit) -> None:
    """In Italian and in Polish too."""
    anna = visit("Anna", language=language)
    anna.opens("sagrada")
    anna.page.wait_for_selector(".seal")

    def lie(message: Message) -> None:
        if "commitment" in message:
            message["commitment"] = OTHER_SEAL

    _lies(anna, lie)
    anna.page.reload()
    anna.page.wait_for_selector(".alarm[role=alert]")
    assert said in anna.reads(".alarm")
