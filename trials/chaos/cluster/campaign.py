"""A campaign over several nodes: rounds in which every fault is made while everybody plays through changing nodes.

Each round has an empty database and fresh nodes; the database server is one for all. After the last fault everybody
comes back and to rest, the nodes are stopped, and the checker holds every guest's statement against the log.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from tests.store.postgres.server import PostgresServer
from trials.chaos.cluster.nemesis import FAULTS, NodesNemesis
from trials.chaos.cluster.nodes import Nodes
from trials.chaos.cluster.versions import knowing_newer_rules, newer_program
from trials.chaos.guests import EVERYBODY_AND_SLEEPERS
from trials.chaos.round import Figures, Round

TURNS = 2
"""How often every fault is made in a round."""


class ClusterCampaign:
    """Rounds, until the time is over."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        nodes: int = 3,
        faults: Sequence[str] = FAULTS,
        company: str = EVERYBODY_AND_SLEEPERS,
        say: Callable[[str], object] = print,
        record: Path | None = None,
    ) -> None:
        unknown = [name for name in faults if name not in FAULTS]
        if unknown:
            raise SystemExit(f"there is no fault {unknown[0]!r} of several nodes; there are {', '.join(FAULTS)}")
        self.folder, self.seed, self.nodes, self.company = folder, seed, nodes, company
        self.faults, self.say, self.record = list(faults), say, record
        self.figures = Figures()

    def run(self, minutes: float, turns: int = TURNS) -> Figures:
        """Rounds until so many minutes are over; the last one is brought to its end."""
        chance, until = Random(self.seed), time.monotonic() + 60 * minutes
        self.folder.mkdir(parents=True, exist_ok=True)
        newer = newer_program(self.folder / "newer")
        server = PostgresServer()
        try:
            server.start()
            while time.monotonic() < until:
                self._round(server, newer, Random(chance.random()), until, turns)
        finally:
            server.stop()
            shutil.rmtree(newer)
        return self.figures

    def _round(self, server: PostgresServer, newer: Path, chance: Random, until: float, turns: int) -> None:
        folder = self.folder / f"round-{self.figures.rounds + 1}"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "told").mkdir(parents=True)
        faults = [name for name in self.faults for _ in range(turns)]
        chance.shuffle(faults)
        with Nodes(folder, self.nodes, self.company, server, newer, Random(chance.random())) as stage:
            foe = NodesNemesis(stage, Random(chance.random()))
            with knowing_newer_rules():
                figures = asyncio.run(Round(stage, foe, folder, self.company, chance).play(faults, until))
            figures.notes += [f"{stage.gossip.tricks} messages of the bus were lost, doubled or late"]
            if figures.convictions:
                for node in stage.nodes:
                    (folder / f"errors-{node.number}.txt").write_text(node.house.errors)
                (folder / "convictions.txt").write_text("\n".join(figures.convictions))
        if not figures.convictions:
            shutil.rmtree(folder)
        self.figures.add(figures)
        if self.record is not None:
            self.record.write_bytes(msgspec.json.encode(self.figures))
        self.say(
            f"round {self.figures.rounds}: {sum(self.figures.faults[name] for name in FAULTS)} faults, "
            f"{self.figures.moves.get('acknowledged', 0)} moves acknowledged, "
            f"{len(self.figures.convictions)} convictions, {self.figures.seconds:.0f} s"
        )
