"""What the terminal looks like."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from bottega.terminal.look import bright, look
from bottega.terminal.paint import Look

WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62c"
BLACK = "\x1b]11;rgb:00/00/00\x07\x1b[?62c"


@pytest.mark.parametrize(
    ("environ", "answer", "expected"),
    [
        ({"NO_COLOR": "1"}, WHITE, Look.PLAIN),
        ({"NO_COLOR": ""}, WHITE, Look.LIGHT),
        ({"COLORFGBG": "0;15"}, BLACK, Look.LIGHT),
        ({"COLORFGBG": "15;0"}, WHITE, Look.DARK),
        ({"COLORFGBG": "15;default;0"}, WHITE, Look.DARK),
        ({}, WHITE, Look.LIGHT),
        ({}, BLACK, Look.DARK),
        ({}, "\x1b[?62c", Look.DARK),
        ({}, "", Look.DARK),
    ],
)
def test_no_color_decides_then_the_environment_then_the_terminal(
    environ: dict[str, str], answer: str, expected: Look
) -> None:
    """NO_COLOR counts when it is not empty; a terminal that says nothing is taken for dark."""
    assert look(environ, lambda: answer) is expected


def test_shares_of_any_length_are_read() -> None:
    """Terminals name colours with one to four digits a share."""
    assert bright("\x1b]11;rgb:f/f/f\x1b\\")
    assert not bright("\x1b]11;rgb:1414/1717/1c1c\x1b\\")


ASKING = "from bottega.terminal.look import ask_terminal; print(repr(ask_terminal()), flush=True)"


def test_a_real_terminal_is_asked_and_left_as_it_was() -> None:
    """The question goes to the terminal, its answer is read up to the end, and nothing of it is left for the player."""
    master, slave = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", ASKING], stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    heard = b""
    try:
        while b"\x1b[c" not in heard:
            heard += os.read(master, 1024)
        os.write(master, WHITE.encode())
        while b"ffff" not in heard.rpartition(b"'")[0]:
            heard += os.read(master, 1024)
    finally:
        process.wait(60)
        os.close(master)
    assert b"rgb:ffff/ffff/ffff" in heard


def test_nobody_is_asked_where_there_is_no_terminal() -> None:
    """In a pipe nothing is written and nothing awaited."""
    done = subprocess.run([sys.executable, "-c", ASKING], input="", capture_output=True, text=True, check=True)
    assert done.stdout == "''\n"
