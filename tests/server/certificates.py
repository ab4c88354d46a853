"""Real certificates, made when a test needs them: an authority, what it vouches for, and who trusts it."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme

NAMES = ("localhost", "127.0.0.1", "::1")


class Certificates:
    """An authority and the one certificate it has given out last, as files in a directory."""

    def __init__(self, folder: Path) -> None:
        self._authority = trustme.CA()
        folder.mkdir(parents=True, exist_ok=True)
        self.chain, self.key, self.authority = folder / "chain.pem", folder / "key.pem", folder / "authority.pem"
        self._authority.cert_pem.write_to_path(str(self.authority))
        self.renew()

    def renew(self, days: float = 90) -> None:
        """Write a new certificate and its key over the old ones; negative days: one that has expired."""
        now = datetime.now(UTC)
        start, end = now - timedelta(days=200), now + timedelta(days=days)
        issued = self._authority.issue_cert(*NAMES, not_before=start, not_after=end)
        self.chain.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
        issued.private_key_pem.write_to_path(str(self.key))

    @property
    def trust(self) -> ssl.SSLContext:
        """Somebody who trusts the authority and nobody else."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._authority.configure_trust(context)
        return context

    @property
    def options(self) -> tuple[str, ...]:
        """How a house is started with it."""
        return ("--tls-cert", str(self.chain), "--tls-key", str(self.key))
