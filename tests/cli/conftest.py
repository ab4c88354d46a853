"""The command line in this process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bottega.cli import main
from tests.cli.run import Command, Run


@pytest.fixture
def bottega(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, run in this process in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Run:
        monkeypatch.setattr(sys, "argv", ["bottega", *arguments])
        try:
            main()
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        return Run(code, *capsys.readouterr())

    return run
