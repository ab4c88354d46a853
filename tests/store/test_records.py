"""A search of the archive walks along one key, whatever it asks for; the contract says what it finds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from bottega.store.records import Query, Statements, matches, rows_of
from bottega.store.schema import FINISHED, create
from tests.store.contract import ANY, a_record


@pytest.fixture
def file() -> Iterator[sqlite3.Connection]:
    """An empty file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create(connection)
        yield connection


def _plan(file: sqlite3.Connection, statement: str, count: int) -> list[str]:
    return [str(row[-1]) for row in file.execute(f"EXPLAIN QUERY PLAN {statement}", [0] * count)]


@pytest.mark.parametrize("query", [ANY, replace(ANY, name="Ada", since=5, before=(9, "t")), replace(ANY, players=(2,))])
def test_no_search_reads_more_than_it_tells(file: sqlite3.Connection, query: Query) -> None:
    """Every part of a search is a walk along the key that ends after a page; nothing is scanned or sorted before."""
    statement, values = Statements().search(query)
    plan = _plan(file, statement, len(values))
    walks = [line for line in plan if "SEARCH played" in line]
    assert len(walks) == len(query.games) * len(query.players) * len(query.outcomes)
    assert all(
        "USING PRIMARY KEY (name=? AND listed=? AND game=? AND players=? AND outcome=?" in line for line in walks
    )
    assert not [line for line in plan if "SCAN played" in line or "SCAN kept" in line or "SCAN records" in line]


def test_the_best_are_found_by_their_index(file: sqlite3.Connection) -> None:
    """The hall of a house with a million games reads ten of them for each list."""
    plan = " ".join(_plan(file, Statements().best, 3))
    assert "USING COVERING INDEX best (game=? AND players=?" in plan
    assert "TEMP B-TREE" not in plan


def test_who_has_no_record_is_found_a_few_at_a_time(file: sqlite3.Connection) -> None:
    """Along the keys of both tables."""
    plan = " ".join(_plan(file, Statements().unrecorded(FINISHED), 2))
    assert "SEARCH tables USING PRIMARY KEY (id>?)" in plan
    assert "SEARCH records USING PRIMARY KEY (table_id=?)" in plan


def test_a_game_lies_under_no_name_and_under_everybodys() -> None:
    """With the reason of its end, and with what came of it for each; scores count for people only."""
    rows = rows_of(a_record(1))
    assert [(row[0], row[4], row[-1]) for row in rows] == [
        ("", "played", None),
        ("Ada", "lost", 10),
        ("Bob \0", "won", 11),
    ]
    assert matches(a_record(1), ANY)
    assert not matches(a_record(2), ANY)


def test_the_statements_of_another_store() -> None:
    """They differ by the names of their tables and the mark of a parameter."""
    statement, values = Statements("bottega_", "$").search(ANY)
    assert "bottega_played" in statement
    assert "?" not in statement
    assert f"${len(values)}" in statement
