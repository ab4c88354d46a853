"""The dialogue of docs/protocols/sagrada-text.md, typed into real connections to a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.harness import Client, running_house

PAGE = Path(__file__).parents[3] / "docs" / "protocols" / "sagrada-text.md"


@pytest.mark.slow
def test_the_dialogue_works_as_printed(tmp_path: Path) -> None:
    """Whoever starts the server as the page says and types what it says is answered exactly as it says."""
    command, dialogue = re.findall(r"```\n(.*?)```", PAGE.read_text(), re.DOTALL)[:2]
    options = tuple(re.sub(r".* --listen \S+ ", "", command.strip()).split())
    clients: dict[str, Client] = {}
    with running_house(tmp_path, "sagrada-text", options=options) as house:
        for line in dialogue.splitlines():
            who, way, text = line[:3], line[3], line[5:]
            client = clients.get(who) or clients.setdefault(who, house.connect("sagrada-text"))
            if way == ">":
                client.send_line(text)
            else:
                assert client.read_line() == text
        for client in clients.values():
            client.close()


@pytest.mark.slow
def test_bad_bytes(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, a line that is far too long, and one sent byte by byte: each gets its answer."""
    with running_house(tmp_path, "sagrada-text") as house, house.connect("sagrada-text") as client:
        assert client.read_line() == "Connection established!"
        client.send(b"LOGIN \xff\xfe secret\n")
        assert client.read_line() == "INVALID message"
        client.send(b"LOGIN " + b"a" * 200_000 + b" secret\n")
        assert client.read_line() == "INVALID message"
        client.send_slowly(b"LOGIN ann secret\r\n")
        assert [client.read_line(), client.read_line()] == ["LOGIN ok", "LOBBY 1"]


@pytest.mark.slow
def test_a_game_survives_the_server(tmp_path: Path) -> None:
    """The server is killed in the middle of a turn; both players log in again and the turn goes on."""
    options = ("--lobby-seconds", "0", "--ping-seconds", "600", "--seed", "03")
    with running_house(tmp_path, "sagrada-text", options=options) as house:
        ann, bob = house.connect("sagrada-text"), house.connect("sagrada-text")
        for client, name in ((ann, "ann"), (bob, "bob")):
            client.send_line(f"LOGIN {name} secret")
            _until(client, "LOBBY")
        for client in (ann, bob):
            _until(client, "GAME start")
            client.send_line("CHOOSE 0")
        _until(ann, "GAME turn_start 0 0")
        ann.send_line("TOOL enable 0")
        assert _until(ann, "TOOL") == "TOOL ok"
        house.kill()
        house.start()
        ann, bob = house.connect("sagrada-text"), house.connect("sagrada-text")
        bob.send_line("LOGIN bob wrong")
        assert _until(bob, "LOGIN") == "LOGIN ko"
        for client, name in ((bob, "bob"), (ann, "ann")):
            client.send_line(f"LOGIN {name} secret")
            assert _until(client, "LOGIN") == "LOGIN ok"
            _until(client, "STATUS reconnect")
        ann.send_line("TOOL can_continue")
        assert _until(ann, "TOOL") == "TOOL ok"
        ann.send_line("GAME end_turn")
        assert _until(bob, "GAME turn_start 1") == "GAME turn_start 1 0"
        ann.close()
        bob.close()


def _until(client: Client, beginning: str) -> str:
    """The next line that begins like this."""
    while not (line := client.read_line()).startswith(beginning):
        pass
    return line
