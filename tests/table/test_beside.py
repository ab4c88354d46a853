"""Slow work: asked for by many, done once, kept within bounds, and not begun for those who are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bottega.table.beside import Once, Wanted, always, at_once


class Later:
    """Does work when told to."""

    def __init__(self, room: int = 100) -> None:
        self.room = room
        self.waiting: list[tuple[Callable[[], Any], Callable[[Any], None], Wanted]] = []
        self.askers: list[str] = []

    def __call__(
        self, work: Callable[[], Any], then: Callable[[Any], None], wanted: Wanted = always, asker: str = ""
    ) -> bool:
        """Keep it for later, if there is room."""
        if len(self.waiting) >= self.room:
            return False
        self.askers.append(asker)
        self.waiting.append((work, then, wanted))
        return True

    def finish(self) -> None:
        """Do what was asked for, and is still wanted."""
        waiting, self.waiting = self.waiting, []
        for work, then, wanted in waiting:
            then(work() if wanted() else None)


class Archive:
    """Something that takes long to look things up in, and counts how often it had to."""

    def __init__(self, run: Any, most: int = 3) -> None:
        self.looked: list[str] = []
        self.heard: list[str | None] = []
        self.once: Once[str] = Once(self._find, run, most, lambda found: not found.startswith("no "))

    def _find(self, key: str) -> str:
        self.looked.append(key)
        return key.upper() if key.islower() else f"no {key}"

    def ask(self, *keys: str, wanted: Wanted = always) -> None:
        """Ask for several."""
        for key in keys:
            self.once.ask(key, self.heard.append, wanted)


def test_whoever_asks_first_is_said_to_ask() -> None:
    """It is their turn that is used up."""
    run = Later()
    archive = Archive(run)
    for asker in ("192.0.2.1", "192.0.2.2"):
        archive.once.ask("a", archive.heard.append, asker=asker)
    assert run.askers == ["192.0.2.1"]


def test_many_who_ask_share_one_look() -> None:
    """Whoever asks while it is being looked for gets what the first one gets."""
    run = Later()
    archive = Archive(run)
    archive.ask("a", "a", "b", "a")
    assert archive.heard == []
    run.finish()
    assert archive.looked == ["a", "b"]
    assert archive.heard == ["A", "A", "A", "B"]


def test_what_was_found_is_kept() -> None:
    """Later ones are answered at once, from what is kept; what was not found is looked for again."""
    archive = Archive(at_once)
    archive.ask("a", "a", "9", "9")
    assert archive.looked == ["a", "9", "9"]
    assert archive.heard == ["A", "A", "no 9", "no 9"]


def test_the_last_ones_asked_for_are_kept() -> None:
    """What nobody has asked for the longest makes way."""
    archive = Archive(at_once, most=2)
    archive.ask("a", "b", "a", "c", "a", "b")
    assert archive.looked == ["a", "b", "c", "b"]


def test_too_much_is_asked_for() -> None:
    """When no more can wait, whoever asks hears so at once and may ask again; what is on its way is waited for."""
    run = Later(room=1)
    archive = Archive(run)
    archive.ask("a", "b", "a")
    assert archive.heard == [None]
    run.finish()
    archive.ask("b")
    run.finish()
    assert archive.heard == [None, "A", "A", "B"]


@pytest.mark.parametrize(("others", "looked"), [((), []), (("a",), ["a"])])
def test_nothing_is_looked_for_in_vain(others: tuple[str, ...], looked: list[str]) -> None:
    """If all who asked are gone it is not looked for; if one is still there, it is."""
    run = Later()
    archive = Archive(run)
    archive.ask("a", "a", wanted=lambda: False)
    archive.ask(*others)
    run.finish()
    assert archive.looked == looked
    archive.ask("a")
    run.finish()
    assert archive.heard[-1] == "A"


def test_what_is_to_be_found_anew() -> None:
    """What was kept is looked for again, and what was begun before is told but not kept."""
    later = Later()
    archive = Archive(later)
    archive.once.ask("a", archive.heard.append)
    archive.once.forget()
    later.finish()
    assert len(archive.heard) == 1
    archive.once.ask("a", archive.heard.append)
    later.finish()
    archive.once.ask("a", archive.heard.append)
    assert (len(archive.heard), archive.looked) == (3, ["a", "a"])
    archive.once.forget()
    archive.once.ask("a", archive.heard.append)
    later.finish()
    assert archive.looked == ["a", "a", "a"]
