"""What an attacker found on the open ports, done again to a real server: nobody else notices, and nothing is gained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import HouseProcess, running_house

PORTS = (
    "sagrada-text",
    "splendor-json",
    "sagrada-json",
    "renaissance-json",
    "renaissance-steps",
    "sagrada-json+original",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for those who change nothing for the others."""
    with running_house(tmp_path_factory.mktemp("attacks"), *PORTS) as house:
        yield house


def _form(body: str) -> bytes:
    """What a browser sends when a page of another site has it post a form."""
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


@pytest.mark.parametrize("port", PORTS)
def test_a_page_of_another_site_says_nothing(house: HouseProcess, port: str) -> None:
    """A browser that was made to post lines into a port is hung up on, and the log says why."""
    before = house.errors.count("it speaks HTTP")
    with house.connect(port) as browser:
        browser.send(_form("LOGIN alice evil\r\n"))
        assert browser.is_closed()
    assert house.complains("it speaks HTTP", times=before + 1)


def test_no_account_by_a_form(tmp_path: Path) -> None:
    """The name that a page tried to take is still its owner's to take."""
    with running_house(tmp_path, "sagrada-text") as house:
        with house.connect("sagrada-text") as browser:
            browser.send(_form("LOGIN alice evil\r\n"))
            assert browser.is_closed()
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]
