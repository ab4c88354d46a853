"""Who has to agree to a pause, to the end, to a bot in somebody's place; and what comes of it."""

from __future__ import annotations

from typing import Literal

import pytest

from bottega.limits import GONE_SECONDS
from bottega.table.entries import EndReason, Motion
from bottega.table.position import Setup, fold
from bottega.table.table import Table
from tests.table.rigs import Inn, Outcome, Watcher, kinds
from tests.table.test_motions import asked, code, two, with_bot
from tests.table.test_neighbours import Street
from tests.table.test_turns import days


def test_a_pause() -> None:
    """While the game is paused nobody plays, no clock runs, no bot moves and nobody is skipped; one of them ends it."""
    inn, table, first, second = two(turn_seconds=60.0)
    inn.after(20)
    table.propose(first, Motion("pause"))
    assert code(asked(table.play_on, first)) == "not-paused"
    table.vote(second, True)
    assert table.position.paused
    assert table.deadlines.turn_left is None
    inn.after(600)
    assert kinds(table)[-1] == "pause"
    seat = table.game.actors(table.position.state)[0]
    assert code(asked(table.move, seat, "take wbg")) == "paused"
    assert table.bot_due() is None
    assert code(asked(table.propose, first, Motion("pause"))) == "paused"
    assert code(asked(table.play_on, second)) == ""
    assert table.deadlines.turn_left == 40
    inn.after(41)
    assert kinds(table)[-1] == "skip"


def test_a_bot_for_somebody_who_is_away() -> None:
    """Those who are here agree that a bot plays for somebody who is not; who is here cannot be replaced."""
    inn = Inn()
    table = inn.running("Ada", "Bob", "Cyd")
    motion = Motion("replace", seat=table.position.seat_of("Cyd") or 0, bot="greedy")
    assert code(asked(table.propose, "Ada", motion)) == "is-here"
    table.drop(inn.viewers["Cyd"], 1000.0)
    assert code(asked(table.propose, "Ada", motion)) == "just-left"
    inn.after(GONE_SECONDS)
    assert code(asked(table.propose, "Ada", motion)) == ""
    assert table.position.seats[motion.seat].bot == ""
    table.vote("Bob", True)
    assert table.position.seats[motion.seat].bot == "greedy"
    assert table.position.ballot is None
    table.resume("Cyd", inn.viewers["Cyd"])
    assert table.position.seats[motion.seat].bot == ""


def test_who_is_back_is_not_replaced() -> None:
    """A question about somebody who comes back before all have agreed is no question any more."""
    inn = Inn()
    table = inn.running("Ada", "Bob", "Cyd")
    motion = Motion("replace", seat=table.position.seat_of("Cyd") or 0, bot="greedy")
    table.drop(inn.viewers["Cyd"], 1000.0)
    inn.after(GONE_SECONDS)
    table.propose("Ada", motion)
    table.resume("Cyd", inn.viewers["Cyd"])
    assert table.position.ballot is None
    assert code(asked(table.vote, "Bob", True)) == "nothing-asked"
    assert table.position.seats[motion.seat].bot == ""
    assert fold(*inn.log.read(table.id)) == table.position


def test_who_asked_takes_it_back_while_somebody_is_back_who_was_not() -> None:
    """Nothing is done without whoever came back after the question; it can be put again, to everybody."""
    inn = Inn()
    table = inn.running("Ada", "Bob", "Cyd", absent="wait")
    table.drop(inn.viewers["Cyd"], 1000.0)
    inn.after(GONE_SECONDS)
    table.propose("Ada", Motion("pause"))
    table.resume("Cyd", inn.viewers["Cyd"])
    table.vote("Bob", True)
    assert not table.position.paused
    assert code(asked(table.vote, "Bob", False)) == "not-asked"
    assert code(asked(table.vote, "Ada", False)) == ""
    table.propose("Ada", Motion("pause"))
    table.vote("Bob", True)
    table.vote("Cyd", True)
    assert table.position.paused


def test_the_end_by_agreement() -> None:
    """All who are here agree, and the game is over without a winner; who has long gone is not waited for."""
    inn = Inn()
    table = inn.running("Ada", "Bob", "Cyd")
    table.drop(inn.viewers["Cyd"], 1000.0)
    inn.after(GONE_SECONDS)
    table.propose("Ada", Motion("end"))
    assert not table.position.finished
    table.vote("Bob", True)
    assert table.position.result is not None
    assert table.position.result.reason is EndReason.AGREED
    assert table.position.result.winners == ()
    assert fold(*inn.log.read(table.id)) == table.position


def test_alone_one_agrees_with_oneself() -> None:
    """Whoever plays with bots only, or whose company has long gone, pauses or ends without asking."""
    table, _, _ = with_bot()
    table.propose("Ada", Motion("end"))
    assert table.position.finished


@pytest.mark.parametrize("what", ["end", "pause"])
def test_a_moments_absence_is_no_consent(what: Literal["end", "pause"]) -> None:
    """Whoever reloads the page is asked like those who are here, and so is everybody after a restart."""
    inn, table, first, second = two(absent="wait")
    table.drop(inn.viewers[second], 20.0)
    table.propose(first, Motion(what))
    assert (table.position.finished, table.position.paused) == (False, False)
    assert table.position.ballot is not None
    assert table.position.ballot.asked == (1,)
    table.vote(first, False)
    after = inn.restarted()
    again = after.found(table)
    again.resume(first, Watcher(first))
    again.propose(first, Motion(what))
    assert (again.position.finished, again.position.paused) == (False, False)
    again.vote(first, False)
    after.after(GONE_SECONDS)
    again.propose(first, Motion(what))
    assert again.position.finished or again.position.paused


def three_nodes() -> tuple[Street, list[Table]]:
    """A game of three, each on a node of their own, who have played for a while."""
    street = Street(3)
    setup = Setup(seats=3, absent="wait", turn_seconds=0.0)
    for number, name in enumerate(("Ada", "Bob", "Cyd")):
        street.comes(number, name, setup)
        street.after(2)
    (table,) = street.houses[0].tables
    street.after(GONE_SECONDS + 10)
    return street, [house.tables[table] for house in street.houses]


@pytest.mark.parametrize("how", ["lost", "suspended", "killed"])
def test_a_moments_absence_on_another_node_is_no_consent(how: str) -> None:
    """Whoever is away, passed over, or was on a node that died is asked, wherever the question is put."""
    street, (ada, bob, cyd) = three_nodes()
    still = (2,) if how == "killed" else ()
    if how == "lost":
        cyd.drop(cyd.attendance.keepers["Cyd"], 20.0)
    elif how == "suspended":
        cyd.suspend("Cyd")
    street.after(7, *still)
    assert not ada.present("Cyd")
    ada.propose("Ada", Motion("pause"))
    street.after(2, *still)
    bob.vote("Bob", True)
    street.after(2, *still)
    assert not ada.position.paused
    assert ada.position.ballot is not None
    assert len(ada.position.ballot.asked) == 2


def test_two_answer_on_two_nodes_at_once() -> None:
    """One is written after the other, and what all have agreed to is done once."""
    street, (ada, bob, cyd) = three_nodes()
    ada.propose("Ada", Motion("pause"))
    street.after(2)
    assert ada.position.ballot is not None
    for log in street.logs:
        log.instant = False
    heard: list[Outcome] = []
    bob.vote("Bob", True, heard.append, ada.position.ballot.seq)
    cyd.vote("Cyd", True, heard.append, ada.position.ballot.seq)
    for log in street.logs:
        log.instant = True
        log.settle()
    street.after(2)
    assert [code(each) for each in heard] == ["", ""]
    assert [row.kind for row in street.disk.read(ada.id)[1]][-4:] == ["propose", "vote", "vote", "pause"]
    assert ada.position == bob.position == cyd.position


def test_over_days_everybody_is_asked() -> None:
    """Where nobody need be here, being away is no consent, and no bot takes over by others' word."""
    inn = Inn()
    table = days(inn.house, "Ada", "Bob", absent="wait")
    first = table.position.seats[0].name
    table.resume(first, Watcher(first))
    inn.after(2 * GONE_SECONDS)
    assert code(asked(table.propose, first, Motion("replace", seat=1, bot="greedy"))) == "over-days"
    table.propose(first, Motion("end"))
    assert not table.position.finished
    assert table.position.ballot is not None
    assert table.position.ballot.asked == (1,)
