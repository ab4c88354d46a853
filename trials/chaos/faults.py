"""What can be done to a server from below: a layer between SQLite and the C library, and a small disk of its own.

``faults.c`` is compiled when it is needed and loaded into the server with ``LD_PRELOAD``; a :class:`Layer` is the
shared memory through which it is told, while the server runs, which calls shall fail and how far the wall clock is
off. SQLite calls the intercepted functions itself, so nothing of Python or of the store lies between.
A :class:`SmallDisk` is a tmpfs that can be filled up and made read-only, where mounting is allowed.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")
_CONTROL = struct.Struct("=qiiiiq")
BALLAST = "ballast"


class Impossible(Exception):
    """A fault that cannot be made on this machine, and why."""


def compiled(folder: Path) -> Path:
    """The layer as a library, made if it is not there yet."""
    if sys.platform != "linux":
        raise Impossible("the layer under SQLite is made for Linux")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Impossible("there is no C compiler (cc) to build the layer under SQLite with")
    library = folder / "faults.so"
    if not library.exists():
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise Impossible(f"the layer under SQLite cannot be built: {made.stderr.strip()}")
    return library


class Layer:
    """What shall go wrong in a process that was started with ``environment``."""

    def __init__(self, folder: Path) -> None:
        library, control = compiled(folder), folder / "faults"
        control.write_bytes(bytes(_CONTROL.size))
        self.environment = (f"LD_PRELOAD={library}", f"BOTTEGA_FAULTS={control}")
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _CONTROL.size)

    def set(self, *, clock: float = 0.0, writes: int = 0, syncs: int = 0, one_in: int = 1, torn: bool = False) -> None:
        """From now on: this many seconds off, these errors of writes and syncs."""
        self._shared[:] = _CONTROL.pack(round(clock * 1e9), writes, syncs, one_in, torn, self.failed)

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self.set()

    @property
    def failed(self) -> int:
        """How many calls were made to fail so far."""
        return int(_CONTROL.unpack(self._shared[:])[-1])


class SmallDisk:
    """A file system in memory with little room."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Take all the room that is left."""
        with (self.folder / BALLAST).open("wb", buffering=0) as ballast:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        ballast.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def make_room(self) -> None:
        """Give the room back."""
        (self.folder / BALLAST).unlink(missing_ok=True)

    def read_only(self, on: bool) -> None:
        """Allow no writing at all, or allow it again; no file may be open for writing then."""
        subprocess.run(["mount", "-o", f"remount,{'ro' if on else 'rw'}", str(self.folder)], check=True)


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A small disk at that place, gone afterwards; Impossible where nobody may mount."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        raise Impossible("only root may mount a small disk")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise Impossible(f"mounting a small disk is not allowed here: {made.stderr.strip()}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
