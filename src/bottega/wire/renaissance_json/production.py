"""All productions of a turn in one request: which, what their blanks stand for, and from where each is paid.

Productions are 0 (basic), 1-3 (the top cards of slots 0-2), 4 and 5 (production leaders in order of activation). They
become a batch that ends with everything collected, so that no output can be an input.
"""

from __future__ import annotations

import msgspec

from bottega.games.renaissance import Action, Player, queries
from bottega.games.renaissance.actions import COLLECT
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json.choices import Actions, payment
from bottega.wire.renaissance_json.numbering import resource_number
from bottega.wire.renaissance_json.refusals import PRODUCTION, SHELF_MAP, Refusals
from bottega.wire.renaissance_json.requests import ActivateProd, Order


class Errors(msgspec.Struct, frozen=True):
    """The errors that a client understands: for a production, its blanks, and all else."""

    production: str
    blanks: str
    refusals: Refusals


IN_THE_DOCUMENT = Errors(PRODUCTION.error, PRODUCTION.error, PRODUCTION)
IN_NEXT_VERSION = Errors("err_prod_choice", "err_replacement_choice", SHELF_MAP)


def errors_of(asked: ActivateProd) -> Errors:
    """Whoever uses the next version's form gets that version's errors."""
    return IN_NEXT_VERSION if asked.next_version else IN_THE_DOCUMENT


def activate_productions(asked: ActivateProd, player: Player) -> Actions:
    """req_activate_prod."""
    errors = errors_of(asked)
    if not asked.orders:
        raise BadRequest("productions is empty: name at least one", errors.production)
    offers = {offer.number: offer for offer in queries.offers(player)}
    actions: list[Action] = []
    for order in asked.orders:
        if order.number not in offers:
            have = ", ".join(map(str, offers))
            raise BadRequest(f"you have no production {order.number}; you have {have}", errors.production)
        actions.append(_activated(order, offers[order.number], errors))
    return [*actions, COLLECT]


def _activated(order: Order, offer: queries.Offer, errors: Errors) -> Action:
    number, output = order.number, 0
    inputs: tuple[int, ...] = ()
    if not order.paid:
        raise BadRequest(f"production {number}: inputShelves is missing, so nothing is paid", errors.refusals.error)
    paid = payment(order.paid, errors.refusals.error)
    if offer.free_inputs:
        units = [part.resource for part in paid for _ in range(min(part.count, offer.free_inputs + 1))]
        inputs = tuple(resource_number(name, errors.blanks) for name in order.inputs) or tuple(units)
        if len(inputs) != offer.free_inputs:
            fault = f"production {number} takes {offer.free_inputs} resources, {len(inputs)} are named"
            raise BadRequest(fault, errors.blanks)
    if offer.free_outputs:
        if len(order.outputs) != offer.free_outputs:
            raise BadRequest(
                f"production {number}: outputBlanksRepl must name the one resource it gives", errors.blanks
            )
        output = resource_number(order.outputs[0], errors.blanks)
    return queries.produce(number, inputs, output, paid)
