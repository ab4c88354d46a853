"""A line plot as SVG: a few series over one axis, with its figures at the points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

Series = Sequence[tuple[float, float]]
"""Points from left to right."""

WIDTH, HEIGHT, MARGIN = 720, 360, 56
_FONT = 'font-family="sans-serif" font-size="12"'
COLOURS = ("#1f5fa8", "#b5472f", "#2f7d4f", "#7a4fa3")


def draw(title: str, across: str, up: str, series: Mapping[str, Series], *, logarithmic: bool = True) -> str:
    """The picture; what lies across is drawn by its logarithm or as it is, what goes up begins at nothing."""
    points = [point for each in series.values() for point in each]
    scale = math.log10 if logarithmic else float
    left, right = (scale(edge(x for x, _ in points)) for edge in (min, max))
    top = max(y for _, y in points) * 1.15

    def place(x: float, y: float) -> tuple[float, float]:
        share = (scale(x) - left) / ((right - left) or 1.0)
        return MARGIN + share * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - y / top * (HEIGHT - 2 * MARGIN)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {_FONT}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="14" y="{MARGIN - 16}">{escape(up)}</text>',
        f'<path d="M{MARGIN} {MARGIN}V{HEIGHT - MARGIN}H{WIDTH - MARGIN}" fill="none" stroke="#555"/>',
    ]
    for x in sorted({x for x, _ in points}):
        at, floor = place(x, 0)
        lines.append(f'<text x="{at:.1f}" y="{floor + 18:.1f}" text-anchor="middle">{x:,g}</text>')
    for colour, (name, each) in zip(COLOURS, series.items(), strict=False):
        places = [place(*point) for point in each]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), (_, figure) in zip(places, each, strict=True):
            lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            lines.append(
                f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle" fill="{colour}">{spelled(figure)}</text>'
            )
        x, y = places[-1]
        aside = 14 if y + 20 < HEIGHT - MARGIN else -24  # below the line, unless the axis is there
        lines.append(
            f'<text x="{x + 6:.1f}" y="{y + aside:.1f}" text-anchor="end" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def spelled(figure: float) -> str:
    """A figure with three digits, or all it has before the point."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def stacked(*pictures: str) -> str:
    """Several pictures as one, each below the one before."""
    height = HEIGHT * len(pictures)
    placed = [
        picture.replace("<svg ", f'<svg y="{HEIGHT * number}" width="{WIDTH}" height="{HEIGHT}" ', 1)
        for number, picture in enumerate(pictures)
    ]
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">\n'
    return whole + "".join(placed) + "</svg>\n"
