"""The examples of bots from outside play, and the transcript in the documentation is what is really said."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bottega.arena.contest import Contest, Fixture, play
from bottega.games import GAMES
from bottega.outside.entrants import HouseBot, entrant
from bottega.outside.words import HELLO, Question, ask
from tests.server.harness import TIMEOUT

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "outside"
BOTS = ("collector.py", "buyer.js")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is missing: apt-get install nodejs")


def test_no_example_is_forgotten() -> None:
    """Each is played below."""
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix} == set(BOTS)


@pytest.mark.parametrize("bot", ["collector.py", pytest.param("buyer.js", marks=needs_node)])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_example_plays_every_game_to_its_end(bot: str, name: str) -> None:
    """Against a bot of the house, without forfeiting."""
    outside = entrant(str(EXAMPLES / bot))
    contest = Contest(name, GAMES[name].VERSION, 2)
    try:
        ended = play(contest, Fixture((bot, "random"), 0, 0), [outside, HouseBot("random")])
    finally:
        outside.close()
    assert ended.forfeits == {}


@needs_node
def test_the_transcript() -> None:
    """What the page says is said and answered, word for word, by the example in JavaScript."""
    page = (ROOT / "docs" / "outside.md").read_text("utf-8")
    (transcript,) = re.findall(r"```text\n(> bottega 1\n.*?)```", page, re.DOTALL)
    told = [line[2:] for line in transcript.splitlines() if line.startswith("> ")]
    answered = [line[2:] for line in transcript.splitlines() if line.startswith("< ")]
    game = GAMES["renaissance"]
    state = game.new(2, bytes(32))
    question = Question(game, 2, 0, game.view(state, 0), tuple(game.legal(state, 0)), b"\x5e\xed", 100)
    said = [HELLO, *ask(question), "quit"]
    assert [line if not line.startswith("view") else "view {…}" for line in said] == told
    spoken = "".join(f"{line}\n" for line in said)
    program = [str(EXAMPLES / "buyer.js")]
    done = subprocess.run(program, input=spoken, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    assert done.stdout.splitlines() == answered
