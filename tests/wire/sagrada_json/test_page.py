"""The page about sagrada-json: its dialogue works as printed, over a real socket."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.harness import Client, running_house
from tests.wire.matching import matches

PAGE = Path(__file__).parents[3] / "docs" / "protocols" / "sagrada-json.md"


@pytest.mark.slow
def test_the_dialogue_works_as_printed(tmp_path: Path) -> None:
    """Whoever starts the server as the page says and pastes its lines sees its answers, and no others."""
    text = PAGE.read_text()
    command = re.search(r"^bottega serve (.*)$", text, re.MULTILINE)
    dialogue = re.search(r"^```\n(ann< .*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert command is not None
    assert dialogue is not None
    words = command[1].split()
    options = tuple(part for name in ("--seed", "--lobby-seconds") for part in (name, words[words.index(name) + 1]))
    clients: dict[str, Client] = {}
    with running_house(tmp_path, "sagrada-json", options=options) as house:
        for line in dialogue[1].splitlines():
            who, way, message = line[:3], line[3], line[5:]
            client = clients.get(who) or clients.setdefault(who, house.connect("sagrada-json"))
            if way == ">":
                client.send_line(message)
            else:
                heard = client.read_line()
                assert matches(message, heard, {}), f"{line}\nbut it is\n{heard}"
        assert clients["bob"].is_closed()
        assert not clients["ann"].is_closed(within=0.2)
