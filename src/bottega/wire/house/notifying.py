"""The commands by which somebody chooses how they are told about their games while they are away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bottega.games.refusal import Refusal
from bottega.table.notifications import Notifications
from bottega.table.position import Refused
from bottega.table.ways import Offer, Subscription, Ways
from bottega.wire.core.dialect import Framed, Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.replies import No
from bottega.wire.house.words import encoded

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


def ask_ways(guest: HouseDialect, command: commands.AskWays) -> Handling:
    """Tell what somebody has chosen, and what there is to choose."""
    told = guest.house.notifications
    chosen = Ways(guest.name, guest.claim.key) if told is None else told.book.of(guest.claim)
    yield _answer(command, Offer() if told is None else told.book.offer, chosen)


def set_way(guest: HouseDialect, command: commands.SetWay) -> Handling:
    """Choose a way, or give one up."""
    told = _told(guest)
    to: Subscription | str | None = command.to
    if (given := command.subscription) is not None:
        to = Subscription(given.endpoint, given.p256dh, given.auth)
    visitor = guest.visitor
    outcome: Ways | Refusal = yield Look(
        lambda done: told.book.choose(guest.claim, visitor, command.way, to, command.language, done)
    )
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    yield _answer(command, told.book.offer, outcome)


def confirm_mail(guest: HouseDialect, command: commands.ConfirmMail) -> Handling:
    """Take a mail address for confirmed."""
    told = _told(guest)
    outcome: Ways | Refusal = yield Look(lambda done: told.book.confirm(guest.claim, command.code, done))
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    yield _answer(command, told.book.offer, outcome)


def _told(guest: HouseDialect) -> Notifications:
    if guest.house.notifications is None:
        raise No("nothing-leaves")
    return guest.house.notifications


def _answer(command: commands.Command, offer: Offer, ways: Ways) -> Framed:
    view = messages.WaysView(
        offer.ways,
        offer.push_key,
        offer.ntfy,
        len(ways.push),
        ways.ntfy,
        ways.mail,
        "" if ways.unconfirmed is None else ways.unconfirmed.address,
        ways.webhook,
    )
    return Framed(encoded(messages.Ok(cmd_id=command.cmd_id, ways=view)))
