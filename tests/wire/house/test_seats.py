"""Opening tables, sitting down, standing up, bots and rematches, in the house protocol."""

from __future__ import annotations

import json

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import Shares
from bottega.table.entries import EndReason
from bottega.table.identity import Claim, key_of
from tests.wire.house.stage import HouseStage
from tests.wire.stage import SlowLog


def test_open_and_sit(stage: HouseStage) -> None:
    """Whoever opens a table sits at it and sees it."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="sagrada", seats=3, turn_seconds=60)["table"]
    snapshot = anna.latest("snapshot")
    assert snapshot["table"] == table
    assert (snapshot["game"], snapshot["size"], snapshot["you"]) == ("sagrada", 3, 0)
    assert snapshot["seats"] == [{"name": "Anna", "presence": "here", "bot": "", "quit": False}]
    assert snapshot["view"] is None
    assert snapshot["legal"] == []
    assert snapshot["setup"]["turn_seconds"] == 60
    assert len(snapshot["commitment"]) == 64
    assert snapshot["seed"] is None


def test_open_only_to_watch(stage: HouseStage) -> None:
    """With ``sit`` false the table is empty and may be filled with bots by whoever watches it."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor", sit=False)["table"]
    assert anna.latest("snapshot")["you"] is None
    assert anna.does("add_bot", table=table, bot="random")["name"] == "random"
    assert anna.does("add_bot", table=table, bot="random")["name"] == "random 2"
    anna.does("start", table=table)
    step = anna.latest("step")
    assert step["kind"] == "start"
    assert step["you"] is None
    assert step["legal"] == []


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("table.wrong-size", {"game": "splendor", "seats": 1}),
        ("table.bad-option", {"game": "splendor", "options": {"reserve_limit": 9}}),
        ("table.no-option", {"game": "splendor", "options": {"flying": True}}),
        ("house.no-such-bot", {"game": "splendor", "absent": "einstein"}),
    ],
)
def test_a_table_that_cannot_be(stage: HouseStage, code: str, fields: dict[str, object]) -> None:
    """What a game does not know is refused before a table is made."""
    anna = stage.guest("Anna")
    anna.fails("open", code, **fields)
    assert not stage.house.tables


def test_many_seats_in_a_game(stage: HouseStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a token sits at many tables of a game, plays at each from one connection, and finds all again."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    tables = [anna.does("open", game="splendor", start="full", seats=2)["table"] for _ in range(3)]
    for table in tables:
        bob.does("sit", table=table)
    anna.fails("sit", "house.sits-here", table=tables[0])
    for table in tables:
        mover = anna if anna.asks("act", table=table, actions=["take wbg"])["type"] == "ok" else bob
        assert mover is anna or bob.does("act", table=table, actions=["take wbg"])
    again = stage.visitor()
    assert sorted(again.does("hello", name="Anna", token=anna.token)["tables"]) == sorted(tables)
    monkeypatch.setattr("bottega.table.identity.MAX_SEATS_HELD", 3)
    anna.fails("open", "table.seats-enough", game="splendor")
    anna.does("open", game="sagrada")


def test_nobody_else_takes_a_seat_besides(stage: HouseStage) -> None:
    """Several seats of a name are one person's: who has neither their token nor their password gets none."""
    anna = stage.guest("Anna")
    for _ in range(2):
        anna.does("open", game="splendor")
    assert stage.visitor().asks("hello", name="Anna")["code"] == "table.name-in-use"
    thief = stage.connect("splendor-json")
    assert isinstance(thief.dialect.judge(Claim("Anna", key_of("a guess"))), Refusal)
    assert isinstance(thief.dialect.judge(Claim("Anna")), Refusal)


def test_sit_and_stand(stage: HouseStage) -> None:
    """A seat can be taken and given up until the game starts; everybody sees it."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = anna.does("open", game="splendor")["table"]
    anna.heard()
    bob.does("sit", table=table)
    assert bob.latest("snapshot")["you"] == 1
    step = anna.latest("step")
    assert (step["kind"], step["name"], step["seat"], step["you"]) == ("sit", "Bob", 1, 0)
    bob.does("stand", table=table)
    step = anna.latest("step")
    assert (step["kind"], step["name"], len(step["seats"])) == ("leave", "Bob", 1)
    assert bob.latest("step")["you"] is None
    bob.fails("stand", "house.not-seated", table=table)
    carla = stage.guest("Carla")
    carla.does("sit", table=table)
    assert "taken" in bob.fails("sit", "table.full", table=table)


def test_too_late_to_sit_or_stand(stage: HouseStage) -> None:
    """Once the game has started seats are neither taken nor given up, and it starts once."""
    anna, _ = stage.playing()
    table = stage.table.id
    stage.guest("Carla").fails("sit", "table.started", table=table)
    anna.fails("stand", "table.started", table=table)
    anna.fails("start", "table.started", table=table)
    anna.fails("add_bot", "table.started", table=table, bot="random")


def test_start_needs_players(stage: HouseStage) -> None:
    """A game for two to four does not start with one."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor")["table"]
    assert "2 to 4" in anna.fails("start", "table.wrong-size", table=table)


def test_full_tables_start_by_themselves_if_so_opened(stage: HouseStage) -> None:
    """``start`` "full": the last seat taken begins the game."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = anna.does("open", game="splendor", start="full")["table"]
    bob.does("sit", table=table)
    assert anna.latest("step")["kind"] == "start"


def test_only_those_who_sit_decide(stage: HouseStage) -> None:
    """Starting and bots are up to those at the table while somebody sits there."""
    anna, eve = stage.guest("Anna"), stage.guest("Eve")
    table = anna.does("open", game="splendor")["table"]
    eve.does("watch", table=table)
    for kind, fields in (("start", {}), ("add_bot", {"bot": "random"}), ("remove_bot", {"name": "Anna"})):
        eve.fails(kind, "house.not-yours-to-decide", table=table, **fields)
    anna.fails("remove_bot", "house.no-bot-there", table=table, name="Anna")
    anna.fails("add_bot", "house.no-such-bot", table=table, bot="einstein")
    anna.does("add_bot", table=table, bot="greedy")
    anna.does("remove_bot", table=table, name="greedy")
    assert [seat["name"] for seat in anna.latest("step")["seats"]] == ["Anna"]


def test_quit(stage: HouseStage) -> None:
    """Who leaves a running game leaves it for good; the last one wins."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("quit", table=table)
    end = bob.latest("step")
    assert (end["kind"], end["result"]["reason"], end["result"]["winners"]) == ("end", "walkover", [1])
    assert bytes.fromhex(end["seed"]) == stage.table.position.charter.seed
    anna.fails("quit", "house.gave-up-seat", table=table)


def test_quit_is_not_for_waiting_tables(stage: HouseStage) -> None:
    """Before the start there is ``stand``."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor")["table"]
    anna.fails("quit", "table.leave-instead", table=table)


def test_a_seat_taken_by_somebody_who_is_gone_by_then() -> None:
    """A connection that is lost while its seat goes to disk leaves no seat behind."""
    log = SlowLog()
    stage = HouseStage(log=log)
    anna = stage.guest("Anna")
    anna.says('{"type":"open","cmd_id":"o","game":"splendor"}')
    anna.drops()
    log.commit()
    assert list(stage.table.position.seats) == []
    stage.guest("Anna").says('{"type":"open","cmd_id":"o","game":"splendor"}')
    log.commit()
    assert [seat.name for seat in stage.table.position.seats] == ["Anna"]


def test_other_dialects_do_not_wait_for_a_host_who_has_left(stage: HouseStage) -> None:
    """They have no word for starting a game, so without anybody who has one it starts as their documents say."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="sagrada", seats=3)["table"]
    for name in ("ugo", "pia"):
        stage.connect("sagrada-json").says(json.dumps({"id": "login", "username": name}))
    stage.wait(60)
    assert not stage.table.position.started
    anna.does("stand", table=table)
    stage.wait(29)
    assert not stage.table.position.started
    stage.wait(2)
    assert {seat.name for seat in stage.table.position.seats} == {"ugo", "pia"}
    assert stage.table.position.started


def test_tables_have_limits(stage: HouseStage) -> None:
    """One person opens so many, and is told when that is enough; a refusal opens nothing."""
    anna = stage.guest("Anna")
    for _ in range(Shares().open_tables_per_name):
        table = anna.does("open", game="splendor", sit=False)["table"]
        anna.does("unwatch", table=table)
    there = len(stage.house.tables)
    anna.fails("open", "table.tables-enough", game="splendor")
    assert len(stage.house.tables) == there
    stage.guest("Bob").does("open", game="splendor")
    stage.wait(120)
    stage.house.sweep()
    stage.wait(120)
    stage.house.sweep()
    stage.house.sweep()  # what has ended is forgotten
    anna.does("open", game="splendor")


def test_bots_have_limits(stage: HouseStage) -> None:
    """One person asks for so many, and is told when the next may come; a refusal seats nobody."""
    anna, bots = stage.guest("Anna"), Shares().bots_per_name
    table = anna.does("open", game="splendor", seats=4, start="asked")["table"]
    for _ in range(bots.burst):
        name = anna.does("add_bot", table=table, bot="random")["name"]
        anna.does("remove_bot", table=table, name=name)
    assert "2 seconds" in anna.fails("add_bot", "house.bots-too-fast", table=table, bot="random")
    stage.wait(bots.seconds)
    anna.does("add_bot", table=table, bot="random")


def test_seats_taken_too_fast(stage: HouseStage) -> None:
    """Sitting down and standing up again is kept for good: so often and no more, and a refused seat is not taken."""
    anna, bob, seats = stage.guest("Anna"), stage.guest("Bob"), Shares().seats_per_name
    table = bob.does("open", game="splendor", seats=4, start="asked")["table"]
    for _ in range(seats.burst):
        anna.does("sit", table=table)
        anna.does("stand", table=table)
    last = stage.table.position.seq
    assert "2 seconds" in anna.fails("sit", "table.seats-too-fast", table=table)
    assert stage.table.position.seq == last
    stage.wait(seats.seconds)
    anna.does("sit", table=table)


def test_rematch(stage: HouseStage) -> None:
    """The first who asks opens a table like the last one, the next ones sit down at it; the others hear of it."""
    anna, bob = stage.playing(turn_seconds=30)
    carla = stage.guest("Carla")
    old = stage.table.id
    carla.does("watch", table=old)
    anna.fails("rematch", "house.not-finished", table=old)
    stage.table.end(EndReason.WALKOVER, 0)
    new = anna.does("rematch", table=old)["table"]
    assert anna.latest("snapshot")["setup"]["turn_seconds"] == 30
    assert bob.latest("rematch") == {"type": "rematch", "table": old, "name": anna.name, "next": new}
    assert bob.does("rematch", table=old)["table"] == new
    assert bob.does("rematch", table=old)["table"] == new
    assert bob.latest("snapshot")["you"] == 1
    carla.fails("rematch", "house.did-not-play", table=old)
    anna.does("start", table=new)


def test_rematch_with_the_same_bots(stage: HouseStage) -> None:
    """Bots that sat at the old table sit at the new one."""
    anna = stage.guest("Anna")
    old = anna.does("open", game="splendor")["table"]
    anna.does("add_bot", table=old, bot="greedy")
    anna.does("start", table=old)
    stage.table.end(EndReason.WALKOVER, 0)
    anna.does("rematch", table=old)
    assert [seat["bot"] for seat in anna.latest("step")["seats"]] == ["", "greedy"]


@pytest.mark.parametrize(("seconds", "code"), [(0.000001, "house.turn-too-short"), (0.99, "house.turn-too-short")])
def test_a_turn_has_its_time(seconds: float, code: str) -> None:
    """Turns too short to be played would fill the log with skips; no clock at all is fine, and so is a second."""
    anna = HouseStage().guest("Anna")
    assert "at least 1 second" in anna.fails("open", code, game="splendor", turn_seconds=seconds)
    anna.does("open", game="splendor", turn_seconds=0)
    anna.does("open", game="sagrada", turn_seconds=1)
