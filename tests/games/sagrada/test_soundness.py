"""Texts that name impossible tables are refused, with what is impossible about them."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.core import BadNotation
from bottega.games.sagrada import State
from bottega.games.sagrada.soundness import faults
from bottega.testing.sagrada import KD, SEED, play, situation
from tests.games.play import Setup, sample, setups

SITUATION = situation(KD, "B3@1")
CHOOSING = sagrada.new(2, SEED)
LATHEKIN = play(situation(KD, "B3@1 R5@7 R2@3", tools=[4]), "tool 4", "move 3>11")
WHEEL = play(situation(KD, "R2@3 G6@2 R1@8", track=["R6"], tools=[12]), "tool 12", "track 0", "move 3>12")
PLIERS = play(situation(pool="B3 R4", tools=[1]), "tool 1", "die B3")
FLIPPED = play(situation(pool="B3 R4", tools=[10]), "tool 10", "die B3")
MISFIT = situation(KD, "B3@1", pool="Y3", tools=[10])
FOUR = situation(KD, "B3@1", pool="R1 R2 R3 G1 G2 G3 Y1 Y2 Y3", seats=4)
SPARE = replace(SITUATION, bag=(16, *SITUATION.bag[1:]))
SOLO = play(situation(seats=1, pool="R2 P4 G5 Y1", tools=[1]), "tool 1 P4")

CASES = [
    (SITUATION, "rules=2", "rules=7", "there are no rules 7"),
    (SITUATION, "round=1.", "round=12.", "there is no round 12"),
    (SITUATION, "round=1.", "round=3.", "dice lie on 1 spaces of the round track, not on 2"),
    (SITUATION, "round=1.0.", "round=1.4.", "a round of 2 has no turn 4"),
    (CHOOSING, "round=0.0.0", "round=0.1.0", "a round of 2 has no turn 1"),
    (CHOOSING, "round=0.0.0", "round=0.0.1", "turn 1 is not in round 0"),
    (SITUATION, "seed=00", "seed=", "a seed has 32 bytes"),
    (SITUATION, " seat=0", f"{10**19} seat=0", "a seed has 32 bytes and a number of draws"),
    (SITUATION, "skipping=-", "skipping=3", "the seats without a second turn are not at the table"),
    (SITUATION, "skipping=-", "skipping=1.1", "the seats without a second turn are not at the table"),
    (situation(second=True), "skipping=-", "skipping=0", "a seat has a turn that it gave up"),
    (
        SITUATION,
        "publics=3.4.6",
        "publics=3.4.11",
        "a public objective is there twice, or there is none of that number",
    ),
    (SITUATION, "publics=3.4.6", "publics=3.4.4", "a public objective is there twice"),
    (SITUATION, "publics=3.4.6", "publics=3.4.6.7", "there are 4 public objectives, not 3"),
    (SITUATION, "tools=2.4.12", "tools=2.2.12", "a tool is there twice"),
    (SITUATION, "tools=2.4.12", "tools=2.4.13", "a tool is there twice, or there is none of that number"),
    (SITUATION, "tools=2.4.12 paid=0.0.0", "tools=- paid=-", "there are 0 tools"),
    (SOLO, "tools=1 paid=1", "tools=1.2.3.4.5.6 paid=1.0.0.0.0.0", "there are 6 tools"),
    (SITUATION, "paid=0.0.0", "paid=0.0", "what was paid for the tools is not what the tools cost"),
    (SITUATION, "paid=0.0.0", "paid=0.-1.0", "what was paid for the tools is not what the tools cost"),
    (SOLO, "paid=1", "paid=2", "what was paid for the tools is not what the tools cost"),
    (SITUATION, "seat=0:B:", "seat=0::", "a private objective is missing, or there twice"),
    (SITUATION, "seat=0:B:", "seat=0:R:", "a private objective is missing, or there twice"),
    (SITUATION, "seat=0:", "seat=24:", "seat 0 has a window that does not exist"),
    (SITUATION, "seat=0:", "seat=-1:", "seat 0 has not chosen its window"),
    (SITUATION, "seat=0:", "seat=7:", "a window card is in two hands"),
    (CHOOSING, ":0.1.10.11:", ":0.1.10:", "seat 0 is not offered the windows of two cards"),
    (CHOOSING, ":0.1.10.11:", ":0.1.10.12:", "seat 0 is not offered the windows of two cards"),
    (CHOOSING, ":0.1.10.11:", ":6.7.10.11:", "a window card is in two hands"),
    (CHOOSING, "seat=-1:B:0", "seat=-1:B:1", "seat 0 has 1 tokens and never had more than 0"),
    (CHOOSING, "seat=-1:", "seat=3:", "seat 0 has chosen a window that it was not offered"),
    (SITUATION, "seat=0:B:4:", "seat=0:B:5:", "seat 0 has 5 tokens and never had more than 4"),
    (SITUATION, ":..B3", ":..B3B3", "this is no state of Sagrada"),
    (SITUATION, ":..B3......", ":..B3B4....", "seat 0 has B3 and B4 side by side"),
    (SITUATION, ":..B3......", ":..B3R3....", "seat 0 has B3 and R3 side by side"),
    (SITUATION, "bag=17.17.17.16.17", "bag=0.0.0.0.0", "there are 1 red dice, not 18"),
    (SITUATION, "bag=17.17.17.16.17", "bag=18.17.17.16.17", "there are 19 red dice, not 18"),
    (SITUATION, "bag=17.17.17.16.17", "bag=17.17.17.16", "the bag holds five colours"),
    (SITUATION, "pool=R1.Y2.G3.B4.P5", "pool=Y2.G3.B4.P5", "there are 17 red dice, not 18"),
    (SITUATION, "bag=17.17.17.16.17 pool=R1", "bag=16.17.17.16.17 pool=R1.R1", "there are 6 dice in the pool"),
    (CHOOSING, "bag=18.18.18.18.18 pool=-", "bag=17.18.18.18.18 pool=R1", "there are 1 dice in the pool"),
    (FOUR, "", "", "the bag has 80 dice, and 9 rounds need 9 each"),
    (SPARE, "removed=-", "removed=R1", "dice are out of the game, and only those of one player pay for tools"),
    (SOLO, "removed=P4", "removed=-", "there are 17 purple dice, not 18"),
    (replace(SOLO, paid=(0,), used=0, work=None), "", "", "are not those that paid for tools"),
    (CHOOSING, "turn=0.0.-1", "turn=0.1.-1", "something was done on a turn, and nobody has one"),
    (SITUATION, "turn=0.0.-1", "turn=5.0.-1", "tool 5 was used and is not in the game"),
    (SITUATION, "turn=0.0.-1", "turn=4.0.-1", "tool 4 was used and not paid for"),
    (SITUATION, "turn=0.0.-1", "turn=0.0.5", "the pool has no place 5"),
    (SITUATION, "turn=0.0.-1", "turn=0.0.2", "no tool has changed G3"),
    (FLIPPED, "turn=10.0.0", "turn=10.1.0", "no tool has changed B4"),
    (replace(MISFIT, used=10, paid=(1,), pending=0), "", "", "Y3 was changed, and fits nowhere"),
    (LATHEKIN, "work=4.move", "work=2.move", "tool 2 is in use and was not paid for"),
    (LATHEKIN, "work=4.move", "work=4.dance", "this is no state of Sagrada"),
    (LATHEKIN, "work=4.move", "work=4.die", "tool 4 never asks for a die"),
    (PLIERS, "turn=1.0.-1", "turn=1.1.-1", "tool 1 is in use at the wrong moment"),
    (PLIERS, "work=1.change.0", "work=1.change.-1", "tool 1 acts on place -1 of the pool"),
    (PLIERS, "work=1.change.0", "work=1.change.2", "tool 1 acts on place 2 of the pool"),
    (LATHEKIN, "work=4.move.-1.-1", "work=4.move.1.-1", "tool 4 acts on place 1 of the pool"),
    (LATHEKIN, "work=4.move.-1.-1", "work=4.move.-1.1", "tool 4 moves the colour 1"),
    (WHEEL, "work=12.move.-1.0", "work=12.move.-1.-1", "tool 12 moves the colour -1"),
    (LATHEKIN, "3>11", "3>99", "tool 4 has not moved 3>99"),
    (LATHEKIN, "3>11", "3>7", "no die has been moved 3>7"),
    (WHEEL, "3>12", "2>12", "no die has been moved 2>12"),
]


@pytest.mark.parametrize(("state", "old", "new", "fault"), CASES)
def test_an_impossible_table_is_refused(state: State, old: str, new: str, fault: str) -> None:
    """A line in which one thing cannot be is bad notation, and the reason says which."""
    text = state.to_text()
    assert old in text
    with pytest.raises(BadNotation, match=re.escape(fault)):
        State.from_text(text.replace(old, new, 1))


def test_everybody_seated_and_nobody_playing() -> None:
    """While windows are chosen somebody still has to choose."""
    players = tuple(replace(player, window=player.offered[0]) for player in CHOOSING.players)
    with pytest.raises(BadNotation, match="everybody has chosen a window, and nobody plays"):
        State.from_text(replace(CHOOSING, players=players).to_text())
    dice = replace(CHOOSING.players[0], board=SITUATION.players[0].board)
    with pytest.raises(BadNotation, match="seat 0 has dice before its window"):
        State.from_text(replace(CHOOSING, players=(dice, CHOOSING.players[1])).to_text())


@pytest.mark.parametrize("setup", setups("sagrada"), ids=str)
def test_whatever_play_leads_to_is_possible(setup: Setup) -> None:
    """Nothing is wrong with any state of a game."""
    for state in sample(setup, 120, games=3):
        assert list(faults(state)) == []
