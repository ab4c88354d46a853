"""The house: names, restarts, forgetting, onlookers, what becomes of odd tables."""

from __future__ import annotations

import msgspec
import pytest
from structlog.testing import capture_logs

from bottega.games.chance import commitment
from bottega.games.refusal import Refusal
from bottega.limits import EMPTY_SECONDS, PARKED_SECONDS
from bottega.table.entries import EndReason, Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import AGAIN_SECONDS, House, Settings
from bottega.table.identity import key_of
from bottega.table.position import Setup, StartPolicy
from bottega.table.table import Table
from tests.table.rigs import Inn, SlowLog, Watcher, kinds, play, play_out

ASKED = Setup()
"""A table whose first player is asked how many shall play."""


@pytest.fixture
def inn() -> Inn:
    """A house."""
    return Inn()


# -- time -----------------------------------------------------------------------------------------------------------


def test_the_time_of_day_may_jump(inn: Inn) -> None:
    """Turns are measured by a clock that nobody sets; the time of day is written down and decides nothing."""
    day = 1_700_000_000.0
    inn.house = House(inn.log, now=inn.time, date=lambda: day)
    table = inn.running("Ada", "Bob", turn_seconds=60)
    for jump in (9 * 86_400, -18 * 86_400, 3600):
        day += jump
        inn.after(10)
        inn.house.sweep()
    assert kinds(table) == ["sit", "sit", "start"]
    assert table.clock.turn_left() == 30
    play(table)
    assert inn.log.read(table.id)[1][-1].at == day * 1000
    inn.after(61)
    assert kinds(table)[-1] == "skip"


# -- names ----------------------------------------------------------------------------------------------------------


def test_names_are_unique_in_a_game(inn: Inn) -> None:
    """A name that is seated is taken in its game, and in no other."""
    inn.enter("Ada")
    inn.enter("Ada")
    assert inn.refused("Ada") == "table.name-taken"
    inn.enter("Ada", game="sagrada")
    assert isinstance(inn.outcomes["Ada"][-1], Table)


def test_a_name_on_its_way_is_taken(inn: Inn) -> None:
    """Even before the seat is durable."""
    inn.log.instant = False
    inn.enter("Ada")
    inn.enter("Ada")
    assert inn.refused("Ada") == "table.name-taken"
    assert inn.house.taken("splendor", "Ada")
    assert inn.house.holder("splendor", "Ada") is None
    inn.log.release()
    assert inn.house.holder("splendor", "Ada") is not None


def test_names_are_free_after_the_game(inn: Inn) -> None:
    """When a game ends, or somebody leaves or quits, the name is free."""
    table = inn.running("Ada", "Bob", "Cyd")
    table.quit("Ada")
    assert not inn.house.taken("splendor", "Ada")
    assert inn.house.taken("splendor", "Bob")
    play_out(table)
    assert not inn.house.taken("splendor", "Bob")
    inn.enter("Dan")
    inn.table("Dan").leave("Dan")
    assert not inn.house.taken("splendor", "Dan")


def test_a_seat_being_given_up_is_not_held(inn: Inn) -> None:
    """While somebody's leaving is on its way to the disk nobody can come back to that seat."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    inn.log.instant = False
    inn.table("Ada").drop(inn.viewers["Ada"])
    assert inn.house.holder("splendor", "Ada") is None
    inn.log.release()
    assert not inn.house.taken("splendor", "Ada")


def test_bots_do_not_hold_names(inn: Inn) -> None:
    """A bot's name is taken at its table only; a bot that is refused frees nobody's name."""
    inn.enter("Ada", Setup(seats=3))
    table = inn.table("Ada")
    inn.log.instant = False
    inn.enter("Zip", Setup(seats=2), suits=lambda setup: setup.seats == 2)
    heard: list[Table | Refusal] = []
    inn.house.reception.sit(table, Sitting("Ada", bot="greedy"), None, heard.append)
    inn.house.reception.sit(table, Sitting("Zip", bot="greedy"), None, heard.append)
    inn.log.release()
    assert [isinstance(outcome, Refusal) for outcome in heard] == [True, False]
    assert inn.house.taken("splendor", "Ada")
    assert inn.house.holder("splendor", "Zip") is inn.table("Zip")


def test_keys_tell_nothing() -> None:
    """The log keeps a hash of a player's secret, never the secret; different secrets, different hashes."""
    assert key_of("secret") == key_of("secret") != key_of("Secret")
    assert "secret" not in key_of("secret")


# -- restart, sweep, seeds ------------------------------------------------------------------------------------------


def test_running_tables_come_back(inn: Inn) -> None:
    """After a restart every unfinished game is as it was, and its players can take their seats again."""
    table = inn.running("Ada", "Bob")
    for _ in range(7):
        play(table)
    again = inn.restarted().house
    back = again.holder("splendor", "Ada")
    assert back is again.tables[table.id]
    assert back.position == table.position
    assert back.attendance.keepers == {}
    back.resume("Ada", Watcher())
    back.resume("Bob", Watcher())
    assert play_out(back).finished


def test_finished_tables_stay_in_the_log(inn: Inn) -> None:
    """A finished game is not loaded again, but can be read."""
    table = inn.running("Ada", "Bob")
    play_out(table)
    assert inn.restarted().house.tables == {}
    assert inn.log.read(table.id)[0] == table.position.charter


def test_waiting_tables_are_emptied(inn: Inn) -> None:
    """After a restart nobody waits any more: a table that had not started ends, its names are free."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    inn.house.reception.sit(inn.table("Ada"), Sitting("Zip", bot="greedy"), None, lambda outcome: None)
    inn.enter("Cyd", Setup(seats=4), suits=lambda setup: setup.seats == 4)
    waiting = inn.table("Cyd")
    again = inn.restarted()
    assert kinds(waiting)[-2:] == ["leave", "end"]
    assert not again.house.taken("splendor", "Cyd")
    again.enter("Cyd")
    assert again.table("Cyd").id != waiting.id


def test_a_table_started_on_request_waits_for_its_players(inn: Inn) -> None:
    """A table that starts when asked is there after a restart, for as long as a player may take to come back."""
    inn.enter("Ada", Setup(seats=3, start=StartPolicy.ASKED))
    again = inn.restarted()
    table = again.house.holder("splendor", "Ada")
    assert table is not None
    table.resume("Ada", Watcher())
    again.after(1000)
    assert [seat.name for seat in table.position.seats] == ["Ada"]


def test_quit_players_are_free_after_a_restart(inn: Inn) -> None:
    """Whoever quit before the restart holds no seat after it."""
    inn.running("Ada", "Bob", "Cyd").quit("Ada")
    again = inn.restarted().house
    assert [again.taken("splendor", name) for name in ("Ada", "Bob", "Cyd")] == [False, True, True]


def test_sweep_forgets_what_is_over(inn: Inn) -> None:
    """A finished table is forgotten when nobody looks at it any more, not before."""
    table = inn.running("Ada", "Bob")
    play_out(table)
    inn.house.sweep()
    assert table.id in inn.house.tables
    for viewer in inn.viewers.values():
        table.drop(viewer)
    inn.house.sweep()
    assert inn.house.tables == {}


def test_sweep_closes_parked_tables(inn: Inn) -> None:
    """A running table nobody came back to is closed after a long while; coming back starts the wait anew."""
    table = inn.running("Ada", "Bob")
    for viewer in inn.viewers.values():
        table.drop(viewer)
    inn.house.sweep()
    inn.time.now += PARKED_SECONDS - 1
    inn.house.sweep()
    table = inn.found(table)
    table.resume("Ada", inn.viewers["Ada"])
    inn.house.sweep()
    table.drop(inn.viewers["Ada"])
    inn.time.now += PARKED_SECONDS - 1
    inn.house.sweep()
    inn.time.now += PARKED_SECONDS - 1
    inn.house.sweep()
    assert "end" not in kinds(table)
    inn.time.now += 2
    inn.house.sweep()
    assert inn.log.read(table.id)[1][-1].text == "abandoned"
    assert not inn.house.taken("splendor", "Ada")


def test_sweep_closes_empty_tables(inn: Inn) -> None:
    """A table that was opened and never sat at is forgotten after a minute, without a trace in the log."""
    inn.house.open("splendor", Setup(seats=2))
    inn.house.sweep()
    inn.time.now += EMPTY_SECONDS + 1
    inn.house.sweep()
    assert (inn.house.tables, list(inn.log.tables())) == ({}, [])


def test_seeds() -> None:
    """The first table has the seed it was told to have, every other one its own; all are committed to."""
    seed = bytes(range(32))
    house = House(SlowLog(), Settings(first_seed=seed))
    charters = [house.open("splendor", Setup(seats=2)).position.charter for _ in range(3)]
    assert charters[0].seed == seed
    assert len({charter.seed for charter in charters}) == 3
    assert all(commitment(charter.seed) == charter.commitment for charter in charters)
    assert len({charter.id for charter in charters}) == 3


def test_a_fixed_seed_takes_no_words() -> None:
    """The deal of a table whose seed was fixed is always the same; the next one, though set up like it, takes words."""
    house = House(SlowLog(), Settings(first_seed=bytes(32)))
    first = house.open("splendor", Setup(seats=2)).position.setup
    second = house.open("splendor", first).position.setup
    assert (first.words, second.words) == (False, True)


def test_onlookers_hear_of_every_table(inn: Inn) -> None:
    """Whoever watches the house is told every entry of every table."""
    onlooker = Watcher()
    inn.house.onlookers.append(onlooker)
    inn.running("Ada", "Bob")
    inn.enter("Cyd", game="sagrada")
    assert onlooker.kinds == ["sit", "sit", "start", "sit"]


def test_an_onlooker_that_fails_silences_nobody(inn: Inn) -> None:
    """Every onlooker hears of every entry and of who comes and goes, whoever fails before it."""

    class Failing(Watcher):
        def told(self, event: Event) -> None:
            raise ZeroDivisionError

        def noticed(self, notice: Notice) -> None:
            raise ZeroDivisionError

    table = inn.running("Ada", "Bob")
    onlooker = Watcher()
    inn.house.onlookers += [Failing(), onlooker]
    with pytest.raises(ExceptionGroup):
        play(table)
    with pytest.raises(ExceptionGroup):
        table.drop(inn.viewers["Ada"], 100)
    assert (onlooker.kinds, onlooker.notices) == (["move"], [("Ada", "away")])


def test_a_clock_that_fails_stops_no_other(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is reviewed whatever becomes of the others; the failing one is counted, named and tried again."""
    broken, sound = inn.running("Ada", "Bob", turn_seconds=10), inn.running("Cyd", "Dan", turn_seconds=10)
    review = broken.clock.review

    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(broken.clock, "review", fail)
    with capture_logs() as said:
        inn.after(11)
    assert kinds(sound)[-1] == "skip"
    assert inn.house.failures == 1
    assert [line["table"] for line in said] == [broken.id]
    monkeypatch.setattr(broken.clock, "review", review)
    inn.after(AGAIN_SECONDS)
    assert "skip" in kinds(broken)


def test_sweeping_goes_on_after_a_failure(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that cannot be closed keeps no other from being forgotten."""
    broken, over = inn.running("Ada", "Bob"), inn.running("Cyd", "Dan")
    over.end(EndReason.ABANDONED)
    for name in ("Cyd", "Dan"):
        over.drop(inn.viewers[name])
    monkeypatch.setattr(broken, "viewers", None)  # whoever asks for them fails
    monkeypatch.setattr(broken.attendance, "keepers", {})
    inn.house.sweep()
    assert (list(inn.house.tables), inn.house.failures) == ([broken.id], 1)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"version": 99}, "does not know rules 99"),
        ({"game": "chess"}, "does not know the game chess"),
        ({"setup": '{"seats":9}'}, "no set-up"),
    ],
)
def test_a_table_that_cannot_be_played_is_set_aside(inn: Inn, change: dict[str, object], reason: str) -> None:
    """One odd table keeps no other from coming back, its reason is kept, and its players' names are free."""
    odd, sound = inn.running("Ada", "Bob"), inn.running("Cyd", "Dan")
    inn.log._charters[odd.id] = msgspec.structs.replace(odd.position.charter, **change)
    again = inn.restarted()
    assert list(again.house.dormant) == [sound.id]
    assert list(again.house.set_aside) == [odd.id]
    assert reason in again.house.set_aside[odd.id]
    assert [again.house.taken("splendor", name) for name in ("Ada", "Cyd")] == [False, True]


def test_a_damaged_log_is_set_aside(inn: Inn) -> None:
    """A log that cannot be followed to its end is set aside, and the entry is named."""
    table = inn.running("Ada", "Bob")
    play(table)
    inn.log._entries[table.id][-1] = msgspec.structs.replace(inn.log._entries[table.id][-1], text="buy 89")
    again = inn.restarted()
    assert again.house.find(table.id) is None
    assert "entry 4" in again.house.set_aside[table.id]
    assert not again.house.taken("splendor", "Ada")
