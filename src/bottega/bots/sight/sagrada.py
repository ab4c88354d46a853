"""How Sagrada looks to a searcher.

A window is judged by itself: a network of what its objectives have come to, which spaces can still be filled and how
many turns are left gives the points it will bring. Chances follow from the points: against the others, or, alone,
against what the round track will come to. Which moves come to mind follows from what they
lead to at once; tools never do.

``features`` is also what training sees; whoever changes it trains anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, UNIT, Network, chance_of, learned, shares
from bottega.games.chance import Chance
from bottega.games.sagrada import WINDOWS, Action, End, Place, State, UseTool, apply, legal, scores, winners
from bottega.games.sagrada.cards import CELLS, COLOUR_OF, COLOURS, COLUMNS, NO_DIE, PUBLIC_OBJECTIVES, VALUE_OF
from bottega.games.sagrada.model import CHOOSING, OVER, ROUNDS, Board, order
from bottega.games.sagrada.scoring import COLUMN_CELLS, COUNTS, ROW_CELLS, Trait, private_points

NAME = "sagrada"
POINTS = 16
"""The outputs count points in so many."""
SQUARED = True
OUTPUTS = 2
HEAT = 2.5
"""An action that brings so many points less comes to mind e times less."""
TRACK_ROUND = 6.0
"""What a round is expected to leave on the round track of a solo game, in points."""

_LINES: dict[int, tuple[tuple[tuple[int, ...], ...], Trait]] = {
    1: (ROW_CELLS, COLOUR_OF),
    2: (COLUMN_CELLS, COLOUR_OF),
    3: (ROW_CELLS, VALUE_OF),
    4: (COLUMN_CELLS, VALUE_OF),
}
_SETS: dict[int, tuple[Trait, tuple[int, ...]]] = {
    5: (VALUE_OF, (1, 2)),
    6: (VALUE_OF, (3, 4)),
    7: (VALUE_OF, (5, 6)),
    8: (VALUE_OF, (1, 2, 3, 4, 5, 6)),
    10: (COLOUR_OF, (0, 1, 2, 3, 4)),
}
_DIAGONALS = 9
_TURNS = 2 * ROUNDS + 1

_LINE_AT = 0
"""For each of the four objectives about lines: how many of a line lie, or that it is spoilt."""
_SET_AT = _LINE_AT + 4 * 7
"""For each of the five about sets: how many are complete, and how many parts of the next there are."""
_DIAGONAL_AT = _SET_AT + 11 * 49
_PRIVATE_AT = _DIAGONAL_AT + 21
_EMPTY_AT = _PRIVATE_AT + 48
_DEAD_AT = _EMPTY_AT + 21 * _TURNS
_TIGHT_AT = _DEAD_AT + 12
_FREE_AT = _TIGHT_AT + 12
_TOKENS_AT = _FREE_AT + 21
_SOLO_AT = _TOKENS_AT + 8
_EDGES_AT = _SOLO_AT + 2
_WAITING_AT = _EDGES_AT + 2
_LATE_AT = _WAITING_AT + 11 * 21
ROWS = _LATE_AT + 4 * 7 * 5
KIN: list[tuple[int, ...]] = [()] * ROWS


def by_hand() -> list[float]:
    """What each row is worth by the judgement of the greedy bot: where training begins."""
    direct = [0.0] * ROWS
    for number, (lines, _) in _LINES.items():
        whole, points = len(lines[0]), PUBLIC_OBJECTIVES[number].points
        for step in range(whole + 1):
            direct[_LINE_AT + (number - 1) * 7 + step] = points * (0.6 * (step / whole) ** 2 if step < whole else 1.0)
    for number, (_, wanted) in _SETS.items():
        points = PUBLIC_OBJECTIVES[number].points
        for complete in range(7):
            for more in range(7):
                share = 0.6 * min(1.0, more / len(wanted)) ** 2
                direct[_SET_AT + number * 49 + complete * 7 + more] = points * (complete + share)
    for count in range(21):
        direct[_DIAGONAL_AT + count] = float(PUBLIC_OBJECTIVES[_DIAGONALS].points * count)
        for turns in range(_TURNS):
            direct[_EMPTY_AT + count * _TURNS + turns] = -1.6 * count
        direct[_FREE_AT + count] = 0.5 * count
    for points in range(48):
        direct[_PRIVATE_AT + points] = float(points)
    for dead in range(12):
        direct[_DEAD_AT + dead] = -1.5 * dead
    for tokens in range(8):
        direct[_TOKENS_AT + tokens] = float(tokens)
    return [each / POINTS for each in direct]


_BESIDE = tuple(
    tuple(
        other
        for other in range(CELLS)
        if abs(other // COLUMNS - cell // COLUMNS) + abs(other % COLUMNS - cell % COLUMNS) == 1
    )
    for cell in range(CELLS)
)
_ALL = (1 << 30) - 1
_OF_COLOUR = tuple(sum(1 << die for die in range(30) if COLOUR_OF[die] == colour) for colour in range(5))
_OF_VALUE = tuple(sum(1 << die for die in range(30) if VALUE_OF[die] == value) for value in range(7))
_UNLIKE = tuple(_ALL & ~(_OF_COLOUR[COLOUR_OF[die]] | _OF_VALUE[VALUE_OF[die]]) for die in range(30))
_PRINTED = tuple(
    tuple(
        _OF_COLOUR[COLOURS.index(cell)] if cell in COLOURS else _OF_VALUE[int(cell)] if cell.isdigit() else _ALL
        for cell in window.cells
    )
    for window in WINDOWS
)


@lru_cache(maxsize=1 << 16)
def features(
    window: int, board: Board, publics: tuple[int, ...], private: tuple[int, ...], tokens: int, turns: int, solo: bool
) -> tuple[int, ...]:
    """The rows for a window with so many turns to come."""
    late = min(4, turns // 4)
    empty = board.count(NO_DIE)
    rows = [
        _PRIVATE_AT + min(47, max([private_points(board, colour) for colour in private])),
        _EMPTY_AT + empty * _TURNS + turns,
        _TOKENS_AT + min(tokens, 7),
        _SOLO_AT + solo,
    ]
    for number in publics:
        if number in _LINES:
            lines, trait = _LINES[number]
            at = _LINE_AT + (number - 1) * 7
            for line in lines:
                found = [trait[board[cell]] for cell in line if board[cell] >= 0]
                step = len(found) if len(set(found)) == len(found) else 6
                rows.append(at + step)
                rows.append(_LATE_AT + ((number - 1) * 7 + step) * 5 + late)
        elif number in _SETS:
            trait, wanted = _SETS[number]
            found = [trait[die] for die in board if die >= 0]
            counts = [found.count(part) for part in wanted]
            complete = min(counts)
            more = len([count for count in counts if count > complete])
            rows.append(_SET_AT + number * 49 + min(complete, 6) * 7 + more)
            rows.append(_WAITING_AT + number * 21 + turns)
        else:
            rows.append(_DIAGONAL_AT + COUNTS[_DIAGONALS](board))
            rows.append(_WAITING_AT + number * 21 + turns)
    dead = tight = 0
    free = 0
    printed = _PRINTED[window]
    for cell in range(CELLS):
        if board[cell] < 0:
            fits = printed[cell]
            for other in _BESIDE[cell]:
                if board[other] >= 0:
                    fits &= _UNLIKE[board[other]]
            if not fits:
                dead += 1
            else:
                count = fits.bit_count()
                free += count
                tight += count <= 3
    rows.append(_DEAD_AT + min(dead, 11))
    rows.append(_TIGHT_AT + min(tight, 11))
    rows.append(_FREE_AT + (min(20, free // empty) if empty else 0))
    return tuple(rows)


def turns_left(state: State, seat: int) -> int:
    """How many turns a seat has still to come, with the one under way if its die is not placed yet."""
    if state.round == CHOOSING:
        return 2 * ROUNDS
    if state.round == OVER:
        return 0
    to_come = order(state)[state.step :]
    here = to_come.count(seat)
    if here and seat in state.skipping:
        here -= 1
    if state.drafted and to_come[0] == seat:
        here -= 1
    return 2 * (ROUNDS - state.round) + max(0, here)


def known(state: State, seat: int) -> tuple[int, ...]:
    """The rows for a seat."""
    player = state.players[seat]
    window = player.window if player.window >= 0 else player.offered[0]
    return features(
        window, player.board, state.publics, player.private, player.tokens, turns_left(state, seat), state.solo
    )


class Sight:
    """Sagrada, seen with a network."""

    curiosity = 0.1

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or learned(NAME)
        self._points = lru_cache(maxsize=1 << 17)(self._expected)

    def _expected(self, rows: tuple[int, ...]) -> int:
        return self.network.first(rows, self.network.hidden(rows))

    def points(self, state: State) -> list[float]:
        """Everybody's points at the end, as they are expected."""
        if state.round == OVER:
            return [float(score.total) for score in scores(state)]
        return [self._points(known(state, seat)) * POINTS / UNIT for seat in range(len(state.players))]

    def appraise(self, state: State) -> tuple[Sequence[int], None]:
        """Everybody's chance to win, out of CHANCE."""
        seats = len(state.players)
        if state.round == OVER:
            won = winners(state)
            if state.solo:
                return [CHANCE if won else 0], None
            return [CHANCE // len(won) if seat in won else 0 for seat in range(seats)], None
        rounds = ROUNDS - state.round + 1
        output = [self._points(known(state, seat)) * POINTS for seat in range(seats)]
        spread = 4 + rounds
        """By how many points the end may be off, growing with the rounds to come."""
        if state.solo:
            goal = sum([VALUE_OF[die] for die in state.track_dice]) + round(TRACK_ROUND * rounds)
            return [chance_of((output[0] - goal * UNIT) * 3 // (2 * spread))], None
        if seats == 2:
            chance = chance_of((output[0] - output[1]) * 3 // (2 * spread))
            return (chance, CHANCE - chance), None
        parts = shares([each * 3 // (2 * spread) for each in output])
        return [CHANCE * part // sum(parts) for part in parts], None

    def moves(self, state: State, seat: int, known: None) -> tuple[list[Action], list[int]]:
        """Every legal action, and how much each comes to mind by what it leads to at once."""
        every = legal(state, seat)
        actions = [action for action in every if not isinstance(action, UseTool)] or every
        if len(actions) == 1:
            return actions, [CHANCE]
        return actions, shares([self._prospect(state, seat, action) for action in actions])

    def _prospect(self, state: State, seat: int, action: Action) -> int:
        after = apply(state, seat, action)
        player = after.players[seat]
        window = player.window if player.window >= 0 else player.offered[0]
        left = turns_left(state, seat) - (isinstance(action, Place | End) and not state.drafted)
        rows = features(window, player.board, state.publics, player.private, player.tokens, max(0, left), state.solo)
        return int(self._points(rows) * POINTS / HEAT)

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Dice of the own colour, whatever they are good for."""
        return isinstance(action, Place) and COLOUR_OF[action.die] in state.players[seat].private

    def covered(self, state: State, action: Action) -> None:
        """Nothing to cover: dice that come are not looked at before they are drafted."""

    def secretive(self, state: State, seat: int) -> bool:
        """Whether there are others: their private objectives."""
        return not state.solo

    def shaken(self, state: State, action: Action, dice: Dice) -> State:
        """The state with dice that will fall otherwise."""
        return replace(state, chance=Chance(dice.seed(), state.chance.drawn))


assert set(_LINES) | set(_SETS) | {_DIAGONALS} == set(PUBLIC_OBJECTIVES)
