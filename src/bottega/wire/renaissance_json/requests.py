"""renaissance-json's requests: the payloads of what a client may ask.

The document has one form for each request, its authors' next version another. Both are read into one payload
(:meth:`Request.read`); a field or a name that only the next version has says so. A client writes the document's form
(:meth:`Request.written`).
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bottega.wire.core.loose_json import Object, fit

Index = int | str
"""A shelf: 0-2, a leader depot: 3-4, the strongbox: 5 or by its name."""

R = TypeVar("R", bound="Request")


def _fields(request: Object) -> tuple[Object, bool]:
    """The fields of a move and whether they lie in ``choice``, as the document has it, or beside ``type``."""
    choice = request.get("choice")
    return (choice, True) if isinstance(choice, dict) else (request, False)


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request; its fields lie beside ``type``."""

    @classmethod
    def read(cls: type[R], request: Object) -> R:
        """The request in any of its forms, or Unreadable."""
        return fit(request, cls)

    def written(self, kind: str) -> Object:
        """The request of that type as a client writes it, in the document's form."""
        return {"type": kind, **msgspec.to_builtins(self)}


class Nickname(Request, frozen=True):
    """``req_nickname``."""

    nickname: str


class PlayersCount(Request, frozen=True):
    """``req_players_count``."""

    count: int


class LeaderChoice(Request, frozen=True):
    """``req_leader_choice``: the ids of the leaders to keep."""

    choice: list[int] | None = None
    leaders_id: list[int] | None = None
    """The next version's name."""

    @property
    def ids(self) -> list[int] | None:
        """The choice under either name."""
        return self.choice if self.choice is not None else self.leaders_id


class Resource(msgspec.Struct, frozen=True):
    """``{"type":"Coin","quantity":1}``, from the next version."""

    type: str
    quantity: int = 1


class BonusChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the list forms: ``{"res":"Coin","amount":1,"shelf":1}`` or ``{"shelf":1,"res":{"type":…}}``."""

    res: str | Resource
    amount: int = 1
    shelf: int | None = None

    @property
    def resource(self) -> Resource:
        """What, and how much of it."""
        return Resource(self.res, self.amount) if isinstance(self.res, str) else self.res


class ResourcesChoice(Request, frozen=True):
    """``req_resources_choice``: ``{"coin":1}``, or a list with shelves."""

    choice: dict[str, int] | list[BonusChoice] | None = None
    init_res: list[BonusChoice] | None = None
    """The next version's name."""

    @property
    def entries(self) -> list[BonusChoice] | None:
        """The choice in either form."""
        if isinstance(self.choice, dict):
            return [BonusChoice(name, amount) for name, amount in self.choice.items()]
        return self.choice if self.choice is not None else self.init_res


class SwapShelves(Request, frozen=True):
    """``req_swap_shelves``: the two that change their contents."""

    choice: list[Index] | None = None
    shelves: list[Index] | None = None
    """The next version's name."""

    @property
    def pair(self) -> list[Index]:
        """The choice under either name."""
        return (self.choice if self.choice is not None else self.shelves) or []


class LeaderAction(Request, frozen=True):
    """``req_activate_leader`` and ``req_discard_leader``: places in the hand."""

    choice: list[int] | None = None
    leader_id: int | None = None
    """The next version's form: the card's id."""


class Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """What goes on one shelf; ``res_quantity`` is the next version's name for the amount."""

    shelf_index: Index
    res_amount: int | None = None
    res_quantity: int | None = None
    res_type: str | None = None

    @property
    def amount(self) -> int:
        """How many; one if it is not said."""
        return _amount(self.res_amount, self.res_quantity)


class Replacement(msgspec.Struct, frozen=True):
    """``{"res":"Coin","quantity":1}``: what is put for blanks or white marbles in the next version."""

    res: str
    quantity: int = 1


class GetMarket(Request, frozen=True):
    """``req_get_market``: the line, what white marbles become, what is discarded, and where the rest goes."""

    market_index: int
    isRow: bool  # noqa: N815 (the document's own name)
    discard_index: list[int] | None = None
    """None in the next version alone, which discards what is not stored."""
    leaders_choice: list[int] | None = None
    replacements: list[Replacement] | None = None
    """The next version's way to say what white marbles become."""
    shelf_choice: list[Stored] = []

    @classmethod
    def read(cls, request: Object) -> GetMarket:
        """The visit in either form, or Unreadable."""
        fields, in_choice = _fields(request)
        if in_choice and fields.get("discard_index") is None:
            fields = {**fields, "discard_index": []}
        return fit(fields, cls)

    def written(self, kind: str) -> Object:
        """In ``choice``."""
        return {"type": kind, "choice": {"shelf_choice": [], **msgspec.to_builtins(self)}}


class Paid(msgspec.Struct, frozen=True, omit_defaults=True):
    """``{"res_type":"Coin","shelf_index":1,"amount":2}``; the next version says ``quantity``."""

    res_type: str
    shelf_index: Index
    amount: int | None = None
    quantity: int | None = None

    @property
    def taken(self) -> Taken:
        """The same in short."""
        return self.res_type, self.shelf_index, _amount(self.amount, self.quantity)


Taken = tuple[str, Index, int]
"""A resource, where it is taken from, and how much of it."""


class BuyDevCard(Request, frozen=True):
    """``req_buy_dev_card``: a card by row and column or, in the next version, by level and colour."""

    slot_index: int
    row_index: int | None = None
    col_index: int | None = None
    level: int | None = None
    color: str | None = None
    res_choice: list[Paid] | None = None

    @classmethod
    def read(cls, request: Object) -> BuyDevCard:
        """The purchase in either form, or Unreadable."""
        return fit(_fields(request)[0], cls)

    def written(self, kind: str) -> Object:
        """In ``choice``."""
        return {"type": kind, "choice": msgspec.to_builtins(self)}


class Order(msgspec.Struct, frozen=True):
    """What is asked of one production: its number, what its blanks stand for, and how it is paid."""

    number: int
    inputs: list[str]
    outputs: list[str]
    paid: list[Taken]


class ActivateProd(Request, frozen=True):
    """``req_activate_prod``, in the document's form or, with an object for each production, the next version's."""

    orders: list[Order]
    next_version: bool

    @classmethod
    def read(cls, request: Object) -> ActivateProd:
        """The productions in either form, or Unreadable."""
        fields, _ = _fields(request)
        productions = fields.get("productions")
        if isinstance(productions, list) and productions and isinstance(productions[0], dict):
            return cls([each.order for each in fit(fields, _Productions).productions], next_version=True)
        listed = fit(fields, _Listed)
        return cls([listed.order(number) for number in listed.productions], next_version=False)

    def written(self, kind: str) -> Object:
        """As numbers and four lists beside them; outputs have no shelves."""
        listed = _Listed(
            [order.number for order in self.orders],
            [_Blanks(order.number, order.inputs) for order in self.orders if order.inputs],
            [_Blanks(order.number, order.outputs) for order in self.orders if order.outputs],
            [_Mappings(order.number, [_Mapping(*paid) for paid in order.paid]) for order in self.orders],
        )
        return {"type": kind, **msgspec.to_builtins(listed)}


class TurnEnd(Request, frozen=True):
    """``req_turn_end``."""


def _amount(*said: int | None) -> int:
    return next((amount for amount in said if amount is not None), 1)


class _Blanks(msgspec.Struct):
    prodID: int  # noqa: N815
    resources: list[str]


class _Mapping(msgspec.Struct):
    res: str
    shelf: Index = 0
    amount: int = 1


class _Mappings(msgspec.Struct):
    prodID: int  # noqa: N815
    mappings: list[_Mapping]


class _Listed(msgspec.Struct):
    """Productions in the document's form: numbers, and four lists beside them."""

    productions: list[int]
    inputBlanksRepl: list[_Blanks] = []  # noqa: N815
    outputBlanksRepl: list[_Blanks] = []  # noqa: N815
    inputShelves: list[_Mappings] = []  # noqa: N815
    outputShelves: list[_Mappings] = []  # noqa: N815

    def order(self, number: int) -> Order:
        """All that the lists say about one production."""
        outputs = _named(self.outputBlanksRepl, number) or [to.res for to in _mapped(self.outputShelves, number)]
        paid = [(source.res, source.shelf, source.amount) for source in _mapped(self.inputShelves, number)]
        return Order(number, _named(self.inputBlanksRepl, number), outputs, paid)


def _named(blanks: list[_Blanks], number: int) -> list[str]:
    return [name for entry in blanks if entry.prodID == number for name in entry.resources]


def _mapped(entries: list[_Mappings], number: int) -> list[_Mapping]:
    return [mapping for entry in entries if entry.prodID == number for mapping in entry.mappings]


class _Shelf(msgspec.Struct):
    res: Resource
    shelf: Index = 0


class _Production(msgspec.Struct):
    """One production in the next version's form."""

    id: int
    inputBlanksRepl: list[Replacement] = []  # noqa: N815
    outputBlanksRepl: list[Replacement] = []  # noqa: N815
    inputShelves: list[_Shelf] = []  # noqa: N815
    outputShelves: list[_Shelf] = []  # noqa: N815

    @property
    def order(self) -> Order:
        """The same in short."""
        outputs = _spread(self.outputBlanksRepl) or [entry.res.type for entry in self.outputShelves]
        paid = [(entry.res.type, entry.shelf, entry.res.quantity) for entry in self.inputShelves]
        return Order(self.id, _spread(self.inputBlanksRepl), outputs, paid)


class _Productions(msgspec.Struct):
    productions: list[_Production]


_MOST_BLANKS = 3
"""One more than any production has: enough to see that there are too many."""


def _spread(replacements: list[Replacement]) -> list[str]:
    return [entry.res for entry in replacements for _ in range(max(0, min(entry.quantity, _MOST_BLANKS)))]
