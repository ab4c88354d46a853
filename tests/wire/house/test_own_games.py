"""The games of those who are here, at a glance: whose turn it is, and a little picture."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.limits import GRACE_SECONDS
from bottega.wire.house import own_games as own_games_module
from bottega.wire.house.lobby import LOBBY_SECONDS
from tests.wire.house.stage import Guest, HouseStage


def _games(guest: Guest) -> list[dict[str, Any]]:
    return [message for message in guest.heard() if message["type"] == "own_games"]


def test_whose_turn_it_is(stage: HouseStage) -> None:
    """Whoever asks is told their games at once, with their seat, those who may act, and the board."""
    anna, _ = stage.playing()
    anna.does("own_games")
    told = anna.latest("own_games")
    (game,) = told["games"]
    assert (told["whole"], told["gone"], game["line"]["table"]) == (True, [], stage.table.id)
    position = stage.table.position
    assert game["you"] == position.seat_of(anna.name)
    assert tuple(game["actors"]) == position.game.actors(position.state)
    assert len(game["picture"]) == 3
    assert (game["asked"], game["paused"], game["turn_left"]) == (False, False, None)


def test_it_changes_when_somebody_moves(stage: HouseStage) -> None:
    """A moment later, and only what has changed; whoever asks for it no longer is told nothing more."""
    anna, bob = stage.playing()
    for guest in (anna, bob):
        guest.does("own_games")
    bob.does("own_games", on=False)
    bob.heard()
    position = stage.table.position
    actor = position.game.actors(position.state)[0]
    move = next(each for each in position.game.legal(position.state, actor) if str(each).startswith("take"))
    stage.table.move(actor, [move])
    stage.wait(LOBBY_SECONDS)
    told = anna.latest("own_games")
    assert told["whole"] is False
    assert told["games"][0]["actors"] != [actor]
    assert _games(bob) == []


def test_nobody_elses_games(stage: HouseStage) -> None:
    """Whoever only watches, or goes by another name, is told of no game; nor is anybody without a name."""
    stage.playing()
    cyd = stage.guest("Cyd")
    cyd.does("watch", table=stage.table.id)
    cyd.does("own_games")
    assert cyd.latest("own_games")["games"] == []
    stage.visitor().fails("own_games", "house.hello-first")


def test_being_shown_is_not_being_there(stage: HouseStage) -> None:
    """A private table is in the list too; its player stays away until they follow it."""
    anna, _ = stage.playing(listed=False, absent="wait")
    token = anna.token
    anna.drops()
    stage.wait(GRACE_SECONDS + 1)
    again = stage.guest(anna.name, token=token)
    again.does("own_games")
    (game,) = again.latest("own_games")["games"]
    assert game["listed"] is False
    assert not stage.table.present(anna.name)


def test_a_game_that_is_over_is_gone(stage: HouseStage) -> None:
    """And so is one that somebody has left for good."""
    anna, bob = stage.playing()
    anna.does("own_games")
    bob.does("quit", table=stage.table.id)
    stage.wait(LOBBY_SECONDS)
    assert anna.latest("own_games")["gone"] == [stage.table.id]


def test_a_new_game_comes_in(stage: HouseStage) -> None:
    """As soon as somebody has sat down, before it has started."""
    anna = stage.guest("Anna")
    anna.does("own_games")
    assert anna.latest("own_games")["games"] == []
    table = anna.does("open", game="sagrada", seats=2)["table"]
    stage.wait(LOBBY_SECONDS)
    (game,) = anna.latest("own_games")["games"]
    assert (game["line"]["table"], game["line"]["started"], game["picture"]) == (table, False, [])


def test_tables_that_sleep_are_read_a_few_at_a_time(stage: HouseStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them keeps anybody waiting: what is not read now is shown a moment later."""
    monkeypatch.setattr(own_games_module, "GLANCED_AT_ONCE", 0)
    anna, bob = stage.playing(absent="wait")
    table = stage.table
    for guest in (anna, bob):
        guest.drops()
    stage.wait(GRACE_SECONDS + 1)
    again = stage.guest(anna.name, token=anna.token)
    stage.house._send_to_sleep(table)
    monkeypatch.setattr(stage.house.identity, "seated_at", lambda claim: (table.id,))
    again.does("own_games")
    assert again.latest("own_games")["games"] == []
    monkeypatch.setattr(own_games_module, "GLANCED_AT_ONCE", 8)
    stage.wait(LOBBY_SECONDS)
    assert len(again.latest("own_games")["games"]) == 1


def test_another_name(stage: HouseStage) -> None:
    """Whoever takes another name is not told of the former one's games any more."""
    anna = stage.guest("Anna")
    anna.does("own_games")
    anna.does("hello", name="Berta")
    assert not stage.room.own_games.asked_for
