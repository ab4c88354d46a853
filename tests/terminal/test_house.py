"""Playing at the house's tables from the terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bottega.archive import read_archive
from bottega.games.chance import commitment
from bottega.terminal import house
from bottega.terminal.house import WORD_BYTES, Player
from bottega.terminal.seals import FILE, Seals, state_folder
from tests.server.harness import TIMEOUT, command, running_house
from tests.wire.house.stage import Guest, HouseStage

EXAMPLE = Path(__file__).parents[2] / "docs" / "fairness-example.jsonl"


@pytest.mark.slow
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
            client.stdin.write("verify\nexit\n")
            client.stdin.flush()
            told = client.stdout.read()
            assert told.count("fair? ") == 3
            assert "ALARM" not in told
            assert "nothing to compare" not in told
            assert "the one you kept" in told
            assert "yours (" in told
            assert "verified\n" in told
            assert client.wait(TIMEOUT) == 0
        finally:
            client.kill()


class Far:
    """The far end of a terminal's connection: a guest on the stage, whose messages may be forged on the way."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.player = Player(self, "http://stage")

    def send(self, message: bytes, *, text: bool | None = None) -> None:
        """What the terminal sends is said by the guest."""
        self.guest.says(message.decode())

    def types(self, line: str, **forged: object) -> None:
        """Somebody types; what comes of it is told, with some fields replaced where they are not null."""
        self.player.typed(line)
        self.hears(**forged)

    def hears(self, **forged: object) -> None:
        """The terminal is told what has arrived."""
        while messages := self.guest.heard():
            for message in messages:
                lies = {key: value for key, value in forged.items() if message.get(key) is not None}
                self.player.told({**message, **lies})


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HouseStage:
    """A house whose tables take words; the terminal's keepsakes lie elsewhere for every test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return HouseStage(seed=None)


def test_a_seal_is_shown_and_a_word_given(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever opens a table reads its seal; a random word is added by itself, and may be replaced by typing one."""
    anna = Far(stage.guest("Anna"))
    anna.types("open splendor 2")
    position = stage.table.position
    assert len(position.words[0]) == 2 * WORD_BYTES
    assert position.charter.commitment in capsys.readouterr().out
    anna.types("word pepe nero")
    anna.types("seal")
    assert stage.table.position.words == ("pepe nero",)
    assert "pepe nero" in capsys.readouterr().out
    kept = Seals("http://stage").of(stage.table.id)
    assert (kept.seal, kept.word) == (position.charter.commitment, "pepe nero")
    anna.types("word  ")
    assert "refused: a word has 1 to 64" in capsys.readouterr().out
    assert Seals("http://stage").of(stage.table.id).word == "pepe nero"


def test_a_word_comes_with_the_seat(stage: HouseStage) -> None:
    """Also at a table that starts as soon as it is full: the terminal looks at the seal first."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor", seats=2, start="full")["table"]
    bob = Far(stage.guest("Bob"))
    bob.player.wait = bob.hears  # type: ignore[method-assign]  # nobody listens beside it here
    bob.types(f"sit {table}")
    position = stage.table.position
    assert position.started
    assert position.words == ("", Seals("http://stage").of(table).word)
    assert position.words[1]


def test_a_fixed_seed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A table of tests takes no word, and the terminal says what that means."""
    anna = Far(HouseStage().guest("Anna"))
    anna.types("open splendor 2")
    said = capsys.readouterr().out
    assert "nobody's word counts" in said
    assert "refused" not in said


def _played(stage: HouseStage) -> Far:
    """Anna, at her terminal, and a game that needs only Bob to leave it."""
    anna, bob = Far(stage.guest("Anna")), stage.guest("Bob")
    anna.types("open splendor 2")
    bob.does("sit", table=stage.table.id)
    anna.types("start")
    bob.does("quit", table=stage.table.id)
    return anna


def test_an_honest_end(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """After the game seal, seed and word are found as they were kept."""
    _played(stage).hears()
    said = capsys.readouterr().out
    assert said.count("fair? ") == 3
    assert "ALARM" not in said


def test_another_seed_with_a_hash_to_match(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """A house that tells another seed, and in the same breath its hash, is found out by the seal that was kept."""
    anna = _played(stage)
    seed = bytes(32)
    anna.hears(seed=seed.hex())
    assert "ALARM: the seed 0000" in capsys.readouterr().out
    anna.types(f"watch {stage.table.id}", seed=seed.hex(), commitment=commitment(seed))
    said = capsys.readouterr().out
    assert "ALARM: the seal of table" in said
    assert "ALARM: the seed 0000" in said
    assert Seals("http://stage").of(stage.table.id).seal == stage.table.position.charter.commitment


def test_another_seal_in_the_middle_of_a_game(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """The alarm does not wait for the end, nor for the session in which the seal was kept."""
    anna, bob = Far(stage.guest("Anna")), stage.guest("Bob")
    anna.types("open splendor 2")
    bob.does("sit", table=stage.table.id)
    anna.types("start")
    later = Far(anna.guest)
    later.types(f"watch {stage.table.id}", commitment=commitment(bytes(32)))
    assert "ALARM: the seal of table" in capsys.readouterr().out


def test_a_word_that_was_left_out(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """A house that deals without a player's word is found out by that player."""
    anna = _played(stage)
    anna.hears()
    anna.types(f"watch {stage.table.id}", words=["something else", ""])
    assert "ALARM: your word" in capsys.readouterr().out


def test_a_word_goes_with_the_seat(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever got up before the start is not told that their word is missing."""
    anna, bob, cyd = Far(stage.guest("Anna")), stage.guest("Bob"), stage.guest("Cyd")
    anna.types("open splendor 3")
    bob.does("sit", table=stage.table.id)
    cyd.does("sit", table=stage.table.id)
    anna.guest.does("stand", table=stage.table.id)
    bob.does("start", table=stage.table.id)
    bob.does("quit", table=stage.table.id)
    anna.hears()
    said = capsys.readouterr().out
    assert "you have given no word here" in said
    assert "ALARM" not in said


def test_first_seen_after_the_end(stage: HouseStage, capsys: pytest.CaptureFixture[str]) -> None:
    """What is seen for the first time when all is over was not kept, and is not called kept."""
    _played(stage).hears()
    capsys.readouterr()
    eve = Far(stage.guest("Eve"))
    eve.player = Player(eve, "http://elsewhere")
    eve.types(f"watch {stage.table.id}")
    assert "nothing to compare" in capsys.readouterr().out
    assert Seals("http://elsewhere").of(stage.table.id).seal == ""


def test_a_forged_log(stage: HouseStage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``verify`` holds the log that the house gives against the seal and the word that were kept."""
    anna = Far(stage.guest("Anna"))
    monkeypatch.setattr(house, "urlopen", lambda *_, **__: EXAMPLE.open("rb"))
    charter, _ = read_archive(EXAMPLE)
    for seal, word, said in (
        (charter.commitment, "pepe nero", "verified\n"),
        (charter.commitment, "sale", "ALARM: the word 'sale'"),
        (commitment(bytes(32)), "pepe nero", "ALARM: table 5e1f0c9a77d2 has the seal"),
    ):
        (state_folder() / FILE).unlink(missing_ok=True)
        kept = Seals("http://stage")
        kept.saw(charter.id, seal)
        kept.gave(charter.id, word)
        anna.player = Player(anna, "http://stage")
        anna.player.told({"type": "ok", "cmd_id": "", "table": charter.id})
        anna.types("verify")
        assert said in capsys.readouterr().out


@pytest.mark.slow
def test_no_house_there() -> None:
    """An address without a house is a sentence, not a traceback."""
    done = subprocess.run(
        command("play", "http://127.0.0.1:1"), capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 1
    assert "there is no house at http://127.0.0.1:1" in done.stderr
