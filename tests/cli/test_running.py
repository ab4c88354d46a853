"""How a house is run; that it runs is shown by everything in ``tests/server``."""

from __future__ import annotations

import socket

import pytest

from bottega.cli.running import run_nodes
from bottega.server.app import Address, StartFault
from bottega.table.house import Settings


def test_a_port_that_several_nodes_cannot_have() -> None:
    """It is named before any of them is started."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartFault, match=rf"cannot listen for http on 127\.0\.0\.1:{port}"):
            run_nodes(2, Settings(), (), Address("http", "127.0.0.1", port), (None, None), "postgresql://x/y", None)
