"""Leaders: what must be owned to play one, what the played ones can do, and discarding for faith."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import DEPOTS, EVERY_LEADER_DISCARD, EVERY_PLAY, Action
from bottega.games.renaissance.cards import (
    CARDS,
    DEPOT,
    DISCOUNT,
    LEADERS,
    PRODUCTION,
    WHITE_MARBLE,
    Amounts,
)
from bottega.games.renaissance.model import NO_KIND, Player
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.storage import affords, owned


class Powers(msgspec.Struct, frozen=True):
    """What a set of played leaders gives, each in order of activation."""

    discount: Amounts
    whites: tuple[int, ...]
    productions: tuple[int, ...]


@lru_cache(512)
def powers(played: tuple[int, ...]) -> Powers:
    """The lasting abilities of these leaders; depots are part of the storage instead."""
    by_ability = {
        ability: tuple(LEADERS[leader].resource for leader in played if LEADERS[leader].ability == ability)
        for ability in (DISCOUNT, WHITE_MARBLE, PRODUCTION)
    }
    return Powers(
        discount=tuple(by_ability[DISCOUNT].count(resource) for resource in range(4)),
        whites=by_ability[WHITE_MARBLE],
        productions=by_ability[PRODUCTION],
    )


@lru_cache(1 << 14)
def _has_cards(leader: int, slots: tuple[tuple[int, ...], ...]) -> bool:
    """Whether the cards in the slots, covered or not, are what the leader asks for."""
    card = LEADERS[leader]
    bought = [CARDS[number] for slot in slots for number in slot]
    return all(
        needed <= sum(own.colour == colour and card.needs_level in (0, own.level) for own in bought)
        for colour, needed in enumerate(card.needs_cards)
    )


def playable(player: Player, leader: int, total: Amounts) -> bool:
    """Whether the player, who owns ``total``, has what the leader asks for."""
    return affords(total, LEADERS[leader].needs_resources) and _has_cards(leader, player.slots)


def leader_actions(player: Player, total: Amounts) -> list[Action]:
    """Every leader the player, who owns ``total``, can play or discard now."""
    actions: list[Action] = []
    if len(player.played) + len(player.discarded) == len(player.leaders):
        return actions
    for at, leader in enumerate(player.leaders):
        if leader in player.played or leader in player.discarded:
            continue
        if playable(player, leader, total):
            actions.append(EVERY_PLAY[at])
        actions.append(EVERY_LEADER_DISCARD[at])
    return actions


def price(player: Player, cost: Amounts) -> Amounts:
    """A printed cost after all discounts of the player."""
    if not player.played:
        return cost
    discount = powers(player.played).discount
    return tuple([max(0, amount - less) for amount, less in zip(cost, discount, strict=True)])


def why_not_in_hand(player: Player, position: int) -> Refusal | None:
    """Why there is no leader in hand at a position (1 or 2) of those kept, None if there is."""
    if not 1 <= position <= len(player.leaders):
        return PHRASES.refusal("no-leader", count=len(player.leaders), leader=position)
    leader = player.leaders[position - 1]
    if leader in player.played:
        return PHRASES.refusal("leader-in-play", leader=position)
    if leader in player.discarded:
        return PHRASES.refusal("leader-discarded", leader=position)
    return None


def why_not_play(player: Player, position: int) -> Refusal | None:
    """Why the leader at a position cannot be played, None if it can."""
    refusal = why_not_in_hand(player, position)
    if refusal is not None:
        return refusal
    leader = player.leaders[position - 1]
    if playable(player, leader, owned(player)):
        return None
    card = LEADERS[leader]
    if any(card.needs_resources):
        return PHRASES.refusal("leader-needs-resources", leader=position, needed=card.needs_resources)
    if card.needs_level:
        return PHRASES.refusal("leader-needs-level", leader=position, needed=card.needs_cards, level=card.needs_level)
    return PHRASES.refusal("leader-needs-cards", leader=position, needed=card.needs_cards)


def play(player: Player, position: int) -> Player:
    """The player with a leader of the hand played. Nothing is paid."""
    leader = player.leaders[position - 1]
    kinds = player.kinds
    if LEADERS[leader].ability == DEPOT:
        at = next(depot for depot in DEPOTS if kinds[depot - 1] == NO_KIND) - 1
        kinds = (*kinds[:at], LEADERS[leader].resource, *kinds[at + 1 :])
    return replace(player, played=(*player.played, leader), kinds=kinds)


def discard(player: Player, position: int) -> Player:
    """The player with a leader of the hand discarded; the faith for it is given by the rules of the turn."""
    return replace(player, discarded=(*player.discarded, player.leaders[position - 1]))
