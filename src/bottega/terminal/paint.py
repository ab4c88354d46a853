"""What every ink looks like: on a dark terminal, on a light one, and without colours.

Tiles (``tile-red``) bring their own background, so that they look the same everywhere. Without colours, only bold, dim,
underlined and reversed are left: the letters say the rest.
"""

from __future__ import annotations

from enum import StrEnum

from rich.style import Style
from rich.text import Text

from bottega.terminal.canvas import Block


class Look(StrEnum):
    """What the terminal is like."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"
    """No colours at all."""


GROUNDS = {Look.DARK: ("#14171c", "#1b1f26", "#262c36"), Look.LIGHT: ("#efeae0", "#e6e0d3", "#dbd3c2")}
"""What everything is painted on, where there are colours: the page, the list of choices, the lines around them."""

TILES = {
    "white": ("#1c1c1c", "#fffdf8"),
    "blue": ("#ffffff", "#2563c9"),
    "green": ("#ffffff", "#17784a"),
    "red": ("#ffffff", "#c22a2a"),
    "black": ("#f0f0f0", "#000000"),
    "gold": ("#1c1c1c", "#e9b824"),
    "yellow": ("#1c1c1c", "#f0c419"),
    "purple": ("#ffffff", "#8036a8"),
    "grey": ("#ffffff", "#5c6570"),
}
"""Letters and ground of every tile; each pair has a contrast of at least 4.5 to 1."""

_INKS: dict[Look, dict[str, str]] = {
    Look.DARK: {
        "label": "#9aa4b2",
        "dim": "#8b95a3",
        "frame": "#566070",
        "title": "bold #ffd479",
        "you": "bold #7ee0a1",
        "turn": "bold #ffd479",
        "good": "bold #7ee0a1",
        "alert": "bold #ff8f87",
        "points": "bold #ffd479",
        "key": "bold #8ec5ff",
        "mark": "bold #101418 on #ffd479",
        "bold": "bold",
        **{f"on-{colour}": f"bold {shade}" for colour, shade in {
            "white": "#ffffff", "blue": "#7db4ff", "green": "#63d697", "red": "#ff8a80", "black": "#b9b9c4",
            "gold": "#ffd75e", "yellow": "#ffe066", "purple": "#d69bf7", "grey": "#b6bfca"}.items()},
    },
    Look.LIGHT: {
        "label": "#414b58",
        "dim": "#464f5c",
        "frame": "#9aa4b2",
        "title": "bold #6b4200",
        "you": "bold #0a5c32",
        "turn": "bold #6b4200",
        "good": "bold #0a5c32",
        "alert": "bold #9c1414",
        "points": "bold #6b4200",
        "key": "bold #0b4fa3",
        "mark": "bold #ffffff on #6b4200",
        "bold": "bold",
        **{f"on-{colour}": f"bold {shade}" for colour, shade in {
            "white": "#4a4a4a", "blue": "#1d4fa8", "green": "#0a5c32", "red": "#9c1414", "black": "#000000",
            "gold": "#664b00", "yellow": "#664b00", "purple": "#6a2391", "grey": "#414b58"}.items()},
    },
    Look.PLAIN: {
        "label": "",
        "dim": "",
        "frame": "dim",
        "title": "bold",
        "you": "bold",
        "turn": "bold",
        "good": "bold",
        "alert": "bold underline",
        "points": "bold",
        "key": "bold",
        "mark": "bold reverse underline",
        "bold": "bold",
        **{f"on-{colour}": "" for colour in TILES},
    },
}  # fmt: skip

_PANES = {
    Look.DARK: {"red": "#5a1a1a", "yellow": "#5a4a08", "green": "#11472d", "blue": "#173a70", "purple": "#48205f",
                "grey": "#3a4350"},
    Look.LIGHT: {"red": "#f7cfcf", "yellow": "#f9ebb0", "green": "#c9ebd8", "blue": "#cfe0fb", "purple": "#e8d3f5",
                 "grey": "#d6dae0"},
}  # fmt: skip
"""The ground of a space that takes only dice of a colour, or of a value (grey)."""
for _look, _grounds in _PANES.items():
    _letters = "#f2f2f2" if _look is Look.DARK else "#1c1c1c"
    _INKS[_look].update({f"pane-{colour}": f"{_letters} on {ground}" for colour, ground in _grounds.items()})
_INKS[Look.PLAIN].update({f"pane-{colour}": "" for colour in _PANES[Look.DARK]})

for _colour, (_letters, _ground) in TILES.items():
    for _look in (Look.DARK, Look.LIGHT):
        _INKS[_look][f"tile-{_colour}"] = f"bold {_letters} on {_ground}"
        _INKS[_look][f"bar-{_colour}"] = f"bold {_letters} on {_ground}"
        _INKS[_look][f"soft-{_colour}"] = _INKS[_look][f"on-{_colour}"].removeprefix("bold ")
    _INKS[Look.PLAIN][f"tile-{_colour}"] = "bold"
    _INKS[Look.PLAIN][f"bar-{_colour}"] = "reverse"
    _INKS[Look.PLAIN][f"soft-{_colour}"] = ""

STYLES: dict[Look, dict[str, Style]] = {
    look: {ink: Style.parse(style) for ink, style in inks.items()} for look, inks in _INKS.items()
}
"""Every ink in every look."""

CLICK = "types"
"""Where the style of a text says what a click on it types."""


def painted(block: Block, look: Look) -> Text:
    """A block as it is shown in a look; what can be clicked says so in its style."""
    styles = STYLES[look]
    shown = Text(no_wrap=True, end="")
    for number, one in enumerate(block):
        if number:
            shown.append("\n")
        for span in one:
            style = styles[span.ink] if span.ink else Style.null()
            if span.click:
                style += Style(meta={CLICK: span.click})
            shown.append(span.text, style)
    return shown
