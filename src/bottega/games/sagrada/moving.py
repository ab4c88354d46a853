"""Moving dice that already lie in the window: tools 2, 3, 4 and 12.

Moves are made one after the other, each judged on the board as it is then with the moved die lifted. The first
of Lathekin's two moves is only remembered (``Work.moved``) until the second completes it; each move of
Tap Wheel is complete in itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.sagrada.cards import CELLS, COLOUR_NAMES, COLOUR_OF, DICE, NO_DIE
from bottega.games.sagrada.model import Board, Move, PickTrack, State, Work
from bottega.games.sagrada.placement import BIT, FULL_PRINT, Landing, first_landings, landings, moved, objection
from bottega.games.sagrada.tools import LATHEKIN, MARKS, NO_USE, TAP_WHEEL, of_colour, track_die, working
from bottega.games.sagrada.turns import with_board


def name_colour(state: State, seat: int, action: PickTrack) -> State:
    """Tap Wheel: the colour of a die of the round track is the one whose dice move."""
    player, colour = state.players[seat], COLOUR_OF[track_die(state, action.index)]
    if not of_colour(landings(player.window, player.board), player, colour):
        raise IllegalMove(f"None of your {COLOUR_NAMES[colour]} dice can be moved.")
    return replace(state, work=Work(TAP_WHEEL, "move", colour=colour))


def board_in_hand(state: State, seat: int) -> Board:
    """The seat's board as it is while a tool is in use: with the first move of Lathekin made."""
    board, work = state.players[seat].board, state.work
    if work and work.tool == LATHEKIN and work.moved:
        return moved(board, *work.moved)
    return board


def work_landings(state: State, seat: int) -> tuple[Landing, ...]:
    """The moves that the tool in use allows next."""
    work, player = working(state), state.players[seat]
    if work.tool in MARKS:
        return landings(player.window, player.board, MARKS[work.tool])
    if work.tool == LATHEKIN and not work.moved:
        return first_landings(player.window, player.board)
    found = landings(player.window, board_in_hand(state, seat))
    if work.tool == TAP_WHEEL:
        found = of_colour(found, player, work.colour)
    done = work.moved[1] if work.moved else -1
    return tuple([landing for landing in found if landing[0] != done])


def move(state: State, seat: int, action: Move) -> State:
    """Move a die with tool 2, 3, 4 or 12."""
    work = working(state)
    source, target = action.source, action.target
    allowed = dict(work_landings(state, seat)).get(source, 0)
    if not (0 <= target < CELLS and allowed & BIT[target]):
        raise IllegalMove(_move_objection(state, seat, work, action))
    board = moved(board_in_hand(state, seat), source, target)
    if work.tool == LATHEKIN and not work.moved:
        return replace(state, work=replace(work, moved=(source, target)))
    state = replace(state, players=with_board(state, seat, board))
    if work.tool == TAP_WHEEL and not work.moved:
        again = replace(state, work=replace(work, moved=(source, target)))
        if work_landings(again, seat):
            return again
    return replace(state, work=None)


def _move_objection(state: State, seat: int, work: Work, action: Move) -> str:
    board, window = board_in_hand(state, seat), state.players[seat].window
    source, target = action.source, action.target
    if not (0 <= source < CELLS and 0 <= target < CELLS):
        return f"A window has spaces 0 to {CELLS - 1}."
    die = board[source]
    if die == NO_DIE:
        return f"There is no die on space {source}."
    if source == target:
        return "A moved die must go to another space."
    if work.moved and source == work.moved[1]:
        return f"{DICE[die]} has been moved already; the second die must be another one."
    if work.tool == TAP_WHEEL and COLOUR_OF[die] != work.colour:
        return f"{DICE[die]} is not {COLOUR_NAMES[work.colour]}, the colour chosen from the round track."
    lifted = (*board[:source], NO_DIE, *board[source + 1 :])
    return objection(window, lifted, die, target, MARKS.get(work.tool, FULL_PRINT)) or NO_USE[LATHEKIN]
