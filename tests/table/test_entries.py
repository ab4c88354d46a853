"""The typed log and its text form in the store."""

from __future__ import annotations

import pytest

from bottega.games import GAMES, splendor
from bottega.games.splendor import Pass, Take
from bottega.store.log import TABLE, Row
from bottega.table.entries import (
    DamagedLog,
    Ended,
    EndReason,
    Entry,
    Fact,
    HandedOver,
    Left,
    Motion,
    Moved,
    Paused,
    Proposed,
    Quit,
    Sat,
    Sized,
    Skipped,
    Started,
    Undone,
    Voted,
    Worded,
    from_row,
    to_row,
)
from tests.table.rigs import Inn, play_out

FACTS: list[tuple[Fact, int, str, str]] = [
    (Sat(0, "Ada"), 0, "sit", '{"name":"Ada"}'),
    (Sat(1, "Bob", "0f"), 1, "sit", '{"name":"Bob","key":"0f"}'),
    (Sat(2, "greedy", bot="greedy"), 2, "sit", '{"name":"greedy","bot":"greedy"}'),
    (Sat(1, "Cyd", account=True, word="pepe"), 1, "sit", '{"name":"Cyd","account":true,"word":"pepe"}'),
    (Left(1), 1, "leave", ""),
    (Worded(1, "più 🎲 pepe"), 1, "word", "più 🎲 pepe"),
    (Sized(3), TABLE, "size", "3"),
    (Started((2, 0, 1)), TABLE, "start", "2 0 1"),
    (Moved(1, (Take((0, 1, 2)),)), 1, "move", "take wbg"),
    (Moved(0, (Take((0, 0)), Pass())), 0, "move", "take ww; pass"),
    (Skipped(2, (Pass(),)), 2, "skip", "pass"),
    (Undone(1, 12), 1, "undo", "12"),
    (Proposed(0, Motion("undo", to=12), (1, 2)), 0, "propose", "undo 12: 1 2"),
    (Proposed(0, Motion("pause"), (1,)), 0, "propose", "pause: 1"),
    (Proposed(0, Motion("replace", seat=2, bot="greedy"), (1,)), 0, "propose", "replace 2 greedy: 1"),
    (Proposed(0, Motion("end"), ()), 0, "propose", "end:"),
    (Voted(1, True), 1, "vote", "yes"),
    (Voted(1, False), 1, "vote", "no"),
    (Paused(1, True), 1, "pause", "on"),
    (Paused(1, False), 1, "pause", "off"),
    (Quit(0), 0, "quit", ""),
    (HandedOver(1, "greedy"), 1, "bot", "greedy"),
    (HandedOver(1), 1, "bot", ""),
    (Ended(EndReason.WALKOVER, 1), 1, "end", "walkover"),
    (Ended(EndReason.ABANDONED), TABLE, "end", "abandoned"),
    (Ended(EndReason.ENDLESS), TABLE, "end", "endless"),
    (Ended(EndReason.AGREED), TABLE, "end", "agreed"),
]


@pytest.mark.parametrize(("fact", "seat", "kind", "text"), FACTS)
def test_every_fact_has_its_row(fact: Fact, seat: int, kind: str, text: str) -> None:
    """A fact is kept as a word, a seat and a text, the same in every version, and read back as it was."""
    entry, row = Entry(7, 1234, fact, "c1"), Row(7, "c1", seat, kind, text, 1234)
    assert to_row(entry) == row
    assert from_row(splendor, row) == entry
    assert (fact.kind, fact.seat) == (kind, seat)


@pytest.mark.parametrize(
    ("kind", "text"),
    [("sit", "Bob"), ("sit", '{"nome":"Bob"}'), ("size", "two"), ("start", "a b"), ("move", "fly"), ("end", "so")],
)
def test_unreadable_rows_are_damage(kind: str, text: str) -> None:
    """A text that its kind has no use for is damage, and the sentence names the entry and the text."""
    with pytest.raises(DamagedLog, match=f"entry 3 .*{kind}"):
        from_row(splendor, Row(3, None, 0, kind, text, 0))


def test_an_unknown_kind_is_damage() -> None:
    """A word that no version ever wrote is damage."""
    with pytest.raises(DamagedLog, match="unknown kind 'dance'"):
        from_row(splendor, Row(3, None, 0, "dance", "", 0))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_game_reads_back_as_the_same_bytes(game: str) -> None:
    """Every row of a game played out is what its entry is written as."""
    inn = Inn()
    table = inn.running("Ada", "Bob", game=game)
    play_out(table)
    rows = inn.log.read(table.id)[1]
    assert [to_row(from_row(table.game, row)) for row in rows] == rows
