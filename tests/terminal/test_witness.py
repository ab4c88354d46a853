"""What a terminal keeps of a table, gives to its seed, and finds out afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bottega.archive import read_archive
from bottega.client.core import Enter, Known, Leave, Open, Sit, Start, Watch, Word
from bottega.client.offline import Home
from bottega.games.chance import commitment
from bottega.table.house import Settings
from bottega.terminal import witness
from bottega.terminal.seals import FILE, Seals, state_folder
from bottega.terminal.witness import WORD_BYTES, Witness
from tests.client.test_house import Guest

EXAMPLE = Path(__file__).parents[2] / "docs" / "fairness-example.jsonl"
HOUSE = "http://stage"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept lies elsewhere for every test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


class Careful:
    """Somebody at a house, with a witness."""

    def __init__(self, home: Home, name: str, witness: Witness | None = None) -> None:
        self.guest = Guest(home, name)
        self.witness = witness or Witness(HOUSE)
        self.said: list[str] = []

    def does(self, *wishes: object) -> None:
        """Wish for something, with what the witness has to add."""
        for wish in wishes:
            self.guest.does(wish)
            self.looks()
            if (word := self.witness.word(self.knows)) is not None:
                self.guest.does(word)
                self.looks()

    def looks(self, **forged: object) -> list[str]:
        """What the witness says now, with some of what is known replaced."""
        said = list(self.witness.looks(replace(self.knows, **forged)))
        self.said += said
        return said

    @property
    def knows(self) -> Known:
        """All that was told."""
        self.guest.carry()
        return self.guest.knows()


@pytest.fixture
def home() -> Home:
    """A house whose tables take words."""
    return Home(Settings(per_address=0, bot_seconds=0.0))


def test_a_seal_is_shown_and_a_word_given(home: Home) -> None:
    """Whoever opens a table reads its seal; a random word is added by itself, and may be replaced by another."""
    anna = Careful(home, "Anna")
    anna.does(Open("splendor", 2))
    known = anna.knows
    assert known.words == (known.word,)
    assert len(known.word) == 2 * WORD_BYTES
    assert any(known.commitment in each for each in anna.said)
    anna.does(Word("pepe nero"))
    kept = Seals(HOUSE).of(known.table)
    assert (kept.seal, kept.word) == (known.commitment, "pepe nero")
    anna.does(Word("  "))
    assert Seals(HOUSE).of(known.table).word == "pepe nero"


def test_a_word_comes_with_the_seat(home: Home) -> None:
    """Also at a table that starts as soon as it is full: the seal is looked at first."""
    anna, bob = Guest(home, "Anna"), Careful(home, "Bob")
    anna.does(Open("splendor", 2, start="full"))
    table = anna.knows().table
    assert bob.witness.wishes(Sit(table), bob.knows) == [Watch(table), Sit(table)]
    bob.does(Watch(table))
    (sit,) = bob.witness.wishes(Sit(table), bob.knows)
    assert isinstance(sit, Sit)
    assert sit.word
    bob.does(sit)
    assert bob.knows.view is not None
    assert bob.knows.words == ("", sit.word)
    assert Seals(HOUSE).of(table).word == sit.word


def test_a_fixed_seed_is_told() -> None:
    """A table of tests takes no word, none is offered, and it is said what that means."""
    anna = Careful(Home(Settings(per_address=0, first_seed=bytes(32))), "Anna")
    anna.does(Open("splendor", 2))
    assert "nobody's word counts" in anna.said[0]
    assert anna.knows.words == ("",)
    assert anna.witness.wishes(Sit(anna.knows.table), anna.knows) == [Sit(anna.knows.table)]


def _played(home: Home) -> Careful:
    """Anna, whose game was over as soon as Bob had left it."""
    anna, bob = Careful(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("splendor", 2))
    bob.does(Sit(anna.knows.table))
    anna.does(Start())
    anna.looks()
    bob.carry()
    bob.does(Leave())
    home.advance()
    return anna


def test_an_honest_end(home: Home) -> None:
    """After the game seal, seed and word are found as they were kept; once is enough."""
    anna = _played(home)
    found = [each for each in anna.looks() if each.startswith("fair? ")]
    assert len(found) == 3
    assert "ALARM" not in " ".join(found)
    assert anna.looks() == []


def test_another_seed_with_a_hash_to_match(home: Home) -> None:
    """A house that tells another seed, and in the same breath its hash, is found out by the seal that was kept."""
    anna, seed = _played(home), bytes(32)
    assert any("ALARM: the seed 0000" in each for each in anna.looks(seed=seed.hex()))
    said = anna.looks(seed=seed.hex(), commitment=commitment(seed))
    assert any("ALARM: the seal of table" in each for each in said)
    assert "ALARM: the seed 0000" in said[-1]
    assert Seals(HOUSE).of(anna.knows.table).seal == anna.knows.commitment


def test_another_seal_in_the_middle_of_a_game(home: Home) -> None:
    """The alarm does not wait for the end, nor for the session in which the seal was kept."""
    anna, bob = Careful(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("splendor", 2))
    bob.does(Sit(anna.knows.table))
    anna.does(Start())
    anna.witness = Witness(HOUSE)
    assert "ALARM: the seal of table" in anna.looks(commitment=commitment(bytes(32)))[0]


def test_a_word_that_was_left_out(home: Home) -> None:
    """A house that deals without a player's word is found out by that player."""
    anna = _played(home)
    assert "ALARM: your word" in anna.looks(words=("something else", ""))[-1]


def test_a_word_goes_with_the_seat(home: Home) -> None:
    """Whoever got up before the start is not told that their word is missing."""
    anna, bob, cyd = Careful(home, "Anna"), Guest(home, "Bob"), Guest(home, "Cyd")
    anna.does(Open("splendor", 3))
    table = anna.knows.table
    bob.does(Sit(table))
    cyd.does(Sit(table))
    anna.does(Leave())
    bob.does(Start())
    bob.does(Leave())
    home.advance()
    anna.does(Watch(table))
    assert any("you have given no word here" in each for each in anna.said)
    assert "ALARM" not in " ".join(anna.said)


def test_first_seen_after_the_end(home: Home) -> None:
    """What is seen for the first time when all is over was not kept, and is not called kept."""
    table = _played(home).knows.table
    eve = Careful(home, "Eve", Witness("http://elsewhere"))
    eve.does(Watch(table))
    assert any("nothing to compare" in each for each in eve.said)
    assert Seals("http://elsewhere").of(table).seal == ""


def test_nothing_is_said_where_there_is_no_seal(home: Home) -> None:
    """In the lobby, and in protocols that know of none."""
    guest = Guest(home)
    guest.does(Enter("Anna"))
    assert list(Witness(HOUSE).looks(guest.knows())) == []


def test_a_forged_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """``verify`` holds the log that the house gives against the seal and the word that were kept."""
    monkeypatch.setattr(witness, "urlopen", lambda *_, **__: EXAMPLE.open("rb"))
    charter, _ = read_archive(EXAMPLE)
    for seal, word, said in (
        (charter.commitment, "pepe nero", "verified"),
        (charter.commitment, "sale", "ALARM: the word 'sale'"),
        (commitment(bytes(32)), "pepe nero", "ALARM: table 5e1f0c9a77d2 has the seal"),
    ):
        (state_folder() / FILE).unlink(missing_ok=True)
        kept = Seals(HOUSE)
        kept.saw(charter.id, seal)
        kept.gave(charter.id, word)
        assert Witness(HOUSE).verify(charter.id)[-1].startswith(said)


def test_a_house_that_gives_no_log() -> None:
    """It is a sentence, not a traceback."""
    (said,) = Witness("http://127.0.0.1:1").verify("c0ffee")
    assert said.startswith("the house does not give the log: ")
