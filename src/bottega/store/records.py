"""Records of finished games: who played, and how they ended, to be searched without reading any log.

A :class:`Record` follows from a finished log and says nothing that the log does not: it may be lost, and is made again
(``server/recorder.py``). A game lies once under no name, with the reason of its end, and once under the name of each
person who played, with what came of it for them. The key of these rows is name, whether strangers find the
table, game, number of players, outcome, time, table; so the newest games of one combination are neighbours. A search
names all combinations it wants (a few dozen at most), takes the first few of each, and merges them: it costs the same
with a thousand games and with a million. The next page begins after the last row of this one (keyset pagination).

The statements are the same for SQLite and PostgreSQL but for the names of their tables and the mark of a parameter.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec


class Played(msgspec.Struct, frozen=True):
    """What came of a game for one person; the score only if it was played to its end."""

    name: str
    outcome: str
    score: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A finished game; ``text`` is what is told of it."""

    table: str
    game: str
    players: int
    listed: bool
    outcome: str
    ended: int
    """In milliseconds since 1970."""
    text: str
    people: tuple[Played, ...] = ()


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Which games: any of each; under a name, or under none for all of them."""

    games: tuple[str, ...]
    players: tuple[int, ...]
    outcomes: tuple[str, ...]
    name: str = ""
    listed: tuple[bool, ...] = (True,)
    since: int = 0
    before: tuple[int, str] = (1 << 53, "")
    """Only what ended before, or then at a table that sorts before."""
    most: int = 30


class Found(msgspec.Struct, frozen=True):
    """A game of the archive."""

    ended: int
    table: str
    text: str


class Tally(msgspec.Struct, frozen=True):
    """How many games of one kind there are under a name."""

    game: str
    players: int
    outcome: str
    count: int


class Best(msgspec.Struct, frozen=True):
    """A score that somebody has reached."""

    name: str
    score: int
    ended: int
    table: str


class Statements:
    """What is asked of the archive, for tables whose names begin so and parameters that are marked so."""

    def __init__(self, prefix: str = "", mark: str = "?") -> None:
        self._played, self._records, self._tables = f"{prefix}played", f"{prefix}records", f"{prefix}tables"
        self._mark = mark
        self.keep = self._marked(f"INSERT INTO {self._records} VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        self.file = self._marked(
            f"INSERT INTO {self._played} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING"
        )
        self.file_all = f"INSERT INTO {self._played} VALUES {{rows}} ON CONFLICT DO NOTHING"
        self.drop = self._marked(f"DELETE FROM {self._records} WHERE table_id = ?1")
        self.unfile = self._marked(
            f"DELETE FROM {self._played} WHERE name = ?1 AND listed = ?2 AND game = ?3 AND players = ?4 "
            "AND outcome = ?5 AND ended = ?6 AND table_id = ?7"
        )
        self.tally = self._marked(
            f"SELECT game, players, outcome, count(*) FROM {self._played} WHERE name = ?1 AND listed = 1 "
            "GROUP BY game, players, outcome ORDER BY game, players, outcome"
        )
        self.best = self._marked(
            f"SELECT name, score, ended, table_id FROM {self._played} "
            "WHERE listed = 1 AND score IS NOT NULL AND game = ?1 AND players = ?2 "
            "ORDER BY score DESC, ended, table_id, name LIMIT ?3"
        )
        self.own_best = self._marked(
            f"SELECT name, score, ended, table_id FROM {self._played} "
            "WHERE listed = 1 AND score IS NOT NULL AND game = ?1 AND players = ?2 AND name = ?4 "
            "ORDER BY score DESC, ended, table_id LIMIT ?3"
        )

    def _marked(self, statement: str) -> str:
        return statement.replace("?", self._mark)

    def unrecorded(self, finished: str) -> str:
        """Finished tables without a record, in the order of their ids, after one."""
        return self._marked(
            f"SELECT id FROM {self._tables} WHERE id > ?1 AND {finished} "
            f"AND NOT EXISTS (SELECT 1 FROM {self._records} WHERE table_id = id) ORDER BY id LIMIT ?2"
        )

    def search(self, query: Query) -> tuple[str, list[Any]]:
        """The statement of a query and its parameters."""
        values: list[Any] = []

        def put(value: object) -> str:
            values.append(value)
            return f"?{len(values)}"

        name, most, since = put(query.name), put(query.most), put(query.since)
        before = f"({put(query.before[0])}, {put(query.before[1])})"
        listed = {each: put(int(each)) for each in query.listed}
        games, players = {each: put(each) for each in query.games}, {each: put(each) for each in query.players}
        outcomes = {each: put(each) for each in query.outcomes}
        parts = [
            f"SELECT * FROM (SELECT ended, table_id FROM {self._played} WHERE name = {name} AND listed = {one} "
            f"AND game = {two} AND players = {three} AND outcome = {four} AND (ended, table_id) < {before} "
            f"AND ended >= {since} ORDER BY ended DESC, table_id DESC LIMIT {most}) AS part"
            for one, two, three, four in product(listed.values(), games.values(), players.values(), outcomes.values())
        ]
        found = f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS parts ORDER BY ended DESC, table_id DESC LIMIT {most}"
        return (
            self._marked(
                f"SELECT found.ended, found.table_id, kept.text, kept.link FROM ({found}) AS found "
                f"JOIN {self._records} AS kept ON kept.table_id = found.table_id "
                "ORDER BY found.ended DESC, found.table_id DESC"
            ),
            values,
        )


def rows_of(record: Record) -> list[tuple[Any, ...]]:
    """The rows under which a record is found."""
    whole = (record.game, record.players)
    when = (record.ended, record.table)
    rows: list[tuple[Any, ...]] = [("", int(record.listed), *whole, record.outcome, *when, None)]
    rows += [(each.name, int(record.listed), *whole, each.outcome, *when, each.score) for each in record.people]
    return rows


def matches(record: Record, query: Query) -> bool:
    """Whether a query finds a record: for stores that have no statements."""
    outcomes = [each.outcome for each in record.people if each.name == query.name] if query.name else [record.outcome]
    return (
        any(each in query.outcomes for each in outcomes)
        and record.game in query.games
        and record.players in query.players
        and record.listed in query.listed
        and record.ended >= query.since
        and (record.ended, record.table) < query.before
    )
