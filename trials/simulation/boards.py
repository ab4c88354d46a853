"""The board and the bus of the simulation: what nodes tell each other takes its time, and may be lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from bottega.store.log import StoreFault
from bottega.table.neighbours import Beaten


class SharedBoard:
    """What all nodes know for a while, by one time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.lines: dict[str, tuple[str, float]] = {}
        self.leases: dict[str, tuple[str, float]] = {}


class NodeBoard:
    """A node's way to the board: it is answered when somebody says so."""

    def __init__(self, board: SharedBoard, *, instant: bool = False) -> None:
        self.board = board
        self.instant = instant
        self.away = False
        """Whether the board cannot be reached."""
        self.asked: deque[Callable[[], None]] = deque()

    def beat(self, node: str, line: str, seconds: float, then: Callable[[Beaten | StoreFault], None]) -> None:
        """Post a line and read all."""
        self._ask(lambda: self._beat(node, line, seconds, then))

    def _beat(self, node: str, line: str, seconds: float, then: Callable[[Beaten | StoreFault], None]) -> None:
        if self.away:
            then(StoreFault("the board cannot be reached"))
            return
        board, now = self.board, self.board.now()
        board.lines[node] = (line, now + seconds)
        then(Beaten(now, {each: text for each, (text, until) in board.lines.items() if until > now}))

    def lease(self, what: str, node: str, seconds: float, then: Callable[[bool], None]) -> None:
        """Have something for a while."""
        self._ask(lambda: then(self._lease(what, node, seconds)))

    def _lease(self, what: str, node: str, seconds: float) -> bool:
        if self.away:
            return True
        now = self.board.now()
        holder, until = self.board.leases.get(what, (node, 0.0))
        if holder != node and until > now:
            return False
        self.board.leases[what] = (node, now + seconds)
        return True

    def _ask(self, answer: Callable[[], None]) -> None:
        self.asked.append(answer)
        if self.instant:
            self.settle()

    def answer(self) -> None:
        """Answer what was asked first."""
        self.asked.popleft()()

    def settle(self) -> None:
        """Answer everything."""
        while self.asked:
            self.answer()


class NodeBus:
    """A node's end of the bus: what others publish lies in its inbox until somebody says so."""

    def __init__(self, company: list[NodeBus]) -> None:
        self.hear: Callable[[Iterable[str]], None] = lambda messages: None
        self.working = True
        self.inbox: list[str] = []
        self._company = company
        company.append(self)

    def publish(self, message: str) -> None:
        """Put it in everybody's inbox, also one's own."""
        for each in self._company:
            each.inbox.append(message)

    def deliver(self, messages: Iterable[str]) -> None:
        """Hear these."""
        self.hear(messages)

    def leave(self) -> None:
        """Hear nothing any more."""
        if self in self._company:
            self._company.remove(self)
