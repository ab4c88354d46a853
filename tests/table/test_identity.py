"""Who may take a seat, come back to one, or claim a name: every kind of claim on every kind of seat, always.

The seats are those that protocols make: with a key (a token, a client id), under an account, with both, with a name
alone, and those of old logs, which do not say. The claims are those that come to them: the right key, another one,
the password, nothing but the name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Literal

import msgspec
import pytest
from argon2 import PasswordHasher

from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import WRONG_PASSWORDS
from bottega.store.forgetting import mark_of
from bottega.store.log import Oblivion
from bottega.table.accounts import Accounts
from bottega.table.entries import Sitting
from bottega.table.identity import Claim, key_of, same
from bottega.table.names import ANY
from bottega.table.position import Setup
from bottega.table.table import Table
from tests.table.rigs import Inn, Watcher, kinds
from tests.table.test_beside import Later
from tests.wire.twins import counted

KEY, OTHER = key_of("a secret"), key_of("another secret")

SEATS = {
    "keyed": Sitting("Ada", KEY),
    "account": Sitting("Ada", account=True),
    "account with key": Sitting("Ada", KEY, account=True),
    "bare": Sitting("Ada"),
}
CLAIMS = {
    "key": Claim("Ada", KEY),
    "other key": Claim("Ada", OTHER),
    "password": Claim("Ada", proven=True),
    "password, other key": Claim("Ada", OTHER, proven=True),
    "name": Claim("Ada"),
}
SITUATIONS = ("connected", "suspended", "grace", "away", "restarted", "waiting")

MAY: dict[tuple[str, str], tuple[str, ...]] = {
    ("keyed", "key"): SITUATIONS,
    ("account with key", "key"): SITUATIONS,
    ("account", "password"): ("suspended", "grace", "away", "restarted"),
    ("account", "password, other key"): ("suspended", "grace", "away", "restarted"),
    ("account with key", "password"): ("suspended", "grace", "away", "restarted"),
    ("account with key", "password, other key"): ("suspended", "grace", "away", "restarted"),
    ("bare", "name"): ("suspended", "grace", "away", "restarted"),
}
"""Which claim brings which seat back in which situations; in all others it does not."""


def quick(inn: Inn) -> Inn:
    """The house with passwords that are hashed quickly."""
    inn.house.accounts = Accounts(inn.log, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    return inn


def account(inn: Inn, name: str = "Ada") -> None:
    """Somebody owns the name, whatever else there is."""
    inn.log.register(name, inn.house.accounts._hasher.hash("secret"), lambda fault: None)


def seated(sitting: Sitting, situation: str, game: str = "renaissance") -> Inn:
    """A house where somebody sits (or waits) so, in that situation."""
    inn, viewer = quick(Inn()), Watcher()
    setup = Setup(seats=3 if situation == "waiting" else 2)
    heard: list[Table | Refusal] = []
    inn.house.reception.enter(game, sitting, viewer, setup, heard.append)
    (table,) = heard
    assert isinstance(table, Table)
    inn.house.reception.enter(game, Sitting("Bob"), Watcher(), setup, heard.append)
    assert table.position.started is (situation != "waiting")
    if situation == "suspended":
        table.suspend("Ada")
    elif situation in ("grace", "away"):
        table.drop(viewer, 20.0 if situation == "grace" else 0.0)
        inn.after(1)
    elif situation == "restarted":
        inn = quick(inn.restarted())
    if sitting.account:
        account(inn)
    return inn


@pytest.mark.parametrize(("seat", "claim", "situation"), list(product(SEATS, CLAIMS, SITUATIONS)))
def test_who_may_come_back(seat: str, claim: str, situation: str) -> None:
    """A seat is brought back on the terms on which it was taken, and on no others; else the name is simply taken."""
    inn = seated(SEATS[seat], situation)
    verdict = inn.house.identity.judge("renaissance", CLAIMS[claim], ANY)
    if situation in MAY.get((seat, claim), ()):
        assert verdict is inn.house.holder("renaissance", "Ada")
    else:
        assert isinstance(verdict, Refusal)
        assert verdict.code in ("table.name-taken", "table.name-owned")


@pytest.mark.parametrize(("seat", "claim"), list(product(SEATS, CLAIMS)))
def test_an_account_made_later_proves_nothing(seat: str, claim: str) -> None:
    """Even if an account comes to be (say, while the table was set aside), only the seat's own terms bring it back."""
    inn = seated(SEATS[seat], "away")
    account(inn)
    verdict = inn.house.identity.judge("renaissance", CLAIMS[claim], ANY)
    assert (verdict is inn.house.holder("renaissance", "Ada")) is ("away" in MAY.get((seat, claim), ()))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("keyed", [True, False])
def test_seats_of_old_logs(game: str, keyed: bool) -> None:
    """Where the log does not say, the password brings back what it could only have been taken with: a Sagrada seat
    without a key whose name has an account.
    """
    inn = seated(Sitting("Ada", KEY if keyed else ""), "away", game)
    table = inn.house.holder(game, "Ada")
    assert table is not None
    seats = tuple(msgspec.structs.replace(seat, account=None) for seat in table.position.seats)
    table.position = table.head = msgspec.structs.replace(table.position, seats=seats)
    account(inn)
    judged = {name: inn.house.identity.judge(game, claim, ANY) is table for name, claim in CLAIMS.items()}
    assert judged["key"] is keyed
    assert judged["password"] is (game == "sagrada" and not keyed)
    assert judged["name"] is (game != "sagrada" and not keyed)
    assert not judged["other key"]


def test_what_a_seat_remembers_survives_a_restart() -> None:
    """Whether it was taken under an account is in the log."""
    for sitting in SEATS.values():
        inn = seated(sitting, "restarted")
        table = inn.house.holder("renaissance", "Ada")
        assert table is not None
        (seat,) = (seat for seat in table.position.seats if seat.name == "Ada")
        assert (seat.key, seat.account) == (sitting.key, bool(sitting.account))


# -- claiming a name --------------------------------------------------------------------------------------------------


def _seated_in(game: str, inn: Inn) -> None:
    inn.enter("Ada", game=game)


def _queued(inn: Inn) -> None:
    inn.enter("Bob", Setup(), "renaissance")
    inn.enter("Ada", Setup(), "renaissance")
    assert inn.outcomes["Ada"] == []


def _arriving(inn: Inn) -> None:
    inn.log.instant = False
    inn.enter("Ada", game="renaissance")


def _leaving(inn: Inn) -> None:
    inn.enter("Ada")
    inn.log.instant = False
    inn.table("Ada").leave("Ada")


def _guest(inn: Inn) -> None:
    inn.house.identity.came(Claim("Ada", OTHER))


def _keyed(inn: Inn) -> None:
    inn.house.reception.enter("splendor", Sitting("Ada", OTHER), Watcher(), Setup(seats=2), lambda outcome: None)


def _away(inn: Inn) -> None:
    table = inn.running("Ada", "Bob", game="renaissance")
    table.drop(inn.viewers["Ada"])


ELSEWHERE: dict[str, Callable[[Inn], None]] = {
    **{f"seated in {game}": partial(_seated_in, game) for game in GAMES},
    "queued": _queued,
    "arriving": _arriving,
    "leaving": _leaving,
    "guest": _guest,
    "keyed seat": _keyed,
    "away": _away,
}
"""Where somebody may be by whose name another comes."""


@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("key", ["", KEY])
def test_a_name_that_somebody_goes_by_is_not_claimed(where: str, key: str) -> None:
    """No password is set on a name that another goes by anywhere in the house, and no guest is let in under it."""
    inn = quick(Inn())
    ELSEWHERE[where](inn)
    claim = Claim("Ada", key)
    answers: list[Refusal | None] = []
    inn.house.identity.log_in(claim, "evil", answers.append)
    inn.log.release()
    (refusal,) = answers
    assert refusal is not None
    assert refusal.code == "table.name-in-use"
    assert not inn.house.accounts.owned("Ada")
    assert inn.log.password("Ada") is None
    greeted = inn.house.identity.greet(claim, known=bool(key))
    assert where == "leaving" or greeted is not None


@pytest.mark.parametrize("where", ELSEWHERE)
def test_it_is_asked_again_after_hashing(where: str) -> None:
    """Whoever comes while a password is being hashed, which takes a while, is not robbed of the name."""
    inn, run = Inn(), Later()
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    inn.house.accounts = Accounts(inn.log, run, hasher)
    answers: list[Refusal | None] = []
    inn.house.identity.log_in(Claim("Ada"), "evil", answers.append)
    assert inn.house.accounts.owned("Ada"), "meanwhile the name is nobody else's to take"
    ELSEWHERE[where](inn)
    run.finish()
    inn.log.release()
    assert [refusal.code for refusal in answers if refusal is not None] == ["table.name-in-use"]
    assert inn.log.password("Ada") is None
    assert not inn.house.accounts.owned("Ada")


def test_a_free_name_is_claimed_once() -> None:
    """The first password of a free name is its own from then on; another is wrong."""
    inn = quick(Inn())
    answers: list[Refusal | None] = []
    for password in ("mine", "mine", "yours"):
        inn.house.identity.log_in(Claim("Ada"), password, answers.append)
    assert answers[:2] == [None, None]
    assert answers[2] is not None
    assert answers[2].code == "table.wrong-password"


def test_a_forgotten_name_proves_nothing() -> None:
    """Whatever a node remembers of it goes when the log says so: logins, and whoever goes by the name."""

    class Here:
        out = False

        def signed_out(self) -> None:
            self.out = True
            inn.house.identity.went(CLAIMS["key"], self)

    inn, here, other = quick(Inn()), Here(), Here()
    identity = inn.house.identity
    identity.log_in(CLAIMS["key"], "mine", lambda _: None)
    identity.log_in(Claim("Bo", OTHER), "mine", lambda _: None)
    identity.came(CLAIMS["key"], here)
    identity.came(Claim("Bo", OTHER), other)
    forgotten: list[str] = []
    inn.house.on_name_forgotten.append(forgotten.append)
    inn.log.forget(Oblivion(name="Ada", at=1), lambda _: None)
    assert identity.proves(CLAIMS["key"])
    identity.refresh()
    identity.refresh()
    assert not identity.proves(CLAIMS["key"])
    assert identity.proves(Claim("Bo", OTHER))
    assert (here.out, other.out, forgotten) == (True, False, [mark_of("Ada")])


def test_the_own_seat_is_no_obstacle() -> None:
    """Who holds a seat by their own key may set a password, and it brings that seat back while the token is known."""
    inn = seated(SEATS["keyed"], "connected")
    answers: list[Refusal | None] = []
    inn.house.identity.log_in(CLAIMS["key"], "mine", answers.append)
    assert answers == [None]
    table = inn.house.holder("renaissance", "Ada")
    assert table is not None
    (seat,) = (seat for seat in table.position.seats if seat.name == "Ada")
    owns = inn.house.identity.owns
    assert owns("renaissance", seat, CLAIMS["password, other key"])
    assert not owns("renaissance", seat, CLAIMS["other key"])
    again = quick(inn.restarted())
    assert not again.house.identity.owns("renaissance", seat, CLAIMS["password"])
    assert again.house.identity.owns("renaissance", seat, CLAIMS["key"])


def test_an_owned_name_needs_its_password_for_a_new_seat() -> None:
    """In every game; whoever gave it may sit down though a browser is here under the name: it is theirs."""
    inn = quick(Inn())
    account(inn)
    inn.house.identity.came(Claim("Ada", OTHER, proven=True))
    for game, (name, claim) in product(GAMES, CLAIMS.items()):
        verdict = inn.house.identity.judge(game, claim, ANY)
        if claim.proven:
            assert verdict is None, name
        else:
            assert isinstance(verdict, Refusal)
            assert verdict.code == "table.name-owned"


def test_a_guests_name_is_not_free_for_others() -> None:
    """While a browser is here under a name nobody else sits down by it, but its own key does."""
    inn = quick(Inn())
    guest = Claim("Ada", KEY)
    inn.house.identity.came(guest)
    inn.house.identity.came(guest)
    for claim, free in ((CLAIMS["key"], True), (CLAIMS["other key"], False), (CLAIMS["name"], False)):
        assert (inn.house.identity.judge("splendor", claim, ANY) is None) is free
    inn.house.identity.went(guest)
    assert isinstance(inn.house.identity.judge("splendor", CLAIMS["name"], ANY), Refusal)
    inn.house.identity.went(guest)
    assert inn.house.identity.judge("splendor", CLAIMS["name"], ANY) is None


def test_nobody_is_locked_out_by_a_namesake() -> None:
    """The token of a seat lets its guest in, whoever has taken a seat by the same name in another game."""
    inn = seated(SEATS["keyed"], "away")
    inn.enter("Ada", game="sagrada")
    identity = inn.house.identity
    assert identity.greet(CLAIMS["key"], known=True) is None
    assert len(identity.seated_at(CLAIMS["key"])) == 1
    refusal = identity.greet(CLAIMS["other key"], known=True)
    assert refusal is not None
    assert refusal.code == "table.wrong-token"


def test_a_seat_on_its_way_is_nobodys_to_come_back_to() -> None:
    """Until it is in the log a seat is only taken, also for whoever takes it."""
    inn = quick(Inn())
    inn.log.instant = False
    inn.house.reception.enter("renaissance", SEATS["keyed"], Watcher(), Setup(seats=2), lambda outcome: None)
    for claim in CLAIMS.values():
        assert isinstance(inn.house.identity.judge("renaissance", claim, ANY), Refusal)


def test_a_bots_seat_is_nobodys() -> None:
    """Whoever is called like a bot, with or without an account, is not that bot."""
    inn = quick(Inn())
    table = inn.house.open("splendor", Setup(seats=2))
    for name in ("Ada", "greedy"):
        inn.house.reception.sit(
            table, Sitting(name, bot="greedy" if name == "greedy" else ""), Watcher(), lambda outcome: None
        )
    assert kinds(table)[-1] == "start"
    (bot,) = (seat for seat in table.position.seats if seat.name == "greedy")
    for claim in (Claim("greedy"), Claim("greedy", proven=True), Claim("greedy", KEY, proven=True)):
        assert not inn.house.identity.owns("splendor", bot, claim)
        assert inn.house.identity.judge("splendor", claim, ANY) is None


def test_secrets_are_compared_whatever_they_are() -> None:
    """Anything a client may send as a secret can be compared, and only equal secrets are the same."""
    assert same("żółw\ud800", "żółw\ud800")
    assert not same("a", "b")
    assert not same("", "a")
    assert key_of("\ud800") != key_of("\ud801")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_wrong_secret_takes_the_same_work(game: str) -> None:
    """However much of a key is right, and whether it is almost right at all, refusing it takes the same work."""
    inn = seated(SEATS["keyed"], "away", game)
    wrong = [KEY[:right] + ("0" if KEY[right] != "0" else "1") + KEY[right + 1 :] for right in range(len(KEY))]
    work = set()
    for key in (*wrong, *wrong):
        claim = Claim("Ada", key)
        work.add(counted(lambda claim=claim: inn.house.identity.judge(game, claim, ANY)))  # type: ignore[misc]  # bound
    assert len(work) == 1


def test_every_password_is_hashed_once() -> None:
    """A right password, a wrong one and the first one of a free name each take one hash: the time tells nothing."""
    jobs: list[str] = []

    class Counting(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            jobs.append("hash")
            return super().hash(password, salt=salt)

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            jobs.append("verify")
            return super().verify(hash, password)

    inn = Inn()
    inn.house.accounts = Accounts(inn.log, hasher=Counting(time_cost=1, memory_cost=8, parallelism=1))
    for name, password in (("Ada", "right"), ("Ada", "right"), ("Ada", "wrong"), ("Bob", "other")):
        inn.house.identity.log_in(Claim(name), password, lambda refusal: None)
    assert jobs == ["hash", "verify", "verify", "hash"]


# -- names that look alike, and limits --------------------------------------------------------------------------------


def test_a_name_that_looks_like_another_in_use() -> None:
    """Nobody sits down, logs in or comes as a guest under it while the other is in use; then they may."""
    inn = quick(Inn())
    inn.enter("COCA")
    alike = Claim("\u0421\u041e\u0421\u0410")
    refused = inn.house.identity.judge("sagrada", alike, ANY)
    assert isinstance(refused, Refusal)
    assert refused.code == "table.name-alike"
    heard: list[Refusal | None] = []
    inn.house.identity.log_in(alike, "secret", heard.append)
    assert heard[0] is not None
    assert heard[0].code == "table.name-alike"
    assert inn.house.identity.greet(alike, known=False) == heard[0]
    inn.house.reception.withdraw(inn.viewers["COCA"])
    inn.table("COCA").drop(inn.viewers["COCA"])
    assert inn.house.identity.judge("sagrada", alike, ANY) is None


def test_a_name_that_looks_like_one_with_a_password() -> None:
    """Is not to be had while its owner is away either; who had it before keeps it."""
    inn = quick(Inn())
    account(inn, "COCA")
    alike = Claim("\u0421\u041e\u0421\u0410")
    refused = inn.house.identity.greet(alike, known=False)
    assert refused is not None
    assert refused.code == "table.name-alike"
    account(inn, alike.name)
    assert inn.house.identity.judge("sagrada", Claim(alike.name, proven=True), ANY) is None


def test_a_guest_who_hung_up_and_keeps_a_seat_keeps_the_name_in_every_game() -> None:
    """A seat with a key is somebody's: without the key nobody else goes by the name in another game."""
    inn = quick(Inn())
    inn.house.reception.enter("splendor", SEATS["keyed"], Watcher(), Setup(seats=2), lambda outcome: None)
    refused = inn.house.identity.judge("sagrada", Claim("Ada"), ANY)
    assert isinstance(refused, Refusal)
    assert refused.code == "table.name-taken"
    assert inn.house.identity.judge("sagrada", Claim("Ada", KEY), ANY) is None


def test_wrong_passwords_lock_out_the_address_that_gave_them() -> None:
    """The owner gets in from elsewhere, or with a token that was given with the password before."""
    inn = quick(Inn())
    account(inn)
    heard: list[Refusal | None] = []
    log_in = inn.house.identity.log_in
    log_in(Claim("Ada", KEY), "secret", heard.append, address="192.0.2.1")
    for _ in range(WRONG_PASSWORDS):
        log_in(Claim("Ada"), "guess", heard.append, address="192.0.2.1")
    log_in(Claim("Ada"), "secret", heard.append, address="192.0.2.1")
    log_in(Claim("Ada"), "secret", heard.append, address="192.0.2.2")
    log_in(Claim("Ada", KEY), "secret", heard.append, address="192.0.2.1")
    codes = [None if refusal is None else refusal.code for refusal in heard]
    assert codes == [None, *["table.wrong-password"] * WRONG_PASSWORDS, "table.locked-out", None, None]
    assert inn.house.limits_hit == {"WRONG_PASSWORDS": 1}


def test_tokens_given_with_a_password_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last so many of a name, and of so many names; whoever is forgotten gives the password again."""
    monkeypatch.setattr("bottega.table.identity.KEPT_DEVICES", 3)
    monkeypatch.setattr("bottega.table.identity.KEPT_LOGINS", 2)
    inn = quick(Inn())
    account(inn)
    claims = [Claim("Ada", key_of(f"token {number}")) for number in range(5)]
    for claim in claims:
        inn.house.identity.log_in(claim, "secret", lambda refusal: None)
    assert [inn.house.identity.proves(claim) for claim in claims] == [False, False, True, True, True]
    for other in ("Bob", "Eve"):
        account(inn, other)
        inn.house.identity.log_in(Claim(other, key_of(other)), "secret", lambda refusal: None)
    assert not any(map(inn.house.identity.proves, claims))
    assert inn.house.identity.proves(Claim("Bob", key_of("Bob")))


def test_passwords_are_looked_at_in_turns_by_address() -> None:
    """Whoever gives many keeps nobody at another address waiting: slow work is told where it is asked from."""
    inn, run = Inn(), Later()
    inn.house.accounts = Accounts(inn.log, run)
    inn.house.identity.log_in(Claim("Ada"), "secret", lambda refusal: None, address="192.0.2.7")
    assert run.askers == ["192.0.2.7"]


def test_no_two_look_alikes_while_a_password_is_hashed() -> None:
    """A name whose first password is being hashed is in use: none that looks like it is taken meanwhile."""
    inn, run = Inn(), Later()
    inn.house.accounts = Accounts(inn.log, run)
    heard: dict[str, Refusal | None] = {}
    for name in ("Pol", "PoI", "Po1"):
        inn.house.identity.log_in(Claim(name), "secret", partial(heard.__setitem__, name))
    assert [refusal.code if refusal else "" for refusal in heard.values()] == ["table.name-alike"] * 2
    run.finish()
    assert heard["Pol"] is None
    assert not inn.house.names._names
