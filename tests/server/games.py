"""Finished games to be looked at, played by bots at a house in this process."""

from __future__ import annotations

from bottega.bots import choose
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import House
from bottega.table.position import Setup


def finished(house: House, game: str = "splendor", moves: int | None = None) -> str:
    """The id of a table of two whose game is over: played out, or ended after so many moves."""
    table = house.open(game, Setup(seats=2))
    for name in ("one", "two"):
        house.reception.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    while not table.position.finished and (moves is None or moves > 0):
        seat = table.game.actors(table.position.state)[0]
        seed = table.position.seq.to_bytes(4, "big")
        table.move(seat, str(choose("greedy", table.game, table.position.state, seat, seed)), lambda _: None)
        moves = None if moves is None else moves - 1
    if not table.position.finished:
        table.end(EndReason.ABANDONED)
    return table.id
