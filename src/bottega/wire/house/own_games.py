"""The games of those who are here: each is shown where they have a seat, whose turn it is there, and a little picture.

How it works. Whoever asks is sent the games at which their name holds a seat, and then those that have changed, a
moment after they did. Nothing is kept but the texts that were last sent: a line that is the same is not sent again.
Tables that nobody is at are read a few at a time, so that somebody with many games makes nobody wait.

What must stay true:

1. Somebody is shown games of seats that are theirs, listed or not, and of each only what they may know.
2. Being shown a game is not being at its table: nobody there is told, and time goes on as it did.
3. While nobody asks, nothing is made.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from bottega.limits import GLANCED_AT_ONCE, OWN_GAMES
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.core.connection import Timer
from bottega.wire.house.lobby import LOBBY_SECONDS, Later
from bottega.wire.house.messages import OwnGame
from bottega.wire.house.miniature import picture_of
from bottega.wire.house.words import actors_of, framed, line_of

_encode = msgspec.json.Encoder().encode


class Player(Protocol):
    """Somebody who is shown their own games."""

    claim: Claim

    def shown(self, frame: bytes) -> None:
        """Some of them have changed."""


class _Shown:
    """What somebody was shown last, and what is to be looked at again."""

    def __init__(self, tables: set[str]) -> None:
        self.texts: dict[str, bytes] = {}
        self.noted = tables
        self.first = True


class OwnGames:
    """Who is shown their games, and what has changed there."""

    def __init__(self, house: House, later: Later) -> None:
        self._house = house
        self._later = later
        self._players: dict[str, dict[Player, _Shown]] = {}
        """By name."""
        self._timer: Timer | None = None

    @property
    def asked_for(self) -> bool:
        """Whether anybody is shown theirs."""
        return bool(self._players)

    def subscribe(self, player: Player) -> None:
        """Show somebody their games now, and whatever changes there."""
        tables = set(self._house.identity.seated_at(player.claim)[:OWN_GAMES])
        self._players.setdefault(player.claim.name, {})[player] = _Shown(tables)
        self._show()

    def unsubscribe(self, player: Player) -> None:
        """Show them no longer."""
        players = self._players.get(player.claim.name, {})
        players.pop(player, None)
        if not players:
            self._players.pop(player.claim.name, None)

    def note(self, table: str, names: tuple[str, ...]) -> None:
        """Something has changed at a table where these have seats, or had."""
        found = [shown for name in names for shown in self._players.get(name, {}).values()]
        for shown in found:
            if table in shown.texts or len(shown.texts) + len(shown.noted) < OWN_GAMES:
                shown.noted.add(table)
        if found:
            self._wake()

    def _wake(self) -> None:
        if self._timer is None:
            self._timer = self._later(LOBBY_SECONDS, self._show)

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        read = GLANCED_AT_ONCE
        for players in list(self._players.values()):
            for player, shown in list(players.items()):
                read = self._show_to(player, shown, read)
        if any(shown.noted for players in self._players.values() for shown in players.values()):
            self._wake()

    def _show_to(self, player: Player, shown: _Shown, read: int) -> int:
        """Send what has changed of what may be read now; how many tables may still be."""
        changed, gone = [], []
        for table in sorted(shown.noted):
            asleep = table in self._house.dormant
            if asleep and not read:
                continue
            read -= asleep
            shown.noted.discard(table)
            text = self._text(table, player.claim)
            if text is None and shown.texts.pop(table, None) is not None:
                gone.append(table)
            elif text is not None and shown.texts.get(table) != text:
                shown.texts[table] = text
                changed.append(text)
        if changed or gone or shown.first:
            whole = b"true" if shown.first else b"false"
            fields = b'"whole":' + whole + b',"games":[' + b",".join(changed) + b'],"gone":' + _encode(gone)
            player.shown(framed(b'{"type":"own_games",' + fields + b"}"))
            shown.first = False
        return read

    def _text(self, name: str, claim: Claim) -> bytes | None:
        table = self._house.here(name)
        if table is None:
            return None
        position = table.position
        number = position.seat_of(claim.name)
        if position.finished or number is None or position.seats[number].quit:
            return None
        if not self._house.identity.owns(position.charter.game, position.seats[number], claim):
            return None
        return _encode(_line(table, position, number, self._house.vacations.away(position)))


def _line(table: Table, position: AnyPosition, number: int, away: dict[str, int]) -> OwnGame:
    ballot, left = position.ballot, table.deadlines.turn_left
    return OwnGame(
        line_of(position, table.attendance.presences, away),
        position.setup.listed,
        number,
        () if position.paused else actors_of(position),
        ballot is not None and number in ballot.asked and number not in ballot.agreed,
        position.paused,
        None if left is None else round(left),
        picture_of(position, number),
    )
