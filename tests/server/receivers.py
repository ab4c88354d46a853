"""Whoever is told something by a house: a push service, an ntfy or a webhook, a mail server, and a browser's keys."""

from __future__ import annotations

import socketserver
import ssl
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bottega.server.web_push import text_of
from bottega.table.ways import Subscription
from tests.server.harness import TIMEOUT


class Posted(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Box:
    """What has come in, and how the next are answered (200 unless said otherwise)."""

    def __init__(self) -> None:
        self.got: list[Posted] = []
        self.answers: deque[int] = deque()
        self.site = ""
        self._came = threading.Condition()

    def take(self, posted: Posted) -> int:
        """Something has come in."""
        with self._came:
            self.got.append(posted)
            self._came.notify_all()
        return self.answers.popleft() if self.answers else 200

    def wait(self, count: int = 1) -> list[Posted]:
        """So many, once they are there."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.got) >= count, TIMEOUT), f"only {len(self.got)} came"
            return list(self.got)


@contextmanager
def receiving(certificate: ssl.SSLContext | None = None) -> Iterator[Box]:
    """A server on this machine that takes whatever is posted to it."""
    box = Box()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = box.take(Posted(self.path, dict(self.headers), body))
            self.send_response(status)
            if status in (301, 302, 307, 308):
                self.send_header("Location", f"{box.site}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    if certificate is not None:
        server.socket = certificate.wrap_socket(server.socket, server_side=True)
    box.site = f"http{'s' if certificate else ''}://127.0.0.1:{server.server_address[1]}"
    with _served(server):
        yield box


class Mailbox:
    """Letters that a mail server has taken, whole."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.recipients: list[str] = []
        self.refuses: dict[str, str] = {}
        """What is answered to a word of the protocol instead of what it hopes for."""
        self.url = ""

    def wait(self, count: int = 1) -> list[str]:
        """So many letters, once they are there."""
        until = time.monotonic() + TIMEOUT
        while len(self.letters) < count:
            assert time.monotonic() < until, f"only {len(self.letters)} came"
            time.sleep(0.02)
        return list(self.letters)


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """A mail server on this machine, in plain text."""
    box = Mailbox()

    class Postman(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line.split(" ")[0].split(":")[0].upper()
                if word in box.refuses:
                    self._say(box.refuses[word])
                elif word == "EHLO":
                    self._say("250-here")
                    self._say("250 8BITMIME")
                elif word == "DATA":
                    self._say("354 go on")
                    self._read_letter()
                elif word == "QUIT":
                    self._say("221 bye")
                    return
                else:
                    if word == "RCPT":
                        box.recipients.append(line.partition("<")[2].partition(">")[0])
                    self._say("250 fine")

        def _read_letter(self) -> None:
            lines = []
            while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                lines.append(line)
            box.letters.append("\n".join(lines))
            self._say("250 taken")

        def _say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Postman)
    server.daemon_threads = True
    box.url = f"smtp://127.0.0.1:{server.server_address[1]}"
    with _served(server):
        yield box


@contextmanager
def _served(server: socketserver.TCPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Device:
    """A browser's keys: what it gives out, and how it reads what it is sent (RFC 8291, written once more)."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes !!"
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, text_of(self._point), text_of(self._auth))

    def read(self, body: bytes) -> bytes:
        """What an encrypted message says."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = _hkdf(self._auth, shared, b"WebPush: info\0" + self._point + sender, 32)
        key, nonce = (
            _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16),
            _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12),
        )
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        assert opened.endswith(b"\2")
        return opened[:-1]


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
