"""Everything that is kept about a name: told to whoever proves it, and forgotten if they want that.

A name may have been several people's, one after the other. What is told and forgotten is what the person who asks can
prove to be theirs (:data:`Mine`): seats by their keys or their account, what was said at the tables where these are,
and, for a name that is kept by an account, what was said elsewhere. What a guest said while watching is proven by
nothing: it is only counted. Whoever runs the house may take all of it.

What must stay true:

1. Of a running game nobody is told more than their seat may know, and no log holds a seed that is still secret.
2. Nothing is forgotten by halves: where a log cannot be changed yet (the game is not over), nothing is.
3. Others' games stay whole: the same entries, moves and results, with a placeholder where the name was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import ARCHIVE_PAGE, EXPORT_GAMES
from bottega.store.chain import checked
from bottega.store.exported import write_archive
from bottega.store.log import PERSONAL_NOTES, Charter, Damaged, Log, Oblivion, Row, Spoken
from bottega.store.records import Record
from bottega.table.accounts import NO_PASSWORD
from bottega.table.entries import NAMING, Asking, DamagedLog
from bottega.table.names import somebody
from bottega.table.passkeys import KIND as PASSKEY
from bottega.table.position import Seat, fold
from bottega.table.ways import KIND as WAYS
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import Belongings, KeptGame, OwnLine, OwnNote, PastGame, PastGames
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.records import cursor_of, ended_before, query_of, read_game, record_of
from bottega.wire.house.words import snapshot

Mine = Callable[[str, Seat], bool]
"""Whether a seat of a game is that of the person who asks."""


class Proof(msgspec.Struct, frozen=True):
    """What somebody can prove: which seats are theirs, the key of their token, and whether the name, which is kept."""

    mine: Mine
    key: str = ""
    named: bool = False
    runs_the_house: bool = False

    def notes(self, log: Log, name: str) -> list[tuple[str, str, str]]:
        """The notes that are theirs: kind, key and text. Some of them belong to a token (``table/ways.py``)."""
        found = [(kind, key, text) for kind in PERSONAL_NOTES for key, text in log.notes(kind, f"{name}\t").items()]
        found += [(kind, name, text) for kind in PERSONAL_NOTES if (text := log.note(kind, name)) is not None]
        return [note for note in found if self._theirs(note[0], note[1].partition("\t")[2])]

    def _theirs(self, kind: str, rest: str) -> bool:
        if self.runs_the_house or (self.named and kind != WAYS):
            return True
        return rest == self.key or (self.named and not rest)


EVERYTHING = Proof(lambda game, seat: True, named=True, runs_the_house=True)
"""For whoever runs the house."""

_read_sitting = msgspec.json.Decoder(Asking).decode
"""Of any entry that names somebody."""


class _Found(msgspec.Struct, frozen=True):
    """A table at which somebody of the name has sat down."""

    charter: Charter
    rows: list[Row]
    finished: bool
    own: dict[int, Asking]
    """The entries by which the person who asks sat down, or wanted to."""


def _look(log: Log, table: str, name: str, mine: Mine) -> _Found:
    """A table, and which entries are those of the person who asks; Damaged if it cannot be read."""
    kept = log.kept(table)
    charter, rows = checked(kept)
    sittings = {row.seq: _read_sitting(row.text) for row in rows if row.kind in NAMING}
    own = {
        seq: sitting
        for seq, sitting in sittings.items()
        if sitting.name == name
        and not sitting.bot
        and mine(charter.game, Seat(name, sitting.key, account=sitting.account))
    }
    return _Found(charter, rows, kept.last is not None, own)


# -- what is told ---------------------------------------------------------------------------------------------------


def part(log: Log, name: str, proof: Proof, after: str) -> Belongings:
    """What is kept about somebody, from the games after a table on; the first part has all that is no game."""
    tables = log.sittings(name)
    spoken: dict[str, list[Spoken]] = {}
    for line in log.said_by(name):
        spoken.setdefault(line.table, []).append(line)
    games: list[KeptGame] = []
    left, last = 0, None
    for table in tables:
        if table <= after:
            continue
        if len(games) >= EXPORT_GAMES:
            break
        last = table
        try:
            found = _look(log, table, name, proof.mine)
        except (Damaged, KeyError, ValueError):
            left += 1
            continue
        if found.own:
            games.append(_own_game(found, name, spoken.get(table, ())))
        else:
            left += 1
    watched = [line for table, lines in spoken.items() if table not in tables for line in lines]
    after_that = last if last is not None and last != tables[-1] else None
    if after:
        return Belongings(name=name, games=tuple(games), left=left, after=after_that)
    notes = proof.notes(log, name)
    talk = watched if proof.named else []
    return Belongings(
        name=name,
        password=log.password(name) not in (None, NO_PASSWORD),
        passkeys=tuple(key.partition("\t")[2] for kind, key, _ in notes if kind == PASSKEY),
        notes=tuple(OwnNote(*note) for note in notes if note[0] != PASSKEY),
        talk=tuple(map(_own_line, talk)),
        games=tuple(games),
        left=left if proof.named else left + _tables_of(watched),
        after=after_that,
    )


def _tables_of(lines: list[Spoken]) -> int:
    """At how many tables something was said."""
    return len({line.table for line in lines})


def _own_line(line: Spoken) -> OwnLine:
    return OwnLine(line.table, line.number, line.remark.text, line.remark.at)


def _own_game(found: _Found, name: str, said: list[Spoken] | tuple[()]) -> KeptGame:
    charter = found.charter
    talk = tuple(map(_own_line, said))
    game = cast(GameName, charter.game)
    if found.finished:
        lines: list[str] = []
        write_archive(charter, found.rows, lines.append)
        return KeptGame(charter.id, game, "".join(lines), None, talk)
    try:
        position = fold(charter, found.rows)
    except DamagedLog:  # of rules that this program does not know
        return KeptGame(charter.id, game, "", None, talk)
    seat = position.seat_of(name)
    return KeptGame(charter.id, game, "", None if seat is None else snapshot(position, seat), talk)


def parts(log: Log, name: str, proof: Proof) -> Iterator[Belongings]:
    """All of it, a part at a time."""
    after: str | None = ""
    while after is not None:
        told = part(log, name, proof, after)
        yield told
        after = told.after


def past_games(log: Log, name: str, mine: Mine, after: str) -> PastGames:
    """The finished games of a person at private tables, a page of them; games of others under the name are left out.

    ValueError if there is no such page.
    """
    query = msgspec.structs.replace(query_of(name), listed=(False,), most=ARCHIVE_PAGE + 1)
    if after:
        query = msgspec.structs.replace(query, before=ended_before(after))
    found = log.search(query)
    page, more = found[:ARCHIVE_PAGE], len(found) > ARCHIVE_PAGE
    games = [read_game(each.text) for each in page]
    return PastGames(
        games=tuple(game for game in games if _sat(log, game, name, mine)), after=cursor_of(page[-1]) if more else None
    )


def _sat(log: Log, game: PastGame, name: str, mine: Mine) -> bool:
    """Whether somebody sat at a table; nobody did who cannot prove it because the log is damaged."""
    try:
        return bool(_look(log, game.table, name, mine).own)
    except (Damaged, KeyError, ValueError):
        return False


# -- what is forgotten ----------------------------------------------------------------------------------------------


class Farewell(msgspec.Struct, frozen=True):
    """What would be forgotten, and how many tables of the name would stay as they are: they are not provably theirs, or
    are damaged.
    """

    oblivion: Oblivion
    left: int


def farewell(log: Log, name: str, proof: Proof, at: int) -> Farewell | Refusal:
    """How to forget a person, or why not: games that are not over."""
    texts: dict[str, dict[int, str]] = {}
    records: list[tuple[Record, Record]] = []
    own, running = set[str](), list[str]()
    tables = log.sittings(name)
    left = 0
    for table in tables:
        try:
            found = _look(log, table, name, proof.mine)
            if not found.own:
                left += 1
            elif not found.finished:
                running.append(table)
            else:
                called, texts[table] = _placeholders(found)
                records += _records(found, called)
                own.add(table)
        except (Damaged, KeyError, ValueError):
            left += 1
    if running:
        return PHRASES.refusal("not-over", tables=tuple(running))
    said = log.said_by(name)
    lines, watched = [each for each in said if each.table in own], [each for each in said if each.table not in tables]
    if proof.named:
        lines += watched
    else:
        left += _tables_of(watched)
    return Farewell(
        Oblivion(
            name=name,
            at=at,
            texts=texts,
            records=records,
            lines=lines,
            notes=[(kind, key) for kind, key, _ in proof.notes(log, name)],
            unheld=[f"{game} {name}" for game in GAMES],
        ),
        left,
    )


def _placeholders(found: _Found) -> tuple[str, dict[int, str]]:
    """What the person is called instead, and what their entries say then.

    The word that somebody added to the seed stays if there was a deal: without it nobody could check that.
    """
    names = {_read_sitting(row.text).name for row in found.rows if row.kind in NAMING}
    number = min(found.own)
    while somebody(number) in names:
        number += len(found.rows)
    called = somebody(number)
    unneeded = _unneeded_words(found)
    changed = {
        seq: msgspec.structs.replace(
            each, name=called, key="", account=False, word="" if seq in unneeded else each.word
        )
        for seq, each in found.own.items()
    }
    texts = {seq: msgspec.json.encode(each).decode() for seq, each in changed.items()}
    return called, {**dict.fromkeys(unneeded, ""), **texts}


def _unneeded_words(found: _Found) -> set[int]:
    """The person's entries with a word that no deal is made from: they stood up, chose another, or nobody played.

    None of a table that this program cannot follow: there nobody can say.
    """
    given, own = set[int](), list[bool]()
    last: list[int] = []
    """For every seat, in the order of joining: the entry that its word is from."""
    for row in found.rows:
        if row.kind == "start":
            return given - set(last)
        if row.kind == "sit":
            own.append(row.seq in found.own)
            last.append(row.seq)
        if row.kind not in ("sit", "word", "leave"):
            continue
        if not 0 <= row.seat < len(own):
            return set()
        if row.kind == "leave":
            del own[row.seat], last[row.seat]
            continue
        last[row.seat] = row.seq
        if own[row.seat]:
            given.add(row.seq)
    return given


def _records(found: _Found, called: str) -> list[tuple[Record, Record]]:
    """What the archive says of a table, and what it is to say; nothing of one that was never played, or cannot be.

    Only names differ, so the game need not be folded twice.
    """
    try:
        before, at = fold(found.charter, found.rows), found.rows[-1].at
    except DamagedLog:
        return []
    own = {(each.name, each.key) for each in found.own.values()}
    seats = tuple(
        msgspec.structs.replace(seat, name=called) if (seat.name, seat.key) in own else seat for seat in before.seats
    )
    former, new = (record_of(position, at) for position in (before, msgspec.structs.replace(before, seats=seats)))
    return [] if former is None or new is None else [(former, new)]
