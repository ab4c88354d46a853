"""What the archive tells of a game follows from its last position."""

from __future__ import annotations

import pytest

from bottega.games import GAMES
from bottega.table.entries import EndReason, Sitting
from bottega.table.position import Setup
from bottega.wire.house.records import MOST_PLAYERS, query_of, read_game, record_of
from tests.table.rigs import Inn, play, play_out


def test_a_game_that_was_played_out() -> None:
    """Who played, who won and every score; people have rows of their own, bots do not."""
    inn = Inn()
    table = inn.house.open("splendor", Setup(seats=2))
    inn.house.reception.sit(table, Sitting("Ada"), None, lambda _: None)
    inn.house.reception.sit(table, Sitting("greedy 1", bot="greedy"), None, lambda _: None)
    play_out(table)
    record = record_of(table.position, 77)
    assert record is not None
    assert (record.game, record.players, record.listed, record.outcome, record.ended) == (
        "splendor",
        2,
        True,
        "played",
        77,
    )
    result = table.position.result
    assert result is not None
    game = read_game(record.text)
    assert [seat.score for seat in game.seats] == [score.total for score in result.scores]
    assert [seat.outcome for seat in game.seats] == ["won" if n in result.winners else "lost" for n in range(2)]
    (ada,) = record.people
    assert (ada.name, ada.score) == ("Ada", result.scores[table.position.seat_of("Ada") or 0].total)


def test_a_game_that_was_not() -> None:
    """Whoever left has left, whoever stayed has won; without a result nobody has, and there are no scores."""
    inn = Inn()
    table = inn.running("Ada", "Bob")
    play(table)
    table.quit("Bob")
    record = record_of(table.position, 1)
    assert record is not None
    assert record.outcome == "walkover"
    assert {(each.name, each.outcome, each.score) for each in record.people} == {
        ("Ada", "won", None),
        ("Bob", "left", None),
    }
    table = inn.running("Cyd", "Dan")
    table.end(EndReason.ABANDONED)
    record = record_of(table.position, 1)
    assert record is not None
    assert {each.outcome for each in record.people} == {"undecided"}


def test_what_was_never_played_has_no_record() -> None:
    """A table that waited in vain, and one that is not over."""
    inn = Inn()
    inn.enter("Ada", Setup(seats=2))
    waiting = inn.table("Ada")
    assert record_of(waiting.position, 1) is None
    waiting.end(EndReason.ABANDONED)
    assert record_of(waiting.position, 1) is None
    assert record_of(inn.running("Cyd", "Dan").position, 1) is None


def test_queries_that_make_no_sense() -> None:
    """There is no such game, nobody wins without a name, and no table has nine seats."""
    for wrong in ({"game": "chess"}, {"players": 9}, {"outcome": "won"}, {"name": "Ada", "outcome": "played"}):
        with pytest.raises(ValueError, match="no such"):
            query_of(**wrong)
    assert query_of("Ada", outcome="won").outcomes == ("won",)


def test_no_game_is_for_more() -> None:
    """The number that is written down is that of the games."""
    assert max(game.SEATS[-1] for game in GAMES.values()) == MOST_PLAYERS
