"""How well somebody stands in Splendor: prestige, bonuses, and how near the cards and nobles are that they want."""

from __future__ import annotations

from bottega.games.splendor import CARDS, GOLD, NOBLES, Action, Player, State, apply, legal
from bottega.games.splendor.prices import missing

PRESTIGE, BONUS, TOKEN, GOLD_TOKEN = 10.0, 4.0, 0.15, 0.4
NOBLE = 5.0
"""What a noble is worth in proportion to the bonuses that are there for it."""
WANTED = 3
"""So many of the most attractive cards count."""


def candidates(state: State, seat: int) -> list[Action]:
    """Everything that is legal."""
    return legal(state, seat)


def outlook(state: State, seat: int, action: Action) -> float:
    """How well the seat stands after the action."""
    after = apply(state, seat, action)
    player = after.players[seat]
    tokens = TOKEN * sum(player.tokens[:GOLD]) + GOLD_TOKEN * player.tokens[GOLD]
    return (
        PRESTIGE * player.prestige
        + BONUS * sum(min(bonus, 5) for bonus in player.bonuses)
        + tokens
        + _nobles(after, player)
        + _wishes(after, player)
    )


def _nobles(state: State, player: Player) -> float:
    """How near the nobles are that have not come yet."""
    near = 0.0
    for number in state.nobles:
        cost = NOBLES[number].cost
        near += (sum(min(have, need) for have, need in zip(player.bonuses, cost, strict=True)) / sum(cost)) ** 2
    return NOBLE * near


def _wishes(state: State, player: Player) -> float:
    """The most attractive cards within reach: worth more the fewer tokens they are short of."""
    reach = (*(card for card in state.face_up if card >= 0), *player.reserved)
    wishes = sorted((_worth(card) / (1 + missing(card, player.tokens, player.bonuses)) for card in reach), reverse=True)
    return sum(wishes[:WANTED])


def _worth(card: int) -> float:
    """A card's own attraction: its prestige, and its bonus, for what it costs."""
    return (3.0 * CARDS[card].prestige + 3.0) / (1 + 0.12 * sum(CARDS[card].cost))
