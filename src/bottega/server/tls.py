"""The certificate with which the house proves who it is: read at the start, and again when it is told to (SIGHUP).

Every listener has the same ``SSLContext`` as long as the process lives. At the beginning of each handshake it hands
over to the context of the files as they were read last. So a new certificate is for new connections, nobody who is
here notices, and a file that cannot be used changes nothing.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bottega.fault import Fault

log = structlog.get_logger("bottega.tls")

_END = "-----END CERTIFICATE-----"
_BEGIN = "-----BEGIN CERTIFICATE-----"
_VERSION, _SHORT_YEAR = 0xA0, 0x17
"""Tags of DER: the version that may come first in a certificate, a time whose year has two digits."""


class CertificateFault(Fault):
    """Why a certificate cannot be used, in a sentence for whoever runs the house."""


class Certificate:
    """A certificate chain and its key, in PEM files; without a file for the key, both are in one."""

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain = chain
        self._key = key or chain
        self._current, self.expires = self._read()
        self.context = self._current
        """For every listener, from the first connection to the last."""
        self.context.sni_callback = self._hand_over
        if self.expires <= datetime.now(
            UTC
        ):  # those who do not look at it can play; the others are told by their client
            log.error("the certificate has expired", file=str(chain), expired=self.expires.isoformat())

    def reload(self) -> bool:
        """Read the files again, for connections made from now on; if they are no good, whether or not is in the log."""
        try:
            context, expires = self._read()
            if expires <= datetime.now(UTC):
                raise CertificateFault(f"{self._chain} has expired on {expires:%Y-%m-%d}")
        except CertificateFault as fault:
            log.error("the certificate stays as it was", reason=str(fault), expires=self.expires.isoformat())
            return False
        self._current, self.expires = context, expires
        log.info("the certificate was read again", file=str(self._chain), expires=expires.isoformat())
        return True

    def _hand_over(self, connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        """What OpenSSL calls for every handshake, whether or not the client names whom it looks for."""
        if context is not self._current:
            connection.context = self._current

    def _read(self) -> tuple[ssl.SSLContext, datetime]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        for file in (self._chain, self._key):
            if file.exists() and not file.is_file():  # to read from a pipe, or a device, may take for ever
                raise CertificateFault(f"{file} is no file")
        try:
            context.load_cert_chain(self._chain, self._key, _no_passphrase)
            expires = _expiry(self._chain.read_text("utf-8", "replace"))
        except ssl.SSLError as error:
            if error.reason == "KEY_VALUES_MISMATCH":
                raise CertificateFault(f"{self._key} is not the key of {self._chain}") from error
            raise CertificateFault(
                f"{self._chain} and {self._key} are no certificate and its key in PEM ({error.reason or error})"
            ) from error
        except OSError as error:
            missing = next((file for file in (self._chain, self._key) if not _readable(file)), self._chain)
            raise CertificateFault(f"{missing} cannot be read: {error.strerror or error}") from error
        except (ValueError, IndexError) as error:
            raise CertificateFault(f"{self._chain} is no certificate that can be understood") from error
        return context, expires


def _no_passphrase() -> str:
    """The house starts without anybody at a keyboard."""
    raise CertificateFault("the key is protected by a passphrase: give it without one, readable by the house alone")


def _readable(file: Path) -> bool:
    try:
        file.open("rb").close()
    except OSError:
        return False
    return True


# -- as much of X.509 as the expiry takes -----------------------------------------------------------------------------


def _expiry(pem: str) -> datetime:
    """When the first certificate of a chain expires."""
    block = pem[pem.index(_BEGIN) : pem.index(_END) + len(_END)]
    ((_, certificate),) = _parts(ssl.PEM_cert_to_DER_cert(block))
    _, body = next(_parts(certificate))
    fields = [content for tag, content in _parts(body) if tag != _VERSION]
    _serial, _algorithm, _issuer, validity = fields[:4]
    _, (tag, end) = _parts(validity)
    return datetime.strptime(end.decode("ascii"), "%y%m%d%H%M%SZ" if tag == _SHORT_YEAR else "%Y%m%d%H%M%SZ").replace(
        tzinfo=UTC
    )


def _parts(der: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and content of each value in a DER sequence."""
    at = 0
    while at < len(der):
        tag, length = der[at], der[at + 1]
        at += 2
        if length & 0x80:
            size = length & 0x7F
            length = int.from_bytes(der[at : at + size], "big")
            at += size
        yield tag, der[at : at + length]
        at += length
