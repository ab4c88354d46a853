"""A passkey of plain Python: what a browser and its device would say to a site, true or not."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """One key for one site."""

    def __init__(self, site: str = "https://games.example") -> None:
        self.site = site
        self.count = 0
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def makes(self, options: str) -> str:
        """The answer to being asked for a new passkey."""
        asked = json.loads(options)
        numbers = self._key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        described = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self._data(asked["rp"]["id"], 0x45) + described
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(self._client("webauthn.create", asked), attestationObject=_text(attestation))

    def signs(self, options: str) -> str:
        """The answer to being asked to prove a name."""
        asked = json.loads(options)
        self.count += 1
        data, client = self._data(asked["rpId"], 0x05), self._client("webauthn.get", asked)
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(client, authenticatorData=_text(data), signature=_text(signature))

    def _data(self, host: str, flags: int) -> bytes:
        return sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, asked: dict[str, Any]) -> bytes:
        challenge = _text(urlsafe_b64decode(asked["challenge"] + "=="))
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.site}).encode()

    def _credential(self, client: bytes, **response: str) -> str:
        answer = {"clientDataJSON": _text(client), **response}
        return json.dumps({"id": _text(self.id), "rawId": _text(self.id), "type": "public-key", "response": answer})
