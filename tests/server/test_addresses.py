"""Where a peer comes from, and whom a proxy may speak for."""

from __future__ import annotations

import pytest

from bottega.server.addresses import Contradiction, Proxies, counted_as, host_of

PROXIES = Proxies(["10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"])


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("", ""),
        ("unknown", ""),
        ("_hidden", ""),
    ],
)
def test_how_a_host_counts(host: str, counted: str) -> None:
    """IPv4 by address, however it is written, IPv6 by the 64 bits of a household, what has no address not at all."""
    assert counted_as(host) == counted


def test_what_transports_say() -> None:
    """A TCP peer is a tuple that begins with its host; a Unix socket has none."""
    assert host_of(("192.0.2.1", 4000)) == "192.0.2.1"
    assert host_of(("::1", 4000, 0, 0)) == "::1"
    assert host_of("") == host_of(None) == ""


@pytest.mark.parametrize(
    ("host", "trusted"),
    [
        ("10.1.2.3", True),
        ("::ffff:10.1.2.3", True),
        ("192.0.2.7", True),
        ("192.0.2.8", False),
        ("2001:db8:ffff::9", True),
        ("2001:db8::9", False),
        ("", False),
        ("10.1.2", False),
    ],
)
def test_who_is_trusted(host: str, trusted: bool) -> None:
    """Addresses and networks, as they were named."""
    assert PROXIES.trusts(host) is trusted
    assert not Proxies().trusts(host)


@pytest.mark.parametrize(
    ("x_forwarded_for", "forwarded", "peer"),
    [
        ([], [], "10.0.0.1"),
        (["198.51.100.1"], [], "198.51.100.1"),
        (["1.1.1.1, 198.51.100.1"], [], "198.51.100.1"),
        (["1.1.1.1", "198.51.100.1"], [], "198.51.100.1"),
        (["198.51.100.1, 10.2.2.2, 192.0.2.7"], [], "198.51.100.1"),
        (["10.3.3.3, 10.2.2.2"], [], "10.3.3.3"),
        (["198.51.100.1:4711"], [], "198.51.100.1"),
        (["[2001:db8::1]:4711"], [], "2001:db8::1"),
        (["2001:db8::1"], [], "2001:db8::1"),
        (["unknown"], [], "unknown"),
        ([], ["for=198.51.100.1;proto=https;by=10.0.0.1"], "198.51.100.1"),
        ([], ['for=1.1.1.1, For="[2001:db8::1]:4711"'], "2001:db8::1"),
        ([], ["proto=https;for=1.1.1.1", "for=198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1"], ["for=198.51.100.1"], "198.51.100.1"),
    ],
)
def test_whom_a_proxy_asks_for(x_forwarded_for: list[str], forwarded: list[str], peer: str) -> None:
    """The last hop that is no proxy of ours; whatever stands before it may be invented."""
    assert PROXIES.asks_for("10.0.0.1", x_forwarded_for, forwarded) == peer


def test_nobody_else_is_believed() -> None:
    """From an address that was not named, the headers say nothing."""
    assert PROXIES.asks_for("198.51.100.9", ["1.1.1.1"], ["for=1.1.1.1"]) == "198.51.100.9"


def test_headers_that_contradict_each_other() -> None:
    """A proxy writes one of them; the other was written by the peer."""
    with pytest.raises(Contradiction):
        PROXIES.asks_for("10.0.0.1", ["198.51.100.1"], ["for=1.1.1.1"])
