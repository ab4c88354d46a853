"""A bot of the house protocol in twenty lines: sits down at a table and plays any legal action, whatever the game.
See docs/protocols/house.md. Run: pip install websockets; python examples/bot.py ws://127.0.0.1:8000/ws TABLE [NAME]"""

import json
import random
import sys
import uuid
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def play(address: str, table: str, name: str = "example") -> dict[str, Any]:
    """Play one game at the table; the result as the server tells it."""
    with connect(address) as server:

        def send(kind: str, **fields: object) -> None:
            server.send(json.dumps({"type": kind, "cmd_id": f"{kind}-{uuid.uuid4().hex}", **fields}))

        send("hello", name=name)
        send("sit", table=table)
        for message in map(json.loads, server):
            if message["type"] == "refused" and not message["cmd_id"].startswith("act"):  # name, table or seat
                raise SystemExit(message["reason"])
            if message.get("legal"):  # only if the table is still as we saw it: the clock may have been faster
                send("act", table=table, actions=[random.choice(message["legal"])], seq=message["seq"])
            if message.get("result"):
                return dict(message["result"])
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    try:
        print(play(*sys.argv[1:]))
    except (OSError, WebSocketException) as error:
        raise SystemExit(f"no house at this address, or not for long: {error}") from None
