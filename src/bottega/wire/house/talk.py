"""What is said at tables: durable first, then told, in one order for everybody.

How it works. A line goes to the store, which gives it its number; when it is durable, whatever the store has that was
not told yet is read beside those who play and told to all who follow the table here. So lines that came by another way
(another node's) are told with the next one, and nobody sees two lines in another order than the store has them.

Talk is no entry of the log: it is no part of the game, it may be forgotten one day without breaking a chain, and it is
not in an export. What must stay true: nothing is told that would not survive, and no line is told twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import islice

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_CHAT, MAX_TALK, TALK_LINES
from bottega.store.log import Log, Remark, StoreFault
from bottega.table.beside import Run, Wanted, always
from bottega.table.phrases import PHRASES as TABLE_PHRASES
from bottega.wire.house.messages import Said
from bottega.wire.house.phrases import PHRASES

Lines = dict[int, Remark]


class _Heard:
    """What is known of the talk at one table: the number of the last line, and the last few."""

    def __init__(self, table: str, lines: Lines) -> None:
        self.last = 0
        self.lines: deque[Said] = deque(maxlen=KEPT_CHAT)
        self.take(table, lines)

    def take(self, table: str, lines: Lines) -> list[Said]:
        """Add what is new; it is given back."""
        news = [said(table, number, remark) for number, remark in lines.items() if number > self.last]
        if news:
            self.last = news[-1].number
            self.lines.extend(news)
        return news


class Talk:
    """The talk at every table that somebody follows over this protocol."""

    def __init__(self, log: Log, run: Run, tell: Callable[[Said], None]) -> None:
        self._log = log
        self._run = run
        self._tell = tell
        self._heard: dict[str, _Heard] = {}

    def lately(self, table: str) -> tuple[Said, ...]:
        """The last lines, as far as they are known here."""
        heard = self._heard.get(table)
        return () if heard is None else tuple(heard.lines)

    def forget(self, table: str) -> None:
        """Nobody listens there any more."""
        self._heard.pop(table, None)

    def forget_lines(self) -> None:
        """Some lines are no longer there: read them all anew, and tell no line again."""
        for table, heard in self._heard.items():
            self._read_again(table, heard)

    def _read_again(self, table: str, heard: _Heard) -> None:
        def read(lines: Lines | Refusal | None) -> None:
            heard.lines.clear()
            if isinstance(lines, dict):
                heard.lines.extend(said(table, number, each) for number, each in lines.items() if number <= heard.last)

        self._read(table, 0, read, always)

    def listen(self, table: str, then: Callable[[Refusal | None], None], wanted: Wanted = always) -> None:
        """Know what was said until now, so that what comes is told; why not, if it cannot be read."""

        def read(lines: Lines | Refusal | None) -> None:
            if isinstance(lines, dict):
                self._heard.setdefault(table, _Heard(table, lines))
            then(_why_not(lines))

        if table in self._heard:
            then(None)
        else:
            self._read(table, 0, read, wanted)

    def say(self, table: str, remark: Remark, then: Callable[[Refusal | None], None]) -> None:
        """Have a line kept, and told to everybody who follows the table; ``listen`` comes before."""
        heard = self._heard.get(table)
        if heard is None or heard.last >= MAX_TALK:
            then(PHRASES.refusal("said-enough", most=MAX_TALK))
            return

        def kept(fault: StoreFault | None) -> None:
            then(None if fault is None else TABLE_PHRASES.refusal("store"))
            if fault is None:
                self.refresh(table)

        self._log.say(table, remark, kept)

    def refresh(self, table: str) -> None:
        """Tell what the store has and nobody here was told yet."""
        heard = self._heard.get(table)
        if heard is None:
            return

        def read(lines: Lines | Refusal | None) -> None:
            if isinstance(lines, dict) and table in self._heard:
                for line in heard.take(table, lines):
                    self._tell(line)

        self._read(table, heard.last, read, always)

    def page(
        self, table: str, before: int | None, then: Callable[[list[Said] | Refusal], None], wanted: Wanted = always
    ) -> None:
        """The lines before a number, newest last, as many as go into one message."""

        def read(lines: Lines | Refusal | None) -> None:
            if not isinstance(lines, dict):
                then(PHRASES.refusal("busy") if lines is None else lines)
                return
            older = (number for number in reversed(lines) if before is None or number < before)
            then([said(table, number, lines[number]) for number in reversed(list(islice(older, TALK_LINES)))])

        self._read(table, 0, read, wanted)

    def _read(self, table: str, since: int, then: Callable[[Lines | Refusal | None], None], wanted: Wanted) -> None:
        def look() -> Lines | Refusal:
            try:
                return self._log.talk(table, since)
            except StoreFault:
                return PHRASES.refusal("unread", table=table)

        if not self._run(look, then, wanted):
            then(None)


def _why_not(lines: Lines | Refusal | None) -> Refusal | None:
    if lines is None:
        return PHRASES.refusal("busy")
    return lines if isinstance(lines, Refusal) else None


def said(table: str, number: int, remark: Remark) -> Said:
    """A line as it is told."""
    return Said(table=table, number=number, name=remark.name, text=remark.text, at=remark.at)
