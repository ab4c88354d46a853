"""A game that the table itself ends, with everybody there, ends in every protocol."""

from __future__ import annotations

import pytest

from bottega.games import GAMES
from bottega.table.entries import EndReason
from bottega.table.position import Setup
from tests.wire.stage import Stage
from tests.wire.test_shares import hello

ENDS = {
    "splendor-json": "the game has gone on for too long",
    "splendor-json+original": "the game has gone on for too long",
    "sagrada-text": "",
    "sagrada-text+original": "",
    "sagrada-json": "",
    "sagrada-json+original": "",
    "renaissance-json": "it has gone on for too long",
    "renaissance-events": "",
    "renaissance-steps": "the game ends early: endless",
    "renaissance-steps+original": "the game ends early: endless",
}


@pytest.mark.parametrize("mark", ENDS)
def test_a_game_without_a_winner(mark: str) -> None:
    """Everybody is told that it is over; where the document has words for it, also why."""
    dialect, _, profile = mark.partition("+")
    game = dialect.partition("-")[0]
    stage = Stage()
    if game != "splendor":
        stage.house.open(game, Setup(seats=2))
    assert game in GAMES
    peers = [stage.connect(dialect, profile) for _ in range(2)]
    for peer, name in zip(peers, ("ann", "bob"), strict=True):
        peer.says(hello(peer, dialect, name))
    stage.settle()
    (table,) = stage.house.tables.values()
    assert table.position.started
    for peer in peers:
        peer.inbox.clear()
    table.end(EndReason.ENDLESS)
    stage.settle()
    told = ["\n".join(peer.inbox) for peer in peers]
    if mark == "splendor-json+original":  # the program of the time reads nothing but answers
        told = [each for each in told if each]
    assert told
    assert all(each and ENDS[mark] in each for each in told)
