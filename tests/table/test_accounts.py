"""Names that belong to somebody: the first login creates the account, later ones need its password."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from bottega.games.refusal import Refusal
from bottega.store.log import StoreFault
from bottega.table.accounts import Accounts
from tests.table.rigs import SlowLog
from tests.table.test_beside import Later

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Desk:
    """Accounts whose slow work is done when told to."""

    def __init__(self) -> None:
        self.log = SlowLog()
        self.log.instant = True
        self.run = Later()
        self.accounts = Accounts(self.log, self.run, QUICK)
        self.answers: list[str] = []
        self.gone = False

    def login(self, name: str, password: str) -> None:
        """Somebody asks."""
        self.accounts.login(name, password, self._answered, wanted=lambda: not self.gone)

    def _answered(self, refusal: Refusal | None) -> None:
        self.answers.append("good" if refusal is None else refusal.code.removeprefix("table."))

    def settle(self) -> list[str]:
        """All slow work done; the answers so far."""
        while self.run.waiting:
            self.run.finish()
        return self.answers


@pytest.fixture
def desk() -> Desk:
    """Accounts with a log that reports at once."""
    return Desk()


def test_the_first_login_creates(desk: Desk) -> None:
    """A free name becomes whoever's asks first; only a hash of the password is kept."""
    assert not desk.accounts.owned("Ada")
    desk.login("Ada", "secret")
    assert desk.settle() == ["good"]
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
    assert desk.settle()[1:] == ["good", *["wrong-password"] * 3]


def test_no_answer_before_it_is_durable(desk: Desk) -> None:
    """A new account is answered when it is on disk."""
    desk.log.instant = False
    desk.login("Ada", "secret")
    assert desk.settle() == []
    desk.log.release()
    assert desk.answers == ["good"]


def test_two_at_the_same_moment(desk: Desk) -> None:
    """While an account is being made its name is owned, and a second newcomer is turned away."""
    desk.login("Ada", "one")
    assert desk.accounts.owned("Ada")
    desk.login("Ada", "two")
    assert desk.settle() == ["name-in-use", "good"]
    desk.login("Ada", "two")
    desk.login("Ada", "one")
    assert desk.settle()[2:] == ["wrong-password", "good"]


def test_somebody_else_was_quicker(desk: Desk) -> None:
    """If another node has made the account meanwhile, this one is refused."""
    desk.login("Ada", "mine")
    desk.log._passwords["Ada"] = QUICK.hash("theirs")
    assert desk.settle() == ["name-in-use"]


def test_the_store_fails(desk: Desk) -> None:
    """An account that could not be saved is refused for that, no password is called wrong, and the name is free."""
    desk.log.instant = False
    desk.login("Ada", "secret")
    desk.settle()
    desk.log.release(fault=StoreFault("disk full"))
    assert desk.answers == ["store"]
    assert not desk.accounts.owned("Ada")
    desk.log.instant = True
    desk.login("Ada", "secret")
    assert desk.settle() == ["store", "good"]


@pytest.mark.parametrize(
    ("name", "password", "why"), [("Ada", "\ud800", "wrong-password"), ("\ud800", "secret", "store")]
)
def test_what_is_no_text(desk: Desk, name: str, password: str, why: str) -> None:
    """A name or password with a lone surrogate is refused, answered, and blocks nobody."""
    desk.login(name, password)
    assert desk.settle() == [why]
    assert not desk.accounts.owned(name)


def test_a_damaged_hash_lets_nobody_in(desk: Desk) -> None:
    """What is no hash matches no password."""
    desk.log._passwords["Ada"] = "not a hash"
    desk.login("Ada", "not a hash")
    assert desk.settle() == ["wrong-password"]


def test_who_hangs_up_leaves_no_account(desk: Desk) -> None:
    """Nothing is hashed for somebody who has left, and the name is free again."""
    desk.login("Ada", "evil")
    desk.gone = True
    desk.settle()
    assert not desk.accounts.owned("Ada")
    desk.gone = False
    desk.login("Ada", "mine")
    assert desk.settle()[-1] == "good"


def test_who_hangs_up_during_hashing_leaves_no_account(desk: Desk) -> None:
    """What was hashed for somebody who has left meanwhile is thrown away."""
    desk.login("Ada", "evil")
    ((work, then, _),) = desk.run.waiting
    hashed = work()
    desk.gone = True
    then(hashed)
    assert desk.log.password("Ada") is None
    assert not desk.accounts.owned("Ada")


@pytest.mark.parametrize("owned", [True, False])
def test_who_makes_way_may_try_again(desk: Desk, owned: bool) -> None:
    """Whose password was not looked at is told to try again, not that it is wrong, and the name stays free."""
    if owned:
        desk.login("Ada", "secret")
        desk.settle()
    desk.login("Ada", "secret")
    ((_, given_up, _),) = desk.run.waiting
    desk.run.waiting.clear()
    given_up(None)
    assert desk.answers[-1] == "logins-wait"
    assert desk.accounts.owned("Ada") == owned


@pytest.mark.parametrize("owned", [True, False])
def test_too_many_log_in(desk: Desk, owned: bool) -> None:
    """When no more passwords can wait, whoever gives one is told so, no password is called wrong, no name is lost."""
    if owned:
        desk.login("Ada", "secret")
        desk.settle()
    desk.run.room = 0
    desk.login("Ada", "secret")
    assert desk.answers[-1] == "logins-wait"
    assert desk.accounts.owned("Ada") == owned
    desk.run.room = 1
    desk.login("Ada", "secret")
    assert desk.settle()[-1] == "good"
