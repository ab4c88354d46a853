"""How Sagrada looks to a searcher.

A window is judged by itself: a network of what its objectives have come to, which spaces can still be filled and how
many turns are left gives the points it will bring without tools. Chances follow from the points: against the others,
or, alone, against the round track (``sight/sagrada_alone.py``). Whoever does not search plans the whole turn, with the
tools that can be used in it; while searching, moves come to mind by what they lead to at once.

``features`` is also what training sees; whoever changes it trains anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE, UNIT, Network, chance_of, learned, shares
from bottega.bots.sight.sagrada_alone import Alone, drafts_left
from bottega.games.chance import Chance
from bottega.games.sagrada import (
    WINDOWS,
    Action,
    Back,
    Choose,
    End,
    Move,
    Place,
    State,
    apply,
    legal,
    reveals,
    scores,
    winners,
)
from bottega.games.sagrada.cards import CELLS, COLOUR_OF, COLOURS, COLUMNS, PUBLIC_OBJECTIVES, VALUE_OF
from bottega.games.sagrada.model import CHOOSING, OVER, ROUNDS, Board, order
from bottega.games.sagrada.moving import board_in_hand
from bottega.games.sagrada.scoring import COLUMN_CELLS, COUNTS, ROW_CELLS, Trait, private_points
from bottega.games.sagrada.tools import TAP_WHEEL, must_place

NAME, NAME_ALONE = "sagrada", "sagrada_alone"
POINTS = 16
"""The outputs count points in so many."""
HEAT = 2.5
"""An action that brings so many points less comes to mind e times less."""
WIDE = 5
"""So many of the best placings and moves are thought further, to what a tool could do after them."""
ROLLS = 4
"""So many outcomes of dice that a tool rolls are looked at."""
TOKEN = UNIT
"""What a favour token is thought to be worth: the point that it brings at the end."""
NEVER = -(1 << 24)
"""What comes of a turn that cannot end."""

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
_SPOILT = 6
_TURNS = 2 * ROUNDS + 1

_LATE = 6
"""Turns to come are also counted in fours."""
_FEWEST = (0, 1, 1, 2, 2, 2, *[3] * 5, *[4] * 20)
"""How many dice could fill the hardest space of a line, from none to many."""


def _places(*sizes: int) -> list[int]:
    """Where each of several blocks of rows begins, and where the last ends."""
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + size)
    return begins


(_LINE_AT, _LINE_LATE_AT, _LINE_FIT_AT, _SET_AT, _WAITING_AT, _DIAGONAL_AT, _PRIVATE_AT, _PRIVATE_FIT_AT, _EMPTY_AT,
 _DEAD_AT, _TIGHT_AT, _FREE_AT, _CELL_AT, ROWS) = _places(
    4 * 7, 4 * 7 * _LATE, 4 * 5 * 5, 11 * 49, 11 * _TURNS, 21, 48, 21 * _LATE, 2 * 21 * _TURNS, 12, 12, 21, CELLS * 31
)  # fmt: skip
"""Objectives about lines: how many of a line lie, or that it is spoilt; the same by turns to come; by how hard its
hardest space is. About sets: how many are complete, and how many parts of the next there are; turns to come. Dice of
one colour on diagonals. The private objective's points, and where its dice could still go. Empty spaces by turns to
come. Spaces that nothing fits, that little fits, what fits on average, and what fits each of them."""


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
            for solo in range(2):
                direct[_EMPTY_AT + (21 * solo + count) * _TURNS + turns] = -1.6 * count
        direct[_FREE_AT + count] = 0.5 * count
    for points in range(48):
        direct[_PRIVATE_AT + points] = float(points)
    for dead in range(12):
        direct[_DEAD_AT + dead] = -1.5 * dead
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
_LEFT = tuple(
    tuple(
        sum(1 << die for die in range(30) if not kinds >> (die % 6 if by_value else die // 6) & 1)
        for kinds in range(64)
    )
    for by_value in range(2)
)
"""The dice whose colours, or values, are not among these."""
_UNLIKE = tuple(_ALL & ~(_OF_COLOUR[COLOUR_OF[die]] | _OF_VALUE[VALUE_OF[die]]) for die in range(30))
PRINTED = tuple(
    tuple(
        _OF_COLOUR[COLOURS.index(cell)] if cell in COLOURS else _OF_VALUE[int(cell)] if cell.isdigit() else _ALL
        for cell in window.cells
    )
    for window in WINDOWS
)


def _open(window: int, board: Board) -> list[int]:
    """For each space the dice that its print and the dice beside it let in; 0 where a die lies."""
    found = [0] * CELLS
    printed = PRINTED[window]
    for cell in range(CELLS):
        if board[cell] < 0:
            fits = printed[cell]
            for other in _BESIDE[cell]:
                if board[other] >= 0:
                    fits &= _UNLIKE[board[other]]
            found[cell] = fits
    return found


def _line_rows(number: int, board: Board, fits: list[int], late: int) -> list[int]:
    """The rows for the lines of an objective."""
    rows = []
    lines, by_value = _LINES[number][0], int(number >= 3)
    for line in lines:
        kinds = step = 0
        for cell in line:
            die = board[cell]
            if die >= 0:
                kind = 1 << (die % 6 if by_value else die // 6)
                if kinds & kind:
                    step = _SPOILT
                    break
                kinds |= kind
                step += 1
        if step < len(line):
            left = _LEFT[by_value][kinds]
            fewest = min([(fits[cell] & left).bit_count() for cell in line if board[cell] < 0])
            if fewest:
                rows.append(_LINE_FIT_AT + ((number - 1) * 5 + step) * 5 + _FEWEST[fewest])
            else:
                step = _SPOILT
        rows.append(_LINE_AT + (number - 1) * 7 + step)
        rows.append(_LINE_LATE_AT + ((number - 1) * 7 + step) * _LATE + late)
    return rows


@lru_cache(maxsize=1 << 16)
def features(
    window: int, board: Board, publics: tuple[int, ...], private: tuple[int, ...], turns: int, solo: bool
) -> tuple[int, ...]:
    """The rows for a window with so many turns to come."""
    late = min(turns // 4, _LATE - 1)
    fits = _open(window, board)
    wanted = 0
    for colour in private:
        wanted |= _OF_COLOUR[colour]
    rows = []
    empty = dead = tight = free = mine = 0
    for cell in range(CELLS):
        if board[cell] < 0:
            choices = fits[cell].bit_count()
            empty += 1
            if choices:
                free += choices
                tight += choices <= 3
                mine += fits[cell] & wanted != 0
            else:
                dead += 1
            rows.append(_CELL_AT + 31 * cell + choices)
    rows += [
        _EMPTY_AT + (21 * solo + empty) * _TURNS + turns,
        _DEAD_AT + min(dead, 11),
        _TIGHT_AT + min(tight, 11),
        _FREE_AT + (min(20, free // empty) if empty else 0),
        _PRIVATE_AT + min(47, max([private_points(board, colour) for colour in private])),
        _PRIVATE_FIT_AT + mine * _LATE + late,
    ]
    for number in publics:
        if number in _LINES:
            rows += _line_rows(number, board, fits, late)
            continue
        if number in _SETS:
            trait, parts = _SETS[number]
            found = [trait[die] for die in board if die >= 0]
            counts = [found.count(part) for part in parts]
            complete = min(counts)
            more = len([count for count in counts if count > complete])
            rows.append(_SET_AT + number * 49 + min(complete, 6) * 7 + more)
        else:
            rows.append(_DIAGONAL_AT + COUNTS[_DIAGONALS](board))
        rows.append(_WAITING_AT + number * _TURNS + turns)
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


def _unfinished(state: State) -> bool:
    """Whether the turn cannot end here, or would waste what was paid for."""
    work = state.work
    return must_place(state) or (work is not None and not (work.tool == TAP_WHEEL and work.moved))


def known(state: State, seat: int) -> tuple[int, ...]:
    """The rows for a seat."""
    player = state.players[seat]
    window = player.window if player.window >= 0 else player.offered[0]
    return features(window, player.board, state.publics, player.private, turns_left(state, seat), state.solo)


class Sight:
    """Sagrada, seen with a network."""

    curiosity = 0.1

    def __init__(self, network: Network | None = None, alone: Network | None = None) -> None:
        self.network = network or learned(NAME)
        self._points = lru_cache(maxsize=1 << 17)(self._expected)
        self._given = alone
        self._alone = Alone(lru_cache(maxsize=1 << 17)(self._expected_alone))

    def _expected(self, rows: tuple[int, ...]) -> int:
        return self.network.first(rows, self.network.hidden(rows))

    def _expected_alone(
        self, window: int, board: Board, publics: tuple[int, ...], private: tuple[int, ...], turns: int
    ) -> int:
        network = self._given or learned(NAME_ALONE)
        rows = features(window, board, publics, private, turns, True)
        return network.first(rows, network.hidden(rows)) * POINTS

    def _outputs(self, state: State) -> list[int]:
        """Everybody's points at the end, as they are expected, UNIT for one; alone, less the round track."""
        if state.solo:
            return [self._alone.ahead(state, board_in_hand(state, 0), drafts_left(state))]
        return [
            self._points(known(state, seat)) * POINTS + TOKEN * player.tokens
            for seat, player in enumerate(state.players)
        ]

    def points(self, state: State) -> list[float]:
        """Everybody's points at the end, as they are expected."""
        if state.round == OVER:
            return [float(score.total) for score in scores(state)]
        if state.solo:
            return [self._alone.points(state)]
        return [output / UNIT for output in self._outputs(state)]

    def appraise(self, state: State) -> tuple[Sequence[int], None]:
        """Everybody's chance to win, out of CHANCE."""
        if state.round == OVER:
            won = winners(state)
            if state.solo:
                return [CHANCE if won else 0], None
            return [CHANCE // len(won) if seat in won else 0 for seat in range(len(state.players))], None
        return self._chances(state, self._outputs(state)), None

    def _chances(self, state: State, output: list[int]) -> list[int]:
        """Everybody's chance to win with these points to come."""
        rounds = ROUNDS - state.round + 1
        spread = 4 + rounds
        """By how many points the end may be off, growing with the rounds to come."""
        if state.solo:
            return [chance_of(output[0] * 3 // (2 * spread))]
        if len(output) == 2:
            chance = chance_of((output[0] - output[1]) * 3 // (2 * spread))
            return [chance, CHANCE - chance]
        parts = shares([each * 3 // (2 * spread) for each in output])
        return [CHANCE * part // sum(parts) for part in parts]

    def moves(self, state: State, seat: int, known: None) -> tuple[list[Action], list[int]]:
        """Every legal action, and how much each comes to mind by what it leads to at once; tools by what stands."""
        actions = legal(state, seat)
        if len(actions) == 1:
            return actions, [CHANCE]
        return actions, shares([int(each / HEAT) for each in self._prospects(state, seat, actions, None)])

    def glance(self, state: State, seat: int, dice: Dice) -> tuple[list[Action], list[int]]:
        """Every legal action, and the chances it leads to, out of CHANCE, when the whole turn is planned."""
        actions = legal(state, seat)
        if len(actions) == 1:
            return actions, [self.appraise(state)[0][seat]]
        output = self._outputs(state)
        worths = []
        for prospect in self._prospects(state, seat, actions, dice):
            output[seat] = prospect
            worths.append(self._chances(state, output)[seat])
        return actions, worths

    def _prospects(self, state: State, seat: int, actions: Sequence[Action], dice: Dice | None) -> list[int]:
        """For each action the points to come if the turn goes on as well as it can, UNIT for one.

        Without dice nothing is thought further than the action.
        """
        found: list[int] = []
        further: list[tuple[int, int, State]] = []
        for place, action in enumerate(actions):
            if isinstance(action, Choose):
                player = state.players[seat]
                if state.solo:
                    found.append(self._alone.chosen(state, action.window))
                    continue
                rows = features(action.window, player.board, state.publics, player.private, _TURNS - 1, False)
                found.append(self._points(rows) * POINTS + TOKEN * WINDOWS[action.window].difficulty)
            elif isinstance(action, End | Back):
                found.append(self._standing(state, seat))
            elif isinstance(action, Place | Move):
                after = apply(state, seat, action)
                stands = self._standing(after, seat)
                found.append(NEVER if dice and _unfinished(after) else stands)
                further.append((stands, place, after))
            elif dice is None:
                found.append(self._standing(state, seat))
            elif reveals(state, action):
                rolled = [apply(self.shaken(state, action, dice), seat, action) for _ in range(ROLLS)]
                found.append(sum([self._planned(each, seat, dice) for each in rolled]) // ROLLS)
            else:
                found.append(self._planned(apply(state, seat, action), seat, dice))
        further.sort(key=lambda each: -each[0])
        for _, place, after in further[:WIDE]:
            if dice and (after.work or not after.used):
                found[place] = max(found[place], self._planned(after, seat, dice))
        return found

    def _planned(self, state: State, seat: int, dice: Dice) -> int:
        """The points to come if the turn, under way, goes on as well as it can."""
        actions = [action for action in legal(state, seat) if not isinstance(action, End | Back)]
        best = max(self._prospects(state, seat, actions, dice), default=NEVER)
        return best if _unfinished(state) else max(best, self._standing(state, seat))

    def _standing(self, state: State, seat: int) -> int:
        """The points to come if the turn were over; alone, less the round track."""
        player = state.players[seat]
        board = board_in_hand(state, seat)
        if state.solo:
            return self._alone.ahead(state, board, drafts_left(state) - (not state.drafted))
        left = turns_left(state, seat) - (not state.drafted)
        rows = features(player.window, board, state.publics, player.private, max(0, left), False)
        return self._points(rows) * POINTS + TOKEN * player.tokens

    def fancied(self, state: State, seat: int, action: Action) -> bool:
        """Dice of the own colour, whatever they are good for."""
        return isinstance(action, Place) and COLOUR_OF[action.die] in state.players[seat].private

    def covered(self, state: State, action: Action) -> None:
        """Nothing to cover: dice that come are not looked at before they are drafted."""

    def carried_on(self, state: State) -> State:
        """Nothing follows by itself."""
        return state

    def secretive(self, state: State, seat: int) -> bool:
        """Whether there are others: their private objectives."""
        return not state.solo

    def shaken(self, state: State, action: Action, dice: Dice) -> State:
        """The state with dice that will fall otherwise."""
        return replace(state, chance=Chance(dice.seed(), state.chance.drawn))


assert set(_LINES) | set(_SETS) | {_DIAGONALS} == set(PUBLIC_OBJECTIVES)
