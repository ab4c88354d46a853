"""A whole house copied between a directory and a database: complete, resumable, verified, never over anything else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bottega import copying
from bottega.archive import ArchiveFault
from bottega.backup import backup_house
from bottega.check import check_house
from bottega.copying import copy_house
from bottega.store.journal import locked
from bottega.store.log import Log, Remark, Revocation
from bottega.store.opening import Where
from bottega.store.postgres import PostgresLog
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.server.harness import bottega
from tests.store.contract import append, change, register, revoke, say
from tests.store.postgres.server import PostgresServer
from tests.test_archive import STORIES, UNFINISHED

FINISHED = STORIES["splendor"]


def fill(log: Log) -> None:
    """A finished game, one that is played, names and what is void."""
    for (charter, rows), finished in ((FINISHED, True), (UNFINISHED, False)):
        assert append(log, charter.id, *rows, opening=charter, finished=finished) is None
    assert register(log, "Ada", "hash \0 \\") is None
    assert say(log, FINISHED[0].id, Remark("Ada", "well \0 played", 5)) is None
    log.write_note("passkey", "Ada\tid", None, "its key \0", lambda fault: None)
    assert revoke(log, Revocation("Ada", "k1", "k2"), Revocation("Ada", "k3"), Revocation("Ada", "k1", "k4")) is None


def contents(where: Where) -> object:
    """All that a house keeps."""
    with closing(PostgresLog(where) if isinstance(where, str) else SqliteLog(where)) as log:
        return (
            [(each, log.kept(each.charter.id)) for each in log.tables()],
            [log.talk(each.charter.id) for each in log.tables()],
            list(log.accounts()),
            {(each.name, each.key): each.successor for each in log.revocations()[1]},
            log.notes("passkey"),
        )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house in a directory."""
    with closing(SqliteLog(tmp_path / "data")) as log:
        fill(log)
    return tmp_path / "data"


def test_there_and_back(data: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a directory to a database and back: the same house, link by link; how much it is, is said."""
    copy_house(data, url)
    assert contents(url) == contents(data)
    copy_house(url, tmp_path / "again")
    assert contents(tmp_path / "again") == contents(data)
    entries = len(FINISHED[1]) + len(UNFINISHED[1])
    assert f"2 tables, {entries} entries, verified" in capsys.readouterr().out
    check_house(url)
    assert "2 tables, all in order" in capsys.readouterr().out


def test_it_goes_on_where_it_was(data: Path, url: str) -> None:
    """A copy that was broken off, or of a house that was played at since, takes over what is missing, and only that."""
    charter, rows = UNFINISHED
    with closing(PostgresLog(url)) as log:
        assert append(log, charter.id, *rows[:3], opening=charter) is None
    copy_house(data, url)
    assert contents(url) == contents(data)
    copy_house(data, url)
    assert contents(url) == contents(data)


def test_another_table_stays_as_it_is(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is another in the target, a table or a password, is named and left alone; all else is copied."""
    charter, rows = UNFINISHED
    with closing(PostgresLog(url)) as log:
        assert append(log, charter.id, replace(rows[0], at=1), opening=charter) is None
        assert register(log, "Ada", "her own") is None
    with pytest.raises(ArchiveFault, match="2 parts"):
        copy_house(data, url)
    said = capsys.readouterr().out
    assert f"table {charter.id} is another in the target" in said
    assert "the account Ada has another password" in said
    with closing(PostgresLog(url)) as log:
        assert len(log.read(charter.id)[1]) == 1
        assert log.password("Ada") == "her own"
        assert log.read(FINISHED[0].id) == FINISHED


def test_what_is_damaged_is_not_copied(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A table with a changed entry is named; it gets no links that would vouch for it."""
    with closing(sqlite3.connect(data / FILE_NAME)) as file:
        file.execute("UPDATE entries SET at = 1 WHERE table_id = ? AND seq = 2", (FINISHED[0].id,))
        file.commit()
    with pytest.raises(ArchiveFault, match="1 parts"):
        copy_house(data, url)
    assert "entry 2 is not what was written" in capsys.readouterr().out
    with closing(PostgresLog(url)) as log:
        assert [each.charter.id for each in log.tables()] == [UNFINISHED[0].id]


def test_no_house_that_is_open_is_written_to(data: Path, tmp_path: Path) -> None:
    """A directory that a house holds is left alone; so is the house that is copied, if it is its own target."""
    target = tmp_path / "target"
    target.mkdir()
    with locked(target), pytest.raises(ArchiveFault, match="in use"):
        copy_house(data, target)
    with pytest.raises(ArchiveFault, match="onto itself"):
        copy_house(data, data)
    with pytest.raises(ArchiveFault, match="no bottega log"):
        copy_house(tmp_path / "nothing", target)


def test_progress(data: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long says how far it is."""
    monkeypatch.setattr(copying, "_SAY_EVERY", -1.0)
    monkeypatch.setattr(copying, "_TOGETHER", 1)
    copy_house(data, url)
    assert "1 of 2 tables" in capsys.readouterr().err


def test_a_backup_of_a_database(data: Path, url: str, tmp_path: Path) -> None:
    """A house in a database becomes one file, which can be played on in a directory; nothing is left beside it."""
    copy_house(data, url)
    folder = tmp_path / "backups"
    folder.mkdir()
    backup_house(folder / "copy.sqlite3", url)
    assert [path.name for path in folder.iterdir()] == ["copy.sqlite3"]
    restored = tmp_path / "restored"
    restored.mkdir()
    (folder / "copy.sqlite3").rename(restored / FILE_NAME)
    assert contents(restored) == contents(data)


def test_the_tools_know_both(data: Path, url: str, server: PostgresServer, database: str, tmp_path: Path) -> None:
    """The commands that read or write a house take ``--store`` beside ``--data``, and say the same."""
    assert bottega("copy", "--from", str(data), "--to", url).returncode == 0
    table = FINISHED[0].id
    for command in (("verify", table), ("replay", table, "--moves"), ("export", table), ("check",)):
        here, there = bottega(*command, "--data", str(data)), bottega(*command, "--store", url)
        assert (there.returncode, there.stdout) == (here.returncode, here.stdout) == (0, here.stdout)
    file = tmp_path / "game.jsonl"
    file.write_text(bottega("export", table, "--store", url).stdout)
    assert "already" in bottega("import", str(file), "--store", url).stderr
    with server.database() as other:
        assert bottega("import", str(file), "--store", server.url(other)).returncode == 0
        assert bottega("verify", table, "--store", server.url(other)).returncode == 0
    assert "signed out everywhere" in bottega("revoke", "Ada", "--store", url).stdout
    missing = bottega("export", "nothing", "--store", url)
    assert missing.returncode == 1
    assert missing.stderr.rstrip().endswith(f"in postgresql://127.0.0.1:{server.port}/{database}")
    server.run("UPDATE bottega_entries SET at = 1 WHERE seq = 2", database=database)
    server.run("UPDATE bottega_accounts SET password = 'x'", database=database)
    damaged = bottega("check", "--store", url)
    assert damaged.returncode == 1
    assert "is not what was written" in damaged.stdout


def test_a_password_that_was_changed(data: Path, url: str) -> None:
    """Once it is copied, an account is the target's: another password in the source is named, not taken over."""
    copy_house(data, url)
    with closing(SqliteLog(data)) as log:
        assert change(log, "Ada", "another") is None
    with pytest.raises(ArchiveFault):
        copy_house(data, url)
