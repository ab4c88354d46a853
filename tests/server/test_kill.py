"""The promise: the server may be killed at any moment, and no acknowledged move is lost."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from pathlib import Path

import pytest

from bottega.archive import verify_target
from bottega.store.log import Row
from bottega.store.sqlite import SqliteLog
from bottega.table.position import AnyPosition, fold
from tests.server.harness import EVENING, HouseProcess, bottega, running_house
from tests.server.splendor_client import Attempt, SplendorClient

GAMES = 20
KILLS = 20


async def _play_through_kills(house: HouseProcess, players: list[SplendorClient]) -> int:
    """Play all games while the server is killed again and again; how many kills hit a running game."""
    playing = asyncio.gather(*(player.play() for player in players))
    chance = random.Random(7)
    hits = 0
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.02, 0.25))
        hits += not playing.done()
        house.kill()
        await asyncio.to_thread(house.start)
    await playing
    return hits


def explains(attempts: list[Attempt], entries: list[Row]) -> bool:
    """Whether the log holds every acknowledged move once, no refused one, and nothing that was never sent.

    A move whose answer got lost may be in the log or not.
    """

    @cache
    def rest(attempt: int, entry: int) -> bool:
        if attempt == len(attempts):
            return entry == len(entries)
        tried = attempts[attempt]
        applied = entry < len(entries) and entries[entry].text == tried.text and rest(attempt + 1, entry + 1)
        return applied if tried.acknowledged else (tried.acknowledged is None and applied) or rest(attempt + 1, entry)

    return rest(0, 0)


@pytest.mark.parametrize(
    ("attempts", "log", "good"),
    [
        ([("take wbg", True)], ["take wbg"], True),
        ([("take wbg", True)], [], False),
        ([("take wbg", True)], ["take wbg", "take wbg"], False),
        ([("take wbg", None), ("take wbg", True)], ["take wbg"], True),
        ([("take wbg", None), ("take wbg", True)], ["take wbg", "take wbg"], True),
        ([("take wbg", False), ("buy 3", True)], ["take wbg", "buy 3"], False),
        ([("buy 3", True), ("take wbg", True)], ["take wbg", "buy 3"], False),
    ],
)
def test_the_judge(attempts: list[tuple[str, bool | None]], log: list[str], good: bool) -> None:
    """The comparison of what clients know with what the log holds catches losses, repeats and inventions."""
    entries = [Row(seq, None, 0, "move", text, 0) for seq, text in enumerate(log, 1)]
    assert explains([Attempt(*attempt) for attempt in attempts], entries) is good


@pytest.mark.slow
def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    """Twenty games with real sockets, twenty times SIGKILL: each game ends, each acknowledged move is there once."""
    chance = random.Random(11)
    with running_house(tmp_path, "splendor-json") as house:
        port = house.ports["splendor-json"]
        players = [SplendorClient(f"nick{n}", port, lambda: chance.uniform(0, 0.12)) for n in range(2 * GAMES)]
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
    by_nick = {player.nick: player for player in players}
    for table, game in played.items():
        assert game.result is not None
        assert game.result.reason == "played"
        assert {player.winner for player in _at(game, by_nick)} <= {None, game.seats[game.result.winners[0]].name}
        for seat, player in enumerate(_at(game, by_nick)):
            entries = [entry for entry in tables[table][1] if entry.kind == "move" and entry.seat == seat]
            moves = [entry for entry in entries if entry.text != "pass"]
            assert explains(player.attempts, moves), f"{player.nick} at {table}"
        assert not [entry for entry in tables[table][1] if entry.kind == "skip"]
        verify_target(table, tmp_path)
    assert sum(player.connections for player in players) > 2 * GAMES
    checked = bottega("verify", next(iter(played)), "--data", str(tmp_path))
    assert checked.returncode == 0
    assert checked.stdout.endswith("verified\n")


def _at(game: AnyPosition, players: dict[str, SplendorClient]) -> list[SplendorClient]:
    return [players[seat.name] for seat in game.seats]
