"""Pings: whoever has answered once must go on answering."""

from __future__ import annotations

from bottega.table.house import Settings
from bottega.wire.renaissance_steps.heartbeat import UNANSWERED, Heartbeat
from tests.wire.stage import Peer, Stage


def connected() -> tuple[Stage, Peer, Heartbeat]:
    """A connection that has read the greeting, and a heartbeat of its own."""
    stage = Stage(Settings(ping_seconds=1.0))
    peer = stage.connect("renaissance-steps")
    peer.inbox.clear()
    return stage, peer, Heartbeat(peer.dialect, "ping")


def test_whoever_never_answers_is_left_alone() -> None:
    """Somebody with ``nc`` knows no pings."""
    stage, peer, heartbeat = connected()
    heartbeat.start()
    stage.wait(40)
    assert len(peer.inbox) == 40
    assert peer.closed is None


def test_whoever_stops_answering_is_gone() -> None:
    """After one answer, so many pings in a row without one are too many; another answer in time starts anew."""
    stage, peer, heartbeat = connected()
    heartbeat.start()
    stage.wait(1)
    heartbeat.answered()
    stage.wait(UNANSWERED)
    heartbeat.answered()
    stage.wait(UNANSWERED)
    assert peer.closed is None
    stage.wait(1)
    assert peer.closed == "it does not answer pings any more"


def test_an_answer_that_is_held_back_is_an_answer() -> None:
    """While a move is on its way to the disk, answers wait behind it: nobody is gone because the disk is slow."""
    stage, peer, heartbeat = connected()
    heartbeat.answered()
    heartbeat.start()
    peer.dialect.busy = True
    stage.wait(3 * UNANSWERED)
    assert peer.closed is None
    peer.dialect.busy = False
    heartbeat.answered()
    stage.wait(UNANSWERED)
    assert peer.closed is None
