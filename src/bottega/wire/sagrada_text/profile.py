"""Where sagrada-text's document and the program of its time differ: names, errors, a few words."""

from __future__ import annotations

import re

from bottega.wire.core import profile
from bottega.wire.sagrada_text.words import INVALID, LOGIN_KO


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    name: str = r"[A-Za-z][A-Za-z0-9]{0,15}"
    """The names that LOGIN accepts."""
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

    def accepts(self, name: str) -> bool:
        """Whether somebody may be called so."""
        return re.fullmatch(self.name, name) is not None


PROFILES = {
    profile.DOCUMENT: Profile(),
    "original": Profile(
        name=r"(?![0-9]+[A-Za-z]+$)[0-9A-Za-z]{1,16}",
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
