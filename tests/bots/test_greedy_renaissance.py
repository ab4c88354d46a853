"""What the greedy bot thinks of boards in Masters of Renaissance."""

from __future__ import annotations

from bottega.bots.greedy_renaissance import candidates, outlook
from bottega.games.renaissance import State, legal
from bottega.testing.renaissance import play, player, table, top


def rates(state: State, move: str) -> float:
    """How well seat 0 stands after a move in notation."""
    return outlook(state, 0, next(action for action in legal(state, 0) if str(action) == move))


def verbs(state: State) -> set[str]:
    """The first words of what is considered."""
    return {str(action).split()[0] for action in candidates(state, 0)}


def test_shelves_are_rearranged_only_to_make_room() -> None:
    """Swapping leads on while something waits to be stored, and nowhere before."""
    state = table(player(shelves=("1 coin", "2 stone", "")), player(), line="c1", marbles="grey yellow white")
    assert {"swap", "market"} <= {str(action).split()[0] for action in legal(state, 0)}
    assert "swap" not in verbs(state)
    assert verbs(play(state, "market c1")) == {"swap", "discard"}


def test_a_card_within_reach_is_bought() -> None:
    """A card with a point and a production is better than to turn what it costs into something else, or to wait."""
    state = top(table(player(box="2 stone"), player()), "Y1", 4)
    buys = [outlook(state, 0, action) for action in candidates(state, 0) if str(action).startswith("buy Y1")]
    others = ("produce", "discard")
    wasted = [outlook(state, 0, action) for action in candidates(state, 0) if str(action).startswith(others)]
    assert min(buys) > max(wasted)


def test_what_can_be_stored_is_judged_as_stored() -> None:
    """Marbles that fit on the shelves are better than those that would be given up, to the others' gain."""
    fits = table(player(), player(), line="c1", marbles="grey grey white")
    full = table(player(shelves=("1 coin", "2 shield", "3 servant")), player(), line="c1", marbles="grey grey white")
    gain = rates(fits, "market c1") - rates(fits, "discard leader 1")
    loss = rates(full, "market c1") - rates(full, "discard leader 1")
    assert gain > loss


def test_faith_counts_for_and_against() -> None:
    """One's own faith helps, that of the others hurts."""
    ahead, level, behind = (
        rates(table(player(faith=mine), player(faith=theirs)), "market r1") for mine, theirs in ((2, 0), (0, 0), (0, 2))
    )
    assert ahead > level > behind


def test_ending_a_turn_is_the_last_thing() -> None:
    """A production that costs nothing more is collected, not left."""
    state = play(table(player(box="1 coin 1 stone"), player()), "produce basic coin+stone>shield")
    assert rates(state, "collect") >= max(outlook(state, 0, action) for action in candidates(state, 0)) - 1.0
