"""Ports that are told to nobody else."""

from __future__ import annotations

import socket

import pytest

from tests import ports
from tests.ports import FIRST, LAST, free_port, own_range


def test_none_is_handed_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port stays its owner's, whether or not somebody listens there at the moment."""
    monkeypatch.setattr(ports, "own_range", lambda environment: range(FIRST, FIRST + 40))
    monkeypatch.setattr(ports, "_handed_out", set())
    drawn = [free_port() for _ in range(20)]
    assert len(set(drawn)) == len(drawn)


def test_one_that_is_taken_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody listens already nobody else is sent."""
    taken, free = free_port(), free_port()
    monkeypatch.setattr(ports, "own_range", lambda environment: (taken, free))
    monkeypatch.setattr(ports, "_handed_out", set())
    with socket.create_server(("127.0.0.1", taken)):
        assert free_port() == free


def test_workers_have_ranges_of_their_own() -> None:
    """What one worker of a run may draw no other may; alone one draws from all."""
    each = [own_range({"PYTEST_XDIST_WORKER": f"gw{n}", "PYTEST_XDIST_WORKER_COUNT": "3"}) for n in range(3)]
    assert len(set().union(*each)) == sum(map(len, each))
    assert all(FIRST <= port < LAST for one in each for port in one)
    assert own_range({}) == range(FIRST, LAST)
