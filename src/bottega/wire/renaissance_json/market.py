"""A whole market visit in one request: the line, what white marbles become, what is stored where, what is discarded.

How it works. The marbles of the line are turned into what each gives this player (``_gained``), with ``leaders_choice``
for white marbles; ``discard_index`` takes some of them out; ``shelf_choice`` must then place exactly what is left.
All of it becomes one batch of actions, played all or nothing.

What must stay true:

1. A white marble with one white-marble leader in play always becomes that leader's resource, whatever the request says;
   with two, the request must choose for each; without any, it is worth nothing and can be neither stored nor discarded.
2. Stored and discarded together are exactly what was gained. Only the authors' next version (fields beside ``type``
   instead of in ``choice``) has no ``discard_index``: there, what is not stored is discarded.
3. All discards of a request are one: the others move together and are checked once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import BOX, Action, Discard, Market, Store, White
from bottega.games.renaissance.cards import LEADERS, WHITE_MARBLE
from bottega.games.renaissance.market import COLUMNS, RED, ROWS, WHITE
from bottega.games.renaissance.model import Player, State
from bottega.wire.core.loose_json import Object, fit
from bottega.wire.renaissance_json.choices import Actions, Wrong, body, place_number, resource_number
from bottega.wire.renaissance_json.words import RESOURCES

_SHELVES = "err_shelves_choice"
_LEADERS = "err_leaders_choice"


class _Stored(msgspec.Struct):
    """``res_amount`` in the document, ``res_quantity`` in the next version."""

    shelf_index: int | str
    res_amount: int | None = None
    res_quantity: int | None = None
    res_type: str | None = None

    @property
    def amount(self) -> int:
        """How many; one if it is not said."""
        return next((amount for amount in (self.res_amount, self.res_quantity) if amount is not None), 1)


class _Replacement(msgspec.Struct):
    res: str
    quantity: int = 1


class _Visit(msgspec.Struct):
    market_index: int
    isRow: bool  # noqa: N815 - the document's key
    discard_index: list[int] | None = None
    leaders_choice: list[int] | None = None
    replacements: list[_Replacement] | None = None
    """The next version's way to say what white marbles become."""
    shelf_choice: list[_Stored] = []


def visit_market(request: Object, state: State, seat: int) -> Actions:
    """req_get_market."""
    fields, nested = body(request)
    visit = fit(fields, _Visit)
    line = _line(visit)
    player = state.players[seat]
    gained = _gained(visit, queries.gains(state, seat, line), player)
    discarded = _discarded(visit, gained)
    left = Counter(_resources(gain for at, gain in enumerate(gained) if at not in discarded))
    stored = _stored(visit.shelf_choice, left, player)
    rest = left - Counter(resource for resource, _ in stored)
    if rest and (nested or visit.discard_index is not None):
        names = ", ".join(f"{count} {RESOURCES[resource]}" for resource, count in sorted(rest.items()))
        raise Wrong(
            _SHELVES, f"cannot fit the resources in the shelves as chosen: {names} neither stored nor discarded"
        )
    given_up = [*_resources(gained[at] for at in discarded), *rest.elements()]
    actions: list[Action] = [Market(line)]
    if len(queries.white_choices(player)) > 1:
        whites = (at for at, marble in enumerate(queries.line(state, line)) if marble == WHITE)
        actions += [White(resource) for resource in _resources(gained[at] for at in whites)]
    actions += [Store(resource, place) for resource, place in stored]
    if given_up:
        actions.append(Discard(tuple(sorted(given_up))))
    return actions


def _resources(gains: Iterable[int | None]) -> list[int]:
    """Those of the gains that can be stored."""
    return [gain for gain in gains if gain is not None and gain < RED]


def _line(visit: _Visit) -> str:
    count, kind = (ROWS, "row") if visit.isRow else (COLUMNS, "column")
    if not 0 <= visit.market_index < count:
        raise Wrong(
            "err_illegal_message", f"the market has no {kind} {visit.market_index}: {kind}s are 0 to {count - 1}"
        )
    return f"{kind[0]}{visit.market_index + 1}"


# -- white marbles --------------------------------------------------------------------------------------------------


def _gained(visit: _Visit, gains: tuple[int | None, ...], player: Player) -> list[int | None]:
    """What each marble of the line becomes: a resource, RED for faith, None for nothing."""
    choice = visit.leaders_choice or []
    for index in choice:
        if not -1 <= index < len(player.leaders):
            raise Wrong(_LEADERS, f"cannot use leader {index} to convert resources: leader does not exist")
    open_marbles = [at for at, gain in enumerate(gains) if gain == WHITE]
    gained = list(gains)
    if not open_marbles:
        return gained
    if visit.leaders_choice is None and visit.replacements is not None:
        becomes = _replaced(visit.replacements, len(open_marbles), player)
    else:
        becomes = _chosen(choice, open_marbles, len(gains), player)
    for at, resource in zip(open_marbles, becomes, strict=True):
        gained[at] = resource
    return gained


def _chosen(choice: list[int], whites: list[int], length: int, player: Player) -> list[int]:
    """What the leaders named for the white marbles make of them."""
    if len(choice) == length:
        named = [choice[at] for at in whites]
    elif len(choice) == len(whites):
        named = choice
    else:
        raise Wrong(
            _LEADERS,
            f"leaders_choice has {len(choice)} entries: give one for each of the {length} marbles "
            f"or one for each of the {len(whites)} white ones",
        )
    if -1 in named:
        raise Wrong(_LEADERS, "two of your leaders convert white marbles: choose leader 0 or 1 for each white marble")
    cards = [LEADERS[player.leaders[index]] for index in named]
    assert all(card.ability == WHITE_MARBLE for card in cards)
    return [card.resource for card in cards]


def _replaced(replacements: list[_Replacement], whites: int, player: Player) -> list[int]:
    """The next version's replacements, spread over the white marbles from the first."""
    choices = queries.white_choices(player)
    if any(entry.quantity < 0 for entry in replacements) or sum(entry.quantity for entry in replacements) != whites:
        raise Wrong(_LEADERS, f"replacements must say what each of the {whites} white marbles becomes")
    becomes = [resource_number(entry.res, _LEADERS) for entry in replacements for _ in range(entry.quantity)]
    if any(resource not in choices for resource in becomes):
        names = " or ".join(RESOURCES[resource] for resource in choices)
        raise Wrong(_LEADERS, f"your leaders turn a white marble into {names}")
    return becomes


# -- storing and discarding -----------------------------------------------------------------------------------------


def _discarded(visit: _Visit, gained: list[int | None]) -> list[int]:
    """The places in the line that are discarded."""
    indices = visit.discard_index or []
    for index in indices:
        if not 0 <= index < len(gained):
            raise Wrong(_SHELVES, f"there is no resource {index} to discard: the line has 0 to {len(gained) - 1}")
        if gained[index] is None:
            raise Wrong(_SHELVES, f"resource {index} is a white marble that gives nothing: it cannot be discarded")
        if gained[index] == RED:
            raise Wrong(_SHELVES, f"resource {index} is faith: it cannot be discarded")
    if len(set(indices)) < len(indices):
        raise Wrong(_SHELVES, "discard_index names a resource twice")
    return indices


def _stored(entries: list[_Stored], left: Counter[int], player: Player) -> list[tuple[int, int]]:
    """Which resource goes where, one by one; a type that is not said follows from the shelf or from what is left."""
    places = [place_number(entry.shelf_index, _SHELVES) for entry in entries]
    if BOX in places:
        raise Wrong(_SHELVES, "resources from the market never go to the strongbox")
    if any(entry.amount < 0 for entry in entries):
        raise Wrong(_SHELVES, "a res_amount cannot be negative")
    total, stored = sum(left.values()), sum(entry.amount for entry in entries)
    if stored > total:
        raise Wrong(
            _SHELVES, f"cannot fit the resources in the shelves as chosen: {stored} stored, and only {total} to store"
        )
    types = [None if entry.res_type is None else resource_number(entry.res_type, _SHELVES) for entry in entries]
    bound = {place: kind for place, kind in zip(places, types, strict=True) if kind is not None}
    for at, place in enumerate(places):
        if types[at] is None:
            lying = queries.contents(player, place)[0]
            types[at] = bound.get(place) if lying is None else lying
    rest = left.copy()
    for entry, kind in zip(entries, types, strict=True):
        if kind is not None:
            rest[kind] -= entry.amount
    remaining = [kind for kind, count in rest.items() if count > 0]
    found: list[tuple[int, int]] = []
    for entry, place, kind in zip(entries, places, types, strict=True):
        if kind is None and entry.amount:
            if len(remaining) != 1:
                raise Wrong(_SHELVES, f"shelf {place - 1} is empty: say with res_type what goes there")
            kind = remaining[0]
        found += [(kind, place)] * entry.amount if kind is not None else []
    missing = Counter(kind for kind, _ in found) - left
    for kind, count in missing.items():
        raise Wrong(_SHELVES, f"cannot fit the resources in the shelves as chosen: {count} {RESOURCES[kind]} too many")
    return found
