"""renaissance-steps: how things are called on the wire, and the table in which its two profiles differ.

Inside the dialect a message is an :class:`Update` in the words of the program of 2021: ``data`` is what that program
sent, ``more`` what our document profile adds (whose board it is, texts, absolute positions). A :class:`Style` turns
it into a line: the document's profile renames some messages and adds ``more``, the ``original`` profile leaves ``more``
out and writes Java class names.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bottega.games.renaissance.cards import CARDS, COIN, LEADERS, RESOURCES, SERVANT, SHIELD, STONE
from bottega.games.renaissance.market import WHITE
from bottega.games.renaissance.model import NO_KIND, Player, State
from bottega.games.renaissance.queries import pending, places
from bottega.wire.core.loose_json import write_object

ENUMS = ("YELLOW", "GREY", "VIOLET", "BLUE")
"""Resources in marbles, pending resources, moves, productions and commands."""
LABELS = ("COIN", "STONE", "SERVANT", "SHIELD")
"""Resources in deposits and the strongbox."""
MARBLES = (*ENUMS, "RED", "WHITE")
COLOURS = ("GREEN", "BLUE", "YELLOW", "VIOLET")
TILES = ("UNACTIVE", "ACTIVE", "DISCARDED")
HIDDEN = "?"
"""A card below the top of its pile."""
LORENZO = "Lorenzo"

_PENDING_ORDER = (STONE, COIN, SHIELD, SERVANT, WHITE)
_STRONGBOX_ORDER = (STONE, SERVANT, COIN, SHIELD)
_IN_TEXT_ORDER = sorted(CARDS, key=str)
CARD_NAMES = {card: f"{number}D" for number, card in enumerate(_IN_TEXT_ORDER, start=1)}
LEADER_NAMES = {leader: f"{leader}L" for leader in LEADERS}

Data = dict[str, object]


class Update(msgspec.Struct, frozen=True):
    """A message: its name and content in the program's words, and what the document's profile adds."""

    kind: str
    data: Data = {}
    more: Data = {}


class Style(msgspec.Struct, frozen=True):
    """Everything in which the profiles differ."""

    packages: tuple[str, str]
    """What stands before the names of updates and of all other messages."""
    token_package: str
    names: dict[str, str]
    """Messages that have another name."""
    document: bool
    """Whether ``more`` is sent, and storage after every completed move."""
    open_piles: bool
    """Whether whole piles are shown: the client of the time turns the next card up by itself."""
    reports_first: bool
    """Whether a Vatican report is told before the discard that caused it."""
    attempts: int
    """Nicknames that may be refused before the connection is closed; 0: any number."""
    asks_again: bool
    """Whether a bad number of players is asked for again; otherwise the connection is closed."""

    def write(self, update: Update) -> str:
        """The message as a line."""
        kind = self.names.get(update.kind, update.kind)
        package = self.packages[0 if kind.endswith("Update") else 1]
        data = {**update.data, **update.more} if self.document else update.data
        return write_object({"type": package + kind, "data": data})


STYLES = {
    "": Style(
        packages=("", ""),
        token_package="",
        names={
            "WaitMessage": "GenericMessage",
            "LobbyInfoMessage": "GenericMessage",
            "DisconnectedMessage": "GenericMessage",
            "ReconnectMessage": "GenericMessage",
            "DisconnectionMessage": "ConnectionMessage",
        },
        document=True,
        open_piles=False,
        reports_first=False,
        attempts=5,
        asks_again=True,
    ),
    "original": Style(
        packages=("it.polimi.ingsw.network.messages.updates.", "it.polimi.ingsw.network.messages."),
        token_package="it.polimi.ingsw.model.",
        names={},
        document=False,
        open_piles=True,
        reports_first=True,
        attempts=0,
        asks_again=False,
    ),
}
"""The profiles."""


def text(message: str) -> Update:
    """Something for people to read."""
    return Update("GenericMessage", {"message": message})


def error(reason: str) -> Update:
    """A refusal; the document calls its field ``error``, the program called it ``message``."""
    return Update("ErrorMessage", {"message": reason}, {"error": reason})


def gone(name: str, how: str) -> Update:
    """Somebody is not at the table any more."""
    return Update("DisconnectedMessage", {"nickname": name}, {"message": f"{name} {how}"})


def goodbye(reason: str) -> Update:
    """The last message before the server closes the connection."""
    return Update("DisconnectionMessage", {}, {"message": reason})


def marbles(state: State) -> list[str]:
    """The market row by row, the slide last."""
    return [MARBLES[marble] for marble in state.market]


def matrix(state: State, open_piles: bool) -> list[list[list[str]]]:
    """The piles by level and colour, tops last."""
    return [[_pile(state.grid[row * 4 + column], open_piles) for column in range(4)] for row in range(3)]


def _pile(pile: tuple[int, ...], opened: bool) -> list[str]:
    return [CARD_NAMES[card] if opened or card == pile[-1] else HIDDEN for card in pile]


def leaders(cards: Iterable[int]) -> list[str]:
    """Leaders by name."""
    return [LEADER_NAMES[card] for card in cards]


def waiting(state: State) -> list[str]:
    """The pending resources of the seat on turn."""
    return [MARBLES[marble] for marble in sorted(pending(state), key=_PENDING_ORDER.index)]


def contents(player: Player, place: int, words: tuple[str, ...] = LABELS) -> list[str]:
    """What lies on a shelf or in a depot, one by one."""
    kind, count = player.kinds[place - 1], player.counts[place - 1]
    return [] if kind == NO_KIND else [words[kind]] * count


def deposits(player: Player) -> list[Data]:
    """All shelves and depots."""
    return [{"resources": contents(player, place), "id": place} for place in places(player)]


def strongbox(player: Player) -> dict[str, int]:
    """What lies in the strongbox."""
    return {LABELS[resource]: player.strongbox[resource] for resource in _STRONGBOX_ORDER}


def amounts(counts: tuple[int, ...], faith: int = 0) -> dict[str, int]:
    """Amounts of resources (and faith) that are not zero."""
    found = {ENUMS[resource]: count for resource, count in enumerate(counts) if count}
    return {**found, "RED": faith} if faith else found


def _spellings() -> dict[str, int]:
    return {name.casefold(): number for names in (ENUMS, LABELS, RESOURCES) for number, name in enumerate(names)}


SPELLINGS = _spellings()
"""Every name of a resource that is understood, in small letters."""
