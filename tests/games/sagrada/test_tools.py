"""The twelve tools: a complete use of each, and everything that refuses them before anything is paid."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.sagrada.cards import TOOLS
from bottega.games.sagrada.model import State
from bottega.testing.sagrada import board, dice, listed, play, refused, situation


class Use(NamedTuple):
    """A situation, the moves that use the tool in it, and the board and pool that result (None: by chance)."""

    state: State
    moves: tuple[str, ...]
    board: str
    pool: str | None


SPREAD = "B3@1 G6@2 R2@3"

USES = {
    1: Use(situation(pool="B3 B2", tools=[1]), ("tool 1", "die B2", "up"), "", "B3 B3"),
    2: Use(situation(placed=SPREAD, tools=[2]), ("tool 2", "move 1>8"), "B3@8 G6@2 R2@3", "R1 Y2 G3 B4 P5"),
    3: Use(situation(placed="R2@3 G6@2", tools=[3]), ("tool 3", "move 2>9"), "R2@3 G6@9", "R1 Y2 G3 B4 P5"),
    4: Use(
        situation(placed=SPREAD, tools=[4]),
        ("tool 4", "move 3>6", "move 1>3"),
        "G6@2 R2@6 B3@3",
        "R1 Y2 G3 B4 P5",
    ),
    5: Use(situation(pool="B3 B2", track=["G1 P6"], tools=[5]), ("tool 5", "die B2", "track 1"), "", "B3 P6"),
    6: Use(situation(pool="B3 B2", tools=[6]), ("tool 6", "die B2"), "", None),
    7: Use(situation(second=True, tools=[7]), ("tool 7",), "", None),
    8: Use(
        situation(placed="B3@1", pool="G1 R6", drafted=True, tools=[8]),
        ("tool 8", "place G1@2"),
        "B3@1 G1@2",
        "R6",
    ),
    9: Use(situation(placed="B3@1", pool="G1 R6", tools=[9]), ("tool 9", "place R6@17"), "B3@1 R6@17", "G1"),
    10: Use(situation(pool="B3 B2", tools=[10]), ("tool 10", "die B2"), "", "B3 B5"),
    11: Use(situation(pool="B3 B2", tools=[11]), ("tool 11", "die B2", "value 4"), "", None),
    12: Use(
        situation(placed="R2@3 G6@2 R1@8", track=["R6"], tools=[12]),
        ("tool 12", "track 0", "move 3>12", "move 8>3"),
        "R2@12 G6@2 R1@3",
        "R1 Y2 G3 B4 P5",
    ),
}


@pytest.mark.parametrize("number", USES)
def test_a_complete_use(number: int) -> None:
    """Each tool does what it says, costs one token that stays on it, and is then no longer in use."""
    use = USES[number]
    assert use.moves[0] in listed(use.state)
    after = play(use.state, *use.moves)
    assert after.players[0].board == board(use.board)
    assert use.pool is None or after.pool == dice(use.pool)
    assert len(after.pool) == len(use.state.pool) - (number in (8, 9))
    assert after.work is None
    assert (after.used, after.paid, after.players[0].tokens) == (number, (1,), 3)


@pytest.mark.parametrize("number", USES)
def test_refused_for_tokens(number: int) -> None:
    """Without a token the tool cannot be chosen and nothing is paid."""
    state = USES[number].state
    broke = replace(state, players=(replace(state.players[0], tokens=0), state.players[1]))
    assert refused(broke, f"tool {number}") == f"{TOOLS[number].name} costs 1 favour token and you have 0"


@pytest.mark.parametrize("number", USES)
def test_a_used_tool_costs_two(number: int) -> None:
    """Whoever used it before, even the same player, the next use costs two; with one token left it is refused."""
    state = replace(USES[number].state, paid=(1,))
    poor = replace(state, players=(replace(state.players[0], tokens=1), state.players[1]))
    assert refused(poor, f"tool {number}") == f"{TOOLS[number].name} costs 2 favour tokens and you have 1"
    after = play(state, f"tool {number}")
    assert (after.paid, after.players[0].tokens) == ((3,), 2)


@pytest.mark.parametrize("number", USES)
def test_one_tool_a_turn(number: int) -> None:
    """After one tool no other on this turn; nor one that is not in play."""
    state = replace(USES[number].state, used=2)
    assert refused(state, f"tool {number}") == "you have used Eglomise Brush on this turn; only one tool a turn"
    absent = number % 12 + 1
    assert refused(USES[number].state, f"tool {absent}").startswith(f"tool {absent} is not in this game; ")


@pytest.mark.parametrize("number", [number for number in USES if number != 7])
def test_abandoned_at_once(number: int) -> None:
    """To go back right after paying costs the payment and the tool of the turn, and changes nothing else."""
    state = USES[number].state
    after = play(state, f"tool {number}", "back")
    before = play(state, f"tool {number}")
    assert after == replace(before, work=None)
    assert (after.pool, after.players[0].board, after.track) == (
        state.pool,
        state.players[0].board,
        state.track,
    )
    assert after.drafted == state.drafted
    assert after.skipping == ()
    assert listed(after, "place") == listed(state, "place")
    assert refused(after, f"tool {number}").startswith("you have used ")


@pytest.mark.parametrize("number", [1, 5, 6, 9, 10, 11])
def test_tools_for_the_drafted_die_need_the_draft(number: int) -> None:
    """Tools that act on the die being drafted are refused after drafting."""
    state = replace(USES[number].state, drafted=True)
    reason = f"{TOOLS[number].name} acts on the die you draft, and you have drafted on this turn"
    assert refused(state, f"tool {number}") == reason


@pytest.mark.parametrize(
    ("number", "state", "reason"),
    [
        (1, situation(placed="B3@1", pool="B2", tools=[1]), "no die of the pool, one higher or lower, would fit"),
        (2, situation(tools=[2]), "none of your dice can be moved, even disregarding printed colours"),
        (3, situation(tools=[3]), "none of your dice can be moved, even disregarding printed values"),
        (4, situation(placed="B3@1", tools=[4]), "you cannot move two dice one after the other"),
        (5, situation(tools=[5]), "the round track holds no die that would fit into your window"),
        (5, situation(placed="B3@1", track=["Y3"], tools=[5]), "the round track holds no die that would fit"),
        (6, situation(pool="", tools=[6]), "there is no die in the pool to roll again"),
        (7, situation(tools=[7]), "Glazing Hammer may only be used on your second turn of a round"),
        (7, situation(tools=[7], second=True, drafted=True), "Glazing Hammer must be used before drafting"),
        (8, situation(tools=[8]), "Running Pliers may only be used after drafting a die"),
        (8, situation(tools=[8], second=True, drafted=True), "Running Pliers may only be used on your first turn"),
        (8, situation(placed="B3@1", pool="Y3", tools=[8], drafted=True), "no die of the pool fits into"),
        (9, situation(placed="B3@6 G4@8 P2@16 R1@18", pool="Y3", tools=[9]), "no die of the pool fits on a space"),
        (10, situation(placed="B3@1", pool="Y4", tools=[10]), "no die of the pool, turned upside down, would"),
        (11, situation(pool="", tools=[11]), "there is no die in the pool to put back into the bag"),
        (12, situation(placed="B3@1", tools=[12]), "none of your dice of a colour on the round track"),
        (12, situation(placed="B3@1", track=["R3 G2"], tools=[12]), "none of your dice of a colour on the"),
    ],
)
def test_refused_by_its_own_rule(number: int, state: State, reason: str) -> None:
    """At the wrong moment, or when no complete use is possible, the tool is refused and nothing is paid."""
    assert refused(state, f"tool {number}").startswith(reason)


def test_glazing_hammer_comes_before_a_normal_draft() -> None:
    """After rolling the pool again one drafts normally; the dice keep their colours."""
    state = situation(second=True, tools=[7], pool="R1 R1 R1 G1 G1")
    after = play(state, "tool 7")
    assert [die // 6 for die in after.pool] == [0, 0, 0, 2, 2]
    assert after.pool != state.pool
    move = listed(after, "place")[0]
    assert play(after, move).drafted


def test_running_pliers_skip_the_second_turn() -> None:
    """One more die at once, and the round's second turn of that seat is skipped, in this round only."""
    state = situation(pool="B3 G1 R6 P4 Y5", tools=[8])
    state = play(state, "place B3@1", "tool 8", "place G1@2", "end")
    for _ in range(2):
        assert (sagrada.actors(state), state.round) == ((1,), 1)
        state = play(state, "end", seat=1)
    assert state.round == 2
    assert state.skipping == ()
    order: list[int] = []
    for _ in range(4):
        order += sagrada.actors(state)
        state = play(state, "end", seat=order[-1])
    assert order == [1, 0, 0, 1]


def test_running_pliers_of_the_last_in_the_round() -> None:
    """For the last seat clockwise the skipped turn is the very next one."""
    state = play(situation(pool="B3 G1 R6 P4 Y5", track=["P1"], tools=[8]), "place B3@1", "tool 8", "place G1@2")
    assert sagrada.actors(play(state, "end")) == (1,)


def test_abandoned_running_pliers_keep_the_second_turn() -> None:
    """Without the extra die nothing is skipped."""
    state = play(situation(pool="B3 G1 R6", tools=[8]), "place B3@1", "tool 8", "back", "end")
    state = play(state, "end", "end", seat=1)
    assert (sagrada.actors(state), state.round) == ((0,), 1)


def test_a_tool_in_use_comes_first() -> None:
    """While a tool is in use no draft, no other tool and no end of the turn; the refusal says what is wanted."""
    state = play(situation(pool="B3 B2", tools=[1, 2]), "tool 1")
    reason = "Grozing Pliers is in use: choose a die of the draft pool, or go back"
    for move in ("place B3@1", "tool 2", "end", "up", "value 3", "track 0", "move 1>2"):
        assert refused(state, move) == reason
    assert refused(situation(), "back") == "no tool is in use"
    assert refused(situation(), "die B4") == "no tool is in use"


@pytest.mark.parametrize("number", [number for number in USES if number != 7])
def test_who_is_gone_leaves_a_tool_as_by_going_back(number: int) -> None:
    """A skip in the middle of a tool is the same as going back and ending the turn."""
    state = play(USES[number].state, f"tool {number}")
    (skip,) = sagrada.skip(state, 0)
    assert sagrada.apply(state, 0, skip) == play(state, "back", "end")
