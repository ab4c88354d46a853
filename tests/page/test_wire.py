"""The wire page: what passes on one's own connections, explained as it happens; nobody's secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Client, HouseProcess, running_house
from tests.wire.transcript import Conversation

SEATS = 2
CHOSEN = ".lines [aria-pressed=true]"


@pytest.fixture(scope="module")
def quiet_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house in which nobody else waits for a game."""
    with running_house(tmp_path_factory.mktemp("wire"), "splendor-json", options=("--seats", str(SEATS))) as house:
        yield house


def _code(visitor: Visitor) -> str:
    """The code that the page shows."""
    visitor.page.wait_for_selector("[data-testid=code]")
    return visitor.reads("[data-testid=code]")


def _shown(visitor: Visitor, name: str) -> str:
    """What is drawn of the last message of that name, as soon as there is one."""
    visitor.page.wait_for_selector(f".log [data-name={name}]")
    return visitor.page.locator(f".log [data-name={name}]").last.inner_text()


def _comes_in(client: Client, code: str, nick: str) -> str:
    """A client of splendor-json says the code and a nick; the client_id that it was given."""
    hello = json.loads(client.read_line())
    client.send_line(f"WATCH {code}")
    said = {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": nick}
    client.send_line(json.dumps(said))
    assert json.loads(client.read_line())["result"] == "ok"
    return str(hello["set_client_id"])


def test_a_connection_that_says_the_code(visit: Visit, quiet_house: HouseProcess) -> None:
    """Every message both ways is there, named, explained, linked to its section, with the state; no secret is. Then
    there is a new code, and *Copy as a transcript* gives what can be played again, once the secret has a name.
    """
    anna = visit("Anna", quiet_house)
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.goes("/wire")
    code = _code(anna)
    where = f"nc 127.0.0.1 {quiet_house.ports['splendor-json']}"
    anna.waits(lambda: anna.reads("[data-testid=say]") == f"{where}\nWATCH {code}", "how to say it")
    with quiet_house.connect("splendor-json") as client:
        secret = _comes_in(client, code, "ann")
        told = _shown(anna, "nick_verification")
        assert "server says" in told
        assert "Whether the nick is accepted" in told
        assert "in state waiting" in told
        assert '"nicknames":["ann"]' in told
        said = _shown(anna, "client_hello")
        assert "client says" in said
        assert "in state greeted" in said
        assert "server_hello" in _shown(anna, "server_hello"), "what was told before the code"
        link = anna.page.get_attribute(".log [data-name=client_hello] a", "href")
        assert link == "/docs/protocols/splendor-json#client_hello-request"
        assert 'id="client_hello-request"' in anna.page.request.get(link).text()
        assert anna.reads("[data-testid=state]") == "waiting"
        assert anna.reads(CHOSEN).startswith("splendor-json, no. 1\nopen")
        anna.waits(lambda: _code(anna) != code, "a new code")
        assert secret not in anna.page.content()
        anna.presses("[data-testid=transcript]")
        anna.page.wait_for_selector("[data-testid=transcript]:text-is('Copied')")
        text = anna.page.evaluate("navigator.clipboard.readText()")
    anna.waits(lambda: "closed" in anna.reads(CHOSEN), "the end of the connection")
    assert text.startswith("dialect: splendor-json\n\nclient connects\nclient< {")
    named = text.replace('"…"', '"${client}"')  # (the hidden client_id, which the client has to repeat)
    Conversation(f"settings: seats={SEATS}\n{named}", "house").play()


def test_several_connections_and_what_is_looked_for(visit: Visit, quiet_house: HouseProcess) -> None:
    """Each is looked at by itself. Messages are found by name, stand still during a pause, and are cleared."""
    anna = visit("Anna", quiet_house)
    anna.goes("/wire")
    code = _code(anna)
    with quiet_house.connect("splendor-json") as first, quiet_house.connect("splendor-json") as second:
        _comes_in(first, code, "bob")
        anna.waits(lambda: _code(anna) != code, "a new code")
        anna.presses("[data-testid=pause]")
        first.send_line('{"request_type":"nonsense"}')
        first.read_line()
        _comes_in(second, _code(anna), "eve")
        anna.page.evaluate("() => new Promise(requestAnimationFrame)")
        assert not anna.sees(".log [data-name=nonsense]")
        assert anna.reads(CHOSEN).startswith("splendor-json, no. 1")
        anna.presses("[data-testid=pause]")
        anna.page.wait_for_selector("[data-kind=tcp] >> nth=1")
        anna.page.locator("[data-kind=tcp]").first.click()
        assert "The document knows no such message." in _shown(anna, "nonsense")
        anna.page.fill("[data-testid=filter]", "NONS")
        anna.page.wait_for_function("document.querySelectorAll('.log li').length === 1")
        anna.presses("[data-testid=clear]")
        anna.page.wait_for_function("document.querySelectorAll('.log li').length === 0")


def test_the_browsers_own_connections(visit: Visit, quiet_house: HouseProcess) -> None:
    """The page's own connection and that of another tab are shown without a code, and without their secrets; that of a
    tab which is closed is, too.
    """
    anna = visit("Anna", quiet_house)
    anna.goes("/")
    anna.presses("footer a[href='/wire']")
    _code(anna)
    anna.page.locator("[data-kind=own]").click()
    assert anna.reads(CHOSEN).startswith("This page")
    assert "Asks for a code" in _shown(anna, "tap")
    assert '"code":"…"' in _shown(anna, "ok")
    other = anna.context.new_page()
    other.goto("/archive")
    anna.page.wait_for_selector("[data-kind=tab]")
    other.evaluate("dispatchEvent(new Event('offline'))")  # it comes back by itself, on another connection
    anna.page.wait_for_selector("[data-kind=tab] >> nth=1")
    anna.page.locator("[data-kind=tab]").last.click()
    assert anna.reads(CHOSEN).startswith("Tab /archive\nopen")
    assert '"token":"…"' in _shown(anna, "hello")
    anna.waits(lambda: anna.reads("[data-testid=state]") == "guest", "the state")
    token = anna.page.evaluate("JSON.parse(localStorage.bottega).token")
    assert len(token) > 8
    assert token not in anna.page.content()
    other.close(run_before_unload=True)
    anna.waits(lambda: "closed" in anna.reads(CHOSEN), "the end of the tab")


def test_nothing_of_it_is_loaded_before(visit: Visit, house: HouseProcess) -> None:
    """Neither the page nor what shows a tab's connection, until somebody opens it."""
    anna = visit("Anna")
    loaded: list[str] = []
    anna.page.on("request", lambda request: loaded.append(request.url))
    anna.goes("/")
    anna.page.wait_for_selector("footer a[href='/wire']")
    assert not [url for url in loaded if "Wire" in url or "showing" in url or "wire.json" in url]
    anna.presses("footer a[href='/wire']")
    anna.page.wait_for_selector("[data-testid=code]")
    assert [url for url in loaded if "Wire" in url]
