"""What several tests look at: games that are set up quickly over the house protocol, and finished ones."""

from __future__ import annotations

import functools
import json
import random
from typing import NamedTuple

from tests.page.hands import choice
from tests.page.visitor import Message, Visitor, nobody_else
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

GAMES = ("splendor", "sagrada", "renaissance")


def finished_game(house: HouseProcess, game: str, names: tuple[str, ...] = ("greedy", "random")) -> str:
    """A game that bots have played to its end; its id."""
    host = Browser(house, nobody_else("Host"))
    table = str(host.does("open", game=game, sit=False, seats=len(names))["table"])
    for name in names:
        host.does("add_bot", table=table, bot=name)
    host.does("start", table=table)
    while not host.next("step")["result"]:
        pass
    host.close()
    return table


class Past(NamedTuple):
    """Two people who have played here, and the game that one of them has left, so that the other has won it."""

    winner: str
    leaver: str
    table: str


@functools.cache
def people_played(house: HouseProcess) -> Past:
    """Two people with a game between them, and one of them with a game alone; once a house."""
    one, two = Browser(house, nobody_else("Ottavia")), Browser(house, nobody_else("Pia"))
    table = str(one.does("open", game="splendor", start="full")["table"])
    two.does("sit", table=table)
    two.does("quit", table=table)
    two.close()
    alone = str(one.does("open", game="sagrada", seats=1)["table"])
    one.does("start", table=alone)
    one.backlog.clear()
    one.does("watch", table=alone)
    one.plays(alone)
    one.close()
    return Past(one.name, two.name, table)


def seated(visitor: Visitor, game: str, turns: int = 8, seats: int = 2) -> str:
    """Bring a visitor to a table in mid-game where it is their turn, against bots; its id.

    The first turns are played over the house protocol; then the visitor's page takes the seat over by its token.
    """
    player = Browser(visitor.house, visitor.name)
    table = str(player.does("open", game=game, seats=seats)["table"])
    for _ in range(seats - 1):
        player.does("add_bot", table=table, bot="greedy")
    player.does("start", table=table)
    _play(player, table, game, turns)
    player.close()
    take_over(visitor, player, table)
    return table


def two_sit(house: HouseProcess, game: str) -> tuple[list[Browser], str]:
    """Two people begin a game over the house protocol: they and its id."""
    players = [Browser(house, nobody_else(name)) for name in ("Anna", "Bob")]
    table = str(players[0].does("open", game=game, start="full")["table"])
    players[1].does("sit", table=table)
    return players, table


def news(player: Browser, seq: int) -> Message:
    """The player's next step of the game, from that number on."""
    while (step := player.next("step"))["seq"] < seq or not step["view"]:
        pass
    return step


def after(visitor: Visitor, game: str, moves: int, other: Visitor | None = None) -> str:
    """Two people play so many actions; the visitor's page then takes over the seat whose turn it is, and another one
    the other seat, if there is one. The table's id.
    """
    players, table = two_sit(visitor.house, game)
    draw, seq = random.Random(game), 0
    while True:
        steps = [news(player, seq) for player in players]
        step = min((step for step in steps if step["legal"]), key=lambda step: step["you"])
        mover = players[steps.index(step)]
        if not moves:
            break
        moves -= 1
        seq = mover.does("act", table=table, actions=[choice(game, step["legal"], draw)])["seq"]
    for player in players:
        player.close()
    take_over(visitor, mover, table)
    if other is not None:
        (left,) = (player for player in players if player is not mover)
        take_over(other, left, table)
    return table


def take_over(visitor: Visitor, player: Browser, table: str) -> None:
    """Let a visitor's page come in with a player's name and secret, and go to the table."""
    kept = json.dumps({"name": player.name, "token": player.token})
    visitor.context.add_init_script(
        f"localStorage.bottega = JSON.stringify({{...JSON.parse(localStorage.bottega), ...{kept}}})"
    )
    visitor.goes(f"/table/{table}")
    visitor.page.wait_for_selector(".board > *")


def _play(player: Browser, table: str, game: str, turns: int) -> None:
    draw, seq = random.Random(game), 0
    while True:
        step = news(player, seq)
        if step["legal"] and not turns:
            return
        if step["legal"]:
            turns -= 1
            seq = player.does("act", table=table, actions=[choice(game, step["legal"], draw, whim=0)])["seq"]


def plays_every_game(visitor: Visitor, house: HouseProcess, actions: int = 12) -> list[str]:
    """Somebody who has begun a game of each kind against a bot, and has gone back to the first page; their tables."""
    visitor.goes("/")
    kept = "() => JSON.parse(localStorage.bottega).token"
    token: str = visitor.waits(lambda: visitor.page.evaluate(kept), "the token")
    player = Browser(house, visitor.name, token)
    tables = []
    for game in GAMES:
        table = str(player.does("open", game=game, seats=2, listed=False, absent="wait")["table"])
        player.does("add_bot", table=table, bot="greedy")
        player.does("start", table=table)
        player.backlog.clear()
        player.does("watch", table=table)
        player.plays(table, actions)
        player.does("unwatch", table=table)
        player.backlog.clear()
        tables.append(table)
    player.close()
    visitor.page.wait_for_function("() => document.querySelectorAll('.miniature .row').length >= 10")
    return tables
