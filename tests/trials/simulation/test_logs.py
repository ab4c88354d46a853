"""The log of the simulation keeps what a store with several writers must keep."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bottega.store.log import Conflict, InDoubt, Log, News, StoreFault
from bottega.store.memory import MemoryLog
from tests.store.contract import Reports, SharedLogContract, append, charter, entry
from trials.simulation.logs import NodeLog


class TestNodeLog(SharedLogContract):
    """The contract, for nodes that share a disk in memory and are told at once."""

    @pytest.fixture
    def make(self) -> Callable[[], Log]:
        """Another node on the same disk."""
        disk = MemoryLog()
        return lambda: NodeLog(disk, instant=True)

    def test_what_is_queued_behind_a_lost_append_fails_with_it(self, opened: Log, other: Log) -> None:
        """Until the loss is reported, whatever follows it is void too."""
        assert isinstance(opened, NodeLog)
        opened.instant = False
        assert append(other, "t1", entry(3, "faster")) is None
        reports = Reports()
        for seq in (3, 4):
            opened.append("t1", [entry(seq, "behind")], reports.of(str(seq)))
        opened.settle()
        assert all(isinstance(fault, Conflict) for _, fault in reports.wait(2))
        opened.append("t1", [entry(4)], reports.of("4"))
        opened.settle()
        assert reports.wait(3)[2] == ("4", None)

    def test_a_lost_append_takes_no_other_table_with_it(self, opened: Log, other: Log) -> None:
        """Where things take their time too: what is appended to other tables stands."""
        assert isinstance(opened, NodeLog)
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        opened.instant = False
        assert append(other, "t1", entry(3, "faster")) is None
        reports = Reports()
        for table, seq in (("t2", 2), ("t1", 3), ("t1", 4), ("t2", 3)):
            opened.append(table, [entry(seq)], reports.of(f"{table} {seq}"))
        opened.settle()
        assert {what for what, fault in reports.wait(4) if fault is not None} == {"t1 3", "t1 4"}

    def test_a_claim_is_held_on_every_node(self, opened: Log, other: Log) -> None:
        """Where things take their time too: what is behind a claim that was refused is void."""
        assert isinstance(opened, NodeLog)
        opened.instant = False
        assert append(other, "t2", entry(1), opening=charter("t2"), claims=["a"]) is None
        reports = Reports()
        opened.append("t1", [entry(3)], reports.of("claimed"), claims=["a"])
        opened.append("t1", [entry(4)], reports.of("behind"))
        opened.settle()
        assert [type(fault).__name__ for _, fault in reports.wait(2)] == ["Claimed", "Conflict"]


def test_nothing_is_known_of_what_was_cut_off() -> None:
    """What was on its way is in doubt, committed or not; whoever asks is told that there is nobody."""
    disk = MemoryLog()
    node = NodeLog(disk)
    reports, told = Reports(), list[News | StoreFault]()
    node.append("t1", [entry(1)], reports.of("there"), charter=charter())
    node.commit()
    node.append("t1", [entry(2)], reports.of("not there"))
    node.news({"t1": 0}, told.append)
    node.cut()
    assert all(isinstance(fault, InDoubt) for _, fault in reports.wait(2))
    assert isinstance(told[0], StoreFault)
    assert len(disk.read("t1")[1]) == 1
    assert isinstance(append(node, "t1", entry(2)), StoreFault)
    with pytest.raises(StoreFault):
        node.read("t1")
