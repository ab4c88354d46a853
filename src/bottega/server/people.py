"""What the HTTP port tells about people and about games that are over: the archive, a page per name, the best scores.

Only of listed tables: a private one is found by its link alone, and by nobody's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import cast

import msgspec

from bottega.games import GAMES
from bottega.limits import ARCHIVE_PAGE, HALL_SCORES, KNOWN_GAMES
from bottega.store.log import Log
from bottega.store.records import Best, Query
from bottega.wire.house.answers import Archive, BestScore, GameCount, Hall, Opponent, Person, ScoreList
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import PastGame
from bottega.wire.house.records import MOST_PLAYERS, cursor_of, ended_before, query_of, read_game

_DAY_SECONDS = 24 * 3600


def archive(log: Log, asked: Mapping[str, str]) -> Archive:
    """A page of the archive; ValueError if it is asked for in a way that makes no sense."""
    query = _query(asked)
    found = log.search(msgspec.structs.replace(query, most=ARCHIVE_PAGE + 1))
    page, more = found[:ARCHIVE_PAGE], len(found) > ARCHIVE_PAGE
    return Archive(tuple(read_game(each.text) for each in page), cursor_of(page[-1]) if more else None)


def _query(asked: Mapping[str, str]) -> Query:
    players = asked.get("players", "") or "0"
    if not players.isdecimal() or len(players) > 2:
        raise ValueError("the number of players is none")
    query = query_of(asked.get("name", ""), asked.get("game", ""), int(players), asked.get("result", ""))
    since = _midnight(asked["from"]) if asked.get("from") else 0
    before = query.before
    if asked.get("to"):
        before = (_midnight(asked["to"], 1), "")
    if after := asked.get("after"):
        before = min(before, ended_before(after))
    return msgspec.structs.replace(query, since=since, before=before)


def _midnight(day: str, later: int = 0) -> int:
    """When a day begins, in milliseconds since 1970, or one so many days later."""
    try:
        first = date.fromisoformat(day)
        begins = datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp()
        return max(0, int((begins + later * _DAY_SECONDS) * 1000))
    except ValueError:
        raise ValueError("a day is written as in 2026-03-31") from None


def person(log: Log, name: str) -> Person:
    """Everything that is told about a name; nothing is if nobody has played under it."""
    tally = log.tally(name)
    counts = tuple(GameCount(cast(GameName, each.game), each.players, each.outcome, each.count) for each in tally)
    if not counts or not name:
        return Person(name, (), (), (), ())
    alone = [(game, log.best(game, 1, HALL_SCORES, name)) for game in GAMES]
    best = tuple(ScoreList(cast(GameName, game), 1, _scores(found)) for game, found in alone if found)
    games = [read_game(each.text) for each in log.search(msgspec.structs.replace(query_of(name), most=KNOWN_GAMES))]
    return Person(name, counts, best, _opponents(name, games), tuple(games[:ARCHIVE_PAGE]))


def _opponents(name: str, games: list[PastGame]) -> tuple[Opponent, ...]:
    """With whom somebody has played lately, most often first, and how often they won then."""
    met: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for game in games:
        outcome = next((seat.outcome for seat in game.seats if seat.name == name), "")
        for seat in game.seats:
            if seat.name != name:
                other = (seat.name, "" if seat.person else seat.bot)
                met[other] += 1
                won[other] += outcome == "won"
    most = sorted(met.items(), key=lambda each: (-each[1], each[0]))[:ARCHIVE_PAGE]
    return tuple(Opponent(other, bot, count, won[other, bot]) for (other, bot), count in most)


def hall(log: Log) -> Hall:
    """The best scores of each game and number of players."""
    lists = (
        ScoreList(cast(GameName, game), players, _scores(log.best(game, players, HALL_SCORES)))
        for game in GAMES
        for players in range(1, MOST_PLAYERS + 1)
    )
    return Hall(tuple(each for each in lists if each.best))


def _scores(found: list[Best]) -> tuple[BestScore, ...]:
    return tuple(BestScore(each.name, each.score, each.ended, each.table) for each in found)
