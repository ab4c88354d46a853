"""Messages made from what a dialect listens to: the rows of its machine and the types of their payloads.

Nothing of a protocol's vocabulary is written here, only how its messages are put around their fields
(:data:`ENVELOPES`). Values are drawn so that many are good, some are at an edge, and a few are absurd. What the server
has said is drawn from too (:class:`Memory`): an id, a token, a window's name are given back where a field is called so.
"""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from bottega.wire.core.dialect import Dialect
from bottega.wire.core.machine import Row
from bottega.wire.renaissance_json import requests as renaissance_json

Fields = dict[str, Any] | list[Any]

ABSURD_NUMBERS = (-1, 1 << 31, 1 << 63, 1 << 64, -(1 << 63) - 1, 10**30, 10**400, 0.5, 1e308, -0.0)
ABSURD_TEXTS = (
    "", " ", "\0", "\n", "\r\n", "\t", "'", '"', "\\", "…", "ß", "İ", "ﬁ", "\u202e", "\u200b", "\ufeff",
    "\ufffd", "\U0001f3b2",
    "e\u0301" * 3, "\u0661\u0662", "²", "½", "٣", "A" * 33, "a" * 300, "x" * 5000, "null", "-1", "1e9", "0x10", "NaN",
    "%s%n", "{0}", "${x}", "__class__", "../..", "<b>", "a b", " a", "a ", "a;b", ";" * 70, "\ud800",
)  # fmt: skip
EXPLORING = 0.4
STAYING = 12
"""How much rather something is sent that does not lead back to where a connection began."""
SHORT, LONG = 0.75, 60
"""How often an optional field is left out, and the longest list."""


def absurd(random: Random) -> Any:
    """A value that nobody meant."""
    match random.randrange(6):
        case 0:
            return random.choice(ABSURD_NUMBERS)
        case 1:
            return random.choice((None, True, False, [], {}, [[]], {"": None}))
        case 2:
            return [random.randrange(5)] * random.randrange(200)
        case _:
            return random.choice(ABSURD_TEXTS)


class Memory:
    """What the server has said to a connection: the last values of each key."""

    KEPT = 24

    def __init__(self, name: str) -> None:
        self.name = name
        """What whoever is here calls themselves."""
        self._values: dict[str, deque[Any]] = {}
        self._found: dict[str, tuple[deque[Any], ...]] = {}

    def learn(self, message: str) -> None:
        """Keep what a message says."""
        if message.startswith("{"):
            try:
                self._learn(msgspec.json.decode(message))
            except msgspec.DecodeError:
                return
        else:
            self._keep("word", message.split()[-1] if message.split() else "")

    def _learn(self, value: Any, key: str = "", depth: int = 0) -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                self._learn(each, name, depth + 1)
        elif isinstance(value, list):
            for each in value[:12]:
                self._learn(each, key, depth + 1)
        elif isinstance(value, str | int) and depth < 6:
            self._keep(key, value)

    def _keep(self, key: str, value: Any) -> None:
        if key not in self._values:
            if len(self._values) > 200:
                return
            self._values[key] = deque(maxlen=self.KEPT)
            self._found.clear()
        self._values[key].append(value)

    def recall(self, random: Random, field: str) -> Any:
        """Something that was called so, or nearly; None if nothing was."""
        found = self._found.get(field)
        if found is None:
            own = ALSO.get(field, field).lower()
            found = self._found[field] = tuple(
                values
                for key, values in self._values.items()
                if key and (own.endswith(key.lower()) or key.lower().endswith(own))
            )
        return random.choice(random.choice(found)) if found else None


ALSO = {"actions": "legal", "chosenLeaders": "id", "choice": "leaders_id", "windowName": "name"}
"""Fields that are called otherwise by the server."""


class Grammar:
    """Makes the messages of one dialect."""

    def __init__(self, dialect: type[Dialect[Any]]) -> None:
        self.name = dialect.NAME
        self._machine = dialect.machine
        self._rows = tuple(dialect.machine.rows.values())
        self._envelope = ENVELOPES.get(dialect.NAME, _beside("type"))
        start = dialect.machine.start
        weighed = [
            row for row in self._rows for _ in range(1 if row.then == (start,) and row.state is not start else STAYING)
        ]
        self._anything = tuple(weighed)
        self._by_state: dict[Any, tuple[Row[Any], ...]] = {
            state: tuple(row for row in weighed if row.state == state) for state in type(start)
        }
        self.states: list[Any] = list(self._by_state)
        """Where a connection can stand."""
        self._visits: Counter[Any] = Counter()
        self._names: dict[str, list[str]] = {}
        for alias, name in dialect.machine.aliases.items():
            self._names.setdefault(name, []).append(alias)

    def _unvisited(self, row: Row[Any]) -> float:
        """How often something was said where a message may lead, at the least."""
        start = self._machine.start
        return min((self._visits[then] for then in row.then if then not in (row.state, start)), default=math.inf)

    def liveliness(self, state: Any) -> int:
        """How much can be said in a state; nothing where a connection begins."""
        return 0 if state is self._machine.start else len(self._by_state[state])

    def message(self, random: Random, memory: Memory, state: Any = None, exploring: float = EXPLORING) -> str:
        """A message that makes sense in a state, or in any; so often one that leads where little was said so far."""
        rows = self._by_state.get(state) or self._anything
        row = random.choice(rows)
        if state is not None:
            self._visits[state] += 1
            if random.random() < exploring:
                row = min(random.sample(rows, min(len(rows), 12)), key=lambda each: self._unvisited(each))
        name = row.message
        if name in self._names and random.random() < 0.3:
            name = random.choice(self._names[name])
        first = row.state == self._machine.start
        shape = random.choice(SHAPES.get(row.payload, (row.payload,)))
        draw = _Draw(random, memory, first)
        fields = draw.struct(shape)
        return self._envelope(random, name, fields, row.payload)


class _Draw:
    """Draws values for types."""

    def __init__(self, random: Random, memory: Memory, first: bool) -> None:
        self._random = random
        self._memory = memory
        self._first = first

    def struct(self, shape: type[Any]) -> Fields:
        """The fields of a payload."""
        return self._struct(_described(shape), "")

    def _value(self, kind: inspect.Type, name: str) -> Any:
        random = self._random
        if random.random() < 0.02:
            return absurd(random)
        draw = _DRAWN.get(type(kind))
        if draw is not None:
            return draw(self, kind, name)
        return self._text(inspect.StrType(), name)

    def _struct(self, kind: Any, name: str) -> Fields:
        random = self._random
        fields: dict[str, Any] = {}
        for field in kind.fields:
            if field.required or random.random() > (SHORT if not self._first else 0.2):
                fields[field.encode_name] = self._value(field.type, field.encode_name)
        if random.random() < 0.02:
            fields[random.choice(ABSURD_TEXTS)] = absurd(random)
        if kind.array_like:
            return list(fields.values())
        return fields

    def _text(self, kind: inspect.StrType, name: str) -> str:
        random = self._random
        if kind.pattern:
            return str(self._number(inspect.IntType(), name))
        if self._first and random.random() < 0.85:
            return "pw" if "password" in name else self._memory.name
        if random.random() < 0.85 and (known := self._memory.recall(random, name)) is not None:
            return str(known)
        return random.choice(WORDS) if random.random() < 0.8 else random.choice(ABSURD_TEXTS)

    def _number(self, kind: inspect.IntType, name: str) -> Any:
        random, low, high = self._random, kind.ge, kind.le
        draw = random.random()
        if draw < 0.15 and isinstance(known := self._memory.recall(random, name), int):
            return known
        if draw < 0.30 and low is not None and high is not None:
            return random.randint(low, high)
        if draw < 0.34:
            return random.choice(ABSURD_NUMBERS[:5])
        if draw < 0.40:
            return random.choice((low if low is not None else 0, high if high is not None else 99)) + random.choice(
                (-1, 0, 1)
            )
        if draw < 0.50:
            return random.randrange(100)
        return (low if low is not None and low > 0 else 0) + random.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5))

    def _list(self, kind: Any, name: str) -> list[Any]:
        random = self._random
        size = random.choice((0, 1, 1, 1, 2, 2, 2, 3, 4)) if random.random() < 0.98 else random.randrange(LONG)
        return [self._value(kind.item_type, name) for _ in range(max(size, kind.min_length or 0))]

    def _dict(self, kind: Any, name: str) -> dict[str, Any]:
        keys = [str(self._value(kind.key_type, "res")) for _ in range(self._random.choice((0, 1, 1, 2)))]
        return {key: self._value(kind.value_type, name) for key in keys}

    def _union(self, kind: Any, name: str) -> Any:
        return self._value(self._random.choice(kind.types), name)


_DRAWN: dict[type[Any], Callable[[_Draw, Any, str], Any]] = {
    inspect.StructType: _Draw._struct,
    inspect.StrType: _Draw._text,
    inspect.IntType: _Draw._number,
    inspect.FloatType: lambda draw, kind, name: draw._random.choice((0, 0.5, 1, 5.0, 90)),
    inspect.BoolType: lambda draw, kind, name: draw._random.random() < 0.5,
    inspect.NoneType: lambda draw, kind, name: None,
    inspect.ListType: _Draw._list,
    inspect.DictType: _Draw._dict,
    inspect.UnionType: _Draw._union,
    inspect.LiteralType: lambda draw, kind, name: draw._random.choice(kind.values),
    inspect.EnumType: lambda draw, kind, name: draw._random.choice(list(kind.cls)).value,
}

WORDS = (
    "ann",
    "bob",
    "cyd",
    "dan",
    "coin",
    "stone",
    "servant",
    "shield",
    "blue",
    "hand",
    "table",
    "r",
    "c",
    "1L",
    "5L",
    "random",
)
"""For texts that nothing else is known of: other people's names, what things are called in games."""

SHAPES: dict[type[Any], tuple[type[Any], ...]] = {
    renaissance_json.ActivateProd: (renaissance_json._Listed, renaissance_json._Productions),
}
"""Payloads that are read from other types than themselves."""

# -- envelopes --------------------------------------------------------------------------------------------------------

Envelope = Callable[[Random, str, Fields, type[Any]], str]


def _beside(key: str) -> Envelope:
    """Fields beside the name of the message."""

    def write(random: Random, name: str, fields: Fields, payload: type[Any]) -> str:
        return dump({key: name, **fields} if isinstance(fields, dict) else {key: name, "choice": fields})

    return write


def _in_choice(random: Random, name: str, fields: Fields, payload: type[Any]) -> str:
    """Fields beside the name, or all of them in ``choice``."""
    if isinstance(fields, dict) and "choice" not in fields and random.random() < 0.5:
        return dump({"type": name, "choice": fields})
    return _beside("type")(random, name, fields, payload)


def _in_data(random: Random, name: str, fields: Fields, payload: type[Any]) -> str:
    """Fields in ``data``, under either of their names, or a list of them."""
    also = getattr(payload, "ALSO", {})
    if isinstance(fields, dict):
        if len(fields) == 1 and getattr(payload, "LIST", "") in fields and random.random() < 0.5:
            fields = next(iter(fields.values()))
        else:
            fields = {also.get(key, key) if random.random() < 0.3 else key: value for key, value in fields.items()}
    return dump({"type": name, "data": fields} if fields or random.random() < 0.5 else {"type": name})


def _words(random: Random, name: str, fields: Fields, payload: type[Any]) -> str:
    """The name, then words."""
    values = fields if isinstance(fields, list) else list(fields.values())
    return " ".join([name, *map(str, values)])


ENVELOPES: dict[str, Envelope] = {
    "splendor-json": _beside("request_type"),
    "sagrada-json": _beside("id"),
    "sagrada-text": _words,
    "renaissance-json": _in_choice,
    "renaissance-steps": _in_data,
}
"""How a dialect puts a message around its fields; those not named put them beside ``type``."""


def dump(value: Any) -> str:
    """JSON as people write it, absurd numbers and lone surrogates included."""
    return json.dumps(value, separators=(",", ":"))


_known: dict[type[Any], Any] = {}


def _described(shape: type[Any]) -> Any:
    """What a payload is made of; found out once."""
    if shape not in _known:
        _known[shape] = inspect.type_info(shape)
    return _known[shape]
