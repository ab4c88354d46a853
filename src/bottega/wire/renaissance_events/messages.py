"""renaissance-events' messages as types: what clients ask, and what the server says.

Every message is a JSON object with its name in ``type``. What a client may leave out has a default; what the program of
the time never left out is required, so that a missing field is an ``ErrProtocol`` and not a silence.
"""

from __future__ import annotations

import msgspec

Content = dict[str, int]
"""Amounts by resource."""
Containers = dict[str, Content]
"""Contents by container; the keys are numbers, as text."""
Said = dict[str, object]
"""What the server says: ``type`` and the fields."""


class Join(msgspec.Struct, frozen=True):
    """``ReqJoin``: the nickname."""

    nickname: str


class NewGame(msgspec.Struct, frozen=True):
    """``ReqNewGame``: how many play."""

    playersCount: int  # noqa: N815 (the program's own name)


class ChooseLeaders(msgspec.Struct, frozen=True):
    """``ReqChooseLeaders``: those to keep."""

    leaders: list[int]


class ChooseResources(msgspec.Struct, frozen=True):
    """``ReqChooseResources``: the bonus resources, on shelves."""

    shelves: Containers


class TakeFromMarket(msgspec.Struct, frozen=True):
    """``ReqTakeFromMarket``: the line, what white marbles become, and where things go; the rest is discarded."""

    isRow: bool  # noqa: N815
    index: int
    replacements: Content
    shelves: Containers


class BuyDevCard(msgspec.Struct, frozen=True):
    """``ReqBuyDevCard``: the top card of a pile, the slot for it, and what it is paid with."""

    color: str
    level: int
    devSlot: int  # noqa: N815
    resContainers: Containers  # noqa: N815


class ProductionRequest(msgspec.Struct, frozen=True):
    """One production: what it is paid with, and what its "?" give."""

    production: int
    inputContainers: Containers  # noqa: N815
    outputRep: Content = {}  # noqa: N815
    inputNonStorableRep: Content = {}  # noqa: N815


class ActivateProductions(msgspec.Struct, frozen=True):
    """``ReqActivateProductions``: all productions of the turn."""

    prodRequests: list[ProductionRequest]  # noqa: N815


class SwapShelves(msgspec.Struct, frozen=True):
    """``ReqSwapShelves``: two shelves or depots that change their contents."""

    shelf1: int
    shelf2: int


class LeaderAction(msgspec.Struct, frozen=True):
    """``ReqLeaderAction``: put a leader into play, or discard it."""

    leader: int
    isActivate: bool  # noqa: N815


def said(kind: str, /, **fields: object) -> Said:
    """A message; a field that is None is left out, as the program of the time did."""
    return {"type": kind, **{name: value for name, value in fields.items() if value is not None}}
