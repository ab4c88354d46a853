"""Games over days over the house protocol: they are opened, somebody is away, and those who play with them are told."""

from __future__ import annotations

import pytest

from tests.wire.house.stage import Guest, HouseStage

DAY = 86400


def over_days(stage: HouseStage, **more: object) -> tuple[Guest, Guest, str]:
    """Two guests at a game over days."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    fields = {"turn_seconds": 2 * DAY, "correspondence": True, "start": "full", **more}
    table = anna.does("open", game="splendor", **fields)["table"]
    bob.does("sit", table=table)
    return anna, bob, table


def ends(stage: HouseStage, seconds: float) -> int:
    """So many seconds from now, in milliseconds since 1970."""
    return int((stage.house.date() + seconds) * 1000)


def test_a_game_over_days() -> None:
    """The table and the lobby say that it is one, and how long is left; whoever goes keeps the seat."""
    stage = HouseStage()
    anna, bob, table = over_days(stage)
    snapshot = bob.latest("snapshot")
    assert snapshot["setup"]["correspondence"] is True
    assert anna.latest("step")["clock"]["turn_left"] == 2 * DAY
    bob.does("lobby")
    (line,) = bob.latest("lobby")["tables"]
    assert (line["correspondence"], line["turn_seconds"], line["away"]) == (True, 2 * DAY, {})
    anna.drops()
    bob.drops()
    stage.wait(3600)
    assert stage.house.tables[table].position.seq == 3
    again = stage.visitor()
    assert again.does("hello", name="Anna", token=anna.token)["tables"] == [table]
    again.does("watch", table=table)
    assert again.latest("snapshot")["clock"]["turn_left"] == pytest.approx(2 * DAY - 3600, abs=1)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"turn_seconds": 3599, "correspondence": True}, "house.days-turn"),
        ({"correspondence": True}, "house.days-turn"),
        ({"turn_seconds": DAY + 1}, "house.turn-too-long"),
        ({"turn_seconds": 14 * DAY + 1, "correspondence": True}, "house.unreadable"),
    ],
)
def test_turns_of_no_length(fields: dict[str, object], code: str) -> None:
    """A turn has an hour to fourteen days where nobody has to be there, and a day at most elsewhere."""
    stage = HouseStage()
    stage.guest("Anna").fails("open", code, game="splendor", **fields)
    assert not stage.house.tables


def test_the_others_are_told_who_is_away() -> None:
    """At the table, in the lobby, and whoever comes later; and that they are back."""
    stage = HouseStage()
    anna, bob, table = over_days(stage)
    bob.does("lobby")
    until = ends(stage, 5 * DAY)
    anna.does("vacation", until=until)
    assert anna.latest("vacation") == {"type": "vacation", "until": until, "days_left": 25}
    told = bob.latest("away")
    assert (told["table"], told["names"]) == (table, {"Anna": until})
    position = stage.house.tables[table].position
    first = position.seats[position.game.actors(position.state)[0]].name
    assert told["clock"]["turn_left"] == (7 if first == "Anna" else 2) * DAY
    stage.wait(1)
    assert bob.latest("lobby")["tables"][0]["away"] == {"Anna": until}
    later = stage.visitor()
    later.does("watch", table=table)
    assert later.latest("away")["names"] == {"Anna": until}
    anna.does("vacation", until=0)
    assert bob.latest("away")["names"] == {}
    anna.does("vacation")
    assert anna.latest("vacation") == {"type": "vacation", "until": None, "days_left": 29}


def test_who_may_be_away() -> None:
    """Whoever holds a seat, or has given a password; for no longer than a year has days of absence."""
    stage = HouseStage()
    anna = stage.guest("Anna")
    anna.fails("vacation", "table.nothing-to-leave", until=ends(stage, DAY))
    anna.does("set_password", password="correct horse")
    anna.fails("vacation", "table.away-too-long", until=ends(stage, 31 * DAY))
    anna.does("vacation", until=ends(stage, 30 * DAY))
    assert stage.visitor().asks("vacation")["code"] == "house.hello-first"


def test_what_was_missed() -> None:
    """Who was cut off for a moment hears who is away by now, and who is no longer."""
    stage = HouseStage()
    anna, bob, table = over_days(stage)
    seq = stage.house.tables[table].position.seq
    bob.drops()
    anna.does("vacation", until=ends(stage, DAY))
    back = stage.visitor()
    back.does("hello", name="Bob", token=bob.token)
    back.does("watch", table=table, since=seq)
    assert list(back.latest("away")["names"]) == ["Anna"]


def test_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many notes in a moment are refused, like too much talk."""
    stage = HouseStage()
    anna, _, _ = over_days(stage)
    monkeypatch.setattr(stage.house.quotas, "ask", lambda *_: 1.0)
    anna.fails("vacation", "house.said-too-fast", until=ends(stage, DAY))


def test_where_watchers_are_behind_only_players_are_told_who_is_away() -> None:
    """The clock that comes with it is that of the turn under way."""
    stage = HouseStage()
    anna, bob, table = over_days(stage, delay=3)
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    anna.does("vacation", until=ends(stage, 5 * DAY))
    assert list(bob.latest("away")["names"]) == ["Anna"]
    assert not [message for message in eve.heard() if message["type"] == "away"]
