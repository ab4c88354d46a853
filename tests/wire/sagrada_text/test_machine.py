"""sagrada-text's machine: what no transcript can show of it."""

from __future__ import annotations

import pytest

from bottega.wire.sagrada_text import SagradaText
from bottega.wire.sagrada_text.states import TURN, State

MACHINE = SagradaText.machine


def test_pong_and_ack_are_welcome_everywhere() -> None:
    """No state refuses a sign of life, and none is left by one."""
    for state in State:
        for message in ("PONG", "ACK"):
            row = MACHINE.row(state, message)
            assert row is not None
            assert row.then == (state,)


@pytest.mark.parametrize("message", ["TOOL enable", "BACK", "GAME end_turn", "QUIT"])
def test_a_turn_can_always_be_left(message: str) -> None:
    """Whatever is half built, its player may turn to a tool, go back, end the turn or quit."""
    assert all(MACHINE.row(state, message) is not None for state in TURN)


def test_the_turn_is_played_in_the_turn_alone() -> None:
    """Whoever watches, waits or has finished cannot play."""
    playing = {message for state, message in MACHINE.rows if state in TURN}
    elsewhere = {message for state, message in MACHINE.rows if state not in TURN}
    assert playing - elsewhere == {
        "BACK", "DISCARD", "GAME end_turn", "GET_DICE_LIST", "GET_PLACEMENTS_LIST", "SELECT", "TOOL can_continue",
        "TOOL enable",
    }  # fmt: skip


def test_a_message_has_one_payload() -> None:
    """What follows a keyword is the same in every state: a line can be checked before its row is looked for."""
    for (_, message), row in MACHINE.rows.items():
        assert row.payload is MACHINE.payloads[message]
