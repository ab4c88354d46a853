"""``bottega export --name`` and ``bottega forget``: what whoever runs the house does for somebody."""

from __future__ import annotations

import io
import json
from contextlib import closing
from pathlib import Path

import pytest

from bottega.archive import ArchiveFault, import_table, verification
from bottega.check import check_house
from bottega.farewell import export_name, forget_name
from bottega.store.log import Remark
from bottega.store.sqlite import SqliteLog
from bottega.table.position import fold
from tests.store.contract import register, say

RECORDED = Path(__file__).parent / "store" / "recorded"


@pytest.fixture
def house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The log of a house with a game that was played to its end."""
    import_table(RECORDED / "splendor-played.jsonl", tmp_path)
    capsys.readouterr()
    return tmp_path


def _player(house: Path) -> tuple[str, str]:
    """The table, and somebody who played there."""
    with closing(SqliteLog(house)) as log:
        (table,) = (each.charter.id for each in log.tables())
        name = next(seat.name for seat in fold(*log.read(table)).seats if seat.person)
        say(log, table, Remark(name, "well played", 1))
        register(log, name, "hash")
    return table, name


def test_everything_is_one_file(house: Path) -> None:
    """With the game, what was said, and that there is a password."""
    table, name = _player(house)
    out = io.StringIO()
    export_name(name, house, out)
    told = json.loads(out.getvalue())
    assert (told["name"], told["password"], told["after"]) == (name, True, None)
    assert [(game["table"], [line["text"] for line in game["talk"]]) for game in told["games"]] == [
        (table, ["well played"])
    ]


def test_a_name_is_forgotten(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --yes it is only said; afterwards the house is in order, and verify says what was done."""
    table, name = _player(house)
    before = list(verification(table, house))
    forget_name(name, house, do=False)
    assert "nothing was changed" in capsys.readouterr().out
    assert list(verification(table, house)) == before
    forget_name(name, house, do=True)
    assert f"{name}: forgotten (games 1, lines of talk 1)" in capsys.readouterr().out
    check_house(house)
    lines = list(verification(table, house))
    assert lines[-1] == "verified"
    (rewritten,) = [line for line in lines if line.startswith("rewritten")]
    former = before[0].rpartition(" ")[2]
    assert former in rewritten
    assert former not in lines[0]
    assert name not in "\n".join(lines)
    with pytest.raises(ArchiveFault, match=f"nobody called {name}"):
        forget_name(name, house, do=True)


def test_who_plays_is_not_forgotten(house: Path) -> None:
    """A game that is not over cannot be rewritten: it is named, and nothing is changed."""
    import_table(RECORDED / "splendor-running.jsonl", house)
    with closing(SqliteLog(house)) as log:
        (running,) = (each.charter.id for each in log.tables(unfinished=True))
        name = next(seat.name for seat in fold(*log.read(running)).seats if seat.person)
    with pytest.raises(ArchiveFault, match=running):
        forget_name(name, house, do=True)
    check_house(house)


def test_nobody_is_known_by_that_name(house: Path) -> None:
    """That is said, and nothing is written."""
    with pytest.raises(ArchiveFault, match="nobody called Zed"):
        export_name("Zed", house, io.StringIO())
