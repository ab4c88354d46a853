"""Stages that are nodes of one house: one disk, one board, and a bus that carries what they tell each other."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from bottega.store.memory import MemoryLog
from bottega.table.neighbours import Neighbours
from tests.wire.stage import Stage
from trials.simulation.boards import NodeBoard, NodeBus, SharedBoard
from trials.simulation.logs import NodeLog

S = TypeVar("S", bound=Stage)


class Neighbourhood(Generic[S]):
    """So many stages of a kind; their time passes together."""

    def __init__(self, kind: type[S], count: int = 2) -> None:
        disk, company = MemoryLog(), list[NodeBus]()
        self.stages = [kind(log=cast(MemoryLog, NodeLog(disk, instant=True))) for _ in range(count)]
        board = SharedBoard(self.stages[0].now)
        self.boards = [NodeBoard(board, instant=True) for _ in self.stages]
        self.buses = [NodeBus(company) for _ in self.stages]
        for number, (stage, own, bus) in enumerate(zip(self.stages, self.boards, self.buses, strict=True)):
            Neighbours(stage.house, own, bus, f"n{number}")
        self.after(1)

    def after(self, seconds: float) -> None:
        """Time passes on all nodes, and what they tell each other arrives."""
        for _ in range(round(seconds * 2)):
            for stage in self.stages:
                stage.wait(0.5)
                stage.house.tick()
            self.carry()

    def carry(self) -> None:
        """The bus brings everything."""
        for bus in self.buses:
            messages, bus.inbox[:] = list(bus.inbox), []
            bus.deliver(messages)
