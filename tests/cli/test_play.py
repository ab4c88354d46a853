"""``bottega play``, before anybody plays; the rest is in ``tests/terminal``."""

from __future__ import annotations

from tests.cli.run import Command


def test_a_bot_that_there_is_not(bottega: Command) -> None:
    """Who it could be instead is named."""
    run = bottega("play", "--auto", "hal")
    assert run.returncode == 1
    assert "there is no bot 'hal'" in run.stderr
    assert "elettra" in run.stderr


def test_a_seed_that_is_none(bottega: Command) -> None:
    """A seed is hexadecimal digits here too."""
    run = bottega("play", "--seed", "xyz")
    assert (run.returncode, "hexadecimal" in run.stderr) == (1, True)
