"""Whole games of Sagrada over real sockets, in every mix of protocols, and their scores counted again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.server.harness import HouseProcess, running_house
from tests.server.sagrada_players import JsonPlayer, Player, TextPlayer
from tests.server.sagrada_scorer import Seen, total, winner

MIXES = 8 * ["tt", "jj", "tj"] + 4 * ["ttt", "jjj", "ttj", "tjj"] + 3 * ["tttt", "jjjj", "tttj", "ttjj", "tjjj"]
"""Every mix of text (t) and JSON (j) players with two to four seats, as often as it is played."""
LOBBY_SECONDS = 0.6
SECONDS = 85.0

CLIENTS = {"t": ("sagrada-text", TextPlayer), "j": ("sagrada-json", JsonPlayer)}


async def one_game(house: HouseProcess, number: int, mix: str, finished: asyncio.TaskGroup) -> list[Player]:
    """Seat the players of one game at one table; it is then played out in the background."""
    company: list[Player] = []
    for place, letter in enumerate(mix):
        dialect, client = CLIENTS[letter]
        company.append(client(house.ports[dialect], f"{letter}{number}p{place}", Random(f"{number} {place}")))
    for player in company:
        finished.create_task(player.play())
    for player in company:
        await player.started.wait()
    return company


async def all_games(house: HouseProcess, mixes: Sequence[str]) -> list[list[Player]]:
    """Play one game of each mix, all at the same time but for their beginnings."""
    async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as finished:
        return [await one_game(house, number, mix, finished) for number, mix in enumerate(mixes)]


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
        if isinstance(player, JsonPlayer):
            assert player.winner == best
        elif isinstance(player, TextPlayer):
            assert {seat: score for seat, score, _ in player.ranking} == totals
            assert [place for *_, place in player.ranking] == list(range(1, len(players) + 1))
            assert players[player.ranking[0][0]].name == best


@pytest.mark.slow
def test_games_of_every_mix_end_with_the_right_scores(tmp_path: Path) -> None:
    """Random games with tools, text and JSON at one table, two to four seats: scores and winners are right."""
    options = ("--lobby-seconds", str(LOBBY_SECONDS), "--turn-seconds", "60", "--ping-seconds", "30")
    with running_house(tmp_path, "sagrada-text", "sagrada-json", options=options) as house:
        games = asyncio.run(all_games(house, MIXES))
    assert len(games) >= 50
    tools: Counter[int] = Counter()
    for mix, company in zip(MIXES, games, strict=True):
        assert all(len(player.players) == len(mix) for player in company), mix
        check_scores(company)
        for player in company:
            tools += player.tools_used
    assert sum(tools.values()) > 200
    assert len(tools) >= 9, f"only tools {sorted(tools)} were used"
    assert sum(player.refused for company in games for player in company) > 100
