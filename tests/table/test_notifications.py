"""What those are told who are away from their tables: what is due, once, and only while it is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bottega.limits import KEPT_NOTICED_SECONDS, NOTIFY_AGAIN_SECONDS
from bottega.store.log import Done, StoreFault
from bottega.table.entries import EndReason, Motion, Sitting
from bottega.table.events import history
from bottega.table.house import House, Settings
from bottega.table.identity import Claim
from bottega.table.notifications import DUE, NOTICED, Cause, Notification, Notifications, causes, holds
from bottega.table.position import Setup
from bottega.table.quotas import Visitor
from bottega.table.table import Table
from bottega.table.ways import Offer, Ways
from tests.table.rigs import Inn, Watcher, actor, play, play_out

DELAY = 60.0


class Post(Inn):
    """A house that tells people who are away, and what it has told."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Notification] = []
        self.tell(self.house)

    def tell(self, house: House) -> Notifications:
        """Let a house tell people."""
        told = Notifications(house, Offer(webhook=True), DELAY, self.sent.append)
        house.notifications = told
        told.load()
        return told

    @property
    def told(self) -> Notifications:
        """What the house would tell."""
        assert self.house.notifications is not None
        return self.house.notifications

    def chooses(self, name: str, key: str = "") -> None:
        """Somebody wants to be told, by a webhook."""
        heard: list[object] = []
        claim = Claim(name, key or f"key of {name}")
        self.told.book.choose(claim, Visitor("", name), "webhook", "yes", "en", heard.append)
        assert isinstance(heard[0], Ways)

    def seated(self, *names: str, game: str = "splendor", **setup: Any) -> Table:
        """A running table; everybody is there."""
        for name in names:
            viewer = self.viewers[name] = Watcher(name)
            heard = self.outcomes.setdefault(name, [])
            sitting = Sitting(name, key=f"key of {name}")
            self.house.reception.enter(game, sitting, viewer, Setup(seats=len(names), **setup), heard.append)
        return self.table(names[0])

    def leaves(self, table: Table, name: str) -> None:
        """Somebody's connection is gone, but they are waited for."""
        table.drop(self.viewers[name], 1e9)

    def comes(self, table: Table, name: str) -> None:
        """Somebody is back."""
        table.resume(name, self.viewers[name])

    def later(self, seconds: float = DELAY) -> list[tuple[str, Cause]]:
        """What is told when so much time has passed."""
        self.sent.clear()
        self.time.now += seconds
        self.told.sweep()
        return [(each.name, each.cause) for each in self.sent]


@pytest.fixture
def post() -> Post:
    """A house."""
    return Post()


def _other(table: Table) -> str:
    """Who waits."""
    return next(seat.name for seat in table.position.seats if seat.name != actor(table))


def _away(post: Post, game: str = "splendor") -> tuple[Table, str]:
    """A table at which somebody who wants to be told is away and has the turn, and who that is."""
    table = post.seated("Ada", "Bob", game=game, absent="wait")
    waits = _other(table)
    post.chooses(waits)
    post.leaves(table, waits)
    while actor(table) != waits:
        play(table)
    return table, waits


def test_it_is_your_move(post: Post) -> None:
    """Whoever is away when their turn comes is told after a while, once, with the names of those who wait."""
    table, waits = _away(post)
    assert post.later(DELAY - 1) == []
    assert post.later(1) == [(waits, Cause.MOVE)]
    assert (post.sent[0].table, post.sent[0].game) == (table.id, "splendor")
    assert post.sent[0].others == tuple({"Ada", "Bob"} - {waits})
    assert post.later() == []
    assert post.told.waiting == 0


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda post, table, name: play(table), id="moves by another protocol"),
        pytest.param(lambda post, table, name: post.comes(table, name), id="comes back"),
        pytest.param(lambda post, table, name: table.quit(name), id="leaves for good"),
        pytest.param(lambda post, table, name: table.play_by_bot(table.head.seat_of(name), "random"), id="has a bot"),
    ],
)
def test_what_is_no_longer_so_is_not_told(post: Post, meanwhile: Callable[[Post, Table, str], object]) -> None:
    """Whoever has moved, come back, or left the game meanwhile is not told that it is their move."""
    table, waits = _away(post)
    meanwhile(post, table, waits)
    assert (waits, Cause.MOVE) not in post.later()


def test_the_next_turn_is_told_again(post: Post) -> None:
    """Every turn is told once: that of before says nothing about this one."""
    table, waits = _away(post)
    assert post.later() == [(waits, Cause.MOVE)]
    while actor(table) == waits:
        play(table)
    while actor(table) != waits:
        play(table)
    assert post.later() == [(waits, Cause.MOVE)]


@pytest.mark.parametrize("game", ["sagrada", "renaissance"])
def test_setting_up_is_one_turn(post: Post, game: str) -> None:
    """However many choices come before the first turn, and whoever makes them first: it is told once."""
    table = post.seated("Ada", "Bob", "Cyd", game=game, absent="wait")
    post.chooses("Bob")
    post.leaves(table, "Bob")
    bob = table.position.seat_of("Bob")
    told = []
    for _ in range(40):
        others = [seat for seat in table.game.actors(table.position.state) if seat != bob]
        if not others or table.game.turn(table.position.state) > 0:
            break
        table.move(others[0], [table.game.legal(table.position.state, others[0])[0]], lambda _: None)
        told += post.later()
    assert told == [("Bob", Cause.MOVE)]


def test_who_is_there_is_told_nothing(post: Post) -> None:
    """Whoever is connected to the table sees it, however long they think."""
    table = post.seated("Ada", "Bob", absent="wait")
    post.chooses(actor(table))
    assert post.later() == []
    assert post.told.waiting == 0


def test_who_leaves_without_a_move(post: Post) -> None:
    """Whoever goes while it is their turn is told a while after that, and once, however often they look in."""
    table = post.seated("Ada", "Bob", absent="wait")
    moves = actor(table)
    post.chooses(moves)
    post.leaves(table, moves)
    assert post.later(DELAY - 1) == []
    post.comes(table, moves)
    assert post.later() == []
    post.leaves(table, moves)
    assert post.later(DELAY - 1) == []
    assert post.later(1) == [(moves, Cause.MOVE)]
    post.comes(table, moves)
    post.leaves(table, moves)
    assert post.later() == []


def test_a_restart_keeps_nobody_away(post: Post) -> None:
    """Whoever was cut off by a restart has the same while to come back, however long the house was closed."""
    table = post.seated("Ada", "Bob", absent="wait")
    moves = actor(table)
    post.chooses(moves)
    post.leaves(table, moves)
    post.time.now += 10 * DELAY
    again = House(post.log, Settings(), post.time)
    list(again.load())
    told = post.tell(again)
    told.sweep()
    assert post.sent == []
    post.time.now += DELAY
    told.sweep()
    assert [(each.name, each.cause) for each in post.sent] == [(moves, Cause.MOVE)]


def test_whoever_has_chosen_nothing(post: Post) -> None:
    """Nobody is told anything who did not ask for it, and nothing is put down about them."""
    table = post.seated("Ada", "Bob", absent="wait")
    waits = _other(table)
    post.leaves(table, waits)
    play_out(table)
    assert post.later() == []
    assert post.log.notes(DUE) == {}


def test_another_of_the_same_name(post: Post) -> None:
    """What was chosen by a guest with another token has nothing to do with this seat."""
    table = post.seated("Ada", "Bob", absent="wait")
    waits = _other(table)
    post.chooses(waits, "another token's key")
    post.leaves(table, waits)
    while actor(table) != waits:
        play(table)
    assert post.later() == []


def test_the_game_has_started_or_is_over(post: Post) -> None:
    """Those who are away when it starts are told so, or at once that it is their move; and at last that it is over."""
    viewer = post.viewers["Ada"] = Watcher("Ada")
    heard: list[object] = []
    post.house.reception.enter(
        "splendor", Sitting("Ada", key="key of Ada"), viewer, Setup(seats=2, absent="wait"), heard.append
    )
    table = heard[0]
    assert isinstance(table, Table)
    post.chooses("Ada")
    table.drop(viewer, 1e9)
    post.house.reception.sit(table, Sitting("Bob", key="key of Bob"), Watcher("Bob"), heard.append)
    first = Cause.MOVE if actor(table) == "Ada" else Cause.STARTED
    assert post.later() == [("Ada", first)]
    play_out(table)
    assert post.later() == [("Ada", Cause.OVER)]
    assert post.later() == []


def test_of_several_causes_the_first_is_told(post: Post) -> None:
    """A game that was won while somebody slept through their turn: one notification, that it is over."""
    table, waits = _away(post)
    stays = table.head.seat_of(_other(table))
    assert stays is not None
    table.end(EndReason.WALKOVER, stays)
    assert post.later() == [(waits, Cause.OVER)]
    assert post.later() == []


def test_somebody_asks(post: Post) -> None:
    """Whoever is asked for their consent and goes before they have given it is told of the question."""
    table = post.seated("Ada", "Bob", absent="wait")
    waits = _other(table)
    post.chooses(waits)
    number = table.position.seat_of(waits)
    assert number is not None
    watcher = Watcher()
    table.watch(watcher)
    table.propose(actor(table), Motion("pause"))
    asked = watcher.events[0]
    assert causes(asked, number) == {Cause.ASKED: asked.entry.seq}
    assert holds(asked.after, number, Cause.ASKED, asked.entry.seq)
    table.vote(waits, True)
    assert not holds(table.position, number, Cause.ASKED, asked.entry.seq)


def test_asked_again_and_again(post: Post) -> None:
    """Whoever is away is told once that they are asked, however often that is; and again when they were there since."""
    table = post.seated("Ada", "Bob", absent="wait")
    asks, away = (seat.name for seat in table.position.seats)
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    post.chooses(away)
    post.leaves(table, away)

    def ask() -> list[tuple[str, Cause]]:
        table.undo(asks, ask=True)
        assert table.position.ballot is not None
        told = post.later()
        table.vote(asks, False)
        return told

    assert [ask(), ask(), ask()] == [[(away, Cause.ASKED)], [], []]
    post.comes(table, away)
    post.leaves(table, away)
    assert [ask(), ask()] == [[(away, Cause.ASKED)], []]


def test_asked_and_gone(post: Post) -> None:
    """Whoever goes without an answer is told once that they are asked for it, however often they look in."""
    table = post.seated("Ada", "Bob", absent="wait")
    away = _other(table)
    post.chooses(away)
    table.propose(actor(table), Motion("pause"))
    for expected in ([(away, Cause.ASKED)], []):
        post.leaves(table, away)
        assert post.later() == expected
        post.comes(table, away)


def test_a_paused_game_waits_for_nobody(post: Post) -> None:
    """While the game is paused it is nobody's move."""
    table, waits = _away(post)
    number = table.position.seat_of(waits)
    assert number is not None
    turn = table.game.turn(table.position.state)
    assert holds(table.position, number, Cause.MOVE, turn)
    assert not holds(msgspec.structs.replace(table.position, paused=True), number, Cause.MOVE, turn)


def test_after_a_restart(post: Post) -> None:
    """What was due when the house closed is told by the next one, once; what was told before is not told again."""
    _, waits = _away(post)
    for expected in ([(waits, Cause.MOVE)], []):
        again = House(post.log, Settings(), post.time)
        list(again.load())
        told = post.tell(again)
        post.sent.clear()
        post.time.now += DELAY
        told.sweep()
        assert [(each.name, each.cause) for each in post.sent] == expected


def test_of_several_nodes_one_tells(post: Post) -> None:
    """Two houses on one log that both know what is due: the one that notes it as told tells it."""
    _, waits = _away(post)
    other = House(post.log, Settings(), post.time)
    list(other.load())
    second = post.tell(other)
    post.time.now += DELAY
    kept = post.log.write_note
    held: list[tuple[str, str, str | None, str | None, Done]] = []

    def slow(kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        held.append((kind, key, former, text, done))

    post.log.write_note = slow  # type: ignore[method-assign]  # a log that is slow, or fails
    post.told.sweep()
    second.sweep()
    post.log.write_note = kept  # type: ignore[method-assign]  # a log that is slow, or fails
    assert [each[0] for each in held] == [NOTICED, NOTICED]
    for each in held:
        kept(*each)
    assert [(each.name, each.cause) for each in post.sent] == [(waits, Cause.MOVE)]


def test_a_log_that_fails(post: Post) -> None:
    """What cannot be noted as told is not told; it is tried again in a while."""
    _, waits = _away(post)
    kept = post.log.write_note

    def broken(kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        done(StoreFault("no disk") if kind == NOTICED else None)
        if kind != NOTICED:
            kept(kind, key, former, text, lambda _: None)

    post.log.write_note = broken  # type: ignore[method-assign]  # a log that is slow, or fails
    assert post.later() == []
    post.log.write_note = kept  # type: ignore[method-assign]  # a log that is slow, or fails
    assert post.later(NOTIFY_AGAIN_SECONDS) == [(waits, Cause.MOVE)]


def test_a_table_that_sleeps(post: Post) -> None:
    """A table that nobody is at may be known at a glance only when its notification is due."""
    table, waits = _away(post)
    for viewer in post.viewers.values():
        table.drop(viewer, 0.0)
    post.house._send_to_sleep(table)
    assert table.id in post.house.dormant
    assert post.later() == [(waits, Cause.MOVE)]


def test_what_is_forgotten(post: Post) -> None:
    """What was told about games that are long over is not kept."""
    table, waits = _away(post)
    post.later()
    table.end(EndReason.ABANDONED)
    assert post.later() == [(waits, Cause.OVER)]
    assert len(post.log.notes(NOTICED)) == 1
    post.comes(table, waits)
    for viewer in list(post.viewers.values()):
        table.drop(viewer, 0.0)
    post.house.sweep()
    assert post.later(KEPT_NOTICED_SECONDS + 1) == []
    assert post.log.notes(NOTICED) == {}


def test_before_it_is_tried_again(post: Post) -> None:
    """What could not be sent is asked for once more: by then the move may have been made."""
    table, _ = _away(post)
    post.later()
    assert post.told.still(post.sent[0])
    play(table)
    assert not post.told.still(post.sent[0])


def test_two_put_down_the_same(post: Post) -> None:
    """Another node has put it down already: this one learns so, and nothing is due twice."""
    table, waits = _away(post)
    number = table.position.seat_of(waits)
    (text,) = post.log.notes(DUE).values()
    post.told._due.clear()
    event = history(*post.log.read(table.id))[-1]
    post.told.told(event)
    assert post.log.note(DUE, f"{table.id} {number}") == text
    assert post.told.waiting == 1
    assert post.later() == [(waits, Cause.MOVE)]


def test_on_vacation(post: Post) -> None:
    """Whoever is away from games over days is told when they are back, if it is still so."""
    table = post.house.open("splendor", Setup(seats=2, correspondence=True, turn_seconds=86_400.0))
    for name in ("Ada", "Bob"):
        viewer = post.viewers[name] = Watcher(name)
        post.house.reception.sit(table, Sitting(name, key=f"key of {name}"), viewer, lambda _: None)
    waits = _other(table)
    post.chooses(waits)
    post.leaves(table, waits)
    heard: list[object] = []
    until = int((post.time.now + 7_200) * 1000)
    post.house.vacations.leave(Claim(waits, f"key of {waits}"), until, heard.append)
    assert heard == [None]
    while actor(table) != waits:
        play(table)
    assert post.later() == []
    assert post.later(3_600) == []
    assert post.later(3_600) == [(waits, Cause.MOVE)]
