"""renaissance-steps as the program of the time spoke it: what it told whoever came back.

Its client knows these fields and no others. It adds what it is told to what it has, so it must not be told twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from bottega.games.renaissance.model import STORING, Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.queries import Offer, discounts, offers
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.messages import BASE, ENUMS, LABELS
from bottega.wire.renaissance_steps.shapes import Discount, Names, OriginalReconnectUpdate, ProductionState, Update
from bottega.wire.renaissance_steps.states import turn_phase
from bottega.wire.renaissance_steps.words import CARD_NAMES, LEADER_NAMES

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.profile import Profile

UNKNOWN = "UNKNOWN"
"""The "?" of a production."""
UNTOLD = ""
"""A leader that somebody else has discarded."""


def whole_table(state: State, names: Names, me: int, current: int, present: Names, profile: Profile) -> Update:
    """Everything that somebody who comes back may know; ``current`` is the seat whose turn it is."""
    own, players = state.players[me], dict(zip(names, state.players, strict=True))
    return OriginalReconnectUpdate(
        positions=words.positions(state, names),
        popeFavors=words.favours(state, names),
        strongboxes={name: words.strongbox(player) for name, player in players.items()},
        warehouses={name: words.deposits(player) for name, player in players.items()},
        marbles=words.marbles(state),
        cardMatrix=words.matrix(state, profile.open_piles),
        playerOrder=names,
        currentNickname=names[current],
        slots={name: _slots(player) for name, player in players.items()},
        allLeadersInBoard={name: words.leaders(player.played) for name, player in players.items()},
        myLeadersInHand=words.leaders(own.hand),
        gamePhase=words.game_phase(state, profile),
        turnPhase=turn_phase(state, current).name,
        fourLeaderCards=words.leaders(own.offered),
        pendingResources=words.waiting(state) if state.phase == STORING and state.seat == me else [],
        activePlayers=present,
        allPlayedCards={name: _played(player) for name, player in players.items()},
        allDiscardedCards={names[seat]: _discarded(each, seat == me) for seat, each in enumerate(state.players)},
        unknownProductions={str(_index(offer)): _production(offer) for offer in offers(own) if offer.free_outputs},
        handResource=dict.fromkeys(LABELS, 0),
        discounts=[Discount(ENUMS[each], 1, False) for each in discounts(own)],
        activeProd=[],
        lorenzoPos=state.cross if state.solo else UNSET,
    )


def _slots(player: Player) -> dict[str, list[str]]:
    return {str(number): [CARD_NAMES[card] for card in slot] for number, slot in enumerate(player.slots, start=1)}


def _played(player: Player) -> dict[str, str]:
    """The leaders in play, by their place among those kept."""
    return {str(place): LEADER_NAMES[card] for place, card in enumerate(player.leaders) if card in player.played}


def _discarded(player: Player, own: bool) -> dict[str, str]:
    """The leaders that were discarded, by their place; which they are is told to their owner alone."""
    gone = set(player.leaders) - set(player.played) - set(player.hand)
    return {
        str(place): LEADER_NAMES[card] if own else UNTOLD for place, card in enumerate(player.leaders) if card in gone
    }


def _index(offer: Offer) -> int:
    """The number of a production with a "?": -1 the basic one, leaders' from 0."""
    return BASE if offer.number == BASIC else offer.number - FIRST_LEADER


def _production(offer: Offer) -> ProductionState:
    return ProductionState(
        _unknown(words.amounts(offer.inputs), offer.free_inputs),
        _unknown(words.amounts(offer.outputs, offer.faith), offer.free_outputs),
        [],
        [],
        False,
    )


def _unknown(amounts: dict[str, int], count: int) -> dict[str, int]:
    return {**amounts, UNKNOWN: count} if count else amounts
