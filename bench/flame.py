"""A flame graph as SVG: a box for every function, as wide as the samples it is on, above its caller."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from html import escape

import msgspec

WIDTH, ROW, LEAST = 1200.0, 17, 0.6
"""Of the picture, of one box, and below which width none is drawn; in pixels."""


class Box(msgspec.Struct):
    """A function on one stack, and what it calls."""

    count: int = 0
    calls: dict[str, Box] = {}


def tree(samples: Iterable[tuple[tuple[str, ...], int]]) -> Box:
    """All stacks laid over each other."""
    root = Box()
    for stack, count in samples:
        box = root
        box.count += count
        for frame in stack:
            box = box.calls.setdefault(frame, Box())
            box.count += count
    return root


def depth(box: Box) -> int:
    """How many boxes stand on each other."""
    return 1 + max((depth(called) for called in box.calls.values()), default=0)


def draw(samples: Iterable[tuple[tuple[str, ...], int]]) -> str:
    """The picture; a box says its name and share when it is pointed at."""
    root = tree(samples)
    height = depth(root) * ROW
    boxes: list[str] = []

    def place(name: str, box: Box, left: float, level: int) -> None:
        width = WIDTH * box.count / max(1, root.count)
        if width < LEAST:
            return
        top = height - (level + 1) * ROW
        share = f"{escape(name)}: {box.count / root.count:.1%}"
        shown = escape(name[: int(width / 6.5)]) if width > 25 else ""
        boxes.append(
            f'<g><title>{share}</title><rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW - 1}"'
            f' fill="hsl({zlib.crc32(name.encode()) % 50 + 10} 75% 62%)"/>'
            f'<text x="{left + 3:.1f}" y="{top + 12}">{shown}</text></g>'
        )
        for called, inner in sorted(box.calls.items()):
            place(called, inner, left, level + 1)
            left += WIDTH * inner.count / root.count

    place("all", root, 0.0, 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height}" font-family="monospace"'
        f' font-size="11">{"".join(boxes)}</svg>\n'
    )
