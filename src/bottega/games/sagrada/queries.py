"""What the acting seat can choose from now, for clients that pick a die first and a space second.

At every moment of a turn there is one list of dice (``dice_to_choose``): of the pool, of the own window, of the
round track, or the six faces of a die fetched from the bag. Choosing one of them either is an action itself
(``Choice.action``) or is followed by the choice of a space: ``placements`` lists exactly the legal ones
and ``placing`` gives the actions that put the die there.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bottega.games.refusal import Refusal
from bottega.games.sagrada import tools
from bottega.games.sagrada.actions import (
    DOWN,
    MOVES,
    PICKS,
    PLACES,
    SETS,
    UP,
    Action,
    PickTrack,
    UseTool,
)
from bottega.games.sagrada.cards import CHANGES, NO_DIE
from bottega.games.sagrada.model import CHOOSING, NONE_PENDING, OVER, Stage, State, acting
from bottega.games.sagrada.moving import board_in_hand, work_landings
from bottega.games.sagrada.placement import cells_of, glass
from bottega.games.sagrada.rules import legal
from bottega.games.sagrada.tools import STRAIGHTEDGE

Source = Literal["pool", "window", "track", "bag"]
_SOURCES: dict[Stage, Source] = {Stage.TRACK: "track", Stage.MOVE: "window", Stage.VALUE: "bag"}


class Choice(msgspec.Struct, frozen=True):
    """A die that can be chosen: its position in its source, and the action that choosing it means.

    Positions are places in the pool, spaces of the window, rounds (from 0) of the track. ``action`` is None
    where the choice of a space follows.
    """

    source: Source
    position: int
    die: int
    action: Action | None = None


def tool_stage(state: State) -> tuple[int, Stage] | None:
    """The tool in use and what it asks for next."""
    return (state.work.tool, state.work.stage) if state.work else None


def source_of_dice(state: State) -> Source:
    """Where the dice to choose from are."""
    return _SOURCES.get(state.work.stage, "pool") if state.work else "pool"


def dice_to_choose(state: State) -> tuple[Choice, ...]:
    """The dice that the acting seat can choose from; without a tool in use those it may still draft.

    Drafting lists every die of the pool, even one that fits nowhere; a tool lists only dice it can be
    completed with.
    """
    if state.round in (CHOOSING, OVER):
        return ()
    work = state.work
    if work is None:
        return _draftable(state)
    seat = acting(state)
    actions = legal(state, seat)
    match work.stage:
        case Stage.DIE:
            return tuple(
                Choice("pool", place, die, PICKS[die]) for place, die in enumerate(state.pool) if PICKS[die] in actions
            )
        case Stage.CHANGE:
            die = state.pool[work.index]
            turned = {changed: UP if changed > die else DOWN for changed in CHANGES[die]}
            return tuple(
                Choice("pool", work.index, changed, action) for changed, action in turned.items() if action in actions
            )
        case Stage.TRACK:
            return tuple(choice for choice in _track(state) if choice.action in actions)
        case Stage.VALUE:
            colour = state.pool[work.index] // 6
            return tuple(Choice("bag", face, colour * 6 + face, SETS[face]) for face in range(6))
        case Stage.MOVE:
            board = board_in_hand(state, seat)
            return tuple(Choice("window", cell, board[cell]) for cell, _ in work_landings(state, seat))
        case Stage.PLACE:
            choices = (Choice("pool", place, die) for place, die in enumerate(state.pool))
            return tuple(choice for choice in choices if placements(state, choice))


def _draftable(state: State) -> tuple[Choice, ...]:
    if state.drafted:
        return ()
    return tuple(
        Choice("pool", place, die) for place, die in enumerate(state.pool) if state.pending in (NONE_PENDING, place)
    )


def _track(state: State) -> list[Choice]:
    spaces = [(number, die) for number, space in enumerate(state.track) for die in space]
    return [Choice("track", number, die, PickTrack(index)) for index, (number, die) in enumerate(spaces)]


def placements(state: State, choice: Choice) -> tuple[int, ...]:
    """The spaces to which the chosen die may go, by the rules of this moment."""
    seat = acting(state)
    if choice.source == "window":
        return cells_of(dict(work_landings(state, seat)).get(choice.position, 0))
    player = state.players[seat]
    view = glass(player.window, player.board)
    apart = state.work is not None and state.work.tool == STRAIGHTEDGE
    return cells_of(view.apart(choice.die) if apart else view.fits[choice.die])


def placing(choice: Choice, cell: int) -> tuple[Action, ...]:
    """The actions that put the chosen die on a space; a die from the bag gets its value first."""
    if choice.source == "window":
        return (MOVES[choice.position][cell],)
    place = PLACES[choice.die][cell]
    return (place,) if choice.action is None else (choice.action, place)


def track_index_of_colour(state: State, colour: int) -> int | None:
    """The first die of a colour on the round track, for clients that name no die with Tap Wheel."""
    return next((index for index, die in enumerate(state.track_dice) if die // 6 == colour), None)


def cannot_pay(state: State, seat: int, number: int, payment: int = NO_DIE) -> Refusal | None:
    """Why a tool cannot be had at all on this turn (not in play, one used, too few tokens), None if it can."""
    return tools.cannot_pay(state, seat, UseTool(number, payment))
