"""Everything that reads text by itself: notation of actions and states, exported files, loose JSON, framings.

A reader gives a value or one of the exceptions that it promises, nothing else, for whatever text. What it has read can
be written and read again, and a state can be played on.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bottega.archive import ArchiveFault, import_table, played, read_archive
from bottega.games import GAMES
from bottega.games.core import AnyGame, BadNotation
from bottega.store.exported import UNLINKED, write_archive
from bottega.store.log import StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.entries import DamagedLog, Sitting
from bottega.table.position import Setup
from bottega.table.table import Table
from bottega.wire.core.framing import BLANK, BrokenStream, JavaStrings, Lines, WriteUtf
from bottega.wire.core.loose_json import Unreadable, read_object, write_object
from tests.games.play import sample, setups, walk
from tests.table.rigs import play_out
from tests.wire.stage import Stage
from trials.fuzz.campaign import Report, megabytes, watchdog
from trials.fuzz.corpus import Corpus, spoken
from trials.fuzz.failures import CPU_SECONDS, Failure, Hang
from trials.fuzz.frames import writer_of
from trials.fuzz.mutation import bent, mutated
from trials.fuzz.shrink import Attempts, shorter

Read = Callable[[bytes], str]
"""Reads bytes and says what came of it; a Failure if that is wrong."""
SAID_EVERY = 2_000
SHRINKING = 3_000


class Reader(msgspec.Struct, frozen=True):
    """Something that reads: by name, how, and what it is given to begin with."""

    name: str
    read: Read
    seeds: Callable[[], list[bytes]]


class Broken(Exception):
    """A failure of a reader, with the smallest input that shows it."""

    def __init__(self, failure: Failure, data: bytes) -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.data = data


# -- notation ---------------------------------------------------------------------------------------------------------


def _text(data: bytes) -> str:
    return (
        data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        if _decodes(data)
        else data.decode("latin-1")
    )


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _action(game: AnyGame, data: bytes) -> str:
    try:
        action = game.Action.from_text(_text(data))
    except BadNotation as bad:
        return f"none: {str(bad).rpartition(' ')[2][:12]}" if str(bad).isascii() else "none"
    written = str(action)
    if ";" in written or "\n" in written:
        raise Failure("reader", f"{written!r} cannot stand in a line of a log")
    if game.Action.from_text(written) != action:
        raise Failure("reader", f"{written!r} is read as {game.Action.from_text(written)!r}, not {action!r}")
    return type(action).__name__


def _state(game: AnyGame, data: bytes) -> str:
    try:
        state = game.State.from_text(_text(data))
    except BadNotation as bad:
        return " ".join(str(bad).split()[:8])
    written = state.to_text()
    if game.State.from_text(written).to_text() != written:
        raise Failure("reader", f"a state that is written as {written!r} is read as another")
    for viewer in (None, 0):
        msgspec.json.encode(game.view(state, viewer))
    for seat in game.actors(state):
        legal = game.legal(state, seat)
        if not legal:
            raise Failure("reader", f"seat {seat} may act and can do nothing: {written}")
        game.apply(state, seat, legal[len(data) % len(legal)])
        game.skip(state, seat)
    str(state)
    return f"a state, {len(game.actors(state))} may act"


def _actions_of(game: AnyGame) -> list[bytes]:
    return sorted({str(step.action).encode() for setup in setups(game.NAME)[:4] for step in walk(setup, 1, 400)})


def _states_of(game: AnyGame) -> list[bytes]:
    states = [state for setup in setups(game.NAME)[:4] for state in sample(setup, 10, 1)]
    return [state.to_text().encode() for state in states]


# -- files ------------------------------------------------------------------------------------------------------------


class _Files:
    """A place for the file that is read; what is imported for good goes to a log of its own now and then."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(
            prefix="bottega-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None
        )
        self._path = Path(self._folder.name) / "table"
        self._count = 0

    def read(self, data: bytes) -> str:
        """Check a file as ``bottega import`` does."""
        self._path.write_bytes(data)
        self._count += 1
        try:
            charter, rows = read_archive(self._path)
            position = played(charter, rows, imported=True)
            if self._count % 50 == 0:
                with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                    import_table(self._path, Path(self._folder.name) / f"data{self._count // 50_000}")
        except (ArchiveFault, DamagedLog, StoreFault) as fault:
            return " ".join(str(fault).partition(": ")[2].split()[:4])
        return f"{position.charter.game} {position.finished}"


@cache
def _exported() -> list[bytes]:
    """Files of a few games, finished and not."""
    files = []
    for game in GAMES:
        for most in (0, 3, 40, 20_000):
            stage = Stage(seed=3)
            table = _seated(stage, game)
            play_out(table, 7, most)
            lines: list[str] = []
            assert isinstance(stage.log, MemoryLog)
            write_archive(*stage.log.read(table.id), lines.append)
            files += ["".join(lines).encode(), "".join(map(_unlinked, lines)).encode()]
    return files


def _unlinked(line: str) -> str:
    """A line of a file as it was in former days, when nothing vouched for it: what is wrong with it is found later."""
    fields = json.loads(line)
    former = {key: value for key, value in fields.items() if key not in ("link", "last")}
    return json.dumps({**former, "format": UNLINKED} if "format" in former else former) + "\n"


def _seated(stage: Stage, game: str) -> Table:
    table = stage.house.open(game, Setup(seats=2))
    for name in ("ann", "bob"):
        table.sit(Sitting(name, "ab12"), None)
    table.start()
    return table


# -- JSON and framings ------------------------------------------------------------------------------------------------


def _loose_json(data: bytes) -> str:
    try:
        value = read_object(_text(data))
    except Unreadable as bad:
        return " ".join(str(bad).split()[:7])
    try:
        again = read_object(write_object(value))
    except (UnicodeError, RecursionError):
        return "an object that cannot be written"
    if again != value and "nan" not in repr(value):
        raise Failure("reader", f"{value!r} is read again as {again!r}")
    return "an object"


def _framing(kind: Callable[[], Any], data: bytes) -> str:
    """Cut a stream into messages, whole and in pieces: both must be the same."""
    random = Random(len(data))
    whole = _messages(kind(), [data])
    cuts = sorted(random.randrange(len(data) + 1) for _ in range(3))
    pieces = [data[at:to] for at, to in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    if (cut := _messages(kind(), pieces)) != whole:
        raise Failure("reader", f"{data!r} is {whole!r}, but in pieces {cut!r}")
    kinds = {"broken" if isinstance(each, BrokenStream) else "none" if each is None else "text" for each in whole}
    return f"{len(whole)} {' '.join(sorted(kinds))}" if len(whole) < 4 else "many"


def _messages(framing: Any, pieces: list[bytes]) -> list[Any]:
    found: list[Any] = []
    try:
        for piece in pieces:
            for message in framing.feed(piece):
                found.append(message)
                if message:
                    framing.encode(message)
    except BrokenStream as broken:
        found.append(str(broken) and "broken")
    return [message for message in found if message != BLANK]


def _streams(kind: Callable[[], Any]) -> list[bytes]:
    random, writer = Random(1), writer_of(kind())
    said = [text.encode() for text in spoken("splendor-json")[:40]]
    made = [
        writer.opening() + b"".join(writer.frame(random, text) for text in said[at : at + 3]) for at in range(0, 40, 4)
    ]
    return made + [writer.opening() + writer.odd(random) + writer.frame(random, said[0]) for _ in range(60)]


# -- all of them ------------------------------------------------------------------------------------------------------


def readers() -> Iterator[Reader]:
    """Every reader there is."""
    for game in GAMES.values():
        yield Reader(f"{game.NAME} actions", partial(_action, game), partial(_actions_of, game))
        yield Reader(f"{game.NAME} states", partial(_state, game), partial(_states_of, game))
    yield Reader("exported files", _Files().read, _exported)
    yield Reader("loose JSON", _loose_json, lambda: [text.encode() for text in spoken("renaissance-json")])
    for framing in (Lines, WriteUtf, JavaStrings):
        yield Reader(f"{framing.__name__}", partial(_framing, framing), partial(_streams, framing))


def try_reader(
    reader: Reader, frames: int, seed: int, progress: Callable[[Report], None] = lambda report: None
) -> Report:
    """Give a reader so many texts; it ends early with what was found, made small."""
    random = Random(f"{seed} {reader.name}")
    corpus = Corpus()
    corpus.messages = reader.seeds()
    corpus.sown = len(corpus.messages)
    report = Report(reader.name)
    began = time.process_time()
    with watchdog(lambda: report.frames):
        while report.frames < frames and not report.broken:
            data = _made(random, corpus)
            report.frames += 1
            at = time.thread_time()
            try:
                outcome = _tried(reader, data)
            except Failure as failure:
                report.broken.append(_smallest(reader, failure, data))
                outcome = "failed"
            cost = time.thread_time() - at
            if cost > report.costliest[0]:
                report.costliest = cost, f"{data[:80]!r}"
            corpus.learn(random, data, [(reader.name, outcome)])
            if report.frames % SAID_EVERY == 0 or report.frames == frames:
                early = report.megabytes[0] if report.frames > frames // 4 and report.megabytes[0] else megabytes()
                report.megabytes = early, megabytes()
                progress(report)
    report.messages, report.reached = report.frames, len(corpus.reached)
    report.kept, report.cpu = len(corpus.messages) - corpus.sown, time.process_time() - began
    return report


def _made(random: Random, corpus: Corpus) -> bytes:
    data = corpus.draw(random)
    if random.random() < 0.15:
        return bent(random, _text(data)).encode(errors="surrogatepass")
    return mutated(random, data, corpus.messages) if random.random() < 0.98 else data


def _tried(reader: Reader, data: bytes) -> str:
    at = time.thread_time()
    try:
        outcome = reader.read(data)
    except Failure:
        raise
    except Hang:
        raise Failure("hang", f"no end within the CPU time allowed: {data[:200]!r}") from None
    except Exception as error:
        raise Failure("crash", f"{type(error).__name__}: {error}", type(error).__name__) from error
    if time.thread_time() - at > CPU_SECONDS:
        raise Failure("hang", f"{time.thread_time() - at:.2f} s of CPU for {data[:200]!r}")
    return outcome


def _smallest(reader: Reader, failure: Failure, data: bytes) -> Broken:
    """The shortest text that fails in the same way."""

    def same(tried: bytes) -> bool:
        try:
            _tried(reader, tried)
        except Failure as other:
            return other.signature == failure.signature
        return False

    small = shorter(data, Attempts(same, SHRINKING).fails)
    try:
        _tried(reader, small)
    except Failure as found:
        return Broken(found, small)
    return Broken(failure, data)
