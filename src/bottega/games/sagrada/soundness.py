"""Tables that cannot be: what is wrong with a state that somebody wrote down.

Refused is what no game can be played on from: dice or cards that are missing or there twice, numbers out of their
bounds, a tool in use that asks for what it never asks for. Whether play could have led there is not asked, so that
positions can be set up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bottega.games.chance import SEED_BYTES
from bottega.games.sagrada.bag import FULL_BAG
from bottega.games.sagrada.cards import (
    CELLS,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    DICE,
    EMPTY_BOARD,
    NO_DIE,
    PUBLIC_OBJECTIVES,
    TOOLS,
    VALUE_OF,
    WINDOWS,
)
from bottega.games.sagrada.model import (
    CHOOSING,
    NO_COLOUR,
    NO_PLACE,
    NO_WINDOW,
    NONE_PENDING,
    OVER,
    ROUNDS,
    Options,
    Player,
    Stage,
    State,
    Work,
    acting,
)
from bottega.games.sagrada.placement import BESIDE, cells_of, glass
from bottega.games.sagrada.tools import CHANGING, LATHEKIN, LENS_CUTTER, OBLIGING, STAGES, TAP_WHEEL, bad_moment
from bottega.games.sagrada.turns import MOST_SOLO_TOOLS, deal_for, pool_size

MOST_DRAWN = 10**6
"""Draws that no game comes near, so that all it makes can still be counted."""


def faults(state: State) -> Iterator[str]:
    """What is wrong with a state; each check may rely on those before it, so that only the first counts."""
    yield from _wrong_frame(state)
    yield from _wrong_cards(state)
    for seat, player in enumerate(state.players):
        yield from _wrong_window(state, seat, player)
        yield from _wrong_board(state, seat, player)
    yield from _wrong_windows(state)
    yield from _wrong_dice(state)
    yield from _wrong_turn(state)
    if state.work is not None:
        yield from _wrong_work(state, state.work)


def _wrong_frame(state: State) -> Iterator[str]:
    """Rules, rounds, the order of turns, chance."""
    seats, playing = len(state.players), CHOOSING < state.round < OVER
    if state.version not in OBLIGING:
        yield f"there are no rules {state.version}"
    if not CHOOSING <= state.round <= OVER:
        yield f"there is no round {state.round}"
    spaces = max(0, min(state.round - 1, ROUNDS))
    if len(state.track) != spaces:
        yield f"in round {state.round} dice lie on {len(state.track)} spaces of the round track, not on {spaces}"
    if not 0 <= state.step < (2 * seats if playing else 1):
        yield f"a round of {seats} has no turn {state.step}"
    if (state.turn > 0) != (state.round > CHOOSING) or state.turn < 0:
        yield f"turn {state.turn} is not in round {state.round}"
    if len(state.chance.seed) != SEED_BYTES or not 0 <= state.chance.drawn <= MOST_DRAWN:
        yield f"a seed has {SEED_BYTES} bytes and a number of draws"
    if len(set(state.skipping)) != len(state.skipping) or not set(state.skipping) <= set(range(seats)):
        yield "the seats without a second turn are not at the table"
    if state.skipping and (not playing or (state.second and acting(state) in state.skipping)):
        yield "a seat has a turn that it gave up"


def _wrong_cards(state: State) -> Iterator[str]:
    """The cards on the table and in the players' hands."""
    deal = deal_for(len(state.players), Options())
    if not set(state.publics) <= set(PUBLIC_OBJECTIVES) or len(set(state.publics)) != len(state.publics):
        yield "a public objective is there twice, or there is none of that number"
    if len(state.publics) != deal.publics:
        yield f"there are {len(state.publics)} public objectives, not {deal.publics}"
    if not set(state.tools) <= set(TOOLS) or len(set(state.tools)) != len(state.tools):
        yield "a tool is there twice, or there is none of that number"
    if not 1 <= len(state.tools) <= (MOST_SOLO_TOOLS if state.solo else len(TOOLS)):
        yield f"there are {len(state.tools)} tools"
    if len(state.paid) != len(state.tools) or min(state.paid) < 0 or (state.solo and max(state.paid) > 1):
        yield "what was paid for the tools is not what the tools cost"
    privates = [colour for player in state.players for colour in player.private]
    if len(set(privates)) != len(privates) or len(privates) != deal.privates * len(state.players):
        yield "a private objective is missing, or there twice"


def _wrong_window(state: State, seat: int, player: Player) -> Iterator[str]:
    """A seat's window, or the windows it may choose from."""
    if not set(player.offered) | {player.window} <= {NO_WINDOW, *range(len(WINDOWS))} or NO_WINDOW in player.offered:
        yield f"seat {seat} has a window that does not exist"
    if state.round != CHOOSING:
        if player.window == NO_WINDOW or player.offered:
            yield f"seat {seat} has not chosen its window"
        return
    cards = {WINDOWS[window].card for window in player.offered}
    if len(player.offered) != 4 or len(set(player.offered)) != 4 or len(cards) != 2:
        yield f"seat {seat} is not offered the windows of two cards"
    if player.window not in (NO_WINDOW, *player.offered):
        yield f"seat {seat} has chosen a window that it was not offered"


def _cards(player: Player) -> set[int]:
    """The window cards in a seat's hands."""
    return {WINDOWS[window].card for window in (*player.offered, player.window) if window != NO_WINDOW}


def _wrong_windows(state: State) -> Iterator[str]:
    """The windows of all seats together."""
    cards = [card for player in state.players for card in _cards(player)]
    if len(set(cards)) != len(cards):
        yield "a window card is in two hands"
    if state.round == CHOOSING and all(player.window != NO_WINDOW for player in state.players):
        yield "everybody has chosen a window, and nobody plays"


def _wrong_board(state: State, seat: int, player: Player) -> Iterator[str]:
    """A seat's tokens and dice."""
    most = 0 if state.solo or state.round == CHOOSING else WINDOWS[player.window].difficulty
    if not 0 <= player.tokens <= most:
        yield f"seat {seat} has {player.tokens} tokens and never had more than {most}"
    if state.round == CHOOSING and player.board != EMPTY_BOARD:
        yield f"seat {seat} has dice before its window"
    for cell, die in enumerate(player.board):
        for other in cells_of(BESIDE[cell]):
            near = player.board[other]
            if NO_DIE not in (die, near) and (COLOUR_OF[die] == COLOUR_OF[near] or VALUE_OF[die] == VALUE_OF[near]):
                yield f"seat {seat} has {DICE[die]} and {DICE[near]} side by side"


def _wrong_dice(state: State) -> Iterator[str]:
    """Ninety dice, of which the bag has enough for the rounds to come."""
    if len(state.bag) != len(FULL_BAG) or min(state.bag) < 0:
        yield "the bag holds five colours"
    boards = [die for player in state.players for die in player.board if die != NO_DIE]
    colours = Counter(COLOUR_OF[die] for die in (*state.pool, *state.track_dice, *state.removed, *boards))
    for colour, (left, full) in enumerate(zip(state.bag, FULL_BAG, strict=True)):
        if left + colours[colour] != full:
            yield f"there are {left + colours[colour]} {COLOUR_NAMES[colour]} dice, not {full}"
    dice, rounds = pool_size(len(state.players)), max(0, ROUNDS - state.round)
    if sum(state.bag) < dice * rounds:
        yield f"the bag has {sum(state.bag)} dice, and {rounds} rounds need {dice} each"
    if len(state.pool) > dice or (state.pool and state.round in (CHOOSING, OVER)):
        yield f"there are {len(state.pool)} dice in the pool"
    if state.removed and not state.solo:
        yield "dice are out of the game, and only those of one player pay for tools"
    if sorted(COLOUR_OF[die] for die in state.removed) != sorted(
        TOOLS[number].colour for number, paid in zip(state.tools, state.paid, strict=True) if paid and state.solo
    ):
        yield "the dice out of the game are not those that paid for tools"


def _wrong_turn(state: State) -> Iterator[str]:
    """What was done on the turn under way."""
    if not (CHOOSING < state.round < OVER) and (state.used or state.drafted or state.pending != NONE_PENDING):
        yield "something was done on a turn, and nobody has one"
    if state.used not in (0, *state.tools):
        yield f"tool {state.used} was used and is not in the game"
    if state.used and not state.paid[state.tools.index(state.used)]:
        yield f"tool {state.used} was used and not paid for"
    if not NONE_PENDING <= state.pending < len(state.pool):
        yield f"the pool has no place {state.pending}"
    if state.pending != NONE_PENDING:
        player, die = state.players[acting(state)], state.pool[state.pending]
        if state.used not in CHANGING or state.drafted or state.work is not None:
            yield f"no tool has changed {DICE[die]}"
        if not glass(player.window, player.board).fits[die]:
            yield f"{DICE[die]} was changed, and fits nowhere"


def _wrong_work(state: State, work: Work) -> Iterator[str]:
    """A tool in use."""
    if not CHOOSING < state.round < OVER or work.tool != state.used:
        yield f"tool {work.tool} is in use and was not paid for"
    if work.stage not in STAGES.get(work.tool, ()):
        yield f"tool {work.tool} never asks for a {work.stage}"
    if bad_moment(state, work.tool) is not None:
        yield f"tool {work.tool} is in use at the wrong moment"
    picked = work.stage in (Stage.CHANGE, Stage.VALUE) or (work.stage == Stage.TRACK and work.tool == LENS_CUTTER)
    if not 0 <= work.index < len(state.pool) if picked else work.index != NO_PLACE:
        yield f"tool {work.tool} acts on place {work.index} of the pool"
    coloured = work.tool == TAP_WHEEL and work.stage == Stage.MOVE
    if work.colour not in range(len(COLOURS)) if coloured else work.colour != NO_COLOUR:
        yield f"tool {work.tool} moves the colour {work.colour}"
    if work.moved is not None:
        board, (source, target) = state.players[acting(state)].board, work.moved
        if work.tool not in (LATHEKIN, TAP_WHEEL) or not 0 <= min(work.moved) <= max(work.moved) < CELLS:
            yield f"tool {work.tool} has not moved {source}>{target}"
        left, taken = (target, source) if work.tool == LATHEKIN else (source, target)
        if board[left] != NO_DIE or board[taken] == NO_DIE:
            yield f"no die has been moved {source}>{target}"
