"""Which store is meant: a directory, or the URL of a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bottega.store.log import StoreFault

if TYPE_CHECKING:
    from bottega.store.postgres.log import Deliver, PostgresLog

SCHEMES = ("postgresql", "postgres")
"""How the URL of a database begins."""


Where = Path | str
"""A directory, or the URL of a database."""


def is_url(text: str) -> bool:
    """Whether a store is given by the URL of a database.

    >>> is_url("postgresql://db/house"), is_url("bottega-data")
    (True, False)
    """
    return text.partition("://")[0] in SCHEMES and "://" in text


def shown(url: str) -> str:
    """The URL of a database as anybody may read it: without user, password and settings.

    >>> shown("postgresql://ada:secret@db:5432/house?sslmode=require")
    'postgresql://db:5432/house'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def named(where: Where) -> str:
    """A store as anybody may read it.

    >>> named(Path("bottega-data")), named("postgresql://ada:secret@db/house")
    ('bottega-data', 'postgresql://db/house')
    """
    return str(where) if isinstance(where, Path) else shown(where)


def open_database(url: str, deliver: Deliver | None = None) -> PostgresLog:
    """The log in a database; StoreFault if it cannot be had."""
    if not is_url(url):
        raise StoreFault(f"--store takes the URL of a database (postgresql://HOST/DATABASE), not {url!r}")
    try:
        from bottega.store.postgres import PostgresLog
    except ImportError as missing:
        if missing.name != "asyncpg":
            raise
        raise StoreFault("a house in PostgreSQL takes one more package: pip install 'bottega[postgres]'") from missing
    try:
        return PostgresLog(url, deliver)
    except StoreFault as fault:
        raise StoreFault(f"{shown(url)}: {fault}") from fault
