"""The sequence diagrams on the pages: drawn from a real game, current, and short enough to be read."""

from __future__ import annotations

from functools import cache

import pytest

from bottega.wire import DIALECTS
from bottega.wire.guide import HOUSE, TOLD
from tests.wire.sequence import COMING, NAMES, OVER, PAGES, PLAYING, PROTOCOLS, REFUSAL, Line, diagram, main, record

LONGEST = 100
"""Lines of a diagram that can still be read."""

_recorded = cache(record)


def test_every_protocol_is_drawn() -> None:
    """No protocol is without its diagram."""
    assert PROTOCOLS.keys() == {*DIALECTS, HOUSE}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_the_page_shows_the_game(name: str) -> None:
    """The diagram on the page is the one that ``python -m tests.wire.sequence`` draws, so of what is said today."""
    assert f"```mermaid\n{diagram(_recorded(name))}\n```" in (PAGES / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_whole_game_in_few_lines(name: str) -> None:
    """Both come in, play and are told the end; one refusal is among it; nobody has to scroll for minutes."""
    drawn = diagram(_recorded(name))
    lines = drawn.splitlines()
    assert len(lines) <= LONGEST
    assert [f": {phase}" in drawn for phase in (COMING, PLAYING, OVER)] == [True] * 3
    assert all(f"{who}->>server: (connects)" in drawn for who in NAMES)
    assert len([line for line in lines if "server-->>" in line and REFUSAL.search(line)]) == 1


@pytest.mark.parametrize("name", PROTOCOLS)
def test_everything_told_is_drawn(name: str) -> None:
    """Nothing that the server says in the game is missing in the diagram, but for further refusals."""
    drawn = diagram(_recorded(name))
    told = {line.label for line in _recorded(name) if line.way == TOLD and not REFUSAL.search(line.label)}
    assert [label for label in told if label not in drawn] == []


def test_what_is_left_out_is_counted() -> None:
    """Exchanges that say nothing new are one note with their number."""
    moves = [Line("ann", way, label, PLAYING) for _ in range(5) for way, label in ((">", "move"), ("<", "done"))]
    assert diagram(moves).splitlines()[-4:] == [
        "    Note over ann,bob: playing",
        "    ann->>server: move",
        "    server-->>ann: done",
        "    Note over server: 4 more like these",
    ]


def test_several_at_once_are_counted() -> None:
    """The same message several times in a row is written once."""
    lines = [
        Line("ann", ">", "ask", PLAYING),
        *[Line("ann", "<", "row", PLAYING)] * 3,
        Line("ann", "<", "end", PLAYING),
    ]
    assert diagram(lines).splitlines()[-1] == "    server-->>ann: row ×3, end"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A name prints its diagram; anything else says what there is."""
    main(["splendor-json"])
    assert capsys.readouterr().out.startswith("sequenceDiagram\n")
    with pytest.raises(SystemExit, match="splendor-json"):
        main([])
