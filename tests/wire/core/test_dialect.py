"""The base of all dialects: moves as text, holding messages back, coming back in peace, one text for many."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from bottega.games.refusal import Refusal
from bottega.table.entries import Sitting
from bottega.table.events import Event
from bottega.table.identity import Claim
from bottega.table.position import Setup
from bottega.table.table import Table
from bottega.wire.core.dialect import BAD_REQUEST, Dialect, Look
from bottega.wire.core.machine import Handling
from tests.table.test_neighbours import Street, moves
from tests.wire.stage import Stage


class Far:
    """The far end of a connection: keeps what is sent, and counts how often it may go on."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.resumed = 0
        self.address = ""

    def send(self, message: str) -> None:
        """Keep one message."""
        self.sent.append(message)

    def send_framed(self, raw: bytes) -> None:
        """Keep framed messages."""
        self.sent += raw.decode().splitlines()

    def close(self, reason: str) -> None:
        """Nothing is closed here."""

    def resume(self) -> None:
        """Count."""
        self.resumed += 1

    def charge(self, messages: int) -> None:
        """Nothing is counted here."""

    def later(self, seconds: float, call: Any) -> Any:
        """Nothing happens later here."""


class Crier(Dialect[str]):
    """Says which facts it is told."""

    NAME: ClassVar[str] = "crier"
    GAME: ClassVar[str] = "splendor"
    made: ClassVar[int] = 0
    """How often its words were made."""

    def write(self, said: str) -> str:
        """Text is text."""
        return said

    def news(self, event: Event) -> Handling:
        """Say what happened, twice."""
        yield self.shared_all(event, self.NAME, self._twice)

    def _twice(self, event: Event) -> Iterable[str]:
        Crier.made += 1
        kind = event.entry.fact.kind
        return [kind, f"{kind} indeed"]


class Patient(Crier):
    """Keeps a seat for a while."""

    seconds = 0.0

    def grace(self) -> float:
        """So long."""
        return self.seconds


def crier(stage: Stage) -> tuple[Crier, Far]:
    """A connection of that dialect."""
    far = Far()
    return Crier(stage.house, far), far


def deserted(stage: Stage) -> Table:
    """A running table whose first player is gone, so that a bot plays for them."""
    table = stage.house.open("splendor", Setup(seats=2, absent="random"))
    for name in ("ann", "bob"):
        stage.house.reception.sit(table, Sitting(name), None, lambda _: None)
    table.play_by_bot(0, "random")
    return table


def test_refusals_are_counted() -> None:
    """What the rules refuse counts by its code, what makes no sense to the protocol as a bad request."""
    stage = Stage()
    ann, bob = (stage.connect("splendor-json") for _ in range(2))
    for peer, nick in ((ann, "ann"), (bob, "bob")):
        client_id = json.loads(peer.inbox[0])["set_client_id"]
        peer.says(json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": nick}))
    assert stage.house.refusals == {}
    for peer in (ann, bob):
        client_id = json.loads(peer.inbox[0])["set_client_id"]
        peer.says(json.dumps({"request_type": "get_gems", "client_id": client_id, "white": 1}))
        peer.says("nonsense")
    assert stage.house.refusals[BAD_REQUEST] == 2
    assert stage.house.refusals.total() == 4


@pytest.mark.parametrize(
    ("notation", "refusal"),
    [
        ("take wbg", None),
        ("take wbg; take ww", "it is the turn of seat 1"),
        ("take three", "'take three' names no action of Splendor; try 'take wbg', 'buy 12' or 'reserve deck2'"),
        ("skip", "only the table skips a turn"),
    ],
)
def test_a_move_may_be_text(notation: str, refusal: str | None) -> None:
    """What a player writes in the rules' notation is played, or refused with the rules' sentence."""
    stage = Stage()
    table = deserted(stage)
    dialect, _ = crier(stage)
    dialect.sit_at(table, table.position.seats[0].name)
    outcomes = []

    def handler() -> Handling:
        refused = yield from dialect.play_text(notation)
        outcomes.append(None if refused is None else str(refused))

    dialect.run(handler())
    assert outcomes == [refusal]


def test_messages_are_held_until_they_are_released() -> None:
    """What comes while something is about to change waits, and goes on once; a release of nothing does nothing."""
    dialect, far = crier(Stage())
    dialect.release()
    assert far.resumed == 0
    dialect.hold()
    assert dialect.busy
    dialect.release()
    dialect.release()
    assert not dialect.busy
    assert far.resumed == 1


def test_a_release_leaves_a_command_alone() -> None:
    """A connection that waits for an answer goes on waiting for it."""
    dialect, _ = crier(Stage())
    dialect.busy = True
    dialect.release()
    assert dialect.busy


def test_nothing_is_told_while_somebody_comes_back() -> None:
    """That the bot gives the seat back is part of what the player is told next, and not told on its own."""
    stage = Stage()
    table = deserted(stage)
    dialect, far = crier(stage)
    dialect.resume(table, table.position.seats[0].name)
    assert table.position.seats[0].bot == ""
    assert far.sent == []


def test_coming_back_is_told_where_the_protocol_wants_it() -> None:
    """Where a client asks for the state by itself, news of that very moment are told like any other."""
    stage = Stage()
    table = deserted(stage)
    dialect, far = crier(stage)
    dialect.resume(table, table.position.seats[0].name, told=True)
    assert far.sent == ["bot", "bot indeed"]


def test_a_seat_is_kept_for_as_long_as_the_dialect_says() -> None:
    """Whoever is lost is expected back within the grace of their protocol; without one they are passed over at once."""
    for grace, expected in ((0.0, "skip"), (5.0, "start")):
        stage = Stage()
        table = stage.house.open("splendor", Setup(seats=2))
        for name in ("ann", "bob"):
            stage.house.reception.sit(table, Sitting(name), None, lambda _: None)
        names = [seat.name for seat in table.position.seats]
        dialect, other = Patient(stage.house, Far()), Patient(stage.house, Far())
        dialect.seconds = grace
        dialect.resume(table, names[0])
        other.resume(table, names[1])
        dialect.lost()
        _, rows = stage.log.read(table.id)
        assert rows[-1].kind == expected


def test_several_messages_are_made_once_for_all() -> None:
    """All who are told the same event get the very same bytes, one frame a message, made for the first of them."""
    stage = Stage()
    table = deserted(stage)
    connections = [crier(stage) for _ in range(3)]
    for dialect, _ in connections:
        table.watch(dialect)
    Crier.made = 0
    table.play_by_bot(1, "random")
    assert [far.sent for _, far in connections] == [["bot", "bot indeed"]] * 3
    assert Crier.made == 1


def looked_up(dialect: Dialect[Any], claim: Claim) -> object:
    """What a look at the log and then at the claim says."""
    looking = dialect.look_up(claim)
    heard: list[bool] = []
    try:
        command = next(looking)
        assert isinstance(command, Look)
        command.begin(heard.append)
        looking.send(heard.pop())
    except StopIteration as done:
        return done.value
    raise AssertionError("it asks for more")


def test_who_comes_back_on_another_node_finds_the_table_as_the_log_has_it() -> None:
    """Also where no hint has come; where the log cannot be asked, nobody is shown what may be long past."""
    street = Street()
    here, there = street.running()
    moves(here)
    assert there.position.seq < here.position.seq
    claim = Claim("Bob", "key of Bob")
    assert looked_up(Crier(street.houses[1], Far()), claim) is there
    assert there.position == here.position
    street.logs[1].away = True
    refused = looked_up(Crier(street.houses[1], Far()), claim)
    assert isinstance(refused, Refusal)
    assert refused.code == "table.store"


def test_alone_nothing_is_looked_up() -> None:
    """A house of one node knows all there is: its answer comes at once."""
    stage = Stage()
    dialect, _ = crier(stage)
    assert looked_up(dialect, Claim("ann")) is None
