"""What is said at a table is kept with it, told once it is durable, and told again to whoever asks."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.limits import KEPT_CHAT, MAX_TALK, TALK_LINES
from bottega.store.log import Done, Remark, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.beside import at_once
from bottega.wire.house.talk import Talk
from tests.table.test_beside import Later
from tests.wire.house.stage import HouseStage

LINES = [Remark("Ada", f"line {number}", number) for number in range(1, 251)]


def spoken(log: MemoryLog, lines: list[Remark] = LINES) -> MemoryLog:
    """The log, with lines said at table t."""
    for line in lines:
        log.say("t", line, lambda fault: None)
    return log


def test_kept_over_a_restart(stage: HouseStage) -> None:
    """After a restart everybody finds what was said, players and watchers, and what is said then comes after it."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("chat", table=table, text="good luck")
    bob.does("chat", table=table, text="thanks")
    first = [message for message in bob.heard() if message["type"] == "chat"]
    assert [(line["number"], line["name"], line["text"]) for line in first] == [
        (1, anna.name, "good luck"),
        (2, bob.name, "thanks"),
    ]
    stage.restart()
    eve = stage.visitor()
    eve.does("watch", table=table)
    assert eve.latest("snapshot")["chat"] == first
    back = stage.visitor()
    back.does("hello", name=anna.name, token=anna.token)
    back.does("watch", table=table)
    back.does("chat", table=table, text="still here")
    third = eve.latest("chat")
    assert third["number"] == 3
    eve.does("talk", table=table)
    assert eve.latest("talk")["lines"] == [*first, third]


def test_kept_when_the_game_is_over(stage: HouseStage) -> None:
    """Who looks at a finished game, long after, reads what was said at it."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("chat", table=table, text="well played")
    anna.does("quit", table=table)
    bob.does("chat", table=table, text="a pity")
    for peer in (anna, bob):
        peer.drops()
    stage.house.sweep()
    eve = stage.visitor()
    eve.does("talk", table=table)
    assert [line["text"] for line in eve.latest("talk")["lines"]] == ["well played", "a pity"]
    eve.fails("talk", "house.no-such-table", table="nowhere")


def test_who_may_listen(stage: HouseStage) -> None:
    """What is said at a table that is being played is for those who follow it."""
    stage.playing()
    stage.visitor().fails("talk", "house.not-following", table=stage.table.id)


def test_pages() -> None:
    """Older lines come a page at a time, in order, each line once."""
    talk = Talk(spoken(MemoryLog()), at_once, lambda line: None)
    found: list[Any] = []
    before: int | None = None
    while before != 1:
        page: list[Any] = []
        talk.page("t", before, page.append)
        assert 0 < len(page[0]) <= TALK_LINES
        found = page[0] + found
        before = found[0].number
    assert [(line.number, line.name, line.text, line.at) for line in found] == [
        (number, line.name, line.text, line.at) for number, line in enumerate(LINES, 1)
    ]
    talk.page("nowhere", None, page.append)
    assert page[-1] == []


def test_what_is_lately() -> None:
    """Whoever comes is shown the last lines, once they are known; what is forgotten is read again."""
    talk = Talk(spoken(MemoryLog()), at_once, lambda line: None)
    assert talk.lately("t") == ()
    talk.listen("t", lambda refusal: None)
    assert [line.text for line in talk.lately("t")] == [line.text for line in LINES[-KEPT_CHAT:]]
    talk.forget("t")
    assert talk.lately("t") == ()


def test_no_line_is_told_twice() -> None:
    """Lines told out of turn, by two readers or by another node, come once and in the order of the store."""
    log, told, run = MemoryLog(), [], Later(10)
    talk = Talk(log, run, lambda line: told.append(line.text))
    talk.listen("t", lambda refusal: None)
    run.finish()
    talk.say("t", LINES[0], lambda refusal: None)
    log.say("t", LINES[1], lambda fault: None)  # another node's
    talk.say("t", LINES[2], lambda refusal: None)
    assert told == []
    run.finish()
    talk.refresh("t")
    talk.refresh("unheard")
    run.finish()
    assert told == [line.text for line in LINES[:3]]


class _Full(MemoryLog):
    """A store that keeps nothing."""

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Fail."""
        done(StoreFault("the disk is full"))


def test_what_is_not_kept_is_not_told() -> None:
    """A line that could not be made durable is refused to whoever said it, and nobody hears it."""
    told: list[Any] = []
    outcomes: list[Any] = []
    talk = Talk(_Full(), at_once, told.append)
    talk.listen("t", outcomes.append)
    talk.say("t", LINES[0], lambda refusal: outcomes.append(refusal and refusal.code))
    assert outcomes == [None, "table.store"]
    assert told == []


def test_a_table_has_room_for_so_much() -> None:
    """Beyond so many lines nothing is kept, and it is said why."""
    log, outcomes = spoken(MemoryLog(), [LINES[0]] * MAX_TALK), []
    talk = Talk(log, at_once, lambda line: None)
    talk.listen("t", lambda refusal: None)
    talk.say("t", LINES[0], lambda refusal: outcomes.append(refusal and refusal.code))
    assert outcomes == ["house.said-enough"]
    assert len(log.talk("t")) == MAX_TALK


class _Unread(MemoryLog):
    """A store that cannot be read."""

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """Fail."""
        raise StoreFault("the disk is away")


@pytest.mark.parametrize(("log", "room", "code"), [(_Unread(), 1, "house.unread"), (MemoryLog(), 0, "house.busy")])
def test_what_cannot_be_read(log: MemoryLog, room: int, code: str) -> None:
    """Whoever asks is told why there is nothing to read."""
    outcomes: list[Any] = []
    run = Later(room)
    talk = Talk(log, run, lambda line: None)
    talk.listen("t", lambda refusal: outcomes.append(refusal and refusal.code))
    run.finish()
    talk.page("t", None, lambda found: outcomes.append(getattr(found, "code", found)))
    run.finish()
    assert outcomes == [code, code]
