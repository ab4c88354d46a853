"""Names that belong to somebody: a password, kept as an argon2id hash.

Hashing is slow on purpose, so it is done beside those who play (:class:`~bottega.table.beside.Run`); the answer comes
back as a call. The first login with a free name creates the account. Nothing is hashed and no account is made for
somebody who has left meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import HashingError, VerificationError

from bottega.games.refusal import Refusal
from bottega.store.log import Conflict, InDoubt, Log, StoreFault
from bottega.table.beside import Run, Wanted, always, at_once
from bottega.table.phrases import PHRASES

Answer = Callable[[Refusal | None], None]
"""Whom to tell why a password is no good, None if it is."""


NO_PASSWORD = "-"
"""Stands where the hash of a password would, for a name that is kept by a passkey alone."""


class Accounts:
    """Who owns which name."""

    def __init__(self, log: Log, run: Run = at_once, hasher: PasswordHasher | None = None) -> None:
        self._log = log
        self.beside = run
        # Several threads would be done sooner, and be in the way of those who play.
        self._hasher = hasher or PasswordHasher(parallelism=1)
        self._creating: set[str] = set()

    def owned(self, name: str) -> bool:
        """Whether the name can be used only with its password; StoreFault if nobody can say."""
        return name in self._creating or self._log.password(name) is not None

    def has_password(self, name: str) -> bool:
        """Whether a password proves the name."""
        return self._log.password(name) not in (None, NO_PASSWORD)

    def keep(self, name: str, answer: Answer) -> None:
        """Let a free name belong to somebody without a password."""
        if self.owned(name):
            answer(PHRASES.refusal("name-in-use", name=name))
            return
        self._creating.add(name)
        self._register(name, NO_PASSWORD, answer)

    def give_password(self, name: str, password: str, answer: Answer, wanted: Wanted = always, asker: str = "") -> None:
        """A name that has none gets a password."""

        def hashed(result: str | None) -> None:
            if not result:
                refusal = "logins-wait" if result is None else "wrong-password"
                answer(PHRASES.refusal(refusal, **({} if result is None else {"name": name})))
                return
            self._log.change_password(
                name, result, lambda fault: answer(None if fault is None else PHRASES.refusal("store"))
            )

        if not self.beside(lambda: self._hash(password), hashed, wanted, asker):
            answer(PHRASES.refusal("logins-wait"))

    def login(
        self,
        name: str,
        password: str,
        answer: Answer,
        free: Callable[[], bool] = always,
        wanted: Wanted = always,
        asker: str = "",
    ) -> None:
        """Check a password, or create the account if nobody owns the name and it is still ``free`` after hashing."""
        try:
            stored = self._log.password(name)
        except StoreFault:
            answer(PHRASES.refusal("store"))
            return
        if stored is not None:

            def matched(good: bool | None) -> None:
                if good is None:
                    answer(PHRASES.refusal("logins-wait"))
                else:
                    answer(None if good else PHRASES.refusal("wrong-password", name=name))

            taken = self.beside(lambda: self._matches(stored, password), matched, wanted, asker)
        elif name in self._creating:
            answer(PHRASES.refusal("name-in-use", name=name))
            return
        else:
            self._creating.add(name)

            def hashed(result: str | None) -> None:
                if result and free() and wanted():
                    self._register(name, result, answer)
                    return
                self._creating.discard(name)
                if result is None:
                    answer(PHRASES.refusal("logins-wait"))
                else:
                    answer(PHRASES.refusal("name-in-use" if result else "wrong-password", name=name))

            taken = self.beside(lambda: self._hash(password), hashed, wanted, asker)
            if not taken:
                self._creating.discard(name)
        if not taken:
            answer(PHRASES.refusal("logins-wait"))

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

    def _register(self, name: str, hashed: str, answer: Answer) -> None:
        def done(fault: StoreFault | None) -> None:
            self._creating.discard(name)
            if fault is None:
                answer(None)
            elif isinstance(fault, Conflict):
                answer(PHRASES.refusal("name-in-use", name=name))
            else:
                answer(PHRASES.refusal("unsure" if isinstance(fault, InDoubt) else "store"))

        self._log.register(name, hashed, done)
