"""Where renaissance-steps' document and the program of its time differ: names, what is added, what is told when."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
from msgspec import UNSET

from bottega.games.renaissance.model import State
from bottega.wire.core import profile
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_steps import original, updates
from bottega.wire.renaissance_steps.messages import Payload, write_request
from bottega.wire.renaissance_steps.shapes import Names, Update


class Profile(profile.Profile, frozen=True, kw_only=True, eq=False):
    """The differences; the defaults are the document's. (``eq=False``: a profile is a key of what many are sent.)"""

    packages: tuple[str, str] = ("", "")
    """What stands before the names of updates and of all other messages."""
    commands: str = ""
    """What stands before the names of commands; where something does, they are the program's."""
    among_updates: frozenset[str] = frozenset()
    """Messages that are not called updates and lie among them."""
    token_package: str = ""
    """What stands before the names of Lorenzo's tokens."""
    names: dict[str, str] = msgspec.field(default_factory=dict)
    """Messages that have another name than the program's."""
    complete: bool = True
    """Whether messages carry what this server adds to the program's: texts, whose board it is, absolute positions."""
    tells_storage: bool = True
    """Whether the whole storage is told after every completed move; otherwise only after those that pay."""
    announces_first: bool = True
    """Whether it is told whose set-up turn is the first."""
    open_piles: bool = False
    """Whether whole piles are shown: the client of the time turns the next card up by itself."""
    reports_first: bool = False
    """Whether a Vatican report is told before the discard that caused it."""
    last_round: str = "ENDGAME"
    """The phase of the game from the call of the last round to the result."""
    phantom: bool = True
    """Whether a Vatican report tells where Lorenzo's cross is although nobody plays against him."""
    greets_back: bool = False
    """Whether whoever comes back is told first that they, by their own nickname, have come back."""
    whole_table: Callable[[State, Names, int, int, Names, Profile], Update] = updates.whole_table
    """Everything that somebody who comes back may know."""
    whole_again: bool = True
    """Whether the whole table may be shown twice; otherwise what the house has set up for somebody is told in turn."""
    attempts: int = 5
    """Nicknames that may be refused before the connection is closed; 0: any number."""
    asks_again: bool = True
    """Whether a bad number of players is asked for again; otherwise the connection is closed."""

    def write(self, update: Update) -> str:
        """The message as text."""
        shape = type(update)
        data = update if self.complete else _of_the_program(update, _fields(shape))
        return write_object({"type": _type(self, shape), "data": data})

    def ask(self, kind: str, payload: Payload | None = None) -> str:
        """A request as a client of this profile writes it."""
        return write_request(kind, payload, self.commands, self.packages[1])


def _of_the_program(update: Update, fields: tuple[str, ...]) -> dict[str, object]:
    """What the program of the time would have said of it."""
    return {name: value for name in fields if (value := getattr(update, name)) is not UNSET}


@cache
def _fields(shape: type[Update]) -> tuple[str, ...]:
    """The fields of a message that the program of the time had."""
    return tuple(name for name in shape.__struct_fields__ if name not in shape.MORE)


@cache
def _type(profile: Profile, shape: type[Update]) -> str:
    """What a message is called; they are not many."""
    kind = shape.KIND or shape.__name__
    name = profile.names.get(kind, kind)
    return profile.packages[0 if name.endswith("Update") or name in profile.among_updates else 1] + name


PROFILES = {
    profile.DOCUMENT: Profile(
        names={
            "WaitMessage": "GenericMessage",
            "LobbyInfoMessage": "GenericMessage",
            "DisconnectedMessage": "GenericMessage",
            "ReconnectMessage": "GenericMessage",
            "DisconnectionMessage": "ConnectionMessage",
        },
    ),
    "original": Profile(
        packages=("it.polimi.ingsw.network.messages.updates.", "it.polimi.ingsw.network.messages."),
        commands="it.polimi.ingsw.network.messages.commands.",
        among_updates=frozenset({"DisconnectedMessage", "ReconnectMessage"}),
        token_package="it.polimi.ingsw.model.",
        complete=False,
        tells_storage=False,
        announces_first=False,
        open_piles=True,
        gives_away=("piles",),
        reports_first=True,
        last_round="ONGOING",
        phantom=False,
        greets_back=True,
        whole_table=original.whole_table,
        whole_again=False,
        attempts=0,
        asks_again=False,
    ),
}
"""The profiles by name."""
