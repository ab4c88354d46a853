"""What is read from a SQLite file, whoever asks (the house, a check, a backup) and whatever is wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from bottega.store.chain import alone
from bottega.store.forgetting import first_letters
from bottega.store.log import Charter, Damaged, Kept, Remark, Revocation, Row, Sketched, Spoken, Summary
from bottega.store.schema import (
    CHARTER,
    FINISHED,
    READ_LOG,
    READ_NOTES,
    READ_SKETCHES,
    READ_TABLE,
    READ_TALK,
    SITTINGS,
    SPOKEN,
    is_ours,
)

_LINES = 20
"""How much is said of a damaged file; after that it is as clear as it gets."""


def text(raw: bytes) -> str:
    """A text of the file; bytes that are none become lone surrogates, which no link fits.

    The default would fail, and with one damaged row keep all others from being read.
    """
    return raw.decode(errors="surrogateescape")


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


def read_sketches(connection: sqlite3.Connection) -> list[Sketched]:
    """The tables still being played, oldest first; a sketch that is not what was written is none."""
    arrived = dict(connection.execute("SELECT table_id, max(seq) FROM arrivals GROUP BY table_id").fetchall())
    found = []
    for *charter, filed, seq, sketch, link in connection.execute(READ_SKETCHES).fetchall():
        written = link is not None and _as_written(charter[0], str(seq), sketch, link)
        last = max(filed or 0, arrived.get(charter[0], 0))
        found.append(Sketched(Charter(*charter), last, sketch if written else None))
    return found


def finished_ids(connection: sqlite3.Connection, after: str, most: int) -> list[str]:
    """Ids of finished tables, in their order, after one: so many at a time, however many there are."""
    found = connection.execute(
        f"SELECT id FROM tables WHERE id > ? AND {FINISHED} ORDER BY id LIMIT ?", (after, most)
    ).fetchall()
    return [table for (table,) in found]


def read_password(connection: sqlite3.Connection, name: str) -> str | None:
    """The password hash of an account, None if nobody owns the name; Damaged if it is not what was written."""
    found = connection.execute("SELECT name, password, link FROM accounts WHERE name = ?", (name,)).fetchone()
    if found is None:
        return None
    if not _as_written(*found):
        raise Damaged(f"the account {name!r} is not what was written")
    return str(found[1])


def read_accounts(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """All accounts that are what was written, sorted by their names."""
    rows = connection.execute("SELECT name, password, link FROM accounts").fetchall()
    return sorted((name, password) for name, password, link in rows if _as_written(name, password, link))


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


def read_talk(connection: sqlite3.Connection, table: str, since: int) -> tuple[dict[int, Remark], list[int]]:
    """What was said at a table after that number, and the numbers of what is damaged."""
    remarks, damaged = {}, []
    for number, name, said, at, link in connection.execute(READ_TALK, (table, since)).fetchall():
        if not _as_written(table, name, said, str(at), link):
            damaged.append(number)
        elif name:  # else it was forgotten
            remarks[number] = Remark(name, said, at)
    return remarks, damaged


def read_spoken(connection: sqlite3.Connection, name: str) -> list[Spoken]:
    """What was said under a name; what is damaged is left out."""
    return [
        Spoken(table, number, Remark(name, said, at))
        for table, number, _, said, at, link in connection.execute(SPOKEN, (name,)).fetchall()
        if _as_written(table, name, said, str(at), link)
    ]


def read_sittings(connection: sqlite3.Connection, name: str) -> list[str]:
    """The tables at which somebody has sat down under a name."""
    begun = first_letters(name)
    return sorted(table for (table,) in connection.execute(SITTINGS, (begun, begun + LAST_CHARACTER)).fetchall())


LAST_CHARACTER = "\U0010ffff"
"""No text of ours begins with more than a prefix and this."""


def read_notes(connection: sqlite3.Connection, kind: str, first: str, last: str) -> tuple[dict[str, str], list[str]]:
    """The notes of a kind from one key to another, sorted by their keys, and the keys of those that are damaged."""
    rows = connection.execute(READ_NOTES, (kind, first, last)).fetchall()
    written = {str(row[1]): str(row[2]) for row in rows if _as_written(*row)}
    return written, [str(row[1]) for row in rows if not _as_written(*row)]


def damaged_notes(connection: sqlite3.Connection) -> Iterator[str]:
    """A sentence for every note that is not what was written."""
    for row in connection.execute("SELECT kind, key, text, link FROM notes"):
        if not _as_written(*row):
            yield f"the note {row[0]!r} {row[1]!r} is not what was written"


def _as_written(*values: object) -> bool:
    """Whether the last of the values is the link of the others."""
    *texts, link = values
    try:
        return all(isinstance(each, str) for each in texts) and alone(*map(str, texts)) == link
    except ValueError:  # no text
        return False


def damaged_names(connection: sqlite3.Connection) -> Iterator[str]:
    """A sentence for every account, and everything made void, that is not what was written."""
    for row in connection.execute("SELECT name, password, link FROM accounts"):
        if not _as_written(*row):
            yield f"the account {row[0]!r} is not what was written"
    for row in connection.execute("SELECT name, key, successor, link FROM revocations"):
        if not _as_written(*row):
            yield f"what was made void of {row[0]!r} is not what was written"


def damaged_talk(connection: sqlite3.Connection) -> Iterator[str]:
    """A sentence for everything said that is not what was written."""
    for table, number, name, said, at, link in connection.execute("SELECT * FROM talk"):
        if not _as_written(table, name, said, str(at), link):
            yield f"what was said at table {table!r}, number {number}, is not what was written"


def strays(connection: sqlite3.Connection) -> Iterator[str]:
    """A sentence for every table of which there are entries but no charter.

    The last entry of a table would be missed by nobody if it were filed under another id.
    """
    for table in connection.execute(_STRAYS).fetchall():
        yield f"there are entries of a table {table[0]!r} that is not there"


_STRAYS = """
    WITH RECURSIVE filed(id) AS (
        SELECT min(table_id) FROM entries
        UNION ALL SELECT (SELECT min(table_id) FROM entries WHERE table_id > id) FROM filed WHERE id IS NOT NULL
    )
    SELECT id FROM (SELECT id FROM filed WHERE id IS NOT NULL UNION SELECT table_id FROM arrivals)
    WHERE id NOT IN (SELECT id FROM tables)
"""
"""It leaps from table to table in the index: far fewer steps than there are entries."""


def structure(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the pages, the index and the layout of the file; it is read from beginning to end."""
    try:
        wrong = [" ".join(str(line).split()) for (line,) in connection.execute(f"PRAGMA integrity_check({_LINES})")]
        if wrong == ["ok"]:
            wrong = [] if is_ours(connection) else ["its layout is not that of a bottega database"]
    except sqlite3.Error as error:
        wrong = [str(error)]
    return wrong
