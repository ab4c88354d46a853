"""The page in the browser of whoever has opened a house for themselves."""

from __future__ import annotations

import sys
import threading
import webbrowser

import pytest

from bottega.browser import has_screen, show

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a screen."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)


def test_without_a_screen_the_address_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over a bare connection to a server no browser for the terminal is started; the address is on the error stream."""
    monkeypatch.setattr(webbrowser, "open", lambda address: pytest.fail("a browser was started"))
    assert not has_screen()
    show("http://127.0.0.1:8000/")
    said = capsys.readouterr()
    assert said.out == ""
    assert "http://127.0.0.1:8000/" in said.err


@pytest.mark.parametrize("name", SCREENS)
def test_with_a_screen_the_page_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen, or a browser that somebody has named, is used, and nobody waits for it to be closed."""
    monkeypatch.setenv(name, "something")
    shown, closed = threading.Event(), threading.Event()

    def stays_open(address: str) -> None:
        shown.set()
        closed.wait()

    monkeypatch.setattr(webbrowser, "open", stays_open)
    show("http://127.0.0.1:8000/")
    assert shown.wait(60)
    closed.set()


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_have_screens(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing in the environment says so, a screen is taken for granted."""
    monkeypatch.setattr(sys, "platform", system)
    assert has_screen()
