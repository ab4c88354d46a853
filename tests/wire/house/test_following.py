"""Following a table and talking there, in the house protocol."""

from __future__ import annotations

from bottega.limits import MAX_CHAT, MAX_WATCHED, Shares
from tests.wire.house.stage import HouseStage


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


def test_following_has_limits(stage: HouseStage) -> None:
    """One connection follows so many tables and no more."""
    anna = stage.guest("Anna")
    for _ in range(MAX_WATCHED):
        table = anna.does("open", game="splendor", sit=False)["table"]
    anna.fails("open", "house.follows-enough", game="splendor")
    anna.does("watch", table=table)
    anna.does("unwatch", table=table)
    anna.does("open", game="splendor")


def test_a_finished_table_can_still_be_looked_at(stage: HouseStage) -> None:
    """Also when the house has forgotten it and only the log has it."""
    anna, bob = stage.playing(turn_seconds=30)
    bob.does("quit", table=stage.table.id)
    anna.heard(), bob.heard()
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
