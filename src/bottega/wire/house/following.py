"""The commands by which somebody follows a table: what happens there, what happened before, and what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bottega.games.refusal import Refusal
from bottega.limits import (
    GRACE_SECONDS,
    MAX_CHAT,
)
from bottega.store.log import Remark
from bottega.table.position import Refused
from bottega.table.table import Table
from bottega.wire.core.dialect import Ask, Framed, Look
from bottega.wire.core.machine import Handling
from bottega.wire.house import commands, messages
from bottega.wire.house.absence import away_of
from bottega.wire.house.delay import delayed
from bottega.wire.house.replies import No, ok, said
from bottega.wire.house.story import page
from bottega.wire.house.words import snapshot, step

if TYPE_CHECKING:
    from bottega.wire.house.dialect import HouseDialect


STORY_CHARGE = 8
"""So many entries told again count as one message."""


def watch(guest: HouseDialect, command: commands.Watch) -> Handling:
    """Follow a table, from where it stands or from what was missed; the own seat there is taken up again."""
    table = yield from guest.known(command.table)
    if table is None:
        past = yield from guest.past(command.table)
        yield ok(command, table=command.table, seq=past.seq)
        yield said(snapshot(past, guest.own_seat(past), rematch=guest.room.rematch_of(command.table)))
        return
    guest.check_room(table.id)
    own = guest.own_seat(table.position) is not None
    if not own and table.id in guest.room.shut_out and not table.position.finished:
        raise No("shut-out")
    if not own and delayed(table.position):
        yield from _watch_late(guest, command, table)
        return
    recent = guest.room.recent(table.id)
    if guest.own_seat(table.position) is not None and not table.position.finished:
        guest.take_up(table)
    else:
        guest.house.look_on(table, guest)
    yield ok(command, table=table.id, seq=table.position.seq)
    missed = None if command.since is None else recent.since(command.since, table.position.seq)
    if missed is None:
        yield guest.shown_table(table)
    else:
        guest.watching[table.id] = table.position.seq
        for event in missed:
            yield Framed(step(event, guest.kept_seat(table, event.after), event is missed[-1]))
        if table.position.setup.correspondence:
            yield said(away_of(guest.house, table))
    guest.tell_watchers(table)


def _watch_late(guest: HouseDialect, command: commands.Watch, table: Table) -> Handling:
    """Follow a table as far as those may who do not play; it is not worth telling them only what they missed."""
    refusal = yield Look(lambda done: guest.room.delays.prepare(table.id, done, lambda: not guest.gone))
    if refusal is not None:
        raise Refused(refusal)
    guest.house.look_on(table, guest)
    yield ok(command, table=table.id, seq=guest.seen(table).seq)
    yield guest.shown_table(table)
    guest.tell_watchers(table)


def unwatch(guest: HouseDialect, command: commands.Unwatch) -> Handling:
    """Follow a table no longer."""
    if guest.watching.pop(command.table, None) is None:
        raise No("not-following", table=command.table)
    table = guest.house.tables.get(command.table)
    if table is not None:
        table.drop(guest, GRACE_SECONDS)
        guest.tell_watchers(table)
    yield ok(command, table=command.table)


def chat(guest: HouseDialect, command: commands.Chat) -> Handling:
    """Say something to everybody at the table."""
    table = yield from guest.live(command.table)
    if table.id not in guest.watching:
        raise No("not-following", table=command.table)
    text = " ".join(command.text.split())
    if not text or not text.isprintable():
        raise No("nothing-said")
    if len(text) > MAX_CHAT:
        raise No("said-too-much", length=len(text), most=MAX_CHAT)
    if guest.house.quotas.ask("chat", guest.visitor):
        raise No("said-too-fast")
    talk, remark = guest.room.talk, Remark(guest.name, text, int(guest.house.date() * 1000))
    if (refusal := (yield Look(lambda done: talk.listen(table.id, done)))) is None:
        refusal = yield Ask(lambda done: talk.say(table.id, remark, done))
        guest.house.tell_others("talk", table.id)
    yield ok(command, table=table.id) if refusal is None else guest.refusal(command.cmd_id, refusal)


def story(guest: HouseDialect, command: commands.Story) -> Handling:
    """Tell what happened, as far as whoever is here might have seen it."""
    table = guest.house.here(command.table)
    position = (yield from guest.past(command.table)) if table is None else guest.seen(table)
    if table is not None and table.id not in guest.watching:
        raise No("not-following", table=command.table)
    guest.peer.charge(command.most // STORY_CHARGE)
    wanted, address = (lambda: not guest.gone), guest.peer.address
    found = yield Look(lambda done: guest.room.stories.ask(position, done, wanted, address))
    if isinstance(found, Refusal):
        raise Refused(found)
    kept = guest.own_seat(position) if table is None else guest.kept_seat(table)
    name = None if kept is None else position.seats[kept].name
    yield ok(command, table=command.table)
    yield said(page(found, command.before, command.most, lambda then: then.seat_of(name) if name else None))


def talk(guest: HouseDialect, command: commands.Talk) -> Handling:
    """Tell what was said."""
    table, silent = guest.house.here(command.table), float("inf")
    if table is not None:
        if command.table not in guest.watching:
            raise No("not-following", table=command.table)
        if guest.kept_seat(table) is None:
            silent = guest.room.delays.silent_from(table.position)
    else:
        yield from guest.past(command.table)
    found = yield Look(lambda done: guest.room.talk.page(command.table, command.before, done, lambda: not guest.gone))
    if isinstance(found, Refusal):
        raise Refused(found)
    yield ok(command, table=command.table)
    yield said(messages.TalkPage(table=command.table, lines=tuple(line for line in found if line.at < silent)))
