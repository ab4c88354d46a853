"""The bus: messages between nodes over a real Valkey, which may go and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bottega.limits import BUS_QUEUE
from bottega.server.bus import BusFault, ValkeyBus
from tests.server.harness import TIMEOUT
from tests.server.valkey import ValkeyProcess

pytestmark = pytest.mark.slow


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.02)


def test_what_one_publishes_all_hear() -> None:
    """Several nodes, several houses: everybody of a house hears everything, in order, and nobody of another."""

    async def meet(url: str) -> None:
        buses = [ValkeyBus(url), ValkeyBus(url), ValkeyBus(f"{url}?channel=another")]
        heard: list[list[str]] = [[] for _ in buses]
        for bus, messages in zip(buses, heard, strict=True):
            bus.hear = messages.extend
            bus.start()
        await _until(lambda: all(bus.working for bus in buses))
        said = [f"h table {number} żółć" for number in range(1000)]
        for message in said:
            buses[0].publish(message)
        await _until(lambda: len(heard[0]) == len(heard[1]) == len(said))
        assert heard[0] == heard[1] == said
        assert heard[2] == []
        for bus in buses:
            await bus.close()

    with ValkeyProcess() as valkey:
        asyncio.run(meet(valkey.url))


def test_a_bus_that_goes_and_comes_back() -> None:
    """Without it messages are thrown away and nobody waits; when it is back they are carried again."""

    async def meet(valkey: ValkeyProcess) -> None:
        bus = ValkeyBus(valkey.url)
        heard: list[str] = []
        bus.hear = heard.extend
        bus.publish("before it is there")
        bus.start()
        await _until(lambda: bus.working)
        bus.publish("by a connection that will be lost")
        await _until(lambda: heard)
        valkey.stop()
        await _until(lambda: not bus.working)
        for _ in range(BUS_QUEUE + 10):
            bus.publish("into the void")
        assert bus.lost >= BUS_QUEUE
        valkey.start()
        await _until(lambda: bus.working)
        bus.publish("there again")
        await _until(lambda: "there again" in heard)
        assert "into the void" not in heard
        bus.publish("and still")
        await _until(lambda: "and still" in heard)
        assert bus.working
        await bus.close()

    with ValkeyProcess() as valkey:
        asyncio.run(meet(valkey))


def test_a_bus_that_stands_still() -> None:
    """One that takes connections but does not answer is away, until it does."""

    async def meet(valkey: ValkeyProcess) -> None:
        bus = ValkeyBus(valkey.url)
        heard: list[str] = []
        bus.hear = heard.extend
        bus.start()
        await _until(lambda: bus.working)
        bus.publish("before")
        await _until(lambda: heard)
        valkey.freeze()
        await _until(lambda: not bus.working)
        await asyncio.sleep(0.5)
        assert not bus.working
        valkey.thaw()
        await _until(lambda: bus.working)
        bus.publish("after")
        await _until(lambda: "after" in heard)
        await bus.close()

    with ValkeyProcess() as valkey:
        asyncio.run(meet(valkey))


def test_a_silent_bus_is_asked_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is said it is asked now and then whether it is there, and stays so."""
    monkeypatch.setattr("bottega.server.bus.BUS_SECONDS", 0.2)

    async def meet(valkey: ValkeyProcess) -> None:
        bus = ValkeyBus(valkey.url)
        bus.start()
        await _until(lambda: bus.working)
        await asyncio.sleep(2.0)
        assert bus.working
        assert 1 < valkey.asked("ping") < 40
        await bus.close()

    with ValkeyProcess() as valkey:
        asyncio.run(meet(valkey))


@pytest.mark.parametrize("url", ["postgresql://db/house", "localhost:6379", "redis://host:port"])
def test_no_address_of_a_bus(url: str) -> None:
    """A URL that cannot be meant is refused with a sentence."""

    async def open_bus() -> None:
        with pytest.raises(BusFault, match="--bus"):
            ValkeyBus(url)

    asyncio.run(open_bus())
