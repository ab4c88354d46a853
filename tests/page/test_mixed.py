"""Browsers, a TCP client, a terminal and a bot at one table."""

from __future__ import annotations

import random

import pytest

from tests.page.conftest import Visit
from tests.page.hands import choice, plays
from tests.page.visitor import Message, Visitor, nobody_else
from tests.server.harness import Client, HouseProcess
from tests.terminal.pipes import auto

COLOURS = ("white", "blue", "green", "red", "black")


class SplendorByWire:
    """A splendor-json client who takes whatever gems there are."""

    game, name, starts_when_full = "splendor", "zofia", True

    def __init__(self, house: HouseProcess) -> None:
        self._wire: Client = house.connect("splendor-json")
        self._id = self._wire.read_json()["set_client_id"]
        self._ask("client_hello", nick=self.name)

    def _ask(self, request: str, **fields: object) -> None:
        self._wire.send_json({"request_type": request, "client_id": self._id, **fields})

    def moves(self, view: Message) -> None:
        """Take three gems of different colours."""
        there = [colour for colour, left in zip(COLOURS, view["bank"], strict=False) if left]
        self._ask("get_gems", **dict.fromkeys(there[:3], 1))


class SagradaByWire:
    """A sagrada-text client who takes the first window and ends every turn at once."""

    game, name, starts_when_full = "sagrada", "zuzanna", False

    def __init__(self, house: HouseProcess) -> None:
        self._wire: Client = house.connect("sagrada-text")
        self._wire.send_line(f"LOGIN {self.name} secret")
        self._chosen = False

    def moves(self, view: Message) -> None:
        """Choose the first window, or end the turn."""
        if view["phase"] == "windows" and not self._chosen:
            self._chosen = True
            self._wire.send_line("GET schema draft")
            self._wire.send_line("CHOOSE 0")
        elif view["phase"] == "rounds":
            self._wire.send_line("GAME end_turn")


@pytest.mark.parametrize("by_wire", [SplendorByWire, SagradaByWire])
def test_a_browser_a_tcp_client_and_a_bot(
    by_wire: type[SplendorByWire] | type[SagradaByWire], house: HouseProcess, visit: Visit
) -> None:
    """A table opened over TCP is in the lobby, joined from there and watched; everybody's moves are told to all."""
    anna, eve = visit("Anna"), visit("")
    anna.goes("/")
    zofia = by_wire(house)
    row = f"li:has(.who:has-text('{by_wire.name}')):has(b:text-is('{by_wire.game.title()}')) a"
    anna.page.click(row)
    anna.presses(".free .primary")
    table = anna.page.url.rpartition("/")[2]
    eve.goes(f"/table/{table}")
    anna.presses(".free .plain:nth-of-type(1)")
    anna.waits(lambda: len(anna.now["seats"]) == 3, "the bot")
    if not by_wire.starts_when_full:
        anna.presses(".start .primary")
    anna.waits(lambda: anna.now["view"], "the start")
    _everybody_moves(anna, zofia)
    eve.waits(lambda: eve.now["seq"] >= anna.now["seq"], "the news")
    told = " ".join(eve.page.locator(".log .line").all_inner_texts())
    assert all(seat["name"] in told for seat in anna.now["seats"])
    assert eve.now["you"] is None
    assert eve.now["legal"] == []


class Zora(SagradaByWire):
    """Another one, since whoever has a seat is brought back to it."""

    name = "zora"


def test_a_browser_a_terminal_a_tcp_client_and_a_bot(house: HouseProcess, visit: Visit) -> None:
    """Four ways to play, at one table: each is told of everybody's moves, and nobody is left behind."""
    anna = visit("Anna")
    anna.goes("/")
    zora = Zora(house)
    anna.page.click("li:has(.who:has-text('zora')) a")
    anna.presses(".free .primary")
    anna.waits(lambda: anna.now and len(anna.now["seats"]) == 2, "the own seat")
    tina = auto(anna.page.url, nobody_else("Tina"))
    try:
        anna.waits(lambda: len(anna.now["seats"]) == 3, "the terminal")
        anna.presses(".free .plain:nth-of-type(1)")
        anna.waits(lambda: anna.now["view"], "the start, since the table is full")
        _everybody_moves(anna, zora, players=4)
    finally:
        tina.kill()
        told, _ = tina.communicate()
    assert all(f"{seat['name']}: " in told for seat in anna.now["seats"])


def _everybody_moves(anna: Visitor, zofia: SplendorByWire | SagradaByWire, players: int = 3) -> None:
    """Until each of them has acted after the windows were chosen."""
    draw, asked = random.Random(1), -1

    def moved() -> set[str]:
        return {one["name"] for one in anna.received if one.get("kind") == "move" and "window" not in one["actions"][0]}

    for _ in range(60):
        if len(moved()) == players:
            return
        acting = [anna.now["seats"][seat]["name"] for seat in anna.now["actors"]]
        if zofia.name in acting and anna.now["seq"] != asked:
            asked = anna.now["seq"]
            zofia.moves(anna.now["view"])
        if anna.now["legal"]:
            plays(anna, zofia.game, choice(zofia.game, anna.now["legal"], draw))
        else:
            anna.hears(anna.now["seq"] + 1)
    raise AssertionError(f"only these have moved: {moved()}")
