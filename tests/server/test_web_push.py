"""What push services are sent: sealed for one browser, signed by the house."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from bottega.server import web_push
from bottega.server.web_push import bytes_of, encrypted, headers, new_key, public_key, text_of, why_not
from bottega.table.ways import Subscription
from tests.server.receivers import Device

RFC = Subscription(
    "https://push.example.net/",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
"""The browser of RFC 8291, appendix A."""


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5: its message, keys and salt give its bytes."""
    salt, key = bytes_of("DGv6ra1nlYgDCS1FRnbzlw"), "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    body = encrypted(b"When I grow up, I want to be a watermelon", RFC, salt, key)
    assert text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_it() -> None:
    """Whoever has the keys does; every message has a salt and a key of its own."""
    device = Device("https://push.example.net/1")
    first, second = (encrypted("żółw".encode(), device.subscription) for _ in range(2))
    assert first != second
    assert device.read(first) == device.read(second) == "żółw".encode()


def test_the_signature_is_the_houses() -> None:
    """A push service finds in it for whom it is, until when, and who to write to; its key is the one browsers know."""
    key = new_key()
    fields = headers("https://push.example.net:443/some/path", key, "mailto:host@example.org", "t1", 1000.0)
    scheme, _, rest = fields["Authorization"].partition(" ")
    token, _, known = rest.removeprefix("t=").partition(", k=")
    assert (scheme, known) == ("vapid", public_key(key))
    signed, _, signature = token.rpartition(".")
    head, claims = (json.loads(bytes_of(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    expires = 1000 + web_push.TOKEN_SECONDS
    assert claims == {"aud": "https://push.example.net:443", "exp": expires, "sub": "mailto:host@example.org"}
    raw = bytes_of(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(known))
    point.verify(pair, signed.encode(), ec.ECDSA(SHA256()))


def test_of_one_table_the_last_word_counts() -> None:
    """Messages about a table have one topic, which says nothing about it; those about another have another."""
    key = new_key()
    topics = [headers("https://p.example", key, "mailto:a@b.c", table, 0.0)["Topic"] for table in ("t1", "t1", "t2")]
    assert topics[0] == topics[1] != topics[2]
    assert all(len(topic) <= 32 and "t1" not in topic for topic in topics)


@pytest.mark.parametrize(
    ("p256dh", "auth", "wrong"),
    [
        (RFC.p256dh, RFC.auth, False),
        (RFC.p256dh[:-4], RFC.auth, True),
        ("A" * 87, RFC.auth, True),
        ("?", RFC.auth, True),
        ("ż", RFC.auth, True),
        (RFC.p256dh, "AAAA", True),
        (RFC.p256dh, "!", True),
    ],
)
def test_keys_that_are_none(p256dh: str, auth: str, wrong: bool) -> None:
    """A browser whose keys cannot be used is not taken down."""
    assert bool(why_not(Subscription("https://p.example", p256dh, auth))) is wrong


def test_the_library_is_there() -> None:
    """It is an extra; a house without it says so when it is told to push."""
    assert web_push.offered()
