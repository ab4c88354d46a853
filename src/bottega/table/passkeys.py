"""Names kept by a passkey (WebAuthn): a device proves that it holds a private key, and no secret leaves it.

The library ``webauthn`` checks what browsers send; it is optional (``pip install 'bottega[passkeys]'``). A passkey is
good for one site, so both sides name it: the site is the ``Origin`` that the connection was opened from, which the
server has checked. Public keys are notes of the store, by name and by the id of the key.

What must stay true: a challenge is made for one connection, one purpose and one name, and is good once; a signature
counter that does not grow, where a device counts at all, is refused: somebody has copied the key.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from bottega.games.refusal import Refusal
from bottega.limits import MAX_PASSKEYS
from bottega.store.log import Log, StoreFault
from bottega.table.phrases import PHRASES

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

KIND = "passkey"
Answer = Callable[[Refusal | None], None]


class Challenge(msgspec.Struct, frozen=True):
    """What a browser was asked to sign: for which name, at which site, and what it was given for that."""

    name: str
    site: str
    secret: bytes
    options: str


class _Kept(msgspec.Struct, frozen=True):
    """A passkey as the store has it."""

    public: str
    count: int


class Made(msgspec.Struct, frozen=True):
    """A passkey that may be kept: the key and the text of its note."""

    key: str
    text: str


class Passkeys:
    """Who keeps a name by which keys."""

    offered = find_spec("webauthn") is not None
    """Whether the library is there."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def known(self, name: str) -> bool:
        """Whether a name is kept by one."""
        return bool(self._log.notes(KIND, f"{name}\t"))

    def ask_to_make(self, name: str, site: str) -> Challenge | Refusal:
        """What a browser needs to make a passkey for the name."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria, UserVerificationRequirement

        if (host := _host(site)) is None:
            return PHRASES.refusal("no-passkey-here")
        if len(self._log.notes(KIND, f"{name}\t")) >= MAX_PASSKEYS:
            return PHRASES.refusal("passkeys-enough", most=MAX_PASSKEYS)
        options = generate_registration_options(
            rp_id=host,
            rp_name="Bottega",
            user_name=name,
            user_id=secrets.token_bytes(16),
            authenticator_selection=AuthenticatorSelectionCriteria(
                user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=self._descriptors(name),
        )
        return Challenge(name, site, options.challenge, options_to_json(options))

    def made(self, challenge: Challenge, credential: str) -> Made | Refusal:
        """The passkey that a browser has made, if it is what was asked for."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        try:
            found = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.secret,
                expected_rp_id=_host(challenge.site) or "",
                expected_origin=challenge.site,
                require_user_verification=False,
            )
        except Exception:  # whatever the library stumbles over in what a stranger has sent is no passkey
            return PHRASES.refusal("wrong-passkey", name=challenge.name)
        kept = _Kept(bytes_to_base64url(found.credential_public_key), found.sign_count)
        key = f"{challenge.name}\t{bytes_to_base64url(found.credential_id)}"
        return Made(key, msgspec.json.encode(kept).decode())

    def keep(self, made: Made, answer: Answer) -> None:
        """Let a passkey prove its name from now on."""
        self._log.write_note(KIND, made.key, None, made.text, _told(answer))

    def ask_to_use(self, name: str, site: str) -> Challenge | Refusal:
        """What a browser needs to prove the name."""
        from webauthn import generate_authentication_options, options_to_json

        host, known = _host(site), self._descriptors(name)
        if host is None:
            return PHRASES.refusal("no-passkey-here")
        if not known:
            return PHRASES.refusal("no-passkey", name=name)
        options = generate_authentication_options(rp_id=host, allow_credentials=known)
        return Challenge(name, site, options.challenge, options_to_json(options))

    def used(self, challenge: Challenge, credential: str, answer: Answer) -> None:
        """Check what a browser has signed; the answer is why it proves nothing, None if it proves the name."""
        from webauthn import base64url_to_bytes, verify_authentication_response
        from webauthn.helpers import parse_authentication_credential_json

        no = PHRASES.refusal("wrong-passkey", name=challenge.name)
        try:
            parsed = parse_authentication_credential_json(credential)
            key = f"{challenge.name}\t{parsed.id}"
            if (text := self._log.note(KIND, key)) is None:
                answer(no)
                return
            kept = msgspec.json.decode(text, type=_Kept)
            found = verify_authentication_response(
                credential=parsed,
                expected_challenge=challenge.secret,
                expected_rp_id=_host(challenge.site) or "",
                expected_origin=challenge.site,
                credential_public_key=base64url_to_bytes(kept.public),
                credential_current_sign_count=kept.count,
                require_user_verification=False,
            )
        except StoreFault:
            answer(PHRASES.refusal("store"))
            return
        except Exception:  # as in ``made``
            answer(no)
            return
        if found.new_sign_count == kept.count:  # a device that does not count
            answer(None)
            return
        again = msgspec.structs.replace(kept, count=found.new_sign_count)
        self._log.write_note(KIND, key, text, msgspec.json.encode(again).decode(), _told(answer))

    def _descriptors(self, name: str) -> list[PublicKeyCredentialDescriptor]:
        from webauthn import base64url_to_bytes
        from webauthn.helpers.structs import PublicKeyCredentialDescriptor

        keys = self._log.notes(KIND, f"{name}\t")
        return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.partition("\t")[2])) for key in keys]


def _told(answer: Answer) -> Callable[[StoreFault | None], None]:
    return lambda fault: answer(None if fault is None else PHRASES.refusal("store"))


def _host(site: str) -> str | None:
    """The name that a passkey of a site is bound to; None where browsers make none.

    >>> _host("https://games.example:8443"), _host("http://localhost:8000")
    ('games.example', 'localhost')
    >>> _host("http://games.example"), _host("https://192.168.1.5"), _host("")
    (None, None, None)
    """
    parts = urlsplit(site)
    host = parts.hostname or ""
    local = host == "localhost" or host.endswith(".localhost")
    numeric = ":" in host or host.replace(".", "").isdigit()
    return host if host and not numeric and (local or parts.scheme == "https") else None
