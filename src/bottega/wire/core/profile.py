"""How a protocol was really spoken: the document's own way, and that of the program of its time.

A profile is a table of differences. What a dialect says and does otherwise for the program of the time is a field here
(or in the dialect's subclass of it) whose default is the document's way; the dialect reads the field and knows no
profile by name.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bottega.wire.core.framing import Framing, Lines


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Where the document and the program of the time differ; the defaults are the document's."""

    framing: Callable[[], Framing] = Lines
    """How messages lie on the stream."""


DOCUMENT = ""
"""The name of the document's own profile."""
