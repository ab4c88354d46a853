"""The page about renaissance-steps: its dialogue works as printed, and it leaves out no message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bottega.wire.renaissance_steps import RenaissanceSteps
from bottega.wire.renaissance_steps.states import AT_SETUP, IN_TURN
from tests.server.harness import running_house
from tests.wire.matching import matches
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY

PAGE = (Path(__file__).parents[3] / "docs" / "protocols" / "renaissance-steps.md").read_text()
BLOCKS = {name: text.splitlines() for name, text in re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)}


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [True, False])
def test_dialogue(tmp_path: Path, at_once: bool) -> None:
    """The commands on the page, pasted at once or line by line, get the answers on the page from a real server."""
    (command,) = BLOCKS["sh"]
    (named,) = re.findall(r"(--seed .*) --listen", command)
    options = tuple(named.split())
    with running_house(tmp_path, "renaissance-steps", options=options) as house:
        peer = house.connect("renaissance-steps")
        if at_once:
            peer.send("\n".join([*BLOCKS["json"], ""]).encode())
        else:
            for line in BLOCKS["json"]:
                peer.send_line(line)
        for expected in BLOCKS[""]:
            heard = peer.read_line()
            assert matches(expected, heard, {}), f"the page says\n{expected}\nthe server says\n{heard}"
        peer.close()


def test_every_message_is_on_the_page() -> None:
    """Each message of the vocabulary, each command and each class name is described."""
    rows = (TRANSCRIPTS / RenaissanceSteps.NAME / VOCABULARY).read_text()
    spoken = {name.rpartition(".")[2] for name in re.findall(r'^[<>] "([\w.]+)"', rows, re.MULTILINE)}
    machine = RenaissanceSteps.machine
    described = spoken | machine.messages | set(machine.aliases)
    assert [word for word in sorted(described) if f"`{word}" not in PAGE] == []


def test_every_phase_is_on_the_page() -> None:
    """The table of phases lists every command in a phase in which it may come."""
    table = PAGE.partition("## Phases and commands")[2].partition("The class names")[0]
    for state, command in RenaissanceSteps.machine.rows:
        if state in (*AT_SETUP, *IN_TURN) and not command.endswith(("Command", "PingResponse")):
            assert f"`{command}" in table, command
            assert f"`{state.name}`" in table
