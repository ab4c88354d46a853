"""How a protocol was really spoken: the document's own way, and that of the program of its time.

A profile is a table of differences. What a dialect says and does otherwise for the program of the time is a field here
(or in the dialect's subclass of it) whose default is the document's way; the dialect reads the field and knows no
profile by name.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bottega.wire.core.framing import Framing, Lines


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Where the document and the program of the time differ; the defaults are the document's."""

    framing: type[Framing] = Lines
    """How messages lie on the stream."""
    gives_away: tuple[str, ...] = ()
    """What its client has to be shown although the rules hide it, by the words of ``GIVEN_AWAY``. It is kept with the
    seat, and everybody at the table is told before the game."""


GIVEN_AWAY = {
    "piles": "the development cards below the tops of their piles",
}
"""What a client of some time cannot do without, and how that is told to those who play with it."""


def admission(name: str, parts: Iterable[str]) -> str:
    """What the others are told of somebody whose client is shown what the rules hide.

    >>> admission("bob", ["piles"])
    "bob's client is shown what the rules hide: the development cards below the tops of their piles"
    """
    return f"{name}'s client is shown what the rules hide: {', '.join(GIVEN_AWAY[part] for part in parts)}"


DOCUMENT = ""
"""The name of the document's own profile."""
