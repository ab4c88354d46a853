"""A short campaign with every fault finds nothing, and one in which moves really get lost finds that."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bottega.store.sqlite import FILE_NAME
from bottega.wire import DIALECTS
from trials.chaos.campaign import Campaign, plan
from trials.chaos.guests import EVERYBODY, ROLES, listeners
from trials.chaos.nemesis import FAULTS, Nemesis
from trials.chaos.round import Figures


def test_a_plan() -> None:
    """So many kills and so many of every other fault, in another order for every seed."""
    planned = plan(FAULTS, 5, 2, Random(1))
    assert Counter(planned) == {"kill": 5} | dict.fromkeys(set(FAULTS) - {"kill"}, 2)
    assert planned == plan(FAULTS, 5, 2, Random(1)) != plan(FAULTS, 5, 2, Random(2))


def test_unknown_faults() -> None:
    """A fault that nobody can make is refused before anything is started."""
    with pytest.raises(SystemExit, match="there is no fault 'earthquake'"):
        Campaign(Path("nowhere"), 1, ["kill", "earthquake"])


def test_everybody_is_there() -> None:
    """Every door of the house has a guest: all protocols with their profiles, and the WebSocket for every game."""
    assert set(EVERYBODY) == set(ROLES)
    doors = {f"{name}+{profile}".rstrip("+") for name in DIALECTS for profile in DIALECTS[name].PROFILES}
    assert set(listeners(EVERYBODY)) == doors


def test_figures_add_up() -> None:
    """The figures of rounds are counted together; a note is made once."""
    total = Figures()
    for _ in range(2):
        total.add(Figures(1, Counter(kill=3), moves={"refused": 2}, convictions=["lost"], notes=["slow"], seconds=1.5))
    assert (total.rounds, total.faults["kill"], total.moves, total.seconds) == (2, 6, {"refused": 4}, 3.0)
    assert (total.convictions, total.notes) == (["lost", "lost"], ["slow"])
    assert total.lines()[-1] == "2 convictions"


@pytest.mark.slow
def test_a_short_campaign(tmp_path: Path) -> None:
    """Everybody plays while every fault is made: nothing acknowledged is lost, and nobody is told anything wrong."""
    said: list[str] = []
    campaign = Campaign(tmp_path / "campaign", 11, FAULTS, say=said.append, forked=True)
    figures = campaign.run(kills=8, others=1)
    assert figures.convictions == []
    assert figures.faults["kill"] >= 8
    assert all(figures.faults[name] >= 1 for name in FAULTS)
    assert figures.moves["acknowledged"] > 50
    assert figures.connections > 9 * len(EVERYBODY) / 2
    assert not list((tmp_path / "campaign").iterdir())  # only what was wrong is kept
    assert len(said) == figures.rounds == 1


@pytest.mark.slow
def test_a_disk_that_forgets_is_convicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk loses what it had acknowledged, in good order and without a gap, the checker knows."""

    async def forgetful(nemesis: Nemesis) -> None:
        house = nemesis.house
        kept = house.data.with_name("kept.sqlite3")
        await asyncio.sleep(2.0)
        with contextlib.closing(sqlite3.connect(house.data / FILE_NAME)) as now:
            with contextlib.closing(sqlite3.connect(kept)) as then:
                now.backup(then)
            entries = "SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM arrivals)"
            before = now.execute(entries).fetchone()[0]
            while now.execute(entries).fetchone()[0] < before + 12:
                await asyncio.sleep(0.05)
        house.kill()
        for path in house.data.glob(f"{FILE_NAME}*"):
            path.unlink()
        shutil.move(kept, house.data / FILE_NAME)
        (house.data / "lock").unlink()
        await asyncio.to_thread(house.start)

    monkeypatch.setattr(Nemesis, "kill", forgetful)
    figures = Campaign(tmp_path / "campaign", 3, ["kill"], "ppjr", print).run(kills=1, others=0)
    found = {conviction.partition(":")[0] for conviction in figures.convictions}
    assert found & {"lost", "wrong picture"}
    assert (tmp_path / "campaign" / "round-1" / "convictions.txt").exists()
