"""JSON objects as people paste them: strict, but for the trailing commas that the documents' own examples have."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from bottega.limits import MAX_NESTING
from bottega.wire.core.machine import BadRequest

_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*"?)|,(?=\s*[}\]])', re.DOTALL)
"""A text (also one that never ends: it must be read only once), or a comma before a closing bracket."""
_SUSPECT = re.compile(r",\s*[}\]]")
"""What may be such a comma, or part of a text."""
_PLACE = re.compile(r"(.*) - at `\$\.?(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`(?: - at .*)?")

_encode = msgspec.json.Encoder().encode

Object = dict[str, object]
T = TypeVar("T")


class Unreadable(BadRequest):
    """A message that is no JSON object, or lacks what it needs; the text says why."""


def read_object(message: str | None) -> Object:
    """The JSON object in a message, or Unreadable."""
    if message is None:
        raise Unreadable("the message is too long or not UTF-8 text")
    try:
        value = _decode(message)
    except RecursionError:
        raise Unreadable("the message is nested too deeply") from None
    except UnicodeEncodeError:
        raise Unreadable("the message is not UTF-8 text") from None
    if not isinstance(value, dict):
        raise Unreadable("the message is not a JSON object")
    if message.count("{") + message.count("[") > MAX_NESTING and _levels(value) > MAX_NESTING:
        raise Unreadable("the message is nested too deeply")
    return value


def _levels(value: object) -> int:
    """How deep a value is, counted level by level: it may be deeper than a function could call itself."""
    levels, row = 0, [value]
    while row := [each for each in row if isinstance(each, dict | list)]:
        levels += 1
        row = [below for each in row for below in (each.values() if isinstance(each, dict) else each)]
    return levels


def _decode(message: str) -> object:
    try:
        return msgspec.json.decode(message)
    except msgspec.DecodeError as error:
        fault = f"the message is not JSON: {error}"
    if _SUSPECT.search(message) is None:  # looking at every text in it takes much longer
        raise Unreadable(fault)
    try:
        return msgspec.json.decode(_TRAILING_COMMA.sub(r"\1", message))
    except msgspec.DecodeError:
        raise Unreadable(fault) from None


def fit(value: object, shape: type[T], strict: bool = True) -> T:
    """The value as a struct, or Unreadable with what is missing or wrong; where not ``strict`` digits are a number."""
    try:
        return msgspec.convert(value, shape, strict=strict)
    except msgspec.ValidationError as error:
        raise Unreadable(_explain(str(error))) from None


def _explain(fault: str) -> str:
    """The fault with the key first, as a person would say it."""
    if missing := _MISSING.fullmatch(fault):
        return f"{missing[1]} is missing"
    if place := _PLACE.fullmatch(fault):
        what, where = place.groups()
        fault = f"{where}: {what[0].lower()}{what[1:]}"
    return fault.replace("`", "")


def write_object(value: object) -> str:
    """Compact JSON text."""
    return _encode(value).decode()
