"""The plain ports: who comes is let in one by one, counted first, and nothing is made for those who are too many."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest

from bottega.server import doorways as module
from bottega.server.addresses import Arrival, Proxies
from bottega.server.doorways import AT_ONCE, Doorways
from bottega.table.quotas import Quotas


class Guest(asyncio.Protocol):
    """Somebody who came in."""

    def __init__(self, arrival: Arrival | None) -> None:
        self.arrival = arrival

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """They are in."""
        self.transport = transport


def _port() -> socket.socket:
    """A port that would wait for somebody if it were asked while nobody is there."""
    return socket.create_server(("127.0.0.1", 0))


class Entry:
    """A port with everybody who came in, and who was kept out."""

    def __init__(self, quotas: Quotas | None = None, proxies: Proxies | None = None) -> None:
        self.guests: list[Guest] = []
        self.kept_out: list[str] = []
        self.quotas = quotas or Quotas()
        self.doorways = Doorways(self.quotas, proxies or Proxies())
        self.port = _port()
        self.opens(self)

    def opens(self, other: Entry) -> None:
        """Who comes to a port, its own or another's, comes in by these doorways."""
        self.doorways.listen(other.port, "test", other.make, lambda _, limit: other.kept_out.append(limit))

    def make(self, arrival: Arrival | None) -> Guest:
        """What somebody is who comes in."""
        self.guests.append(Guest(arrival))
        return self.guests[-1]

    def come(self, host: str = "127.0.1.2") -> socket.socket:
        """Somebody connects."""
        peer = socket.socket()
        peer.bind((host, 0))
        peer.connect(self.port.getsockname())
        return peer


def _at_a_door(test: Callable[[Entry], Awaitable[None]], **fields: object) -> None:
    async def run() -> None:
        entry = Entry(**fields)  # type: ignore[arg-type]  # passed on as it is
        try:
            await test(entry)
        finally:
            entry.doorways.close()
            entry.port.close()

    asyncio.run(run())


async def _until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not so():
            await asyncio.sleep(0)


def test_others_have_their_turn_between_two_who_come() -> None:
    """However many rush to a port, one comes in at a time, and everybody else has their turn before the next."""

    async def rush(entry: Entry) -> None:
        peers = [entry.come() for _ in range(50)]
        before = 0
        async with asyncio.timeout(60):
            while len(entry.guests) < 50:
                await asyncio.sleep(0)
                assert len(entry.guests) - before <= 1
                before = len(entry.guests)
        for peer in peers:
            peer.close()

    _at_a_door(rush)


def test_all_ports_together_let_one_in_at_a_time() -> None:
    """Who rushes to several ports at once is as little in the way as at one; the ports take turns."""

    async def rush(first: Entry) -> None:
        second = Entry()
        second.doorways.close()
        second.port = _port()
        first.opens(second)
        peers = [entry.come() for entry in (first, second) for _ in range(20)]
        before = 0
        async with asyncio.timeout(60):
            while (now := len(first.guests) + len(second.guests)) < 40:
                assert now - before <= 1
                assert abs(len(first.guests) - len(second.guests)) <= 2
                before = now
                await asyncio.sleep(0)
        for peer in peers:
            peer.close()

    _at_a_door(rush)


def test_in_a_rush_a_few_come_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes with many others waits, at whichever port, until those before them have been looked after."""
    monkeypatch.setattr(module, "MOMENT_SECONDS", 600.0)

    async def rush(first: Entry) -> None:
        second = Entry()
        second.doorways.close()
        second.port = _port()
        first.opens(second)
        peers = [entry.come() for entry in (first, second) for _ in range(AT_ONCE)]
        await _until(lambda: len(first.guests) + len(second.guests) == AT_ONCE)
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(first.guests) + len(second.guests) == AT_ONCE
        for peer in peers:
            peer.close()

    _at_a_door(rush)


def test_after_a_rush_the_ports_are_open_as_before() -> None:
    """Whoever comes when nobody waits any more comes in, and then the next rush does."""

    async def twice(entry: Entry) -> None:
        peers: list[socket.socket] = []
        for _ in range(2):
            for rush in (3 * AT_ONCE, 1):
                peers.extend(entry.come() for _ in range(rush))
                await _until(lambda: len(entry.guests) == len(peers))
                await _until(lambda: not entry.doorways._shut)
        for peer in peers:
            peer.close()

    _at_a_door(twice)


def test_a_port_without_files_left_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the midst of a rush nobody can be accepted at one port: it is left alone for a while, and then heard again."""
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.01)

    async def full(entry: Entry) -> None:
        other, doorways = Entry(), entry.doorways
        other.doorways.close()
        other.port = _port()
        entry.opens(other)
        accept, fails = doorways._accepting[entry.port], [True] * 3

        def cannot() -> bool:
            if fails:
                fails.pop()
                doorways._pause(entry.port)
                return False
            return accept()

        doorways._accepting[entry.port] = cannot
        peers = [each.come() for each in (entry, other) for _ in range(3 * AT_ONCE)]
        await _until(lambda: len(entry.guests) == len(other.guests) == 3 * AT_ONCE)
        for peer in peers:
            peer.close()

    _at_a_door(full)


def test_nothing_is_made_for_those_who_are_too_many() -> None:
    """An address that has all the connections it may have is hung up on; another comes in."""

    async def crowd(entry: Entry) -> None:
        most = 20
        entry.quotas._holdings["connections_per_address"]._most = most  # a small house
        peers = [entry.come() for _ in range(most + 5)]
        await _until(lambda: len(entry.kept_out) == 5)
        assert set(entry.kept_out) == {"connections_per_address"}
        assert len(entry.guests) == most
        assert entry.quotas.connected("127.0.1.2") == most
        other = entry.come("127.0.1.3")
        await _until(lambda: len(entry.guests) == most + 1)
        assert entry.guests[-1].arrival == Arrival("127.0.1.3", str(other.getsockname()))
        for peer in (*peers, other):
            peer.close()

    _at_a_door(crowd)


def test_a_proxy_says_itself_for_whom_it_comes() -> None:
    """A connection of a trusted proxy is let in without an address: that follows."""

    async def proxied(entry: Entry) -> None:
        peer = entry.come()
        await _until(lambda: bool(entry.guests))
        assert entry.guests[0].arrival is None
        assert entry.quotas.connected("127.0.1.2") == 0
        peer.close()

    _at_a_door(proxied, proxies=Proxies(("127.0.1.2",)))


def test_nobody_comes_in_any_more() -> None:
    """Once it is closed nobody can connect, and whoever tries knows it at once instead of waiting for the end."""

    async def closed(entry: Entry) -> None:
        where = entry.port.getsockname()
        entry.doorways.close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(where)
        assert entry.guests == []

    _at_a_door(closed)
