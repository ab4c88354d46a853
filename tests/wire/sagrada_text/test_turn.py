"""How far a turn's next action is put together, and the state that is read off it."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.games.sagrada.queries import Choice, dice_to_choose
from bottega.testing.sagrada import play, situation
from bottega.wire.sagrada_text.states import TURN, State
from bottega.wire.sagrada_text.turn import PLACE_DIE, Last, Turn, listed, option

FREE = situation(tools=[1, 7, 11], track=["R1"])
IN_TOOL = play(FREE, "tool 1")
DIE = Choice("pool", 0, 0)
FACE = Choice("bag", 0, 0)


@pytest.mark.parametrize(
    ("turn", "game", "state"),
    [
        (Turn(), FREE, State.FREE),
        (Turn(), IN_TOOL, State.TOOL),
        (Turn(Last.ENABLED), IN_TOOL, State.TOOL),
        (Turn(Last.ENABLED), FREE, State.TOOL),
        (Turn(Last.STEP), FREE, State.DONE),
        (Turn(Last.STEP), IN_TOOL, State.DONE),
        (Turn(Last.LEFT), FREE, State.LEFT),
        (Turn(dice=(DIE,)), FREE, State.LISTED),
        (Turn(die=DIE), FREE, State.SELECTED),
        (Turn(die=DIE, placing=True), FREE, State.PLACING),
        (Turn(die=DIE, spaces=(1, 2)), FREE, State.SPACES),
        (Turn(die=DIE, spaces=()), FREE, State.SPACES),
        (Turn(die=FACE, spaces=(1,)), FREE, State.FACES),
    ],
)
def test_the_state_is_read_off(turn: Turn, game: sagrada.State, state: State) -> None:
    """What was listed last counts; with nothing listed, what was last done with a tool, or whether one is in use."""
    assert turn.state(game) is state
    assert state in TURN


def test_every_choice_of_the_rules_can_be_listed() -> None:
    """What the rules let a player choose from is what is listed."""
    assert Turn().dice_to_list(FREE) == dice_to_choose(FREE) != ()


def test_glazing_hammer_lists_nothing() -> None:
    """It has rolled when it was enabled: there is nothing to select before somebody asks whether it goes on."""
    after = play(situation(tools=[7], second=True), "tool 7")
    assert Turn(Last.ENABLED).dice_to_list(after) == ()
    assert Turn().dice_to_list(after) != ()


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), PLACE_DIE),
        (("tool 1",), "INCREASE_DECREASE"),
        (("tool 1", "die Y2"), "NONE"),
        (("tool 5",), "SWAP"),
        (("tool 5", "die Y2"), "SWAP"),
        (("tool 6",), "REROLL"),
        (("tool 9",), PLACE_DIE),
        (("tool 10",), "FLIP"),
        (("tool 11",), "SET_SHADE"),
        (("tool 11", "die Y2"), PLACE_DIE),
        (("tool 12",), "SET_COLOR"),
    ],
)
def test_options(moves: tuple[str, ...], said: str) -> None:
    """There is one thing to do with a selected die: the tool's own, or to place it."""
    number = int(moves[0].split()[1]) if moves else 1
    assert option(play(situation(placed="R6@2 B3@1", tools=[number], track=["R1"]), *moves)) == said


def test_dice_are_listed_with_their_positions() -> None:
    """Dice of the pool are numbered by place; with none to select the list is bare."""
    game = situation(pool="R1 Y2")
    assert listed(game, dice_to_choose(game), numbered_faces=False) == "LIST_DICE draftpool 0,ONE,RED 1,TWO,YELLOW"
    assert listed(game, (), numbered_faces=False) == "LIST_DICE"


@pytest.mark.parametrize(("numbered", "second"), [(False, 0), (True, 1)])
def test_faces_of_one_die_have_no_position(numbered: bool, second: int) -> None:
    """The document puts them all at 0, the program of its time numbers them."""
    game = play(situation(pool="R3 Y2", tools=[1]), "tool 1", "die R3")
    dice = f"0,FOUR,RED {second},TWO,RED"
    assert listed(game, dice_to_choose(game), numbered) == f"LIST_DICE draftpool {dice}"
