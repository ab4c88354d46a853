"""A table in play as one moving picture, ``table.webp``: ``make images``.

Three greedy bots play a real game in a real house; somebody looks on, and the page is pictured after every action. The
frames are WebP pictures of what changed, made by the browser, put together as the format's container asks for.
"""

from __future__ import annotations

import base64
import struct
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ViewportSize

from bottega.bots import choose
from bottega.games import splendor
from tests.page.visitor import Visitor
from tests.server.harness import running_house
from tests.server.house_client import Browser

HERE = Path(__file__).parent
FILE = HERE / "table.webp"
SIZE: ViewportSize = {"width": 960, "height": 640}
SEED = "b1" * 32
NAMES = ("Ada", "Bruno", "Celia")
SKIPPED, PICTURED = 15, 36
"""Actions that are played before the first picture, and so many that are shown."""
MILLISECONDS, LAST = 650, 2500
"""How long a picture stands, and the last one."""


def film(chromium: Chromium) -> None:
    """Play, take the pictures, write the file."""
    options = ("--seed", SEED)
    with tempfile.TemporaryDirectory() as data, running_house(Path(data), "splendor-json", options=options) as house:
        players = [Browser(house, name) for name in NAMES]
        table = str(players[0].does("open", game="splendor", seats=len(players), start="full")["table"])
        for player in players[1:]:
            player.does("sit", table=table)
        onlooker = Visitor(chromium, house, "Zoe", viewport=SIZE)
        onlooker.goes(f"/table/{table}")
        onlooker.gets("view")
        places = {_place(player): player for player in players}
        state, pictures = splendor.new(len(players), bytes.fromhex(SEED)), []
        for number in range(SKIPPED + PICTURED):
            (seat, *_) = splendor.actors(state)
            action = choose("greedy", splendor, state, seat, number.to_bytes(32))
            state = splendor.apply(state, seat, action)
            seq = places[seat].does("act", table=table, actions=[str(action)])["seq"]
            onlooker.waits(partial(_shows, onlooker, int(seq)), f"step {seq}")
            if number >= SKIPPED:
                onlooker.page.wait_for_timeout(300)
                pictures.append(onlooker.page.screenshot(animations="disabled", caret="hide"))
        blank = onlooker.context.new_page()
        code = (HERE / "changes.js").read_text().rstrip().rstrip(";")
        parts = blank.evaluate(code, [base64.b64encode(each).decode() for each in pictures])
        onlooker.leave()
    FILE.write_bytes(container(parts))
    print(f"{FILE.name}: {FILE.stat().st_size // 1024} kB")


def _place(player: Browser) -> int:
    """Where somebody sits, once the game has begun."""
    while not (step := player.next("step"))["view"]:
        pass
    return int(step["you"])


def _shows(onlooker: Visitor, seq: int) -> bool:
    return onlooker.drawn >= seq


def container(parts: list[dict[str, Any]]) -> bytes:
    """An animated WebP of parts that are laid over each other; it begins again when it is over."""
    frames = b""
    for number, part in enumerate(parts):
        stands = LAST if number == len(parts) - 1 else MILLISECONDS
        head = _three(part["left"] // 2, part["top"] // 2, part["width"] - 1, part["height"] - 1, stands)
        frames += _chunk(b"ANMF", head + b"\0" + _picture(bytes(part["webp"])))
    animated, see_through, forever = 0x02, 0x10, struct.pack("<IH", 0xFFFFFFFF, 0)
    canvas = struct.pack("<I", animated | see_through) + _three(SIZE["width"] - 1, SIZE["height"] - 1)
    return _chunk(b"RIFF", b"WEBP" + _chunk(b"VP8X", canvas) + _chunk(b"ANIM", forever) + frames)


def _picture(webp: bytes) -> bytes:
    """The chunks of a still picture that hold the picture itself."""
    found, at = b"", 12
    while at < len(webp):
        size = struct.unpack_from("<I", webp, at + 4)[0]
        if webp[at : at + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
            found += _chunk(webp[at : at + 4], webp[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    return found


def _chunk(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _three(*numbers: int) -> bytes:
    """Numbers of three bytes each."""
    return b"".join(number.to_bytes(3, "little") for number in numbers)
