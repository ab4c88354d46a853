"""Who breaks what several nodes stand on, one thing after the other, and lets it be whole again.

| fault | what is done |
|---|---|
| kill | SIGKILL to a node, which is started again after a while |
| stop | SIGSTOP to a node for up to ten seconds; half of the time its guests go on elsewhere meanwhile |
| drain | SIGTERM to a node, which ends with 0 and is started again |
| upgrade | the same, but it comes back as a newer version of the program, with rules that the others may not know |
| database | the database is killed with all its processes, and started again |
| bus | the bus is killed, and started again |
| hints | messages on the bus are lost, doubled, late and in another order |
| cut | a node's connections to the database end, and no new one is made |
| slow | everything between a node and the database takes up to half a second |
| half_open | a node's connections to the database stay, but nothing comes through; then it does, or they end |
| answers | what a node asks of the database arrives and is done, the answers are lost |
| herd | all guests break off and come again at once, with some hundred others who only knock |
| meeting | all guests go to one node, so that the others have none |

Between the faults guests break off now and then, and come again to whichever node chance gives them.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import Counter
from collections.abc import Sequence
from random import Random

from trials.chaos.checker import Conviction
from trials.chaos.cluster.nodes import Node, Nodes
from trials.chaos.guests import Guest

FAULTS = (
    "kill", "stop", "drain", "upgrade", "database", "bus", "hints", "cut", "slow", "half_open", "answers", "herd",
    "meeting",
)  # fmt: skip
LONGEST_STOP = 10.0
KNOCKS = 150
"""How many come besides the guests when all come at once."""


class NodesNemesis:
    """Makes faults, one after the other."""

    def __init__(self, stage: Nodes, chance: Random) -> None:
        self.stage, self.chance = stage, chance
        self.made: Counter[str] = Counter()
        self.convictions: list[Conviction] = []
        self.notes: list[str] = []
        self.guests: Sequence[Guest] = ()

    async def wait(self) -> None:
        """Let everybody play for a moment; some go elsewhere."""
        for _ in range(self.chance.randrange(4)):
            await asyncio.sleep(self.chance.uniform(0.1, 0.8))
            self._send_away(self.chance.choice(self.guests))

    async def strike(self, fault: str) -> None:
        """Make a fault, and leave everything as it should be."""
        for node in self.stage.nodes:
            if not node.house.running:
                self._convict("gone", node, "was not running any more")
                await self._start(node)
        await getattr(self, fault)(self.chance.choice(self.stage.nodes))
        self.made[fault] += 1

    def _convict(self, kind: str, node: Node, what: str) -> None:
        self.convictions.append(Conviction(kind, f"node {node.number}", what))

    def _send_away(self, guest: Guest) -> None:
        guest.go()
        self.made["guest sent elsewhere"] += 1

    async def _sleep(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    async def _start(self, node: Node) -> None:
        if not await asyncio.to_thread(node.house.try_to_start):
            self._convict("no start", node, node.house.errors[-2000:])
            raise RuntimeError(f"node {node.number} does not start again: {node.house.errors[-2000:]}")

    # -- nodes --------------------------------------------------------------------------------------------------------

    async def kill(self, node: Node) -> None:
        """SIGKILL; its guests go elsewhere, and after a while it is there again."""
        node.house.kill()
        await self._sleep(0.0, 7.0)
        await self._start(node)

    async def stop(self, node: Node) -> None:
        """SIGSTOP, for so long that the others take its guests for gone."""
        node.house.signal(signal.SIGSTOP)
        try:
            lasts = self.chance.choice([LONGEST_STOP, self.chance.uniform(0.5, LONGEST_STOP)])
            await asyncio.sleep(lasts / 3)
            if self.chance.random() < 0.5:
                for guest in self.guests:
                    if guest.at == node.number:
                        self._send_away(guest)
            await asyncio.sleep(lasts * 2 / 3)
        finally:
            node.house.signal(signal.SIGCONT)

    async def drain(self, node: Node) -> None:
        """SIGTERM; it must end well."""
        code = await asyncio.to_thread(node.house.terminate)
        if code != 0:
            self._convict("stop", node, f"ended with {code}")
        await self._sleep(0.0, 2.0)
        await self._start(node)

    async def upgrade(self, node: Node) -> None:
        """It comes back as the newer version of the program."""
        code = await asyncio.to_thread(node.house.terminate)
        if code != 0:
            self._convict("stop", node, f"ended with {code}")
        await asyncio.to_thread(self.stage.load, node, newer=True)
        await self._start(node)

    # -- what they stand on -------------------------------------------------------------------------------------------

    async def database(self, _: Node) -> None:
        """It is killed as by a power cut."""
        await asyncio.to_thread(self.stage.server.kill)
        await self._sleep(0.0, 8.0)
        await asyncio.to_thread(self.stage.server.start)

    async def bus(self, _: Node) -> None:
        """No bus for a while."""
        await asyncio.to_thread(self.stage.valkey.stop)
        await self._sleep(0.5, 6.0)
        await asyncio.to_thread(self.stage.valkey.start)

    async def hints(self, _: Node) -> None:
        """The bus lies."""
        self.stage.gossip.bad = True
        try:
            await self._sleep(3.0, 8.0)
        finally:
            self.stage.gossip.bad = False

    async def cut(self, node: Node) -> None:
        """No database for one of the nodes."""
        node.store.reachable = False
        try:
            node.store.cut()
            await self._sleep(0.2, 8.0)
        finally:
            node.store.reachable = True

    async def slow(self, node: Node) -> None:
        """A bad line to the database."""
        node.store.pause = self.chance.uniform(0.02, 0.5)
        try:
            await self._sleep(2.0, 8.0)
        finally:
            node.store.pause = 0.0

    async def half_open(self, node: Node) -> None:
        """Connected, but nothing comes through, in one direction or both."""
        gates = self.chance.choice(
            [[node.store.answers], [node.store.questions], [node.store.answers, node.store.questions]]
        )
        for gate in gates:
            gate.clear()
        try:
            await self._sleep(0.5, 9.0)
            if self.chance.random() < 0.5:
                node.store.cut()
        finally:
            for gate in gates:
                gate.set()

    async def answers(self, node: Node) -> None:
        """What was asked is done, and nobody is told."""
        for _ in range(3):
            node.store.answers.clear()
            try:
                await self._sleep(0.1, 0.6)
                node.store.cut()
            finally:
                node.store.answers.set()
            await self._sleep(0.2, 1.0)

    # -- guests -------------------------------------------------------------------------------------------------------

    async def herd(self, _: Node) -> None:
        """Everybody comes at once."""
        for guest in self.guests:
            self._send_away(guest)
        doors = [port for ports in self.stage.ports for port in ports.values()]
        knocking = [self._knock(self.chance.choice(doors)) for _ in range(KNOCKS)]
        await asyncio.gather(*knocking)

    async def _knock(self, port: int) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(10):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"hello\n")
                await asyncio.sleep(1)
                writer.close()

    async def meeting(self, node: Node) -> None:
        """Everybody goes to one node, and then where they like."""
        for guest in self.guests:
            guest.only = node.number
            self._send_away(guest)
        await self._sleep(2.0, 5.0)
        for guest in self.guests:
            guest.only = None
