"""The ratings of an arena's results file as a picture: ``python -m bench.ratings results.jsonl > ratings.svg``.

A point for each bot, the strongest on top, and a line as far as the rating may be off (two sigma).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from html import escape
from pathlib import Path

from bottega.arena.book import read
from bottega.arena.ratings import Rating, rate

WIDTH, ROW, NAMES, EDGE = 720, 28, 150, 40
_FONT = 'font-family="sans-serif" font-size="12"'
_INK, _POINT = "#555", "#1f5fa8"


def draw(title: str, ratings: Sequence[Rating]) -> str:
    """The picture, as SVG."""
    ends = [rating.mu + side * 2 * rating.sigma for rating in ratings for side in (-1, 1)]
    low, high = min(ends), max(ends)
    height = ROW * (len(ratings) + 2)

    def across(value: float) -> float:
        return NAMES + (value - low) / ((high - low) or 1.0) * (WIDTH - NAMES - EDGE)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {_FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{escape(title)}</text>',
    ]
    for row, rating in enumerate(ratings, 1):
        up = row * ROW + ROW // 2
        start, point, end = (across(rating.mu + side * 2 * rating.sigma) for side in (-1, 0, 1))
        lines += [
            f'<text x="{NAMES - 12}" y="{up + 4}" text-anchor="end">{escape(rating.bot)}</text>',
            f'<path d="M{start:.1f} {up}H{end:.1f}" stroke="{_INK}" stroke-width="2"/>',
            f'<circle cx="{point:.1f}" cy="{up}" r="4" fill="{_POINT}"/>',
            f'<text x="{point:.1f}" y="{up - 8}" text-anchor="middle" fill="{_POINT}">{rating.mu:.1f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description="A picture of an arena's ratings.")
    parser.add_argument("file", type=Path, help="results, as `bottega arena … --file FILE` keeps them")
    contest, results = read(parser.parse_args(arguments).file)
    order = sorted(results.values(), key=lambda result: (result.deal, result.company, result.shift))
    print(draw(f"{contest.game}, {contest.seats} seats, {len(order)} games: rating", rate(order)), end="")


if __name__ == "__main__":
    main()
