"""How much one address, and one name, may ask for over all its connections.

How it works. Everything that can be asked for too often is counted by key in :class:`Buckets`: a token bucket for each
address or name, of which only the moment is kept at which it will be full again. What can be held is counted in
:class:`Holdings`. Wrong passwords are counted in :class:`Lockouts`, by name and address together: whoever guesses locks
out nobody but themselves.

What must stay true:

1. Memory is bounded: each sort of bucket knows ``KEPT_KEYS`` keys, and those longest not heard of make way, as if they
   had never come. So a flood from a million addresses makes the limits more lenient, never the house larger.
2. What is refused costs nothing: whoever waits as long as they are told to is served.
3. This machine (``LOCAL``) is not counted by its address, but for passwords: behind a proxy that nobody named, all the
   world comes from there.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil
from typing import Literal

import msgspec

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_KEYS, LOCKOUT_SECONDS, MAX_LOCKOUT_SECONDS, WRONG_PASSWORDS, Quota, Shares
from bottega.table.phrases import PHRASES

LOCAL = frozenset({"", "127.0.0.1", "::1"})
"""This machine, also where a connection has no address (a Unix socket)."""

Asked = Literal["tables", "seats", "bots", "chat", "words", "motions", "codes", "ways", "mails"]
"""What is counted by address and by name."""


class Visitor(msgspec.Struct, frozen=True):
    """Who asks for something: the address they come from, and the name they go by."""

    address: str = ""
    name: str = ""


HOUSE = Visitor()
"""What is done by the house itself, and counted for nobody."""


class Buckets:
    """A token bucket for each key."""

    def __init__(self, quota: Quota, most: int = KEPT_KEYS) -> None:
        self._quota = quota
        self._most = most
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each key's bucket will be full again, the one longest not touched first."""

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: str, now: float, count: int = 1) -> float:
        """In how many seconds so many may be had, 0 if now."""
        quota = self._quota
        behind = max(0.0, self._full_at.get(key, now) - now)
        return max(0.0, behind - (quota.burst - min(count, quota.burst)) * quota.seconds)

    def spend(self, key: str, now: float, count: int = 1) -> None:
        """Take so many, also if there are too few: then the wait is longer, as long as for two bucketfuls at most."""
        full_at, quota = self._full_at, self._quota
        later = max(now, full_at.pop(key, now)) + count * quota.seconds
        full_at[key] = min(later, now + 2 * quota.burst * quota.seconds)
        if len(full_at) > self._most:
            full_at.popitem(last=False)

    def ask(self, key: str, now: float) -> float:
        """Take one if there is one; else in how many seconds there will be."""
        wait = self.wait(key, now)
        if not wait:
            self.spend(key, now)
        return wait


class Holdings:
    """How many of something each key holds."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._held: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._held)

    def full(self, key: str) -> bool:
        """Whether the key may hold no more."""
        return self._held.get(key, 0) >= self._most

    def held(self, key: str) -> int:
        """How many the key holds."""
        return self._held.get(key, 0)

    def take(self, key: str) -> None:
        """The key holds one more."""
        self._held[key] = self._held.get(key, 0) + 1

    def give_back(self, key: str) -> None:
        """The key holds one less."""
        left = self._held.get(key, 0) - 1
        if left > 0:
            self._held[key] = left
        else:
            self._held.pop(key, None)


class Lockouts:
    """How long whoever failed too often has to wait: twice as long each time."""

    def __init__(self, most: int = KEPT_KEYS) -> None:
        self._most = most
        self._failed: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()
        """How often, and when last."""

    def __len__(self) -> int:
        return len(self._failed)

    def wait(self, key: tuple[str, str], now: float) -> float:
        """In how many seconds the key may try again, 0 if now."""
        times, last = self._failed.get(key, (0, now))
        if times < WRONG_PASSWORDS:
            return 0.0
        return max(0.0, last + _lockout(times) - now)

    def failed(self, key: tuple[str, str], now: float) -> None:
        """The key has failed once more."""
        times, last = self._failed.pop(key, (0, now))
        if now - last > MAX_LOCKOUT_SECONDS + _lockout(times):
            times = 0
        self._failed[key] = (times + 1, now)
        if len(self._failed) > self._most:
            self._failed.popitem(last=False)

    def succeeded(self, key: tuple[str, str]) -> None:
        """All is forgiven."""
        self._failed.pop(key, None)


def _lockout(times: int) -> float:
    return min(MAX_LOCKOUT_SECONDS, LOCKOUT_SECONDS * 2.0 ** max(0, min(times, 64) - WRONG_PASSWORDS))


class Quotas:
    """What every address and every name has asked for lately, in one house."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, per_address: float = 1.0, shares: Shares | None = None
    ) -> None:
        shares = shares or Shares()
        self._now = now
        self.hit: Counter[str] = Counter()
        """How often each limit was run into, by its name."""
        self._counted = per_address > 0
        self.times = times = per_address or 1.0
        """How many times the usual an address may ask for."""
        self._buckets = {
            name: Buckets(quota.times(times) if name.endswith("_per_address") else quota)
            for name, quota in msgspec.structs.asdict(shares).items()
            if isinstance(quota, Quota)
        }
        self._holdings = {
            name: Holdings(most * times if name.endswith("_per_address") else most)
            for name, most in msgspec.structs.asdict(shares).items()
            if isinstance(most, int)
        }
        self._lockouts = Lockouts()

    # -- what is asked for at tables ----------------------------------------------------------------------------------

    def ask(self, what: Asked, visitor: Visitor) -> float:
        """Count one more of something; else in how many seconds it may be asked for again."""
        keys = self._keys(what, visitor)
        if wait := self._wait(keys):
            return wait
        for limit, key in keys:
            self._buckets[limit].spend(key, self._now())
        return 0.0

    def _wait(self, keys: list[tuple[str, str]]) -> float:
        """In how many seconds one more of something may be asked for, 0 if now."""
        for limit, key in keys:
            if wait := self._buckets[limit].wait(key, self._now()):
                self.hit[limit] += 1
                return wait
        return 0.0

    def _keys(self, what: str, visitor: Visitor) -> list[tuple[str, str]]:
        """The limits by which something is counted, and for whom."""
        keys = []
        if self._counted and visitor.address not in LOCAL:
            keys.append((f"{what}_per_address", visitor.address))
        if visitor.name:
            keys.append((f"{what}_per_name", visitor.name))
        return keys

    def ask_for_table(self, visitor: Visitor, *, days: bool = False) -> Refusal | None:
        """Count one more table for whoever opens it; else why not. It is given back by ``table_closed``.

        One over ``days`` counts as waiting too, until ``days_table_begun``.
        """
        if refusal := self.why_no_table(visitor, days=days):
            return refusal
        if days:
            self._holdings["waiting_days_per_address"].take(visitor.address)
            self._holdings["waiting_days_per_name"].take(visitor.name)
        self.ask("tables", visitor)
        self._holdings["open_tables_per_address"].take(visitor.address)
        self._holdings["open_tables_per_name"].take(visitor.name)
        return None

    def why_no_table(self, visitor: Visitor, *, days: bool = False) -> Refusal | None:
        """Why somebody may not open a table now, None if they may; none is counted."""
        if self._has_all("open_tables", visitor):
            return PHRASES.refusal("tables-enough")
        if days and self._has_all("waiting_days", visitor):
            return PHRASES.refusal("days-tables-enough")
        if wait := self._wait(self._keys("tables", visitor)):
            return PHRASES.refusal("tables-too-fast", wait=ceil(wait))
        return None

    def _has_all(self, what: str, visitor: Visitor) -> bool:
        """Whether an address or a name holds as many of something as it may."""
        for limit, key in self._keys(what, visitor):
            if self._holdings[limit].full(key):
                self.hit[limit] += 1
                return True
        return False

    def ask_for_seat(self, visitor: Visitor) -> Refusal | None:
        """Count one more seat for whoever takes it at a table that another opened; else why not."""
        wait = self.ask("seats", visitor)
        return PHRASES.refusal("seats-too-fast", wait=ceil(wait)) if wait else None

    def why_no_seat(self, visitor: Visitor) -> Refusal | None:
        """Why somebody may not take a seat at another's table now, None if they may; none is counted."""
        if wait := self._wait(self._keys("seats", visitor)):
            return PHRASES.refusal("seats-too-fast", wait=ceil(wait))
        return None

    def table_closed(self, visitor: Visitor) -> None:
        """A table that was opened by somebody is no more."""
        self._holdings["open_tables_per_address"].give_back(visitor.address)
        self._holdings["open_tables_per_name"].give_back(visitor.name)

    def days_table_begun(self, visitor: Visitor) -> None:
        """A table over days that was opened by somebody waits no longer: it has begun, or is over."""
        self._holdings["waiting_days_per_address"].give_back(visitor.address)
        self._holdings["waiting_days_per_name"].give_back(visitor.name)

    def ask_for_mail(self, visitor: Visitor, recipient: str) -> float:
        """Count a code that somebody has sent to a mail address; else in how many seconds they may."""
        keys = [*self._keys("mails", visitor), ("mails_per_recipient", recipient)]
        if wait := self._wait(keys):
            return wait
        for limit, key in keys:
            self._buckets[limit].spend(key, self._now())
        return 0.0

    # -- what can be held ---------------------------------------------------------------------------------------------

    def hold(self, limit: str, key: str) -> bool:
        """Let a key hold one more of something, if it may; it is given back by ``release``."""
        if not self._counts(limit, key):
            return True
        if self._holdings[limit].full(key):
            self.hit[limit] += 1
            return False
        self._holdings[limit].take(key)
        return True

    def release(self, limit: str, key: str) -> None:
        """Something that a key was let hold is no more."""
        self._holdings[limit].give_back(key)

    # -- passwords ----------------------------------------------------------------------------------------------------

    def ask_for_login(self, visitor: Visitor) -> float:
        """Count a password that somebody gives for a name; else in how many seconds they may give one."""
        now, pair = self._now(), (visitor.name, visitor.address)
        if wait := self._lockouts.wait(pair, now):
            self.hit["WRONG_PASSWORDS"] += 1
            return wait
        return self._ask_at_door("logins_per_address", visitor.address)

    def logged_in(self, visitor: Visitor) -> None:
        """The password was right."""
        self._lockouts.succeeded((visitor.name, visitor.address))

    def guessed_wrong(self, visitor: Visitor) -> None:
        """The password was wrong."""
        self._lockouts.failed((visitor.name, visitor.address), self._now())

    # -- connections --------------------------------------------------------------------------------------------------

    def arrive(self, address: str) -> str:
        """Let a connection in; else the limit that keeps it out. It is given back by ``leave``."""
        limit = "connections_per_address"
        if not self._counts(limit, address):
            return ""
        if self._holdings[limit].full(address):
            self.hit[limit] += 1
            return limit
        if self._ask_at_door("arrivals_per_address", address):
            return "arrivals_per_address"
        self._holdings[limit].take(address)
        return ""

    def connected(self, address: str) -> int:
        """How many connections an address has, 0 if they are not counted."""
        return self._holdings["connections_per_address"].held(address)

    def leave(self, address: str) -> None:
        """A connection that was let in is gone."""
        self._holdings["connections_per_address"].give_back(address)

    def flooded(self, address: str, arrivals: int) -> None:
        """A connection had to be cut off for flooding: it counts as several, so that the next must wait."""
        if self._counts("arrivals_per_address", address):
            self._buckets["arrivals_per_address"].spend(address, self._now(), arrivals)

    def whole_burst(self, address: str) -> bool:
        """Whether a connection may begin with all that may be asked for at once."""
        return not self._ask_at_door("bursts_per_address", address)

    def ask_for_request(self, address: str) -> float:
        """Count a request on the HTTP port; else in how many seconds the next may be made."""
        return self._ask_at_door("requests_per_address", address)

    def _ask_at_door(self, limit: str, address: str) -> float:
        if not self._counts(limit, address):
            return 0.0
        wait = self._buckets[limit].ask(address, self._now())
        if wait:
            self.hit[limit] += 1
        return wait

    def _counts(self, limit: str, key: str) -> bool:
        if limit.endswith("_per_address"):
            return self._counted and key not in LOCAL
        return bool(key)
