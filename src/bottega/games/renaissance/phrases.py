"""Everything the rules of Masters of Renaissance say: the lines of the score sheet."""

from __future__ import annotations

from bottega.games.refusal import Phrasebook

PHRASES = Phrasebook(
    "renaissance",
    {},
    lines={
        "cards": ("development cards", "{bought} bought"),
        "faith": ("faith track", "space {space}"),
        "favour": ("pope's favour", "{up} face up"),
        "leaders": ("leaders", "{played} in play"),
        "resources": ("resources", "{left} left, 1 point for every {each}"),
    },
)
