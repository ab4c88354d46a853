"""A token bucket, with a clock turned by hand."""

from __future__ import annotations

import pytest

from bottega.server.allowance import Allowance


def test_so_many_at_once() -> None:
    """The whole burst may be spent in one moment, and not one more."""
    allowance = Allowance(rate=10, burst=3)
    assert [allowance.spend(5.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert allowance.spend(5.0) == pytest.approx(0.1)


def test_so_many_a_second() -> None:
    """What is refused costs nothing: whoever comes back when told to is served, for ever at the rate."""
    allowance, now, served = Allowance(rate=10, burst=3), 100.0, 0
    while now < 110.0:
        wait = allowance.spend(now)
        served += not wait
        now += max(wait, 0.001)
    assert served == pytest.approx(3 + 10 * 10, abs=2)


@pytest.mark.parametrize("rate", [0.3, 7, 100, 100 / 3])
def test_whoever_waits_as_told_is_served(rate: float) -> None:
    """At once, however late it is: what rounding takes away is not waited for once more."""
    allowance, now = Allowance(rate, burst=3), 123_456.789
    for _ in range(1000):
        if wait := allowance.spend(now):
            now += wait
            assert allowance.spend(now) == 0


def test_a_pause_fills_it_up_to_the_burst() -> None:
    """However long somebody was silent, they may not send more at once than the burst."""
    allowance = Allowance(rate=10, burst=3)
    for _ in range(3):
        allowance.spend(0.0)
    assert [allowance.spend(3600.0) > 0 for _ in range(4)] == [False, False, False, True]


def test_a_long_message_weighs_more() -> None:
    """Who takes several at once waits until there are so many, and never for more than the bucket holds."""
    allowance = Allowance(rate=10, burst=3)
    assert allowance.spend(100.0, 2) == 0
    assert allowance.spend(100.0, 2) == pytest.approx(0.1)
    assert allowance.spend(100.2, 2) == 0
    assert allowance.spend(200.0, 99) == 0


def test_what_turned_out_dearer_is_paid_later() -> None:
    """A charge may exceed what is left: then the next wait is longer."""
    allowance = Allowance(rate=10, burst=3)
    assert allowance.spend(5.0) == 0
    allowance.charge(12)
    assert allowance.spend(5.0) == pytest.approx(1.1)


def test_a_smaller_beginning() -> None:
    """Whoever begins with less earns the rest like anybody."""
    allowance = Allowance(rate=10, burst=3)
    allowance.begin_with(1, 5.0)
    assert allowance.spend(5.0) == 0
    assert allowance.spend(5.0) == pytest.approx(0.1)
    assert [allowance.spend(9.0) for _ in range(3)] == [0.0, 0.0, 0.0]


def test_a_slower_pace() -> None:
    """Whoever shares an address with many is answered more slowly, never faster than before."""
    allowance = Allowance(rate=10, burst=1)
    allowance.slow_down(2)
    allowance.slow_down(5)
    assert allowance.spend(5.0) == 0
    assert allowance.spend(5.0) == pytest.approx(0.5)


def test_what_was_taken_lately() -> None:
    """It comes back at the rate, is never less than nothing, and what a connection began without was never taken."""
    allowance = Allowance(rate=10, burst=100)
    allowance.begin_with(20, now=50.0)
    assert allowance.lately(50.0) == 0
    for _ in range(5):
        allowance.spend(50.0)
    allowance.charge(2)
    assert allowance.lately(50.0) == pytest.approx(7)
    assert allowance.lately(50.2) == pytest.approx(5)
    assert allowance.lately(99.0) == 0
