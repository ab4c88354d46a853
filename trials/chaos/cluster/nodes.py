"""The stage: nodes of one house, each on its own line to the database and to the bus.

A node is a ``bottega serve --store … --bus …`` process with all doors of the house. Between it and the database, and
between it and the bus, is a network of ours that can be cut, slowed down, held up or made to lie.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from bottega.store.postgres import PostgresLog
from tests.server.valkey import ValkeyProcess
from tests.store.postgres.proxy import Network, network
from tests.store.postgres.server import PostgresServer
from trials.chaos.checker import Account, Conviction
from trials.chaos.cluster.hints import Gossip
from trials.chaos.guests import listeners
from trials.chaos.nemesis import Battered
from trials.chaos.nursery import Nursery

QUIET_SECONDS = 16.0
"""Longer than two polls of nodes that have a bus, and than anybody waits for the database: all have heard of all."""
SLACK_MILLISECONDS = 1_000
"""How far nodes may be from the database's time."""
OPTIONS = ("--bot-seconds", "0.05", "--lobby-seconds", "0.2", "--turn-seconds", "600", "--per-address", "0")
CHECK_SECONDS = 300.0


class Node:
    """One process, its networks, and which version of the program it runs."""

    def __init__(self, number: int, house: Battered, store: Network, bus: Network) -> None:
        self.number, self.house, self.store, self.bus = number, house, store, bus
        self.newer = False


class Nodes:
    """A house of several nodes; a context that leaves nothing running."""

    quiet_seconds, slack, failed_calls = QUIET_SECONDS, SLACK_MILLISECONDS, 0

    def __init__(
        self, folder: Path, count: int, company: str, server: PostgresServer, newer: Path, chance: Random
    ) -> None:
        self.server, self.valkey = server, ValkeyProcess()
        self.gossip = Gossip(chance)
        self.nodes: list[Node] = []
        self._folder, self._count, self._company, self._newer = folder, count, company, newer
        self._stack = ExitStack()
        self._database = ""

    @property
    def url(self) -> str:
        """The database, not by way of any network that fails."""
        return self.server.url(self._database)

    @property
    def ports(self) -> Sequence[dict[str, int]]:
        """The doors of every node."""
        return [node.house.ports for node in self.nodes]

    @property
    def errors(self) -> str:
        """What all nodes have complained about."""
        return "".join(node.house.errors for node in self.nodes)

    def __enter__(self) -> Nodes:
        with ExitStack() as stack:
            self._database = stack.enter_context(self.server.database())
            stack.enter_context(self.valkey)
            for number in range(self._count):
                store = stack.enter_context(network(self.server.port))
                bus = stack.enter_context(network(self.valkey.port, self.gossip.listener))
                options = (
                    *("--store", f"postgresql://bottega@127.0.0.1:{store.port}/{self._database}"),
                    *("--bus", f"redis://127.0.0.1:{bus.port}", *OPTIONS),
                )
                house = Battered(self._folder / f"node-{number}", *listeners(self._company), options=options)
                stack.callback(house.stop)
                self.nodes.append(Node(number, house, store, bus))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start(self) -> None:
        """Start all nodes, with this version of the program."""
        for node in self.nodes:
            self.load(node, newer=False)
            node.house.start()

    def load(self, node: Node, *, newer: bool) -> None:
        """Which version of the program a node has when it is started next."""
        if node.house.nursery is not None and node.newer == newer:
            return
        if node.house.nursery is not None:
            node.house.nursery.close()
        node.newer = newer
        node.house.nursery = Nursery(self._environment(newer))
        self._stack.callback(node.house.nursery.close)
        self._stack.callback(node.house.stop)

    def _environment(self, newer: bool) -> tuple[str, ...]:
        return (f"PYTHONPATH={self._newer}",) if newer else ()

    def close(self) -> list[Conviction]:
        """Stop all nodes, and check the books."""
        with ThreadPoolExecutor(len(self.nodes)) as pool:
            codes = list(pool.map(lambda node: node.house.terminate(), self.nodes))
        found = [
            Conviction("stop", f"node {node.number}", f"ended with {code}")
            for node, code in zip(self.nodes, codes, strict=True)
            if code != 0
        ]
        command = ["env", *self._environment(True), sys.executable, "-m", "bottega", "check", "--store", self.url]
        checked = subprocess.run(command, capture_output=True, text=True, timeout=CHECK_SECONDS, check=False)
        if checked.returncode != 0:
            found.append(Conviction("check", "bottega check", checked.stdout + checked.stderr))
        return found

    def accounts(self) -> list[Account]:
        """Every table of the log, oldest first."""
        with closing(PostgresLog(self.url)) as log:
            return [Account(*log.read(summary.charter.id), summary.finished) for summary in log.tables()]
