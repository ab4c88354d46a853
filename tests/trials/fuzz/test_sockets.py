"""A short campaign against a real server, over real sockets."""

from __future__ import annotations

from random import Random

import pytest

from trials.fuzz.sockets import doors, request, try_sockets


@pytest.mark.slow
def test_a_short_campaign_finds_nothing() -> None:
    """A server that is sent garbage at every door answers in its own words, stays well, and leaves when it is told."""
    report = try_sockets(160, seed=2)
    assert not report.broken, report.broken[0]
    assert report.frames == 160 * (len(doors()) + 2), "and the WebSocket, and HTTP"


def test_requests_are_good_and_bad() -> None:
    """Some requests are as they should be, some are not."""
    random = Random(1)
    made = [request(random) for _ in range(300)]
    assert len(set(made)) > 250
    assert any(raw.startswith(b"GET / HTTP/1.1\r\nHost: localhost\r\n") for raw in made)
    assert any(not raw.startswith((b"GET", b"HEAD", b"POST", b"PUT")) for raw in made)
