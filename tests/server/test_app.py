"""The process: starting, serving, leaving."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import cast

import pytest
from structlog.testing import capture_logs

from bottega.server import app
from bottega.server.metrics import Metrics
from bottega.server.shell import Shell
from bottega.server.tcp import Listener
from bottega.store.sqlite import SqliteLog
from bottega.table.house import Settings
from tests.server.harness import Closed, running_house

pytestmark = pytest.mark.slow


def test_sigterm(tmp_path: Path) -> None:
    """SIGTERM closes every connection, also of players in a game, and the process exits with 0."""
    with running_house(tmp_path, "splendor-json") as house:
        clients = [house.connect("splendor-json") for _ in range(5)]
        for number, client in enumerate(clients[:3]):
            hello = client.read_json()
            client.send_json(
                {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": f"nick{number}"}
            )
            assert client.read_json()["result"] == "ok"
        assert house.terminate() == 0
        assert all(client.is_closed() for client in clients)
        assert "Traceback" not in house.errors


def test_sigterm_costs_nobody_a_turn(tmp_path: Path) -> None:
    """Players are cut off one after the other when the house closes; nothing about that is in the log."""
    with running_house(tmp_path, "splendor-json") as house:
        clients = [house.connect("splendor-json") for _ in range(40)]
        for number, client in enumerate(clients):
            hello = client.read_json()
            client.send_json(
                {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": f"nick{number}"}
            )
            assert client.read_json()["result"] == "ok"
        assert house.terminate() == 0
    log = SqliteLog(tmp_path)
    kinds = [row.kind for summary in log.tables() for row in log.read(summary.charter.id)[1]]
    log.close()
    assert kinds.count("start") == len(clients) / 2
    assert "skip" not in kinds


def test_sigterm_with_a_deaf_peer(tmp_path: Path) -> None:
    """A peer that does not read does not keep the house open."""
    with running_house(tmp_path, "splendor-json") as house:
        deaf = house.connect("splendor-json")
        deaf.send(b'{"request_type":"client_hello"}\n' * 300)
        assert house.terminate() == 0


def test_another_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the data directory cannot be locked the house does not open, and says on which systems it does."""
    monkeypatch.setattr(app, "fcntl", None)
    with pytest.raises(app.StartFault, match="Linux and macOS"):
        asyncio.run(app.serve(tmp_path / "data", Settings()))
    assert not (tmp_path / "data").exists()


class _StubbornDoor:
    """A door whose connection never goes."""

    def __init__(self) -> None:
        self.connections = {object()}

    def farewell(self) -> None:
        """Say goodbye to deaf ears."""


def test_goodbye_takes_no_longer_than_its_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that do not go are left behind when the grace is over, without an error; it is a few seconds."""
    assert app.GRACE_SECONDS < 5
    monkeypatch.setattr(app, "GRACE_SECONDS", 0.05)
    asyncio.run(app._say_goodbye([cast(Listener, _StubbornDoor())]))


class _Seated(Shell):
    """A connection of somebody at a table."""

    def __init__(self) -> None:
        self.peer_name = "somebody"

    @property
    def at(self) -> str:
        """The table."""
        return "t1"


def test_what_nobody_expected() -> None:
    """A failure that the event loop reports is counted and written down like anything else, with the table it is at."""
    metrics = Metrics()
    with capture_logs() as lines:
        app._unexpected(metrics, {"message": "it broke", "exception": ValueError("!"), "protocol": _Seated()})
        app._unexpected(metrics, {"message": "so did this"})
    assert metrics.failures == 2
    assert (lines[0]["event"], lines[0]["table"], lines[0]["what"]) == ("something failed", "t1", "it broke")
    assert "table" not in lines[1]


def test_half_close(tmp_path: Path) -> None:
    """Who pipes requests into the port and sends no more still gets the answers."""
    with running_house(tmp_path, "splendor-json") as house:
        for _ in range(20):
            client = house.connect("splendor-json")
            client.send(b'{"request_type":"nonsense"}\n' * 2)
            client.half_close()
            kinds = [client.read_json()["answer_type"] for _ in range(3)]
            assert kinds == ["server_hello", "nick_verification", "nick_verification"]
            assert client.is_closed()


def test_dropped_and_back(tmp_path: Path) -> None:
    """A player whose connection breaks is back with nick and client_id; the nick alone opens nothing."""
    with running_house(tmp_path, "splendor-json") as house:
        seats = {}
        for nick in ("ann", "bob"):
            client = house.connect("splendor-json")
            client_id = client.read_json()["set_client_id"]
            client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": nick})
            assert client.read_json()["result"] == "ok"
            seats[nick] = (client, client_id)
        for client, _ in seats.values():
            assert client.read_json()["answer_type"] == "game_board"
        client, client_id = seats["ann"]
        client.drop()
        stranger = house.connect("splendor-json")
        stranger_id = stranger.read_json()["set_client_id"]
        stranger.send_json({"request_type": "client_hello", "client_id": stranger_id, "nick": "ann"})
        assert stranger.read_json()["result"] == "invalid"
        back = house.connect("splendor-json")
        back.read_json()
        back.send_slowly(
            json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": "ann"}).encode() + b"\n"
        )
        assert back.read_json()["result"] == "ok"
        assert back.read_json()["answer_type"] == "game_board"


def test_a_flood_beside_a_game(tmp_path: Path) -> None:
    """Whoever floods the server is cut off; somebody who plays beside it notices nothing, nor does the memory."""
    with running_house(tmp_path, "splendor-json") as house:
        quiet = house.connect("splendor-json")
        quiet_id = quiet.read_json()["set_client_id"]
        before = house.memory()
        for _ in range(5):
            flood = house.connect("splendor-json")
            with contextlib.suppress(Closed):
                flood.send(b'{"request_type":"nonsense"}\n' * 20_000)
            assert flood.is_closed()
        quiet.send_json({"request_type": "client_hello", "client_id": quiet_id, "nick": "quiet"})
        assert quiet.read_json()["result"] == "ok"
        assert house.memory() - before < 16 << 20
        assert house.complains("it floods the server", times=5)


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
