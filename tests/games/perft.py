"""Perft: the number of legal sequences of a given length, which any engine can be checked against.

A table file ``tests/games/perft/<game>.txt`` (``<game>-v1.txt`` for the first version of its rules) has one row a line:
seed, seats, depth, count and, where the count does not start from the opening, the moves made before it
(``take wbg; take rr``, each by the first of the seats to act). The seed is a number, written into 32 bytes with the
most significant first.
Lines that begin with ``#`` are for the reader.

    python -m tests.games.perft splendor        prints the table with its counts made anew
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

from bottega.games.core import AnyGame, read_all
from tests.games.play import Setup

FOLDER = Path(__file__).parent / "perft"


class Row(NamedTuple):
    """One count: where it starts, how deep it goes, and what it should be."""

    game: str
    seed: int
    seats: int
    depth: int
    sequences: int
    after: str = ""
    version: int = 0
    """The version of the rules, 0 for the newest."""

    @property
    def setup(self) -> Setup:
        """The game's set-up."""
        return Setup(self.game, self.seats, version=self.version)

    def counted(self) -> int:
        """The number of sequences that the rules give now."""
        return perft(self.setup.game, self.start(), self.depth)

    def start(self) -> Any:
        """The state that the sequences start from."""
        setup = self.setup
        state = setup.new(self.seed)
        for action in read_all(setup.game, self.after) if self.after else ():
            state = setup.game.apply(state, setup.game.actors(state)[0], action)
        return state

    def __str__(self) -> str:
        return f"{self.seed} {self.seats} {self.depth} {self.sequences} {self.after}".rstrip()


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` legal actions there are; an ended game has none."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(game.legal(state, seat)) for seat in game.actors(state))
    return sum(
        perft(game, game.apply(state, seat, action), depth - 1)
        for seat in game.actors(state)
        for action in game.legal(state, seat)
    )


def read_row(table: str, line: str) -> Row:
    """The row that a line of the table holds; the table is called by its game, and the version if a former one."""
    game, _, version = table.partition("-v")
    seed, seats, depth, count, *after = line.split(maxsplit=4)
    return Row(game, int(seed), int(seats), int(depth), int(count), "".join(after), int(version or 0))


def read_table(path: Path) -> list[Row]:
    """The rows of a table file."""
    lines = path.read_text().splitlines()
    return [read_row(path.stem, line) for line in lines if line and not line.startswith("#")]


def main(table: str) -> None:
    """Print a table with its counts made anew."""
    for line in (FOLDER / f"{table}.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            print(line)
        else:
            row = read_row(table, line)
            print(row._replace(sequences=row.counted()))


if __name__ == "__main__":
    main(sys.argv[1])
