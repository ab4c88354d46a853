"""Two tables that are the same one: what becomes of commands when another node was faster."""

from __future__ import annotations

from random import Random

import pytest

from bottega.games.refusal import Refusal
from bottega.store.log import StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.entries import EndReason, Sitting
from bottega.table.events import Presence
from bottega.table.house import House
from bottega.table.position import AnyPosition, Setup, fold
from bottega.table.table import Accepted, Table
from tests.table.rigs import Outcome, Time, Watcher
from trials.simulation.logs import NodeLog


class Pair:
    """One table on two nodes; each has a viewer, and everything takes its time."""

    def __init__(self, *names: str, game: str = "splendor", seats: int = 0, start: bool = True) -> None:
        self.disk = MemoryLog()
        self.time = Time()
        self.logs = [NodeLog(self.disk, instant=True) for _ in range(2)]
        table = House(self.logs[0], now=self.time).open(game, Setup(seats=seats or len(names)))
        for name in names:
            table.sit(Sitting(name), Watcher(name))
        self.here = table
        self.there = Table(fold(*self.disk.read(table.id)), self.logs[1], self.time, self.disk.read(table.id)[1])
        self.viewers = [Watcher("here"), Watcher("there")]
        self.here.watch(self.viewers[0])
        self.there.watch(self.viewers[1])
        for log in self.logs:
            log.instant = False
        assert self.here.position.started == start, self.here.position

    def settle(self) -> None:
        """Everything is done and told on both nodes."""
        for _ in range(10):
            for log in self.logs:
                log.settle()

    def position(self) -> AnyPosition:
        """What the log says."""
        return fold(*self.disk.read(self.here.id))


@pytest.fixture
def pair() -> Pair:
    """A game of Splendor of two."""
    return Pair("Ada", "Bob")


def legal(position: AnyPosition, number: int = 0) -> tuple[int, str]:
    """Who may act, and one of their actions in notation."""
    seat = position.game.actors(position.state)[0]
    return seat, str(position.game.legal(position.state, seat)[number])


def test_a_move_that_is_still_legal_is_accepted(pair: Pair) -> None:
    """Two nodes take a move at once: one has the number, the other's is judged again and follows, unnoticed."""
    pair = Pair("Ada", "Bob", game="sagrada")
    position = pair.here.position
    actors = position.game.actors(position.state)
    assert len(actors) == 2, "both choose a window at once"
    heard: list[list[Outcome]] = [[], []]
    for table, seat, answers in zip((pair.here, pair.there), actors, heard, strict=True):
        table.move(seat, str(position.game.legal(position.state, seat)[0]), answers.append)
    pair.settle()
    first = position.seq + 1
    assert sorted(outcome.seq for (outcome,) in heard if isinstance(outcome, Accepted)) == [first, first + 1]
    pair.here.hear(first + 1)
    pair.there.hear(first + 1)
    pair.settle()
    assert pair.here.position == pair.there.position == pair.position()


def test_a_move_that_is_no_longer_legal_has_its_reason(pair: Pair) -> None:
    """The loser is told what it would be told at the new position; its queue is judged again too, in its order."""
    seat, move = legal(pair.here.position)
    other = str(pair.here.game.legal(pair.here.position.state, seat)[1])
    here: list[Outcome] = []
    there: list[Outcome] = []
    pair.here.move(seat, move, here.append)
    pair.there.move(seat, other, there.append)
    pair.there.move(1 - seat, legal(pair.there.head)[1], there.append)
    pair.logs[0].settle()
    pair.settle()
    assert here == [Accepted(4)]
    assert [getattr(outcome, "code", outcome) for outcome in there] == ["splendor.not-your-turn", Accepted(5)]
    assert [event.entry.seq for event in pair.viewers[1].events] == [4, 5]
    assert pair.there.position == pair.position()


def test_a_move_of_a_turn_that_is_over_is_none_of_the_next(pair: Pair) -> None:
    """A node that slept finds its player's move lost, and their turn come round again: that is for another move."""
    seat, move = legal(pair.there.position)
    there: list[Outcome] = []
    pair.there.move(seat, move, there.append)
    for number in (1, 2):
        pair.here.move(*legal(pair.here.head, number))
        pair.logs[0].settle()
    assert move in map(str, pair.here.game.legal(pair.here.position.state, seat)), "it would be legal"
    pair.settle()
    (outcome,) = there
    assert isinstance(outcome, Refusal)
    assert outcome.code == "table.stale"
    assert [row.seq for row in pair.disk.read(pair.here.id)[1]][-1] == 5
    assert pair.there.position == pair.position()


def test_who_sets_up_on_two_nodes_is_not_late() -> None:
    """In the set-up everybody chooses at once: that another was ready first makes no choice stale."""
    pair = Pair("Ada", "Bob", game="renaissance")
    position = pair.here.position
    heard: list[list[Outcome]] = [[], []]
    for table, seat, answers in zip((pair.here, pair.there), (0, 1), heard, strict=True):
        state = position.state
        while choices := position.game.legal(state, seat):
            table.move(seat, str(choices[0]), answers.append)
            state = position.game.apply(state, seat, choices[0])
            if position.game.turn(state) > 0 or seat not in position.game.actors(state):
                break
    pair.settle()
    assert all(isinstance(outcome, Accepted) for answers in heard for outcome in answers), heard
    assert pair.here.position.game.turn(pair.position().state) == 1


def test_what_was_refused_by_a_head_that_never_was(pair: Pair) -> None:
    """Who was refused for an entry that never came to be is judged again as well."""
    seat, move = legal(pair.here.position)
    pair.here.end(EndReason.ABANDONED)  # (by itself: it is forgotten)
    heard: list[Outcome] = []
    pair.here.move(seat, move, heard.append)
    assert heard == [], "the refusal waits behind the end"
    there: list[Outcome] = []
    pair.there.move(seat, legal(pair.there.position, 3)[1], there.append)
    pair.logs[1].settle()
    assert there == [Accepted(4)]
    pair.settle()
    assert {getattr(outcome, "code", "") for outcome in heard} == {"splendor.not-your-turn"}
    assert not pair.position().finished


def test_a_command_has_its_first_answer_on_every_node(pair: Pair) -> None:
    """The same command id on another node, at once or later: one entry, and the same answer."""
    seat, move = legal(pair.here.position)
    here: list[Outcome] = []
    there: list[Outcome] = []
    pair.here.move(seat, move, here.append, "cmd")
    pair.there.move(seat, move, there.append, "cmd")
    pair.there.move(seat, move, there.append, "cmd")
    pair.settle()
    assert here == [Accepted(4)]
    assert there == [Accepted(4)] * 2
    pair.there.move(seat, move, there.append, "cmd")
    assert there[-1] == Accepted(4)
    assert len(pair.disk.read(pair.here.id)[1]) == 4


def test_a_move_for_one_position_only_is_stale(pair: Pair) -> None:
    """``after`` an entry means that very one, not another with the same number."""
    seat, move = legal(pair.here.position)
    pair.there.move(seat, move)
    pair.logs[1].settle()
    heard: list[Outcome] = []
    pair.here.move(seat, legal(pair.here.position, 1)[1], heard.append, after=3)
    pair.here.move(1 - seat, legal(pair.here.head)[1], heard.append, after=4)
    pair.settle()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["table.stale"] * 2


def test_seats_are_taken_anew(pair: Pair) -> None:
    """Who sits down while another does takes the next seat, or is told that there is none; leaving finds its seat."""
    pair = Pair("Ada", seats=3, start=False)
    heard: list[Outcome] = []
    pair.there.sit(Sitting("Bob"), None)
    pair.logs[1].settle()
    pair.here.sit(Sitting("Cyd"), Watcher("Cyd"), heard.append)
    pair.here.leave("Ada", heard.append)
    pair.settle()
    assert heard == [Accepted(3), Accepted(4)]
    assert [seat.name for seat in pair.position().seats] == ["Bob", "Cyd"]
    assert pair.here.present("Cyd")
    pair.there.learn(pair.disk.read(pair.here.id)[1][2:])
    pair.there.sit(Sitting("Dan"), None)
    pair.logs[1].settle()
    pair.here.sit(Sitting("Eve"), Watcher("Eve"), heard.append)
    pair.settle()
    assert getattr(heard[-1], "code", "") in ("table.full", "table.started")


def test_what_a_table_wants_by_itself_is_forgotten(pair: Pair) -> None:
    """A skip that is due on two nodes is made once: whoever loses looks at the new position."""
    seat, _ = legal(pair.here.position)
    for table in (pair.here, pair.there):
        table.skip(seat)
    pair.settle()
    rows = pair.disk.read(pair.here.id)[1]
    assert [row.kind for row in rows[3:]] == ["skip"]
    assert pair.here.position == pair.there.position == pair.position()


def test_new_commands_wait_while_the_log_is_asked(pair: Pair) -> None:
    """Who comes while the table catches up is judged when it has, and answered in the order of coming."""
    seat, move = legal(pair.here.position)
    pair.there.move(seat, move)
    pair.logs[1].settle()
    pair.here.hear(4)
    heard: list[tuple[str, Outcome]] = []
    pair.here.move(seat, move, lambda outcome: heard.append(("late", outcome)))
    pair.here.move(1 - seat, legal(pair.position())[1], lambda outcome: heard.append(("next", outcome)))
    assert not heard
    pair.settle()
    assert [who for who, _ in heard] == ["late", "next"]
    assert isinstance(heard[0][1], Refusal)
    assert heard[1][1] == Accepted(5)


def test_hints_may_be_wrong_late_or_doubled(pair: Pair) -> None:
    """A hint costs a question at most: nothing is told twice, and one from the future changes nothing."""
    seat, move = legal(pair.here.position)
    pair.there.move(seat, move)
    pair.logs[1].settle()
    for seq in (1, 4, 4, 99, 4):
        pair.here.hear(seq)
    pair.settle()
    assert [event.entry.seq for event in pair.viewers[0].events] == [4]
    assert pair.here.settled
    pair.here.learn(pair.disk.read(pair.here.id)[1])
    assert [event.entry.seq for event in pair.viewers[0].events] == [4]


def test_a_loser_is_told_when_the_log_is_gone(pair: Pair) -> None:
    """Another was faster and the log then does not answer: nothing is guessed, the sender may try again."""
    seat, move = legal(pair.here.position)
    pair.there.move(seat, move)
    pair.logs[1].settle()
    heard: list[Outcome] = []
    pair.here.move(seat, move, heard.append, "cmd")
    pair.logs[0].commit()
    pair.logs[0].report()
    pair.logs[0].cut()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["table.store"]
    pair.logs[0].away = False
    pair.here.move(seat, move, heard.append, "cmd")
    pair.settle()
    assert getattr(heard[-1], "code", "") == "splendor.not-your-turn"


def test_what_was_in_doubt_is_found(pair: Pair) -> None:
    """A move whose fate nobody knew is told when the log is read, and repeated it has its answer."""
    seat, move = legal(pair.here.position)
    heard: list[Outcome] = []
    pair.here.move(seat, move, heard.append, "cmd")
    pair.logs[0].commit()
    pair.logs[0].cut()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["table.unsure"]
    pair.logs[0].away = False
    pair.here.move(seat, move, heard.append, "cmd")
    pair.settle()
    assert heard[-1] == Accepted(4)
    assert pair.here.position == pair.position()


def test_a_name_that_another_table_holds(pair: Pair) -> None:
    """The log says whose a name is: who loses it is told so, and those behind them sit down all the same."""
    pair = Pair("Ada", seats=4, start=False)
    other = House(pair.logs[1], now=pair.time).open("splendor", Setup(seats=2))
    pair.logs[1].instant = True
    other.sit(Sitting("Bob"), None)
    heard: list[Outcome] = []
    pair.here.sit(Sitting("Bob"), None, heard.append)
    pair.here.sit(Sitting("Cyd"), None, heard.append)
    pair.settle()
    assert getattr(heard[0], "code", "") == "table.name-taken"
    assert heard[1] == Accepted(2)
    assert [seat.name for seat in pair.position().seats] == ["Ada", "Cyd"]
    other.leave("Bob")
    pair.here.sit(Sitting("Bob"), None, heard.append)
    pair.settle()
    assert heard[-1] == Accepted(3)


def test_a_table_that_always_loses_gives_up(pair: Pair) -> None:
    """A command is judged again a bounded number of times: nobody waits for ever."""
    pair = Pair("Ada", "Bob", seats=4, start=False)
    heard: list[Outcome] = []
    pair.here.word("Ada", "first", heard.append)
    for number in range(20):
        pair.there.word("Bob", f"word {number}")
        pair.logs[1].settle()
        pair.logs[0].commit() if pair.logs[0].queued else None
        pair.logs[0].report() if pair.logs[0].committed else None
        pair.logs[0].answer() if pair.logs[0].asked else None
    pair.settle()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["table.conflict"]


def test_presence_elsewhere_counts(pair: Pair) -> None:
    """Who is connected to another node is present here too, until they are there no longer."""
    here = pair.here
    here.drop(here.attendance.keepers["Ada"], 5.0)
    assert not here.present("Ada")
    here.place_elsewhere({"Ada": Presence.HERE, "Bob": Presence.HERE})
    assert here.present("Ada")
    assert here.attendance.elsewhere == {"Ada": Presence.HERE}, "Bob is here"
    assert pair.viewers[0].notices[-2:] == [("Ada", "away"), ("Ada", "here")]
    here.place_elsewhere({"Ada": Presence.SUSPENDED})
    assert not here.present("Ada")
    assert here.attendance.presences["Ada"] is Presence.SUSPENDED
    here.place_elsewhere({})
    assert pair.viewers[0].notices[-1] == ("Ada", "away")
    former = here.yield_seat("Bob")
    assert former is not None
    assert here.present("Bob")
    assert former not in here.viewers


def test_two_nodes_play_a_game_to_its_end(pair: Pair) -> None:
    """Random moves on both at once, reported in any order: both pictures are the fold of the log, move by move."""
    random = Random(5)
    tables = (pair.here, pair.there)
    answered = sent = 0

    def count(_: Outcome) -> None:
        nonlocal answered
        answered += 1

    for _ in range(6000):
        number = random.randrange(2)
        table, log = tables[number], pair.logs[number]
        if table.position.finished:
            break
        choice = random.randrange(5)
        if choice == 0:
            position = table.position
            seat = random.choice(position.game.actors(position.state))
            table.move(seat, [random.choice(position.game.legal(position.state, seat))], count)
            sent += 1
        elif choice == 1 and log.queued:
            log.commit()
        elif choice == 2 and log.committed:
            log.report()
        elif choice == 3 and log.asked:
            log.answer()
        elif choice == 4:
            table.hear(random.randrange(len(pair.disk.read(table.id)[1]) + 2))
    pair.settle()
    for table in tables:
        table.hear(1 << 40)
    pair.settle()
    assert answered == sent
    assert pair.here.position == pair.there.position == pair.position()
    for viewer in pair.viewers:
        assert [event.entry.seq for event in viewer.events] == list(range(4, pair.position().seq + 1))
    assert sum(log.conflicts for log in pair.logs) > 10


def test_a_log_that_cannot_be_read(pair: Pair) -> None:
    """A hint that cannot be followed is forgotten: the next one, or the next poll, is."""
    seat, move = legal(pair.here.position)
    pair.there.move(seat, move)
    pair.logs[1].settle()
    pair.logs[0].away = True
    pair.here.hear(4)
    pair.settle()
    assert pair.here.position.seq == 3
    assert pair.here.settled
    pair.logs[0].away = False
    pair.here.hear(4)
    pair.settle()
    assert pair.here.position.seq == 4
    assert not isinstance(pair.logs[0].disk, StoreFault)
