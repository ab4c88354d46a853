"""What may be done and what it does: ``legal`` and ``apply``, with the seats they concern.

How it works: while windows are chosen, every seat that has not chosen may act. Afterwards one seat has the
turn. Either no tool is in use, and it may place a die, begin a tool or end the turn; or one is, and then its
``stage`` accepts one kind of action, besides going back. ``legal`` and ``apply`` ask the same tables
(``Glass.fits``, ``PICKABLE``, ``work_landings``), so what the one lists is what the other accepts.
"""

from __future__ import annotations

from collections.abc import Callable

from bottega.games.core import SKIP, IllegalMove, Skip
from bottega.games.sagrada.cards import CHANGES, DICE, TOOLS
from bottega.games.sagrada.drafting import change, pick_die, place, set_value, swap
from bottega.games.sagrada.model import (
    BACK,
    CHOICES,
    CHOOSING,
    DOWN,
    END,
    MOVES,
    NONE_PENDING,
    OVER,
    PICKS,
    PLACES,
    SETS,
    UP,
    Action,
    Back,
    Change,
    Choose,
    End,
    Move,
    PickDie,
    PickTrack,
    Place,
    SetValue,
    Stage,
    State,
    UseTool,
    Work,
    acting,
)
from bottega.games.sagrada.moving import move, name_colour, work_landings
from bottega.games.sagrada.placement import cells_of, glass, landings
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    LENS_CUTTER,
    PICKABLE,
    STRAIGHTEDGE,
    back,
    enable,
    usable,
)
from bottega.games.sagrada.turns import choose, end_turn


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now."""
    if state.round == CHOOSING:
        return tuple(seat for seat, player in enumerate(state.players) if player.window < 0)
    return () if state.round == OVER else (acting(state),)


def turn(state: State) -> int:
    """The number of the turn, from 1; 0 while windows are chosen."""
    return state.turn


def must_place(state: State) -> bool:
    """Whether the turn cannot end yet: a die rolled again with Flux Brush that fits has to be placed."""
    return state.pending != NONE_PENDING and state.used == FLUX_BRUSH


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of the seat. Equal dice of the pool are listed once."""
    if seat not in actors(state):
        return []
    if state.round == CHOOSING:
        return [CHOICES[window] for window in state.players[seat].offered]
    work = state.work
    if work is not None:
        return [*_ANSWERS[work.stage](state, seat, work), BACK]
    actions: list[Action] = []
    if not state.drafted:
        pool = state.pool if state.pending == NONE_PENDING else (state.pool[state.pending],)
        player = state.players[seat]
        fits = glass(player.window, player.board).fits
        for die in dict.fromkeys(pool):
            mask = fits[die]
            if mask:
                row = PLACES[die]
                actions += [row[cell] for cell in cells_of(mask)]
    actions += usable(state, seat)
    if not must_place(state):
        actions.append(END)
    return actions


def _die_answers(state: State, seat: int, work: Work) -> list[Action]:
    player, track = state.players[seat], state.track_dice
    pickable, view = PICKABLE[work.tool], glass(player.window, player.board)
    return [PICKS[die] for die in dict.fromkeys(state.pool) if pickable(view, die, track)]


def _change_answers(state: State, seat: int, work: Work) -> list[Action]:
    player, die = state.players[seat], state.pool[work.index]
    fits = glass(player.window, player.board).fits
    return [UP if changed > die else DOWN for changed in CHANGES[die] if fits[changed]]


def _track_answers(state: State, seat: int, work: Work) -> list[Action]:
    player, track = state.players[seat], state.track_dice
    if work.tool == LENS_CUTTER:
        fits = glass(player.window, player.board).fits
        return [PickTrack(index) for index, die in enumerate(track) if fits[die]]
    movable = {player.board[source] // 6 for source, _ in landings(player.window, player.board)}
    return [PickTrack(index) for index, die in enumerate(track) if die // 6 in movable]


def _value_answers(state: State, seat: int, work: Work) -> list[Action]:
    return list(SETS)


def _move_answers(state: State, seat: int, work: Work) -> list[Action]:
    return [MOVES[source][cell] for source, mask in work_landings(state, seat) for cell in cells_of(mask)]


def _place_answers(state: State, seat: int, work: Work) -> list[Action]:
    player = state.players[seat]
    view = glass(player.window, player.board)
    apart = work.tool == STRAIGHTEDGE
    return [
        PLACES[die][cell]
        for die in dict.fromkeys(state.pool)
        for cell in cells_of(view.apart(die) if apart else view.fits[die])
    ]


_ANSWERS: dict[Stage, Callable[[State, int, Work], list[Action]]] = {
    "die": _die_answers,
    "change": _change_answers,
    "track": _track_answers,
    "value": _value_answers,
    "move": _move_answers,
    "place": _place_answers,
}

WANTED: dict[Stage, str] = {
    "die": "choose a die of the draft pool",
    "change": "turn the die up or down",
    "track": "choose a die of the round track",
    "value": "choose the value of the new die",
    "move": "move a die of your window",
    "place": "place a die of the draft pool",
}
"""What each stage of a tool asks the player to do."""


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action, or IllegalMove."""
    if state.round == OVER:
        raise IllegalMove("The game is over.")
    if not 0 <= seat < len(state.players):
        raise IllegalMove(f"There is no seat {seat} at this table.")
    if state.round == CHOOSING:
        if not isinstance(action, Choose | Skip):
            raise IllegalMove("First everybody chooses a window.")
        first = state.players[seat].offered[0]
        return choose(state, seat, first if isinstance(action, Skip) else action.window)
    if seat != acting(state):
        raise IllegalMove(f"It is the turn of seat {acting(state)}.")
    work = state.work
    match action:
        case Place() if work is None or work.stage == "place":
            return place(state, seat, action)
        case End() if work is None:
            return _end(state)
        case UseTool() if work is None:
            return enable(state, seat, action)
        case Skip():
            return end_turn(state)
        case Back():
            return back(state)
        case Choose():
            raise IllegalMove("The windows have been chosen.")
    if work is None:
        raise IllegalMove("No tool is in use.")
    match work.stage, action:
        case "die", PickDie():
            return pick_die(state, seat, action)
        case "change", Change():
            return change(state, seat, action)
        case "track", PickTrack():
            return (swap if work.tool == LENS_CUTTER else name_colour)(state, seat, action)
        case "value", SetValue():
            return set_value(state, seat, action)
        case "move", Move():
            return move(state, seat, action)
    raise IllegalMove(f"{TOOLS[work.tool].name} is in use: {WANTED[work.stage]}, or go back.")


def _end(state: State) -> State:
    if must_place(state):
        die = DICE[state.pool[state.pending]]
        raise IllegalMove(f"{die}, rolled again with Flux Brush, fits into your window and must be placed.")
    return end_turn(state)


def skip(state: State, seat: int) -> tuple[Action, ...]:
    """The first window on offer; during the rounds a skip, which leaves a tool as ``back`` does."""
    if seat not in actors(state):
        return ()
    return (CHOICES[state.players[seat].offered[0]],) if state.round == CHOOSING else (SKIP,)
