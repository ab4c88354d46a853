"""The real server as a process, real sockets to it, and faults by name.

``running_house(tmp_path, "splendor-json")`` starts ``bottega serve`` on ports of its own and stops it afterwards. A
:class:`HouseProcess` can be killed and started again on the same data; its ports stay the same, so that clients find
it again. A :class:`Client` speaks bytes with a timeout on everything: a test that would hang fails.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import coverage

from tests.ports import free_port
from tests.server import dealt

TIMEOUT = 300.0
"""Seconds after which anything here counts as hanging: far above what it takes on a machine that others keep busy."""
EVENING = 3 * TIMEOUT
"""The same for many games at once, or many starts one after the other."""

DEALT = (sys.executable, "-P", str(Path(dealt.__file__)))
"""How to run ``bottega`` so that its tables are dealt as they were in every run before."""

PATIENCE = {"--turn-seconds": "0", "--ping-seconds": "3600"}
"""How a house is started unless a test says otherwise: with clocks that do not run out while a test is slow."""


def command(*arguments: str) -> list[str]:
    """How to run ``bottega``; while coverage is measured, what it does there counts for the test that runs."""
    if coverage.Coverage.current() is None:
        return [sys.executable, "-m", "bottega", *arguments]
    file, _, test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0].partition("::")
    context = ".".join((*Path(file).with_suffix("").parts, test.partition("[")[0]))
    measured = ("-m", "coverage", "run", "--parallel-mode", f"--context={context}")
    return [sys.executable, *measured, "-m", "bottega", *arguments]


def bottega(*arguments: str, timeout: float = TIMEOUT) -> subprocess.CompletedProcess[str]:
    """Run one ``bottega`` command to its end."""
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=timeout, check=False)


class HouseProcess:
    """A ``bottega serve`` process on a data directory."""

    def __init__(
        self,
        data: Path,
        *listeners: str,
        options: tuple[str, ...] = (),
        host: str = "127.0.0.1",
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.data = data
        # (Without a listener a house has those of its default ports, which only one at a time can have.)
        self.ports = {name: free_port() for name in [*(listeners or ("splendor-json",)), "http"]}
        self.addresses: dict[str, str] = {}
        alike = dealt.FILE in os.environ and not coverage.Coverage.current()
        self.command: Sequence[str] = DEALT if alike else command()
        self.trust = trust
        """Whom clients trust, None where the house speaks plain text."""
        self._host = host
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._errors: list[str] = []

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    @property
    def errors(self) -> str:
        """What it wrote to standard error so far, over all its lives."""
        return "".join(self._errors)

    def complains(self, words: str, times: int = 1) -> bool:
        """Whether it writes such words to standard error so often; they may take a moment to come through."""
        until = time.monotonic() + TIMEOUT
        while self.errors.count(words) < times and time.monotonic() < until:
            time.sleep(0.01)
        return self.errors.count(words) >= times

    def start(self) -> None:
        """Start it and wait until it is ready."""
        listen = [
            part
            for name, port in self.ports.items()
            if name != "http"
            for part in ("--listen", f"{name}@{self._host}:{port}")
        ]
        http = f"{self._host}:{self.ports['http']}"
        patience = [part for each in PATIENCE.items() if each[0] not in self._options for part in each]
        arguments = ("serve", "--data", str(self.data), "--http", http, *listen, *patience, *self._options)
        process = self._process = self._spawn(arguments)
        errors = threading.Thread(target=self._gather_errors, args=(process,), daemon=True)
        errors.start()
        watchdog = threading.Timer(TIMEOUT, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line == "ready\n":
                    return
                _, name, address = line.split()
                self.addresses[name] = address
                self.ports[name] = int(address.rpartition(":")[2])
        finally:
            watchdog.cancel()
        process.wait(TIMEOUT)
        errors.join(TIMEOUT)  # why it did not may still be on its way
        raise AssertionError(f"the server did not start: {self.errors}")

    def _spawn(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen([*self.command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _gather_errors(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            self._errors.append(line)

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(TIMEOUT)

    def hang_up(self) -> None:
        """SIGHUP: it reads its certificate again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def terminate(self) -> int:
        """SIGTERM; the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(TIMEOUT)

    def stop(self) -> None:
        """Make sure that it is gone; what was measured in it is written down if it may say goodbye."""
        if self._process is not None and self._process.poll() is None:
            if coverage.Coverage.current() is None:
                self.kill()
            else:
                self.terminate()

    def memory(self) -> int:
        """Resident bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the process has no memory")

    def connect(self, name: str) -> Client:
        """A connection to one of its listeners."""
        return Client(self.ports[name], trust=None if name.startswith("plain:") else self.trust)


@contextlib.contextmanager
def running_house(
    data: Path,
    *listeners: str,
    options: tuple[str, ...] = (),
    host: str = "127.0.0.1",
    trust: ssl.SSLContext | None = None,
) -> Iterator[HouseProcess]:
    """A server that is up, and gone afterwards."""
    house = HouseProcess(data, *listeners, options=options, host=host, trust=trust)
    try:
        house.start()
        yield house
    finally:
        house.stop()


class Closed(Exception):
    """The server has closed the connection."""


class Client:
    """A socket with a line reader."""

    def __init__(self, port: int, timeout: float = TIMEOUT, trust: ssl.SSLContext | None = None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        if trust is not None:
            self.socket = trust.wrap_socket(self.socket, server_hostname="127.0.0.1")
        self._rest = b""

    def send(self, raw: bytes) -> None:
        """Send bytes."""
        try:
            self.socket.sendall(raw)
        except (ConnectionError, BrokenPipeError) as error:
            raise Closed from error

    def send_line(self, line: str) -> None:
        """Send a line."""
        self.send(line.encode() + b"\n")

    def send_json(self, message: dict[str, object]) -> None:
        """Send a JSON object as a line."""
        self.send_line(json.dumps(message))

    def receive(self, count: int) -> bytes:
        """So many bytes, or Closed."""
        while len(self._rest) < count:
            self._more()
        raw, self._rest = self._rest[:count], self._rest[count:]
        return raw

    def read_line(self) -> str:
        """The next line, or Closed."""
        while b"\n" not in self._rest:
            self._more()
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def read_json(self) -> dict[str, object]:
        """The next line as a JSON object."""
        message = json.loads(self.read_line())
        assert isinstance(message, dict)
        return message

    def _more(self) -> None:
        try:
            data = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed from error
        if not data:
            raise Closed
        self._rest += data

    def is_closed(self, within: float = TIMEOUT) -> bool:
        """Whether the server closes the connection in that time; what it still says is thrown away."""
        until = time.monotonic() + within
        with contextlib.suppress(TimeoutError):
            while (left := until - time.monotonic()) > 0:
                self.socket.settimeout(left)
                try:
                    self._more()
                except Closed:
                    return True
        return False

    # -- faults -----------------------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Break the connection off at once, with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()

    def half_close(self) -> None:
        """Say that no more will be sent, but go on reading."""
        self.socket.shutdown(socket.SHUT_WR)

    def send_slowly(self, raw: bytes, pause: float = 0.002) -> None:
        """Send byte by byte, as over a bad line."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in raw:
            self.send(bytes([byte]))
            time.sleep(pause)

    def close(self) -> None:
        """Close it like a person who leaves."""
        self.socket.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
