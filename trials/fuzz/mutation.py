"""Small harm done to bytes and to JSON values."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from trials.fuzz.grammar import ABSURD_NUMBERS, ABSURD_TEXTS, absurd, dump

Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]

DEEP = 20_000
LONGEST = 70_000
"""Longer than any message may be."""


def _flip(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Other bits."""
    harmed = bytearray(data or b"\0")
    for _ in range(random.choice((1, 1, 1, 2, 8))):
        harmed[random.randrange(len(harmed))] ^= 1 << random.randrange(8)
    return bytes(harmed)


def _truncate(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Something is missing at the end, or at the beginning."""
    at = random.randrange(len(data) + 1)
    return data[:at] if random.random() < 0.7 else data[at:]


def _cut(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Something is missing in the middle."""
    at, to = sorted((random.randrange(len(data) + 1), random.randrange(len(data) + 1)))
    return data[:at] + data[to:]


def _double(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Something is said again and again."""
    at, to = sorted((random.randrange(len(data) + 1), random.randrange(len(data) + 1)))
    times = random.choice((1, 1, 2, 3, 64))
    return (data[:to] + data[at:to] * times + data[to:])[:LONGEST]


def _splice(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """The beginning of one and the end of another."""
    other = random.choice(others) if others else data
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _insert(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Something odd in between."""
    at = random.randrange(len(data) + 1)
    odd = random.choice(ABSURD_TEXTS).encode(errors="surrogatepass") if random.random() < 0.7 else random.randbytes(3)
    return data[:at] + odd + data[at:]


def _number(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A number becomes another."""
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return _insert(random, data, others)
    at = random.choice(digits)
    number = str(random.choice(ABSURD_NUMBERS) if random.random() < 0.5 else random.randrange(-3, 100))
    return data[:at] + number.encode() + data[at + 1 :]


def _nest(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Brackets within brackets."""
    depth = random.choice((2, 10, 600, DEEP)) if random.random() < 0.2 else random.randrange(2, 40)
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")")))
    return (opening * depth + data + closing * depth)[:LONGEST]


def _grow(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """More than anybody needs."""
    if random.random() < 0.8:
        return data + random.choice((b"a", b" ", b"9", b",", b"\\")) * random.randrange(2000)
    return data + random.choice((b"a", b" ", b"9", b",", b'"')) * random.randrange(LONGEST)


def _commas(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Commas before closing brackets, as people paste them."""
    return data.replace(b"}", b",}").replace(b"]", b" ,\n]" if random.random() < 0.2 else b",]")


MUTATIONS: tuple[Mutation, ...] = (
    _flip, _flip, _truncate, _cut, _double, _splice, _splice, _insert, _insert, _number, _number, _nest, _grow, _commas,
)  # fmt: skip


def mutated(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Bytes with something done to them, mostly once."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(MUTATIONS)(random, data, others)
    return data[:LONGEST]


def bent(random: Random, text: str) -> str:
    """A JSON text with one of its values changed, or a key; any other text as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    places = list(_places(value))
    if not places:
        return text
    holder, key = random.choice(places)
    match random.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[random.choice(ABSURD_TEXTS)] = holder.pop(key)
        case 2:
            other, at = random.choice(places)
            holder[key] = other[at] if isinstance(other[at], str | int | None) else absurd(random)
        case 3:
            old = holder[key]
            holder[key] = old + random.choice((-1, 1)) if isinstance(old, int) else [old] * random.randrange(4)
        case _:
            holder[key] = absurd(random)
    return dump(value)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value at which another could be."""
    found: list[tuple[Any, Any]] = []
    open_values = [value]
    while open_values and len(found) < 200:
        each = open_values.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        for key in keys:
            found.append((each, key))
            open_values.append(each[key])
    return found
