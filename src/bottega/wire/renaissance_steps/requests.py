"""renaissance-steps: reading requests, in the document's form and in that of the program's command classes.

A request is ``{"type": …, "data": …}``. The type is a method name of the document (``buyCard``) or a class name of
the program, with or without its package (``BuyCardCommand``). Fields are known by the names of both. Where the two
count differently the field's name decides: ``index`` of a market line counts from 0, ``position`` from 1.
"""

from __future__ import annotations

import re

from bottega.games.renaissance.cards import LEADERS
from bottega.games.renaissance.market import COLUMNS, ROWS
from bottega.games.renaissance.model import Player
from bottega.wire.core.loose_json import Object, Unreadable, read_object
from bottega.wire.renaissance_steps.words import SPELLINGS

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
"""The program's classes that are the document's methods; its other two stand in the dialect's table by themselves."""

Content = Object | list[object]

_ENVELOPE = 'every message is {"type": "...", "data": {...}}'
_ARTWORK = re.compile(r"(?:.*[^0-9])?1-([0-9]{2})-1")
_FIRST_ARTWORK = 48

_SHOWN = 40
_NO_RESOURCES = {
    "white": "a white marble is no resource yet: turn it into one with transformWhiteIn",
    "red": "faith is no resource: it can be neither stored nor chosen",
    "faith": "faith is no resource: it can be neither stored nor chosen",
}


def shown(value: object) -> str:
    """What somebody sent, for an error text: not longer than needed to recognise it."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class Request:
    """One request: what is wanted, and its fields."""

    def __init__(self, message: str | None) -> None:
        envelope = read_object(message)
        kind = envelope.get("type")
        if not isinstance(kind, str):
            raise Unreadable(f"the type is missing: {_ENVELOPE}")
        data = envelope.get("data")
        if data is None:
            data = {}
        if not isinstance(data, dict | list):
            raise Unreadable(f"the data is neither an object nor a list: {_ENVELOPE}")
        kind = kind.rpartition(".")[2]
        self.kind = CLASS_NAMES.get(kind, kind)
        self.data: Content = data

    def _field(self, *names: str) -> object:
        if isinstance(self.data, dict):
            for name in names:
                if name in self.data:
                    return self.data[name]
        raise Unreadable(f"{self.kind} needs {' or '.join(names)} in its data")

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return isinstance(self.data, dict) and name in self.data

    def number(self, *names: str) -> int:
        """A whole number."""
        value = self._field(*names)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unreadable(f"{names[0]} is a whole number, not {shown(value)}")
        return value

    def within(self, allowed: range, *names: str) -> int:
        """A whole number in a range."""
        value = self.number(*names)
        if value not in allowed:
            raise Unreadable(f"{names[0]} is {allowed[0]} to {allowed[-1]}, not {value}")
        return value

    def word(self, *names: str) -> str:
        """A text."""
        value = self._field(*names)
        if not isinstance(value, str):
            raise Unreadable(f"{names[0]} is a text, not {shown(value)}")
        return value

    def resource(self) -> int:
        """One of the four resources."""
        name = self.word("res", "resourceType")
        found = SPELLINGS.get(name.strip().casefold())
        if found is None:
            otherwise = f"{shown(name)} is no resource: they are coin, stone, servant and shield"
            raise Unreadable(_NO_RESOURCES.get(name.strip().casefold(), otherwise))
        return found

    def line(self) -> str:
        """A line of the market, as the rules call it."""
        way = self.word("rc", "line").casefold()
        if way not in ("r", "c"):
            raise Unreadable(f"rc is 'r' for a row or 'c' for a column, not {shown(way)}")
        count = ROWS if way == "r" else COLUMNS
        if self.has("position"):
            return f"{way}{self.within(range(1, count + 1), 'position')}"
        return f"{way}{self.within(range(count), 'index') + 1}"

    def leaders(self) -> tuple[int, ...]:
        """The leaders that a list names."""
        chosen = self.data if isinstance(self.data, list) else self._field("chosenLeaders")
        if not isinstance(chosen, list):
            raise Unreadable("chosen leaders are a list")
        return tuple(_leader(each.get("id") if isinstance(each, dict) else each) for each in chosen)

    def position(self, player: Player) -> int:
        """Where among the player's kept leaders (1 or 2) the one is that ``id`` or ``index`` names."""
        if self.has("id"):
            leader = _leader(self._field("id"))
            if leader not in player.leaders:
                raise Unreadable(f"{leader}L is not one of your leaders")
        else:
            index = self.number("index", "id")
            if index not in range(len(player.hand)):
                raise Unreadable(f"you have {len(player.hand)} leaders in hand, counted from 0: there is no {index}")
            leader = player.hand[index]
        return player.leaders.index(leader) + 1


def _leader(value: object) -> int:
    """A leader by its name ``3L``, its number, or the file of its picture ``…1-51-1.png``."""
    name = str(value).strip().removesuffix(".png") if isinstance(value, str | int) else ""
    if artwork := _ARTWORK.fullmatch(name):
        number = int(artwork[1]) - _FIRST_ARTWORK
    else:
        digits = name.removesuffix("L").removesuffix("l")
        number = int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 3 else 0
    if number not in LEADERS:
        raise Unreadable(f"{shown(value)} is no leader: they are called 1L to {len(LEADERS)}L")
    return number
