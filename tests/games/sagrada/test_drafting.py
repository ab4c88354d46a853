"""Tools that act on the die being drafted, step by step."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.core import SKIP, IllegalMove
from bottega.games.sagrada.cards import DICE
from bottega.games.sagrada.model import State
from bottega.testing.sagrada import KD, cells, dice, listed, play, refused, situation


@pytest.mark.parametrize(
    ("state", "moves", "changed"),
    [
        (situation(pool="B3 R4", tools=[1]), ("tool 1", "die B3", "down"), "B2"),
        (situation(pool="B3 R4", track=["P6"], tools=[5]), ("tool 5", "die B3", "track 0"), "P6"),
        (situation(pool="B3 R4", tools=[10]), ("tool 10", "die B3"), "B4"),
        (situation(pool="B3 R4", tools=[11]), ("tool 11", "die B3", "value 6"), ""),
    ],
)
def test_the_changed_die_is_the_only_one_left_to_draft(state: State, moves: tuple[str, ...], changed: str) -> None:
    """After tools 1, 5, 10 and 11 only the changed die may be placed; that of tool 11 may be left in the pool too."""
    after = play(state, *moves)
    die = DICE[after.pool[0]]
    assert not changed or die == changed
    assert {move.split("@")[0] for move in listed(after, "place")} == {f"place {die}"}
    assert refused(after, "place R4@2").startswith(f"only {die}, changed with ")
    placed = play(after, f"place {die}@{cells(after, die)[0]}")
    assert placed.pool == dice("R4")
    assert (placed.drafted, placed.pending) == (True, -1)
    if changed:
        assert refused(after, "end").startswith(f"{die}, changed with ")
    else:
        left = play(after, "end")
        assert left.pool == after.pool
        assert (left.pending, left.used) == (-1, 0)


def test_grozing_pliers_at_the_ends() -> None:
    """A 6 only goes down, a 1 only up, and only to where the die can then be placed."""
    state = play(situation(pool="P6 P1 P3", tools=[1]), "tool 1")
    assert listed(play(state, "die P6")) == ["back", "down"]
    assert refused(play(state, "die P6"), "up") == "a 6 cannot go up"
    assert listed(play(state, "die P1")) == ["back", "up"]
    assert refused(play(state, "die P1"), "down") == "a 1 cannot go down"
    assert listed(play(state, "die P3")) == ["back", "down", "up"]


def test_grozing_pliers_heed_the_placement() -> None:
    """A change after which the die fits nowhere is refused; so is a die that no change helps."""
    state = play(situation(KD, "B3@1", pool="Y4 R4", tools=[1]), "tool 1")
    assert refused(play(state, "die Y4"), "down") == "Y3 would not fit into your window"
    assert cells(play(state, "die Y4", "up"), "Y5") == [0, 2, 6, 7]
    stuck = play(situation(KD, "B3@1", pool="B2 R2", tools=[1]), "tool 1")
    assert refused(stuck, "die B2") == "B2 could not be placed afterwards"


def test_grozing_pliers_abandoned_half_way() -> None:
    """Before up or down is said the die is as it was, and the draft is open for any die."""
    state = play(situation(pool="B3 R4", tools=[1]), "tool 1", "die B3", "back")
    assert state.pool == dice("B3 R4")
    assert {move[:8] for move in listed(state, "place")} == {"place B3", "place R4"}
    assert state.players[0].tokens == 3


def test_lens_cutter_swaps_in_place() -> None:
    """Each die takes the exact place of the other: in the pool, and in the round's space on the track."""
    state = situation(pool="B3 R4 G6", track=["R1 R2", "Y5", "P6 P4"], tools=[5])
    after = play(state, "tool 5", "die R4", "track 4")
    assert after.pool == dice("B3 P4 G6")
    assert after.track == (dice("R1 R2"), dice("Y5"), dice("P6 R4"))
    assert after.pending == 1


def test_lens_cutter_refuses_what_does_not_fit() -> None:
    """Only dice of the track that can then be placed may be taken."""
    state = play(situation(KD, "B3@1", pool="B2", track=["Y3 G1"], tools=[5]), "tool 5", "die B2")
    assert listed(state) == ["back", "track 1"]
    assert refused(state, "track 0") == "Y3 from the round track would not fit into your window"
    assert refused(state, "track 2") == "the round track has dice 0 to 1; there is no 2"
    assert play(state, "back").track == state.track


def rolled(seed: int, **changes: str) -> State:
    """Flux Brush used on B3 with a chance of its own."""
    state = situation(KD, changes.get("placed", ""), pool="B3 R4", tools=[6], seed=seed.to_bytes(32, "big"))
    return play(state, "tool 6", "die B3")


def test_flux_brush_must_be_placed_if_it_fits() -> None:
    """A die that fits after rolling has to be placed: nothing else may be drafted and the turn cannot end."""
    state = rolled(1)
    die = DICE[state.pool[0]]
    assert die[0] == "B"
    assert {move.split("@")[0] for move in listed(state)} == {f"place {die}"}
    reason = f"{die}, changed with Flux Brush, fits into your window and must be placed"
    assert refused(state, "end") == reason
    assert refused(state, "back") == "no tool is in use"
    assert listed(play(state, listed(state)[0])) == ["end"]


def test_flux_brush_that_fits_nowhere_spends_the_draft() -> None:
    """A die that fits nowhere goes back to the pool with its new value; the draft of the turn is spent."""
    states = [rolled(seed, placed="B3@1") for seed in range(30)]
    stuck = [state for state in states if state.drafted]
    free = [state for state in states if not state.drafted]
    assert {DICE[state.pool[0]] for state in free} == {"B5"}
    assert {DICE[state.pool[0]] for state in stuck} == {"B1", "B2", "B3", "B4", "B6"}
    for state in stuck:
        assert listed(state) == ["end"]
        assert refused(state, "place R4@2") == "you have already drafted a die on this turn"


def test_who_is_gone_after_flux_brush_leaves_the_die() -> None:
    """The table may end a turn even when the player could not: the die stays in the pool as rolled."""
    state = rolled(1)
    assert sagrada.apply(state, 0, SKIP).pool == state.pool


def test_flux_remover_draws_after_returning() -> None:
    """The die goes into the bag first; from an empty bag it comes back for certain."""
    state = replace(situation(pool="B3 R4", tools=[11]), bag=(0, 0, 0, 0, 0))
    after = play(state, "tool 11", "die B3")
    assert after.pool[0] // 6 == dice("B3")[0] // 6
    assert after.bag == (0, 0, 0, 0, 0)
    assert listed(after) == ["back", *(f"value {value}" for value in range(1, 7))]


def test_flux_remover_exchanges_by_chance() -> None:
    """Other chances fetch other colours, and the bag changes by one die each way."""
    fetched = set()
    for seed in range(20):
        state = situation(pool="B3 R4", tools=[11], seed=seed.to_bytes(32, "big"))
        after = play(state, "tool 11", "die B3")
        assert sum(after.bag) == sum(state.bag)
        fetched.add(DICE[after.pool[0]][0])
    assert len(fetched) >= 4


def test_flux_remover_abandoned_keeps_the_rolled_value() -> None:
    """Going back before the value is chosen: the new die stays as rolled and the draft is spent."""
    state = play(situation(pool="B3 R4", tools=[11]), "tool 11", "die B3")
    after = play(state, "back")
    assert after.pool == state.pool
    assert listed(after) == ["end"]


def test_flux_remover_die_that_fits_nowhere_stays_in_the_pool() -> None:
    """With a value that fits nowhere the die stays in the pool with that value and the draft is spent."""
    state = replace(situation(KD, "B3@1", pool="B3 R4", tools=[11]), bag=(0, 0, 0, 0, 0))
    after = play(state, "tool 11", "die B3", "value 4")
    assert after.pool == dice("B4 R4")
    assert listed(after) == ["end"]


@pytest.mark.parametrize(
    ("placed", "die", "expected"),
    [
        ("", "R6", [2, 3, 16, 17]),
        ("B3@1", "R6", [3, 8, 11, 12, 13, 16, 17]),
        ("B3@1", "B4", [3, 8, 9, 11, 13, 16, 17, 18]),
        ("B3@7", "Y6", [0, 16, 17, 19]),
    ],
)
def test_straightedge_places_apart(placed: str, die: str, expected: list[int]) -> None:
    """The die touches no other, not even diagonally; print counts; an empty window keeps the edge rule."""
    state = play(situation(KD, placed, pool=die, tools=[9]), "tool 9")
    assert cells(state, die) == expected


def test_straightedge_refuses_contact() -> None:
    """A space that touches a die is refused with this tool, and the draft stays open after going back."""
    state = play(situation(KD, "B3@1", pool="R6", tools=[9]), "tool 9")
    assert refused(state, "place R6@2") == "space 2 touches B3; with this tool it must touch no die"
    assert refused(state, "place R6@10") == "space 10 takes only value 3; R6 does not fit"
    after = play(state, "back", "place R6@2")
    assert after.drafted


def test_of_two_equal_dice_the_changed_one_is_placed() -> None:
    """When the changed die equals another of the pool, the changed one leaves it."""
    state = play(situation(pool="B3 R4 B2", tools=[1]), "tool 1", "die B2", "up", "place B3@1")
    assert state.pool == dice("B3 R4")


def test_a_value_that_no_die_shows() -> None:
    """Flux Remover's value is 1 to 6."""
    state = play(situation(pool="B3 R4", tools=[11]), "tool 11", "die B3")
    for value in (0, 7):
        with pytest.raises(IllegalMove, match="a die shows 1 to 6"):
            sagrada.apply(state, 0, sagrada.SetValue(value))


def test_of_two_equal_dice_either_may_be_picked() -> None:
    """Without a place the first of equal dice is changed, with one the die that lies there; it must be such a die."""
    state = play(situation(KD, pool="R3 B2 R3", tools=[10]), "tool 10")
    assert play(state, "die R3").pool == dice("R4 B2 R3")
    assert play(state, "die R3#2").pool == dice("R3 B2 R4")
    assert play(state, "die R3#2").pending == 2
    assert "does not hold R3" in refused(state, "die R3#1")
    assert "does not hold R3" in refused(state, "die R3#3")
