"""Several nodes on one machine, on the same ports: started together, started again when they die, stopped together.

The one process that starts them holds every port without listening on it, so that a port of 0 is the same for all and
nobody else takes one while a node is started again. The kernel deals connections out to the nodes (``SO_REUSEPORT``).

What must stay true:

1. No node outlives the process that started it.
2. One that dies is started again, after a pause that grows while it dies at once; the others are not touched.
3. If one cannot open the house at the start, none stays.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import structlog

log = structlog.get_logger("bottega.nodes")

Work = Callable[[Callable[[str], None]], None]
"""What a node does, until it is told to stop; it calls with its address when it is ready."""

STOP_SECONDS = 10.0
"""How long nodes may take to close."""
_PAUSE_SECONDS, _LONGEST_SECONDS = 0.2, 10.0
"""Before a node is started again: at first, and at most."""
_STEADY_SECONDS = 30.0
"""A node that has lived for so long did not die at once."""


def reserve(host: str, port: int) -> socket.socket:
    """Hold a port that nodes will listen on."""
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
        0
    ]
    held = socket.socket(family, kind, protocol)
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(where)
    except OSError:
        held.close()
        raise
    return held


class _Node:
    """One of the processes."""

    def __init__(self, number: int, work: Work) -> None:
        self.number = number
        self._work = work
        self.pause = _PAUSE_SECONDS
        self.due = 0.0
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        spawn = multiprocessing.get_context("spawn")
        self.ready, theirs = spawn.Pipe(duplex=False)
        self.process: BaseProcess = spawn.Process(
            target=_at_work, args=(self._work, theirs), name=f"node {self.number}"
        )
        self.process.start()
        theirs.close()
        self.began = time.monotonic()
        self.due = 0.0

    def died(self) -> None:
        """It has ended: say when it is started again."""
        now = time.monotonic()
        self.pause = _PAUSE_SECONDS if now - self.began > _STEADY_SECONDS else min(_LONGEST_SECONDS, self.pause * 2)
        self.due = now + self.pause
        log.error("a node has died", node=self.number, code=self.process.exitcode, again_in=round(self.pause, 1))


def _at_work(work: Work, ready: Connection) -> None:
    """What a node's process does; what it says of its ports goes where its log goes."""
    os.dup2(2, 1)
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()

    def tell(address: str) -> None:
        ready.send(address)
        ready.close()

    work(tell)


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def run(count: int, work: Work, opened: Callable[[str], None]) -> int:
    """Run so many nodes until told to stop; how that went, for the shell."""
    stop_here, stop_there = os.pipe()
    os.set_blocking(stop_there, False)
    signal.set_wakeup_fd(stop_there, warn_on_full_buffer=False)
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _: stopped.append(got))
    nodes: list[_Node] = []
    try:
        nodes += [_Node(number, work) for number in range(1, count + 1)]
        address = _all_ready(nodes, stopped, stop_here)
        if address is None:
            return 0 if stopped else 1
        opened(address)
        _look_after(nodes, stopped, stop_here)
        print("closing", file=sys.stderr, flush=True)
        return 0
    finally:
        signal.set_wakeup_fd(-1)
        _stop(nodes)
        os.close(stop_here)
        os.close(stop_there)


def _all_ready(nodes: Sequence[_Node], stopped: list[int], wake: int) -> str | None:
    """Wait until all are; None if one cannot be."""
    address = None
    for node in nodes:
        while not stopped:
            found = wait([node.ready, wake])
            if node.ready in found:
                break
        if stopped:
            return None
        try:
            address = node.ready.recv()
        except EOFError:
            return None
    return address


def _look_after(nodes: Sequence[_Node], stopped: list[int], wake: int) -> None:
    """Start those again that die, until told to stop."""
    while not stopped:
        for node in nodes:
            if not node.due and not node.process.is_alive():
                node.died()
            if node.due and node.due <= time.monotonic():
                node.start()
        due = [node.due for node in nodes if node.due]
        patience = max(0.0, min(due) - time.monotonic()) if due else None
        wait([*(node.process.sentinel for node in nodes if not node.due), wake], patience)


def _stop(nodes: Sequence[_Node]) -> None:
    """Tell all to close, and see that they do."""
    for node in nodes:
        if node.process.is_alive():
            node.process.terminate()
    until = time.monotonic() + STOP_SECONDS
    for node in nodes:
        node.process.join(max(0.1, until - time.monotonic()))
        if node.process.is_alive():
            log.error("a node does not close", node=node.number)
            node.process.kill()
            node.process.join()
