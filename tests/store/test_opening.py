"""Which store is meant, and what is said of one that cannot be had."""

from __future__ import annotations

import sys

import pytest

from bottega.store.log import StoreFault
from bottega.store.opening import is_url, open_database, shown


@pytest.mark.parametrize("text", ["bottega-data", "/srv/bottega", "sqlite://x", "postgresql", "http://host"])
def test_no_database(text: str) -> None:
    """Anything but the URL of a database is a directory, and refused where a database is wanted."""
    assert not is_url(text)
    with pytest.raises(StoreFault, match="postgresql://HOST"):
        open_database(text)


def test_secrets_are_not_shown() -> None:
    """What is said of a database holds neither its user nor the password, also when nobody answers."""
    url = "postgresql://ada:secret@127.0.0.1:1/house"
    assert shown(url) == "postgresql://127.0.0.1:1/house"
    with pytest.raises(StoreFault, match=r"^postgresql://127\.0\.0\.1:1/house: ") as fault:
        open_database(url)
    assert "secret" not in str(fault.value)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without asyncpg the house says what to install."""
    for name in [name for name in sys.modules if name.startswith("bottega.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreFault, match=r"bottega\[postgres\]"):
        open_database("postgresql://x/y")
