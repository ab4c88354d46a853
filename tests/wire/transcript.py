"""Transcripts: conversations with a dialect as plain text files that read like its document.

They lie in ``tests/transcripts/<dialect>/*.txt``. Lines that begin with ``#`` and blank lines are for the reader; an
indented line continues the one above. A header of ``key: value`` lines comes first, all of them optional:

    profile: original            the dialect's profile (default: the document's)
    dialect: sagrada-json        default: the directory's name
    seed: 2a                     hex; the first table's seed, the next table has one more
    settings: seats=3 turn_seconds=90

Then the conversation, one step a line:

    ann connects                 opens a connection called ann (``ann connects sagrada-json``: of another dialect)
    ann> {"request_type": …}     ann sends a message
    ann< {"answer_type": …}      ann is sent this message (see ``matching`` for wildcards and ``${names}``)
    all< {"answer_type": …}      everybody connected is sent this message
    ann sends garbage            ann sends a message that cannot be read: too long, or not text
    ann drops                    ann's connection is gone
    ann is closed                the server has closed ann's connection
    clock +90                    so many seconds pass
    restart                      the server dies and comes back on the same log
    sweep                        the house forgets what nobody needs
    table <notation>             the newest table is put into this state
    quietly 0 take wbg           a seat of the newest table plays; what that makes the server say is not looked at

Everything that the server says must be expected before the next step, each player's messages in their order; a
message that nobody expected is a failure, so is a connection that was closed unexpectedly.

``python -m tests.wire.transcript --record FILE…`` writes into the files what the server really says wherever that
differs; read what it wrote: it is what the server does, not what it should do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bottega.games.refusal import Refusal
from bottega.table.house import Settings
from tests.wire.matching import Names, anonymous, fill, matches
from tests.wire.stage import Peer, Stage

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
VOCABULARY = "vocabulary.txt"
ALL = "all"

_HEADER = re.compile(r"(dialect|profile|seed|settings): *(.*)")
_SPEECH = re.compile(r"(\w+)([<>]) ?(.*)", re.DOTALL)
_EVENT = re.compile(r"(\w+) (connects(?: \S+)?|drops|sends garbage|is closed)")


class Line(msgspec.Struct, frozen=True):
    """A line of a transcript with those that continue it: its number, its text, and how it is written in the file."""

    number: int
    text: str
    raw: tuple[str, ...]

    @property
    def silent(self) -> bool:
        """Whether the line is a comment or blank."""
        return not self.text or self.text.startswith("#")

    @property
    def expects(self) -> bool:
        """Whether the line says what the server does."""
        speech = _SPEECH.fullmatch(self.text)
        return bool(speech and speech[2] == "<") or self.text.endswith(" is closed")


class Mismatch(AssertionError):
    """The server did not say what the transcript expects."""


def paths(dialect: str | None = None) -> list[Path]:
    """The transcripts of one dialect, or all."""
    return sorted(path for path in TRANSCRIPTS.glob(f"{dialect or '*'}/*.txt") if path.name != VOCABULARY)


def lines(text: str) -> Iterator[Line]:
    """The lines of a transcript, continuations joined to what they continue."""
    gathered: list[str] = []
    start = 0
    for number, raw in enumerate(text.splitlines(), 1):
        if gathered and raw[:1].isspace() and raw.strip():
            gathered.append(raw)
            continue
        if gathered:
            yield _line(start, gathered)
        gathered, start = [raw], number
    if gathered:
        yield _line(start, gathered)


def _line(number: int, raw: list[str]) -> Line:
    return Line(number, " ".join(part.strip() for part in raw), tuple(raw))


class Conversation:
    """A transcript being played, and all that was said in it (``said``: who, ``<`` or ``>``, what)."""

    def __init__(self, text: str, dialect: str) -> None:
        self._lines = list(lines(text))
        header = {found[1]: found[2] for line in self._lines if (found := _HEADER.fullmatch(line.text))}
        self.dialect = header.get("dialect", dialect)
        self.profile = header.get("profile", "")
        self.names: Names = {}
        self.said: list[tuple[str, str, str]] = []
        self.peers: dict[str, Peer] = {}
        self._closed: set[str] = set()
        self.stage = Stage(_settings(header.get("settings", "")), int(header.get("seed", "1"), 16))

    def play(self) -> None:
        """Play it all; Mismatch where the server says something else."""
        for line in self._lines:
            if line.silent or _HEADER.fullmatch(line.text):
                continue
            try:
                if line.expects:
                    self._expect(line.text)
                else:
                    self._nothing_left()
                    self._step(line.text)
            except Mismatch as mismatch:
                raise Mismatch(f"line {line.number}: {line.text}\n{mismatch}") from None
        self._nothing_left()

    # -- what the players do ----------------------------------------------------------------------------------------

    def _step(self, text: str) -> None:
        if speech := _SPEECH.fullmatch(text):
            self._peer(speech[1]).says(fill(speech[3], self.names))
            self.said.append((speech[1], ">", speech[3]))
        elif event := _EVENT.fullmatch(text):
            self._event(event[1], event[2])
        elif text.startswith("clock +"):
            self.stage.wait(float(text.removeprefix("clock +")))
        elif text == "restart":
            self.stage.restart()
            self.peers.clear()
        elif text == "sweep":
            self.stage.house.sweep()
        elif text.startswith("table "):
            self.stage.set_state(text.removeprefix("table "))
        elif text.startswith("quietly "):
            self._quietly(text)
        else:
            raise Mismatch("this is no line of a transcript")

    def _event(self, who: str, what: str) -> None:
        if what == "drops":
            self._peer(who).drops()
            del self.peers[who]
        elif what == "sends garbage":
            self._peer(who).says(None)
        else:
            name, _, profile = what.removeprefix("connects").strip().partition("+")
            self.peers[who] = self.stage.connect(name or self.dialect, profile if name else self.profile)
            self._closed.discard(who)

    def _quietly(self, text: str) -> None:
        _, seat, actions = text.split(" ", 2)
        outcomes: list[object] = []
        with self.stage.unwatched():
            self.stage.table.move(int(seat), actions, outcomes.append)
            self.stage.settle()
        for outcome in outcomes:
            if isinstance(outcome, Refusal):
                raise Mismatch(f"the table refuses it: {outcome}")
        for peer in self.peers.values():
            peer.inbox.clear()

    def _peer(self, who: str) -> Peer:
        if who not in self.peers:
            raise Mismatch(f"{who} is not connected")
        return self.peers[who]

    # -- what the server does ---------------------------------------------------------------------------------------

    def _expect(self, text: str) -> None:
        if text.endswith(" is closed"):
            who = text.removesuffix(" is closed")
            for name in self.peers if who == ALL else [who]:
                if self._peer(name).closed is None:
                    raise Mismatch(f"{name}'s connection is open")
                self._closed.add(name)
            return
        speech = _SPEECH.fullmatch(text)
        assert speech is not None
        listeners = [who for who in self.peers if who not in self._closed] if speech[1] == ALL else [speech[1]]
        for who in listeners:
            inbox = self._peer(who).inbox
            if not inbox:
                raise Mismatch(f"the server says nothing to {who}")
            actual = inbox.popleft()
            self.said.append((who, "<", actual))
            if not matches(speech[3], actual, self.names):
                raise Mismatch(f"{who} is sent\n{actual}")

    def _nothing_left(self) -> None:
        for who, peer in self.peers.items():
            if peer.inbox:
                raise Mismatch(f"before this line {who} is sent what nobody expected:\n{peer.inbox[0]}")
            if peer.closed is not None and who not in self._closed:
                raise Mismatch(f"before this line {who}'s connection was closed: {peer.closed}")

    # -- recording --------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """The transcript with what the server really says wherever it says something else."""
        out: list[str] = []
        block: list[Line] = []
        for line in [*self._lines, None]:
            if line is not None and (line.silent or line.expects or _HEADER.fullmatch(line.text)):
                block.append(line)
                continue
            out += self._recorded(block)
            block = []
            if line is not None:
                out += line.raw
                self._step(line.text)
        return "\n".join(out) + "\n"

    def _recorded(self, block: list[Line]) -> list[str]:
        """The lines after a step: as they are if they are right, else with the server's words first."""
        saved = {who: tuple(peer.inbox) for who, peer in self.peers.items()}
        closed, names = set(self._closed), dict(self.names)
        try:
            for line in block:
                if line.expects:
                    self._expect(line.text)
            self._nothing_left()
        except Mismatch:
            for who, peer in self.peers.items():
                peer.inbox.clear()
                peer.inbox.extend(saved[who])
            self._closed, self.names = closed, names
            return [*self._heard(), *(raw for line in block if not line.expects for raw in line.raw)]
        return [raw for line in block for raw in line.raw]

    def _heard(self) -> Iterator[str]:
        heard: dict[str, list[str]] = {}
        for who, peer in self.peers.items():
            if who not in self._closed:
                heard[who] = [anonymous(message, self.names, who) for message in peer.inbox]
                peer.inbox.clear()
        together: list[str] = []
        while len(heard) > 1 and all(heard.values()) and len({said[-1] for said in heard.values()}) == 1:
            together.insert(0, next(iter(heard.values()))[-1])
            for said in heard.values():
                said.pop()
        for who, said in heard.items():
            yield from (f"{who}< {message}" for message in said)
        yield from (f"{ALL}< {message}" for message in together)
        for who in heard:
            if self.peers[who].closed is not None:
                self._closed.add(who)
                yield f"{who} is closed"


def _settings(text: str) -> Settings:
    fields = dict(part.split("=", 1) for part in text.split())
    return msgspec.convert(fields, Settings, strict=False)


def play(path: Path) -> Conversation:
    """Play a transcript; Mismatch if the server says something else."""
    conversation = Conversation(path.read_text(), path.parent.name)
    conversation.play()
    return conversation


def main(arguments: list[str]) -> None:
    """Record the given files."""
    if arguments[:1] != ["--record"] or len(arguments) < 2:
        sys.exit("usage: python -m tests.wire.transcript --record FILE…")
    for name in arguments[1:]:
        path = Path(name)
        path.write_text(Conversation(path.read_text(), path.resolve().parent.name).record())


if __name__ == "__main__":
    main(sys.argv[1:])
