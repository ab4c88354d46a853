"""Many worlds, one after the other, each with its books checked."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable

import msgspec

from trials.simulation.judging import convict
from trials.simulation.world import STEPS, World

AGAIN = "python -m trials.simulation --worlds 1 --seed"


class Figures(msgspec.Struct):
    """What was seen."""

    worlds: int = 0
    entries: Counter[str] = msgspec.field(default_factory=Counter)
    conflicts: int = 0
    deaths: int = 0
    convictions: list[str] = msgspec.field(default_factory=list)

    def lines(self) -> list[str]:
        """The summary."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.entries.items()))
        return [
            *self.convictions,
            f"{self.worlds} worlds, {self.entries.total()} entries ({kinds})",
            f"{self.conflicts} appends lost to another node, {self.deaths} nodes killed",
            f"{len(self.convictions)} convictions",
        ]


def simulate(seeds: Iterable[int], steps: int = 0, world: type[World] = World) -> Figures:
    """Play the worlds of these seeds."""
    figures = Figures()
    for seed in seeds:
        figures.worlds += 1
        try:
            played = world(seed)
            played.run(steps or STEPS)
            found = convict(played)
        except Exception:  # whatever fails in it is a finding
            found = [traceback.format_exc()]
        else:
            figures.entries.update(row.kind for _, row in played.disk.order)
            figures.conflicts += sum(node.log.conflicts for node in played.nodes)
            figures.deaths += sum(node.lives - 1 for node in played.nodes)
        figures.convictions += [f"seed {seed} ({AGAIN} {seed}): {each}" for each in found]
    return figures
