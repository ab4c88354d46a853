"""What the HTTP port answers under ``/api`` (``docs/protocols/house.md``), as types: games that are over, and people.

The JSON Schema and the page's TypeScript types are made from these classes too.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import AnyView, PastGame, ResultView, SeatView, SetupView, TableLine


class ReplayStep(msgspec.Struct, frozen=True):
    """One entry of a finished game as a spectator saw it, and everybody's points after it."""

    seq: int
    at: int
    kind: str
    seat: int | None
    name: str | None
    actions: tuple[str, ...]
    view: AnyView
    points: tuple[int, ...]


class Replay(msgspec.Struct, frozen=True):
    """A finished game, from ``GET /api/tables/ID/replay``."""

    table: str
    game: GameName
    opened: int
    setup: SetupView
    commitment: str
    seed: str
    words: tuple[str, ...]
    seats: tuple[SeatView, ...]
    result: ResultView
    steps: tuple[ReplayStep, ...]


class LineOfPlay(msgspec.Struct, frozen=True):
    """What could have been played, with the answers that are expected, and what it brings its seat."""

    actions: tuple[str, ...]
    chance: float


class JudgedMove(msgspec.Struct, frozen=True):
    """What was to be had in one decision of a finished game, as its seat could see it; chances are from 0 to 1."""

    seq: int
    seat: int
    action: str
    chances: tuple[float, ...]
    points: tuple[float, ...]
    played: float
    best: float
    lines: tuple[LineOfPlay, ...]


class SeatAccount(msgspec.Struct, frozen=True):
    """What made a seat's result: the chance it began with, the own choices, the others', and luck add up to it."""

    began: float
    own: float
    others: float
    luck: float
    accuracy: float
    decisions: int


class Study(msgspec.Struct, frozen=True):
    """A finished game looked at again, from ``/api/tables/ID/study``: how far that is, and what was found."""

    state: Literal["none", "waiting", "done", "failed"]
    done: int = 0
    """Decisions that have been judged."""
    all: int = 0
    moves: tuple[JudgedMove, ...] = ()
    accounts: tuple[SeatAccount, ...] = ()
    turning_points: tuple[int, ...] = ()
    """Numbers of entries."""
    simulations: int = 0
    """How far each decision was thought through."""


class Moment(msgspec.Struct, frozen=True):
    """A moment of a finished game, or of what was played on from one, as one seat sees it."""

    seat: int | None
    actors: tuple[int, ...]
    view: AnyView
    legal: tuple[str, ...]
    points: tuple[int, ...]
    result: ResultView | None


class Suggestion(msgspec.Struct, frozen=True):
    """What a bot would do at a moment."""

    seat: int
    action: str


class PastTable(msgspec.Struct, frozen=True):
    """A finished table in ``GET /api/tables``."""

    table: str
    game: GameName
    opened: int
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str


class TableList(msgspec.Struct, frozen=True):
    """``GET /api/tables``: what is waiting or being played, and what was played lately."""

    tables: tuple[TableLine, ...]
    finished: tuple[PastTable, ...]


class Archive(msgspec.Struct, frozen=True):
    """``GET /api/archive``: finished games, newest first; ``next`` as ``after`` gives those that follow."""

    games: tuple[PastGame, ...]
    next: str | None


class GameCount(msgspec.Struct, frozen=True):
    """How many games of a kind somebody has played, with this outcome."""

    game: GameName
    players: int
    outcome: str
    count: int


class BestScore(msgspec.Struct, frozen=True):
    """A score that somebody has reached."""

    name: str
    score: int
    ended: int
    table: str


class ScoreList(msgspec.Struct, frozen=True):
    """The best scores of a game with so many players, best first."""

    game: GameName
    players: int
    best: tuple[BestScore, ...]


class Opponent(msgspec.Struct, frozen=True):
    """With whom somebody has played lately, how often, and how often they won then."""

    name: str
    bot: str
    games: int
    won: int


class Person(msgspec.Struct, frozen=True):
    """``GET /api/people/NAME``: what is told about a name; its best scores are those of games alone."""

    name: str
    counts: tuple[GameCount, ...]
    best: tuple[ScoreList, ...]
    opponents: tuple[Opponent, ...]
    games: tuple[PastGame, ...]


class Hall(msgspec.Struct, frozen=True):
    """``GET /api/hall``: the best scores of every game and number of players."""

    lists: tuple[ScoreList, ...]
