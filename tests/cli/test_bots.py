"""``bottega arena`` and ``bottega bot``, before anybody plays; the rest is in ``tests/arena`` and ``tests/client``."""

from __future__ import annotations

import pytest

from tests.cli.run import Command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--table", "nowhere"], "the link to a table"),
        (["--table", "http://127.0.0.1:1/table/x", "--seconds", "0"], "--seconds takes a number above 0"),
    ],
)
def test_a_bot_of_ones_own(arguments: list[str], words: str, bottega: Command) -> None:
    """It takes a link to a table and time to think."""
    run = bottega("bot", "run", "mine.py", *arguments)
    assert (run.returncode, words in run.stderr) == (1, True)


def test_an_arena_takes_a_game(bottega: Command) -> None:
    """A game that there is not is refused in a sentence."""
    run = bottega("arena", "chess", "greedy", "random")
    assert run.returncode == 1
    assert "chess" in run.stderr
