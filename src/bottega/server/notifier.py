"""Sends what people are told while they are away: web push, ntfy, mail, and a webhook. Nothing else leaves the house.

What is told, to whom and whether it still is so is decided below (``table/notifications.py``); this is a bounded queue,
a few workers, and what is done about whoever does not answer. A browser that its push service no longer knows is
forgotten. What is not answered is tried again twice, if it is still so by then. What waits when the house closes is
lost: it was noted as told, so that nobody is told twice.
"""

from __future__ import annotations

import asyncio
import os
import re
import ssl
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
import structlog

from bottega.fault import Fault
from bottega.limits import (
    MAX_TOPIC,
    MAX_UNSENT,
    NOTIFY_SWEEP_SECONDS,
    SEND_AGAIN_SECONDS,
    SEND_ATTEMPTS,
    SENT_AT_ONCE,
)
from bottega.server import mail, web_push
from bottega.server.letters import TEXTS, letter_of
from bottega.server.outbound import Unreachable, Unsent, post, why_not
from bottega.store.log import Conflict, Log, StoreFault
from bottega.table.house import House
from bottega.table.notifications import Notification, Notifications, Outbound
from bottega.table.ways import Language, Offer, Subscription, Way, Ways

log = structlog.get_logger("bottega.notifications")

_KIND, _KEY = "house", "push"
_TOPIC = re.compile(rf"[-_A-Za-z0-9]{{1,{MAX_TOPIC}}}")
_GONE = (404, 410)
_LATER = (408, 425, 429)


class Parcel(msgspec.Struct, frozen=True):
    """One notification by one way to one address of one person; or a code, to a mail address."""

    way: Way
    to: str
    ways: Ways | None = None
    notification: Notification | None = None
    device: Subscription | None = None
    code: str = ""
    language: Language = "en"
    attempt: int = 1


class Notifier:
    """Sends notifications of one house."""

    def __init__(
        self, house: House, outbound: Outbound, site: str, key: str = "", trust: ssl.SSLContext | None = None
    ) -> None:
        self._house = house
        self._outbound = outbound
        self._site = site.rstrip("/")
        self._key = key
        self._trust = trust
        self._mail = mail.mail_server(outbound.mail, os.environ.get("BOTTEGA_MAIL_PASSWORD", ""))
        offer = Offer(
            push_key=web_push.public_key(key) if key else "",
            ntfy=outbound.ntfy.rstrip("/"),
            mail=self._mail is not None,
            webhook=bool(outbound.webhook),
        )
        self.notifications = house.notifications = Notifications(house, offer, outbound.seconds, self._notify)
        self.notifications.book.mail_code = self._send_code
        self.notifications.book.objection = self._objection
        self.notifications.load()
        self._waiting: asyncio.Queue[Parcel] = asyncio.Queue(MAX_UNSENT)
        self._tasks: set[asyncio.Task[None]] = set()
        self.sent: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self._send = {"push": self._push, "ntfy": self._ntfy, "mail": self._letter, "webhook": self._hook}

    def start(self) -> None:
        """Begin to look at what is due, and to send it."""
        self._tasks = {asyncio.create_task(self._look())}
        self._tasks |= {asyncio.create_task(self._work()) for _ in range(SENT_AT_ONCE)}

    async def close(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    @property
    def unsent(self) -> int:
        """How many wait to be sent."""
        return self._waiting.qsize()

    # -- what is to be sent --------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        pause = min(NOTIFY_SWEEP_SECONDS, max(0.05, self._outbound.seconds / 4))
        while True:
            await asyncio.sleep(pause)
            try:
                self.notifications.sweep()
            except Exception:  # whatever is wrong with one, the others are looked at the next time
                self._house.failures += 1
                log.exception("what is due could not be looked at")

    def _notify(self, notification: Notification) -> None:
        """Send a notification by every way that was chosen and is offered."""
        offered = self.notifications.book.offer.ways
        for ways in notification.ways:
            for way, device, to in _addresses(ways):
                if way in offered:
                    self._put(Parcel(way, to, ways, notification, device, language=ways.language))

    def _objection(self, way: Way, to: Subscription | str) -> str:
        """What is wrong with where something is to be sent, as far as it can be told without asking anybody."""
        if isinstance(to, Subscription):
            wrong = why_not(to.endpoint, trusted=self._outbound.push_private) or web_push.why_not(to)
            return wrong if way == "push" else "a browser is told by push"
        if way == "ntfy":
            return "" if _TOPIC.fullmatch(to) else f"a topic has up to {MAX_TOPIC} letters and figures"
        if way == "mail":
            return "" if mail.is_address(to) else "that is no mail address"
        return ""

    def _send_code(self, address: str, code: str, language: Language) -> None:
        self._put(Parcel("mail", address, code=code, language=language))

    def _put(self, parcel: Parcel) -> None:
        try:
            self._waiting.put_nowait(parcel)
        except asyncio.QueueFull:
            self.failed[parcel.way] += 1
            self._house.limits_hit["MAX_UNSENT"] += 1

    # -- sending it --------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            parcel = await self._waiting.get()
            try:
                await self._send[parcel.way](parcel)
                self.sent[parcel.way] += 1
            except Unreachable as fault:
                self._again(parcel, fault)
            except Unsent as fault:
                self._give_up(parcel, fault)
            except Exception as error:  # one that cannot be sent keeps no other from being
                self._give_up(parcel, error)

    def _again(self, parcel: Parcel, fault: Fault) -> None:
        if parcel.attempt >= SEND_ATTEMPTS:
            self._give_up(parcel, fault)
            return
        later = msgspec.structs.replace(parcel, attempt=parcel.attempt + 1)
        pause = SEND_AGAIN_SECONDS * 2 ** (parcel.attempt - 1)
        asyncio.get_running_loop().call_later(pause, self._put_if_so, later)

    def _put_if_so(self, parcel: Parcel) -> None:
        if parcel.notification is None or self.notifications.still(parcel.notification):
            self._put(parcel)

    def _give_up(self, parcel: Parcel, fault: Exception) -> None:
        self.failed[parcel.way] += 1
        host = urlsplit(parcel.to).hostname if parcel.way == "push" else None
        where = {"host": host} if host else {}
        log.warning("a notification was not sent", way=parcel.way, reason=str(fault)[:200], **where)

    async def _push(self, parcel: Parcel) -> None:
        assert parcel.device is not None
        assert parcel.notification is not None
        assert parcel.ways is not None
        letter = letter_of(parcel.notification, parcel.language, self._site)
        said = {
            "title": letter.title,
            "text": letter.text,
            "table": parcel.notification.table,
            "cause": parcel.notification.cause,
        }
        body = web_push.encrypted(msgspec.json.encode(said), parcel.device)
        fields = web_push.headers(
            parcel.to, self._key, self._outbound.push, parcel.notification.table, self._house.date()
        )
        trusted = self._outbound.push_private
        status = await post(parcel.to, fields, body, trusted=trusted, trust=self._trust)
        if status in _GONE:
            self.notifications.book.gone(parcel.ways, parcel.to)
        _judge(status)

    async def _ntfy(self, parcel: Parcel) -> None:
        assert parcel.notification is not None
        assert parcel.ways is not None
        letter = letter_of(parcel.notification, parcel.language, self._site)
        stop = {"action": "view", "label": TEXTS[parcel.language]["stop"], "url": self.stop_link(parcel.ways, "ntfy")}
        said = {
            "topic": parcel.to,
            "title": letter.title,
            "message": letter.text or letter.title,
            "click": letter.link,
            "tags": ["game_die"],
            "actions": [stop],
        }
        _judge(await self._post_json(self.notifications.book.offer.ntfy + "/", said))

    async def _hook(self, parcel: Parcel) -> None:
        assert parcel.notification is not None
        told, letter = parcel.notification, letter_of(parcel.notification, parcel.language, self._site)
        said = {
            "event": told.cause,
            "name": told.name,
            "game": told.game,
            "table": told.table,
            "others": told.others,
            **msgspec.structs.asdict(letter),
        }
        _judge(await self._post_json(self._outbound.webhook, said))

    async def _post_json(self, url: str, said: object) -> int:
        fields = {"Content-Type": "application/json"}
        return await post(url, fields, msgspec.json.encode(said), trusted=True, trust=self._trust)

    async def _letter(self, parcel: Parcel) -> None:
        assert self._mail is not None
        texts, sender = TEXTS[parcel.language], self._outbound.mail_from
        if parcel.notification is None or parcel.ways is None:
            about = texts["code.about"].format(code=parcel.code)
            made = mail.letter(sender, parcel.to, texts["code"].format(code=parcel.code), f"{about}\n\n{self._site}/")
        else:
            letter = letter_of(parcel.notification, parcel.language, self._site)
            stop = self.stop_link(parcel.ways, "mail")
            text = "\n\n".join(filter(None, (letter.text, letter.link, f"-- \n{texts['stop']}: {stop}")))
            made = mail.letter(sender, parcel.to, letter.title, text, stop)
        await mail.send(self._mail, made, self._trust)

    def stop_link(self, ways: Ways, way: Way) -> str:
        """Where its reader ends it."""
        return f"{self._site}/notifications/stop/{way}/{ways.stop}"


def _addresses(ways: Ways) -> list[tuple[Way, Subscription | None, str]]:
    """Where somebody is told something."""
    found: list[tuple[Way, Subscription | None, str]] = [("push", device, device.endpoint) for device in ways.push]
    found += [("ntfy", None, ways.ntfy)] * bool(ways.ntfy)
    found += [("mail", None, ways.mail)] * bool(ways.mail)
    found += [("webhook", None, "")] * ways.webhook
    return found


def _judge(status: int) -> None:
    if status in _LATER or status >= 500:
        raise Unreachable(f"it was answered {status}")
    if not 200 <= status < 300:
        raise Unsent(f"it was answered {status}")


async def push_key(durable: Log) -> str:
    """The private key by which browsers know this house: made at its first start, the same on all its nodes."""
    made = web_push.new_key()
    written: asyncio.Future[StoreFault | None] = asyncio.get_running_loop().create_future()
    former = durable.note(_KIND, _KEY)
    if former is not None:
        return former
    durable.write_note(_KIND, _KEY, None, made, written.set_result)
    fault = await written
    if fault is None:
        return made
    kept = durable.note(_KIND, _KEY) if isinstance(fault, Conflict) else None  # another node was faster
    if kept is None:
        raise fault
    return kept
