"""A program that is asked: it plays, or there is a sentence about why it does not, and it leaves nothing behind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bottega.games import GAMES
from bottega.outside.program import Forfeit, Program
from tests.outside.programs import Write

SPLENDOR = GAMES["splendor"]
STATE = SPLENDOR.new(2, bytes(32))
NEVER = "import time; time.sleep(600)"


def ask(program: Program) -> Any:
    """What the program answers at the beginning of a game."""
    return program.choose(SPLENDOR, STATE, 0, b"seed")


def test_a_program_plays(written: Write) -> None:
    """It is started once, asked as often as you like, and ends when it is told to."""
    program = Program(written('print("info", len(legal)); print("play", legal[-1], flush=True)'))
    legal = SPLENDOR.legal(STATE, 0)
    assert [ask(program), ask(program)] == [legal[-1]] * 2
    program.close()
    program.close()


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ('print("what?", flush=True)', "'what?' is no answer; an answer is: play ACTION"),
        ('print("play buy 1", flush=True)', "'buy 1' is refused"),
        ("raise SystemExit(3)", "it has ended with exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "it was ended by SIGKILL"),
        ('print("x" * 200000, flush=True)', "it said more than 65536 characters in one line"),
    ],
)
def test_what_is_no_play(written: Write, answers: str, said: str) -> None:
    """One clear sentence each; asked again it is started again."""
    program = Program(written(answers))
    for _ in range(2):
        with pytest.raises(Forfeit) as reason:
            ask(program)
        assert said in str(reason.value)
    program.close()


def test_a_program_that_never_answers(written: Write) -> None:
    """It is waited for as long as was agreed, and then ended."""
    program = Program(written(NEVER), answer_seconds=0.05)
    with pytest.raises(Forfeit, match=r"it said nothing for 0\.05 s"):
        ask(program)


def test_a_program_that_is_never_ready(tmp_path: Path) -> None:
    """Or says something else than that it is."""
    with pytest.raises(Forfeit, match=r"it said nothing for 0\.05 s"):
        ask(Program(["/bin/sh", "-c", "sleep 600"], start_seconds=0.05))
    with pytest.raises(Forfeit, match="it said 'hello' instead of ready"):
        ask(Program(["/bin/sh", "-c", "echo hello; sleep 600"]))
    with pytest.raises(Forfeit, match="it cannot be started: No such file"):
        ask(Program([str(tmp_path / "nothing")]))
    with pytest.raises(Forfeit, match="it has ended with exit code 4"):
        ask(Program(["/bin/sh", "-c", "exit 4"]))


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    """A program that starts others and then falls silent leaves none of them behind."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = f"exec 3>{pipe}; sleep 600 & read hello; echo ready; read more; sleep 600"
    program = Program(["/bin/sh", "-c", script], answer_seconds=0.05)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Forfeit):
        ask(program)
    os.set_blocking(reading, True)
    assert os.read(reading, 1) == b"", "whoever held the other end is gone"
    os.close(reading)


def test_it_is_told_its_budget(written: Write) -> None:
    """Simulations and seconds stand in the last line of the question."""
    program = Program(written('print("play", line, flush=True)'), simulations=5, seconds=0.5)
    with pytest.raises(Forfeit, match=r"go seed 73656564 simulations 5 seconds 0\.5"):
        ask(program)
