"""What nodes tell each other: hints, lines on the board, words; and what becomes of it when they do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import GRACE_SECONDS, NODE_SECONDS, POLL_SECONDS, SLEPT_SECONDS
from bottega.store.log import Charter
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.events import Presence
from bottega.table.house import House, Settings
from bottega.table.identity import Claim
from bottega.table.names import ANY
from bottega.table.neighbours import Neighbours, dozes
from bottega.table.position import Setup
from bottega.table.table import Table
from tests.table.rigs import Time, Watcher
from trials.simulation.boards import NodeBoard, NodeBus, SharedBoard
from trials.simulation.logs import NodeLog


class Street:
    """Some nodes of one house, which do everything at once; time is turned by hand."""

    def __init__(self, count: int = 2, *, bus: bool = False) -> None:
        self.time = Time()
        self.disk = MemoryLog()
        self.board = SharedBoard(lambda: 5_000_000.0 + self.time.now)
        self.company: list[NodeBus] = []
        self.logs = [NodeLog(self.disk, instant=True) for _ in range(count)]
        self.boards = [NodeBoard(self.board, instant=True) for _ in range(count)]
        self.buses = [NodeBus(self.company) if bus else None for _ in range(count)]
        self.houses = [House(log, Settings(), self.time) for log in self.logs]
        self.nodes = [
            Neighbours(house, board, carrier, f"n{number}")
            for number, (house, board, carrier) in enumerate(zip(self.houses, self.boards, self.buses, strict=True))
        ]
        self.after(0.1)

    def after(self, seconds: float, *still: int) -> None:
        """Time passes; nodes that stand ``still`` do nothing."""
        until = self.time.now + seconds
        while self.time.now < until:
            self.time.now = min(self.time.now + 0.1, until)
            for number, house in enumerate(self.houses):
                if number not in still:
                    house.tick()

    def joins(self) -> House:
        """Another node is started."""
        late = House(NodeLog(self.disk, instant=True), Settings(), self.time)
        bus = NodeBus(self.company) if self.company else None
        Neighbours(late, NodeBoard(self.board, instant=True), bus, "late")
        list(late.load())
        self.houses.append(late)
        return late

    def carry(self) -> None:
        """The bus brings everything."""
        for bus in self.company:
            messages, bus.inbox[:] = list(bus.inbox), []
            bus.deliver(messages)

    def comes(self, number: int, name: str, setup: Setup | None = None) -> tuple[Watcher, list[Table | Refusal]]:
        """Somebody comes to a node and looks for a seat."""
        viewer, heard = Watcher(name), list[Table | Refusal]()
        sitting = Sitting(name, f"key of {name}")
        self.houses[number].reception.enter("splendor", sitting, viewer, setup or Setup(seats=2), heard.append)
        return viewer, heard

    def running(self, **setup: Any) -> tuple[Table, Table]:
        """A game of Ada on the first node and Bob on the second, as each of them has it."""
        self.comes(0, "Ada", Setup(seats=2, **setup))
        self.after(2 * POLL_SECONDS)
        self.carry()
        _, heard = self.comes(1, "Bob", Setup(seats=2, **setup))
        self.after(2 * POLL_SECONDS)
        self.carry()
        (there,) = heard
        assert isinstance(there, Table)
        here = self.houses[0].tables[there.id]
        assert here.position == there.position
        assert here.position.started
        return here, there


def moves(table: Table) -> None:
    """Whoever may act plays."""
    position = table.position
    seat = position.game.actors(position.state)[0]
    table.move(seat, [position.game.legal(position.state, seat)[0]])


def test_who_comes_to_different_nodes_meets_at_one_table() -> None:
    """The waiting room is one: also those who come at the same moment do not open a table each."""
    street = Street(3)
    heard = [street.comes(number, name)[1] for number, name in enumerate(("Ada", "Bob"))]
    street.after(5)
    tables = {outcome.id for answers in heard for outcome in answers if isinstance(outcome, Table)}
    assert len(tables) == 1
    assert all(len(answers) == 1 for answers in heard)


def test_the_seat_that_another_node_has_filled() -> None:
    """Whoever was on the way to it is taken to another table, without noticing."""
    street = Street(3)
    street.comes(0, "Ada")
    street.after(2)
    heard = [street.comes(number, name)[1] for number, name in ((1, "Bob"), (2, "Cyd"))]
    street.after(5)
    tables = [answers[0] for answers in heard]
    assert all(isinstance(table, Table) for table in tables)
    assert len({table.id for table in tables if isinstance(table, Table)}) == 2


@pytest.mark.parametrize("bus", [True, False])
def test_news_come_by_hints_or_polls(bus: bool) -> None:
    """With a bus at once, without one at the next poll; a hint that was lost costs no more than that."""
    street = Street(bus=bus)
    street.running()
    here, there = street.houses[0].tables, street.houses[1].tables
    (table,) = here
    moves(here[table])
    if bus:
        street.carry()
        assert there[table].position == here[table].position
        moves(here[table])
        street.company[1].inbox.clear()
        street.after(6)
    else:
        street.after(POLL_SECONDS + 0.2)
    assert there[table].position == here[table].position


def test_messages_that_make_no_sense() -> None:
    """The bus may carry anything: what cannot be read is passed over."""
    street = Street(bus=True)
    table, _ = street.running()
    seq = table.position.seq
    garbage = ["", "h", "h x", f"h {table.id} many !", f"h {table.id} {'9' * 40} !", "w n9 {", "l n9 {", "l", "x y z"]
    street.nodes[0].hear([*garbage, "h nobody 3 !", f"h {table.id} {seq + 7} !"])
    street.after(2)
    assert table.position.seq == seq
    assert table.settled


def test_presence_is_known_on_all_nodes() -> None:
    """Who is connected to one node is present on all; who loses the connection is waited for as long on all."""
    street = Street()
    here, there = street.running()
    assert here.attendance.presences == there.attendance.presences == {"Ada": Presence.HERE, "Bob": Presence.HERE}
    there.drop(there.attendance.keepers["Bob"], 7.0)
    street.after(2)
    assert not here.present("Bob")
    assert 4 < here.clock.graces()["Bob"] < 7


def test_a_node_that_is_silent_is_gone() -> None:
    """Not before its line has run out; then its people's grace begins, and they can sit down elsewhere at once."""
    street = Street()
    here, _ = street.running()
    street.after(NODE_SECONDS - 2, 1)
    assert here.present("Bob")
    street.after(4, 1)
    assert not here.present("Bob")
    assert here.clock.graces()["Bob"] > GRACE_SECONDS - 5
    back = street.houses[0].identity.judge("splendor", Claim("Bob", "key of Bob"), ANY)
    assert back is here
    here.resume("Bob", Watcher("Bob"))
    street.after(0.5, 1)
    assert here.present("Bob")


class Former(Watcher):
    """A connection that may have to make way."""

    made_way = False

    def make_way(self, table: Any) -> None:
        """Note it."""
        self.made_way = True

    def shown_out(self, table: Any) -> None:
        """Nothing to note."""


def test_the_newer_connection_has_the_seat() -> None:
    """Who comes back on another node makes the connection that still keeps the seat make way."""
    street = Street()
    here, there = street.running()
    former = Former("Ada")
    here.resume("Ada", former)
    street.after(2)
    there.resume("Ada", Watcher("Ada"))
    street.after(2)
    assert former.made_way
    assert "Ada" not in here.attendance.keepers
    assert here.present("Ada")
    assert "Ada" in there.attendance.keepers


def test_the_newer_connection_has_the_seat_before_anybody_was_told_of_the_older() -> None:
    """What counts is when they came, not when their node said so."""
    street = Street()
    here, there = street.running()
    former = Former("Ada")
    here.resume("Ada", former)
    street.time.now += 0.01
    there.resume("Ada", Watcher("Ada"))
    street.after(3)
    assert former.made_way
    assert "Ada" not in here.attendance.keepers
    assert "Ada" in there.attendance.keepers


def test_the_newer_connection_has_the_seat_although_clocks_differ() -> None:
    """Nodes agree on the time but for some milliseconds: who comes to a seat after somebody else is later than they."""
    street = Street()
    here, there = street.running()
    former, last = Former("Ada"), Former("Ada")
    here.resume("Ada", former)
    street.after(2)
    street.nodes[1].offset -= 3
    there.resume("Ada", last)
    street.after(3)
    assert former.made_way
    assert not last.made_way
    assert "Ada" in there.attendance.keepers


def test_who_comes_back_is_later_than_what_the_log_says_although_clocks_differ() -> None:
    """A seat that has just been taken is known by the log before its node has said who keeps it."""
    street = Street()
    former, last = Former("Ada"), Former("Ada")
    heard = list[Table | Refusal]()
    street.houses[0].reception.enter("splendor", Sitting("Ada", "key of Ada"), former, Setup(seats=2), heard.append)
    (here,) = heard
    assert isinstance(here, Table)
    street.nodes[1].poll()
    there = street.houses[1].tables[here.id]
    street.nodes[1].offset -= 0.05
    there.resume("Ada", last)
    street.after(3)
    assert former.made_way
    assert not last.made_way
    assert "Ada" in there.attendance.keepers


def test_of_two_who_come_at_the_same_moment_one_has_the_seat() -> None:
    """Both nodes say the same: whose name comes later."""
    street = Street()
    here, there = street.running()
    one, two = Former("Ada"), Former("Ada")
    here.resume("Ada", one)
    there.resume("Ada", two)
    street.after(3)
    assert (one.made_way, two.made_way) == (True, False)
    assert "Ada" not in here.attendance.keepers
    assert "Ada" in there.attendance.keepers


def test_the_newest_connection_has_the_seat_also_where_it_was_kept_before() -> None:
    """Who was here, then there, then here again is here, whatever was known of the first time."""
    street = Street()
    here, there = street.running()
    street.boards[0].away = True
    between, last = Former("Ada"), Former("Ada")
    there.resume("Ada", between)
    street.after(1)
    here.resume("Ada", last)
    street.after(1)
    street.boards[0].away = False
    street.after(3)
    assert not last.made_way
    assert between.made_way
    assert "Ada" in here.attendance.keepers
    assert "Ada" not in there.attendance.keepers


def test_an_older_line_does_not_replace_a_newer_one() -> None:
    """The bus is faster than the board: who came a moment ago is not gone because the board did not know it yet."""
    street = Street(bus=True)
    here, there = street.running()
    there.drop(there.attendance.keepers["Bob"])
    street.after(2)
    street.carry()
    assert not here.present("Bob")
    old = dict(street.board.lines)
    there.resume("Bob", Watcher("Bob"))
    street.after(0.1, 0)
    street.carry()
    assert here.present("Bob")
    street.board.lines.update(old)
    street.after(0.1, 1)
    street.nodes[0].changed()
    street.after(0.1, 1)
    assert here.present("Bob")


def test_a_name_holds_one_seat_of_a_game_on_all_nodes() -> None:
    """Nodes that do not know of each other's seat yet are told by the log."""
    street = Street()
    street.logs[0].instant = street.logs[1].instant = True
    tables = [house.open("splendor", Setup(seats=2)) for house in street.houses]
    outcomes: list[Table | Refusal] = []
    for house, table in zip(street.houses, tables, strict=True):
        house.reception.sit(table, Sitting("Ada"), Watcher("Ada"), outcomes.append)
    assert [getattr(outcome, "code", "seated") for outcome in outcomes] == ["seated", "table.name-taken"]


def test_guests_of_other_nodes() -> None:
    """A name that a guest goes by on one node is nobody else's on the others, nor is one that looks like it."""
    street = Street()
    ada = Claim("Ada", "key 1")
    street.houses[0].identity.came(ada)
    street.after(1.5)
    refusal = street.houses[1].identity.greet(Claim("Ada", "key 2"), known=False)
    assert refusal is not None
    assert refusal.code == "table.name-in-use"
    assert street.houses[1].identity.greet(ada, known=True) is None
    assert street.houses[1].names.alike("Аda") == "Ada"
    street.houses[0].identity.went(ada)
    street.after(1.5)
    assert street.houses[1].identity.greet(Claim("Ada", "key 2"), known=False) is None
    assert street.houses[1].names.alike("Аda") is None


@pytest.mark.parametrize("bus", [True, False])
def test_a_word_is_heard_once(bus: bool) -> None:
    """Whichever way it comes first, and however often it comes."""
    street = Street(bus=bus)
    heard: list[str] = []
    street.houses[1].on_word["greeting"] = heard.append
    street.houses[0].tell_others("greeting", "good evening")
    street.houses[0].tell_others("unheard-of", "")
    if bus:
        street.company[1].inbox += street.company[1].inbox
        street.carry()
        assert heard == ["good evening"]
    street.after(3)
    assert heard == ["good evening"]


class Guest:
    """A connection that somebody came in by."""

    out = False

    def signed_out(self) -> None:
        """Note it."""
        self.out = True


def test_passwords_and_tokens_on_every_node() -> None:
    """A token that was given with the password on one node counts on the others; signed out, on none."""
    street = Street()
    one, two = (house.identity for house in street.houses)
    heard: list[Refusal | None] = []
    claim = Claim("Ada", "key 1")
    one.log_in(claim, "correct horse", heard.append)
    assert heard == [None]
    street.after(1.5)
    assert two.proves(claim)

    here, there = Guest(), Guest()
    one.came(claim, here)
    two.came(claim, there)
    one.sign_out(Claim("Ada", "key 1", proven=True), "key 2", here, heard.append)
    street.after(1.5)
    assert not two.proves(claim)
    assert two.proves(Claim("Ada", "key 2"))
    assert there.out
    assert not here.out


@pytest.mark.parametrize("bus", [True, False])
def test_signing_out_reaches_a_node_that_was_cut_off(bus: bool) -> None:
    """A token that was void while a node could not be told proves nothing there once it can read the log again."""
    street = Street(bus=bus)
    one, two = (house.identity for house in street.houses)
    heard: list[Refusal | None] = []
    claim = Claim("Ada", "key 1", proven=True)
    one.log_in(claim, "correct horse", heard.append)
    street.after(1.5)
    street.carry()
    assert two.proves(claim)
    street.logs[1].away = street.boards[1].away = True
    one.sign_out(claim, "key 2", Guest(), heard.append)
    if bus:
        street.carry()
        assert not two.proves(claim), "a word is enough"
    street.after(20)
    street.logs[1].away = street.boards[1].away = False
    street.after(2)
    street.houses[1].sweep()
    assert not two.proves(claim)
    assert one.proves(Claim("Ada", "key 2"))


def test_a_clock_that_is_due_everywhere_strikes_once() -> None:
    """A turn ends when it does by the log, for all nodes: one skip each, whoever is first."""
    street = Street(3)
    here, _ = street.running(turn_seconds=5.0)
    street.after(21)
    kinds = [row.kind for row in street.disk.read(here.id)[1]]
    assert kinds[3:] == ["skip"] * len(kinds[3:])
    assert 3 <= len(kinds[3:]) <= 4
    assert not street.houses[2].tables[here.id].position.finished


def test_a_node_that_slept_reads_before_it_acts() -> None:
    """Its clocks are long due when it wakes; nothing is done before the log was read."""
    street = Street()
    here, there = street.running(turn_seconds=3.0)
    street.logs[1].instant = False
    for _ in range(4):
        moves(here)
        street.after(2, 1)
    street.time.now += SLEPT_SECONDS
    street.houses[1].tick()
    assert street.nodes[1].asleep
    assert not street.logs[1].queued
    street.logs[1].settle()
    assert there.position.seq == here.position.seq
    assert not street.logs[1].queued


def _away_for_a_moment(street: Street) -> tuple[int, Table, Callable[[], object]]:
    """A game in which whoever has the turn goes, for ten seconds at most.

    The other's node, the table as it has it, and how whoever is away comes back.
    """
    tables = street.running(turn_seconds=0.0)
    position = tables[0].position
    actor = position.seats[position.game.actors(position.state)[0]].name
    node = 0 if actor in tables[0].attendance.keepers else 1
    tables[node].drop(tables[node].attendance.keepers[actor], 10.0)
    street.after(2)
    return 1 - node, tables[1 - node], lambda: tables[node].resume(actor, Watcher(actor))


def test_a_node_that_slept_looks_who_is_where_before_it_acts() -> None:
    """Whoever came back elsewhere meanwhile is not skipped for having been away: log and board are read first."""
    street = Street()
    sleeper, table, comes_back = _away_for_a_moment(street)
    comes_back()
    street.after(15, sleeper)
    street.boards[sleeper].instant = False
    street.houses[sleeper].tick()
    street.houses[sleeper].tick()
    assert street.nodes[sleeper].asleep, "the log was read, the board was not"
    table.clock.review()
    street.boards[sleeper].instant = True
    street.boards[sleeper].settle()
    street.after(2)
    assert not street.nodes[sleeper].asleep
    assert [row.kind for row in street.disk.read(table.id)[1]][3:] == []


def test_an_answer_from_before_a_sleep_wakes_nobody() -> None:
    """What was asked before says nothing of what has happened since."""
    street = Street()
    node, house = street.nodes[0], street.houses[0]
    street.logs[0].instant = street.boards[0].instant = False
    street.after(1.1)
    street.time.now += SLEPT_SECONDS + 1
    house.tick()
    assert node.asleep
    street.logs[0].answer()
    street.boards[0].answer()
    assert node.asleep
    house.tick()
    street.logs[0].settle()
    street.boards[0].settle()
    assert not node.asleep


def test_a_node_that_was_cut_off_looks_who_is_where_before_it_acts() -> None:
    """What it wanted to do while nobody answered is not done as soon as somebody does."""
    street = Street()
    cut_off, table, comes_back = _away_for_a_moment(street)
    street.logs[cut_off].cut()
    street.boards[cut_off].away = True
    comes_back()
    street.after(15)
    street.logs[cut_off].away = False
    street.after(2)
    assert [row.kind for row in street.disk.read(table.id)[1]][3:] == []
    street.boards[cut_off].away = False
    street.after(2)
    assert [row.kind for row in street.disk.read(table.id)[1]][3:] == []
    assert not street.nodes[cut_off].asleep


def test_who_was_here_while_the_node_was_cut_off_has_their_seat() -> None:
    """The others had a bot play for them, since their node said nothing; it plays no longer than it must."""
    street = Street()
    tables = street.running(turn_seconds=0.0, absent="greedy")
    position = tables[0].position
    actor = position.seats[position.game.actors(position.state)[0]].name
    node = 0 if actor in tables[0].attendance.keepers else 1
    street.logs[node].cut()
    street.boards[node].away = True
    street.after(NODE_SECONDS + GRACE_SECONDS + 3)
    assert [row.kind for row in street.disk.read(tables[0].id)[1]][3:] == ["bot"]
    street.logs[node].away = street.boards[node].away = False
    street.after(3)
    assert not any(seat.bot for table in tables for seat in table.position.seats)


def test_a_dormant_game_that_ended_elsewhere_counts_for_nobody() -> None:
    """Whoever opened it may open another: what is kept beside a table goes with it."""
    street = Street()
    tables = street.running()
    first = street.houses[0]
    forgotten: list[str] = []
    first.on_forgotten.append(forgotten.append)
    tables[0].drop(tables[0].attendance.keepers["Ada"])
    first._send_to_sleep(tables[0])
    assert first._openers
    tables[1].quit("Bob")
    assert tables[1].position.finished
    street.after(12)
    assert (list(first.dormant), first._openers, forgotten) == ([], {}, [tables[0].id])


@pytest.mark.parametrize("found", ["the log answers", "the log is away"])
def test_who_comes_back_waits_until_the_table_knows_what_the_log_has(found: str) -> None:
    """Also where something of the table's own was on its way: it has lost, and what was faster comes with it."""
    street = Street()
    here, there = street.running(turn_seconds=600.0)
    street.logs[1].instant = False
    moves(there)
    moves(here)
    shown: list[tuple[bool, int]] = []
    street.nodes[1].freshen(there.id, lambda known: shown.append((known, there.position.seq)))
    street.logs[1].answer()
    assert shown == []
    if found == "the log answers":
        street.logs[1].settle()
        assert shown == [(True, here.position.seq)]
    else:
        street.logs[1].cut()
        assert shown == [(False, there.position.seq)]


def test_tables_that_nobody_here_is_at_doze() -> None:
    """They are not followed move by move, and roused for whoever asks; their clocks are left to others."""
    street = Street(3)
    here, _ = street.running(turn_seconds=600.0)
    third = street.houses[2]
    table = third.tables[here.id]
    assert dozes(table)
    moves(here)
    street.after(2)
    assert table.position.seq < here.position.seq
    assert third.find(here.id) is table
    assert table.position == here.position
    assert third.holder("splendor", "Bob") is table


def test_a_game_that_ended_while_it_dozed() -> None:
    """Its players are bound to it no longer, on any node."""
    street = Street(3)
    here, there = street.running()
    here.quit("Ada")
    there.quit("Bob")
    street.after(1.5)
    assert here.position.finished
    assert not street.houses[2].taken("splendor", "Ada")


def test_a_node_that_joins_disturbs_nobody() -> None:
    """It finds waiting tables and running ones, and neither empties nor skips anything."""
    street = Street()
    street.comes(0, "Ada", Setup(seats=4))
    street.after(2)
    before = street.disk.read(next(iter(street.houses[0].tables)))[1]
    late = street.joins()
    street.after(60)
    assert street.disk.read(next(iter(street.houses[0].tables)))[1] == before
    (table,) = late.tables.values()
    assert table.present("Ada")


@pytest.mark.parametrize("bus", [False, True])
def test_a_node_that_joins_knows_running_tables_at_a_glance(bus: bool) -> None:
    """It lists them with who is there, keeps their names, follows them once they change, and drops what is over."""
    street = Street(bus=bus)
    here, there = street.running()
    late = street.joins()
    assert (list(late.dormant), list(late.tables)) == ([here.id], [])
    assert late.neighbours is not None
    street.after(2)
    assert late.neighbours.presence(here.id) == {"Ada": "here", "Bob": "here"}
    assert late.dormant
    assert late.taken("splendor", "Ada")
    there.quit("Bob")
    street.after(1)
    street.carry()
    street.after(60)
    assert (list(late.dormant), late.taken("splendor", "Ada")) == ([], False)


def test_who_comes_to_a_node_that_joined_finds_the_table_as_it_is() -> None:
    """What was played elsewhere meanwhile is read."""
    street = Street()
    here, _ = street.running()
    late = street.joins()
    street.after(2)
    moves(here)
    found = late.find(here.id)
    assert found is not None
    assert found.position == here.position
    assert found.present("Ada")


def test_rules_that_are_not_known_are_left_to_others() -> None:
    """A table of a newer program is set aside once, and keeps its players' names."""
    street = Street()
    charter = Charter("t1", "splendor", 99, '{"seats":2}', bytes(32), "", 1)
    street.disk._append("t1", [], charter, False, ["splendor Zoe"])
    street.after(5)
    assert list(street.houses[0].set_aside) == ["t1"]
    _, heard = street.comes(0, "Zoe")
    street.after(3)
    assert [getattr(outcome, "code", "") for outcome in heard] == ["table.name-taken"]


def test_a_node_that_leaves_is_waited_for() -> None:
    """Its people are away, not gone: nobody is skipped before their grace is over."""
    street = Street()
    here, there = street.running(turn_seconds=600.0)
    street.houses[1].halt()
    street.nodes[1].leave()
    there.drop(there.attendance.keepers["Bob"])
    street.after(3, 1)
    assert not here.present("Bob")
    assert here.clock.graces()["Bob"] > GRACE_SECONDS - 5
    assert [row.kind for row in street.disk.read(here.id)[1]][3:] == []


def test_where_the_board_cannot_be_reached() -> None:
    """Nobody counts as gone because of it, and whoever wants a lease has it: the log keeps it right."""
    street = Street()
    here, _ = street.running()
    street.boards[0].away = True
    street.after(NODE_SECONDS + 3)
    assert here.present("Bob")
    granted: list[bool] = []
    street.nodes[0].lease("bots", 10.0, granted.append)
    assert granted == [True]
    street.boards[0].away = False
    street.nodes[1].lease("bots", 10.0, granted.append)
    street.nodes[0].lease("bots", 10.0, granted.append)
    assert granted == [True, True, False]


def test_an_answer_that_took_long_does_not_turn_the_clock() -> None:
    """The board's time is set by quick answers; a slow one changes it only as far as it must have been wrong."""
    node = Street().nodes[0]
    before = node.offset
    node._set_time(105.0, 100.0, 100.1)
    assert node.offset == pytest.approx(before + 4.95)
    for date in (100.5, 104.0, 108.5):
        node._set_time(date, 100.0, 109.0)  # it may be right as it is
    assert node.offset == pytest.approx(before + 4.95)
    node._set_time(112.0, 100.0, 109.0)
    assert node.offset == pytest.approx(before + 4.95 + 3.0)
    node._set_time(97.0, 100.0, 109.0)
    assert node.offset == pytest.approx(before + 4.95)
