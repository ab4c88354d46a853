"""A friend gets an address that works where the friend is, and whoever hands it on knows how far it reaches."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from bottega.server.invitations import (
    Invitation,
    Invitations,
    Reach,
    announcement,
    as_svg,
    for_terminal,
    is_site,
    own_addresses,
)

OWN = ("192.168.1.5", "fd00::5")
HERE = "http://127.0.0.1:8000"


def house(host: str = "127.0.0.1", secure: bool = False, public: str = "") -> Invitations:
    """One that listens there, on a machine with two addresses in its network."""
    return Invitations(host, 8000, secure, public, lambda: OWN)


def test_own_addresses_are_of_use_to_others() -> None:
    """None is this machine's alone, and those of IPv4 come first."""
    found = [ip_address(each) for each in own_addresses()]
    assert not any(each.is_loopback or each.is_link_local for each in found)
    assert [each.version for each in found] == sorted(each.version for each in found)


@pytest.mark.parametrize(
    ("invitations", "addresses"),
    [
        (house(), []),
        (house("192.168.1.5"), ["http://192.168.1.5:8000"]),
        (house("0.0.0.0"), ["http://192.168.1.5:8000"]),
        (house("::", secure=True), ["https://192.168.1.5:8000", "https://[fd00::5]:8000"]),
        (house(public="https://games.example.org/"), ["https://games.example.org"]),
        (Invitations("192.0.2.1", 80), ["http://192.0.2.1"]),
    ],
)
def test_every_address_that_a_friend_could_type(invitations: Invitations, addresses: list[str]) -> None:
    """Those it listens on that are not this machine's alone, and the one it was told."""
    assert invitations.addresses() == addresses


@pytest.mark.parametrize(
    ("invitations", "origin", "nearby", "link", "reach"),
    [
        (house(), HERE, True, f"{HERE}/table/x", Reach.MACHINE),
        (house("0.0.0.0"), HERE, True, "http://192.168.1.5:8000/table/x", Reach.NETWORK),
        (house("0.0.0.0"), HERE, False, f"{HERE}/table/x", Reach.MACHINE),
        (house("0.0.0.0"), "http://10.0.0.9:8000", False, "http://10.0.0.9:8000/table/x", Reach.NETWORK),
        (house("0.0.0.0"), "http://box.local:8000", False, "http://box.local:8000/table/x", Reach.NETWORK),
        (house(), "https://games.example.org", False, "https://games.example.org/table/x", Reach.ANYWHERE),
        (house(public="https://a.example"), HERE, True, "https://a.example/table/x", Reach.ANYWHERE),
        (house(), "http://[::1]:8000", True, "http://[::1]:8000/table/x", Reach.MACHINE),
        (house(), "http://localhost:8000", True, "http://localhost:8000/table/x", Reach.MACHINE),
    ],
)
def test_what_is_handed_on(invitations: Invitations, origin: str, nearby: bool, link: str, reach: Reach) -> None:
    """What the page was opened as, unless only this machine knows it; strangers do not learn our own addresses."""
    assert invitations.to("/table/x", origin, nearby) == Invitation(link, reach)


@pytest.mark.parametrize("text", ["https://games.example.org", "http://192.0.2.1:8080/", "https://[2001:db8::1]"])
def test_the_address_of_a_site(text: str) -> None:
    """A scheme, a host, perhaps a port."""
    assert is_site(text)


@pytest.mark.parametrize(
    "text",
    ["", "games.example.org", "ftp://x", "https://x/y", "https://x?y", "https://a@x", "https://x:99999", "http://["],
)
def test_what_is_none(text: str) -> None:
    """Anything more, or less."""
    assert not is_site(text)


def test_a_code_for_pages() -> None:
    """Dark on light, whatever the page's colours are, and nothing that a page would run."""
    picture = as_svg("http://192.168.1.5:8000/table/x")
    assert picture.startswith(b"<svg")
    assert b"#fff" in picture
    assert b"<script" not in picture


def test_a_code_for_terminals() -> None:
    """It fits a terminal of 80 columns and 24 lines, also for a long name."""
    lines = for_terminal("https://a-rather-long-name.games.example.org:8443/").splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 60


def test_whoever_starts_the_house_is_told() -> None:
    """Where to open it here, where friends do, and what to do if they cannot."""
    assert "--lan" in announcement(house(), picture=True)
    told = announcement(house("0.0.0.0"), picture=False)
    assert "http://127.0.0.1:8000/" in told
    assert "http://192.168.1.5:8000/" in told
    assert len(announcement(house("0.0.0.0"), picture=True).splitlines()) > len(told.splitlines())


def test_a_machine_without_a_network() -> None:
    """Whoever has said ``--lan`` is not told to say it."""
    told = announcement(Invitations("0.0.0.0", 8000, own=list), picture=True)
    assert "this machine is in no network now" in told
    assert "--lan" not in told
