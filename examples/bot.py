"""A bot in twenty lines: sits down at a table and plays any legal action. Needs only ``pip install websockets``.

python examples/bot.py ws://127.0.0.1:8000/ws TABLE [NAME]
"""

import json
import random
import sys
import uuid
from typing import Any

from websockets.sync.client import connect


def play(address: str, table: str, name: str = "example") -> dict[str, Any]:
    """Play one game at the table; the result as the server tells it."""
    with connect(address) as server:

        def send(kind: str, **fields: object) -> None:
            server.send(json.dumps({"type": kind, "cmd_id": uuid.uuid4().hex, **fields}))

        send("hello", name=name)
        send("sit", table=table)
        for message in map(json.loads, server):
            if message["type"] == "refused":
                print("refused:", message["reason"])
            if message.get("legal"):
                send("act", table=table, actions=[random.choice(message["legal"])])
            if message.get("result"):
                return dict(message["result"])
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
