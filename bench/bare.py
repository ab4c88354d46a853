"""The yardstick: a bare broadcast of the same bytes. No rules, no log, no lobby.

``python -m bench.bare`` prints its port. Four connections make a table; every line is decoded, a board of the usual
size is encoded once with msgspec and written to the four.
"""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import uvloop

SEATS = 4
VERDICT = b'{"answer_type":"move_verification","result":"ok"}\n{"answer_type":"end_of_round","result":"ok"}\n'
COLOURS = ("white", "green", "blue", "black", "red")
GEMS = dict.fromkeys(COLOURS, 3)
TOKENS = {**GEMS, "yellow": 1}


class Table:
    def __init__(self) -> None:
        self.seats: list[Connection] = []

    def board(self, mover: int) -> bytes:
        players = [
            {
                "nick": seat.nick,
                "cash": TOKENS,
                "active": number == mover,
                "claimedCard": None,
                "totalDiscount": GEMS,
                "totalPrestige": 7,
            }
            for number, seat in enumerate(self.seats)
        ]
        board = {
            "answer_type": "game_board",
            "next_player": self.seats[mover].nick,
            "bankCash": TOKENS,
            "players": players,
            "cards": {"level1": [1, 2, 3, 4], "level2": [41, 42, 43, 44], "level3": [71, 72, 73, 74]},
            "nobles": [90, 91, 92, 93, 94],
        }
        return msgspec.json.encode(board) + b"\n"


class Connection(asyncio.Protocol):
    waiting = Table()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.rest = b""
        self.nick = ""
        self.transport.write(b'{"answer_type":"server_hello","set_client_id":"0"}\n')

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.request(msgspec.json.decode(line))

    def request(self, request: dict[str, object]) -> None:
        if request["request_type"] == "client_hello":
            self.nick = str(request["nick"])
            self.table = Connection.waiting
            self.table.seats.append(self)
            self.transport.write(b'{"answer_type":"nick_verification","result":"ok"}\n')
            if len(self.table.seats) == SEATS:
                Connection.waiting = Table()
                for seat in self.table.seats:
                    seat.transport.write(self.table.board(0))
            return
        mover = self.table.seats.index(self)
        board = self.table.board((mover + 1) % SEATS)
        for seat in self.table.seats:
            seat.transport.write(VERDICT + board if seat is self else board)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, backlog=1024)
    print(f"listening bare 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
