"""What the terminal keeps of a table before the game, and what it finds afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bottega.games.chance import commitment
from bottega.terminal.seals import FILE, Kept, Seals, findings, state_folder

SEED = bytes(range(32))
SEAL, OTHER = commitment(SEED), commitment(bytes(32))
HOUSE = "http://127.0.0.1:8000"


def test_the_first_seal_is_kept_for_good(tmp_path: Path) -> None:
    """Another one is an alarm, then and in every later session; the first stays."""
    seals = Seals(HOUSE, tmp_path)
    assert seals.saw("t1", SEAL) is None
    assert seals.saw("t1", SEAL) is None
    for session in (seals, Seals(HOUSE + "/", tmp_path), Seals(HOUSE, tmp_path)):
        alarm = session.saw("t1", OTHER)
        assert alarm is not None
        assert str(alarm).startswith("ALARM: ")
        assert SEAL in alarm.text
        assert OTHER in alarm.text
        assert session.of("t1").seal == SEAL


def test_houses_and_tables_are_told_apart(tmp_path: Path) -> None:
    """A seal belongs to one table of one house."""
    Seals(HOUSE, tmp_path).saw("t1", SEAL)
    assert Seals(HOUSE, tmp_path).of("t2") == Kept()
    assert Seals("http://elsewhere", tmp_path).saw("t1", OTHER) is None
    assert Seals(HOUSE, tmp_path).of("t1").seal == SEAL


def test_the_last_word_is_kept(tmp_path: Path) -> None:
    """A word that replaced another is the one to look for."""
    seals = Seals(HOUSE, tmp_path)
    seals.saw("t1", SEAL)
    seals.gave("t1", "sale")
    seals.gave("t1", "pepe")
    assert Seals(HOUSE, tmp_path).of("t1") == seals.of("t1") == Kept(SEAL, "pepe")


def test_half_a_line_harms_no_other(tmp_path: Path) -> None:
    """What was cut off by a power failure is passed over."""
    Seals(HOUSE, tmp_path).saw("t1", SEAL)
    path = tmp_path / FILE
    path.write_bytes(b'{"house":"http://127\n' + path.read_bytes() + b'{"house"')
    assert Seals(HOUSE, tmp_path).of("t1").seal == SEAL


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The seal is kept for the session, and that is said."""
    (tmp_path / "file").write_text("")
    seals = Seals(HOUSE, tmp_path / "file")
    assert seals.saw("t1", SEAL) is None
    assert "this session only" in seals.trouble
    assert seals.saw("t1", OTHER) is not None


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the system says that programs keep such things, else below the home folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "bottega"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "bottega"


FINDINGS = [
    (Kept(SEAL, "pepe"), SEAL, SEED.hex(), ["sale", "pepe"], [True, True, True]),
    (Kept(SEAL), SEAL, SEED.hex(), ["", ""], [True, True, None]),
    (Kept(), SEAL, SEED.hex(), [""], [None, True, None]),
    # the attack: another seed, with a hash to match it
    (Kept(SEAL, "pepe"), OTHER, bytes(32).hex(), ["sale", "pepe"], [False, False, True]),
    # another seed under the old seal
    (Kept(SEAL, "pepe"), SEAL, bytes(32).hex(), ["sale", "pepe"], [True, False, True]),
    (Kept(), SEAL, bytes(32).hex(), [""], [None, False, None]),
    (Kept(SEAL, "pepe"), SEAL, "nonsense", ["pepe"], [True, False, True]),
    # another word
    (Kept(SEAL, "pepe"), SEAL, SEED.hex(), ["sale", "noce"], [True, True, False]),
]


@pytest.mark.parametrize(("kept", "seal", "seed", "words", "good"), FINDINGS)
def test_findings(kept: Kept, seal: str, seed: str, words: list[str], good: list[bool | None]) -> None:
    """Seal, seed and word are each held against what was kept, never against what the house tells alone."""
    found = list(findings("t1", kept, seal, seed, words))
    assert [finding.good for finding in found] == good
    assert all(str(finding).startswith("ALARM") == (finding.good is False) for finding in found)
