"""Importing is only importing: whoever collects doctests, draws diagrams or reads types starts nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.server.harness import TIMEOUT

CODE = """
import asyncio, json, os, pkgutil, signal, sys, threading
import bottega
kept = {number: signal.getsignal(number) for number in signal.valid_signals()}
policy = asyncio.get_event_loop_policy()
modules = [module.name for module in pkgutil.walk_packages(bottega.__path__, "bottega.")]
for module in modules:
    __import__(module)
links = [f"/proc/self/fd/{fd}" for fd in os.listdir("/proc/self/fd")]
print(json.dumps({
    "modules": modules,
    "threads": [thread.name for thread in threading.enumerate()],
    "signals": [int(number) for number, handler in kept.items() if signal.getsignal(number) is not handler],
    "policy": asyncio.get_event_loop_policy() is policy,
    "sockets": [end for end in map(os.readlink, filter(os.path.islink, links)) if end.startswith("socket:")],
    "files": os.listdir("."),
}))
"""


def test_no_module_does_anything_when_it_is_imported(tmp_path: Path) -> None:
    """No output, no thread, no socket, no file, no signal handler, no other event loop; the command lines too."""
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    modules = set(found.pop("modules"))
    assert {"bottega.__main__", "bottega.wire.__main__", "bottega.arena.command", "bottega.server.app"} <= modules
    assert found == {"threads": ["MainThread"], "signals": [], "policy": True, "sockets": [], "files": []}
