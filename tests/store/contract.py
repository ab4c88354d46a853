"""What every store must keep, whatever lies behind it (the rules at the top of ``bottega/store/log.py``).

A back end subclasses :class:`LogContract` in its own test file and gives ``make``, which opens the same store
again and again: what one opening accepted, the next must find.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from queue import SimpleQueue

import msgspec
import pytest
from msgspec.structs import replace

from bottega.games.chance import commitment
from bottega.store.chain import checked, links
from bottega.store.forgetting import command_id, gone
from bottega.store.log import (
    Charter,
    Claimed,
    Conflict,
    Done,
    Kept,
    Log,
    News,
    Oblivion,
    Remark,
    Revocation,
    Row,
    Sketch,
    Sketched,
    Spoken,
    StoreFault,
)
from bottega.store.records import Best, Played, Query, Record, Tally
from tests.server.harness import TIMEOUT


def charter(table: str = "t1", opened: int = 1_000) -> Charter:
    """A charter that says nothing of interest."""
    seed = bytes(32)
    return Charter(table, "splendor", 1, '{"seats":2}', seed, commitment(seed), opened)


def entry(seq: int, text: str = "take wbg", cmd_id: str | None = None, kind: str = "move") -> Row:
    """An entry with a number."""
    return Row(seq, cmd_id, seq % 2, kind, text, 1_000_000 + seq)


class Reports:
    """Collects what a store reports, in order, and waits for it."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, StoreFault | None]] = []
        self._changed = threading.Condition()

    def of(self, what: str) -> Done:
        """A callback that notes under this name."""

        def done(fault: StoreFault | None) -> None:
            with self._changed:
                self.heard.append((what, fault))
                self._changed.notify_all()

        return done

    def wait(self, count: int, seconds: float = TIMEOUT) -> list[tuple[str, StoreFault | None]]:
        """What was heard, once it is so much."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.heard) >= count, seconds), f"only {self.heard}"
            return list(self.heard)


def append(
    log: Log,
    table: str,
    *entries: Row,
    opening: Charter | None = None,
    finished: bool = False,
    claims: Sequence[str] = (),
    released: Sequence[str] = (),
    sketch: Sketch | None = None,
) -> StoreFault | None:
    """Append and wait for the report."""
    reports = Reports()
    log.append(
        table,
        entries,
        reports.of("append"),
        charter=opening,
        finished=finished,
        claims=claims,
        released=released,
        sketch=sketch,
    )
    return reports.wait(1)[0][1]


def news(log: Log, known: dict[str, int], *, others: bool = False) -> News:
    """Ask for news and wait for them."""
    told: SimpleQueue[News | StoreFault] = SimpleQueue()
    log.news(known, told.put, others=others)
    found = told.get(timeout=TIMEOUT)
    assert isinstance(found, News), found
    return found


def register(log: Log, name: str, password: str) -> StoreFault | None:
    """Register and wait for the report."""
    reports = Reports()
    log.register(name, password, reports.of("register"))
    return reports.wait(1)[0][1]


def change(log: Log, name: str, password: str) -> StoreFault | None:
    """Replace a password and wait for the report."""
    reports = Reports()
    log.change_password(name, password, reports.of("change"))
    return reports.wait(1)[0][1]


def say(log: Log, table: str, remark: Remark) -> StoreFault | None:
    """Say something and wait for the report."""
    reports = Reports()
    log.say(table, remark, reports.of("say"))
    return reports.wait(1)[0][1]


def write_note(log: Log, key: str, former: str | None, text: str | None, kind: str = "code") -> StoreFault | None:
    """Write a note and wait for the report."""
    reports = Reports()
    log.write_note(kind, key, former, text, reports.of("note"))
    ((_, fault),) = reports.wait(1)
    return fault


def revoke(log: Log, *revocations: Revocation) -> StoreFault | None:
    """Make something void and wait for the report."""
    reports = Reports()
    log.revoke(revocations, reports.of("revoke"))
    return reports.wait(1)[0][1]


def probe(log: Log) -> StoreFault | None:
    """Probe and wait for the report."""
    reports = Reports()
    log.probe(reports.of("probe"))
    return reports.wait(1)[0][1]


def a_record(number: int, text: str = "") -> Record:
    """A game alone of Splendor, or of two of Sagrada; the third is private."""
    people: tuple[Played, ...] = (Played("Ada", "won", 10 * number),)
    if number % 2:
        people = (Played("Ada", "lost", 10 * number), Played("Bob \0", "won", 10 * number + 1))
    game = "sagrada" if number % 2 else "splendor"
    text = text or f"game {number}"
    return Record(f"t{number}", game, len(people), number != 2, "played", 1_000 + number, text, people)


def alone_record(table: str, name: str) -> Record:
    """A game alone of Splendor that somebody has played."""
    return Record(table, "splendor", 1, True, "played", 1_000, name, (Played(name, "won", 10),))


ANY = Query(games=("sagrada", "splendor"), players=(1, 2), outcomes=("played", "walkover"))


def record(log: Log, one: Record) -> StoreFault | None:
    """Put a game into the archive and wait for the report."""
    reports = Reports()
    log.record(one, reports.of("record"))
    return reports.wait(1)[0][1]


def forget(log: Log, oblivion: Oblivion) -> StoreFault | None:
    """Forget a name and wait for the report."""
    reports = Reports()
    log.forget(oblivion, reports.of("forget"))
    return reports.wait(1)[0][1]


def sat(name: str, key: str = "") -> Row:
    """Somebody sits down; who comes where is seen to by ``begin``."""
    return entry(1, msgspec.json.encode({"name": name, "key": key}).decode(), kind="sit")


def begin(log: Log, table: str, *entries: Row, finished: bool = False, claims: Sequence[str] = ()) -> None:
    """Open a table with these entries in their order."""
    rows = [replace(each, seq=number) for number, each in enumerate(entries, 1)]
    assert append(log, table, *rows, opening=charter(table), finished=finished, claims=claims) is None


class LogContract:
    """The suite; subclass it with a ``make`` fixture."""

    @pytest.fixture
    def make(self) -> Callable[[], Log]:
        """How to open the store; every call opens the same one."""
        raise NotImplementedError

    @pytest.fixture
    def log(self, make: Callable[[], Log]) -> Iterator[Log]:
        """The store, opened."""
        with closing(make()) as log:
            yield log

    @pytest.fixture
    def opened(self, log: Log) -> Log:
        """The store with one table of two entries."""
        assert append(log, "t1", entry(1, cmd_id="a"), entry(2), opening=charter()) is None
        return log

    def test_sketches_are_kept_with_their_entries(self, log: Log) -> None:
        """An unfinished table is listed with its last number and the sketch that came last; a move leaves it alone."""
        first = Sketch(2, "two sit \0 \\ there")
        assert append(log, "t2", entry(1), entry(2), opening=charter("t2", 2_000), sketch=first) is None
        assert append(log, "t1", entry(1), opening=charter(), sketch=Sketch(1, "one")) is None
        assert append(log, "t2", entry(3)) is None
        assert append(log, "t3", entry(1), opening=charter("t3", 3_000)) is None
        assert list(log.sketches()) == [
            Sketched(charter(), 1, "one"),
            Sketched(charter("t2", 2_000), 3, first.text),
            Sketched(charter("t3", 3_000), 1, None),
        ]
        assert append(log, "t1", entry(2, kind="start"), sketch=Sketch(2, "another")) is None
        assert append(log, "t2", entry(4), finished=True, sketch=Sketch(4, "over")) is None
        assert append(log, "t3", sketch=Sketch(1, "late")) is None
        assert [(each.charter.id, each.sketch) for each in log.sketches()] == [("t1", "another"), ("t3", "late")]

    def test_a_sketch_goes_where_its_entries_do(self, opened: Log) -> None:
        """An append that fails keeps none; one that may have changed who sits there, and brings none, leaves none."""
        assert append(opened, "t1", entry(3, kind="vote"), sketch=Sketch(3, "three")) is None
        assert isinstance(append(opened, "t1", entry(3), sketch=Sketch(3, "lost")), Conflict)
        assert [each.sketch for each in opened.sketches()] == ["three"]
        assert append(opened, "t1", entry(4, kind="sit"), claims=["a"]) is None
        assert [each.sketch for each in opened.sketches()] == [None]
        assert append(opened, "t1", entry(5, kind="sit"), sketch=Sketch(5, "five")) is None
        assert append(opened, "t1", entry(6), entry(7)) is None
        assert [each.sketch for each in opened.sketches()] == [None]

    def test_records_are_found_by_what_they_say(self, log: Log) -> None:
        """By name, game, players, outcome and time, newest first, a page at a time; what is private only if asked."""
        for number in range(6):
            assert record(log, a_record(number)) is None
        assert record(log, a_record(3, text="another")) is None
        assert [each.text for each in log.search(ANY)] == ["game 5", "game 4", "game 3", "game 1", "game 0"]
        first = log.search(replace(ANY, most=2))
        assert [each.table for each in first] == ["t5", "t4"]
        second = log.search(replace(ANY, most=2, before=(first[-1].ended, first[-1].table)))
        assert [each.table for each in second] == ["t3", "t1"]
        everything = replace(ANY, listed=(True, False))
        assert [each.table for each in log.search(replace(everything, since=1_001, before=(1_004, "")))] == [
            "t3",
            "t2",
            "t1",
        ]
        assert [each.table for each in log.search(replace(ANY, games=("sagrada",)))] == ["t5", "t3", "t1"]
        assert [each.table for each in log.search(replace(ANY, players=(1,)))] == ["t4", "t0"]
        bob = replace(ANY, name="Bob \0", outcomes=("won",))
        assert [each.table for each in log.search(bob)] == ["t5", "t3", "t1"]
        assert log.search(replace(bob, outcomes=("lost",))) == []
        assert log.search(replace(ANY, name="\ud800")) == []

    def test_what_is_counted_under_a_name(self, log: Log) -> None:
        """Games of each kind, and the best scores of those that were played to their end; private ones do not count."""
        for number in range(6):
            assert record(log, a_record(number)) is None
        assert log.tally("Ada") == [Tally("sagrada", 2, "lost", 3), Tally("splendor", 1, "won", 2)]
        assert log.tally("") == [Tally("sagrada", 2, "played", 3), Tally("splendor", 1, "played", 2)]
        assert log.tally("Zoe") == []
        assert log.best("splendor", 1, 9) == [Best("Ada", 40, 1_004, "t4"), Best("Ada", 0, 1_000, "t0")]
        assert log.best("sagrada", 2, 1) == [Best("Bob \0", 51, 1_005, "t5")]
        assert log.best("sagrada", 2, 1, "Ada") == [Best("Ada", 50, 1_005, "t5")]

    def test_which_tables_have_no_record(self, opened: Log) -> None:
        """Those that are finished, in the order of their ids."""
        for table in ("t2", "t3", "t4"):
            assert append(opened, table, entry(1), opening=charter(table), finished=True) is None
        assert opened.unrecorded("", 2) == ["t2", "t3"]
        assert record(opened, a_record(3)) is None
        assert opened.unrecorded("", 9) == ["t2", "t4"]
        assert opened.unrecorded("t2", 9) == ["t4"]

    def test_what_is_appended_is_read(self, opened: Log) -> None:
        """A table is its charter and its entries in order, field by field."""
        assert opened.read("t1") == (charter(), [entry(1, cmd_id="a"), entry(2)])

    def test_a_table_is_a_chain(self, opened: Log) -> None:
        """Charter and entries have the links that follow from them, whoever wrote them and in how many appends."""
        assert append(opened, "t1", entry(3)) is None
        charter_, rows = opened.read("t1")
        assert opened.kept("t1") == Kept(charter_, rows, list(links(charter_, rows)), None)
        with pytest.raises(KeyError):
            opened.kept("t2")

    def test_a_finished_table_knows_its_last_link(self, opened: Log) -> None:
        """It can be told from one without its end; what was refused or undone leaves none in the chain."""
        assert isinstance(append(opened, "t1", entry(3, "\ud800")), StoreFault)
        assert isinstance(append(opened, "t1", entry(3), entry(5)), Conflict)
        assert append(opened, "t1", entry(3), entry(4), finished=True) is None
        kept = opened.kept("t1")
        assert kept.last == kept.links[-1] == list(links(*opened.read("t1")))[-1]

    def test_any_text_survives(self, opened: Log) -> None:
        """Names and notations in any script, quotes, line breaks and NULs come back as they were."""
        text = 'Żółć "quoted" \n\t 🂡 \x00 end'
        assert append(opened, "t1", entry(3, text)) is None
        assert opened.read("t1")[1][-1].text == text

    def test_unknown_table(self, opened: Log) -> None:
        """Reading a table that never was is a KeyError; appending to one fails and creates nothing."""
        with pytest.raises(KeyError):
            opened.read("t2")
        assert isinstance(append(opened, "t2", entry(1)), StoreFault)
        with pytest.raises(KeyError):
            opened.read("t2")

    def test_a_number_is_taken_once(self, opened: Log) -> None:
        """Compare-and-set: an entry whose number is taken is a Conflict and changes nothing."""
        assert isinstance(append(opened, "t1", entry(2, "other")), Conflict)
        assert opened.read("t1")[1][1] == entry(2)

    def test_no_gap(self, opened: Log) -> None:
        """An entry that does not follow the last one is a Conflict."""
        assert isinstance(append(opened, "t1", entry(4)), Conflict)
        assert len(opened.read("t1")[1]) == 2

    @pytest.mark.parametrize("seq", [0, -1])
    def test_numbers_begin_at_one(self, opened: Log, seq: int) -> None:
        """There is no entry before the first."""
        assert isinstance(append(opened, "t1", entry(seq)), Conflict)
        assert [each.seq for each in opened.read("t1")[1]] == [1, 2]

    def test_a_command_is_taken_once(self, opened: Log) -> None:
        """A command id that the table has seen is a Conflict."""
        assert isinstance(append(opened, "t1", entry(3, cmd_id="a")), Conflict)
        assert len(opened.read("t1")[1]) == 2

    def test_a_command_twice_in_one_append(self, opened: Log) -> None:
        """A command id may not come twice in one append either."""
        assert isinstance(append(opened, "t1", entry(3, cmd_id="b"), entry(4, cmd_id="b")), Conflict)
        assert len(opened.read("t1")[1]) == 2

    def test_command_ids_belong_to_a_table(self, opened: Log) -> None:
        """Another table may use the same command id; no id at all is never a duplicate."""
        assert append(opened, "t2", entry(1, cmd_id="a"), entry(2), entry(3), opening=charter("t2")) is None

    def test_all_or_nothing(self, opened: Log) -> None:
        """One bad entry among several: none of them is taken."""
        assert isinstance(append(opened, "t1", entry(3), entry(3)), Conflict)
        assert isinstance(append(opened, "t1", entry(3), entry(5)), Conflict)
        assert len(opened.read("t1")[1]) == 2
        assert append(opened, "t1", entry(3)) is None

    def test_a_table_opens_once(self, opened: Log) -> None:
        """A second charter with the same id is a Conflict and leaves the first table as it was."""
        assert isinstance(append(opened, "t1", entry(1, "other"), opening=charter(opened=5)), Conflict)
        assert opened.read("t1") == (charter(), [entry(1, cmd_id="a"), entry(2)])

    def test_a_bad_opening_leaves_no_charter(self, log: Log) -> None:
        """A charter whose first entry is refused is not kept."""
        assert isinstance(append(log, "t1", entry(2), opening=charter()), Conflict)
        assert list(log.tables()) == []
        assert append(log, "t1", entry(1), opening=charter()) is None

    def test_a_bad_last_entry_does_not_finish(self, opened: Log) -> None:
        """A refused entry that would have ended the game ends nothing."""
        assert isinstance(append(opened, "t1", entry(9), finished=True), Conflict)
        assert [each.finished for each in opened.tables()] == [False]

    def test_what_cannot_be_kept_fails_alone(self, opened: Log) -> None:
        """A text that no file can hold fails its own append, and the store goes on."""
        assert isinstance(append(opened, "t1", entry(3, "\ud800")), StoreFault)
        assert append(opened, "t1", entry(3)) is None

    def test_reports_come_in_order(self, log: Log) -> None:
        """Every append is reported once, and those of a table in the order in which they were made."""
        reports = Reports()
        log.append("t1", [entry(1)], reports.of("1"), charter=charter())
        for seq in range(2, 200):
            log.append("t1", [entry(seq)], reports.of(str(seq)))
            log.append("t1", [entry(seq)], reports.of(f"{seq} again"))
        heard = reports.wait(397)
        assert [what for what, _ in heard] == ["1"] + [
            name for seq in range(2, 200) for name in (str(seq), f"{seq} again")
        ]
        assert all((fault is None) != what.endswith("again") for what, fault in heard)

    def test_a_failing_listener_is_its_own_affair(self, log: Log) -> None:
        """A report whose receiver fails does not keep the others from theirs, now or later."""
        reports = Reports()

        def fails(fault: StoreFault | None) -> None:
            reports.of("failing")(fault)
            raise ZeroDivisionError

        with suppress(ZeroDivisionError):  # a store that reports at once may let its caller know
            log.append("t1", [entry(1)], fails, charter=charter())
        log.append("t1", [entry(2)], reports.of("2"))
        assert reports.wait(2) == [("failing", None), ("2", None)]
        assert append(log, "t1", entry(3)) is None

    def test_reported_is_readable(self, log: Log) -> None:
        """What was reported durable can be read at once."""
        assert append(log, "t1", entry(1), opening=charter()) is None
        for seq in range(2, 20):
            assert append(log, "t1", entry(seq)) is None
            assert log.read("t1")[1][-1].seq == seq

    def test_listing(self, log: Log) -> None:
        """Tables are listed oldest first, the younger id last among equals; finished ones can be left out."""
        for table, opened in (("b", 30), ("c", 10), ("d", 20), ("a", 20)):
            assert append(log, table, entry(1), opening=charter(table, opened)) is None
        assert append(log, "d", entry(2), finished=True) is None
        assert [(each.charter.id, each.finished) for each in log.tables()] == [
            ("c", False), ("a", False), ("d", True), ("b", False),
        ]  # fmt: skip
        assert [each.charter.id for each in log.tables(unfinished=True)] == ["c", "a", "b"]

    def test_opened_and_finished_at_once(self, log: Log) -> None:
        """A whole finished table can be taken in one append."""
        entries = [entry(seq) for seq in range(1, 500)]
        assert append(log, "t1", *entries, opening=charter(), finished=True) is None
        assert log.read("t1")[1] == entries
        assert list(log.tables(unfinished=True)) == []

    def test_accounts(self, log: Log) -> None:
        """A name is registered once; case matters; nobody owns the others."""
        assert log.password("Ada") is None
        assert register(log, "Ada", "hash 1") is None
        assert isinstance(register(log, "Ada", "hash 2"), Conflict)
        assert register(log, "ada", "hash 3") is None
        assert (log.password("Ada"), log.password("ada"), log.password("Eve")) == ("hash 1", "hash 3", None)
        assert list(log.accounts()) == [("Ada", "hash 1"), ("ada", "hash 3")]

    def test_another_password(self, log: Log) -> None:
        """An account's password can be replaced; a name without one gets none that way."""
        assert register(log, "Ada", "hash 1") is None
        assert change(log, "Ada", "hash 2") is None
        assert isinstance(change(log, "Eve", "hash 3"), StoreFault)
        assert (log.password("Ada"), log.password("Eve")) == ("hash 2", None)

    def test_what_is_void(self, log: Log) -> None:
        """What was made void is told oldest first, and to whoever asks again only what is new; the last word counts."""
        assert log.revocations() == (0, [])
        first, second, login = Revocation("Ada", "k1", "k2"), Revocation("Ada", "k3"), Revocation("Ada")
        assert revoke(log, first, second) is None
        read, told = log.revocations()
        assert told == [first, second]
        assert revoke(log, login) is None
        assert revoke(log, again := Revocation("Ada", "k1", "k4")) is None
        last, news = log.revocations(read)
        assert news == [login, again]
        assert log.revocations(last) == (last, [])
        assert {each.key: each.successor for each in log.revocations()[1]} == {"k1": "k4", "k3": "", "": ""}

    def test_what_is_void_stays_void(self, make: Callable[[], Log]) -> None:
        """It is durable once it is reported; a closed log takes no more."""
        log = make()
        assert revoke(log, Revocation("Ada", "k1")) is None
        log.close()
        assert isinstance(revoke(log, Revocation("Ada", "k2")), StoreFault)
        assert isinstance(change(log, "Ada", "hash"), StoreFault)
        with closing(make()) as again:
            assert again.revocations()[1] in ([Revocation("Ada", "k1")], [])  # (a log in memory forgets all)

    def test_what_is_said_is_kept(self, make: Callable[[], Log]) -> None:
        """What was said at a table is there after a restart, in order and apart from what was said at others."""
        first = [Remark("Ada", "hello", 1), Remark("Bo", "a\0b \\ żółw", 2)]
        with closing(make()) as log:
            append(log, "t1", entry(1), opening=charter())
            assert [say(log, "t1", remark) for remark in first] == [None, None]
            assert say(log, "t2", first[0]) is None
            assert list(log.talk("t1").items()) == [(1, first[0]), (2, first[1])]
            assert say(log, "t1", first[0]) is None
            assert log.talk("t1", 2) == {3: first[0]}
            assert log.talk("t2") == {1: first[0]}
            assert log.talk("t3") == {}
            assert log.read("t1")[1] == [entry(1)]
        assert isinstance(say(log, "t1", first[0]), StoreFault)
        with closing(make()) as again:
            assert list(again.talk("t1").values()) in ([*first, first[0]], [])  # (a log in memory forgets all)

    def test_talk_that_is_no_text(self, log: Log) -> None:
        """A lone surrogate fails alone, and where nobody can have said anything nothing was said."""
        assert isinstance(say(log, "t1", Remark("Ada", "\ud800", 1)), StoreFault)
        assert say(log, "t1", Remark("Ada", "now", 2)) is None
        assert log.talk("t1") == {1: Remark("Ada", "now", 2)}
        assert log.talk("\ud800") == {}

    def test_notes(self, make: Callable[[], Log]) -> None:
        """A note is added, changed and taken away by whoever knows its text, found by its kind and key, and kept."""
        with closing(make()) as log:
            assert (log.note("code", "k"), log.notes("code")) == (None, {})
            assert write_note(log, "k", None, None) is None
            assert write_note(log, "k", None, "a\0b \\ żółw") is None
            assert write_note(log, "k2", None, "two") is None
            assert isinstance(write_note(log, "k", None, "other"), Conflict)
            assert isinstance(write_note(log, "k", "other", "more"), Conflict)
            assert isinstance(write_note(log, "k", "other", None), Conflict)
            assert log.note("code", "k") == "a\0b \\ żółw"
            assert write_note(log, "k", "a\0b \\ żółw", "more") is None
            assert write_note(log, "é\U0001f600", None, "") is None
            assert list(log.notes("code").items()) == [("k", "more"), ("k2", "two"), ("é\U0001f600", "")]
            assert log.notes("code", "k2") == {"k2": "two"}
            assert (log.notes("other"), log.note("other", "k")) == ({}, None)
            assert write_note(log, "k", "more", None) is None
            assert isinstance(write_note(log, "k", "more", None), Conflict)
        assert isinstance(write_note(log, "k", None, "late"), StoreFault)
        with closing(make()) as again:
            assert again.notes("code", "k") in ({"k2": "two"}, {})  # (a log in memory forgets all)

    def test_a_note_that_is_no_text(self, log: Log) -> None:
        """A lone surrogate fails alone, and finds nothing."""
        assert isinstance(write_note(log, "k", None, "\ud800"), StoreFault)
        assert write_note(log, "k", None, "now") is None
        assert (log.note("code", "\ud800"), log.notes("code", "\ud800")) == (None, {})

    def test_where_somebody_has_sat_and_spoken(self, log: Log) -> None:
        """Tables are found by a name that sat down there, and what was said by who said it; no other name will do."""
        begin(log, "t2", sat("Ada"), sat("Bo"))
        begin(log, "t1", sat("Bo"), sat('A"\\da'))
        begin(log, "t3", sat("Adam"), entry(2, 'chat {"name":"Ada"'))
        assert [log.sittings(name) for name in ("Ada", 'A"\\da', "Bo", "Ad", "\ud800")] == [
            ["t2"],
            ["t1"],
            ["t1", "t2"],
            [],
            [],
        ]
        said = [("t2", "Ada", "one"), ("t1", "Bo", "two"), ("t1", "Ada", "a\0b \\")]
        for at, (table, name, text) in enumerate(said):
            assert say(log, table, Remark(name, text, at)) is None
        assert log.said_by("Ada") == [
            Spoken("t1", 2, Remark("Ada", said[2][2], 2)),
            Spoken("t2", 1, Remark("Ada", "one", 0)),
        ]
        assert log.said_by("\ud800") == []

    def test_a_name_is_forgotten(self, make: Callable[[], Log]) -> None:
        """It is nowhere afterwards; its tables are whole, say that they were rewritten, and others are untouched."""
        with closing(make()) as log:
            moves = [replace(entry(3), cmd_id=command_id("Ada", "1")), replace(entry(4), cmd_id=command_id("Bo", "1"))]
            begin(log, "t1", sat("Ada", "k1"), sat("Bo", "k2"), *moves, finished=True)
            begin(log, "t2", sat("Bo", "k2"), entry(2), finished=True)
            before, other = log.kept("t1"), log.kept("t2")
            register(log, "Ada", "hash")
            register(log, "Bo", "hash")
            revoke(log, Revocation("Bo", "k2", "k4"), Revocation("Ada", "k1", "k3"), Revocation("Ada"))
            read, _ = log.revocations()
            for line in (Remark("Bo", "hi", 1), Remark("Ada", "hello", 2)):
                say(log, "t1", line)
            for kind, key in (("passkey", "Ada\tid"), ("person", "Ada"), ("passkey", "Adam\tid"), ("study", "Ada")):
                write_note(log, key, None, "text", kind)
            former = alone_record("t1", "Ada")
            assert record(log, former) is None
            oblivion = Oblivion(
                name="Ada",
                at=9,
                texts={"t1": {1: sat("somebody 1").text}},
                records=[(former, alone_record("t1", "somebody 1"))],
                lines=log.said_by("Ada"),
                notes=[("passkey", "Ada\tid"), ("person", "Ada")],
                unheld=["splendor Ada"],
            )
            assert forget(log, oblivion) is None
            assert forget(log, oblivion) is None  # twice is once
            kept = log.kept("t1")
            first, second, third, fourth = before.rows
            unnamed = replace(first, text=sat("somebody 1").text)
            assert checked(kept)[1] == [unnamed, second, replace(third, cmd_id=None), fourth]
            assert kept.last == kept.links[-1] != before.last
            assert log.note("rewritten", "t1") == f"9 {(before.last or b'').hex()}"
            assert log.kept("t2") == other
            assert (log.password("Ada"), log.password("Bo")) == (None, "hash")
            assert log.revocations()[1] == [Revocation("Bo", "k2", "k4"), gone("Ada")]
            assert log.revocations(read)[1] == [gone("Ada")]
            assert log.talk("t1") == {1: Remark("Bo", "hi", 1)}
            assert say(log, "t1", Remark("Bo", "more", 3)) is None
            assert log.talk("t1", 2) == {3: Remark("Bo", "more", 3)}
            assert (log.notes("passkey"), log.notes("person"), log.notes("study")) == (
                {"Adam\tid": "text"},
                {},
                {"Ada": "text"},
            )
            assert (log.sittings("Ada"), log.said_by("Ada"), log.tally("Ada")) == ([], [], [])
            assert [each.name for each in log.best("splendor", 1, 5)] == ["somebody 1"]
            query = Query(games=("splendor",), players=(1,), outcomes=("played",))
            assert [each.text for each in log.search(query)] == ["somebody 1"]
        assert isinstance(forget(log, oblivion), StoreFault)

    def test_what_is_not_over_is_not_rewritten(self, log: Log) -> None:
        """A table that is being played, a damaged or missing one, a seat that is held: nothing at all is done."""
        begin(log, "t1", sat("Ada"), finished=True)
        begin(log, "t2", sat("Ada"), claims=["splendor Ada"])
        register(log, "Ada", "hash")
        before = log.kept("t1")
        new = {1: sat("somebody 1").text}
        for wrong, fault in (
            (Oblivion(name="Ada", at=9, texts={"t1": new, "t2": new}), Conflict),
            (Oblivion(name="Ada", at=9, texts={"t1": new, "t3": new}), StoreFault),
            (Oblivion(name="Ada", at=9, texts={"t1": new}, unheld=["splendor Ada"]), Conflict),
        ):
            assert isinstance(forget(log, wrong), fault)
            assert (log.kept("t1"), log.password("Ada"), log.revocations()) == (before, "hash", (0, []))
            assert log.notes("rewritten") == {}

    def test_a_name_that_is_no_text(self, log: Log) -> None:
        """A name with a lone surrogate belongs to nobody and cannot be registered."""
        assert log.password("\udc00") is None
        assert isinstance(register(log, "\udc00", "hash"), StoreFault)

    def test_close_finishes_what_was_accepted(self, make: Callable[[], Log]) -> None:
        """Close returns when all that was appended is reported and durable; more is refused; twice is fine."""
        reports = Reports()
        log = make()
        log.append("t1", [entry(1)], reports.of("1"), charter=charter())
        for seq in range(2, 300):
            log.append("t1", [entry(seq)], reports.of(str(seq)))
        log.close()
        assert [fault for _, fault in reports.heard] == [None] * 299
        assert isinstance(append(log, "t1", entry(300)), StoreFault)
        assert isinstance(register(log, "Ada", "hash"), StoreFault)
        log.close()

    def test_a_probe_changes_nothing(self, make: Callable[[], Log]) -> None:
        """Whether something can be kept is tried without keeping anything; a closed log cannot."""
        with closing(make()) as log:
            assert append(log, "t1", entry(1), opening=charter()) is None
            before = log.read("t1")
            assert probe(log) is None
            assert append(log, "t1", entry(2)) is None
            assert log.read("t1")[1][:1] == before[1]
            assert [each.charter.id for each in log.tables()] == ["t1"]
        assert probe(log) is not None

    def test_news_are_what_was_not_known(self, opened: Log) -> None:
        """The entries after those known of each table; a table without any, or that is not there, is left out."""
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        assert append(opened, "t3", entry(1), opening=charter("t3")) is None
        found = news(opened, {"t1": 1, "t2": 1, "t3": 0, "t9": 4})
        assert {table: list(rows) for table, rows in found.rows.items()} == {"t1": [entry(2)], "t3": [entry(1)]}
        assert not found.tables
        assert not found.damages

    def test_news_of_tables_that_are_not_known(self, opened: Log) -> None:
        """Whoever asks for others hears of every unfinished table besides, whole."""
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        assert append(opened, "t3", entry(1), opening=charter("t3"), finished=True) is None
        found = news(opened, {"t1": 2}, others=True)
        assert not found.rows
        assert [(each, list(rows)) for each, rows in found.tables] == [(charter("t2"), [entry(1)])]

    def test_a_closed_log_has_no_news(self, make: Callable[[], Log]) -> None:
        """Whoever asks is told so."""
        log = make()
        log.close()
        told: SimpleQueue[News | StoreFault] = SimpleQueue()
        log.news({"t1": 0}, told.put)
        assert isinstance(told.get(timeout=TIMEOUT), StoreFault)

    def test_a_claim_is_held_by_one_table(self, opened: Log) -> None:
        """It is taken with an entry; where another table holds it, that entry is not taken either."""
        assert append(opened, "t1", entry(3), claims=["splendor Ada", "sagrada Ada"]) is None
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        assert isinstance(append(opened, "t2", entry(2), claims=["sagrada Bob", "splendor Ada"]), Claimed)
        assert isinstance(append(opened, "t3", entry(1), opening=charter("t3"), claims=["splendor Ada"]), Claimed)
        assert [len(opened.read(table)[1]) for table in ("t1", "t2")] == [3, 1]
        assert "t3" not in {each.charter.id for each in opened.tables()}
        assert append(opened, "t2", entry(2), claims=["sagrada Bob"]) is None

    def test_a_claim_is_given_back(self, opened: Log) -> None:
        """With an entry, by the table that holds it and no other, or by the entry that finishes the table."""
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        assert append(opened, "t1", entry(3), claims=["a", "b", "c"]) is None
        assert append(opened, "t1", entry(4), claims=["a"]) is None
        assert append(opened, "t2", entry(2), released=["a"]) is None
        assert isinstance(append(opened, "t2", entry(3), claims=["a"]), Claimed)
        assert isinstance(append(opened, "t1", entry(9), released=["a"]), Conflict)
        assert isinstance(append(opened, "t2", entry(3), claims=["a"]), Claimed)
        assert append(opened, "t1", entry(5), released=["a"]) is None
        assert append(opened, "t2", entry(3), claims=["a"]) is None
        assert append(opened, "t1", entry(6), finished=True) is None
        assert append(opened, "t2", entry(4), claims=["b", "c"]) is None

    def test_a_claim_that_comes_and_goes_in_one_group(self, opened: Log) -> None:
        """However close they follow each other, each append sees what the one before has claimed or given back."""
        assert append(opened, "t2", entry(1), opening=charter("t2")) is None
        reports = Reports()
        for seq in range(3, 23, 2):
            opened.append("t1", [entry(seq)], reports.of("took"), claims=["a"])
            opened.append("t1", [entry(seq + 1)], reports.of("gave"), released=["a"])
        opened.append("t2", [entry(2)], reports.of("took"), claims=["a"])
        opened.append("t1", [entry(23)], reports.of("too late"), claims=["a"])
        opened.append("t2", [entry(3)], reports.of("ended"), finished=True)
        opened.append("t1", [entry(23)], reports.of("took"), claims=["a"])
        faults = [(what, fault) for what, fault in reports.wait(24) if fault is not None]
        assert [what for what, _ in faults] in (["too late"], ["too late", "took"])  # (void behind what was void)
        assert isinstance(faults[0][1], Claimed)


class SharedLogContract(LogContract):
    """What a store keeps besides if several nodes write to it at the same time."""

    @pytest.fixture
    def other(self, make: Callable[[], Log]) -> Iterator[Log]:
        """The same store, opened by another node."""
        with closing(make()) as other:
            yield other

    def test_reopened(self, make: Callable[[], Log]) -> None:
        """Tables, entries and accounts are there when the store is opened again."""
        with closing(make()) as log:
            assert append(log, "t1", entry(1, cmd_id="a"), entry(2), opening=charter()) is None
            assert register(log, "Ada", "hash") is None
        with closing(make()) as log:
            assert log.read("t1") == (charter(), [entry(1, cmd_id="a"), entry(2)])
            assert log.password("Ada") == "hash"
            assert isinstance(append(log, "t1", entry(2)), Conflict)
            assert isinstance(append(log, "t1", entry(3, cmd_id="a")), Conflict)

    def test_one_of_two_nodes_writes_a_number(self, opened: Log, other: Log) -> None:
        """Of two nodes that write the same number one is told of a Conflict; both read the same, and go on in turns."""
        assert append(other, "t1", entry(3)) is None
        assert isinstance(append(opened, "t1", entry(3, "late")), Conflict)
        assert opened.read("t1") == other.read("t1")
        for seq in range(4, 10):
            assert append((opened, other)[seq % 2], "t1", entry(seq)) is None
        assert opened.read("t1") == other.read("t1")
        assert opened.kept("t1").links == list(links(*other.read("t1")))

    def test_what_is_queued_behind_a_lost_append_fails_with_it(self, opened: Log, other: Log) -> None:
        """Who follows an entry that never was has judged by a log that never was; who has heard of it may go on."""
        assert append(opened, "t1", entry(3)) is None
        assert append(other, "t1", entry(4, "faster")) is None
        reports = Reports()
        for seq in (4, 5, 6, 7):
            opened.append("t1", [entry(seq, "behind")], reports.of(str(seq)))
        faults = [fault for _, fault in reports.wait(4)]
        assert all(isinstance(fault, Conflict) for fault in faults), faults
        assert [row.text for row in other.read("t1")[1][2:]] == ["take wbg", "faster"]
        assert append(opened, "t1", entry(5)) is None

    def test_a_lost_append_takes_no_other_table_with_it(self, opened: Log, other: Log) -> None:
        """What is appended to other tables meanwhile stands, whoever else of its group has lost."""
        for table in ("t2", "t3"):
            assert append(opened, table, entry(1), opening=charter(table)) is None
        assert append(other, "t1", entry(3, "faster")) is None
        reports = Reports()
        for table, seq in (("t2", 2), ("t1", 3), ("t3", 2), ("t1", 4), ("t2", 3)):
            opened.append(table, [entry(seq)], reports.of(f"{table} {seq}"))
        opened.append("t4", [entry(1)], reports.of("t4 1"), charter=charter("t4"))
        faults = dict(reports.wait(6))
        assert {what for what, fault in faults.items() if fault is not None} == {"t1 3", "t1 4"}
        assert [len(other.read(table)[1]) for table in ("t1", "t2", "t3", "t4")] == [3, 3, 2, 1]

    def test_a_command_is_taken_once_by_all_nodes(self, opened: Log, other: Log) -> None:
        """A command id that one node has written is a Conflict on every other, whatever its number."""
        assert append(opened, "t1", entry(3)) is None
        assert append(other, "t1", entry(4, cmd_id="b")) is None
        assert isinstance(append(opened, "t1", entry(5, cmd_id="b")), Conflict)
        assert append(opened, "t1", entry(5, cmd_id="c")) is None

    def test_a_claim_is_held_on_every_node(self, opened: Log, other: Log) -> None:
        """Of two nodes that claim the same for different tables one is told so, and nothing of it is kept."""
        assert append(other, "t2", entry(1), opening=charter("t2"), claims=["a"]) is None
        reports = Reports()
        opened.append("t1", [entry(3)], reports.of("claimed"), claims=["a"])
        opened.append("t1", [entry(4)], reports.of("behind"))
        (_, first), (_, second) = reports.wait(2)
        assert isinstance(first, Claimed)
        assert isinstance(second, Conflict)
        assert len(other.read("t1")[1]) == 2
        assert append(other, "t2", entry(2), released=["a"]) is None
        assert append(opened, "t1", entry(3), claims=["a"]) is None

    def test_nodes_that_claim_at_once(self, make: Callable[[], Log]) -> None:
        """However many nodes claim the same at the same moment, one of them has it."""
        with ExitStack() as stack:
            nodes = [stack.enter_context(closing(make())) for _ in range(3)]
            for number, node in enumerate(nodes):
                assert append(node, f"t{number}", entry(1), opening=charter(f"t{number}")) is None
            for seq in range(2, 12):
                reports = [Reports() for _ in nodes]
                for number, node in enumerate(nodes):
                    node.append(f"t{number}", [entry(seq)], reports[number].of("claim"), claims=[f"c{seq}"])
                faults = [each.wait(1)[0][1] for each in reports]
                assert sorted(type(fault).__name__ for fault in faults) == ["Claimed", "Claimed", "NoneType"]
                for number, fault in enumerate(faults):
                    if fault is not None:
                        assert append(nodes[number], f"t{number}", entry(seq)) is None

    def test_a_table_is_opened_by_one_node(self, log: Log, other: Log) -> None:
        """Two nodes that open a table with the same id: one of them does."""
        assert append(log, "t1", entry(1), opening=charter()) is None
        assert isinstance(append(other, "t1", entry(1, "late"), opening=charter()), Conflict)
        assert log.read("t1")[1] == [entry(1)]

    def test_a_name_is_registered_by_one_node(self, log: Log, other: Log) -> None:
        """A name belongs to whoever was first, and every node knows it."""
        assert register(log, "Ada", "hash 1") is None
        assert isinstance(register(other, "Ada", "hash 2"), Conflict)
        assert other.password("Ada") == "hash 1"
        assert change(other, "Ada", "hash 3") is None
        assert log.password("Ada") == "hash 3"

    def test_a_note_is_taken_by_one_node(self, log: Log, other: Log) -> None:
        """Of two nodes that take a note away one does, and both know then that it is gone."""
        assert write_note(log, "k", None, "once") is None
        assert other.note("code", "k") == "once"
        assert write_note(other, "k", "once", None) is None
        assert isinstance(write_note(log, "k", "once", None), Conflict)
        assert (log.note("code", "k"), other.note("code", "k")) == (None, None)

    def test_what_one_node_makes_void_all_hear(self, log: Log, other: Log) -> None:
        """Nodes that read on miss nothing of what others have made void, in whatever order it was written."""
        heard, read = [], 0
        for number in range(6):
            assert revoke((log, other)[number % 2], Revocation("Ada", f"k{number}")) is None
            read, news = other.revocations(read)
            heard += news
        assert [each.key for each in heard] == [f"k{number}" for number in range(6)]

    def test_many_nodes_at_many_tables(self, make: Callable[[], Log]) -> None:
        """Nodes that write to the same tables as fast as they can: every number once, no gap, and a chain that fits."""
        tables = [f"t{number}" for number in range(5)]
        with ExitStack() as stack:
            nodes = [stack.enter_context(closing(make())) for _ in range(3)]
            for table in tables:
                assert append(nodes[0], table, entry(1), opening=charter(table)) is None
            with ThreadPoolExecutor(len(nodes)) as pool:
                accepted = sum(pool.map(lambda node: _contend(node, tables), nodes))
            for table in tables:
                kept = nodes[1].kept(table)
                assert [row.seq for row in kept.rows] == list(range(1, len(kept.rows) + 1))
                assert kept.links == list(links(kept.charter, kept.rows))
                accepted -= len(kept.rows) - 1
            assert accepted == 0


def _contend(node: Log, tables: list[str]) -> int:
    """Append to all tables what should follow, again and again; how many were accepted."""
    accepted = 0
    for _ in range(20):
        reports = Reports()
        for table in tables:
            seq = len(node.read(table)[1]) + 1
            node.append(table, [entry(seq)], reports.of(table))
            node.append(table, [entry(seq + 1)], reports.of(table))
        faults = [fault for _, fault in reports.wait(2 * len(tables))]
        assert all(fault is None or isinstance(fault, Conflict) for fault in faults), faults
        accepted += sum(fault is None for fault in faults)
    return accepted
