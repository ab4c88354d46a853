"""Codes that take a name to another device."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import TRANSFER_CHARACTERS, TRANSFER_SECONDS, WRONG_PASSWORDS, Shares
from bottega.store.memory import MemoryLog
from bottega.table.house import House
from bottega.table.quotas import Visitor
from bottega.table.transfers import ALPHABET, Code, Offer

ADA = Offer("Ada", "a-token-of-eighteen-bytes")
HERE, THERE = Visitor("203.0.113.1", "Ada"), "203.0.113.2"


class Inn:
    """A house whose clock is turned by hand."""

    def __init__(self, log: MemoryLog | None = None) -> None:
        self.time = 1000.0
        self.log = log or MemoryLog()
        self.house = House(self.log, now=lambda: self.time)

    def offers(self, offer: Offer = ADA) -> Code | Refusal:
        """Make a code."""
        answers: list[Code | Refusal] = []
        self.house.transfers.offer(offer, HERE, answers.append)
        return answers[0]

    def redeems(self, code: str, address: str = THERE) -> Offer | str:
        """What the code is good for, or why it is not."""
        answers: list[Offer | Refusal] = []
        self.house.transfers.redeem(code, address, answers.append)
        return answers[0].code if isinstance(answers[0], Refusal) else answers[0]


@pytest.fixture
def inn() -> Inn:
    """An empty house."""
    return Inn()


def _code(found: Code | Refusal) -> str:
    assert isinstance(found, Code)
    assert found.seconds == TRANSFER_SECONDS
    return found.text


def test_a_code_is_good_once(inn: Inn) -> None:
    """Whoever types it, in whatever way, is given name and token; nobody a second time."""
    code = _code(inn.offers())
    assert len(code) == TRANSFER_CHARACTERS
    assert set(code) <= set(ALPHABET)
    assert inn.redeems(f" {code[:4].lower()}-{code[4:]}") == ADA
    assert inn.redeems(code) == "table.no-such-code"


def test_its_time_is_bounded(inn: Inn) -> None:
    """After ten minutes it is good for nothing, and its note is swept away."""
    code = _code(inn.offers())
    inn.time += TRANSFER_SECONDS - 1
    inn.house.sweep()
    assert len(inn.log.notes("code")) == 1
    inn.time += 1
    assert inn.redeems(code) == "table.no-such-code"
    inn.house.sweep()
    assert inn.log.notes("code") == {}


def test_any_node_takes_it_and_only_one(inn: Inn) -> None:
    """Another node on the same log knows it; of two that have read it one gives it away."""
    code = _code(inn.offers())
    other = Inn(inn.log)
    assert other.redeems(code) == ADA
    assert inn.redeems(code) == "table.no-such-code"

    code, notes = _code(inn.offers()), inn.log.notes("code")
    inn.log.note = lambda kind, key: notes.get(key)  # type: ignore[method-assign]  # a node that has read it before
    assert [inn.redeems(code), inn.redeems(code)] == [ADA, "table.no-such-code"]


def test_the_store_knows_neither_code_nor_token(inn: Inn) -> None:
    """Neither the code, nor the token, nor even the name can be read from what is kept."""
    code = _code(inn.offers())
    kept = str(inn.log.notes("code"))
    sealed = bytes.fromhex(next(iter(inn.log.notes("code").values())).partition(" ")[2])
    for secret in (code, ADA.token, ADA.name):
        assert secret not in kept
        assert secret.encode() not in sealed
        assert secret.encode().hex() not in kept


def test_guessing_is_slow(inn: Inn) -> None:
    """After some wrong codes an address waits, longer and longer, also with a right one; another does not."""
    code = _code(inn.offers())
    for _ in range(WRONG_PASSWORDS):
        assert inn.redeems("22222222") == "table.no-such-code"
    assert inn.redeems(code) == "table.locked-out"
    assert inn.redeems(code, "203.0.113.3") == ADA


def test_how_many_are_made(inn: Inn) -> None:
    """A name may ask for some codes, then for one at a time."""
    burst = Shares().codes_per_name.burst
    for _ in range(burst):
        _code(inn.offers())
    found = inn.offers()
    assert isinstance(found, Refusal)
    assert found.code == "table.codes-too-fast"


def test_a_damaged_note_opens_nothing(inn: Inn) -> None:
    """A note that is not what was sealed is taken away, and nobody is given anything."""
    code = _code(inn.offers())
    ((key, text),) = inn.log.notes("code").items()
    until = text.partition(" ")[0]
    inn.log.write_note("code", key, text, f"{until} 00ff", lambda _: None)
    assert inn.redeems(code) == "table.no-such-code"
    assert inn.log.notes("code") == {}
