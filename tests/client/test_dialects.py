"""The clients, by name."""

from __future__ import annotations

import pytest

from bottega.client.dialects import CLIENTS
from bottega.wire import DIALECTS


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_a_client_speaks_every_profile_of_its_dialect(name: str) -> None:
    """It is made with any of them, and has nothing to say before it is connected."""
    for profile in DIALECTS[name].PROFILES:
        client = CLIENTS[name](profile)
        assert name == client.DIALECT
        assert client.to_send() == []
