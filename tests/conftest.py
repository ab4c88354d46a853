"""What holds for every test."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from tests.server import dealt
from tests.store.postgres.server import PostgresServer

# A machine that others keep busy is no defect of what is tested: no example has a time limit of its own.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(scope="session", autouse=True)
def state_folder() -> Iterator[None]:
    """What players keep between sessions is not kept at home."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("XDG_STATE_HOME")
        os.environ["XDG_STATE_HOME"] = folder
        yield
        os.environ.pop("XDG_STATE_HOME")
        if before is not None:
            os.environ["XDG_STATE_HOME"] = before


@pytest.fixture(scope="session")
def deal() -> Iterator[Path]:
    """The file that tells houses which test runs."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {dealt.FILE: f"{folder}/test"}):
        yield Path(folder, "test")


@pytest.fixture(autouse=True)
def dealt_alike(request: pytest.FixtureRequest, deal: Path) -> Iterator[None]:
    """The tables that a test opens have the seeds (in this process the ids too) that they had in every run before."""
    deal.write_text(request.node.nodeid)
    chance = Random(request.node.nodeid)

    def token_bytes(size: int | None = None) -> bytes:
        return chance.randbytes(size or secrets.DEFAULT_ENTROPY)

    def token_hex(size: int | None = None) -> str:
        return token_bytes(size).hex()

    with patch.multiple(secrets, token_bytes=token_bytes, token_hex=token_hex):
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Modules with something that takes long begin first, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL that runs as long as the tests of this process."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def database(server: PostgresServer) -> Iterator[str]:
    """The name of an empty database."""
    with server.database() as name:
        yield name


@pytest.fixture
def url(server: PostgresServer, database: str) -> str:
    """How to connect to an empty database."""
    return server.url(database)
