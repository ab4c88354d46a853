"""What is asked of the house in its own protocol (``docs/protocols/house.md``), as types: one of :data:`Command`.

What the house says is in ``messages.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bottega.limits import (
    MAX_ACTIONS,
    MAX_COMMAND_ID,
    MAX_CREDENTIAL,
    MAX_DAYS_TURN,
    MAX_DELAY,
    MAX_ENDPOINT,
    MAX_NOTATION,
    MAX_PASSWORD,
    MAX_PUSH_KEY,
    MAX_SITE,
    MAX_TABLE_ID,
    MAX_TOKEN,
    MIN_TOKEN,
    STORY_ENTRIES,
)
from bottega.table.ways import Language, Way

CmdId = Annotated[
    str, Meta(min_length=1, max_length=MAX_COMMAND_ID, description="Chosen by the client; comes back in the answer")
]
Actions = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=MAX_NOTATION)]], Meta(min_length=1, max_length=MAX_ACTIONS)
]
TableId = Annotated[str, Meta(max_length=MAX_TABLE_ID, description="A table's id, as in its link")]
GameName = Literal["splendor", "sagrada", "renaissance"]


class _Command(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    cmd_id: CmdId


class Hello(_Command, frozen=True, tag="hello"):
    """Who you are. A password proves (or, the first time, claims) a name; a token brings your seats back."""

    name: str
    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD)] | None = None
    token: Annotated[str, Meta(min_length=MIN_TOKEN, max_length=MAX_TOKEN)] | None = None
    passkey: Annotated[str, Meta(max_length=MAX_CREDENTIAL)] | None = None
    """Instead of a password: the credential, as JSON, that a passkey of the name has signed after ``ask_passkey``."""


class SetPassword(_Command, frozen=True, tag="set_password"):
    """Keep your name: from now on it can be used only with this password."""

    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD)]


class SignOut(_Command, frozen=True, tag="sign_out"):
    """Sign out everywhere else: your tokens are void, and the answer has a new one."""


class Transfer(_Command, frozen=True, tag="transfer"):
    """Have a code by which another device of yours is given your name and token, once; ``site`` begins its link."""

    token: Annotated[str, Meta(min_length=MIN_TOKEN, max_length=MAX_TOKEN)]
    site: Annotated[str, Meta(max_length=MAX_SITE)] = ""


class Redeem(_Command, frozen=True, tag="redeem"):
    """Be told name and token for a code; say hello with them."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class AskPasskey(_Command, frozen=True, tag="ask_passkey"):
    """Have what a browser needs to prove a name by its passkey or, without a name, to make one for yours."""

    name: str | None = None


class KeepPasskey(_Command, frozen=True, tag="keep_passkey"):
    """Keep your name by the passkey that your browser has made after ``ask_passkey``: its credential, as JSON."""

    credential: Annotated[str, Meta(max_length=MAX_CREDENTIAL)]


class AskWays(_Command, frozen=True, tag="ways"):
    """Ask by which ways you are told about your games while you are away, and which ways there are."""


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What your browser gives out so that it can be reached."""

    endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT)]
    p256dh: Annotated[str, Meta(max_length=MAX_PUSH_KEY)]
    auth: Annotated[str, Meta(max_length=MAX_PUSH_KEY)]


class SetWay(_Command, frozen=True, tag="set_way"):
    """Be told by a way from now on: a topic or a mail address (``to``), or a browser; with neither, no longer.

    Of ``push``, ``to`` is the endpoint of a browser that shall be told no longer.
    """

    way: Way
    to: Annotated[str, Meta(max_length=MAX_ENDPOINT)] | None = None
    subscription: PushSubscription | None = None
    language: Language = "en"


class ConfirmMail(_Command, frozen=True, tag="confirm_mail"):
    """Give back the code that was sent to your mail address: from now on you are told by mail."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class Export(_Command, frozen=True, tag="export"):
    """Be told everything that is kept about you, in parts: first without ``after``, then with that of the last part."""

    after: Annotated[str, Meta(max_length=MAX_TABLE_ID)] = ""


class Forget(_Command, frozen=True, tag="forget"):
    """Have everything about you forgotten, for good; ``name`` is yours, so that nobody does it by mistake."""

    name: str


class Lobby(_Command, frozen=True, tag="lobby"):
    """Be told the list of tables now and at every change (with ``changes``, then only what changed), or no longer."""

    on: bool = True
    changes: bool = False


class AskOwnGames(_Command, frozen=True, tag="own_games"):
    """Be told the games in which you have a seat, now and whatever changes there, or no longer."""

    on: bool = True


class AskPastGames(_Command, frozen=True, tag="past_games"):
    """Be told your games at private tables that are over: first without ``after``, then with that of the last page."""

    after: Annotated[str, Meta(max_length=MAX_TABLE_ID + 16, pattern=r"^$|^[0-9]{1,15}-.")] = ""


class Open(_Command, frozen=True, tag="open"):
    """Open a table and, unless you only want to watch, sit down at it."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=4)] = 2
    options: dict[str, bool | int | str] = {}
    turn_seconds: Annotated[float, Meta(ge=0, le=MAX_DAYS_TURN)] = 0.0
    listed: bool = True
    absent: str = "skip"
    start: Literal["asked", "full"] = "asked"
    sit: bool = True
    correspondence: bool = False
    """Whether it is a game over days: time runs although nobody is there."""
    delay: Annotated[int, Meta(ge=0, le=MAX_DELAY)] = 0
    """By how many entries of the running game those who do not play see it later; 0: at once."""


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


class Free(_AtTable, frozen=True, tag="free"):
    """Have a code for the seat of somebody who is away and has lost their token, if you are the first who is here."""

    name: str
    site: Annotated[str, Meta(max_length=MAX_SITE)] = ""


class Nudge(_AtTable, frozen=True, tag="nudge"):
    """Remind those whose turn it is."""


class Hurry(_AtTable, frozen=True, tag="hurry"):
    """Let the bots of a table act at once until somebody else is to act; with ``pause``, wait so long from now on."""

    pause: Annotated[float, Meta(ge=0, le=10)] | None = None


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


class AskSeat(_AtTable, frozen=True, tag="ask_seat"):
    """Ask those who play for a seat that has fallen free (``free``), to play on there from now on."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class Vote(_AtTable, frozen=True, tag="vote"):
    """Agree to what somebody asks for, or not. Whoever asked takes it back with ``yes`` false."""

    yes: bool
    ballot: int | None = None
    """The ``seq`` of the ballot that is meant: another one that has come between is not answered."""


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


class Vacation(_Command, frozen=True, tag="vacation"):
    """Be away until then (milliseconds since 1970), so that your time in games over days stands still; ``until`` now or
    before: be back. Without it, only be told how it stands.
    """

    until: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None


Command = (
    Hello
    | SetPassword
    | SignOut
    | Transfer
    | Redeem
    | AskPasskey
    | KeepPasskey
    | AskWays
    | SetWay
    | ConfirmMail
    | Export
    | Forget
    | Lobby
    | AskOwnGames
    | AskPastGames
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
    | Free
    | Nudge
    | Hurry
    | ShutOut
    | Act
    | Undo
    | Propose
    | AskSeat
    | Vote
    | PlayOn
    | Why
    | Chat
    | Story
    | Talk
    | Rematch
    | Tap
    | Untap
    | Vacation
)
