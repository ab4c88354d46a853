"""The line of those who ask a lot: a few at a time, in order, and nobody is held up by one who fails."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise

from bottega.server.turns import FEW, LONGEST_SECONDS, MOMENT_SECONDS, OTHERS_SHARE, Turns


def _fail() -> None:
    raise OSError("this one fails")


async def _others_between(turns: Turns, served: list[int]) -> list[int]:
    """How many were served before each turn of everybody else."""
    seen = []
    while len(turns):
        seen.append(len(served))
        await asyncio.sleep(0)
    return seen


def test_a_few_at_a_time() -> None:
    """However many wait, everybody else has their turn after a few; they are served in the order they came."""

    async def crowd() -> None:
        turns, served = Turns(3), list[int]()
        for number in range(10):
            turns.wait(lambda number=number: served.append(number))  # type: ignore[misc]  # bound by its default
        assert served == []
        seen = await _others_between(turns, served)
        assert served == list(range(10))
        assert max(after - before for before, after in pairwise(seen)) <= 3
        assert {3, 6, 9} <= set(seen)

    asyncio.run(crowd())


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


async def _looks(turns: Turns, served: list[int]) -> None:
    """Wait until the line was looked at several times, or somebody was served."""
    before, loop = len(served), asyncio.get_running_loop()
    until = loop.time() + 20 * MOMENT_SECONDS
    while loop.time() < until and len(served) == before:
        await asyncio.sleep(MOMENT_SECONDS)


def test_after_a_crowds_turn_the_others_have_twice_as_long() -> None:
    """While many wait, the next of the line wait for two times what the turn before took."""

    async def crowd() -> None:
        clock, served = Clock(), list[int]()
        turns = Turns(1, clock)

        def slow(number: int) -> None:
            clock.now += 0.002
            served.append(number)

        for number in range(FEW + 5):
            turns.wait(partial(slow, number))
        await _looks(turns, served)
        assert served == [0]
        await _looks(turns, served)
        assert served == [0]
        clock.now += OTHERS_SHARE * 0.002
        await _looks(turns, served)
        assert served == [0, 1]

    asyncio.run(crowd())


def test_what_came_after_a_turn_counts_too() -> None:
    """Whoever was only woken in their turn says afterwards how long it took; and nobody's wait is counted for more."""

    async def crowd() -> None:
        clock, served = Clock(), list[int]()
        turns = Turns(1, clock)
        turns.took(60.0)
        for number in range(FEW + 5):
            turns.wait(partial(served.append, number))
        await _looks(turns, served)
        assert served == []
        clock.now += OTHERS_SHARE * LONGEST_SECONDS
        await _looks(turns, served)
        assert served

    asyncio.run(crowd())


def test_a_few_do_not_wait_for_the_others_share() -> None:
    """A browser that asks for its page has its files one after the other, however long each took."""

    async def page() -> None:
        clock, served = Clock(), list[int]()
        turns = Turns(1, clock)
        for number in range(FEW):
            turns.wait(partial(served.append, number))
            turns.took(1.0)
        while len(turns):
            await asyncio.sleep(0)
        assert served == list(range(FEW))

    asyncio.run(page())


def test_whoever_waits_again_is_behind_the_others() -> None:
    """Somebody with more to ask stands at the end of the line again."""

    async def crowd() -> None:
        turns, served = Turns(2), list[str]()

        def greedy() -> None:
            served.append("greedy")
            if served.count("greedy") < 3:
                turns.wait(greedy)

        turns.wait(greedy)
        for _ in range(3):
            turns.wait(lambda: served.append("other"))
        while len(turns):
            await asyncio.sleep(0)
        assert served == ["greedy", "other", "other", "other", "greedy", "greedy"]

    asyncio.run(crowd())


def test_one_that_fails_does_not_hold_up_the_others() -> None:
    """What goes wrong for one is told to the loop, and the line goes on; it can be used again when it was empty."""

    async def crowd() -> None:
        turns, served, complaints = Turns(2), list[int](), list[str]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(str(context["exception"])))
        turns.wait(_fail)
        for number in range(3):
            turns.wait(lambda number=number: served.append(number))  # type: ignore[misc]  # bound by its default
        while len(turns):
            await asyncio.sleep(0)
        assert served == [0, 1, 2]
        assert complaints == ["this one fails"]
        done = asyncio.Event()
        turns.wait(done.set)
        await done.wait()

    asyncio.run(crowd())
