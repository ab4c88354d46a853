"""What former versions wrote: their databases and exported files open, are verified, played on and exported alike.

``recorded/`` was written by version 0.1.0, before the log was typed: a database as a killed house leaves it (some
entries filed, some not), and every table of it as an exported file. Sagrada's tables were begun by rules version 1.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from argon2 import PasswordHasher

from bottega.archive import export_table, import_table, read_archive, verify_target
from bottega.check import check_house
from bottega.games.refusal import Refusal
from bottega.store.chain import links
from bottega.store.exported import FORMAT, UNLINKED
from bottega.store.memory import MemoryLog
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.accounts import Accounts
from bottega.table.entries import EndReason, Kind, from_row, to_row
from bottega.table.events import history
from bottega.table.house import House
from bottega.table.identity import key_of
from bottega.table.position import fold
from bottega.table.table import Accepted

RECORDED = Path(__file__).parent / "recorded"
FILES = sorted(RECORDED.glob("*.jsonl"))
LATER = sorted((Path(__file__).parent / "recorded_later").glob("*.jsonl"))
FINISHED = {
    "splendor-played": EndReason.PLAYED,
    "sagrada-played": EndReason.PLAYED,
    "renaissance-played": EndReason.PLAYED,
    "splendor-walkover": EndReason.WALKOVER,
    "sagrada-abandoned": EndReason.ABANDONED,
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A directory with the recorded database."""
    shutil.copy(RECORDED / FILE_NAME, tmp_path)
    return tmp_path


def test_every_kind_of_entry_is_recorded() -> None:
    """The recorded files hold every fact a log can state, of every game; what came later is in files of later days."""
    rows = [(path.name.partition("-")[0], row.kind) for path in FILES for row in read_archive(path)[1]]
    kinds = {kind for _, kind in rows}
    assert kinds == {"sit", "leave", "size", "start", "move", "skip", "quit", "bot", "end"}
    assert {game for game, _ in rows} == {"splendor", "sagrada", "renaissance"}
    worded = Path(__file__).parents[2] / "docs" / "fairness-example.jsonl"
    later = [row.kind for path in (worded, *LATER) for row in read_archive(path)[1]]
    assert kinds | set(later) == set(get_args(Kind))


@pytest.mark.parametrize("path", LATER, ids=lambda path: path.stem)
def test_later_files_stay_readable(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games in which moves were taken back and others asked are imported, verified and exported as they were."""
    import_table(path, tmp_path)
    charter, _ = read_archive(path)
    verify_target(charter.id, tmp_path)
    assert capsys.readouterr().out.endswith("verified\n")
    out = io.StringIO()
    export_table(charter.id, tmp_path, out)
    assert out.getvalue() == path.read_text()


def test_the_whole_house_is_in_order(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table of the recorded database is followed to its end by the rules it was begun with."""
    check_house(data)
    assert capsys.readouterr().err.count("is from an older bottega: the links") == 1
    check_house(data)
    assert f"{len(FILES)} tables, all in order" in capsys.readouterr().out


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_exported_again_byte_for_byte(path: Path, data: Path) -> None:
    """The table in the database is exported as it was then but for its links; so is the file after an import."""
    charter, rows = read_archive(path)
    chain = [link.hex() for link in links(charter, rows)]
    for directory in (data, data / "fresh"):
        if directory != data:
            import_table(path, directory)
        out = io.StringIO()
        export_table(charter.id, directory, out)
        lines = out.getvalue().replace(FORMAT, UNLINKED).splitlines()
        ends = [f',"link":"{chain[0]}","last":"{chain[-1]}"}}', *(f',"link":"{link}"}}' for link in chain[1:])]
        assert [line.endswith(end) for line, end in zip(lines, ends, strict=True)] == [True] * len(chain)
        assert [line.removesuffix(end) + "}" for line, end in zip(lines, ends, strict=True)] == (
            path.read_text().splitlines()
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_is_written_as_it_was(path: Path) -> None:
    """What is read from a row is written as the same row, so that a log goes on as it began."""
    charter, rows = read_archive(path)
    game = fold(charter, rows).game
    assert [to_row(from_row(game, row)) for row in rows] == rows
    assert [event.entry.seq for event in history(charter, rows)] == [row.seq for row in rows]


@pytest.mark.parametrize("name", FINISHED)
def test_finished_games_are_verified(name: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished game still keeps its promise and the rules, and ended as it did."""
    path = RECORDED / f"{name}.jsonl"
    charter, rows = read_archive(path)
    for target in (str(path), charter.id):
        verify_target(target, data)
        assert capsys.readouterr().out.endswith("verified\n")
    result = fold(charter, rows).result
    assert result is not None
    assert result.reason is FINISHED[name]


def test_unfinished_games_are_played_on(data: Path) -> None:
    """Every running game comes back with its seats and is played to its end by the rules it was begun with."""
    recorded = SqliteLog(data)
    log = MemoryLog()
    for summary in recorded.tables(unfinished=True):
        charter, rows = recorded.read(summary.charter.id)
        log.append(charter.id, rows, lambda fault: None, charter=charter)
    recorded.close()
    house = House(log)
    tables = list(house.load())
    assert not house.set_aside
    assert sorted(table.game.NAME for table in tables if table.position.started) == [
        "renaissance",
        "sagrada",
        "splendor",
    ]
    assert {table.game.VERSION for table in tables if table.game.NAME == "sagrada"} == {1}
    for table in tables:
        random = Random(1)
        heard: list[Accepted | Refusal] = []
        while table.position.started and not table.position.finished:
            seat = table.game.actors(table.position.state)[0]
            if table.position.seats[seat].quit:
                table.skip(seat)
                continue
            table.move(seat, [random.choice(table.game.legal(table.position.state, seat))], heard.append)
            assert isinstance(heard[-1], Accepted)
        assert fold(*log.read(table.id)) == table.position


def test_seats_and_passwords_are_whose_they_were(data: Path) -> None:
    """Keys bring seats back and passwords prove names as before; nobody else's do."""
    log = SqliteLog(data)
    house = House(log)
    tables = {table.game.NAME: table for table in house.load() if table.position.started}
    keys = {seat.name: seat.key for seat in tables["splendor"].position.seats}
    assert (keys["Ada"], keys["jon"]) == (key_of("ada's token"), key_of("jon's token"))
    accounts = Accounts(log, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    answers: list[Refusal | None] = []
    for name, password in (("Ada", "lovelace"), ("Żaneta", "zażółć"), ("Ada", "Lovelace"), ("Ida", "")):
        accounts.login(name, password, answers.append)
    assert [refusal is None for refusal in answers] == [True, True, False, False]
    log.close()
