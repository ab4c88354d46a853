"""Contact sheets of every board in every state at every size, to be looked at: ``make sheets``, or with a folder
and the games and pages that are wanted (``sheets.py sheets renaissance hall "waiting room"``).

One picture a game and size: all its states, two to four players and solo, by day; the last state of each also in the
evening. Then one picture of each other page, at every size by day and in the evening. The same states, pages and sizes
are measured by ``tests/page/test_sizes.py``.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.page.conftest import ARGUMENTS  # noqa: E402 - the tests are found beside this folder
from tests.page.gallery import SEATS, SIZES, Gallery, captured, resize, settle  # noqa: E402
from tests.page.places import PLACES, Place  # noqa: E402
from tests.page.visitor import Visitor, nobody_else  # noqa: E402
from tests.server.harness import running_house  # noqa: E402

WIDTH = 1800
SHRUNK = 0.4
"""How small the pictures are on a sheet."""

Picture = tuple[str, bytes]


def pictures(gallery: Gallery) -> dict[str, list[Picture]]:
    """Of each size the pictures of one table, state after state."""
    taken: dict[str, list[Picture]] = {str(size): [] for size in SIZES}

    def take(state: str) -> None:
        for size in SIZES:
            resize(gallery.devtools, size)
            settle(gallery.page)
            taken[str(size)].append((f"{gallery.seats}, {state}", gallery.picture()))

    for shown in gallery.show_all():
        take(shown.moment.name)
    gallery.page.emulate_media(color_scheme="dark")
    take(f"{shown.moment.name}, evening")
    return taken


def pictures_of(place: Place, visitor: Visitor) -> list[Picture]:
    """A page at every size, by day and in the evening."""
    place.come(visitor, visitor.house)
    place.look(visitor)
    devtools = visitor.context.new_cdp_session(visitor.page)
    taken = []
    for size in SIZES:
        resize(devtools, size)
        for scheme in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=scheme)
            settle(visitor.page)
            taken.append((f"{size}, {scheme}", captured(devtools)))
    return taken


def sheet(chromium: Chromium, title: str, taken: list[Picture]) -> bytes:
    """All of them side by side."""
    coded = [(name, base64.b64encode(png).decode()) for name, png in taken]
    figures = "".join(
        f"<figure><img src='data:image/png;base64,{png}'><figcaption>{name}</figcaption></figure>"
        for name, png in coded
    )
    style = f"""body {{ margin: 8px; font: 14px sans-serif; display: flex; flex-wrap: wrap; gap: 8px }}
      h1 {{ flex-basis: 100%; margin: 0 }} figure {{ margin: 0 }} img {{ zoom: {SHRUNK}; display: block }}"""
    page = chromium.new_page(viewport={"width": WIDTH, "height": 600})
    page.set_content(f"<style>{style}</style><h1>{title}</h1>{figures}")
    settle(page)
    png = page.screenshot(full_page=True)
    page.close()
    return png


def main(folder: Path, *wanted: str) -> None:
    """Make those that are wanted, or all of them."""
    if unknown := set(wanted) - SEATS.keys() - PLACES.keys():
        raise SystemExit(f"there is no {', '.join(sorted(unknown))}; there is {', '.join((*SEATS, *PLACES))}")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as data,
        running_house(Path(data), "splendor-json", options=("--bot-seconds", "0")) as house,
    ):
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        for game, sizes in SEATS.items():
            if wanted and game not in wanted:
                continue
            taken: dict[str, list[Picture]] = {str(size): [] for size in SIZES}
            for seats in sizes:
                gallery = Gallery(chromium, house, game, seats)
                for size, more in pictures(gallery).items():
                    taken[size] += more
                gallery.leave()
            for size, all_of_it in taken.items():
                path = folder / f"{game}-{size.replace(' ', '')}.png"
                path.write_bytes(sheet(chromium, f"{game}, {size}", all_of_it))
                print(f"{path}: {len(all_of_it)} pictures")
        for name, place in PLACES.items():
            if wanted and name not in wanted:
                continue
            visitor = Visitor(chromium, house, nobody_else("Ada"), hints=True)
            path = folder / f"{name.replace(' ', '-')}.png"
            path.write_bytes(sheet(chromium, name, pictures_of(place, visitor)))
            visitor.leave()
            print(path)
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "sheets"), *sys.argv[2:])
