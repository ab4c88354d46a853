"""A whole market visit in one request: the line, what white marbles become, what is stored where, what is discarded.

How it works. The marbles of the line are turned into what each gives this player (``_gained``), with ``leaders_choice``
for white marbles; ``discard_index`` takes some of them out; ``shelf_choice`` must then place exactly what is left.
All of it becomes one batch of actions, played all or nothing.

What must stay true:

1. A white marble with one white-marble leader in play always becomes that leader's resource, whatever the request says;
   with two, the request must choose for each; without any, it is worth nothing and can be neither stored nor discarded.
2. Stored and discarded together are exactly what was gained. Only the authors' next version has no ``discard_index``:
   there, what is not stored is discarded.
3. All discards of a request are one: the others move together and are checked once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bottega.games.renaissance import (
    BOX,
    LEADERS,
    Action,
    Discard,
    Market,
    Player,
    State,
    Store,
    White,
    queries,
)
from bottega.games.renaissance.cards import WHITE_MARBLE
from bottega.games.renaissance.market import COLUMNS, RED, ROWS, WHITE
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json.choices import Actions
from bottega.wire.renaissance_json.numbering import RESOURCES, place_number, resource_number
from bottega.wire.renaissance_json.refusals import ILLEGAL, MARKET, WRONG_LEADER
from bottega.wire.renaissance_json.requests import GetMarket, Replacement, Stored

Gain = int | None
"""What a marble becomes: a resource, RED for faith, None for nothing (and WHITE while that is to be chosen)."""


def visit_market(visit: GetMarket, state: State, seat: int) -> Actions:
    """req_get_market."""
    line = _line(visit)
    player = state.players[seat]
    gained = _gained(visit, queries.gains(state, seat, line), player)
    discarded = _discarded(visit.discard_index or [], gained)
    left = Counter(_resources(gain for at, gain in enumerate(gained) if at not in discarded))
    stored = _stored(visit.shelf_choice, left, player)
    rest = left - Counter(resource for resource, _ in stored)
    if rest and visit.discard_index is not None:
        names = ", ".join(f"{count} {RESOURCES[resource]}" for resource, count in sorted(rest.items()))
        raise _misfit(f"{names} neither stored nor discarded")
    given_up = [*_resources(gained[at] for at in discarded), *rest.elements()]
    actions: list[Action] = [Market(line)]
    if len(queries.white_choices(player)) > 1:
        whites = (at for at, marble in enumerate(queries.line(state, line)) if marble == WHITE)
        actions += [White(resource) for resource in _resources(gained[at] for at in whites)]
    actions += [Store(resource, place) for resource, place in stored]
    if given_up:
        actions.append(Discard(tuple(sorted(given_up))))
    return actions


def _resources(gains: Iterable[Gain]) -> list[int]:
    """Those of the gains that can be stored."""
    return [gain for gain in gains if gain is not None and gain < RED]


def _line(visit: GetMarket) -> str:
    count, kind = (ROWS, "row") if visit.isRow else (COLUMNS, "column")
    if not 0 <= visit.market_index < count:
        raise BadRequest(f"the market has no {kind} {visit.market_index}: {kind}s are 0 to {count - 1}", ILLEGAL)
    return f"{kind[0]}{visit.market_index + 1}"


def _misfit(why: str) -> BadRequest:
    return BadRequest(f"cannot fit the resources in the shelves as chosen: {why}", MARKET.error)


# -- white marbles ----------------------------------------------------------------------------------------------------


def _gained(visit: GetMarket, gains: tuple[Gain, ...], player: Player) -> list[Gain]:
    """What each marble of the line becomes."""
    choice = visit.leaders_choice or []
    for index in choice:
        if not -1 <= index < len(player.leaders):
            raise BadRequest(f"cannot use leader {index} to convert resources: leader does not exist", WRONG_LEADER)
    gained = list(gains)
    whites = [at for at, gain in enumerate(gains) if gain == WHITE]
    if not whites:
        return gained
    if visit.leaders_choice is None and visit.replacements is not None:
        becomes = _replaced(visit.replacements, len(whites), player)
    else:
        becomes = _chosen(choice, whites, len(gains), player)
    for at, resource in zip(whites, becomes, strict=True):
        gained[at] = resource
    return gained


def _chosen(choice: list[int], whites: list[int], length: int, player: Player) -> list[int]:
    """What the leaders named for the white marbles make of them."""
    if len(choice) == length:
        named = [choice[at] for at in whites]
    elif len(choice) == len(whites):
        named = choice
    else:
        raise BadRequest(
            f"leaders_choice has {len(choice)} entries: give one for each of the {length} marbles "
            f"or one for each of the {len(whites)} white ones",
            WRONG_LEADER,
        )
    if -1 in named:
        raise BadRequest(
            "two of your leaders convert white marbles: choose leader 0 or 1 for each white marble", WRONG_LEADER
        )
    cards = [LEADERS[player.leaders[index]] for index in named]
    assert all(card.ability == WHITE_MARBLE for card in cards)
    return [card.resource for card in cards]


def _replaced(replacements: list[Replacement], whites: int, player: Player) -> list[int]:
    """The next version's replacements, spread over the white marbles from the first."""
    choices = queries.white_choices(player)
    if any(entry.quantity < 0 for entry in replacements) or sum(entry.quantity for entry in replacements) != whites:
        raise BadRequest(f"replacements must say what each of the {whites} white marbles becomes", WRONG_LEADER)
    becomes = [resource_number(entry.res, WRONG_LEADER) for entry in replacements for _ in range(entry.quantity)]
    if any(resource not in choices for resource in becomes):
        names = " or ".join(RESOURCES[resource] for resource in choices)
        raise BadRequest(f"your leaders turn a white marble into {names}", WRONG_LEADER)
    return becomes


# -- storing and discarding -------------------------------------------------------------------------------------------


def _discarded(indices: list[int], gained: list[Gain]) -> list[int]:
    """The places in the line that are discarded."""
    for index in indices:
        if not 0 <= index < len(gained):
            fault = f"there is no resource {index} to discard: the line has 0 to {len(gained) - 1}"
        elif gained[index] is None:
            fault = f"resource {index} is a white marble that gives nothing: it cannot be discarded"
        elif gained[index] == RED:
            fault = f"resource {index} is faith: it cannot be discarded"
        else:
            continue
        raise BadRequest(fault, MARKET.error)
    if len(set(indices)) < len(indices):
        raise BadRequest("discard_index names a resource twice", MARKET.error)
    return indices


def _stored(entries: list[Stored], left: Counter[int], player: Player) -> list[tuple[int, int]]:
    """Which resource goes where, one by one; exactly what is ``left``, or less."""
    error = MARKET.error
    places = [place_number(entry.shelf_index, error) for entry in entries]
    if BOX in places:
        raise BadRequest("resources from the market never go to the strongbox", error)
    if any(entry.amount < 0 for entry in entries):
        raise BadRequest("a res_amount cannot be negative", error)
    total, stored = sum(left.values()), sum(entry.amount for entry in entries)
    if stored > total:
        raise _misfit(f"{stored} stored, and only {total} to store")
    kinds = _kinds(entries, places, left, player)
    found = [
        (kind, place)
        for entry, place, kind in zip(entries, places, kinds, strict=True)
        if kind is not None
        for _ in range(entry.amount)
    ]
    for kind, count in (Counter(kind for kind, _ in found) - left).items():
        raise _misfit(f"{count} {RESOURCES[kind]} too many")
    return found


def _kinds(entries: list[Stored], places: Sequence[int], left: Counter[int], player: Player) -> list[int | None]:
    """What each entry stores. A type that is not said follows from the shelf or from what is left; None: nothing."""
    kinds = [None if entry.res_type is None else resource_number(entry.res_type, MARKET.error) for entry in entries]
    said = {place: kind for place, kind in zip(places, kinds, strict=True) if kind is not None}
    for at, place in enumerate(places):
        if kinds[at] is None:
            lying = queries.contents(player, place)[0]
            kinds[at] = said.get(place) if lying is None else lying
    rest = left.copy()
    for entry, kind in zip(entries, kinds, strict=True):
        if kind is not None:
            rest[kind] -= entry.amount
    remaining = [kind for kind, count in rest.items() if count > 0]
    for at, entry in enumerate(entries):
        if kinds[at] is None and entry.amount:
            if len(remaining) != 1:
                raise BadRequest(f"shelf {places[at] - 1} is empty: say with res_type what goes there", MARKET.error)
            kinds[at] = remaining[0]
    return kinds
