"""Leaders: what must be owned to play one, what the played ones can do, and discarding for faith."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.renaissance.actions import DEPOTS, EVERY_LEADER_DISCARD, EVERY_PLAY, Action
from bottega.games.renaissance.cards import (
    CARDS,
    COLOURS,
    DEPOT,
    DISCOUNT,
    LEADERS,
    PRODUCTION,
    WHITE_MARBLE,
    Amounts,
    LeaderCard,
    spell,
)
from bottega.games.renaissance.model import NO_KIND, Player
from bottega.games.renaissance.storage import owned


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


def _has_resources(card: LeaderCard, total: Amounts) -> bool:
    return all(needed <= have for needed, have in zip(card.needs_resources, total, strict=True))


def requirement(card: LeaderCard) -> str:
    """What must be owned to play the leader, in words."""
    if any(card.needs_resources):
        return spell(card.needs_resources)
    level = f" of level {card.needs_level}" if card.needs_level else ""
    wanted = [
        f"{needed} {colour} card{'s' if needed > 1 else ''}{level}"
        for colour, needed in zip(COLOURS, card.needs_cards, strict=True)
        if needed
    ]
    return " and ".join(wanted)


def playable(player: Player, leader: int) -> bool:
    """Whether the player owns what the leader asks for."""
    return _has_cards(leader, player.slots) and _has_resources(LEADERS[leader], owned(player))


def leader_actions(player: Player, total: Amounts) -> list[Action]:
    """Every leader the player, who owns ``total``, can play or discard now."""
    actions: list[Action] = []
    if len(player.played) + len(player.discarded) == len(player.leaders):
        return actions
    for at, leader in enumerate(player.leaders):
        if leader in player.played or leader in player.discarded:
            continue
        if _has_cards(leader, player.slots) and _has_resources(LEADERS[leader], total):
            actions.append(EVERY_PLAY[at])
        actions.append(EVERY_LEADER_DISCARD[at])
    return actions


def price(player: Player, cost: Amounts) -> Amounts:
    """A printed cost after all discounts of the player."""
    discount = powers(player.played).discount
    return tuple([max(0, amount - less) for amount, less in zip(cost, discount, strict=True)])


def in_hand(player: Player, position: int) -> int:
    """The unplayed leader at a position (1 or 2) of the kept hand, or IllegalMove."""
    if not 1 <= position <= len(player.leaders):
        raise IllegalMove(f"you kept {len(player.leaders)} leaders, so there is no leader {position}")
    leader = player.leaders[position - 1]
    if leader in player.played:
        raise IllegalMove(f"leader {position} is already in play")
    if leader in player.discarded:
        raise IllegalMove(f"leader {position} has been discarded")
    return leader


def play(player: Player, position: int) -> Player:
    """The player with a leader played, or IllegalMove. Nothing is paid."""
    leader = in_hand(player, position)
    if not playable(player, leader):
        raise IllegalMove(f"to play leader {position} you must own {requirement(LEADERS[leader])}")
    kinds = player.kinds
    if LEADERS[leader].ability == DEPOT:
        at = next(depot for depot in DEPOTS if kinds[depot - 1] == NO_KIND) - 1
        kinds = (*kinds[:at], LEADERS[leader].resource, *kinds[at + 1 :])
    return replace(player, played=(*player.played, leader), kinds=kinds)


def discard(player: Player, position: int) -> Player:
    """The player with a leader discarded, or IllegalMove; the faith for it is given by the rules of the turn."""
    return replace(player, discarded=(*player.discarded, in_hand(player, position)))
