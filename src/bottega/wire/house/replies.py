"""How a command is answered: ``ok`` with what it asked for, or why not."""

from __future__ import annotations

from typing import Any

from bottega.games.refusal import Refusal, Value
from bottega.wire.core.dialect import Framed
from bottega.wire.core.machine import BadRequest
from bottega.wire.house import messages
from bottega.wire.house.commands import Command
from bottega.wire.house.messages import Message
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.words import encoded


class No(BadRequest):
    """Why a command is refused, by this protocol's own phrasebook."""

    def __init__(self, code: str, cmd_id: str | None = None, /, **params: Value) -> None:
        self.refusal = PHRASES.refusal(code, **params)
        super().__init__(str(self.refusal))
        self.cmd_id = cmd_id


def said(message: Message) -> Framed:
    """A message, to be sent."""
    return Framed(encoded(message))


def ok(command: Command, **fields: Any) -> Framed:
    """That a command was done, and what it asked for."""
    return said(messages.Ok(cmd_id=command.cmd_id, **fields))


def refusal_of(cmd_id: str | None, refusal: Refusal) -> Framed:
    """Why a command was not done."""
    refused = messages.Refused(cmd_id=cmd_id, code=refusal.code, params=refusal.params, reason=str(refusal))
    return said(refused)
