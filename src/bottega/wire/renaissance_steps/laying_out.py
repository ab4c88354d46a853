"""renaissance-steps: the commands that lay a move out on the bench, and the two that make it.

All but those two are answered to their player alone, and nothing has happened at the table. A purchase or an activation
that fails, for whatever reason but an unreadable request, empties the bench, as the document says, and is followed by
the storage as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from bottega.games.renaissance.actions import COLLECT, REVERT, Action
from bottega.games.renaissance.model import PRODUCING
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.wire.core.machine import BadRequest, Handling, Nothing
from bottega.wire.renaissance_steps import messages, words
from bottega.wire.renaissance_steps.messages import BASE, Side
from bottega.wire.renaissance_steps.shapes import Update
from bottega.wire.renaissance_steps.states import State

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.dialect import RenaissanceSteps

# -- picking up -------------------------------------------------------------------------------------------------------


def pick_from_warehouse(steps: RenaissanceSteps, pick: messages.WarehousePickUp) -> Handling:
    """Pick one resource up from a shelf or depot."""
    resource = steps.bench.pick(steps.player, pick.id)
    yield words.picked_from_warehouse(pick.id, resource, steps.name)


def pick_from_strongbox(steps: RenaissanceSteps, pick: messages.OneResource) -> Handling:
    """Pick one resource up from the strongbox."""
    steps.bench.pick_from_strongbox(steps.player, pick.res.number)
    yield words.picked_from_strongbox(pick.res.number, steps.name)


def revert(steps: RenaissanceSteps, _: Nothing) -> Handling:
    """Put back what was picked up, or take back productions that were begun elsewhere."""
    steps.bench.put_back()
    if steps.game.phase == PRODUCING:
        yield from steps.act(REVERT)
    else:
        yield from _where_it_was(steps)


# -- switching --------------------------------------------------------------------------------------------------------


def toggle_discount(steps: RenaissanceSteps, toggle: messages.OneResource) -> Handling:
    """Switch a discount on or off."""
    active = steps.bench.toggle_discount(steps.player, toggle.res.number)
    yield words.discount_switched(toggle.res.number, active, steps.name)


def choose_base_input(steps: RenaissanceSteps, choice: messages.OneResource) -> Handling:
    """Say what the next "?" in the input of the basic production stands for."""
    yield _choose_input(steps, choice.res.number)


def choose_base_output(steps: RenaissanceSteps, choice: messages.OneResource) -> Handling:
    """Say what the "?" in the output of the basic production stands for."""
    yield _choose_output(steps, BASE, choice.res.number)


def choose_extra_input(steps: RenaissanceSteps, _: Nothing) -> Handling:
    """Refused: there is no such "?"."""
    raise _printed()
    yield


def choose_extra_output(steps: RenaissanceSteps, choice: messages.ExtraOutput) -> Handling:
    """Say what the "?" in the output of a leader's production stands for."""
    yield _choose_output(steps, choice.id, choice.res.number)


def choose_unknown(steps: RenaissanceSteps, choice: messages.ProductionUnknown) -> Handling:
    """Say what a "?" stands for, in the program's one command for all of them."""
    if choice.target is Side.OUTPUT:
        yield _choose_output(steps, choice.index, choice.res.number)
    elif choice.index == BASE:
        yield _choose_input(steps, choice.res.number)
    else:
        raise _printed()


def _choose_input(steps: RenaissanceSteps, resource: int) -> Update:
    steps.bench.choose_input(resource)
    return words.unknown_chosen(BASE, resource, "i")


def _choose_output(steps: RenaissanceSteps, index: int, resource: int) -> Update:
    number = BASIC if index == BASE else FIRST_LEADER + index
    steps.bench.choose_output(steps.player, number, resource)
    return words.unknown_chosen(index, resource, "o")


def _printed() -> BadRequest:
    return BadRequest('the input of a production leader is printed: only its output has a "?"')


def toggle_base(steps: RenaissanceSteps, _: Nothing) -> Handling:
    """Switch the basic production on or off."""
    yield _toggle(steps, BASIC)


def toggle_card(steps: RenaissanceSteps, toggle: messages.CardProduction) -> Handling:
    """Switch the production of a slot on or off."""
    yield _toggle(steps, toggle.slot)


def toggle_production(steps: RenaissanceSteps, toggle: messages.Production) -> Handling:
    """Switch the basic production (0) or that of a slot, in the program's one command for both."""
    yield _toggle(steps, toggle.slot)


def toggle_extra(steps: RenaissanceSteps, toggle: messages.ExtraProduction) -> Handling:
    """Switch the production of a leader on or off."""
    yield _toggle(steps, FIRST_LEADER + toggle.id)


def _toggle(steps: RenaissanceSteps, number: int) -> Update:
    if steps.game.phase == PRODUCING:
        raise BadRequest("your productions are under way: activateProductions ends them, revertPickUp undoes them")
    steps.bench.toggle(steps.player, number)
    return words.switched_on(steps.bench.chosen(steps.player), steps.profile)


# -- the move ---------------------------------------------------------------------------------------------------------


def buy_card(steps: RenaissanceSteps, buy: messages.BuyCard) -> Handling:
    """Buy the top card of a pile with what was picked up."""
    game, seat = steps.game, steps.seat
    failed = yield from _make(steps, lambda: [steps.bench.purchase(game, seat, buy.row, buy.column, buy.slot)])
    if failed:
        yield from _where_it_was(steps)


def activate(steps: RenaissanceSteps, _: Nothing) -> Handling:
    """Activate the productions that are switched on with what was picked up, or end those begun elsewhere."""
    if steps.game.phase == PRODUCING:
        yield from steps.act(COLLECT)
        return
    failed = yield from _make(steps, lambda: steps.bench.activation(steps.player))
    if failed:
        yield _switch_off(steps)
        yield from _where_it_was(steps)


def _make(steps: RenaissanceSteps, laid_out: Callable[[], Sequence[Action]]) -> Generator[Any, Any, bool]:
    """Make the move that was laid out, or say why not; whether its player must be told where everything is."""
    bench, before = steps.bench, steps.bench.chosen(steps.player)
    try:
        refusal = yield from steps.play(*laid_out())
        reason = None if refusal is None else steps.told_refusal(refusal)
    except BadRequest as bad:
        reason = str(bad)
    bench.put_back()
    if reason is not None:
        yield words.error(reason)
        return steps.game.seat == steps.seat  # otherwise the turn was over in the same moment
    if bench.in_use:
        bench.reset()
        yield words.switched_off(before, steps.profile)
    return False


def clear(steps: RenaissanceSteps) -> Handling:
    """The turn is over: put back what was picked up, forget what was switched on."""
    if steps.bench.picked:
        steps.bench.put_back()
        yield words.REVERTED
    if steps.bench.in_use:
        yield _switch_off(steps)


def _where_it_was(steps: RenaissanceSteps) -> Handling:
    """Everything picked up is back."""
    yield words.REVERTED
    yield words.storage(steps.player, steps.name, State.STARTTURN.name)


def _switch_off(steps: RenaissanceSteps) -> Update:
    """Forget productions and choices."""
    before = steps.bench.chosen(steps.player)
    steps.bench.reset()
    return words.switched_off(before, steps.profile)
