"""Several processes on the same ports, and what is refused before any is started."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from bottega.server.nodes import reserve
from tests.server.harness import bottega


def test_a_port_that_is_held() -> None:
    """A port of 0 is a free one; nodes may share it, nobody else may have it."""
    held = reserve("127.0.0.1", 0)
    port = held.getsockname()[1]
    shared = reserve("127.0.0.1", port)
    assert shared.getsockname()[1] == port
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))
    held.close()
    shared.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--nodes", "2"), "--nodes takes a database"),
        (("--bus", "redis://127.0.0.1:1"), "--bus takes a database"),
        (("--nodes", "0"), "--nodes takes a number from 1 to 64"),
        (("--nodes", "2", "--store", "postgresql://127.0.0.1:1/none"), "postgresql://127.0.0.1:1/none"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    """Nodes that cannot open the house end with a sentence, all of them."""
    ports = ("--http", "127.0.0.1:0", "--listen", "splendor-json@127.0.0.1:0")
    ended = bottega("serve", "--data", str(tmp_path), *ports, *options)
    assert ended.returncode != 0
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
