"""The yardstick of the WebSocket: the ``websockets`` library broadcasting such messages. No rules, no log, no lobby.

``python -m bench.websocket_bare`` prints its port. Four connections make a table; every message is decoded, a step of
the usual size is encoded once with msgspec, and the library broadcasts it to the four.
"""

from __future__ import annotations

import asyncio
import itertools

import msgspec
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from bottega.games import splendor

SEATS = 4
_numbers = itertools.count()


class Table:
    def __init__(self) -> None:
        self.name = f"bare{next(_numbers)}"
        self.seats: list[ServerConnection] = []
        self.names: list[str] = []
        self.seq = 0
        state = splendor.new(SEATS, bytes(32))
        self.view = splendor.view(state, None)
        self.legal = [str(action) for action in splendor.legal(state, 0)]

    def step(self) -> str:
        self.seq += 1
        seats = [{"name": name, "presence": "here", "bot": "", "quit": False} for name in self.names]
        message = {
            "type": "step",
            "table": self.name,
            "seq": self.seq,
            "kind": "move",
            "actions": ["take wbg"],
            "seats": seats,
            "view": self.view,
            "actors": [self.seq % SEATS],
            "legal": self.legal,
            "result": None,
        }
        return msgspec.json.encode(message).decode()


TABLES: dict[str, Table] = {}


async def talk(connection: ServerConnection) -> None:
    name, table = "", Table()
    async for text in connection:
        command = msgspec.json.decode(text)
        answer = {"type": "ok", "cmd_id": command["cmd_id"]}
        match command["type"]:
            case "hello":
                name = command["name"]
            case "open":
                TABLES[table.name] = table
                answer["table"] = table.name
            case "sit":
                table = TABLES[command["table"]]
        if command["type"] in ("open", "sit"):
            table.seats.append(connection)
            table.names.append(name)
        await connection.send(msgspec.json.encode(answer).decode())
        if command["type"] == "act" or len(table.seats) == SEATS:
            broadcast(table.seats, table.step())


async def main() -> None:
    async with serve(talk, "127.0.0.1", 0, compression=None) as server:
        print(f"listening bare 127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}", flush=True)
        print("ready", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
