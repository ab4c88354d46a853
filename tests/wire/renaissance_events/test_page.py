"""The page about renaissance-events: its dialogue works as printed, and it leaves out no message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bottega.wire.renaissance_events import RenaissanceEvents
from tests.server.harness import Client, running_house
from tests.wire.matching import matches
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY

PAGE = Path(__file__).parents[3] / "docs" / "protocols" / "renaissance-events.md"
BLOCKS: list[tuple[str, str]] = re.findall(r"```(\w*)\n(.*?)```", PAGE.read_text(), re.DOTALL)


def _block(language: str) -> list[str]:
    return next(text for name, text in BLOCKS if name == language).splitlines()


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
def test_dialogue(tmp_path: Path, at_once: bool) -> None:
    """The requests on the page, pasted at once or line by line, get the answers on the page from a real server."""
    (command,) = _block("sh")
    seed = re.search(r"--seed (\w+)", command)
    assert seed is not None
    options = ("--seed", seed[1], "--turn-seconds", "0")
    with (
        running_house(tmp_path, "renaissance-events", options=options) as house,
        house.connect("renaissance-events") as peer,
    ):
        if at_once:
            peer.send("\n".join([*_block("json"), ""]).encode())
        else:
            for line in _block("json"):
                peer.send_line(line)
        _hear(peer, _block(""))


def test_every_message_is_on_the_page() -> None:
    """Each message of the vocabulary and each request is described."""
    page = PAGE.read_text()
    rows = (TRANSCRIPTS / RenaissanceEvents.NAME / VOCABULARY).read_text()
    machine = RenaissanceEvents.machine
    words = set(re.findall(r'^[<>] "(\w+)"', rows, re.MULTILINE)) | machine.messages | set(machine.aliases)
    assert [word for word in sorted(words) if word not in page] == []
