"""How far a contest is: a bar that moves on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

BAR = 30
PARTS = 10
"""Elsewhere so many lines are written in all."""


class Progress:
    """How many of the planned games are settled."""

    def __init__(self, planned: int, settled: int, stream: TextIO) -> None:
        self._planned, self._first, self._stream = planned, settled, stream
        self._bar = stream.isatty()
        self._told = settled * PARTS // planned if planned else PARTS
        self._began = time.monotonic()
        if settled:
            self._write(f"{settled} of {planned} games are known already\n")

    def show(self, settled: int) -> None:
        """Say how far it is."""
        if self._bar:
            full = BAR * settled // self._planned
            self._write(f"\r[{'#' * full}{'-' * (BAR - full)}] {settled} of {self._planned} games{self._rest(settled)}")
        elif settled * PARTS // self._planned > self._told:
            self._told = settled * PARTS // self._planned
            self._write(f"{settled} of {self._planned} games\n")

    def end(self) -> None:
        """Leave the terminal as it was found."""
        if self._bar:
            self._write("\r\x1b[K")

    def _rest(self, settled: int) -> str:
        played = settled - self._first
        if not played:
            return ""
        left = (self._planned - settled) * (time.monotonic() - self._began) / played
        minutes, seconds = divmod(round(left), 60)
        return f", about {minutes}:{seconds:02} left \x1b[K"

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
