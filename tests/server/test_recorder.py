"""Every game that is over comes into the archive, also those that ended when there was none."""

from __future__ import annotations

from bottega.server.recorder import Recorder
from bottega.wire.house.records import query_of
from tests.server.harness import TIMEOUT
from tests.table.rigs import Inn, play_out


def _archive(inn: Inn) -> list[str]:
    return [found.table for found in inn.log.search(query_of())]


def test_a_game_that_ends_is_recorded_at_once() -> None:
    """With the time of its last entry, before anybody asks."""
    inn = Inn()
    recorder = Recorder(inn.house)
    recorder.close()
    table = inn.running("Ada", "Bob")
    play_out(table)
    (found,) = inn.log.search(query_of("Ada"))
    assert (found.table, found.ended) == (table.id, inn.log.read(table.id)[1][-1].at)


def test_games_of_before_are_read() -> None:
    """Those without a record get one; a damaged log, and a table that was never played, keep no other from it."""
    inn = Inn()
    tables = [inn.running(f"Ada{number}", f"Bob{number}") for number in range(3)]
    for table in tables:
        play_out(table)
    inn.enter("Cyd")
    inn.table("Cyd").leave("Cyd")
    inn.log._entries[tables[0].id].pop(3)
    recorder = Recorder(inn.house)
    assert recorder.behind.wait(TIMEOUT)
    recorder.close()
    assert sorted(_archive(inn)) == sorted(table.id for table in tables[1:])
