"""What is read from a SQLite file, whoever asks: the house, a check, a backup."""

from __future__ import annotations

import sqlite3

from bottega.store.chain import alone
from bottega.store.log import Charter, Damaged, Kept, Row, Summary
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


def _as_written(name: object, password: object, link: object) -> bool:
    return isinstance(name, str) and isinstance(password, str) and alone(name, password) == link
