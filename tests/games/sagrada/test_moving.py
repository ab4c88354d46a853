"""Tools that move dice of the window, step by step."""

from __future__ import annotations

import pytest

from bottega.games import GAMES, sagrada
from bottega.games.core import IllegalMove, apply_all, read_all
from bottega.testing.sagrada import KD, board, listed, play, refused, situation, targets

THREE = "B3@1 R5@7 R2@3"


def test_eglomise_brush_disregards_printed_colours_only() -> None:
    """Neighbours and printed values still count: R2 may not go beside R5, though the colour print is ignored."""
    state = play(situation(KD, THREE, tools=[2]), "tool 2")
    assert refused(state, "move 3>6") == "R2 on space 6 would be beside R5, of the same colour"
    assert refused(state, "move 3>12") == "R2 on space 12 would be beside R5, of the same colour"
    assert refused(state, "move 3>9") == "space 9 takes only value 4; R2 does not fit"
    assert targets(state, 3) == [0, 5, 11, 13]


def test_copper_foil_burnisher_disregards_printed_values_only() -> None:
    """Printed colours and neighbours still count; printed values do not."""
    state = play(situation(KD, THREE, tools=[3]), "tool 3")
    assert refused(state, "move 3>5") == "space 5 takes only green; R2 does not fit"
    assert targets(state, 3) == [11, 13]
    single = play(situation(KD, "Y2@19", tools=[3]), "tool 3")
    assert targets(single, 19) == [0, 2, 3, 4, 9, 10, 15, 16, 17]


def test_the_only_die_moves_along_the_edge() -> None:
    """A single die is placed as if it were the first: edge spaces, not where it lies, no inner ones."""
    state = play(situation(KD, "B3@1", tools=[2]), "tool 2")
    assert targets(state, 1) == [0, 2, 3, 5, 10, 14, 16, 17, 18, 19]
    assert refused(state, "move 1>6") == "the first die goes on the edge; space 6 is inside"
    assert refused(state, "move 1>1") == "a moved die must go to another space"
    assert refused(state, "move 0>2") == "there is no die on space 0"
    assert refused(state, "move 1>20") == "a window has spaces 0 to 19; there is no space 20"


def test_a_move_may_leave_others_without_contact() -> None:
    """Contact is only asked of the die that moves."""
    state = play(situation(KD, "B3@1 G6@2 P4@8", tools=[2]), "tool 2", "move 2>13")
    assert state.players[0].board == board("B3@1 G6@13 P4@8")


def test_lathekin_moves_two_dice_or_none() -> None:
    """The first move is not on the board before the second; going back undoes it and the payment is gone."""
    state = situation(KD, THREE, tools=[4])
    half = play(state, "tool 4", "move 3>11")
    assert half.players[0].board == board(THREE)
    assert sagrada.view(half, 1).work is not None
    assert half.work is not None
    assert half.work.moved == (3, 11)
    after = play(half, "back")
    assert after.players[0].board == board(THREE)
    assert after.players[0].tokens == 3
    done = play(half, "move 1>3")
    assert done.players[0].board == board("B3@3 R5@7 R2@11")
    assert done.work is None


def test_lathekin_moves_two_different_dice() -> None:
    """The die moved first may not move again; its old space is free for the second."""
    half = play(situation(KD, THREE, tools=[4]), "tool 4", "move 3>11")
    assert refused(half, "move 11>3") == "R2 has been moved already; the second die must be another one"
    assert refused(half, "move 3>8") == "there is no die on space 3"
    assert 3 in targets(half, 1)


def test_lathekin_judges_the_second_move_after_the_first() -> None:
    """Two dice cannot change places: the second space is free only after the first move, not before."""
    state = play(situation(KD, "B3@1 G6@2", tools=[4]), "tool 4")
    assert refused(state, "move 1>2") == "space 2 already holds G6"


def test_lathekin_needs_a_second_move() -> None:
    """A first move after which no other die could move is refused, so that nobody pays for half a use."""
    lone = situation(KD, "B3@1", tools=[4])
    reason = "you cannot move two dice one after the other, and the tool moves exactly two"
    assert refused(lone, "tool 4") == reason
    apart = play(situation("Gravitas", "R6@4 R6@5", tools=[4]), "tool 4")
    assert refused(apart, "move 4>1") == reason
    assert listed(apart) == ["back", "move 5>8"]


def test_a_batch_whose_second_move_fails_changes_nothing() -> None:
    """Sent as one batch, an impossible second move refuses the whole use and nothing is paid."""
    state = situation(KD, THREE, tools=[4])
    with pytest.raises(IllegalMove, match="takes only red"):
        apply_all(GAMES["sagrada"], state, 0, read_all(GAMES["sagrada"], "tool 4; move 3>11; move 1>12"))
    assert play(state, "tool 4", "move 3>11", "move 1>8").players[0].board == board("B3@8 R5@7 R2@11")


def test_tap_wheel_moves_dice_of_one_colour_of_the_track() -> None:
    """A die of the track names the colour; only dice of that colour may move, each by every rule."""
    state = play(situation(KD, "R2@3 G6@2 R1@7", track=["B6 R6", "G2"], tools=[12]), "tool 12")
    assert listed(state, "track") == ["track 1", "track 2"]
    assert refused(state, "track 0") == "none of your blue dice can be moved"
    red = play(state, "track 1")
    assert refused(red, "move 2>6") == "G6 is not red, the colour chosen from the round track"
    assert {move.split(">")[0] for move in listed(red, "move")} <= {"move 3", "move 7"}


def test_tap_wheel_may_stop_after_one_move() -> None:
    """One move is complete in itself: going back keeps it."""
    state = situation(KD, "R2@3 G6@2 R1@8", track=["R6"], tools=[12])
    once = play(state, "tool 12", "track 0", "move 3>12")
    assert once.players[0].board == board("R2@12 G6@2 R1@8")
    assert listed(once) == ["back", "move 8>16", "move 8>3", "move 8>6"]
    kept = play(once, "back")
    assert kept.players[0].board == once.players[0].board
    assert kept.work is None
    assert play(once, "move 8>3").players[0].board == board("R2@12 G6@2 R1@3")


def test_tap_wheel_abandoned_before_the_first_move() -> None:
    """A colour alone changes nothing."""
    state = situation(KD, "R2@3 G6@2 R1@8", track=["R6"], tools=[12])
    assert play(state, "tool 12", "track 0", "back").players[0].board == state.players[0].board


def test_tap_wheel_moves_a_die_once() -> None:
    """The second die must be another one; without another that can move the tool is finished by itself."""
    pair = situation(KD, "R2@3 G6@2 R1@8", track=["R6"], tools=[12])
    half = play(pair, "tool 12", "track 0", "move 3>12")
    assert refused(half, "move 12>3") == "R2 has been moved already; the second die must be another one"
    state = situation(KD, "R2@3 G6@2", track=["R6"], tools=[12])
    once = play(state, "tool 12", "track 0", "move 3>6")
    assert once.work is None
    assert once.players[0].board == board("R2@6 G6@2")
