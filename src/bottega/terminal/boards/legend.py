"""The page that explains a game: how it goes, what every sign means, what can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bottega.terminal.canvas import EMPTY, Block, Line, Room, Span, line, padded, paragraph, width

SIGN, COMMAND = 15, 22
"""Columns of a sign, and of a command, before what it means."""


class Entry(NamedTuple):
    """A sign as it stands on the board, and what it means."""

    sign: Line
    meaning: str


def legend_of(
    title: str, rules: Sequence[str], signs: Sequence[Entry], commands: Sequence[tuple[str, str]], room: Room
) -> Block:
    """The page of one game."""
    drawn: Block = [line(Span(title, "title")), EMPTY]
    for rule in rules:
        drawn += paragraph(rule, room.width)
    drawn += [EMPTY, line(Span("On the board", "title"))]
    for entry in signs:
        drawn += explained(entry.sign, entry.meaning, SIGN, room)
    drawn += [EMPTY, line(Span("What you can type", "title"))]
    for command, meaning in commands:
        drawn += explained(line(Span(command, "key", command)), meaning, COMMAND, room)
    return drawn


def explained(sign: Line, meaning: str, columns: int, room: Room) -> Block:
    """A sign at the left, and what it means in as many lines as it takes."""
    words = paragraph(meaning, room.width - columns - 2)
    if width(sign) >= columns:
        return [line("  ", sign), *(line(" " * (columns + 2), rest) for rest in words)]
    first = line("  ", padded(sign, columns), words[0])
    return [first, *(line(" " * (columns + 2), rest) for rest in words[1:])]
