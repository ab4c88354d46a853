"""Whole games of Sagrada over real sockets, in every mix of protocols, and their scores counted again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bottega.players.line import TcpLine
from bottega.players.sagrada_cards import Seen, total, winner
from bottega.players.sagrada_json import SagradaJsonPlayer
from bottega.players.sagrada_text import SagradaTextPlayer
from tests.server.harness import EVENING, HouseProcess, running_house
from tests.server.house_client import Browser

pytestmark = pytest.mark.slow

MIXES = 2 * ["tt", "jj", "tj", "ttt", "jjj", "ttj", "tjj", "tttt", "jjjj", "tttj", "ttjj", "tjjj"]
"""Every mix of text (t) and JSON (j) players, as often as it is played."""

Player = SagradaTextPlayer | SagradaJsonPlayer
CLIENTS: dict[str, tuple[str, type[Player]]] = {
    "t": ("sagrada-text", SagradaTextPlayer),
    "j": ("sagrada-json", SagradaJsonPlayer),
}


async def one_game(
    house: HouseProcess, host: Browser, number: int, mix: str, finished: asyncio.TaskGroup
) -> list[Player]:
    """Seat the players of one game at one table; it is then played out in the background.

    The host opens a table that starts when it is full: one opened by a player would start by the clock.
    """
    opened = await asyncio.to_thread(host.does, "open", game="sagrada", seats=len(mix), start="full", sit=False)
    await asyncio.to_thread(host.does, "unwatch", table=opened["table"])
    company: list[Player] = []
    for place, letter in enumerate(mix):
        dialect, client = CLIENTS[letter]
        company.append(client(f"{letter}{number}p{place}", Random(f"{number} {mix} {place}")))
        finished.create_task(company[-1].play(partial(TcpLine.open, house.ports[dialect])))
    for player in company:
        await player.started.wait()
    return company


async def all_games(house: HouseProcess, mixes: Sequence[str]) -> list[list[Player]]:
    """Play one game of each mix, all at the same time but for their beginnings."""
    host = Browser(house, "host")
    async with asyncio.timeout(EVENING), asyncio.TaskGroup() as finished:
        return [await one_game(house, host, number, mix, finished) for number, mix in enumerate(mixes)]


def put_together(company: list[Player]) -> list[Seen]:
    """The players in the order of their seats, each private objective as its owner saw it."""
    for witness in company:
        assert [seen.name for seen in witness.players] == [seen.name for seen in company[0].players]
        assert [seen.window for seen in witness.players] == [seen.window for seen in company[0].players]
        assert [seen.tokens for seen in witness.players] == [seen.tokens for seen in company[0].players]
        assert witness.publics == company[0].publics or not witness.publics
    privates = {player.name: player.players[player.seat].private for player in company}
    return [Seen(seen.name, privates[seen.name], seen.tokens, seen.window) for seen in company[0].players]


def check_scores(company: list[Player]) -> None:
    """What every client was told at the end is what the independent count gives."""
    players = put_together(company)
    publics = next(player.publics for player in company if player.publics)
    best = winner(players, publics)
    totals = {seat: total(player, publics) for seat, player in enumerate(players)}
    for player in company:
        if isinstance(player, SagradaJsonPlayer):
            assert player.winner == best
        else:
            assert {seat: score for seat, score, _ in player.ranking} == totals
            assert [place for *_, place in player.ranking] == list(range(1, len(players) + 1))
            assert players[player.ranking[0][0]].name == best


def test_games_of_every_mix_end_with_the_right_scores(tmp_path: Path) -> None:
    """Random games with tools, text and JSON at one table, two to four seats: scores and winners are right."""
    with running_house(tmp_path, "sagrada-text", "sagrada-json") as house:
        games = asyncio.run(all_games(house, MIXES))
    for mix, company in zip(MIXES, games, strict=True):
        assert all(len(player.players) == len(mix) for player in company)
        check_scores(company)
    tools = sum((player.tools_used for company in games for player in company), Counter[int]())
    assert sum(tools.values()) > 100
    assert len(tools) >= 9, f"only tools {sorted(tools)} were used"
    assert sum(player.refused for company in games for player in company) > 100


class Evening:
    """A text player and a JSON player who meet, are thrown out by the server's death, and come back."""

    def __init__(self, house: HouseProcess) -> None:
        self.house = house
        self.text_seat = -1

    def arrive(self) -> None:
        """Both connect and say who they are."""
        self.text, self.json = self.house.connect("sagrada-text"), self.house.connect("sagrada-json")
        self.text.send_line("LOGIN tom secret")
        self.hear("LOGIN ok")
        assert self.json.read_json() == {"id": "login"}
        self.json.send_json({"id": "login", "username": "jan"})

    def hear(self, beginning: str) -> str:
        """The text player's next line that begins so."""
        while not (line := self.text.read_line()).startswith(beginning):
            if line == "PING":
                self.text.send_line("PONG")
        return line

    def told(self, message_id: str) -> dict[str, object]:
        """The JSON player's next message of that kind."""
        while (message := self.json.read_json())["id"] != message_id:
            pass
        return message

    def choose_windows(self) -> None:
        """The game starts; both take a window."""
        self.text_seat = int(self.hear("GAME start").split()[3])
        window = self.told("windows")["w1"]
        assert isinstance(window, dict)
        self.json.send_json({"id": "window", "windowName": window["name"]})
        self.text.send_line("CHOOSE 0")
        self.hear("CHOICE ok")

    def pass_turn(self, seat: int) -> None:
        """Whoever has the turn ends it."""
        if seat == self.text_seat:
            self.text.send_line("GAME end_turn")
        else:
            self.told("turn")
            self.json.send_json({"id": "pass"})
            self.told("end")


def test_both_clients_come_back_after_a_restart_and_finish(tmp_path: Path) -> None:
    """The server is killed in the middle of a game; text and JSON client come back to it and play it out."""
    options = ("--lobby-seconds", "0.1")
    with running_house(tmp_path, "sagrada-text", "sagrada-json", options=options) as house:
        evening = Evening(house)
        evening.arrive()
        evening.choose_windows()
        for _ in range(9):
            evening.pass_turn(int(evening.hear("GAME turn_start").split()[2]))
        evening.hear("GAME turn_start")
        house.kill()
        house.start()
        evening.arrive()
        update = evening.told("update")
        evening.text.send_line("GET game_status")
        *_, number, _, playing = evening.hear("SEND game_status").split()
        assert update["round"] == int(number) + 1 == 3
        evening.pass_turn(int(playing))
        for _ in range(30):
            evening.pass_turn(int(evening.hear("GAME turn_start").split()[2]))
        assert len(evening.hear("GAME end ").split()) == 4
        assert evening.told("game_over")["winner"] in ("tom", "jan")


def test_the_original_profile_over_a_socket(tmp_path: Path) -> None:
    """A client of the time is greeted in writeUTF records: two of plain text, then JSON."""
    with running_house(tmp_path, "sagrada-json+original") as house, house.connect("sagrada-json+original") as client:

        def record() -> str:
            return client.receive(int.from_bytes(client.receive(2), "big")).decode()

        assert [record() for _ in range(3)] == ["Waiting for other players\n", "\nGame ready\n", '{"id":"login"}']
        request = b'{"id":"reconnect"}'
        client.send_slowly(len(request).to_bytes(2, "big") + request)
        assert record() == '{"id":"error","type":5}'
