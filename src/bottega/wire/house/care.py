"""The commands by which those at a table look after it: reminders, watchers, and what they agree on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from bottega.games.refusal import Refusal
from bottega.store.forgetting import command_id
from bottega.table.entries import Motion, Sitting
from bottega.table.identity import same
from bottega.table.position import AnyPosition, Refused, refused
from bottega.table.table import Table
from bottega.wire.core.dialect import Ask
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.delay import delayed
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.replies import No, ok
from bottega.wire.house.seats import check_bot, check_free
from bottega.wire.house.words import encoded

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


_OF_NOW = ("table.seat-not-free", "table.ballot-open", "table.nobody-agrees", "table.cannot-vote")
"""Refusals that tell how a table stands."""


def nudge(guest: HouseDialect, command: commands.Nudge) -> Handling:
    """Remind those whose turn it is."""
    table = yield from guest.seated(command.table)
    position = table.position
    actors = position.game.actors(position.state) if position.started and not position.finished else ()
    names = [position.seats[seat].name for seat in actors]
    keepers = [table.attendance.keepers.get(name) for name in names]
    asleep = [keeper for keeper in guest.alike(keepers) if keeper is not guest]
    elsewhere = any(name in table.attendance.elsewhere for name in names)
    if not asleep and not elsewhere:
        raise No("nobody-to-nudge")
    if guest.house.quotas.ask("chat", guest.visitor):
        raise No("said-too-fast")
    yield ok(command, table=table.id)
    for keeper in asleep:
        keeper.shown(encoded(messages.Nudged(table=table.id, name=guest.name)))
    if elsewhere:
        guest.house.tell_others("nudge", f"{table.id} {guest.name}")


def hurry(guest: HouseDialect, command: commands.Hurry) -> Handling:
    """Let the bots wait less, or for another while."""
    table = yield from guest.seated(command.table)
    yield ok(command, table=table.id)
    guest.room.hurry(table, command.pause)
    guest.house.tell_others("hurry", table.id if command.pause is None else f"{table.id} {command.pause}")


def shut_watchers_out(guest: HouseDialect, command: commands.ShutOut) -> Handling:
    """Let nobody watch, or everybody again."""
    table = yield from guest.seated(command.table)
    guest.room.shut(table.id, command.on)
    yield ok(command, table=table.id)
    for watcher in guest.watchers_of(table) if command.on else ():
        watcher.exclude(table)
    guest.tell_watchers(table)
    guest.house.tell_others("shut", f"{table.id} {int(command.on)}")


def undo(guest: HouseDialect, command: commands.Undo) -> Handling:
    """Take back the last move, or ask the others for it."""
    table = yield from guest.seated(command.table)
    if command.ask:
        _check_voters(guest, table, range(len(table.head.seats)))
        _count_motion(guest)
    cmd_id = command_id(guest.name, command.cmd_id)
    yield from guest.asked(command, table, partial(table.undo, guest.name, ask=command.ask, cmd_id=cmd_id))


def propose(guest: HouseDialect, command: commands.Propose) -> Handling:
    """Ask those who are here for something."""
    table = yield from guest.seated(command.table)
    motion = Motion(command.what)
    if command.what == "replace":
        check_bot(command.bot)
        seat = table.head.seat_of(command.name)
        if seat is None:
            raise refused("empty-seat")
        motion = Motion("replace", seat=seat, bot=command.bot)
    here = [seat for seat, each in enumerate(table.head.seats) if table.present(each.name)]
    _check_voters(guest, table, here)
    _count_motion(guest)
    yield from guest.asked(command, table, partial(table.propose, guest.name, motion))


def ask_seat(guest: HouseDialect, command: commands.AskSeat) -> Handling:
    """Ask those who play for a seat that has fallen free."""
    table = yield from guest.live(command.table)
    if guest.kept_seat(table) is not None:
        raise No("sits-here")
    if table.id not in guest.watching:
        raise No("not-following", table=table.id)
    check_free(guest, table.position.charter.game)
    if guest.house.taken(table.position.charter.game, guest.name):
        raise No("one-seat", game=table.position.charter.game)
    here = [seat for seat, each in enumerate(table.head.seats) if table.present(each.name)]
    if delayed(table.position):
        _check_free_in(guest.seen(table), command.seat)
    try:
        _check_voters(guest, table, here)
    except Refused as no:
        raise Refused(_as_seen(table, no.refusal)) from None
    _count_motion(guest)
    sitting = Sitting(guest.name, guest.claim.key, account=guest.claim.proven)
    outcome = yield Ask(lambda done: table.ask_for_seat(command.seat, sitting, done))
    if isinstance(outcome, Refusal):
        yield guest.refusal(command.cmd_id, _as_seen(table, outcome))
    else:
        yield ok(command, table=table.id)  # its number is for those who play


def vote(guest: HouseDialect, command: commands.Vote) -> Handling:
    """Agree, or not."""
    table = yield from guest.live(command.table)
    ballot = table.position.ballot
    if ballot is not None and ballot.sitting is not None and not command.yes and _asks_for(guest, ballot.sitting):
        outcome = yield Ask(lambda done: table.ask_no_more(answer=done))
        if isinstance(outcome, Refusal):
            yield guest.refusal(command.cmd_id, outcome)
        else:
            yield ok(command, table=table.id)  # its number is for those who play
        return
    table = yield from guest.seated(command.table)
    yield from guest.asked(command, table, partial(table.vote, guest.name, command.yes, ballot=command.ballot))


def play_on(guest: HouseDialect, command: commands.PlayOn) -> Handling:
    """End a pause."""
    table = yield from guest.seated(command.table)
    yield from guest.asked(command, table, partial(table.play_on, guest.name))


def _asks_for(guest: HouseDialect, sitting: Sitting) -> bool:
    """Whether it is whoever is here that asks for a seat."""
    return sitting.name == guest.name and bool(sitting.key) and same(sitting.key, guest.claim.key)


def _check_voters(guest: HouseDialect, table: Table, seats: Iterable[int]) -> None:
    """Nobody is asked who has no word to answer with."""
    for number in seats:
        seat = table.head.seats[number]
        keeper = table.attendance.keepers.get(seat.name)
        if keeper is not None and not guest.alike([keeper]) and not seat.bot and not seat.quit:
            raise refused("cannot-vote", name=seat.name)


def _count_motion(guest: HouseDialect) -> None:
    """Nobody asks the others for one thing after the other: each is an entry, kept for good."""
    if wait := guest.house.quotas.ask("motions", guest.visitor):
        raise No("asked-too-fast", wait=ceil(wait))


def _check_free_in(seen: AnyPosition, number: int) -> None:
    """Nobody learns by asking for a seat that its player has left, before they see it."""
    if not 0 <= number < len(seen.seats):
        raise refused("empty-seat")
    if not seen.seats[number].free:
        raise refused("seat-not-free", name=seen.seats[number].name)


def _as_seen(table: Table, refusal: Refusal) -> Refusal:
    """Why a question of somebody who watches is refused, as far as they may know: not what they see only later."""
    return PHRASES.refusal("ask-later") if delayed(table.position) and refusal.code in _OF_NOW else refusal
