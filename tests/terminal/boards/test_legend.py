"""The page that explains a game."""

from __future__ import annotations

from bottega.terminal.boards.legend import Entry, legend_of
from bottega.terminal.canvas import Room, Span, lettering


def test_signs_and_commands_stand_before_their_meaning() -> None:
    """A long meaning goes on below itself; a sign that is too long for its column has a line of its own."""
    page = legend_of("Go", ["Rules."], [Entry((Span("▶"),), "who is to move " * 4)], [("x" * 30, "long")], Room(60, 9))
    lines = lettering(page).splitlines()
    assert "Rules." in lines
    (sign,) = [at for at, one in enumerate(lines) if one.startswith("  ▶")]
    assert lines[sign + 1].startswith(" " * 17 + "who") or lines[sign + 1].startswith(" " * 17)
    (command,) = [at for at, one in enumerate(lines) if "x" * 30 in one]
    assert lines[command + 1].strip() == "long"
