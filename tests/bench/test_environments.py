"""The benchmark of the environments has a row for each game and interface, and for games of others."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here: pip install 'bottega[spiel]'")
from bench import environments


def test_every_game_through_every_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured as shortly as can be, a game each: no figure is looked at."""
    monkeypatch.setattr(environments, "SECONDS", 1e-3)
    rows = list(environments.rows())
    ours = [row for row in rows if row.ratio is not None]
    assert len(ours) == 9
    assert all(row.goal == "of the bare rules" for row in ours)
    assert [row.what.partition("'s ")[0] for row in rows if row.ratio is None][:2] == ["OpenSpiel"] * 2
