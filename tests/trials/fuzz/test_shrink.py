"""Making failures small."""

from __future__ import annotations

from bottega.table.house import Settings
from trials.fuzz.failures import Failure
from trials.fuzz.scene import Connect, Plan, Recording, Send, Step, Wait
from trials.fuzz.shrink import Attempts, fewer, shorter, smallest, told


def test_what_is_not_needed_is_left_out() -> None:
    """Only those items stay without which nothing fails, in their order."""
    assert fewer(range(100), lambda tried: {7, 60, 61} <= set(tried)) == [7, 60, 61]
    assert shorter(b"a long text with a needle in it", lambda tried: b"need" in tried) == b"need"


def test_trying_ends() -> None:
    """After so many attempts nothing is tried any more."""
    attempts = Attempts(lambda tried: True, 3)
    assert [attempts.fails(0) for _ in range(5)] == [True, True, True, False, False]


def test_a_scene_that_fails_no_longer_stays_as_it_is() -> None:
    """Where a replay finds nothing wrong there is nothing to be made smaller."""
    steps: tuple[Step, ...] = (Connect(0, "sagrada-text"), Send(0, b"PONG\n"), Wait(1.0))
    recording = Recording(Plan(1), steps)
    assert smallest(recording, Failure("crash", "it was so")) is recording


def test_a_scene_can_be_read() -> None:
    """It is printed as lines: the plan, and the last steps, long ones shortened."""
    steps: tuple[Step, ...] = (Connect(3, "sagrada-text"), *(Send(3, b"x" * 5000) for _ in range(60)))
    text = told(Recording(Plan(7, Settings(seats=3), slow=True), steps))
    first, second, *rest = text.splitlines()
    assert first.startswith("plan: seed 7, slow, Settings(seats=3")
    assert second == "  … 21 steps before"
    assert len(rest) == 40
    assert all(line.startswith("  send 3 b'xxx") and len(line) < 500 for line in rest)
