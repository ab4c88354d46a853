"""The lists from which a client picks a die and then a space."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.games.sagrada import queries
from bottega.games.sagrada.actions import Back, Choose, End, UseTool
from bottega.games.sagrada.cards import DICE
from bottega.games.sagrada.model import OVER, State
from bottega.testing.sagrada import KD, play, situation
from tests.games.play import Setup
from tests.games.sagrada.played import played


def shown(state: State) -> list[str]:
    """The dice to choose from as text: position, die, and the action that choosing means."""
    return [
        f"{choice.position} {DICE[choice.die]}" + (f" {choice.action!s}" if choice.action else "")
        for choice in queries.dice_to_choose(state)
    ]


def test_drafting_lists_the_pool() -> None:
    """Without a tool every die of the pool can be looked at, even one that fits nowhere; none after drafting."""
    state = situation(KD, "B3@1", pool="Y3 G1 G1")
    assert shown(state) == ["0 Y3", "1 G1", "2 G1"]
    first, second, _ = queries.dice_to_choose(state)
    assert queries.placements(state, first) == ()
    assert queries.placements(state, second) == (2, 5, 6)
    after = play(state, *queries.placing(second, 5))
    assert shown(after) == []


@pytest.mark.parametrize(
    ("tool", "script"),
    [
        (1, [("die", ["0 B3 die B3", "1 R6 die R6"]), ("change", ["0 B4 up", "0 B2 down"])]),
        (5, [("die", ["0 B3 die B3", "1 R6 die R6"]), ("track", ["0 G1 track 0", "0 G2 track 1", "1 P4 track 2"])]),
        (10, [("die", ["0 B3 die B3", "1 R6 die R6"])]),
        (9, [("place", ["0 B3", "1 R6"])]),
    ],
)
def test_a_tool_lists_what_it_asks_for(tool: int, script: list[tuple[str, list[str]]]) -> None:
    """At each stage of a tool there is one list, in the order of positions, up before down."""
    state = play(situation(pool="B3 R6", track=["G1 G2", "P4"], tools=[tool]), f"tool {tool}")
    for stage, dice in script:
        assert queries.tool_stage(state) == (tool, stage)
        assert shown(state) == dice
        action = queries.dice_to_choose(state)[0].action
        state = sagrada.apply(state, 0, action) if action else state
    if tool != 9:
        assert shown(state) == [f"0 {DICE[state.pool[0]]}"]


def test_moves_list_the_window() -> None:
    """Moving tools list the dice that can move by their spaces, after a half-done move on the board in hand."""
    state = play(situation(KD, "B3@1 R5@7 R2@3", tools=[4]), "tool 4")
    assert queries.source_of_dice(state) == "window"
    assert shown(state) == ["1 B3", "3 R2", "7 R5"]
    half = play(state, *queries.placing(queries.dice_to_choose(state)[1], 11))
    assert shown(half) == ["1 B3", "7 R5"]
    assert queries.placements(half, queries.dice_to_choose(half)[0]) == (2, 3, 6, 8, 10, 13, 16, 17)


def test_a_fetched_die_has_six_faces() -> None:
    """Flux Remover's die can be chosen with each value and placed at once."""
    state = play(situation(pool="B3 R6", tools=[11]), "tool 11", "die B3")
    choices = queries.dice_to_choose(state)
    assert queries.source_of_dice(state) == "bag"
    assert [DICE[choice.die][1] for choice in choices] == ["1", "2", "3", "4", "5", "6"]
    cell = queries.placements(state, choices[4])[0]
    after = play(state, *queries.placing(choices[4], cell))
    assert after.players[0].board[cell] == choices[4].die


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_lists_are_exactly_the_legal_actions(seats: int) -> None:
    """In every state of random games, choices and placements together give the legal actions, no more, no less."""
    stages = set()
    for number in range(1, 9):
        for step in played(Setup("sagrada", seats, '{"tools": 12, "solo_tools": 5}'), number):
            state, seat = step.before, step.seat
            legal = [
                action for action in sagrada.legal(state, seat) if not isinstance(action, Choose | UseTool | Back | End)
            ]
            listed = []
            for choice in queries.dice_to_choose(state):
                if choice.action is not None:
                    listed.append(choice.action)
                else:
                    listed += [queries.placing(choice, cell)[-1] for cell in queries.placements(state, choice)]
            assert set(listed) == set(legal)
            stages.add(queries.tool_stage(state))
    assert len(stages) > 8


def test_nothing_to_choose_outside_the_rounds() -> None:
    """While windows are chosen and after the game there are no dice to choose."""
    steps = played(Setup("sagrada", 2))
    assert queries.dice_to_choose(steps[0].before) == ()
    assert steps[-1].after.round == OVER
    assert queries.dice_to_choose(steps[-1].after) == ()


def test_the_colour_of_tap_wheel() -> None:
    """A client that names no die of the track gets the first of the colour."""
    state = situation(track=["G1 R2", "R3"])
    assert queries.track_index_of_colour(state, 0) == 1
    assert queries.track_index_of_colour(state, 4) is None


def test_why_a_tool_cannot_be_paid_for() -> None:
    """Too few tokens, a second tool of the turn and a tool not in play are told apart from other refusals."""
    assert str(queries.cannot_pay(situation(tools=[2], tokens=0), 0, 2)).startswith("Eglomise Brush costs 1")
    assert str(queries.cannot_pay(situation(tools=[2]), 0, 3)).startswith("tool 3 is not in this game")
    state = situation(tools=[2])
    assert queries.cannot_pay(state, 0, 2) is None
    with pytest.raises(IllegalMove):
        sagrada.apply(state, 0, UseTool(2))
