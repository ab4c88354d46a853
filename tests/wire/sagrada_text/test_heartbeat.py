"""PING and PONG, and what becomes of somebody who stays silent."""

from __future__ import annotations

from bottega.table.house import Settings
from bottega.wire.sagrada_text.heartbeat import PING_SECONDS, Heartbeat
from tests.wire.stage import Peer, Stage


def alive(seconds: float | None = None) -> tuple[Stage, Peer, Heartbeat]:
    """A connection whose heart beats."""
    stage = Stage(Settings(ping_seconds=seconds))
    peer = stage.connect("sagrada-text")
    peer.inbox.clear()
    heartbeat = Heartbeat(peer.dialect)
    heartbeat.start()
    return stage, peer, heartbeat


def test_pings_come_at_the_pace_of_the_house() -> None:
    """Without a pace of the house it is the document's."""
    for seconds in (None, 10.0):
        stage, peer, heartbeat = alive(seconds)
        pace = PING_SECONDS if seconds is None else seconds
        assert heartbeat.seconds == pace
        stage.wait(pace - 0.1)
        assert not peer.inbox
        stage.wait(0.1)
        assert list(peer.inbox) == ["PING"]


def test_whoever_answers_is_pinged_again() -> None:
    """A PONG between two pings is all that is wanted."""
    stage, peer, heartbeat = alive()
    for _ in range(3):
        stage.wait(PING_SECONDS)
        heartbeat.answered()
    assert list(peer.inbox) == ["PING"] * 3
    assert peer.closed is None


def test_whoever_stays_silent_is_gone_when_the_next_is_due() -> None:
    """The connection is lost at once and closed."""
    stage, peer, _ = alive()
    stage.wait(2 * PING_SECONDS)
    assert peer.dialect.gone
    assert peer.closed is not None


def test_a_busy_connection_is_not_silent() -> None:
    """What it has sent is held back until its answer is there: perhaps a PONG."""
    stage, peer, _ = alive()
    stage.wait(PING_SECONDS)
    peer.dialect.busy = True
    stage.wait(PING_SECONDS)
    assert peer.closed is None
    assert list(peer.inbox) == ["PING", "PING"]


def test_it_beats_once_however_often_it_starts() -> None:
    """Who logs in again on the same connection is not pinged twice; stopped, it is over."""
    stage, peer, heartbeat = alive()
    heartbeat.start()
    stage.wait(PING_SECONDS)
    assert list(peer.inbox) == ["PING"]
    heartbeat.stop()
    stage.wait(5 * PING_SECONDS)
    assert list(peer.inbox) == ["PING"]


def test_a_heart_that_never_beat_can_be_stopped() -> None:
    """A connection lost before its login has nothing to stop."""
    Heartbeat(Stage().connect("sagrada-text").dialect).stop()
