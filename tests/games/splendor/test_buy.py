"""Buying cards: cost minus bonuses, gold for whatever is missing.

Card 22 (white bonus) costs three blue; card 16 (white) one each of blue, green, red and black;
card 85 (green, 5 prestige) seven blue and three green.
"""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.splendor import Buy, State, apply, legal
from bottega.games.splendor.model import EMPTY
from bottega.testing.splendor import play, purse, refused, table, who


def buying(state: State) -> list[str]:
    """All cards that can be bought."""
    return [str(action) for action in legal(state, state.seat) if isinstance(action, Buy)]


def test_buy_a_face_up_card() -> None:
    """Its cost goes to the bank, its bonus and prestige count at once, its slot is refilled."""
    state = table(who("b3 r1"), who(), up=[22])
    after = play(state, "buy 22")
    player = after.players[0]
    assert purse(player.tokens) == "r1"
    assert player.cards == (22,)
    assert player.bonuses == (1, 0, 0, 0, 0)
    assert after.bank == (4, 4, 4, 3, 4, 5)
    assert after.face_up[0] == state.decks[0][-1]
    assert after.seat == 1


def test_prestige_of_a_card() -> None:
    """A bought card's prestige counts at once."""
    assert play(table(who("b4"), who(), up=[7]), "buy 7").players[0].prestige == 1


def test_buy_a_reserved_card() -> None:
    """A reserved card is bought from the hand; the table is not refilled."""
    state = table(who("b3", reserved=[5, 22]), who())
    after = play(state, "buy 22")
    assert after.players[0].reserved == (5,)
    assert after.players[0].cards == (22,)
    assert after.face_up == state.face_up


def test_a_secret_card_is_bought_openly() -> None:
    """A card reserved unseen is no secret once it is bought."""
    after = play(table(who("b3", secret=[22]), who()), "buy 22")
    assert after.players[0].secret == after.players[0].reserved == ()
    assert after.players[0].cards == (22,)


def test_bonuses_are_a_discount() -> None:
    """Each bonus saves one token of its colour, never more than the card asks, never another colour."""
    after = play(table(who("b1 g1", bonuses="b2 r2"), who(), up=[22]), "buy 22")
    assert purse(after.players[0].tokens) == "g1"


def test_a_free_card() -> None:
    """A card that bonuses cover costs nothing but the turn."""
    state = table(who("g1", bonuses="b3"), who(), up=[22])
    after = play(state, "buy 22")
    assert purse(after.players[0].tokens) == "g1"
    assert after.bank == state.bank
    assert after.seat == 1
    assert after.face_up[0] != 22


def test_the_last_card_of_a_level_leaves_an_empty_slot() -> None:
    """When the deck is exhausted nothing takes the place of a bought card."""
    state = table(who("b3", bonuses="b4 g3"), who(), up=[85], exhausted=[3])
    assert play(state, "buy 85").face_up[8:] == (EMPTY,) * 4


def test_gold_replaces_any_colour() -> None:
    """The canonical payment spends coloured tokens first, then gold, which goes back to the bank too."""
    after = play(table(who("b1 g2 *2"), who(), up=[16]), "buy 16")
    assert purse(after.players[0].tokens) == "g1"
    assert after.bank[5] == 5


@pytest.mark.parametrize("paid", ["b1 g1 r1 k1", "b1 g1 r1 *1", "b1 g1 *2", "g1 r1 k1 *1", "r1 *3", "b1 k1 *2"])
def test_gold_may_be_spent_though_the_colour_is_held(paid: str) -> None:
    """Any exact payment is accepted."""
    state = table(who("b2 g2 r2 k1 *3"), who(), up=[16])
    after = play(state, f"buy 16 with {paid}")
    assert after.players[0].cards == (16,)
    assert sum(after.players[0].tokens) == 10 - 4
    assert sum(after.bank) == sum(state.bank) + 4


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ("b1 g1 r1", "with these coloured tokens card 16 costs 1 gold, not 0"),
        ("b1 g1 r1 k1 *1", "with these coloured tokens card 16 costs 0 gold, not 1"),
        ("b2 g1 r1", "card 16 costs you 1 blue token, not 2"),
        ("w1 g1 r1 k1", "card 16 costs you 0 white tokens, not 1"),
        ("*4", "you have 3 gold tokens, not 4"),
        ("nothing", "with these coloured tokens card 16 costs 4 gold, not 0"),
    ],
)
def test_inexact_payments(paid: str, reason: str) -> None:
    """Too little, too much, the wrong colour, or tokens one does not have."""
    state = table(who("w1 b2 g2 r1 k1 *3"), who(), up=[16])
    assert refused(state, f"buy 16 with {paid}") == reason


@pytest.mark.parametrize("paid", [(-1, 0, 1, 1, 1, 2), (0, 1, 1, 1, 1), ()])
def test_malformed_payments(paid: tuple[int, ...]) -> None:
    """A payment has six numbers, none below zero."""
    state = table(who("w1 b2 g2 r1 k1 *3"), who(), up=[16])
    with pytest.raises(IllegalMove, match="a payment is a number of tokens"):
        apply(state, 0, Buy(16, paid))  # type: ignore[arg-type]  # five numbers are the point


def test_paying_nothing_for_a_free_card() -> None:
    """A free card may be bought with an explicit payment of nothing."""
    state = table(who(bonuses="b3"), who(), up=[22])
    assert play(state, "buy 22 with nothing") == play(state, "buy 22")


def test_a_card_that_is_too_dear() -> None:
    """What is missing after bonuses and gold is said."""
    state = table(who("b2 *1", bonuses="b1 g1"), who(), up=[85])
    assert "buy 85" not in buying(state)
    assert refused(state, "buy 85") == "you are 5 tokens short of card 85, which costs you 6 blue, 2 green"


def test_one_token_short() -> None:
    """The threshold: with three blue or gold card 22 can be bought, with two it cannot."""
    assert buying(table(who("b2 *1"), who(), up=[22, 0, 1, 2])) == ["buy 22"]
    assert buying(table(who("b2"), who(), up=[22, 0, 1, 2])) == []
    assert refused(table(who("b2"), who(), up=[22]), "buy 22") == (
        "you are 1 token short of card 22, which costs you 3 blue"
    )


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("buy 30", "card 30 is not on the table; face up in level 1: 0, 1, 2, 3"),
        ("buy 5", "card 5 is reserved by another player"),
        ("buy 7", "card 7 has already been bought"),
        ("buy 8", "card 8 is not on the table; face up in level 1: 0, 1, 2, 3"),
    ],
)
def test_cards_that_are_elsewhere(move: str, reason: str) -> None:
    """Nobody buys from a deck or from another's hand."""
    state = table(who("w1"), who(cards=[7], reserved=[5], secret=[8]), up=[0, 1, 2, 3])
    assert refused(state, move) == reason


def test_unknown_cards_are_refused() -> None:
    """An empty slot and a number beyond the cards are nothing to buy."""
    state = table(who("w1"), who(), exhausted=[3])
    for card in (EMPTY, 90):
        with pytest.raises(IllegalMove, match=f"there is no card {card}"):
            apply(state, 0, Buy(card))


def test_reserving_and_buying_take_two_turns() -> None:
    """After a reservation it is the next player's turn."""
    after = play(table(who("b3"), who(), up=[22]), "reserve 22")
    with pytest.raises(IllegalMove, match="it is the turn of seat 1"):
        apply(after, 0, Buy(22))
