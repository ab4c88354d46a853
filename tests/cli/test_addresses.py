"""Addresses as they are typed."""

from __future__ import annotations

import pytest

from bottega.cli.addresses import address_of, encryption, in_the_network, listener
from bottega.cli.arguments import UsageFault
from bottega.server.app import Address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("splendor-json@127.0.0.1:2000", Address("splendor-json", "127.0.0.1", 2000)),
        ("sagrada-json+original@[::1]:0", Address("sagrada-json+original", "::1", 0)),
        ("tls:sagrada-text@h:1", Address("sagrada-text", "h", 1, encrypted=True)),
        ("plain:sagrada-text@h:1", Address("sagrada-text", "h", 1, encrypted=False)),
    ],
)
def test_a_dialect_and_where_it_is(text: str, address: Address) -> None:
    """The dialect with its profile, the host without its brackets, the port, and whether it has to be TLS."""
    assert listener(text) == address


@pytest.mark.parametrize("where", ["h", "h:", "h:x", "h:65536", "h:-1"])
def test_no_port(where: str) -> None:
    """What has no port that there can be is refused in a sentence."""
    with pytest.raises(UsageFault, match="HOST:PORT"):
        address_of("http", where, None)


def test_a_host_that_is_called_tls() -> None:
    """Only what stands before a whole address says how it is encrypted."""
    assert encryption("tls:8000") == ("tls:8000", None)
    assert encryption("tls:h:8000") == ("h:8000", True)


def test_open_to_the_network() -> None:
    """What listens on this machine only listens everywhere; what was put somewhere stays there."""
    assert in_the_network(Address("http", "127.0.0.1", 1)).host == "0.0.0.0"
    assert in_the_network(Address("http", "10.0.0.1", 1)).host == "10.0.0.1"
