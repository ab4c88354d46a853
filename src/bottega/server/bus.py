"""The bus: Valkey or Redis carries messages between the nodes of a house, or loses them.

Two tasks of the server's own loop, one that publishes what waits, one that listens. If one of them fails both begin
anew after a pause, with new connections: a bus is there when one can be heard on it and hears. What was not published
by then is thrown away, as is what would make a queue grow: nothing that matters is on the bus alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog

from bottega.fault import Fault
from bottega.limits import BUS_QUEUE, BUS_RETRY_SECONDS, BUS_SECONDS

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = structlog.get_logger("bottega.bus")

SCHEMES = ("redis", "rediss", "valkey", "valkeys", "unix")
CHANNEL = "bottega"
_TOGETHER = 256
"""How many messages are heard, or published, at once."""


class BusFault(Fault):
    """Why there is no bus, in a sentence for whoever runs the house."""


def _ignore(messages: Iterable[str]) -> None:
    """Nobody listens yet."""


class ValkeyBus:
    """One node's end of the bus, given by its URL; a path after the host's, as in ``redis://host/2``, is the database.

    Several houses may share a server: ``?channel=NAME`` in the URL keeps them apart.
    """

    def __init__(self, url: str) -> None:
        if urlsplit(url).scheme not in SCHEMES:
            raise BusFault("--bus takes the URL of a Valkey or Redis: redis://HOST:6379")
        try:
            from redis.asyncio import Redis
        except ImportError as missing:
            raise BusFault("a bus takes one more package: pip install 'bottega[valkey]'") from missing
        where, _, query = url.partition("?")
        options = dict(part.partition("=")[::2] for part in query.split("&") if part)
        self._channel = options.pop("channel", CHANNEL)
        rest = "&".join(f"{key}={value}" for key, value in options.items())
        where = where.replace("valkey", "redis", 1) if where.startswith("valkey") else where
        self.hear: Callable[[Iterable[str]], None] = _ignore
        self.working = False
        self.lost = 0
        """How many messages were thrown away."""
        try:
            self._redis: Redis = Redis.from_url(
                f"{where}?{rest}" if rest else where,
                decode_responses=True,
                socket_timeout=None,
                socket_connect_timeout=BUS_SECONDS,
                health_check_interval=0,
            )
        except ValueError as error:
            raise BusFault(f"--bus: {error}") from error
        self._waiting: deque[str] = deque(maxlen=BUS_QUEUE)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen and to publish."""
        self._task = asyncio.create_task(self._carry())

    def publish(self, message: str) -> None:
        """Tell the others, soon."""
        if not self.working or len(self._waiting) == BUS_QUEUE:
            self.lost += 1
        if self.working:
            self._waiting.append(message)
            self._wake.set()

    async def close(self) -> None:
        """Publish what waits, and let go."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BUS_SECONDS):
                while self._waiting and self.working:
                    await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._redis.aclose()

    async def _carry(self) -> None:
        """Listen and publish for ever, with pauses where it fails."""
        from redis.exceptions import RedisError

        while True:
            try:
                async with asyncio.timeout(BUS_SECONDS):
                    await self._redis.ping()
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._listen())
                    both.create_task(self._publish())
            except* (RedisError, OSError, TimeoutError) as failed:
                if self.working:
                    (reason, *_) = failed.exceptions
                    log.warning("the bus is away", reason=" ".join(str(reason).split()) or type(reason).__name__)
                self.working = False
                self._waiting.clear()
                with contextlib.suppress(Exception):
                    await self._redis.connection_pool.disconnect()
            await asyncio.sleep(BUS_RETRY_SECONDS * (0.5 + random.random()))

    async def _listen(self) -> None:
        """Hear what is published, in groups; if nothing is, ask whether anybody is there."""
        now = asyncio.get_running_loop().time
        subscription = self._redis.pubsub(ignore_subscribe_messages=True)
        asked = False
        try:
            await subscription.subscribe(self._channel)
            if not self.working:
                log.info("the bus is there")
            self.working = True
            while True:
                began = now()
                async with asyncio.timeout(2 * BUS_SECONDS):
                    message = await subscription.get_message(timeout=BUS_SECONDS)
                if message is None and now() - began > BUS_SECONDS / 2:  # (sooner it is the answer, or a greeting)
                    if asked:
                        raise TimeoutError("it does not answer")
                    asked = True
                    async with asyncio.timeout(BUS_SECONDS):
                        await subscription.ping()
                    continue
                asked = False
                messages: list[str] = []
                while message is not None and len(messages) < _TOGETHER:
                    messages.append(message["data"])
                    message = await subscription.get_message(timeout=0)
                if messages:
                    self.hear(messages)
        finally:
            with contextlib.suppress(Exception):
                await subscription.aclose()  # type: ignore[no-untyped-call]  # it has no types

    async def _publish(self) -> None:
        """Publish what waits, in groups."""
        while True:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            pipe = self._redis.pipeline(transaction=False)
            for _ in range(min(len(self._waiting), _TOGETHER)):
                pipe.publish(self._channel, self._waiting.popleft())
            async with asyncio.timeout(BUS_SECONDS):
                await pipe.execute()
