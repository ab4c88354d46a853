"""Moving dice that already lie in the window: tools 2, 3, 4 and 12.

Moves are made one after the other, each judged on the board as it is then with the moved die lifted. The first
of Lathekin's two moves is only remembered (``Work.moved``) until the second completes it; each move of
Tap Wheel is complete in itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.games.sagrada.actions import Move, PickTrack
from bottega.games.sagrada.cards import CELLS, COLOUR_OF, NO_DIE
from bottega.games.sagrada.model import Board, Stage, State, Work
from bottega.games.sagrada.phrases import refusal
from bottega.games.sagrada.placement import BIT, FULL_PRINT, Glass, Landing, first_landings, landings, moved
from bottega.games.sagrada.tools import LATHEKIN, MARKS, TAP_WHEEL, in_use, not_on_track, of_colour
from bottega.games.sagrada.turns import with_board


def check_colour(state: State, seat: int, action: PickTrack) -> Refusal | None:
    """Why Tap Wheel cannot take the colour of that die of the round track, None if it can."""
    player, track = state.players[seat], state.track_dice
    if not 0 <= action.index < len(track):
        return not_on_track(state, action.index)
    colour = COLOUR_OF[track[action.index]]
    if not of_colour(landings(player.window, player.board), player, colour):
        return refusal("colour-cannot-move", colour=colour)
    return None


def name_colour(state: State, seat: int, action: PickTrack) -> State:
    """Tap Wheel: the colour of a die of the round track is the one whose dice move."""
    return replace(state, work=Work(TAP_WHEEL, Stage.MOVE, colour=COLOUR_OF[state.track_dice[action.index]]))


def board_in_hand(state: State, seat: int) -> Board:
    """The seat's board as it is while a tool is in use: with the first move of Lathekin made."""
    board, work = state.players[seat].board, state.work
    if work and work.tool == LATHEKIN and work.moved:
        return moved(board, *work.moved)
    return board


def work_landings(state: State, seat: int) -> tuple[Landing, ...]:
    """The moves that the tool in use allows next."""
    work, player = in_use(state), state.players[seat]
    if work.tool in MARKS:
        return landings(player.window, player.board, MARKS[work.tool])
    if work.tool == LATHEKIN and not work.moved:
        return first_landings(player.window, player.board)
    found = landings(player.window, board_in_hand(state, seat))
    if work.tool == TAP_WHEEL:
        found = of_colour(found, player, work.colour)
    done = work.moved[1] if work.moved else -1
    return tuple([landing for landing in found if landing[0] != done])


def check_move(state: State, seat: int, action: Move) -> Refusal | None:
    """Why the die may not be moved there, None if it may."""
    source, target = action.source, action.target
    for there, mask in work_landings(state, seat):
        if there == source and 0 <= target < CELLS and mask & BIT[target]:
            return None
    for space in (source, target):
        if not 0 <= space < CELLS:
            return refusal("no-such-space", first=0, last=CELLS - 1, space=space)
    work, board = in_use(state), board_in_hand(state, seat)
    die = board[source]
    if die == NO_DIE:
        return refusal("no-die-there", space=source)
    if source == target:
        return refusal("same-space")
    if work.moved and source == work.moved[1]:
        return refusal("moved-already", die=die)
    if work.tool == TAP_WHEEL and COLOUR_OF[die] != work.colour:
        return refusal("other-colour", die=die, colour=work.colour)
    lifted = (*board[:source], NO_DIE, *board[source + 1 :])
    alone = Glass(state.players[seat].window, lifted, MARKS.get(work.tool, FULL_PRINT)).why_not(die, target)
    return alone or refusal("no-two-moves")


def move(state: State, seat: int, action: Move) -> State:
    """Move a die with tool 2, 3, 4 or 12."""
    work, made = in_use(state), (action.source, action.target)
    if work.tool == LATHEKIN and not work.moved:
        return replace(state, work=replace(work, moved=made))
    state = replace(state, players=with_board(state, seat, moved(board_in_hand(state, seat), *made)))
    if work.tool == TAP_WHEEL and not work.moved:
        again = replace(state, work=replace(work, moved=made))
        if work_landings(again, seat):
            return again
    return replace(state, work=None)
