"""The lobby's list: sent whole, or only what changed, and made once for all who read it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from bottega.limits import LISTED_PER_HOST
from bottega.wire.house import lobby
from tests.wire.house.stage import Guest, HouseStage

Line = dict[str, Any]


class Shown:
    """Somebody who keeps the frames that they are shown."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def shown(self, frame: bytes) -> None:
        """Keep it."""
        self.frames.append(frame)


def listed(guest: Guest, tables: list[Line]) -> list[Line]:
    """The list of a reader who had this one and puts in what has come since, as the protocol's page says."""
    for message in guest.heard():
        if message["type"] == "lobby":
            tables = message["tables"]
        elif message["type"] == "lobby_changes":
            assert message["tables"] or message["gone"]
            kept = {line["table"]: line for line in tables}
            kept |= {line["table"]: line for line in message["tables"]}
            assert set(message["gone"]) <= set(kept)
            gone = set(message["gone"])
            assert not gone & {line["table"] for line in message["tables"]}
            left = [line for table, line in kept.items() if table not in gone]
            tables = sorted(left, key=lambda line: (line["opened"], line["table"]), reverse=True)
    return tables


def test_the_list_is_encoded_once_for_all() -> None:
    """All who read the lobby are sent the same bytes, those who begin to read as well, until something changes."""
    stage = HouseStage()
    stage.guest("Anna").does("open", game="splendor")
    readers = [Shown() for _ in range(3)]
    for reader in readers:
        stage.room.lobby.subscribe(reader)
    (first,) = {id(reader.frames[0]) for reader in readers}
    stage.guest("Bob").does("open", game="splendor")
    stage.wait(1)
    readers.append(Shown())
    stage.room.lobby.subscribe(readers[-1])
    (second,) = {id(reader.frames[-1]) for reader in readers}
    assert first != second
    assert [len(reader.frames) for reader in readers] == [2, 2, 2, 1]


def test_changes_are_encoded_once_for_all() -> None:
    """All who asked for changes are sent the same bytes, and no table that is as it was."""
    stage = HouseStage()
    first = stage.guest("Anna").does("open", game="splendor")["table"]
    readers = [Shown() for _ in range(3)]
    for reader in readers:
        stage.room.lobby.subscribe(reader, changes=True)
    second = stage.guest("Bob").does("open", game="splendor")["table"]
    stage.wait(1)
    assert len({id(reader.frames[1]) for reader in readers}) == 1
    news = readers[0].frames[1]
    assert second.encode() in news
    assert first.encode() not in news


def test_the_whole_list_then_only_changes() -> None:
    """Whoever asks for changes is told the list once, then each table that is new, changed or gone, and no other."""
    stage = HouseStage()
    anna, bob, reader = stage.guest("Anna"), stage.guest("Bob"), stage.visitor()
    first = anna.does("open", game="splendor", seats=3)["table"]
    reader.heard()
    reader.does("lobby", changes=True)
    assert [line["table"] for line in reader.latest("lobby")["tables"]] == [first]
    second = bob.does("open", game="sagrada", seats=2)["table"]
    stage.wait(1)
    (news,) = reader.heard()
    assert news["type"] == "lobby_changes"
    assert [line["table"] for line in news["tables"]] == [second]
    assert news["gone"] == []
    bob.does("sit", table=first)
    stage.wait(1)
    (news,) = reader.heard()
    assert [(line["table"], len(line["seats"])) for line in news["tables"]] == [(first, 2)]
    bob.does("stand", table=second)
    bob.does("unwatch", table=second)
    for _ in range(2):
        stage.house.sweep()
        stage.wait(100)
    (news,) = (news for news in reader.heard() if news["gone"])
    assert news["gone"] == [second]
    reader.does("lobby", on=False)
    anna.does("start", table=first)
    stage.wait(1)
    assert reader.heard() == []


def test_a_move_is_no_change() -> None:
    """What a table's line does not show is not told."""
    stage = HouseStage()
    players, reader = stage.playing(), stage.visitor()
    reader.does("lobby", changes=True)
    reader.heard()
    players[0].does("act", table=stage.table.id, actions=["take wbg"])
    stage.wait(1)
    assert reader.heard() == []


def test_what_has_changed_back_is_not_told() -> None:
    """Somebody who was gone for a moment is news to nobody."""
    stage = HouseStage()
    players, reader = stage.playing(), stage.visitor()
    reader.does("lobby", changes=True)
    whole = stage.visitor()
    whole.does("lobby")
    for each in (reader, whole):
        each.heard()
    players[0].drops()
    back = stage.guest(players[0].name, token=players[0].token)
    back.does("watch", table=stage.table.id)
    stage.wait(1)
    assert [*reader.heard(), *whole.heard()] == []


def test_whoever_changes_their_mind() -> None:
    """The last ``lobby`` counts: from changes to the whole list and back, each time the whole list first."""
    stage = HouseStage()
    reader = stage.visitor()
    reader.heard()
    for number, changes in enumerate((True, False, True)):
        reader.does("lobby", changes=changes)
        assert [message["type"] for message in reader.heard()] == ["lobby"]
        stage.guest(f"Guest {number}").does("open", game="splendor")
        stage.wait(1)
        (news,) = reader.heard()
        assert news["type"] == ("lobby_changes" if changes else "lobby")


@pytest.mark.parametrize("seed", range(8))
def test_changes_add_up_to_the_list(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens, and whenever somebody begins to read: those who put changes in have the list of the others,
    also when it is too long to be shown whole.
    """
    monkeypatch.setattr(lobby, "LISTED_TABLES", 5)
    chance, stage = random.Random(seed), HouseStage()
    guests = [stage.guest(name) for name in ("Anna", "Bob", "Carla", "Dora")]
    whole = stage.visitor()
    whole.does("lobby")
    readers: dict[Guest, list[Line]] = {}
    now: list[Line] = []
    for _ in range(120):
        guest = chance.choice(guests)
        tables = [*stage.house.tables]
        what = chance.choice(("open", "sit", "stand", "start", "quit", "add_bot", "unwatch", "read", "wait", "wait"))
        if what == "open":
            guest.asks("open", game=chance.choice(("splendor", "sagrada", "renaissance")), seats=chance.choice((2, 3)))
        elif what == "read":
            reader = stage.visitor()
            reader.does("lobby", changes=True)
            readers[reader] = []
        elif what == "wait":
            stage.wait(chance.choice((0.1, 1, 100)))
            stage.house.sweep()
        elif tables:
            guest.asks(what, table=chance.choice(tables), **({"bot": "random"} if what == "add_bot" else {}))
        if not chance.randrange(4):
            stage.wait(1)
            now = listed(whole, now)
            assert now == [_plain(line) for line in stage.room.lobby.lines()]
            for reader, known in readers.items():
                readers[reader] = listed(reader, known)
                assert readers[reader] == now
    assert readers


def test_somebody_who_waits_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables others have opened since: those come first at which somebody waits, then those where
    somebody plays, then a few of each host that nobody is at.
    """
    monkeypatch.setattr(lobby, "LISTED_TABLES", 2 * LISTED_PER_HOST + 2)
    stage = HouseStage()
    anna = stage.guest("Anna")
    stage.playing(names=("Bob", "Cyd"))
    played = stage.table.id
    waits = anna.does("open", game="sagrada")["table"]
    for name in ("Eve", "Mallory", "Trudy"):
        guest = stage.guest(name)
        for _ in range(LISTED_PER_HOST + 1):
            table = guest.does("open", game="splendor", correspondence=True, turn_seconds=3600)["table"]
            guest.does("unwatch", table=table)
        stage.wait(1)
    lines = stage.room.lobby.lines()
    assert [line.table for line in lines][-2:] in ([waits, played], [played, waits])
    hosts = Counter(line.seats[0].name for line in lines if line.table not in (waits, played))
    assert hosts == {"Trudy": LISTED_PER_HOST, "Mallory": LISTED_PER_HOST}
    monkeypatch.setattr(lobby, "LISTED_TABLES", 1)
    assert [line.table for line in stage.room.lobby.lines()] == [waits]
    stage.restart()
    monkeypatch.setattr(lobby, "LISTED_TABLES", 200)
    assert max(Counter(line.seats[0].name for line in stage.room.lobby.lines()).values()) == LISTED_PER_HOST


def test_whoever_is_there_with_many_tables_pushes_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of somebody who waits at many, a few come before everybody's; the others are listed if there is room."""
    monkeypatch.setattr(lobby, "LISTED_TABLES", LISTED_PER_HOST + 2)
    stage = HouseStage()
    waits = stage.guest("Anna").does("open", game="sagrada")["table"]
    stage.wait(1)
    eve = stage.guest("Eve")
    for _ in range(LISTED_PER_HOST + 2):
        eve.does("open", game="splendor")
    lines = stage.room.lobby.lines()
    assert waits in [line.table for line in lines]
    assert len(lines) == LISTED_PER_HOST + 2


def _plain(line: object) -> Line:
    plain: Line = msgspec.json.decode(msgspec.json.encode(line))
    return plain


def test_nothing_is_noted_while_nobody_reads() -> None:
    """Tables that come and go while nobody reads the lobby leave nothing behind in its list."""
    stage = HouseStage()
    anna, reader = stage.guest("Anna"), Shown()
    anna.does("open", game="splendor")
    stage.room.lobby.subscribe(reader)
    stage.room.lobby.unsubscribe(reader)
    for number in range(20):
        stage.guest(f"Guest {number}").does("open", game="splendor")
    stage.wait(1)
    assert not stage.room.lobby._noted
    assert len(stage.room.lobby._lines) == 1
    stage.room.lobby.subscribe(reader)
    assert len(stage.room.lobby._lines) == 21
