"""What all connections of the house protocol share: games of former times, what is kept of tables."""

from __future__ import annotations

import msgspec
import pytest

from bottega.limits import EMPTY_SECONDS
from bottega.store.log import Charter, Row, StoreFault
from bottega.store.memory import MemoryLog
from bottega.wire.house.room import Room
from tests.table.test_beside import Later
from tests.wire.house.stage import Guest, HouseStage


class CountingLog(MemoryLog):
    """A log that counts how often a table is read, and may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.fault: StoreFault | None = None

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log."""
        self.reads += 1
        if self.fault is not None:
            raise self.fault
        return super().read(table)


class Evening(HouseStage):
    """A house where a game was played that only the log remembers, and where looking it up takes its time."""

    log: CountingLog

    def __init__(self, room: int = 10) -> None:
        super().__init__(log=CountingLog())
        anna, bob = self.playing()
        self.past = self.table.id
        self.anna = (anna.name, anna.token)
        bob.does("quit", table=self.past)
        for peer in self.peers:
            peer.drops()
        self.house.sweep()
        assert self.past not in self.house.tables
        self.run = Later(room)
        self.room = Room(self.house, self.later, self.run)
        self.log.reads = 0

    def asks(self, guest: Guest, kind: str, cmd_id: str, **fields: object) -> None:
        """Have somebody send a command that is answered later."""
        command = {"type": kind, "cmd_id": cmd_id, "table": self.past, **fields}
        guest.says(msgspec.json.encode(command).decode())


@pytest.fixture
def evening() -> Evening:
    """The day after."""
    return Evening()


def test_nobody_waits_while_an_old_game_is_looked_up(evening: Evening) -> None:
    """Whoever asks for an old game waits for it alone; the house reads it once for all who want it meanwhile."""
    watchers = [evening.visitor() for _ in range(6)]
    for watcher in watchers:
        evening.asks(watcher, "watch", "w")
        watcher.says('{"type":"lobby","cmd_id":"next"}')
    assert evening.log.reads == 0
    assert not any('"ok"' in text for watcher in watchers for text in watcher.inbox)
    carla = evening.guest("Carla")
    carla.does("open", game="splendor")
    evening.run.finish()
    evening.settle()
    assert evening.log.reads == 1
    for watcher in watchers:
        assert watcher.answer("w")["type"] == "ok"
        assert watcher.answer("next")["type"] == "ok"
        assert watcher.latest("snapshot")["result"]["reason"] == "walkover"
    evening.visitor().does("watch", table=evening.past)
    assert evening.log.reads == 1


@pytest.mark.parametrize("kind", ["sit", "stand", "start", "quit", "act", "why", "chat", "add_bot", "remove_bot"])
def test_no_command_reads_an_old_game_by_itself(evening: Evening, kind: str) -> None:
    """Whatever is asked of a game that is over, nothing is read from the log while others wait."""
    needs: dict[str, dict[str, object]] = {
        "add_bot": {"bot": "random"},
        "remove_bot": {"name": "random"},
        "chat": {"text": "hello"},
    }
    needs |= {each: {"actions": ["take wbg"]} for each in ("act", "why")}
    guest = evening.guest("Dora")
    evening.asks(guest, kind, "c", **needs.get(kind, {}))
    assert evening.log.reads == 0
    evening.run.finish()
    assert guest.answer("c")["code"] == "table.finished"


def test_a_rematch_of_an_old_game(evening: Evening) -> None:
    """Who played may ask for a rematch the day after, and whoever asks next is brought to the same table."""
    name, token = evening.anna
    anna = evening.guest(name, token=token)
    evening.asks(anna, "rematch", "r")
    evening.run.finish()
    new = anna.answer("r")["table"]
    assert new in evening.house.tables
    assert anna.does("rematch", table=evening.past)["table"] == new
    anna.does("lobby")
    evening.visitor().does("watch", table=evening.past)
    assert evening.peers[-1].inbox[-1].count(new) == 1


def test_who_is_gone_is_not_looked_up_for(evening: Evening) -> None:
    """If nobody waits for an old game any more, it is not read."""
    guest = evening.visitor()
    evening.asks(guest, "watch", "w")
    guest.drops()
    evening.run.finish()
    assert evening.log.reads == 0


def test_too_much_is_looked_up() -> None:
    """When no more can wait, whoever asks is told to try again."""
    evening = Evening(room=0)
    assert "try again" in evening.visitor().fails("watch", "house.busy", table=evening.past)


def test_a_game_that_cannot_be_read(evening: Evening) -> None:
    """A disk that fails is the operator's business: players hear no path, and it is read again the next time."""
    guest = evening.visitor()
    evening.log.fault = StoreFault("/srv/secret/bottega.sqlite3: disk I/O error")
    evening.asks(guest, "watch", "w")
    evening.run.finish()
    answer = guest.answer("w")
    assert answer["code"] == "house.unread"
    assert "secret" not in answer["reason"]
    evening.log.fault = None
    evening.asks(guest, "watch", "again")
    evening.run.finish()
    assert guest.answer("again")["type"] == "ok"


def test_a_damaged_game_is_looked_at_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a log is damaged is found out once, and said in the operator's log once, however often somebody asks."""
    _, rows = evening.log.read(evening.past)
    evening.log._entries[evening.past] = [*rows[:-1], msgspec.structs.replace(rows[-1], kind="nonsense")]
    evening.log.reads = 0
    complaints: list[str] = []
    monkeypatch.setattr("bottega.wire.house.room.log.error", lambda event, **_: complaints.append(event))
    guest = evening.visitor()
    for number in range(3):
        evening.asks(guest, "watch", f"w{number}")
        evening.run.finish()
        assert guest.answer(f"w{number}")["code"] == "house.set-aside"
    assert evening.log.reads == len(complaints) == 1


# -- what is kept of tables --------------------------------------------------------------------------------------------


def test_nothing_is_kept_of_tables_that_are_forgotten() -> None:
    """Tables opened and left leave nothing behind, whether or not anybody reads the lobby."""
    stage = HouseStage()
    anna = stage.guest("Anna")
    for _ in range(20):
        table = anna.does("open", game="splendor", sit=False)["table"]
        anna.does("unwatch", table=table)
    assert len(stage.room._recent) == 20
    stage.house.sweep()
    stage.wait(EMPTY_SECONDS + 1)
    stage.house.sweep()
    stage.house.sweep()  # what has ended is forgotten
    assert not stage.house.tables
    assert not stage.room._recent


def test_a_rematch_is_forgotten_with_its_table(evening: Evening) -> None:
    """That a table was opened for a rematch is known as long as that table is."""
    name, token = evening.anna
    anna = evening.guest(name, token=token)
    evening.asks(anna, "rematch", "r")
    evening.run.finish()
    new = anna.answer("r")["table"]
    anna.does("stand", table=new)
    anna.drops()
    for _ in range(2):
        evening.house.sweep()
        evening.wait(EMPTY_SECONDS + 1)
    evening.house.sweep()
    assert new not in evening.house.tables
    assert evening.room.rematch_of(evening.past) is None
    assert not evening.room._recent
    assert not evening.room._formers
