"""A network in training: floating-point weights, Adam, and the whole numbers that are played with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from bottega.bots import network
from bottega.bots.network import HIDDEN_MOST, HIDDEN_ONE, LARGEST_HEAD, LARGEST_ROW, OUT_ONE, ROW_ONE, UNIT, Network

Floats = NDArray[np.float32]
MOST = HIDDEN_MOST / HIDDEN_ONE
"""Where a hidden lane stops growing."""
_RATE, _FADE, _FADE_SQUARE = 1e-3, 0.9, 0.999


class Positions:
    """Many positions: their rows, what they turned out to be worth, and what was thought of each move."""

    def __init__(self) -> None:
        self.rows: list[list[int]] = []
        self.others: list[list[int]] = []
        """The rows of the seat that the first is compared with; [] where it stands alone."""
        self.worth: list[float] = []
        self.points: list[float] = []
        self.moves: list[list[tuple[int, float]]] = []

    def __len__(self) -> int:
        return len(self.rows)


class Lessons(NamedTuple):
    """Positions as arrays."""

    own: Any
    their_own: Any
    given: Any
    theirs: Any
    against: Floats
    worth: Floats
    points: Floats
    ends: NDArray[np.int64]
    names: NDArray[np.int32]
    shares: Floats


class Learner:
    """Weights that learn; ``kin`` names for each row the wider rows it shares in."""

    def __init__(
        self,
        rows: int,
        outputs: int,
        width: int,
        kin: Sequence[Sequence[int]],
        seed: int,
        direct: Sequence[float],
        fading: float,
    ) -> None:
        chance = np.random.default_rng(seed)
        every = max([rows, *(wider + 1 for each in kin for wider in each)])
        self._fading = fading
        self.weights: dict[str, Floats] = {
            "rows": chance.normal(0, 0.05, (every, width)).astype(np.float32),
            "bias": np.full(width, 0.1, np.float32),
            "heads": chance.normal(0, 0.05, (width, outputs)).astype(np.float32),
            "head_bias": np.zeros(outputs, np.float32),
            "direct": np.array(direct, np.float32),
        }
        self.weights["heads"][:, 0] = 0
        for row, each in enumerate(kin):
            if each:  # what is seldom seen begins as its kin are
                self.weights["rows"][row] = 0
        self._mean = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._square = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._steps = 0
        self._own = rows
        self._by_hand = self.weights["direct"].copy()
        ends = np.cumsum([0, *(1 + len(each) for each in kin)])
        names = np.array([name for row, each in enumerate(kin) for name in (row, *each)])
        self._kin = sparse.csr_matrix((np.ones(len(names), np.float32), names, ends), shape=(rows, every))

    def _plain(self, rows: Sequence[Sequence[int]]) -> Any:
        ends = np.cumsum([0, *map(len, rows)])
        names = np.fromiter((name for each in rows for name in each), np.int32, ends[-1])
        return sparse.csr_matrix((np.ones(len(names), np.float32), names, ends), shape=(len(rows), self._own))

    def _matrix(self, rows: Sequence[Sequence[int]]) -> Any:
        return (self._plain(rows) @ self._kin).tocsr()

    def lessons(self, positions: Positions) -> Lessons:
        """The positions as arrays."""
        sizes = np.array([len(moves) for moves in positions.moves])
        return Lessons(
            own=self._plain(positions.rows),
            their_own=self._plain(positions.others),
            given=self._matrix(positions.rows),
            theirs=self._matrix(positions.others),
            against=np.array([bool(rows) for rows in positions.others], np.float32),
            worth=np.array(positions.worth, np.float32),
            points=np.array(positions.points, np.float32),
            ends=np.cumsum([0, *sizes]),
            names=np.fromiter((name for moves in positions.moves for name, _ in moves), np.int32, int(sizes.sum())),
            shares=np.fromiter(
                (share for moves in positions.moves for _, share in moves), np.float32, int(sizes.sum())
            ),
        )

    def learn(self, lessons: Lessons, chosen: NDArray[np.int64], rate: float = _RATE) -> tuple[float, float]:
        """One step on some of the positions; the losses of worth and of moves."""
        weights = self.weights
        given, theirs, against = lessons.given[chosen], lessons.theirs[chosen], lessons.against[chosen]
        before = given @ weights["rows"] + weights["bias"]
        hidden = np.clip(before, 0, MOST)
        outputs = hidden @ weights["heads"] + weights["head_bias"]
        their_before = theirs @ weights["rows"] + weights["bias"]
        their_hidden = np.clip(their_before, 0, MOST)
        outputs[:, 0] -= against * (their_hidden @ weights["heads"][:, 0] + weights["head_bias"][0])
        own, their_own = lessons.own[chosen], lessons.their_own[chosen]
        outputs[:, 0] += own @ weights["direct"] - against * (their_own @ weights["direct"])
        worth = lessons.worth[chosen]
        error = np.zeros_like(outputs)
        guess = 1 / (1 + np.exp(-outputs[:, 0]))
        error[:, 0] = guess - worth
        loss = float(-np.mean(worth * np.log(guess + 1e-6) + (1 - worth) * np.log(1 - guess + 1e-6)))
        error[:, 1] = POINTS_WEIGHT * 2 * (outputs[:, 1] - lessons.points[chosen])
        moves_loss = self._moves(lessons, chosen, outputs, error)
        error /= len(chosen)
        back = (error @ weights["heads"].T) * ((before > 0) & (before < MOST))
        their_error = error[:, 0] * against
        worse = np.outer(their_error, weights["heads"][:, 0]) * ((their_before > 0) & (their_before < MOST))
        slopes = {
            "rows": given.T @ back - theirs.T @ worse,
            "bias": back.sum(axis=0) - worse.sum(axis=0),
            "heads": hidden.T @ error,
            "head_bias": error.sum(axis=0),
            "direct": own.T @ error[:, 0] - their_own.T @ their_error,
        }
        slopes["heads"][:, 0] -= their_hidden.T @ their_error
        slopes["head_bias"][0] -= their_error.sum()
        self._step(slopes, rate)
        return loss, moves_loss

    def _moves(self, lessons: Lessons, chosen: NDArray[np.int64], outputs: Floats, error: Floats) -> float:
        """Add what is wrong with the moves that come to mind; their loss."""
        begins, sizes = lessons.ends[chosen], lessons.ends[chosen + 1] - lessons.ends[chosen]
        places = np.repeat(np.arange(len(chosen)), sizes)
        if not len(places):
            return 0.0
        starts = np.cumsum(sizes) - sizes
        at = np.arange(len(places)) - np.repeat(starts, sizes) + np.repeat(begins, sizes)
        names, wanted = lessons.names[at], lessons.shares[at]
        odds = np.exp(np.clip(outputs[places, names], -30, 30))
        odds /= np.bincount(places, odds, len(chosen))[places]
        np.add.at(error, (places, names), MOVES_WEIGHT * (odds - wanted))
        return float(-np.sum(wanted * np.log(odds + 1e-6)) / max(1, np.count_nonzero(sizes)))

    def judged(self, lessons: Lessons, chosen: NDArray[np.int64]) -> float:
        """The loss of worth on positions that were not learned from."""
        kept = {name: values.copy() for name, values in self.weights.items()}
        moments = [{name: values.copy() for name, values in each.items()} for each in (self._mean, self._square)]
        steps = self._steps
        loss, _ = self.learn(lessons, chosen, 0.0)
        self.weights, self._steps = kept, steps
        self._mean, self._square = moments
        return loss

    def _step(self, slopes: dict[str, Floats], rate: float) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += (1 - _FADE) * (slope - mean)
            square += (1 - _FADE_SQUARE) * (slope * slope - square)
            size = rate * np.sqrt(1 - _FADE_SQUARE**self._steps) / (1 - _FADE**self._steps)
            if name == "rows":
                self.weights[name] *= 1 - rate * self._fading
            if name == "direct":
                self.weights[name] += rate * self._fading * (self._by_hand - self.weights[name])
            self.weights[name] -= (size * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def whole(self) -> tuple[list[list[int]], list[int], list[list[int]], list[int], list[int]]:
        """The weights in whole numbers, each row with what it shares in."""
        rows = self._kin @ self.weights["rows"]
        largest = LARGEST_ROW
        return (
            np.clip(np.rint(rows * ROW_ONE), -largest, largest).astype(int).tolist(),
            np.clip(np.rint(self.weights["bias"] * ROW_ONE), -largest, largest).astype(int).tolist(),
            np.clip(np.rint(self.weights["heads"].T * OUT_ONE), -LARGEST_HEAD, LARGEST_HEAD).astype(int).tolist(),
            np.clip(np.rint(self.weights["head_bias"] * UNIT), -largest, largest).astype(int).tolist(),
            np.clip(np.rint(self.weights["direct"] * UNIT), -largest, largest).astype(int).tolist(),
        )

    def network(self) -> Network:
        """What is played with."""
        return Network(*self.whole())

    def to_bytes(self) -> bytes:
        """What is played with, as a file."""
        return network.to_bytes(*self.whole())

    def save(self, path: Path) -> None:
        """Keep everything that is needed to learn on."""
        kept = dict(self.weights)
        for name in self.weights:
            kept["mean_" + name], kept["square_" + name] = self._mean[name], self._square[name]
        np.savez(path, steps=np.array(self._steps), **kept)  # type: ignore[arg-type]  # arrays by name

    def load(self, path: Path) -> None:
        """Take up what was kept."""
        with np.load(path) as kept:
            self._steps = int(kept["steps"])
            for name in self.weights:
                self.weights[name] = kept[name]
                self._mean[name], self._square[name] = kept["mean_" + name], kept["square_" + name]


POINTS_WEIGHT = 0.1
MOVES_WEIGHT = 0.5
"""How much points and moves count beside the worth."""
