"""Codes by which somebody goes on with their seats on another device, or gets a lost seat back from its table's host.

How it works. Whoever has a token may *offer* it: the house makes a short code, and keeps the token as a note of the
store, sealed by that code. Whoever *redeems* the code anywhere (on any node) is given name and token, and says hello
with them like the first device. A host offers a new token for the seat of somebody who has lost theirs; it becomes
the seat's when the code is redeemed, and the lost one is void then.

What must stay true:

1. A code is good once and for ``TRANSFER_SECONDS``: the note is taken away by compare-and-set before anything is told.
2. The store holds neither code nor token. What it holds is found, and unsealed, by an argon2id hash of the code: its
   two halves are the note's key and a pad for the token that is used once. So reading the store does not help to guess.
3. Whoever redeems a wrong code is slowed down like whoever gives a wrong password.
4. A seat is handed on only while its player is away, has no account, and holds no other seat: nobody loses by a host's
   word what they have elsewhere. It is looked at again when the code is redeemed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

import msgspec
from argon2.low_level import Type, hash_secret_raw

from bottega.games.refusal import Refusal
from bottega.limits import MAX_NAME, MAX_TOKEN, TRANSFER_CHARACTERS, TRANSFER_SECONDS
from bottega.store.log import Conflict, StoreFault
from bottega.table.beside import Wanted, always
from bottega.table.phrases import PHRASES
from bottega.table.quotas import Visitor

if TYPE_CHECKING:
    from bottega.table.house import House

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No two of them are mistaken for each other."""
_KIND = "code"
_FOUND = 16
"""Bytes by which a note is found."""
_LOCKER = 4 * (MAX_NAME + MAX_TOKEN) + 128
"""Bytes of what is sealed, whatever it is: its length says nothing."""
_SALT = b"bottega transfer"


class Offer(msgspec.Struct, frozen=True):
    """What a code is good for: a name and its token, perhaps one that shall bring a seat back from now on."""

    name: str
    token: str
    table: str = ""
    """Where the seat is that its host hands on, if it is that."""


class Code(msgspec.Struct, frozen=True):
    """What to type on the other device, and for how long."""

    text: str
    seconds: float


class Transfers:
    """The codes of one house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def offer(
        self, offer: Offer, visitor: Visitor, answer: Callable[[Code | Refusal], None], wanted: Wanted = always
    ) -> None:
        """Make a code for it."""
        if wait := self._house.quotas.ask("codes", visitor):
            answer(PHRASES.refusal("codes-too-fast", wait=ceil(wait)))
            return
        code = "".join(secrets.choice(ALPHABET) for _ in range(TRANSFER_CHARACTERS))

        def hashed(hidden: bytes | None) -> None:
            if hidden is None:
                answer(PHRASES.refusal("logins-wait"))
                return
            until = int((self._house.date() + TRANSFER_SECONDS) * 1000)
            text = f"{until} {_sealed(offer, hidden[_FOUND:]).hex()}"
            self._house.log.write_note(_KIND, hidden[:_FOUND].hex(), None, text, kept)

        def kept(fault: StoreFault | None) -> None:
            answer(Code(code, TRANSFER_SECONDS) if fault is None else PHRASES.refusal("store"))

        if not self._house.accounts.beside(lambda: _hash(code), hashed, wanted, visitor.address):
            answer(PHRASES.refusal("logins-wait"))

    def redeem(
        self, code: str, address: str, answer: Callable[[Offer | Refusal], None], wanted: Wanted = always
    ) -> None:
        """What the code is good for, once."""
        house, visitor = self._house, Visitor(address, "")
        if wait := house.quotas.ask_for_login(visitor):
            answer(PHRASES.refusal("locked-out", wait=ceil(wait)))
            return
        typed = "".join(code.upper().split()).replace("-", "")

        def hashed(hidden: bytes | None) -> None:
            if hidden is None:
                answer(PHRASES.refusal("logins-wait"))
                return
            key = hidden[:_FOUND].hex()
            try:
                text = house.log.note(_KIND, key)
            except StoreFault:
                answer(PHRASES.refusal("store"))
                return
            if text is None or _over(text, house.date()):
                house.quotas.guessed_wrong(visitor)
                answer(PHRASES.refusal("no-such-code"))
                return
            offer = _unsealed(text, hidden[_FOUND:])
            house.log.write_note(_KIND, key, text, None, lambda fault: taken(offer, fault))

        def taken(offer: Offer | None, fault: StoreFault | None) -> None:
            if isinstance(fault, Conflict) or offer is None:
                answer(PHRASES.refusal("no-such-code"))
            elif fault is not None:
                answer(PHRASES.refusal("store"))
            elif offer.table:
                house.identity.hand_on(
                    offer.table, offer.name, offer.token, lambda no: answer(offer if no is None else no)
                )
            else:
                answer(offer)

        if not house.accounts.beside(lambda: _hash(typed), hashed, wanted, address):
            answer(PHRASES.refusal("logins-wait"))

    def sweep(self) -> None:
        """Take away the codes whose time is over; called now and then."""
        with suppress(StoreFault):
            for key, text in self._house.log.notes(_KIND).items():
                if _over(text, self._house.date()):
                    self._house.log.write_note(_KIND, key, text, None, lambda _: None)


def _hash(code: str) -> bytes:
    """Where a code's note is, and its pad: slow to find out for whoever does not know the code."""
    secret = code.encode(errors="surrogatepass")
    return hash_secret_raw(secret, _SALT, 2, 19 * 1024, 1, _FOUND + _LOCKER, Type.ID)


def _sealed(offer: Offer, pad: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(msgspec.json.encode(offer).ljust(_LOCKER), pad, strict=True))


def _unsealed(text: str, pad: bytes) -> Offer | None:
    try:
        sealed = bytes.fromhex(text.partition(" ")[2])
        return msgspec.json.decode(bytes(a ^ b for a, b in zip(sealed, pad, strict=True)), type=Offer)
    except ValueError:  # not what was sealed
        return None


def _over(text: str, date: float) -> bool:
    return int(text.partition(" ")[0]) <= date * 1000
