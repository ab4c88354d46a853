"""The results file: JSON lines, first the contest, then a line for each game in the order in which they ended.

A file is only ever appended to. A last line that was cut off is dropped, whatever else cannot be read is a Fault: it is
not ours to mend. A contest that is played into a file of another one is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from bottega.arena.contest import Contest, Fixture, Result
from bottega.fault import Fault

T = TypeVar("T")


class Book:
    """The results of one contest, in memory and, if it has a path, in a file."""

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.contest = contest
        self.results: dict[Fixture, Result] = {}
        self._path = path
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            known, self.results = read(path)
            if known != contest:
                raise Fault(f"{path} holds another contest ({_differences(known, contest)}); name another file")
            _drop_torn_line(path)
        else:
            self._append(contest)

    def add(self, result: Result) -> None:
        """Keep a result."""
        self.results[result.fixture] = result
        self._append(result)

    def _append(self, line: msgspec.Struct) -> None:
        if self._path is not None:
            try:
                with self._path.open("ab") as file:
                    file.write(msgspec.json.encode(line) + b"\n")
            except OSError as error:
                raise Fault(f"{self._path} cannot be written: {error.strerror}") from None


def read(path: Path) -> tuple[Contest, dict[Fixture, Result]]:
    """The contest of a file and the results in it."""
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror}") from None
    lines = whole.split(b"\n")[:-1]
    if not lines:
        raise Fault(f"{path} is no results file: it has no whole line")
    contest = _decoded(path, 1, lines[0], Contest)
    results = [_decoded(path, number, line, Result) for number, line in enumerate(lines[1:], 2)]
    return contest, {result.fixture: result for result in results}


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise Fault(f"{path} is no results file: line {number}: {error}") from None


def _drop_torn_line(path: Path) -> None:
    whole = path.read_bytes()
    if not whole.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(whole.rfind(b"\n") + 1)


def _differences(known: Contest, asked: Contest) -> str:
    fields = [name for name in Contest.__struct_fields__ if getattr(known, name) != getattr(asked, name)]
    return ", ".join(f"{name} {getattr(known, name)}, not {getattr(asked, name)}" for name in fields)
