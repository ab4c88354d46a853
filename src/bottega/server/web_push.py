"""Web push: what a browser's push service is sent, so that only that browser can read it and only this house sends it.

RFC 8291 says how a message is encrypted to the keys that a browser has given out, RFC 8188 in which form, RFC 8292
(VAPID) how a house signs that it is the one which the browser knows. The ciphers are those of ``cryptography``, an
optional dependency (``bottega[push]``).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bottega.table.ways import Subscription

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

TTL_SECONDS = 24 * 3600
"""How long a push service keeps a message for a browser that is not running."""
TOKEN_SECONDS = 12 * 3600
"""How long a signature is good; a day is the most that is allowed."""
RECORD_BYTES = 4096
"""Of one record; a message is shorter."""

_POINT_BYTES, _AUTH_BYTES, _SALT_BYTES = 65, 16, 16


def offered() -> bool:
    """Whether the library is there."""
    return find_spec("cryptography") is not None


def text_of(raw: bytes) -> str:
    """Bytes as browsers and push services write them."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """What such a text stands for; ValueError if nothing."""
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def why_not(subscription: Subscription) -> str:
    """What is wrong with a browser's keys, if anything."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(subscription.p256dh))
        return "" if len(bytes_of(subscription.auth)) == _AUTH_BYTES else "its secret has another length"
    except ValueError:
        return "its key is none"


def new_key() -> str:
    """A private key for a house, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return text_of(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def _private(key: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(bytes_of(key), "big"), ec.SECP256R1())


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(key: str) -> str:
    """The public key that goes with a private one, for browsers."""
    return text_of(_point(_private(key)))


def encrypted(message: bytes, subscription: Subscription, salt: bytes = b"", key: str = "") -> bytes:
    """A message that only the browser can read (RFC 8291); salt and key are made anew but for tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, ours = salt or os.urandom(_SALT_BYTES), _private(key or new_key())
    theirs = bytes_of(subscription.p256dh)
    shared = ours.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    both = b"WebPush: info\0" + theirs + _point(ours)
    material = _derived(bytes_of(subscription.auth), shared, both, 32)
    cipher = AESGCM(_derived(salt, material, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([_POINT_BYTES]) + _point(ours)
    return header + cipher.encrypt(nonce, message + b"\2", None)


def _derived(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    """HKDF (RFC 5869) with SHA-256, for as much as one block."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, purpose + b"\1", hashlib.sha256)[:length]


def headers(endpoint: str, key: str, contact: str, topic: str, now: float) -> dict[str, str]:
    """What is sent along (RFC 8030, RFC 8292); of two messages with one topic a push service keeps the later."""
    return {
        "Authorization": f"vapid t={_token(endpoint, key, contact, now)}, k={public_key(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_SECONDS),
        "Urgency": "high",
        "Topic": text_of(hashlib.sha256(topic.encode()).digest())[:32],
    }


def _token(endpoint: str, key: str, contact: str, now: float) -> str:
    """A signed JWT (ES256): for which push service, until when, and whom it may write to."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + TOKEN_SECONDS, "sub": contact}
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(text_of(json.dumps(each, separators=(",", ":")).encode()) for each in (head, claims))
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(SHA256())))
    return f"{signed}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
