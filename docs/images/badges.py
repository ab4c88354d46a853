"""The badges of the front page, drawn from what the project says of itself: ``python docs/images/badges.py``.

They are files of this project: nobody else is asked for them, and a test compares them with what they say.
"""

from __future__ import annotations

import re
import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE / "badges"
ROOT = HERE.parents[1]
LETTER, EDGE, HEIGHT = 6.6, 7, 20
DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" aria-label="{what}: {told}">
<title>{what}: {told}</title>
<clipPath id="r"><rect width="{width}" height="{height}" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="{left}" height="{height}" fill="#4a4038"/>
<rect x="{left}" width="{right}" height="{height}" fill="#8a2f2f"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{middle}" y="14" textLength="{what_length}">{what}</text>
<text x="{centre}" y="14" textLength="{told_length}">{told}</text></g>
</svg>
"""


def facts() -> dict[str, str]:
    """What the badges say, and where it is written."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    classifiers: list[str] = project["project"]["classifiers"]
    pythons = [each.rpartition(" ")[2] for each in classifiers if re.search(r"Python :: 3\.\d+$", each)]
    systems = [each.rpartition(" ")[2].replace("MacOS", "macOS") for each in classifiers if "Operating System" in each]
    types = "strict" if project["tool"]["mypy"]["strict"] else "some"
    return {
        "python": f"{pythons[0]} to {pythons[-1]}",
        "systems": ", ".join(sorted(systems)),
        "licence": project["project"]["license"],
        "types": f"mypy {types}",
    }


def drawn(what: str, told: str) -> str:
    """One badge."""
    lengths = [round(len(text) * LETTER) for text in (what, told)]
    left, right = (length + 2 * EDGE for length in lengths)
    return DRAWING.format(
        what=escape(what),
        told=escape(told),
        width=left + right,
        height=HEIGHT,
        left=left,
        right=right,
        middle=left / 2,
        centre=left + right / 2,
        what_length=lengths[0],
        told_length=lengths[1],
    )


if __name__ == "__main__":
    for what, told in facts().items():
        (FOLDER / f"{what}.svg").write_text(drawn(what, told), "utf-8")
