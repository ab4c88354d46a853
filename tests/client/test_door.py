"""From an address to a link."""

from __future__ import annotations

import ssl

import pytest

from bottega.client.dialects import CLIENTS
from bottega.client.door import HOME, NoSuchDoor, link_to
from bottega.client.house import HouseClient


def _nobody() -> ssl.SSLContext:
    raise AssertionError("nobody is to be trusted where nothing is encrypted")


def test_without_an_address_one_is_at_home() -> None:
    """A house in this process."""
    link = link_to(None, _nobody)
    assert isinstance(link.client, HouseClient)
    assert link.where == HOME


def test_a_house_on_the_web() -> None:
    """Plain or encrypted; only then somebody has to be trusted."""
    assert link_to("http://127.0.0.1:8000", _nobody).where == "http://127.0.0.1:8000"
    asked = []

    def trust() -> ssl.SSLContext:
        asked.append(True)
        return ssl.create_default_context()

    assert isinstance(link_to("https://example.org", trust).client, HouseClient)
    assert asked


@pytest.mark.parametrize("dialect", CLIENTS)
@pytest.mark.parametrize("form", ["{}@localhost:1", "plain:{}@[::1]:65535"])
def test_every_dialect_has_a_door(dialect: str, form: str) -> None:
    """By its name, with or without a word about encryption, IPv6 in brackets."""
    link = link_to(form.format(dialect), _nobody)
    assert dialect == link.client.DIALECT
    assert link.where in ("localhost:1", "::1:65535")


def test_profiles_are_named_behind_a_plus() -> None:
    """Those that the dialect has."""
    assert link_to("sagrada-text+original@h:1", _nobody).client.DIALECT == "sagrada-text"
    with pytest.raises(NoSuchDoor, match="has no profile 'modern'"):
        link_to("sagrada-text+modern@h:1", _nobody)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("ftp://x", "neither"),
        ("chess@h:1", "no client of 'chess'"),
        ("sagrada-text@h", "is not HOST:PORT"),
        ("sagrada-text@h:99999", "is not HOST:PORT"),
    ],
)
def test_what_leads_nowhere_is_told_in_a_sentence(where: str, said: str) -> None:
    """Which part of the address is wrong."""
    with pytest.raises(NoSuchDoor, match=said):
        link_to(where, _nobody)
