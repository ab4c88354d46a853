"""Where sagrada-json's document and the program of its time differ: framing, two lines before the JSON, an error."""

from __future__ import annotations

from bottega.wire.core import profile
from bottega.wire.core.framing import WriteUtf
from bottega.wire.sagrada_json.messages import NOT_SUSPENDED


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    preface: tuple[str, ...] = ()
    """What is sent as plain text before the first JSON message."""
    not_suspended: int = NOT_SUSPENDED
    """The error of whoever wants to come back and was never away."""


PROFILES = {
    profile.DOCUMENT: Profile(),
    "original": Profile(
        framing=WriteUtf,
        preface=("Waiting for other players\n", "\nGame ready\n"),
        not_suspended=5,
    ),
}
"""The profiles by name."""
