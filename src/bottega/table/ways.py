"""By which ways somebody wants to hear of their games while they are away from the table: chosen by them, kept durably.

How it works. What one person has chosen is one note of the log (kind ``notify``). Its key is the name and, for somebody
who is known by a token alone, the key of that token: another guest of the same name, years later, has chosen nothing.
All notes are in memory too, by name, since every entry of every table is held against them.

What must stay true:

1. Nothing is sent by a way that nobody has chosen, and to no mail address before a code sent there was given back.
2. Notes are changed by compare-and-set: of two devices, or nodes, that change the same choice at once neither is lost.
3. Whoever signs out everywhere else has no way left: what a thief has chosen goes with the token.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import blake2b
from hmac import compare_digest
from math import ceil
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog

from bottega.games.refusal import Refusal
from bottega.limits import (
    KEPT_WAYS,
    MAIL_CODE_SECONDS,
    MAX_LOSSES,
    MAX_PUSH_DEVICES,
    WRONG_PASSWORDS,
)
from bottega.store.forgetting import mark_of
from bottega.store.log import Conflict, StoreFault
from bottega.table.identity import Claim
from bottega.table.phrases import PHRASES
from bottega.table.quotas import Visitor

if TYPE_CHECKING:
    from bottega.table.house import House

log = structlog.get_logger("bottega.notifications")

KIND = "notify"
CODE_DIGITS = 8

Way = Literal["push", "ntfy", "mail", "webhook"]
Language = Literal["en", "pl", "it"]


class Subscription(msgspec.Struct, frozen=True):
    """What a browser gives out so that it can be reached: where, and by which keys only it can read it."""

    endpoint: str
    p256dh: str
    auth: str


class Unconfirmed(msgspec.Struct, frozen=True):
    """A mail address that a code was sent to: the code's hash, until when it is good, how often it was guessed."""

    address: str
    code: str
    until: float
    wrong: int = 0


class Ways(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one person has chosen."""

    name: str
    key: str
    """The key of the token by which they chose last."""
    account: bool = False
    """Whether they have proven the name."""
    language: Language = "en"
    push: tuple[Subscription, ...] = ()
    ntfy: str = ""
    """A topic of the house's ntfy."""
    mail: str = ""
    """An address whose owner has given the code back."""
    webhook: bool = False
    unconfirmed: Unconfirmed | None = None
    stop: str = ""
    """A secret that is sent along: whoever has it can stop what is sent, and nothing else."""

    @property
    def claim(self) -> Claim:
        """Who they are, to be held against a seat."""
        return Claim(self.name, self.key, self.account)

    @property
    def note(self) -> str:
        """The key of the note."""
        return f"{self.name}\t{'' if self.account else self.key}"

    @property
    def any(self) -> bool:
        """Whether there is any way at all, or soon may be."""
        return bool(self.push or self.ntfy or self.mail or self.webhook or self.unconfirmed)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """By which ways this house can tell anybody anything."""

    push_key: str = ""
    """The public key by which browsers know the house; none if it pushes nothing."""
    ntfy: str = ""
    """The site of its ntfy."""
    mail: bool = False
    webhook: bool = False

    @property
    def ways(self) -> tuple[Way, ...]:
        """Their names."""
        offered: dict[Way, bool] = {
            "push": bool(self.push_key),
            "ntfy": bool(self.ntfy),
            "mail": self.mail,
            "webhook": self.webhook,
        }
        return tuple(way for way, there in offered.items() if there)


Answer = Callable[[Ways | Refusal], None]
Change = Callable[[Ways], "Ways | Refusal"]

_decode = msgspec.json.Decoder(Ways).decode
_encode = msgspec.json.Encoder().encode


class WaysBook:
    """What everybody has chosen in one house."""

    def __init__(self, house: House, offer: Offer) -> None:
        self._house = house
        self.offer = offer
        self.mail_code: Callable[[str, str, Language], None] = lambda address, code, language: None
        """Sends a code to a mail address."""
        self.objection: Callable[[Way, Subscription | str], str] = lambda way, to: ""
        """What is wrong with where something is to be sent, if anything."""
        self._notes: dict[str, dict[str, tuple[str, Ways]]] = {}
        """By name, then by the note's key: its text, and what it says."""
        self._stops: dict[str, str] = {}
        """The keys of the notes, by the secrets that stop them."""
        self._count = 0
        house.on_word["ways"] = self._hear
        house.on_name_forgotten.append(self._forget)

    def load(self) -> None:
        """Read what everybody has chosen."""
        self._notes.clear()
        self._stops.clear()
        self._count = 0
        for key, text in self._house.log.notes(KIND).items():
            self._know(key, text)

    def __contains__(self, name: object) -> bool:
        return name in self._notes

    def __len__(self) -> int:
        return self._count

    def under(self, name: str) -> list[Ways]:
        """What was chosen by whoever went by a name."""
        return [ways for _, ways in self._notes.get(name, {}).values()]

    def of(self, claim: Claim) -> Ways:
        """What somebody has chosen."""
        notes = self._notes.get(claim.name, {})
        nobody = Ways(claim.name, claim.key, claim.proven)
        before = Ways(claim.name, claim.key)  # chosen before the name was kept
        found = notes.get(nobody.note) or notes.get(before.note)
        return nobody if found is None else found[1]

    # -- choosing -----------------------------------------------------------------------------------------------------

    def choose(
        self,
        claim: Claim,
        visitor: Visitor,
        way: Way,
        to: Subscription | str | None,
        language: Language,
        answer: Answer,
    ) -> None:
        """Be told by a way from now on, or no longer (``to`` None; of push also the endpoint of one browser).

        A mail address has to be confirmed first.
        """
        giving_up = to is None or (way == "push" and isinstance(to, str))
        if wait := self._house.quotas.ask("ways", visitor):
            answer(PHRASES.refusal("ways-too-fast", wait=ceil(wait)))
        elif not giving_up and way not in self.offer.ways:
            answer(PHRASES.refusal("no-such-way", way=way))
        elif to is not None and not giving_up and (wrong := self.objection(way, to)):
            answer(PHRASES.refusal("bad-way", problem=wrong))
        elif not giving_up and self._count >= KEPT_WAYS and not self.of(claim).any:
            self._house.limits_hit["KEPT_WAYS"] += 1
            answer(PHRASES.refusal("ways-enough"))
        elif way == "mail" and isinstance(to, str):
            self._offer_code(claim, visitor, to, language, answer)
        else:
            self._change(claim, lambda ways: _chosen(ways, way, to, language), answer)

    def _offer_code(self, claim: Claim, visitor: Visitor, address: str, language: Language, answer: Answer) -> None:
        """Send a code to an address, unless many were."""
        if wait := self._house.quotas.ask_for_mail(visitor, address.lower()):
            answer(PHRASES.refusal("mails-too-fast", wait=ceil(wait)))
            return
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        until = self._house.date() + MAIL_CODE_SECONDS
        asked = Unconfirmed(address, _hidden(code), until)

        def kept(outcome: Ways | Refusal) -> None:
            if not isinstance(outcome, Refusal):
                self.mail_code(address, code, language)
            answer(outcome)

        self._change(claim, lambda ways: msgspec.structs.replace(ways, unconfirmed=asked, language=language), kept)

    def confirm(self, claim: Claim, code: str, answer: Answer) -> None:
        """Somebody has given back the code that was sent to their address."""
        now, wrong = self._house.date(), PHRASES.refusal("wrong-mail-code")
        right = False

        def compared(ways: Ways) -> Ways | Refusal:
            nonlocal right
            asked = ways.unconfirmed
            if asked is None or asked.until < now or asked.wrong >= WRONG_PASSWORDS:
                return wrong
            right = compare_digest(asked.code, _hidden("".join(code.split())))
            if right:
                return msgspec.structs.replace(ways, mail=asked.address, unconfirmed=None)
            return msgspec.structs.replace(ways, unconfirmed=msgspec.structs.replace(asked, wrong=asked.wrong + 1))

        self._change(claim, compared, lambda outcome: answer(outcome if right else wrong))

    def gone(self, ways: Ways, endpoint: str) -> None:
        """A browser cannot be reached there any more."""
        self._change(ways.claim, lambda now: _without_device(now, endpoint), _unheard)

    def stop(self, ways: Ways, way: Way, answer: Answer) -> None:
        """Somebody wants to hear nothing by that way any more."""
        self._change(ways.claim, lambda now: _chosen(now, way, None, now.language), answer)

    def stopped_by(self, secret: str) -> Ways | None:
        """Whose notifications a secret stops."""
        note = self._stops.get(secret, "")
        found = self._notes.get(note.partition("\t")[0], {}).get(note)
        return None if found is None else found[1]

    def forget(self, claim: Claim) -> None:
        """Somebody has signed out everywhere: they are told nothing until they choose anew."""
        if self.of(claim).any:
            self._change(claim, lambda ways: Ways(ways.name, ways.key, ways.account), _unheard)

    def _change(self, claim: Claim, change: Change, answer: Answer, losses: int = 0) -> None:
        former = self.of(claim)
        key = former.note
        text = self._notes.get(former.name, {}).get(key, (None, former))[0]
        changed = change(former)
        if isinstance(changed, Refusal):
            answer(changed)
            return
        key_now = claim.key if former.account else former.key
        changed = msgspec.structs.replace(changed, key=key_now, stop=former.stop or secrets.token_urlsafe(18))
        new = _encode(changed).decode() if changed.any else None
        if new == text:
            answer(changed)
            return

        def written(fault: StoreFault | None) -> None:
            if fault is None:
                self._know(key, new)
                self._house.tell_others("ways", key)
                answer(changed)
            elif isinstance(fault, Conflict) and losses < MAX_LOSSES and self._read(key):
                self._change(claim, change, answer, losses + 1)
            else:
                answer(PHRASES.refusal("store"))

        self._house.log.write_note(KIND, key, text, new, written)

    # -- what is known ------------------------------------------------------------------------------------------------

    def _hear(self, key: str) -> None:
        """Somebody has chosen otherwise on another node."""
        self._read(key)

    def _forget(self, mark: str) -> None:
        """A name was forgotten, and with it what was chosen under it; what is another's is still in the log."""
        for name in [each for each in self._notes if mark_of(each) == mark]:
            for key in list(self._notes[name]):
                self._read(key)

    def _read(self, key: str) -> bool:
        try:
            self._know(key, self._house.log.note(KIND, key))
        except StoreFault:
            return False
        return True

    def _know(self, key: str, text: str | None) -> None:
        name = key.partition("\t")[0]
        notes = self._notes.setdefault(name, {})
        before = notes.pop(key, None)
        if before is not None:
            self._count -= 1
            self._stops.pop(before[1].stop, None)
        if text is not None:
            try:
                notes[key] = text, _decode(text)
                self._stops[notes[key][1].stop] = key
                self._count += 1
            except msgspec.DecodeError:  # of a program that keeps it otherwise
                log.warning("what somebody has chosen cannot be read", name=name)
        if not notes:
            del self._notes[name]


def _chosen(ways: Ways, way: Way, to: Subscription | str | None, language: Language) -> Ways:
    """The same with one way chosen, or given up."""
    ways = msgspec.structs.replace(ways, language=language)
    if isinstance(to, Subscription):
        others = [each for each in ways.push if each.endpoint != to.endpoint]
        return msgspec.structs.replace(ways, push=(*others, to)[-MAX_PUSH_DEVICES:])
    match way:
        case "push":
            return msgspec.structs.replace(ways, push=()) if to is None else _without_device(ways, to)
        case "ntfy":
            return msgspec.structs.replace(ways, ntfy=to or "")
        case "mail":
            return msgspec.structs.replace(ways, mail="", unconfirmed=None)
        case "webhook":
            return msgspec.structs.replace(ways, webhook=to is not None)


def _without_device(ways: Ways, endpoint: str) -> Ways:
    return msgspec.structs.replace(ways, push=tuple(each for each in ways.push if each.endpoint != endpoint))


def _hidden(code: str) -> str:
    return blake2b(code.encode(errors="surrogatepass"), digest_size=16, person=b"bottega-mail").hexdigest()


def _unheard(_: Ways | Refusal) -> None:
    """Nobody waits for it."""
