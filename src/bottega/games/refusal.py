"""Why something is refused, as a value: a code for programs and the parameters of a sentence for people.

How it works. Every game (and the tables, and the house protocol) has one :class:`Phrasebook`: the table of its codes
with an English template for each. A rule that refuses names the code and fills in the parameters; nobody ever takes a
finished sentence apart again. ``str(refusal)`` is the English sentence. Whoever counts or names things otherwise spells
the same parameters in another way (:meth:`Refusal.told`), whoever speaks another language has templates of its own for
the same codes.

A template names its parameters as ``{left}`` or, with the *kind* of thing it is, ``{left:tokens}``. How a kind is
spelled is the phrasebook's second table, so that ``3`` becomes "3 tokens", ``1`` "1 token", and a card its number.

>>> book = Phrasebook("chess", {"blocked": "{piece:piece} cannot pass {count:pieces}"},
...                   {"piece": str.upper, "pieces": counted("piece")})
>>> refusal = book.refusal("blocked", piece="rook", count=2)
>>> refusal
Refusal(code='chess.blocked', params={'piece': 'rook', 'count': 2})
>>> str(refusal)
'ROOK cannot pass 2 pieces'
>>> refusal.told(piece=str.title)
'Rook cannot pass 2 pieces'

Where whole sentences differ, another teller is made of the phrasebook, once:

>>> tell = book.retold({"blocked": "{count:pieces} in the way of the {piece:piece}"}, {"piece": str.lower})
>>> tell(refusal)
'2 pieces in the way of the rook'

What must stay true: a refusal is made by its phrasebook only, which insists on exactly the parameters of the template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

import msgspec

Value = int | str | tuple[int | str, ...]
Spelling = Callable[[Any], str]
_Part = tuple[str, str, str]
"""Text, then the name and the kind of the parameter that follows it ('' at the end)."""

_BOOKS: dict[str, Phrasebook] = {}
"""The phrasebooks of what has been imported, by the first part of their codes."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something is refused: ``splendor.pile-too-small``, with colour, left and needs."""

    code: str
    params: dict[str, Value] = {}

    def __str__(self) -> str:
        return self.told()

    def told(self, **spellings: Spelling) -> str:
        """The English sentence, with some kinds of things spelled in another way."""
        return _BOOKS[self.code.partition(".")[0]].sentence(self, spellings)


class Line(msgspec.Struct, frozen=True):
    """One line of a score sheet: what it is for (a code), its points, and how they were counted."""

    code: str
    points: int
    params: dict[str, Value] = {}

    @property
    def what(self) -> str:
        """What the points are for, in English."""
        return _BOOKS[self.code.partition(".")[0]].titled(self)

    @property
    def figure(self) -> Value:
        """The number that stands beside it: its points or, of a line that scores nothing, what is to be exceeded."""
        return self.params.get("target", self.points)

    @property
    def detail(self) -> str:
        """How they were counted, in English."""
        return _BOOKS[self.code.partition(".")[0]].detail(self)


class Phrasebook:
    """The codes of one game with their English templates, and how each kind of parameter is spelled."""

    def __init__(
        self,
        name: str,
        templates: Mapping[str, str],
        spellings: Mapping[str, Spelling] | None = None,
        lines: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.name = name
        self.templates = {f"{name}.{code}": template for code, template in templates.items()}
        self.lines = {f"{name}.{code}": texts for code, texts in (lines or {}).items()}
        """The lines of a score sheet: templates of what each is called and of how it was counted."""
        self.spellings = dict(spellings or {})
        self._parts = {code: _parts(template) for code, template in self.templates.items()}
        self._fields = {code: {field for _, field, _ in parts if field} for code, parts in self._parts.items()}
        _BOOKS[name] = self

    def refusal(self, code: str, **params: Value) -> Refusal:
        """The refusal with that code (without the phrasebook's name) and these parameters."""
        full = f"{self.name}.{code}"
        if params.keys() != self._fields[full]:
            raise TypeError(f"{full} is about {sorted(self._fields[full])}, not {sorted(params)}")
        return Refusal(full, params)

    def line(self, code: str, points: int, **params: Value) -> Line:
        """The line of a score sheet with that code (without the phrasebook's name)."""
        full = f"{self.name}.{code}"
        wanted = {field for template in self.lines[full] for _, field, _ in _parts(template) if field}
        if params.keys() != wanted:
            raise TypeError(f"{full} is about {sorted(wanted)}, not {sorted(params)}")
        return Line(full, points, params)

    def kinds(self, code: str) -> dict[str, str]:
        """The parameters of a full code and the kind of each, '' for a plain number or text."""
        return {field: kind for _, field, kind in self._parts[code] if field}

    def line_kinds(self, code: str) -> dict[str, str]:
        """The same for a line of a score sheet."""
        return {field: kind for template in self.lines[code] for _, field, kind in _parts(template) if field}

    def sentence(self, refusal: Refusal, spellings: Mapping[str, Spelling] | None = None) -> str:
        """The refusal in English."""
        spell = {**self.spellings, **spellings} if spellings else self.spellings
        return _filled(self._parts[refusal.code], refusal.params, spell)

    def retold(self, templates: Mapping[str, str], spellings: Mapping[str, Spelling]) -> Callable[[Refusal], str]:
        """A teller of refusals in other words: templates of its own for some codes, spellings for some kinds; what is
        another phrasebook's, it tells as that does.
        """
        parts, spell = dict(self._parts), {**self.spellings, **spellings}
        for code, template in templates.items():
            full = f"{self.name}.{code}"
            parts[full] = _parts(template)
            if unknown := {field for _, field, _ in parts[full] if field} - self._fields[full]:
                raise TypeError(f"{full} is about {sorted(self._fields[full])}, not {sorted(unknown)}")

        def tell(refusal: Refusal) -> str:
            told = parts.get(refusal.code)
            return str(refusal) if told is None else _filled(told, refusal.params, spell)

        return tell

    def titled(self, line: Line) -> str:
        """What the points of a line are for, in English."""
        return _filled(_parts(self.lines[line.code][0]), line.params, self.spellings)

    def detail(self, line: Line) -> str:
        """How the points of a line were counted, in English."""
        return _filled(_parts(self.lines[line.code][1]), line.params, self.spellings)


def _filled(parts: list[_Part], params: Mapping[str, Value], spell: Mapping[str, Spelling]) -> str:
    return "".join(text + (spell.get(kind, str)(params[field]) if field else "") for text, field, kind in parts)


def _parts(template: str) -> list[_Part]:
    return [(text, field or "", kind or "") for text, field, kind, _ in Formatter().parse(template)]


def counted(thing: str, plural: str = "") -> Spelling:
    """The spelling of a number of things: ``1 token``, ``3 tokens``.

    >>> counted("token")(1), counted("die", "dice")(2)
    ('1 token', '2 dice')
    """
    return lambda number: f"{number} {thing if number == 1 else plural or f'{thing}s'}"


def listing(last: str = ", ") -> Spelling:
    """The spelling of several things: ``1, 2, 3``, or with another word before the last.

    >>> listing(" or ")(("coin", "stone")), listing()((4, 7)), listing()(())
    ('coin or stone', '4, 7', 'none')
    """

    def spell(things: tuple[object, ...]) -> str:
        *most, end = map(str, things) if things else ("none",)
        return last.join(filter(None, (", ".join(most), end)))

    return spell
