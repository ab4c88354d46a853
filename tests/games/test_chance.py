"""Seeded chance is fair, the same everywhere, and can be checked afterwards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottega.games.chance import SEED_BYTES, Chance, check_seed, commitment, lots, reshuffled
from tests.strategies import seeds

ZERO = bytes(SEED_BYTES)
PINNED_DRAWS = [60, 45, 96, 38, 8, 80, 32, 18, 55, 82]
PINNED_SHUFFLE = "bfgadche"
PINNED_COMMITMENT = "a678f46f41d05c64657e08f2a70b002b0d2da7acd2905e33a89d74029a70aec3"


def draws(chance: Chance, limit: int, count: int) -> list[int]:
    """So many numbers below the limit, one after the other."""
    numbers = []
    for _ in range(count):
        number, chance = chance.below(limit)
        numbers.append(number)
    return numbers


def test_draws_are_the_same_on_every_machine() -> None:
    """The first draws of a known seed are pinned: a change would break every recorded game."""
    assert draws(Chance(ZERO), 100, 10) == PINNED_DRAWS


def test_shuffles_are_the_same_on_every_machine() -> None:
    """The first shuffle of a known seed is pinned, and so is the number of draws it takes."""
    order, after = Chance(ZERO).shuffled("abcdefgh")
    assert "".join(order) == PINNED_SHUFFLE
    assert after == Chance(ZERO, 7)


def test_the_commitment_is_the_same_on_every_machine() -> None:
    """The commitment of a known seed is pinned: published ones must stay checkable."""
    assert commitment(ZERO) == PINNED_COMMITMENT


@given(seeds, seeds)
def test_a_commitment_fixes_the_seed(one: bytes, other: bytes) -> None:
    """Different seeds have different commitments, and no commitment contains its seed."""
    assert (commitment(one) == commitment(other)) == (one == other)
    assert one.hex() not in commitment(one)


@given(seeds, st.integers(1, 2**63), st.integers(0, 2**40))
def test_a_draw_is_below_its_limit(seed: bytes, limit: int, drawn: int) -> None:
    """A draw is below its limit, moves the counter on, and leaves the chance it came from as it was."""
    chance = Chance(seed, drawn)
    number, after = chance.below(limit)
    assert 0 <= number < limit
    assert after.drawn > drawn
    assert chance == Chance(seed, drawn)
    assert chance.below(limit) == (number, after)


@given(seeds, st.lists(st.integers(), max_size=60))
def test_a_shuffle_loses_nothing(seed: bytes, items: list[int]) -> None:
    """A shuffle is the same items in some order."""
    order, _ = Chance(seed).shuffled(items)
    assert sorted(order) == sorted(items)


@pytest.mark.parametrize("limit", [2, 3, 6, 10])
def test_every_number_is_as_likely(limit: int) -> None:
    """Over many draws no number is far from its share (chi-squared, far beyond the 99.9 % point)."""
    share = 600
    counts = Counter(draws(Chance(b"fair" * 8), limit, share * limit))
    assert sum((counts[number] - share) ** 2 / share for number in range(limit)) < 30


def test_every_order_is_as_likely() -> None:
    """Over many shuffles no order of three is far from its share."""
    counts: Counter[tuple[str, ...]] = Counter()
    chance = Chance(b"deck" * 8)
    for _ in range(3000):
        order, chance = chance.shuffled("abc")
        counts[order] += 1
    assert set(counts) == set(permutations("abc"))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 25


def test_every_order_of_decks_shuffled_at_once_is_as_likely() -> None:
    """Over many seeds no order of a deck is far from its share, whatever the order of the deck beside it."""
    deals = [reshuffled(number.to_bytes(32, "big"), ["abc", "de"]) for number in range(6000)]
    counts = Counter(tuple(map("".join, deal)) for deal in deals)
    assert set(counts) == {("".join(one), other) for one in permutations("abc") for other in ("de", "ed")}
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 35


@given(seeds, st.lists(st.lists(st.integers())))
def test_decks_shuffled_at_once_stay_decks(seed: bytes, decks: list[list[int]]) -> None:
    """Every deck keeps its cards, and a seed gives the same orders each time."""
    orders = reshuffled(seed, decks)
    assert [sorted(order) for order in orders] == [sorted(deck) for deck in decks]
    assert orders == reshuffled(seed, decks)


@given(seeds)
def test_lots_follow_from_the_seed(seed: bytes) -> None:
    """Each is a number of 32 bits; a seed gives the same ones each time, however many are asked for."""
    drawn = lots(seed, 20)
    assert drawn == lots(seed, 20)
    assert drawn[:5] == lots(seed, 5)
    assert all(0 <= lot < 1 << 32 for lot in drawn)


def test_every_order_by_lots_is_as_likely() -> None:
    """Over many seeds no order of three that are sorted by their lots is far from its share."""
    counts = Counter(
        "".join(lot for _, lot in sorted(zip(lots(number.to_bytes(32, "big"), 3), "abc", strict=True)))
        for number in range(3000)
    )
    assert set(counts) == set(map("".join, permutations("abc")))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 25


def test_draws_do_not_repeat() -> None:
    """Draws of one seed differ from each other and from those of another seed."""
    one, other = draws(Chance(b"1" * 32), 2**60, 50), draws(Chance(b"2" * 32), 2**60, 50)
    assert len({*one, *other}) == 100


@pytest.mark.parametrize("length", [0, SEED_BYTES - 1, SEED_BYTES + 1])
def test_a_seed_of_another_length_is_none(length: int) -> None:
    """A seed has 32 bytes, neither more nor fewer."""
    check_seed(ZERO)
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        check_seed(bytes(length))
