"""renaissance-events' errors: which of them answers what the rules, or this protocol, refuse.

An error is a message like any other, with fields of its own; the client shows a text made from them. Where none of them
says what is wrong, ``ErrNoSuchEntity`` does: the client shows its ``code`` as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bottega.games.refusal import Refusal
from bottega.games.renaissance import PHRASES
from bottega.games.renaissance.cards import CARDS
from bottega.games.renaissance.model import Player
from bottega.games.renaissance.storage import owned
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_events.messages import (
    CardEntry,
    ErrAction,
    ErrActiveLeaderDiscarded,
    ErrBuyDevCard,
    ErrCardRequirements,
    ErrInitialChoice,
    ErrInvalidResourceTransaction,
    ErrNewGame,
    ErrNickname,
    ErrNoSuchEntity,
    ErrObjectNotOwned,
    ErrProtocol,
    ErrReplacedTransRecipe,
    ErrResourceTransfer,
    Message,
)
from bottega.wire.renaissance_events.numbering import COLOURS, NONE, RESOURCES


class Refused(BadRequest):
    """A request that is answered with this error, or with nothing."""

    def __init__(self, answer: Message | None) -> None:
        super().__init__(type(answer).__name__)
        self.answer = answer


# -- the errors -------------------------------------------------------------------------------------------------------


def protocol(reason: str) -> Message:
    """The line cannot be read."""
    return ErrProtocol(reason)


def nickname(reason: str) -> Message:
    """``NOT_SET``, ``ALREADY_SET``, ``TAKEN`` or ``NOT_IN_GAME``."""
    return ErrNickname(reason)


def new_game(invalid: bool) -> Message:
    """No game of that size, or not by this player."""
    return ErrNewGame(invalid)


def action(reason: str) -> Message:
    """Not at this moment."""
    return ErrAction(reason)


def initial_choice(leaders: bool, missing: int = 0) -> Message:
    """Too few leaders, or chosen already."""
    return ErrInitialChoice(leaders, missing)


def not_owned(number: int, kind: str) -> Message:
    """Not that player's."""
    return ErrObjectNotOwned(number, kind)


def no_such(entity: str, code: str = "", number: int = NONE) -> Message:
    """There is no such thing; the client shows the code."""
    return ErrNoSuchEntity(entity, number, code or None)


def transfer(reason: str, *, added: bool, resource: str | None = None) -> Message:
    """A container cannot take or give that."""
    return ErrResourceTransfer(resType=resource, isAdded=added, reason=reason)


def recipe(*, taken: bool, wanted: int, given: int, resource: str = "", lacking: bool = False) -> Message:
    """Amounts do not match a cost, an input or a gain."""
    return ErrReplacedTransRecipe(taken, resource, wanted, given, lacking)


def transaction(reason: str, *, taken: bool, replacement: bool = False) -> Message:
    """Something that cannot be put into a container or chosen at all."""
    return ErrInvalidResourceTransaction(taken, replacement, reason)


def misfit(text: str) -> Message:
    """A card that does not fit a slot: the client of the time cannot show the error that is meant for it."""
    return no_such("DEVCARD", text)


EMPTY_PILE = ErrBuyDevCard(True)
ACTIVE_LEADER = ErrActiveLeaderDiscarded()
NOT_NOW = {
    "setup-first": "EARLY_MANDATORY_ACTION",
    "over": "GAME_ENDED",
    "not-your-turn": "NOT_CURRENT_PLAYER",
    "main-action-made": "LATE_MANDATORY_ACTION",
    "before-main-action": "EARLY_TURN_END",
    "store-first": "LATE_MANDATORY_ACTION",
    "productions-first": "LATE_MANDATORY_ACTION",
}
"""Refusals of the rules that are about the moment."""


# -- the rules' refusals ----------------------------------------------------------------------------------------------

Answer = Callable[[Mapping[str, Any], str], Message]


def missing(refusal: Refusal, player: Player) -> Message:
    """What a player lacks to put a leader into play; the rules say what is needed."""
    listed, level = refusal.params["needed"], int(str(refusal.params.get("level", 0)))
    assert isinstance(listed, tuple)
    needed = [int(count) for count in listed]
    if refusal.code.endswith("leader-needs-resources"):
        lacking = {name: need - has for name, need, has in zip(RESOURCES, needed, owned(player), strict=True)}
        return ErrCardRequirements(missingResources={name: count for name, count in lacking.items() if count > 0})
    bought = [CARDS[card] for slot in player.slots for card in slot]
    entries = []
    for colour, need in enumerate(needed):
        has = sum(card.colour == colour and level in (0, card.level) for card in bought)
        if need > has:
            entries.append(CardEntry(color=COLOURS[colour], level=level, quantity=need - has))
    return ErrCardRequirements(missingDevCards=entries)


def _payment(parameters: Mapping[str, Any], _: str) -> Message:
    cost, given = parameters["cost"], parameters.get("offered", (0, 0, 0, 0))
    lacking = any(need and not has for need, has in zip(cost, given, strict=True))
    return recipe(taken=True, wanted=sum(cost), given=sum(given), lacking=lacking)


def _full(reason: str) -> Answer:
    return lambda parameters, _: transfer(reason, added=True, resource=_resource(parameters))


def _resource(parameters: Mapping[str, Any]) -> str | None:
    named = parameters.get("resource", parameters.get("type"))
    return None if named is None else RESOURCES[named]


_ANSWERS: dict[str, Answer] = {
    "other-type": _full("BOUNDED_RESTYPE_DIFFER"),
    "place-full": _full("CAPACITY_REACHED"),
    "on-another-shelf": _full("DUPLICATE_BOUNDED_RESOURCE"),
    "no-room-to-swap": _full("CAPACITY_REACHED"),
    "no-room-to-exchange": _full("CAPACITY_REACHED"),
    "depot-takes-only": _full("BOUNDED_RESTYPE_DIFFER"),
    "depots-differ": _full("BOUNDED_RESTYPE_DIFFER"),
    "not-there": lambda parameters, _: transfer("CAPACITY_REACHED", added=False),
    "not-a-payment": lambda parameters, _: transaction("NEGATIVE_VALUES", taken=True),
    "wrong-payment": _payment,
    "cannot-afford": _payment,
    "two-inputs": lambda parameters, _: recipe(taken=True, wanted=2, given=0),
    "never-faith": lambda parameters, _: transaction("EXCLUDED", taken=False, replacement=True),
    "pile-empty": lambda parameters, _: EMPTY_PILE,
    "needs-empty-slot": lambda parameters, text: misfit(text),
    "needs-lower-card": lambda parameters, text: misfit(text),
}
"""The error for each refusal that this protocol has one for."""
_REQUIREMENTS = ("leader-needs-resources", "leader-needs-cards", "leader-needs-level")


def told(refusal: Refusal, player: Player) -> Message:
    """The error that answers a refusal of the rules."""
    game, _, code = refusal.code.partition(".")
    text = str(refusal)
    if game != PHRASES.name:
        return no_such("RESOURCE", text)  # the house's own: the disk is full, the table is closed
    if code in NOT_NOW:
        return action(NOT_NOW[code])
    if code in _REQUIREMENTS:
        return missing(refusal, player)
    answer = _ANSWERS.get(code)
    return no_such("RESOURCE", text) if answer is None else answer(refusal.params, text)
