"""How a turn of sagrada-text is put together from lists, selections and choices.

The document builds every action from the same few messages: ask for dice, select one, choose what to do with it, ask
for spaces, choose one; inside a tool then ask whether it goes on. A :class:`Turn` is how far a connection has come with
that. Nothing of it is known to the table, and it is gone with the turn or the connection: what a tool has done is in
the game's own state, from which an empty turn finds the way back in.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import msgspec

from bottega.games import sagrada
from bottega.games.sagrada.cards import DICE
from bottega.games.sagrada.model import Stage
from bottega.games.sagrada.queries import Choice, Source, dice_to_choose, tool_stage
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    FLUX_REMOVER,
    GRINDING_STONE,
    GROZING_PLIERS,
    LENS_CUTTER,
    TAP_WHEEL,
)
from bottega.wire.sagrada_text import words
from bottega.wire.sagrada_text.states import State

PLACE_DIE = "PLACE_DIE"

OPTIONS: dict[tuple[int, Stage], str] = {
    (GROZING_PLIERS, Stage.DIE): "INCREASE_DECREASE",
    (GROZING_PLIERS, Stage.CHANGE): "NONE",
    (LENS_CUTTER, Stage.DIE): "SWAP",
    (LENS_CUTTER, Stage.TRACK): "SWAP",
    (FLUX_BRUSH, Stage.DIE): "REROLL",
    (GRINDING_STONE, Stage.DIE): "FLIP",
    (FLUX_REMOVER, Stage.DIE): "SET_SHADE",
    (TAP_WHEEL, Stage.TRACK): "SET_COLOR",
}
"""What can be done with a die selected for a tool at a stage of its use; with any other it is placed."""

SOURCES: dict[Source, str] = {"pool": "draftpool", "window": "schema", "track": "roundtrack", "bag": "dicebag"}
"""The document's word for where dice come from."""

_FACES = ((GROZING_PLIERS, Stage.CHANGE), (FLUX_REMOVER, Stage.VALUE))
"""Where the dice listed are faces of one die, and so have no position of their own."""


class Last(Enum):
    """What this connection has last done with a tool, as long as no dice are listed."""

    NOTHING = auto()
    ENABLED = auto()
    STEP = auto()
    LEFT = auto()


class Turn(msgspec.Struct, frozen=True):
    """How far the next action is put together; the empty one is the beginning, in a tool or not."""

    last: Last = Last.NOTHING
    dice: tuple[Choice, ...] = ()
    """The list of dice that was sent."""
    die: Choice | None = None
    """The one of them that was selected."""
    placing: bool = False
    """Whether it shall be placed."""
    spaces: tuple[int, ...] | None = None
    """The list of spaces that was sent for it."""
    barren: bool = False
    """Whether the dice are only shown: no die may be placed any more."""

    def state(self, game: sagrada.State) -> State:
        """Where its player stands in that game."""
        if self.spaces is not None:
            return State.FACES if self.selected.source == "bag" else State.SPACES
        if self.placing:
            return State.PLACING
        if self.die is not None:
            return State.SELECTED
        if self.dice:
            return State.LISTED
        return _AFTER.get(self.last) or (State.TOOL if game.work else State.FREE)

    @property
    def selected(self) -> Choice:
        """The die that was selected."""
        assert self.die is not None
        return self.die

    def dice_to_list(self, game: sagrada.State) -> tuple[Choice, ...]:
        """The dice that can be selected now; none for Glazing Hammer, which has rolled when it was enabled."""
        return () if self._rolled(game) else dice_to_choose(game)

    def dice_to_show(self, game: sagrada.State) -> tuple[Choice, ...]:
        """The pool where none of it may be placed any more; none in a tool, and for Glazing Hammer."""
        return () if self._rolled(game) or game.work is not None else the_pool(game)

    def _rolled(self, game: sagrada.State) -> bool:
        return self.last is Last.ENABLED and game.work is None


_AFTER = {Last.ENABLED: State.TOOL, Last.STEP: State.DONE, Last.LEFT: State.LEFT}


def the_pool(game: sagrada.State) -> tuple[Choice, ...]:
    """All dice of the draft pool."""
    return tuple(Choice("pool", place, die) for place, die in enumerate(game.pool))


def option(game: sagrada.State) -> str:
    """What can be done with the die that is selected: there is always one thing."""
    stage = tool_stage(game)
    return PLACE_DIE if stage is None else OPTIONS.get(stage, PLACE_DIE)


def listed(game: sagrada.State, dice: tuple[Choice, ...], numbered_faces: bool) -> str:
    """The list of dice, in words."""
    if not dice:
        return words.NO_DICE
    return words.list_dice(SOURCES[dice[0].source], _positions(game, dice, numbered_faces))


def _positions(game: sagrada.State, dice: tuple[Choice, ...], numbered_faces: bool) -> Iterator[tuple[int, str]]:
    faces = tool_stage(game) in _FACES
    for number, choice in enumerate(dice):
        position = choice.position if not faces else number if numbered_faces else 0
        yield position, DICE[choice.die]
