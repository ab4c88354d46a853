"""Looking for damage: whatever is not what was written is named, and nothing else keeps the rest from being checked."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as changed

from bottega import check
from bottega.archive import ArchiveFault
from bottega.backup import backup_house
from bottega.check import check_house
from bottega.server.app import _open
from bottega.server.audit import Audit
from bottega.store.journal import locked
from bottega.store.log import Remark, Revocation, StoreFault
from bottega.store.mend import mend
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.house import House
from tests.server.harness import TIMEOUT, bottega, running_house
from tests.test_archive import STORIES, UNFINISHED, Story


def _house(data: Path, *stories: Story) -> None:
    """A house with these tables, whatever is wrong with them."""
    log = SqliteLog(data)
    for charter, rows in stories:
        log.append(charter.id, rows, lambda fault: None, charter=charter, finished=True)
    log.close()


def test_a_house_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check says how many tables there are when nothing is wrong with any."""
    _house(tmp_path, *STORIES.values())
    check_house(tmp_path)
    assert capsys.readouterr().out == f"{len(STORIES)} tables, all in order\n"


def test_a_check_names_every_table_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each table that cannot be followed has a line with its id and the reason; the end is a fault."""
    charter, rows = STORIES["splendor"]
    _house(
        tmp_path,
        STORIES["sagrada"],
        (changed(charter, id="a1", seed=bytes(32)), rows),
        (changed(charter, id="a2", version=99), rows),
        (changed(charter, id="a3"), [*rows[:6], changed(rows[6], text="buy 89"), *rows[7:]]),
        (changed(charter, id="a4"), rows[:9]),
    )
    with pytest.raises(ArchiveFault, match="4 of 5 tables"):
        check_house(tmp_path)
    lines = capsys.readouterr().out.splitlines()
    for table, words in {"a1": "seed", "a2": "rules 99", "a3": "entry 7", "a4": "marked as finished"}.items():
        (line,) = (line for line in lines if line.startswith(f"table {table}"))
        assert words in line


def test_a_damaged_row_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text in the file that is no text at all is named with its table, and the others are checked all the same."""
    _house(tmp_path, *STORIES.values())
    table = STORIES["splendor"][0].id
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("UPDATE entries SET text = CAST(x'ff' AS TEXT) WHERE table_id = ? AND seq = 5", (table,))
        connection.commit()
    with pytest.raises(ArchiveFault, match=f"1 of {len(STORIES)} tables"):
        check_house(tmp_path)
    assert table in capsys.readouterr().out


def test_a_long_check_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever checks a large house sees that it goes on."""
    monkeypatch.setattr(check, "_SAY_EVERY", -1.0)
    _house(tmp_path, *STORIES.values())
    check_house(tmp_path)
    assert f"1 of {len(STORIES)} tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE entries SET kind = 'dance' WHERE seq = 7", "entry 7 is not what was written"),
        ("UPDATE tables SET last = NULL", "is marked as unfinished"),
        ("DELETE FROM tables WHERE game = 'splendor'", "that is not there"),
        ("UPDATE accounts SET password = 'x'", "the account 'Ada'"),
        ("UPDATE talk SET text = 'yes'", "what was said at table 't1', number 1,"),
        ("DROP TABLE arrivals", "layout"),
        ("UPDATE notes SET text = 'mine'", "the note 'passkey' 'Ada' is not what was written"),
    ],
)
def test_whatever_is_wrong_is_named(
    tmp_path: Path, statement: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables, accounts, entries of no table and the file itself are looked at, whatever is wrong with the others."""
    _house(tmp_path, *STORIES.values())
    with closing(SqliteLog(tmp_path)) as log:
        log.register("Ada", "hash", lambda fault: None)
        log.say("t1", Remark("Ada", "no", 1), lambda fault: None)
        log.write_note("passkey", "Ada", None, "its key", lambda fault: None)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as connection:
        connection.execute(statement)
    with pytest.raises(ArchiveFault):
        check_house(tmp_path)
    assert words in capsys.readouterr().out


def test_an_unknown_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An entry of a kind that this program does not know, properly linked, is named with its table."""
    charter, rows = STORIES["splendor"]
    _house(tmp_path, (charter, [*rows[:6], changed(rows[6], kind="dance"), *rows[7:]]))
    with pytest.raises(ArchiveFault, match="1 of 1 tables"):
        check_house(tmp_path)
    assert f"table {charter.id}: entry 7 is of the unknown kind 'dance'" in capsys.readouterr().out


@pytest.mark.parametrize("left", [0.9, 0.5, 0.1])
def test_a_truncated_file(tmp_path: Path, left: float) -> None:
    """A file without its end is said to be damaged, and what to do."""
    _house(tmp_path, *STORIES.values())
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * left)])
    with pytest.raises((ArchiveFault, StoreFault), match=r"damaged.*restore it from a backup"):
        check_house(tmp_path)


def _mended(data: Path) -> None:
    mend(data / FILE_NAME)


@pytest.mark.parametrize("letter", [b"NUL\xcc", b"N\xd5LL", b"NULK"])
def test_a_layout_that_is_no_text(tmp_path: Path, letter: bytes) -> None:
    """SQLite quotes what it cannot read of the layout, text or not; a sentence comes of it all the same."""
    _house(tmp_path, *STORIES.values())
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes().replace(b"seq INTEGER NOT NULL", b"seq INTEGER NOT " + letter))
    spoilt = path.read_bytes()
    for fails in (check_house, lambda data: backup_house(tmp_path / "copy", data), SqliteLog, _mended):
        path.write_bytes(spoilt)
        with pytest.raises(StoreFault, match="restore it from a backup"):
            fails(tmp_path)
    assert not (tmp_path / "copy").exists()


@pytest.mark.slow
@pytest.mark.parametrize("flipped", [False, True])
def test_a_write_ahead_log_that_is_not_whole(tmp_path: Path, flipped: bool) -> None:
    """A killed house without its write-ahead log, or with a flipped byte in it: a check and the next start say so."""
    data, other = tmp_path / "data", tmp_path / "other"
    with running_house(data, "splendor-json") as house:
        for number in range(3):
            client = house.connect("splendor-json")
            client_id = client.read_json()["set_client_id"]
            client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": f"nick{number}"})
            assert client.read_json()["result"] == "ok"
        house.kill()
        log = data / f"{FILE_NAME}-wal"
        if flipped:
            raw = log.read_bytes()
            log.write_bytes(raw[:60] + bytes([raw[60] ^ 1]) + raw[61:])
        else:
            log.unlink()
        shutil.copytree(data, other)
        words = "cannot be read" if flipped else "is gone"
        run = bottega("check", "--data", str(other))
        assert (run.returncode, words in run.stdout) == (1, True)
        house.start()
        assert house.complains("the log is damaged")
        assert words in house.errors
        assert house.terminate() == 0
    assert bottega("check", "--data", str(data)).returncode == 0


# -- flipped bytes -----------------------------------------------------------------------------------------------------


def _contents(data: Path) -> object:
    """All that a house keeps, with its links."""
    with closing(SqliteLog(data, check=False)) as log:
        tables = [(summary, log.kept(summary.charter.id)) for summary in log.tables()]
        return tables, [log.password(name) for name in ("Ada", "Bob", "Eve")], log.revocations()[1]


def _named(data: Path) -> bool:
    """Whether a check finds anything."""
    try:
        check_house(data)
    except (ArchiveFault, StoreFault):
        return True
    return False


REMEDIES = ("restore it from a backup", "upgrade bottega", "give another directory with --data")


def _opens(data: Path, damages: list[str]) -> bool:
    """Open the house as the server does, with all that it then looks at; False if it cannot be, with what to do."""
    try:
        with locked(data) as lock:
            assert lock is not None
            log, found = _open(data, lambda call: call(), lock)
    except StoreFault as fault:
        if not any(remedy in str(fault) for remedy in REMEDIES):
            raise
        return False
    with closing(log):
        house = House(log)
        for _ in house.load():
            pass
        running = Audit(data, lambda table, reason: damages.append(reason), lambda call: call())
        running._thread.join(TIMEOUT)
        running.close()
    damages += [*found, *house.set_aside.values()]
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 9))])
def test_a_flipped_byte_never_passes_silently(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """One bit flipped anywhere: a check names it, or nothing has changed; and the house opens or says what to do.

    Whatever the open house then shows is what was written, or it has been named at the start or by the audit.
    """
    sound, flipped = tmp_path / "sound", tmp_path / "flipped"
    with closing(SqliteLog(sound)) as log:
        for (charter, rows), finished in ((STORIES["sagrada"], True), (UNFINISHED, False)):
            log.append(charter.id, rows, lambda fault: None, charter=charter, finished=finished)
        charter, rows = STORIES["splendor"]
        log.append(charter.id, rows[:30], lambda fault: None, charter=charter)
        for name in ("Ada", "Bob"):
            log.register(name, f"the hash of {name}", lambda fault: None)
            log.revoke([Revocation(name, f"{number}") for number in range(9)], lambda fault: None)
    raw, before = (sound / FILE_NAME).read_bytes(), _contents(sound)
    random = Random(seed)
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for _ in range(50):
        where, bit = random.randrange(len(raw)), 1 << random.randrange(8)
        spoilt = raw[:where] + bytes([raw[where] ^ bit]) + raw[where + 1 :]
        for looking in (_named, _contents, _opens):
            shutil.rmtree(flipped, ignore_errors=True)
            flipped.mkdir()
            (flipped / FILE_NAME).write_bytes(spoilt)
            if looking is _named:
                named = _named(flipped)
            elif looking is _contents:
                try:
                    same = _contents(flipped) == before
                except StoreFault:
                    same = False
            else:
                damages: list[str] = []
                opened = _opens(flipped, damages)
        at = f"byte {where} xor {bit}"
        assert same or named, f"{at} passes silently"
        assert same or damages or not opened, f"{at} is not noticed by the open house"
        verdicts[named, opened] += 1
    assert verdicts[True, True], "some were named, and the house opened all the same"
    assert "Traceback" not in capsys.readouterr().err
