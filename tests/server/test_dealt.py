"""Houses that tests start deal alike in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.dealt import FILE, Deals
from tests.server.harness import DEALT, running_house
from tests.server.house_client import Browser


def test_what_is_drawn_follows_from_the_test(tmp_path: Path) -> None:
    """The same test draws the same bytes in the same order, another one others, and none twice."""
    test = tmp_path / "test"
    deals = Deals(test)
    test.write_text("one")
    first = [deals.token_bytes(32) for _ in range(3)]
    test.write_text("another")
    others = [deals.token_bytes(32) for _ in range(3)]
    test.write_text("one")
    assert [deals.token_bytes(32) for _ in range(3)] == first
    assert len({*first, *others}) == 6


def test_two_houses_deal_the_same(tmp_path: Path) -> None:
    """A table of one house and the same table of the next have the same seal and different ids."""
    told = []
    for number in range(2):
        with running_house(tmp_path / str(number), "splendor-json") as house:
            anna = Browser(house, "Anna")
            table = anna.does("open", game="splendor", seats=2)["table"]
            told.append((table, anna.next("snapshot")["commitment"]))
            anna.close()
    (one, seal), (two, same) = told
    assert one != two
    assert seal == same


def test_outside_tests_houses_deal_as_always(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures, sheets and fuzzers start houses too: where no test runs, chance is chance."""
    monkeypatch.delenv(FILE)
    with running_house(tmp_path, "splendor-json") as house:
        Browser(house, "Anna").close()
        assert tuple(house.command) != DEALT
