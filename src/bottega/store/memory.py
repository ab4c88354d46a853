"""A log that forgets: for tests, benchmarks and the arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bottega.store.chain import links
from bottega.store.forgetting import first_letters, gone, history, rewritten
from bottega.store.log import (
    REWRITTEN,
    Charter,
    Claimed,
    Conflict,
    Done,
    Kept,
    News,
    Oblivion,
    Remark,
    Revocation,
    Row,
    Sketch,
    Sketched,
    Spoken,
    StoreFault,
    Summary,
    Told,
)
from bottega.store.records import Best, Found, Query, Record, Tally, matches, rows_of


class MemoryLog:
    """The contract of :class:`~bottega.store.log.Log` kept in dictionaries."""

    shared = False

    def __init__(self) -> None:
        self._charters: dict[str, Charter] = {}
        self._entries: dict[str, list[Row]] = {}
        self._finished: set[str] = set()
        self._claims: dict[str, str] = {}
        self._sketches: dict[str, Sketch] = {}
        self._passwords: dict[str, str] = {}
        self._revocations: list[Revocation | None] = []
        """By their numbers; none where one was forgotten."""
        self._talk: dict[str, list[Remark]] = {}
        self._notes: dict[tuple[str, str], str] = {}
        self._records: dict[str, Record] = {}
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
        sketch: Sketch | None = None,
    ) -> None:
        """Take the entries at once."""
        done(self._append(table, entries, charter, finished, claims, released, sketch))

    def _append(
        self,
        table: str,
        entries: Sequence[Row],
        charter: Charter | None,
        finished: bool,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
        sketch: Sketch | None = None,
    ) -> StoreFault | None:
        if self._closed:
            return StoreFault("the log is closed")
        if charter is not None and table in self._charters:
            return Conflict(f"table {table} exists")
        if charter is None and table not in self._charters:
            return StoreFault(f"there is no table {table}")
        row = self._entries.get(table, [])
        named = any(entry.cmd_id is not None for entry in entries)
        used = {entry.cmd_id for entry in row if entry.cmd_id is not None} if named else set()
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
        if sketch is not None and not finished:
            self._sketches[table] = sketch
        elif finished or claims or released or len(entries) != 1:
            self._sketches.pop(table, None)
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

    def sketches(self) -> Iterator[Sketched]:
        """The tables still being played, oldest first, without their logs."""
        for summary in self.tables(unfinished=True):
            table = summary.charter.id
            sketch = self._sketches.get(table)
            yield Sketched(summary.charter, len(self._entries[table]), None if sketch is None else sketch.text)

    def record(self, record: Record, done: Done) -> None:
        """Put a finished game into the archive."""
        if not self._closed:
            self._records.setdefault(record.table, record)
        done(StoreFault("the log is closed") if self._closed else None)

    def unrecorded(self, after: str, most: int) -> list[str]:
        """Finished tables that are not in the archive."""
        return sorted(table for table in self._finished - self._records.keys() if table > after)[:most]

    def search(self, query: Query) -> list[Found]:
        """The newest games that a query is about."""
        found = [Found(each.ended, each.table, each.text) for each in self._records.values() if matches(each, query)]
        return sorted(found, key=lambda each: (each.ended, each.table), reverse=True)[: query.most]

    def tally(self, name: str) -> list[Tally]:
        """How many games of each kind there are."""
        rows = [row for record in self._records.values() for row in rows_of(record) if row[0] == name and row[1]]
        counts = Counter((row[2], row[3], row[4]) for row in rows)
        return [Tally(*kind, count) for kind, count in sorted(counts.items())]

    def best(self, game: str, players: int, most: int, name: str = "") -> list[Best]:
        """The best scores."""
        rows = [row for record in self._records.values() for row in rows_of(record) if row[1] and row[-1] is not None]
        found = [
            Best(row[0], row[7], row[5], row[6])
            for row in rows
            if row[2:4] == (game, players) and row[0] == (name or row[0])
        ]
        return sorted(found, key=lambda each: (-each.score, each.ended, each.table, each.name))[:most]

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
        return len(self._revocations), [each for each in self._revocations[since:] if each is not None]

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
        lines = enumerate(self._talk.get(table, [])[since:], since + 1)
        return {number: remark for number, remark in lines if remark.name}

    def said_by(self, name: str) -> list[Spoken]:
        """What was said under a name."""
        lines = [(table, number, each) for table in sorted(self._talk) for number, each in self.talk(table).items()]
        return [Spoken(*line) for line in lines if line[2].name == name]

    def sittings(self, name: str) -> list[str]:
        """The tables at which somebody has sat down under a name."""
        begun = first_letters(name) if _is_text(name) else "nobody is called so"
        return sorted(
            table
            for table, rows in self._entries.items()
            if any(row.kind in ("sit", "ask", "succeed") and row.text.startswith(begun) for row in rows)
        )

    def forget(self, oblivion: Oblivion, done: Done) -> None:
        """Take a name out of everything."""
        try:
            self._forget(oblivion)
        except StoreFault as fault:
            done(fault)
        else:
            done(None)

    def _forget(self, oblivion: Oblivion) -> None:
        if self._closed:
            raise StoreFault("the log is closed")
        name = oblivion.name
        if any(claim in self._claims for claim in oblivion.unheld):
            raise Conflict(f"{name} holds a seat")
        for table in oblivion.texts:
            if table not in self._charters:
                raise StoreFault(f"there is no table {table}")
        tables = {table: (self.kept(table), texts) for table, texts in oblivion.texts.items()}
        changed = {table: (kept, rewritten(kept, texts, name)) for table, (kept, texts) in tables.items()}
        for table, (kept, after) in changed.items():
            if after is not None:
                self._entries[table] = after.rows
                former = self._notes.get((REWRITTEN, table))
                self._notes[REWRITTEN, table] = history(former, kept.links[-1], oblivion.at)
        self._records.update({new.table: new for _, new in oblivion.records})
        for line in oblivion.lines:
            self._talk[line.table][line.number - 1] = Remark("", "", line.remark.at)
        self._passwords.pop(name, None)
        self._revocations = [None if each is None or each.name == name else each for each in self._revocations]
        told = gone(name)
        self._revocations = [None if each == told else each for each in self._revocations]
        self._revocations.append(told)
        for note in oblivion.notes:
            self._notes.pop(note, None)

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Replace the text of a note."""
        done(self._write_note(kind, key, former, text))

    def _write_note(self, kind: str, key: str, former: str | None, text: str | None) -> StoreFault | None:
        if self._closed:
            return StoreFault("the log is closed")
        if not _is_text(key + (text or "")):
            return StoreFault(f"the note {kind} is no text")
        if self._notes.get((kind, key)) != former:
            return Conflict(f"the note {kind} {key} was changed")
        if text is None:
            self._notes.pop((kind, key), None)
        else:
            self._notes[kind, key] = text
        return None

    def note(self, kind: str, key: str) -> str | None:
        """The text of a note."""
        return self._notes.get((kind, key))

    def notes(self, kind: str, prefix: str = "") -> dict[str, str]:
        """The texts of all notes of a kind whose key begins so."""
        return {
            key: self._notes[each, key] for each, key in sorted(self._notes) if each == kind and key.startswith(prefix)
        }

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
