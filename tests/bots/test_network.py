"""Networks in whole numbers: what they give is what plain arithmetic gives, also from a file."""

from __future__ import annotations

from random import Random

import pytest

from bottega.bots.network import (
    CHANCE,
    HIDDEN_MOST,
    HIDDEN_SHIFT,
    SHIFT,
    UNIT,
    Network,
    chance_of,
    learned,
    shares,
    to_bytes,
)

ROWS, WIDTH, OUTPUTS = 40, 7, 5
Weights = tuple[list[list[int]], list[int], list[list[int]], list[int], list[int]]


@pytest.fixture
def weights() -> Weights:
    """Any weights, large ones too."""
    chance = Random(5)

    def some(count: int, most: int) -> list[int]:
        return [chance.randint(-most, most) for _ in range(count)]

    rows = [some(WIDTH, 600) for _ in range(ROWS)]
    heads = [some(WIDTH, 4000) for _ in range(OUTPUTS)]
    return rows, some(WIDTH, 500), heads, some(OUTPUTS, 300), some(ROWS, 200)


def test_lanes_do_not_disturb_each_other(weights: Weights) -> None:
    """Every lane and every output is the plain sum, whatever its neighbours are; negative lanes count as nothing."""
    rows, bias, heads, head_bias, direct = weights
    network = Network(*weights)
    for features in ([0], list(range(ROWS)), [3, 3, 9, 12, 30]):
        lanes = [bias[lane] + sum(rows[row][lane] for row in features) for lane in range(WIDTH)]
        hidden = [min(max(lane, 0) >> HIDDEN_SHIFT, HIDDEN_MOST) for lane in lanes]
        assert network.hidden(features) == hidden
        sums = [sum(map(int.__mul__, hidden, head)) >> SHIFT for head in heads]
        assert network.others(hidden) == [each + more for each, more in zip(sums, head_bias, strict=True)]
        assert network.first(features, hidden) == sums[0] + head_bias[0] + sum(direct[row] for row in features)


def test_the_largest_weights_stay_in_their_lanes() -> None:
    """A hundred features of the largest weights in a network of 64 lanes: no sum leaves its lane."""
    largest, head = (1 << 15) - 1, (1 << 12) - 1
    for sign in (1, -1):
        network = Network([[sign * largest] * 64] * 2, [0] * 64, [[sign * head] * 64] * 3, [0] * 3, [0, 0])
        hidden = network.hidden([0, 1] * 50)
        assert hidden == [HIDDEN_MOST if sign > 0 else 0] * 64
        assert set(network.others([HIDDEN_MOST] * 64)) == {sign * head * HIDDEN_MOST * 64 >> SHIFT}


def test_a_file_gives_the_network_back(weights: Weights) -> None:
    """What was written is read, and something else is refused."""
    again = Network.from_bytes(to_bytes(*weights))
    features = [1, 5, 7]
    assert again.hidden(features) == Network(*weights).hidden(features)
    assert again.first(features, again.hidden(features)) == Network(*weights).first(features, again.hidden(features))
    with pytest.raises(ValueError, match="no network"):
        Network.from_bytes(b"PNG!" + bytes(60))


def test_chances() -> None:
    """Nothing is even, a great output is near certainty, and the chances of two sides add up."""
    assert chance_of(0) == CHANCE // 2
    assert chance_of(100 * UNIT) > 0.999 * CHANCE
    assert all(abs(chance_of(each) + chance_of(-each) - CHANCE) <= 1 for each in range(0, 9 * UNIT, 77))


def test_shares() -> None:
    """One more in the outputs is e times more likely."""
    more, less = shares([UNIT, 0])
    assert more / less == pytest.approx(2.718, rel=0.01)
    assert shares([3 * UNIT, -90 * UNIT])[1] >= 1


@pytest.mark.parametrize("game", ["renaissance", "sagrada"])
def test_every_game_has_its_network(game: str) -> None:
    """It comes with the program; that of Splendor is of another kind (``test_duel``)."""
    assert learned(game).outputs >= 1
