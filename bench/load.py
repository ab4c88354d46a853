"""The load: many four-seat splendor-json tables, every player a real socket. Its own process.

``python -m bench.load PORT[,PORT…] TABLES SECONDS [PACE]`` prints one JSON line with what it saw. A player buys what it
can pay for, else takes gems, else claims a card, at once or after PACE seconds; when a game is over it comes back under
a new name. Several ports are those of the nodes of one house: players are dealt out to them in turn.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
import time
from typing import cast

import msgspec
import uvloop

from bench.measured import Seen, count
from bottega.games.splendor import CARDS, COLOURS

SEATS = 4
SEATING_SECONDS = 60.0
"""How long everybody may take to find a table before it is counted all the same."""
_names = itertools.count()


class Board(msgspec.Struct):
    next_player: str
    bankCash: dict[str, int]  # noqa: N815 (the protocol's own name)
    players: list[dict[str, object]]
    cards: dict[str, list[int]]


class Player(asyncio.Protocol):
    pace = 0.0

    def __init__(self, port: int, seen: Seen) -> None:
        self.port = port
        self.seen = seen
        self.nick = f"p{next(_names)}xxx"[:10]
        self.rest = b""
        self.client_id = ""
        self.asked = 0.0
        self.moving = self.seated = False
        self.claimed: int | None = None
        self.cash: dict[str, int] = {}
        self.want: dict[str, object] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.seen.measuring or not self.seen.moves:
            coming = asyncio.get_running_loop().create_task(connect(self.port, self.seen))
            self.seen.coming.add(coming)
            coming.add_done_callback(self.seen.coming.discard)

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if b'"game_board"' in line[:30]:
                self.board(line)
            else:
                self.answer(line)

    def send(self, kind: str, **fields: object) -> None:
        request = {"request_type": kind, "client_id": self.client_id, **fields}
        self.transport.write(msgspec.json.encode(request) + b"\n")

    def answer(self, line: bytes) -> None:
        answer = msgspec.json.decode(line)
        kind, result = answer["answer_type"], answer.get("result")
        if kind == "server_hello":
            self.client_id = answer["set_client_id"]
            self.send("client_hello", nick=self.nick, client_version="bench")
        elif kind == "move_verification":
            assert result == "ok", line
            if self.seen.measuring:
                self.seen.latencies.append(time.perf_counter() - self.asked)
        elif result == "discard_gems":
            self.discard()
        elif result == "select_noble":
            self.send("select_noble", noble_id=answer["nobles"][0])

    def discard(self) -> None:
        gains = cast(dict[str, int], self.want)
        held = {colour: self.cash[colour] + gains.get(colour, 0) for colour in COLOURS}
        surplus = sum(held.values()) + self.cash["yellow"] + gains.get("yellow", 0) - 10
        back = dict.fromkeys(COLOURS, 0)
        for _ in range(surplus):
            richest = max(held, key=lambda colour: held[colour])
            held[richest] -= 1
            back[richest] += 1
        self.send("discard_gems", **back)

    def board(self, line: bytes) -> None:
        if not self.seated:
            self.seated = True
            self.seen.seated += 1
        # Only the player to move reads the board: the load must not cost more than the server.
        start = line.index(b'"next_player":"') + 15
        if line[start : line.index(b'"', start)] != self.nick.encode():
            self.moving = False
            return
        if self.moving:
            return  # the same board, since somebody has come or gone
        self.moving = True
        if self.seen.measuring:
            self.seen.moves += 1
        board = msgspec.json.decode(line, type=Board)
        me = next(player for player in board.players if player["nick"] == self.nick)
        self.cash = cast(dict[str, int], me["cash"])
        self.claimed = cast("int | None", me["claimedCard"])
        discount = cast(dict[str, int], me["totalDiscount"])
        if self.pace:
            asyncio.get_running_loop().call_later(self.pace * random.uniform(0.5, 1.5), self.begin, board, discount)
        else:
            self.begin(board, discount)

    def begin(self, board: Board, discount: dict[str, int]) -> None:
        self.asked = time.perf_counter()
        self.move(board, discount)

    def move(self, board: Board, discount: dict[str, int]) -> None:
        self.want = {}
        hand = [] if self.claimed is None else [self.claimed]
        for card in (*hand, *board.cards["level3"], *board.cards["level2"], *board.cards["level1"]):
            short = sum(
                max(0, need - discount[colour] - self.cash[colour])
                for colour, need in zip(COLOURS, CARDS[card].cost, strict=True)
            )
            if short <= self.cash["yellow"]:
                self.send("buy_card", place="hand" if card in hand else "table", card_id=card)
                return
        colours = [colour for colour in COLOURS if board.bankCash[colour]][:3]
        if colours:
            self.want = dict.fromkeys(colours, 1)
            self.send("get_gems", **self.want)
        elif not hand:
            self.want = {"yellow": int(board.bankCash["yellow"] > 0)}
            self.send("claim_card", card_id=next(card for row in board.cards.values() for card in row))


async def connect(port: int, seen: Seen) -> None:
    await asyncio.get_running_loop().create_connection(lambda: Player(port, seen), "127.0.0.1", port)


async def main(ports: list[int], tables: int, seconds: float) -> None:
    seen = Seen()
    for number in range(tables * SEATS):
        await connect(ports[number % len(ports)], seen)
    until = time.monotonic() + SEATING_SECONDS
    while seen.seated < tables * SEATS and time.monotonic() < until:
        await asyncio.sleep(0.1)
    await count(seen, seconds)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        Player.pace = float(sys.argv[4]) if len(sys.argv) > 4 else 0.0
        runner.run(main([int(port) for port in sys.argv[1].split(",")], int(sys.argv[2]), float(sys.argv[3])))
