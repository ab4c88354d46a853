"""A client of the house protocol over a real WebSocket, as a browser would be one."""

from __future__ import annotations

import contextlib
import json
import random
import uuid
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.harness import TIMEOUT, HouseProcess

Message = dict[str, Any]


class Browser:
    """One connection; everything has a timeout."""

    def __init__(self, house: HouseProcess, name: str = "", token: str = "", **fields: Any) -> None:
        self.name, self.token = name, token
        self._open = contextlib.ExitStack()
        # Whatever is sent is taken in at once, read or not: a client that stops reading answers no pings.
        patience: dict[str, Any] = {
            "open_timeout": TIMEOUT,
            "ping_interval": None,
            "max_queue": None,
            "ssl": house.trust,
        }
        self.connection: ClientConnection = self._open.enter_context(connect(address(house), **patience, **fields))
        self.received: list[bytes] = []
        self.backlog: list[Message] = []
        self.welcome = self.next("welcome")
        if name:
            said = {"name": name, "token": token} if token else {"name": name}
            self.token = self.does("hello", **said)["token"]

    def send(self, kind: str, **fields: Any) -> str:
        """Send a command, do not wait."""
        cmd_id = str(fields.pop("cmd_id", "") or uuid.uuid4().hex)
        self.connection.send(json.dumps({"type": kind, "cmd_id": cmd_id, **fields}))
        return cmd_id

    def receive(self) -> Message:
        """The next message."""
        text = self.connection.recv(timeout=TIMEOUT)
        assert isinstance(text, str)
        self.received.append(text.encode())
        message: Message = json.loads(text)
        return message

    def next(self, kind: str) -> Message:
        """The next message of a type; what comes before it is dropped."""
        while True:
            message = self.backlog.pop(0) if self.backlog else self.receive()
            if message["type"] == kind:
                return message

    def asks(self, kind: str, **fields: Any) -> Message:
        """Send a command and wait for its answer; what comes before stays for later."""
        cmd_id = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message.get("cmd_id") == cmd_id:
                return message
            self.backlog.append(message)

    def does(self, kind: str, **fields: Any) -> Message:
        """Send a command that is done."""
        answer = self.asks(kind, **fields)
        assert answer["type"] == "ok", answer
        return answer

    def plays(self, table: str, until: int = 10_000, seed: int = 1) -> Message:
        """Play any legal action whenever there is one, to the end of the game or so many own actions."""
        draw, played, seq = random.Random(seed), 0, 0
        while True:
            message = self.backlog.pop(0) if self.backlog else self.receive()
            if message.get("seq", 0) < seq:
                continue  # told while the own action was on its way
            if message.get("result") or (played >= until and message.get("legal")):
                return message
            if message.get("legal"):
                played += 1
                seq = self.does("act", table=table, actions=[_pick(draw, message["legal"])])["seq"]

    def close(self) -> None:
        """Leave."""
        self._open.close()


def _pick(draw: random.Random, legal: list[str]) -> str:
    """Any action, but rather one that leads on."""
    idle = ("swap", "move", "revert", "discard", "back")
    return draw.choice([action for action in legal if not action.startswith(idle)] or legal)


def address(house: HouseProcess) -> str:
    """Where the house protocol is."""
    return f"{'ws' if house.trust is None else 'wss'}://127.0.0.1:{house.ports['http']}/ws"
