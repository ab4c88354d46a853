"""The official game for one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.sagrada.model import OVER
from bottega.testing.sagrada import SEED, board, cells, dice, listed, play, refused, situation


def test_the_solo_deal() -> None:
    """Two publics, two private colours face up, one to five tools, no tokens, four dice a round, two turns."""
    for tools in range(1, 6):
        state = sagrada.new(1, SEED, sagrada.Options(solo_tools=tools))
        assert (len(state.publics), len(set(state.players[0].private)), len(state.tools)) == (2, 2, tools)
        state = sagrada.apply(state, 0, sagrada.legal(state, 0)[0])
        assert state.players[0].tokens == 0
        assert len(state.pool) == 4
        assert sagrada.view(state, None).players[0].private == sagrada.view(state, 0).players[0].private != ()


def test_a_tool_is_paid_for_with_a_die_of_its_colour() -> None:
    """Grozing Pliers with R2 P4 G5 Y1 in the pool: P4 pays and is gone, one of the others is changed by one."""
    state = situation(seats=1, pool="R2 P4 G5 Y1", tools=[1])
    assert listed(state, "tool") == ["tool 1 P4"]
    assert refused(state, "tool 1") == "name the purple die of the pool that pays for Grozing Pliers"
    assert refused(state, "tool 1 P3") == "the die that pays must be in the draft pool"
    assert refused(state, "tool 1 G5") == "Grozing Pliers is paid for with a purple die, not with G5"
    paid = play(state, "tool 1 P4")
    assert (paid.pool, paid.removed, paid.paid) == (dice("R2 G5 Y1"), dice("P4"), (1,))
    assert listed(paid) == ["back", "die G5", "die R2", "die Y1"]
    changed = play(paid, "die R2", "up")
    assert changed.pool == dice("R3 G5 Y1")
    done = play(changed, f"place R3@{cells(changed, 'R3')[0]}", "end")
    assert done.pool == dice("G5 Y1")
    assert play(done, "end").track == (dice("G5 Y1"),)


def test_each_tool_works_once() -> None:
    """A used tool has left the game, whatever dice could pay for it."""
    state = situation(seats=1, pool="P1 P2 P3 R4", tools=[1])
    after = play(state, "tool 1 P1", "back", "end")
    assert refused(after, "tool 1 P2") == "Grozing Pliers has been used; in a solo game each tool works once"


def test_the_die_that_pays_is_not_there_for_the_tool() -> None:
    """A tool that could only act on the die that pays for it is refused, and nothing is paid."""
    state = situation(seats=1, pool="P1", tools=[6])
    assert refused(state, "tool 6 P1") == "there is no die in the pool to roll again"


def test_tokens_do_not_pay_alone_nor_dice_among_others() -> None:
    """Among several players a die cannot pay."""
    state = situation(pool="P1 P2", tools=[1])
    assert refused(state, "tool 1 P1") == "tools are paid for with favour tokens; dice pay only in a solo game"


def test_glazing_hammer_and_running_pliers_alone() -> None:
    """The second turn is the second of the two; Running Pliers skip it and the round ends."""
    first = situation(seats=1, pool="B3 B1 R1 G2", tools=[7, 8])
    assert refused(first, "tool 7 B3") == "Glazing Hammer may only be used on your second turn of a round"
    second = play(first, "end")
    assert listed(second, "tool") == ["tool 7 B1", "tool 7 B3"]
    extra = play(first, "place B3@1", "tool 8 R1", "place G2@5")
    assert play(extra, "end").round == 2


FULL = " ".join(f"{'RG'[cell % 2]}6@{cell}" for cell in range(20))


@pytest.mark.parametrize(("target", "won"), [(59, (0,)), (60, ()), (61, ())])
def test_the_target_must_be_exceeded(target: int, won: tuple[int, ...]) -> None:
    """The better private objective counts, here ten sixes; an equal target is lost."""
    state = situation(seats=1, placed=FULL, pool="", track=["R1"] * 9)
    player = replace(state.players[0], private=(0, 1))
    fives, rest = divmod(target, 5)
    track = (dice("R5 " * fives + f"G{rest}" * (rest > 0)), *((),) * 9)
    state = replace(state, players=(player,), publics=(5, 6), round=OVER, step=0, track=track)
    assert sagrada.target(state) == target
    score = sagrada.scores(state)[0]
    assert score.total == 60
    assert sagrada.winners(state) == won
    assert score.lines[-1].detail == f"to be exceeded: {target} on the round track"


def test_an_empty_space_costs_three() -> None:
    """Alone each empty space costs three points, and tokens count nothing."""
    state = situation(seats=1, placed="R1@0", pool="")
    player = replace(state.players[0], private=(0, 1), board=board("R1@0"))
    score = sagrada.scores(replace(state, players=(player,), publics=(1, 2)))[0]
    assert score.total == 1 - 57
    assert [line.what for line in score.lines[-2:]] == ["Empty spaces", "Target"]


def test_lens_cutter_lowers_the_target() -> None:
    """A low die swapped onto the track counts less there."""
    state = situation(seats=1, pool="G1 R1 P2", track=["P6"], tools=[5])
    assert sagrada.target(state) == 6
    assert sagrada.target(play(state, "tool 5 G1", "die R1", "track 0")) == 1
