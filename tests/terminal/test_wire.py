"""Speaking a TCP protocol by hand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bottega.terminal.wire import Shorthand
from tests.server.harness import TIMEOUT, command, running_house


@pytest.mark.parametrize(
    ("dialect", "typed", "meant"),
    [
        ("sagrada-text", "LOGIN ann secret", "LOGIN ann secret"),
        ("sagrada-json", "place x=1 y=0 index=2", '{"id":"place","x":1,"y":0,"index":2}'),
        ("renaissance-json", "req_players_count count=2", '{"type":"req_players_count","count":2}'),
        ("renaissance-json", "req_leader_choice choice=[3,15]", '{"type":"req_leader_choice","choice":[3,15]}'),
        ("renaissance-steps", "RegisterResponse nickname=ann", '{"type":"RegisterResponse","data":{"nickname":"ann"}}'),
        ("splendor-json", '{"request_type":"get_gems"}', '{"request_type":"get_gems"}'),
    ],
)
def test_shorthand(dialect: str, typed: str, meant: str) -> None:
    """A message may be typed whole, or as its type and key=value pairs."""
    assert Shorthand(dialect).message(typed) == meant


def test_the_client_id_is_remembered() -> None:
    """splendor-json's secret is repeated in every request without being typed."""
    shorthand = Shorthand("splendor-json")
    shorthand.heard('{"answer_type":"server_hello","set_client_id":"s3cret"}')
    assert json.loads(shorthand.message("client_hello nick=ann")) == {
        "request_type": "client_hello",
        "nick": "ann",
        "client_id": "s3cret",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["splendor-json", "splendor-json+original"])
def test_a_conversation(tmp_path: Path, name: str) -> None:
    """Piped input is sent in the dialect's framing and the answers are printed."""
    key = "nick" if name == "splendor-json" else "set_nick"
    with running_house(tmp_path, name) as house:
        done = subprocess.run(
            command("play", f"{name}@127.0.0.1:{house.ports[name]}"),
            input=f"client_hello {key}=ann\nget_gems white=1\n",
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=True,
        )
    hello, nick, move = map(json.loads, done.stdout.splitlines())
    assert hello["answer_type"] == "server_hello"
    assert nick["result"] == "ok"
    assert move["result"] == "illegal"


def test_nobody_there() -> None:
    """A port where nobody listens is a sentence, not a traceback."""
    done = subprocess.run(
        command("play", "sagrada-text@127.0.0.1:1"), capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 1
    assert "nobody listens at 127.0.0.1:1" in done.stderr
