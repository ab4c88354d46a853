"""Nobody ends a turn with more than ten tokens."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.splendor import Return, State, apply, legal
from bottega.testing.splendor import play, purse, refused, table, who


def over_the_limit() -> State:
    """Somebody with nine tokens, two of them gold, has taken three."""
    return play(table(who("r4 k3 *2"), who(), who()), "take wbg")


def test_the_turn_is_not_over_before_the_return() -> None:
    """With twelve tokens the same seat has to return two; nothing else is legal."""
    state = over_the_limit()
    assert (state.phase, state.seat) == ("return", 0)
    assert all(isinstance(action, Return) and sum(action.tokens) == 2 for action in legal(state, 0))
    assert refused(state, "take wbg") == "first return 2 tokens: you have 12 and may keep 10"
    assert refused(state, "skip") == "first return 2 tokens: you have 12 and may keep 10"
    assert refused(state, "pass") == "first return 2 tokens: you have 12 and may keep 10"


@pytest.mark.parametrize("given", ["return *2", "return w1 b1", "return r2", "return k1 *1"])
def test_any_held_tokens_may_be_returned(given: str) -> None:
    """Those just taken, others, or gold: exactly as many as are above ten."""
    state = over_the_limit()
    after = play(state, given)
    assert sum(after.players[0].tokens) == 10
    assert after.seat == 1
    assert sum(after.bank) == sum(state.bank) + 2


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("return w1", "return exactly 2 tokens: you have 12 and may keep 10"),
        ("return r3", "return exactly 2 tokens: you have 12 and may keep 10"),
        ("return nothing", "return exactly 2 tokens: you have 12 and may keep 10"),
        ("return w2", "you have 1 white token, not 2"),
        ("return *3", "you have 2 gold tokens, not 3"),
    ],
)
def test_wrong_returns(given: str, reason: str) -> None:
    """Too few, too many, or tokens one does not have."""
    assert refused(over_the_limit(), given) == reason


def test_all_returns_are_listed_once() -> None:
    """Every distinct choice of two among w1 b1 g1 r4 k3 *2: fifteen mixed pairs and three doubles."""
    listed = [str(action) for action in legal(over_the_limit(), 0)]
    assert len(listed) == len(set(listed)) == 15 + 3


def test_returns_are_listed_in_the_order_of_their_numbers() -> None:
    """Whoever numbers the legal actions finds the same ones under the same numbers: fewest white tokens first."""
    listed = [action.tokens for action in legal(over_the_limit(), 0) if isinstance(action, Return)]
    assert listed == sorted(listed)


def test_returning_what_was_just_taken_comes_to_a_pass() -> None:
    """With ten tokens one may take three and give the same three back."""
    state = table(who("r4 k4 *2"), who(), who())
    after = play(state, "take wbg", "return w1 b1 g1")
    assert after.players == state.players
    assert after.bank == state.bank
    assert after.seat == 1


def test_exactly_ten_is_allowed() -> None:
    """At ten tokens there is nothing to return."""
    after = play(table(who("r4 k3"), who()), "take wbg")
    assert (after.phase, after.seat) == ("main", 1)
    assert refused(after, "return w1") == "there is nothing to return: you have 0 tokens and may keep 10"


def test_negative_returns_are_refused() -> None:
    """Nobody gets tokens by returning fewer than none."""
    with pytest.raises(IllegalMove, match="a return is a number of tokens of each colour"):
        apply(over_the_limit(), 0, Return((-1, 1, 1, 1, 0, 0)))


def test_a_table_may_forbid_to_return_gold() -> None:
    """Without return_gold only coloured tokens go back, and there are always enough of them."""
    state = play(table(who("w4 g1 *5"), who(), return_gold=False), "take bgr")
    assert sum(state.players[0].tokens) == 13
    assert all(isinstance(a, Return) and not a.tokens[5] for a in legal(state, 0))
    assert refused(state, "return w2 *1") == "at this table gold cannot be returned"
    assert purse(play(state, "return w2 r1").players[0].tokens) == "w2 b1 g2 *5"
