"""Where sagrada-text's document and the program of its time differ: names, errors, a few words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bottega.wire.core import profile
from bottega.wire.sagrada_text.words import CHOICE_KO, INVALID, LOGIN_KO, NO_OPTION, NO_PLACEMENTS, TOOL_KO, UNFIT


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    bad_login: str = INVALID
    """The answer to a LOGIN without exactly a name and a password."""
    wrong_moment: str = INVALID
    """The answer to a message that is well formed but comes out of turn or in the wrong state."""
    overlooked: frozenset[str] = frozenset()
    """Messages that get no answer at all at the wrong moment."""
    late: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The answers to what comes too late, when the turn it was meant for is over: of the kind that is waited for.
    ``{pool}`` is the list of the draft pool."""
    favor_tokens: str = "SEND favor_tokens {seat} {tokens}"
    status: str = "STATUS {event} {seat}"
    board_changed: str = ""
    """What the others are told after every step of a turn; the document has no word for it."""
    numbered_faces: bool = False
    """Whether the dice offered by tools 1 and 11 are numbered; in the document they all are at position 0."""
    shows_pool: bool = False
    """Whether the pool is listed at the initial choice even if no die of it may be placed any more."""
    turn_again: bool = False
    """Whether it is told again that the turn has begun to whoever comes back in its middle, or may not end it yet."""
    leaves_tool: bool = False
    """Whether whoever comes back in the middle of a tool has gone BACK from it."""
    unfit: str = UNFIT
    """The characters that cannot be in a player's name; an underscore stands for each."""


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
        late={
            "TOOL enable": TOOL_KO,
            "TOOL can_continue": TOOL_KO,
            "CHOOSE": CHOICE_KO,
            "GET_PLACEMENTS_LIST": NO_PLACEMENTS,
            "SELECT": NO_OPTION,
            "GET_DICE_LIST": "{pool}",
        },
        shows_pool=True,
        turn_again=True,
        leaves_tool=True,
        unfit=r"[\s,%]",  # (its printing takes a percent sign for a format)
    ),
}
"""The profiles by name."""
