"""sagrada-text's messages as types: what may follow the keyword of each message that clients send.

Words are read in order. A payload with too few words, too many, or of the wrong form makes its message an ``INVALID
message``. What the server says are lines of words (:mod:`~bottega.wire.sagrada_text.words`).
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

BEYOND = -1
"""What is taken for a number that has too many digits or is none: it is out of every range."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")

Digits = Annotated[str, msgspec.Meta(pattern=r"^-?[0-9]+$")]


class Bare(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A message that is nothing but its keyword."""


class Anything(msgspec.Struct, frozen=True, array_like=True):
    """``PONG``, ``ACK``: whatever follows is overlooked."""


class Login(Bare, frozen=True):
    """``LOGIN``: who somebody is."""

    name: str
    password: str


class Index(Bare, frozen=True):
    """``SELECT``, ``CHOOSE``, ``TOOL enable``, ``GET favor_tokens``: a place in a list, a seat."""

    digits: Digits

    @property
    def number(self) -> int:
        """The number that was sent."""
        return number(self.digits)


class Get(Bare, frozen=True):
    """``GET``: one of the things that lie on the table."""

    what: Literal["priv", "pub", "tool", "draftpool", "roundtrack", "players", "game_status"]


class GetSchema(Bare, frozen=True):
    """``GET schema``: a seat's window, or those to choose from."""

    which: str

    @property
    def draft(self) -> bool:
        """Whether it asks for the windows to choose from."""
        return self.which == "draft"

    @property
    def seat(self) -> int:
        """The seat that is asked for."""
        return number(self.which)


def number(word: str) -> int:
    """A number of the protocol."""
    return int(word) if _NUMBER.fullmatch(word) else BEYOND
