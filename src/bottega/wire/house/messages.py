"""The messages of the house protocol (``docs/protocols/house.md``), as types.

Everything that comes in is one of :data:`Command`, everything that goes out one of :data:`Message`; both are JSON
objects told apart by ``type``. The JSON Schema and the page's TypeScript types are made from these classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bottega.games.refusal import Value
from bottega.limits import (
    MAX_ACTIONS,
    MAX_COMMAND_ID,
    MAX_NOTATION,
    MAX_PASSWORD,
    MAX_TABLE_ID,
    MAX_TOKEN,
    MIN_TOKEN,
    STORY_ENTRIES,
)
from bottega.table.entries import Kind
from bottega.table.events import Presence

PROTOCOL = 2
"""Grows when a client written for an older one would no longer understand us."""

CmdId = Annotated[
    str, Meta(min_length=1, max_length=MAX_COMMAND_ID, description="Chosen by the client; comes back in the answer")
]
Actions = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=MAX_NOTATION)]], Meta(min_length=1, max_length=MAX_ACTIONS)
]
TableId = Annotated[str, Meta(max_length=MAX_TABLE_ID, description="A table's id, as in its link")]
Params = dict[str, Value]
GameName = Literal["splendor", "sagrada", "renaissance"]
AnyView = Annotated[
    msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/View"}, description="What you may know of the game")
]


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    cmd_id: CmdId


class Hello(_Command, frozen=True, tag="hello"):
    """Who you are. A password proves (or, the first time, claims) a name; a token brings your seats back."""

    name: str
    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD)] | None = None
    token: Annotated[str, Meta(min_length=MIN_TOKEN, max_length=MAX_TOKEN)] | None = None


class SetPassword(_Command, frozen=True, tag="set_password"):
    """Keep your name: from now on it can be used only with this password."""

    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD)]


class SignOut(_Command, frozen=True, tag="sign_out"):
    """Sign out everywhere else: your tokens are void, and the answer has a new one."""


class Lobby(_Command, frozen=True, tag="lobby"):
    """Be told the list of tables now and at every change (with ``changes``, then only what changed), or no longer."""

    on: bool = True
    changes: bool = False


class Open(_Command, frozen=True, tag="open"):
    """Open a table and, unless you only want to watch, sit down at it."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=4)] = 2
    options: dict[str, bool | int | str] = {}
    turn_seconds: Annotated[float, Meta(ge=0, le=86400)] = 0.0
    listed: bool = True
    absent: str = "skip"
    start: Literal["asked", "full"] = "asked"
    sit: bool = True


class _AtTable(_Command, frozen=True):
    table: TableId


class Watch(_AtTable, frozen=True, tag="watch"):
    """Follow a table; if your seat is there, you are back at it. ``since``: the last seq you saw."""

    since: Annotated[int, Meta(ge=0)] | None = None


class Unwatch(_AtTable, frozen=True, tag="unwatch"):
    """Follow a table no longer. A seat you hold counts as left alone."""


class Sit(_AtTable, frozen=True, tag="sit"):
    """Take a free seat before the game starts; ``word``, for those who know the commitment, is added to the seed."""

    word: str | None = None


class Stand(_AtTable, frozen=True, tag="stand"):
    """Give up your seat before the game starts."""


class Word(_AtTable, frozen=True, tag="word"):
    """Add a word to the seed, in place of the one you gave before. Everybody is told; until the game starts."""

    word: str


class Start(_AtTable, frozen=True, tag="start"):
    """Begin the game with those who sit there."""


class Quit(_AtTable, frozen=True, tag="quit"):
    """Leave a running game for good."""


class AddBot(_AtTable, frozen=True, tag="add_bot"):
    """Let a bot take a free seat."""

    bot: str


class RemoveBot(_AtTable, frozen=True, tag="remove_bot"):
    """Send the bot of that seat name away, before the game starts."""

    name: str


class Remove(_AtTable, frozen=True, tag="remove"):
    """Send the person of that name away from the table, before the game starts: whoever sat down first may."""

    name: str


class Nudge(_AtTable, frozen=True, tag="nudge"):
    """Remind those whose turn it is."""


class ShutOut(_AtTable, frozen=True, tag="shut_out"):
    """Let nobody watch who does not play, or (``on`` false) everybody again."""

    on: bool = True


class Act(_AtTable, frozen=True, tag="act"):
    """Play one action or several, all or nothing. With ``seq``, only if nothing has happened since that entry."""

    actions: Actions
    seq: int | None = None


class Undo(_AtTable, frozen=True, tag="undo"):
    """Take back your last move, where that is free; with ``ask``, ask the others where it is not."""

    ask: bool = False


class Propose(_AtTable, frozen=True, tag="propose"):
    """Ask those who are here for a pause, for the end of the game, or to let a bot play for somebody who is away."""

    what: Literal["pause", "end", "replace"]
    name: str = ""
    """Of ``replace``: for whom."""
    bot: str = ""
    """Of ``replace``: which bot."""


class Vote(_AtTable, frozen=True, tag="vote"):
    """Agree to what somebody asks for, or not. Whoever asked takes it back with ``yes`` false."""

    yes: bool


class PlayOn(_AtTable, frozen=True, tag="play_on"):
    """End a pause."""


class Why(_AtTable, frozen=True, tag="why"):
    """Ask why such an ``act`` would be refused now: it is answered as the ``act`` would be, and nothing is played."""

    actions: Actions


class Chat(_AtTable, frozen=True, tag="chat"):
    """Say something to everybody at the table."""

    text: str


class Story(_AtTable, frozen=True, tag="story"):
    """Ask what happened at a table, as far as you might have seen it: the last entries, or the last before one."""

    before: Annotated[int, Meta(ge=1)] | None = None
    most: Annotated[int, Meta(ge=1, le=STORY_ENTRIES)] = STORY_ENTRIES


class Talk(_AtTable, frozen=True, tag="talk"):
    """Ask what was said at a table: the last lines, or the last before the one of that number."""

    before: Annotated[int, Meta(ge=1)] | None = None


class Rematch(_AtTable, frozen=True, tag="rematch"):
    """After a game: open a table just like it, or find the one that somebody else opened for it."""


class Tap(_Command, frozen=True, tag="tap"):
    """Ask for a code: the next TCP connection that begins with ``WATCH code`` is shown to you, message by message."""


class Untap(_Command, frozen=True, tag="untap"):
    """Be shown no connection any more; your code is void."""


Command = (
    Hello
    | SetPassword
    | SignOut
    | Lobby
    | Open
    | Watch
    | Unwatch
    | Sit
    | Stand
    | Word
    | Start
    | Quit
    | AddBot
    | RemoveBot
    | Remove
    | Nudge
    | ShutOut
    | Act
    | Undo
    | Propose
    | Vote
    | PlayOn
    | Why
    | Chat
    | Story
    | Talk
    | Rematch
    | Tap
    | Untap
)


class _Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


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
    """After ``tap``: what to say on the connection that shall be shown."""


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
    """What somebody asks the others for, by seats: who asks, who is asked, who of them has agreed."""

    by: int
    what: Literal["undo", "pause", "replace", "end"]
    to: int
    """Of ``undo``: the entry after which the game would stand again."""
    seat: int | None
    """Of ``replace``: whose seat."""
    bot: str
    asked: tuple[int, ...]
    agreed: tuple[int, ...]


class SetupView(msgspec.Struct, frozen=True):
    """What whoever opened the table decided."""

    options: dict[str, bool | int | str]
    start: str
    turn_seconds: float
    absent: str
    listed: bool
    words: bool
    """Whether players may add a word to the seed."""


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
    view: AnyView
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
    | Snapshot
    | Step
    | PresenceNews
    | Said
    | StoryPage
    | TalkPage
    | Watchers
    | Nudged
    | Excluded
    | Replaced
    | SignedOut
    | RematchNews
    | Wire
    | Closing
)


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
