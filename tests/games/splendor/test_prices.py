"""What cards cost somebody, and which nobles come to whom."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bottega.games.splendor import CARDS, NOBLES, Gems, Tokens
from bottega.games.splendor.prices import CARD_BIT, callers, missing, owed, payment, unaffordable

counts = st.integers(0, 7)
tokens = st.tuples(counts, counts, counts, counts, counts, st.integers(0, 5))
most = st.integers(0, 18)
bonuses = st.tuples(most, most, most, most, most)


@given(tokens, bonuses)
def test_all_cards_are_weighed_at_once(held: Tokens, cards: Gems) -> None:
    """The long integer has the bit of exactly those cards that are too dear."""
    beyond = unaffordable(held, cards)
    for card in CARDS:
        lacking = sum(max(0, c - b - t) for c, b, t in zip(card.cost, cards, held, strict=False))
        assert bool(beyond & CARD_BIT[card.id]) == (lacking > held[5])
        assert missing(card.id, held, cards) == max(0, lacking - held[5])


@given(tokens, bonuses)
def test_coloured_tokens_are_spent_first(held: Tokens, cards: Gems) -> None:
    """The canonical payment takes of each colour what is owed and held, and gold for all that is missing."""
    for card in CARDS:
        need = owed(card.id, cards)
        assert need == tuple(max(0, cost - bonus) for cost, bonus in zip(card.cost, cards, strict=True))
        paid = payment(card.id, held, cards)
        assert paid[:5] == tuple(map(min, need, held[:5]))
        assert sum(paid) == sum(need)


@given(bonuses)
def test_nobles_come_to_whoever_has_their_bonuses(cards: Gems) -> None:
    """A noble asks for bonuses of its colours and for nothing else."""
    assert callers(cards) == {noble.id for noble in NOBLES if all(map(int.__ge__, cards, noble.cost))}
