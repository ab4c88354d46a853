"""Scene after scene for one dialect, with an eye on memory and on the time a message takes."""

from __future__ import annotations

import gc
import resource
import signal
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import msgspec

from bottega.wire import DIALECTS
from trials.fuzz.corpus import Corpus, spoken
from trials.fuzz.director import SCENE_FRAMES, Director, Found
from trials.fuzz.failures import Failure, Hang
from trials.fuzz.scene import Doors, Recording, Scene, Send, replay
from trials.fuzz.shrink import ATTEMPTS, smallest

HANG_SECONDS = 20
"""CPU seconds without a step after which something counts as endless."""
GROWTH_EVERY = 40
"""Scenes after which one is replayed to see whether anything stays behind."""
MOST_BLOCKS = 0.15
"""Blocks of memory that may stay behind a frame of a replayed scene: pools and caches settle only slowly."""
MOST_MEGABYTES = 96
"""By how much the process may grow between a quarter of the run and its end."""

_OWN = str(Path(__file__).parent)


class Report(msgspec.Struct):
    """What came of it."""

    name: str
    frames: int = 0
    messages: int = 0
    scenes: int = 0
    kept: int = 0
    reached: int = 0
    rows: tuple[int, int, int] = (0, 0, 0)
    """Rows of the machine that were reached, of those the ones that did what they should, and all there are."""
    cpu: float = 0.0
    costliest: tuple[float, str] = (0.0, "")
    blocks: list[float] = []
    """Blocks of memory per frame that stayed behind replayed scenes."""
    megabytes: tuple[int, int] = (0, 0)
    """Resident memory after a quarter of the run, and at its end."""
    found: list[Found] = []
    broken: list[Any] = []
    """Failures of readers, which need no scene."""


Progress = Callable[[Report], None]


def campaign(
    name: str,
    frames: int,
    seed: int,
    *,
    seconds: float = 0.0,
    dialects: Doors = DIALECTS,
    kept: Path | None = None,
    hang_seconds: int = HANG_SECONDS,
    attempts: int = ATTEMPTS,
    progress: Progress = lambda report: None,
) -> Report:
    """Give a dialect so many frames; it ends early with what was found, made small."""
    corpus = Corpus(spoken(name), kept)
    director = Director(name, Random(f"{seed} {name}"), corpus, dialects)
    report = Report(name)
    began, until = time.process_time(), time.monotonic() + seconds
    with watchdog(lambda: Scene.performed if Scene.performing else None, hang_seconds):
        while director.frames < frames and not (seconds and time.monotonic() > until):
            try:
                recording = director.scene(min(SCENE_FRAMES, frames - director.frames))
                if director.scenes % GROWTH_EVERY == 1:
                    report.blocks.append(check_growth(recording, dialects))
            except Found as found:
                print(
                    f"… {name}: {found.failure.signature}; looking for the smallest input", file=sys.stderr, flush=True
                )
                report.found.append(Found(found.failure, smallest(found.recording, found.failure, dialects, attempts)))
            _sum_up(report, director, time.process_time() - began)
            early = report.megabytes[0] if director.frames > frames // 4 and report.megabytes[0] else megabytes()
            report.megabytes = early, megabytes()
            if not report.found and report.megabytes[1] > early + MOST_MEGABYTES:
                failure = Failure("growth", f"the process grew from {early} to {report.megabytes[1]} MB")
                report.found.append(Found(failure, recording))
            progress(report)
            if report.found:
                break
    corpus.keep()
    return report


def _sum_up(report: Report, director: Director, cpu: float) -> None:
    machine = director.machine
    rows = {(row.state.name, row.message) for row in machine.rows.values()}
    own = [each for each in director.corpus.reached if each[0].partition("+")[0] == director.dialect]
    reached = {(state, message) for _, state, message, _ in own}
    done = {(state, message) for _, state, message, outcome in own if outcome == "ok"}
    report.frames, report.messages, report.scenes = director.frames, director.messages, director.scenes
    report.kept, report.reached = len(director.corpus.messages) - director.corpus.sown, len(director.corpus.reached)
    report.rows = len(rows & reached), len(rows & done), len(rows)
    report.cpu, report.costliest = cpu, director.costliest


def check_growth(recording: Recording, dialects: Doors = DIALECTS) -> float:
    """Play a scene again and again; how many blocks of memory stay behind a frame. Found if too many do."""
    frames = sum(isinstance(step, Send) for step in recording.steps) or 1
    for times in (2, 6):  # what is kept for a while, and bounded, counts less and less
        left = _left(recording, dialects, times) / (times * frames)
        if left <= MOST_BLOCKS:
            return left
    tracemalloc.start(8)
    try:
        before = tracemalloc.take_snapshot()
        _left(recording, dialects, 2)
        after = tracemalloc.take_snapshot()
    finally:
        tracemalloc.stop()
    places = after.compare_to(before, "lineno")
    grown = "\n".join(str(each) for each in places if each.size_diff > 0 and not str(each).startswith(_OWN))[:1500]
    failure = Failure("growth", f"{left:.2f} blocks of memory stay behind every frame:\n{grown}", "replay")
    raise Found(failure, recording)


def _left(recording: Recording, dialects: Doors, times: int) -> int:
    """How many blocks of memory stay behind a scene that is played so often, after once to warm up."""
    replay(recording, dialects)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(times):
        replay(recording, dialects)
    gc.collect()
    return sys.getallocatedblocks() - before


def megabytes() -> int:
    """Resident memory of this process."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return pages * resource.getpagesize() // (1 << 20)


@contextmanager
def watchdog(done: Callable[[], int | None], seconds: int = HANG_SECONDS) -> Iterator[None]:
    """Raise Hang wherever the process is when so much of its own CPU time goes by in one and the same thing, which
    ``done`` counts; None while there is nothing to be watched.
    """
    last, idle = done(), 0

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal last, idle
        now = done()
        idle = idle + 1 if now is not None and now == last else 0
        last = now
        if idle >= seconds:
            idle = 0
            raise Hang

    former = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1.0, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, former)
