"""``bottega conform``, before anybody is examined; the rest is in ``tests/conform``."""

from __future__ import annotations

import pytest

from tests.cli.run import Command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "say whom to examine"),
        (["splendor-json@h:1", "--client", "splendor-json"], "say whom to examine"),
        (["splendor-json@h:1", "--answer-seconds", "0"], "--answer-seconds"),
        (["splendor-json@h:1", "--games", "0"], "--games"),
        (["splendor-json@h:1", "--players", "5"], "--players takes 1 to 4"),
        (["--client", "tls:splendor-json"], "without TLS"),
        (["chess@h:1"], "there is no dialect 'chess'"),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], words: str, bottega: Command) -> None:
    """It gets a sentence and exit code 1: nobody is examined."""
    run = bottega("conform", *arguments)
    assert run.returncode == 1
    assert words in run.stderr
