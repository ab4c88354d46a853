"""Who is at a table."""

from __future__ import annotations

import pytest

from bottega.table.attendance import Attendance
from bottega.table.events import Presence
from tests.table.rigs import Watcher


class Hall:
    """An attendance with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.attendance = Attendance(lambda: self.now)


@pytest.fixture
def hall() -> Hall:
    """A table that nobody has come to."""
    return Hall()


def test_who_comes_is_here_until_they_go(hall: Hall) -> None:
    """A seat is kept by the newest connection; whoever kept it before is named, so that it can make way."""
    first, second = Watcher(), Watcher()
    assert not hall.attendance.anybody
    assert hall.attendance.comes("Ada", first) is None
    assert hall.attendance.comes("Ada", second) is first
    assert hall.attendance.present("Ada")
    assert hall.attendance.keeps("Ada")
    assert hall.attendance.presences == {"Ada": Presence.HERE}
    hall.attendance.goes("Ada")
    assert not hall.attendance.present("Ada")
    assert not hall.attendance.anybody


def test_how_long_somebody_is_gone(hall: Hall) -> None:
    """Since they were here last; who was never here, since this node looks after the table; who is here, not at all."""
    hall.attendance.comes("Ada", Watcher())
    hall.now += 10
    hall.attendance.goes("Ada")
    hall.now += 5
    assert (hall.attendance.gone_for("Ada"), hall.attendance.gone_for("Bob")) == (5.0, 15.0)
    hall.attendance.comes("Ada", Watcher())
    assert hall.attendance.gone_for("Ada") == 0.0
    hall.attendance.goes("Eve")  # was not here: nothing is known of her
    assert hall.attendance.gone_for("Eve") == 15.0


def test_who_is_suspended_is_passed_over_until_they_come_again(hall: Hall) -> None:
    """They are connected all the time; whoever is not connected cannot be suspended, nobody twice."""
    hall.attendance.comes("Ada", Watcher())
    assert hall.attendance.suspends("Ada")
    assert not hall.attendance.suspends("Ada")
    assert not hall.attendance.suspends("Bob")
    assert not hall.attendance.present("Ada")
    assert hall.attendance.presences == {"Ada": Presence.SUSPENDED}
    hall.attendance.comes("Ada", Watcher())
    assert hall.attendance.present("Ada")


def test_who_is_on_another_node(hall: Hall) -> None:
    """Only what has changed is news; who keeps a seat here does so still; who moves on is there."""
    keeper = Watcher()
    hall.attendance.comes("Ada", keeper)
    there = {"Ada": Presence.HERE, "Bob": Presence.HERE, "Cyd": Presence.SUSPENDED}
    assert hall.attendance.place_elsewhere(there) == {"Bob": Presence.HERE, "Cyd": Presence.SUSPENDED}
    assert hall.attendance.place_elsewhere(there) == {}
    assert hall.attendance.present("Bob")
    assert hall.attendance.keeps("Cyd")
    assert not hall.attendance.present("Cyd")
    assert hall.attendance.place_elsewhere({"Bob": Presence.HERE}) == {"Cyd": Presence.AWAY}
    assert hall.attendance.moves_on("Ada") is keeper
    assert hall.attendance.moves_on("Ada") is None
    assert hall.attendance.presences == {"Ada": Presence.HERE, "Bob": Presence.HERE}


def test_what_was_handed_out_does_not_change(hall: Hall) -> None:
    """An event tells who was here when it happened, also afterwards."""
    hall.attendance.comes("Ada", Watcher())
    before = hall.attendance.presences
    hall.attendance.goes("Ada")
    assert before == {"Ada": Presence.HERE}
    assert hall.attendance.presences == {}
