"""What somebody may be called: one rule for each protocol, as data.

Every protocol wants names that can be seen and told apart: no control, bidirectional or invisible characters, no blanks
at the ends, and each letter in one spelling (NFC), whoever typed it on whatever machine. Length and alphabet are each
document's own; where it says nothing, a name may have ``MAX_NICKNAME`` characters of any script.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from bottega.games.refusal import Refusal
from bottega.limits import MAX_NAME, MAX_NICKNAME
from bottega.table.phrases import PHRASES

_INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, *range(0xFE00, 0xFE10),
            0xFFA0, *range(0xE0100, 0xE01F0),
        ),
    )
)  # fmt: skip
"""Characters that show nothing although they count as letters, marks or symbols: fillers and variation selectors."""


def tidy(name: str) -> str:
    """The name in the one spelling in which names are compared and kept.

    >>> tidy("Zoe\\u0301") == "Zo\\u00e9"
    True
    """
    return unicodedata.normalize("NFC", name)


class NameRule(msgspec.Struct, frozen=True, kw_only=True):
    """What one protocol calls a name."""

    least: int = 1
    most: int = MAX_NICKNAME
    counted_as_java: bool = False
    """Whether a character beyond the first 65,536 counts as two."""
    letters: str = ""
    """A regular expression for the whole name, where the document allows certain letters only."""

    def objection(self, name: str) -> Refusal | None:
        """Why nobody may be called so, None if somebody may."""
        length = len(name.encode("utf-16-le", "surrogatepass")) // 2 if self.counted_as_java else len(name)
        if not self.least <= length <= self.most:
            return PHRASES.refusal("name-length", least=self.least, most=self.most, length=length)
        if not name.isprintable() or not _INVISIBLE.isdisjoint(name) or unicodedata.category(name[0])[0] == "M":
            return PHRASES.refusal("name-characters")
        if name != name.strip():
            return PHRASES.refusal("name-blanks")
        if self.letters and not re.fullmatch(self.letters, name):
            return PHRASES.refusal("name-letters")
        return None


ANY = NameRule()
"""The rule where a document says nothing."""

RULES = {
    "house": NameRule(most=MAX_NAME),
    "splendor-json": NameRule(least=3, most=10, counted_as_java=True),
    "splendor-json+original": NameRule(counted_as_java=True),
    "sagrada-text": NameRule(most=16, letters="[A-Za-z][A-Za-z0-9]*"),
    "sagrada-text+original": NameRule(most=16, letters="(?![0-9]+[A-Za-z]+$)[0-9A-Za-z]+"),
    "sagrada-json": ANY,
    "renaissance-json": ANY,
    "renaissance-steps": ANY,
}
"""The rule of each protocol, and of the program of its time where that differs."""


def rule_of(dialect: str, profile: str = "") -> NameRule:
    """The rule of a protocol in one of its profiles.

    >>> rule_of("splendor-json").least, rule_of("splendor-json", "original").least, rule_of("sagrada-json", "original")
    (3, 1, NameRule(least=1, most=32, counted_as_java=False, letters=''))
    """
    return RULES.get(f"{dialect}+{profile}") or RULES.get(dialect, ANY)
