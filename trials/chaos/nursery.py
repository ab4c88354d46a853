"""Servers that start quickly: forked from a process that has loaded the program already.

A start is mostly imports, and a thousand of them are half an hour of computing. ``python -m trials.chaos.nursery``
loads the program once, then forks a child for every command line it is sent; the child runs ``bottega`` as if it had
been started so. It is a process of its own in every respect that a fault can touch: memory, sockets, files and locks.

The nursery is told what to do over a socket: one message with the arguments as JSON and two open files, the child's
output and errors. It answers with the child's id, then, when the child has ended, with how.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import IO

LONGEST = 1 << 16


class Nursling:
    """A child of the nursery; looks like a ``subprocess.Popen`` to those who need no more of it than this."""

    def __init__(self, nursery: socket.socket, arguments: list[str]) -> None:
        out, err = os.pipe(), os.pipe()
        nursery.settimeout(None)
        socket.send_fds(nursery, [json.dumps(arguments).encode()], [out[1], err[1]])
        os.close(out[1])
        os.close(err[1])
        self.stdout: IO[str] = os.fdopen(out[0])
        self.stderr: IO[str] = os.fdopen(err[0])
        self.pid = int(nursery.recv(LONGEST))
        self.returncode: int | None = None
        self._nursery = nursery
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """How it ended, None if it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0.001)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """How it ended, as soon as it has."""
        until = time.monotonic() + timeout
        while True:
            with self._lock:  # several may wait, and one hears it
                if self.returncode is not None:
                    return self.returncode
                self._nursery.settimeout(0.005)
                with contextlib.suppress(TimeoutError):
                    self.returncode = int(self._nursery.recv(LONGEST))
                    return self.returncode
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("bottega", timeout)
            time.sleep(0.005)

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The process that has loaded the program."""

    def __init__(self, environment: tuple[str, ...] = ()) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = ["env", *environment, sys.executable, "-m", "trials.chaos.nursery", str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()

    def start(self, arguments: list[str]) -> Nursling:
        """Start ``bottega`` with these arguments; the one before must have ended."""
        return Nursling(self._socket, arguments)

    def close(self) -> None:
        """Start no more."""
        self._socket.close()
        self._process.terminate()
        self._process.wait()


def main() -> None:
    """Fork a child for every message, until there is nobody to send any."""
    from bottega import cli
    from bottega.server import app  # (loads all that a server needs)

    assert app
    orders = socket.socket(fileno=int(sys.argv[1]))
    while True:
        message, files, *_ = socket.recv_fds(orders, LONGEST, 2)
        if not message:
            return
        child = os.fork()
        if child == 0:
            orders.close()
            for file, number in zip(files, (1, 2), strict=True):
                os.dup2(file, number)
                os.close(file)
            sys.argv = ["bottega", *json.loads(message)]
            code = 0
            try:
                cli.main()
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
            except BaseException:
                sys.excepthook(*sys.exc_info())
                code = 1
            os._exit(code)
        for file in files:
            os.close(file)
        orders.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        orders.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    main()
