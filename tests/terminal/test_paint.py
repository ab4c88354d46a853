"""What inks look like: readable on dark and on light ground, and without any colour."""

from __future__ import annotations

import pytest
from rich.style import Style

from bottega.terminal.canvas import Span, line
from bottega.terminal.paint import CLICK, GROUNDS, STYLES, Look, painted

ENOUGH = 4.5
"""The contrast that WCAG 2 asks for (AA)."""
FRAMES = {"frame"}
"""Inks that carry no letters."""


def _luminance(triplet: tuple[int, int, int]) -> float:
    shares = [value / 255 for value in triplet]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", [Look.DARK, Look.LIGHT])
def test_every_ink_can_be_read_on_its_ground(look: Look) -> None:
    """Letters have a contrast of 4.5 to 1 to what lies under them: their own tile, or the terminal's ground."""
    grounds = [Style.parse(f"on {ground}").bgcolor for ground in GROUNDS[look]]
    for ink, style in STYLES[look].items():
        if ink in FRAMES or style.color is None:
            continue
        for under in [style.bgcolor] if style.bgcolor else grounds:
            assert under is not None
            assert _contrast(style.color.get_truecolor(), under.get_truecolor()) >= ENOUGH, (look, ink)


def test_without_colours_there_are_none() -> None:
    """The third look uses bold, dim, underlined and reversed alone."""
    assert all(style.color is None and style.bgcolor is None for style in STYLES[Look.PLAIN].values())


def test_every_look_has_every_ink() -> None:
    """A board that can be drawn in one look can be drawn in all."""
    inks = {look: set(styles) for look, styles in STYLES.items()}
    assert inks[Look.DARK] == inks[Look.LIGHT] == inks[Look.PLAIN]


def test_what_can_be_clicked_says_what_it_types() -> None:
    """The screen finds it in the style of the text."""
    shown = painted([line(Span("33", "bold", "buy 33")), line("x")], Look.DARK)
    assert shown.plain == "33\nx"
    (span,) = [span for span in shown.spans if isinstance(span.style, Style) and CLICK in span.style.meta]
    assert (span.start, span.end) == (0, 2)
    assert isinstance(span.style, Style)
    assert span.style.meta[CLICK] == "buy 33"
