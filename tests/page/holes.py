"""How much of a board is empty: the largest rectangle in which nothing is drawn."""

from __future__ import annotations

from playwright.sync_api import Page

CELL = 8
"""Pixels: what is looked at together."""

_BOXES = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const drawn = "button, [role=img], [data-piece], .strip, .token, svg, p, small, h3, b, .slot, .column, .free";
  const boxes = [...document.querySelectorAll(drawn)].filter((it) => it.closest(".board") && it.checkVisibility());
  const sides = ({ left, top, right, bottom }) => [left, top, right, bottom];
  return [board, ...boxes.map((it) => it.getBoundingClientRect())].map(sides);
}"""
"""The board, and whatever is drawn on it: pieces, words, and places where a piece may lie."""


def largest_hole(page: Page) -> tuple[int, int]:
    """Width and height, in pixels, of the largest rectangle on the board that is empty."""
    (left, top, right, bottom), *boxes = page.evaluate(_BOXES)
    wide, high = int((right - left) // CELL), int((bottom - top) // CELL)
    free = [[True] * wide for _ in range(high)]
    for one in boxes:
        columns = range(max(0, int((one[0] - left) // CELL)), min(wide, int((one[2] - left) // CELL) + 1))
        for row in range(max(0, int((one[1] - top) // CELL)), min(high, int((one[3] - top) // CELL) + 1)):
            for column in columns:
                free[row][column] = False
    best = (0, 0)
    above = [0] * wide
    for line in free:
        above = [n + 1 if empty else 0 for n, empty in zip(above, line, strict=True)]
        best = max(best, _under(above), key=lambda size: size[0] * size[1])
    return best[0] * CELL, best[1] * CELL


def _under(heights: list[int]) -> tuple[int, int]:
    """Width and height of the largest rectangle under a skyline."""
    best, rising = (0, 0), [(-1, 0)]
    for place, height in enumerate([*heights, 0]):
        start = place
        while rising[-1][1] > height:
            start, tall = rising.pop()
            best = max(best, (place - start, tall), key=lambda size: size[0] * size[1])
        rising.append((start, height))
    return best
