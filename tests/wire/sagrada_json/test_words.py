"""sagrada-json's messages, built from what a seat may see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.games import sagrada
from bottega.table.events import Presence
from bottega.testing.sagrada import play, situation
from bottega.wire.core.loose_json import write_object
from bottega.wire.sagrada_json.words import die_color, notification, show_table, update, windows

GAME = situation(placed="B3@1 R5@7", pool="R1 Y2", track=["G5 P6", "R2"], tools=[2, 4, 12])


def said(message: object) -> dict[str, Any]:
    """A message as a client reads it."""
    read: dict[str, Any] = json.loads(write_object(message))
    return read


def test_an_update_is_the_whole_table() -> None:
    """Round from 1, dice as text, the track as one list."""
    told = said(update(sagrada.view(GAME, 0), ["ann", "bob"], [True, False]))
    assert list(told) == ["id", "round", "players", "draft", "roundTrack"]
    assert told["round"] == 3
    assert told["draft"] == [{"color": "RED", "value": "1"}, {"color": "YELLOW", "value": "2"}]
    assert [die["color"] for die in told["roundTrack"]] == ["GREEN", "PURPLE", "RED"]
    assert [(player["username"], player["isOnline"]) for player in told["players"]] == [("ann", True), ("bob", False)]


def test_only_the_own_objective_is_told() -> None:
    """Of all private objectives an update names the viewer's."""
    for seat in (0, 1):
        told = said(update(sagrada.view(GAME, seat), ["ann", "bob"], [True, True]))
        assert ["playerObjective" in player for player in told["players"]] == [seat == 0, seat == 1]


def test_a_window_is_columns_of_spaces() -> None:
    """Five columns of four; a die only where one lies, and always what is printed."""
    told = said(update(sagrada.view(GAME, 0), ["ann", "bob"], [True, True]))
    window = told["players"][0]["playerWindow"]
    matrix = window["windowMatrix"]
    assert [len(column) for column in matrix] == [4] * 5
    assert matrix[1][0] == {"die": {"color": "BLUE", "value": "3"}, "colorRule": "BLUE", "valueRule": "none"}
    assert matrix[2][1] == {"die": {"color": "RED", "value": "5"}, "colorRule": "none", "valueRule": "5"}
    assert "die" not in matrix[0][0]
    assert (window["name"], window["difficultyToken"]) == ("Kaleidoscopic Dream", 4)


def test_what_a_player_has_done() -> None:
    """Flags of the turn, after the document's program."""
    after = play(GAME, "place Y2@6")
    told = said(update(sagrada.view(after, 0), ["ann", "bob"], [True, True]))["players"]
    assert [(player["dieUsed"], player["firstDiePlaced"]) for player in told] == [(True, True), (False, False)]


def test_four_windows_are_offered() -> None:
    """Each player is shown the two cards they were dealt, both sides."""
    view = sagrada.view(sagrada.new(2, bytes(32)), 0)
    told = said(windows(view.offered))
    assert list(told) == ["id", "w1", "w2", "w3", "w4"]
    assert [told[key]["name"] for key in ("w1", "w2", "w3", "w4")] == [window.name for window in view.offered]


def test_the_cards() -> None:
    """Tools have their number less one; public objectives are sentences."""
    told = said(show_table(sagrada.view(play(GAME, "tool 2"), 0)))
    assert [(tool["id"], tool["alreadyUsed"]) for tool in told["toolCards"]] == [(1, True), (3, False), (11, False)]
    assert len(told["publicObjective"]) == 3
    assert " [" in told["publicObjective"][0]


def test_a_colour_has_its_word() -> None:
    """The letter of the rules becomes the document's word."""
    assert said(die_color("P")) == {"id": "die_color", "color": "PURPLE"}


@pytest.mark.parametrize(
    ("presence", "event"),
    [(Presence.HERE, "reconnect"), (Presence.AWAY, "disconnect"), (Presence.SUSPENDED, "suspended")],
)
def test_presence_has_its_word(presence: Presence, event: str) -> None:
    """What the document calls coming, going and being passed over."""
    assert said(notification("ann", presence)) == {"id": "notification", "username": "ann", "event": event}
