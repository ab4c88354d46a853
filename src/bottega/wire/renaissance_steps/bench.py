"""renaissance-steps: the workbench, where a player lays out a purchase or productions before making the move.

How it works. The document's clients pick resources up one by one, choose what "?" stands for, switch productions and
discounts on, and then buy or activate. Until then nothing has happened at the table: all of it lies here. When the move
is made the bench names the actions for it, and the table takes all of them or none.

What must stay true:

1. A bench belongs to one connection; it is gone with it, and nobody else hears of it.
2. ``picked`` never holds more from a place than the table says lies there: shelves cannot be rearranged meanwhile.
3. The payment must be exactly what was picked up. In particular nothing picked up is no payment (to the rules an empty
   payment means "pay for me").
4. Discounts stay switched until they are switched again; everything else is forgotten with the turn.
"""

from __future__ import annotations

import msgspec

from bottega.games.renaissance.actions import BOX, COLLECT, Action, Buy, Part, Payment, place_name
from bottega.games.renaissance.cards import NOTHING, PILES, RESOURCES, Amounts, spell
from bottega.games.renaissance.model import Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.queries import Offer, contents, discounts, offers, places, price, produce, top
from bottega.games.renaissance.storage import amounts_of
from bottega.wire.core.machine import BadRequest

INPUTS = 2
"""Free inputs of the basic production."""


class Chosen(msgspec.Struct, frozen=True):
    """A production switched on: what it takes and gives, and what was chosen for its "?"."""

    number: int
    inputs: Amounts
    outputs: Amounts
    faith: int
    in_choices: tuple[int, ...] = ()
    out_choices: tuple[int, ...] = ()


class Bench:
    """A move that is being laid out."""

    def __init__(self) -> None:
        self.picked: list[tuple[int, int]] = []
        """What was picked up: resource and place."""
        self.toggled: list[int] = []
        """Productions switched on: 0 basic, 1-3 slots, 4-5 leaders."""
        self.inputs: list[int] = []
        self.outputs: dict[int, int] = {}
        """What "?" stands for in the output of a production."""
        self.discounts: set[int] = set()

    # -- picking up -------------------------------------------------------------------------------------------------

    def pick(self, player: Player, place: int) -> int:
        """Pick one resource up from a shelf or depot; which one it was."""
        if place not in places(player):
            raise BadRequest(f"you have no shelf or depot {place}")
        resource, count = contents(player, place)
        if resource is None or count <= sum(taken == place for _, taken in self.picked):
            raise BadRequest(f"nothing is left to pick up from {place_name(place)}")
        self.picked.append((resource, place))
        return resource

    def pick_from_strongbox(self, player: Player, resource: int) -> None:
        """Pick one resource up from the strongbox."""
        if player.strongbox[resource] <= self.picked.count((resource, BOX)):
            raise BadRequest(f"no {RESOURCES[resource]} is left in your strongbox to pick up")
        self.picked.append((resource, BOX))

    def put_back(self) -> None:
        """Everything picked up is where it was."""
        self.picked.clear()

    def reset(self) -> None:
        """No production is switched on, every "?" is open again."""
        self.toggled.clear()
        self.inputs.clear()
        self.outputs.clear()

    def clear(self) -> None:
        """The bench is empty; discounts stay as they are."""
        self.put_back()
        self.reset()

    @property
    def in_use(self) -> bool:
        """Whether productions are being laid out."""
        return bool(self.toggled or self.inputs or self.outputs)

    # -- switching --------------------------------------------------------------------------------------------------

    def toggle_discount(self, player: Player, resource: int) -> bool:
        """Switch a discount on or off; whether it is on now."""
        if resource not in discounts(player):
            raise BadRequest(f"no leader of yours makes cards cheaper by a {RESOURCES[resource]}")
        self.discounts ^= {resource}
        return resource in self.discounts

    def choose_input(self, resource: int) -> None:
        """Say what the next "?" in the input of the basic production stands for."""
        if len(self.inputs) == INPUTS:
            raise BadRequest(
                f"both inputs of the basic production are chosen ({spell(amounts_of(tuple(self.inputs)))}); they are "
                "forgotten when productions are activated or fail, and when the turn ends"
            )
        self.inputs.append(resource)

    def choose_output(self, player: Player, number: int, resource: int) -> None:
        """Say what the "?" in the output of a production stands for."""
        _offer(player, number)
        if number in self.outputs:
            raise BadRequest(
                f"the output is chosen already ({RESOURCES[self.outputs[number]]}); it is forgotten when productions "
                "are activated or fail, and when the turn ends"
            )
        self.outputs[number] = resource

    def toggle(self, player: Player, number: int) -> None:
        """Switch a production on or off."""
        offer = _offer(player, number)
        if number in self.toggled:
            self.toggled.remove(number)
            return
        if offer.free_inputs > len(self.inputs) or (offer.free_outputs and number not in self.outputs):
            raise BadRequest('there is still a "?" in this production: choose its inputs and output first')
        self.toggled.append(number)

    def chosen(self, player: Player) -> list[Chosen]:
        """The productions switched on, in the order in which they were."""
        return [self._chosen(_offer(player, number)) for number in self.toggled]

    def _chosen(self, offer: Offer) -> Chosen:
        inputs = tuple(self.inputs) if offer.free_inputs else ()
        outputs = (self.outputs[offer.number],) if offer.free_outputs else ()
        return Chosen(
            offer.number,
            _sum(offer.inputs, amounts_of(inputs)),
            _sum(offer.outputs, amounts_of(outputs)),
            offer.faith,
            inputs,
            outputs,
        )

    # -- the move ---------------------------------------------------------------------------------------------------

    def purchase(self, state: State, seat: int, row: int, column: int, slot: int) -> Buy:
        """Buying the top card of a pile with what was picked up, or BadRequest."""
        pile = PILES[row * 4 + column]
        card = top(state, pile)
        if card is None:
            raise BadRequest(f"there is no card left at row {row}, column {column}")
        self._must_be(price(state.players[seat], card, self.discounts), "this card costs")
        return Buy(pile, slot, self._payment(self.picked))

    def activation(self, player: Player) -> list[Action]:
        """Activating what is switched on with what was picked up, or BadRequest."""
        chosen = self.chosen(player)
        if not chosen:
            raise BadRequest("no production is switched on")
        needed = NOTHING
        for each in chosen:
            needed = _sum(needed, each.inputs)
        self._must_be(needed, "these productions take")
        left = list(self.picked)
        actions: list[Action] = []
        for each in chosen:
            paid = [_take(left, resource) for resource, count in enumerate(each.inputs) for _ in range(count)]
            output = each.out_choices[0] if each.out_choices else 0
            actions.append(produce(each.number, each.in_choices, output, self._payment(paid)))
        return [*actions, COLLECT]

    def _must_be(self, needed: Amounts, what: str) -> None:
        picked = amounts_of(tuple(resource for resource, _ in self.picked))
        if picked != needed:
            raise BadRequest(f"{what} {spell(needed)}, and you picked up {spell(picked)}")

    @staticmethod
    def _payment(units: list[tuple[int, int]]) -> Payment:
        return tuple(Part(resource, place, units.count((resource, place))) for resource, place in dict.fromkeys(units))


def _take(units: list[tuple[int, int]], resource: int) -> tuple[int, int]:
    """Take the first unit of a resource out of a list that has one."""
    return units.pop(next(at for at, unit in enumerate(units) if unit[0] == resource))


def _offer(player: Player, number: int) -> Offer:
    for offer in offers(player):
        if offer.number == number:
            return offer
    if BASIC < number < FIRST_LEADER:
        raise BadRequest(f"slot {number} is empty, so it produces nothing")
    raise BadRequest(f"you have no production leader {number - FIRST_LEADER} in play (they are counted from 0)")


def _sum(some: Amounts, more: Amounts) -> Amounts:
    return tuple(one + other for one, other in zip(some, more, strict=True))
