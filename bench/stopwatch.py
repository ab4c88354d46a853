"""A house with a stopwatch: ``python -m bench.stopwatch FILE serve …`` is ``bottega serve …``, which writes to the file
how long every move took, and with what, when it closes.

A move has four moments: its bytes *arrived*, its group went *to the disk*, it was *durable*, and the last connection
that is told of it was *written* to. They are taken by wrapping the four functions where they lie, so that a house which
nobody measures pays nothing for it. What is written is given to the kernel before the event loop waits again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bottega.cli import main as bottega
from bottega.server.shell import Shell
from bottega.server.tcp import Connection
from bottega.store.writer import Entry, Writer

now = time.perf_counter
"""One clock for all processes of a machine."""


class Move(msgspec.Struct):
    """The moments of one move."""

    arrived: float
    to_disk: float = 0.0
    durable: float = 0.0
    written: float = 0.0


class Stopwatch:
    """What is being timed, and what was."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self._arrived = 0.0
        """When the bytes came that are being looked at."""
        self._on_disk: dict[int, Move] = {}
        """The moves on their way to the disk, by the id of their job."""
        self._telling: Move | None = None
        """The move that is being told."""
        self._unwritten: dict[Shell, list[Move]] = {}
        """The moves of which something waits to be written to a connection."""

    def wind_up(self) -> None:
        """Wrap what is to be timed."""
        received, queue, written = Connection.data_received, Writer.queue, Writer._written
        send, flush = Shell.send_framed, Shell.flush

        def data_received(connection: Connection, data: bytes) -> None:
            self._arrived = now()
            received(connection, data)
            self._arrived = 0.0

        def queued(writer: Writer, job: Any) -> None:
            if self._arrived and type(job) is Entry:
                move = self._on_disk[id(job)] = Move(self._arrived)
                job.done = self._told(move, job.done)
            queue(writer, job)

        def durable(writer: Writer, jobs: list[Any], began: float) -> None:
            written(writer, jobs, began)
            ended = now()
            for job in jobs:
                if (move := self._on_disk.pop(id(job), None)) is not None:
                    move.to_disk, move.durable = began, ended

        def send_framed(shell: Shell, raw: bytes) -> None:
            if self._telling is not None:
                self._unwritten.setdefault(shell, []).append(self._telling)
            send(shell, raw)

        def flushed(shell: Shell) -> None:
            flush(shell)
            for move in self._unwritten.pop(shell, ()):
                move.written = now()

        for owner, name, wrapped in (
            (Connection, "data_received", data_received),
            (Writer, "queue", queued),
            (Writer, "_written", durable),
            (Shell, "send_framed", send_framed),
            (Shell, "flush", flushed),
        ):
            setattr(owner, name, wrapped)

    def _told(self, move: Move, done: Callable[[Any], None]) -> Callable[[Any], None]:
        def tell(fault: Any) -> None:
            self._telling = move
            done(fault)
            self._telling = None
            self.moves.append(move)

        return tell


def main() -> None:
    path = Path(sys.argv.pop(1))
    stopwatch = Stopwatch()
    stopwatch.wind_up()
    try:
        bottega()
    finally:
        path.write_bytes(msgspec.json.encode([move for move in stopwatch.moves if move.written]))


if __name__ == "__main__":
    main()
