"""sagrada-json's machine: what no transcript can show of it."""

from __future__ import annotations

from bottega.wire.sagrada_json import SagradaJson
from bottega.wire.sagrada_json.dialect import HERE, IN_GAME, OWN_TURN, State
from bottega.wire.sagrada_json.messages import ToolcardA, ToolcardB, ToolcardC, ToolcardD, ToolcardE

MACHINE = SagradaJson.machine


def test_everybody_may_quit() -> None:
    """No state keeps anybody who wants to leave."""
    assert all(MACHINE.row(state, "quit") is not None for state in State)


def test_reconnect_has_an_answer_everywhere() -> None:
    """Whoever is suspended comes back with it, everybody else is told that there is nothing to come back from."""
    rows = {state: MACHINE.row(state, "reconnect") for state in State}
    assert {row.handler for row in rows.values() if row is not None} == {
        SagradaJson.reconnect,
        SagradaJson.not_suspended,
    }
    assert set(State) - set(HERE) == {State.SUSPENDED}


def test_the_five_letters_are_five_messages() -> None:
    """Each has fields of its own, in a turn and nowhere else."""
    shapes = (ToolcardA, ToolcardB, ToolcardC, ToolcardD, ToolcardE)
    for letter, shape in zip("ABCDE", shapes, strict=True):
        found = [row for (_, message), row in MACHINE.rows.items() if message == f"toolcard{letter}"]
        assert {row.payload for row in found} == {shape}
        assert {row.state for row in found} == set(OWN_TURN)


def test_a_die_is_placed_when_its_value_is_known() -> None:
    """Between the two messages of tool 11 nothing can be placed."""
    assert MACHINE.row(State.PLAYING, "place") is not None
    assert MACHINE.row(State.DRAWN, "place") is None
    assert set(OWN_TURN) < set(IN_GAME)
