"""A network between a node and its database, or the bus, that can be cut, slowed down, or made to lose answers."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CHUNK = 1 << 16


Alter = Callable[[bytes], bytes]
"""What becomes of the next bytes of a connection."""


def _as_it_is(raw: bytes) -> bytes:
    return raw


class Network:
    """Forwards connections to a port, as well as it is told to.

    ``alters``: makes for every connection what alters the answers on their way.
    """

    def __init__(self, port: int, alters: Callable[[], Alter] = lambda: _as_it_is) -> None:
        self._to = port
        self._alters = alters
        self.pause = 0.0
        """How long everything is on its way, in both directions."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self.answers = threading.Event()
        """Whether what the database says arrives; it is held back otherwise."""
        self.answers.set()
        self.questions = threading.Event()
        """Whether what the node says arrives."""
        self.questions.set()
        self.reachable = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections; what was held back is lost."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def close(self) -> None:
        """No network any more."""
        self.reachable = False
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        self.answers.set()
        self.questions.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self.reachable:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            with self._lock:
                self._pairs.append((near, far))
            for ends in ((near, far, self.questions, _as_it_is), (far, near, self.answers, self._alters())):
                threading.Thread(target=self._forward, args=ends, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, gate: threading.Event, alter: Alter) -> None:
        with contextlib.suppress(OSError):
            while raw := source.recv(CHUNK):
                if self.pause:
                    time.sleep(self.pause)
                gate.wait()
                target.sendall(alter(raw))
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@contextmanager
def network(port: int, alters: Callable[[], Alter] = lambda: _as_it_is) -> Iterator[Network]:
    """A network to a port, for as long as it is needed."""
    network = Network(port, alters)
    try:
        yield network
    finally:
        network.close()
