"""A live table: commands in, events out, nothing told before it is durable.

How it works. A command becomes an :class:`Entry`; :func:`advance` says whether it may stand after ``head``, the
position with everything accepted so far. If so, ``head`` moves on at once and the entry goes to the log. When the log
reports it durable, ``position`` moves on, the clock's hands are set, the command is answered, and every viewer is told
the :class:`~bottega.table.events.Event`. ``position`` is thus the only thing anybody may be shown; ``head`` is only for
judging the next command.

A table is a replica: other nodes may write to the same log. Where one of them was faster (*conflict*), nobody is
answered yet. What the log has is asked for, followed and told like our own; then all that had lost, and all that came
meanwhile, is judged anew, in its order: what is still allowed is appended again without its sender noticing, the rest
gets its honest reason, a command that the news contain has its first answer. What the table had wanted by itself is
forgotten: the clock looks at the new position.

What must stay true:

1. Nothing that follows from an entry leaves this object before the log has reported the entry durable.
2. Every command gets exactly one answer, and answers come in the order of the commands: a refusal waits behind the
   acceptances that were still on their way to the disk when it was spoken.
3. The id of an accepted command, repeated by its seat, gets the first answer again and changes nothing.
4. If the log fails, everything not yet durable is refused and ``head`` falls back to what the log holds. If another
   was faster, ``head`` falls back too, and nothing is judged before the news are there.
5. Presence (``attendance.py``) is the only state that is not in the log.
6. A viewer (or an answer) that raises is heard of, but only after everybody else was told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from bottega.games.core import Action, AnyGame, AnyStep, BadNotation, IllegalMove, read_all
from bottega.games.refusal import Refusal
from bottega.limits import (
    ASKER_SECONDS,
    MAX_ACTIONS,
    MAX_GAME_ACTIONS,
    MAX_LOSSES,
    MAX_TURN_ACTIONS,
)
from bottega.store.log import TABLE, Charter, Claimed, Conflict, InDoubt, Log, News, Row, StoreFault
from bottega.table.attendance import Attendance
from bottega.table.clock import Clock
from bottega.table.consent import Consent
from bottega.table.dormant import sketch_of
from bottega.table.entries import (
    Asked,
    DamagedLog,
    Ended,
    EndReason,
    Entry,
    Fact,
    HandedOver,
    Left,
    Motion,
    Moved,
    Paused,
    Proposed,
    Quit,
    Sat,
    Sitting,
    Sized,
    Skipped,
    Started,
    Succeeded,
    Undone,
    Voted,
    Worded,
    sat,
    to_row,
)
from bottega.table.events import Deadlines, Event, Keeper, Notice, Presence, Viewer
from bottega.table.fairness import objection
from bottega.table.phrases import PHRASES
from bottega.table.position import AnyPosition, Refused, Seat, advance, claim_of, follow, given_back, order_of_play
from bottega.table.turns import Away


class Accepted(msgspec.Struct, frozen=True):
    """The command is durable as entry ``seq``."""

    seq: int


Answer = Callable[[Accepted | Refusal], None]


def _no_answer(_: Accepted | Refusal) -> None:
    """For what the table does by itself, and forgets if another node was faster."""


def _insisted(_: Accepted | Refusal) -> None:
    """For what the table does for somebody who waits for no answer."""


_SURPASSED = (Conflict, Claimed)
"""What is reported where the log is well, and another was faster."""


class _Pending(msgspec.Struct):
    """A command on its way: ``outcome`` is set once it is durable or refused (or that of the one it ``repeats``).

    Without an ``entry`` it waits to be judged.
    """

    answer: Answer
    fact: Fact | None = None
    name: str = ""
    """Whose seat the fact is about, where that is known only when it is judged."""
    cmd_id: str | None = None
    only_after: int | None = None
    """The one entry after which it is good."""
    ballot: int | None = None
    """Of a vote: the entry that asked what it answers."""
    arrives: Viewer | None = None
    silent: bool = False
    entry: Entry | None = None
    after: AnyPosition | None = None
    steps: Sequence[AnyStep] = ()
    outcome: Accepted | Refusal | None = None
    repeats: _Pending | None = None
    losses: int = 0
    """How often another was faster."""
    judged: tuple[int, int] | None = None
    """Of a move where others write too: the turn, and the entry after which it was judged first."""
    by_head: bool = False
    """Whether it was refused for what the head was."""
    learned: bool = False
    """Whether it was read from the log, and not sent to it from here."""


class _Expectation(msgspec.Struct, frozen=True):
    """Somebody waits for an entry that the log has; it was asked so often before that."""

    seq: int
    asks: int
    then: Callable[[bool], None]


class Table:
    """One table of the house."""

    # More attributes than instances of a class can share the names of (30): in a dictionary each, what a move asks for
    # would lie far apart.
    __slots__ = (
        "_asking",
        "_asks",
        "_commands",
        "_date",
        "_expecting",
        "_failures",
        "_fault",
        "_flushing",
        "_flying",
        "_heard",
        "_log",
        "_notices",
        "_numbered",
        "_numbers",
        "_opening",
        "_pending",
        "_turn",
        "_warned",
        "actions",
        "asker_is_here",
        "attendance",
        "away",
        "bot_seconds",
        "clock",
        "consent",
        "game",
        "head",
        "hosted",
        "hurried",
        "id",
        "learning",
        "look_up_away",
        "moved_at",
        "now",
        "position",
        "shared",
        "skipped",
        "turn_actions",
        "unattended",
        "unaware",
        "viewers",
        "written",
    )

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
        self.attendance = Attendance(now)
        """Who of those who sit here is here."""
        self.bot_seconds: float | None = None
        """How long bots wait here before they act; None: as long as everywhere. Not in the log, like presence."""
        self.hurried = False
        """Whether they do not wait at all until somebody else is to act."""
        self.away: Away = lambda _: ()
        """When the players of a game over days are away, so that their time stands still."""
        self.look_up_away: Callable[[Iterable[Seat]], None] = lambda _: None
        """Have it looked up again, where another node may know more."""
        self.asker_is_here: Callable[[Sitting], bool] = lambda _: True
        """Whether somebody who has asked for a seat is in the house."""
        self.shared = log.shared
        """Whether other nodes write to its log."""
        self.unattended: Callable[[], bool] = lambda: False
        """Whether nobody on this node plays or looks on."""
        self.unaware: Callable[[], bool] = lambda: False
        """Whether this node may have slept, and knows neither what was written meanwhile nor who is where."""
        self.written: Callable[[Event], None] | None = None
        """Told of every entry that was written from here, after everybody else."""
        self.learning = False
        """Whether what is being told now was written elsewhere."""
        self.hosted = True
        """Whether somebody opened it who can ask for the start; otherwise a protocol did, for whom it starts as its
        document says.
        """
        self.skipped = 0
        """How many turns of people were skipped since one of them last moved or came back."""
        self.actions = sum(row.text.count(";") + 1 for row in rows if row.kind in ("move", "skip"))
        """How many actions the game has had."""
        self.moved_at = rows[-1].at if rows else position.charter.opened
        """When the last entry was made, by the log (milliseconds since 1970)."""
        self.turn_actions = 0
        """How many of them in this turn."""
        self._turn = 0
        self._warned = ""
        """Who is suspended if the turn they have now is skipped."""
        self.viewers: list[Viewer] = []
        self.clock = Clock(self)
        self.consent = Consent(self)
        self._log = log
        self._opening: Charter | None = position.charter if position.seq == 0 else None
        self._pending: deque[_Pending] = deque()
        self._notices: deque[Notice] = deque()
        self._numbered: tuple[Seat, ...] = ()
        self._numbers: dict[str, int] = {}
        self._commands: dict[str, tuple[int, int]] = {
            row.cmd_id: (row.seat, row.seq) for row in rows if row.cmd_id is not None
        }
        """The seat and the number of every command that had an id."""
        self._fault: StoreFault | None = None
        self._flying = 0
        """How many appends were not reported yet."""
        self._asking = False
        """Whether the log was asked for news."""
        self._asks = 0
        """How often it was."""
        self._heard = 0
        """The number of the last entry that the log is said to have."""
        self._expecting: list[_Expectation] = []
        """Who waits until an entry is known here."""
        self._flushing = False
        self._failures: list[Exception] = []

    @property
    def settled(self) -> bool:
        """Whether nothing is on its way to the log, and nothing asked of it."""
        return not (self._pending or self._flushing or self._asking)

    def present(self, name: str) -> bool:
        """Whether the player is connected and playing (suspended players are not)."""
        return self.attendance.present(name)

    def seat_of(self, name: str) -> int | None:
        """The seat that a name holds, as everybody knows it; looked for anew only after seats have changed."""
        seats = self.position.seats
        if seats is not self._numbered:
            self._numbered = seats
            self._numbers = {seat.name: number for number, seat in enumerate(seats) if not seat.quit}
        return self._numbers.get(name)

    @property
    def date(self) -> float:
        """The time of day, in seconds since 1970."""
        return self._date()

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
        fact = sat(0, msgspec.structs.replace(sitting, account=account))
        self._submit(_Pending(answer, fact, arrives=viewer, silent=silent))

    def leave(self, name: str, answer: Answer = _no_answer) -> None:
        """Give up a seat before the game starts."""
        self._submit(_Pending(answer, Left(0), name))

    def word(self, name: str, word: str, answer: Answer = _no_answer) -> None:
        """Add a word to the seed, in place of the one given before; until the game starts."""
        if (refusal := objection(word)) is not None:
            self._refuse(refusal, answer)
        else:
            self._submit(_Pending(answer, Worded(0, word), name))

    def resize(self, seats: int, answer: Answer = _no_answer) -> None:
        """Decide how many play, where it was left open."""
        self._submit(_Pending(answer, Sized(seats)))

    def start(self, answer: Answer = _no_answer) -> None:
        """Begin the game with those who sit here."""
        self._submit(_Pending(answer, Started(())))

    def move(
        self,
        seat: int,
        actions: str | Sequence[Action],
        answer: Answer = _no_answer,
        cmd_id: str | None = None,
        after: int | None = None,
    ) -> None:
        """Play one action or a batch, all or nothing, given as notation or as values; only ``after`` that entry."""
        if not isinstance(actions, str) and len(actions) == 1:  # what most protocols send
            self._submit(_Pending(answer, Moved(seat, tuple(actions)), "", cmd_id, after))
            return
        repeated = cmd_id is not None and cmd_id in self._commands
        move = Moved(seat, ()) if repeated else self._read(seat, actions)
        if isinstance(move, Refusal):
            self._refuse(move, answer)
        else:
            self._submit(_Pending(answer, move, "", cmd_id, after))

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
        self._submit(_Pending(_no_answer, Skipped(seat, self.game.skip(self.head.state, seat))))

    def undo(self, name: str, answer: Answer = _insisted, *, ask: bool = False, cmd_id: str | None = None) -> None:
        """Take back one's last move: at once where that is free, else (if wanted) by asking the others."""
        fact = Proposed(0, Motion("undo"), ()) if ask else Undone(0, 0)
        self._submit(_Pending(answer, fact, name, cmd_id))

    def propose(self, name: str, motion: Motion, answer: Answer = _insisted) -> None:
        """Ask those who are here for a pause, for the end, or to let a bot play for somebody who is not."""
        if (refusal := self.consent.why_not_propose(motion)) is not None:
            self._refuse(refusal, answer)
        else:
            self._submit(_Pending(answer, Proposed(0, motion, ()), name))

    def vote(self, name: str, yes: bool, answer: Answer = _insisted, ballot: int | None = None) -> None:
        """Agree to what was asked for (by the entry ``ballot``, if it is said), or not; who asked takes it back."""
        self._submit(_Pending(answer, Voted(0, yes), name, ballot=ballot))

    def ask_for_seat(self, seat: int, sitting: Sitting, answer: Answer = _insisted) -> None:
        """Ask those who are here for a seat that has fallen free."""
        if (refusal := self.consent.why_not_ask_for(seat)) is not None:
            self._refuse(refusal, answer)
        else:
            self._submit(_Pending(answer, Asked(seat, sitting.name, sitting.key, sitting.account)))

    def ask_no_more(self, answer: Answer = _insisted) -> None:
        """Whoever has asked for a seat does so no longer."""
        self._submit(_Pending(answer, Voted(TABLE, False)))

    def play_on(self, name: str, answer: Answer = _insisted) -> None:
        """End a pause."""
        self._submit(_Pending(answer, Paused(0, False), name))

    def carry_out(self) -> bool:
        """Do what all have agreed to, or take back what nobody can want any more; whether there was either."""
        ballot, consent = self.head.ballot, self.consent
        if ballot is None or self.head.finished:
            return False
        if consent.overtaken(ballot):
            self._submit(_Pending(_no_answer, Voted(ballot.by, False), self.head.seats[ballot.by].name))
            return True
        if ballot.sitting is not None and not self.asker_is_here(ballot.sitting):
            gone = self._date() * 1000 - self.moved_at > ASKER_SECONDS * 1000
            if gone:
                self.ask_no_more(_no_answer)
            return gone
        carried = consent.carried(ballot)
        if carried:
            self._submit(_Pending(_no_answer, consent.upshot(ballot)))
        return carried

    def quit(self, name: str, answer: Answer = _no_answer) -> None:
        """Leave a running game for good."""
        self._submit(_Pending(answer, Quit(0), name))

    def play_by_bot(self, seat: int, bot: str, answer: Answer = _no_answer) -> None:
        """Let a bot play the seat; an empty name gives it back to its player."""
        self._submit(_Pending(answer, HandedOver(seat, bot)))

    def take_back_seats(self) -> bool:
        """Give their seats back to those who were here all the time, where others had a bot play for them since their
        node was silent; whether there are such.
        """
        for number, seat in enumerate(self.head.seats):
            if seat.bot and seat.name in self.attendance.keepers and self.present(seat.name):
                self.play_by_bot(number, "", _insisted)
                return True
        return False

    def end(self, reason: EndReason, winner: int = TABLE) -> None:
        """End a game that is not played out."""
        self._submit(_Pending(_no_answer, Ended(reason, winner)))

    def _seat(self, name: str) -> int:
        seat = self.head.seat_of(name)
        return -2 if seat is None else seat

    # -- judging ----------------------------------------------------------------------------------------------------

    def _submit(self, pending: _Pending) -> None:
        """Judge a command, now or when what the log has is known."""
        self._pending.append(pending)
        if not self._judge(pending):
            self._flush()

    def _judge(self, pending: _Pending) -> bool:
        """Judge a command after the head; whether it is on its way, or has to wait."""
        fault, fact, cmd_id = self._fault, pending.fact, pending.cmd_id
        if self._asking or (fault is not None and isinstance(fault, _SURPASSED)):
            return True
        assert fact is not None
        if cmd_id is not None:
            seat = self._seat(pending.name) if pending.name else fact.seat
            if self._repeated(pending, cmd_id, seat):
                return False
        if fault is not None:
            pending.outcome = PHRASES.refusal("store")
            return False
        if type(fact) is Moved:
            if (
                self.turn_actions >= MAX_TURN_ACTIONS
                or self.actions >= MAX_GAME_ACTIONS
                or pending.only_after is not None
            ):
                refusal = self._untimely(pending)
                if refusal is not None:
                    pending.outcome, pending.by_head = refusal, True
                    return False
            if self.shared and pending.judged is None:
                pending.judged = self._turn_at_head(), self.head.seq
        elif type(fact) is not Skipped:
            if pending.ballot is not None and (self.head.ballot is None or self.head.ballot.seq != pending.ballot):
                pending.outcome, pending.by_head = PHRASES.refusal("other-question"), True
                return False
            fact = self._placed(fact, pending.name)
        entry = Entry(self.head.seq + 1, int(self._date() * 1000), fact, cmd_id)
        try:
            after, steps = advance(self.head, entry, new=True)
        except (Refused, IllegalMove) as refused:
            pending.outcome, pending.by_head = refused.refusal, True
            return False
        if pending.judged is not None and self._turn_at_head() != pending.judged[0]:
            # The turn that it was for is over, and it happens to be legal in a later one.
            seen = pending.judged[1]
            pending.outcome, pending.by_head = PHRASES.refusal("stale", last=self.head.seq, seen=seen), True
            return False
        before, self.head = self.head, after
        if steps:
            self._count(len(steps), after)
        elif isinstance(fact, Undone):
            self._recount(after)
        pending.entry, pending.after, pending.steps = entry, after, steps
        if cmd_id is not None:
            self._commands[cmd_id] = (fact.seat, entry.seq)
        opening, self._opening = self._opening, None
        done = partial(self._reported, pending)
        self._flying += 1
        rows, finished = (to_row(entry),), after.result is not None
        if steps and after.turn is None:  # the usual case
            self._log.append(self.id, rows, done, finished=finished)
            return True
        takes = isinstance(fact, Succeeded) or (isinstance(fact, Sat) and not fact.bot)
        gives = isinstance(fact, Left | Quit) or (isinstance(fact, Succeeded) and not before.seats[fact.seat].quit)
        claims = [claim_of(after, fact.seat)] if takes else ()
        released = given_back(before, fact.seat) if gives else ()
        self._log.append(
            self.id,
            rows,
            done,
            charter=opening,
            finished=finished,
            claims=claims,
            released=released,
            sketch=sketch_of(after) if after.started and not finished else None,
        )
        return True

    def _turn_at_head(self) -> int:
        """The turn of the game after everything accepted so far; all of the set-up, at which several choose, is one."""
        state = self.head.state
        return 0 if state is None else max(0, self.game.turn(state))

    def _repeated(self, pending: _Pending, cmd_id: str, seat: int) -> bool:
        """Whether a command was given before; then its outcome is that of the first."""
        first = self._commands.get(cmd_id)
        if first is None:
            return False
        first_seat, seq = first
        if first_seat != seat:
            pending.outcome, pending.by_head = PHRASES.refusal("command-used", command=cmd_id), True
            return True
        for other in self._pending:
            if other.entry is not None and other.entry.seq == seq:
                pending.repeats = other
                return True
        pending.outcome = Accepted(seq)
        return True

    def _untimely(self, pending: _Pending) -> Refusal | None:
        """Why a move is not even looked at."""
        if self.turn_actions >= MAX_TURN_ACTIONS:
            return PHRASES.refusal("turn-too-long", most=MAX_TURN_ACTIONS)
        if self.actions >= MAX_GAME_ACTIONS:
            return PHRASES.refusal("game-too-long", most=MAX_GAME_ACTIONS)
        only_after = pending.only_after
        if only_after is not None and (only_after != self.head.seq or pending.losses):
            return PHRASES.refusal("stale", last=self.head.seq, seen=only_after)
        return None

    def _placed(self, fact: Fact, name: str) -> Fact:
        """A fact as it is at the head, where seats may be numbered otherwise than when it was asked for."""
        match fact:
            case Sat():
                return msgspec.structs.replace(fact, seat=len(self.head.seats))
            case Voted(seat) if seat == TABLE:
                return fact
            case Asked(seat):
                return self.consent.placed(fact, seat)
            case Left() | Worded() | Quit() | Voted():
                return msgspec.structs.replace(fact, seat=self._seat(name))
            case Undone() | Proposed() | Paused() if name:
                return self.consent.placed(fact, self._seat(name))
            case Started():
                return Started(order_of_play(self.head.charter, self.head.words))
            case _:
                return fact

    def _judge_again(self) -> None:
        """Judge in its order what has lost to another, what was refused by a head that never was, and what came
        meanwhile.
        """
        for pending in list(self._pending):
            if pending.by_head:
                pending.outcome, pending.by_head = None, False
            if pending.entry is not None or pending.outcome is not None or pending.repeats is not None:
                continue
            if pending.losses and (pending.answer is _no_answer or pending.losses > MAX_LOSSES):
                pending.outcome = PHRASES.refusal("conflict")
            else:
                self._judge(pending)

    def _count(self, actions: int, after: AnyPosition) -> None:
        """So many actions more are on their way: a game that goes on for ever is ended by the clock."""
        self.actions += actions
        turn = self.game.turn(after.state)
        if turn == self._turn:
            self.turn_actions += actions
        else:
            self._turn, self.turn_actions = turn, 0

    def _recount(self, after: AnyPosition) -> None:
        """Something was taken back: what it counted for is not the next player's."""
        self._turn, self.turn_actions = self.game.turn(after.state), 0

    def _refuse(self, refusal: Refusal, answer: Answer) -> None:
        self._pending.append(_Pending(answer, outcome=refusal))
        self._flush()

    # -- the log's reports ------------------------------------------------------------------------------------------

    def _reported(self, pending: _Pending, fault: StoreFault | None) -> None:
        entry = pending.entry
        assert entry is not None
        self._flying -= 1
        if fault is None:
            pending.outcome = Accepted(entry.seq)
        else:
            self._undo(pending, fault)
        self._flush()

    def _undo(self, pending: _Pending, fault: StoreFault) -> None:
        """An entry is not in the log: what it has brought about here has not been."""
        former = self._fault
        if former is not None and not isinstance(former, _SURPASSED):
            fault = former  # what fails after the first failure fails because of it
        elif former is None or not isinstance(fault, _SURPASSED):
            self._fault = fault
        self.actions -= len(pending.steps)
        self.turn_actions = max(0, self.turn_actions - len(pending.steps))
        if pending.cmd_id is not None:
            self._commands.pop(pending.cmd_id, None)
        if isinstance(fault, Conflict):
            pending.losses += 1
            pending.entry, pending.after, pending.steps = None, None, ()
        elif isinstance(fault, Claimed):
            assert isinstance(pending.fact, Sat | Succeeded)
            if isinstance(pending.fact, Succeeded) and self.position.ballot is not None:
                self.consent.unseatable = self.position.ballot.sitting
            pending.outcome = PHRASES.refusal("name-taken", name=pending.fact.name)
        else:
            pending.outcome = PHRASES.refusal("unsure" if isinstance(fault, InDoubt) else "store")

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
        if self._heard > self.position.seq:
            self._look()
        if self._expecting:
            self._meet(lambda each: each.seq <= self.position.seq, known=True)
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
        if entry is not None and isinstance(outcome, Accepted) and entry.seq == self.position.seq + 1:
            self._tell(first, outcome)
            return True
        # (Accepted with another number: it stands behind another writer's entry, and is told when we have caught up.)
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
        self.moved_at = entry.at
        former: Viewer | None = None
        if not isinstance(entry.fact, Moved):
            if isinstance(entry.fact, Left):
                former = self.attendance.keepers.get(before.seats[entry.fact.seat].name)
            self._arrivals(entry.fact, before, pending)
        elif self.skipped and not before.seats[entry.fact.seat].bot:
            self.skipped = 0
        suspends = self._lapsed(entry.fact, before, after) if self._warned else ""
        age = max(0.0, self._date() - entry.at / 1000) if self.shared else 0.0
        presences, deadlines = self.attendance.presences, self.clock.set_hands(age)
        event = Event(entry, before, after, pending.steps, presences, deadlines, suspends)
        self._answer(pending.answer, outcome)
        if pending.learned:
            self.learning = True
        for viewer in tuple(self.viewers):
            try:
                viewer.told(event)
            except Exception as failure:  # the others hear of it all the same
                self._failures.append(failure)
        if self.learning:
            self.learning = False
        elif self.written is not None:
            self.written(event)
        if suspends:
            self.suspend(suspends)
        if former is not None and isinstance(former, Keeper):
            try:
                former.shown_out(self)
            except Exception as failure:
                self._failures.append(failure)

    def _arrivals(self, fact: Fact, before: AnyPosition, pending: _Pending) -> None:
        """Keep presence in step with who sits here."""
        match fact:
            case Sat(_, name):
                if pending.silent:
                    self.attendance.silent.add(name)
                if pending.arrives is not None:
                    self.attendance.comes(name, pending.arrives)
                    self.clock.arrived(name)
                    self.watch(pending.arrives)
                elif pending.learned and name not in self.attendance.elsewhere:
                    self._expect_player(name)
            case Succeeded(seat, name):
                former = before.seats[seat].name
                self._absent(former)
                self.attendance.silent.discard(former)
                self.clock.arrived(former)
                if name not in self.attendance.elsewhere:
                    self._expect_player(name)
            case HandedOver(_, bot) if bot:
                self.clock.handed_over = True
            case Skipped(seat):
                self.skipped += not before.seats[seat].bot
            case Left(seat) | Quit(seat):
                name = before.seats[seat].name
                self._absent(name)
                self.attendance.silent.discard(name)
                self.clock.arrived(name)

    def _expect_player(self, name: str) -> None:
        """Somebody has just taken a seat, and is not seen here yet."""
        self.attendance.was_here(name)
        self.clock.expect(name)

    def _absent(self, name: str) -> None:
        """Nobody keeps the name's seat any more."""
        self.attendance.goes(name)
        self._unwarn(name)

    def _lapsed(self, fact: Fact, before: AnyPosition, after: AnyPosition) -> str:
        """Who was warned and has let the turn run out that ends here, '' if nobody has."""
        if self.game.turn(before.state) == self.game.turn(after.state):
            return ""
        warned, self._warned = self._warned, ""
        skipped = isinstance(fact, Skipped) and before.seats[fact.seat].name == warned
        return warned if skipped and not after.finished else ""

    def _recover(self) -> bool:
        """After a failure, once nothing is on its way: fall back to what the log holds; whether that could be done."""
        if self._flying or self._asking:
            return False
        fault, self._fault = self._fault, None
        self.head = self.position
        if self.position.seq == 0:
            self._opening = self.position.charter
        if isinstance(fault, _SURPASSED) and self.position.seq:
            self._ask(lost=isinstance(fault, Conflict))
        else:
            self._lose_first()
            self.clock.rest()
            self._judge_again()
        return True

    def _lose_first(self) -> None:
        """Whoever has lost first has lost to nobody that can be found: it is told so, and does not try again."""
        first = next((each for each in self._pending if each.losses and each.outcome is None), None)
        if first is not None and first.entry is None:
            first.outcome = PHRASES.refusal("conflict")

    # -- what other nodes write ---------------------------------------------------------------------------------------

    def hear(self, seq: int) -> None:
        """The log is said to have an entry of that number; if it is new, it is asked for. It may be wrong, or late."""
        self._heard = max(self._heard, seq)
        if self._heard > self.position.seq:
            self._look()

    def expect(self, seq: int, then: Callable[[bool], None]) -> None:
        """Call when an entry that the log has is known here, or cannot be; whether it is."""
        if seq <= self.position.seq:
            then(True)
        else:
            self._expecting.append(_Expectation(seq, self._asks, then))
            self.hear(seq)

    def _meet(self, met: Callable[[_Expectation], bool], *, known: bool) -> None:
        """Call those who need not wait any longer."""
        meeting = [each for each in self._expecting if met(each)]
        self._expecting = [each for each in self._expecting if each not in meeting]
        for each in meeting:
            try:
                each.then(known)
            except Exception as failure:
                self._failures.append(failure)

    def learn(self, rows: Sequence[Row]) -> None:
        """These entries were found in the log after those known here."""
        if not self.settled:
            self.hear(rows[-1].seq)
        else:
            self._follow(rows)
            self._flush()

    def _look(self) -> None:
        """Ask for what the log is said to have; what is on its way now finds it out by itself."""
        if not (self._flying or self._asking or self._flushing or self._fault) and self.position.seq:
            self._ask()

    def _ask(self, *, lost: bool = False) -> None:
        """Ask for what the log has, after something was ``lost`` to somebody or not."""
        self._asking = True
        self._asks += 1
        self._log.news({self.id: self.position.seq}, partial(self._told_news, lost))

    def _told_news(self, lost: bool, news: News | StoreFault) -> None:
        """What the log has; without an answer those who have lost are told that nothing can be saved."""
        self._asking = False
        asks = self._asks
        self._heard = max((each.seq for each in self._expecting if each.asks == asks), default=0)
        rows = () if isinstance(news, StoreFault) else news.rows.get(self.id, ())
        if rows:
            self._follow(rows)
        elif isinstance(news, StoreFault):
            for pending in self._pending:
                if pending.losses and pending.entry is None and pending.outcome is None:
                    pending.outcome = PHRASES.refusal("store")
            self.clock.rest()
        elif lost:
            self._lose_first()
            self.clock.rest()
        self._judge_again()
        if self._expecting:
            fails = isinstance(news, StoreFault)
            self._meet(lambda each: each.seq > self.position.seq and (fails or each.asks < asks), known=False)
        self._flush()

    def _follow(self, rows: Sequence[Row]) -> None:
        """Entries of another writer are told like our own."""
        try:
            for row in rows:
                if row.seq != self.position.seq + 1:
                    continue
                entry, after, steps = follow(self.position, row)
                self.head = after
                if steps:
                    self._count(len(steps), after)
                elif isinstance(entry.fact, Undone):
                    self._recount(after)
                if entry.cmd_id is not None:
                    self._commands[entry.cmd_id] = (row.seat, entry.seq)
                self._tell(_Pending(_no_answer, entry=entry, after=after, steps=steps, learned=True), Accepted(row.seq))
        except DamagedLog as damage:
            self._failures.append(damage)

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

        Where people have seats one of them must be there (but in a game over days), where only bots sit somebody must
        be looking on.
        """
        position = self.position
        if not position.started or position.finished or position.paused:
            return None
        if any(not seat.bot and not seat.quit for seat in position.seats):
            if position.turn is None and not self.with_people():
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
        former = self.attendance.comes(name, viewer)
        if former is not None and former is not viewer:
            self.unwatch(former)
        self.skipped = 0
        self.watch(viewer)
        self._unwarn(name)
        self.clock.arrived(name)
        seat = self.head.seat_of(name)
        if seat is not None and self.head.seats[seat].bot:
            self.play_by_bot(seat, "", _insisted)
        self._notice(name, Presence.HERE)
        return former

    def place_elsewhere(self, names: Mapping[str, Presence]) -> None:
        """These keep their seats on other nodes, and nobody else does; who keeps one here too does so still."""
        news = self.attendance.place_elsewhere(names)
        for name, presence in news.items():
            if presence is Presence.HERE:
                self.skipped = 0
            if presence is not Presence.AWAY:
                self.clock.arrived(name)
            self._notices.append(Notice(self.id, name, presence))
        if news:
            self._flush()

    def yield_seat(self, name: str) -> Viewer | None:
        """The player has come back to their seat on another node; whoever kept it here is returned."""
        former = self.attendance.moves_on(name)
        if former is not None:
            self.unwatch(former)
            self._unwarn(name)
        return former

    def suspend(self, name: str) -> None:
        """A connected player is passed over until they ask to come back."""
        if self.attendance.suspends(name):
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
        names = [name for name, keeper in self.attendance.keepers.items() if keeper is viewer]
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
            if pending.arrives is viewer and pending.outcome is None and isinstance(pending.fact, Sat):
                pending.arrives = None
                names.append(pending.fact.name)
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
