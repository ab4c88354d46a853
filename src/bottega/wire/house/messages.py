"""What the house says in its own protocol (``docs/protocols/house.md``), as types: one of :data:`Message`.

What is asked of it is in ``commands.py``. Both are JSON objects told apart by ``type``; the JSON Schema and the page's
TypeScript types are made from these classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bottega.games.refusal import Value
from bottega.table.entries import Kind
from bottega.table.events import Presence
from bottega.table.ways import Way
from bottega.wire.house.commands import GameName

PROTOCOL = 2
"""Grows when a client written for an older one would no longer understand us."""

Params = dict[str, Value]
AnyView = Annotated[
    msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/View"}, description="What you may know of the game")
]


class _Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class WaysView(msgspec.Struct, frozen=True):
    """By which ways you are told about your games, and by which you could be."""

    offered: tuple[Way, ...]
    push_key: str
    """What your browser needs to know of the house to be reached by it."""
    ntfy_site: str
    devices: int
    """Browsers of yours that are told."""
    ntfy: str
    mail: str
    unconfirmed: str
    """A mail address of yours that a code was sent to."""
    webhook: bool


class Ok(_Message, frozen=True, tag="ok", omit_defaults=True):
    """The command was done; what was asked for or made is in the other fields."""

    cmd_id: str
    table: str | None = None
    seq: int | None = None
    name: str | None = None
    token: str | None = None
    tables: tuple[str, ...] | None = None
    """After ``hello``: the tables at which you hold a seat."""
    code: str | None = None
    """After ``tap``: what to say on the connection that shall be shown. After ``transfer`` and ``free``: what to type
    on the other device."""
    seconds: float | None = None
    """For how long the code is good."""
    link: str | None = None
    """The code as an address."""
    picture: str | None = None
    """The link as a QR code, an image by a ``data:`` address."""
    options: str | None = None
    """After ``ask_passkey``: what to give to the browser, as JSON."""
    ways: WaysView | None = None
    """After ``ways``, ``set_way`` and ``confirm_mail``: what you have chosen."""
    left: int | None = None
    """After ``forget``: how many tables keep the name, since it is not proven that it was you there."""


class Refused(_Message, frozen=True, tag="refused"):
    """The command changed nothing: why, as data (code and parameters) and in English.

    ``cmd_id`` is null if the message had none that could be read.
    """

    cmd_id: str | None
    code: str
    params: Params
    reason: str


class GameOffer(msgspec.Struct, frozen=True):
    """A game that can be played here, and by how many."""

    game: GameName
    seats: tuple[int, ...]


class Welcome(_Message, frozen=True, tag="welcome"):
    """The first message on every connection."""

    protocol: int
    version: str
    games: tuple[GameOffer, ...]
    bots: tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there. ``bot`` is who plays the seat now if it is one, ``gives_away`` what its client sees unlike us."""

    name: str
    presence: Presence
    bot: str
    quit: bool
    gives_away: tuple[str, ...] = ()
    free: bool = False
    """Whether somebody who watches may ask for it: its player has left a running game, or a bot plays for them."""


class TableLine(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    table: str
    game: GameName
    size: int
    seats: tuple[SeatView, ...]
    started: bool
    options: dict[str, bool | int | str]
    turn_seconds: float
    opened: int
    correspondence: bool = False
    away: dict[str, int] = {}
    """In a game over days: who is away, and until when (milliseconds since 1970)."""


class OwnGame(msgspec.Struct, frozen=True):
    """A game of yours at a glance."""

    line: TableLine
    listed: bool
    you: int
    """Your seat."""
    actors: tuple[int, ...]
    """The seats that may act now; none while the game is paused."""
    asked: bool
    """Whether the others wait for your consent to something."""
    paused: bool
    turn_left: int | None
    """Seconds left of the turn; null without a clock, or while it stands still."""
    picture: tuple[str, ...]
    """The board as rows of cells of two characters, see the document."""


class OwnGames(_Message, frozen=True, tag="own_games"):
    """Games of yours that are new or otherwise now, and tables where you have none any more; ``whole``: no others."""

    whole: bool
    games: tuple[OwnGame, ...]
    gone: tuple[str, ...]


class Tables(_Message, frozen=True, tag="lobby"):
    """All listed tables that are waiting or being played, newest first: by ``opened``, then by ``table``."""

    tables: tuple[TableLine, ...]


class TableChanges(_Message, frozen=True, tag="lobby_changes"):
    """What has changed in the list since it was last told: tables that are new or otherwise now, and those gone."""

    tables: tuple[TableLine, ...]
    gone: tuple[str, ...]


class ClockView(msgspec.Struct, frozen=True):
    """Seconds: of a whole turn (0: no clock), left of this one, until the table starts by itself."""

    turn_seconds: float
    turn_left: float | None
    starts_in: float | None


class Away(_Message, frozen=True, tag="away"):
    """Who of those who sit at a game over days is away, and until when (milliseconds since 1970); nobody else is."""

    table: str
    names: dict[str, int]
    clock: ClockView


class VacationNews(_Message, frozen=True, tag="vacation"):
    """Until when you are away (milliseconds since 1970, null if you are not), and how many days of a year are left."""

    until: int | None
    days_left: int


class LineView(msgspec.Struct, frozen=True):
    """A line of a score sheet: what for and how it was counted, as data (code and parameters) and in English."""

    code: str
    points: int
    params: Params
    what: str
    detail: str


class ScoreView(msgspec.Struct, frozen=True):
    """One seat's score, line by line; ``tie_break`` decides among equal totals, higher first."""

    seat: int
    total: int
    lines: tuple[LineView, ...]
    tie_break: tuple[int, ...]


class ResultView(msgspec.Struct, frozen=True):
    """How it ended: ``played`` out, ``walkover``, ``abandoned`` or ``endless``; who won; every score line by line."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[ScoreView, ...]


class BallotView(msgspec.Struct, frozen=True):
    """What somebody asks the others for, by seats: who asks (-1: somebody without one), who is asked, who agreed."""

    by: int
    what: Literal["undo", "pause", "replace", "end", "seat"]
    to: int
    """Of ``undo``: the entry after which the game would stand again."""
    seat: int | None
    """Of ``replace`` and ``seat``: whose seat."""
    bot: str
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    name: str
    """Of ``seat``: who would play it from then on."""
    seq: int = 0
    """The entry that asked."""


class SetupView(msgspec.Struct, frozen=True):
    """What whoever opened the table decided."""

    options: dict[str, bool | int | str]
    start: str
    turn_seconds: float
    absent: str
    listed: bool
    words: bool
    """Whether players may add a word to the seed."""
    correspondence: bool = False
    """Whether it is a game over days: time runs although nobody is there."""
    delay: int = 0
    """By how many entries of the running game those who do not play see it later; 0: at once."""


class Said(_Message, frozen=True, tag="chat"):
    """Somebody said something; ``at`` is in milliseconds since 1970, ``number`` its place in the talk of the table."""

    table: str
    number: int
    name: str
    text: str
    at: int


class Snapshot(_Message, frozen=True, tag="snapshot"):
    """A table as it stands after entry ``seq``.

    ``commitment`` is the hash of the house's seed, the same from the opening on; ``words`` is what each seat has added
    to it, in the order of joining ("" for none).
    """

    table: str
    seq: int
    game: GameName
    setup: SetupView
    commitment: str
    words: tuple[str, ...]
    size: int
    seats: tuple[SeatView, ...]
    you: int | None
    started: bool
    view: AnyView
    actors: tuple[int, ...]
    legal: tuple[str, ...]
    clock: ClockView
    result: ResultView | None
    seed: str | None
    rematch: str | None
    chat: tuple[Said, ...]
    paused: bool
    ballot: BallotView | None
    undo: Literal["free", "ask"] | None
    """Whether you may take back your last move: at once, or if the others agree."""


class StepForAll(_Message, frozen=True, tag="step"):
    """What a step tells everybody."""

    table: str
    seq: int
    at: int
    kind: Kind
    seat: int | None
    name: str | None
    turn: int | None
    """In which turn of the game it was done; it grows from turn to turn. null: not in the game."""
    about: str
    """Of ``bot``: who plays the seat from now on, empty for its player. Of ``end``: the reason. Of ``undo``: the entry
    after which the game stands again. Of ``propose``: what for. Of ``vote``: yes or no. Of ``pause``: on or off.
    """
    size: int
    seats: tuple[SeatView, ...]
    actors: tuple[int, ...]
    clock: ClockView
    result: ResultView | None
    seed: str | None
    paused: bool
    ballot: BallotView | None


class StepForOne(msgspec.Struct, frozen=True, kw_only=True):
    """What a step tells one viewer."""

    actions: tuple[str, ...]
    you: int | None
    view: object
    """As the game has it: it is encoded with the rest."""
    legal: tuple[str, ...]
    undo: Literal["free", "ask"] | None


class Step(StepForAll, frozen=True, kw_only=True, tag="step"):
    """Entry ``seq`` of a table: what happened, and the table after it. The two parts above, in one object.

    ``words`` is there where they may have changed, and at the start, as in a snapshot.
    """

    actions: tuple[str, ...]
    you: int | None
    view: AnyView
    legal: tuple[str, ...]
    undo: Literal["free", "ask"] | None
    words: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class StoryStep(msgspec.Struct, frozen=True):
    """An entry of former times, as a ``step`` would have told it: ``view`` is the game after it."""

    seq: int
    at: int
    kind: Kind
    seat: int | None
    name: str | None
    names: tuple[str, ...]
    """Who sat there then, in the order of the seats."""
    size: int
    actions: tuple[str, ...]
    turn: int | None
    about: str
    view: AnyView


class StoryPage(_Message, frozen=True, tag="story"):
    """What you asked for with ``story``, oldest first; ``before`` is the game before the first of the steps."""

    table: str
    before: AnyView
    steps: tuple[StoryStep, ...]


class TalkPage(_Message, frozen=True, tag="talk"):
    """What you asked for with ``talk``, oldest first."""

    table: str
    lines: tuple[Said, ...]


class OwnLine(msgspec.Struct, frozen=True):
    """Something that you have said, and when (milliseconds since 1970)."""

    table: str
    number: int
    text: str
    at: int


class OwnNote(msgspec.Struct, frozen=True):
    """Something that is noted about you."""

    kind: str
    key: str
    text: str


class KeptGame(msgspec.Struct, frozen=True):
    """A table at which you have sat: its log once it is over (the file that ``bottega export`` writes), until then what
    your seat may know.
    """

    table: str
    game: GameName
    log: str
    snapshot: Snapshot | None
    talk: tuple[OwnLine, ...]


class Belongings(_Message, frozen=True, tag="belongings"):
    """What is kept about you, or a part of it; only the first has what is no game.

    ``left`` of the tables that were looked at have your name by somebody who is not proven to be you: who sat there, or
    watched as a guest and said something.
    ``after`` asks for the next part, and is null in the last.
    """

    name: str
    games: tuple[KeptGame, ...]
    left: int
    after: str | None
    password: bool = False
    passkeys: tuple[str, ...] = ()
    notes: tuple[OwnNote, ...] = ()
    talk: tuple[OwnLine, ...] = ()


class PastSeat(msgspec.Struct, frozen=True):
    """Who played a finished game, and what came of it: ``won``, ``lost``, ``left`` or ``undecided``."""

    name: str
    bot: str
    """Who played it at the end, if it was a bot."""
    person: bool
    """Whether somebody sat down there."""
    outcome: str
    score: int | None
    """Only if the game was played to its end."""


class PastGame(msgspec.Struct, frozen=True):
    """A finished game of the archive."""

    table: str
    game: GameName
    opened: int
    ended: int
    reason: str
    seats: tuple[PastSeat, ...]


class PastGames(_Message, frozen=True, tag="past_games"):
    """Games of yours at private tables that are over, newest first; ``after`` asks for those before, null: none."""

    games: tuple[PastGame, ...]
    after: str | None


class PresenceNews(_Message, frozen=True, tag="presence"):
    """Somebody at the table is here again, away, or passed over until they come back."""

    table: str
    name: str
    presence: Presence


class Watchers(_Message, frozen=True, tag="watchers"):
    """Who watches the table without playing, by name; ``strangers`` have none. Told to those who play."""

    table: str
    names: tuple[str, ...]
    strangers: int
    shut_out: bool
    """Whether nobody may."""


class Nudged(_Message, frozen=True, tag="nudged"):
    """Somebody reminds you that it is your turn."""

    table: str
    name: str


class Freed(_Message, frozen=True, tag="freed"):
    """The host has made a code for the seat of somebody who has lost theirs: whoever has the code plays on there."""

    table: str
    name: str
    by: str


class Excluded(_Message, frozen=True, tag="excluded"):
    """The players let nobody watch any more; this connection hears no more of the table."""

    table: str


class Replaced(_Message, frozen=True, tag="replaced"):
    """Your seat is now played from another connection; this one hears no more of the table."""

    table: str


class SignedOut(_Message, frozen=True, tag="signed_out"):
    """The token you came with is void: you, or whoever runs the house, signed it out. The connection is closed."""


class RematchNews(_Message, frozen=True, tag="rematch"):
    """Somebody opened the table ``next`` for another game."""

    table: str
    name: str
    next: str


class Wire(_Message, frozen=True, tag="wire", omit_defaults=True):
    """Something about a connection of yours that you are shown: it was opened or closed, a message was ``said`` by the
    client or ``told`` by the server, or it has come to another ``state``.
    """

    line: int
    """Which connection, counted from 1."""
    what: Literal["opened", "said", "told", "state", "closed"]
    at: int
    """When, in milliseconds since 1970."""
    protocol: str = ""
    """Of one that was opened: the dialect with its profile."""
    name: str = ""
    """Of a message: what it is called, empty if it is none."""
    text: str = ""
    """Of a message: all of it, but for its secrets."""
    state: str = ""
    """Where the connection stands; a message that was said is heard in that state."""


class Closing(_Message, frozen=True, tag="closing"):
    """The house closes; come back in a moment, nothing is lost."""

    reason: str


Message = (
    Ok
    | Refused
    | Welcome
    | Tables
    | TableChanges
    | OwnGames
    | Snapshot
    | Step
    | PresenceNews
    | Said
    | StoryPage
    | TalkPage
    | Belongings
    | PastGames
    | Watchers
    | Nudged
    | Freed
    | Excluded
    | Replaced
    | SignedOut
    | RematchNews
    | Wire
    | Closing
    | Away
    | VacationNews
)
