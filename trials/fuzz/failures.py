"""What counts as a failure of the house."""

from __future__ import annotations

CPU_SECONDS = 1.0
"""More than this for one piece of a stream, or one text, is too much, on whatever machine."""


class Failure(Exception):
    """Something happened that must not: of what kind, in words, and what tells it from others of its kind.

    The kinds: ``crash`` (an exception came out), ``log`` (the house complained in its log), ``changed`` (a refused
    message changed something), ``hang`` (too much work), ``form`` (an answer that its protocol does not have),
    ``answers`` (none, or too many), ``left`` and ``growth`` (memory that is not given back).
    """

    def __init__(self, kind: str, words: str, signature: str = "") -> None:
        super().__init__(words)
        self.kind = kind
        self.signature = f"{kind} {signature}"


class Hang(BaseException):
    """So much CPU time has gone by that it counts as endless; nothing below may catch it."""


class Suspicion(Exception):
    """Something took long, perhaps because others kept the machine busy: it is played again and measured."""
