"""renaissance-steps: the player's commands during set-up and turns.

How it works. A command either touches the :class:`~bottega.wire.renaissance_steps.bench.Bench` (picking up, switching,
choosing) and is answered to this player alone, or it becomes actions for the table; then the answer is the news that
everybody gets. Which command is allowed in which phase stands in the table of ``renaissance_steps``; the rules have the
last word.

What must stay true: a purchase or activation that fails, for whatever reason but an unreadable request, empties the
bench as the document says and is followed by the storage as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bottega.games.core import IllegalMove
from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import (
    COLLECT,
    END_TURN,
    REVERT,
    SHELVES,
    Action,
    Bonus,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Move,
    PlayLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import PILES
from bottega.games.renaissance.model import PRODUCING, Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.table.house import House
from bottega.wire.core.connection import Peer
from bottega.wire.core.loose_json import Unreadable
from bottega.wire.renaissance_steps.arrivals import Arrivals
from bottega.wire.renaissance_steps.bench import Bench
from bottega.wire.renaissance_steps.news import STARTTURN, whole_storage
from bottega.wire.renaissance_steps.requests import Request
from bottega.wire.renaissance_steps.words import ENUMS, LABELS, Data, Update
from bottega.wire.shared.renaissance import game

BASE = -1
"""The index of the basic production in messages; extra productions count from 0."""


class Turns(Arrivals):
    """A seat that plays step by step."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.bench = Bench()

    @property
    def _state(self) -> State:
        return game(self.position)

    @property
    def _player(self) -> Player:
        return self._state.players[self.seat]

    def _play(self, *actions: Action) -> None:
        self.move(actions, self._played)

    def _played(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(str(refusal))

    # -- set-up -----------------------------------------------------------------------------------------------------

    def _choose_leaders(self, request: Request) -> None:
        self._play(Keep(request.leaders()))

    def _choose_bonus(self, request: Request) -> None:
        self._play(Bonus(request.resource(), request.within(range(1, 4), "id")))

    # -- leaders ----------------------------------------------------------------------------------------------------

    def _play_leader(self, request: Request) -> None:
        self._act_on_leader(PlayLeader, request)

    def _discard_leader(self, request: Request) -> None:
        self._act_on_leader(DiscardLeader, request)

    def _act_on_leader(self, action: type[PlayLeader | DiscardLeader], request: Request) -> None:
        """Play or discard a leader; a refusal calls it by its name, since places in the hand count from 0 here."""
        position = request.position(self._player)
        leader = f"{self._player.leaders[position - 1]}L"

        def answered(refusal: Refusal | None) -> None:
            if refusal is not None:
                self._refuse(str(refusal).replace(f"leader {position}", leader))

        self.move([action(position)], answered)

    # -- market -----------------------------------------------------------------------------------------------------

    def _market(self, request: Request) -> None:
        self._play(Market(request.line()))

    def _deposit(self, request: Request) -> None:
        self._play(Store(request.resource(), request.within(range(1, 6), "id")))

    def _discard(self, request: Request) -> None:
        self._play(Discard((request.resource(),)))

    def _transform_white(self, request: Request) -> None:
        self._play(White(request.resource()))

    def _move_resource(self, request: Request) -> None:
        first = request.within(range(1, 6), "id1", "source")
        second = request.within(range(1, 6), "id2", "destination")
        both_shelves = first in SHELVES and second in SHELVES
        self._play(Swap(first, second) if both_shelves else Move(first, second))

    # -- picking up -------------------------------------------------------------------------------------------------

    def _pick_from_warehouse(self, request: Request) -> None:
        place = request.within(range(1, 6), "id", "index")
        resource = self.bench.pick(self._player, place)
        more: Data = {"resource": LABELS[resource], "nickname": self.name}
        self._say(Update("PickUpWarehouseUpdate", {"idDeposit": place}, more))

    def _pick_from_strongbox(self, request: Request) -> None:
        resource = request.resource()
        self.bench.pick_from_strongbox(self._player, resource)
        self._say(Update("PickUpStrongboxUpdate", {"resource": LABELS[resource]}, {"nickname": self.name}))

    def _revert(self, request: Request) -> None:
        self.bench.put_back()
        if self._state.phase == PRODUCING:
            self._play(REVERT)
        else:
            self._say_put_back()

    def _say_put_back(self) -> None:
        self._say(Update("RevertUpdate"), whole_storage(self._player, self.name, STARTTURN))

    # -- switching --------------------------------------------------------------------------------------------------

    def _toggle_discount(self, request: Request) -> None:
        resource = request.resource()
        more: Data = {"active": self.bench.toggle_discount(self._player, resource), "nickname": self.name}
        self._say(Update("ToggleDiscountUpdate", {"resourceType": ENUMS[resource]}, more))

    def _base_input(self, request: Request) -> None:
        resource = request.resource()
        self.bench.choose_input(resource)
        self._say_chosen(BASE, resource, "i")

    def _base_output(self, request: Request) -> None:
        self._choose_output(BASE, request.resource())

    def _extra_input(self, request: Request) -> None:
        raise IllegalMove('the input of a production leader is printed: only its output has a "?"')

    def _extra_output(self, request: Request) -> None:
        self._choose_output(request.within(range(2), "id", "index"), request.resource())

    def _production_unknown(self, request: Request) -> None:
        target = request.word("target").casefold()
        if target not in ("input", "output"):
            raise Unreadable("target is 'input' or 'output'")
        base = request.within(range(BASE, 2), "index") == BASE
        choose = {
            ("input", True): self._base_input,
            ("output", True): self._base_output,
            ("input", False): self._extra_input,
            ("output", False): self._extra_output,
        }[target, base]
        choose(request)

    def _choose_output(self, index: int, resource: int) -> None:
        number = BASIC if index == BASE else FIRST_LEADER + index
        self.bench.choose_output(self._player, number, resource)
        self._say_chosen(index, resource, "o")

    def _say_chosen(self, index: int, resource: int, side: str) -> None:
        self._say(Update("UnknownProductionUpdate", {"index": index, "res": ENUMS[resource], "io": side}))

    def _toggle_base(self, request: Request) -> None:
        self._toggle(BASIC)

    def _toggle_card(self, request: Request) -> None:
        self._toggle(request.within(range(1, 4), "slot"))

    def _toggle_production(self, request: Request) -> None:
        self._toggle(request.within(range(4), "slot"))

    def _toggle_extra(self, request: Request) -> None:
        self._toggle(FIRST_LEADER + request.within(range(2), "id", "index"))

    def _toggle(self, number: int) -> None:
        if self._state.phase == PRODUCING:
            raise IllegalMove("your productions are under way: activateProductions ends them, revertPickUp undoes them")
        self.bench.toggle(self._player, number)
        self._say(Update("ToggleProductionUpdate", {"activeProd": self._active()}))

    def _active(self) -> list[Data]:
        chosen = self.bench.chosen(self._player)
        if self.style.document:
            return [{**each.words, "number": each.number} for each in chosen]
        return [each.words for each in chosen]

    # -- the moves laid out -----------------------------------------------------------------------------------------

    def _buy_card(self, request: Request) -> None:
        row = request.within(range(3), "row")
        column = request.within(range(4), "column", "col")
        slot = request.within(range(1, 4), "slot")
        pile = PILES[row * 4 + column]
        self._make(lambda: [self.bench.purchase(self._state, self.seat, pile, slot)], self._say_put_back)

    def _activate(self, request: Request) -> None:
        if self._state.phase == PRODUCING:
            self._play(COLLECT)
        else:
            self._make(lambda: self.bench.activation(self._player), self._production_failed)

    def _make(self, actions: Callable[[], Sequence[Action]], failed: Callable[[], None]) -> None:
        """Make the move that was laid out; whatever keeps it from being made empties the bench."""
        laid_out_before = self._active()

        def answered(refusal: Refusal | None) -> None:
            self.bench.put_back()
            if refusal is not None:
                self._refuse(str(refusal))
                if self._state.seat == self.seat:  # otherwise the turn was over in the same moment
                    failed()
            elif self.bench.in_use:
                self._say_reset(laid_out_before)

        try:
            laid_out = actions()
        except IllegalMove as refused:
            answered(refused.refusal)
        else:
            self.move(laid_out, answered)

    def _production_failed(self) -> None:
        self._say_reset(self._active())
        self._say_put_back()

    def _say_reset(self, before: list[Data]) -> None:
        """Forget productions and choices, and say so."""
        self.bench.reset()
        self._say(Update("ResetProductionsUpdate", {"before": before}))

    def _clear_bench(self) -> None:
        """The turn is over."""
        if self.bench.picked:
            self.bench.put_back()
            self._say(Update("RevertUpdate"))
        if self.bench.in_use:
            self._say_reset(self._active())

    def _end_turn(self) -> None:
        self._play(END_TURN)
