"""A log that forgets: for tests, benchmarks and the arena."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bottega.store.chain import links
from bottega.store.log import (
    Charter,
    Claimed,
    Conflict,
    Done,
    Kept,
    News,
    Remark,
    Revocation,
    Row,
    StoreFault,
    Summary,
    Told,
)


class MemoryLog:
    """The contract of :class:`~bottega.store.log.Log` kept in dictionaries."""

    shared = False

    def __init__(self) -> None:
        self._charters: dict[str, Charter] = {}
        self._entries: dict[str, list[Row]] = {}
        self._finished: set[str] = set()
        self._claims: dict[str, str] = {}
        self._passwords: dict[str, str] = {}
        self._revocations: list[Revocation] = []
        self._talk: dict[str, list[Remark]] = {}
        self._closed = False

    def append(
        self,
        table: str,
        entries: Sequence[Row],
        done: Done,
        *,
        charter: Charter | None = None,
        finished: bool = False,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
    ) -> None:
        """Take the entries at once."""
        done(self._append(table, entries, charter, finished, claims, released))

    def _append(
        self,
        table: str,
        entries: Sequence[Row],
        charter: Charter | None,
        finished: bool,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
    ) -> StoreFault | None:
        if self._closed:
            return StoreFault("the log is closed")
        if charter is not None and table in self._charters:
            return Conflict(f"table {table} exists")
        if charter is None and table not in self._charters:
            return StoreFault(f"there is no table {table}")
        row = self._entries.get(table, [])
        used = {entry.cmd_id for entry in row if entry.cmd_id is not None}
        for number, entry in enumerate(entries, len(row) + 1):
            if entry.seq != number or entry.cmd_id in used:
                return Conflict(f"entry {entry.seq} of table {table} is taken")
            if entry.cmd_id is not None:
                used.add(entry.cmd_id)
            if not _is_text(entry.text):
                return StoreFault(f"entry {entry.seq} of table {table} is no text")
        for claim in claims:
            if self._claims.get(claim, table) != table:
                return Claimed(f"another table holds {claim!r}")
        if charter is not None:
            self._charters[table] = charter
        self._entries.setdefault(table, []).extend(entries)
        if claims:
            self._claims.update(dict.fromkeys(claims, table))
        for claim in released:
            if self._claims.get(claim) == table:
                del self._claims[claim]
        if finished:
            self._finished.add(table)
            self._claims = {claim: holder for claim, holder in self._claims.items() if holder != table}
        return None

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Tell at once."""
        then(StoreFault("the log is closed") if self._closed else self._news(known, others))

    def _news(self, known: Mapping[str, int], others: bool) -> News:
        entries = self._entries
        rows = {table: entries[table][seq:] for table, seq in known.items() if len(entries.get(table, ())) > seq}
        new = [table for table in self._charters if table not in known and table not in self._finished]
        return News(rows, [self.read(table) for table in new] if others else [])

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log; KeyError if there is none."""
        return self._charters[table], list(self._entries[table])

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain, made when they are asked for: nothing here changes by itself."""
        charter, rows = self.read(table)
        chain = list(links(charter, rows))
        return Kept(charter, rows, chain, chain[-1] if table in self._finished else None)

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played, oldest first."""
        for charter in sorted(self._charters.values(), key=lambda each: (each.opened, each.id)):
            finished = charter.id in self._finished
            if not (unfinished and finished):
                yield Summary(charter, finished)

    def password(self, name: str) -> str | None:
        """The password hash of an account, None if nobody owns the name."""
        return self._passwords.get(name)

    def accounts(self) -> Iterator[tuple[str, str]]:
        """Every name that belongs to somebody, and the hash of its password."""
        yield from sorted(self._passwords.items())

    def register(self, name: str, password: str, done: Done) -> None:
        """Create an account; Conflict if the name is taken."""
        done(self._register(name, password))

    def _register(self, name: str, password: str) -> StoreFault | None:
        if self._closed:
            return StoreFault("the log is closed")
        if not _is_text(name):
            return StoreFault("the name is no text")
        if name in self._passwords:
            return Conflict(f"the name {name} is taken")
        self._passwords[name] = password
        return None

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Replace an account's password hash; StoreFault if there is none."""
        if self._closed or name not in self._passwords:
            done(StoreFault("the log is closed" if self._closed else f"nobody owns the name {name}"))
            return
        self._passwords[name] = password
        done(None)

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Make secrets void."""
        if not self._closed:
            self._revocations.extend(revocations)
        done(StoreFault("the log is closed") if self._closed else None)

    def revocations(self, since: int = 0) -> tuple[int, list[Revocation]]:
        """What was made void since, oldest first."""
        return len(self._revocations), self._revocations[since:]

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Keep what was said."""
        done(self._say(table, remark))

    def _say(self, table: str, remark: Remark) -> StoreFault | None:
        if self._closed:
            return StoreFault("the log is closed")
        if not _is_text(remark.name + remark.text):
            return StoreFault(f"what was said at table {table} is no text")
        self._talk.setdefault(table, []).append(remark)
        return None

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """What was said since, oldest first."""
        return dict(enumerate(self._talk.get(table, [])[since:], since + 1))

    def probe(self, done: Done) -> None:
        """Nothing can fail here."""
        done(StoreFault("the log is closed") if self._closed else None)

    def close(self) -> None:
        """Refuse further appends."""
        self._closed = True


def _is_text(text: str) -> bool:
    """Whether it could be written to a file: a lone surrogate could not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
