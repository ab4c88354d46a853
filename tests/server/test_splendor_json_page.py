"""The page ``docs/protocols/splendor-json.md`` is true: its dialogue happens as printed, its examples are messages."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from bottega.wire.splendor_json.dialect import SplendorJson
from tests.server.harness import Client, running_house

PAGE = (Path(__file__).parents[2] / "docs" / "protocols" / "splendor-json.md").read_text()
_BLOCK = re.compile(r"```(\w+)\n(.*?)\n```", re.DOTALL)
_CLIENT_ID = re.compile(r'"set_client_id":"([^"]+)"')
_VERSION = re.compile(r'"bottega [0-9.a-z]+"')

ANSWERS = {
    "server_hello",
    "nick_verification",
    "move_verification",
    "end_of_round",
    "game_board",
    "game_over",
    "game_start",
}


def _blocks(language: str) -> list[str]:
    return [text for name, text in _BLOCK.findall(PAGE) if name == language]


@pytest.mark.slow
def test_the_dialogue_by_hand(tmp_path: Path) -> None:
    """The server started as the page says answers the page's requests with the page's answers, ids aside."""
    (command,) = _blocks("sh")
    options = shlex.split(command)[2:]
    at = options.index("--listen")
    assert options[at + 1] == "splendor-json@127.0.0.1:2000"
    (dialogue,) = _blocks("dialogue")
    clients: dict[str, Client] = {}
    ids: dict[str, str] = {}
    with running_house(tmp_path, "splendor-json", options=(*options[:at], *options[at + 2 :])) as house:
        for number, line in enumerate(dialogue.splitlines(), 1):
            who, way, text = line[:3], line[3:5], line[5:]
            client = clients.setdefault(who, clients.get(who) or house.connect("splendor-json"))
            if way == "> ":
                for printed, real in ids.items():
                    text = text.replace(printed, real)
                client.send_line(text)
                continue
            assert way == "< "
            said = client.read_line()
            if printed_id := _CLIENT_ID.search(text):
                real_id = _CLIENT_ID.search(said)
                assert real_id is not None
                ids[printed_id[1]] = real_id[1]
                said = said.replace(real_id[1], printed_id[1])
            assert _VERSION.sub("", said) == _VERSION.sub("", text), f"line {number} of the dialogue"
    assert len(ids) == 2


def test_the_examples_are_messages() -> None:
    """Every example is one JSON object with a request or an answer that the dialect knows, and none is left out."""
    lines = [line for block in _blocks("json") for line in block.splitlines()]
    messages = [json.loads(line) for line in lines if "{…}" not in line]
    requests = {message["request_type"] for message in messages if "request_type" in message}
    answers = {json.loads(line)["answer_type"] for line in lines if line.startswith('{"answer_type"')}
    assert requests == SplendorJson.machine.messages
    assert answers == ANSWERS
