"""The thread for slow work: a bounded queue, nothing done for those who have left, failures answered."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from bottega.server.beside import YIELDS_BY, Beside
from bottega.table.beside import Once
from tests.server.harness import TIMEOUT


class Bench:
    """A thread whose first job takes until it is let go, so that others wait."""

    def __init__(self, most: int) -> None:
        self.beside = Beside("test", most)
        self.heard: list[object] = []
        self.did: list[str] = []
        self._go = threading.Event()
        self.ask("first", lambda: bool(self._go.wait(TIMEOUT)))

    def ask(self, name: str, work: Callable[[], object] = lambda: True, wanted: bool = True, asker: str = "") -> bool:
        """Have something done."""

        def noted() -> object:
            self.did.append(name)
            return name if work() else None

        return self.beside(noted, self.heard.append, lambda: wanted, asker)

    async def finish(self, count: int) -> list[object]:
        """Let the first one go; all that is heard, once it is so much."""
        self._go.set()
        async with asyncio.timeout(TIMEOUT):
            while len(self.heard) < count:
                await asyncio.sleep(0.001)
        self.beside.close()
        return self.heard


def test_the_queue_is_bounded() -> None:
    """So many wait; whoever asks beyond that hears at once that it will not be done."""

    async def test() -> None:
        bench = Bench(most=2)
        assert [bench.ask(name) for name in "abc"] == [True, True, False]
        assert bench.beside.waiting == 2
        assert await bench.finish(3) == ["first", "a", "b"]

    asyncio.run(test())


def test_a_crowd_is_complained_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says that too much is asked for when it begins, not to everybody who comes while it lasts."""

    async def test() -> None:
        complaints: list[str] = []
        monkeypatch.setattr("bottega.server.beside.log.warning", lambda event, **_: complaints.append(event))
        bench = Bench(most=1)
        assert [bench.ask(name) for name in "abcd"] == [True, False, False, False]
        assert bench.beside.turned_away == 3
        assert len(complaints) == 1
        await bench.finish(2)

    asyncio.run(test())


def test_addresses_have_their_turns() -> None:
    """Whoever asks for much waits longer, nobody else: one job of each address, then the next of each."""

    async def test() -> None:
        bench = Bench(most=6)
        for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
            assert bench.ask(name, asker=name[0])
        assert await bench.finish(7) == ["first", "a1", "b1", "c1", "a2", "b2", "a3"]

    asyncio.run(test())


def test_whoever_asks_for_most_makes_way() -> None:
    """When the queue is full, a newcomer gets the last place of the address that has most; not if that has as few."""

    async def test() -> None:
        bench = Bench(most=4)
        for name in ("a1", "a2", "b1", "b2"):
            assert bench.ask(name, asker=name[0])
        assert not bench.ask("a3", asker="a")
        assert bench.ask("c1", asker="c")
        assert bench.heard == [None], "the one whose place it was is told at once"
        assert bench.ask("d1", asker="d")
        assert not bench.ask("e1", asker="e"), "everybody has one"
        assert bench.beside.waiting == 4
        assert sorted(map(str, await bench.finish(7))) == ["None", "None", "a1", "b1", "c1", "d1", "first"]

    asyncio.run(test())


def test_those_who_left_take_no_room() -> None:
    """A full queue lets go of what nobody wants any more before it turns anybody away, and none of it is done."""

    async def test() -> None:
        bench = Bench(most=3)
        asked = [bench.ask("a", wanted=False), bench.ask("b"), bench.ask("c", wanted=False), bench.ask("honest")]
        assert asked == [True] * 4
        assert await bench.finish(5) == [None, None, "first", "b", "honest"]
        assert bench.did == ["first", "b", "honest"]

    asyncio.run(test())


def test_nothing_is_begun_for_those_who_left() -> None:
    """Work whose asker has left is dropped when its turn comes."""

    async def test() -> None:
        bench = Bench(most=3)
        bench.ask("a", wanted=False)
        bench.ask("b")
        assert await bench.finish(3) == ["first", None, "b"]
        assert bench.did == ["first", "b"]

    asyncio.run(test())


def test_work_that_fails() -> None:
    """A failure is answered with nothing, and the next one has its turn; so has one whose asker fails to listen."""

    async def test() -> None:
        bench = Bench(most=4)

        def deaf(_: object) -> None:
            bench.heard.append("deaf")
            raise RuntimeError("not listening")

        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        bench.ask("a", lambda: 1 // 0)
        bench.beside(lambda: 1, deaf)
        bench.ask("b")
        assert await bench.finish(4) == ["first", None, "deaf", "b"]

    asyncio.run(test())


def test_a_failure_about_a_table_names_it() -> None:
    """Whoever reads in the log that looking something up has failed knows of which table."""

    async def test() -> None:
        beside = Beside("reading old games", 4)
        heard: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def find(key: str) -> int:
            raise RuntimeError("no such luck")

        with capture_logs() as lines:
            Once(find, beside, 1, lambda _: True).ask("t1", heard.set_result)
            assert await heard is None
        assert [(line["event"], line["table"]) for line in lines] == [("slow work failed", "t1")]
        beside.close()

    asyncio.run(test())


@pytest.mark.parametrize("waiting", [0, 3])
def test_closing_waits_for_one_job_only(waiting: int) -> None:
    """What is under way is finished; what waits is not begun."""

    async def test() -> None:
        bench = Bench(most=4)
        for _ in range(waiting):
            bench.ask("later")
        bench._go.set()
        bench.beside.close()
        assert bench.did == ["first"]

    asyncio.run(test())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows threads that are nicer than their process")
def test_work_that_lets_others_go_first() -> None:
    """Such a thread has a lower priority than the one that asks; the others have not."""

    async def run() -> None:
        here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        for yielding in (False, True):
            thread = Beside("work", 1, yielding=yielding)
            found: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
            thread(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()), found.set_result)
            there = await found
            assert there == (min(19, here + YIELDS_BY) if yielding else here)
            thread.close()

    asyncio.run(run())
