"""What seats and spectators see, and what they do not."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.splendor import CARDS, PlayerView, State, View, redeal, view
from bottega.testing.splendor import play, table, who
from tests.games.play import as_seed


def midgame() -> State:
    """A table where both have reserved cards, one each of them unseen."""
    return table(
        who("w1 *2", reserved=[41], secret=[30]),
        who("*2", bonuses="r1", reserved=[42], secret=[70]),
        up=[0, 1, 2, 3, 80],
    )


def test_the_board_is_public() -> None:
    """Bank, face-up cards, sizes of decks, nobles and everything that players own openly."""
    state = midgame()
    seen = view(state, None)
    assert seen.bank == state.bank
    assert seen.rows[0].face_up == (0, 1, 2, 3)
    assert [row.deck for row in seen.rows] == [len(deck) for deck in state.decks]
    assert seen.nobles == state.nobles
    assert [player.tokens for player in seen.players] == [player.tokens for player in state.players]
    assert seen.players[1].bonuses == (0, 0, 0, 1, 0)
    assert (seen.seat, seen.phase, seen.turn, seen.over, seen.winners) == (0, "main", 1, False, ())


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [(None, [41, None, 42, None]), (0, [41, 30, 42, None]), (1, [41, None, 42, 70])],
)
def test_who_sees_which_reserved_cards(viewer: int | None, expected: list[int | None]) -> None:
    """Cards reserved from the table are known to all, those reserved unseen to their owner; levels to all."""
    players = view(midgame(), viewer).players
    assert [one.card for player in players for one in player.reserved] == expected
    assert [one.level for player in players for one in player.reserved] == [2, 1, 2, 3]
    assert [one.blind for player in players for one in player.reserved] == [False, True, False, True]


def test_deck_order_is_hidden() -> None:
    """No view changes when cards change places within a deck, or with a card another player reserved unseen."""
    state = midgame()
    deck = state.decks[2]
    swapped = msgspec.structs.replace(
        state,
        decks=(*state.decks[:2], (*deck[:-1][::-1], 70)),
        players=(
            state.players[0],
            msgspec.structs.replace(state.players[1], reserved=(42, deck[-1]), secret=(deck[-1],)),
        ),
    )
    assert swapped != state
    for viewer in (None, 0):
        assert msgspec.json.encode(view(swapped, viewer)) == msgspec.json.encode(view(state, viewer))
    assert view(swapped, 1) != view(state, 1)


def test_an_empty_slot_is_null() -> None:
    """An exhausted level shows where cards are missing."""
    assert view(table(who(), who(), up=[70], exhausted=[3]), 0).rows[2].face_up == (70, None, None, None)


def test_what_is_owed_is_shown() -> None:
    """How many tokens to return, which nobles to choose from."""
    over = play(table(who("r4 k3 *2"), who(), who()), "take wbg")
    assert view(over, 1).surplus == 2
    choice = play(table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[0, 5, 2]), "take wbg")
    assert view(choice, None).guests == (0, 5)
    assert view(choice, None).surplus == 0


def test_the_last_round_and_the_end_are_announced() -> None:
    """From 15 prestige on everybody sees that it is the last round; then who won."""
    state = table(who(cards=[73, 77, 81]), who(), seat=1)
    assert view(state, 0).last_round
    done = view(play(state, "take wbg"), 0)
    assert (done.over, done.seat, done.winners) == (True, None, (0,))


def test_a_view_is_json_and_back() -> None:
    """A view survives its encoding."""
    seen = view(midgame(), 0)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen
    assert isinstance(seen.players[0], PlayerView)


def test_a_redeal_moves_only_what_is_unknown() -> None:
    """For seat 0 the other's unseen card and the decks may change, its own secret may not; levels stay."""
    state = midgame()
    dealt = [redeal(state, 0, as_seed(seed)) for seed in range(30)]
    assert {other.players[0].secret for other in dealt} == {(30,)}
    theirs = {other.players[1].secret[0] for other in dealt}
    assert len(theirs) > 5
    assert {CARDS[card].level for card in theirs} == {3}
    assert all(other.players[1].reserved == (42, *other.players[1].secret) for other in dealt)
    assert len({other.decks for other in dealt}) == 30
