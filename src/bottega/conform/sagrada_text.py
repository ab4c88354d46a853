"""The document of sagrada-text, section by section, and how its lines are read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bottega.conform import sagrada as told
from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Impossible, Moment, Probe, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games import sagrada
from bottega.games.core import Action
from bottega.games.sagrada.cards import CELLS, COLOURS, PUBLIC_OBJECTIVES, TOOLS
from bottega.games.sagrada.model import CHOOSING, OVER, State, acting
from bottega.games.sagrada.tools import FLUX_REMOVER
from bottega.players.player import Player
from bottega.players.sagrada_text import SHADES, SagradaTextPlayer
from bottega.table.house import Settings

SECTIONS = (
    Section("welcome", "Welcome", "The server greets as soon as the connection is established."),
    Section("debug", "Debug", "A message that is not properly constructed gets INVALID message."),
    Section(
        "login",
        "Login",
        "LOGIN is answered with ok or ko; ko if username and password do not match, and one may try again.",
    ),
    Section("lobby", "Lobby", "Everybody in the lobby is told how many wait there, whenever that changes."),
    Section(
        "round",
        "Round Evolution",
        "Everybody is told when the match, each round and each turn begins and ends, and whose turn it is.",
    ),
    Section(
        "round.end", "Round Evolution: GAME end", "At the end everybody is told every player's score and position."
    ),
    Section(
        "board.schema",
        "Board Objects Retrieval: schema",
        "A window is sent with its tokens, its dice and its constraints; the draft is four windows.",
    ),
    Section("board.favor_tokens", "Board Objects Retrieval: favor_tokens", "Each player's tokens can be asked for."),
    Section(
        "board.cards",
        "Board Objects Retrieval: priv, pub, tool",
        "The own private objective, three public objectives and three tools can be asked for.",
    ),
    Section("board.dice", "Board Objects Retrieval: draftpool, roundtrack", "The dice on the table can be asked for."),
    Section("board.players", "Board Objects Retrieval: players", "The players can be asked for, with their status."),
    Section(
        "board.game_status", "Board Objects Retrieval: game_status", "Who comes back can ask where the match stands."
    ),
    Section(
        "management",
        "Game Management",
        "Dice, what can be done with one, and where it can be placed are listed; a CHOOSE is answered with CHOICE ok, "
        "or ko if it is invalid.",
    ),
    Section(
        "tools",
        "Toolcards-Specific Messages",
        "TOOL enable and can_continue are answered with ok or ko, and a tool does what its card says.",
    ),
    Section("turns", "The Loop", "Only the player whose turn it is can do something.", ruling=False),
    Section(
        "status", "Player Status", "Everybody is told who is disconnected, who has reconnected by LOGIN, and who quits."
    ),
    Section("ping", "Connection Status Detection", "The server sends PING, and goes on as long as PONG comes back."),
    Section(SECRETS, "Login", "Nobody is told another player's password or private objective."),
    WHOLE_GAME,
)

KINDS = {
    "welcome": "welcome",
    "refusal": "debug",
    "LOGIN ok": "login",
    "LOGIN ko": "login",
    "LOBBY": "lobby",
    "GAME start": "round",
    "GAME round_start": "round",
    "GAME round_end": "round",
    "GAME turn_start": "round",
    "GAME turn_end": "round",
    "GAME board_changed": "round",
    "GAME end": "round.end",
    "SEND schema": "board.schema",
    "SEND favor_tokens": "board.favor_tokens",
    "SEND priv": "board.cards",
    "SEND pub": "board.cards",
    "SEND tool": "board.cards",
    "SEND draftpool": "board.dice",
    "SEND roundtrack": "board.dice",
    "SEND players": "board.players",
    "SEND game_status": "board.game_status",
    "LIST_DICE": "management",
    "LIST_OPTIONS": "management",
    "LIST_PLACEMENTS": "management",
    "CHOICE ok": "management",
    "CHOICE ko": "management",
    "TOOL ok": "tools",
    "TOOL ko": "tools",
    "STATUS reconnect": "status",
    "STATUS disconnect": "status",
    "STATUS quit": "status",
}

PAIRED = ("LOGIN", "GAME", "SEND", "CHOICE", "TOOL", "STATUS")
"""Keywords that say what they are about in a second word."""
SINGLE = ("LOBBY", "LIST_DICE", "LIST_OPTIONS", "LIST_PLACEMENTS")
REFUSALS = ("INVALID", "ILLEGAL")
MARKS = {**told.LETTERS, **{word: str(value) for word, value in SHADES.items()}}
"""What is printed in a window, by the document's words."""


def _window(words: Sequence[str]) -> int:
    """The window of a ``SEND schema`` without dice."""
    marks = ["."] * CELLS
    for cell in words[4:]:
        _, *place, mark = cell.split(",")
        at = int(place[0]) if len(place) == 1 else 5 * int(place[0]) + int(place[1])
        marks[at] = MARKS[mark]
    return told.window_of(marks, int(words[3]))


def _die(first: str, second: str) -> int:
    """A die by its colour and shade, in whichever order."""
    colour, shade = (first, second) if first in told.LETTERS else (second, first)
    return told.die_of(colour, SHADES[shade])


def _dice(words: Sequence[str]) -> list[int]:
    return [_die(*word.split(",")[1:3]) for word in words]


class SagradaTextKit(ServerKit):
    """How a server of sagrada-text is examined."""

    dialect = "sagrada-text"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"welcome", "login", "lobby"})
    ping_section = "ping"
    private = frozenset({"SEND priv"})
    returns = True
    dealt = "board.dice"
    epilogue = ((0, "GAME new_match"), (1, "GAME new_match"), (1, "QUIT"))

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self.probes = PROBES  # type: ignore[misc]  # they are below
        self._seen: set[str] = set()

    def settings(self, seats: int) -> Settings:
        """The table starts by itself some time after the second player."""
        return Settings(turn_seconds=0, lobby_seconds=30, ping_seconds=1e9, per_address=0)

    def begin(self) -> None:
        """Nothing was seen yet."""
        self._seen = set()

    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""
        return SagradaTextPlayer(name, chance, original=bool(self.profile))

    def pong(self, text: str) -> str:
        """PONG."""
        return "PONG" if text == "PING" else ""

    def may_drop(self, state: Any, seat: int) -> bool:
        """Not while windows are chosen, and not in the own turn."""
        return isinstance(state, State) and CHOOSING < state.round < OVER and acting(state) != seat

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """Names and descriptions of cards are in any language; cells and constraints lie in any order."""
        words = text.split()
        keyword = words[0]
        if keyword in REFUSALS:
            return "refusal", None
        if keyword in PAIRED and len(words) > 1:
            kind, rest = f"{keyword} {words[1]}", words[2:]
        elif keyword in SINGLE:
            kind, rest = keyword, words[1:]
        else:
            return "welcome", None
        if kind in ("SEND priv", "SEND pub", "SEND tool") and len(rest) > 2:
            rest = [rest[0], TEXT, TEXT, *rest[3:]]
        elif kind == "SEND schema":
            dice = [cell for cell in rest[2:] if cell.startswith("D")]
            rest = [TEXT, *rest[1:2], *sorted(dice), *sorted(cell for cell in rest[2:] if not cell.startswith("D"))]
        elif kind == "LIST_OPTIONS":
            rest = [word.rpartition(",")[2] for word in rest]
        elif kind in ("SEND draftpool", "SEND roundtrack", "LIST_DICE"):
            source = rest[: kind == "LIST_DICE"]
            return kind, [*source, *(_plain(word) for word in rest[len(source) :])]
        elif kind.startswith("STATUS") and not self.profile:
            rest = rest[:1]  # (a name behind it is harmless)
        elif kind == "SEND players" and not self.profile:
            rest = [",".join(word.split(",")[:3]) for word in rest]
        return kind, rest

    # -- what was dealt -----------------------------------------------------------------------------------------------

    def deal(self, heard: Heard) -> Deal | None:
        """At the start everybody is told a number, and nothing else."""
        seats: dict[int, str] = {}
        for name, texts in heard.items():
            for text in texts:
                words = text.split()
                if words[:2] == ["GAME", "start"]:
                    seats[int(words[3])] = name
        if len(seats) < len(heard):
            return None
        if sorted(seats) != list(range(len(seats))):
            raise Impossible(f"the players are numbered {sorted(seats)}")
        return Deal(tuple(seats[seat] for seat in range(len(seats))), sagrada.new(len(seats), told.SEED))

    def curious(self, request: str) -> bool:
        """Cards are shown when somebody asks for them, and the colour of tool 11 when its faces are listed."""
        return request in ("GET schema draft", "GET priv", "GET pub", "GET tool", "GET_DICE_LIST")

    def learn(self, state: State, seat: int, request: str, heard: Sequence[str]) -> State | None:
        """Windows, objectives and tools, the first time they are sent."""
        if any(text.startswith(REFUSALS) for text in heard):
            return state
        lines = [text.split() for text in heard]
        if request == "GET_DICE_LIST":
            return self._faces(state, lines)
        what = request.split()[1]
        sent = [words for words in lines if words[:2] == ["SEND", what]]
        if len(sent) < {"schema": 4, "priv": 1, "pub": 3, "tool": 3}[what]:
            return None
        key = what if what in ("pub", "tool") else f"{what} {seat}"
        if key in self._seen:
            return state
        self._seen.add(key)
        if what == "schema":
            return told.with_offer(state, seat, [_window(words) for words in sent])
        if what == "priv":
            return told.with_player(state, seat, private=(COLOURS.index(told.LETTERS[sent[0][-1]]),))
        numbers = tuple(int(words[2]) for words in sent)
        known = PUBLIC_OBJECTIVES if what == "pub" else TOOLS
        if len(set(numbers)) < len(numbers) or not set(numbers) <= set(known):
            raise Impossible(f"the cards {numbers} lie on the table: they should be different, and such as there are")
        if what == "pub":
            return msgspec.structs.replace(state, publics=numbers)
        return msgspec.structs.replace(state, tools=numbers)

    def _faces(self, state: State, lines: list[list[str]]) -> State | None:
        """Tool 11 has drawn a die of the colour whose faces are listed."""
        lists = [words for words in lines if words[0] == "LIST_DICE"]
        if not lists:
            return None
        words = lists[0]
        drawing = state.work is not None and state.work.tool == FLUX_REMOVER
        if drawing and state.work is not None and words[1:2] == ["dicebag"] and len(words) > 2:
            colour = _dice(words[2:3])[0] // 6
            if state.pool[state.work.index] // 6 != colour:
                return told.with_die(state, state.work.index, 6 * colour)
        return state

    def aside(self, state: State, seat: int, actions: Sequence[Action]) -> str:
        """What fell is seen in the draft pool."""
        return "" if told.revealing(state, seat, actions) is None else "GET draftpool"

    def answers_aside(self, text: str) -> bool:
        """The draft pool, or why it is not shown."""
        return text.startswith(("SEND draftpool", *REFUSALS))

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | None:
        """Nothing is told of dice until somebody asks."""
        if told.revealing(state, seat, actions) is None:
            return state
        for texts in heard.values():
            for text in texts:
                if text.startswith("SEND draftpool"):
                    return told.foreseen(state, seat, actions, _dice(text.split()[2:]))
                if text.startswith(REFUSALS):
                    return state
        return None


def _plain(word: str) -> object:
    """A die of a list with its position, whichever way round it is told."""
    position, *parts = word.split(",")
    return [position, _die(*parts)]


# -- what is said aside -----------------------------------------------------------------------------------------------


def _in_turn(moment: Moment) -> bool:
    state = moment.state
    playing = isinstance(state, State) and CHOOSING < state.round < OVER
    return playing and acting(state) == moment.seats[moment.mover]


def _wrong_password(moment: Moment) -> str | None:
    if not moment.request.startswith("LOGIN") or moment.other == moment.mover or moment.state is not None:
        return None
    return f"LOGIN {moment.other} letmein"


def _before(beginning: str, words: str) -> Any:
    """Say this instead, first."""
    return lambda moment: words if moment.request.startswith(beginning) else None


def _now(words: str) -> Any:
    """Say this in one's own turn."""
    return lambda moment: words if _in_turn(moment) else None


PROBES = (
    Probe("login", _wrong_password),
    Probe("debug", _now("SING a song")),
    Probe("debug", _now("GET weather")),
    Probe("debug", _before("SELECT", "SELECT me")),
    Probe("management", _before("CHOOSE", "CHOOSE 99"), times=3),
    Probe("tools", _before("TOOL enable", "TOOL enable 7")),
    Probe("turns", _now("GAME end_turn"), by_other=True),
    Probe("board.dice", _now("GET draftpool"), times=10, often=0.05),
    Probe("board.dice", _now("GET roundtrack"), by_other=True, times=10, often=0.05),
    Probe("board.schema", _now("GET schema 0"), by_other=True, times=10, often=0.05),
    Probe("board.favor_tokens", _now("GET favor_tokens 1"), by_other=True, times=10, often=0.05),
    Probe("board.cards", _now("GET tool"), times=10, often=0.05),
    Probe("board.cards", _now("GET priv"), by_other=True),
    Probe("board.players", _now("GET players")),
    Probe("board.game_status", _now("GET game_status"), by_other=True, times=10, often=0.05),
)
