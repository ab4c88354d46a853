"""What is in the database, how it is brought up to date, and every statement that is sent to it.

Only portable SQL: no extensions, no LISTEN/NOTIFY, no rights beyond the tables of one schema. The keys of what grows
begin with a table's id, which is random, so they spread over whatever the rows are divided by.

``bottega_entries`` is only ever added to, and its primary key is the compare in compare-and-set: whoever writes entry
n + 1 has read entry n, which nobody can change, so the only question is whether n + 1 is taken, and the key answers it.
No index on command ids is needed for the same reason: whoever may write n + 1 knows all commands before it.

How a migration stays safe while older nodes are running. Each is one transaction that begins by writing its own number
(a primary key: of two nodes that start at once one waits and then finds it done) and says which version of the program
is the oldest that can still work beside it. A migration only adds (tables, columns with a default, indices); what is
no longer needed is taken away by a later one, whose ``oldest`` shuts out the programs that needed it. A program that
is older than ``oldest`` does not start; one that is running when it appears does not either, because whoever
applies such a migration has to have stopped it, and says so (``docs/cluster.md``).

PostgreSQL's text holds no NUL. So texts are written with ``\\0`` for NUL and ``\\\\`` for a backslash, which leaves
nearly all of them as they are, readable to whoever looks with ``psql``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bottega.store.log import StoreFault


class Migration(msgspec.Struct, frozen=True):
    """One step of the schema: what it does, and the oldest version of the program that can work with it."""

    version: int
    oldest: int
    statements: tuple[str, ...]


_VERSIONS = """
    CREATE TABLE IF NOT EXISTS bottega_schema (version bigint PRIMARY KEY, oldest bigint NOT NULL)
"""

MIGRATIONS = (
    Migration(
        1,
        1,
        (
            """
            CREATE TABLE bottega_tables (
                id text PRIMARY KEY, game text NOT NULL, version bigint NOT NULL, setup text NOT NULL,
                seed bytea NOT NULL, commitment text NOT NULL, opened bigint NOT NULL, link bytea NOT NULL, last bytea
            )
            """,
            "CREATE INDEX bottega_tables_unfinished ON bottega_tables (id) WHERE last IS NULL",
            """
            CREATE TABLE bottega_entries (
                table_id text NOT NULL, seq bigint NOT NULL, cmd_id text, seat bigint NOT NULL, kind text NOT NULL,
                text text NOT NULL, at bigint NOT NULL, link bytea NOT NULL, PRIMARY KEY (table_id, seq)
            )
            """,
            "CREATE TABLE bottega_accounts (name text PRIMARY KEY, password text NOT NULL, link bytea NOT NULL)",
            """
            CREATE TABLE bottega_revocations (
                name text NOT NULL, key text NOT NULL, successor text NOT NULL, number bigint NOT NULL UNIQUE,
                link bytea NOT NULL, PRIMARY KEY (name, key)
            )
            """,
        ),
    ),
    Migration(
        2,
        1,
        (
            """
            CREATE TABLE bottega_talk (
                table_id text NOT NULL, number bigint NOT NULL, name text NOT NULL, text text NOT NULL,
                at bigint NOT NULL, link bytea NOT NULL, PRIMARY KEY (table_id, number)
            )
            """,
        ),
    ),
    Migration(
        3,
        1,
        (
            "CREATE TABLE bottega_claims (claim text PRIMARY KEY, table_id text NOT NULL)",
            "CREATE INDEX bottega_claims_by_table ON bottega_claims (table_id)",
            "CREATE TABLE bottega_board (key text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL)",
        ),
    ),
    Migration(
        4,
        1,
        (
            """
            CREATE TABLE bottega_notes (
                kind text NOT NULL, key text COLLATE "C" NOT NULL, text text NOT NULL, link bytea NOT NULL,
                PRIMARY KEY (kind, key)
            )
            """,
        ),
    ),
    Migration(
        5,
        1,
        (
            """
            CREATE TABLE bottega_sketches (
                table_id text PRIMARY KEY, seq bigint NOT NULL, text text NOT NULL, link bytea NOT NULL
            )
            """,
        ),
    ),
    Migration(
        6,
        1,
        (
            "CREATE TABLE bottega_records (table_id text PRIMARY KEY, text text NOT NULL, link bytea NOT NULL)",
            """
            CREATE TABLE bottega_played (
                name text COLLATE "C" NOT NULL, listed bigint NOT NULL, game text NOT NULL, players bigint NOT NULL,
                outcome text NOT NULL, ended bigint NOT NULL, table_id text COLLATE "C" NOT NULL, score bigint,
                PRIMARY KEY (name, listed, game, players, outcome, ended, table_id)
            )
            """,
            """
            CREATE INDEX bottega_played_best ON bottega_played (game, players, score DESC, ended, table_id, name)
            WHERE listed = 1 AND score IS NOT NULL
            """,
        ),
    ),
    Migration(
        7,
        1,
        (
            """
            CREATE INDEX bottega_sittings ON bottega_entries (text COLLATE "C") WHERE kind IN ('sit', 'ask', 'succeed')
            """,
            "CREATE INDEX bottega_spoken ON bottega_talk (name)",
        ),
    ),
)
SCHEMA_VERSION = MIGRATIONS[-1].version

_ENTRY = "seq, cmd_id, seat, kind, text, at, link"
_CHARTER = "id, game, version, setup, seed, commitment, opened"

_ROWS = "text[], bigint[], text[], bigint[], text[], text[], bigint[], bytea[]"
_OPENED = "text[], text[], bigint[], text[], bytea[], text[], bigint[], bytea[], bytea[]"


def _unnest(types: str, first: int = 1) -> str:
    """Columns given as arrays, as rows."""
    arrays = ", ".join(f"${number}::{each}" for number, each in enumerate(types.split(", "), first))
    return f"SELECT * FROM unnest({arrays})"


WRITE_ENTRIES = f"INSERT INTO bottega_entries {_unnest(_ROWS)}"
"""What nearly every group is: entries of many tables, in one statement that is a transaction by itself."""
WRITE_TABLES = f"""
    WITH opened AS (INSERT INTO bottega_tables {_unnest(_OPENED, 9)}),
    closed AS (
        UPDATE bottega_tables SET last = ended.last FROM (
            SELECT * FROM unnest($18::text[], $19::bytea[])
        ) AS ended (table_id, last) WHERE id = ended.table_id
    ),
    freed AS (DELETE FROM bottega_claims WHERE table_id = ANY($18::text[])),
    claimed AS (INSERT INTO bottega_claims SELECT * FROM unnest($20::text[], $21::text[])),
    released AS (
        DELETE FROM bottega_claims USING unnest($22::text[], $23::text[]) AS given (claim, table_id)
        WHERE bottega_claims.claim = given.claim AND bottega_claims.table_id = given.table_id
    ),
    sketched AS (
        INSERT INTO bottega_sketches SELECT * FROM unnest($24::text[], $25::bigint[], $26::text[], $27::bytea[])
        ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, text = excluded.text, link = excluded.link
    ),
    erased AS (DELETE FROM bottega_sketches WHERE table_id = ANY($28::text[]))
    INSERT INTO bottega_entries {_unnest(_ROWS)}
"""
"""The same where tables are opened or finished too, claims are taken or given back, or sketches are kept."""
READ_CLAIMS = "SELECT claim, table_id FROM bottega_claims WHERE claim = ANY($1::text[])"

READ_TABLE = f"SELECT {_CHARTER}, link, last FROM bottega_tables WHERE id = $1"
READ_LOG = f"SELECT {_ENTRY} FROM bottega_entries WHERE table_id = $1 ORDER BY seq"
READ_TABLES = f"SELECT {_CHARTER}, link, last FROM bottega_tables WHERE id = ANY($1::text[])"
READ_NEWS = f"""
    SELECT table_id, {_ENTRY}
    FROM unnest($1::text[], $2::bigint[]) AS known (id, known_seq)
    JOIN bottega_entries ON table_id = known.id AND seq > known_seq
    ORDER BY table_id, seq
"""
"""What each of many tables has that is not known yet."""
READ_LINKS = """
    SELECT table_id, link FROM unnest($1::text[], $2::bigint[]) AS known (id, known_seq)
    JOIN bottega_entries ON table_id = known.id AND seq = known_seq
"""
"""The link of an entry of each of many tables."""
LIST_OTHERS = "SELECT id FROM bottega_tables WHERE last IS NULL AND NOT id = ANY($1::text[])"
LIST_TABLES = f"SELECT {_CHARTER}, last IS NOT NULL FROM bottega_tables"
LIST_UNFINISHED = f"{LIST_TABLES} WHERE last IS NULL"

READ_SKETCHES = f"""
    SELECT {_CHARTER}, heads.seq, sketches.seq >= coalesce(heads.other, 0), sketches.seq, sketches.text, sketches.link
    FROM bottega_tables LEFT JOIN bottega_sketches AS sketches ON table_id = id
    CROSS JOIN LATERAL (
        SELECT max(seq) AS seq, max(CASE WHEN kind NOT IN ('move', 'skip') THEN seq END) AS other
        FROM bottega_entries WHERE bottega_entries.table_id = id
    ) AS heads
    WHERE last IS NULL ORDER BY opened, id
"""
"""Unfinished tables without their logs; a node of a former version may have written what a sketch does not know."""

READ_ACCOUNT = "SELECT name, password, link FROM bottega_accounts WHERE name = $1"
ENROL = "INSERT INTO bottega_accounts VALUES ($1, $2, $3)"
CHANGE = "UPDATE bottega_accounts SET password = $2, link = $3 WHERE name = $1 RETURNING name"
READ_REVOCATIONS = """
    SELECT number, name, key, successor, link FROM bottega_revocations WHERE number > $1 ORDER BY number
"""
REVOKE = """
    INSERT INTO bottega_revocations (name, key, successor, link, number)
    VALUES ($1, $2, $3, $4, (SELECT coalesce(max(number), 0) + 1 FROM bottega_revocations))
    ON CONFLICT (name, key)
    DO UPDATE SET successor = excluded.successor, link = excluded.link, number = excluded.number
"""
"""The number is the next one when it becomes visible, not when it was asked for: whoever reads on misses none."""
SAY = """
    INSERT INTO bottega_talk
    SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 FROM bottega_talk WHERE table_id = $1
"""
ADD_NOTE = "INSERT INTO bottega_notes VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key"
CHANGE_NOTE = """
    UPDATE bottega_notes SET text = $3, link = $4 WHERE kind = $1 AND key = $2 AND text = $5 RETURNING key
"""
TAKE_NOTE = "DELETE FROM bottega_notes WHERE kind = $1 AND key = $2 AND text = $3 RETURNING key"
READ_NOTES = """
    SELECT kind, key, text, link FROM bottega_notes WHERE kind = $1 AND key >= $2 AND key <= $3 ORDER BY key
"""
READ_TALK = """
    SELECT number, name, text, at, link FROM bottega_talk WHERE table_id = $1 AND number > $2 ORDER BY number
"""
SITTINGS = """
    SELECT DISTINCT table_id FROM bottega_entries
    WHERE kind IN ('sit', 'ask', 'succeed') AND text COLLATE "C" >= $1 AND text COLLATE "C" <= $2
"""
"""Where somebody has sat down by an entry whose text begins so."""
SPOKEN = "SELECT table_id, number, name, text, at, link FROM bottega_talk WHERE name = $1 ORDER BY table_id, number"
SAY_NOTHING = "UPDATE bottega_talk SET name = '', text = '', link = $1 WHERE table_id = $2 AND number = $3"
REWRITE = """
    UPDATE bottega_entries SET text = said.text, cmd_id = said.cmd_id, link = said.link
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bytea[]) AS said (seq, text, cmd_id, link)
    WHERE bottega_entries.table_id = $1 AND bottega_entries.seq = said.seq
"""
CLOSE_AGAIN = "UPDATE bottega_tables SET last = $2 WHERE id = $1"
SET_NOTE = """
    INSERT INTO bottega_notes VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text, link = excluded.link
"""
DROP_NOTE = "DELETE FROM bottega_notes WHERE kind = $1 AND key = $2"
CLOSE_ACCOUNT = "DELETE FROM bottega_accounts WHERE name = $1"
FORGET_VOID = "DELETE FROM bottega_revocations WHERE name = $1"
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
BEAT = f"""
    WITH swept AS (DELETE FROM bottega_board WHERE until < {_NOW} - 3600000 AND key <> $1),
    posted AS (
        INSERT INTO bottega_board VALUES ($1, $2, {_NOW} + $3)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until
    )
    SELECT {_NOW}, key, value FROM (SELECT 1) AS one LEFT JOIN bottega_board ON key LIKE 'node %' AND until > {_NOW}
"""
"""Post a line and read all that count; the time comes with them, also if there are none."""
LEASE = f"""
    INSERT INTO bottega_board VALUES ($1, $2, {_NOW} + $3)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until
    WHERE bottega_board.until <= {_NOW} OR bottega_board.value = excluded.value
    RETURNING key
"""
PROBE = "UPDATE bottega_schema SET oldest = oldest WHERE version = 1"
"""Writes what is there already."""
SURE = "SELECT current_setting('synchronous_commit', true)"
"""Whether a commit waits for the disk; empty where the engine knows no such setting."""

ALL_ACCOUNTS = "SELECT name, password, link FROM bottega_accounts"
ALL_REVOCATIONS = "SELECT name, key, successor, link FROM bottega_revocations"
ALL_TALK = "SELECT table_id, name, text, at, link, number FROM bottega_talk"
ALL_NOTES = "SELECT kind, key, text, link FROM bottega_notes"
STRAYS = """
    SELECT DISTINCT table_id FROM bottega_entries
    WHERE NOT EXISTS (SELECT 1 FROM bottega_tables WHERE id = table_id)
"""


def escaped(text: str) -> str:
    r"""A text as a column can hold it.

    >>> print(escaped("take wbg"), escaped("a\0b\\"))
    take wbg a\0b\\
    """
    if "\\" in text or "\0" in text:
        return text.replace("\\", "\\\\").replace("\0", "\\0")
    return text


def plain(text: str) -> str:
    r"""A text as it was before it was ``escaped``.

    >>> plain(escaped("a\0b\\0")) == "a\0b\\0"
    True
    """
    if "\\" not in text:
        return text
    return "\\".join(part.replace("\\0", "\0") for part in text.split("\\\\"))


async def migrate(connection: Any) -> None:
    """Bring the database up to what this program needs; StoreFault if it is one of a program too new for this one."""
    await connection.execute(_VERSIONS)
    for migration in MIGRATIONS:
        known = await connection.fetch("SELECT version, oldest FROM bottega_schema")
        oldest = max((row["oldest"] for row in known), default=0)
        if oldest > SCHEMA_VERSION:
            raise StoreFault(
                f"the database was brought up by a newer bottega (it takes schema {oldest} at least, this one knows "
                f"{SCHEMA_VERSION}): upgrade bottega, or give another database with --store"
            )
        if migration.version not in {row["version"] for row in known}:
            async with connection.transaction():
                await connection.execute(
                    "INSERT INTO bottega_schema VALUES ($1, $2)", migration.version, migration.oldest
                )
                for statement in migration.statements:
                    await connection.execute(statement)
