"""Everything the rules of Splendor say: the lines of the score sheet."""

from __future__ import annotations

from bottega.games.refusal import Phrasebook

PHRASES = Phrasebook(
    "splendor",
    {},
    lines={
        "cards": ("cards", "{bought} bought"),
        "nobles": ("nobles", "{received} received"),
    },
)
