"""Whole moves, made of the rules' actions."""

from __future__ import annotations

import pytest

from bottega.client.renaissance import moves
from bottega.games.core import IllegalMove
from bottega.games.renaissance.actions import Action, Buy, Part
from bottega.games.renaissance.model import SETUP
from bottega.testing.renaissance import player, table

OWNER = player(("1 coin", "2 stone", ""), leaders=(9, 10), played=(9, 10), box="4 shield", slots=((1,), (), ()))
GAME = table(OWNER, player(), line="r1", marbles="white blue red white")


def draft(*texts: str) -> list[Action]:
    """Actions in notation."""
    return [action for text in texts if isinstance(action := Action.from_text(text), Action)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("market r1",), False),
        (("market r1", "white servant", "white servant", "discard servant servant shield"), True),
        (("produce slot 1",), False),
        (("produce slot 1", "collect"), True),
        (("swap 1 3",), True),
    ],
)
def test_when_a_move_is_whole(texts: tuple[str, ...], expected: bool) -> None:
    """When nothing is pending and no production is under way."""
    assert moves.whole(GAME, 0, draft(*texts)) is expected


def test_bonus_resources_are_one_choice() -> None:
    """All of them, then it is made."""
    setting_up = table(player(), player(bonus=2), phase=SETUP, turn=0)
    assert not moves.whole(setting_up, 1, draft("bonus coin@1"))
    assert moves.whole(setting_up, 1, draft("bonus coin@1", "bonus stone@2"))


@pytest.mark.parametrize(
    "texts",
    [
        ("market r1", "white servant", "discard servant"),
        ("market r1", "white servant", "store servant 3", "swap 1 3"),
        ("produce slot 1", "revert"),
    ],
)
def test_what_cannot_be_said(texts: tuple[str, ...]) -> None:
    """Some of what is left discarded, shelves rearranged too late, something taken back that was never said."""
    with pytest.raises(IllegalMove, match="no word for"):
        moves.check(GAME, 0, draft(*texts))


def test_room_is_made_before_the_visit() -> None:
    """Rearranging after the line was taken, and before anything was stored, comes to the same."""
    texts = ("market r1", "swap 1 3", "white servant", "white servant", "discard servant servant shield")
    moves.check(GAME, 0, draft(*texts))
    assert [list(map(str, part)) for part in moves.parted(draft(*texts))] == [["swap 1 3"], [texts[0], *texts[2:]]]


def test_a_visit() -> None:
    """What each marble becomes, what lies where, and what is given up."""
    visit = moves.visit(
        GAME, 0, draft("market r1", "white shield", "white servant", "store shield 3", "store shield 3")
    )
    assert visit.gains == (3, 3, 4, 2)
    assert (visit.white, visit.whites) == ((True, False, False, True), (3, 2))
    assert visit.stored == {(3, 3): 2}
    assert visit.discarded == ()


def test_payments_are_spelled_out() -> None:
    """Where an action leaves it to the house, as the house would; else as it says."""
    rich = table(player(box="9 shield 9 coin 9 stone 9 servant"), player())
    bought = moves.purchase(rich, 0, Buy("G1", 1))
    assert all(part.place == 6 for part in bought.payment)
    named = Buy("G1", 2, (Part(3, 6, 3),))
    assert moves.purchase(rich, 0, named).payment == named.payment
    first, second = moves.orders(GAME, 0, draft("produce slot 1", "produce basic stone+stone>coin", "collect"))
    assert (first.number, first.inputs, first.output) == (1, (), None)
    assert (second.number, second.inputs, second.output) == (0, (1, 1), 0)
    assert second.payment == (Part(1, 2, 2),)
