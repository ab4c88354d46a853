"""Being away: who may be, for how long, and that time stands still in games over days, on all nodes."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import VACATION_DAYS
from bottega.table.entries import Sitting
from bottega.table.identity import Claim
from bottega.table.vacations import KIND, Vacation
from tests.table.rigs import Inn, Watcher, actor, kinds
from tests.table.test_neighbours import Street
from tests.table.test_turns import DAY, HOUR, days, later


def says(inn: Inn, name: str, until: float, *, proven: bool = False, key: str = "") -> str:
    """Somebody is away for so long, in seconds from now; why not."""
    heard: list[Refusal | None] = []
    claim = Claim(name, key or f"key of {name}", proven)
    inn.house.vacations.leave(claim, int((inn.house.date() + until) * 1000), heard.append)
    (refusal,) = heard
    return "" if refusal is None else refusal.code


def told(inn: Inn, name: str) -> Vacation:
    """What somebody is told of their own."""
    return inn.house.vacations.told(Claim(name, f"key of {name}"))


def test_time_stands_still_while_somebody_is_away() -> None:
    """Theirs, not the others'; by a restart nothing changes; then they have what they had left."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    mover = actor(table)
    other = next(name for name in ("Ada", "Bob") if name != mover)
    later(inn, 10 * HOUR)
    assert says(inn, other, 3 * DAY) == ""
    assert table.clock.turn_left() == 14 * HOUR
    assert says(inn, mover, 5 * DAY) == ""
    assert table.clock.turn_left() == 5 * DAY + 14 * HOUR
    assert set(inn.house.vacations.away(table.position)) == {mover, other}
    inn = inn.restarted()
    later(inn, 5 * DAY + 14 * HOUR - 1)
    assert inn.house.vacations.away(table.position) == {}
    assert kinds(table)[-1] == "start"
    later(inn, 1)
    assert kinds(table)[-1] == "skip"


def test_who_comes_back_early() -> None:
    """Time goes on from then, and the days that were not taken are still there."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    mover = actor(table)
    assert says(inn, mover, 10 * DAY) == ""
    assert told(inn, mover).days_left == VACATION_DAYS - 10
    later(inn, 2 * DAY)
    assert says(inn, mover, 0) == ""
    assert told(inn, mover) == Vacation(None, VACATION_DAYS - 2)
    assert table.clock.turn_left() == DAY
    later(inn, DAY)
    assert kinds(table)[-1] == "skip"


def test_a_dormant_table_waits_too() -> None:
    """The alarm of a table that nobody looks at is set by it."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    inn = inn.restarted()
    assert list(inn.house.dormant) == [table.id]
    assert says(inn, actor(table), 3 * DAY) == ""
    assert list(inn.house.dormant) == [table.id]
    later(inn, 4 * DAY - 1)
    assert list(inn.house.dormant) == [table.id]
    later(inn, 1)
    assert kinds(table)[-1] == "skip"


def test_a_year_has_so_many_days() -> None:
    """What is more is refused and changes nothing; a day that was begun counts; after a year all are there again."""
    inn = Inn()
    days(inn.house, "Ada", "Bob", turn_seconds=14 * DAY, absent="wait")
    assert says(inn, "Ada", (VACATION_DAYS + 1) * DAY) == "table.away-too-long"
    assert told(inn, "Ada") == Vacation(None, VACATION_DAYS)
    for _ in range(VACATION_DAYS):
        assert says(inn, "Ada", DAY / 2) == ""
        later(inn, DAY)
    assert told(inn, "Ada") == Vacation(None, 0)
    assert says(inn, "Ada", HOUR) == "table.away-too-long"
    later(inn, 366 * DAY)
    assert told(inn, "Ada").days_left == VACATION_DAYS


def test_what_is_longer_takes_the_place_of_what_was_said() -> None:
    """Whoever is away says another day: it is one absence, from the first day on."""
    inn = Inn()
    days(inn.house, "Ada", "Bob")
    assert says(inn, "Ada", 5 * DAY) == ""
    later(inn, DAY)
    assert says(inn, "Ada", 9 * DAY) == ""
    assert told(inn, "Ada").days_left == VACATION_DAYS - 10
    text = inn.log.note(KIND, "Ada")
    assert text is not None
    assert text.count("[") == 2, text


def test_who_may_say_so() -> None:
    """Somebody with a token needs a seat, somebody with a password none; nobody says it for another."""
    inn = Inn()
    assert says(inn, "Ada", DAY) == "table.nothing-to-leave"
    assert says(inn, "Ada", DAY, proven=True) == ""
    table = days(inn.house, "Bob", "Cyd")
    assert says(inn, "Bob", DAY, key="another") == "table.nothing-to-leave"
    assert inn.house.vacations.away(table.position) == {}


def test_the_next_who_bears_a_name() -> None:
    """A note counts for the seats of whoever wrote it, not for another guest of that name years later."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    assert says(inn, "Ada", 10 * DAY) == ""
    table.quit("Ada")
    assert table.position.finished
    assert inn.house.vacations.told(Claim("Ada", "another")) == Vacation(None, VACATION_DAYS)
    other = inn.house.open("splendor", table.position.setup)
    inn.house.reception.sit(other, Sitting("Ada", "another"), Watcher("Ada"), lambda _: None)
    assert inn.house.vacations.away(other.position) == {}


@pytest.mark.parametrize("late", [True, False])
def test_all_nodes_know(late: bool) -> None:
    """By a word; and one that has missed it looks before it says that somebody's time is over."""
    street = Street(2)
    table = days(street.houses[0], "Ada", "Bob", turn_seconds=2 * DAY)
    street.after(2)
    mover = actor(table)
    heard: list[Refusal | None] = []
    until = int((street.houses[0].date() + 3 * DAY) * 1000)
    if late:
        street.houses[1].on_word.pop(KIND)
    street.houses[0].vacations.leave(Claim(mover, f"key of {mover}"), until, heard.append)
    assert heard == [None]
    street.after(2)
    assert (mover in street.houses[1].vacations.away(table.position)) is not late
    street.time.now += 2 * DAY
    street.after(30, 0)
    assert [row.kind for row in street.disk.read(table.id)[1]][-1] == "start"
    street.time.now += 3 * DAY
    street.after(30, 0)
    assert [row.kind for row in street.disk.read(table.id)[1]][-1] == "skip"


def test_a_log_that_fails() -> None:
    """What was not kept does not count."""
    inn = Inn()
    days(inn.house, "Ada", "Bob")
    inn.log.close()
    assert says(inn, "Ada", DAY) == "table.store"
    assert told(inn, "Ada").until is None
