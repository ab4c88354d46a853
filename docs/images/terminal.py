"""Make the screens of the terminal table in this folder, as SVG: ``make images``.

Games at home with a fixed seed (so that the pictures are the same every time) against greedy bots, in mid-game and at
the player's turn, with one choice pointed at: at 80×24 and 120×40 columns and rows, in colours and
without (as with ``NO_COLOR``).
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from bottega.client.core import Stage  # noqa: E402 - the tests are found beside this folder
from bottega.terminal.paint import Look  # noqa: E402
from bottega.terminal.table import CommandLine  # noqa: E402
from tests.terminal.driver import LARGE, SMALL, at_a_home_table  # noqa: E402

SEED = 176
GAMES = {
    "splendor": ("splendor 3 greedy", 14),
    "sagrada": ("sagrada 3 greedy", 9),
    "renaissance": ("renaissance 3 greedy", 24),
}
"""Of each game: what is chosen, and after how many actions of the player the picture is taken."""
LOOKS = {"": Look.DARK, "-without-colours": Look.PLAIN}

_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def without_fonts(drawing: str) -> str:
    """The drawing with whatever monospaced font there is, in place of one that would be fetched from elsewhere."""
    return _FONTS.sub("", drawing).replace("Fira Code, monospace", "monospace").replace("Fira Code", "monospace")


async def screen(choice: str, moves: int, size: tuple[int, int], look: Look) -> str:
    """The screen after some moves, as SVG."""
    async with at_a_home_table(choice, size, look, SEED) as driver:
        while driver.moves < moves or len(driver.listed) < 4:
            await driver.until(lambda: driver.app.known.options or driver.app.known.stage is Stage.OVER)
            await driver.moves_once()
            await driver.until(lambda: driver.app.known.options and driver.listed)
        driver.app.query_one(CommandLine).cursor_blink = False  # else it is there in one picture, and not in another
        await driver.presses("down", "down")
        await driver.pilot.pause(0.5)
        return without_fonts(driver.app.export_screenshot(title=f"bottega play · {size[0]}×{size[1]}"))


def main(folder: Path) -> None:
    """Make every picture."""
    for ending, look in LOOKS.items():
        if look is Look.PLAIN:
            os.environ["NO_COLOR"] = "1"
        for game, (choice, moves) in GAMES.items():
            for columns, rows in (SMALL, LARGE):
                drawing = asyncio.run(screen(choice, moves, (columns, rows), look))
                (folder / f"terminal-{game}-{columns}x{rows}{ending}.svg").write_text(drawing)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
