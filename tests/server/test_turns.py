"""The line of those who ask a lot: a few at a time, in order, and nobody is held up by one who fails."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from bottega.server.turns import Turns


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
