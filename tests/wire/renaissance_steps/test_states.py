"""The states of a connection, as the game's phases give them."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.model import DONE, OVER, PRODUCING, SETUP, START, STORING, Phase
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps.states import AT_SETUP, CONNECTED, IN_GAME, IN_TURN, State, turn_phase


@pytest.mark.parametrize(
    ("phase", "state"),
    [
        (START, State.STARTTURN),
        (STORING, State.DEPOSITPHASE),
        (PRODUCING, State.PICKUPPHASE),
        (DONE, State.ENDTURN),
        (OVER, State.ENDTURN),
    ],
)
def test_the_phases_of_a_turn(phase: Phase, state: State) -> None:
    """Every phase of the rules has a name in the program's words."""
    assert turn_phase(table(player(), player(), phase=phase, turn=2), 0) is state


def test_set_up_turns() -> None:
    """A seat that has made its choices only has to end its set-up turn."""
    game = table(player(leaders=(1, 2)), player(leaders=()), phase=SETUP)
    assert [turn_phase(game, seat) for seat in (0, 1)] == [State.ENDSETUPTURN, State.STARTSETUPTURN]


def test_states_in_groups() -> None:
    """Somebody in the game waits, sets up or has the turn; before and after it there are five states more."""
    assert set(IN_GAME) == {State.WAITING, *AT_SETUP, *IN_TURN}
    assert set(State) - set(CONNECTED) == {State.OVER}
    assert len(CONNECTED) == len(IN_GAME) + 4
