"""Players at ``bottega play --plain`` as processes of their own: one that is written to, and one that a bot plays."""

from __future__ import annotations

import contextlib
import re
import subprocess
import threading
from collections.abc import Iterator

from tests.server.harness import EVENING, command

OFFER = re.compile(r"Choose 1 to ([0-9]+):$")
CHOICE = re.compile(r" *([0-9]+) ((\S+).*)")
FIRST = ("end", "buy", "2")
"""What leads to the end of a game; and that two play, where it is asked."""
NEVER = ("leave", "send")
LAST = ("swap", "move", "revert", "discard", *NEVER)
"""What is chosen only where there is nothing else: some of it could go on for ever."""


def name_for(where: str, name: str) -> str:
    """A name, with a password where the protocol has them."""
    return f"{name}t:{name}secret" if where.startswith("sagrada-text") else name


def auto(where: str, name: str, *options: str, bot: str = "greedy") -> subprocess.Popen[str]:
    """Somebody whose moves are a bot's."""
    return subprocess.Popen(
        command("play", where, "--auto", bot, "--name", name_for(where, name), *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


class Typist:
    """Somebody who reads the lines and types the numbers of choices."""

    def __init__(self, where: str, name: str, *options: str) -> None:
        self.said: list[str] = []
        """Every line that was printed."""
        self.moves = 0
        self._process = subprocess.Popen(
            command("play", where, "--plain", "--name", name_for(where, name), *options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._watchdog = threading.Timer(EVENING, self._process.kill)
        self._watchdog.start()

    def types(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()

    def reads(self) -> Iterator[str]:
        """The lines, one by one."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            self.said.append(line.rstrip("\n"))
            yield self.said[-1]

    def reads_until(self, words: str) -> str:
        """The first line that has these words."""
        for line in self.reads():
            if words in line:
                return line
        raise AssertionError(f"nothing with {words!r} in:\n" + "\n".join(self.said[-40:]))

    def plays(self, until: str) -> None:
        """Choose a number whenever there is something to choose, until some words are said."""
        for line in self.reads():
            if until in line:
                return
            if (found := OFFER.search(line)) is not None:
                choices = [CHOICE.fullmatch(next(self.reads())) for _ in range(int(found[1]))]
                self._choose({choice[1]: choice[3] for choice in choices if choice is not None})
        raise AssertionError(f"no {until!r} in:\n" + "\n".join(self.said[-60:]))

    def _choose(self, offered: dict[str, str]) -> None:
        offered = {number: word for number, word in offered.items() if word not in NEVER}
        if not offered:
            return
        self.moves += 1
        first = [number for number, word in offered.items() if word in FIRST]
        leading = [number for number, word in offered.items() if word not in LAST]
        self.types((first or leading or list(offered))[0])

    def leaves(self) -> int:
        """Say no more; the exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        for _ in self.reads():
            pass
        return self._process.wait(EVENING)

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self._process.kill()
        self._process.wait()
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            with contextlib.suppress(BrokenPipeError):
                end.close()
