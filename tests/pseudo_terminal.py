"""A program on a terminal: what it shows is read, keys are pressed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.server.harness import TIMEOUT

DOWN_AND_ENTER, ENTER, F10 = b"\x1b[B\r", b"\r", b"\x1b[21~"


class Terminal:
    """A terminal of 120 by 40 characters with one program on it."""

    def __init__(self, handle: int, program: subprocess.Popen[bytes]) -> None:
        self._handle, self._program = handle, program

    def types(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._handle, keys)

    def shows(self, text: str, keys: bytes = b"") -> None:
        """Wait until a text is on the screen, pressing keys again and again meanwhile."""
        until, seen = time.monotonic() + TIMEOUT, ""
        while text not in seen:
            assert time.monotonic() < until, seen
            assert self._program.poll() is None, seen
            if select.select([self._handle], [], [], 0.2)[0]:
                seen = seen[-4000:] + self._read()
            else:
                self.types(keys)

    def ends(self) -> int:
        """Wait until the program is over; its exit code."""
        until = time.monotonic() + TIMEOUT
        while self._program.poll() is None:
            assert time.monotonic() < until
            if select.select([self._handle], [], [], 0.05)[0] and not self._read():
                break
        return self._program.wait(TIMEOUT)

    def _read(self) -> str:
        """What was written; nothing once it is closed."""
        try:
            return os.read(self._handle, 65536).decode("utf-8", "replace")
        except OSError:
            return ""


@contextlib.contextmanager
def terminal(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """Run a program on a terminal of its own; it is ended with it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    given = {"HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {"PATH": "/nowhere"})}
    program = subprocess.Popen(
        command, cwd=folder, env=given, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Terminal(ours, program)
    finally:
        program.kill()
        program.wait()
        os.close(ours)
