"""Which names the house answers to: its own, and none that a stranger could give to its address."""

from __future__ import annotations

import pytest

from bottega.server.hosts import Hosts, netloc

HOSTS = Hosts("games.example.org", "0.0.0.0", "other.example:8443", origins=("https://friends.example", "http://["))

OURS = [
    "",
    "127.0.0.1",
    "127.0.0.1:8000",
    "192.168.1.17:8000",
    "[::1]:8000",
    "[fe80::1]",
    "localhost:8000",
    "LOCALHOST",
    "bottega.localhost:8000",
    "livingroom:8000",
    "livingroom.local:8000",
    "livingroom.lan",
    "box.home.arpa",
    "games.example.org",
    "Games.Example.ORG.:8000",
    "other.example",
    "friends.example:443",
]
THEIRS = [
    "evil.example",
    "evil.example:8000",
    "games.example.org.evil.example",
    "localhost.evil.example:8000",
    "127.0.0.1.evil.example",
    "notgames.example.org",
    "local.evil.example.",
    "1.2.3.4.5",
    "[evil.example]:8000",
    "evil.example:8000:8000",
    "[::1].evil.example",
    "evil.example#.local",
    "evil.example .local",
    "evil%2eexample",
    "evil..local",
    "ev\u0131l",
]


@pytest.mark.parametrize("host", OURS)
def test_names_that_are_ours(host: str) -> None:
    """Addresses, names that no public DNS gives, and what the house was told, with any port."""
    assert HOSTS.ours(host)


@pytest.mark.parametrize("host", THEIRS)
def test_names_of_others(host: str) -> None:
    """Any name that somebody could buy and let point here, however it looks like ours."""
    assert not HOSTS.ours(host)


@pytest.mark.parametrize(
    ("url", "where"),
    [("https://Friends.example:8443/x", "friends.example:8443"), ("http://[", ""), ("null", ""), ("", "")],
)
def test_where_a_page_comes_from(url: str, where: str) -> None:
    """The host and port of an address; what is none has none."""
    assert netloc(url) == where
