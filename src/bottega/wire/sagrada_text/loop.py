"""The loop of sagrada-text: how a turn is put together from lists, selections and choices.

How it works. The document builds every action from the same few messages: ask for dice, select one, choose what to do
with it, ask for spaces, choose one; inside a tool then ask whether it goes on. Where in this loop a connection stands
is its ``stage``; which message does what at which stage is the table ``REQUESTS``.

======== ====================================================== ==================
stage    where the player is                                    what comes next
======== ====================================================== ==================
free     at the initial choice: a die, a tool, or the end       GET_DICE_LIST
tool     in a tool, before the next list of dice                GET_DICE_LIST
left     at the initial choice, having gone BACK from a tool    as free; one TOOL can_continue is still answered
listed   has a list of dice                                     SELECT
selected has a list of options                                  CHOOSE
placing  has chosen PLACE_DIE                                   GET_PLACEMENTS_LIST
spaces   has a list of spaces                                   CHOOSE, DISCARD
faces    the same for the die that tool 11 fetched              CHOOSE, TOOL can_continue
done     has done one step of a tool                            TOOL can_continue
======== ====================================================== ==================

``TOOL enable`` (the rules know whether one is in use already), ``BACK`` and ``GAME end_turn`` may come at every stage.

What must stay true:

1. The loop never changes a game: it answers with words, or with a :class:`Play` that the table judges.
2. What is only here (a list, a selected die) vanishes with the connection or the turn; what a tool has done is in
   the game's own state, from which :meth:`Loop.begin` finds the way back in.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bottega.games.sagrada.actions import BACK, END, Action, UseTool
from bottega.games.sagrada.cards import DICE
from bottega.games.sagrada.model import State
from bottega.games.sagrada.queries import Choice, Source, dice_to_choose, placements, placing, tool_stage
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    FLUX_REMOVER,
    GRINDING_STONE,
    GROZING_PLIERS,
    LENS_CUTTER,
    TAP_WHEEL,
)
from bottega.wire.sagrada_text import words
from bottega.wire.sagrada_text.words import CHOICE_KO, CHOICE_OK, INVALID, TOOL_KO, TOOL_OK

PLACE_DIE = "PLACE_DIE"

OPTIONS: dict[tuple[int, str], str] = {
    (GROZING_PLIERS, "die"): "INCREASE_DECREASE",
    (GROZING_PLIERS, "change"): "NONE",
    (LENS_CUTTER, "die"): "SWAP",
    (LENS_CUTTER, "track"): "SWAP",
    (FLUX_BRUSH, "die"): "REROLL",
    (GRINDING_STONE, "die"): "FLIP",
    (FLUX_REMOVER, "die"): "SET_SHADE",
    (TAP_WHEEL, "track"): "SET_COLOR",
}
"""What can be done with a die selected for a tool at a stage of its use; with any other it is placed."""

SOURCES: dict[Source, str] = {"pool": "draftpool", "window": "schema", "track": "roundtrack", "bag": "dicebag"}
"""The document's word for where dice come from."""

_FACES = ((GROZING_PLIERS, "change"), (FLUX_REMOVER, "value"))
"""Where the dice listed are faces of one die, and so have no position of their own."""


class Play(msgspec.Struct, frozen=True):
    """Actions for the table, what to answer to its verdict ('': nothing), and the stage that follows if it agrees."""

    actions: tuple[Action, ...]
    accepted: str
    refused: str
    then: str


class Loop:
    """Where one connection stands in its turn."""

    REQUESTS: ClassVar[dict[tuple[str, str], str]] = {
        ("free", "GET_DICE_LIST"): "list_dice",
        ("left", "GET_DICE_LIST"): "list_dice",
        ("left", "TOOL can_continue"): "go_on",
        ("tool", "GET_DICE_LIST"): "list_dice",
        ("tool", "TOOL can_continue"): "go_on",
        ("listed", "GET_DICE_LIST"): "list_dice",
        ("listed", "SELECT"): "select",
        ("selected", "CHOOSE"): "choose_option",
        ("placing", "GET_PLACEMENTS_LIST"): "list_placements",
        ("spaces", "CHOOSE"): "choose_space",
        ("spaces", "DISCARD"): "discard",
        ("faces", "CHOOSE"): "choose_space",
        ("faces", "DISCARD"): "keep_selected",
        ("faces", "TOOL can_continue"): "leave_in_pool",
        ("done", "TOOL can_continue"): "go_on",
    }
    """Which message does what at which stage."""

    ANYWHERE: ClassVar[dict[str, str]] = {"BACK": "back", "GAME end_turn": "end_turn", "TOOL enable": "enable"}
    """What may be said at every stage; whatever was only selected is forgotten."""

    KEYWORDS: ClassVar[frozenset[str]] = frozenset(keyword for _, keyword in REQUESTS) | frozenset(ANYWHERE)

    def __init__(self, numbered_faces: bool, refused: str) -> None:
        self.stage = "free"
        self._numbered_faces = numbered_faces
        self._refused = refused
        self._choices: tuple[Choice, ...] = ()
        self._choice: Choice | None = None
        self._cells: tuple[int, ...] = ()

    def begin(self, state: State) -> None:
        """A turn begins, or its player is back: nothing is selected, but a tool may be in use."""
        self.stage = "tool" if state.work else "free"

    def hear(self, state: State, keyword: str, number: int) -> str | Play | None:
        """The answer to a message of the acting player, None to one that this stage has no use for."""
        method = self.REQUESTS.get((self.stage, keyword)) or self.ANYWHERE.get(keyword)
        if method is None:
            return None
        answer: str | Play = getattr(self, method)(state, number)
        return answer

    # -- the initial choice -----------------------------------------------------------------------------------------

    def enable(self, state: State, index: int) -> str | Play:
        """Pay for one of the tools on the table."""
        if not 0 <= index < len(state.tools):
            return TOOL_KO
        return Play((UseTool(state.tools[index]),), TOOL_OK, TOOL_KO, "tool")

    def back(self, state: State, _: int) -> str | Play:
        """Return to the initial choice; a tool in use is left, its payment gone."""
        if state.work:
            return Play((BACK,), "", self._refused, "left")
        self.stage = "free"
        return ""

    def end_turn(self, state: State, _: int) -> Play:
        """End the turn, at any time: leaving a tool in use first."""
        return Play((BACK, END) if state.work else (END,), "", self._refused, "free")

    # -- dice -------------------------------------------------------------------------------------------------------

    def list_dice(self, state: State, _: int) -> str:
        """The dice that can be selected now; none for Glazing Hammer, which has rolled when it was enabled."""
        rolled = self.stage == "tool" and state.work is None
        choices = () if rolled else dice_to_choose(state)
        if not choices:
            return "LIST_DICE"
        self._choices, self.stage = choices, "listed"
        faces = tool_stage(state) in _FACES
        dice = []
        for number, choice in enumerate(choices):
            position = choice.position if not faces else number if self._numbered_faces else 0
            dice.append((position, DICE[choice.die]))
        return words.list_dice(SOURCES[choices[0].source], dice)

    def select(self, state: State, index: int) -> str:
        """Select a die by its place in the list."""
        if not 0 <= index < len(self._choices):
            return INVALID
        self._choice, self.stage = self._choices[index], "selected"
        return f"LIST_OPTIONS 0,{self._option(state)}"

    def _option(self, state: State) -> str:
        stage = tool_stage(state)
        return PLACE_DIE if stage is None else OPTIONS.get(stage, PLACE_DIE)

    def choose_option(self, state: State, index: int) -> str | Play:
        """Choose what to do with the selected die: there is always one thing."""
        choice = self._selected()
        if index != 0:
            return CHOICE_KO
        if self._option(state) == PLACE_DIE:
            self.stage = "placing"
            return CHOICE_OK
        assert choice.action is not None
        return Play((choice.action,), CHOICE_OK, CHOICE_KO, "done")

    def _selected(self) -> Choice:
        assert self._choice is not None
        return self._choice

    # -- spaces -----------------------------------------------------------------------------------------------------

    def list_placements(self, state: State, _: int) -> str:
        """The spaces on which the selected die may be put."""
        choice = self._selected()
        self._cells = placements(state, choice)
        self.stage = "faces" if choice.source == "bag" else "spaces"
        return words.list_placements(self._cells)

    def choose_space(self, state: State, index: int) -> str | Play:
        """Put the selected die on a space, given by its place in the list."""
        if not 0 <= index < len(self._cells):
            return CHOICE_KO
        then = "done" if state.work else "free"
        return Play(placing(self._selected(), self._cells[index]), CHOICE_OK, CHOICE_KO, then)

    def discard(self, state: State, _: int) -> str:
        """Do not place the selected die; another may be selected."""
        self.begin(state)
        return ""

    def keep_selected(self, state: State, _: int) -> str:
        """The die that tool 11 fetched cannot be exchanged for another face once its spaces are known."""
        return ""

    # -- tools ------------------------------------------------------------------------------------------------------

    def go_on(self, state: State, _: int) -> str:
        """Whether the tool asks for more."""
        self.begin(state)
        return TOOL_OK if state.work else TOOL_KO

    def leave_in_pool(self, state: State, _: int) -> Play:
        """The die that tool 11 fetched keeps the selected face and stays in the pool."""
        action = self._selected().action
        assert action is not None
        return Play((action,), TOOL_KO, self._refused, "free")
