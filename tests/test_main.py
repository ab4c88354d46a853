"""``python -m bottega`` is the command line, and importing it is not."""

from __future__ import annotations

import runpy
import sys

import pytest

from bottega import __version__


def test_run_as_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Run, it does what ``bottega`` does; imported, it does nothing."""
    monkeypatch.setattr(sys, "argv", ["bottega", "--version"])
    runpy.run_module("bottega.__main__", run_name="imported")
    assert capsys.readouterr().out == ""
    with pytest.raises(SystemExit) as done:
        runpy.run_module("bottega", run_name="__main__")
    assert (done.value.code or 0) == 0
    assert __version__ in capsys.readouterr().out
