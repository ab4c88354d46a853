"""Tables over the house protocol: every command, every refusal, and that each is answered once and changes no more."""

from __future__ import annotations

import json

import pytest

from bottega.bots import choose
from bottega.games import GAMES
from tests.wire.house.stage import HouseStage, Message
from tests.wire.stage import SlowLog


def _entries(stage: HouseStage) -> int:
    return stage.table.position.seq


def test_refusals_are_counted_once(stage: HouseStage) -> None:
    """By the code that is told, whoever refuses: this protocol, the house, the rules; questions are no refusals."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    anna.does("set_password", password="secret")
    assert bob.asks("hello", name="Anna", password="wrong")["code"] == "table.wrong-password"
    table = anna.does("open", game="splendor")["table"]
    anna.fails("sit", "house.sits-here", table=table)
    bob.does("sit", table=table)
    for guest in (anna, bob):
        guest.fails("act", "table.not-started", table=table, actions=["take wbg"])
        assert guest.asks("why", table=table, actions=["take wbg"])["code"] == "table.not-started"
    bob.says("nonsense")
    assert stage.house.refusals == {
        "table.wrong-password": 1,
        "house.sits-here": 1,
        "house.unreadable": 1,
        "table.not-started": 2,
    }


def test_where_somebody_is(stage: HouseStage) -> None:
    """The log can name the tables that a connection follows."""
    anna = stage.guest("Anna")
    assert anna.dialect.at == ""
    tables = [anna.does("open", game=game)["table"] for game in ("splendor", "sagrada")]
    assert anna.dialect.at.split() == tables


@pytest.mark.parametrize("kind", ["watch", "sit", "stand", "start", "quit", "act", "chat", "rematch", "unwatch"])
def test_no_such_table(stage: HouseStage, kind: str) -> None:
    """Every command about a table that is not there is refused as such."""
    needed: dict[str, Message] = {"act": {"actions": ["pass"]}, "chat": {"text": "hi"}}
    code = "house.not-following" if kind == "unwatch" else "house.no-such-table"
    assert "nowhere" in stage.guest("Anna").fails(kind, code, table="nowhere", **needed.get(kind, {}))


# -- playing -----------------------------------------------------------------------------------------------------------


def test_the_answer_comes_first_and_everybody_is_told(stage: HouseStage) -> None:
    """``ok`` with the entry's number, then the step, to the mover and to the others, each with what they may do."""
    anna, bob = stage.playing()
    anna.says(json.dumps({"type": "act", "cmd_id": "m", "table": stage.table.id, "actions": ["take wbg"]}))
    ok, step = anna.heard()
    assert ok == {"type": "ok", "cmd_id": "m", "table": stage.table.id, "seq": step["seq"]}
    assert (step["kind"], step["seat"], step["name"], step["actions"]) == ("move", 0, anna.name, ["take wbg"])
    assert step["legal"] == []
    told = bob.latest("step")
    assert told["seq"] == step["seq"]
    assert told["actors"] == [1]
    assert "take wbg" in told["legal"]


@pytest.mark.parametrize(
    ("code", "actions"),
    [
        ("table.notation", ["fly away"]),
        ("splendor.take-three-or-two", ["take wwb"]),
        ("table.skip", ["skip"]),
        ("splendor.not-your-turn", ["take wbg", "take wbg"]),
        ("splendor.not-your-turn", ["take wbg; take wbg"]),
        ("house.unreadable", ["take wbg", ""]),
    ],
)
def test_moves_that_are_refused(stage: HouseStage, code: str, actions: list[str]) -> None:
    """A batch is played whole or not at all, and a refusal says why."""
    anna, bob = stage.playing()
    before = _entries(stage)
    answer = anna.asks("act", table=stage.table.id, actions=actions)
    assert answer["code"] == code
    assert answer["reason"]
    assert _entries(stage) == before
    assert bob.heard() == []


def test_a_batch_is_one_entry(stage: HouseStage) -> None:
    """Several actions of one turn are one entry."""
    players = stage.playing("renaissance")
    before = _entries(stage)
    first = players[0]
    first.does("watch", table=stage.table.id)
    keep = first.latest("snapshot")["legal"][0]
    first.does("act", table=stage.table.id, actions=[keep])
    second = players[1]
    second.does("watch", table=stage.table.id)
    keep = second.latest("snapshot")["legal"][0]
    second.does("act", table=stage.table.id, actions=[keep, "bonus coin@1"])
    assert _entries(stage) == before + 2
    assert first.latest("step")["actions"] == ["keep ? ?", "bonus coin@1"]
    assert second.latest("step")["actions"] == [keep, "bonus coin@1"]


def test_not_your_turn_not_your_seat(stage: HouseStage) -> None:
    """Spectators do not play, players only in turn."""
    _, bob = stage.playing()
    table = stage.table.id
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    eve.fails("act", "house.not-seated", table=table, actions=["take wbg"])
    bob.fails("act", "splendor.not-your-turn", table=table, actions=["take wbg"])


def test_a_repeated_command_is_played_once(stage: HouseStage) -> None:
    """The same ``cmd_id`` again gets the first answer again, even with a ``seq`` that has passed since."""
    anna, bob = stage.playing()
    table, seq = stage.table.id, _entries(stage)
    first = anna.does("act", cmd_id="once", table=table, actions=["take wbg"], seq=seq)
    again = anna.does("act", cmd_id="once", table=table, actions=["take wbg"], seq=seq)
    assert again == first
    assert _entries(stage) == first["seq"]
    bob.does("act", cmd_id="once", table=table, actions=["take wbg"])
    assert _entries(stage) == first["seq"] + 1, "everybody's ids are their own"


def test_ids_of_commands_do_not_run_into_names(stage: HouseStage) -> None:
    """A name with a colon in it and an id with one are still two things."""
    first, second = stage.playing(names=("Anna", "Anna:1"))
    ids = {"Anna": "1:x", "Anna:1": "x"}
    for guest in (first, second):
        guest.does("act", cmd_id=ids[guest.name], table=stage.table.id, actions=["take wbg"])


def test_a_repeated_command_after_a_restart(stage: HouseStage) -> None:
    """The log remembers what was played under which id."""
    anna, _ = stage.playing()
    table = stage.table.id
    first = anna.does("act", cmd_id="once", table=table, actions=["take wbg"])
    stage.restart()
    again = stage.guest(anna.name, token=anna.token)
    again.does("watch", table=table)
    assert again.does("act", cmd_id="once", table=table, actions=["take wbg"]) == first


def test_a_stale_move(stage: HouseStage) -> None:
    """With ``seq`` a move counts only if that entry is still the last."""
    anna, _ = stage.playing()
    anna.fails("act", "table.stale", table=stage.table.id, actions=["take wbg"], seq=_entries(stage) - 1)
    anna.does("act", table=stage.table.id, actions=["take wbg"], seq=_entries(stage))


def test_nothing_is_told_before_it_is_on_disk() -> None:
    """Neither the answer nor the step leaves before the log has the entry."""
    log = SlowLog()
    stage = HouseStage(log=log)
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    anna.says('{"type":"open","cmd_id":"o","game":"splendor","start":"full"}')
    assert anna.heard() == []
    log.commit()
    table = anna.answer("o")["table"]
    bob.says(json.dumps({"type": "sit", "cmd_id": "s", "table": table}))
    log.commit()
    first = anna if stage.table.position.seats[0].name == "Anna" else bob
    anna.heard(), bob.heard()
    first.says(json.dumps({"type": "act", "cmd_id": "m", "table": table, "actions": ["take wbg"]}))
    assert anna.heard() == bob.heard() == []
    log.commit()
    assert first.answer("m")["type"] == "ok"
    assert anna.latest("step")["kind"] == bob.latest("step")["kind"] == "move"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(stage: HouseStage, game: str) -> None:
    """Playing any legal action whenever there is one leads to a result with scores line by line, and the seed."""
    players = stage.playing(game)
    table, rules = stage.table.id, GAMES[game]
    for number in range(2000):
        position = stage.table.position
        if position.finished:
            break
        seat = rules.actors(position.state)[0]
        action = choose("greedy", rules, position.state, seat, number.to_bytes(2, "big"))
        players[seat].does("act", table=table, actions=[str(action)])
    last = [player.latest("step") for player in players]
    assert last[0]["result"]["reason"] == "played"
    assert len(last[0]["result"]["scores"]) == 2
    assert last[0]["legal"] == []
    assert last[0]["seed"] == stage.table.position.charter.seed.hex()
    assert "over" in players[0].fails("act", "table.finished", table=table, actions=[str(action)])


# -- the lobby and talk ------------------------------------------------------------------------------------------------


def test_the_lobby(stage: HouseStage) -> None:
    """The list comes at once and soon after every change, with tables of the other dialects, without private ones."""
    reader, anna = stage.visitor(), stage.guest("Anna")
    reader.does("lobby")
    assert reader.latest("lobby")["tables"] == []
    table = anna.does("open", game="sagrada")["table"]
    anna.does("open", game="renaissance", listed=False)
    stage.connect("splendor-json").says(_tcp_hello(stage, "zofia"))
    stage.wait(1)
    tables = {line["table"]: line for line in reader.latest("lobby")["tables"]}
    assert len(tables) == 2
    assert tables[table]["seats"][0]["name"] == "Anna"
    assert {line["game"] for line in tables.values()} == {"sagrada", "splendor"}
    reader.does("lobby", on=False)
    anna.does("stand", table=table)
    stage.wait(1)
    assert reader.heard() == []


def _tcp_hello(stage: HouseStage, nick: str) -> str:
    hello = json.loads(stage.peers[-1].inbox.popleft())
    return json.dumps({"request_type": "client_hello", "nick": nick, "client_id": hello["set_client_id"]})


def test_at_one_table_with_another_dialect(stage: HouseStage) -> None:
    """A table opened over splendor-json is joined and played from here."""
    zofia = stage.connect("splendor-json")
    hello = _tcp_hello(stage, "zofia")
    zofia.says(hello)
    anna, eve = stage.guest("Anna"), stage.guest("Eve")
    table = stage.table.id
    eve.does("watch", table=table)
    anna.does("sit", table=table)
    assert eve.latest("step")["kind"] == "start"
    mover = stage.table.position.seats[0].name
    if mover == "Anna":
        anna.does("act", table=table, actions=["take wbg"])
    else:
        request = {"request_type": "get_gems", "white": 1, "blue": 1, "green": 1}
        zofia.says(json.dumps({**request, "client_id": json.loads(hello)["client_id"]}))
    step = eve.latest("step")
    assert (step["name"], step["actions"]) == (mover, ["take wbg"])


def test_a_long_move_counts_as_many(stage: HouseStage) -> None:
    """What takes as long as sixty messages to answer counts as sixty, whether it is played or only asked about."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="renaissance", seats=1)["table"]
    anna.charged = 0
    anna.asks("why", table=table, actions=["end"] * 60)
    assert anna.charged == 59
    anna.asks("act", table=table, actions=["end"] * 5)
    assert anna.charged == 63


def test_no_more_is_echoed_than_a_client_may_send(stage: HouseStage) -> None:
    """An id that is too long comes back as none, and what is wrong is said in a sentence."""
    anna = stage.guest("Anna")
    for message in (
        {"type": "lobby", "cmd_id": "x" * 60_000},
        {"type": "x" * 60_000, "cmd_id": "1"},
        {"type": "lobby", "cmd_id": "1", "y" * 60_000: "1"},
    ):
        anna.inbox.clear()
        anna.says(json.dumps(message))
        (answer,) = anna.inbox
        assert len(answer) < 1_000
        assert "house.unreadable" in answer


def test_why_somebody_may_not_act() -> None:
    """Who has turned away from the table is told to follow it again; a stranger that they do not sit there."""
    stage = HouseStage()
    anna, _ = stage.playing()
    table = stage.table.id
    anna.does("unwatch", table=table)
    anna.fails("act", "house.not-following", table=table, actions=["take wbg"])
    stage.guest("Eve").fails("act", "house.not-seated", table=table, actions=["take wbg"])
