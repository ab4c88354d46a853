"""Tables over the house protocol: every command, every refusal, and that each is answered once and changes no more."""

from __future__ import annotations

import json

import pytest

from bottega.bots import choose
from bottega.games import GAMES
from bottega.limits import MAX_CHAT, MAX_WATCHED, Shares
from bottega.table.entries import EndReason
from tests.wire.house.stage import Guest, HouseStage, Message
from tests.wire.stage import SlowLog


@pytest.fixture
def stage() -> HouseStage:
    """An empty house."""
    return HouseStage()


def _entries(stage: HouseStage) -> int:
    return stage.table.position.seq


# -- opening and sitting ---------------------------------------------------------------------------------------------


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


def test_refusals_are_counted_once(stage: HouseStage) -> None:
    """By the code that is told, whoever refuses: this protocol, the house, the rules; questions are no refusals."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    anna.does("set_password", password="secret")
    assert bob.asks("hello", name="Anna", password="wrong")["code"] == "table.wrong-password"
    table = anna.does("open", game="splendor")["table"]
    anna.fails("open", "house.one-seat", game="splendor")
    bob.does("sit", table=table)
    for guest in (anna, bob):
        guest.fails("act", "table.not-started", table=table, actions=["take wbg"])
        assert guest.asks("why", table=table, actions=["take wbg"])["code"] == "table.not-started"
    bob.says("nonsense")
    assert stage.house.refusals == {
        "table.wrong-password": 1,
        "house.one-seat": 1,
        "house.unreadable": 1,
        "table.not-started": 2,
    }


def test_where_somebody_is(stage: HouseStage) -> None:
    """The log can name the tables that a connection follows."""
    anna = stage.guest("Anna")
    assert anna.dialect.at == ""
    tables = [anna.does("open", game=game)["table"] for game in ("splendor", "sagrada")]
    assert anna.dialect.at.split() == tables


def test_one_seat_in_a_game(stage: HouseStage) -> None:
    """A name holds one seat in each game at a time; the refusal names the table."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    first = anna.does("open", game="splendor")["table"]
    other = bob.does("open", game="splendor")["table"]
    assert first in anna.fails("open", "house.one-seat", game="splendor")
    anna.fails("sit", "house.one-seat", table=other)
    anna.fails("sit", "house.sits-here", table=first)
    anna.does("open", game="sagrada")


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


def test_chat(stage: HouseStage) -> None:
    """What is said reaches everybody who follows the table, spectators too, and whoever comes later."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("chat", table=table, text="  good   luck ")
    said = bob.latest("chat")
    assert (said["name"], said["text"]) == (anna.name, "good luck")
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    assert eve.latest("snapshot")["chat"] == [said]


def test_chat_has_limits(stage: HouseStage) -> None:
    """Not empty, not too long, not too fast, and only where one looks on."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.fails("chat", "house.nothing-said", table=table, text=" \n ")
    anna.fails("chat", "house.nothing-said", table=table, text="a\x00b")
    assert str(MAX_CHAT) in anna.fails("chat", "house.said-too-much", table=table, text="x" * (MAX_CHAT + 1))
    stage.guest("Eve").fails("chat", "house.not-following", table=table, text="hi")
    chat = Shares().chat_per_name
    for _ in range(chat.burst):
        anna.does("chat", table=table, text="x" * MAX_CHAT)
    assert "fast" in anna.fails("chat", "house.said-too-fast", table=table, text="more")
    stage.wait(chat.seconds)
    anna.does("chat", table=table, text="more")
    assert sum(message["type"] == "chat" for message in bob.heard()) == chat.burst + 1


def test_talk_is_counted_by_name(stage: HouseStage) -> None:
    """Whoever comes back on another connection may not say more for it."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor")["table"]
    for _ in range(Shares().chat_per_name.burst):
        anna.does("chat", table=table, text="hello")
    anna.drops()
    again = stage.guest("Anna", token=anna.token)
    again.does("watch", table=table)
    again.fails("chat", "house.said-too-fast", table=table, text="hello")
    assert stage.house.limits_hit == {"chat_per_name": 1}


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


def test_following_has_limits(stage: HouseStage) -> None:
    """One connection follows so many tables and no more."""
    anna = stage.guest("Anna")
    for _ in range(MAX_WATCHED):
        table = anna.does("open", game="splendor", sit=False)["table"]
    anna.fails("open", "house.follows-enough", game="splendor")
    anna.does("watch", table=table)
    anna.does("unwatch", table=table)
    anna.does("open", game="splendor")


def _finished(stage: HouseStage) -> tuple[Guest, Guest]:
    anna, bob = stage.playing(turn_seconds=30)
    bob.does("quit", table=stage.table.id)
    anna.heard(), bob.heard()
    return anna, bob


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


def test_a_finished_table_can_still_be_looked_at(stage: HouseStage) -> None:
    """Also when the house has forgotten it and only the log has it."""
    anna, _ = _finished(stage)
    table = stage.table.id
    for peer in stage.peers:
        peer.drops()
    stage.house.sweep()
    assert table not in stage.house.tables
    again = stage.guest(anna.name, token=anna.token)
    again.does("watch", table=table)
    snapshot = again.latest("snapshot")
    assert snapshot["result"]["reason"] == "walkover"
    assert snapshot["you"] == 0
    again.fails("sit", "table.finished", table=table)
    assert again.does("rematch", table=table)["table"] in stage.house.tables


def test_why_somebody_may_not_act() -> None:
    """Who has turned away from the table is told to follow it again; a stranger that they do not sit there."""
    stage = HouseStage()
    anna, _ = stage.playing()
    table = stage.table.id
    anna.does("unwatch", table=table)
    anna.fails("act", "house.not-following", table=table, actions=["take wbg"])
    stage.guest("Eve").fails("act", "house.not-seated", table=table, actions=["take wbg"])


@pytest.mark.parametrize(("seconds", "code"), [(0.000001, "house.turn-too-short"), (0.99, "house.turn-too-short")])
def test_a_turn_has_its_time(seconds: float, code: str) -> None:
    """Turns too short to be played would fill the log with skips; no clock at all is fine, and so is a second."""
    anna = HouseStage().guest("Anna")
    assert "at least 1 second" in anna.fails("open", code, game="splendor", turn_seconds=seconds)
    anna.does("open", game="splendor", turn_seconds=0)
    anna.does("open", game="sagrada", turn_seconds=1)
