"""What the terminal looks like: dark, light, or without colours.

``NO_COLOR`` decides first, then ``COLORFGBG``, which some terminals set; else the terminal is asked for the colour of
its ground (OSC 11), together with a question that every terminal answers, so that one which does not know the first
keeps nobody waiting.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from bottega.terminal.paint import Look

LIGHT_GROUNDS = {7, 9, 10, 11, 12, 13, 14, 15}
"""The numbers of ``COLORFGBG`` that are bright."""
ASK_SECONDS = 0.5
"""How long the terminal may take to answer; over a slow link it is asked in vain, and taken for dark."""

_QUESTION = "\x1b]11;?\x1b\\\x1b[c"
_GROUND = re.compile(r"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_END = re.compile(r"\x1b\[\?[0-9;]*c")


def look(environ: Mapping[str, str], ask: Callable[[], str]) -> Look:
    """The look for a terminal that has this environment and answers like this."""
    if environ.get("NO_COLOR"):
        return Look.PLAIN
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    if ground.isdecimal():
        return Look.LIGHT if int(ground) in LIGHT_GROUNDS else Look.DARK
    return Look.LIGHT if bright(ask()) else Look.DARK


def bright(answer: str) -> bool:
    """Whether the ground that a terminal names is a bright one; not if it names none.

    >>> bright("\\x1b]11;rgb:ffff/fafa/f0f0\\x1b\\\\")
    True
    >>> bright("")
    False
    """
    found = _GROUND.search(answer)
    if found is None:
        return False
    red, green, blue = (int(share, 16) / int("f" * len(share), 16) for share in found.groups())
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def ask_terminal() -> str:
    """What the terminal answers, as far as there is one and it does."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    try:
        import termios
        import tty
    except ImportError:  # (not on Windows)
        return ""
    descriptor = sys.stdin.fileno()
    former = termios.tcgetattr(descriptor)
    answer = ""
    try:
        tty.setcbreak(descriptor)
        sys.stdout.write(_QUESTION)
        sys.stdout.flush()
        until = time.monotonic() + ASK_SECONDS
        while not _END.search(answer):
            left = until - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                break
            answer += os.read(descriptor, 256).decode(errors="replace")
    except OSError:
        return answer
    finally:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, former)
    return answer
