"""A program that is asked for actions over its standard input and output, and what it may not do.

It is started when it is first needed and kept from question to question. It has so long to say that it is ready, and so
long for each answer. Whatever goes wrong (it cannot be started, is too slow, ends, answers what is no move) is a
:class:`Forfeit` that says so in a sentence; the program is ended then, with everything that it has started, and started
anew if it is asked again. What it writes to its standard error is shown as it is.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any

from bottega.games.core import AnyGame
from bottega.outside.words import HELLO, MOST_CHARACTERS, QUIT, READY, Question, Unfit, answer, ask

START_SECONDS = 60.0
"""Until a program is ready."""
ANSWER_SECONDS = 60.0
"""For an action, unless it was given seconds."""
GRACE_SECONDS = 5.0
"""How much later than the seconds it was given an answer may come."""
END_SECONDS = 2.0
"""For a program that was told to quit."""


class Forfeit(Exception):
    """A bot that cannot play on; the text says why."""


class Program:
    """A bot that is a program of its own."""

    def __init__(
        self,
        command: Sequence[str],
        simulations: int | None = None,
        seconds: float | None = None,
        *,
        start_seconds: float = START_SECONDS,
        answer_seconds: float | None = None,
    ) -> None:
        self._command = command
        self._simulations, self._seconds = simulations, seconds
        self._start_seconds = start_seconds
        usual = ANSWER_SECONDS if seconds is None else seconds + GRACE_SECONDS
        self._answer_seconds = usual if answer_seconds is None else answer_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """The action that the program answers, or Forfeit; it is told no more than its seat may know."""
        question = Question(
            game, len(state.players), seat, game.view(state, seat), tuple(game.legal(state, seat)), seed,
            self._simulations, self._seconds,
        )  # fmt: skip
        try:
            if self._process is None:
                self._start()
            self._say(*ask(question))
            until = time.monotonic() + self._answer_seconds
            while (action := answer(question, state, self._hear(until, self._answer_seconds))) is None:
                pass
        except Unfit as reason:
            self._end()
            raise Forfeit(str(reason)) from None
        except BaseException:
            self._end()
            raise
        return action

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        if self._process is None:
            return
        with contextlib.suppress(Forfeit, subprocess.TimeoutExpired):
            self._say(QUIT)
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(END_SECONDS)
        self._end()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(f"it cannot be started: {error.strerror}") from None
        self._rest = b""
        self._say(HELLO)
        until = time.monotonic() + self._start_seconds
        while (line := self._hear(until, self._start_seconds)) != READY:
            if not line.startswith("info"):
                raise Unfit(f"it said {line[:60]!r} instead of {READY}")

    def _say(self, *lines: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise Forfeit(self._ended()) from None

    def _hear(self, until: float, allowed: float) -> str:
        """The next line, if it comes in time."""
        assert self._process is not None
        assert self._process.stdout is not None
        stdout = self._process.stdout.fileno()
        while b"\n" not in self._rest:
            if len(self._rest) > MOST_CHARACTERS:
                raise Unfit(f"it said more than {MOST_CHARACTERS} characters in one line")
            left = until - time.monotonic()
            if left <= 0 or not select.select([stdout], [], [], left)[0]:
                raise Forfeit(f"it said nothing for {allowed:g} s")
            data = os.read(stdout, 1 << 16)
            if not data:
                raise Forfeit(self._ended())
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="backslashreplace").strip()

    def _ended(self) -> str:
        """Why there is nobody any more."""
        assert self._process is not None
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return f"it has ended with exit code {code}" if code >= 0 else f"it was ended by {signal.Signals(-code).name}"

    def _end(self) -> None:
        """End the program and all it has started."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # something was left to say
                pipe.close()
        self._process.wait()
        self._process = None
