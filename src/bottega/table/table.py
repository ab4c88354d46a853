"""A live table: commands in, events out, nothing told before it is durable.

How it works. A command becomes an :class:`Entry`; :func:`advance` says whether it may stand after ``head``, the
position with everything accepted so far. If so, ``head`` moves on at once and the entry goes to the log. When the log
reports it durable, ``position`` moves on, the clock's hands are set, the command is answered, and every viewer is told
the :class:`~bottega.table.events.Event`. ``position`` is thus the only thing anybody may be shown; ``head`` is only for
judging the next command.

What must stay true:

1. Nothing that follows from an entry leaves this object before the log has reported the entry durable.
2. Every command gets exactly one answer, and answers come in the order of the commands: a refusal waits behind the
   acceptances that were still on their way to the disk when it was spoken.
3. The id of an accepted command, repeated by its seat, gets the first answer again and changes nothing.
4. If the log fails, everything not yet durable is refused and ``head`` falls back to what the log holds.
5. Presence (who is connected, and who of them has no word to ask for the start: ``silent``) is the only state that is
   not in the log. It is kept by name, since seats are renumbered when somebody leaves before the start and when the
   order of play is drawn.
6. A viewer (or an answer) that raises is heard of, but only after everybody else was told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from types import MappingProxyType

import msgspec

from bottega.games.core import Action, AnyGame, AnyStep, BadNotation, IllegalMove, read_all
from bottega.games.refusal import Refusal
from bottega.limits import MAX_ACTIONS, MAX_GAME_ACTIONS, MAX_TURN_ACTIONS
from bottega.store.log import TABLE, Charter, Conflict, InDoubt, Log, Row, StoreFault
from bottega.table.clock import Clock
from bottega.table.entries import (
    Ended,
    EndReason,
    Entry,
    Fact,
    HandedOver,
    Left,
    Moved,
    Quit,
    Sat,
    Sitting,
    Sized,
    Skipped,
    Started,
    Worded,
    to_row,
)
from bottega.table.events import Deadlines, Event, Notice, Presence, Presences, Viewer
from bottega.table.fairness import objection
from bottega.table.phrases import PHRASES
from bottega.table.position import AnyPosition, Refused, advance, follow, order_of_play


class Accepted(msgspec.Struct, frozen=True):
    """The command is durable as entry ``seq``."""

    seq: int


Answer = Callable[[Accepted | Refusal], None]


def _no_answer(_: Accepted | Refusal) -> None:
    """For what the table does by itself."""


class _Pending(msgspec.Struct):
    """A command on its way: ``outcome`` is set once it is durable or refused (or that of the one it ``repeats``)."""

    answer: Answer
    entry: Entry | None = None
    after: AnyPosition | None = None
    steps: Sequence[AnyStep] = ()
    arrives: Viewer | None = None
    silent: bool = False
    outcome: Accepted | Refusal | None = None
    repeats: _Pending | None = None


class Table:
    """One table of the house."""

    def __init__(
        self,
        position: AnyPosition,
        log: Log,
        now: Callable[[], float],
        rows: Sequence[Row] = (),
        date: Callable[[], float] | None = None,
    ) -> None:
        self.id = position.charter.id
        """The table's name in links and logs."""
        self.game: AnyGame = position.game
        """The rules played here."""
        self.position = position
        self.head = position
        self.now = now
        """The time by which turns are measured; it never jumps."""
        self._date = date or now
        """The time of day, for the log; whoever runs the machine may set it, so nothing is measured by it."""
        self.keepers: dict[str, Viewer] = {}
        self.suspended: set[str] = set()
        self.silent: set[str] = set()
        self.hosted = True
        """Whether somebody opened it who can ask for the start; otherwise a protocol did, for whom it starts as its
        document says.
        """
        self.skipped = 0
        """How many turns of people were skipped since one of them last moved or came back."""
        self.actions = sum(row.text.count(";") + 1 for row in rows if row.kind in ("move", "skip"))
        """How many actions the game has had."""
        self.turn_actions = 0
        """How many of them in this turn."""
        self._turn = 0
        self._warned = ""
        """Who is suspended if the turn they have now is skipped."""
        self.viewers: list[Viewer] = []
        self.clock = Clock(self)
        self._log = log
        self._opening: Charter | None = position.charter if position.seq == 0 else None
        self._pending: deque[_Pending] = deque()
        self._notices: deque[Notice] = deque()
        self._presence: Presences | None = None
        self._commands: dict[str, tuple[int, int]] = {
            row.cmd_id: (row.seat, row.seq) for row in rows if row.cmd_id is not None
        }
        """The seat and the number of every command that had an id."""
        self._fault: StoreFault | None = None
        self._flushing = False
        self._failures: list[Exception] = []

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way to the log."""
        return not self._pending and not self._flushing

    def present(self, name: str) -> bool:
        """Whether the player is connected and playing (suspended players are not)."""
        return name in self.keepers and name not in self.suspended

    @property
    def presence(self) -> Presences:
        """Who is connected, as of now; made anew only after somebody came or went."""
        if self._presence is None:
            here = {name: Presence.SUSPENDED if name in self.suspended else Presence.HERE for name in self.keepers}
            self._presence = MappingProxyType(here)
        return self._presence

    @property
    def deadlines(self) -> Deadlines:
        """When the turn ends and when the table starts by itself, as of now."""
        return self.clock.deadlines()

    # -- commands ---------------------------------------------------------------------------------------------------

    def sit(
        self, sitting: Sitting, viewer: Viewer | None, answer: Answer = _no_answer, *, silent: bool = False
    ) -> None:
        """Take the next free seat; the viewer is told everything from that entry on."""
        account = None if sitting.bot else bool(sitting.account)
        fact = Sat(
            len(self.head.seats), sitting.name, sitting.key, sitting.bot, account, sitting.word, sitting.gives_away
        )
        self._propose(fact, answer, arrives=viewer, silent=silent)

    def leave(self, name: str, answer: Answer = _no_answer) -> None:
        """Give up a seat before the game starts."""
        self._propose(Left(self._seat(name)), answer)

    def word(self, name: str, word: str, answer: Answer = _no_answer) -> None:
        """Add a word to the seed, in place of the one given before; until the game starts."""
        if (refusal := objection(word)) is not None:
            self._refuse(refusal, answer)
        else:
            self._propose(Worded(self._seat(name), word), answer)

    def resize(self, seats: int, answer: Answer = _no_answer) -> None:
        """Decide how many play, where it was left open."""
        self._propose(Sized(seats), answer)

    def start(self, answer: Answer = _no_answer) -> None:
        """Begin the game with those who sit here."""
        self._propose(Started(order_of_play(self.head.charter, self.head.words)), answer)

    def move(
        self,
        seat: int,
        actions: str | Sequence[Action],
        answer: Answer = _no_answer,
        cmd_id: str | None = None,
        after: int | None = None,
    ) -> None:
        """Play one action or a batch, all or nothing, given as notation or as values; only ``after`` that entry."""
        if cmd_id is not None and self._repeated(cmd_id, seat, answer):
            return
        if self.turn_actions >= MAX_TURN_ACTIONS:
            self._refuse(PHRASES.refusal("turn-too-long", most=MAX_TURN_ACTIONS), answer)
            return
        if self.actions >= MAX_GAME_ACTIONS:
            self._refuse(PHRASES.refusal("game-too-long", most=MAX_GAME_ACTIONS), answer)
            return
        if after is not None and after != self.head.seq:
            self._refuse(PHRASES.refusal("stale", last=self.head.seq, seen=after), answer)
            return
        if not isinstance(actions, str) and len(actions) == 1:  # what most protocols send
            self._propose(Moved(seat, tuple(actions)), answer, cmd_id=cmd_id)
            return
        move = self._read(seat, actions)
        if isinstance(move, Refusal):
            self._refuse(move, answer)
        else:
            self._propose(move, answer, cmd_id=cmd_id)

    def why_not(self, seat: int, actions: str | Sequence[Action]) -> Refusal | None:
        """Why such a move would be refused at the table as everybody knows it, None if it would not. None is made."""
        move = self._read(seat, actions)
        if isinstance(move, Refusal):
            return move
        try:
            advance(self.position, Entry(self.position.seq + 1, 0, move), new=True)
        except (IllegalMove, Refused) as refused:
            return refused.refusal
        return None

    def _read(self, seat: int, actions: str | Sequence[Action]) -> Moved | Refusal:
        count = actions.count(";") + 1 if isinstance(actions, str) else len(actions)
        if count > MAX_ACTIONS:
            return PHRASES.refusal("too-many-actions", count=count, most=MAX_ACTIONS)
        try:
            return Moved(seat, tuple(read_all(self.game, actions) if isinstance(actions, str) else actions))
        except BadNotation as error:
            return PHRASES.refusal("notation", problem=str(error))

    def skip(self, seat: int) -> None:
        """End the turn of somebody who is gone or out of time, if they have one."""
        if not self.head.started or seat not in self.game.actors(self.head.state):
            return
        self._propose(Skipped(seat, self.game.skip(self.head.state, seat)), _no_answer)

    def quit(self, name: str, answer: Answer = _no_answer) -> None:
        """Leave a running game for good."""
        self._propose(Quit(self._seat(name)), answer)

    def play_by_bot(self, seat: int, bot: str, answer: Answer = _no_answer) -> None:
        """Let a bot play the seat; an empty name gives it back to its player."""
        self._propose(HandedOver(seat, bot), answer)

    def end(self, reason: EndReason, winner: int = TABLE) -> None:
        """End a game that is not played out."""
        self._propose(Ended(reason, winner), _no_answer)

    def _seat(self, name: str) -> int:
        seat = self.head.seat_of(name)
        return -2 if seat is None else seat

    def _repeated(self, cmd_id: str, seat: int, answer: Answer) -> bool:
        first = self._commands.get(cmd_id)
        if first is None:
            return False
        first_seat, seq = first
        if first_seat != seat:
            self._refuse(PHRASES.refusal("command-used", command=cmd_id), answer)
            return True
        for pending in self._pending:
            if pending.entry is not None and pending.entry.seq == seq:
                self._pending.append(_Pending(answer, repeats=pending))
                return True
        self._pending.append(_Pending(answer, outcome=Accepted(seq)))
        self._flush()
        return True

    def _propose(
        self,
        fact: Fact,
        answer: Answer,
        *,
        cmd_id: str | None = None,
        arrives: Viewer | None = None,
        silent: bool = False,
    ) -> None:
        if self._fault is not None:
            self._refuse(PHRASES.refusal("store"), answer)
            return
        entry = Entry(self.head.seq + 1, int(self._date() * 1000), fact, cmd_id)
        try:
            after, steps = advance(self.head, entry, new=True)
        except (Refused, IllegalMove) as refused:
            self._refuse(refused.refusal, answer)
            return
        self.head = after
        if steps:
            self._count(len(steps), after)
        pending = _Pending(answer, entry, after, steps, arrives, silent)
        self._pending.append(pending)
        if cmd_id is not None:
            self._commands[cmd_id] = (fact.seat, entry.seq)
        opening, self._opening = self._opening, None
        done = partial(self._reported, pending)
        self._log.append(self.id, (to_row(entry),), done, charter=opening, finished=after.result is not None)

    def _count(self, actions: int, after: AnyPosition) -> None:
        """So many actions more are on their way: a game that goes on for ever is ended by the clock."""
        self.actions += actions
        turn = self.game.turn(after.state)
        if turn == self._turn:
            self.turn_actions += actions
        else:
            self._turn, self.turn_actions = turn, 0

    def _refuse(self, refusal: Refusal, answer: Answer) -> None:
        self._pending.append(_Pending(answer, outcome=refusal))
        self._flush()

    # -- the log's reports ------------------------------------------------------------------------------------------

    def _reported(self, pending: _Pending, fault: StoreFault | None) -> None:
        assert pending.entry is not None
        if fault is None:
            pending.outcome = Accepted(pending.entry.seq)
        else:
            # What fails after the first failure fails because of it.
            self._fault = fault = self._fault or fault
            if isinstance(fault, Conflict):
                pending.outcome = PHRASES.refusal("conflict")
            else:
                pending.outcome = PHRASES.refusal("unsure" if isinstance(fault, InDoubt) else "store")
        self._flush()

    def _flush(self) -> None:
        """Answer and tell, in order, as far as outcomes are known (what that brings about waits its turn)."""
        if self._flushing:
            return
        self._flushing = True
        try:
            while (
                (self._notices and self._announce_first())
                or (self._pending and self._settle_first())
                or (self._fault is not None and self._recover())
            ):
                pass
        finally:
            self._flushing = False
        self.clock.review()
        if self._failures:
            failures, self._failures = self._failures, []
            raise failures[0] if len(failures) == 1 else ExceptionGroup("viewers failed", failures)

    def _settle_first(self) -> bool:
        """Answer the command that has waited longest, if its outcome is known; whether it was."""
        first = self._pending[0]
        outcome = first.outcome if first.repeats is None else first.repeats.outcome
        if outcome is None:
            return False
        self._pending.popleft()
        entry = first.entry
        if entry is not None and isinstance(outcome, Accepted) and self._fault is None:
            self._tell(first, outcome)
            return True
        # (Accepted after a conflict: it stands behind another writer's entry, and is told when we have caught up.)
        if entry is not None and entry.cmd_id is not None and isinstance(outcome, Refusal):
            self._commands.pop(entry.cmd_id, None)
        self._answer(first.answer, outcome)
        return True

    def _answer(self, answer: Answer, outcome: Accepted | Refusal) -> None:
        try:
            answer(outcome)
        except Exception as failure:
            self._failures.append(failure)

    def _tell(self, pending: _Pending, outcome: Accepted) -> None:
        entry, after = pending.entry, pending.after
        assert entry is not None
        assert after is not None
        before, self.position = self.position, after
        if not isinstance(entry.fact, Moved):
            self._arrivals(entry.fact, before, pending)
        elif self.skipped and not before.seats[entry.fact.seat].bot:
            self.skipped = 0
        suspends = self._lapsed(entry.fact, before, after) if self._warned else ""
        event = Event(entry, before, after, pending.steps, self.presence, self.clock.set_hands(), suspends)
        self._answer(pending.answer, outcome)
        for viewer in tuple(self.viewers):
            try:
                viewer.told(event)
            except Exception as failure:  # the others hear of it all the same
                self._failures.append(failure)
        if suspends:
            self.suspend(suspends)

    def _arrivals(self, fact: Fact, before: AnyPosition, pending: _Pending) -> None:
        """Keep presence in step with who sits here."""
        match fact:
            case Sat(_, name):
                if pending.silent:
                    self.silent.add(name)
                if pending.arrives is not None:
                    self.keepers[name] = pending.arrives
                    self._presence = None
                    self.clock.arrived(name)
                    self.watch(pending.arrives)
            case Skipped(seat):
                self.skipped += not before.seats[seat].bot
            case Left(seat) | Quit(seat):
                name = before.seats[seat].name
                self._absent(name)
                self.silent.discard(name)
                self.clock.arrived(name)

    def _absent(self, name: str) -> None:
        """Nobody keeps the name's seat any more."""
        self.keepers.pop(name, None)
        self.suspended.discard(name)
        self._unwarn(name)
        self._presence = None

    def _lapsed(self, fact: Fact, before: AnyPosition, after: AnyPosition) -> str:
        """Who was warned and has let the turn run out that ends here, '' if nobody has."""
        if self.game.turn(before.state) == self.game.turn(after.state):
            return ""
        warned, self._warned = self._warned, ""
        skipped = isinstance(fact, Skipped) and before.seats[fact.seat].name == warned
        return warned if skipped and not after.finished else ""

    def _recover(self) -> bool:
        """After a failure, once nothing is on its way: fall back to what the log holds; whether that could be done."""
        fault = self._fault
        if self._pending:
            return False
        self._fault = None
        self.head = self.position
        seq = self.position.seq
        if seq == 0:
            self._opening = self.position.charter
        elif isinstance(fault, Conflict):
            self._catch_up()
        if self.position.seq == seq:
            self.clock.rest()
        return True

    def _catch_up(self) -> None:
        """Entries of another writer are told like our own."""
        try:
            _, rows = self._log.read(self.id)
        except StoreFault as failure:
            self._failures.append(failure)
            return
        for row in rows[self.position.seq :]:
            entry, after, steps = follow(self.position, row)
            self.head = after
            if steps:
                self._count(len(steps), after)
            if entry.cmd_id is not None:
                self._commands[entry.cmd_id] = (row.seat, entry.seq)
            self._tell(_Pending(_no_answer, entry, after, steps), Accepted(entry.seq))

    # -- presence ---------------------------------------------------------------------------------------------------

    def watch(self, viewer: Viewer) -> None:
        """Tell this viewer what happens from now on."""
        if viewer not in self.viewers:
            self.viewers.append(viewer)

    def unwatch(self, viewer: Viewer) -> None:
        """Tell this viewer nothing any more."""
        if viewer in self.viewers:
            self.viewers.remove(viewer)

    def viewers_besides(self, *known: object) -> bool:
        """Whether anybody else looks at this table."""
        return any(viewer not in known for viewer in self.viewers)

    def with_people(self) -> bool:
        """Whether somebody is there whom the bots play with."""
        return any(self.present(seat.name) for seat in self.position.seats if not seat.bot and not seat.quit)

    def bot_due(self, *known: object) -> int | None:
        """The first seat that a bot has to play now; none while nobody is there to see it but those ``known``.

        Where people have seats one of them must be there, where only bots sit somebody must be looking on.
        """
        position = self.position
        if not position.started or position.finished:
            return None
        if any(not seat.bot and not seat.quit for seat in position.seats):
            if not self.with_people():
                return None
        elif not self.viewers_besides(*known):
            return None
        for number in self.game.actors(position.state):
            seat = position.seats[number]
            if seat.bot and not seat.quit:
                return number
        return None

    def resume(self, name: str, viewer: Viewer) -> Viewer | None:
        """A player is back at their seat on this connection; whoever kept it until now is returned."""
        former = self.keepers.get(name)
        if former is not None and former is not viewer:
            self.unwatch(former)
        self.keepers[name] = viewer
        self.skipped = 0
        self.watch(viewer)
        self.suspended.discard(name)
        self._unwarn(name)
        self._presence = None
        self.clock.arrived(name)
        seat = self.head.seat_of(name)
        if seat is not None and self.head.seats[seat].bot:
            self.play_by_bot(seat, "")
        self._notice(name, Presence.HERE)
        return former

    def suspend(self, name: str) -> None:
        """A connected player is passed over until they ask to come back."""
        if name in self.keepers and name not in self.suspended:
            self.suspended.add(name)
            self._presence = None
            self._notice(name, Presence.SUSPENDED)

    def suspend_if_skipped(self, name: str) -> None:
        """The player, whose turn it is, is suspended if it ends by being skipped while they are here."""
        self._warned = name

    def _unwarn(self, name: str) -> None:
        if self._warned == name:
            self._warned = ""

    def drop(self, viewer: Viewer, grace: float = 0.0) -> None:
        """A connection is gone: a seat in a running game is kept, before the start it is given up."""
        self.unwatch(viewer)
        names = [name for name, keeper in self.keepers.items() if keeper is viewer]
        for name in [*names, *self._arriving(viewer)]:
            self._absent(name)
            if self.position.finished:
                continue
            self.clock.left(name, grace)
            if not self.head.started and not grace:
                self.leave(name)
            else:
                self._notice(name, Presence.AWAY)

    def _arriving(self, viewer: Viewer) -> list[str]:
        """The names under which a viewer that is gone was about to sit down; it will not keep those seats."""
        names = []
        for pending in self._pending:
            if pending.arrives is viewer and pending.entry is not None and pending.after is not None:
                pending.arrives = None
                names.append(pending.after.seats[pending.entry.fact.seat].name)
        return names

    def _notice(self, name: str, presence: Presence) -> None:
        self._notices.append(Notice(self.id, name, presence))
        self._flush()

    def _announce_first(self) -> bool:
        """Say who came or went first; everybody has heard the event it happened in by now."""
        notice = self._notices.popleft()
        for viewer in tuple(self.viewers):
            try:
                viewer.noticed(notice)
            except Exception as failure:
                self._failures.append(failure)
        return True
