"""Games over days: whose time is over is told by the log, whoever is there, whatever was restarted, once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import (
    DAYS_GUESTS_SECONDS,
    DAYS_PARKED_SECONDS,
    DAYS_SKIPPED_ROUNDS,
    DAYS_WAITING_SECONDS,
    DORMANT_SECONDS,
    PARKED_SECONDS,
    REOPENED_SECONDS,
    UNDO_SECONDS,
    Shares,
)
from bottega.table.entries import Motion, Sitting
from bottega.table.house import House
from bottega.table.position import Refused, Seat, Setup, StartPolicy, fold
from bottega.table.quotas import Visitor
from bottega.table.table import Table
from bottega.table.turns import Period, Turn, awaits_nobody, due, rests
from tests.table.rigs import Inn, Watcher, actor, kinds, play
from tests.table.test_neighbours import Street

HOUR, DAY = 3600.0, 86400.0
SEATS = (Seat("Ada", "k"), Seat("Bob", "k"))


def days(
    house: House, *names: str, size: int = 2, game: str = "splendor", account: bool = False, **setup: Any
) -> Table:
    """A game over days, a day a turn, at which these sit; nobody stays."""
    chosen = Setup(seats=size, **{"turn_seconds": DAY, "correspondence": True, **setup})
    table = house.open(game, chosen)
    heard: list[Table | Refusal] = []
    for name in names:
        viewer = Watcher(name)
        house.reception.sit(table, Sitting(name, f"key of {name}", account=account), viewer, heard.append)
        table.drop(viewer, 20.0)
    assert heard == [table] * len(names)
    return table


def later(inn: Inn, seconds: float) -> None:
    """Time passes, in which the house looks at its tables now and then."""
    inn.time.now += seconds
    inn.house.sweep()
    inn.house.tick()
    inn.house.tick()


def test_a_seat_is_kept_before_the_start() -> None:
    """Who has opened a game over days need not stay: it waits for the others, and begins when they are there."""
    inn = Inn()
    table = days(inn.house, "Ada", account=True)
    later(inn, 3 * DAY)
    again = inn.restarted()
    (back,) = again.house.tables.values()
    later(again, 3 * DAY)
    heard: list[Table | Refusal] = []
    again.house.reception.sit(back, Sitting("Bob", "key"), Watcher("Bob"), heard.append)
    assert kinds(table) == ["sit", "sit", "start"]
    assert back.clock.turn_left() == DAY


@pytest.mark.parametrize(("account", "seconds"), [(True, DAYS_WAITING_SECONDS), (False, DAYS_GUESTS_SECONDS)])
@pytest.mark.parametrize("restart", [True, False])
def test_one_that_never_begins_is_closed(account: bool, seconds: float, restart: bool) -> None:
    """A table that nobody comes to is kept for two weeks, not for ever; where only guests sit, for a day."""
    inn = Inn()
    table = days(inn.house, "Ada", start=StartPolicy.ASKED, account=account)
    if restart:
        inn = inn.restarted()
        table = inn.house.tables[table.id]
    later(inn, 1)
    later(inn, seconds - 1)
    assert kinds(table)[-1] == "sit"
    later(inn, 10)
    assert kinds(table)[-1] == "end"


def test_one_whose_host_looks_in_is_not() -> None:
    """A guest who is there now and then keeps it, as does one who has made an account since."""
    inn = Inn()
    table = days(inn.house, "Ada", start=StartPolicy.ASKED)
    for _ in range(3):
        later(inn, DAYS_GUESTS_SECONDS / 2)
        viewer = Watcher("Ada")
        table.resume("Ada", viewer)
        later(inn, 1)
        table.drop(viewer, 20.0)
    inn.log.register("Ada", "a password", lambda _: None)
    later(inn, 1)
    later(inn, DAYS_GUESTS_SECONDS + 1)
    assert kinds(table)[-1] == "sit"


def test_only_so_many_wait_for_one_name() -> None:
    """Whoever has opened some that have not begun opens no further one; when one begins, or is closed, they may."""
    inn = Inn()
    setup = Setup(seats=2, turn_seconds=DAY, correspondence=True, start=StartPolicy.ASKED)
    ada = Visitor("192.0.2.1", "Ada")
    tables = [inn.house.open("splendor", setup, ada) for _ in range(Shares().waiting_days_per_name)]
    with pytest.raises(Refused, match="that is enough"):
        inn.house.open("splendor", setup, ada)
    inn.house.open("splendor", Setup(seats=2), ada)
    for number, name in enumerate(("Ada", "Bob")):
        inn.house.reception.sit(tables[0], Sitting(name, f"key {number}"), Watcher(name), lambda _: None)
    tables[0].start()
    inn.house.open("splendor", setup, ada)
    with pytest.raises(Refused):
        inn.house.open("splendor", setup, ada)
    later(inn, 1)
    later(inn, DAYS_GUESTS_SECONDS + 1)  # nobody has ever sat at the others
    inn.house.open("splendor", setup, ada)


def test_nobody_is_brought_to_it() -> None:
    """Players of other protocols look for a table to play at now."""
    inn = Inn()
    table = days(inn.house, "Ada")
    inn.enter("Zip")
    assert inn.table("Zip") is not table


@pytest.mark.parametrize(("absent", "kind"), [("skip", "skip"), ("greedy", "bot"), ("wait", "start")])
def test_time_is_over_although_nobody_is_there(absent: str, kind: str) -> None:
    """Then what the set-up says becomes of the turn, by one entry; before that nothing does."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob", absent=absent)
    later(inn, DAY - 1)
    assert kinds(table)[-1] == "start"
    later(inn, 1)
    assert kinds(table)[2:] == (["start"] if kind == "start" else ["start", kind])
    later(inn, 1)
    assert kinds(table)[2:] == (["start"] if kind == "start" else ["start", kind])


@pytest.mark.parametrize("restart", [True, False])
def test_a_dormant_table_strikes(restart: bool) -> None:
    """It is woken when somebody's time is over, also by a house that has only read its sketch."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    play(table)
    later(inn, 1)
    later(inn, DORMANT_SECONDS + 1)
    assert list(inn.house.dormant) == [table.id]
    if restart:
        inn = inn.restarted()
        assert list(inn.house.dormant) == [table.id]
    later(inn, DAY - DORMANT_SECONDS - 3)
    assert kinds(table)[-1] == "move"
    assert list(inn.house.dormant) == [table.id]
    later(inn, 1)
    assert kinds(table)[-2:] == ["move", "skip"]
    assert inn.house.tables[table.id].clock.turn_left() == DAY


def test_a_house_that_was_closed() -> None:
    """Whose time ran out meanwhile has some minutes to come; the others what the log says they have."""
    inn = Inn()
    late = days(inn.house, "Ada", "Bob")
    inn.time.now += 12 * HOUR
    early = days(inn.house, "Cyd", "Dan")
    inn.time.now += 18 * HOUR
    again = inn.restarted()
    later(again, REOPENED_SECONDS - 1)
    assert kinds(late)[-1] == "start"
    later(again, 1)
    assert kinds(late)[-1] == "skip"
    later(again, 6 * HOUR - REOPENED_SECONDS - 1)
    assert kinds(early)[-1] == "start"
    later(again, 1)
    assert kinds(early)[-1] == "skip"


def test_setting_the_machines_clock_ends_no_turn() -> None:
    """The date is looked at when the hand is set; from then on time is measured."""
    inn = Inn()
    offset = [0.0]
    inn.house = House(inn.log, inn.house.settings, inn.time, date=lambda: inn.time.now + offset[0])
    table = days(inn.house, "Ada", "Bob")
    offset[0] = 100 * DAY
    table.resume("Ada", Watcher("Ada"))
    later(inn, 1)
    assert kinds(table)[-1] == "start"
    assert table.clock.turn_left() == DAY - 1


def test_a_pause_holds_the_clock() -> None:
    """Time stands still for as long as the players have agreed, over a restart, and is as long afterwards."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    later(inn, 10 * HOUR)
    for name in ("Ada", "Bob"):
        table.resume(name, Watcher(name))
    table.propose("Ada", Motion("pause"))
    table.vote("Bob", True)
    assert table.position.paused
    assert table.clock.turn_left() is None
    inn = inn.restarted()
    later(inn, 1)
    later(inn, 20 * DAY)
    assert kinds(table)[-1] == "pause"
    back = inn.found(table)
    back.resume("Ada", Watcher("Ada"))
    back.play_on("Ada")
    assert back.clock.turn_left() == 14 * HOUR
    later(inn, 14 * HOUR)
    assert kinds(table)[-1] == "skip"


def test_what_was_taken_back_is_no_new_turn() -> None:
    """Who takes the end of their turn back has what was left of it, and a moment at least."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    later(inn, 10 * HOUR)
    mover = actor(table)
    table.resume(mover, Watcher(mover))
    table.move(table.game.actors(table.position.state)[0], "take wbg")
    table.undo(mover)
    assert kinds(table)[-1] == "undo"
    assert table.clock.turn_left() == 14 * HOUR
    later(inn, 14 * HOUR - 1)
    table.move(table.game.actors(table.position.state)[0], "take wbg")
    table.undo(mover)
    assert table.clock.turn_left() == UNDO_SECONDS


def test_a_game_that_nobody_plays_rests() -> None:
    """After some rounds of nothing but skipped turns nobody is skipped any more, and at last the table is closed."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob")
    for _ in range(3 * DAYS_SKIPPED_ROUNDS):
        later(inn, DAY)
    assert kinds(table).count("skip") == 2 * DAYS_SKIPPED_ROUNDS
    again = inn.restarted()
    later(again, 1)
    later(again, DAYS_PARKED_SECONDS - 10)
    assert kinds(table)[-1] == "skip"
    later(again, 20)
    assert kinds(table)[-1] == "end"


def test_patience_does_not_close_it() -> None:
    """A turn of two weeks outlasts what an abandoned table is kept for."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob", turn_seconds=14 * DAY)
    later(inn, 1)
    later(inn, PARKED_SECONDS + 1)
    later(inn, PARKED_SECONDS - 10)
    assert kinds(table)[-1] == "start"
    later(inn, 10)
    assert kinds(table)[-1] == "skip"


def test_who_has_left_for_good_is_not_waited_for() -> None:
    """Their turn is skipped at once, as everywhere; and the last who stays has won."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob", "Cyd", size=3)
    mover = actor(table)
    table.quit(mover)
    assert kinds(table)[-2:] == ["quit", "skip"]
    table.quit(actor(table))
    assert kinds(table)[-1] == "end"


@pytest.mark.parametrize("asleep", [True, False])
def test_several_nodes_write_one_entry(asleep: bool) -> None:
    """Nobody is there, so every node looks at the clock: the log takes one of them at its word."""
    street = Street(3)
    table = days(street.houses[0], "Ada", "Bob")
    street.after(2)
    if asleep:
        street.after(30)  # nobody is expected back any more
        for _ in range(2):
            for house in street.houses:
                house.sweep()
            street.time.now += DORMANT_SECONDS + 1
            street.after(2)
        for house in street.houses:
            house.sweep()
        assert [list(house.dormant) for house in street.houses] == [[table.id]] * 3
    street.time.now += DAY
    street.after(15)
    written = [row.kind for row in street.disk.read(table.id)[1]]
    assert written == ["sit", "sit", "start", "skip"]
    street.time.now += DAY - 30
    street.after(1)
    assert len(street.disk.read(table.id)[1]) == len(written)


def test_the_others_strike_when_a_node_dies() -> None:
    """The node at which the players were is gone: whoever has read the log goes on."""
    street = Street(2)
    table = days(street.houses[0], "Ada", "Bob")
    play(table)
    street.after(2)
    late = street.joins()
    street.time.now += DAY
    street.after(30, 0, 1)
    assert [row.kind for row in street.disk.read(table.id)[1]][-2:] == ["move", "skip"]
    assert late.here(table.id) is not None


def test_the_position_is_the_fold() -> None:
    """Live and read again, the turn is the same; and the sketch has it too."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob", game="renaissance")
    for _ in range(6):
        inn.time.now += HOUR
        play(table)
    assert fold(*inn.log.read(table.id)) == table.position
    (asleep,) = inn.restarted().house.dormant.values()
    assert asleep.turn == table.position.turn


def away(*periods: tuple[float, float]) -> Any:
    """Ada is away then (in days)."""

    def at(seat: Seat) -> Iterable[Period]:
        found = [Period(int(begins * DAY * 1000), int(ends * DAY * 1000)) for begins, ends in periods]
        return found if seat.name == "Ada" else ()

    return at


TURN = Turn(1, (0,), int(10 * DAY * 1000), int(12 * DAY * 1000))


@pytest.mark.parametrize(
    ("periods", "ends"),
    [
        ((), 12),
        (((1, 5),), 12),  # long ago
        (((5, 11),), 13),  # came back within the turn
        (((11, 20),), 21),  # goes within it
        (((12, 20),), 12),  # goes too late
        (((11, 20), (20.5, 22)), 22.5),  # goes again before it is over
        (((11, 20), (15, 18)), 21),  # what is said twice counts once
    ],
)
def test_absence_makes_a_turn_longer(periods: tuple[tuple[float, float], ...], ends: float) -> None:
    """By as much of it as lies in the turn."""
    assert due(TURN, SEATS, away(*periods)) == ends * DAY


def test_whose_time_runs() -> None:
    """That of people who are to act; not of bots, nor of others who are away, nor in a pause."""
    bot = (Seat("Ada", bot="greedy", person=False), SEATS[1])
    assert due(TURN, bot, away()) is None
    assert awaits_nobody(TURN, bot)
    assert not awaits_nobody(TURN, SEATS)
    assert due(Turn(1, (1,), TURN.began, TURN.ends), SEATS, away((11, 20))) == 12 * DAY
    assert due(Turn(1, (0,), TURN.began, TURN.ends, stopped=1), SEATS, away()) is None
    assert rests(Turn(1, (0,), 0, 0, skipped=6), SEATS)
    assert due(Turn(1, (0,), 0, 0, skipped=6), SEATS, away()) is None
