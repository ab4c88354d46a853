"""Where sagrada-json's document and the program of its time differ: framing, two lines before the JSON, two words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bottega.table.events import Presence
from bottega.wire.core import profile
from bottega.wire.core.framing import WriteUtf
from bottega.wire.sagrada_json.messages import NOT_SUSPENDED
from bottega.wire.sagrada_json.words import EVENTS


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    preface: tuple[str, ...] = ()
    """What is sent as plain text before the first JSON message."""
    not_suspended: int = NOT_SUSPENDED
    """The error of whoever wants to come back and was never away."""
    events: Mapping[Presence, str] = msgspec.field(default_factory=lambda: EVENTS)
    """What it is called that somebody is gone, passed over, or back."""


PROFILES = {
    profile.DOCUMENT: Profile(),
    "original": Profile(
        framing=WriteUtf,
        preface=("Waiting for other players\n", "\nGame ready\n"),
        not_suspended=5,
        events={**EVENTS, Presence.SUSPENDED: "suspend"},  # (the word that its client shows, and so says what to type)
    ),
}
"""The profiles by name."""
