"""renaissance-steps' state machine against its document and the program of the time."""

from __future__ import annotations

import pytest

from bottega.wire.renaissance_steps import RenaissanceSteps
from bottega.wire.renaissance_steps.states import AT_SETUP, CONNECTED, IN_TURN, REFUSALS, State

MACHINE = RenaissanceSteps.machine
DOCUMENT = (
    "chooseLeader",
    "chooseResourceToDeposit",
    "depositResource",
    "playLeader",
    "discardLeader",
    "buyAtMarketInterface",
    "discardResource",
    "transformWhiteIn",
    "pickUpResourceFromStrongbox",
    "toggleDiscount",
    "substituteUnknownInInputBaseProduction",
    "substituteUnknownInOutputBaseProduction",
    "substituteUnknownInInputExtraProduction",
    "substituteUnknownInOutputExtraProduction",
    "toggleExtraProd",
    "toggleCardProd",
    "pickUpResourceFromWarehouse",
    "buyCard",
    "moveResource",
    "toggleBaseProd",
    "activateProductions",
    "revertPickUp",
    "passTurn",
    "RegisterResponse",
    "PlayerNumberResponse",
)


def test_every_command_of_the_document_is_there() -> None:
    """The document's methods and answers, pings, and the program's two commands that stand for several."""
    assert {*DOCUMENT, "PingResponse", "ProductionUnknownCommand", "ToggleProductionCommand"} == MACHINE.messages


def test_every_class_name_is_a_command() -> None:
    """A class name of the program leads to a command that exists, and has its rows."""
    assert len(MACHINE.aliases) == 17
    for alias, command in MACHINE.aliases.items():
        assert command in MACHINE.messages
        assert [MACHINE.row(state, alias) for state in State] == [MACHINE.row(state, command) for state in State]


def test_every_state_has_its_refusal() -> None:
    """Whatever has no row in a state is refused with the state's own sentence."""
    assert set(REFUSALS) == set(State)
    assert len(set(REFUSALS.values())) == len(State)


def test_a_ping_may_be_answered_anywhere() -> None:
    """As long as the connection lasts, a PingResponse leads nowhere."""
    for state in CONNECTED:
        row = MACHINE.row(state, "PingResponse")
        assert row is not None
        assert row.then == (state,)
    assert set(CONNECTED) == set(State) - {State.OVER}


@pytest.mark.parametrize(
    ("state", "commands"),
    [
        (State.REGISTER, {"RegisterResponse"}),
        (State.QUEUE, set()),
        (State.NUMBER, {"PlayerNumberResponse"}),
        (State.LOBBY, set()),
        (State.WAITING, {"passTurn"}),
        (State.STARTSETUPTURN, {"chooseLeader", "chooseResourceToDeposit"}),
        (State.ENDSETUPTURN, {"passTurn"}),
        (State.DEPOSITPHASE, {"depositResource", "discardResource", "transformWhiteIn", "moveResource"}),
        (State.ENDTURN, {"playLeader", "discardLeader", "moveResource", "toggleDiscount", "passTurn"}),
    ],
)
def test_what_a_state_listens_to(state: State, commands: set[str]) -> None:
    """The commands of the smaller states, as the document's phases have them; a set-up turn may be passed late."""
    assert {message for where, message in MACHINE.rows if where is state} == commands | {"PingResponse"}


def test_the_main_action_is_laid_out_or_made() -> None:
    """All that can be done once something is picked up can be done before, too; leaders and the market only before,
    as the late pass of a set-up turn.
    """
    before, after = ({name for where, name in MACHINE.rows if where is state} for state in IN_TURN[:2])
    assert after < before
    assert before - after == {"playLeader", "discardLeader", "buyAtMarketInterface", "moveResource", "passTurn"}


def test_a_turn_is_left_by_passing_or_by_the_clock() -> None:
    """No command but passTurn hands the turn on."""
    leaving = {
        row.message for row in MACHINE.rows.values() if row.state in (*AT_SETUP, *IN_TURN) and State.WAITING in row.then
    }
    assert leaving == {"passTurn"}
    assert all(MACHINE.leads(state, State.WAITING) for state in IN_TURN)
