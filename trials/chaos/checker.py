"""The checker: what clients sent, were acknowledged and were told, held against the log.

It is pure: tables as their rows and players as :class:`Statement` values in, :class:`Conviction` values out. What must
hold, whatever was done to the server:

1. Entries are numbered from 1 without a gap, no command id is there twice, and the rules accept every entry.
2. Every acknowledged move is in the log once, in the order it was sent; no refused one is; nothing is there that was
   never sent. A move whose answer got lost may be there, once, or not.
3. Every picture a player was shown is one that the log has passed through, in that order, as that seat may see it; the
   last picture is where the log ends.
4. Nobody holds two seats of one game at a time, but for whoever is known by a token or a password and says so.
5. Nobody was told another's secret: a token, a password, the seed of a game that goes on.
6. A turn whose time is over is skipped once.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from operator import itemgetter
from typing import Protocol

import msgspec

from bottega.players.player import Attempt, Picture
from bottega.store.log import Charter, Row
from bottega.table.entries import DamagedLog
from bottega.table.position import AnyPosition, Seat, follow, opened

SKIPPED = "\0"
"""Stands among a player's moves for a turn that was skipped."""
ENDS = ("end", "*end", "keep *", "bonus *")
"""Moves that look to some protocols' players like a skip."""
FURTHER = "bonus *"
"""The move that a skip of the set-up makes besides another: whoever is told of both has been skipped once."""
HASTY_MILLISECONDS = 500
"""No turn is over so soon."""
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
    vague: bool = False
    """Whether its protocol refuses what nobody knows the fate of (the database was gone) like anything else."""


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


def convict(
    accounts: Sequence[Account], statements: Sequence[Statement], *, steady: bool = True, slack: int = 0
) -> list[Conviction]:
    """Everything that must not be, ``steady`` if no clock has jumped.

    ``slack``: by how many milliseconds the times of two entries may be wrong, where several nodes write them.
    """
    found: list[Conviction] = []
    followed: list[_Followed] = []
    for account in accounts:
        found += misnumbered(account) + hasty(account)
        positions, problem = _follow(account)
        if problem:
            found.append(Conviction("unfoldable", account.charter.id, problem))
        else:
            followed.append(_Followed(account, positions))
    found += two_seats(followed, steady, slack)
    by_name: defaultdict[str, list[tuple[int, _Followed]]] = defaultdict(list)
    for table in followed:
        for name, at in _sat_down(table).items():
            by_name[name].append((at, table))
    for statement in statements:
        tables = sorted(by_name[statement.player.name], key=itemgetter(0))
        found += _judge(statement, [table for _, table in tables])
    return found + leaks(statements, accounts)


def _follow(account: Account) -> tuple[list[AnyPosition], str]:
    positions: list[AnyPosition] = [opened(account.charter)]
    try:
        for row in account.rows:
            positions.append(follow(positions[-1], row)[1])
    except DamagedLog as damaged:
        return positions, str(damaged)
    return positions, ""


def _sat_down(table: _Followed) -> dict[str, int]:
    """When everybody who ever had a seat took it first; a table may have stood empty after it was opened."""
    times: dict[str, int] = {}
    for row, position in zip(table.account.rows, table.positions[1:], strict=False):
        for seat in position.seats:
            times.setdefault(seat.name, row.at)
    return times


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


def hasty(account: Account) -> list[Conviction]:
    """Turns that were skipped right after the skip before them: two clocks have rung for one occasion.

    Where only one may act at a time, and whoever is away is waited for, so that only clocks skip.
    """
    setup = json.loads(account.charter.setup)
    if account.charter.game != "splendor" or not setup.get("turn_seconds") or setup.get("absent") != "wait":
        return []
    return [
        Conviction(
            "skipped twice", account.charter.id, f"entries {one.seq} and {other.seq}, {other.at - one.at} ms apart"
        )
        for one, other in pairwise(account.rows)
        if one.kind == other.kind == "skip" and one.seat != other.seat and other.at - one.at < HASTY_MILLISECONDS
    ]


def unexplained(attempts: Sequence[Attempt], moves: Sequence[str], *, vague: bool = False) -> str:
    """What is wrong with a player's moves in the log, given what was sent and answered; empty if nothing is.

    A turn of the player that was skipped needs no explanation, and may be what was said to be the end of one. Where
    answers do not say what they answer (``vague``), one may have been to a move of the same kind just before, sent over
    a connection that broke.
    """
    reached = _beyond_skips({0}, moves)
    echoes: set[str] = set()
    for attempt in attempts:
        kind = attempt.text.partition(" ")[0]
        applied = {place + 1 for place in reached if place < len(moves) and _is_it(attempt, moves[place])}
        if attempt.text == FURTHER:
            applied |= {place for place in reached if place and moves[place - 1] == SKIPPED}
        if attempt.acknowledged:
            if not applied and vague and kind in echoes:
                continue
            echoes.clear()
            if not applied:
                return f"{attempt.text!r} was acknowledged and is not there (after {_before(moves, max(reached))})"
            reached = _beyond_skips(applied, moves)
        elif attempt.acknowledged is None:
            echoes.add(kind)
            reached = _beyond_skips(reached | applied, moves)
    if len(moves) not in reached:
        place = max(reached)
        return f"{moves[place]!r} is there and cannot be (after {_before(moves, place)})"
    return ""


def _is_it(attempt: Attempt, move: str) -> bool:
    if move == SKIPPED:
        return attempt.text in ENDS
    # (A protocol of whole moves stores what a market visit has left before it ends the turn.)
    return fnmatchcase(move, attempt.text) or (attempt.text == "end" and move.endswith("; end"))


def _beyond_skips(places: set[int], moves: Sequence[str]) -> set[int]:
    found = set(places)
    for place in places:
        while place < len(moves) and moves[place] == SKIPPED:
            place += 1
            found.add(place)
    return found


def _kind(wrong: str) -> str:
    return "lost" if "acknowledged" in wrong else "invented"


def _before(moves: Sequence[str], place: int) -> str:
    return ", ".join(repr(move) for move in moves[max(0, place - 3) : place]) or "nothing"


def two_seats(tables: Sequence[_Followed], steady: bool, slack: int = 0) -> list[Conviction]:
    """Names that hold two seats of one game at the same time."""
    found = []
    stays: defaultdict[tuple[str, str], list[tuple[int, float, str]]] = defaultdict(list)
    seats: dict[tuple[str, str], Seat] = {}
    for table in tables:
        charter, rows = table.account.charter, table.account.rows
        since: dict[str, int] = {}
        for row, position in zip(rows, table.positions[1:], strict=True):
            held = [seat.name for seat in position.seats if not seat.quit and seat.person]
            if len(held) != len(set(held)):
                found.append(Conviction("two seats", charter.id, f"entry {row.seq}: {held}"))
            here = set() if position.finished else set(held)
            seats |= {(charter.id, seat.name): seat for seat in position.seats}
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
            apart = other[0] + slack >= one[1] or other[2] == one[2]
            if not apart and not _one_person(seats[one[2], name], seats[other[2], name]):
                found.append(Conviction("two seats", name, f"at {one[2]} and {other[2]} of {game} at the same time"))
    return found


def _one_person(one: Seat, other: Seat) -> bool:
    """Whether one of two seats was taken besides the other by somebody who is known to hold both."""
    known = bool(one.key and one.key == other.key) or bool(one.account and other.account)
    return known and (one.further or other.further)


def _judge(statement: Statement, tables: Sequence[_Followed]) -> list[Conviction]:
    player = statement.player
    moves = [
        row.text if row.kind == "move" else SKIPPED
        for table in tables
        for row, before in zip(table.account.rows, table.positions, strict=False)
        if row.kind in ("move", "skip") and before.seats[row.seat].name == player.name
    ]
    if statement.passed_for:
        moves = [move for move in moves if move != "pass"]
    doubtful = [attempt if attempt.acknowledged else Attempt(attempt.text) for attempt in player.attempts]
    wrong = unexplained(doubtful if statement.vague else player.attempts, moves, vague=statement.vague)
    found = []
    if wrong:
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
        try:
            differences = player.differences(tables[-1].positions)
        except (ValueError, LookupError) as error:  # it was never shown all of it
            differences = [f"what it was shown cannot be compared: {error!r}"]
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
        begin = 0 if picture.again else at
        place = next((place for place in range(begin, len(own)) if fits(picture, place)), None)
        if place is None:
            after = f"after entry {own[at].seq}" if own else "at no table"
            what = f"picture {number} of {len(player.pictures)}, shown {after}, is nowhere: {picture.shown[:SHOWN]}"
            return [Conviction("wrong picture", player.name, what)]
        at = max(at, place)
    # (Whoever came back after the end has a new table, at which nothing is shown before it starts.)
    if statement.present and own[-1].started and not own[-1].finished:
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
