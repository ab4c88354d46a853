"""Reserving cards, from the table or unseen from a deck."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.splendor import Reserve, ReserveTop, State, apply, legal
from bottega.games.splendor.model import EMPTY
from bottega.testing.splendor import play, purse, refused, table, who


def reserving(state: State) -> list[str]:
    """All legal ways to reserve."""
    return [str(a) for a in legal(state, state.seat) if isinstance(a, Reserve | ReserveTop)]


def test_reserve_a_face_up_card() -> None:
    """The card goes to the player with a gold token; its slot is refilled from its own deck at once."""
    state = table(who(), who(), up=[3, 41, 75])
    after = play(state, "reserve 41")
    player = after.players[0]
    assert (player.reserved, player.secret) == ((41,), ())
    assert purse(player.tokens) == "*1"
    assert after.bank[5] == 4
    assert after.face_up[4] == state.decks[1][-1]
    assert after.decks[1] == state.decks[1][:-1]
    assert after.face_up[:4] + after.face_up[5:] == state.face_up[:4] + state.face_up[5:]


def test_a_reserved_card_gives_nothing_yet() -> None:
    """Neither bonus nor prestige until it is bought."""
    player = play(table(who(), who(), up=[85]), "reserve 85").players[0]
    assert player.prestige == 0
    assert player.bonuses == (0, 0, 0, 0, 0)


def test_reserve_unseen_from_a_deck() -> None:
    """The top card of the deck becomes the player's secret; the face-up cards stay."""
    state = table(who(), who())
    after = play(state, "reserve deck3")
    assert after.players[0].reserved == after.players[0].secret == (state.decks[2][-1],)
    assert after.face_up == state.face_up
    assert len(after.decks[2]) == len(state.decks[2]) - 1
    assert purse(after.players[0].tokens) == "*1"


def test_every_card_and_deck_can_be_reserved() -> None:
    """Twelve face-up cards and three decks, affordable or not."""
    assert len(reserving(table(who("w3"), who()))) == 15


def test_without_gold_one_still_may_reserve() -> None:
    """When the gold is gone a card is reserved without it."""
    after = play(table(who(), who("*5"), up=[0]), "reserve 0")
    assert after.players[0].reserved == (0,)
    assert purse(after.players[0].tokens) == "nothing"
    assert after.bank[5] == 0


def test_no_fourth_reserved_card() -> None:
    """Three reserved cards are the limit, from the table or a deck, with or without gold."""
    state = table(who(reserved=[1, 2], secret=[40]), who(), up=[0])
    assert reserving(state) == []
    reason = "you already hold 3 reserved cards, and that is the limit"
    assert refused(state, "reserve 0") == reason
    assert refused(state, "reserve deck1") == reason


def test_reserve_at_ten_tokens() -> None:
    """With ten tokens the gold makes eleven, and one token, the gold perhaps, goes back."""
    state = table(who("w4 b4 g2"), who("*4"), up=[0])
    after = play(state, "reserve 0")
    assert after.phase == "return"
    done = play(after, "return *1")
    assert purse(done.players[0].tokens) == "w4 b4 g2"
    assert done.seat == 1


def test_reserve_at_ten_tokens_without_gold() -> None:
    """With ten tokens and no gold in the bank nothing has to be returned."""
    after = play(table(who("w4 b4 g2"), who("*5"), up=[0]), "reserve 0")
    assert after.phase == "main"
    assert after.seat == 1


def test_an_exhausted_level() -> None:
    """An empty deck refills nothing, cannot be reserved from, and an empty slot is no card."""
    state = table(who(), who(), up=[70], exhausted=[3])
    assert "reserve deck3" not in reserving(state)
    assert refused(state, "reserve deck3") == "the deck of level 3 is empty"
    after = play(state, "reserve 70")
    assert after.face_up[8:] == (EMPTY,) * 4
    with pytest.raises(IllegalMove, match="there is no card -1"):
        apply(after, 1, Reserve(EMPTY))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("reserve 30", "card 30 is not on the table; face up in level 1: 0, 1, 2, 3"),
        ("reserve 5", "card 5 is reserved by another player"),
        ("reserve 6", "card 6 is reserved by you"),
        ("reserve 7", "card 7 has already been bought"),
        ("reserve 8", "card 8 is not on the table; face up in level 1: 0, 1, 2, 3"),
    ],
)
def test_cards_that_are_elsewhere(move: str, reason: str) -> None:
    """Only a face-up card can be reserved by name; the reason does not tell where a secret card is."""
    state = table(who(reserved=[6]), who(cards=[7], reserved=[5], secret=[8]), up=[0, 1, 2, 3])
    assert refused(state, move) == reason


def test_unknown_decks_are_refused() -> None:
    """There are decks 1 to 3."""
    for level in (-1, 0, 4):
        with pytest.raises(IllegalMove, match=f"there is no deck of level {level}"):
            apply(table(who(), who()), 0, ReserveTop(level))


def test_a_table_may_limit_reserving() -> None:
    """A table may play with one reserved card and without reserving unseen."""
    state = table(who(), who(), up=[0, 1], reserve_limit=1, blind_reserve=False)
    assert len(reserving(state)) == 12
    assert refused(state, "reserve deck1") == "at this table only face-up cards can be reserved"
    full = table(who(reserved=[2]), who(), up=[0], reserve_limit=1)
    assert reserving(full) == []
    assert refused(full, "reserve 0") == "you already hold 1 reserved card, and that is the limit"
