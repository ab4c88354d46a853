"""A finished game as the archive tells it: made from its last position, and read back for whoever asks."""

from __future__ import annotations

from typing import cast

import msgspec

from bottega.games import GAMES
from bottega.store.records import Found, Played, Query, Record
from bottega.table.entries import EndReason
from bottega.table.position import AnyPosition, Seat
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import PastGame, PastSeat

UNDECIDED = (EndReason.ABANDONED, EndReason.ENDLESS, EndReason.AGREED)
"""Ends after which nobody has won or lost."""
PERSONAL = ("won", "lost", "left", "undecided")
"""What comes of a game for one person."""
MOST_PLAYERS = 4
"""At a table of any game; a number, so that no game is loaded for it."""

_encode = msgspec.json.Encoder().encode
read_game = msgspec.json.Decoder(PastGame).decode
"""What a record says."""


def record_of(position: AnyPosition, ended: int) -> Record | None:
    """The record of a finished table; None if it was never played."""
    result, charter = position.result, position.charter
    if result is None or not position.started:
        return None
    played = result.reason is EndReason.PLAYED
    seats = tuple(
        PastSeat(
            seat.name,
            seat.bot,
            seat.person,
            _outcome(number, seat, position),
            result.scores[number].total if played else None,
        )
        for number, seat in enumerate(position.seats)
    )
    game = PastGame(charter.id, cast(GameName, charter.game), charter.opened, ended, result.reason, seats)
    return Record(
        charter.id,
        charter.game,
        len(seats),
        position.setup.listed,
        result.reason,
        ended,
        _encode(game).decode(),
        tuple(Played(seat.name, seat.outcome, seat.score) for seat in seats if seat.person),
    )


def _outcome(number: int, seat: Seat, position: AnyPosition) -> str:
    result = position.result
    assert result is not None
    if seat.quit:
        return "left"
    if result.reason in UNDECIDED:
        return "undecided"
    return "won" if number in result.winners else "lost"


def query_of(name: str = "", game: str = "", players: int = 0, outcome: str = "") -> Query:
    """A query for what is said, and for anything where nothing is; ValueError if there is no such thing."""
    outcomes = PERSONAL if name else tuple(EndReason)
    if (game and game not in GAMES) or players not in range(MOST_PLAYERS + 1) or (outcome and outcome not in outcomes):
        raise ValueError("there is no such game, number of players or result")
    return Query(
        name=name,
        games=(game,) if game else tuple(GAMES),
        players=(players,) if players else tuple(range(1, MOST_PLAYERS + 1)),
        outcomes=(outcome,) if outcome else outcomes,
    )


def cursor_of(last: Found) -> str:
    """What asks for the games that ended before the last one of a page."""
    return f"{last.ended}-{last.table}"


def ended_before(cursor: str) -> tuple[int, str]:
    """Before when, and before which table, the games of the next page ended; ValueError if that is no cursor."""
    ended, _, table = cursor.partition("-")
    if not ended.isdecimal() or len(ended) > 15 or not table:
        raise ValueError("there is no such page")
    return int(ended), table
