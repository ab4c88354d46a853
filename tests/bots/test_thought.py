"""What comes of thinking is a value that can be sent and kept."""

from __future__ import annotations

import msgspec

from bottega.bots import think
from bottega.bots.thought import Evaluation
from bottega.games import splendor


def test_an_evaluation_survives_the_wire() -> None:
    """It is plain data: encoded and decoded, it is the same."""
    evaluation = think("elettra", splendor, splendor.new(2, seed=bytes(32)), 0, b"seed", simulations=30).evaluation
    assert msgspec.json.decode(msgspec.json.encode(evaluation), type=Evaluation) == evaluation
