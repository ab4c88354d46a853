"""Whole games over real sockets, by clients that know only the document."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bottega.players.line import TcpLine
from bottega.players.splendor_json import SplendorPlayer
from bottega.store.sqlite import SqliteLog
from bottega.table.position import fold
from tests.server.harness import EVENING, running_house
from trials.chaos.checker import unexplained


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "tables"), [(2, 6), (3, 4), (4, 4)])
def test_whole_games(tmp_path: Path, seats: int, tables: int) -> None:
    """Several tables at once play to the end; every player knows the same winner and every move is in the log."""
    with running_house(tmp_path, "splendor-json", options=("--seats", str(seats))) as house:
        port = house.ports["splendor-json"]
        players = [SplendorPlayer(f"nick{number}", Random(f"nick{number}")) for number in range(seats * tables)]

        async def play() -> None:
            async with asyncio.timeout(EVENING):
                await asyncio.gather(*(player.play(lambda: TcpLine.open(port)) for player in players))

        asyncio.run(play())
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    log = SqliteLog(tmp_path)
    logs = [log.read(summary.charter.id) for summary in log.tables()]
    log.close()
    games = [(fold(charter, entries), entries) for charter, entries in logs]
    assert len(games) == tables
    by_nick = {player.name: player for player in players}
    for game, entries in games:
        assert game.result is not None
        assert game.result.reason == "played"
        winner = game.seats[game.result.winners[0]].name
        for number, seat in enumerate(game.seats):
            player = by_nick[seat.name]
            moves = [entry for entry in entries if entry.kind == "move" and entry.seat == number]
            assert player.winner == winner
            assert player.connections == 1
            assert unexplained(player.attempts, [entry.text for entry in moves if entry.text != "pass"]) == ""
