"""Every dialect's state machine against its document's vocabulary, its transcripts and its page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bottega.wire import DIALECTS
from bottega.wire.core.machine import Machine
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY, paths, play
from tests.wire.watched import HEARD

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
MACHINES: dict[str, Machine[Any]] = {name: dialect.machine for name, dialect in DIALECTS.items()}


def spoken(name: str) -> list[str]:
    """The patterns of what clients say, from the dialect's vocabulary."""
    rows = (TRANSCRIPTS / name / VOCABULARY).read_text().splitlines()
    return [row[1:].strip() for row in rows if row.startswith(">")]


@pytest.mark.parametrize("name", MACHINES)
def test_every_message_of_the_vocabulary_has_a_row(name: str) -> None:
    """What the document lets a client say is in the machine (or an alias of it), and nothing else is."""
    machine, patterns = MACHINES[name], spoken(name)
    known = {*machine.messages, *machine.aliases}
    for message in known:
        pattern = rf"(?<![\w]){re.escape(message)}(?![\w])"
        assert any(re.search(pattern, said) for said in patterns), f"the vocabulary of {name} lacks {message}"
    lacking = [said for said in patterns if not any(message in said for message in known) and said != ",}$"]
    assert lacking == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MACHINES)
def test_every_row_is_heard(name: str) -> None:
    """Each message is heard in each state that has a row for it, in at least one transcript."""
    for path in paths(name):
        play(path)
    heard = {(state, message) for dialect, state, message in HEARD if dialect == name}
    assert MACHINES[name].rows.keys() - heard == set()


@pytest.mark.parametrize("name", MACHINES)
def test_every_state_can_be_left_and_reached(name: str) -> None:
    """From the first state there is a way to every other, and no state but the last is a trap."""
    machine = MACHINES[name]
    states = [*type(machine.start).__members__.values()]
    reached, found = {machine.start}, [machine.start]
    while found:
        state = found.pop()
        for then in states:
            if then not in reached and machine.leads(state, then):
                reached.add(then)
                found.append(then)
    assert reached == set(states)
    traps = [state for state in states if not any(then != state and machine.leads(state, then) for then in states)]
    assert len(traps) <= 1


@pytest.mark.parametrize("name", MACHINES)
def test_the_page_shows_the_machine(name: str) -> None:
    """The diagram on the dialect's page is the one that ``python -m bottega.wire NAME`` prints."""
    assert f"```mermaid\n{MACHINES[name].diagram()}\n```" in (PAGES / f"{name}.md").read_text()
