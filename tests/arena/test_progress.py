"""How far it is: a bar for people, lines for files."""

from __future__ import annotations

import io

from bottega.arena.progress import Progress


class Terminal(io.StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_plain_lines() -> None:
    """Ten at most, without anything that moves a cursor."""
    stream = io.StringIO()
    progress = Progress(40, 8, stream)
    for settled in range(9, 41):
        progress.show(settled)
    progress.end()
    first, *rest = stream.getvalue().splitlines()
    assert first == "8 of 40 games are known already"
    assert rest == [f"{number} of 40 games" for number in range(12, 41, 4)]


def test_a_bar() -> None:
    """It is drawn anew on its line, says how long is left, and is gone at the end."""
    stream = Terminal()
    progress = Progress(4, 0, stream)
    progress.show(0)
    progress.show(2)
    progress.end()
    start, nothing, half, end = stream.getvalue().split("\r")
    assert start == ""
    assert nothing == f"[{'-' * 30}] 0 of 4 games"
    assert half.startswith(f"[{'#' * 15}{'-' * 15}] 2 of 4 games, about 0:0")
    assert end == "\x1b[K"
