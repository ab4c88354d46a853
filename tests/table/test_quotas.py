"""How much one address and one name may ask for, with a clock turned by hand."""

from __future__ import annotations

import msgspec
import pytest

from bottega.limits import KEPT_KEYS, LOCKOUT_SECONDS, MAX_LOCKOUT_SECONDS, WRONG_PASSWORDS, Quota, Shares
from bottega.table.quotas import HOUSE, Asked, Buckets, Holdings, Lockouts, Quotas, Visitor
from tests.table.rigs import Time

ANNA = Visitor("192.0.2.1", "Anna")
FEW = Shares(
    connections_per_address=3,
    arrivals_per_address=Quota(4, 1.0),
    bursts_per_address=Quota(2, 1.0),
    requests_per_address=Quota(2, 1.0),
    tables_per_address=Quota(4, 1.0),
    tables_per_name=Quota(3, 1.0),
    open_tables_per_address=6,
    open_tables_per_name=5,
    waiting_days_per_address=3,
    waiting_days_per_name=2,
    seats_per_address=Quota(3, 1.0),
    seats_per_name=Quota(2, 1.0),
    bots_per_address=Quota(3, 1.0),
    bots_per_name=Quota(2, 1.0),
    logins_per_address=Quota(8, 1.0),
    chat_per_address=Quota(3, 1.0),
    chat_per_name=Quota(2, 1.0),
    words_per_address=Quota(3, 1.0),
    words_per_name=Quota(2, 1.0),
)


@pytest.fixture
def time() -> Time:
    """A clock."""
    return Time()


@pytest.fixture
def quotas(time: Time) -> Quotas:
    """A house in which hardly anything is allowed."""
    return Quotas(time, shares=FEW)


# -- what they are made of --------------------------------------------------------------------------------------------


def test_so_many_at_once_then_one_at_a_time() -> None:
    """A bucket gives its burst, then one in so many seconds; what is refused costs nothing."""
    buckets = Buckets(Quota(3, 2.0))
    assert [buckets.ask("a", 100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert [buckets.ask("a", 100.0) for _ in range(3)] == [2.0, 2.0, 2.0]
    assert buckets.ask("b", 100.0) == 0.0
    assert buckets.ask("a", 101.5) == 0.5
    assert buckets.ask("a", 102.0) == 0.0
    assert buckets.ask("a", 102.0) == 2.0
    assert [buckets.ask("a", 9e9) for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]


def test_what_counts_as_many_makes_the_wait_longer() -> None:
    """More may be taken than there is; then it takes longer, but never longer than two buckets take to fill."""
    buckets = Buckets(Quota(3, 2.0))
    buckets.spend("a", 100.0, 5)
    assert buckets.wait("a", 100.0) == 6.0
    buckets.spend("a", 100.0, 1_000_000)
    assert buckets.wait("a", 100.0) == 8.0


def test_a_clock_that_jumps_back_locks_nobody_out_for_long() -> None:
    """Time that was is not waited for a second time: at most as long as two buckets take to fill, once spent again."""
    buckets = Buckets(Quota(3, 2.0))
    for _ in range(3):
        buckets.ask("a", 1_000_000.0)
    buckets.spend("a", 100.0)
    assert buckets.wait("a", 100.0) <= 12.0


def test_a_million_addresses_fill_nothing() -> None:
    """Only so many keys are known; the one longest not heard of makes way, as if it had never come."""
    buckets, lockouts = Buckets(Quota(1, 3600.0), most=100), Lockouts(most=100)
    for number in range(10_000):
        assert not buckets.ask(f"host {number}", 0.0)
        lockouts.failed((f"host {number}", ""), 0.0)
    assert len(buckets) == len(lockouts) == 100
    assert buckets.ask("host 9999", 0.0)
    assert not buckets.ask("host 0", 0.0)
    assert len(Buckets(Quota(1, 1.0))) == 0
    assert KEPT_KEYS < 1_000_000


def test_what_is_held() -> None:
    """So many at a time; what is given back leaves no trace."""
    holdings = Holdings(2)
    holdings.take("a")
    assert not holdings.full("a")
    holdings.take("a")
    assert holdings.full("a")
    assert not holdings.full("b")
    holdings.give_back("a")
    holdings.give_back("a")
    holdings.give_back("a")
    assert len(holdings) == 0


def test_who_fails_waits_twice_as_long_each_time() -> None:
    """A few failures cost nothing; then the wait doubles, up to the longest."""
    lockouts, key, now, waits = Lockouts(), ("Anna", "192.0.2.1"), 0.0, []
    for _ in range(WRONG_PASSWORDS + 12):
        now += lockouts.wait(key, now)
        lockouts.failed(key, now)
        waits.append(lockouts.wait(key, now))
    assert waits[: WRONG_PASSWORDS + 2] == [0.0] * (WRONG_PASSWORDS - 1) + [
        LOCKOUT_SECONDS,
        2 * LOCKOUT_SECONDS,
        4 * LOCKOUT_SECONDS,
    ]
    assert waits[-1] == MAX_LOCKOUT_SECONDS
    lockouts.failed(key, now + 3 * MAX_LOCKOUT_SECONDS)
    assert lockouts.wait(key, now + 3 * MAX_LOCKOUT_SECONDS) == 0, "that long ago does not count"
    lockouts.succeeded(key)
    assert len(lockouts) == 0


# -- each limit is run into -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["tables", "seats", "bots", "chat", "words"])
def test_one_name(quotas: Quotas, time: Time, what: Asked) -> None:
    """One name gets its share from however many addresses, and more after a while."""
    most = getattr(FEW, f"{what}_per_name").burst
    assert [bool(quotas.ask(what, Visitor(f"192.0.2.{n}", "Anna"))) for n in range(most + 1)] == [False] * most + [True]
    assert quotas.hit == {f"{what}_per_name": 1}
    assert not quotas.ask(what, Visitor("192.0.2.1", "Bob"))
    time.now += 1.0
    assert not quotas.ask(what, ANNA)


@pytest.mark.parametrize("what", ["tables", "seats", "bots", "chat", "words"])
def test_one_address(quotas: Quotas, what: Asked) -> None:
    """One address gets its share under however many names; another has its own."""
    most = getattr(FEW, f"{what}_per_address").burst
    asked = [bool(quotas.ask(what, Visitor("192.0.2.1", f"guest {n}"))) for n in range(most + 1)]
    assert asked == [False] * most + [True]
    assert quotas.hit == {f"{what}_per_address": 1}
    assert not quotas.ask(what, Visitor("192.0.2.2", "Anna"))


def test_what_is_refused_by_one_is_not_taken_from_the_other(quotas: Quotas) -> None:
    """Whoever has used up their own share uses up nothing of their address's."""
    for _ in range(10):
        quotas.ask("chat", ANNA)
    assert not quotas.ask("chat", Visitor(ANNA.address, "Bob"))


def test_tables_over_days(quotas: Quotas) -> None:
    """Few of them wait at a time, of one name and of one address; one that has begun makes room. Others count apart."""
    bob = Visitor(ANNA.address, "Bob")
    assert [quotas.ask_for_table(each, days=True) for each in (ANNA, ANNA, bob)] == [None] * 3
    for each in (ANNA, bob):
        refusal = quotas.why_no_table(each, days=True)
        assert refusal is not None
        assert refusal.code == "table.days-tables-enough"
    assert quotas.hit == {"waiting_days_per_address": 2}
    assert quotas.ask_for_table(Visitor("192.0.2.2", "Cyd"), days=True) is None
    assert quotas.why_no_table(Visitor("192.0.2.2", "Dot")) is None
    quotas.days_table_begun(bob)
    assert quotas.why_no_table(bob, days=True) is None
    assert quotas.why_no_table(ANNA, days=True) is not None
    assert quotas.hit == {"waiting_days_per_address": 2, "waiting_days_per_name": 1}


def test_open_tables(quotas: Quotas, time: Time) -> None:
    """However slowly they are opened, so many tables at a time; one that is over makes room."""
    for _ in range(FEW.open_tables_per_name):
        time.now += 10
        assert quotas.ask_for_table(ANNA) is None
    time.now += 10
    assert str(quotas.ask_for_table(ANNA)) == "you have opened many tables that are not over yet: that is enough"
    assert quotas.ask_for_table(Visitor(ANNA.address, "Bob")) is None
    time.now += 10
    assert quotas.ask_for_table(Visitor(ANNA.address, "Bob")) is not None
    assert quotas.hit == {"open_tables_per_name": 1, "open_tables_per_address": 1}
    quotas.table_closed(ANNA)
    assert quotas.ask_for_table(ANNA) is None


def test_tables_too_fast(quotas: Quotas) -> None:
    """The refusal says when the next may be opened."""
    refusals = [quotas.ask_for_table(ANNA) for _ in range(4)]
    assert refusals[:3] == [None] * 3
    assert str(refusals[3]) == "you have opened many tables: open the next in 1 second"


def test_connections(quotas: Quotas, time: Time) -> None:
    """So many at a time from one address, and so many one after the other."""
    assert [quotas.arrive("192.0.2.1") for _ in range(4)] == ["", "", "", "connections_per_address"]
    assert quotas.connected("192.0.2.1") == 3
    quotas.leave("192.0.2.1")
    assert quotas.arrive("192.0.2.1") == ""
    quotas.leave("192.0.2.1")
    assert quotas.arrive("192.0.2.1") == "arrivals_per_address"
    assert quotas.arrive("192.0.2.2") == ""
    time.now += 1.0
    assert quotas.arrive("192.0.2.1") == ""


def test_a_flood_counts_as_many_connections(quotas: Quotas, time: Time) -> None:
    """Whoever had to be cut off and comes back at once has to wait."""
    assert quotas.arrive("192.0.2.1") == ""
    quotas.flooded("192.0.2.1", 4)
    assert quotas.arrive("192.0.2.1") == "arrivals_per_address"
    time.now += 2.0
    assert quotas.arrive("192.0.2.1") == ""


def test_bursts_and_requests(quotas: Quotas) -> None:
    """The first connections of an address may begin in a hurry; requests are counted."""
    assert [quotas.whole_burst("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [quotas.ask_for_request("192.0.2.1") for _ in range(3)] == [0.0, 0.0, 1.0]
    assert quotas.hit == {"bursts_per_address": 1, "requests_per_address": 1}


def test_guessing_locks_out_whoever_guesses(quotas: Quotas) -> None:
    """Not the owner at another address, and not others at the same address under their own names."""
    for _ in range(WRONG_PASSWORDS):
        assert not quotas.ask_for_login(ANNA)
        quotas.guessed_wrong(ANNA)
    assert quotas.ask_for_login(ANNA) == LOCKOUT_SECONDS
    assert not quotas.ask_for_login(Visitor("198.51.100.7", "Anna"))
    assert not quotas.ask_for_login(Visitor(ANNA.address, "Bob"))
    assert quotas.hit == {"WRONG_PASSWORDS": 1}
    quotas.logged_in(ANNA)
    assert not quotas.ask_for_login(ANNA)


def test_logins_of_one_address(quotas: Quotas) -> None:
    """Passwords for however many names: hashing them takes time that others want as well."""
    asked = [bool(quotas.ask_for_login(Visitor("192.0.2.1", f"guest {n}"))) for n in range(9)]
    assert asked == [False] * 8 + [True]
    assert quotas.hit == {"logins_per_address": 1}


# -- who is counted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["", "127.0.0.1", "::1"])
def test_this_machine_is_not_counted_but_for_passwords(quotas: Quotas, address: str) -> None:
    """All the world may come from here, by a proxy; a name is counted, and so are wrong passwords for it."""
    assert {quotas.arrive(address) for _ in range(100)} == {""}
    assert quotas.connected(address) == 0
    assert all(quotas.whole_burst(address) and not quotas.ask_for_request(address) for _ in range(100))
    assert not any(quotas.ask("bots", Visitor(address, f"guest {n}")) for n in range(100))
    quotas.flooded(address, 30)
    assert quotas.arrive(address) == ""
    here = Visitor(address, "Anna")
    for _ in range(WRONG_PASSWORDS):
        quotas.guessed_wrong(here)
    assert quotas.ask_for_login(here)


def test_the_house_itself_is_not_counted(quotas: Quotas) -> None:
    """What nobody asked for is nobody's."""
    assert all(quotas.ask_for_table(HOUSE) is None for _ in range(100))


def test_so_many_times_as_much(time: Time) -> None:
    """A factor for addresses, as whoever runs the house likes; 0 means that they are not counted. Names are."""
    twice, never = Quotas(time, 2.0, FEW), Quotas(time, 0.0, FEW)
    assert [twice.arrive("192.0.2.1") for _ in range(7)][5:] == ["", "connections_per_address"]
    assert {never.arrive("192.0.2.1") for _ in range(100)} == {""}
    assert sum(not never.ask("chat", ANNA) for _ in range(100)) == FEW.chat_per_name.burst


def test_thirty_friends_behind_one_router() -> None:
    """The limits as they are: all of them come, log in, open tables, ask for bots and talk, in the same minute."""
    time = Time()
    quotas = Quotas(time)
    for number in range(30):
        friend = Visitor("192.0.2.1", f"friend {number}")
        assert {quotas.arrive(friend.address) for _ in range(8)} == {""}
        assert not any(quotas.ask_for_request(friend.address) for _ in range(15))
        assert not quotas.ask_for_login(friend)
        assert quotas.ask_for_table(friend) is None
        assert not any(quotas.ask("bots", friend) for _ in range(3))
        assert not any(quotas.ask("chat", friend) for _ in range(2))
        time.now += 1.0
    assert not quotas.hit


def test_every_share_is_of_an_address_or_a_name() -> None:
    """The name of a limit says what it counts by: who asks, or to whom mail is sent."""
    assert all(
        name.endswith(("_per_address", "_per_name", "_per_recipient")) for name in msgspec.structs.asdict(Shares())
    )
