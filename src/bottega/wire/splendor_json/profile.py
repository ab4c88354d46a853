"""Where splendor-json's document and the program of its time differ: numbers, checks, shapes, who may be told when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bottega.games.refusal import Spelling
from bottega.games.splendor import State
from bottega.wire.core import profile
from bottega.wire.core.framing import JavaStrings
from bottega.wire.splendor_json import original, words
from bottega.wire.splendor_json.messages import Answer, Answers, OriginalAnswers
from bottega.wire.splendor_json.words import Company


class Profile(profile.Profile, frozen=True, kw_only=True):
    """The differences; the defaults are the document's."""

    first_card: int = words.FIRST_CARD
    """What the first card is called; the others follow."""
    first_noble: int = words.FIRST_NOBLE
    checks_ids: bool = True
    """Whether every request must name its client_id."""
    nick_suffices: bool = False
    """Whether the nick alone brings back a seat that was taken so: the client of the time keeps no client_id."""
    one_answer: bool = False
    """Whether its client reads what answers its requests, and boards only as long as it waits for its turn: whatever
    else there is to tell is held back until its next request."""
    bad_nick: str = ""
    """What is said of every refused nick; empty: the reason."""
    answers: Any = Answers
    """The types of all that the server says."""
    server_hello: Callable[[str, Company], Answer] = words.server_hello
    nick_verification: Callable[[Company, str | None], Answer] = words.nick_verification
    game_start: Callable[[State, Sequence[str]], list[str]] = words.game_start
    board: Callable[[State, Sequence[str]], str] = words.board
    last_board: Callable[[State, Sequence[str], int], str] = words.last_board

    def spellings(self, names: Sequence[str]) -> dict[str, Spelling]:
        """How the rules' refusals are told here: cards and nobles have other numbers, seats have names."""
        return {
            "card": lambda card: str(card + self.first_card),
            "cards": lambda cards: ", ".join(str(card + self.first_card) for card in cards) or "none",
            "noble": lambda noble: str(noble + self.first_noble),
            "seat": lambda seat: names[seat],
        }


PROFILES = {
    profile.DOCUMENT: Profile(),
    "original": Profile(
        framing=JavaStrings,
        first_card=original.FIRST_CARD,
        first_noble=original.FIRST_NOBLE,
        checks_ids=False,
        nick_suffices=True,
        one_answer=True,
        bad_nick="Twój nick jest zły",
        answers=OriginalAnswers,
        server_hello=original.server_hello,
        nick_verification=original.nick_verification,
        game_start=original.game_start,
        board=original.board,
        last_board=original.board,
    ),
}
"""The profiles by name."""
