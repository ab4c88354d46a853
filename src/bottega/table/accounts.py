"""Names that belong to somebody: a password, kept as an argon2id hash.

Hashing is slow on purpose, so it is done by ``run``, which the server gives a thread for; the answer comes back as a
call. The first login with a free name creates the account.
"""

from __future__ import annotations

from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import HashingError, VerificationError

from bottega.store.log import Log, StoreFault

Run = Callable[[Callable[[], "str | bool"], Callable[["str | bool"], None]], None]


def at_once(work: Callable[[], str | bool], then: Callable[[str | bool], None]) -> None:
    """Do the work here and now: for tests and tools."""
    then(work())


class Accounts:
    """Who owns which name."""

    def __init__(self, log: Log, run: Run = at_once, hasher: PasswordHasher | None = None) -> None:
        self._log = log
        self._run = run
        self._hasher = hasher or PasswordHasher()
        self._creating: set[str] = set()

    def owned(self, name: str) -> bool:
        """Whether the name can be used only with its password."""
        return name in self._creating or self._log.password(name) is not None

    def login(
        self, name: str, password: str, answer: Callable[[bool], None], free: Callable[[], bool] = lambda: True
    ) -> None:
        """Check a password, or create the account if nobody owns the name and it is still ``free`` after hashing."""
        stored = self._log.password(name)
        if stored is not None:
            self._run(lambda: self._matches(stored, password), lambda result: answer(bool(result)))
        elif name in self._creating:
            answer(False)
        else:
            self._creating.add(name)
            self._run(lambda: self._hash(password), lambda result: self._register(name, str(result), answer, free))

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, ValueError):  # a wrong password, a damaged hash, a lone surrogate
            return False

    def _hash(self, password: str) -> str:
        """The hash, empty if there is none: slow work must come back with an answer, never raise."""
        try:
            return self._hasher.hash(password)
        except (HashingError, ValueError):
            return ""

    def _register(self, name: str, hashed: str, answer: Callable[[bool], None], free: Callable[[], bool]) -> None:
        if not hashed or not free():
            self._creating.discard(name)
            answer(False)
            return

        def done(fault: StoreFault | None) -> None:
            self._creating.discard(name)
            answer(fault is None)

        self._log.register(name, hashed, done)
