"""What somebody may be called: one rule for each protocol, as data.

Every protocol wants names that can be seen and told apart: no control, bidirectional or invisible characters, no blanks
at the ends, each letter in one spelling (NFC), whoever typed it on whatever machine, and no letters of two scripts but
those that are written together (Japanese, Korean, Chinese, each also with Latin). Length and alphabet are each
document's own; where it says nothing, a name may have ``MAX_NICKNAME`` characters of any script.

A name written in one alphabet may still look like one in another (``COCA`` can be all Latin or all Cyrillic), and
nobody counts its blanks. So two names with the same :func:`skeleton` are not used at the same time.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

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


_NOBODYS = re.compile(r"(?i:somebody)( ?)[\dlO]+")
"""What the skeleton of nobody's name may look like: it stands in the place of those who were forgotten.

A skeleton has letters for 1 and 0.
"""


def somebody(number: int) -> str:
    """What the log says in place of a name that was forgotten.

    >>> somebody(3), RULES["house"].objection(somebody(3)) is None
    ('somebody 3', False)
    """
    return f"somebody {number}"


def _is_nobodys(name: str) -> bool:
    """Whether a name looks like what stands in the place of the forgotten; wide digits have their blank with them.

    >>> _is_nobodys("SOMEBODY  3"), _is_nobodys("somebody\\uff13"), _is_nobodys("somebody3")
    (True, True, False)
    """
    found = _NOBODYS.fullmatch(skeleton(name))
    return found is not None and (bool(found[1]) or not name.isascii())


def tidy(name: str) -> str:
    """The name in the one spelling in which names are compared and kept; what is too long for one is left as it is.

    >>> tidy("Zoe\\u0301") == "Zo\\u00e9"
    True
    """
    if len(name) > _LONGEST:  # to sort many marks takes a time that grows with their square
        return name
    return unicodedata.normalize("NFC", name)


_LONGEST = 4 * MAX_NICKNAME
"""Characters of the longest name in any spelling: a letter with its marks is taken apart into four at most."""


_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that one language is written in, and no letters of which look alike."""
_IN_USE = frozenset(
    (
        "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
        "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN",
        "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
    )
)  # fmt: skip
"""The scripts in everyday use that Unicode recommends for names (UAX 31, table 5), as the names of their letters begin:
in those of former times whole words can be written that look like others, and hardly anybody could tell.
"""
_ALSO_CALLED = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
"""How the names of a script's digits begin where its letters' begin otherwise."""
_NO_SCRIPT = frozenset({"KATAKANA-HIRAGANA", "IDEOGRAPHIC", "MODIFIER"})
"""How the names of letters begin that belong to several scripts."""

_LOOK_ALIKES = {
    "A": "АΑꓮᎪⲀ", "a": "аαɑ", "B": "ВΒꓐᏴⲂ", "C": "СϹꓚᏟⲤ", "c": "сϲᴄⲥ", "D": "ꓓᎠ", "d": "ԁ", "E": "ЕΕꓰᎬ", "e": "е",
    "F": "ꓝ", "G": "ԌꓖᏀ", "g": "ɡց", "H": "НΗꓧᎻⲎ", "h": "һհ", "i": "іιıɩ", "J": "ЈͿꓙᎫ", "j": "јϳ", "K": "КΚꓗᏦⲔ",
    "k": "кκ", "L": "ꓡᏞ", "l": "ІӏΙƖǀ1I|ꓲⲒ", "M": "МΜꓟᎷⲘ", "N": "ΝꓠⲚ", "O": "ОΟ0ꓳՕⲞ", "o": "оοօᴏⲟ", "P": "РΡꓑᏢⲢ",
    "p": "рρⲣ", "Q": "Ԛ", "q": "ԛզ", "R": "ꓣᏒ", "S": "ЅꓢᏚՏ", "s": "ѕꜱ", "T": "ТΤꓔᎢⲦ", "U": "ꓴՍ", "u": "υսᴜ",
    "V": "ѴꓦᏙ", "v": "ѵνᴠ", "W": "ԜꓪᎳ", "w": "ԝᴡ", "X": "ХΧꓫⲬ", "x": "хχ", "Y": "УҮΥꓬ", "y": "уγ", "Z": "ΖꓜᏃ",
    "z": "ᴢ", "-": "‐‒–−", "'": "’‘ʼ",
}  # fmt: skip
"""Letters of other alphabets, and a few signs, by the Latin letter they look like: not all there are, but those that
whole words can be written in.
"""
_LOOKS_LIKE = str.maketrans({alike: letter for letter, others in _LOOK_ALIKES.items() for alike in others})


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
        if _is_nobodys(name):
            return PHRASES.refusal("name-reserved")
        scripts = _scripts(name)
        if not scripts <= _IN_USE:
            return PHRASES.refusal("name-script")
        if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
            return PHRASES.refusal("name-mixed")
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
    "renaissance-events": ANY,
}
"""The rule of each protocol, and of the program of its time where that differs."""


def rule_of(dialect: str, profile: str = "") -> NameRule:
    """The rule of a protocol in one of its profiles.

    >>> rule_of("splendor-json").least, rule_of("splendor-json", "original").least, rule_of("sagrada-json", "original")
    (3, 1, NameRule(least=1, most=32, counted_as_java=False, letters=''))
    """
    return RULES.get(f"{dialect}+{profile}") or RULES.get(dialect, ANY)


def _scripts(name: str) -> set[str]:
    """The scripts of a name's letters, and of digits that belong to one.

    >>> _scripts("Anna 2"), sorted(_scripts("たろう太郎")), sorted(_scripts("Anna৪"))
    (set(), ['CJK', 'HIRAGANA'], ['BENGALI', 'LATIN'])
    """
    if name.isascii():
        return set()  # a short way for most
    letters = filter(_written, unicodedata.normalize("NFKC", name))
    scripts = {unicodedata.name(char, "").partition(" ")[0] for char in letters} - _NO_SCRIPT
    return {_ALSO_CALLED.get(script, script) for script in scripts}


def _written(char: str) -> bool:
    """Whether a character belongs to a script."""
    return unicodedata.category(char)[0] == "L" or (unicodedata.category(char) == "Nd" and not char.isascii())


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like, in Latin letters and with single blanks: the same for names that are easily mistaken.

    >>> skeleton("СОСА") == skeleton("COCA"), skeleton("Ｂｏｂ"), skeleton("Zoë") == skeleton("Zoe")
    (True, 'Bob', False)
    """
    parts = unicodedata.normalize("NFKD", name).translate(_LOOKS_LIKE)
    return " ".join(unicodedata.normalize("NFC", parts).split())


class NamesInUse:
    """Every name that somebody goes by now, and which other it looks like."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, int]] = {}
        """For every skeleton its names, and in how many places each is used."""

    def took(self, name: str) -> None:
        """Somebody goes by the name in one more place."""
        names = self._names.setdefault(skeleton(name), {})
        names[name] = names.get(name, 0) + 1

    def freed(self, name: str) -> None:
        """Somebody goes by the name in one place less."""
        key = skeleton(name)
        names = self._names[key]
        names[name] -= 1
        if not names[name]:
            del names[name]
        if not names:
            del self._names[key]

    def used(self, name: str) -> bool:
        """Whether anybody goes by the name."""
        return name in self._names.get(skeleton(name), ())

    def alike(self, name: str) -> str | None:
        """Another name in use that looks like this one, None if there is none."""
        return next((other for other in self._names.get(skeleton(name), ()) if other != name), None)
