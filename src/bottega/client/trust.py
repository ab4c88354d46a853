"""Whom the terminal believes to be the house, when it speaks TLS."""

from __future__ import annotations

import ssl
from pathlib import Path

from bottega.fault import Fault


class Untrusted(Fault):
    """Why nobody can be trusted that way, in a sentence."""


def trusting(ca: Path | None = None, insecure: bool = False) -> ssl.SSLContext:
    """Whoever this machine trusts, and this certificate; or anybody at all."""
    context = ssl.create_default_context()
    if insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    elif ca is not None:
        try:
            context.load_verify_locations(ca)
        except ssl.SSLError as error:
            raise Untrusted(f"{ca} is no certificate in PEM ({error.reason or error})") from error
        except OSError as error:
            raise Untrusted(f"{ca} cannot be read: {error.strerror or error}") from error
        # A house may show the very certificate that it gave to its guests, without an authority above it.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


def doubt(where: str, error: ssl.SSLError) -> str:
    """What is said when hands were not shaken."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = error.verify_message.rstrip(".")
        return f"{where} does not prove that it is the house ({why}): give the certificate it should have with --ca"
    return f"{where} does not speak TLS as we do ({error.reason or error})"
