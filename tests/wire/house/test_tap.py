"""Codes for connections that shall be shown, asked for over the house protocol."""

from __future__ import annotations

import pytest

from bottega.limits import CODE_SECONDS
from bottega.wire.core.taps import Passed
from tests.wire.house.stage import HouseStage


class Line:
    """A connection that is shown."""

    stopped = False

    def stop(self) -> None:
        """Note it."""
        self.stopped = True


def test_what_passes_is_told(stage: HouseStage) -> None:
    """Whoever has asked for a code is told what passes on the connection that says it, with the time."""
    page = stage.visitor()
    taps = stage.room.taps
    watcher = taps.take(f"WATCH {page.does('tap')['code']}")
    assert watcher is page.dialect
    watcher.passed(Passed(line=1, what="said", name="pass", text="{}", state="playing"))
    assert page.latest("wire") == {
        "type": "wire",
        "line": 1,
        "what": "said",
        "at": int(stage.now() * 1000),
        "name": "pass",
        "text": "{}",
        "state": "playing",
    }


def test_how_long_a_code_is_good(stage: HouseStage) -> None:
    """The answer says so: a page asks for another one in time."""
    assert stage.guest("Anna").does("tap")["seconds"] == CODE_SECONDS


@pytest.mark.parametrize("leaves", [False, True])
def test_it_ends(stage: HouseStage, leaves: bool) -> None:
    """With ``untap``, or with the page, nothing is shown any more and the code is void."""
    page, taps, line = stage.guest("Anna"), stage.room.taps, Line()
    assert taps.take(f"WATCH {page.does('tap')['code']}") is page.dialect
    taps.show(page.dialect, line)
    code = page.does("tap")["code"]
    if leaves:
        page.drops()
    else:
        page.does("untap")
    assert line.stopped
    assert taps.take(f"WATCH {code}") is None


def test_who_looks_at_connections_may_stay(stage: HouseStage) -> None:
    """A page that has asked for a code has said what it wants, name or not."""
    page = stage.visitor()
    assert not page.dialect.wanting
    page.does("tap")
    assert page.dialect.wanting
