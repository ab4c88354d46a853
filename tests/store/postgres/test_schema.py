"""The schema: brought up once, by however many nodes at once, safe beside an older program, closed to one too old."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottega.store.log import StoreFault
from bottega.store.postgres import PostgresLog, schema
from bottega.store.postgres.schema import MIGRATIONS, SCHEMA_VERSION, Migration, escaped, plain
from tests.store.contract import append, charter, entry
from tests.store.postgres.server import PostgresServer


@given(st.text(st.sampled_from("\0\\0ab'")))
def test_every_text_survives(text: str) -> None:
    """Backslashes and NULs come back as they were, and no NUL is written."""
    assert plain(escaped(text)) == text
    assert "\0" not in escaped(text)


def test_numbers_of_migrations() -> None:
    """They follow each other, and none shuts out the program that it comes with."""
    assert [each.version for each in MIGRATIONS] == list(range(1, SCHEMA_VERSION + 1))
    assert all(each.oldest <= each.version for each in MIGRATIONS)


def test_nodes_that_start_at_once(url: str) -> None:
    """One of them brings the empty database up, and all of them open it."""
    with ThreadPoolExecutor(4) as pool:
        logs = list(pool.map(lambda _: PostgresLog(url), range(4)))
    for log in logs:
        log.close()


def test_an_older_node_works_on(url: str, server: PostgresServer, database: str) -> None:
    """A migration that only adds leaves a program as it was that does not know it, running or started later."""
    with closing(PostgresLog(url)) as log:
        assert append(log, "t1", entry(1), opening=charter()) is None
        server.run("ALTER TABLE bottega_entries ADD COLUMN later bigint DEFAULT 0", database=database)
        server.run("INSERT INTO bottega_schema VALUES (99, 1)", database=database)
        assert append(log, "t1", entry(2)) is None
        with closing(PostgresLog(url)) as younger:
            assert younger.read("t1") == log.read("t1")


def test_a_program_that_is_too_old(url: str, server: PostgresServer, database: str) -> None:
    """A database that takes a newer program is refused with a sentence, and left alone."""
    PostgresLog(url).close()
    server.run("INSERT INTO bottega_schema VALUES (99, 99)", database=database)
    with pytest.raises(StoreFault, match="upgrade bottega"):
        PostgresLog(url)


def test_a_later_migration(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer program adds what it needs while the older one is running, once, and both go on."""
    with closing(PostgresLog(url)) as old:
        assert append(old, "t1", entry(1), opening=charter()) is None
        step = Migration(SCHEMA_VERSION + 1, 1, ("CREATE TABLE bottega_more (id text PRIMARY KEY)",))
        monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, step))
        monkeypatch.setattr(schema, "SCHEMA_VERSION", step.version)
        for seq in (2, 4):
            with closing(PostgresLog(url)) as new:
                assert append(new, "t1", entry(seq)) is None
                assert append(old, "t1", entry(seq + 1)) is None
