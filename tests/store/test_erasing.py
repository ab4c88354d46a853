"""A name is taken out of a SQLite file: not a byte of it is left, whatever it was in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store import writer
from bottega.store.erasing import erase
from bottega.store.log import Oblivion, Remark, Revocation, StoreFault
from bottega.store.reading import read_kept
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.store.contract import (
    alone_record,
    begin,
    entry,
    forget,
    probe,
    record,
    register,
    revoke,
    sat,
    say,
    write_note,
)

NAME = "Xanthippe-of-Athens"


def _in_files(directory: Path) -> list[str]:
    return [path.name for path in sorted(directory.iterdir()) if NAME.encode() in path.read_bytes()]


@pytest.mark.parametrize("filed", [True, False])
def test_no_byte_of_the_name_is_left(tmp_path: Path, filed: bool) -> None:
    """Nor in rows that were deleted, in indices, or in the journal beside the file."""
    with closing(SqliteLog(tmp_path)) as log:
        begin(log, "t1", sat("Bo"), sat(NAME, "k1"), *[entry(3)] * 200, finished=True)
        register(log, NAME, "hash")
        revoke(log, Revocation(NAME, "k1", "k2"))
        for number in range(100):
            say(log, "t1", Remark(NAME, f"I am {NAME} {number}", number))
        write_note(log, NAME, None, NAME, "person")
        record(log, former := alone_record("t1", NAME))
        log.close()
        if filed:
            log = SqliteLog(tmp_path)
        else:
            with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
                file.execute("INSERT INTO arrivals SELECT * FROM entries")
                file.execute("DELETE FROM entries")
                file.execute("VACUUM")
            log = SqliteLog(tmp_path, check=False)
        assert _in_files(tmp_path) == [FILE_NAME]
        new = {2: sat("somebody 2").text}
        changes = [(former, alone_record("t1", "somebody 2"))]
        assert (
            forget(
                log,
                Oblivion(
                    name=NAME,
                    at=1,
                    texts={"t1": new},
                    records=changes,
                    lines=log.said_by(NAME),
                    notes=[("person", NAME)],
                ),
            )
            is None
        )
        assert _in_files(tmp_path) == []
        log.read("t1")
        log.close()
        assert _in_files(tmp_path) == []


def test_nothing_is_left_where_entries_lay_before_they_were_filed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is deleted is written over at once, also before, between and after those who want to be forgotten."""
    with closing(SqliteLog(tmp_path)) as log:
        begin(log, "t0", sat("Cyd"), finished=True)
        assert forget(log, Oblivion(name="Cyd", at=1, texts={"t0": {1: sat("somebody 1").text}})) is None
        monkeypatch.setattr(writer, "_FILE_IDLE", 1)
        begin(log, "t1", sat(NAME, "k1"), *[entry(2)] * 200, finished=True)
        assert probe(log) is None  # (which is reported after those before it were filed)
        assert forget(log, Oblivion(name=NAME, at=2, texts={"t1": {1: sat("somebody 1").text}})) is None
        assert _in_files(tmp_path) == []


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    """The caller undoes what was done before: here nothing was."""
    with closing(SqliteLog(tmp_path)) as log:
        begin(log, "t1", sat(NAME), finished=True)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
        before = read_kept(file, "t1")
        assert isinstance(erase(file, Oblivion(name=NAME, at=1, texts={"t2": {}})), StoreFault)
        assert read_kept(file, "t1") == before
