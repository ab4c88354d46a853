"""renaissance-steps: the states of a connection; those of a turn have the names of the program's turn phases."""

from __future__ import annotations

from enum import StrEnum, auto

from bottega.games import renaissance
from bottega.games.renaissance import model


class State(StrEnum):
    """Where a connection stands."""

    REGISTER = auto()
    """It has no nickname."""
    QUEUE = auto()
    """It has a nickname; somebody else is choosing the number of players."""
    NUMBER = auto()
    """It chooses the number of players."""
    LOBBY = auto()
    """It has a seat; the table is not full."""
    WAITING = auto()
    """It is somebody else's turn, at set-up or afterwards."""
    STARTSETUPTURN = auto()
    ENDSETUPTURN = auto()
    STARTTURN = auto()
    PICKUPPHASE = auto()
    """Something is picked up, or productions were begun elsewhere."""
    DEPOSITPHASE = auto()
    """Something is pending."""
    ENDTURN = auto()
    OVER = auto()


LAYING_OUT = (State.STARTTURN, State.PICKUPPHASE)
BETWEEN_ACTIONS = (State.STARTTURN, State.ENDTURN)
IN_TURN = (*LAYING_OUT, State.DEPOSITPHASE, State.ENDTURN)
AT_SETUP = (State.STARTSETUPTURN, State.ENDSETUPTURN)
IN_GAME = (State.WAITING, *AT_SETUP, *IN_TURN)
CONNECTED = (State.REGISTER, State.QUEUE, State.NUMBER, State.LOBBY, *IN_GAME)

REFUSALS = {
    State.REGISTER: "introduce yourself first with a RegisterResponse",
    State.QUEUE: "somebody is choosing the number of players: please wait",
    State.NUMBER: "say first how many play, with a PlayerNumberResponse",
    State.LOBBY: "the game has not started: wait for the others",
    State.WAITING: "it is not your turn",
    State.STARTSETUPTURN: "your set-up is not done: choose two leaders, then place your bonus resources",
    State.ENDSETUPTURN: "your set-up is done: end it with passTurn",
    State.STARTTURN: "that is not possible before your main action: market, buyCard or activateProductions",
    State.PICKUPPHASE: "you have picked resources up: buy a card, activate productions, or revertPickUp",
    State.DEPOSITPHASE: "first deposit or discard your pending resources",
    State.ENDTURN: "you have made your main action: play or discard leaders, move resources, or passTurn",
    State.OVER: "the game is over",
}
"""Why a command is refused that its state has no use for."""

_TURN = {
    model.START: State.STARTTURN,
    model.STORING: State.DEPOSITPHASE,
    model.PRODUCING: State.PICKUPPHASE,
    model.DONE: State.ENDTURN,
    model.OVER: State.ENDTURN,
}


def turn_phase(game: renaissance.State, seat: int) -> State:
    """How far a seat, whose turn it is, has come with it; what lies on a bench is not the game's affair."""
    if game.phase == model.SETUP:
        return State.ENDSETUPTURN if game.players[seat].ready else State.STARTSETUPTURN
    return _TURN[game.phase]
