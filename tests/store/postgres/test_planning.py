"""Groups without a database: who is taken, who has lost, and what is written in which order."""

from __future__ import annotations

import pytest

from bottega.store.chain import links
from bottega.store.log import Conflict, Damaged, Kept, Row, StoreFault
from bottega.store.postgres.planning import Append, Heads
from tests.store.contract import charter, entry


def kept(table: str, *rows: Row) -> Kept:
    """A table as the database would have it."""
    return Kept(charter(table), list(rows), list(links(charter(table), rows)), None)


@pytest.fixture
def heads() -> Heads:
    """Two tables are known, each with one entry of another node."""
    heads = Heads()
    heads.learn(["a", "b"], {table: kept(table, entry(1, cmd_id="x")) for table in ("a", "b")})
    return heads


def job(table: str, *entries: Row, epoch: int = 0, opens: bool = False, finished: bool = False) -> Append:
    """An append whose report nobody hears."""
    return Append(table, entries, lambda fault: None, charter(table) if opens else None, finished, epoch)


def test_rows_are_written_in_one_order(heads: Heads) -> None:
    """By table and number, whatever the order of the jobs: two nodes can never wait for each other in a circle."""
    plan = heads.plan([job("b", entry(2)), job("a", entry(2), entry(3)), job("b", entry(3))])
    assert [row[:2] for row in plan.rows] == [("a", 2), ("a", 3), ("b", 2), ("b", 3)]
    assert len(plan.taken) == 3


def test_a_plan_changes_nothing_until_it_is_done(heads: Heads) -> None:
    """A plan that could not be carried out is made again, with the same outcome."""
    jobs = [job("a", entry(2, cmd_id="y")), job("a", entry(3))]
    assert heads.plan(jobs).rows == heads.plan(jobs).rows
    heads.done(heads.plan(jobs))
    assert heads.known(jobs) == {"a": 3}
    assert [type(fault) for _, fault in heads.plan(jobs).faults] == [Conflict, Conflict]


def test_losing_against_oneself_makes_nothing_void(heads: Heads) -> None:
    """Two appends of one number from this node: one is refused, and what follows the other stands."""
    plan = heads.plan([job("a", entry(2)), job("a", entry(2)), job("a", entry(3))])
    assert [each.entries[0].seq for each in plan.taken] == [2, 3]


def test_losing_to_another_node_makes_void_what_follows(heads: Heads) -> None:
    """All appends of the table count for nothing until their sender has heard of the loss; other tables go on."""
    heads.extend("a", [(entry(2, "faster"), kept("a", entry(1, cmd_id="x"), entry(2, "faster")).links[2])])
    plan = heads.plan([job("a", entry(2)), job("a", entry(3)), job("b", entry(2))])
    assert [each.table for each in plan.taken] == ["b"]
    assert all(isinstance(fault, Conflict) for _, fault in plan.faults)
    epoch = heads.epoch("a")
    assert heads.plan([job("a", entry(3))]).taken == []
    assert len(heads.plan([job("a", entry(3), epoch=epoch)]).taken) == 1


def test_a_command_is_known_from_everywhere(heads: Heads) -> None:
    """One of the log, one of the same group, one of the same append."""
    assert heads.plan([job("a", entry(2, cmd_id="x"))]).taken == []
    assert len(heads.plan([job("a", entry(2, cmd_id="y")), job("a", entry(3, cmd_id="y"))]).taken) == 1
    assert heads.plan([job("a", entry(2, cmd_id="y"), entry(3, cmd_id="y"))]).taken == []


def test_what_cannot_be_kept_fails_alone(heads: Heads) -> None:
    """A lone surrogate is refused, and what comes behind stands in its place."""
    plan = heads.plan([job("a", entry(2, "\ud800")), job("a", entry(2))])
    assert len(plan.taken) == 1
    assert [type(fault) for _, fault in plan.faults] == [StoreFault]


def test_more_seems_to_be_known_elsewhere(heads: Heads) -> None:
    """An append that leaves a gap says that there may be news of its table; one that is too late does not."""
    assert heads.plan([job("a", entry(3))]).behind == {"a"}
    assert heads.plan([job("a", entry(1))]).behind == set()


def test_a_new_table(heads: Heads) -> None:
    """It is opened with its first entry; one that is finished at once has its last link from the start."""
    plan = heads.plan(
        [job("c", entry(1), opens=True), job("c", entry(2)), job("d", entry(1), opens=True, finished=True)]
    )
    assert [(row[0], row[-1] is not None) for row in plan.opened] == [("c", False), ("d", True)]
    assert plan.closed == []
    heads.done(plan)
    assert (heads.knows("c"), heads.knows("d")) == (True, False)
    assert [type(fault) for _, fault in heads.plan([job("c", entry(1), opens=True)]).faults] == [Conflict]


def test_a_table_that_is_not_there_or_damaged(heads: Heads) -> None:
    """Nothing is taken for it, and it is said why; it is looked for again the next time."""
    assert heads.unknown([job("e", entry(2)), job("a", entry(2))]) == ["e"]
    heads.learn(["e"], {})
    assert "there is no table e" in str(heads.plan([job("e", entry(2))]).faults[0][1])
    torn = kept("e", entry(1))
    heads.learn(["e"], {"e": Kept(torn.charter, [entry(1, "other")], torn.links, None)})
    assert isinstance(heads.plan([job("e", entry(2))]).faults[0][1], Damaged)
    assert heads.unknown([job("e", entry(2))]) == ["e"]


def test_news_that_do_not_fit(heads: Heads) -> None:
    """An entry whose link does not follow is believed by nobody: the table is read as a whole."""
    heads.extend("a", [(entry(2), bytes(16))])
    assert not heads.knows("a")
    heads.forget(["b"])
    assert not heads.knows("b")
