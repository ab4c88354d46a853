"""A copy of a house: consistent beside any play, checked, and never in the place of anything else."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bottega import backup
from bottega.archive import ArchiveFault
from bottega.backup import backup_house
from bottega.check import check_house
from bottega.players.line import TcpLine
from bottega.players.splendor_json import SplendorPlayer
from bottega.store.log import StoreFault
from bottega.store.schema import SCHEMA_VERSION
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.position import fold
from tests.server.harness import EVENING, HouseProcess, bottega, running_house
from tests.store.contract import append
from tests.store.test_recorded import RECORDED
from tests.test_archive import STORIES, UNFINISHED


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house with a finished game, one that is played, and an account; nobody has it open."""
    data = tmp_path / "data"
    with closing(SqliteLog(data)) as log:
        for (charter, rows), finished in ((STORIES["splendor"], True), (UNFINISHED, False)):
            log.append(charter.id, rows, lambda fault: None, charter=charter, finished=finished)
        log.register("Ada", "hash", lambda fault: None)
    return data


def _contents(data: Path) -> object:
    with closing(SqliteLog(data)) as log:
        return [(each, log.kept(each.charter.id)) for each in log.tables()], log.password("Ada")


def _restored(file: Path) -> Path:
    """What the manual says: an empty directory, the file under the name of the database."""
    data = file.with_name(f"{file.name} restored")
    data.mkdir()
    shutil.copy(file, data / FILE_NAME)
    return data


def test_there_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy put back as the manual says is the same house; only its owner may read it, nothing else is left behind."""
    file = tmp_path / "copy"
    backup_house(file, data)
    entries = len(STORIES["splendor"][1]) + len(UNFINISHED[1])
    assert capsys.readouterr().out == f"{file}: 2 tables, {entries} entries, verified\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {each.name for each in tmp_path.iterdir()} == {"data", "copy"}
    restored = _restored(file)
    assert _contents(restored) == _contents(data)
    check_house(restored)


def test_an_open_house(data: Path, tmp_path: Path) -> None:
    """What was acknowledged is in the copy though nothing of it may be merged yet, and the house can go on writing."""
    charter, rows = UNFINISHED
    with closing(SqliteLog(data)) as log:
        assert append(log, "t1", *rows, opening=replace(charter, id="t1")) is None
        backup_house(tmp_path / "copy", data)
        assert append(log, "t2", *rows, opening=replace(charter, id="t2")) is None
    with closing(SqliteLog(_restored(tmp_path / "copy"))) as log:
        there = {summary.charter.id for summary in log.tables()}
    assert ("t1" in there, "t2" in there) == (True, False)


@pytest.mark.parametrize("name", ["copy", "copy.part"])
def test_nothing_is_overwritten(data: Path, tmp_path: Path, name: str) -> None:
    """A file that is there stays what it is, finished or under way."""
    (tmp_path / name).write_text("precious")
    with pytest.raises(ArchiveFault, match="is there already"):
        backup_house(tmp_path / "copy", data)
    assert (tmp_path / name).read_text() == "precious"


def test_somebody_was_faster(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that comes to be there while the copy is checked is not overwritten either."""
    verify = backup._verify

    def late(part: Path) -> tuple[str, list[str]]:
        (tmp_path / "copy").write_text("precious")
        return verify(part)

    monkeypatch.setattr(backup, "_verify", late)
    with pytest.raises(ArchiveFault, match="is there already"):
        backup_house(tmp_path / "copy", data)
    assert {each.name for each in tmp_path.iterdir()} == {"data", "copy"}
    assert (tmp_path / "copy").read_text() == "precious"


def test_what_cannot_be(data: Path, tmp_path: Path) -> None:
    """No house, no directory: each is a sentence, and nothing is left behind."""
    with pytest.raises(ArchiveFault, match="--data"):
        backup_house(tmp_path / "copy", tmp_path / "no")
    with pytest.raises(ArchiveFault, match="cannot be written: No such file or directory"):
        backup_house(tmp_path / "no" / "copy", data)
    with pytest.raises(ArchiveFault, match="is there already"):
        backup_house(tmp_path, data)
    assert {each.name for each in tmp_path.iterdir()} == {"data"}


def test_a_file_system_without_links(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no file can have two names the copy is renamed."""

    def link(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("bottega.backup.os.link", link)
    backup_house(tmp_path / "copy", data)
    assert {each.name for each in tmp_path.iterdir()} == {"data", "copy"}


def test_damaged_contents_are_copied_and_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed row does not keep the rest from being saved, but is named, and the exit is a fault."""
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET at = 7 WHERE seq = 5")
        connection.execute("UPDATE accounts SET password = 'x'")
    with pytest.raises(ArchiveFault, match="is what there is, but the house is damaged"):
        backup_house(tmp_path / "copy", data)
    said = capsys.readouterr().out
    assert "the account 'Ada'" in said
    assert said.count("entry 5 is not what was written") == 2
    assert (tmp_path / "copy").exists()


def test_a_damaged_page_is_not_copied(data: Path, tmp_path: Path) -> None:
    """A file that SQLite cannot read to its end makes no backup, and leaves none that looks like one."""
    path = data / FILE_NAME
    path.write_bytes(path.read_bytes()[:-8192])
    with pytest.raises(StoreFault, match="damaged"):
        backup_house(tmp_path / "copy", data)
    assert {each.name for each in tmp_path.iterdir()} == {"data"}


def test_a_copy_that_went_wrong(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found not to be whole after writing is no backup."""
    copy = backup._copy

    def torn(source: Path, part: Path) -> None:
        copy(source, part)
        part.write_bytes(part.read_bytes()[:-4096])

    monkeypatch.setattr(backup, "_copy", torn)
    with pytest.raises(StoreFault, match="the copy is damaged"):
        backup_house(tmp_path / "copy", data)
    assert {each.name for each in tmp_path.iterdir()} == {"data"}


def test_an_older_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before an upgrade: the copy is of the older house as it is, and so is the house afterwards."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(RECORDED / FILE_NAME, data)
    backup_house(tmp_path / "copy", data)
    assert "a house of an older bottega" in capsys.readouterr().out
    for file in (tmp_path / "copy", data / FILE_NAME):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone()[0] < SCHEMA_VERSION
    check_house(_restored(tmp_path / "copy"))


def test_progress(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever copies a large house sees that it goes on."""
    monkeypatch.setattr(backup, "_SAY_EVERY", -1.0)
    monkeypatch.setattr(backup, "_OPERATIONS", 100)
    backup_house(tmp_path / "copy", data)
    said = capsys.readouterr().err
    assert "of about 0 MB …" in said
    assert "1 of 2 tables verified …" in said


@pytest.mark.slow
def test_a_house_in_play(tmp_path: Path) -> None:
    """Copies made while games are played: each opens, every table verifies, and no acknowledged move is missing."""
    chance = Random(3)

    async def think() -> None:
        await asyncio.sleep(chance.uniform(0, 0.05))

    with running_house(tmp_path / "data", "splendor-json") as house:
        players = [SplendorPlayer(f"nick{n}", Random(f"nick{n}"), think) for n in range(12)]
        copies = asyncio.run(asyncio.wait_for(_copied_in_play(house, players, tmp_path), EVENING))
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    assert sum(len(moves) for moves in copies[-1][1].values()) > sum(len(moves) for moves in copies[0][1].values())
    for file, acknowledged in copies:
        restored = _restored(file)
        check_house(restored)
        played: dict[str, list[str]] = {}
        with closing(SqliteLog(restored)) as log:
            for summary in log.tables():
                charter, rows = log.read(summary.charter.id)
                names = [seat.name for seat in fold(charter, rows).seats]
                for row in rows:
                    if row.kind == "move" and row.text != "pass":
                        played.setdefault(names[row.seat], []).append(row.text)
        for name, moves in acknowledged.items():
            there = played.get(name, [])[: len(moves)]
            assert len(there) == len(moves), f"{name}'s acknowledged moves are missing in {file}"
            assert all(map(fnmatchcase, there, moves))


async def _copied_in_play(
    house: HouseProcess, players: list[SplendorPlayer], place: Path
) -> list[tuple[Path, dict[str, list[str]]]]:
    """Three backups while everybody plays, each with the moves that were acknowledged before it began."""
    port = house.ports["splendor-json"]
    playing = asyncio.gather(*(player.play(lambda: TcpLine.open(port)) for player in players))
    await asyncio.gather(*(player.started.wait() for player in players))
    copies = []
    for number in range(3):
        moves = {player.name: [each.text for each in player.attempts if each.acknowledged] for player in players}
        file = place / f"copy{number}"
        run = await asyncio.to_thread(bottega, "backup", str(file), "--data", str(house.data))
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.endswith(" verified\n")
        copies.append((file, moves))
    await playing
    return copies
