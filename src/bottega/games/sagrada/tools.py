"""When a tool may be used, and what it costs.

A tool is refused, and nothing is paid, when it is the wrong moment for it or when no complete use of it is
possible. Only the tools whose outcome chance decides (6, 7 and 11) cannot be judged beforehand. After paying,
``State.work`` says what the tool asks for next; ``drafting`` and ``moving`` tell what the answers do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.sagrada.bag import roll
from bottega.games.sagrada.cards import CHANGES, COLOUR_NAMES, COLOUR_OF, DICE, NO_DIE, OPPOSITE, TOOLS
from bottega.games.sagrada.model import USES, Player, Stage, State, UseTool, Work
from bottega.games.sagrada.placement import COLOUR_PRINT, VALUE_PRINT, Glass, Landing, glass, landings, two_moves_exist
from bottega.games.sagrada.turns import with_player

GROZING_PLIERS, EGLOMISE_BRUSH, COPPER_FOIL_BURNISHER, LATHEKIN, LENS_CUTTER, FLUX_BRUSH = range(1, 7)
GLAZING_HAMMER, RUNNING_PLIERS, STRAIGHTEDGE, GRINDING_STONE, FLUX_REMOVER, TAP_WHEEL = range(7, 13)

FIRST_STAGE: dict[int, Stage] = {
    GROZING_PLIERS: "die",
    EGLOMISE_BRUSH: "move",
    COPPER_FOIL_BURNISHER: "move",
    LATHEKIN: "move",
    LENS_CUTTER: "die",
    FLUX_BRUSH: "die",
    RUNNING_PLIERS: "place",
    STRAIGHTEDGE: "place",
    GRINDING_STONE: "die",
    FLUX_REMOVER: "die",
    TAP_WHEEL: "track",
}
"""What each tool asks for first; Glazing Hammer asks for nothing."""

DRAFTING = frozenset({GROZING_PLIERS, LENS_CUTTER, FLUX_BRUSH, STRAIGHTEDGE, GRINDING_STONE, FLUX_REMOVER})
"""The tools that act on the die being drafted."""

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
    GROZING_PLIERS: "No die of the pool, one higher or lower, would fit into your window.",
    EGLOMISE_BRUSH: "None of your dice can be moved, even disregarding printed colours.",
    COPPER_FOIL_BURNISHER: "None of your dice can be moved, even disregarding printed values.",
    LATHEKIN: "You cannot move two dice one after the other, and the tool moves exactly two.",
    LENS_CUTTER: "The round track holds no die that would fit into your window.",
    FLUX_BRUSH: "There is no die in the pool to roll again.",
    GLAZING_HAMMER: "There is no die in the pool to roll again.",
    RUNNING_PLIERS: "No die of the pool fits into your window.",
    STRAIGHTEDGE: "No die of the pool fits on a space of your window that touches no die.",
    GRINDING_STONE: "No die of the pool, turned upside down, would fit into your window.",
    FLUX_REMOVER: "There is no die in the pool to put back into the bag.",
    TAP_WHEEL: "None of your dice of a colour on the round track can be moved.",
}


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


def bad_moment(state: State, number: int) -> str:
    """Why the tool cannot be used at this point of the turn, '' when it can."""
    name = TOOLS[number].name
    if number in DRAFTING and state.drafted:
        return f"{name} acts on the die you draft, and you have drafted on this turn."
    if number == GLAZING_HAMMER:
        if not state.second:
            return f"{name} may only be used on your second turn of a round."
        if state.drafted:
            return f"{name} must be used before drafting."
    if number == RUNNING_PLIERS:
        if state.second:
            return f"{name} may only be used on your first turn of a round."
        if not state.drafted:
            return f"{name} may only be used after drafting a die."
    return ""


def cost(state: State, number: int) -> int:
    """The price in favour tokens: 1 for the first user of a tool in play, 2 ever after."""
    return 2 if state.paid[state.tools.index(number)] else 1


def payment_refusal(state: State, seat: int, use: UseTool) -> str:
    """Why the tool cannot be paid for ('' when it can): not in play, one used already, or too little to pay."""
    if use.number not in state.tools:
        names = ", ".join(f"{number} ({TOOLS[number].name})" for number in state.tools)
        return f"Tool {use.number} is not in this game; its tools are {names}."
    tool = TOOLS[use.number]
    if state.used:
        return f"You have used {TOOLS[state.used].name} on this turn; only one tool a turn."
    if state.solo:
        return _solo_refusal(state, use)
    if use.payment != NO_DIE:
        return "Tools are paid for with favour tokens; dice pay only in a solo game."
    price, tokens = cost(state, use.number), state.players[seat].tokens
    if price > tokens:
        return f"{tool.name} costs {price} favour token{'s'[: price > 1]} and you have {tokens}."
    return ""


def _solo_refusal(state: State, use: UseTool) -> str:
    tool, colour = TOOLS[use.number], COLOUR_NAMES[TOOLS[use.number].colour]
    if state.paid[state.tools.index(use.number)]:
        return f"{tool.name} has been used; in a solo game each tool works once."
    if use.payment == NO_DIE:
        return f"Name the {colour} die of the pool that pays for {tool.name}."
    if use.payment not in state.pool:
        return "The die that pays must be in the draft pool."
    if COLOUR_OF[use.payment] != tool.colour:
        return f"{tool.name} is paid for with a {colour} die, not with {DICE[use.payment]}."
    return ""


def without(pool: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The pool without one die of that kind."""
    place = pool.index(die)
    return pool[:place] + pool[place + 1 :]


def refusal(state: State, seat: int, use: UseTool) -> str:
    """Why the tool cannot be used now, '' when it can."""
    complaint = payment_refusal(state, seat, use) or bad_moment(state, use.number)
    if complaint:
        return complaint
    pool = without(state.pool, use.payment) if state.solo else state.pool
    return "" if possible(state, state.players[seat], use.number, pool) else NO_USE[use.number]


def usable(state: State, seat: int) -> list[UseTool]:
    """Every tool that can be used now, in a solo game with each die that can pay."""
    if state.used:
        return []
    if state.solo:
        uses = [
            UseTool(number, die)
            for number in state.tools
            for die in dict.fromkeys(state.pool)
            if COLOUR_OF[die] == TOOLS[number].colour
        ]
        return [use for use in uses if not refusal(state, seat, use)]
    player = state.players[seat]
    tokens = player.tokens
    return [
        USES[number]
        for number, paid in zip(state.tools, state.paid, strict=True)
        if tokens >= (2 if paid else 1)
        and not bad_moment(state, number)
        and possible(state, player, number, state.pool)
    ]


def enable(state: State, seat: int, use: UseTool) -> State:
    """Pay for a tool and begin to use it."""
    complaint = refusal(state, seat, use)
    if complaint:
        raise IllegalMove(complaint)
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


def working(state: State) -> Work:
    """The tool in use, or a refusal."""
    if state.work is None:
        raise IllegalMove("No tool is in use.")
    return state.work


def track_die(state: State, index: int) -> int:
    """A die of the round track, or a refusal."""
    track = state.track_dice
    if not 0 <= index < len(track):
        raise IllegalMove(f"The round track has dice 0 to {len(track) - 1}; there is no {index}.")
    return track[index]


def back(state: State) -> State:
    """Leave the tool in use: the payment is gone, what is not complete has not happened.

    A die fetched by Flux Remover keeps the value it was rolled with, and the draft is spent.
    """
    fetched = working(state).stage == "value"
    return replace(state, work=None, drafted=state.drafted or fetched)
