"""The checker: what clients sent, were acknowledged and were told, held against the log.

It is pure: tables as their rows and players as :class:`Statement` values in, :class:`Conviction` values out. What must
hold, whatever was done to the server:

1. Entries are numbered from 1 without a gap, no command id is there twice, and the rules accept every entry.
2. Every acknowledged move is in the log once, in the order it was sent; no refused one is; nothing is there that was
   never sent. A move whose answer got lost may be there, once, or not.
3. Every picture a player was shown is one that the log has passed through, in that order, as that seat may see it; the
   last picture is where the log ends.
4. Nobody holds two seats of one game at a time.
5. Nobody was told another's secret: a token, a password, the seed of a game that goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Protocol

import msgspec

from bottega.players.player import Attempt, Picture
from bottega.store.log import Charter, Row
from bottega.table.entries import DamagedLog
from bottega.table.position import AnyPosition, follow, opened

SHOWN = 300
"""So much of a picture is printed."""


class Account(msgspec.Struct, frozen=True):
    """A table as the log has it."""

    charter: Charter
    rows: Sequence[Row]
    finished: bool = False


class Witness(Protocol):
    """What a player says about the game it played."""

    name: str
    attempts: list[Attempt]
    pictures: list[Picture]
    secrets: set[str]

    def shows(self, position: AnyPosition) -> str | None:
        """What a picture of that position would show."""

    def due(self, position: AnyPosition) -> bool:
        """Whether everybody is shown the table at that position."""

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """What else this player knows otherwise than the log."""

    def overheard(self, ends: Sequence[AnyPosition]) -> list[str]:
        """What this player was told that is another's secret, given how each of its tables ends."""


class Statement(msgspec.Struct, frozen=True):
    """A player, whether it was there when everything had come to rest, and all it was told."""

    player: Witness
    present: bool = True
    told: Callable[[], Iterable[str]] = tuple
    passed_for: bool = False
    """Whether the table passes for this player when nothing can be done (splendor-json has no word for it)."""


class Conviction(msgspec.Struct, frozen=True):
    """Something that must not be."""

    kind: str
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.who}: {self.what}"


class _Followed(msgspec.Struct):
    account: Account
    positions: list[AnyPosition]


def convict(accounts: Sequence[Account], statements: Sequence[Statement], *, steady: bool = True) -> list[Conviction]:
    """Everything that must not be; tables in the order of their opening, ``steady`` if no clock has jumped."""
    found: list[Conviction] = []
    followed: list[_Followed] = []
    for account in accounts:
        found += misnumbered(account)
        positions, problem = _follow(account)
        if problem:
            found.append(Conviction("unfoldable", account.charter.id, problem))
        else:
            followed.append(_Followed(account, positions))
    found += two_seats(followed, steady)
    by_name: defaultdict[str, list[_Followed]] = defaultdict(list)
    for table in followed:
        for name in {seat.name for position in table.positions for seat in position.seats}:
            by_name[name].append(table)
    for statement in statements:
        found += _judge(statement, by_name[statement.player.name])
    return found + leaks(statements, accounts)


def _follow(account: Account) -> tuple[list[AnyPosition], str]:
    positions: list[AnyPosition] = [opened(account.charter)]
    try:
        for row in account.rows:
            positions.append(follow(positions[-1], row)[1])
    except DamagedLog as damaged:
        return positions, str(damaged)
    return positions, ""


def misnumbered(account: Account) -> list[Conviction]:
    """Gaps, repeated numbers and repeated commands."""
    found = []
    numbers = [row.seq for row in account.rows]
    if numbers != list(range(1, len(numbers) + 1)):
        wrong = next(place for place, number in enumerate(numbers, 1) if number != place)
        found.append(Conviction("gap", account.charter.id, f"entry {numbers[wrong - 1]} stands at place {wrong}"))
    commands = [row.cmd_id for row in account.rows if row.cmd_id is not None]
    for command in sorted({command for command in commands if commands.count(command) > 1}):
        found.append(Conviction("twice", account.charter.id, f"the command {command} was played more than once"))
    return found


def unexplained(attempts: Sequence[Attempt], moves: Sequence[str]) -> str:
    """What is wrong with a player's moves in the log, given what was sent and answered; empty if nothing is."""
    reached = {0}
    for attempt in attempts:
        applied = {place + 1 for place in reached if place < len(moves) and fnmatchcase(moves[place], attempt.text)}
        if attempt.acknowledged:
            if not applied:
                return f"{attempt.text!r} was acknowledged and is not there (after {_before(moves, max(reached))})"
            reached = applied
        elif attempt.acknowledged is None:
            reached |= applied
    if len(moves) not in reached:
        place = max(reached)
        return f"{moves[place]!r} is there and cannot be (after {_before(moves, place)})"
    return ""


def _kind(wrong: str) -> str:
    return "lost" if "acknowledged" in wrong else "invented"


def _before(moves: Sequence[str], place: int) -> str:
    return ", ".join(repr(move) for move in moves[max(0, place - 3) : place]) or "nothing"


def two_seats(tables: Sequence[_Followed], steady: bool) -> list[Conviction]:
    """Names that hold two seats of one game at the same time."""
    found = []
    stays: defaultdict[tuple[str, str], list[tuple[int, float, str]]] = defaultdict(list)
    for table in tables:
        charter, rows = table.account.charter, table.account.rows
        since: dict[str, int] = {}
        for row, position in zip(rows, table.positions[1:], strict=True):
            held = [seat.name for seat in position.seats if not seat.quit and seat.person]
            if len(held) != len(set(held)):
                found.append(Conviction("two seats", charter.id, f"entry {row.seq}: {held}"))
            here = set() if position.finished else set(held)
            for name in since.keys() - here:
                stays[charter.game, name].append((since.pop(name), row.at, charter.id))
            for name in here - since.keys():
                since[name] = row.at
        for name, at in since.items():
            stays[charter.game, name].append((at, float("inf"), charter.id))
    for (game, name), times in stays.items():
        if not steady:
            times = [each for each in times if each[1] == float("inf")]
        for one, other in zip(sorted(times), sorted(times)[1:], strict=False):
            if other[0] < one[1] and other[2] != one[2]:
                found.append(Conviction("two seats", name, f"at {one[2]} and {other[2]} of {game} at the same time"))
    return found


def _judge(statement: Statement, tables: Sequence[_Followed]) -> list[Conviction]:
    player = statement.player
    moves = [
        row.text
        for table in tables
        for row, before in zip(table.account.rows, table.positions, strict=False)
        if row.kind == "move" and before.seats[row.seat].name == player.name
    ]
    if statement.passed_for:
        moves = [move for move in moves if move != "pass"]
    wrong = unexplained(player.attempts, moves)
    found = []
    if wrong:
        doubtful = [attempt if attempt.acknowledged else Attempt(attempt.text) for attempt in player.attempts]
        kind = "refused and played" if not unexplained(doubtful, moves) else _kind(wrong)
        found.append(
            Conviction(kind, player.name, f"{wrong}, at {', '.join(each.account.charter.id for each in tables)}")
        )
    found += _wrong_pictures(statement, tables)
    ends = [
        table.positions[-1] for table in tables if any(seat.name == player.name for seat in table.positions[-1].seats)
    ]
    found += [Conviction("leak", player.name, each) for each in player.overheard(ends)]
    if tables and statement.present:
        differences = player.differences(tables[-1].positions)
        found += [Conviction("wrong picture", player.name, each[: 2 * SHOWN]) for each in differences]
    return found


def _wrong_pictures(statement: Statement, tables: Sequence[_Followed]) -> list[Conviction]:
    """Pictures that the log has not passed through in that order, or a last one that is not where it ends."""
    player = statement.player
    if not player.pictures:
        return []
    here = [position for table in tables for position in table.positions]
    own = [position for position in here if any(seat.name == player.name for seat in position.seats)]
    shown: dict[int, str | None] = {}

    def fits(picture: Picture, place: int) -> bool:
        if picture.seq not in (None, own[place].seq):
            return False
        if place not in shown:
            shown[place] = player.shows(own[place])
        return shown[place] == picture.shown

    at = 0
    for number, picture in enumerate(player.pictures, 1):
        place = next((place for place in range(at, len(own)) if fits(picture, place)), None)
        if place is None:
            after = f"after entry {own[at].seq}" if own else "at no table"
            what = f"picture {number} of {len(player.pictures)}, shown {after}, is nowhere: {picture.shown[:SHOWN]}"
            return [Conviction("wrong picture", player.name, what)]
        at = place
    if statement.present and not own[-1].finished:
        due = max((place for place, position in enumerate(own) if player.due(position)), default=0)
        if not any(fits(player.pictures[-1], place) for place in range(due, len(own))):
            what = f"the last picture is of entry {own[at].seq}, the log went on to {own[-1].seq}"
            return [Conviction("wrong picture", player.name, what)]
    return []


def leaks(statements: Sequence[Statement], accounts: Sequence[Account]) -> list[Conviction]:
    """Secrets that somebody was told whose they are not."""
    owners = {secret: each.player.name for each in statements for secret in each.player.secrets}
    seeds = {account.charter.seed.hex(): account.charter.id for account in accounts}
    found = []
    for statement in statements:
        name = statement.player.name
        strange = [(secret, owner) for secret, owner in owners.items() if owner != name]
        for text in statement.told():
            for secret, owner in strange:
                if secret in text:
                    found.append(Conviction("leak", name, f"was told a secret of {owner}"))
            for seed, table in seeds.items():
                if seed in text and '"result":{' not in text:
                    found.append(Conviction("leak", name, f"was told the seed of {table} before its end"))
    return found
