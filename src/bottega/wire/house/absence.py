"""The command by which somebody says until when they are away, and who is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bottega.table.house import House
from bottega.table.position import Refused
from bottega.table.table import Table
from bottega.wire.core.dialect import Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.replies import No, ok, said
from bottega.wire.house.words import clock_of

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


def vacation(guest: HouseDialect, command: commands.Vacation) -> Handling:
    """Be away until then, be back, or be told how it stands."""
    vacations, until = guest.house.vacations, command.until
    if until is not None:
        if guest.house.quotas.ask("words", guest.visitor):
            raise No("said-too-fast")
        claim, at = guest.claim, until
        refusal = yield Look(lambda done: vacations.leave(claim, at, done))
        if refusal is not None:
            raise Refused(refusal)
    told = vacations.told(guest.claim)
    yield ok(command)
    yield said(messages.VacationNews(until=told.until, days_left=told.days_left))


def away_of(house: House, table: Table) -> messages.Away:
    """Who of those who sit at a table is away, and until when; and how long the turn lasts by that."""
    position = table.position
    names = house.vacations.away(position)
    return messages.Away(table=table.id, names=names, clock=clock_of(position, table.deadlines))
