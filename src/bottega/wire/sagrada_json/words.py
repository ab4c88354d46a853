"""sagrada-json's messages, built from what a seat may see, and the requests it understands.

Everything that the program of the time did otherwise than the document says is the table :data:`MANNERS`; the shapes
of the messages are the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from bottega.games.sagrada import View
from bottega.games.sagrada.cards import COLUMNS, ROWS, WINDOW_NUMBER
from bottega.games.sagrada.view import ObjectiveView, PlayerView, ToolView, WindowView
from bottega.wire.core.framing import Framing, Lines, WriteUtf
from bottega.wire.shared.sagrada import COLOUR_WORDS

TAKEN, INVALID, NOT_SUSPENDED, TOOL_REFUSED = 1, 2, 3, 4
"""The document's errors: name taken, invalid move, not suspended, tool not to be had."""

NO_RULE = "none"


class Manners(msgspec.Struct, frozen=True):
    """Where the document and the program of the time differ."""

    framing: Callable[[], Framing] = Lines
    lobby: tuple[str, ...] = ()
    """What is sent before the first JSON message."""
    not_suspended: int = NOT_SUSPENDED


MANNERS = {
    "": Manners(),
    "original": Manners(
        framing=WriteUtf,
        lobby=("Waiting for other players\n", "\nGame ready\n"),
        not_suspended=5,
    ),
}
"""The manners of each profile."""

PRINTED_NAMES = {
    "ripples of lights": "ripples of light",
    "fulgor del ciel": "fulgor del cielo",
    "water of light": "water of life",
}
"""Names of windows as the program of the time spells them, and as they are printed."""


def window_number(name: str) -> int | None:
    """The window of that name in either spelling, None if there is none."""
    spelled = name.strip().casefold()
    return WINDOW_NUMBER.get(PRINTED_NAMES.get(spelled, spelled))


# -- what clients say -----------------------------------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True, rename="camel"):
    """A request's fields besides its ``id``."""


class Login(Request, frozen=True):
    """A name to play under."""

    username: str


class ChooseWindow(Request, frozen=True):
    """The window to play with."""

    window_name: str


class PlaceDie(Request, frozen=True):
    """The die ``index`` of the draft pool goes to column x, row y."""

    x: int
    y: int
    index: int


class ToolcardA(Request, frozen=True):
    """Tools that act on a die of the draft pool."""

    num: int
    die_index: int
    action: int


class ToolcardB(Request, frozen=True):
    """Tools that move a die of the window from (x, y) to (a, b)."""

    num: int
    x: int
    y: int
    a: int
    b: int


class ToolcardC(ToolcardB, frozen=True):
    """Tools that move two dice; -1 or nothing for a second one that is not moved."""

    x2: int = -1
    y2: int = -1
    a2: int = -1
    b2: int = -1


class ToolcardD(Request, frozen=True):
    """Tools that place a die of the draft pool."""

    num: int
    die_index: int
    x: int
    y: int


class ToolcardE(Request, frozen=True):
    """The tool that needs no choice."""

    num: int


Toolcard = ToolcardA | ToolcardB | ToolcardC | ToolcardD | ToolcardE


# -- what the server says -------------------------------------------------------------------------------------------


class Words(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message."""


class Die(Words, frozen=True):
    """A die; its value is text."""

    color: str
    value: str


class Space(Words, frozen=True):
    """A space of a window: its die if there is one, and what is printed on it."""

    die: Die | msgspec.UnsetType
    color_rule: str
    value_rule: str


class Window(Words, frozen=True):
    """A window, five columns of four spaces; ``difficultyToken`` are the favour tokens left."""

    window_matrix: tuple[tuple[Space, ...], ...]
    difficulty_token: int
    name: str


class Objective(Words, frozen=True):
    """A private objective."""

    color: str


class Player(Words, frozen=True):
    """A player as the viewer may see them."""

    username: str
    id: int
    player_window: Window
    player_objective: Objective | msgspec.UnsetType
    is_online: bool
    die_used: bool
    tool_card_used: bool
    first_turn_done: bool
    second_turn_done: bool
    first_die_placed: bool
    ready: bool


class ToolCard(Words, frozen=True):
    """A tool on the table; its id is its printed number less one."""

    id: int
    name: str
    description: str
    already_used: bool


class Windows(Words, frozen=True, tag_field="id", tag="windows"):
    """The four windows to choose from."""

    w1: Window
    w2: Window
    w3: Window
    w4: Window


class Update(Words, frozen=True, tag_field="id", tag="update"):
    """The whole table."""

    round: int
    players: tuple[Player, ...]
    draft: tuple[Die, ...]
    round_track: tuple[Die, ...]


class ShowTable(Words, frozen=True, tag_field="id", tag="show_table"):
    """The cards."""

    private_objective: Objective
    tool_cards: tuple[ToolCard, ...]
    public_objective: tuple[str, ...]


class Error(Words, frozen=True, tag_field="id", tag="error"):
    """A refusal."""

    type: int


class DieColor(Words, frozen=True, tag_field="id", tag="die_color"):
    """The colour of the die that tool 11 has drawn."""

    color: str


class Notification(Words, frozen=True, tag_field="id", tag="notification"):
    """Somebody is gone, passed over, or back."""

    username: str
    event: str


class GameOver(Words, frozen=True, tag_field="id", tag="game_over"):
    """The end."""

    winner: str


class Bare(msgspec.Struct, frozen=True):
    """A message that is nothing but its id."""

    id: str


LOGIN, OK, TURN, END = Bare("login"), Bare("ok"), Bare("turn"), Bare("end")

Message = Bare | Windows | Update | ShowTable | Error | DieColor | Notification | GameOver

EVENTS = {"here": "reconnect", "away": "disconnect", "suspended": "suspended"}
"""What the document calls somebody's presence."""


@lru_cache(maxsize=64)
def _die(name: str) -> Die:
    return Die(COLOUR_WORDS[name[0]], name[1])


def _dice(names: Sequence[str]) -> tuple[Die, ...]:
    return tuple(map(_die, names))


@lru_cache(maxsize=1 << 10)
def _window(window: WindowView, dice: tuple[str | None, ...], tokens: int) -> Window:
    columns = tuple(
        tuple(_space(window.cells[cell], dice[cell]) for cell in range(column, COLUMNS * ROWS, COLUMNS))
        for column in range(COLUMNS)
    )
    return Window(columns, tokens, window.name)


@lru_cache(maxsize=1 << 9)
def _space(mark: str, die: str | None) -> Space:
    return Space(
        die=msgspec.UNSET if die is None else _die(die),
        color_rule=COLOUR_WORDS.get(mark, NO_RULE),
        value_rule=mark if mark.isdigit() else NO_RULE,
    )


def windows(offered: Sequence[WindowView]) -> Windows:
    """The windows on offer."""
    empty: tuple[str | None, ...] = (None,) * (COLUMNS * ROWS)
    w1, w2, w3, w4 = (_window(window, empty, window.difficulty) for window in offered)
    return Windows(w1, w2, w3, w4)


def update(view: View, names: Sequence[str], online: Sequence[bool]) -> Update:
    """The table as the viewer may see it: private objectives go to their owner only, even at the end."""
    return Update(
        round=view.round,
        players=tuple(
            _player(player, names[player.seat], online[player.seat], player.seat == view.seat)
            for player in view.players
        ),
        draft=_dice(view.pool),
        round_track=_dice([die for space in view.track for die in space]),
    )


def _player(player: PlayerView, name: str, online: bool, mine: bool) -> Player:
    assert player.window is not None
    return Player(
        username=name,
        id=player.seat,
        player_window=_window(player.window, player.dice, player.tokens),
        player_objective=_objective(player) if mine else msgspec.UNSET,
        is_online=online,
        die_used=player.drafted,
        tool_card_used=player.tool_used,
        first_turn_done=player.first_turn_done,
        second_turn_done=player.second_turn_done,
        first_die_placed=any(player.dice),
        ready=player.chosen,
    )


def _objective(player: PlayerView) -> Objective:
    return Objective(COLOUR_WORDS[player.private[0]])


def show_table(view: View) -> ShowTable:
    """The viewer's private objective, the tools and the public objectives."""
    assert view.seat is not None
    return ShowTable(
        _objective(view.players[view.seat]),
        tuple(map(_tool, view.tools)),
        tuple(map(_public, view.publics)),
    )


def _tool(tool: ToolView) -> ToolCard:
    return ToolCard(tool.number - 1, tool.name, tool.text, tool.used)


def _public(objective: ObjectiveView) -> str:
    return f"{objective.name} [{objective.points}] - {objective.text}"


def die_color(letter: str) -> DieColor:
    """The colour of the die that tool 11 has drawn."""
    return DieColor(COLOUR_WORDS[letter])
