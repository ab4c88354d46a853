"""A live table: append, then tell; one answer per command, in order; what happens when the log fails."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bottega.games import splendor
from bottega.games.core import Action
from bottega.games.refusal import Refusal
from bottega.limits import MAX_ACTIONS
from bottega.store.log import Conflict, Row, StoreFault
from bottega.table.entries import Sitting, to_row
from bottega.table.events import Event, Notice
from bottega.table.position import Setup, fold
from bottega.table.table import Accepted, Table
from tests.table.rigs import Inn, Outcome, Watcher, actor, kinds, play


@pytest.fixture
def inn() -> Inn:
    """A house."""
    return Inn()


@pytest.fixture
def table(inn: Inn) -> Table:
    """A running game of two, whose log from now on reports only when told to."""
    table = inn.running("Ada", "Bob")
    inn.log.instant = False
    return table


def legal(table: Table, index: int = 0) -> tuple[int, list[Action]]:
    """Who may move at the head, and one of their moves."""
    seat = table.game.actors(table.head.state)[0]
    return seat, [table.game.legal(table.head.state, seat)[index]]


def consistent(inn: Inn, table: Table) -> bool:
    """Whether what the table shows is what the log holds, with nothing on its way."""
    return table.settled and table.head == table.position == fold(*inn.log.read(table.id))


# -- append, then tell ----------------------------------------------------------------------------------------------


def test_nothing_is_told_before_it_is_durable(inn: Inn, table: Table) -> None:
    """Until the log reports, the position stands, nobody is told and the command is not answered."""
    heard: list[Outcome] = []
    before, told = table.position, len(inn.viewers["Ada"].events)
    table.move(*legal(table), heard.append)
    assert (table.position, heard, len(inn.viewers["Ada"].events)) == (before, [], told)
    assert table.head.seq == before.seq + 1
    inn.log.release()
    assert heard == [Accepted(before.seq + 1)]
    for viewer in inn.viewers.values():
        assert (viewer.events[-1].entry.seq, viewer.events[-1].after) == (before.seq + 1, table.position)
    assert consistent(inn, table)


def test_the_mover_is_answered_before_the_event(inn: Inn, table: Table) -> None:
    """The answer comes first, so that a dialect can say «ok» before it shows the board."""
    order: list[str] = []
    inn.viewers["Ada"].reacts = lambda event: order.append("event")
    table.move(*legal(table), lambda outcome: order.append("answer"))
    inn.log.release()
    assert order == ["answer", "event"]


def test_commands_are_judged_by_the_head(inn: Inn, table: Table) -> None:
    """Several moves may be on their way; each is judged as if those before it stood."""
    heard: list[Outcome] = []
    for _ in range(4):
        table.move(*legal(table), heard.append)
    inn.log.release(2)
    assert [outcome.seq for outcome in heard if isinstance(outcome, Accepted)] == [4, 5]
    inn.log.release()
    assert [event.entry.seq for event in inn.viewers["Bob"].events][-4:] == [4, 5, 6, 7]
    assert consistent(inn, table)


def test_events_hold_the_positions_around_an_entry(inn: Inn, table: Table) -> None:
    """Each event begins where the one before it ended, even when several become durable at once."""
    for _ in range(5):
        table.move(*legal(table))
    inn.log.release()
    for earlier, later in pairwise(inn.viewers["Bob"].events):
        assert later.before is earlier.after
        assert later.after.seq == later.entry.seq == later.before.seq + 1


# -- one answer each, in order --------------------------------------------------------------------------------------


def test_a_refusal_waits_behind_acceptances(inn: Inn, table: Table) -> None:
    """A refusal is spoken after the answers to the commands before it."""
    heard: list[str] = []
    table.move(*legal(table), lambda outcome: heard.append("good"))
    table.move(0, "nonsense", lambda outcome: heard.append("bad"))
    assert heard == []
    inn.log.release()
    assert heard == ["good", "bad"]


def test_a_refusal_at_once_when_nothing_waits(inn: Inn, table: Table) -> None:
    """With nothing on its way a refusal needs no trip to the disk."""
    heard: list[Outcome] = []
    table.move(0, "nonsense", heard.append)
    assert isinstance(heard[0], Refusal)
    assert heard[0].code == "table.notation"
    assert not inn.log.waiting


def test_refused_moves_change_nothing(inn: Inn, table: Table) -> None:
    """Every kind of wrong move is refused with its code, and the position is the same value as before."""
    seat, actions = legal(table)
    before = table.position
    heard: list[Outcome] = []
    table.move(1 - seat, actions, heard.append)
    table.move(seat, [], heard.append)
    table.move(seat, "skip", heard.append)
    table.move(-1, actions, heard.append)
    table.move(seat, "take wbg; take wbg", heard.append)
    table.sit(Sitting("Cyd"), None, heard.append)
    table.leave("Ada", heard.append)
    table.leave("nobody", heard.append)
    table.quit("nobody", heard.append)
    table.resize(3, heard.append)
    table.start(heard.append)
    table.play_by_bot(9, "greedy", heard.append)
    codes = [outcome.code for outcome in heard if isinstance(outcome, Refusal)]
    assert codes == [
        "splendor.not-your-turn", "table.no-action", "table.skip", "table.not-seated", "splendor.not-your-turn",
        "table.started", "table.started", "table.started", "table.empty-seat", "table.started", "table.started",
        "table.empty-seat",
    ]  # fmt: skip
    assert table.position is table.head is before


def test_a_skip_for_somebody_whose_turn_it_is_not(inn: Inn, table: Table) -> None:
    """Skipping a seat that may not act does nothing."""
    seat, _ = legal(table)
    table.skip(1 - seat)
    assert table.settled
    assert not inn.log.waiting


# -- exactly once ---------------------------------------------------------------------------------------------------


def test_a_repeated_command_gets_the_first_answer(inn: Inn, table: Table) -> None:
    """The same command id again: the same answer, nothing played twice; whether it is durable yet or not."""
    heard: list[Outcome] = []
    seat, actions = legal(table)
    table.move(seat, actions, heard.append, "cmd")
    table.move(seat, actions, heard.append, "cmd")
    assert heard == []
    inn.log.release()
    table.move(seat, "nonsense", heard.append, "cmd")
    assert heard == [Accepted(4)] * 3
    assert kinds(table).count("move") == 1


def test_a_repeated_command_is_answered_in_its_place(inn: Inn, table: Table) -> None:
    """The second answer to a command comes after those to the commands in between."""
    heard: list[str] = []
    seat, actions = legal(table)
    table.move(seat, actions, lambda outcome: heard.append("first"), "cmd")
    table.move(*legal(table), lambda outcome: heard.append("between"))
    table.move(seat, actions, lambda outcome: heard.append("again"), "cmd")
    inn.log.release()
    assert heard == ["first", "between", "again"]


def test_a_command_id_belongs_to_its_seat(inn: Inn, table: Table) -> None:
    """Somebody else's command id is refused, not answered with somebody else's answer."""
    heard: list[Outcome] = []
    seat, actions = legal(table)
    table.move(seat, actions, lambda outcome: None, "1")
    table.move(*legal(table), heard.append, "1")
    inn.log.release()
    assert [outcome.code for outcome in heard if isinstance(outcome, Refusal)] == ["table.command-used"]


def test_a_refused_command_id_may_be_used_again(inn: Inn, table: Table) -> None:
    """A command that was refused was not carried out: its id is free."""
    heard: list[Outcome] = []
    seat, actions = legal(table)
    table.move(seat, "nonsense", heard.append, "cmd")
    table.move(seat, actions, heard.append, "cmd")
    inn.log.release()
    assert [type(outcome) for outcome in heard] == [Refusal, Accepted]


def test_repeats_are_known_after_a_restart(inn: Inn, table: Table) -> None:
    """Command ids are in the log: a command repeated after a restart gets its first answer."""
    seat, actions = legal(table)
    table.move(seat, actions, cmd_id="cmd")
    inn.log.release()
    again = inn.restarted().found(table)
    heard: list[Outcome] = []
    again.move(seat, actions, heard.append, "cmd")
    assert heard == [Accepted(4)]


def test_a_move_for_a_position_that_has_passed(inn: Inn, table: Table) -> None:
    """A move meant for an entry that is no longer the last is refused as stale."""
    heard: list[Outcome] = []
    seen = table.position.seq
    table.move(*legal(table), heard.append, after=seen)
    table.move(*legal(table), heard.append, after=seen)
    inn.log.release()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["", "table.stale"]


# -- when the log fails ---------------------------------------------------------------------------------------------


def test_a_failing_log_refuses_all_that_waits(inn: Inn, table: Table) -> None:
    """What is not durable is refused, in order, and the head falls back; then the game goes on."""
    heard: list[Outcome] = []
    before = table.position
    for _ in range(3):
        table.move(*legal(table), heard.append)
    inn.log.release(1)
    inn.log.release(1, StoreFault("disk full"))
    table.move(*legal(table), heard.append)
    assert [type(outcome) for outcome in heard] == [Accepted, Refusal]
    inn.log.release()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["", "table.store", "table.store", "table.store"]
    assert table.position.seq == before.seq + 1
    assert consistent(inn, table)
    table.move(*legal(table), heard.append)
    inn.log.release()
    assert heard[-1] == Accepted(before.seq + 2)


def test_a_failed_command_id_may_be_used_again(inn: Inn, table: Table) -> None:
    """A command that the log did not take was not carried out."""
    heard: list[Outcome] = []
    seat, actions = legal(table)
    table.move(seat, actions, heard.append, "cmd")
    table.move(seat, actions, heard.append, "cmd")
    inn.log.release(1, StoreFault("disk full"))
    table.move(seat, actions, heard.append, "cmd")
    inn.log.release()
    assert [type(outcome) for outcome in heard] == [Refusal, Refusal, Accepted]


def test_an_opening_that_failed_can_be_tried_again(inn: Inn) -> None:
    """If the first entry of a table is lost, so is its charter: the next entry brings it again."""
    inn.log.instant = False
    table = inn.house.open("splendor", Setup(seats=2))
    heard: list[Outcome] = []
    table.sit(Sitting("Ada"), None, heard.append)
    table.sit(Sitting("Bob"), None, heard.append)
    inn.log.release(1, StoreFault("disk full"))
    inn.log.release()
    assert [type(outcome) for outcome in heard] == [Refusal, Refusal]
    table.sit(Sitting("Cyd"), None, heard.append)
    inn.log.release()
    assert heard[-1] == Accepted(1)
    assert consistent(inn, table)


def test_an_id_that_is_taken_is_not_confused_with_the_other_table(inn: Inn, table: Table) -> None:
    """A table whose id another one has in the log is refused; it never reads the other's entries as its own."""
    inn.log.instant = True
    twin = Table(fold(table.position.charter, []), inn.log, inn.time)
    heard: list[Outcome] = []
    twin.sit(Sitting("Eve"), None, heard.append)
    assert isinstance(heard[0], Refusal)
    assert twin.position.seq == 0


def test_another_writer(inn: Inn, table: Table) -> None:
    """Another node's entries are told like our own; what collided with them is judged again, and has its reason."""
    seat, actions = legal(table)
    entry = Row(4, "theirs", seat, "move", str(actions[0]), 0)
    assert inn.log._append(table.id, [entry], None, False) is None
    heard: list[Outcome] = []
    table.move(seat, legal(table, 1)[1], heard.append)
    inn.log.release()
    assert [getattr(outcome, "code", "") for outcome in heard] == ["splendor.not-your-turn"]
    assert to_row(inn.viewers["Ada"].events[-1].entry) == entry
    assert consistent(inn, table)
    table.move(seat, actions, heard.append, "theirs")
    assert heard[-1] == Accepted(4)


def test_reactions_while_catching_up(inn: Inn, table: Table) -> None:
    """A viewer that moves at once when told another node's entry neither hangs the table nor breaks the order."""
    inn.log.instant = True
    position = table.position
    for seq in (4, 5, 6):
        seat = position.game.actors(position.state)[0]
        action = position.game.legal(position.state, seat)[0]
        entry = Row(seq, None, seat, "move", str(action), 0)
        assert inn.log._append(table.id, [entry], None, False) is None
        position = fold(*inn.log.read(table.id))
    heard: list[Outcome] = []

    def react(event: Event) -> None:
        if event.entry.seq <= 6:
            table.move(*legal(table), heard.append)

    inn.viewers["Ada"].reacts = react
    table.move(*legal(table), heard.append)
    assert table.settled
    assert len(heard) == 4
    assert consistent(inn, table)
    assert [event.entry.seq for event in inn.viewers["Bob"].events] == sorted(
        {event.entry.seq for event in inn.viewers["Bob"].events}
    )


def test_a_log_that_stays_broken_is_not_hammered(inn: Inn, table: Table) -> None:
    """What the table wants by itself (a skip) is tried again after a while, not in a loop."""
    inn.log.broken = StoreFault("disk full")
    inn.log.instant = True
    gone = actor(table)
    table.drop(inn.viewers[gone])
    turn = table.position.seq
    for _ in range(10):
        inn.house.tick()
    assert not inn.log.waiting
    inn.log.broken = None
    inn.after(5)
    assert table.position.seq == turn + 1
    assert kinds(table)[-1] == "skip"


# -- viewers --------------------------------------------------------------------------------------------------------


def test_a_viewer_that_moves_when_told(inn: Inn, table: Table) -> None:
    """Moves made while being told are told after, to everybody in the same order."""
    inn.log.instant = True

    def react(event: Event) -> None:
        if event.entry.seq < 12:
            table.move(*legal(table))

    inn.viewers["Ada"].reacts = react
    play(table)
    for viewer in inn.viewers.values():
        assert [event.entry.seq for event in viewer.events][-9:] == list(range(4, 13))
    assert consistent(inn, table)


def test_a_viewer_that_fails_to_take_notice_harms_only_itself(inn: Inn, table: Table) -> None:
    """Who came or went is noticed by everybody, whoever fails on hearing it; then the failure is heard of."""
    inn.log.instant = True

    def fail(notice: Notice) -> None:
        raise ZeroDivisionError

    first, last = Watcher("first"), Watcher("last")
    first.noticed = fail  # type: ignore[method-assign]  # this one only
    table.watch(first)
    table.watch(last)
    with pytest.raises(ZeroDivisionError):
        table.drop(inn.viewers["Ada"], 100)
    assert last.notices == [("Ada", "away")]
    assert table.settled


def test_a_viewer_that_fails_harms_only_itself(inn: Inn, table: Table) -> None:
    """A failing viewer is heard of, but the others are told, the command is answered, and the table goes on."""

    def fail(event: Event) -> None:
        raise ZeroDivisionError

    inn.viewers["Ada"].reacts = fail
    table.viewers.sort(key=lambda viewer: getattr(viewer, "name", "") == "Bob")
    heard: list[Outcome] = []
    table.move(*legal(table), heard.append)
    table.move(*legal(table), heard.append)
    with pytest.raises(ZeroDivisionError):
        inn.log.release(1)
    with pytest.raises(ZeroDivisionError):
        inn.log.release(1)
    assert heard == [Accepted(4), Accepted(5)]
    assert [event.entry.seq for event in inn.viewers["Bob"].events][-2:] == [4, 5]
    assert consistent(inn, table)


def test_who_sits_down_hears_of_it_first(inn: Inn) -> None:
    """A newcomer is told their own sitting down, and nothing that came before."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    assert inn.viewers["Ada"].kinds == ["sit", "sit"]
    assert inn.viewers["Bob"].kinds == ["sit"]


def test_onlookers(inn: Inn, table: Table) -> None:
    """Whoever watches is told what happens from then on, until they look away."""
    onlooker = Watcher()
    table.watch(onlooker)
    table.watch(onlooker)
    table.move(*legal(table))
    inn.log.release()
    table.unwatch(onlooker)
    table.move(*legal(table))
    inn.log.release()
    assert onlooker.kinds == ["move"]


# -- coming, going, coming back -------------------------------------------------------------------------------------


def test_gone_while_sitting_down(inn: Inn) -> None:
    """Whoever is gone before their seat is durable does not keep it, and hears nothing more."""
    inn.log.instant = False
    table = inn.house.open("splendor", Setup(seats=3))
    viewer = Watcher("Ada")
    table.sit(Sitting("Ada"), viewer)
    table.drop(viewer)
    inn.log.release()
    assert table.position.seats == ()
    assert (table.attendance.keepers, viewer.events) == ({}, [])
    assert kinds(table)[:2] == ["sit", "leave"]


def test_gone_before_the_start(inn: Inn) -> None:
    """Whoever is gone before the start gives up the seat."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    table = inn.table("Ada")
    table.drop(inn.viewers["Ada"])
    assert [seat.name for seat in table.position.seats] == ["Bob"]
    assert inn.viewers["Bob"].kinds[-1] == "leave"


def test_gone_while_the_start_is_on_its_way(inn: Inn) -> None:
    """Whoever is gone when the game is about to start keeps the seat, and is away."""
    inn.log.instant = False
    inn.enter("Ada")
    inn.enter("Bob")
    inn.log.release(2)
    table = inn.table("Ada")
    assert table.head.started
    assert not table.position.started
    table.drop(inn.viewers["Bob"])
    inn.log.release()
    assert len(table.position.seats) == 2
    assert inn.viewers["Ada"].notices == [("Bob", "away")]


def test_gone_with_a_move_on_its_way(inn: Inn, table: Table) -> None:
    """A move that was made before the connection went stands; the turns after it are skipped."""
    mover = actor(table)
    other = next(viewer for name, viewer in inn.viewers.items() if name != mover)
    seat, actions = legal(table)
    table.move(seat, actions)
    table.drop(inn.viewers[mover])
    inn.log.release()
    assert kinds(table)[-1] == "move"
    assert other.notices == [(mover, "away")]
    table.move(*legal(table))
    inn.log.release()
    assert kinds(table)[-2:] == ["move", "skip"]


def test_back_on_another_connection(inn: Inn, table: Table) -> None:
    """Coming back while the old connection is still there puts the new one in its place."""
    old, new = inn.viewers["Ada"], Watcher("Ada again")
    assert table.resume("Ada", new) is old
    table.drop(old)
    assert table.present("Ada")
    table.move(*legal(table))
    inn.log.release()
    assert (new.kinds, old.kinds[-1]) == (["move"], "start")
    assert inn.viewers["Bob"].notices == [("Ada", "here")]


def test_back_on_the_same_connection(inn: Inn, table: Table) -> None:
    """Coming back where one is already changes nothing."""
    viewer = inn.viewers["Ada"]
    assert table.resume("Ada", viewer) is viewer
    assert table.present("Ada")
    assert table.viewers.count(viewer) == 1


def test_suspended_and_back(inn: Inn, table: Table) -> None:
    """A suspended player is connected but passed over, until they come back."""
    inn.log.instant = True
    idle = actor(table)
    table.suspend(idle)
    table.suspend(idle)
    assert kinds(table)[-1] == "skip"
    assert not table.present(idle)
    play(table)
    assert kinds(table)[-2:] == ["move", "skip"]
    table.resume(idle, inn.viewers[idle])
    play(table)
    assert kinds(table)[-1] == "move"
    other = next(viewer for name, viewer in inn.viewers.items() if name != idle)
    assert other.notices == [(idle, "suspended"), (idle, "here")]


def test_whoever_was_warned_is_suspended_when_the_turn_is_skipped(inn: Inn, table: Table) -> None:
    """Everybody hears the event, which says who is suspended for it, then the notice; a warning holds for one turn."""
    inn.log.instant = True
    idle = actor(table)
    table.suspend_if_skipped(idle)
    table.skip(table.position.seat_of(idle) or 0)
    other = next(viewer for name, viewer in inn.viewers.items() if name != idle)
    assert (other.events[-1].suspends, other.events[-1].presence[idle]) == (idle, "here")
    assert other.notices == [(idle, "suspended")]
    table.resume(idle, inn.viewers[idle])
    play(table)
    table.skip(table.position.seat_of(idle) or 0)
    assert other.events[-1].suspends == ""
    assert table.present(idle)


@pytest.mark.parametrize("what", ["move", "drop", "resume"])
def test_a_warning_holds_for_one_turn_on_one_connection(inn: Inn, table: Table, what: str) -> None:
    """Whoever moves in time, is gone, or is back on another connection is not suspended for an old warning."""
    inn.log.instant = True
    idle = actor(table)
    table.suspend_if_skipped(idle)
    if what == "move":
        play(table)
        play(table)
    elif what == "drop":
        table.drop(inn.viewers[idle], grace=9)
    else:
        table.resume(idle, Watcher())
    table.skip(table.position.seat_of(idle) or 0)
    assert kinds(table)[-1] == "skip"
    assert not table.attendance.suspended


def test_a_seat_is_known_by_its_name_until_it_is_given_up(inn: Inn, table: Table) -> None:
    """The table says where somebody sits as everybody knows it: until their leaving is durable, and no longer."""
    seats = {seat.name: number for number, seat in enumerate(table.position.seats)}
    assert {name: table.seat_of(name) for name in ("Ada", "Bob")} == seats
    assert table.seat_of("Eve") is None
    table.quit("Ada")
    assert table.seat_of("Ada") == seats["Ada"]
    inn.log.release()
    assert table.seat_of("Ada") is None
    assert table.seat_of("Bob") == seats["Bob"]


def test_quitting_ends_presence(inn: Inn, table: Table) -> None:
    """Whoever quits is not at the table any more, though they may go on watching."""
    inn.log.instant = True
    table.quit("Ada")
    assert "Ada" not in table.attendance.keepers
    assert table.position.result is not None
    assert table.position.result.reason == "walkover"
    assert inn.viewers["Ada"].kinds[-2:] == ["quit", "end"]


def test_a_game_is_told_to_its_end(inn: Inn, table: Table) -> None:
    """The log marks the table finished with the very entry that ends the game."""
    inn.log.instant = True
    for _ in range(3000):
        if table.position.finished:
            break
        play(table)
    assert [summary.finished for summary in inn.log.tables()] == [True]
    assert inn.viewers["Ada"].events[-1].after.result == table.position.result
    heard: list[Outcome] = []
    table.move(0, [splendor.Pass()], heard.append)
    assert isinstance(heard[0], Refusal)
    assert heard[0].code == "table.finished"


def test_conflict_is_a_store_fault() -> None:
    """Whoever catches store faults catches conflicts too."""
    assert issubclass(Conflict, StoreFault)


# -- batches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("as_text", [True, False])
def test_a_move_has_so_many_actions(inn: Inn, table: Table, as_text: bool) -> None:
    """However a batch comes, it is counted after it was split; one too many and none of it is read or judged."""
    heard: list[Outcome] = []
    for count in (MAX_ACTIONS, MAX_ACTIONS + 1, 16 * MAX_ACTIONS):
        table.move(0, "; ".join(["nonsense"] * count) if as_text else [splendor.Pass()] * count, heard.append)
    codes = [getattr(outcome, "code", "") for outcome in heard]
    assert codes[1:] == ["table.too-many-actions"] * 2
    assert codes[0] != "table.too-many-actions"


def revealing(table: Table) -> tuple[int, Action, Action]:
    """A seat of the running Splendor game, a reservation that turns up a card, and a harmless action."""
    seat = table.game.actors(table.head.state)[0]
    legal = table.game.legal(table.head.state, seat)
    return seat, next(action for action in legal if isinstance(action, splendor.Reserve)), splendor.Take((0, 1, 2))


def test_nothing_is_played_on_what_a_batch_reveals(inn: Inn, table: Table) -> None:
    """What comes after a card was turned up is not judged at all, so a batch is no free look at the deck."""
    heard: list[Outcome] = []
    seat, reserve, take = revealing(table)
    before = table.head
    for rest in (take, splendor.Buy(89), splendor.Pass()):
        table.move(seat, [reserve, rest], heard.append)
    assert {getattr(outcome, "code", "") for outcome in heard} == {"table.reveals-midway"}
    assert len({str(outcome) for outcome in heard}) == 1
    assert table.head is before
    table.move(seat, [reserve], heard.append)
    inn.log.release()
    assert heard[-1] == Accepted(4)


def test_what_is_wrong_before_is_said_first(inn: Inn, table: Table) -> None:
    """An action that is against the rules is refused for that, whatever it would have revealed."""
    heard: list[Outcome] = []
    seat, reserve, take = revealing(table)
    table.move(1 - seat, [reserve, take], heard.append)
    assert [getattr(outcome, "code", "") for outcome in heard] == ["splendor.not-your-turn"]
