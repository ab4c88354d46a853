"""A short campaign against every protocol, and planted faults that a campaign must find."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
import structlog

from bottega.wire import DIALECTS
from bottega.wire.core.machine import BadRequest, Handling
from bottega.wire.splendor_json.dialect import SplendorJson
from trials.fuzz.__main__ import PROTOCOLS, summary
from trials.fuzz.campaign import Report, campaign
from trials.fuzz.scene import Doors, Send
from trials.fuzz.shrink import ATTEMPTS

pytestmark = pytest.mark.slow

FRAMES = 3_000


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_short_campaign_finds_nothing(name: str) -> None:
    """No frame makes a protocol fail, change what it refuses, go on for ever, grow, or say what is not its own."""
    report = campaign(name, FRAMES, seed=3)
    assert not report.found, f"{report.found[0].failure}\n{report.found[0].recording}"
    assert report.frames >= FRAMES
    reached, done, rows = report.rows
    assert reached > rows / 6, "it hardly got anywhere"
    assert done, "nothing that it sent was accepted"
    assert report.kept > 10
    assert "nothing found" in summary(report)


class Raises(SplendorJson):
    """It fails at a noble that nobody asked for."""

    def unexpected(self, message: str) -> BadRequest:
        """Why a message is refused."""
        if message == "select_noble":
            raise KeyError(message)
        return super().unexpected(message)


class Changes(SplendorJson):
    """Whoever sends something wrong while they wait loses their seat."""

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        if self.table is not None and not self.position.started:
            self.table.leave(self.name)
        return super().refuse(bad)


class Grows(SplendorJson):
    """It never forgets what it was sent."""

    KEPT: ClassVar[list[Any]] = []

    def read(self, message: str | None) -> tuple[str, Any]:
        """A message, which is kept for ever."""
        self.KEPT.append([message])
        return super().read(message)


class Hangs(SplendorJson):
    """It never comes back from a discard."""

    def unexpected(self, message: str) -> BadRequest:
        """Why a message is refused."""
        while message == "discard_gems":
            pass
        return super().unexpected(message)


class Slips(SplendorJson):
    """It has a word that its document has not."""

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        yield {"answer_type": "oops", "message": str(bad)}


class Complains(SplendorJson):
    """It complains to whoever runs the house about what a client sends."""

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        structlog.get_logger("bottega.test").error("this cannot be")
        return super().refuse(bad)


def _found(dialect: type[SplendorJson], attempts: int = ATTEMPTS) -> Report:
    dialects: Doors = {**DIALECTS, SplendorJson.NAME: dialect}
    return campaign(SplendorJson.NAME, 6_000, seed=1, dialects=dialects, hang_seconds=1, attempts=attempts)


@pytest.mark.parametrize(
    ("dialect", "kind"),
    [
        (Raises, "crash"),
        (Changes, "changed"),
        (Slips, "form"),
        (Complains, "log"),
    ],
)
def test_a_planted_fault_is_found_and_made_small(dialect: type[SplendorJson], kind: str) -> None:
    """A campaign against a faulty dialect ends with the fault, and with little more than the frames that show it."""
    (found,) = _found(dialect).found
    assert found.failure.kind == kind
    sent = [step for step in found.recording.steps if isinstance(step, Send)]
    assert 0 < len(sent) <= 4
    assert len(found.recording.steps) <= 12


def test_a_planted_hang_is_found() -> None:
    """What never returns is interrupted; every try to make it smaller takes as long, so there are few."""
    (found,) = _found(Hangs, attempts=40).found
    assert found.failure.kind == "hang"
    assert any(b"discard_gems" in step.data for step in found.recording.steps if isinstance(step, Send))


def test_planted_growth_is_found() -> None:
    """Memory that is not given back is noticed, and where it was taken."""
    (found,) = _found(Grows).found
    assert found.failure.kind == "growth"
    assert "test_campaign.py" in str(found.failure)
    Grows.KEPT.clear()
