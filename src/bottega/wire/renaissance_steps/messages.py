"""renaissance-steps' requests as types; what the server says is in ``shapes``.

A request is ``{"type": …, "data": …}``. Its payload is a struct whose fields have the document's names; where the
program of the time had another name for a field, ``ALSO`` knows it. Where the two count differently the field's name
decides: ``index`` of a market line counts from 0, ``position`` from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from bottega.games.renaissance.cards import LEADERS, RESOURCES
from bottega.games.renaissance.market import COLUMNS, ROWS
from bottega.limits import MAX_QUOTED
from bottega.wire.core.loose_json import Object, read_object, write_object
from bottega.wire.core.machine import BadRequest

ENUMS = ("YELLOW", "GREY", "VIOLET", "BLUE")
"""Resources in marbles, pending resources, moves, productions and commands."""
LABELS = ("COIN", "STONE", "SERVANT", "SHIELD")
"""Resources in deposits and the strongbox."""

CLASS_NAMES = {
    "ChooseLeadersCommand": "chooseLeader",
    "ChooseBonusResourceCommand": "chooseResourceToDeposit",
    "DepositResourceCommand": "depositResource",
    "DiscardResourceCommand": "discardResource",
    "TransformWhiteCommand": "transformWhiteIn",
    "PlayLeaderCommand": "playLeader",
    "DiscardLeaderCommand": "discardLeader",
    "BuyFromMarketCommand": "buyAtMarketInterface",
    "StrongboxPickUpCommand": "pickUpResourceFromStrongbox",
    "WarehousePickUpCommand": "pickUpResourceFromWarehouse",
    "ToggleDiscountCommand": "toggleDiscount",
    "ToggleExtraProductionCommand": "toggleExtraProd",
    "ActivateProductionsCommand": "activateProductions",
    "BuyCardCommand": "buyCard",
    "MoveResourceCommand": "moveResource",
    "RevertPickUpCommand": "revertPickUp",
    "PassCommand": "passTurn",
}
"""The program's classes that are the document's methods; its other two are commands of their own."""

# -- names of things, as clients write them ---------------------------------------------------------------------------

_SPELLINGS = {name.casefold(): number for names in (ENUMS, LABELS, RESOURCES) for number, name in enumerate(names)}
_NO_RESOURCES = {
    "white": "a white marble is no resource yet: turn it into one with transformWhiteIn",
    "red": "faith is no resource: it can be neither stored nor chosen",
    "faith": "faith is no resource: it can be neither stored nor chosen",
}
_PICTURE = re.compile(r"(?:.*[^0-9])?1-([0-9]{2})-1")
_FIRST_PICTURE = 48


def quoted(value: object) -> str:
    """What somebody sent, as far as it is worth repeating."""
    text = repr(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


class Resource:
    """One of the four resources, by either of its names, in any case."""

    __slots__ = ("number",)

    def __init__(self, name: object) -> None:
        if not isinstance(name, str):
            raise BadRequest(f"res is a text, not {quoted(name)}")
        spelling = name.strip().casefold()
        if spelling not in _SPELLINGS:
            otherwise = f"{quoted(name)} is no resource: they are coin, stone, servant and shield"
            raise BadRequest(_NO_RESOURCES.get(spelling, otherwise))
        self.number = _SPELLINGS[spelling]


class Leader:
    """A leader by its name ``3L``, its number, or the file of its picture ``…1-51-1.png``."""

    __slots__ = ("number",)

    def __init__(self, name: object) -> None:
        text = str(name).strip().removesuffix(".png") if isinstance(name, str | int) else ""
        if picture := _PICTURE.fullmatch(text):
            self.number = int(picture[1]) - _FIRST_PICTURE
        else:
            digits = text.removesuffix("L").removesuffix("l")
            self.number = int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 3 else 0
        if self.number not in LEADERS:
            raise BadRequest(f"{quoted(name)} is no leader: they are called 1L to {len(LEADERS)}L")


class ListedLeader(Leader):
    """A leader in a list: as it is, or as ``{"id": …}``."""

    __slots__ = ()

    def __init__(self, name: object) -> None:
        super().__init__(name.get("id") if isinstance(name, dict) else name)


# -- what clients ask -------------------------------------------------------------------------------------------------

Shelf = Annotated[int, msgspec.Meta(ge=1, le=3)]
Place = Annotated[int, msgspec.Meta(ge=1, le=5)]
"""A shelf, or a leader's depot (4, 5)."""
Slot = Annotated[int, msgspec.Meta(ge=1, le=3)]
Extra = Annotated[int, msgspec.Meta(ge=0, le=1)]
"""A production leader, in order of activation."""
BASE = -1
"""The basic production where extra productions count from 0."""


class Payload(msgspec.Struct, frozen=True):
    """What a request carries."""

    ALSO: ClassVar[Mapping[str, str]] = {}
    """The program's names for fields that the document calls otherwise."""
    EITHER: ClassVar[tuple[str, ...]] = ()
    """Fields of which one must be there."""
    SAME: ClassVar[tuple[str, ...]] = ()
    """Fields of ``ALSO`` for which the program itself had the document's name."""
    LIST: ClassVar[str] = ""
    """The field that ``data`` is if it is a list."""


class Register(Payload, frozen=True):
    """``RegisterResponse``: the nickname."""

    nickname: str


class PlayerNumber(Payload, frozen=True):
    """``PlayerNumberResponse``: how many play."""

    ALSO = {"number": "nPlayers"}
    number: int


class ChooseLeaders(Payload, frozen=True):
    """``chooseLeader``: the two leaders to keep."""

    LIST = "chosenLeaders"
    chosenLeaders: list[ListedLeader]  # noqa: N815 (the program's own name)


class OneResource(Payload, frozen=True):
    """A command about one resource: ``discardResource``, ``transformWhiteIn``, ``toggleDiscount``, …"""

    ALSO = {"res": "resourceType"}
    res: Resource


class Bonus(OneResource, frozen=True):
    """``chooseResourceToDeposit``: a bonus resource, and the shelf for it."""

    SAME = ("res",)
    id: Shelf


class Deposit(OneResource, frozen=True):
    """``depositResource``: a pending resource, and the place for it."""

    id: Place


class LeaderInHand(Payload, frozen=True):
    """``playLeader``, ``discardLeader``: a leader by name, or by its place among those still in hand."""

    EITHER = ("index", "id")
    index: int | None = None
    id: Leader | None = None


class MarketLine(Payload, frozen=True):
    """``buyAtMarketInterface``: ``r`` or ``c``, and which one."""

    ALSO = {"rc": "line"}
    EITHER = ("index", "position")
    COUNTS: ClassVar[Mapping[str, int]] = {"r": ROWS, "c": COLUMNS}
    rc: str
    index: int | None = None
    position: int | None = None

    def __post_init__(self) -> None:
        way = self.rc.casefold()
        if way not in self.COUNTS:
            raise BadRequest(f"rc is 'r' for a row or 'c' for a column, not {quoted(way)}")
        count = self.COUNTS[way]
        if self.position is not None:
            _check("position", self.position, range(1, count + 1))
        elif self.index is not None:
            _check("index", self.index, range(count))

    @property
    def line(self) -> str:
        """The line as the rules call it, ``r1`` … ``c4``."""
        number = self.position if self.position is not None else (self.index or 0) + 1
        return f"{self.rc.casefold()}{number}"


class MoveResource(Payload, frozen=True):
    """``moveResource``: from one place to the other, or both ways."""

    ALSO = {"id1": "source", "id2": "destination"}
    id1: Place
    id2: Place


class WarehousePickUp(Payload, frozen=True):
    """``pickUpResourceFromWarehouse``: one from this place."""

    ALSO = {"id": "index"}
    id: Place


class BuyCard(Payload, frozen=True):
    """``buyCard``: the top card of a pile, and the slot for it."""

    ALSO = {"column": "col"}
    SAME = ("column",)
    row: Annotated[int, msgspec.Meta(ge=0, le=2)]
    column: Annotated[int, msgspec.Meta(ge=0, le=3)]
    slot: Slot


class ExtraProduction(Payload, frozen=True):
    """``toggleExtraProd``: the production of a leader."""

    ALSO = {"id": "index"}
    id: Extra


class ExtraOutput(Payload, frozen=True):
    """``substituteUnknownInOutputExtraProduction``: what the "?" of a leader's production stands for."""

    ALSO = {"id": "index", "res": "resourceType"}
    id: Extra
    res: Resource


class CardProduction(Payload, frozen=True):
    """``toggleCardProd``: the production of the top card in a slot."""

    slot: Slot


class Production(Payload, frozen=True):
    """``ToggleProductionCommand``: the production of a slot, 0 for the basic one."""

    slot: Annotated[int, msgspec.Meta(ge=0, le=3)]


class Side(Enum):
    """What a production takes, or what it gives."""

    INPUT = "input"
    OUTPUT = "output"

    @classmethod
    def _missing_(cls, value: object) -> Side | None:
        """Any case will do."""
        return next((side for side in cls if side.value == str(value).casefold()), None)


class ProductionUnknown(Payload, frozen=True):
    """``ProductionUnknownCommand``: what a "?" stands for in the basic production or in a leader's."""

    ALSO = {"res": "resourceType"}
    target: Side
    index: Annotated[int, msgspec.Meta(ge=BASE, le=1)]
    res: Resource


# -- reading ----------------------------------------------------------------------------------------------------------

P = TypeVar("P", bound=Payload)

_ENVELOPE = 'every message is {"type": "...", "data": {...}}'


class Request(msgspec.Struct, frozen=True):
    """A request before its payload is looked at."""

    kind: str
    data: Object | list[object]


def read_request(message: str | None) -> Request:
    """The request in a message, its type without the package, or BadRequest."""
    envelope = read_object(message)
    kind = envelope.get("type")
    if not isinstance(kind, str):
        raise BadRequest(f"the type is missing: {_ENVELOPE}")
    data = envelope.get("data")
    if data is None:
        data = {}
    elif not isinstance(data, (dict, list)):
        raise BadRequest(f"the data is neither an object nor a list: {_ENVELOPE}")
    return Request(kind.rpartition(".")[2], data)


def read_payload(request: Request, shape: type[P]) -> P:
    """The fields of a request as its payload, or BadRequest about the first that is wrong."""
    data = request.data
    if isinstance(data, list):
        data = {shape.LIST: data}
    for field, other in shape.ALSO.items():
        if other in data and field not in data:
            data = {**data, field: data[other]}
    try:
        payload = msgspec.convert(data, shape, dec_hook=_named)
    except msgspec.ValidationError:
        raise BadRequest(_fault(request.kind, data, shape)) from None
    if shape.EITHER and all(getattr(payload, field) is None for field in shape.EITHER):
        raise BadRequest(_needs(request.kind, *shape.EITHER))
    return payload


# -- writing ----------------------------------------------------------------------------------------------------------

_PROGRAM_NAMES = {name: kind for kind, name in CLASS_NAMES.items()}


def write_request(kind: str, payload: Payload | None, commands: str = "", answers: str = "") -> str:
    """A request as a client writes it: in the document's words or, where its commands (and answers to what the server
    asks) are classes in these packages, in the program's.
    """
    program = bool(commands)
    data: Object | list[object] = {}
    if payload is not None:
        data = {
            _called(field, payload, program): _spelled(value, program)
            for field in payload.__struct_fields__
            if (value := getattr(payload, field)) is not None
        }
        if payload.LIST and not program:
            listed = data[payload.LIST]
            assert isinstance(listed, list)
            data = listed
    name = _PROGRAM_NAMES.get(kind, kind) if program else kind
    return write_object({"type": f"{answers if name.endswith('Response') else commands}{name}", "data": data})


def _called(field: str, payload: Payload, program: bool) -> str:
    return payload.ALSO.get(field, field) if program and field not in payload.SAME else field


def _spelled(value: object, program: bool) -> object:
    match value:
        case Resource():
            return ENUMS[value.number] if program else RESOURCES[value.number]
        case ListedLeader():
            return f"{value.number}L" if program else {"id": f"{value.number}L"}
        case Leader():
            return f"{value.number}L"
        case Side():
            return value.value
        case list():
            return [_spelled(each, program) for each in value]
    return value


def _named(kind: type[Any], value: object) -> object:
    """A resource or a leader, which know by themselves what they may be called."""
    return kind(value)


def _fault(kind: str, given: Object, shape: type[Payload]) -> str:
    """What is wrong with the first field that is."""
    for field in _fields(shape):
        name = field.name
        if name in given:
            if wrong := _wrong(name, given[name], field.type):
                return wrong
        elif field.required:
            return _needs(kind, name, *([shape.ALSO[name]] if name in shape.ALSO else []))
    raise AssertionError(f"{given} is no {shape}, but every field of it is fine")


@cache
def _fields(shape: type[Payload]) -> tuple[msgspec.inspect.Field, ...]:
    """What a payload is made of; finding it out takes a hundred times as long as reading a message."""
    described = msgspec.inspect.type_info(shape)
    assert isinstance(described, msgspec.inspect.StructType)
    return described.fields


def _needs(kind: str, *names: str) -> str:
    return f"{CLASS_NAMES.get(kind, kind)} needs {' or '.join(names)} in its data"


def _wrong(name: str, value: object, wanted: msgspec.inspect.Type) -> str:
    """Why a value is not of the wanted type, nothing if it is."""
    match wanted:
        case msgspec.inspect.UnionType(types):
            return "" if value is None else _wrong(name, value, types[0])
        case msgspec.inspect.IntType(ge=ge, le=le):
            if not isinstance(value, int) or isinstance(value, bool):
                return f"{name} is a whole number, not {quoted(value)}"
            return "" if ge is None or le is None or ge <= value <= le else _outside(name, value, ge, le)
        case msgspec.inspect.StrType():
            return "" if isinstance(value, str) else f"{name} is a text, not {quoted(value)}"
        case msgspec.inspect.EnumType(cls):
            return "" if _member(cls, value) else f"{name} is {' or '.join(repr(each.value) for each in cls)}"
        case msgspec.inspect.ListType():
            return "" if isinstance(value, list) else "chosen leaders are a list"
    return ""


def _member(cls: type[Enum], value: object) -> bool:
    try:
        cls(value)
    except ValueError:
        return False
    return True


def _check(name: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise BadRequest(_outside(name, value, allowed[0], allowed[-1]))


def _outside(name: str, value: int, first: int, last: int) -> str:
    return f"{name} is {first} to {last}, not {value}"
