"""When a tool may be used, and what it costs.

A tool is refused, and nothing is paid, when it is the wrong moment for it or when no complete use of it is
possible. Only the tools whose outcome chance decides (6, 7 and 11) cannot be judged beforehand. After paying,
``State.work`` says what the tool asks for next; ``drafting`` and ``moving`` tell what the answers do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.games.sagrada.actions import USES, Back, UseTool
from bottega.games.sagrada.bag import roll
from bottega.games.sagrada.cards import CHANGES, COLOUR_OF, NO_DIE, OPPOSITE, TOOLS
from bottega.games.sagrada.model import NONE_PENDING, Player, Stage, State, Work
from bottega.games.sagrada.phrases import refusal
from bottega.games.sagrada.placement import COLOUR_PRINT, VALUE_PRINT, Glass, Landing, glass, landings, two_moves_exist
from bottega.games.sagrada.turns import with_player

GROZING_PLIERS, EGLOMISE_BRUSH, COPPER_FOIL_BURNISHER, LATHEKIN, LENS_CUTTER, FLUX_BRUSH = range(1, 7)
GLAZING_HAMMER, RUNNING_PLIERS, STRAIGHTEDGE, GRINDING_STONE, FLUX_REMOVER, TAP_WHEEL = range(7, 13)

FIRST_STAGE: dict[int, Stage] = {
    GROZING_PLIERS: Stage.DIE,
    EGLOMISE_BRUSH: Stage.MOVE,
    COPPER_FOIL_BURNISHER: Stage.MOVE,
    LATHEKIN: Stage.MOVE,
    LENS_CUTTER: Stage.DIE,
    FLUX_BRUSH: Stage.DIE,
    RUNNING_PLIERS: Stage.PLACE,
    STRAIGHTEDGE: Stage.PLACE,
    GRINDING_STONE: Stage.DIE,
    FLUX_REMOVER: Stage.DIE,
    TAP_WHEEL: Stage.TRACK,
}
"""What each tool asks for first; Glazing Hammer asks for nothing."""

_NEXT_STAGE = {
    GROZING_PLIERS: Stage.CHANGE,
    LENS_CUTTER: Stage.TRACK,
    FLUX_REMOVER: Stage.VALUE,
    TAP_WHEEL: Stage.MOVE,
}
STAGES = {number: {first, _NEXT_STAGE.get(number, first)} for number, first in FIRST_STAGE.items()}
"""Everything that each tool asks for."""

DRAFTING = frozenset({GROZING_PLIERS, LENS_CUTTER, FLUX_BRUSH, STRAIGHTEDGE, GRINDING_STONE, FLUX_REMOVER})
"""The tools that act on the die being drafted."""
CHANGING = DRAFTING - {STRAIGHTEDGE}
"""Those after which it is another die."""

Track = Sequence[int]

PICKABLE: dict[int, Callable[[Glass, int, Track], bool]] = {
    GROZING_PLIERS: lambda view, die, _: any(view.fits[changed] for changed in CHANGES[die]),
    LENS_CUTTER: lambda view, _, track: any(view.fits[other] for other in track),
    FLUX_BRUSH: lambda view, die, _: True,
    RUNNING_PLIERS: lambda view, die, _: view.fits[die] > 0,
    STRAIGHTEDGE: lambda view, die, _: view.apart(die) > 0,
    GRINDING_STONE: lambda view, die, _: view.fits[OPPOSITE[die]] > 0,
    FLUX_REMOVER: lambda view, die, _: True,
}
"""Whether a die of the pool may be chosen for the tool, so that the use can be completed."""

MARKS = {EGLOMISE_BRUSH: VALUE_PRINT, COPPER_FOIL_BURNISHER: COLOUR_PRINT}
"""The printed restrictions that still count for the tools that disregard one kind."""

NO_USE = {
    GROZING_PLIERS: "no-change-fits",
    EGLOMISE_BRUSH: "no-move-without-colours",
    COPPER_FOIL_BURNISHER: "no-move-without-values",
    LATHEKIN: "no-two-moves",
    LENS_CUTTER: "no-track-die-fits",
    FLUX_BRUSH: "nothing-to-roll",
    GLAZING_HAMMER: "nothing-to-roll",
    RUNNING_PLIERS: "no-die-fits",
    STRAIGHTEDGE: "no-die-fits-apart",
    GRINDING_STONE: "no-turned-die-fits",
    FLUX_REMOVER: "nothing-to-return",
    TAP_WHEEL: "no-track-colour-moves",
}
"""The refusal of each tool when no complete use of it is possible."""

MOMENTS: dict[int, tuple[tuple[str, bool, str], ...]] = {
    **dict.fromkeys(DRAFTING, (("drafted", False, "draft-spent"),)),
    GLAZING_HAMMER: (("second", True, "second-turn-only"), ("drafted", False, "before-drafting")),
    RUNNING_PLIERS: (("second", False, "first-turn-only"), ("drafted", True, "after-drafting")),
}
"""What must be so of the turn (``State.second``, ``State.drafted``) for a tool, and the refusal when it is not."""

_TIMELY = {
    (second, drafted): frozenset(
        number
        for number in TOOLS
        if all({"second": second, "drafted": drafted}[flag] == wanted for flag, wanted, _ in MOMENTS.get(number, ()))
    )
    for second in (False, True)
    for drafted in (False, True)
}
"""The tools for which it is the right moment, by ``State.second`` and ``State.drafted``."""

OBLIGING = {
    1: frozenset({FLUX_BRUSH}),
    2: frozenset({GROZING_PLIERS, LENS_CUTTER, FLUX_BRUSH, GRINDING_STONE}),
}
"""By version of the rules: the tools whose die, once changed, must be placed before the turn may end.

This is the whole difference between the versions. Flux Remover is in none: its card lets the player leave the new die
in the pool.
"""


def of_colour(found: tuple[Landing, ...], player: Player, colour: int) -> tuple[Landing, ...]:
    """The moves of dice of one colour."""
    board = player.board
    return tuple([landing for landing in found if board[landing[0]] // 6 == colour])


def possible(state: State, player: Player, number: int, pool: Sequence[int]) -> bool:
    """Whether a complete use of the tool exists with these dice in the pool."""
    if number in PICKABLE:
        pickable, view, track = PICKABLE[number], glass(player.window, player.board), state.track_dice
        return any(pickable(view, die, track) for die in pool)
    if number == LATHEKIN:
        return two_moves_exist(player.window, player.board)
    if number == TAP_WHEEL:
        found = landings(player.window, player.board)
        colours = {COLOUR_OF[die] for die in state.track_dice}
        return any(player.board[source] // 6 in colours for source, _ in found)
    if number in MARKS:
        return bool(landings(player.window, player.board, MARKS[number]))
    return bool(pool)


def bad_moment(state: State, number: int) -> Refusal | None:
    """Why the tool cannot be used at this point of the turn, None if it can."""
    if number in _TIMELY[state.second, state.drafted]:
        return None
    flags = {"second": state.second, "drafted": state.drafted}
    code = next(code for flag, wanted, code in MOMENTS[number] if flags[flag] != wanted)
    return refusal(code, tool=number)


def cost(state: State, number: int) -> int:
    """The price in favour tokens: 1 for the first user of a tool in play, 2 ever after."""
    return 2 if state.paid[state.tools.index(number)] else 1


def cannot_pay(state: State, seat: int, use: UseTool) -> Refusal | None:
    """Why the tool cannot be had at all: not in play, one used already, or too little to pay; None if it can."""
    number, payment = use.number, use.payment
    if number not in state.tools:
        return refusal("tool-not-in-play", number=number, tools=state.tools)
    if state.used:
        return refusal("one-tool-a-turn", tool=state.used)
    if state.solo:
        return _cannot_pay_alone(state, use)
    if payment != NO_DIE:
        return refusal("tokens-pay")
    price, tokens = cost(state, number), state.players[seat].tokens
    if price > tokens:
        return refusal("too-few-tokens", tool=number, price=price, left=tokens)
    return None


def _cannot_pay_alone(state: State, use: UseTool) -> Refusal | None:
    number, payment = use.number, use.payment
    if state.paid[state.tools.index(number)]:
        return refusal("tool-gone", tool=number)
    colour = TOOLS[number].colour
    if payment == NO_DIE:
        return refusal("name-payment", colour=colour, tool=number)
    if payment not in state.pool:
        return refusal("payment-not-in-pool")
    if COLOUR_OF[payment] != colour:
        return refusal("payment-colour", tool=number, colour=colour, die=payment)
    return None


def without(pool: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The pool without one die of that kind."""
    place = pool.index(die)
    return pool[:place] + pool[place + 1 :]


def check_use(state: State, seat: int, use: UseTool) -> Refusal | None:
    """Why the tool cannot be used now, None if it can."""
    refused = cannot_pay(state, seat, use) or bad_moment(state, use.number)
    if refused:
        return refused
    pool = without(state.pool, use.payment) if state.solo else state.pool
    return None if possible(state, state.players[seat], use.number, pool) else refusal(NO_USE[use.number])


def usable(state: State, seat: int) -> list[UseTool]:
    """Every tool that can be used now, in a solo game with each die that can pay."""
    if state.used:
        return []
    player, timely = state.players[seat], _TIMELY[state.second, state.drafted]
    if state.solo:
        return [
            UseTool(number, die)
            for number, paid in zip(state.tools, state.paid, strict=True)
            if not paid and number in timely
            for die in dict.fromkeys(state.pool)
            if COLOUR_OF[die] == TOOLS[number].colour and possible(state, player, number, without(state.pool, die))
        ]
    tokens = player.tokens
    return [
        USES[number]
        for number, paid in zip(state.tools, state.paid, strict=True)
        if tokens >= (2 if paid else 1) and number in timely and possible(state, player, number, state.pool)
    ]


def use_tool(state: State, seat: int, use: UseTool) -> State:
    """Pay for a tool and begin to use it."""
    state = _paid(state, seat, use)
    if use.number == GLAZING_HAMMER:
        pool, chance = roll(state.pool, state.chance)
        return replace(state, pool=pool, chance=chance)
    return replace(state, work=Work(use.number, FIRST_STAGE[use.number]))


def _paid(state: State, seat: int, use: UseTool) -> State:
    place = state.tools.index(use.number)
    price = 1 if state.solo else cost(state, use.number)
    paid = (*state.paid[:place], state.paid[place] + price, *state.paid[place + 1 :])
    if state.solo:
        return replace(
            state,
            paid=paid,
            used=use.number,
            pool=without(state.pool, use.payment),
            removed=(*state.removed, use.payment),
        )
    player = state.players[seat]
    players = with_player(state, seat, replace(player, tokens=player.tokens - price))
    return replace(state, paid=paid, used=use.number, players=players)


def in_use(state: State) -> Work:
    """The tool in use, where there is one."""
    assert state.work is not None
    return state.work


def not_on_track(state: State, index: int) -> Refusal:
    """The refusal of a die that is not on the round track."""
    return refusal("no-such-track-die", first=0, last=len(state.track_dice) - 1, index=index)


def back(state: State, seat: int, action: Back) -> State:
    """Leave the tool in use: the payment is gone, what is not complete has not happened.

    A die fetched by Flux Remover keeps the value it was rolled with, and the draft is spent.
    """
    fetched = in_use(state).stage == Stage.VALUE
    return replace(state, work=None, drafted=state.drafted or fetched)


def must_place(state: State) -> bool:
    """Whether the turn cannot end yet, because a die that a tool has changed is to be placed first."""
    return state.pending != NONE_PENDING and state.used in OBLIGING[state.version]


def check_end(state: State, seat: int, action: object) -> Refusal | None:
    """Why the turn cannot end yet, None if it can."""
    if must_place(state):
        return refusal("must-place", die=state.pool[state.pending], tool=state.used)
    return None
