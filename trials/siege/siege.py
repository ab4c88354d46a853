"""One assault on a fresh server: the latency of uninvolved tables and the server's memory, before, during and after.

How it works. The server has one core to itself (where there are two); the tables that are measured and the besiegers
share the other, where whoever plays goes before all others. The server has the highest priority that is to be had, the
besiegers less, other programs on the machine the least; and the log lies in memory where there is such a place, since
the disk is shared. So what is measured is what the server does to the tables, not what the besiegers do to the one who
measures. Everything is compared with calm in the same run. On a virtual machine others may have the cores for a while;
moves of such moments are left out, and their share is told.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.processes import Process
from bottega.wire import DIALECTS
from trials.siege.bystander import Stretch

WARM_UP_SECONDS = 2.0
REST_SECONDS = 3.0
"""Between the end of an assault and the measurement of afterwards."""


OVERHEAD_SECONDS = WARM_UP_SECONDS + REST_SECONDS + 3.0
"""What an assault takes besides what is measured: a start, a warm-up, a rest, an end."""

FIRST, SECOND = ("nice", "-n", "-15"), ("nice", "-n", "-8")
"""Who is served first by the machine; where that is not allowed, ``nice`` says so and goes on."""


class Report(msgspec.Struct, frozen=True):
    """What an assault did to a table that had nothing to do with it, and to the server."""

    name: str
    calm: Stretch
    during: Stretch
    after: Stretch
    memory: tuple[int, int, int]
    """Bytes before, at the end of the assault, and afterwards."""
    cpu: float
    """Share of a core that the server took during the assault."""
    done: dict[str, int]
    faults: tuple[str, ...] = ()
    """What must not be: tracebacks, a server that is gone, a table that stands still."""

    def row(self) -> str:
        """A line of the table in ``docs/reliability.md``."""
        latencies = (f"{1e3 * each.p50:.1f} / {1e3 * each.p99:.1f}" for each in (self.calm, self.during, self.after))
        ratios = f"{_ratio(self.during.p50, self.calm.p50)} / {_ratio(self.during.p99, self.calm.p99)}"
        memory = " → ".join(f"{each / 1e6:.0f}" for each in self.memory)
        done = ", ".join(f"{count:,} {what}" for what, count in self.done.items())
        left_out = " / ".join(f"{each.share_left_out:.0%}" for each in (self.calm, self.during))
        return f"| {' | '.join((self.name, *latencies, ratios, memory, f'{self.cpu:.0%}', left_out, done))} |"


HEADING = """\
| assault | calm p50 / p99, ms | during | after | ratio | memory, MB | CPU | left out | what they got done |
|---|---|---|---|---|---|---|---|---|"""


def _ratio(now: float, calm: float) -> str:
    return f"{now / calm:.1f}×" if calm else "–"


class Bystanding:
    """The process that plays at the uninvolved tables."""

    def __init__(self, port: int, pinned: list[str]) -> None:
        command = [*FIRST, *pinned, sys.executable, "-m", "trials.siege.bystander", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def seen(self) -> Stretch:
        """What it has seen since it was last asked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=Stretch)

    def measure(self, seconds: float) -> Stretch:
        """What it sees in so many seconds from now on."""
        self.seen()
        time.sleep(seconds)
        return self.seen()

    def stop(self) -> None:
        """Enough."""
        self._process.kill()
        self._process.wait()


def _cores() -> tuple[list[str], list[str]]:
    """How to run on the server's core, and on that of all others."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        return [], []
    return ["taskset", "-c", str(cores[0])], ["taskset", "-c", ",".join(map(str, cores[1:]))]


@contextlib.contextmanager
def _house(folder: Path, pinned: list[str]) -> Iterator[Process]:
    listen = [part for name in DIALECTS for part in ("--listen", f"{name}@127.0.0.1:0")]
    command = [
        *FIRST,
        *pinned,
        *(sys.executable, "-m", "bottega", "serve", "--data", str(folder / "data"), "--http", "127.0.0.1:0"),
        *listen,
        *("--seats", "4", "--turn-seconds", "0", "--ping-seconds", "3600", "--bot-seconds", "0"),
    ]
    with (folder / "errors").open("w") as errors, Process(command, errors) as server:
        yield server


@contextlib.contextmanager
def before_others() -> Iterator[None]:
    """Have this session's processes go before those of others: by itself Linux shares its cores between sessions, and
    ``nice`` decides only within one.
    """
    group = Path("/proc/self/autogroup")
    with contextlib.suppress(OSError):
        group.write_text("-15")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            group.write_text("0")


def besiege(name: str, seconds: float, calm: float) -> Report:
    """One assault on a fresh server."""
    ours, theirs = _cores()
    memory_disk = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="bottega-siege-", dir=memory_disk) as where:
        folder = Path(where)
        with _house(folder, ours) as server:
            table = Bystanding(server.ports["splendor-json"], theirs)
            try:
                table.measure(WARM_UP_SECONDS)
                before, memory = table.measure(calm), server.resident_bytes()
                command = [*SECOND, *theirs, sys.executable, "-m", "trials.siege.assaults", name]
                ports = json.dumps(server.ports)
                besiegers = subprocess.Popen(
                    [*command, ports, str(seconds + 1)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
                )
                assert besiegers.stdout is not None
                besiegers.stdout.readline()
                cpu, began = server.cpu_seconds(), time.monotonic()
                during = table.measure(seconds)
                share = (server.cpu_seconds() - cpu) / (time.monotonic() - began)
                at_most = server.resident_bytes()
                done = json.loads(besiegers.communicate(timeout=seconds + 60)[0] or "{}")
                time.sleep(REST_SECONDS)
                after = table.measure(calm)
                memories = (memory, at_most, server.resident_bytes())
                faults = [] if server.running else ["the server is gone"]
            finally:
                table.stop()
        errors = (folder / "errors").read_text()
        faults += ["a traceback in the log"] * ("Traceback" in errors)
        stretches = (("during", during), ("after", after))
        faults += [f"nobody moved {when}" for when, seen in stretches if not seen.moves + seen.left_out]
        return Report(name, before, during, after, memories, share, done, tuple(faults))
