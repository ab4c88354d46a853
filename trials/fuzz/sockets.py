"""The real server as a process: the same frames over real sockets, and whatever may be asked of its HTTP port.

Here nobody looks inside. What must hold is what can be seen from outside: every answer is in its protocol's own form,
no request is a server error, nothing is complained about in the log, memory does not grow, the house still answers and
leaves when it is told to, and all that it has written down is in order.
"""

from __future__ import annotations

import re
import select
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from bottega.wire import DIALECTS
from bottega.wire.house.dialect import HouseDialect
from tests.server.harness import HouseProcess, bottega, running_house
from trials.fuzz.campaign import MOST_MEGABYTES, Report
from trials.fuzz.corpus import Corpus, spoken
from trials.fuzz.failures import Failure
from trials.fuzz.forms import Form, WebSocketReader
from trials.fuzz.frames import writer_of
from trials.fuzz.grammar import ABSURD_TEXTS, Grammar, Memory
from trials.fuzz.mutation import bent, mutated
from trials.fuzz.readers import Broken
from trials.fuzz.scene import HANDSHAKE, HOUSE

HTTP = "http"
FRAMES_EACH = 150
"""Frames of one connection: well below what may be sent at once."""
AT_ONCE = 6
QUIET_SECONDS = 0.3
"""How long nothing must come before somebody counts as having heard everything that is said to them."""
PATIENCE = 60.0
"""How long a house may take to answer when it is asked whether it is well."""
OPTIONS = ("--seats", "2", "--lobby-seconds", "1", "--turn-seconds", "4", "--ping-seconds", "30")
NAMES = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
_COMPLAINT = re.compile(r"Traceback|level=(?:error|critical)|Error:|Fatal error")
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "", "G" * 300)
PATHS = (
    "/", "/health", "/metrics", "/api/tables", "/api/tables/0123456789ab/log", "/api/tables/0123456789ab/replay",
    "/api/games.json", "/api/house.schema.json", "/table/x", "/replay/x", "/ws", "/assets/../../etc/passwd", "/%00",
    "//", "/api/tables/%2e%2e/log", "/api/tables//replay", "/favicon.ico", "*", "http://localhost/health",
)  # fmt: skip
HEADERS = (
    "Host: localhost", "Host: localhost:8000", "Host: evil.example", "Host:", "Origin: http://localhost",
    "Origin: http://[", "Connection: close", "Connection: keep-alive", "Connection: Upgrade", "Upgrade: websocket",
    "Upgrade: h2c",
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Key: x",
    "Content-Length: 5", "Content-Length: -1", "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked",
    "Transfer-Encoding: x",
    "Expect: 100-continue", "If-None-Match: *", "If-None-Match: \"x\"", "If-Modified-Since: yesterday",
    "Range: bytes=0-", "Range: bytes=9-1,-", "Accept-Encoding: gzip, br", "X-Forwarded-For: 1.2.3.4", "Cookie: a=b",
    "Accept: */*", "X: " + "y" * 9000,
)  # fmt: skip


class Caller:
    """One connection to a door of the house."""

    def __init__(self, house: HouseProcess, door: str, random: Random, corpus: Corpus) -> None:
        self.door = door
        self._random = random
        self._corpus = corpus
        self._socket = socket.create_connection(("127.0.0.1", house.ports[HTTP if door == HOUSE else door]), PATIENCE)
        self._socket.setblocking(False)
        name, _, profile = door.partition("+")
        kind: Any = HouseDialect if door == HOUSE else DIALECTS[name]
        self._reader: Any = WebSocketReader() if door == HOUSE else kind.framing(profile)
        self._writer = writer_of(None if door == HOUSE else kind.framing(profile))
        self._form = Form.of(door, DIALECTS)
        self._grammar = Grammar(kind)
        self._start = kind.machine.start
        self._memory = Memory(random.choice(NAMES))
        self._unsent = HANDSHAKE if door == HOUSE else self._writer.opening()
        self.sent = 0
        self.open = True

    def call(self) -> None:
        """Send something, and hear what there is to hear."""
        self.sent += 1
        if self._unsent and self.sent > 1 and self._random.random() < 0.9:
            frame = b""
        else:
            frame = self._frame()
        data, self._unsent = self._unsent + frame, b""
        if self._random.random() < 0.1:
            at = self._random.randrange(len(data) + 1)
            data, self._unsent = data[:at], data[at:]
        try:
            done = self._socket.send(data) if data else 0
        except BlockingIOError:
            done = 0
        except OSError:
            self.open = False
            return
        self._unsent = data[done:] + self._unsent
        self.hear(0.0)

    def _frame(self) -> bytes:
        random, draw = self._random, self._random.random()
        first = self.sent < 6
        state = self._start if first else random.choice(self._grammar.states)
        message = self._grammar.message(random, self._memory, state, exploring=0.9 if first else 0.3)
        data = message.encode(errors="surrogatepass")
        if draw > 0.97:
            return self._writer.odd(random)
        if draw > 0.90:
            data = mutated(random, self._corpus.draw(random), self._corpus.messages)
        elif draw > 0.80:
            data = bent(random, message).encode(errors="surrogatepass")
        elif draw > 0.65:
            data = self._corpus.draw(random)
        return self._writer.frame(random, data)

    def hear(self, seconds: float) -> None:
        """Read what is there, or what comes until it is quiet for so long."""
        while self.open and select.select([self._socket], [], [], seconds)[0]:
            try:
                data = self._socket.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                self.open = False
                return
            for message in self._reader.feed(data):
                fault = "it cannot be read" if message is None else self._form.fault(message)
                if fault:
                    raise Failure("form", f"{self.door}: {fault}: {(message or repr(data))[:300]}")
                if len(message) < 2000:
                    self._memory.learn(message)

    def leave(self) -> None:
        """Hang up, politely or not."""
        if self._random.random() < 0.2:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self._socket.close()
        self.open = False


# -- HTTP -------------------------------------------------------------------------------------------------------------


def request(random: Random) -> bytes:
    """An HTTP request, well made or not."""
    method = random.choice(
        ("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "", "G" * 300)
    )
    path = random.choice(PATHS)
    if random.random() < 0.4:
        path = mutated(random, path.encode(), [each.encode() for each in PATHS]).decode("latin-1")[:20_000]
    if random.random() < 0.2:
        path += "?" + random.choice(ABSURD_TEXTS).encode(errors="replace").decode("latin-1")
    version = random.choice(("HTTP/1.1",) * 6 + ("HTTP/1.0", "HTTP/2", "HTTP/9.9", ""))
    headers = ["Host: localhost"] * (random.random() < 0.8) + random.choices(HEADERS, k=random.randrange(5))
    raw = "\r\n".join([f"{method} {path} {version}", *headers, "", ""]).encode("latin-1", "replace")
    if random.random() < 0.2:
        raw += random.choice((b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n", random.randbytes(20), raw))
    return mutated(random, raw, [raw])[:40_000] if random.random() < 0.3 else raw


def ask(port: int, raw: bytes) -> int:
    """Send a request; the status of its answer, 0 if there was none. A Failure if it is the server's fault."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as peer:
        answer = b""
        try:
            peer.sendall(raw)
            peer.shutdown(socket.SHUT_WR)
            while len(answer) < 1 << 20 and (data := peer.recv(1 << 16)):
                answer += data
        except TimeoutError:
            raise Failure("hang", f"no answer to {raw[:300]!r}") from None
        except OSError:
            return 0
    if not answer:
        return 0
    status = _STATUS.match(answer)
    if status is None:
        raise Failure("form", f"no HTTP: {answer[:200]!r} to {raw[:300]!r}")
    if int(status[1]) >= 500 and status[1] not in (b"501", b"503", b"505"):
        raise Failure("crash", f"{answer[:200]!r} to {raw[:300]!r}")
    return int(status[1])


# -- all of it --------------------------------------------------------------------------------------------------------


def doors() -> list[str]:
    """Every dialect with every profile, as it is listened for."""
    return [kind.NAME + (f"+{profile}" if profile else "") for kind in DIALECTS.values() for profile in kind.PROFILES]


def try_sockets(frames: int, seed: int, progress: Callable[[Report], None] = lambda report: None) -> Report:
    """Give a running house so many frames at each of its doors, and as many requests; what was found, if anything."""
    listeners = doors()
    report = Report("sockets")
    began = time.process_time()
    with tempfile.TemporaryDirectory(prefix="bottega-fuzz-") as folder:
        data = Path(folder) / "data"
        with running_house(data, *listeners, options=OPTIONS) as house:
            try:
                for done in _visits(house, [*listeners, HOUSE, HTTP], frames, seed):
                    report.frames += done
                    report.scenes += 1
                    now = house.memory() >> 20
                    early = report.megabytes[0] if report.frames > frames * (len(listeners) + 2) // 4 else now
                    report.megabytes = early or now, now
                    progress(report)
                    if complaint := _COMPLAINT.search(house.errors):
                        raise Failure("log", house.errors[max(0, complaint.start() - 300) : complaint.start() + 2500])
                if report.megabytes[1] > report.megabytes[0] + MOST_MEGABYTES:
                    raise Failure("growth", f"the house grew from {report.megabytes[0]} to {report.megabytes[1]} MB")
                if (
                    ask(house.ports[HTTP], b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    != 200
                ):
                    raise Failure("hang", "the house is not well afterwards")
                if code := house.terminate():
                    raise Failure("crash", f"the house leaves with {code}: {house.errors[-2000:]}")
                checked = bottega("check", "--data", str(data))
                if checked.returncode:
                    raise Failure("log", f"what was written is not in order: {checked.stdout}{checked.stderr}")
            except Failure as failure:
                report.broken.append(Broken(failure, b""))
    report.messages, report.cpu = report.frames, time.process_time() - began
    return report


def _visits(house: HouseProcess, doors: list[str], frames: int, seed: int) -> Iterator[int]:
    """Go from door to door; how many frames each visit had."""
    random = Random(f"{seed} sockets")
    corpora = {door: Corpus(spoken(door.partition("+")[0])) for door in doors}
    left = dict.fromkeys(doors, frames)
    callers: list[Caller] = []
    while any(left.values()):
        waiting = [door for door in doors if left[door]]
        door = random.choice(waiting)
        count = min(left[door], FRAMES_EACH)
        left[door] -= count
        if door == HTTP:
            for _ in range(count):
                ask(house.ports[HTTP], request(random))
            yield count
            continue
        caller = Caller(house, door, random, corpora[door])
        callers.append(caller)
        for _ in range(count):
            if caller.open:
                caller.call()
            else:
                caller = Caller(house, door, random, corpora[door])
                callers.append(caller)
        callers = [each for each in callers if each.open]
        while len(callers) > AT_ONCE:
            gone = callers.pop(random.randrange(len(callers)))
            gone.hear(QUIET_SECONDS)
            gone.leave()
        yield count
    for caller in callers:
        caller.hear(QUIET_SECONDS)
        caller.leave()
