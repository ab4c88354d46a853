"""What is kept about a name, and which part of it somebody can prove to be theirs."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.refusal import Refusal
from bottega.store.log import Log, Remark
from bottega.store.memory import MemoryLog
from bottega.store.records import Played, Record
from bottega.table.ways import KIND as WAYS
from bottega.wire.house.belongings import EVERYTHING, Farewell, Proof, farewell, part, parts, past_games
from bottega.wire.house.messages import PastGame, PastSeat
from tests.store.contract import begin, sat, say, write_note

NOTES = [("passkey", "Ada\tid"), ("person", "Ada"), (WAYS, "Ada\t"), (WAYS, "Ada\tkey"), (WAYS, "Ada\tother")]


@pytest.fixture
def log() -> Log:
    """Ada has sat at two tables, by two tokens, and talked at a third; others are called nearly so."""
    log = MemoryLog()
    begin(log, "t1", sat("Ada", "key"), finished=True)
    begin(log, "t2", sat("Ada", "other"), finished=True)
    begin(log, "t3", sat("Adam", "key"), finished=True)
    for table in ("t1", "t2", "t3"):
        say(log, table, Remark("Ada", f"at {table}", 1))
    for kind, key in (*NOTES, ("passkey", "Adam\tid")):
        write_note(log, key, None, "text", kind)
    return log


def _by(key: str, *, named: bool = False) -> Proof:
    return Proof(lambda _, seat: seat.key == key, key, named)


@pytest.mark.parametrize(
    ("proof", "theirs"),
    [
        (_by("key"), [3]),
        (_by("key", named=True), [0, 1, 2, 3]),
        (EVERYTHING, [0, 1, 2, 3, 4]),
    ],
)
def test_whose_notes(log: Log, proof: Proof, theirs: list[int]) -> None:
    """Those of the name are for whoever has proven it, those of a token for whoever has it, all for the house."""
    found = {(kind, key) for kind, key, _ in proof.notes(log, "Ada")}
    assert found == {NOTES[number] for number in theirs}


def test_what_was_said_elsewhere(log: Log) -> None:
    """It goes with the name, or is counted if that is not proven; what was said at a table goes with the seat there."""
    told = part(log, "Ada", _by("key"), "")
    assert ([game.table for game in told.games], told.talk, told.left) == (["t1"], (), 2)
    assert [line.text for line in told.games[0].talk] == ["at t1"]
    assert [line.text for line in part(log, "Ada", _by("key", named=True), "").talk] == ["at t3"]
    (whole,) = parts(log, "Ada", EVERYTHING)
    assert ([game.table for game in whole.games], whole.left) == (["t1", "t2"], 0)


def test_what_would_be_forgotten(log: Log) -> None:
    """The same as is told, also of a table that this program cannot follow: no archive knows it."""
    plan = farewell(log, "Ada", _by("key"), 1)
    assert not isinstance(plan, Refusal)
    assert isinstance(plan, Farewell)
    assert (plan.oblivion.notes, [line.table for line in plan.oblivion.lines]) == ([NOTES[3]], ["t1"])
    assert (list(plan.oblivion.texts), plan.oblivion.records, plan.left) == (["t1"], [], 2)


def test_private_games_come_a_page_at_a_time(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Newest first; a page is as long as it is even if some of its games are somebody else's of that name."""
    monkeypatch.setattr("bottega.wire.house.belongings.ARCHIVE_PAGE", 2)
    for number in range(5):
        table = f"p{number}"
        begin(log, table, sat("Ada", "other" if number == 3 else "key"), finished=True)
        seats = (PastSeat("Ada", "", True, "won", 9),)
        text = msgspec.json.encode(PastGame(table, "sagrada", 1, number, "played", seats)).decode()
        record = Record(table, "sagrada", 1, False, "played", number, text, (Played("Ada", "won", 9),))
        log.record(record, lambda _: None)
    pages, after = [], ""
    while True:
        told = past_games(log, "Ada", _by("key").mine, after)
        pages.append([game.table for game in told.games])
        if told.after is None:
            break
        after = told.after
    assert pages == [["p4"], ["p2", "p1"], ["p0"]]
    with pytest.raises(ValueError, match="no such page"):
        past_games(log, "Ada", _by("key").mine, "nonsense")
