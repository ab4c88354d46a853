"""Coming in: who is seated where, who queues, who opens a table."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import EMPTY_SECONDS, Shares
from bottega.store.log import Conflict, StoreFault
from bottega.table.entries import Sitting
from bottega.table.position import Setup
from bottega.table.quotas import Visitor
from bottega.table.table import Table
from tests.table.rigs import Inn, Watcher

ASKED = Setup()
"""A table whose first player is asked how many shall play."""


@pytest.fixture
def inn() -> Inn:
    """A house."""
    return Inn()


def test_newcomers_share_a_table(inn: Inn) -> None:
    """The oldest table with a free seat is filled first; when it is full the next newcomer opens another."""
    for name in ("Ada", "Bob", "Cyd"):
        inn.enter(name)
    assert inn.table("Ada") is inn.table("Bob")
    assert inn.table("Cyd") is not inn.table("Ada")


def test_games_have_their_own_rooms(inn: Inn) -> None:
    """Nobody is seated at another game."""
    inn.enter("Ada")
    inn.enter("Bob", game="sagrada")
    assert inn.table("Ada") is not inn.table("Bob")


def test_only_where_it_suits(inn: Inn) -> None:
    """A newcomer whose dialect cannot tell a table's rules opens their own."""
    inn.enter("Ada", Setup(seats=2))
    inn.enter("Bob", Setup(seats=2, options={"reserve_limit": 1}), suits=lambda setup: bool(setup.options))
    assert inn.table("Bob") is not inn.table("Ada")
    inn.enter("Cyd", suits=lambda setup: bool(setup.options))
    assert inn.table("Cyd") is inn.table("Bob")


def test_unlisted_tables_are_not_found(inn: Inn) -> None:
    """A private table is joined by who knows it, not by strangers."""
    private = inn.house.open("splendor", Setup(seats=2, listed=False))
    inn.enter("Ada")
    assert inn.table("Ada") is not private
    heard: list[Table | Refusal] = []
    inn.house.reception.sit(private, Sitting("Bob"), Watcher(), heard.append)
    assert heard == [private]


def test_who_opens_a_table_takes_no_seat_of_others(inn: Inn) -> None:
    """Tables are counted when they are opened, seats where somebody joins; who queues is counted once."""
    inn.enter("Ada", Setup(), game="renaissance", address="192.0.2.1")
    for name in ("Bob", "Cyd"):
        inn.enter(name, Setup(), game="renaissance", address="192.0.2.1")
    table = inn.table("Ada")
    table.resize(3)
    assert inn.table("Bob") is inn.table("Cyd") is table
    share = Shares().seats_per_address
    left = share.burst - 2
    asked = [inn.house.quotas.ask_for_seat(Visitor("192.0.2.1", f"guest {number}")) for number in range(left + 1)]
    assert asked.count(None) == left


def test_seats_on_their_way_count(inn: Inn) -> None:
    """Two who come at the same moment as a third do not get the same seat."""
    inn.log.instant = False
    for name in ("Ada", "Bob", "Cyd"):
        inn.enter(name)
    inn.log.release()
    assert inn.table("Ada") is inn.table("Bob") is not inn.table("Cyd")


def test_a_setup_that_cannot_be_played(inn: Inn) -> None:
    """Wrong options or sizes are refused with a reason, and the name is free again."""
    inn.enter("Ada", Setup(seats=9))
    assert inn.refused("Ada") == "table.wrong-size"
    inn.enter("Ada", Setup(seats=2, options={"cheat": True}))
    assert inn.refused("Ada") == "table.no-option"
    assert not inn.house.taken("splendor", "Ada")
    inn.enter("Ada")
    assert isinstance(inn.outcomes["Ada"][-1], Table)


def test_a_table_whose_id_is_taken_is_forgotten(inn: Inn) -> None:
    """If the log has another table of that id, the newcomer is refused and the next one opens a new table."""
    inn.log.instant = False
    inn.enter("Ada")
    inn.log.release(1, Conflict("its id is taken"))
    assert inn.refused("Ada") == "table.conflict"
    assert inn.house.tables == {}
    inn.enter("Bob")
    inn.log.release()
    assert inn.table("Bob").position.seq == 1


def test_newcomers_queue_while_somebody_is_asked(inn: Inn) -> None:
    """Until the first player has said how many shall play the others wait; then they sit in the order they came."""
    inn.enter("Ada", ASKED)
    for name in ("Bob", "Cyd", "Dan"):
        inn.enter(name, ASKED)
    assert [inn.outcomes[name] for name in ("Bob", "Cyd", "Dan")] == [[], [], []]
    inn.table("Ada").resize(3)
    assert inn.table("Ada") is inn.table("Bob") is inn.table("Cyd")
    assert inn.table("Ada").position.started
    assert inn.table("Dan") is not inn.table("Ada")
    assert inn.table("Dan").head.size == 0


def test_the_asker_leaves(inn: Inn) -> None:
    """If the one being asked is gone, the next in the queue is asked."""
    inn.enter("Ada", ASKED)
    inn.enter("Bob", ASKED)
    inn.enter("Cyd", ASKED)
    inn.table("Ada").drop(inn.viewers["Ada"])
    assert inn.table("Bob").head.size == 0
    assert inn.outcomes["Cyd"] == []
    inn.table("Bob").resize(2)
    assert inn.table("Cyd") is inn.table("Bob")
    assert inn.house.tables[inn.table("Ada").id].position.finished


def test_the_asker_leaves_but_stays_connected(inn: Inn) -> None:
    """A table without a size and without players holds up nobody, even if somebody looks at it."""
    inn.enter("Ada", ASKED)
    inn.enter("Bob", ASKED)
    inn.table("Ada").leave("Ada")
    assert inn.table("Bob").head.size == 0


def test_the_asker_is_gone_before_sitting(inn: Inn) -> None:
    """If the first player's connection breaks before their seat is durable, the next one is asked."""
    inn.log.instant = False
    asker = inn.enter("Ada", ASKED)
    inn.enter("Bob", ASKED)
    inn.house.reception.withdraw(asker)
    inn.log.release()
    assert inn.outcomes["Ada"] == []
    assert inn.table("Bob").position.seats[0].name == "Bob"
    assert not inn.house.taken("splendor", "Ada")


def test_the_asker_could_not_be_seated(inn: Inn) -> None:
    """If the log does not take the first player's seat, the queue goes on without them."""
    inn.log.instant = False
    inn.enter("Ada", ASKED)
    inn.enter("Bob", ASKED)
    inn.enter("Cyd", ASKED)
    inn.log.release(1, StoreFault("disk full"))
    inn.log.release()
    assert inn.refused("Ada") == "table.store"
    assert inn.table("Bob").head.size == 0
    assert inn.outcomes["Cyd"] == []
    assert len(inn.house.tables) == 1


def test_a_broken_log_refuses_the_whole_queue(inn: Inn) -> None:
    """With a log that takes nothing everybody is refused, and nobody waits for ever."""
    inn.log.instant = False
    for name in ("Ada", "Bob", "Cyd"):
        inn.enter(name, ASKED)
    inn.log.broken = StoreFault("disk full")
    inn.log.release()
    assert [inn.refused(name) for name in ("Ada", "Bob", "Cyd")] == ["table.store"] * 3
    assert (inn.house.tables, inn.house.taken("splendor", "Bob")) == ({}, False)


def test_gone_while_queued(inn: Inn) -> None:
    """Whoever leaves the queue frees their name and gets no seat."""
    inn.enter("Ada", ASKED)
    bob = inn.enter("Bob", ASKED)
    inn.enter("Cyd", ASKED)
    inn.house.reception.withdraw(bob)
    assert not inn.house.taken("splendor", "Bob")
    inn.table("Ada").resize(2)
    assert inn.table("Cyd") is inn.table("Ada")
    assert inn.outcomes["Bob"] == []


def test_gone_while_sitting_down(inn: Inn) -> None:
    """Whoever is gone before their seat is durable gets none; the seat is free for the next."""
    inn.enter("Ada", Setup(seats=2))
    inn.log.instant = False
    bob = inn.enter("Bob")
    inn.house.reception.withdraw(bob)
    inn.log.release()
    table = inn.table("Ada")
    assert [seat.name for seat in table.position.seats] == ["Ada"]
    assert bob.events == []
    inn.log.instant = True
    inn.enter("Cyd")
    assert table.position.started


def test_the_last_seat_of_somebody_gone(inn: Inn) -> None:
    """Somebody gone while taking the last seat does not start a game they are not in."""
    inn.enter("Ada", Setup(seats=2))
    inn.log.instant = False
    bob = inn.enter("Bob")
    inn.log.release(0)
    inn.house.reception.withdraw(bob)
    inn.log.release()
    assert not inn.table("Ada").position.started


def test_a_sweep_lets_the_queue_go_on(inn: Inn) -> None:
    """If the asker's seat is kept for them but they never come back, the queue is not held up for ever."""
    inn.enter("Ada", ASKED)
    inn.enter("Bob", ASKED)
    inn.table("Ada").drop(inn.viewers["Ada"], grace=10_000)
    for _ in range(3):
        inn.house.sweep()
        inn.after(EMPTY_SECONDS)
    assert inn.table("Bob") is not inn.table("Ada")
