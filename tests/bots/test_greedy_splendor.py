"""What the greedy bot thinks of positions in Splendor."""

from __future__ import annotations

from bottega.bots.greedy_splendor import candidates, outlook
from bottega.games.splendor import State, legal
from bottega.testing.splendor import table, who

BLUE, BLACK, PRESTIGE = 8, 0, 7
"""Two cards that cost one of each of four colours, and one with a point, for four blue."""
NOBLE = 0
"""Comes for three blue, three green and three red."""


def rates(state: State, move: str) -> float:
    """How well seat 0 stands after a move in notation."""
    return outlook(state, 0, next(action for action in legal(state, 0) if str(action) == move))


def test_everything_is_considered() -> None:
    """No legal action is left out."""
    state = table(who(), who())
    assert candidates(state, 0) == legal(state, 0)


def test_prestige_counts_most() -> None:
    """A card with a point is better than one without, though it costs as much."""
    state = table(who("w1 b4 g1 r1"), who(), up=[PRESTIGE, BLACK])
    assert rates(state, f"buy {PRESTIGE}") > rates(state, f"buy {BLACK}")


def test_gold_is_worth_more_than_another_token() -> None:
    """Of two players who could pay the same, the one with a gold token stands better."""
    gold, plain = (table(who(tokens), who(), up=[BLUE]) for tokens in ("w1 *1", "w1 k1"))
    assert rates(gold, "take bgr") > rates(plain, "take bgr")


def test_a_noble_is_drawn_near() -> None:
    """A bonus that a noble asks for is worth more where that noble waits."""
    waits, gone = (
        table(who("w1 k1", bonuses="b1 g3 r3"), who(), up=[BLUE], nobles=nobles)
        for nobles in ([NOBLE, 6, 8], [2, 6, 8])
    )
    assert rates(waits, f"buy {BLUE}") > rates(gone, f"buy {BLUE}")
