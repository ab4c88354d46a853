"""Where a sagrada-text connection can stand; within its own turn, how far the next action is put together."""

from __future__ import annotations

from enum import StrEnum, auto


class State(StrEnum):
    """Where a connection stands."""

    GREETED = auto()
    """It has not logged in, or has quit."""
    LOBBY = auto()
    """It has a seat; the match has not started."""
    WINDOWS = auto()
    """Everybody chooses a pattern."""
    WATCHING = auto()
    """It is another's turn."""
    FREE = auto()
    """At the initial choice of its own turn: a die, a tool, or the end."""
    TOOL = auto()
    """In a tool, before the next list of dice."""
    LEFT = auto()
    """At the initial choice, having gone BACK from a tool; one TOOL can_continue is still answered."""
    LISTED = auto()
    """It has a list of dice."""
    SELECTED = auto()
    """It has selected a die and has a list of options."""
    PLACING = auto()
    """It has chosen PLACE_DIE."""
    SPACES = auto()
    """It has a list of spaces."""
    FACES = auto()
    """It has a list of spaces for the die that tool 11 fetched."""
    DONE = auto()
    """It has made one step of a tool and not yet asked whether that goes on."""
    OVER = auto()
    """The match is over; its table can still be looked at."""


TURN = (
    State.FREE,
    State.TOOL,
    State.LEFT,
    State.LISTED,
    State.SELECTED,
    State.PLACING,
    State.SPACES,
    State.FACES,
    State.DONE,
)
"""The states of a player's own turn."""

RUNNING = (State.WINDOWS, State.WATCHING, *TURN)
"""The states of a match that is going on."""

MATCH = (*RUNNING, State.OVER)
"""The states in which there is a board to look at."""

ARRIVALS = (State.LOBBY, State.WINDOWS, State.WATCHING, State.FREE, State.TOOL)
"""Where a login may lead: to the lobby, or back to wherever a match stands."""

TOO_LATE = (State.WATCHING, State.FREE, State.OVER)
"""Where somebody finds themselves whose turn was ended by the clock: in another's, in their own next, or at the end."""

BEFORE_DICE = (State.FREE, State.TOOL, State.LEFT, State.LISTED)
"""The states in which a list of dice may be asked for."""
