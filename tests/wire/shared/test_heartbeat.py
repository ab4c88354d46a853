"""A heartbeat: when it beats, and when no more."""

from __future__ import annotations

import pytest

from bottega.table.house import Settings
from bottega.wire.shared.heartbeat import Heartbeat
from tests.wire.stage import Stage

USUAL = 1.5


class Counted(Heartbeat):
    """Counts its beats, and gives up after so many."""

    most = 1000
    beats = 0

    def beat(self) -> bool:
        """Count."""
        self.beats += 1
        return self.beats < self.most


def begun(seconds: float | None = 2.0) -> tuple[Stage, Counted]:
    """A heartbeat that has begun."""
    stage = Stage(Settings(ping_seconds=seconds))
    heartbeat = Counted(stage.connect("renaissance-steps").dialect, USUAL)
    heartbeat.start()
    return stage, heartbeat


def test_it_beats_until_it_is_stopped() -> None:
    """One beat after every pause, none after the stop."""
    stage, heartbeat = begun()
    stage.wait(5)
    heartbeat.stop()
    stage.wait(5)
    assert heartbeat.beats == 2


def test_it_beats_until_it_gives_up() -> None:
    """No beat follows one that has given the connection up."""
    stage, heartbeat = begun()
    heartbeat.most = 1
    stage.wait(10)
    assert heartbeat.beats == 1


def test_starting_again_does_not_double_it() -> None:
    """A second start begins the pause anew."""
    stage, heartbeat = begun()
    stage.wait(1)
    heartbeat.start()
    stage.wait(3)
    assert heartbeat.beats == 1


@pytest.mark.parametrize(("seconds", "beats"), [(0, 0), (None, int(30 / USUAL)), (10, 3)])
def test_the_house_says_how_often(seconds: float | None, beats: int) -> None:
    """Every so many seconds as the house is set, as usual in the protocol without a setting; 0 means never."""
    stage, heartbeat = begun(seconds)
    stage.wait(30)
    assert heartbeat.beats == beats
