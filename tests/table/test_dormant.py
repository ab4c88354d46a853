"""Tables that nobody is at are known at a glance, and are found as after a restart by whoever asks."""

from __future__ import annotations

import msgspec
import pytest

from bottega.limits import DORMANT_SECONDS, PARKED_SECONDS, UNWATCHED_SECONDS
from bottega.store.log import Charter, Row, Sketched, StoreFault
from bottega.table import house as house_module
from bottega.table.dormant import dormant, recalled, sketch_of
from bottega.table.entries import DamagedLog, Sitting
from bottega.table.identity import Claim
from bottega.table.names import NameRule
from bottega.table.position import Setup, StartPolicy
from bottega.table.table import Table
from bottega.wire.house.lobby import LobbyList
from tests.table.rigs import Inn, Watcher, actor, kinds, play


@pytest.fixture
def inn() -> Inn:
    """A house."""
    return Inn()


def _leave(inn: Inn, table: Table) -> None:
    """Everybody goes, and it gets late."""
    for viewer in list(inn.viewers.values()):
        table.drop(viewer)
    inn.house.sweep()
    inn.time.now += DORMANT_SECONDS + 1
    inn.house.sweep()


def test_a_sketch_says_what_the_fold_would(inn: Inn) -> None:
    """Who sits there, who has left, which bot plays: whatever changes that is an entry with a sketch of its own."""
    table = inn.running("Ada", "Bob", "Cyd")
    table.quit("Bob")
    table.play_by_bot(0, "greedy")
    play(table)
    (sketched,) = inn.log.sketches()
    assert sketched.seq == table.position.seq
    assert recalled(sketched) == dormant(table.position)


def test_what_has_to_be_read(inn: Inn) -> None:
    """Without a sketch, with one of another program, and before its start a table is read."""
    table = inn.running("Ada", "Bob")
    charter = table.position.charter
    waiting = inn.house.open("splendor", Setup(seats=2))
    assert recalled(Sketched(charter, 3, None)) is None
    assert recalled(Sketched(charter, 3, '{"chairs":2}')) is None
    assert recalled(Sketched(charter, 0, sketch_of(waiting.position).text)) is None
    with pytest.raises(DamagedLog, match="rules 99"):
        recalled(Sketched(msgspec.structs.replace(charter, version=99), 3, "{}"))


def test_a_house_opens_without_reading_what_is_played(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten running tables and one that waits: one log is read at the start, and one more when somebody comes back."""
    for number in range(10):
        inn.running(f"Ada{number}", f"Bob{number}")
    inn.enter("Cyd", Setup(seats=2, start=StartPolicy.ASKED))
    read: list[str] = []
    original = inn.log.read

    def noted(table: str) -> tuple[Charter, list[Row]]:
        read.append(table)
        return original(table)

    monkeypatch.setattr(inn.log, "read", noted)
    again = inn.restarted().house
    assert (len(read), len(again.dormant), len(again.tables)) == (1, 10, 1)
    assert again.taken("splendor", "Ada3")
    assert again.names.alike("\N{CYRILLIC CAPITAL LETTER A}da3") == "Ada3"
    assert len(read) == 1
    back = again.holder("splendor", "Ada3")
    assert back is not None
    assert (len(read), len(again.dormant), back.position.seats) == (2, 9, inn.table("Ada3").position.seats)


def test_the_first_start_on_an_older_log_makes_sketches(inn: Inn) -> None:
    """A log that has none is read as a whole once."""
    table = inn.running("Ada", "Bob")
    inn.log._sketches.clear()
    assert list(inn.restarted().house.tables) == [table.id]
    assert list(inn.restarted().house.dormant) == [table.id]


def test_nobody_was_there_for_a_while(inn: Inn) -> None:
    """A table that everybody has left is kept at a glance, with their seats; whoever comes back plays on."""
    table = inn.running("Ada", "Bob", turn_seconds=60)
    play(table)
    _leave(inn, table)
    mover = actor(table)
    assert (list(inn.house.tables), list(inn.house.dormant)) == ([], [table.id])
    assert inn.house.taken("splendor", "Ada")
    inn.enter("Ada")
    assert not isinstance(inn.outcomes["Ada"][-1], Table)
    back = inn.house.identity.judge("splendor", Claim(mover), NameRule())
    assert isinstance(back, Table)
    assert back.position == table.position
    back.resume(mover, Watcher())
    play(back)
    assert kinds(back)[-1] == "move"


def test_who_is_there_keeps_a_table_awake(inn: Inn) -> None:
    """One player, or somebody who only looks on, is enough."""
    table = inn.running("Ada", "Bob")
    onlooker = Watcher()
    table.watch(onlooker)
    _leave(inn, table)
    assert not inn.house.dormant
    table.drop(onlooker)
    inn.house.sweep()
    inn.time.now += DORMANT_SECONDS + 1
    inn.house.sweep()
    assert inn.house.dormant


def test_the_lobby_lists_what_is_dormant(inn: Inn) -> None:
    """The line of a table is the same, whether it was read or not; a private one has none."""
    table = inn.running("Ada", "Bob")
    private = inn.house.open("splendor", Setup(seats=2, listed=False))
    for name in ("Cyd", "Dan"):
        inn.house.reception.sit(private, Sitting(name), None, lambda _: None)
    lobby = LobbyList(inn.house, lambda _, act: pytest.fail("nobody reads it"))
    for viewer in inn.viewers.values():
        table.drop(viewer)
    line = lobby.lines()
    _leave(inn, table)
    assert {table.id, private.id} == set(inn.house.dormant)
    assert lobby.lines() == line
    assert LobbyList(inn.restarted().house, lambda _, act: pytest.fail("nobody reads it")).lines() == line


def test_those_who_never_come_back(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dormant tables are closed like any other when their time has come, a few in one sweep."""
    monkeypatch.setattr(house_module, "WOKEN_AT_ONCE", 2)
    for number in range(3):
        inn.running(f"Ada{number}", f"Bob{number}")
    again = inn.restarted()
    again.house.sweep()
    again.time.now += PARKED_SECONDS + 1
    for left in (1, 0):
        again.house.sweep()
        assert len(again.house.dormant) == left
    again.house.sweep()
    assert not again.house.tables
    assert not list(again.log.tables(unfinished=True))


def test_bots_alone_are_closed_sooner(inn: Inn) -> None:
    """A table of bots that nobody looks at is closed after its own time, dormant or not."""
    table = inn.house.open("splendor", Setup(seats=2))
    for name in ("greedy 1", "greedy 2"):
        inn.house.reception.sit(table, Sitting(name, bot="greedy"), None, lambda _: None)
    again = inn.restarted()
    again.house.sweep()
    again.time.now += UNWATCHED_SECONDS + 1
    again.house.sweep()
    assert not list(again.log.tables(unfinished=True))


def test_a_log_that_cannot_be_read_now(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table stays dormant and its names stay taken until it can."""
    table = inn.running("Ada", "Bob")
    again = inn.restarted().house

    def away(_: str) -> None:
        raise StoreFault("away")

    with monkeypatch.context() as patch:
        patch.setattr(inn.log, "read", away)
        assert again.find(table.id) is None
        assert again.holder("splendor", "Ada") is None
        assert again.taken("splendor", "Ada")
    assert again.find(table.id) is not None


def test_damage_that_is_found_meanwhile(inn: Inn) -> None:
    """A dormant table whose log is found to be damaged is set aside, and its names are free."""
    table = inn.running("Ada", "Bob")
    again = inn.restarted().house
    again.found_damage(table.id, "entry 2 is not what was written")
    assert (again.find(table.id), list(again.set_aside)) == (None, [table.id])
    assert not again.taken("splendor", "Ada")
