"""Whoever is away is told, by real requests to servers on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from bottega.limits import SEND_ATTEMPTS
from bottega.server import notifier as notifier_module
from bottega.server.notifier import Notifier, push_key
from bottega.server.web_push import new_key, public_key
from bottega.store.memory import MemoryLog
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.notifications import Cause, Notification, Outbound
from bottega.table.quotas import Visitor
from bottega.table.ways import Subscription, Way, Ways
from tests.server.harness import TIMEOUT, running_house
from tests.server.house_client import Browser, Message
from tests.server.receivers import Box, Device, mail_server, receiving

SITE = "https://games.example"
ADA = Claim("Ada", "her key")


def _notifier(outbound: Outbound, key: str = "") -> Notifier:
    return Notifier(House(MemoryLog()), outbound, f"{SITE}/", key)


def _chosen(sender: Notifier, way: Way, to: Subscription | str) -> Ways:
    heard: list[object] = []
    sender.notifications.book.choose(ADA, Visitor("", "Ada"), way, to, "pl", heard.append)
    assert isinstance(heard[0], Ways), heard
    return heard[0]


def _told(*ways: Ways) -> Notification:
    return Notification("abc123", "splendor", Cause.MOVE, 7, "Ada", ("Bob",), ways)


def _run(sender: Notifier, work: Callable[[], Awaitable[None]]) -> None:
    async def running() -> None:
        sender.start()
        try:
            async with asyncio.timeout(TIMEOUT):
                await work()
        finally:
            await sender.close()

    asyncio.run(running())


async def _until(so: Callable[[], object]) -> None:
    while not so():
        await asyncio.sleep(0.01)


def test_a_browser_is_pushed_to() -> None:
    """Sealed for it, signed by the house's key, in the language that was chosen: the table, and who is at it."""
    key = new_key()
    with receiving() as box:
        sender = _notifier(Outbound(push="mailto:host@example.org", push_private=True), key)
        device = Device(f"{box.site}/device")
        ways = _chosen(sender, "push", device.subscription)

        async def work() -> None:
            sender.notifications.deliver(_told(ways))
            await _until(lambda: sender.sent["push"])

        _run(sender, work)
    (posted,) = box.got
    assert json.loads(device.read(posted.body)) == {
        "title": "Twój ruch: Splendor",
        "text": "Przy stole: Bob",
        "table": "abc123",
        "cause": "move",
    }
    assert public_key(key) in posted.headers["Authorization"]
    assert posted.headers["Content-Encoding"] == "aes128gcm"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone(status: int) -> None:
    """A push service that does not know it any more: it is forgotten, and not tried again."""
    with receiving() as box:
        sender = _notifier(Outbound(push="mailto:host@example.org", push_private=True), new_key())
        ways = _chosen(sender, "push", Device(f"{box.site}/device").subscription)
        box.answers.append(status)

        async def work() -> None:
            sender.notifications.deliver(_told(ways))
            await _until(lambda: sender.failed["push"])

        _run(sender, work)
    assert "Ada" not in sender.notifications.book
    assert len(box.got) == 1


def test_no_browser_of_this_network() -> None:
    """Unless it is for a test, an endpoint on this machine is refused when it is chosen."""
    sender = _notifier(Outbound(push="mailto:host@example.org"), new_key())
    heard: list[object] = []
    device = Device("https://127.0.0.1/device").subscription
    sender.notifications.book.choose(ADA, Visitor("", "Ada"), "push", device, "en", heard.append)
    assert getattr(heard[0], "code", "") == "table.bad-way"


def test_ntfy_and_webhook() -> None:
    """An ntfy gets a topic, a title, a link and a way to stop it; a webhook the same as data."""
    with receiving() as box:
        sender = _notifier(Outbound(ntfy=box.site, webhook=f"{box.site}/hook?key=1"))
        _chosen(sender, "ntfy", "adas-games")
        ways = _chosen(sender, "webhook", "yes")

        async def work() -> None:
            sender.notifications.deliver(_told(ways))
            await _until(lambda: sender.sent.total() == 2)

        _run(sender, work)
    said = {posted.path: json.loads(posted.body) for posted in box.got}
    assert said["/"]["topic"] == "adas-games"
    assert said["/"]["click"] == f"{SITE}/table/abc123"
    assert said["/"]["actions"][0]["url"] == f"{SITE}/notifications/stop/ntfy/{ways.stop}"
    assert said["/hook?key=1"] == {
        "event": "move",
        "name": "Ada",
        "game": "splendor",
        "table": "abc123",
        "others": ["Bob"],
        "title": "Twój ruch: Splendor",
        "text": "Przy stole: Bob",
        "link": f"{SITE}/table/abc123",
    }


def test_mail() -> None:
    """First a code and nothing else; once it was given back, letters with a link that ends them."""
    with mail_server() as box:
        sender = _notifier(Outbound(mail=box.url, mail_from="house@example.org"))
        _chosen(sender, "mail", "ada@example.org")

        async def work() -> None:
            await _until(lambda: box.letters)
            code = str(message_from_bytes(box.letters[0].encode(), policy=policy.default)["Subject"]).split()[-1]
            heard: list[object] = []
            sender.notifications.book.confirm(ADA, code, heard.append)
            (ways,) = heard
            assert isinstance(ways, Ways)
            sender.notifications.deliver(_told(ways))
            await _until(lambda: len(box.letters) == 2)

        _run(sender, work)
    letter = message_from_bytes(box.letters[1].encode(), policy=policy.default)
    assert letter["Subject"] == "Twój ruch: Splendor"
    stop = f"{SITE}/notifications/stop/mail/"
    assert f"<{stop}" in letter["List-Unsubscribe"]
    assert f"{SITE}/table/abc123" in letter.get_content()
    assert stop in letter.get_content()
    assert box.recipients == ["ada@example.org"] * 2


def test_what_is_not_answered_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is still so, and not for ever; what was refused for good is not."""
    monkeypatch.setattr(notifier_module, "SEND_AGAIN_SECONDS", 0.0)
    with receiving() as box:
        sender = _notifier(Outbound(webhook=box.site))
        ways = _chosen(sender, "webhook", "yes")
        monkeypatch.setattr(sender.notifications, "still", lambda _: True)
        box.answers.extend((503, 429, 200, *[500] * SEND_ATTEMPTS, 400))

        async def work() -> None:
            for number in range(3):
                sender.notifications.deliver(_told(ways))
                while sender.sent.total() + sender.failed.total() <= number:
                    await asyncio.sleep(0.01)

        _run(sender, work)
    assert (sender.sent["webhook"], sender.failed["webhook"]) == (1, 2)
    assert len(box.got) == 3 + SEND_ATTEMPTS + 1


def test_what_is_no_longer_so_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move was made while nobody answered."""
    monkeypatch.setattr(notifier_module, "SEND_AGAIN_SECONDS", 0.0)
    asked: list[Notification] = []
    with receiving() as box:
        sender = _notifier(Outbound(webhook=box.site))
        ways = _chosen(sender, "webhook", "yes")

        def not_so(told: Notification) -> bool:
            asked.append(told)
            return False

        monkeypatch.setattr(sender.notifications, "still", not_so)
        box.answers.append(503)

        async def work() -> None:
            sender.notifications.deliver(_told(ways))
            await _until(lambda: asked)

        _run(sender, work)
    assert len(box.got) == 1


def test_too_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What finds no place is thrown away, and counted."""
    monkeypatch.setattr(notifier_module, "MAX_UNSENT", 1)
    sender = _notifier(Outbound(webhook="http://127.0.0.1:9/"))
    ways = _chosen(sender, "webhook", "yes")
    sender.notifications.deliver(_told(ways))
    sender.notifications.deliver(_told(ways))
    assert (sender.unsent, sender.failed["webhook"]) == (1, 1)


def test_the_key_is_made_once() -> None:
    """At the first start; every later one, and every node, has the same."""
    log = MemoryLog()
    first = asyncio.run(push_key(log))
    assert asyncio.run(push_key(log)) == first
    late = MemoryLog()
    read = late.note
    answers = [None]

    def slow(kind: str, key: str) -> str | None:  # another node writes it after we have looked
        if answers:
            late.write_note(kind, key, None, first, lambda _: None)
            return answers.pop()
        return read(kind, key)

    late.note = slow  # type: ignore[method-assign]  # a log that is slow, or fails
    assert asyncio.run(push_key(late)) == first


def _options(box: Box) -> tuple[str, ...]:
    return ("--push", "mailto:host@example.org", "--push-private", "--notify-seconds", "0.2", "--public-url", box.site)


def _running(browser: Browser, table: str) -> Message:
    """The table as it is since it has started."""
    browser.does("watch", table=table)
    while not (seen := browser.next("snapshot"))["started"]:
        pass
    return seen


@pytest.mark.slow
def test_a_whole_house(tmp_path: Path) -> None:
    """Two play; one goes away and is pushed to when their turn comes: once, also if the house is started again, and its
    key stays the same.
    """
    with receiving() as box, running_house(tmp_path, "splendor-json", options=_options(box)) as house:
        device = Device(f"{box.site}/device")
        ada, bob = Browser(house, "Ada"), Browser(house, "Bob")
        table = ada.does("open", game="splendor", seats=2, absent="wait")["table"]
        bob.does("sit", table=table)
        given = device.subscription
        for each in (ada, bob):
            keys = {"endpoint": f"{given.endpoint}/{each.name}", "p256dh": given.p256dh, "auth": given.auth}
            told = each.does("set_way", way="push", subscription=keys)["ways"]
            assert told["devices"] == 1
        first = told["push_key"]
        ada.does("start", table=table)
        seen = _running(ada, table)
        acts, waits = (ada, bob) if seen["you"] in seen["actors"] else (bob, ada)
        waits.close()
        legal = _running(acts, table)["legal"]
        acts.does("act", table=table, actions=[next(each for each in legal if each.startswith("take"))])
        (posted,) = box.wait()
        assert posted.path == f"/device/{waits.name}"
        assert json.loads(device.read(posted.body))["table"] == table
        house.terminate()
        house.start()
        again = Browser(house, acts.name, acts.token)
        assert again.does("ways")["ways"]["push_key"] == first
        again.does("watch", table=table)
        assert len(box.got) == 1
