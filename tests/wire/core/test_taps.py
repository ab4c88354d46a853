"""Codes that show a connection on a page: for one connection, for a while, for one page."""

from __future__ import annotations

import pytest

from bottega.limits import CODE_SECONDS, MAX_TAPS
from bottega.wire.core.taps import ALPHABET, LENGTH, Passed, Taps


class Page:
    """A page that watches."""

    def passed(self, news: Passed) -> None:
        """Nothing is shown here."""
        raise AssertionError(news)


class Line:
    """A connection that is shown."""

    def __init__(self) -> None:
        self.stopped = 0

    def stop(self) -> None:
        """Count it."""
        self.stopped += 1


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock at its beginning."""
    return Clock()


@pytest.fixture
def taps(clock: Clock) -> Taps:
    """No codes yet."""
    return Taps(clock)


def test_a_code_is_taken_once(taps: Taps) -> None:
    """The first connection that says it is shown; the second says something that means nothing."""
    page = Page()
    code = taps.offer(page)
    assert len(code) == LENGTH
    assert set(code) <= set(ALPHABET)
    assert taps.take(f"WATCH {code}") is page
    assert taps.take(f"WATCH {code}") is None


@pytest.mark.parametrize("said", [None, "", "{code}", "WATCH", "WATCH {code}X", "watch {code}", "WATCH {lower}"])
def test_what_is_no_code(taps: Taps, said: str | None) -> None:
    """Anything else is an ordinary message, and the code stays good."""
    page = Page()
    code = taps.offer(page)
    assert taps.take(None if said is None else said.format(code=code, lower=code.lower())) is None
    assert taps.take(f" WATCH {code} ") is page


def test_a_code_lasts_a_while(taps: Taps, clock: Clock) -> None:
    """One that was shown long ago is good for nothing."""
    page = Page()
    code = taps.offer(page)
    clock.now = CODE_SECONDS
    assert taps.take(f"WATCH {code}") is None


def test_the_newest_code_counts(taps: Taps) -> None:
    """A page has one code at a time; others' codes are their own affair."""
    page, other = Page(), Page()
    former, others = taps.offer(page), taps.offer(other)
    code = taps.offer(page)
    assert taps.take(f"WATCH {former}") is None
    assert taps.take(f"WATCH {code}") is page
    assert taps.take(f"WATCH {others}") is other


def test_a_page_that_is_gone(taps: Taps) -> None:
    """Its code is void, and whatever it was shown stops being shown."""
    page, line = Page(), Line()
    assert not taps.watches(page)
    assert taps.take(f"WATCH {taps.offer(page)}") is page
    taps.show(page, line)
    code = taps.offer(page)
    assert taps.watches(page)
    taps.withdraw(page)
    assert line.stopped == 1
    assert taps.take(f"WATCH {code}") is None
    assert not taps.watches(page)
    taps.withdraw(page)
    assert line.stopped == 1


def test_a_page_is_shown_a_few(taps: Taps) -> None:
    """Connections are counted from 1; beyond the limit a code is not taken until one of them is gone."""
    page = Page()
    numbers = []
    for _ in range(MAX_TAPS):
        assert taps.take(f"WATCH {taps.offer(page)}") is page
        numbers.append(taps.show(page, Line()))
    assert numbers == list(range(1, MAX_TAPS + 1))
    code = taps.offer(page)
    assert taps.take(f"WATCH {code}") is None
    taps.hide(page, 3)
    assert taps.take(f"WATCH {code}") is page, "it was not used up"
    assert taps.show(page, Line()) == MAX_TAPS + 1
