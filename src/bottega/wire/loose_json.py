"""JSON objects as people paste them: strict, but for the trailing commas that the documents' own examples have."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')

Object = dict[str, object]
T = TypeVar("T")


class Unreadable(ValueError):
    """A message that is no JSON object; the text says why."""


def read_object(message: str | None) -> Object:
    """The JSON object in a message, or Unreadable."""
    if message is None:
        raise Unreadable("the message is too long or not UTF-8 text")
    try:
        value = msgspec.json.decode(message)
    except msgspec.DecodeError as error:
        try:
            value = msgspec.json.decode(_TRAILING_COMMA.sub(r"\1", message))
        except msgspec.DecodeError:
            raise Unreadable(f"the message is not JSON: {error}") from None
    except RecursionError:
        raise Unreadable("the message is nested too deeply") from None
    if not isinstance(value, dict):
        raise Unreadable("the message is not a JSON object")
    return value


def fit(value: object, shape: type[T]) -> T:
    """The value as a struct, or Unreadable with what is missing or of the wrong type."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise Unreadable(str(error)) from None


def write_object(value: object) -> str:
    """Compact JSON text."""
    return msgspec.json.encode(value).decode()
