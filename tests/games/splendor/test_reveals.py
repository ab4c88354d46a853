"""Which actions bring to light what nobody could know, and that no refusal depends on it before."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games.splendor import (
    CARDS,
    Action,
    Buy,
    Pass,
    Reserve,
    ReserveTop,
    State,
    apply,
    legal,
    redeal,
    reveals,
    view,
    why_not,
)
from bottega.testing.splendor import play, table, who
from tests.games.play import as_seed
from tests.strategies import Moment, moments


def rich() -> State:
    """Somebody who can buy cards 22 from the table, 30 and (reserved unseen) 38 from the hand; level 3 is exhausted."""
    return table(who("b3 r3 w3", reserved=[30], secret=[38]), who(), up=[22, 85], exhausted=[3])


@pytest.mark.parametrize(
    ("move", "revealing"),
    [
        ("take wbg", False),
        ("buy 22", True),
        ("buy 30", False),
        ("buy 38", False),
        ("reserve 22", True),
        ("reserve 85", False),
        ("reserve deck1", True),
        ("skip", False),
    ],
)
def test_what_turns_up_a_card(move: str, revealing: bool) -> None:
    """A slot refilled from its deck, or a card reserved unseen; not what comes from the hand or leaves a slot empty."""
    state, action = rich(), Action.from_text(move)
    assert why_not(state, 0, action) is None
    assert reveals(state, action) is revealing


def test_what_follows_a_main_action_reveals_nothing() -> None:
    """Returning tokens and choosing a noble turn up no card."""
    over_limit = play(table(who("r4 k3 *2"), who(), who()), "take wbg")
    choice = play(table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[0, 5, 2]), "take wbg")
    assert not any(reveals(state, action) for state in (over_limit, choice) for action in legal(state, 0))


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(moments("splendor"), st.integers(0, 99))
def test_a_refusal_never_depends_on_what_is_not_known(moment: Moment, number: int) -> None:
    """However the unknown cards lie, the same batches are refused for the same reasons, up to the first revelation."""
    state, seat = moment.state, moment.seat
    if seat is None:
        return
    random = Random(number)
    deals = [state, *(redeal(state, seat, as_seed(number + deal)) for deal in range(4))]
    tried: list[Action] = [
        *(kind(card.id) for card in CARDS for kind in (Buy, Reserve)),
        *map(ReserveTop, (1, 2, 3)),
        Pass(),
    ]
    while True:
        listed = legal(deals[0], seat)
        for action in [*listed, *tried]:
            answers = {str(why_not(deal, seat, action)) for deal in deals}
            assert len(answers) == 1, f"{action} is answered with {answers}"
        calm = [action for action in listed if not reveals(deals[0], action)]
        if not calm:
            return
        action = random.choice(calm)
        assert not any(reveals(deal, action) for deal in deals)
        deals = [apply(deal, seat, action) for deal in deals]
        assert len({str(view(deal, seat)) for deal in deals}) == 1, f"{action} brought something to light"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(moments("splendor", most=60))
def test_a_revelation_is_one(moment: Moment) -> None:
    """What an action reveals differs from deal to deal, if more than one card is unknown."""
    state, seat = moment.state, moment.seat
    if seat is None:
        return
    deals = [redeal(state, seat, as_seed(deal)) for deal in range(40)]
    for action in legal(state, seat):
        if not isinstance(action, Buy | Reserve | ReserveTop) or not reveals(state, action):
            continue
        level = action.level if isinstance(action, ReserveTop) else CARDS[action.card].level
        if len(state.decks[level - 1]) > 1:
            assert len({str(view(apply(deal, seat, action), seat)) for deal in deals}) > 1
