"""Who may look at which connection: codes that a page shows, and that a connection says to be shown on that page.

How it works. A *watcher* (a page, over the house protocol) is given a code. Whoever wants to see a TCP connection of
theirs on that page says the code on it, as its first message: ``WATCH code``. So it is the connection that gives its
own messages away, to the one page that shows the code; nobody can ask for the messages of somebody else's, and whoever
guesses a code gives away nothing but their own.

What must stay true:

1. A code is good for one connection, for a few minutes, and not longer than its watcher is here.
2. Once a watcher is gone, or has had enough, nothing shows it anything any more.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from bottega.limits import CODE_SECONDS, MAX_TAPS

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters that nobody mistakes for another."""
LENGTH = 10
_SAID = re.compile(rf"\s*WATCH ([{ALPHABET}]{{{LENGTH}}})\s*")


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """Something about a connection that is shown, in the words of the house protocol's ``wire``."""

    line: int
    what: Literal["opened", "said", "told", "state", "closed"]
    protocol: str = ""
    name: str = ""
    text: str = ""
    state: str = ""


class Watcher(Protocol):
    """Somebody who is shown what passes on connections."""

    def passed(self, news: Passed) -> None:
        """Something has passed; never a secret."""


class Shown(Protocol):
    """A connection that is shown to somebody."""

    def stop(self) -> None:
        """Show it no longer."""


class Taps:
    """The codes that are good now, and what each watcher is shown."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._codes: dict[str, tuple[Watcher, float]] = {}
        self._shown: dict[Watcher, dict[int, Shown]] = {}
        self._numbers: dict[Watcher, int] = {}

    def offer(self, watcher: Watcher) -> str:
        """A new code for a watcher; the one it had before is void."""
        self._void(watcher)
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._codes[code] = (watcher, self._now() + CODE_SECONDS)
        self._shown.setdefault(watcher, {})
        return code

    def take(self, message: str | None) -> Watcher | None:
        """To whom the connection that begins with this message is to be shown: once for each code."""
        said = _SAID.fullmatch(message or "")
        watcher, until = self._codes.get(said[1], (None, 0.0)) if said is not None else (None, 0.0)
        if watcher is None or said is None:
            return None
        if len(self._shown[watcher]) >= MAX_TAPS:
            return None  # the code is good for when there is room again
        del self._codes[said[1]]
        return watcher if self._now() < until else None

    def show(self, watcher: Watcher, shown: Shown) -> int:
        """Note that a connection is shown to somebody; its number there."""
        number = self._numbers[watcher] = self._numbers.get(watcher, 0) + 1
        self._shown[watcher][number] = shown
        return number

    def hide(self, watcher: Watcher, line: int) -> None:
        """Note that a connection is shown no longer."""
        self._shown.get(watcher, {}).pop(line, None)

    def watches(self, watcher: Watcher) -> bool:
        """Whether somebody has asked for a code, and has not had enough since."""
        return watcher in self._shown

    def withdraw(self, watcher: Watcher) -> None:
        """Show somebody nothing any more."""
        self._void(watcher)
        for shown in list(self._shown.pop(watcher, {}).values()):
            shown.stop()
        self._numbers.pop(watcher, None)

    def _void(self, watcher: Watcher) -> None:
        for code in [code for code, (owner, _) in self._codes.items() if owner is watcher]:
            del self._codes[code]
