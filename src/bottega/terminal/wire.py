"""Speak one of the TCP protocols by hand: ``bottega play splendor-json@HOST:PORT``, or ``tls:splendor-json@…``.

A better ``nc``: it frames messages as the dialect (and its profile) wants, answers pings, and lets JSON be typed short.
``get_gems white=1 red=1 blue=1`` becomes the whole request, with the ``client_id`` that the server gave.
"""

from __future__ import annotations

import socket
import ssl
import sys
import threading
from collections.abc import Callable

import msgspec

from bottega.plain import say
from bottega.wire import DIALECTS
from bottega.wire.core.framing import BrokenStream, Framing

TYPE_KEYS = {
    "splendor-json": "request_type",
    "sagrada-json": "id",
    "renaissance-json": "type",
    "renaissance-steps": "type",
    "renaissance-events": "type",
}
"""How each JSON protocol names the type of a message; what is not here is plain text."""

PONGS = {
    "PING": "PONG",
    '{"type":"PingRequest","data":{}}': '{"type":"PingResponse","data":{}}',
    '{"type":"it.polimi.ingsw.network.messages.PingRequest","data":{}}': (
        '{"type":"it.polimi.ingsw.network.messages.PingResponse","data":{}}'
    ),
    '{"type":"ReqHeartbeat"}': '{"type":"ResHeartbeat"}',
    '{"type":"ReqWelcome"}': '{"type":"ResWelcome"}',
}
"""Pings, and what is answered without bothering anybody."""

GREETING_SECONDS = 1.0
"""How long to wait for the server's first word; not every protocol has one."""
LAST_WORDS_SECONDS = 2.0
"""How long to listen on after the end of piped input."""


class Shorthand:
    """Turns what is typed into a message, and remembers what every message must repeat."""

    def __init__(self, dialect: str) -> None:
        self.greeted = threading.Event()
        self._dialect = dialect
        self._client_id: str | None = None

    def heard(self, message: str) -> None:
        """Remember the ``client_id`` of splendor-json."""
        self.greeted.set()
        if '"set_client_id"' in message:
            self._client_id = msgspec.json.decode(message)["set_client_id"]

    def message(self, typed: str) -> str:
        """The message that was meant: as typed if it is one already, else spelled out."""
        key = TYPE_KEYS.get(self._dialect)
        if key is None or typed.startswith("{"):
            return typed
        kind, *pairs = typed.split()
        fields = {name: _value(text) for name, _, text in (pair.partition("=") for pair in pairs)}
        if self._dialect == "renaissance-steps":
            return _compact({key: kind, "data": fields})
        if self._client_id is not None:
            fields["client_id"] = self._client_id
        return _compact({key: kind, **fields})


def _value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _compact(value: object) -> str:
    return msgspec.json.encode(value).decode()


def play(name: str, host: str, port: int, trust: ssl.SSLContext | None = None) -> None:
    """Connect, by TLS if somebody is to be trusted, show what comes, send what is typed; until either side ends."""
    dialect, _, profile = name.partition("+")
    framing = DIALECTS[dialect].framing(profile)
    shorthand = Shorthand(dialect)
    with _connect(host, port, trust) as connection:
        if greeting := framing.greeting():
            connection.sendall(greeting)

        def send(message: str) -> None:
            connection.sendall(framing.encode(message))

        listener = threading.Thread(target=_listen, args=(connection, framing, shorthand, send), daemon=True)
        listener.start()
        shorthand.greeted.wait(GREETING_SECONDS)
        try:
            for line in sys.stdin:
                if typed := line.strip():
                    send(shorthand.message(typed))
            listener.join(LAST_WORDS_SECONDS)
        except OSError:
            listener.join(LAST_WORDS_SECONDS)


def _connect(host: str, port: int, trust: ssl.SSLContext | None) -> socket.socket:
    connection = socket.create_connection((host, port))
    if trust is None:
        return connection
    try:
        return trust.wrap_socket(connection, server_hostname=host)
    except OSError:
        connection.close()
        raise


def _listen(connection: socket.socket, framing: Framing, shorthand: Shorthand, send: Callable[[str], None]) -> None:
    try:
        while data := connection.recv(65536):
            for message in framing.feed(data):
                if message in PONGS:
                    send(PONGS[message])
                elif message is not None:
                    shorthand.heard(message)
                    say(message)
    except (OSError, BrokenStream) as error:
        say(f"the connection broke: {error}", sys.stderr)
    print("the server closed the connection", file=sys.stderr, flush=True)
