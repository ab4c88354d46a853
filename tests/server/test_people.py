"""The archive, a page per name and the best scores, as the HTTP port tells them."""

from __future__ import annotations

import msgspec
import pytest

from bottega.limits import ARCHIVE_PAGE
from bottega.server import people
from bottega.store.memory import MemoryLog
from bottega.store.records import Played, Record
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import PastGame, PastSeat
from bottega.wire.house.records import read_game

DAY = 86_400_000


def _played(log: MemoryLog, number: int, *seats: PastSeat, listed: bool = True, game: GameName = "splendor") -> None:
    """A game that ended on the so-manieth day of 1970."""
    past = PastGame(f"t{number:03}", game, 1, DAY * number, "played", seats)
    everybody = tuple(Played(seat.name, seat.outcome, seat.score) for seat in seats if seat.person)
    text = msgspec.json.encode(past).decode()
    log.record(Record(past.table, game, len(seats), listed, "played", past.ended, text, everybody), lambda _: None)


def _ada(outcome: str, score: int) -> PastSeat:
    return PastSeat("Ada", "", True, outcome, score)


BOB = PastSeat("Bob", "", True, "lost", 7)
BOT = PastSeat("greedy 1", "greedy", False, "won", 20)


@pytest.fixture
def log() -> MemoryLog:
    """Ada has beaten Bob twice, lost to a bot, played alone, and played a private game."""
    log = MemoryLog()
    _played(log, 1, _ada("won", 15), BOB)
    _played(log, 2, _ada("won", 17), BOB)
    _played(log, 3, _ada("lost", 9), BOT)
    _played(log, 4, _ada("won", 40), game="renaissance")
    _played(log, 5, _ada("won", 99), PastSeat("Eve", "", True, "lost", 1), listed=False)
    return log


def test_a_page_per_name(log: MemoryLog) -> None:
    """Games, results, opponents, best scores alone; a private game is in none of them."""
    ada = people.person(log, "Ada")
    assert {(each.game, each.players, each.outcome, each.count) for each in ada.counts} == {
        ("splendor", 2, "won", 2),
        ("splendor", 2, "lost", 1),
        ("renaissance", 1, "won", 1),
    }
    assert [(each.name, each.bot, each.games, each.won) for each in ada.opponents] == [
        ("Bob", "", 2, 2),
        ("greedy 1", "greedy", 1, 0),
    ]
    assert [(each.game, [best.score for best in each.best]) for each in ada.best] == [("renaissance", [40])]
    assert [game.table for game in ada.games] == ["t004", "t003", "t002", "t001"]


@pytest.mark.parametrize("name", ["Zoe", "", "Eve", "\ud800"])
def test_nobody_is_told_about_who_has_not_played(log: MemoryLog, name: str) -> None:
    """Nor about who has played in private only."""
    nobody = people.person(log, name)
    assert (nobody.counts, nobody.best, nobody.opponents, nobody.games) == ((), (), (), ())


def test_the_hall(log: MemoryLog) -> None:
    """The best scores of each game and number of players, people only, private games not."""
    lists = {
        (each.game, each.players): [(best.name, best.score) for best in each.best] for each in people.hall(log).lists
    }
    assert lists == {
        ("splendor", 2): [("Ada", 17), ("Ada", 15), ("Ada", 9), ("Bob", 7), ("Bob", 7)],
        ("renaissance", 1): [("Ada", 40)],
    }


@pytest.mark.parametrize(
    ("asked", "tables"),
    [
        ({}, ["t004", "t003", "t002", "t001"]),
        ({"game": "renaissance"}, ["t004"]),
        ({"players": "2"}, ["t003", "t002", "t001"]),
        ({"name": "Bob"}, ["t002", "t001"]),
        ({"name": "Ada", "result": "lost"}, ["t003"]),
        ({"result": "walkover"}, []),
        ({"from": "1970-01-03", "to": "1970-01-04"}, ["t003", "t002"]),
        ({"from": "1970-01-04", "to": "9999-12-31"}, ["t004", "t003"]),
        ({"game": "", "players": "", "name": "", "from": "", "to": "", "result": ""}, ["t004", "t003", "t002", "t001"]),
    ],
)
def test_the_archive_is_filtered(log: MemoryLog, asked: dict[str, str], tables: list[str]) -> None:
    """By game, number of players, name, result and days; an empty field asks for nothing."""
    page = people.archive(log, asked)
    assert ([game.table for game in page.games], page.next) == (tables, None)


def test_the_archive_is_turned_page_by_page() -> None:
    """Every game is on one page, whatever ends meanwhile."""
    log = MemoryLog()
    for number in range(2 * ARCHIVE_PAGE + 1):
        _played(log, number, PastSeat(f"P{number}", "", True, "won", number))
    seen: list[str] = []
    after: dict[str, str] = {}
    for size in (ARCHIVE_PAGE, ARCHIVE_PAGE, 1):
        page = people.archive(log, after)
        assert len(page.games) == size
        seen += [game.table for game in page.games]
        after = {"after": page.next or ""}
        _played(log, 900 + len(seen), _ada("won", 1))
    assert len(set(seen)) == len(seen)
    assert page.next is None


@pytest.mark.parametrize(
    "asked",
    [
        {"players": "x"},
        {"players": "99"},
        {"game": "chess"},
        {"result": "won"},
        {"from": "yesterday"},
        {"to": "10000-01-01"},
        {"after": "t1"},
        {"after": "9" * 20 + "-t"},
    ],
)
def test_what_makes_no_sense_is_refused(log: MemoryLog, asked: dict[str, str]) -> None:
    """With a sentence, and without asking the log."""
    with pytest.raises(ValueError, match=r"\w+"):
        people.archive(log, asked)


def test_what_is_told_is_what_was_recorded(log: MemoryLog) -> None:
    """A record is read as it was written."""
    (game,) = people.archive(log, {"game": "renaissance"}).games
    assert read_game(log._records["t004"].text) == game
