"""Messages worth sending again: those of the transcripts, and whatever has reached something new."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import msgspec

from bottega.wire import DIALECTS
from tests.wire import transcript

_SPEECH = re.compile(r"\w+> ?(.*)", re.DOTALL)
_NAME = re.compile(r"\$\{\w+\}")
MOST = 4_000
"""Messages that are kept for a dialect; then a newcomer takes the place of another."""


def spoken(dialect: str) -> list[str]:
    """What clients say in a dialect's transcripts; what only the server could have told them is left open."""
    found = (
        _SPEECH.fullmatch(line.text)
        for path in transcript.paths(dialect)
        for line in transcript.lines(path.read_text())
    )
    return list(dict.fromkeys(_NAME.sub("x", speech[1]) for speech in found if speech))


def prepared(game: str) -> list[str]:
    """The states of a game that transcripts are played in."""
    dialects = [dialect.NAME for dialect in DIALECTS.values() if game == dialect.GAME]
    texts = (
        line.text for name in dialects for path in transcript.paths(name) for line in transcript.lines(path.read_text())
    )
    return list(dict.fromkeys(text.removeprefix("table ") for text in texts if text.startswith("table ")))


class Corpus:
    """The messages of one dialect, and what was reached with them."""

    def __init__(self, messages: Iterable[str] = (), kept: Path | None = None) -> None:
        self.messages = [message.encode(errors="surrogatepass") for message in messages]
        self.sown = len(self.messages)
        self.reached: set[tuple[str, ...]] = set()
        self._kept = kept
        if kept is not None and kept.exists():
            self.messages += msgspec.json.decode(kept.read_bytes(), type=list[bytes])

    def draw(self, random: Random) -> bytes:
        """One of the messages."""
        return random.choice(self.messages) if self.messages else b"{}"

    def learn(self, random: Random, message: bytes, reached: Iterable[tuple[str, ...]]) -> None:
        """Keep a message if it has reached something that nothing has reached before."""
        new = [each for each in reached if each not in self.reached]
        if not new:
            return
        self.reached.update(new)
        if len(message) > 4096:
            return
        if len(self.messages) < MOST:
            self.messages.append(message)
        else:
            self.messages[random.randrange(self.sown, MOST)] = message

    def keep(self) -> None:
        """Write it down for the next run, if there is a place for it."""
        if self._kept is not None:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            self._kept.write_bytes(msgspec.json.encode(self.messages[self.sown :]))
