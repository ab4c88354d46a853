"""Names that belong to somebody: the first login creates the account, later ones need its password."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher

from bottega.store.log import StoreFault
from bottega.table.accounts import Accounts
from tests.table.rigs import SlowLog

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Desk:
    """Accounts whose slow work is done when told to."""

    def __init__(self) -> None:
        self.log = SlowLog()
        self.log.instant = True
        self.work: list[Callable[[], None]] = []
        self.accounts = Accounts(self.log, self._run, QUICK)
        self.answers: list[bool] = []

    def _run(self, work: Callable[[], str | bool], then: Callable[[str | bool], None]) -> None:
        self.work.append(lambda: then(work()))

    def login(self, name: str, password: str) -> None:
        """Somebody asks."""
        self.accounts.login(name, password, self.answers.append)

    def settle(self) -> list[bool]:
        """All slow work done; the answers so far."""
        while self.work:
            self.work.pop(0)()
        return self.answers


@pytest.fixture
def desk() -> Desk:
    """Accounts with a log that reports at once."""
    return Desk()


def test_the_first_login_creates(desk: Desk) -> None:
    """A free name becomes whoever's asks first; only a hash of the password is kept."""
    assert not desk.accounts.owned("Ada")
    desk.login("Ada", "secret")
    assert desk.settle() == [True]
    assert desk.accounts.owned("Ada")
    stored = desk.log.password("Ada")
    assert stored is not None
    assert stored.startswith("$argon2id$")
    assert "secret" not in stored


def test_later_logins_need_the_password(desk: Desk) -> None:
    """The right password is let in, any other is not."""
    desk.login("Ada", "secret")
    desk.settle()
    for password in ("secret", "Secret", "", "\ud800"):
        desk.login("Ada", password)
    assert desk.settle()[1:] == [True, False, False, False]


def test_no_answer_before_it_is_durable(desk: Desk) -> None:
    """A new account is answered when it is on disk."""
    desk.log.instant = False
    desk.login("Ada", "secret")
    assert desk.settle() == []
    desk.log.release()
    assert desk.answers == [True]


def test_two_at_the_same_moment(desk: Desk) -> None:
    """While an account is being made its name is owned, and a second newcomer is turned away."""
    desk.login("Ada", "one")
    assert desk.accounts.owned("Ada")
    desk.login("Ada", "two")
    assert desk.settle() == [False, True]
    desk.login("Ada", "two")
    desk.login("Ada", "one")
    assert desk.settle()[2:] == [False, True]


def test_somebody_else_was_quicker(desk: Desk) -> None:
    """If another node has made the account meanwhile, this one is refused."""
    desk.login("Ada", "mine")
    desk.log._passwords["Ada"] = QUICK.hash("theirs")
    assert desk.settle() == [False]


def test_the_store_fails(desk: Desk) -> None:
    """An account that could not be saved is refused, and the name is free again."""
    desk.log.instant = False
    desk.login("Ada", "secret")
    desk.settle()
    desk.log.release(fault=StoreFault("disk full"))
    assert desk.answers == [False]
    assert not desk.accounts.owned("Ada")
    desk.log.instant = True
    desk.login("Ada", "secret")
    assert desk.settle() == [False, True]


@pytest.mark.parametrize(("name", "password"), [("Ada", "\ud800"), ("\ud800", "secret")])
def test_what_is_no_text(desk: Desk, name: str, password: str) -> None:
    """A name or password with a lone surrogate is refused, answered, and blocks nobody."""
    desk.login(name, password)
    assert desk.settle() == [False]
    assert not desk.accounts.owned(name)


def test_a_damaged_hash_lets_nobody_in(desk: Desk) -> None:
    """What is no hash matches no password."""
    desk.log._passwords["Ada"] = "not a hash"
    desk.login("Ada", "not a hash")
    assert desk.settle() == [False]
