"""All productions of a turn in one request: numbers, blanks, payments, and the errors of both versions."""

from __future__ import annotations

import pytest

from bottega.testing.renaissance import player
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json.production import (
    IN_NEXT_VERSION,
    IN_THE_DOCUMENT,
    activate_productions,
    errors_of,
)
from bottega.wire.renaissance_json.requests import ActivateProd, Order

OWNER = player(("1 coin", "2 stone", ""), box="3 shield", slots=((1,), (), ()), leaders=(13, 2), played=(13,))
"""Productions 0, 1 (takes a coin) and 4 (takes a shield)."""


def activated(*orders: Order) -> str:
    """What productions become, in notation."""
    return "; ".join(map(str, activate_productions(ActivateProd(list(orders), next_version=False), OWNER)))


BASIC = Order(0, ["stone", "stone"], ["coin"], [("stone", 1, 2)])


def test_productions_end_with_everything_collected() -> None:
    """The basic production, a card's and a leader's are one batch, in the order of the request."""
    card = Order(1, [], [], [("Coin", 0, 1)])
    leader = Order(4, [], ["Servant"], [("Shield", "strongbox", 1)])
    assert activated(BASIC, card, leader) == (
        "produce basic stone+stone>coin with 2stone@2; produce slot 1 with coin@1; "
        "produce leader 1>servant with shield@box; collect"
    )


def test_blank_inputs_follow_from_the_payment() -> None:
    """Whoever says from where two resources are taken need not say twice which."""
    order = Order(0, [], ["coin"], [("stone", 1, 1), ("shield", 5, 1)])
    assert activated(order) == "produce basic stone+shield>coin with stone@2 shield@box; collect"


WRONG = [
    ([], "production", "productions is empty"),
    ([Order(2, [], [], [])], "production", "you have no production 2; you have 0, 1, 4"),
    ([Order(1, [], [], [])], "payment", "production 1: inputShelves is missing"),
    ([Order(1, [], [], [("coin", 9, 1)])], "payment", "there is no shelf 9"),
    ([Order(1, [], [], [("coin", 0, 0)])], "payment", "amounts are at least 1"),
    ([Order(0, ["coin"], ["coin"], [("coin", 0, 1)])], "blanks", "production 0 takes 2 resources, 1 are named"),
    ([Order(0, [], ["coin"], [("coin", 0, 10**9)])], "blanks", "production 0 takes 2 resources, 3 are named"),
    ([Order(0, ["coin", "Faith"], ["coin"], [("coin", 0, 2)])], "blanks", "there is no resource 'Faith'"),
    ([Order(4, [], [], [("shield", 5, 1)])], "blanks", "production 4: outputBlanksRepl must name"),
    ([Order(4, [], ["Faith"], [("shield", 5, 1)])], "blanks", "there is no resource 'Faith'"),
]


@pytest.mark.parametrize(("orders", "about", "why"), WRONG)
@pytest.mark.parametrize("next_version", [False, True])
def test_productions_that_make_no_sense(orders: list[Order], about: str, why: str, next_version: bool) -> None:
    """The document has one error for them, its authors' next version three."""
    with pytest.raises(BadRequest, match=why) as raised:
        activate_productions(ActivateProd(orders, next_version=next_version), OWNER)
    own = {"production": "err_prod_choice", "payment": "err_shelf_map_choice", "blanks": "err_replacement_choice"}
    assert raised.value.error == (own[about] if next_version else "prod_activation_err")


def test_the_errors_of_each_version() -> None:
    """Whoever uses the next version's form is told its errors, also when the rules refuse."""
    assert errors_of(ActivateProd([BASIC], next_version=True)) is IN_NEXT_VERSION
    assert errors_of(ActivateProd([BASIC], next_version=False)) is IN_THE_DOCUMENT
    assert IN_NEXT_VERSION.refusals.error == "err_shelf_map_choice"
    assert IN_THE_DOCUMENT.refusals.error == "prod_activation_err"
