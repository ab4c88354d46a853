"""What is listed, and the listed form of what has variants."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.renaissance import Action, apply, canonical, legal
from bottega.games.renaissance.actions import PlayLeader
from bottega.testing.renaissance import listed, play, player, refused, table, top

RICH = "3 coin 3 stone 3 servant 3 shield"


@pytest.mark.parametrize(
    ("variant", "form"),
    [
        ("swap 2 1", "swap 1 2"),
        ("produce basic stone+coin>shield", "produce basic coin+stone>shield"),
        ("produce basic stone+coin>shield with coin@box stone@box", "produce basic coin+stone>shield"),
        ("buy G1 slot 2 with 2shield@box", "buy G1 slot 2"),
        ("produce slot 1 with shield@box", "produce slot 1"),
        ("produce leader 1>coin with stone@box", "produce leader 1>coin"),
        ("market r1", "market r1"),
    ],
)
def test_variants_have_a_listed_form(variant: str, form: str) -> None:
    """Other orders and explicit payments are accepted, and are variants of what is listed."""
    own = player(shelves=("1 coin", "", ""), box=RICH, slots=((3,), (), ()), leaders=(15, 1), played=(15,))
    state = top(table(own, player()), "G1", 1)
    apply(state, 0, Action.from_text(variant))
    assert str(canonical(state, 0, Action.from_text(variant))) == form
    assert form in listed(state)


def test_discards_in_another_order_are_the_same() -> None:
    """All that is left may be named in any order."""
    state = play(table(player(), player(), line="c1", marbles="grey yellow white"), "market c1")
    assert str(canonical(state, 0, Action.from_text("discard stone coin"))) == "discard coin stone"


def test_only_the_seat_on_turn_has_anything_to_do() -> None:
    """Other seats have no legal action; to ask for a seat that is not there is a mistake."""
    state = table(player(), player())
    assert [bool(legal(state, seat)) for seat in (0, 1)] == [True, False]
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=f"no seat {seat}"):
            legal(state, seat)


def test_basic_production_is_listed_for_every_pair() -> None:
    """Ten pairs of inputs and four outputs, if there are two of everything."""
    state = table(player(box=RICH), player())
    assert len([move for move in listed(state) if move.startswith("produce basic")]) == 40
    state = table(player(box="1 coin 1 stone"), player())
    assert len([move for move in listed(state) if move.startswith("produce basic")]) == 4


def test_what_a_player_without_anything_may_do() -> None:
    """The market and the leaders in hand, nothing else."""
    moves = {move.split()[0] for move in listed(table(player(), player()))}
    assert moves == {"market", "discard"}


def test_a_leader_that_is_not_in_hand() -> None:
    """There are two kept leaders, numbered 1 and 2."""
    state = table(player(), player())
    for position in (0, 3):
        with pytest.raises(IllegalMove, match=f"no leader {position}"):
            apply(state, 0, PlayLeader(position))
    refused(state, "play leader 2", "must own 1 blue card and 1 purple card")
