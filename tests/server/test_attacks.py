"""What an attacker found on the open ports, done again to a real server: nobody else notices, and nothing is gained."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottega.limits import MAX_LOGINS
from bottega.store.sqlite import FILE_NAME
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser

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


def _accounts(house: HouseProcess) -> list[str]:
    with contextlib.closing(sqlite3.connect(house.data / FILE_NAME)) as database:
        return [name for (name,) in database.execute("SELECT name FROM accounts ORDER BY name")]


def test_logins_that_hang_up(tmp_path: Path) -> None:
    """Three hundred who give a password and are gone are not waited for, and no account is made for them."""
    with running_house(tmp_path, "sagrada-text") as house:
        for number in range(300):
            with house.connect("sagrada-text") as ghost:
                ghost.send_line(f"LOGIN ghost{number} secret")
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]
        assert _accounts(house) == ["alice"]


def test_logins_without_end(tmp_path: Path) -> None:
    """So many passwords wait and no more; whoever is too many is refused at once, and may try again."""
    with running_house(tmp_path, "sagrada-text") as house:
        crowd = [house.connect("sagrada-text") for _ in range(MAX_LOGINS + 40)]
        for number, each in enumerate(crowd):
            each.send_line(f"LOGIN crowd{number} secret")
        answers = [[each.read_line() for _ in range(2)][1] for each in crowd]
        assert answers.count("LOGIN ok") >= MAX_LOGINS
        refused = answers.count("LOGIN ko")
        assert refused
        assert house.complains("too much is asked for", times=refused)
        for each in crowd:
            each.close()
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux, which can limit another process")
def test_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    """Players read that nothing can be saved, not where the data lies, and no password is called wrong; the log says
    what is wrong, and when the disk takes things again so does the house.
    """
    with running_house(tmp_path, "sagrada-text") as house:
        anna = Browser(house, "Anna")
        usual = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (0, usual[1]))
        for kind, fields in (("open", {"game": "splendor"}), ("set_password", {"password": "secret"})):
            answer = anna.asks(kind, **fields)
            assert answer["code"] == "table.store"
            assert str(tmp_path) not in str(answer)
        assert house.complains("nothing can be saved")
        assert str(tmp_path) in house.errors
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, usual)
        anna.does("open", game="splendor")
        anna.does("set_password", password="secret")
        anna.close()
