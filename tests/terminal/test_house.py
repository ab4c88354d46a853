"""Playing at the house's tables from the terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.server.harness import TIMEOUT, command, running_house

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["splendor", "sagrada"])
def test_a_whole_game_against_a_bot(tmp_path: Path, game: str) -> None:
    """Opening a table, adding a bot, and typing numbers plays a game to its end."""
    with running_house(tmp_path, "splendor-json", options=("--bot-seconds", "0")) as house:
        client = subprocess.Popen(
            command("play", f"http://127.0.0.1:{house.ports['http']}", "--name", "ann"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdin is not None
        assert client.stdout is not None
        try:
            said = ["tables", f"open {game} 2", "bot random", "start"]
            client.stdin.write("\n".join(said) + "\n")
            client.stdin.flush()
            turns = 0
            for line in client.stdout:
                assert not line.startswith("refused"), line
                if line == "your turn:\n":
                    turns += 1
                    client.stdin.write("1\n")
                    client.stdin.flush()
                if line.startswith("the game is over"):
                    break
            assert turns >= 20
            client.stdin.write("exit\n")
            client.stdin.flush()
            assert client.wait(TIMEOUT) == 0
        finally:
            client.kill()


def test_no_house_there() -> None:
    """An address without a house is a sentence, not a traceback."""
    done = subprocess.run(
        command("play", "http://127.0.0.1:1"), capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 1
    assert "there is no house at http://127.0.0.1:1" in done.stderr
