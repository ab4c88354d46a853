"""Being told while one is away: chosen in the settings, pushed to the browser, shown by its service worker.

A real push service is beyond this machine, so the browser's own way to subscribe is replaced: what it hands out are
keys of the test's, and an endpoint on this machine. Everything else is real: the page, the house, what is sent and
encrypted; and the service worker, in which the test makes the event of a push message: no push service brings one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.axe import barriers, speak
from tests.page.conftest import Visit
from tests.page.gallery import LANGUAGES
from tests.page.measured import complaints
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser
from tests.server.receivers import Box, Device, Mailbox, mail_server, receiving

SETTINGS = "header button.quiet"
SUBSCRIBES = """
  (given) => {
    let there = null;
    const made = (key) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
      unsubscribe: async () => ((there = null), true),
    });
    PushManager.prototype.getSubscription = async () => there;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => (there = made(applicationServerKey));
  }
"""


SHOWN = """async () => {
  const there = await navigator.serviceWorker.ready;
  return (await there.getNotifications()).map(({ title, body, data }) => [title, body, data]);
}"""
"""The notifications that stand there."""


class Outside:
    """A house that tells people, and those whom it tells them by."""

    def __init__(self, house: HouseProcess, box: Box, letters: Mailbox) -> None:
        self.house, self.box, self.letters = house, box, letters


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    """A house with every way there is."""
    folder: Path = tmp_path_factory.mktemp("outside")
    with receiving() as box, mail_server() as letters:
        options = (
            *("--push", "mailto:host@example.org", "--push-private", "--notify-seconds", "0.2"),
            *("--ntfy", box.site, "--webhook", f"{box.site}/hook"),
            *("--mail", letters.url, "--mail-from", "house@example.org"),
        )
        with running_house(folder, "splendor-json", options=options) as house:
            yield Outside(house, box, letters)


def _opens_settings(visitor: Visitor) -> None:
    visitor.presses(SETTINGS)
    visitor.waits(lambda: visitor.sees("[data-testid=notices]"), "the ways")


def test_a_browser_is_told(visit: Visit, outside: Outside) -> None:
    """Somebody turns it on and goes; when the game starts they are pushed to, and only their browser can read it."""
    device = Device(f"{outside.box.site}/device")
    anna = visit("Anna", outside.house, app=True)
    anna.context.grant_permissions(["notifications"])
    given = device.subscription
    keys = {"endpoint": given.endpoint, "p256dh": given.p256dh, "auth": given.auth}
    anna.context.add_init_script(f"({SUBSCRIBES})({json.dumps(keys)})")
    table = anna.opens("splendor")
    bob = Browser(outside.house, "Bob of the push")
    bob.does("sit", table=table)
    _opens_settings(anna)
    anna.page.check("[data-testid=push]")
    anna.waits(lambda: anna.page.is_checked("[data-testid=push]") and _devices(anna) == 1, "the house to know it")
    anna.leave()
    while bob.next("presence")["presence"] != "away":
        pass
    bob.does("start", table=table)
    (posted,) = outside.box.wait()
    bob.close()
    told = json.loads(device.read(posted.body))
    assert (posted.path, told["table"], told["text"]) == ("/device", table, f"At the table: {bob.name}")


def _devices(visitor: Visitor) -> int:
    """How many browsers of theirs the house knows, by its last word on that."""
    answers = [message["ways"]["devices"] for message in visitor.received if message.get("ways")]
    return answers[-1] if answers else 0


def test_it_is_turned_off(visit: Visit, outside: Outside) -> None:
    """The house forgets that browser at once."""
    device = Device(f"{outside.box.site}/device").subscription
    anna = visit("Anna", outside.house, app=True)
    anna.context.grant_permissions(["notifications"])
    keys = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
    anna.context.add_init_script(f"({SUBSCRIBES})({json.dumps(keys)})")
    anna.goes("/")
    _opens_settings(anna)
    anna.page.check("[data-testid=push]")
    anna.waits(lambda: _devices(anna) == 1, "the house to know it")
    anna.page.uncheck("[data-testid=push]")
    anna.waits(lambda: _devices(anna) == 0, "the house to forget it")
    assert not anna.page.is_checked("[data-testid=push]")


def test_the_service_worker_shows_it(visit: Visit, outside: Outside) -> None:
    """One notification for each table, the later in place of the earlier; what cannot be read is shown as well."""
    anna = visit("Anna", outside.house, app=True)
    anna.context.grant_permissions(["notifications"])
    anna.goes("/")
    anna.waits(lambda: anna.page.evaluate("navigator.serviceWorker.controller !== null"), "the service worker")
    (worker,) = anna.context.service_workers

    def pushed(data: str, expected: list[list[str]]) -> None:
        worker.evaluate("(data) => { self.dispatchEvent(new PushEvent('push', { data })) }", data)
        anna.waits(lambda: sorted(anna.page.evaluate(SHOWN)) == sorted(expected), "the notification")

    first = {"title": "Your move: Sagrada", "text": "At the table: Bob", "table": "abc123"}
    pushed(json.dumps(first), [["Your move: Sagrada", "At the table: Bob", "/table/abc123"]])
    over = {"title": "The game is over: Sagrada", "text": "", "table": "abc123"}
    pushed(json.dumps(over), [["The game is over: Sagrada", "", "/table/abc123"]])
    pushed("not ours", [["The game is over: Sagrada", "", "/table/abc123"], ["Bottega", "", "/"]])


def test_the_ways_keep_nobody_out(visit: Visit, outside: Outside) -> None:
    """Nothing that axe finds, in any language; nothing cut, too small or beside the window at any size."""
    anna = visit("Anna", outside.house, app=True)
    anna.goes("/")
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        speak(anna, language)
        _opens_settings(anna)
        found |= barriers(anna.page, language)
    assert found == {}
    assert complaints(anna.page, anna.context.new_cdp_session(anna.page), whole=False) == {}


def test_a_topic_a_channel_and_mail(visit: Visit, outside: Outside) -> None:
    """Each is chosen in the settings; mail takes the code that was sent, and can be stopped there."""
    cyd = visit("Cyd", outside.house)
    cyd.goes("/")
    _opens_settings(cyd)
    cyd.page.fill("[data-testid=ntfy]", "cyds-games")
    cyd.page.press("[data-testid=ntfy]", "Enter")
    cyd.page.check("[data-testid=webhook]")
    cyd.page.fill("[data-testid=mail]", "cyd@example.org")
    cyd.page.press("[data-testid=mail]", "Enter")
    (letter,) = outside.letters.wait()
    code = next(line for line in letter.splitlines() if line.startswith("Subject:")).split()[-1]
    cyd.page.fill("[data-testid=mail-code]", code)
    cyd.page.press("[data-testid=mail-code]", "Enter")
    cyd.waits(lambda: "cyd@example.org" in cyd.reads("[data-testid=notices]"), "the address")
    cyd.goes("/")
    _opens_settings(cyd)
    cyd.waits(lambda: cyd.page.input_value("[data-testid=ntfy]") == "cyds-games", "the topic")
    assert cyd.page.is_checked("[data-testid=webhook]")
    cyd.presses("[data-testid=notices] p + button")
    cyd.waits(lambda: cyd.sees("[data-testid=mail]"), "that mail can be chosen anew")
