"""The commands by which somebody opens a table, sits down or leaves, has bots sit down, and begins."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec

from bottega.bots.names import BOTS, FORMER
from bottega.games.refusal import Refusal
from bottega.limits import (
    MAX_DAYS_TURN,
    MAX_TURN_SECONDS,
    MIN_DAYS_TURN,
    MIN_TURN_SECONDS,
)
from bottega.table.entries import Sitting
from bottega.table.fairness import objection
from bottega.table.position import Refused, Setup, StartPolicy, refused
from bottega.table.quotas import HOUSE, Visitor
from bottega.table.table import Table
from bottega.wire.core.dialect import Ask, Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.commands import Command
from bottega.wire.house.replies import No, ok
from bottega.wire.house.room import tell_all

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


def open_table(guest: HouseDialect, command: commands.Open) -> Handling:
    """Open a table and, if asked to, sit down at it."""
    guest.check_room()
    check_bot(command.absent, "skip", "wait")
    _check_turn(command)
    setup = Setup(
        seats=command.seats,
        options=command.options,
        start=StartPolicy(command.start),
        lobby_seconds=guest.house.settings.lobby_seconds,
        turn_seconds=command.turn_seconds,
        absent=command.absent,
        listed=command.listed,
        correspondence=command.correspondence,
        delay=command.delay,
    )
    if command.sit:
        check_free(guest, command.game)
    table = guest.house.open(command.game, setup, guest.visitor)
    if command.sit:
        yield from _take_seat(guest, command, table)
        return
    # A table is in the log from its first entry on: where nobody sits down that is how many shall play.
    outcome = yield Ask(partial(table.resize, command.seats))
    if isinstance(outcome, Refusal):
        guest.house.forget(table)
        yield guest.refusal(command.cmd_id, outcome)
    else:
        table.watch(guest)
        yield ok(command, table=table.id, seq=table.position.seq)
        yield guest.shown_table(table)


def check_free(guest: HouseDialect, game: str) -> None:
    """Whoever has a token may hold several seats of a game, but takes one at a time."""
    if guest.house.holdings.coming(game, guest.name):
        raise No("seat-pending", name=guest.name, game=game)
    if (refusal := guest.house.identity.why_no_other(game, guest.claim)) is not None:
        raise Refused(refusal)
    if not guest.claim.proven and guest.house.accounts.owned(guest.name):
        raise refused("needs-password", name=guest.name)


def sit(guest: HouseDialect, command: commands.Sit) -> Handling:
    """Take a free seat."""
    table = yield from guest.live(command.table)
    if guest.kept_seat(table) is not None:
        raise No("sits-here")
    guest.check_room(table.id)
    check_free(guest, table.position.charter.game)
    if command.word is not None:
        _check_word(guest, table, command.word)
    yield from _take_seat(guest, command, table, guest.visitor, command.word or "")


def _take_seat(
    guest: HouseDialect, command: Command, table: Table, visitor: Visitor = HOUSE, word: str = ""
) -> Generator[Any, Any, bool]:
    """Sit down, perhaps with a word for the seed, and be shown the table; whether it was possible."""
    guest.room.recent(table.id)
    further = bool(guest.house.held(table.position.charter.game, guest.name))
    sitting = Sitting(guest.name, guest.claim.key, account=guest.claim.proven, word=word, further=further)
    outcome = yield Ask(lambda done: guest.house.reception.sit(table, sitting, guest, done, visitor))
    if isinstance(outcome, Refusal):
        yield guest.refusal(command.cmd_id, outcome)
        return False
    yield ok(command, table=table.id, seq=table.position.seq)
    if table.id not in guest.watching and guest in table.viewers:
        yield guest.shown_table(table)
    return True


def stand(guest: HouseDialect, command: commands.Stand) -> Handling:
    """Give the seat up before the start."""
    table = yield from guest.seated(command.table)
    yield from guest.asked(command, table, partial(table.leave, guest.name))


def word(guest: HouseDialect, command: commands.Word) -> Handling:
    """Add a word to the seed."""
    table = yield from guest.seated(command.table)
    _check_word(guest, table, command.word)
    yield from guest.asked(command, table, partial(table.word, guest.name, command.word))


def _check_word(guest: HouseDialect, table: Table, word: str) -> None:
    """A word that cannot be taken is refused before anything is done; and each is an entry, kept for good."""
    if (refusal := objection(word)) is not None:
        raise Refused(refusal)
    if not table.position.setup.words:
        raise refused("no-words")
    if guest.house.quotas.ask("words", guest.visitor):
        raise No("said-too-fast")


def quit(guest: HouseDialect, command: commands.Quit) -> Handling:
    """Leave a running game for good."""
    table = yield from guest.seated(command.table)
    yield from guest.asked(command, table, partial(table.quit, guest.name))


def start(guest: HouseDialect, command: commands.Start) -> Handling:
    """Begin the game."""
    table = yield from _host(guest, command.table)
    yield from guest.asked(command, table, table.start)


def add_bot(guest: HouseDialect, command: commands.AddBot) -> Handling:
    """Let a bot take a free seat."""
    table = yield from _host(guest, command.table)
    check_bot(command.bot)
    if wait := guest.house.quotas.ask("bots", guest.visitor):
        raise No("bots-too-fast", wait=ceil(wait))
    name = _bot_name(table, command.bot)
    outcome = yield Ask(lambda done: guest.house.reception.sit(table, Sitting(name, bot=command.bot), None, done))
    if isinstance(outcome, Refusal):
        yield guest.refusal(command.cmd_id, outcome)
    else:
        yield ok(command, table=table.id, name=name)


def remove_bot(guest: HouseDialect, command: commands.RemoveBot) -> Handling:
    """Send a bot away."""
    table = yield from _host(guest, command.table)
    if not any(seat.bot and seat.name == command.name for seat in table.head.seats):
        raise No("no-bot-there", name=command.name)
    yield from guest.asked(command, table, partial(table.leave, command.name))


def remove(guest: HouseDialect, command: commands.Remove) -> Handling:
    """Send somebody away before the start."""
    table = yield from guest.seated(command.table)
    first = next((seat.name for seat in table.head.seats if seat.person), "")
    if table.head.started:
        raise refused("started")
    if guest.name != first:
        raise No("not-first")
    if command.name == guest.name or not any(s.person and s.name == command.name for s in table.head.seats):
        raise No("no-one-there", name=command.name)
    yield from guest.asked(command, table, partial(table.leave, command.name))


def _host(guest: HouseDialect, name: str) -> Generator[Any, Any, Table]:
    """The table, if whoever is here may decide about it."""
    table = yield from guest.live(name)
    people = any(not seat.bot for seat in table.head.seats)
    if guest.kept_seat(table) is None and (people or table.id not in guest.watching):
        raise No("not-yours-to-decide")
    return table


def rematch(guest: HouseDialect, command: commands.Rematch) -> Handling:
    """After a game, open a table just like it, or sit down at the one that was opened for it."""
    old = guest.house.here(command.table)
    position = (yield from guest.past(command.table)) if old is None else old.position
    if not position.finished:
        raise No("not-finished")
    if guest.own_seat(position) is None:
        raise No("did-not-play")
    yield Look(lambda done: guest.room.may_rematch(command.table, partial(done, None)))
    chosen = guest.room.rematch_of(command.table)
    there = None if chosen is None else (yield from guest.known(chosen))
    if there is not None and not there.head.finished:
        if guest.kept_seat(there) is not None:
            yield ok(command, table=there.id)
            return
        check_free(guest, position.charter.game)
        yield from _take_seat(guest, command, there, guest.visitor)
        return
    check_free(guest, position.charter.game)
    setup = msgspec.structs.replace(position.setup, seats=position.size, start=StartPolicy.ASKED)
    table = guest.house.open(position.charter.game, setup, guest.visitor)
    guest.room.remember_rematch(command.table, table.id)
    if (yield from _take_seat(guest, command, table)):
        guest.house.tell_others("rematch", f"{command.table} {table.id} {guest.name}")
        for seat in position.seats:
            if seat.bot and seat.bot == seat.name.split(" ")[0]:
                guest.house.reception.sit(table, Sitting(seat.name, bot=seat.bot), None, lambda _: None)
        if old is not None:
            tell_all(old, messages.RematchNews(table=old.id, name=guest.name, next=table.id))


def check_bot(bot: str, *besides: str) -> None:
    """A bot is called by a name that there is."""
    if bot not in (*BOTS, *FORMER, *besides):
        raise No("no-such-bot", bot=bot, bots=BOTS)


def _check_turn(command: commands.Open) -> None:
    """How long a turn may last: longer where the clock runs although nobody is there."""
    seconds = command.turn_seconds
    if command.correspondence:
        if seconds < MIN_DAYS_TURN:
            raise No("days-turn", least=MIN_DAYS_TURN // 3600, most=MAX_DAYS_TURN // (24 * 3600))
    elif 0 < seconds < MIN_TURN_SECONDS:
        raise No("turn-too-short", least=MIN_TURN_SECONDS)
    elif seconds > MAX_TURN_SECONDS:
        raise No("turn-too-long", most=MAX_TURN_SECONDS // 3600)


def _bot_name(table: Table, bot: str) -> str:
    """A name that nobody at the table has."""
    taken = {seat.name for seat in table.head.seats}
    called = bot.capitalize() if bot in BOTS else bot
    names = (called, *(f"{called} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)
