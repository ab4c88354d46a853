"""The board in the database: lines that run out, leases that one node has, and one time for all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import Any

import pytest

from bottega.store.log import StoreFault
from bottega.store.postgres import PostgresLog
from bottega.store.postgres.board import PostgresBoard
from bottega.table.neighbours import Beaten
from tests.server.harness import TIMEOUT
from tests.store.postgres.proxy import network
from tests.store.postgres.server import PostgresServer


@pytest.fixture
def boards(url: str) -> Iterator[list[PostgresBoard]]:
    """The board, as two nodes have it."""
    with ExitStack() as stack:
        yield [PostgresBoard(stack.enter_context(closing(PostgresLog(url)))) for _ in range(2)]


def ask(begin: Callable[..., None], *values: Any) -> Any:
    """Ask something and wait for the answer."""
    told: SimpleQueue[Any] = SimpleQueue()
    begin(*values, told.put)
    return told.get(timeout=TIMEOUT)


def test_lines_are_read_by_all(boards: list[PostgresBoard]) -> None:
    """Whatever a node posts others read as it is, with the database's time; the newest counts."""
    one, two = boards
    text = '{"a":"\\\\ \\u0000 żółć"}'
    first = ask(one.beat, "n1", "old", 60.0)
    assert isinstance(first, Beaten)
    ask(one.beat, "n1", text, 60.0)
    found = ask(two.beat, "n2", "", 60.0)
    assert found.lines["n1"] == text
    assert found.date >= first.date > 1_500_000_000


def test_a_line_runs_out(boards: list[PostgresBoard]) -> None:
    """It is read no longer when its time is over, whether its node said so or not."""
    one, two = boards
    ask(one.beat, "n1", "here", 0.0)
    assert "n1" not in ask(two.beat, "n2", "", 60.0).lines
    ask(one.beat, "n1", "here", 0.3)
    until = time.monotonic() + TIMEOUT
    while "n1" in ask(two.beat, "n2", "", 60.0).lines:
        assert time.monotonic() < until


def test_one_has_a_lease(boards: list[PostgresBoard]) -> None:
    """Until it has run out or is given back nobody else has it; whoever has it may have it again."""
    one, two = boards
    assert ask(one.lease, "bots t1", "n1", 600.0)
    assert ask(one.lease, "bots t1", "n1", 600.0)
    assert not ask(two.lease, "bots t1", "n2", 600.0)
    assert ask(two.lease, "bots t2", "n2", 600.0)
    ask(one.lease, "bots t1", "n1", 0.0)
    assert ask(two.lease, "bots t1", "n2", 600.0)
    assert ask(two.beat, "n2", "", 60.0).lines.keys() <= {"n1", "n2"}, "a lease is no line"


def test_a_database_that_cannot_be_reached(server: PostgresServer, database: str) -> None:
    """A beat says so; a lease is granted: the work may be done twice, but not never."""
    with ExitStack() as stack:
        wires = stack.enter_context(network(server.port))
        log = stack.enter_context(closing(PostgresLog(f"postgresql://bottega@127.0.0.1:{wires.port}/{database}")))
        board = PostgresBoard(log)
        assert isinstance(ask(board.beat, "n1", "", 60.0), Beaten)
        wires.reachable = False
        wires.cut()
        assert isinstance(ask(board.beat, "n1", "", 60.0), StoreFault)
        assert ask(board.lease, "bots", "n1", 60.0)
        wires.reachable = True
        until = time.monotonic() + TIMEOUT
        while isinstance(ask(board.beat, "n1", "", 60.0), StoreFault):
            assert time.monotonic() < until
