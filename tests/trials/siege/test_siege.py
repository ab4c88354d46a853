"""The siege itself: every assault reaches the server, the figures are told as ratios, and faults are seen."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from bench.measured import Seen
from tests.server.harness import running_house
from trials.siege import assaults
from trials.siege.assaults import ASSAULTS
from trials.siege.bystander import Moments, Stretch, summed_up
from trials.siege.peers import Target
from trials.siege.siege import HEADING, Report, besiege

CALM = Stretch(100, 0.001, 0.002, 0.003)


def test_a_row_of_the_table() -> None:
    """It has a cell for every column, and ratios to calm of the same run."""
    worse = Stretch(75, 0.0015, 0.006, 0.1, left_out=25)
    row = Report(
        "reconnects", CALM, worse, CALM, (50_000_000, 60_000_000, 55_000_000), 0.5, {"connections": 1_234}
    ).row()
    assert row.count("|") == HEADING.splitlines()[0].count("|")
    assert "| 1.0 / 2.0 | 1.5 / 6.0 | 1.0 / 2.0 | 1.5× / 3.0× | 50 → 60 → 55 |" in row
    assert "| 50% | 0% / 25% | 1,234 connections |" in row


def test_a_table_that_stands_still() -> None:
    """Nothing is measured then, and nothing divided by."""
    assert summed_up([]) == Stretch(0)
    assert "–" in Report("x", Stretch(0), CALM, CALM, (1, 1, 1), 0.0, {}).row()


def test_moments_without_a_core_are_left_out() -> None:
    """A move of a moment in which another virtual machine had a core is counted, and its time is not."""
    stolen = 5
    seen = Seen(measuring=True)
    moments = Moments(seen, lambda: f"cpu 1 2 3 4 5 6 7 {stolen} 0 0\ncpu0 0 0 0 0 0 0 0 99 0 0")
    seen.latencies = [0.001, 0.001]
    moments.look()
    seen.latencies = [0.3]
    stolen = 6
    moments.look()
    seen.latencies = [0.002]
    assert moments.stretch() == Stretch(3, 0.001, 0.002, 0.002, left_out=1)
    assert moments.stretch() == Stretch(0)


def test_a_system_that_does_not_say() -> None:
    """Where nothing is told about cores that are gone, every move counts."""
    seen = Seen(measuring=True)
    moments = Moments(seen, lambda: "")
    seen.latencies = [0.001]
    assert moments.stretch().moves == 1


def test_besiegers_come_from_where_they_are_counted() -> None:
    """Not from the address that counts as this machine, and from as many as an assault says."""
    target = Target({"http": 1})
    assert {target.whence() for _ in range(10)} == {"127.0.1.2"}
    target.addresses = 4
    assert len({target.whence() for _ in range(10)}) == 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSAULTS)
def test_every_assault_gets_something_done(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It connects, goes on until it is stopped, and the server stands."""
    monkeypatch.setattr(assaults, "IDLE", 200)
    ports = ("splendor-json", "sagrada-text", "sagrada-json", "renaissance-json", "renaissance-steps")
    with running_house(tmp_path, *ports) as house:

        async def run() -> Target:
            target = Target(house.ports)
            assault = asyncio.create_task(ASSAULTS[name](target))
            async with asyncio.timeout(300):
                while target.done["connections"] < 1 or target.prepares:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)
            assert not assault.done(), assault
            assault.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await assault
            return target

        assert asyncio.run(run()).done["connections"]
        assert "Traceback" not in house.errors


@pytest.mark.slow
def test_a_short_siege() -> None:
    """From end to end: the uninvolved table plays on before, during and after."""
    report = besiege("connects", 3.0, 3.0)
    assert not report.faults
    assert min(report.memory) > 0
    for seen in (report.calm, report.during, report.after):
        assert seen.moves + seen.left_out
