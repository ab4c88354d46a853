"""A server process under measurement."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

_TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """Starts a command that prints ``listening NAME HOST:PORT`` lines and ``ready``; stops it in the end.

    With ``source`` its modules are taken from there, as those of another version.
    """

    def __init__(
        self, command: list[str], errors: int | IO[str] = subprocess.DEVNULL, source: Path | None = None
    ) -> None:
        elsewhere = {} if source is None else {"PYTHONPATH": str(source)}
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", **elsewhere},
        )
        self.ports: dict[str, int] = {}
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split() or [""]
            if words[0] == "listening":
                self.ports[words[1]] = int(words[2].rpartition(":")[2])
            elif words[0] == "ready":
                break

    @property
    def port(self) -> int:
        """The first port it listens on."""
        return next(iter(self.ports.values()))

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def cpu_seconds(self) -> float:
        """CPU time of the process so far, all threads, user and system."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def thread_seconds(self) -> dict[str, float]:
        """CPU time of every thread so far, by its id."""
        seconds = {}
        for task in Path(f"/proc/{self._process.pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                seconds[task.name] = int((task / "schedstat").read_text().split()[0]) / 1e9
        return seconds

    def resident_bytes(self) -> int:
        """Memory of the process that is in RAM."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
