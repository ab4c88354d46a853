"""sagrada-json's messages as types: the requests of a client, and what the server says.

``id`` is the first key of everything that is said: clients of the time look at nothing else to find out what it is.
"""

from __future__ import annotations

import msgspec

from bottega.games.sagrada.cards import WINDOW_NUMBER

TAKEN, INVALID, NOT_SUSPENDED, TOOL_REFUSED = 1, 2, 3, 4
"""The document's errors: name taken, invalid move, not suspended, tool not to be had."""

PRINTED_NAMES = {
    "ripples of lights": "ripples of light",
    "fulgor del ciel": "fulgor del cielo",
    "water of light": "water of life",
}
"""Names of windows as the program of the time spells them, and as they are printed."""

# -- what clients ask -------------------------------------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True, rename="camel"):
    """A request's fields besides its ``id``."""


class Login(Request, frozen=True):
    """``login``: a name to play under."""

    username: str


class ChooseWindow(Request, frozen=True):
    """``window``: the one to play with."""

    window_name: str

    @property
    def number(self) -> int | None:
        """The window of that name in either spelling, None if there is none."""
        spelled = self.window_name.strip().casefold()
        return WINDOW_NUMBER.get(PRINTED_NAMES.get(spelled, spelled))


class PlaceDie(Request, frozen=True):
    """``place``: the die ``index`` of the draft pool goes to column x, row y."""

    x: int
    y: int
    index: int


class ToolcardA(Request, frozen=True):
    """``toolcardA``: tools that act on a die of the draft pool."""

    num: int
    die_index: int
    action: int


class ToolcardB(Request, frozen=True):
    """``toolcardB``: tools that move a die of the window from (x, y) to (a, b)."""

    num: int
    x: int
    y: int
    a: int
    b: int


class ToolcardC(ToolcardB, frozen=True):
    """``toolcardC``: tools that move two dice; -1 or nothing for a second one that is not moved."""

    x2: int = -1
    y2: int = -1
    a2: int = -1
    b2: int = -1


class ToolcardD(Request, frozen=True):
    """``toolcardD``: tools that place a die of the draft pool."""

    num: int
    die_index: int
    x: int
    y: int


class ToolcardE(Request, frozen=True):
    """``toolcardE``: the tool that needs no choice."""

    num: int


Toolcard = ToolcardA | ToolcardB | ToolcardC | ToolcardD | ToolcardE


# -- what the server says ---------------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message."""


class Die(Part, frozen=True):
    """A die; its value is text."""

    color: str
    value: str


class Space(Part, frozen=True, kw_only=True):
    """A space of a window: its die if there is one, and what is printed on it."""

    die: Die | msgspec.UnsetType = msgspec.UNSET
    color_rule: str
    value_rule: str


class Window(Part, frozen=True):
    """A window, five columns of four spaces; ``difficultyToken`` are the favour tokens left."""

    window_matrix: tuple[tuple[Space, ...], ...]
    difficulty_token: int
    name: str


class Objective(Part, frozen=True):
    """A private objective."""

    color: str


class Player(Part, frozen=True, kw_only=True):
    """A player as the viewer may see them."""

    username: str
    id: int
    player_window: Window
    player_objective: Objective | msgspec.UnsetType = msgspec.UNSET
    is_online: bool
    die_used: bool
    tool_card_used: bool
    first_turn_done: bool
    second_turn_done: bool
    first_die_placed: bool
    ready: bool


class ToolCard(Part, frozen=True):
    """A tool on the table; its id is its printed number less one."""

    id: int
    name: str
    description: str
    already_used: bool


class Windows(Part, frozen=True, tag_field="id", tag="windows"):
    """The four windows to choose from."""

    w1: Window
    w2: Window
    w3: Window
    w4: Window


class Update(Part, frozen=True, tag_field="id", tag="update"):
    """The whole table."""

    round: int
    players: tuple[Player, ...]
    draft: tuple[Die, ...]
    round_track: tuple[Die, ...]


class ShowTable(Part, frozen=True, tag_field="id", tag="show_table"):
    """The cards."""

    private_objective: Objective
    tool_cards: tuple[ToolCard, ...]
    public_objective: tuple[str, ...]


class Error(Part, frozen=True, tag_field="id", tag="error"):
    """A refusal."""

    type: int


class DieColor(Part, frozen=True, tag_field="id", tag="die_color"):
    """The colour of the die that tool 11 has drawn."""

    color: str


class Notification(Part, frozen=True, tag_field="id", tag="notification"):
    """Somebody is gone, passed over, or back."""

    username: str
    event: str


class GameOver(Part, frozen=True, tag_field="id", tag="game_over"):
    """The end."""

    winner: str


class Bare(msgspec.Struct, frozen=True):
    """A message that is nothing but its id."""

    id: str


LOGIN, OK, TURN, END = Bare("login"), Bare("ok"), Bare("turn"), Bare("end")

Message = Bare | Windows | Update | ShowTable | Error | DieColor | Notification | GameOver
