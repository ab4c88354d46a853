"""Coming back: what was missed or a snapshot, the newest connection, seats that wait, bots that take over."""

from __future__ import annotations

import pytest

from bottega.limits import GRACE_SECONDS, KEPT_ENTRIES, RETURN_SECONDS
from tests.wire.house.stage import Guest, HouseStage


def _turn(stage: HouseStage, players: list[Guest]) -> None:
    """One legal action of whoever is to move."""
    position = stage.table.position
    seat = position.game.actors(position.state)[0]
    action = position.game.legal(position.state, seat)[0]
    players[seat].does("act", table=stage.table.id, actions=[str(action)])


def test_what_was_missed_in_order(stage: HouseStage) -> None:
    """``since`` brings exactly the later steps; only the last says what is legal now."""
    players = stage.playing()
    table, seen = stage.table.id, stage.table.position.seq
    for _ in range(4):
        _turn(stage, players)
    back = stage.guest(players[0].name, token=players[0].token)
    assert back.does("watch", table=table, since=seen)["seq"] == seen + 4
    steps = back.heard()
    assert [step["type"] for step in steps] == ["step"] * 4
    assert [step["seq"] for step in steps] == list(range(seen + 1, seen + 5))
    assert [bool(step["legal"]) for step in steps] == [False, False, False, True]
    assert all(step["you"] == 0 for step in steps)


def test_nothing_was_missed(stage: HouseStage) -> None:
    """Whoever has seen the last entry is told nothing twice."""
    players = stage.playing()
    back = stage.guest(players[0].name, token=players[0].token)
    back.does("watch", table=stage.table.id, since=stage.table.position.seq)
    assert back.heard() == []


def test_the_same_steps_as_those_who_stayed(stage: HouseStage) -> None:
    """What a spectator gets afterwards is, entry by entry, what another saw at the time."""
    players = stage.playing()
    table, seen = stage.table.id, stage.table.position.seq
    stayed = stage.guest("Eve")
    stayed.does("watch", table=table)
    stayed.heard()
    for _ in range(5):
        _turn(stage, players)
    late = stage.guest("Lea")
    late.does("watch", table=table, since=seen)
    assert late.heard() == stayed.heard()


@pytest.mark.parametrize("since", [0, 10_000])
def test_too_much_was_missed(stage: HouseStage, since: int) -> None:
    """Where the steps are not at hand, or never were, one snapshot takes their place."""
    players = stage.playing()
    for _ in range(KEPT_ENTRIES + 2):
        _turn(stage, players)
    back = stage.guest(players[0].name, token=players[0].token)
    back.does("watch", table=stage.table.id, since=since)
    (snapshot,) = back.heard()
    assert snapshot["type"] == "snapshot"
    assert snapshot["seq"] == stage.table.position.seq


def test_after_a_restart(stage: HouseStage) -> None:
    """The token brings the seat back to a server that has only the log."""
    players = stage.playing()
    table = stage.table.id
    _turn(stage, players)
    seen = stage.table.position.seq
    stage.restart()
    back = stage.guest(players[1].name, token=players[1].token)
    back.does("watch", table=table, since=seen - 1)
    snapshot = back.latest("snapshot")
    assert (snapshot["you"], snapshot["seq"]) == (1, seen)
    assert snapshot["legal"]
    assert [seat["presence"] for seat in snapshot["seats"]] == ["away", "here"]


def test_a_waiting_table_outlives_a_restart(stage: HouseStage) -> None:
    """Whoever opened a table in the browser finds it again, and the seat is given up if they do not come."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = anna.does("open", game="splendor")["table"]
    bob.does("sit", table=table)
    stage.restart()
    back = stage.guest("Anna", token=anna.token)
    back.does("watch", table=table)
    assert back.latest("snapshot")["you"] == 0
    stage.wait(RETURN_SECONDS + 1)
    assert [seat.name for seat in stage.table.position.seats] == ["Anna"]


def test_the_newest_connection_wins(stage: HouseStage) -> None:
    """A second tab takes the seat over; the first one is told so and plays no more."""
    anna, bob = stage.playing()
    table = stage.table.id
    tab = stage.guest(anna.name, token=anna.token)
    tab.does("watch", table=table)
    assert anna.heard() == [{"type": "replaced", "table": table}]
    anna.fails("act", "house.not-following", table=table, actions=["take wbg"])
    tab.does("act", table=table, actions=["take wbg"])
    assert anna.heard() == []
    anna.drops()
    assert all(message["type"] != "presence" for message in bob.heard()[1:])
    assert stage.table.present(tab.name)


def test_a_seat_before_the_start_survives_a_reload(stage: HouseStage) -> None:
    """It waits for its token some seconds, then it is free again."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = bob.does("open", game="splendor")["table"]
    anna.does("sit", table=table)
    anna.drops()
    assert bob.latest("presence") == {"type": "presence", "table": table, "name": "Anna", "presence": "away"}
    stage.wait(GRACE_SECONDS - 1)
    back = stage.guest("Anna", token=anna.token)
    back.does("watch", table=table)
    assert back.latest("snapshot")["you"] == 1
    stage.wait(GRACE_SECONDS + 1)
    assert len(stage.table.position.seats) == 2
    back.drops()
    stage.wait(GRACE_SECONDS + 1)
    assert bob.latest("step")["kind"] == "leave"


def test_a_player_who_is_away_is_skipped_after_a_while(stage: HouseStage) -> None:
    """The others wait some seconds for a lost connection, then play on."""
    anna, bob = stage.playing()
    anna.drops()
    stage.wait(GRACE_SECONDS - 1)
    assert stage.table.game.actors(stage.table.position.state) == (0,)
    stage.wait(2)
    step = bob.latest("step")
    assert (step["kind"], step["name"], step["actions"]) == ("skip", anna.name, ["skip"])
    assert step["actors"] == [1]


def test_a_bot_takes_over_and_gives_back(stage: HouseStage) -> None:
    """Where the table says so, a bot plays for whoever is away, until they are back."""
    anna, bob = stage.playing(absent="greedy")
    anna.drops()
    stage.wait(GRACE_SECONDS + 1)
    step = bob.latest("step")
    assert (step["kind"], step["seats"][0]["bot"]) == ("bot", "greedy")
    back = stage.guest(anna.name, token=anna.token)
    back.does("watch", table=stage.table.id)
    snapshot = back.latest("snapshot")
    assert snapshot["seats"][0]["bot"] == ""
    assert snapshot["legal"]


def test_unwatch_leaves_the_seat_alone(stage: HouseStage) -> None:
    """Who follows a table no longer is away from it; watching again brings them back."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("unwatch", table=table)
    assert bob.latest("presence")["presence"] == "away"
    assert anna.heard() == []
    anna.does("watch", table=table)
    assert bob.latest("presence")["presence"] == "here"
    anna.does("act", table=table, actions=["take wbg"])


def test_the_clock_is_told(stage: HouseStage) -> None:
    """A new turn has all its time; whoever looks later sees what is left."""
    anna, bob = stage.playing(turn_seconds=60)
    anna.does("act", table=stage.table.id, actions=["take wbg"])
    assert bob.latest("step")["clock"] == {"turn_seconds": 60, "turn_left": 60, "starts_in": None}
    stage.wait(20)
    eve = stage.guest("Eve")
    eve.does("watch", table=stage.table.id)
    assert eve.latest("snapshot")["clock"]["turn_left"] == 40
    stage.wait(41)
    assert bob.latest("step")["kind"] == "skip"
