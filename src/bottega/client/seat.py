"""A bot of one's own at a table of a house: ``bottega bot run``.

It sits down, waits for the start, and answers whenever the table waits for its seat. If it forfeits (it is too slow,
ends, or answers what is no move), that is said once, and a bot of the house plays its seat to the end: nobody at the
table has to wait, or loses a game, because somebody's program has a fault.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from random import Random

from bottega.client.core import Act, Asked, Enter, Goodbye, Over, Refused, Sit, Stage
from bottega.client.link import GaveUp, Link
from bottega.fault import Fault
from bottega.outside.entrants import Chooser, HouseBot
from bottega.outside.program import Forfeit

SEED_BYTES = 16
SUBSTITUTE = "greedy"
"""Who plays on for a bot that cannot."""


async def play(link: Link, table: str, name: str, chooser: Chooser, chance: Random, tell: Callable[[str], None]) -> str:
    """Play one game at the table; how it ended, in a sentence. Fault if it cannot be played to its end."""
    player: Chooser = chooser
    sat = False
    async with aclosing(link.happenings()) as happenings:
        async for happening in happenings:
            known = link.client.known
            if isinstance(happening, Over):
                return happening.text
            if isinstance(happening, GaveUp) or (isinstance(happening, Goodbye) and not happening.back):
                raise Fault(str(happening))
            if isinstance(happening, Refused) and not isinstance(happening.wish, Act):
                raise Fault(happening.reason)
            if isinstance(happening, Asked) and happening.wish is Enter:
                link.wish(Enter(name))
            elif known.stage is Stage.LOBBY and not sat:
                sat = True
                link.wish(Sit(table))
            elif known.options and known.me is not None:
                seed = chance.randbytes(SEED_BYTES)
                ask = (known.rules, link.client.head(), known.me, seed)
                try:
                    action = await asyncio.to_thread(player.choose, *ask)
                except Forfeit as reason:
                    tell(f"{reason}; {SUBSTITUTE} plays on")
                    player = HouseBot(SUBSTITUTE)
                    action = await asyncio.to_thread(player.choose, *ask)
                link.wish(Act((action,)))
    raise Fault("the house has closed the connection")
