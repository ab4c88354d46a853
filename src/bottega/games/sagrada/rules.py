"""What may be done and what it does: ``legal``, ``why_not`` and ``apply``, with the seats they concern.

How it works: while windows are chosen, every seat that has not chosen may act. Afterwards one seat has the turn.
Either no tool is in use, and it may place a die, begin a tool or end the turn; or one is, and then its ``stage``
accepts one kind of action, besides going back. ``RULES`` has a row for every kind of action: when it may come at all,
the check that gives the reason against it or None, and what it does. ``legal`` asks the same tables as the checks
(``Glass.fits``, ``PICKABLE``, ``work_landings``), so what the one lists is what the others accept.

What must stay true: ``why_not`` is the only place that refuses; what a row plays has been checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bottega.games.core import SKIP, IllegalMove, Skip, check_seat
from bottega.games.refusal import Refusal
from bottega.games.sagrada.actions import (
    BACK,
    CHOICES,
    DOWN,
    END,
    MOVES,
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
    UseTool,
)
from bottega.games.sagrada.cards import CHANGES
from bottega.games.sagrada.drafting import (
    change,
    check_change,
    check_pick,
    check_place,
    check_swap,
    check_value,
    pick_die,
    place,
    set_value,
    swap,
)
from bottega.games.sagrada.model import CHOOSING, NONE_PENDING, OVER, Stage, State, Work, acting
from bottega.games.sagrada.moving import check_colour, check_move, move, name_colour, work_landings
from bottega.games.sagrada.phrases import refusal
from bottega.games.sagrada.placement import cells_of, glass, landings
from bottega.games.sagrada.tools import (
    FLUX_BRUSH,
    FLUX_REMOVER,
    GLAZING_HAMMER,
    LENS_CUTTER,
    PICKABLE,
    STRAIGHTEDGE,
    back,
    check_end,
    check_use,
    in_use,
    must_place,
    usable,
    use_tool,
)
from bottega.games.sagrada.turns import check_choice, choose, end_turn, ends_round


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now."""
    if state.round == CHOOSING:
        return tuple(seat for seat, player in enumerate(state.players) if player.window < 0)
    return () if state.round == OVER else (acting(state),)


def turn(state: State) -> int:
    """The number of the turn, from 1; 0 while windows are chosen."""
    return state.turn


# -- what is legal --------------------------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of the seat. Equal dice of the pool are listed once."""
    if not CHOOSING < state.round < OVER or seat != acting(state):
        return _windows_on_offer(state, seat)
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


def _windows_on_offer(state: State, seat: int) -> list[Action]:
    """What may be done outside of one's own turns: a window is chosen before the first."""
    check_seat(seat, len(state.players))
    player = state.players[seat]
    choosing = state.round == CHOOSING and player.window < 0
    return [CHOICES[window] for window in player.offered] if choosing else []


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
    Stage.DIE: _die_answers,
    Stage.CHANGE: _change_answers,
    Stage.TRACK: _track_answers,
    Stage.VALUE: _value_answers,
    Stage.MOVE: _move_answers,
    Stage.PLACE: _place_answers,
}


# -- the check and the deed -----------------------------------------------------------------------------------------


def _no_objection(state: State, seat: int, action: Action | Skip) -> None:
    return None


def _check_track(state: State, seat: int, action: PickTrack) -> Refusal | None:
    return (check_swap if in_use(state).tool == LENS_CUTTER else check_colour)(state, seat, action)


def _pick_track(state: State, seat: int, action: PickTrack) -> State:
    return (swap if in_use(state).tool == LENS_CUTTER else name_colour)(state, seat, action)


def _skip(state: State, seat: int, action: Skip) -> State:
    return (choose if state.round == CHOOSING else end_turn)(state, seat, action)


class Rule(NamedTuple):
    """When an action may come during the rounds (None: while no tool is in use), the check, and what it does."""

    when: frozenset[Stage | None]
    check: Callable[..., Refusal | None]
    play: Callable[..., State]


_NEVER: frozenset[Stage | None] = frozenset()
_FREE: frozenset[Stage | None] = frozenset({None})
_IN_A_TOOL: frozenset[Stage | None] = frozenset(Stage)
_ALWAYS = _FREE | _IN_A_TOOL

RULES: dict[type[Action | Skip], Rule] = {
    Choose: Rule(_NEVER, check_choice, choose),
    Place: Rule(frozenset({None, Stage.PLACE}), check_place, place),
    UseTool: Rule(_FREE, check_use, use_tool),
    PickDie: Rule(frozenset({Stage.DIE}), check_pick, pick_die),
    Change: Rule(frozenset({Stage.CHANGE}), check_change, change),
    PickTrack: Rule(frozenset({Stage.TRACK}), _check_track, _pick_track),
    SetValue: Rule(frozenset({Stage.VALUE}), check_value, set_value),
    Move: Rule(frozenset({Stage.MOVE}), check_move, move),
    Back: Rule(_IN_A_TOOL, _no_objection, back),
    End: Rule(_FREE, check_end, end_turn),
    Skip: Rule(_ALWAYS, _no_objection, _skip),
}
"""Every kind of action. Windows are chosen before the rounds, by a choice or by a skip."""


def why_not(state: State, seat: int, action: Action | Skip) -> Refusal | None:
    """Why the seat may not do this now, None if it may."""
    rule = RULES.get(type(action))
    if rule is None:
        return refusal("no-such-action")
    if not CHOOSING < state.round < OVER or seat != acting(state):
        return _out_of_turn(state, seat, action)
    work = state.work
    if (None if work is None else work.stage) in rule.when:
        return rule.check(state, seat, action)
    if isinstance(action, Choose):
        return refusal("windows-are-chosen")
    return refusal("no-tool-in-use") if work is None else refusal(f"tool-wants-{work.stage}", tool=work.tool)


def _out_of_turn(state: State, seat: int, action: Action | Skip) -> Refusal | None:
    """Why the seat may not do this outside of its turns: only a window may be chosen there, before the rounds."""
    if state.round == OVER:
        return refusal("over")
    if not 0 <= seat < len(state.players):
        return refusal("no-such-seat", seat=seat)
    if state.round != CHOOSING:
        return refusal("not-your-turn", seat=acting(state))
    return check_choice(state, seat, action) if isinstance(action, Choose | Skip) else refusal("window-first")


def apply(state: State, seat: int, action: Action | Skip) -> State:
    """The state after the action, or IllegalMove."""
    refused = why_not(state, seat, action)
    if refused is not None:
        raise IllegalMove(refused)
    return RULES[type(action)].play(state, seat, action)


def canonical(state: State, seat: int, action: Action | Skip) -> Action | Skip:
    """The listed action of which an accepted one is a variant: of equal dice in the pool the first is listed."""
    return PICKS[action.die] if isinstance(action, PickDie) else action


def reveals(state: State, action: Action | Skip) -> bool:
    """Whether the (legal) action brings to light what nobody could know before: dice rolled or drawn, hidden cards."""
    if state.round == CHOOSING:
        return sum(player.window < 0 for player in state.players) == 1
    if isinstance(action, UseTool):
        return action.number == GLAZING_HAMMER
    if isinstance(action, PickDie):
        return in_use(state).tool in (FLUX_BRUSH, FLUX_REMOVER)
    return isinstance(action, End | Skip) and ends_round(state)


def shows(state: State, action: Action | Skip) -> bool:
    """Whether the (legal) action shows the others what its player alone knew: nobody shows their objective in time."""
    return False


def skip(state: State, seat: int) -> tuple[Action | Skip, ...]:
    """The first window on offer; during the rounds a skip, which leaves a tool as ``back`` does."""
    if seat not in actors(state):
        check_seat(seat, len(state.players))
        return ()
    return (CHOICES[state.players[seat].offered[0]],) if state.round == CHOOSING else (SKIP,)
