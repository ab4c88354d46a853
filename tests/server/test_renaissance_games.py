"""Whole games of Masters of Renaissance over real sockets, in every mix of protocols, solo games included.

Every client draws its own picture from the messages it gets. At the end the server is stopped, its log is folded, and
each picture must be what the log says; scores and winners are counted again from the printed tables.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bottega.games import renaissance
from bottega.players import renaissance_json as renaissance_json_client
from bottega.players import renaissance_steps as renaissance_steps_client
from bottega.players import renaissance_steps_picture
from bottega.players.renaissance_cards import Tally, lost, winners
from bottega.players.renaissance_json import RandomPlayer, decoded, encoded
from bottega.players.renaissance_steps import StepsPlayer
from bottega.store.sqlite import SqliteLog
from bottega.table.position import AnyPosition, fold
from bottega.wire.shared.renaissance import game, names
from tests.server.harness import EVENING, HouseProcess, running_house

pytestmark = pytest.mark.slow

MIXES = 2 * [
    "s",
    "j",
    "ss",
    "jj",
    "sj",
    "js",
    "sss",
    "jjj",
    "ssj",
    "jjs",
    "sjs",
    "ssss",
    "jjjj",
    "sjsj",
    "jjss",
    "jsss",
]
"""Every mix of steps (s) and JSON (j) players with one to four seats, as often as it is played."""

CLIENTS = {"s": ("renaissance-steps", StepsPlayer), "j": ("renaissance-json", RandomPlayer)}
STARTED = ("StartGameUpdate", "game_started")
LIMIT = 1 << 20


class Seat:
    """A random player on a socket."""

    def __init__(self, player: RandomPlayer, port: int) -> None:
        self.player = player
        self.started = asyncio.Event()
        self.answered = asyncio.Event()
        """Set once the server has said something after the nickname was given."""
        self._port = port

    async def play(self) -> None:
        """Play one game to its end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=LIMIT)
        writer.write(encoded(self.player.hello()).encode() + b"\n")
        try:
            while line := await self._line(reader):
                message = decoded(line)
                if message["type"] in STARTED:
                    self.started.set()
                if message["type"] != "RegisterRequest":
                    self.answered.set()
                for answer in self.player.hear(message):
                    writer.write(encoded(answer).encode() + b"\n")
                assert self.player.errors == []
                if self.player.over:
                    return
        finally:
            writer.close()
        raise AssertionError(f"{self.player.picture.nickname} was left before the end")

    @staticmethod
    async def _line(reader: asyncio.StreamReader) -> str:
        try:
            return (await reader.readline()).decode()
        except ConnectionError:
            return ""


async def one_game(house: HouseProcess, number: int, mix: str, finished: asyncio.TaskGroup) -> list[Seat]:
    """Seat the players of one game at one table; it is then played out in the background."""
    company = []
    for place, letter in enumerate(mix):
        dialect, client = CLIENTS[letter]
        player = client(f"{letter}{number}p{place}", Random(f"{number} {place}"), len(mix))
        company.append(Seat(player, house.ports[dialect]))
        finished.create_task(company[-1].play())
        await company[-1].answered.wait()
    for seat in company:
        await seat.started.wait()
    return company


async def all_games(house: HouseProcess, mixes: Sequence[str]) -> list[list[Seat]]:
    """Play one game of each mix, all at the same time but for their beginnings."""
    async with asyncio.timeout(EVENING), asyncio.TaskGroup() as finished:
        return [await one_game(house, number, mix, finished) for number, mix in enumerate(mixes)]


def truth(data: Path) -> dict[frozenset[str], AnyPosition]:
    """What the log says about every table, by who sat there."""
    log = SqliteLog(data)
    try:
        positions = [fold(*log.read(summary.charter.id)) for summary in log.tables()]
    finally:
        log.close()
    return {frozenset(names(position)): position for position in positions}


def differences(player: RandomPlayer, position: AnyPosition) -> list[str]:
    """Where a client's picture is not what the log says."""
    seat = names(position).index(player.picture.nickname)
    view = renaissance.view(game(position), seat)
    if isinstance(player, StepsPlayer):
        return renaissance_steps_picture.differences(player.picture, view, names(position))
    return renaissance_json_client.differences(player.picture, view, names(position))


def tallies(player: RandomPlayer) -> dict[str, Tally]:
    """Everybody's board as this client drew it, ready to be counted."""
    return _steps_tallies(player) if isinstance(player, StepsPlayer) else _json_tallies(player)


def _steps_tallies(player: StepsPlayer) -> dict[str, Tally]:
    return {
        name: Tally(
            cards=tuple(renaissance_steps_picture.card_id(card) for slot in board.slots for card in slot),
            leaders=tuple(int(leader.removesuffix("L")) for leader in board.played),
            faith=board.faith,
            tiles=tuple(int(number) - 1 for number, tile in board.favours.items() if tile == "ACTIVE"),
            resources=sum(map(len, board.deposits.values())) + sum(board.strongbox.values()),
        )
        for name, board in player.picture.boards.items()
    }


def _json_tallies(player: RandomPlayer) -> dict[str, Tally]:
    return {
        name: Tally(
            cards=tuple(card + 1 for slot in board.slots for card in slot),
            leaders=tuple(leader + 1 for leader in board.played.values()),
            faith=board.faith,
            tiles=tuple(section for section, keepers in player.picture.reports.items() if name in keepers),
            resources=sum(amount for _, amount in board.shelves) + sum(board.strongbox.values()),
        )
        for name, board in player.picture.boards.items()
    }


def announced(player: RandomPlayer) -> tuple[dict[str, int], list[str]]:
    """The points and the winners that this client was told."""
    if isinstance(player, StepsPlayer):
        result = player.picture.result
        assert result is not None
        return {name: points for name, (points, _) in result["results"].items()}, result["winner"]
    winner = player.picture.winner
    assert winner is not None
    return {entry["nickname"]: entry["amount"] for entry in winner["victory_points"]}, winner["winners"]


def expected_winners(player: RandomPlayer, position: AnyPosition) -> list[str]:
    """Who has won by the independent count; nobody (as each dialect says it) in a lost solo game."""
    state = game(position)
    if state.solo and lost(state.cross, map(len, state.grid)):
        return announced(player)[1] if not set(announced(player)[1]) & set(names(position)) else []
    return winners(tallies(player))


def test_every_picture_of_every_mix_is_the_log(tmp_path: Path) -> None:
    """Random games that buy, produce and play leaders: each client's picture equals the log, scores counted anew."""
    with running_house(tmp_path, "renaissance-steps", "renaissance-json") as house:
        games = asyncio.run(all_games(house, MIXES))
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    positions = truth(tmp_path)
    done: Counter[str] = Counter()
    for mix, company in zip(MIXES, games, strict=True):
        position = positions[frozenset(seat.player.picture.nickname for seat in company)]
        assert len(position.seats) == len(mix)
        assert position.result is not None
        assert position.result.reason == "played"
        for player in (seat.player for seat in company):
            assert differences(player, position) == [], (mix, player.picture.nickname)
            points, best = announced(player)
            assert points == {name: tally.total for name, tally in tallies(player).items()}, mix
            assert best == expected_winners(player, position), mix
            done += player.done
    used = ("buyCard", "activateProductions", "req_buy_dev_card", "req_activate_prod")
    assert all(done[kind] > 10 for kind in used), done
    assert all(done[kind] > 0 for kind in ("playLeader", "req_activate_leader")), done


def test_pings_over_a_socket(tmp_path: Path) -> None:
    """A client of renaissance-steps is pinged again and again, from its nickname on."""
    options = ("--ping-seconds", "0.05")
    with running_house(tmp_path, "renaissance-steps", options=options) as house:
        client = house.connect("renaissance-steps")
        client.send_line(encoded(StepsPlayer("ada", Random(1), 2).hello()))
        pings = 0
        while pings < 3:
            pings += decoded(client.read_line())["type"] == "PingRequest"


def test_clients_are_told_apart(tmp_path: Path) -> None:
    """The comparison can fail: a picture with one coin too many is not the log's."""
    with running_house(tmp_path, "renaissance-steps") as house:
        (company,) = asyncio.run(all_games(house, ["s"]))
        assert house.terminate() == 0
    (position,) = truth(tmp_path).values()
    player = company[0].player
    assert isinstance(player, renaissance_steps_client.StepsPlayer)
    assert differences(player, position) == []
    player.picture.boards[player.picture.nickname].strongbox["COIN"] += 1
    assert differences(player, position) != []
