"""The process: starting, serving, leaving."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.server.harness import running_house


def test_sigterm(tmp_path: Path) -> None:
    """SIGTERM closes every connection, also of players in a game, and the process exits with 0 within five seconds."""
    with running_house(tmp_path, "splendor-json") as house:
        clients = [house.connect("splendor-json") for _ in range(5)]
        for number, client in enumerate(clients[:3]):
            hello = client.read_json()
            client.send_json(
                {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": f"nick{number}"}
            )
            assert client.read_json()["result"] == "ok"
        began = time.monotonic()
        assert house.terminate() == 0
        assert time.monotonic() - began < 5
        assert all(client.is_closed() for client in clients)
        assert "Traceback" not in house.errors


def test_sigterm_with_a_deaf_peer(tmp_path: Path) -> None:
    """A peer that does not read does not keep the house open."""
    with running_house(tmp_path, "splendor-json") as house:
        deaf = house.connect("splendor-json")
        deaf.send(b'{"request_type":"client_hello"}\n' * 300)
        began = time.monotonic()
        assert house.terminate() == 0
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("count", [200])
def test_many_connections(tmp_path: Path, count: int) -> None:
    """Two hundred people come at once: everybody is greeted, pairs sit down at tables of their own."""
    with running_house(tmp_path, "splendor-json") as house:
        clients = [house.connect("splendor-json") for _ in range(count)]
        ids = [client.read_json()["set_client_id"] for client in clients]
        assert len(set(ids)) == count
        for number, (client, client_id) in enumerate(zip(clients, ids, strict=True)):
            client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": f"nick{number}"})
        pairs = set()
        for client in clients:
            assert client.read_json()["result"] == "ok"
            board = client.read_json()
            assert board["answer_type"] == "game_board"
            players = board["players"]
            assert isinstance(players, list)
            pairs.add(frozenset(player["nick"] for player in players))
        assert len(pairs) == count // 2
