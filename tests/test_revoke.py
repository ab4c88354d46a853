"""``bottega revoke``: whoever runs the house makes a name's secrets void."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from bottega.archive import ArchiveFault
from bottega.revoke import revoke_name
from bottega.store.log import Charter, Revocation
from bottega.store.sqlite import SqliteLog
from bottega.table.entries import Asked, Entry, Fact, Sat, Succeeded, to_row
from bottega.table.identity import key_of
from tests.server.harness import running_house
from tests.server.house_client import Browser

SEED = bytes(32)


def _sat(log: SqliteLog, table: str, *sitting: tuple[str, str], finished: bool = False) -> None:
    rows = [to_row(Entry(number + 1, 0, Sat(number, name, key))) for number, (name, key) in enumerate(sitting)]
    log.append(table, rows, lambda _: None, charter=Charter(table, "splendor", 1, "{}", SEED, "", 0), finished=finished)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The log of a house: Ada sits at two tables that are not over and at one that is, and has a password."""
    with closing(SqliteLog(tmp_path)) as log:
        _sat(log, "t1", ("Ada", "k1"), ("Bob", "k2"))
        _sat(log, "t2", ("Ada", "k3"), ("Eve", ""))
        _sat(log, "t3", ("Ada", "k4"), finished=True)
        log.register("Ada", PasswordHasher(1, 8, 1).hash("former"), lambda _: None)
    return tmp_path


def test_the_seats_secrets_are_void(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the name at every table that is not over, and its logins; nobody else's, and not the password."""
    revoke_name("Ada", house)
    with closing(SqliteLog(house)) as log:
        assert log.revocations()[1] == [Revocation("Ada", "k1"), Revocation("Ada", "k3"), Revocation("Ada")]
        assert PasswordHasher().verify(log.password("Ada") or "", "former")
    assert "seats whose token is void: 2" in capsys.readouterr().out


def test_seats_that_were_taken_over_or_asked_for(tmp_path: Path) -> None:
    """Whoever has come to a seat while others played holds it by a token like everybody; who asks for one will."""
    facts: tuple[Fact, ...] = (
        Sat(0, "Ada", "k1"),
        Asked(0, "Bob", "k2"),
        Succeeded(0, "Bob", "k2"),
        Asked(0, "Cyd", "k3"),
    )
    rows = [to_row(Entry(number, 0, fact)) for number, fact in enumerate(facts, 1)]
    with closing(SqliteLog(tmp_path)) as log:
        log.append("t1", rows, lambda _: None, charter=Charter("t1", "splendor", 1, "{}", SEED, "", 0))
    for name in ("Bob", "Cyd"):
        revoke_name(name, tmp_path)
    with closing(SqliteLog(tmp_path)) as log:
        assert [each.key for each in log.revocations()[1]] == ["k2", "", "k3", ""]


def test_another_password(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new one is printed once and kept as a hash."""
    revoke_name("Ada", house, password=True)
    found = re.search(r"new password is (\S{16})\n", capsys.readouterr().out)
    assert found is not None
    with closing(SqliteLog(house)) as log:
        stored = log.password("Ada") or ""
    assert PasswordHasher().verify(stored, found[1])
    assert found[1] not in stored


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [("Nobody", False, "nobody called Nobody"), ("Eve", False, "nobody called Eve"), ("Bob", True, "no password")],
)
def test_what_cannot_be(house: Path, name: str, password: bool, why: str) -> None:
    """A name without secrets is told, and changes nothing."""
    with pytest.raises(ArchiveFault, match=why):
        revoke_name(name, house, password)
    with closing(SqliteLog(house)) as log:
        assert log.revocations() == (0, [])


def test_no_house(tmp_path: Path) -> None:
    """A directory without a log is not made into one."""
    with pytest.raises(ArchiveFault, match="no bottega log"):
        revoke_name("Ada", tmp_path)


@pytest.mark.slow
def test_while_the_house_is_open(tmp_path: Path) -> None:
    """The one who has the token is cut off soon, and does not come back by it."""
    with running_house(tmp_path) as house:
        thief = Browser(house, "Ada")
        thief.does("open", game="splendor")
        revoke_name("Ada", tmp_path)
        thief.next("signed_out")
        again = Browser(house)
        assert again.asks("hello", name="Ada", token=thief.token)["code"] == "table.wrong-token"
    with closing(SqliteLog(tmp_path)) as log:
        assert log.revocations()[1][0].key == key_of(thief.token)
