"""Where sagrada-text's document and the program of its time differ: names, errors, a few words."""

from __future__ import annotations

from bottega.wire.core import profile
from bottega.wire.sagrada_text.words import INVALID, LOGIN_KO


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    bad_login: str = INVALID
    """The answer to a LOGIN without exactly a name and a password."""
    wrong_moment: str = INVALID
    """The answer to a message that is well formed but comes out of turn or in the wrong state."""
    overlooked: frozenset[str] = frozenset()
    """Messages that get no answer at all at the wrong moment."""
    favor_tokens: str = "SEND favor_tokens {seat} {tokens}"
    status: str = "STATUS {event} {seat}"
    board_changed: str = ""
    """What the others are told after every step of a turn; the document has no word for it."""
    numbered_faces: bool = False
    """Whether the dice offered by tools 1 and 11 are numbered; in the document they all are at position 0."""


PROFILES = {
    profile.DOCUMENT: Profile(),
    "original": Profile(
        bad_login=LOGIN_KO,
        wrong_moment="ILLEGAL ACTION!",
        # Its client answers ILLEGAL ACTION! with end_turn: refusing that aloud would make it spin for ever.
        overlooked=frozenset({"DISCARD", "GAME end_turn"}),
        favor_tokens="SEND favor_tokens {tokens}",
        status="STATUS {event} {seat} {name}",
        board_changed="GAME board_changed",
        numbered_faces=True,
    ),
}
"""The profiles by name."""
