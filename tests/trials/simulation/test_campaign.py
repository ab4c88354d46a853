"""Ten thousand interleavings of several nodes, and what the simulation would say if a node did wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from bottega.store.log import Charter, Conflict, News, Row, Sketch, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.neighbours import Neighbours
from bottega.table.table import Table
from trials.simulation.campaign import simulate
from trials.simulation.logs import Job, NodeLog
from trials.simulation.world import Disk, World

PARTS, WORLDS = 8, 1250


@pytest.fixture(autouse=True)
def unheard() -> Iterator[None]:
    """What nodes complain of where something is planted is not drawn: that takes far longer than to play the worlds."""
    with capture_logs():
        yield


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_interleavings(part: int) -> None:
    """Whatever is lost, late, doubled, killed or stopped: nothing acknowledged is lost, nothing is done twice."""
    figures = simulate(range(part * WORLDS, (part + 1) * WORLDS))
    assert not figures.convictions, "\n".join(figures.convictions)
    assert figures.conflicts > WORLDS / 10, "nodes hardly meet"
    assert figures.entries["move"] > WORLDS
    assert figures.entries["skip"] > WORLDS / 20
    assert figures.deaths > WORLDS / 20


def test_a_seed_is_the_same_world_each_time() -> None:
    """All that happens follows from the seed, in another process with other hashes too."""
    code = (
        "from trials.simulation.world import World\n"
        "for seed in range(20):\n"
        "    world = World(seed)\n"
        "    world.run()\n"
        "    print(world.disk.order)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


class _Overwriting(Disk):
    """A disk that takes an entry whose number is taken."""

    def _append(self, table: str, entries: Any, *others: Any) -> StoreFault | None:
        fault = super()._append(table, entries, *others)
        if isinstance(fault, Conflict) and table in self._entries:
            self._entries[table] += entries
            return None
        return fault


class _Claimless(Disk):
    """A disk on which a name may hold many seats."""

    def _append(
        self,
        table: str,
        entries: Any,
        charter: Charter | None,
        finished: bool,
        claims: Any = (),
        released: Any = (),
        sketch: Sketch | None = None,
    ) -> StoreFault | None:
        return super()._append(table, entries, charter, finished, sketch=sketch)


class _Forgetful(NodeLog):
    """A log that reports what it has not written, now and then."""

    def _write(self, job: Job) -> StoreFault | None:
        if job.entries[0].kind == "move" and job.entries[0].seq % 5 == 0:
            return None
        return super()._write(job)


class _Epochless(NodeLog):
    """A log that takes what was appended behind an entry that was lost."""

    def _write(self, job: Job) -> StoreFault | None:
        self._lost.clear()
        return super()._write(job)


class _Deaf(Neighbours):
    """A node that never asks for what others have written."""

    def poll(self, then: Callable[[], None] | None = None) -> None:
        self._unread.clear()
        if then is not None:
            then()

    def hear(self, messages: Iterable[str]) -> None:
        pass


class _Hasty(Neighbours):
    """A node that shows whoever comes back what it knows itself."""

    def freshen(self, table: str, then: Callable[[bool], None]) -> None:
        then(True)


def _world(**parts: Any) -> type[World]:
    return type("Planted", (World,), {name: staticmethod(part) for name, part in parts.items()})


@pytest.mark.parametrize(
    ("world", "kind"),
    [
        (_world(make_disk=_Overwriting), "gap"),
        (_world(make_disk=_Claimless), "two seats"),
        (_world(make_log=_Forgetful), "lost"),
        (_world(make_neighbours=_Deaf), "unknown"),
        (_world(make_neighbours=_Hasty), "past"),
    ],
    ids=["double append", "two seats", "lost acknowledgement", "stale replica", "stale picture"],
)
def test_what_is_planted_is_found(world: type[World], kind: str) -> None:
    """Each of these faults is convicted, with the seed that shows it."""
    figures = simulate(range(600), world=world)
    assert any(f": {kind}: " in each for each in figures.convictions), figures.lines()
    assert all(each.startswith("seed ") for each in figures.convictions)


def test_a_table_that_answers_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that tells before the log has reported is convicted: its move may never be."""
    judge = Table._judge

    def hasty(table: Table, pending: Any) -> bool:
        on_its_way = judge(table, pending)
        if on_its_way and pending.entry is not None and pending.cmd_id is not None:
            from bottega.table.table import Accepted

            pending.answer(Accepted(pending.entry.seq))
            pending.answer = lambda outcome: None
        return on_its_way

    monkeypatch.setattr(Table, "_judge", hasty)
    assert any(": lost: " in each for each in simulate(range(600)).convictions)


def test_a_table_that_drops_what_has_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that does not judge again leaves somebody without an answer."""
    monkeypatch.setattr(Table, "_judge_again", lambda table: None)
    assert any(": unanswered: " in each or "unsettled" in each for each in simulate(range(600)).convictions)


def test_a_table_that_plays_the_news_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that tells what it has told before is convicted by whoever was told."""
    follow = Table._follow

    def twice(table: Table, rows: Sequence[Row]) -> None:
        follow(table, rows)
        for viewer in table.viewers:
            for connection in [viewer] if hasattr(viewer, "shown") else []:
                connection.shown += connection.shown[-1:]

    monkeypatch.setattr(Table, "_follow", twice)
    assert any(": told: " in each for each in simulate(range(300)).convictions)


def test_the_logs_of_the_simulation_are_logs() -> None:
    """What is planted here differs from the true ones only in what it does wrong."""
    assert issubclass(_Epochless, NodeLog)
    assert isinstance(_Claimless(), MemoryLog)
    assert News({}).rows == {}
