"""A server is examined: the kit plays a whole game against it, and the reference plays the same game beside it.

How it works. All seats of a table are the kit's. Each has a random player (``driving``), a connection to the server and
one to the reference (``reference``). Whatever a player says goes to both; what the server answers is held, message by
message, against what the reference answers, which is what the document demands. Players hear the reference, so that
they stay in their right minds whatever the server does. Now and then somebody says something aside (a probe), mostly
what must be refused: the answer belongs to nobody, and nothing may come of it.

What chance brings on the server is told by the server; the kit of the protocol reads it off its messages
(``ServerKit.deal``, ``foresee``) before the reference goes on.

What must stay true: one request is on its way at a time, so that whatever comes belongs to it. What people are told in
words is never judged. After a message too many or too few the two games have parted, and the examination of this game
ends; after one that is wrong in itself it goes on.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import partial
from itertools import compress
from random import Random
from typing import Any

import msgspec

from bottega.conform.driving import Driven
from bottega.conform.kit import GAME, SECRETS, UNREADABLE, Impossible, Moment, Probe, Read, ServerKit, difference, form
from bottega.conform.links import Link, Wire
from bottega.conform.reference import Deal, Peer, Reference
from bottega.conform.report import Finding, Outcome, Report
from bottega.games.core import Action
from bottega.players.player import NotWelcome
from bottega.table.position import AnyPosition

NAMES = ("ann", "bob", "cay", "dan")
LETTERS = "abcdefghijkmnpqrstuvwxyz"
TAIL = 14
"""So many lines are shown before a finding."""
LONGEST_LINE = 2000
PROBES_AT_ONCE = 2
MOST_STRAYS = 5
"""So often may a player of the kit come back because it was refused what it thought it could do."""
PARTED = (
    "a game was not played to its end: after what was found there, the server's game is another than the kit's; "
    "--section examines others alone"
)
TAKEN = "what should have been refused was not: what is found after that may follow from it"
QUIET_SECONDS = 0.3
"""How long is listened for what should not come, where nothing else would show it."""


def family_name(chance: Random) -> str:
    """A few letters, so that names which end with them are most likely free on a server that keeps names."""
    return "".join(chance.choice(LETTERS) for _ in range(4))


class Pace(msgspec.Struct, frozen=True):
    """How long is waited for what."""

    answer: float = 5.0
    """For an answer to a request."""
    start: float = 60.0
    """For a game to start by itself, for a client to come."""
    move: float = 60.0
    """For a client to do what everybody waits for."""
    ping: float = 2.0
    """Between pings to a client."""


MISREAD = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)
"""What comes of reading a message that is not what it should be."""

Tell = Callable[[str], None]
"""Whom to tell how far it is."""


class Seat:
    """A player of the kit, with both connections."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.wire: Wire | None = None
        self.peer: Peer | None = None
        self.driven: Driven
        self.heard: deque[str] = deque()
        """What the server has said and nobody has looked at."""
        self.secrets: dict[str, str] = {}
        """What the reference calls what the server calls otherwise."""
        self.secret = ""
        self.own: list[Read] = []
        """What it was told in private."""
        self.known: list[Read] = []
        """What was told that may be told again."""
        self.gone = False
        """Whether the server's end of the connection was seen to be closed."""


class Step(msgspec.Struct, frozen=True):
    """What is under way."""

    seat: str = ""
    probe: Probe | None = None
    request: str = ""


class Examination:
    """One game with a server."""

    def __init__(
        self,
        kit: ServerKit,
        link: Link,
        report: Report,
        chance: Random,
        pace: Pace | None = None,
        tell: Tell = lambda _: None,
        seats: int | None = None,
        family: str | None = None,
    ) -> None:
        self._kit, self._link, self._report, self._chance = kit, link, report, chance
        self._family = family or family_name(chance)
        """What the names of all its players end with."""
        self._pace = pace or Pace()
        self._tell = tell
        self._size = seats or kit.players
        self._fixed = seats is not None
        self._seats: list[Seat] = []
        self._reference: Reference | None = None
        self._lines: deque[str] = deque(maxlen=TAIL)
        self._step = Step()
        self._parted = False
        self._said: Counter[int] = Counter()
        self._secret_values: dict[str, str] = {}
        self._requests = 0
        self._dropped = 0
        self._strays = 0
        self._speaker = ""
        self._returning = ""
        self._dropping = False
        self._undealt = False
        """Whether what was dealt, or drawn, could not be read off what was told."""

    # -- the game -----------------------------------------------------------------------------------------------------

    def play(self, only_lobby: bool = False) -> None:
        """Play the game, to its end or until the two games part; or only until it has started."""
        waiting = (f"{name}{self._family}" for name in NAMES)
        self._kit.begin()
        try:
            while not self._parted:
                for seat in self._seats:
                    self._go_on(seat)
                speaker = self._next_speaker()
                if self._parted or (only_lobby and self._state() is not None):
                    return
                if speaker is not None:
                    self._request(speaker)
                elif all(seat.driven.done for seat in self._seats) and len(self._seats) == self._size:
                    self._end()
                    return
                elif len(self._seats) < self._size:
                    self._seat(next(waiting))
                elif not self._hush():
                    self._idle()
        finally:
            if self._parted:
                self._note(PARTED)
            for seat in self._seats:
                seat.driven.leave()
                if seat.wire is not None:
                    seat.wire.close()

    def _next_speaker(self) -> Seat | None:
        """Who has something to say: whoever has begun finishes first, as if all of it had been sent at once."""
        speakers = [seat for seat in self._seats if seat.driven.unsaid]
        return next((seat for seat in speakers if seat.name == self._speaker), speakers[0] if speakers else None)

    def _go_on(self, seat: Seat) -> None:
        try:
            seat.driven.go_on()
        except NotWelcome:
            self._part(self._kit.section(UNREADABLE), "the player was not let in")

    def _seat(self, name: str) -> None:
        """One more player comes."""
        seat = Seat(name)
        seat.driven = Driven(
            self._kit.player(name, Random(self._chance.random()), self._size), partial(self._open, seat)
        )
        self._seats.append(seat)
        self._go_on(seat)

    def _open(self, seat: Seat) -> None:
        """A player connects, to both; whoever was still connected has lost the way, and begins anew."""
        if seat.peer is not None and seat.wire is not None and not seat.peer.gone:
            self._strays += 1
            if self._strays > MOST_STRAYS:
                self._parted = True
                self._report.notes.append("a player of the kit lost its way: this game was not played to its end")
                return
            seat.wire.close()
            seat.peer.drops()
            seat.peer = seat.wire = None
            self._compare(feed=True)
        seat.wire = self._link.open()
        seat.heard, seat.gone = deque(), False
        self._lines.append(f"{seat.name} connects")
        if self._reference is None:
            self._wait(lambda: bool(seat.heard) or not self._kit.greets, self._pace.answer)
            if not self._fixed and seat.heard:
                with suppress(*MISREAD):
                    self._size = self._kit.size(seat.heard[0]) or self._size
            self._reference = Reference(self._kit.settings(self._size), self)
        seat.peer = self._reference.connect(self._kit.dialect, self._kit.profile)
        self._step = Step(seat.name)
        greeting = len(self._due(seat))
        self._wait(lambda: len(seat.heard) >= greeting, self._pace.answer)
        if seat.peer.inbox and seat.heard and (own := self._kit.secret(seat.peer.inbox[0])):
            seat.secret = own
            with suppress(*MISREAD):
                self._take_secret(seat, own)
        self._compare(feed=True)

    def _take_secret(self, seat: Seat, own: str) -> None:
        """Keep what the server has given somebody to repeat; nobody else may have the same."""
        theirs = seat.secrets[own] = self._kit.secret(seat.heard[0])
        owner = self._secret_values.setdefault(theirs, seat.name)
        if theirs and owner != seat.name:
            kind, _ = self._kit.read(seat.heard[0], None)
            self._part(self._kit.section(kind), f"{seat.name} is given the same secret as {owner}")

    def _request(self, seat: Seat) -> None:
        """Say what a player wants said; before it, now and then, something that must be refused."""
        text, self._speaker = seat.driven.unsaid.popleft(), seat.name
        if not self._kit.hasty(text):
            for probe, by, words in self._probes(seat, text):
                self._exchange(by, words, probe)
                if self._parted:
                    return
        self._requests += 1
        if self._requests % 25 == 0:
            self._tell(f"{self._requests} requests")
        self._exchange(seat, text, None)
        if self._kit.returns and not self._parted:
            self._maybe_drop(seat)

    def _probes(self, seat: Seat, text: str) -> list[tuple[Probe, Seat, str]]:
        """What is said out of order before this request."""
        others = [each for each in self._seats if each is not seat and each.peer and not each.peer.gone]
        other = self._chance.choice(others) if others else seat
        state, names = self._state(), self._names()
        moment = Moment(
            seat.name,
            other.name,
            text,
            state,
            {name: number for number, name in enumerate(names)},
            {each.name: each.secret for each in self._seats},
            self._chance,
        )
        found: list[tuple[Probe, Seat, str]] = []
        order = sorted(range(len(self._kit.probes)), key=lambda number: (self._said[number], self._chance.random()))
        for number in order:
            probe = self._kit.probes[number]
            if self._said[number] >= probe.times or probe.section not in self._report.sections:
                continue
            if (probe.by_other and other is seat) or self._chance.random() > probe.often:
                continue
            words = probe.make(moment)
            if words is not None:
                self._said[number] += 1
                found.append((probe, other if probe.by_other else seat, words))
                if len(found) == PROBES_AT_ONCE:
                    break
        return found

    def _exchange(self, seat: Seat, text: str, probe: Probe | None) -> None:
        assert seat.wire is not None
        assert seat.peer is not None
        out = text
        for own, theirs in seat.secrets.items():
            out = out.replace(own, theirs)
        with suppress(*MISREAD):
            out = self._kit.outward(out)
        self._lines.append(_line(seat.name, ">", out))
        self._step = Step(seat.name, probe, text)
        seat.wire.say(out)
        self._learn(seat, text)
        seat.peer.says(text)
        silent = not any(self._due(each) for each in self._seats)
        self._compare(feed=probe is None)
        if probe is not None and silent and not self._parted:
            self._report.hold(probe.section)

    def _learn(self, seat: Seat, text: str) -> None:
        """Let the reference know what the answer to a question tells of the deal."""
        state, names = self._state(), self._names()
        if state is None or seat.name not in names or not self._kit.curious(text):
            return
        number = names.index(seat.name)
        known = self._told(lambda heard: self._kit.learn(state, number, text, heard[seat.name]), self._pace.answer)
        if known is not None and self._reference is not None and self._reference.table is not None:
            self._reference.table.know(known)

    def _hush(self) -> bool:
        """Nobody has anything to say: whoever waited for so long only is told that nothing comes."""
        impatient = [seat for seat in self._seats if seat.driven.impatient]
        for seat in impatient:
            seat.driven.silence = True
        return bool(impatient)

    def _idle(self) -> None:
        """Nobody has anything to say: something has to happen by itself."""
        assert self._reference is not None
        self._step = Step()
        self._wait(lambda: any(seat.heard or seat.gone for seat in self._seats), self._pace.start)
        before = self._state()
        self._reference.wait(self._reference.house.settings.lobby_seconds + 1)
        if self._state() is before and not any(seat.peer and seat.peer.inbox for seat in self._seats):
            self._compare(feed=True)
            if not self._parted:
                self._part(GAME, "the game does not go on")
            return
        self._compare(feed=True)

    def _maybe_drop(self, speaker: Seat) -> None:
        """Somebody who is not asked for anything loses the connection, and comes back."""
        if self._state() is None or self._dropped >= self._kit.drops or self._chance.random() > 0.05:
            return
        others = [seat for seat in self._seats if seat is not speaker]
        for seat in others:
            self._go_on(seat)
        idle = [seat for seat in others if not seat.driven.unsaid and not seat.driven.done]
        if self._parted or not idle or not self._kit.may_drop(self._state(), self._names().index(idle[0].name)):
            return
        self._drop(idle[0])

    def _drop(self, seat: Seat) -> None:
        assert seat.wire is not None
        assert seat.peer is not None
        self._dropped += 1
        self._lines.append(f"{seat.name} drops")
        self._step = Step(seat.name)
        seat.wire.close()
        seat.gone = True
        seat.peer.drops()
        if self._kit.optional:
            self._wait(lambda: False, QUIET_SECONDS)
        self._dropping = bool(self._kit.drop_section)
        self._compare(feed=True)
        self._dropping = False
        self._wait(lambda: False, QUIET_SECONDS)
        seat.driven.lost = True
        self._returning = seat.name
        self._go_on(seat)
        while seat.driven.unsaid and not self._parted:  # nobody else goes on meanwhile: no turn is lost
            self._request(seat)
            self._go_on(seat)
        self._returning = ""

    def _end(self) -> None:
        """Everybody has finished: see that nothing more comes."""
        self._step = Step()
        self._wait(lambda: False, QUIET_SECONDS)
        self._compare(feed=False)
        for number, text in self._kit.epilogue:
            seat = self._seats[number]
            if not self._parted and seat.peer is not None and not seat.peer.gone:
                self._exchange(seat, text, None)
        if not self._parted:
            self._report.hold(GAME)
            self._report.hold(SECRETS)

    # -- what the reference asks --------------------------------------------------------------------------------------

    def deal(self, names: tuple[str, ...]) -> Deal | None:
        """What the server has dealt."""
        deal = self._told(lambda heard: self._kit.deal(heard), self._pace.start)
        if deal is None:
            self._undealt = True
            return None
        if sorted(deal.order) != sorted(names):
            self._part(self._kit.dealt, f"{', '.join(deal.order)} play, but {', '.join(names)} sat down")
            return None
        assert isinstance(deal, Deal)
        return deal

    def foresee(self, position: AnyPosition, seat: int, actions: Sequence[Action]) -> Any:
        """The state in which these actions bring to light what the server says they do."""
        mover = next(each for each in self._seats if each.name == position.seats[seat].name)
        question = self._kit.aside(position.state, seat, actions)
        if question and mover.wire is not None:
            self._lines.append(_line(mover.name, ">", question))
            mover.wire.say(question)
        state = self._told(lambda heard: self._kit.foresee(position.state, seat, actions, heard), self._pace.answer)
        if question:
            answer = next((text for text in mover.heard if self._kit.answers_aside(text)), None)
            if answer is not None:
                mover.heard.remove(answer)
            elif not self._parted:
                self._part(self._kit.dealt, f"{mover.name} asks {question}, and is not answered")
        if state is None:
            self._undealt = True
        return position.state if state is None else state

    def _told(self, read: Callable[[dict[str, list[str]]], Any], seconds: float) -> Any:
        """What can be read off the server's messages, as soon as it can; None if that does not come about."""
        found: Any = None

        def look() -> bool:
            nonlocal found
            heard = {seat.name: list(seat.heard) for seat in self._seats}
            found = read(heard)
            return found is not None

        try:
            self._wait(look, seconds)
        except Impossible as impossible:
            self._part(impossible.section or self._kit.dealt, str(impossible))
            self._undealt = True
        except MISREAD:
            return None  # it is not what it should be: the comparison will say so
        return found

    def _state(self) -> Any:
        table = None if self._reference is None else self._reference.table
        return None if table is None else table.position.state

    def _names(self) -> tuple[str, ...]:
        table = None if self._reference is None else self._reference.table
        return () if table is None else tuple(seat.name for seat in table.position.seats)

    # -- listening ----------------------------------------------------------------------------------------------------

    def _wait(self, enough: Callable[[], bool], seconds: float) -> None:
        """Listen until it is enough, or for so long."""
        until = self._link.now() + seconds
        while True:
            self._listen()
            if enough():
                return
            left = until - self._link.now()
            if left <= 0:
                return
            self._link.poll(left)

    def _listen(self) -> None:
        for seat in self._seats:
            wire = seat.wire
            if wire is None:
                continue
            while wire.inbox:
                text = wire.inbox.popleft()
                pong = self._pong(text)
                if pong:
                    self._report.hold(self._kit.ping_section)
                    wire.say(pong)
                    continue
                if self._kit.ignored(text):
                    continue
                self._lines.append(_line(seat.name, "<", text))
                seat.heard.append(self._inward(text))
            if wire.closed and not seat.gone:
                seat.gone = True
                self._lines.append(f"{seat.name} is cut off")

    def _inward(self, text: str) -> str:
        try:
            return self._kit.inward(text)
        except Impossible as impossible:
            self._part(impossible.section or self._kit.dealt, str(impossible))
        except MISREAD:
            pass  # it is not what it should be: the comparison will say so
        return text

    def _pong(self, text: str) -> str:
        with suppress(*MISREAD):
            return self._kit.pong(text)
        return ""

    # -- judging ------------------------------------------------------------------------------------------------------

    def _compare(self, feed: bool) -> None:
        """Hold what came against what should have come."""
        expected: dict[str, list[str]] = {}
        for seat in self._seats:
            expected[seat.name] = self._due(seat)
            if seat.peer is not None:
                seat.peer.inbox.clear()
        awaited = {name: self._awaited(texts) for name, texts in expected.items()}
        self._wait(
            lambda: all(self._awaited(seat.heard) >= awaited[seat.name] or seat.gone for seat in self._seats),
            self._pace.answer,
        )
        for seat in self._seats:
            got = list(seat.heard)
            seat.heard.clear()
            self._judge(seat, expected[seat.name], got)
            if feed:
                seat.driven.heard += expected[seat.name]
        if self._undealt and not self._parted:
            self._part(self._kit.dealt, "what was dealt cannot be read off what was told")
        self._look_for_ends()

    def _awaited(self, texts: Iterable[str]) -> int:
        """How many of these messages are worth waiting for."""
        if not self._kit.optional:
            return len(list(texts))
        return sum(self._safe_read(text)[0] not in self._kit.optional for text in texts)

    def _due(self, seat: Seat) -> list[str]:
        """What the reference has said to somebody."""
        return [] if seat.peer is None else [text for text in seat.peer.inbox if not self._kit.ignored(text)]

    def _judge(self, seat: Seat, expected: list[str], got: list[str]) -> None:
        for text in got:
            self._overheard(seat, text)
        should = [self._kit.read(text, self._state()) for text in expected]
        does = [self._safe_read(text) for text in got]
        if wrong := self._kit.disorder(does):
            self._find(self._section(seat, wrong[0]), f"{seat.name}: {wrong[1]}")
        should, expected = self._condensed(seat, should, expected)
        does, got = self._condensed(seat, does, got)
        if self._kit.free_order:
            should, expected = self._sorted(should, expected)
            does, got = self._sorted(does, got)
        seat.own += [read for read in should if read[0] in self._kit.private]
        seat.known += [read for read in should if read[0] in self._kit.again and read in does]
        matcher = SequenceMatcher(None, [kind for kind, _ in should], [kind for kind, _ in does], autojunk=False)
        for what, first, last, begin, end in matcher.get_opcodes():
            if what == "equal":
                for at in range(last - first):
                    self._hold_against(seat, expected[first + at], should[first + at], does[begin + at])
            else:
                self._amiss(seat, should[first:last], expected[first:last], does[begin:end], got[begin:end])

    def _condensed(self, seat: Seat, read: list[Read], texts: list[str]) -> tuple[list[Read], list[str]]:
        """Only what counts."""
        try:
            counts = self._kit.condense(seat.name, read)
        except MISREAD:
            return read, texts
        return list(compress(read, counts)), list(compress(texts, counts))

    def _sorted(self, read: list[Read], texts: list[str]) -> tuple[list[Read], list[str]]:
        """Messages in an order that does not depend on the order in which they came."""
        order = sorted(range(len(read)), key=lambda at: (read[at][0], self._kit.rank(*read[at])))
        return [read[at] for at in order], [texts[at] for at in order]

    def _safe_read(self, text: str) -> tuple[str, Any]:
        try:
            return self._kit.read(text, self._state())
        except MISREAD:
            return UNREADABLE, text

    def _hold_against(self, seat: Seat, line: str, should: tuple[str, Any], does: tuple[str, Any]) -> None:
        kind = should[0]
        section = self._section(seat, kind)
        wanted, said = self._kit.settle(kind, should[1], does[1])
        if self._undealt:  # the reference has dealt something else: only the forms can be compared
            wanted, said = form(wanted), form(said)
        wrong = difference(wanted, said)
        if not wrong:
            self._report.hold(section)
        elif self._kit.tells_secret(wrong, kind):
            self._find(SECRETS, f"{kind}: {wrong}", line)
        else:
            self._find(section, f"{kind}: {wrong}", line)

    def _amiss(
        self,
        seat: Seat,
        should: list[tuple[str, Any]],
        expected: list[str],
        does: list[tuple[str, Any]],
        got: list[str],
    ) -> None:
        """There is too much, too little, or something else."""
        wanted, came = [kind for kind, _ in should], [kind for kind, _ in does]
        optional = self._kit.optional
        again = [read for read in (*should, *does) if not self._again(seat, read)]
        if not again and not (wanted and came):
            return
        if not wanted and optional.issuperset(came):
            return
        if not came and optional.issuperset(wanted) and not self._dropping:
            return
        if self._step.probe is not None and wanted and came:
            self._note(TAKEN)
        # After another answer to what was said aside the games are still the same, unless something came of it.
        self._parted = self._step.probe is None or self._step.seat != seat.name or len(wanted) != len(came)
        if not wanted and any(read[0] in self._kit.private and read not in seat.own for read in does):
            self._find(SECRETS, f"{seat.name} is told {came[0]}, which is somebody else's")
        elif not wanted:
            section = self._section(seat, came[0])
            self._find(section, f"{seat.name} is told {', '.join(came)}, for which there is no reason")
        elif not came:
            told = "is cut off instead" if seat.gone else "did not come"
            self._find(self._section(seat, wanted[0]), f"{seat.name}: {', '.join(wanted)} {told}", *expected)
        else:
            section = self._section(seat, wanted[0])
            self._find(section, f"{seat.name}: {', '.join(came)} came instead of {', '.join(wanted)}", *expected)

    def _again(self, seat: Seat, read: Read) -> bool:
        """Whether somebody was told that before, and may be told it again or not."""
        return read[0] in self._kit.again and read in seat.known

    def _section(self, seat: Seat, kind: str) -> str:
        """What a message belongs to: to the probe that it answers, or to the part of the document about its kind."""
        probe = self._step.probe
        if self._dropping:
            return self._kit.drop_section
        if self._returning and self._returning == self._step.seat and self._kit.return_section and probe is None:
            return self._kit.return_section
        return self._kit.section(kind, self._step.request) if probe is None else probe.section

    def _overheard(self, seat: Seat, text: str) -> None:
        """Whether somebody is told somebody else's secret."""
        for secret, owner in self._secret_values.items():
            if owner != seat.name and secret and secret in text:
                self._find(SECRETS, f"{seat.name} is told the secret of {owner}")
        for other in self._seats:
            if other is not seat and any(secret in text for secret in other.driven.player.secrets):
                self._find(SECRETS, f"{seat.name} is told the secret of {other.name}")

    def _look_for_ends(self) -> None:
        """Whether connections end on both sides, where the document has something to say about that."""
        for seat in self._seats:
            if seat.peer is None or seat.wire is None:
                continue
            if seat.peer.gone and not seat.driven.lost:
                if self._kit.closing:
                    self._wait(lambda seat=seat: seat.gone, self._pace.answer)  # type: ignore[misc]  # bound at once
                    if seat.gone:
                        self._report.hold(self._kit.closing)
                    else:
                        self._find(self._kit.closing, f"{seat.name} is not disconnected")
                seat.driven.lost = True
            elif seat.gone and not seat.peer.gone and not self._parted:
                probe = self._step.probe
                self._part(probe.section if probe else GAME, f"{seat.name} is cut off")

    def _note(self, text: str) -> None:
        if text not in self._report.notes:
            self._report.notes.append(text)

    def _find(self, section: str, what: str, *expected: str) -> None:
        lines = tuple(self._lines)
        news = self._report.find(section, Finding(what, tuple(line[:LONGEST_LINE] for line in expected), lines))
        if news and self._report.outcome(section) is Outcome.BROKEN:
            self._tell(f"broken: {section} {what}")

    def _part(self, section: str, what: str) -> None:
        self._find(section, what)
        self._parted = True


def _line(name: str, way: str, text: str) -> str:
    return f"{name}{way} {text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + '…'}"
