"""Makes a program of a Python class: ``python -m bottega.outside.host mybot.py``.

The file has a class ``Bot`` that is made without arguments, with a method ``choose(game, state, seat, seed)`` as the
house's own bots have: ``state`` is one that the seat cannot tell from the true one. Whatever it prints goes to the
standard error, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import contextlib
import runpy
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bottega.fault import Fault
from bottega.games.chance import SEED_BYTES
from bottega.outside.words import HELLO, QUIT, READY, heard
from bottega.plain import say


def load(path: Path) -> Any:
    """The bot that a file defines, or Fault."""
    if not path.is_file():
        raise Fault(f"there is no file {path}")
    kind = runpy.run_path(str(path)).get("Bot")
    if kind is None or not callable(getattr(kind, "choose", None)):
        raise Fault(f"{path} has no class Bot with a method choose(game, state, seat, seed)")
    return kind()


def answers(bot: Any, lines: Iterable[str]) -> Iterator[str]:
    """What the bot answers to what it hears, until it is told to quit."""
    listening = iter(lines)
    if next(listening, "").strip() != HELLO:
        return
    yield READY
    for question in heard(iter(lambda: next(listening, QUIT).strip(), QUIT)):
        state = question.game.imagine(question.view, blake2b(question.seed, digest_size=SEED_BYTES).digest())
        yield f"play {bot.choose(question.game, state, question.seat, question.seed)}"


def main() -> None:
    """Host the bot of the file that is named."""
    answering = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        try:
            bot = load(Path(sys.argv[1]))
        except Fault as fault:
            say(f"bottega: {fault}", sys.stderr)
            sys.exit(1)
        for line in answers(bot, sys.stdin):
            print(line, file=answering, flush=True)


if __name__ == "__main__":
    main()
