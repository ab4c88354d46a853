"""Which error answers a request that the rules refuse, and with which sentence.

The document gives each request an error of its own, some requests several, and now and then a sentence. One
:class:`Refusals` for each request says so; all others are the rules' sentences in this protocol's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from bottega.games.refusal import Refusal
from bottega.games.renaissance import PHRASES
from bottega.wire.renaissance_json.messages import Error
from bottega.wire.renaissance_json.numbering import SPELLINGS

ILLEGAL, UNPARSABLE = "err_illegal_message", "err_unparsable_message"
NICKNAME, PLAYERS_COUNT = "err_nickname", "err_players_count"
NO_CARD, NO_SLOT = "err_dev_card_choice", "err_slot_choice"
WRONG_LEADER = "err_leaders_choice"


class Refusals:
    """How the rules' refusals of one request are told: its own error, others for some codes, the document's own
    sentences.
    """

    def __init__(
        self, error: str, errors: Mapping[str, str] | None = None, sentences: Mapping[str, str] | None = None
    ) -> None:
        self.error = error
        """The request's own error, also for what makes no sense before the rules are asked."""
        self._errors = {f"{PHRASES.name}.{code}": other for code, other in (errors or {}).items()}
        self.sentence = PHRASES.retold(sentences or {}, {**SPELLINGS, "top": _top})
        """What is said of a refusal, in this protocol's numbers."""

    def told(self, refusal: Refusal, before: str = "") -> Error:
        """The error that answers a refused request; ``before`` the sentence comes what was asked."""
        return Error(self._errors.get(refusal.code, self.error), before + self.sentence(refusal))


def _top(held: int) -> str:
    """What lies on a slot with so many cards: the levels are always 1, 2, 3 from below."""
    return f"has a card of level {held} on top" if held else "is empty"


_NO_LEADER = {"no-leader": "{leader:leader} does not exist: your leaders are 0 and 1"}

LEADER_CHOICE = Refusals(
    "err_leader_choice",
    sentences={
        "keep-exactly": "keep {count} different ones",
        "leader-not-offered": "you were offered {offered:leader_cards}",
    },
)
RESOURCES_CHOICE = Refusals("err_resources_choice")
SHELF_SWAP = Refusals("err_shelf_swap")
LEADER_ACTIVATION = Refusals("err_leader_activation", sentences=_NO_LEADER)
LEADER_DISCARD = Refusals(
    "err_leader_discard",
    sentences={**_NO_LEADER, "leader-in-play": "{leader:leader} cannot be discarded: {leader:leader} is active"},
)
MARKET = Refusals("err_shelves_choice")
PURCHASE = Refusals(
    "err_payment_shelf_choice",
    errors={
        "pile-empty": NO_CARD,
        "no-slot": NO_SLOT,
        "needs-empty-slot": NO_SLOT,
        "needs-lower-card": NO_SLOT,
    },
    sentences={
        "pile-empty": "that pile is empty: no card is for sale there",
        "no-slot": "there is no slot {slot:slot}: slots are {first:slot} to {last:slot}",
        "needs-empty-slot": "a card of level 1 needs an empty slot; slot {slot:slot} {held:top}",
        "needs-lower-card": "a card of level {level} needs a card of level {below} below it; "
        "slot {slot:slot} {held:top}",
    },
)
PRODUCTION = Refusals("prod_activation_err")
SHELF_MAP = Refusals("err_shelf_map_choice")
"""What a client that uses the next version's form of productions is told instead."""
TURN_END = Refusals(ILLEGAL)
