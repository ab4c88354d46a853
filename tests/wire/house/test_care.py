"""Care for a table: sending away before the start, reminding, and who may watch."""

from __future__ import annotations

from tests.wire.house.stage import HouseStage


def test_sending_away(stage: HouseStage) -> None:
    """Whoever sat down first sends others away before the start, and nobody else does; bots go another way."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = anna.does("open", game="splendor", seats=3)["table"]
    bob.does("sit", table=table)
    bob.fails("remove", "house.not-first", table=table, name="Anna")
    anna.fails("remove", "house.no-one-there", table=table, name="Anna")
    anna.fails("remove", "house.no-one-there", table=table, name="Cyd")
    anna.does("remove", table=table, name="Bob")
    assert [seat.name for seat in stage.table.position.seats] == ["Anna"]
    assert bob.latest("step")["kind"] == "leave"
    bob.does("sit", table=table)
    anna.does("start", table=table)
    anna.fails("remove", "table.started", table=table, name="Bob")


def test_reminding(stage: HouseStage) -> None:
    """Whose turn it is hears who reminds them; nobody is reminded of their own turn, and not too often."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.fails("nudge", "house.nobody-to-nudge", table=table)
    for _ in range(5):
        bob.does("nudge", table=table)
    assert anna.latest("nudged")["name"] == bob.name
    bob.fails("nudge", "house.said-too-fast", table=table)
    anna.drops()
    bob.fails("nudge", "house.nobody-to-nudge", table=table)


def test_watchers_are_shown(stage: HouseStage) -> None:
    """Those who play are told who watches, by name where there is one, when somebody comes and when they go."""
    anna, _ = stage.playing()
    table = stage.table.id
    eve, stranger = stage.guest("Eve"), stage.visitor()
    eve.does("watch", table=table)
    stranger.does("watch", table=table)
    told = anna.latest("watchers")
    assert (told["names"], told["strangers"], told["shut_out"]) == (["Eve"], 1, False)
    eve.does("unwatch", table=table)
    stranger.drops()
    told = anna.latest("watchers")
    assert (told["names"], told["strangers"]) == ([], 0)
    assert not [message for message in eve.heard() if message["type"] == "watchers"]


def test_shutting_out(stage: HouseStage) -> None:
    """Who plays lets nobody watch: those who do are told and hear no more, others are refused, players come back."""
    anna, bob = stage.playing()
    table = stage.table.id
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    eve.fails("shut_out", "house.not-seated", table=table)
    anna.does("shut_out", table=table)
    assert eve.latest("excluded")["table"] == table
    anna.does("act", table=table, actions=["take wbg"])
    assert eve.heard() == []
    eve.fails("watch", "house.shut-out", table=table)
    eve.fails("story", "house.not-following", table=table)
    bob.drops()
    back = stage.visitor()
    back.does("hello", name=bob.name, token=bob.token)
    back.does("watch", table=table)
    anna.does("shut_out", table=table, on=False)
    eve.does("watch", table=table)


def test_whoever_leaves_a_table_that_nobody_may_watch(stage: HouseStage) -> None:
    """They hear that they have left, and that they hear no more: neither moves nor talk; nor by watching again."""
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"))
    table = stage.table.id
    anna.does("shut_out", table=table)
    cyd.does("quit", table=table)
    assert [each["type"] for each in cyd.heard()][-2:] == ["step", "excluded"]
    anna.does("chat", table=table, text="for players only")
    bob.does("propose", table=table, what="pause")
    assert cyd.heard() == []
    cyd.fails("watch", "house.shut-out", table=table)
    cyd.fails("story", "house.not-following", table=table)
    assert cyd.dialect not in stage.table.viewers


def test_whoever_leaves_as_the_last_but_one_sees_the_end(stage: HouseStage) -> None:
    """A game that is over is for everybody."""
    anna, bob = stage.playing()
    anna.does("shut_out", table=stage.table.id)
    bob.does("quit", table=stage.table.id)
    told = [each["type"] for each in bob.heard()]
    assert "excluded" not in told
    bob.does("story", table=stage.table.id)


def test_hurrying_bots(stage: HouseStage) -> None:
    """Those who play decide how long bots wait, and may have them act at once; nobody else does."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor")["table"]
    anna.does("add_bot", table=table, bot="nina")
    assert [seat.name for seat in stage.table.position.seats] == ["Anna", "Nina"]
    anna.does("hurry", table=table, pause=2.5)
    assert (stage.table.bot_seconds, stage.table.hurried) == (2.5, False)
    anna.does("hurry", table=table)
    assert (stage.table.bot_seconds, stage.table.hurried) == (2.5, True)
    anna.fails("hurry", "house.unreadable", table=table, pause=11)
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    eve.fails("hurry", "house.not-seated", table=table)
