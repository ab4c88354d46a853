"""Pings: whoever has answered once must go on answering."""

from __future__ import annotations

import pytest

from bottega.wire.renaissance_steps.pinger import UNANSWERED, Pinger
from tests.wire.stage import Peer, Stage


@pytest.fixture
def stage() -> Stage:
    """A stage with its own clock."""
    return Stage()


@pytest.fixture
def peer(stage: Stage) -> Peer:
    """A peer that has read the greeting."""
    peer = stage.connect("renaissance-steps")
    peer.inbox.clear()
    return peer


def test_it_pings_until_it_is_stopped(stage: Stage, peer: Peer) -> None:
    """One ping after every pause, none after the stop."""
    pinger = Pinger(peer, "ping", 2)
    pinger.start()
    stage.wait(5)
    assert list(peer.inbox) == ["ping", "ping"]
    pinger.stop()
    stage.wait(5)
    assert len(peer.inbox) == 2


def test_starting_again_does_not_double_it(stage: Stage, peer: Peer) -> None:
    """A second start begins the pause anew."""
    pinger = Pinger(peer, "ping", 2)
    pinger.start()
    stage.wait(1)
    pinger.start()
    stage.wait(3)
    assert len(peer.inbox) == 1


def test_no_seconds_no_pings(stage: Stage, peer: Peer) -> None:
    """0 seconds mean never."""
    Pinger(peer, "ping", 0).start()
    stage.wait(30)
    assert not peer.inbox


def test_whoever_never_answers_is_left_alone(stage: Stage, peer: Peer) -> None:
    """Somebody with ``nc`` knows no pings."""
    Pinger(peer, "ping", 1).start()
    stage.wait(40)
    assert len(peer.inbox) == 40
    assert peer.closed is None


def test_whoever_stops_answering_is_gone(stage: Stage, peer: Peer) -> None:
    """After one answer, so many pings in a row without one are too many; another answer in time starts anew."""
    pinger = Pinger(peer, "ping", 1)
    pinger.start()
    stage.wait(1)
    pinger.answered()
    stage.wait(UNANSWERED)
    pinger.answered()
    stage.wait(UNANSWERED)
    assert peer.closed is None
    stage.wait(1)
    assert peer.closed == "it does not answer pings any more"
