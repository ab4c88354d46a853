"""Who may take a seat, come back to one, or claim a name: the one place that decides it, for every protocol.

How it works. Protocols know people in four ways: by a password (an account), by a token or client id (of which the seat
keeps the hash, its *key*), by the connection of a guest who is here now, or by nothing but a name. Whoever comes makes
a :class:`Claim`; :meth:`Identity.judge` says what it is good for in a game. A seat remembers on what terms it was
taken, and only those bring it back:

====================  ===========================================================================================
a seat taken          is brought back by
====================  ===========================================================================================
with a key            that key, whoever is connected: the former connection makes way
under an account      the account's password, if nobody plays there now (or the key, if it has one too)
with a name alone     the name alone, if the game has started and nobody plays there now
====================  ===========================================================================================

(Nobody plays there: its player is away, or is passed over for having let a turn run out.)

What must stay true:

1. A name belongs to one person at a time: an account is made, or a guest let in, only if nobody else goes by the name
   anywhere: seated in any game, in a queue, on the way to a seat, or here as a guest. It is asked again after the
   password was hashed, since that takes a while.
2. Somebody who is known by a token or a password may hold any number of seats of a game, if all that their name holds
   there are theirs; who comes back by their name in a protocol that seats one at a time comes to the one where it is
   their turn (of several to that which has waited longest), else to the one played at last.
3. An account proves no seat that was taken without it. (Its owner's own seats are brought back by the password as well:
   those whose key is that of a token which has been given together with the password.)
4. A name with an account is used for a new seat only with its password.
5. Secrets are compared in constant time.
6. A secret that was made void opens nothing any more: its holder by ``sign_out``, the table's host by a code for a
   seat whose player has lost theirs (``transfers.py``), or whoever runs the house by the log, has put another in its
   place, or none. The log still says with which key a seat was taken.
   What was forgotten (``forget`` of the log) proves nothing either, on no node: a freed name inherits nothing.
7. Nobody comes back to a running game with a client that is shown more than was said when the seat was taken: the
   others were told before the game who sees what.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from math import ceil
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import (
    GONE_DAYS_SECONDS,
    GONE_SECONDS,
    KEPT_DEVICES,
    KEPT_LOGINS,
    LOGIN_SECONDS,
    MAX_SEATS_HELD,
)
from bottega.store.forgetting import mark_of
from bottega.store.log import Revocation, StoreFault
from bottega.table.beside import Wanted, always
from bottega.table.names import NameRule, skeleton
from bottega.table.passkeys import Challenge
from bottega.table.phrases import PHRASES
from bottega.table.position import Seat
from bottega.table.quotas import Visitor

if TYPE_CHECKING:
    from bottega.table.entries import Sitting
    from bottega.table.house import House
    from bottega.table.table import Table

_WITH_PASSWORDS = "sagrada"
"""The game in which, when seats did not yet remember it, one without a key was its account's if there was one."""


def key_of(secret: str) -> str:
    """What the log keeps of the secret that brings a player back to their seat."""
    return blake2b(secret.encode(errors="surrogatepass"), digest_size=16, person=b"bottega-seat").hexdigest()


def same(secret: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing about them."""
    if secret.isascii() and other.isascii():  # as those are that were given out here
        return compare_digest(secret, other)
    return compare_digest(secret.encode(errors="surrogatepass"), other.encode(errors="surrogatepass"))


class Claim(msgspec.Struct, frozen=True):
    """Who somebody says they are: a name, the key of their token or client id, and whether they gave the password."""

    name: str
    key: str = ""
    proven: bool = False
    gives_away: tuple[str, ...] = ()
    """What the client they come with would be shown although the rules hide it."""


@runtime_checkable
class SignedIn(Protocol):
    """A connection that somebody came in by."""

    def signed_out(self) -> None:
        """The secret that it came in by is void."""


class Identity:
    """Who is who in one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._guests: dict[str, dict[str, list[SignedIn | None]]] = {}
        """The guests who are connected under each name, by their keys."""
        self._logins: OrderedDict[str, dict[str, float]] = OrderedDict()
        """For each name the keys of tokens that were given together with its password, and until when they count."""
        self._successors: dict[str, str] = {}
        """Keys of seats that are void, and the key that counts in place of each; an empty one: none does."""
        self._read = 0
        """How much of what is void we have read from the log."""

    # -- seats ------------------------------------------------------------------------------------------------------

    def judge(self, game: str, claim: Claim, rule: NameRule) -> Table | Refusal | None:
        """The table at which the claim brings a seat of the game back, None if a new one may be taken, or why not."""
        try:
            return self._judge(game, claim, rule)
        except StoreFault:  # nobody can say whose name it is
            return PHRASES.refusal("store")

    def _judge(self, game: str, claim: Claim, rule: NameRule) -> Table | Refusal | None:
        house, name = self._house, claim.name
        in_use = house.names.used(name)  # most who come are new: nothing is theirs, and they take nothing from anybody
        held = self._may_be_back(game, claim) if in_use else ()
        tables = [table for table in held if self._brings_back(table, claim)]
        if tables:
            table = min(tables, key=lambda each: _urgency(each, name))
            return PHRASES.refusal("gives-away", name=name) if _sees_more(table, claim) else table
        if objection := rule.objection(name):
            return objection
        owned = house.accounts.owned(name)
        if owned and not claim.proven:
            return PHRASES.refusal("name-owned", name=name)
        if in_use and (house.taken(game, name) or (not owned and self._somebody_else(claim))):
            return PHRASES.refusal("name-taken", name=name)
        return None if owned else self._alike(name)

    def _may_be_back(self, game: str, claim: Claim) -> list[Table]:
        """The tables of a game at which the claim's name holds a seat on the claim's terms, as they are now."""
        held = self._house.held(game, claim.name)
        terms = [table for table, seat in held.items() if self.owns(game, seat, claim) or self._bare(game, seat, claim)]
        return [table for each in terms if (table := self._house.find(each)) is not None]

    def why_no_other(self, game: str, claim: Claim) -> Refusal | None:
        """Why somebody who is known by a token or a password may take no seat of a game besides those they hold."""
        held = self._house.held(game, claim.name)
        if not all(self.owns(game, seat, claim) for seat in held.values()):
            return PHRASES.refusal("name-taken", name=claim.name)
        if len(held) >= MAX_SEATS_HELD:
            self._house.limits_hit["MAX_SEATS_HELD"] += 1
            return PHRASES.refusal("seats-enough", most=MAX_SEATS_HELD)
        return None

    def _brings_back(self, table: Table, claim: Claim) -> bool:
        position = table.position
        number = position.seat_of(claim.name)
        if number is None:
            return False  # it is on its way to the log
        seat = position.seats[number]
        if self._has_key(seat, claim):
            return True
        if not position.started or table.present(claim.name):
            return False
        return self.owns(position.charter.game, seat, claim) or self._bare(position.charter.game, seat, claim)

    def owns(self, game: str, seat: Seat, claim: Claim) -> bool:
        """Whether the claim is that of the person who took the seat, by its key or under its account."""
        if seat.name != claim.name or not seat.person:
            return False
        if self._has_key(seat, claim):
            return True
        return claim.proven and (_under_account(game, seat) or self._logged_in(seat.name, self._key(seat)))

    def _key(self, seat: Seat) -> str:
        """The key that brings a seat back today."""
        return self._today(seat.key)

    def _today(self, key: str) -> str:
        """What counts in place of a key, or of what counted in its place before, today."""
        while (successor := self._successors.get(key)) is not None:
            key = successor
        return key

    def is_key_of(self, key: str, seat: Seat) -> bool:
        """Whether a key, or what counts in its place today, brings a seat back."""
        return self.is_same_key(key, self._key(seat))

    def is_same_key(self, key: str, other: str) -> bool:
        """Whether two keys are the same, or one counts in place of the other today."""
        key = self._today(key)
        return bool(key) and same(key, other)

    def _has_key(self, seat: Seat, claim: Claim) -> bool:
        key = self._key(seat)
        return bool(key) and same(key, claim.key)

    def _bare(self, game: str, seat: Seat, claim: Claim) -> bool:
        """Whether both the seat and the claim are nothing but a name."""
        if seat.key or claim.key or claim.proven:
            return False
        return not (_under_account(game, seat) and self._house.accounts.owned(seat.name))

    # -- names ------------------------------------------------------------------------------------------------------

    def claimed(self, claim: Claim) -> bool:
        """Whether somebody else goes by the name: seated, queued, on the way to a seat, or here as a guest."""
        if self._another_guest(claim):
            return True
        for game in GAMES:
            if self._house.taken(game, claim.name):
                held = self._house.held(game, claim.name).values()
                if not held or not all(self._has_key(seat, claim) for seat in held):
                    return True
        return False

    def _somebody_else(self, claim: Claim) -> bool:
        """Whether a guest goes by the name who is another, or keeps a seat with a key in any game."""
        if self._another_guest(claim):
            return True
        return any(seat.key and not self._has_key(seat, claim) for seat in self._seats(claim.name))

    def _alike(self, name: str) -> Refusal | None:
        """Why a new name may not be used: it looks like another in use, or like one that has a password."""
        other = self._house.names.alike(name)
        if other is None and (plain := skeleton(name)) != name and self._house.accounts.owned(plain):
            other = plain
        return None if other is None else PHRASES.refusal("name-alike", name=name, other=other)

    def _another_guest(self, claim: Claim) -> bool:
        if any(not same(key, claim.key) for key in self._guests.get(claim.name, ())):
            return True
        others = self._house.neighbours
        return others is not None and any(not same(key, claim.key) for key in others.guests(claim.name))

    def _goes_by(self, name: str) -> bool:
        """Whether a guest is here under a name, on whichever node."""
        others = self._house.neighbours
        return name in self._guests or (others is not None and bool(others.guests(name)))

    def is_here(self, sitting: Sitting) -> bool:
        """Whether a guest is here, on whichever node, by the secret with which somebody wants to sit down."""
        others = self._house.neighbours
        keys = (*self._guests.get(sitting.name, ()), *(() if others is None else others.guests(sitting.name)))
        return any(self.is_same_key(sitting.key, key) for key in keys)

    def _seats(self, name: str) -> list[Seat]:
        """The seats that a name holds, in all games."""
        return [seat for game in GAMES for seat in self._house.held(game, name).values()]

    def seated_at(self, claim: Claim) -> tuple[str, ...]:
        """The tables at which the claim has a seat."""
        return tuple(
            table
            for game in GAMES
            for table, seat in self._house.held(game, claim.name).items()
            if self.owns(game, seat, claim)
        )

    # -- passwords --------------------------------------------------------------------------------------------------

    def log_in(
        self,
        claim: Claim,
        password: str,
        answer: Callable[[Refusal | None], None],
        wanted: Wanted = always,
        address: str = "",
    ) -> None:
        """Check the password of a name, or claim a free name with it; the answer is why not, None if it is good.

        Whoever has guessed wrong too often from an address waits there, and nobody else; a token that was given
        together with the password before is no guess.
        """
        try:
            self._log_in(claim, password, answer, wanted, address)
        except StoreFault:
            answer(PHRASES.refusal("store"))

    def _log_in(
        self, claim: Claim, password: str, answer: Callable[[Refusal | None], None], wanted: Wanted, address: str
    ) -> None:
        name, accounts, quotas = claim.name, self._house.accounts, self._house.quotas
        visitor = Visitor(address, name)
        if not self.proves(claim) and (wait := quotas.ask_for_login(visitor)):
            answer(PHRASES.refusal("locked-out", wait=ceil(wait)))
            return
        new, names = not accounts.owned(name), self._house.names
        if new and self.claimed(claim):
            answer(PHRASES.refusal("name-in-use", name=name))
            return
        if new and (refusal := self._alike(name)):
            answer(refusal)
            return
        if new:
            names.took(name)  # so that nobody takes one that looks like it meanwhile

        def checked(refusal: Refusal | None) -> None:
            if refusal is None:
                quotas.logged_in(visitor)
                if claim.key:
                    self._prove(claim)
            elif refusal.code == "table.wrong-password":
                quotas.guessed_wrong(visitor)
            try:
                answer(refusal)
            finally:
                if new:
                    names.freed(name)

        accounts.login(name, password, checked, lambda: not self.claimed(claim), wanted, address)

    def _remember(self, name: str, key: str) -> None:
        """The token was given together with the password: it counts as the password for a while."""
        logins = self._logins.setdefault(name, {})
        self._logins.move_to_end(name)
        logins.pop(key, None)
        logins[key] = self._house.now() + LOGIN_SECONDS
        if len(logins) > KEPT_DEVICES:
            del logins[next(iter(logins))]
        if len(self._logins) > KEPT_LOGINS:
            self._logins.popitem(last=False)

    def _logged_in(self, name: str, key: str) -> bool:
        return self._logins.get(name, {}).get(key, 0.0) > self._house.now()

    # -- passkeys -----------------------------------------------------------------------------------------------------

    def keep_by_passkey(
        self,
        claim: Claim,
        challenge: Challenge,
        credential: str,
        answer: Callable[[Refusal | None], None],
        address: str = "",
    ) -> None:
        """Keep the claim's name by a passkey that was made for it; the answer is why not."""
        try:
            self._keep_by_passkey(claim, challenge, credential, answer, address)
        except StoreFault:
            answer(PHRASES.refusal("store"))

    def _keep_by_passkey(
        self,
        claim: Claim,
        challenge: Challenge,
        credential: str,
        answer: Callable[[Refusal | None], None],
        address: str,
    ) -> None:
        name, accounts = claim.name, self._house.accounts
        owned = accounts.owned(name)
        if owned and not self.proves(claim):
            answer(PHRASES.refusal("needs-password", name=name))
        elif wait := self._house.quotas.ask_for_login(Visitor(address, name)):
            answer(PHRASES.refusal("locked-out", wait=ceil(wait)))
        elif not owned and self.claimed(claim):
            answer(PHRASES.refusal("name-in-use", name=name))
        elif isinstance(made := self._house.passkeys.made(challenge, credential), Refusal):
            answer(made)
        else:

            def ours(refusal: Refusal | None) -> None:
                """The name is the claim's: only now may a key prove it."""
                if refusal is not None:
                    answer(refusal)
                    return
                self._prove(claim)
                self._house.passkeys.keep(made, answer)

            if owned:
                ours(None)
            else:
                accounts.keep(name, ours)

    def prove_by_passkey(
        self,
        claim: Claim,
        challenge: Challenge,
        credential: str,
        answer: Callable[[Refusal | None], None],
        address: str = "",
    ) -> None:
        """Check what a passkey of the claim's name has signed; the answer is why it proves nothing."""
        visitor = Visitor(address, claim.name)
        if wait := self._house.quotas.ask_for_login(visitor):
            answer(PHRASES.refusal("locked-out", wait=ceil(wait)))
            return

        def checked(refusal: Refusal | None) -> None:
            if refusal is None:
                self._house.quotas.logged_in(visitor)
                self._prove(claim)
            elif refusal.code == "table.wrong-passkey":
                self._house.quotas.guessed_wrong(visitor)
            answer(refusal)

        self._house.passkeys.used(challenge, credential, checked)

    def _prove(self, claim: Claim) -> None:
        """The claim's token counts as its name's password, here and on other nodes."""
        self._remember(claim.name, claim.key)
        self._tell_others("login", claim.name, claim.key)

    # -- lost seats ---------------------------------------------------------------------------------------------------

    @staticmethod
    def new_token() -> str:
        """A token that nobody can guess."""
        return secrets.token_urlsafe(18)

    def why_not_freed(self, table: Table, name: str) -> Refusal | None:
        """Why a seat may not be handed on by its host: its player is not lost, or plays elsewhere too."""
        position = table.position
        number = position.seat_of(name)
        if not position.started or position.finished:
            return PHRASES.refusal("finished" if position.finished else "not-started")
        if number is None:
            return PHRASES.refusal("empty-seat")
        seat = position.seats[number]
        if not seat.person or seat.quit or not seat.key or table.present(name) or self._goes_by(name):
            return PHRASES.refusal("seat-not-lost", name=name)
        try:
            if self._house.accounts.owned(name):
                return PHRASES.refusal("seat-not-lost", name=name)
        except StoreFault:
            return PHRASES.refusal("store")
        if len(self._seats(name)) > 1:
            return PHRASES.refusal("plays-elsewhere", name=name)
        wait = (GONE_DAYS_SECONDS if position.setup.correspondence else GONE_SECONDS) - table.attendance.gone_for(name)
        return PHRASES.refusal("just-left", name=name, wait=ceil(wait)) if wait > 0 else None

    def hand_on(self, table: str, name: str, token: str, answer: Callable[[Refusal | None], None]) -> None:
        """Let a new token bring a lost seat back, and the lost one no longer."""
        there = self._house.find(table)
        refusal = PHRASES.refusal("finished") if there is None else self.why_not_freed(there, name)
        if there is None or refusal is not None:
            answer(refusal)
            return
        number = there.position.seat_of(name)
        assert number is not None
        taken = there.position.seats[number].key
        lost = self._today(taken)
        revocations = [Revocation(name, each, key_of(token)) for each in sorted({taken, lost}) if each]

        def done(fault: StoreFault | None) -> None:
            if fault is None:
                self._void(revocations)
                self._tell_others("void", name, lost)
            answer(None if fault is None else PHRASES.refusal("store"))

        self._house.log.revoke(revocations, done)

    # -- what is void -------------------------------------------------------------------------------------------------

    def sign_out(self, claim: Claim, key: str, here: SignedIn, answer: Callable[[Refusal | None], None]) -> None:
        """Make every secret of the claim's person void but the new ``key``; who came by one is signed out, but not
        ``here``.
        """
        secrets = {claim.key, *(self._logins.get(claim.name, ()) if claim.proven else ())}
        seats = [seat for seat in self._seats(claim.name) if self._key(seat) in secrets]
        # By a secret that brings no seat back now, games that are over may be theirs, or a seat that they ask for.
        void = {seat.key for seat in seats} | secrets
        revocations = [Revocation(claim.name, each, key) for each in sorted(void) if each]

        def done(fault: StoreFault | None) -> None:
            if fault is not None:
                answer(PHRASES.refusal("store"))
                return
            self._void(revocations)
            self._forget(claim.name, secrets, here)
            self._tell_others("void", claim.name, *secrets)
            if claim.proven:
                self._remember(claim.name, key)
                self._tell_others("login", claim.name, key)
            answer(None)

        if revocations:
            self._house.log.revoke(revocations, done)
        else:
            done(None)

    def _forget(self, name: str, secrets: set[str], here: SignedIn | None) -> None:
        """These secrets of a name are void: who came by one is signed out."""
        for secret in secrets:
            self._logins.get(name, {}).pop(secret, None)
        self._turn_away(name, secrets, here)

    def _tell_others(self, kind: str, name: str, *keys: str) -> None:
        """Let other nodes know which tokens count as a name's password, or do no longer; only their hashes travel."""
        self._house.tell_others(kind, msgspec.json.encode((name, keys)).decode())

    def hear_login(self, body: str) -> None:
        """A token was given together with the password on another node."""
        name, keys = msgspec.json.decode(body, type=tuple[str, tuple[str, ...]])
        for key in keys:
            self._remember(name, key)

    def hear_void(self, body: str) -> None:
        """Secrets were made void on another node."""
        name, keys = msgspec.json.decode(body, type=tuple[str, tuple[str, ...]])
        self._forget(name, set(keys), None)
        with suppress(StoreFault):  # it is read when it can be
            self.refresh()

    def refresh(self) -> None:
        """Learn what whoever runs the house has made void; called at the start, and now and then."""
        self._read, news = self._house.log.revocations(self._read)
        for each in news:
            if not each.name and each.key:
                self._forgotten(each.key)
            elif each.key:
                self._void([each])
                self._forget(each.name, {each.key}, None)
            else:
                self._logins.pop(each.name, None)
                self._turn_away(each.name, None, None)

    def _forgotten(self, mark: str) -> None:
        """A name was forgotten, which is known by its mark: nothing proves it, and whoever goes by it goes."""
        for name in [each for each in {*self._logins, *self._guests} if mark_of(each) == mark]:
            self._logins.pop(name, None)
            self._turn_away(name, None, None)
        self._house.forget_name(mark)

    def _void(self, revocations: Sequence[Revocation]) -> None:
        for each in revocations:
            self._successors[each.key] = each.successor

    def _turn_away(self, name: str, secrets: set[str] | None, here: SignedIn | None) -> None:
        """Sign out whoever came by one of the secrets (None: whoever goes by the name), but not ``here``."""
        guests = self._guests.get(name, {})
        known: list[object] = [each for key in guests if secrets is None or key in secrets for each in guests[key]]
        if secrets is None:
            tables = [table for game in GAMES for table in self._house.bound(game, name)]
            known += [table.attendance.keepers.get(name) for table in tables]
        for guest in known:
            if isinstance(guest, SignedIn) and guest is not here:
                guest.signed_out()

    # -- guests -----------------------------------------------------------------------------------------------------

    def greet(self, claim: Claim, known: bool) -> Refusal | None:
        """Why a guest may not go by the name without its password; ``known``: they came with a token."""
        try:
            return self._greet(claim, known)
        except StoreFault:
            return PHRASES.refusal("store")

    def _greet(self, claim: Claim, known: bool) -> Refusal | None:
        name = claim.name
        if any(self._has_key(seat, claim) for seat in self._seats(name)):
            return None
        if self._house.accounts.owned(name):
            return None if self.proves(claim) else PHRASES.refusal("needs-password", name=name)
        if self.claimed(claim):
            return PHRASES.refusal("wrong-token" if known else "name-in-use", name=name)
        return self._alike(name)

    def proves(self, claim: Claim) -> bool:
        """Whether the claim's token was given together with the name's password."""
        return self._logged_in(claim.name, claim.key)

    def guests(self) -> dict[str, tuple[str, ...]]:
        """The keys of those who go by each name here."""
        return {name: tuple(keys) for name, keys in self._guests.items()}

    def came(self, claim: Claim, guest: SignedIn | None = None) -> None:
        """A guest goes by this name."""
        self._house.names.took(claim.name)
        self._guests.setdefault(claim.name, {}).setdefault(claim.key, []).append(guest)
        self._changed()

    def went(self, claim: Claim, guest: SignedIn | None = None) -> None:
        """A guest goes by this name no longer."""
        self._house.names.freed(claim.name)
        keys = self._guests[claim.name]
        keys[claim.key].remove(guest)
        if not keys[claim.key]:
            del keys[claim.key]
        if not keys:
            del self._guests[claim.name]
        self._changed()

    def _changed(self) -> None:
        if self._house.neighbours is not None:
            self._house.neighbours.changed()


def _urgency(table: Table, name: str) -> tuple[bool, int, str]:
    """What is smallest for the table that somebody comes back to: it is their turn there, and has been for longest;
    or else something has happened there last.
    """
    position = table.position
    actors = position.game.actors(position.state) if position.started and not position.paused else ()
    waits = position.seat_of(name) in actors
    return not waits, table.moved_at if waits else -table.moved_at, table.id


def _sees_more(table: Table, claim: Claim) -> bool:
    """Whether the claim's client would be shown what nobody at the table was told of.

    Logs of former days do not say whose client was shown what, so there everybody may come back as they came.
    """
    number = table.position.seat_of(claim.name)
    assert number is not None
    seat = table.position.seats[number]
    return seat.account is not None and not set(claim.gives_away) <= set(seat.gives_away)


def _under_account(game: str, seat: Seat) -> bool:
    """Whether a seat was taken under its name's account.

    Logs of former days do not say. There only Sagrada had a protocol with passwords whose seats have no key, and it let
    nobody make an account of a name that held a seat of the game.
    """
    return seat.account if seat.account is not None else game == _WITH_PASSWORDS and not seat.key
