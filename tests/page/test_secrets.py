"""What a spectator is sent: frame by frame, nothing that only a player may know."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import Visit
from tests.page.hands import choice
from tests.page.visitor import nobody_else
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser

View = dict[str, Any]


def _blind_reserves(view: View) -> Iterator[object]:
    """Of cards reserved unseen everybody else knows the level alone."""
    yield from (one["card"] for player in view["players"] for one in player["reserved"] if one["blind"])


def _objectives(view: View) -> Iterator[object]:
    yield from view["offered"]
    for player in view["players"]:
        yield from player["private"]


def _leaders(view: View) -> Iterator[object]:
    for player in view["players"]:
        yield from player["offered"]
        yield from (leader["id"] for leader in player["leaders"] if leader["fate"] != "played")


SECRETS: dict[str, tuple[Callable[[View], Iterator[object]], str, tuple[str, ...]]] = {
    "splendor": (_blind_reserves, r"reserve deck\d \d", ("reserve deck1", "reserve deck2", "reserve deck3")),
    "sagrada": (_objectives, r"private [A-Z]", ()),
    "renaissance": (_leaders, r"keep \d", ()),
}
"""Of each game: secrets in a view, what a secret would look like in a notation, and what is played to have some."""


@pytest.mark.parametrize("game", SECRETS)
def test_a_spectator_is_sent_no_secret(game: str, house: HouseProcess, visit: Visit) -> None:
    """No frame to a watching browser has a private objective, a leader in hand or a card reserved unseen."""
    secrets, notation, rather = SECRETS[game]
    players = [Browser(house, nobody_else(name)) for name in ("Anna", "Bob")]
    table = players[0].does("open", game=game)["table"]
    players[1].does("sit", table=table)
    eve = visit("")
    eve.goes(f"/table/{table}")
    eve.page.wait_for_selector(".room")
    players[0].does("start", table=table)
    known, latest = _play(players, table, game, rather, 24)
    assert any(found is not None for view in known for found in secrets(view)), "nothing was secret"
    eve.waits(lambda: eve.now["seq"] >= latest, "the last step")
    for frame in eve.received:
        assert not re.search(notation, json.dumps(frame))
        assert not frame.get("seed")
        assert not frame.get("legal")
        if frame.get("view"):
            assert [found for found in secrets(frame["view"]) if found is not None] == []
    eve.page.wait_for_selector(".board > *")
    assert not eve.sees(".board .lit")
    refused = eve.page.evaluate(f"fetch('/api/tables/{table}/log').then(answer => answer.status)")
    assert refused in (403, 404, 409)
    eve.complaints.clear()
    for player in players:
        player.close()


def _play(players: list[Browser], table: str, game: str, rather: tuple[str, ...], most: int) -> tuple[list[View], int]:
    """Play some actions by the house protocol; everything the players saw, and the number of the last entry."""
    draw, seen, latest = random.Random(game), [], 0
    for _ in range(most):
        steps = [_newest(player, latest) for player in players]
        seen += [step["view"] for step in steps]
        mover, legal = next(
            (player, step["legal"]) for player, step in zip(players, steps, strict=True) if step["legal"]
        )
        wished = [action for action in rather if action in legal]
        action = draw.choice(wished) if wished else choice(game, legal, draw)
        latest = mover.does("act", table=table, actions=[action])["seq"]
    return seen, latest


def _newest(player: Browser, seq: int) -> dict[str, Any]:
    """The table as it was told after that entry."""
    while True:
        step = player.next("step")
        if step["view"] and step["seq"] >= seq:
            return step


def test_whose_client_sees_more_is_said(tmp_path: Path, visit: Visit) -> None:
    """In the waiting room, before the game, and beside the name while it lasts."""
    with running_house(tmp_path, "renaissance-steps+original") as house:
        anna = visit("Anna", house)
        table = anna.opens("renaissance")
        anna.is_seated()
        with house.connect("renaissance-steps+original") as bob:
            bob.send_line(json.dumps({"type": "RegisterResponse", "data": {"nickname": "bob"}}))
            anna.page.wait_for_selector(".room .sees")
            assert "below the tops of the piles" in anna.reads(".taken:has-text('bob') .sees")
            assert not anna.sees(".taken:has-text('Anna') .sees")
            anna.presses(".start .primary")
            anna.gets("view")
            anna.page.wait_for_selector(".bar")
            assert "below the tops" in anna.reads(".bar li:has-text('bob')")
            assert anna.now["table"] == table
