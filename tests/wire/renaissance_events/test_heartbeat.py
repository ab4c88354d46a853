"""How renaissance-events knows that somebody is still there."""

from __future__ import annotations

import pytest

from bottega.table.house import Settings
from tests.wire.stage import Peer, Stage

BEAT = '{"type":"ReqHeartbeat"}'


def connected(ping_seconds: float | None) -> tuple[Stage, Peer]:
    """A house and somebody who has connected."""
    stage = Stage(Settings(turn_seconds=0, ping_seconds=ping_seconds))
    peer = stage.connect("renaissance-events")
    peer.inbox.clear()
    return stage, peer


@pytest.mark.parametrize(("setting", "seconds"), [(None, 12.5), (2.0, 2.0)])
def test_whoever_is_silent_is_asked_and_then_closed(setting: float | None, seconds: float) -> None:
    """After half the time, and after the other half."""
    stage, peer = connected(setting)
    stage.wait(seconds)
    assert list(peer.inbox) == [BEAT]
    stage.wait(seconds)
    assert peer.closed == "it says nothing any more"


@pytest.mark.parametrize("line", ['{"type":"ResHeartbeat"}', "nonsense", '{"type":"ReqJoin","nickname":"ann"}'])
def test_any_line_will_do(line: str) -> None:
    """Even one that cannot be read."""
    stage, peer = connected(1.0)
    for _ in range(5):
        stage.wait(1.0)
        peer.says(line)
    assert peer.closed is None


def test_nobody_is_asked_if_the_house_does_not_want_it() -> None:
    """With 0 seconds somebody may be silent for ever."""
    stage, peer = connected(0)
    stage.wait(1000)
    assert not peer.inbox
    assert peer.closed is None


def test_a_lost_connection_is_not_asked() -> None:
    """The timer ends with it."""
    stage, peer = connected(1.0)
    peer.drops()
    stage.wait(10)
    assert not peer.inbox
