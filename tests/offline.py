"""No network: commands that are run where there is no other machine, and this one can reach itself.

A network namespace of Linux is held open by a process; commands are run inside it. Where that is not allowed (another
system, a container without the right) they are run as they are.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

_HOLD = """
import fcntl, socket, struct, sys
SIOCSIFFLAGS, UP = 0x8914, 0x1 | 0x40
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP))
print("up", flush=True)
sys.stdin.read()
"""


class Offline:
    """A place without a network."""

    def __init__(self, inside: Sequence[str]) -> None:
        self._inside = tuple(inside)

    @property
    def cut_off(self) -> bool:
        """Whether there really is none."""
        return bool(self._inside)

    def command(self, *command: str | Path) -> list[str]:
        """How to run a command there."""
        return [*self._inside, *map(str, command)]

    def program(self, path: Path, program: str) -> Path:
        """A file that runs a program there, for those who want to start it themselves."""
        path.write_text(f'#!/bin/sh\nexec {" ".join(self.command(program))} "$@"\n')
        path.chmod(0o755)
        return path


@contextlib.contextmanager
def offline() -> Iterator[Offline]:
    """A place without a network, for as long as it is needed."""
    as_root = ["--net"] if os.geteuid() == 0 else ["--user", "--map-root-user", "--net"]
    enter = shutil.which("nsenter")
    if sys.platform != "linux" or not shutil.which("unshare") or enter is None:
        yield Offline(())
        return
    command = ["unshare", *as_root, sys.executable, "-c", _HOLD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        try:
            up = holder.stdout.readline() == b"up\n"
            spaces = [option for option in as_root if option in ("--user", "--net")]
            kept = ["--preserve-credentials"] if "--user" in spaces else []
            yield Offline([enter, "--target", str(holder.pid), *spaces, *kept] if up else ())
        finally:
            with contextlib.suppress(BrokenPipeError):
                holder.stdin.close()
