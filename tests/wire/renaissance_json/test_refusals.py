"""Which error answers a refused request of renaissance-json, and with which sentence."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Refusal, Value
from bottega.games.renaissance import PHRASES
from bottega.table.phrases import PHRASES as TABLE_PHRASES
from bottega.wire.renaissance_json import refusals
from bottega.wire.renaissance_json.messages import Error
from bottega.wire.renaissance_json.refusals import (
    LEADER_ACTIVATION,
    LEADER_CHOICE,
    LEADER_DISCARD,
    MARKET,
    PURCHASE,
    TURN_END,
    Refusals,
)

EVERY = {name: value for name, value in vars(refusals).items() if isinstance(value, Refusals)}


def refused(code: str, **params: Value) -> Refusal:
    """What the rules say when they refuse a move so."""
    return PHRASES.refusal(code, **params)


@pytest.mark.parametrize(
    ("request_", "refusal", "error", "sentence"),
    [
        (PURCHASE, refused("pile-empty", pile="G1"),
         "err_dev_card_choice", "that pile is empty: no card is for sale there"),
        (PURCHASE, refused("no-slot", slot=4, first=1, last=3),
         "err_slot_choice", "there is no slot 3: slots are 0 to 2"),
        (PURCHASE, refused("needs-empty-slot", slot=2, held=1),
         "err_slot_choice", "a card of level 1 needs an empty slot; slot 1 has a card of level 1 on top"),
        (PURCHASE, refused("needs-lower-card", level=3, below=2, slot=1, held=0),
         "err_slot_choice", "a card of level 3 needs a card of level 2 below it; slot 0 is empty"),
        (PURCHASE, refused("wrong-payment", cost=(1, 0, 0, 0), offered=(0, 1, 0, 0)),
         "err_payment_shelf_choice", "this costs 1 coin, and you offer 1 stone"),
        (LEADER_CHOICE, refused("keep-exactly", count=2), "err_leader_choice", "keep 2 different ones"),
        (LEADER_CHOICE, refused("leader-not-offered", leader=9, offered=(1, 2, 3, 4)),
         "err_leader_choice", "you were offered 0, 1, 2, 3"),
        (LEADER_ACTIVATION, refused("leader-in-play", leader=1),
         "err_leader_activation", "leader 0 is already in play"),
        (LEADER_DISCARD, refused("leader-in-play", leader=1),
         "err_leader_discard", "leader 0 cannot be discarded: leader 0 is active"),
        (LEADER_DISCARD, refused("no-leader", count=2, leader=3),
         "err_leader_discard", "leader 2 does not exist: your leaders are 0 and 1"),
        (MARKET, refused("place-full", place=2, room=2), "err_shelves_choice", "shelf 1 is full: it has room for 2"),
        (TURN_END, refused("not-your-turn"), "err_illegal_message", "it is not your turn"),
    ],
)  # fmt: skip
def test_the_error_and_its_sentence(request_: Refusals, refusal: Refusal, error: str, sentence: str) -> None:
    """Each request has its own error, some codes another; the document's own sentences come before the rules'."""
    assert request_.told(refusal) == Error(error, sentence)


def test_what_was_asked_comes_before_the_sentence() -> None:
    """The document repeats a wrong choice before it says what is wrong with it."""
    told = LEADER_CHOICE.told(refused("keep-exactly", count=2), before="invalid leader cards chosen: 3; ")
    assert told.msg == "invalid leader cards chosen: 3; keep 2 different ones"


def test_a_refusal_of_the_table_itself() -> None:
    """What is refused for another reason than the rules is told in the table's words with the request's own error."""
    refusal = TABLE_PHRASES.refusal("conflict")
    assert MARKET.told(refusal) == Error("err_shelves_choice", str(refusal))


@pytest.mark.parametrize("name", EVERY)
def test_every_refusal_of_the_rules_can_be_told(name: str) -> None:
    """Whatever the rules refuse, every request has an error and a sentence for it."""
    for code in PHRASES.templates:
        filled = {field: _EXAMPLES.get(kind, 1) for field, kind in PHRASES.kinds(code).items()}
        told = EVERY[name].told(refused(code.partition(".")[2], **filled))
        assert told.type.startswith("err_") or told.type.endswith("_err")
        assert len(told.msg) > 10


_EXAMPLES: dict[str, Value] = {
    "amounts": (1, 0, 0, 0),
    "pending": (1, 0, 0, 0, 0),
    "either": (0, 1),
    "coloured_cards": (1, 0, 0, 0),
    "leader_cards": (1, 2),
    "pile": "G1",
    "line": "r1",
}
"""A value of each kind that is more than a number."""
