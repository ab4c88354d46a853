"""All productions of a turn in one request: which, what their blanks stand for, and from where each is paid.

Productions are 0 (basic), 1-3 (the top cards of slots 0-2), 4 and 5 (production leaders in order of activation). The
document gives four lists beside the ids; its authors' next version puts everything of a production in one object.
Both become :class:`_Order` and then a batch that ends with everything collected, so that no output can be an input.
"""

from __future__ import annotations

import msgspec

from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import COLLECT, Action, Payment
from bottega.games.renaissance.model import State
from bottega.wire.core.loose_json import Object, fit
from bottega.wire.renaissance_json.choices import Actions, Wrong, body, payment, resource_number

PRODUCTION, SHELF_MAP, REPLACEMENT = "err_prod_choice", "err_shelf_map_choice", "err_replacement_choice"
IN_THE_DOCUMENT = "prod_activation_err"
"""What a client built on the document is told instead of the next version's three."""


class _Blanks(msgspec.Struct):
    prodID: int  # noqa: N815 - the document's key
    resources: list[str]


class _Mapping(msgspec.Struct):
    res: str
    shelf: int | str = 0
    amount: int = 1


class _Mappings(msgspec.Struct):
    prodID: int  # noqa: N815
    mappings: list[_Mapping]


class _Listed(msgspec.Struct):
    """The document's form."""

    productions: list[int]
    inputBlanksRepl: list[_Blanks] = []  # noqa: N815
    outputBlanksRepl: list[_Blanks] = []  # noqa: N815
    inputShelves: list[_Mappings] = []  # noqa: N815
    outputShelves: list[_Mappings] = []  # noqa: N815


class _Kind(msgspec.Struct):
    type: str
    quantity: int = 1


class _Replaced(msgspec.Struct):
    res: str
    quantity: int = 1


class _Shelf(msgspec.Struct):
    res: _Kind
    shelf: int | str = 0


class _Whole(msgspec.Struct):
    """One production of the next version's form."""

    id: int
    inputBlanksRepl: list[_Replaced] = []  # noqa: N815
    outputBlanksRepl: list[_Replaced] = []  # noqa: N815
    inputShelves: list[_Shelf] = []  # noqa: N815
    outputShelves: list[_Shelf] = []  # noqa: N815


class _Wholes(msgspec.Struct):
    productions: list[_Whole]


class _Order(msgspec.Struct):
    """What is asked of one production in either form; ``paid`` has resource, shelf and amount."""

    number: int
    inputs: list[str]
    outputs: list[str]
    paid: list[tuple[str, int | str, int]]


def in_next_version(request: Object) -> bool:
    """Whether a request has the next version's form, so that it understands that version's errors."""
    productions = body(request)[0].get("productions")
    return isinstance(productions, list) and bool(productions) and isinstance(productions[0], dict)


def activate_productions(request: Object, state: State, seat: int) -> Actions:
    """req_activate_prod."""
    orders = _wholes(request) if in_next_version(request) else _listed(request)
    if not orders:
        raise Wrong(PRODUCTION, "productions is empty: name at least one")
    offers = {offer.number: offer for offer in queries.offers(state.players[seat])}
    actions: list[Action] = []
    for order in orders:
        if order.number not in offers:
            have = ", ".join(map(str, offers))
            raise Wrong(PRODUCTION, f"you have no production {order.number}; you have {have}")
        actions.append(_activated(order, offers[order.number]))
    return [*actions, COLLECT]


def _activated(order: _Order, offer: queries.Offer) -> Action:
    if not order.paid:
        raise Wrong(SHELF_MAP, f"production {order.number}: inputShelves is missing, so nothing is paid")
    paid: Payment = payment(order.paid, SHELF_MAP)
    inputs: list[int] = []
    output = 0
    if offer.free_inputs:
        units = [part.resource for part in paid for _ in range(min(part.count, offer.free_inputs + 1))]
        inputs = [resource_number(name, REPLACEMENT) for name in order.inputs] or units
        if len(inputs) != offer.free_inputs:
            raise Wrong(
                REPLACEMENT, f"production {order.number} takes {offer.free_inputs} resources, {len(inputs)} are named"
            )
    if offer.free_outputs:
        if len(order.outputs) != offer.free_outputs:
            raise Wrong(REPLACEMENT, f"production {order.number}: outputBlanksRepl must name the one resource it gives")
        output = resource_number(order.outputs[0], REPLACEMENT)
    return queries.produce(order.number, tuple(inputs), output, paid)


def _listed(request: Object) -> list[_Order]:
    asked = fit(body(request)[0], _Listed)
    return [
        _Order(
            number,
            _names(asked.inputBlanksRepl, number),
            _names(asked.outputBlanksRepl, number) or [m.res for m in _mappings(asked.outputShelves, number)],
            [(m.res, m.shelf, m.amount) for m in _mappings(asked.inputShelves, number)],
        )
        for number in asked.productions
    ]


def _names(blanks: list[_Blanks], number: int) -> list[str]:
    return [name for entry in blanks if entry.prodID == number for name in entry.resources]


def _mappings(entries: list[_Mappings], number: int) -> list[_Mapping]:
    return [mapping for entry in entries if entry.prodID == number for mapping in entry.mappings]


def _wholes(request: Object) -> list[_Order]:
    return [
        _Order(
            whole.id,
            _spread(whole.inputBlanksRepl),
            _spread(whole.outputBlanksRepl) or [entry.res.type for entry in whole.outputShelves],
            [(entry.res.type, entry.shelf, entry.res.quantity) for entry in whole.inputShelves],
        )
        for whole in fit(body(request)[0], _Wholes).productions
    ]


def _spread(replaced: list[_Replaced]) -> list[str]:
    return [entry.res for entry in replaced for _ in range(max(0, min(entry.quantity, 3)))]
