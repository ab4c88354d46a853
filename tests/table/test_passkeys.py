"""Passkeys: a signature proves one name, at one site, once."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random

import pytest

from bottega.games.refusal import Refusal
from bottega.limits import MAX_PASSKEYS
from bottega.store.memory import MemoryLog
from bottega.table.passkeys import Challenge, Made, Passkeys
from tests.table.authenticator import Authenticator

SITE = "https://games.example"


def _asked(found: Challenge | Refusal) -> Challenge:
    assert isinstance(found, Challenge)
    return found


def _kept(passkeys: Passkeys, name: str = "Ada") -> Authenticator:
    device = Authenticator()
    asked = _asked(passkeys.ask_to_make(name, SITE))
    made = passkeys.made(asked, device.makes(asked.options))
    assert isinstance(made, Made)
    answers: list[Refusal | None] = []
    passkeys.keep(made, answers.append)
    assert answers == [None]
    return device


def _used(passkeys: Passkeys, challenge: Challenge, credential: str) -> str:
    answers: list[Refusal | None] = []
    passkeys.used(challenge, credential, answers.append)
    (answer,) = answers
    return "" if answer is None else answer.code


@pytest.fixture
def passkeys() -> Passkeys:
    """Nobody has one yet."""
    return Passkeys(MemoryLog())


def test_a_passkey_proves_its_name(passkeys: Passkeys) -> None:
    """Made once, it proves the name whenever it is asked; a name without one is told so."""
    assert not passkeys.known("Ada")
    device = _kept(passkeys)
    assert passkeys.known("Ada")
    for _ in range(2):
        asked = _asked(passkeys.ask_to_use("Ada", SITE))
        assert _used(passkeys, asked, device.signs(asked.options)) == ""
    refused = passkeys.ask_to_use("Eve", SITE)
    assert isinstance(refused, Refusal)
    assert refused.code == "table.no-passkey"


def test_nothing_else_does(passkeys: Passkeys) -> None:
    """Not another key, an answer to another question or for another site, one that was heard before, or nonsense."""
    device, other = _kept(passkeys), _kept(passkeys, "Eve")
    first, second = (_asked(passkeys.ask_to_use("Ada", SITE)) for _ in range(2))
    wrong = "table.wrong-passkey"
    assert _used(passkeys, first, other.signs(first.options)) == wrong
    assert _used(passkeys, second, heard := device.signs(first.options)) == wrong
    assert _used(passkeys, first, heard) == ""
    assert _used(passkeys, first, heard) == wrong, "a counter that stands still"
    device.site = "https://games.example.evil"
    assert _used(passkeys, first, device.signs(first.options)) == wrong
    for nonsense in ("", "{}", "[]", "null", '{"id": 3}', json.dumps({"id": "x", "rawId": "x", "response": {}})):
        assert _used(passkeys, first, nonsense) == wrong
        assert isinstance(passkeys.made(first, nonsense), Refusal)


def _bent(credential: str, random: Random) -> str:
    """A credential with something in it replaced: a part, some bytes of a part, or some characters of the whole."""
    parts = json.loads(credential)
    whole = parts if random.random() < 0.3 else parts["response"]
    name = random.choice(list(whole))
    if random.random() < 0.3:
        whole[name] = random.choice(ABSURD)
    elif isinstance(whole[name], str):
        raw = bytearray(urlsafe_b64decode(whole[name] + "=="))
        for _ in range(random.randint(1, 4)):
            raw[random.randrange(len(raw))] = random.randrange(256)
        whole[name] = urlsafe_b64encode(raw[: random.choice((len(raw), len(raw) // 2))]).rstrip(b"=").decode()
    return json.dumps(parts)


DEEP = 20_000
ABSURD: tuple[object, ...] = (
    *(None, 3, -1, 1e300, "", "x", "é", [], {}, [[]], True),
    urlsafe_b64encode(b"\x81" * DEEP).decode(),
    urlsafe_b64encode(b"[" * DEEP).decode(),
)


def test_whatever_is_sent_for_one_is_refused(passkeys: Passkeys) -> None:
    """Nesting without end, in JSON or within it in CBOR, and parts that are not what they should be, are refused."""
    random = Random(4)
    device = _kept(passkeys)
    made, used = _asked(passkeys.ask_to_make("Ada", SITE)), _asked(passkeys.ask_to_use("Ada", SITE))
    honest = device.makes(made.options), device.signs(used.options)
    for nonsense in ("[" * DEEP, '{"id":' * DEEP, *(_bent(each, random) for each in honest for _ in range(300))):
        assert isinstance(passkeys.made(made, nonsense), Made | Refusal)
        assert _used(passkeys, used, nonsense) in ("", "table.wrong-passkey")


def test_where_browsers_make_none(passkeys: Passkeys) -> None:
    """By an address of numbers, or without TLS, none is asked for."""
    for site in ("", "http://games.example", "https://192.168.1.5:8000", "https://[::1]"):
        for found in (passkeys.ask_to_make("Ada", site), passkeys.ask_to_use("Ada", site)):
            assert isinstance(found, Refusal)
            assert found.code == "table.no-passkey-here"


def test_as_many_as_a_name_may_have(passkeys: Passkeys) -> None:
    """Sixteen, and no more."""
    for _ in range(MAX_PASSKEYS):
        _kept(passkeys)
    found = passkeys.ask_to_make("Ada", SITE)
    assert isinstance(found, Refusal)
    assert found.code == "table.passkeys-enough"
