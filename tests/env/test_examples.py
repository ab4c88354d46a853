"""The example that learns does learn."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from bottega.env.single import SeatEnv

EXAMPLE = Path(__file__).parents[2] / "examples" / "training" / "improve.py"


@pytest.mark.slow
def test_the_example_gets_better() -> None:
    """A hundred games are enough to double its points on deals that it has not seen."""
    example = runpy.run_path(str(EXAMPLE))
    table = SeatEnv("sagrada", seats=1)
    learned = example["train"](table, 100)
    nothing = np.zeros_like(learned)
    assert example["measure"](table, learned, 30) > 2 * example["measure"](table, nothing, 30) > 0


def test_the_example_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    """It says what it was good for."""
    example = runpy.run_path(str(EXAMPLE))
    example["main"].__globals__["DEALS"] = 1
    example["main"].__globals__["measure"].__defaults__ = (1,)
    example["main"](1)
    assert "other deals: " in capsys.readouterr().out
