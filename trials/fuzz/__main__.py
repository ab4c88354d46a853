"""``python -m trials.fuzz [--dialect NAME]… [--frames N] [--seed S] [--seconds T]``: look for what breaks the house.

Every protocol with all its profiles, given what its machine listens to and what it does not, in every state of a game
(in this process, without sockets); every reader of text; and a real server over real sockets, with its HTTP port. A
failure is printed with the smallest input that shows it, and kept in a file that ``--replay`` plays again; the same
seed and number of frames lead to it too. The exit code is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bottega.wire import DIALECTS
from trials.fuzz.campaign import Report, campaign
from trials.fuzz.director import Found
from trials.fuzz.failures import Failure
from trials.fuzz.readers import readers, try_reader
from trials.fuzz.scene import HOUSE, Recording, replay
from trials.fuzz.shrink import told
from trials.fuzz.sockets import try_sockets

FRAMES = 20_000
SOCKET_SHARE = 20
"""Of so many frames in this process one is sent over a socket too, at each door."""
SAY_EVERY = 10.0
PROTOCOLS = (*DIALECTS, HOUSE)
READERS, SOCKETS = "readers", "sockets"


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m trials.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--dialect",
        action="append",
        choices=[*PROTOCOLS, READERS, SOCKETS],
        help="what to try: a protocol, the readers of text, or a server over sockets; all if not given",
    )
    parser.add_argument("--frames", type=int, default=FRAMES, help=f"how many frames each is given ({FRAMES})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same frames (1)")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop each protocol after so long")
    parser.add_argument("--corpus", type=Path, help="a directory for what was worth keeping, for the next run")
    parser.add_argument("--replay", type=Path, help="play a failure again")
    asked = parser.parse_args()
    if asked.replay:
        sys.exit(again(asked.replay))
    failed = False
    for report in reports(asked):
        print(summary(report), flush=True)
        for found in report.found:
            tell(found, report.name, asked)
        for broken in report.broken:
            print(f"FAILED {broken.failure.signature}\n{broken}\nsmallest input: {broken.data!r}", flush=True)
        failed = failed or bool(report.found or report.broken)
    sys.exit(1 if failed else 0)


def reports(asked: argparse.Namespace) -> Iterator[Report]:
    """Everything that is asked for, one after the other."""
    for name in asked.dialect or (*PROTOCOLS, READERS, SOCKETS):
        if name == READERS:
            for reader in readers():
                yield try_reader(reader, asked.frames, asked.seed, Teller(asked.frames))
        elif name == SOCKETS:
            yield try_sockets(max(1, asked.frames // SOCKET_SHARE), asked.seed, Teller(asked.frames))
        else:
            kept = asked.corpus / f"{name}.json" if asked.corpus else None
            teller = Teller(asked.frames)
            yield campaign(name, asked.frames, asked.seed, seconds=asked.seconds, kept=kept, progress=teller)


class Teller:
    """Says now and then how far it is."""

    def __init__(self, frames: int) -> None:
        self._frames = frames
        self._said = time.monotonic()

    def __call__(self, report: Report) -> None:
        """A little more is done."""
        if time.monotonic() - self._said > SAY_EVERY:
            self._said = time.monotonic()
            print(f"… {report.name}: {report.frames} frames of {self._frames}", file=sys.stderr, flush=True)


def summary(report: Report) -> str:
    """What came of it, in a few lines."""
    found = len(report.found) + len(report.broken)
    reached, done, rows = report.rows
    lines = [f"{report.name}: {f'{found} FAILED' if found else 'nothing found'}"]
    lines.append(f"  frames     {report.frames}, of which {report.messages} were messages; {report.scenes} scenes")
    if report.reached:
        machine = f"{reached} of {rows} rows, {done} accepted; " if rows else ""
        lines.append(f"  reached    {machine}{report.reached} outcomes; {report.kept} messages kept")
    each = report.cpu / max(1, report.frames) * 1e6
    lines.append(f"  CPU        {report.cpu:.0f} s, {each:.0f} µs a frame; {report.costliest[0] * 1000:.0f} ms at most")
    left = f"; {max(report.blocks):.3f} blocks left behind a replayed frame at most" if report.blocks else ""
    lines.append(f"  memory     {report.megabytes[0]} MB after a quarter, {report.megabytes[1]} MB at the end{left}")
    return "\n".join(lines)


def tell(found: Found, name: str, asked: argparse.Namespace) -> None:
    """Print a failure with the smallest input, and keep that in a file."""
    path = Path(tempfile.mkdtemp(prefix="bottega-fuzz-")) / f"{name}.json"
    path.write_bytes(msgspec.json.encode(found.recording))
    print(f"FAILED {found.failure.signature}\n{found.failure}\n{told(found.recording)}")
    print(f"again: python -m trials.fuzz --replay {path}")
    print(f"or:    python -m trials.fuzz --dialect {name} --seed {asked.seed} --frames {asked.frames}", flush=True)


def again(path: Path) -> int:
    """Play a failure again; 1 if it still fails."""
    recording = msgspec.json.decode(path.read_bytes(), type=Recording)
    try:
        replay(recording)
    except Failure as failure:
        print(f"FAILED {failure.signature}\n{failure}")
        return 1
    print("nothing is wrong with it any more")
    return 0


if __name__ == "__main__":
    main()
