"""By which ways people want to be told: chosen by them, kept, and confirmed."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.refusal import Refusal
from bottega.limits import MAIL_CODE_SECONDS, MAX_PUSH_DEVICES, WRONG_PASSWORDS, Shares
from bottega.store.log import Done, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table import ways as ways_module
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.quotas import Visitor
from bottega.table.ways import KIND, Language, Offer, Subscription, Way, Ways, WaysBook

ADA = Claim("Ada", "her key")
KEPT = Claim("Ada", "her key", proven=True)
ALL = Offer(push_key="key", ntfy="https://ntfy.example", mail=True, webhook=True)


class Desk:
    """A house's book of ways, on a clock that is turned by hand."""

    def __init__(self, log: MemoryLog | None = None, offer: Offer = ALL) -> None:
        self.time = 1000.0
        self.log = log or MemoryLog()
        self.house = House(self.log, now=lambda: self.time)
        self.book = WaysBook(self.house, offer)
        self.book.load()
        self.codes: list[tuple[str, str]] = []
        self.book.mail_code = lambda address, code, language: self.codes.append((address, code))

    def chooses(
        self, way: Way, to: Subscription | str | None, claim: Claim = ADA, language: Language = "en"
    ) -> Ways | str:
        """What somebody has chosen, or why not."""
        heard: list[Ways | Refusal] = []
        self.book.choose(claim, Visitor("203.0.113.1", claim.name), way, to, language, heard.append)
        return heard[0].code if isinstance(heard[0], Refusal) else heard[0]

    def confirms(self, code: str, claim: Claim = ADA) -> Ways | str:
        """What somebody has chosen now, or why the code is not good."""
        heard: list[Ways | Refusal] = []
        self.book.confirm(claim, code, heard.append)
        return heard[0].code if isinstance(heard[0], Refusal) else heard[0]


@pytest.fixture
def desk() -> Desk:
    """An empty book."""
    return Desk()


def _device(number: int) -> Subscription:
    return Subscription(f"https://push.example/{number}", "p256dh", "auth")


def test_what_is_chosen_is_kept(desk: Desk) -> None:
    """Also over a restart, and with the language; what is given up is gone, and with the last way the note."""
    desk.chooses("ntfy", "adas-games", language="pl")
    desk.chooses("webhook", "yes", language="pl")
    again = Desk(desk.log).book.of(ADA)
    assert (again.ntfy, again.webhook, again.language) == ("adas-games", True, "pl")
    desk.chooses("webhook", None)
    assert desk.book.of(ADA).ntfy == "adas-games"
    assert "Ada" in desk.book
    desk.chooses("ntfy", None)
    assert "Ada" not in desk.book
    assert (len(desk.book), desk.log.notes(KIND)) == (0, {})


def test_another_guest_of_the_same_name(desk: Desk) -> None:
    """Has chosen nothing: what was chosen belongs to the token."""
    desk.chooses("ntfy", "adas-games")
    assert desk.book.of(Claim("Ada", "another key")).ntfy == ""
    assert desk.book.of(Claim("Bob", "her key")).ntfy == ""


def test_a_name_that_is_kept(desk: Desk) -> None:
    """Whoever has proven it finds their choice on every device; what they chose before is still theirs."""
    desk.chooses("ntfy", "before")
    assert desk.book.of(KEPT).ntfy == "before"
    desk.chooses("ntfy", None)
    desk.chooses("ntfy", "after", KEPT)
    assert desk.book.of(Claim("Ada", "another key", proven=True)).ntfy == "after"
    assert desk.book.of(Claim("Ada", "another key")).ntfy == ""


def test_browsers(desk: Desk) -> None:
    """Several are told, each once; the oldest makes way; one that is gone, or is given up, is told no longer."""
    for number in (*range(MAX_PUSH_DEVICES + 1), 3):
        desk.chooses("push", _device(number))
    numbers = [each.endpoint.rpartition("/")[2] for each in desk.book.of(ADA).push]
    assert len(numbers) == MAX_PUSH_DEVICES
    assert (numbers[-1], numbers.count("3"), "0" in numbers) == ("3", 1, False)
    desk.book.gone(desk.book.of(ADA), _device(3).endpoint)
    desk.chooses("push", _device(4).endpoint)
    left = {each.endpoint for each in desk.book.of(ADA).push}
    assert not {_device(3).endpoint, _device(4).endpoint} & left
    chosen = desk.chooses("push", None)
    assert isinstance(chosen, Ways)
    assert chosen.push == ()


def test_mail_is_confirmed_first(desk: Desk) -> None:
    """A code goes to the address; nothing else is sent there until it was given back, and only its hash is kept."""
    chosen = desk.chooses("mail", "ada@example.org")
    assert isinstance(chosen, Ways)
    assert chosen.mail == ""
    ((address, code),) = desk.codes
    assert address == "ada@example.org"
    assert code not in str(desk.log.notes(KIND))
    assert desk.confirms("00000000") == "table.wrong-mail-code"
    confirmed = desk.confirms(f" {code[:4]} {code[4:]}")
    assert isinstance(confirmed, Ways)
    assert (confirmed.mail, confirmed.unconfirmed) == ("ada@example.org", None)
    assert desk.confirms(code) == "table.wrong-mail-code"


def test_a_code_is_not_guessed(desk: Desk) -> None:
    """After a few wrong ones, on whichever device, and after a while it is good for nothing; nor is it for others."""
    desk.chooses("mail", "ada@example.org")
    code = desk.codes[0][1]
    assert desk.confirms(code, Claim("Bob", "his key")) == "table.wrong-mail-code"
    wrong = "1" * 8 if code != "1" * 8 else "2" * 8
    for _ in range(WRONG_PASSWORDS):
        assert desk.confirms(wrong) == "table.wrong-mail-code"
    assert desk.confirms(code) == "table.wrong-mail-code"
    desk.chooses("mail", "ada@example.org")
    desk.time += MAIL_CODE_SECONDS + 1
    assert desk.confirms(desk.codes[1][1]) == "table.wrong-mail-code"


def test_nobody_is_flooded_with_codes(desk: Desk) -> None:
    """One address gets a few, whoever asks for them; a name and an address ask for a few, whomever for."""
    shares = Shares()
    for number in range(shares.mails_per_recipient.burst):
        assert isinstance(desk.chooses("mail", "Ada@example.org", Claim(f"Name{number}", "k")), Ways)
    assert desk.chooses("mail", "ada@Example.org", Claim("Other", "k")) == "table.mails-too-fast"
    for number in range(shares.mails_per_name.burst):
        assert isinstance(desk.chooses("mail", f"somebody{number}@example.org", Claim("Bob", "k")), Ways)
    assert desk.chooses("mail", "one.more@example.org", Claim("Bob", "k")) == "table.mails-too-fast"


@pytest.mark.parametrize("way", ["push", "ntfy", "mail", "webhook"])
def test_what_is_not_offered(way: Way) -> None:
    """Cannot be chosen, but still be given up by whoever chose it when it was."""
    desk = Desk(offer=Offer())
    assert desk.chooses(way, _device(1) if way == "push" else "there") == "table.no-such-way"
    assert isinstance(desk.chooses(way, None), Ways)


def test_what_cannot_be_sent_to(desk: Desk) -> None:
    """Whoever sends has a word in it."""
    desk.book.objection = lambda way, to: "it is not there"
    assert desk.chooses("ntfy", "topic") == "table.bad-way"
    assert isinstance(desk.chooses("ntfy", None), Ways)


def test_enough_is_enough(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house tells so many people, and lets one name change its mind so often."""
    monkeypatch.setattr(ways_module, "KEPT_WAYS", 1)
    desk.chooses("ntfy", "adas")
    assert desk.chooses("ntfy", "bobs", Claim("Bob", "k")) == "table.ways-enough"
    assert isinstance(desk.chooses("ntfy", "other"), Ways)
    assert desk.house.limits_hit["KEPT_WAYS"] == 1
    for _ in range(Shares().ways_per_name.burst):
        last = desk.chooses("ntfy", "again")
    assert last == "table.ways-too-fast"


def test_signing_out_ends_it(desk: Desk) -> None:
    """Whoever signs out everywhere is told nothing, by any way that anybody has chosen under their name."""
    desk.chooses("ntfy", "a-thiefs", KEPT)
    desk.book.forget(KEPT)
    assert "Ada" not in desk.book


def test_the_link_that_stops_it(desk: Desk) -> None:
    """Its secret names one person's choice and stays the same; it stops one way, not the others."""
    desk.chooses("ntfy", "adas")
    chosen = desk.chooses("webhook", "yes")
    assert isinstance(chosen, Ways)
    assert len(chosen.stop) >= 24
    found = desk.book.stopped_by(chosen.stop)
    assert found == chosen
    assert desk.book.stopped_by("") is None
    desk.book.stop(chosen, "ntfy", lambda _: None)
    assert (desk.book.of(ADA).ntfy, desk.book.of(ADA).webhook) == ("", True)


def test_two_nodes(desk: Desk) -> None:
    """Both change the same choice: neither change is lost; what one has written the other hears of."""
    other = Desk(desk.log)
    desk.chooses("ntfy", "adas")
    other.chooses("webhook", "yes")
    both = other.book.of(ADA)
    assert (both.ntfy, both.webhook) == ("adas", True)
    desk.house.on_word["ways"](both.note)
    assert desk.book.of(ADA) == both


def test_a_log_that_fails(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be kept is not chosen, and no code is sent for it."""

    def broken(kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        done(StoreFault("no disk"))

    monkeypatch.setattr(desk.log, "write_note", broken)
    assert desk.chooses("mail", "ada@example.org") == "table.store"
    assert (desk.codes, desk.book.of(ADA).unconfirmed) == ([], None)


def test_a_note_of_another_program(desk: Desk) -> None:
    """Is left alone, and keeps nobody else's from being read."""
    desk.chooses("ntfy", "adas")
    desk.log.write_note(KIND, "Bob\tkey", None, '{"ways":1}', lambda _: None)
    again = Desk(desk.log)
    assert ("Ada" in again.book, "Bob" in again.book, len(again.book)) == (True, False, 1)
    assert msgspec.json.decode(desk.log.notes(KIND)["Bob\tkey"]) == {"ways": 1}
