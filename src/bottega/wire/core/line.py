"""Messages that are lines of words: the first word is the message's name, the others are its fields, in their order."""

from __future__ import annotations

from typing import TypeVar

from bottega.wire.core.loose_json import fit
from bottega.wire.core.machine import BadRequest, quoted

T = TypeVar("T")


def read_line(message: str | None) -> tuple[str, str]:
    """The first word of a line and the rest of it, or BadRequest."""
    if message is None:
        raise BadRequest("the line is too long or not UTF-8 text")
    name, _, rest = message.strip().partition(" ")
    return name, rest.strip()


def fit_words(rest: str, shape: type[T]) -> T:
    """The words as a struct, one for each field and all that is left for the last; BadRequest with what is missing.

    >>> import msgspec
    >>> class Tell(msgspec.Struct):
    ...     whom: str
    ...     what: str
    >>> fit_words("ann it is your turn", Tell)
    Tell(whom='ann', what='it is your turn')
    >>> fit_words("ann", Tell)
    Traceback (most recent call last):
    bottega.wire.core.loose_json.Unreadable: what is missing
    """
    fields: tuple[str, ...] = getattr(shape, "__struct_fields__", ())
    if not fields and rest:
        raise BadRequest(f"nothing follows this message, not even {quoted(rest)}")
    return fit(dict(zip(fields, rest.split(None, len(fields) - 1), strict=False)), shape, strict=False)
