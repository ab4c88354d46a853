"""``python -m bottega.wire``: the machines as diagrams."""

from __future__ import annotations

import sys

import pytest

from bottega.wire import DIALECTS
from bottega.wire.__main__ import main
from bottega.wire.house.dialect import HouseDialect


@pytest.mark.parametrize("name", [*DIALECTS, HouseDialect.NAME])
def test_a_diagram(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each dialect's machine is printed as Mermaid draws it, beginning where a connection begins."""
    monkeypatch.setattr(sys, "argv", ["wire", name])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "stateDiagram-v2"
    assert lines[1].startswith("    [*] --> ")


@pytest.mark.parametrize("words", [[], ["chess"]])
def test_the_names(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No name, or one that is none, lists the names."""
    monkeypatch.setattr(sys, "argv", ["wire", *words])
    main()
    assert capsys.readouterr().out.split() == [*DIALECTS, HouseDialect.NAME]
