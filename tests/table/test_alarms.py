"""Alarms ring once, when their last time has come, and a few at a time."""

from __future__ import annotations

from bottega.table.alarms import Alarms


def test_an_alarm_rings_once_at_its_last_time() -> None:
    """One that was set anew does not ring at its former time, one that was taken back not at all."""
    alarms = Alarms()
    alarms.set("a", 10)
    alarms.set("b", 10)
    alarms.set("c", 10)
    alarms.set("a", 20)
    alarms.void("b")
    alarms.void("nobody's")
    assert len(alarms) == 2
    assert list(alarms.ringing(9, 9)) == []
    assert list(alarms.ringing(10, 9)) == ["c"]
    assert list(alarms.ringing(20, 9)) == ["a"]
    assert list(alarms.ringing(30, 9)) == []


def test_so_many_at_a_time() -> None:
    """The soonest come first; the others ring the next time, and so do those that are set meanwhile."""
    alarms = Alarms()
    for number in range(5):
        alarms.set(f"{number}", 5 - number)
    for name in alarms.ringing(9, 3):
        alarms.set(f"{name} again", 9)
    assert list(alarms.ringing(9, 9)) == ["1", "0", "2 again", "3 again", "4 again"]
