"""What is read from a SQLite file, whoever asks: the house, a check, a backup."""

from __future__ import annotations

import sqlite3

from bottega.store.chain import alone
from bottega.store.log import Charter, Damaged, Kept, Revocation, Row, Summary
from bottega.store.schema import CHARTER, FINISHED, READ_LOG, READ_TABLE


def read_kept(connection: sqlite3.Connection, table: str) -> Kept:
    """A table as the file has it; KeyError if it has none.

    The charter is read first: a table that is finished then gets no more entries, so none of them is missed.
    """
    found = connection.execute(READ_TABLE, (table,)).fetchone()
    if found is None:
        raise KeyError(table)
    *charter, link, last = found
    rows = connection.execute(READ_LOG, (table,)).fetchall()
    return Kept(Charter(*charter), [Row(*row[:-1]) for row in rows], [link, *(row[-1] for row in rows)], last)


def read_tables(connection: sqlite3.Connection, *, unfinished: bool = False) -> list[Summary]:
    """All tables, or those still being played, oldest first."""
    where = f"WHERE NOT {FINISHED}" if unfinished else ""
    rows = connection.execute(f"SELECT {CHARTER}, {FINISHED} FROM tables {where} ORDER BY opened, id").fetchall()
    return [Summary(Charter(*row[:-1]), bool(row[-1])) for row in rows]


def read_password(connection: sqlite3.Connection, name: str) -> str | None:
    """The password hash of an account, None if nobody owns the name; Damaged if it is not what was written."""
    found = connection.execute("SELECT name, password, link FROM accounts WHERE name = ?", (name,)).fetchone()
    if found is None:
        return None
    if not _as_written(*found):
        raise Damaged(f"the account {name!r} is not what was written")
    return str(found[1])


def read_revocations(connection: sqlite3.Connection, since: int) -> tuple[int, list[Revocation], list[str]]:
    """What was made void after that number, oldest first; the last number; and the names of those that are damaged.

    A damaged one counts all the same: what it was about is void, and nothing takes its place.
    """
    news, damaged = [], []
    for number, *values, link in connection.execute(
        "SELECT number, name, key, successor, link FROM revocations WHERE number > ? ORDER BY number", (since,)
    ).fetchall():
        since, (name, key, successor) = number, map(str, values)
        if not _as_written(*values, link):
            damaged.append(name)
            successor = ""
        news.append(Revocation(name, key, successor))
    return since, news, damaged


def _as_written(*values: object) -> bool:
    """Whether the last of the values is the link of the others."""
    *texts, link = values
    return all(isinstance(text, str) for text in texts) and alone(*map(str, texts)) == link
