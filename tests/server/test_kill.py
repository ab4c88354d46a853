"""The promise: the server may be killed at any moment, and no acknowledged move is lost."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from pathlib import Path

import pytest

from bottega.archive import verify_target
from bottega.players.line import TcpLine
from bottega.players.splendor_json import SplendorPlayer
from bottega.store.sqlite import SqliteLog
from bottega.table.position import AnyPosition, fold
from tests.server.harness import EVENING, Client, HouseProcess, bottega, running_house
from trials.chaos.checker import unexplained

GAMES = 20
KILLS = 20


async def _play_through_kills(house: HouseProcess, players: list[SplendorPlayer]) -> int:
    """Play all games while the server is killed again and again; how many kills hit a running game."""
    port = house.ports["splendor-json"]
    playing = asyncio.gather(*(player.play(lambda: TcpLine.open(port)) for player in players))
    chance = random.Random(7)
    hits = 0
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.02, 0.25))
        hits += not playing.done()
        house.kill()
        await asyncio.to_thread(house.start)
    await playing
    return hits


@pytest.mark.slow
def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    """Twenty games with real sockets, twenty times SIGKILL: each game ends, each acknowledged move is there once."""
    chance = random.Random(11)

    async def think() -> None:
        await asyncio.sleep(chance.uniform(0, 0.12))

    with running_house(tmp_path, "splendor-json") as house:
        players = [SplendorPlayer(f"nick{n}", random.Random(f"nick{n}"), think) for n in range(2 * GAMES)]
        hits = asyncio.run(asyncio.wait_for(_play_through_kills(house, players), EVENING))
        assert hits == KILLS, "the games were over before the last kill: let the players think longer"
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    log = SqliteLog(tmp_path)
    tables = {summary.charter.id: log.read(summary.charter.id) for summary in log.tables()}
    assert all(summary.finished for summary in log.tables())
    log.close()
    games = {table: fold(*read) for table, read in tables.items()}
    played = {table: game for table, game in games.items() if game.started}
    assert len(played) == GAMES
    by_nick = {player.name: player for player in players}
    for table, game in played.items():
        assert game.result is not None
        assert game.result.reason == "played"
        assert {player.winner for player in _at(game, by_nick)} <= {None, game.seats[game.result.winners[0]].name}
        for seat, player in enumerate(_at(game, by_nick)):
            entries = [entry for entry in tables[table][1] if entry.kind == "move" and entry.seat == seat]
            moves = [entry for entry in entries if entry.text != "pass"]
            assert unexplained(player.attempts, [entry.text for entry in moves]) == "", f"{player.name} at {table}"
        assert not [entry for entry in tables[table][1] if entry.kind == "skip"]
        verify_target(table, tmp_path)
    assert sum(player.connections for player in players) > 2 * GAMES
    checked = bottega("verify", next(iter(played)), "--data", str(tmp_path))
    assert checked.returncode == 0
    assert checked.stdout.endswith("verified\n")


@pytest.mark.slow
def test_whoever_knocks_while_the_house_opens_finds_no_table_of_before(tmp_path: Path) -> None:
    """A seat at a table that had not begun is gone when the first is let in: nobody comes back just to see it end."""
    with running_house(tmp_path, "splendor-json") as house:
        for _ in range(5):
            before = _says_hello(house)
            house.kill()
            opening = threading.Thread(target=house.start)
            opening.start()
            after = _says_hello(house, str(before["client_id"]))
            opening.join()
            assert after["result"] == "invalid"
            assert "no game to come back to" in str(after["message"])


def _says_hello(house: HouseProcess, client_id: str = "") -> dict[str, object]:
    """Come in as soon as there is a door, with a client_id of before if there is one: the answer, and the client_id."""
    with _knocking(house) as client:
        client_id = client_id or str(client.read_json()["set_client_id"])
        client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": "ann"})
        answer = client.read_json()
        while answer["answer_type"] != "nick_verification":
            answer = client.read_json()
        return {"client_id": client_id, **answer}


def _knocking(house: HouseProcess) -> Client:
    while True:
        try:
            return house.connect("splendor-json")
        except ConnectionRefusedError:
            time.sleep(0.001)


def _at(game: AnyPosition, players: dict[str, SplendorPlayer]) -> list[SplendorPlayer]:
    return [players[seat.name] for seat in game.seats]
