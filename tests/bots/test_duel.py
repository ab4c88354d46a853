"""The network for two sides: in whole numbers it gives what its weights say."""

from __future__ import annotations

from random import Random

import pytest

from bottega.bots.duel import BIAS_SHIFT, HEADS, INNER, INNER_SHIFT, LIFT, WIDTH, Duel, Weights, from_bytes, to_bytes
from bottega.bots.duel import learned as learned_of
from bottega.bots.network import HIDDEN_MOST, SHIFT

ROWS, MOVES = 9, 5


@pytest.fixture
def weights() -> Weights:
    """A small network, with numbers large enough to fill lanes."""
    chance = Random(4)

    def table(height: int, width: int) -> list[list[int]]:
        return [[chance.randint(-700, 700) for _ in range(width)] for _ in range(height)]

    return Weights(
        table(ROWS, WIDTH),
        table(1, WIDTH)[0],
        table(WIDTH, INNER),
        table(1, INNER)[0],
        table(HEADS, INNER),
        table(1, HEADS)[0],
        table(MOVES, WIDTH),
        table(1, MOVES)[0],
        [1, -2, 3],
    )


def test_lanes_do_not_disturb_each_other(weights: Weights) -> None:
    """Added up in long integers, every lane holds what adding one by one gives, negative sums among them."""
    network, rows = Duel(weights), (0, 3, 8)
    sums = [weights.bias[lane] + sum(weights.rows[row][lane] for row in rows) for lane in range(WIDTH)]
    hidden = network.hidden(sum(network.rows[row] for row in rows))
    assert hidden == [max(0, min(total >> 1, HIDDEN_MOST)) for total in sums]
    inner = network.inner(hidden)
    for lane in range(INNER):
        total = (weights.inner_bias[lane] << BIAS_SHIFT) + sum(
            given * weights.inner[place][lane] for place, given in enumerate(hidden)
        )
        assert inner[lane] == max(0, min(total >> INNER_SHIFT, HIDDEN_MOST))
    for head in range(HEADS):
        total = sum(given * weights.heads[head][lane] for lane, given in enumerate(inner))
        assert network.head(head, inner) == (total + (weights.head_bias[head] << BIAS_SHIFT)) >> SHIFT
    for move, lifted in enumerate(network.moves(hidden)):
        total = sum(given * weights.moves[move][lane] for lane, given in enumerate(hidden))
        assert lifted - LIFT == total + (weights.move_bias[move] << BIAS_SHIFT)


def test_a_file_holds_all_of_it(weights: Weights) -> None:
    """What is written is read again, and anything else is refused."""
    assert from_bytes(to_bytes(weights)) == weights
    with pytest.raises(ValueError, match="no network"):
        from_bytes(b"BTN1" + bytes(8))


def test_splendor_has_its_network() -> None:
    """It comes with the program."""
    assert len(learned_of("splendor").rows) > 5000
