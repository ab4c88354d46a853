"""The pages about renaissance-json and -events: their dialogues work as printed, and they leave out no message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bottega.wire import DIALECTS
from tests.server.harness import Client, running_house
from tests.wire.matching import matches
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
NAMES = ("renaissance-json", "renaissance-events")


def _block(name: str, language: str) -> list[str]:
    """The first block of a page that is in this language."""
    blocks: list[tuple[str, str]] = re.findall(r"```(\w*)\n(.*?)```", (PAGES / f"{name}.md").read_text(), re.DOTALL)
    return next(text for written_in, text in blocks if written_in == language).splitlines()


def _hear(client: Client, expected: list[str]) -> None:
    """Read what the page says; a line of dots stands for any messages until the next one it names."""
    skipping = False
    for line in expected:
        if line == "…":
            skipping = True
            continue
        heard = client.read_line()
        while skipping and not matches(line, heard, {}):
            heard = client.read_line()
        assert matches(line, heard, {}), heard
        skipping = False


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_dialogue(name: str, tmp_path: Path, at_once: bool) -> None:
    """The requests on the page, pasted at once or line by line, get the answers on the page from a real server."""
    (command,) = _block(name, "sh")
    seed = re.search(r"--seed (\w+)", command)
    assert seed is not None
    options = ("--seed", seed[1], "--turn-seconds", "0")
    with running_house(tmp_path, name, options=options) as house, house.connect(name) as peer:
        if at_once:
            peer.send("\n".join([*_block(name, "json"), ""]).encode())
        else:
            for line in _block(name, "json"):
                peer.send_line(line)
        _hear(peer, _block(name, ""))


@pytest.mark.parametrize("name", NAMES)
def test_every_message_is_on_the_page(name: str) -> None:
    """Each message of the vocabulary, each request and each older name is described."""
    page = (PAGES / f"{name}.md").read_text()
    rows = (TRANSCRIPTS / name / VOCABULARY).read_text()
    machine = DIALECTS[name].machine
    words = set(re.findall(r'^[<>] "(\w+)"', rows, re.MULTILINE)) | machine.messages | set(machine.aliases)
    assert [word for word in sorted(words) if word not in page] == []
