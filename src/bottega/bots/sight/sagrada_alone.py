"""How the game of Sagrada for one looks to a searcher: points are to be more than the round track.

What counts is the difference at the end. A network (``trials/learning``, ``sagrada_alone``) says of a window, with so
many turns to come, what its points will be less what the rounds to come leave on the round track. Within a round
nothing is left to chance: whatever stays in the pool goes to the track, so the second turn is looked at from the first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from bottega.bots.network import UNIT
from bottega.games.sagrada import State
from bottega.games.sagrada.cards import VALUE_OF
from bottega.games.sagrada.model import CHOOSING, ROUNDS, Board
from bottega.games.sagrada.placement import cells_of, glass

TRACK_ROUND = 5.0
"""What a round is expected to leave on the round track, in points."""
SPARE_TOOL = (7.0, 7.0, 7.0, 7.0, 5.5, 4.0)
"""By how many tools a game has: what one that was not used yet is worth in a long game, in points. That is what it can
do then, and the die it costs, which does not come to the round track; who has many cannot wait long with each."""
SPARE_TOOLS = tuple(
    tuple(round(UNIT * worth * (1 - 0.8**rounds)) for rounds in range(ROUNDS + 1)) for worth in SPARE_TOOL
)
"""The same with so many rounds to come."""

Judge = Callable[[int, Board, tuple[int, ...], tuple[int, ...], int], int]
"""For a window, a board, public and private objectives and turns to come what the network says, UNIT for one point."""


def without(pool: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The pool less one die of that kind."""
    at = pool.index(die)
    return pool[:at] + pool[at + 1 :]


def drafts_left(state: State) -> int:
    """How many dice can still be drafted in this round; before the first, both."""
    if state.step == 0:
        return 2 - state.drafted - bool(state.skipping)
    return 1 - state.drafted


class Alone:
    """A judgement of games for one, made of a network's judgement of windows."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._round = lru_cache(maxsize=1 << 14)(self._best)

    def ahead(self, state: State, board: Board, drafts: int) -> int:
        """Points less the whole round track at the end, with so many dice to be drafted in this round, UNIT for one."""
        if state.round == CHOOSING:
            return max([self.chosen(state, window) for window in state.players[0].offered])
        player = state.players[0]
        rounds = ROUNDS - state.round
        lies = UNIT * sum([VALUE_OF[die] for die in state.track_dice])
        spare = SPARE_TOOLS[len(state.tools)][rounds] * state.paid.count(0)
        if drafts == 2:
            whole = self._judge(player.window, board, state.publics, player.private, 2 * rounds + 2)
            return whole + spare - lies
        window, pool = player.window, tuple(sorted(state.pool))
        return self._round(window, board, state.publics, player.private, 2 * rounds, pool, drafts) + spare - lies

    def chosen(self, state: State, window: int) -> int:
        """The same at the very beginning, with one of the windows offered."""
        player = state.players[0]
        return self._judge(window, player.board, state.publics, player.private, 2 * ROUNDS)

    def points(self, state: State) -> float:
        """The points at the end, as they are expected."""
        rounds = ROUNDS - max(state.round, 1) + 1
        lies = sum([VALUE_OF[die] for die in state.track_dice])
        return self.ahead(state, state.players[0].board, drafts_left(state)) / UNIT + lies + TRACK_ROUND * rounds

    def _best(
        self,
        window: int,
        board: Board,
        publics: tuple[int, ...],
        private: tuple[int, ...],
        turns: int,
        pool: tuple[int, ...],
        drafts: int,
    ) -> int:
        """What the round can come to at best, less what it leaves on the round track."""
        left = UNIT * sum([VALUE_OF[die] for die in pool])
        best = self._judge(window, board, publics, private, turns) - left
        if drafts:
            fits = glass(window, board).fits
            for die in set(pool):
                rest = without(pool, die)
                for cell in cells_of(fits[die]):
                    placed = (*board[:cell], die, *board[cell + 1 :])
                    best = max(best, self._best(window, placed, publics, private, turns, rest, drafts - 1))
        return best
