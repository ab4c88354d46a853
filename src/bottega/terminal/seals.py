"""What a player keeps of a table before the game, to hold it against what the house tells afterwards.

The file is JSON lines, only ever appended to: a table's first seal counts and is never replaced, of the words the last.
``docs/fairness.md`` says what the comparison proves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bottega.games.chance import commitment

FILE = "seals.jsonl"


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the file: a seal that was seen, or a word that was given."""

    house: str
    table: str
    seal: str = ""
    word: str = ""


class Kept(msgspec.Struct):
    """What was kept of one table; empty where nothing was."""

    seal: str = ""
    word: str = ""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, in a sentence, and whether it is as it should be; None: nothing to compare with."""

    good: bool | None
    text: str

    def __str__(self) -> str:
        return self.text if self.good is not False else f"ALARM: {self.text}"


def state_folder() -> Path:
    """Where programs keep what they must not forget."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "bottega"


class Seals:
    """The seals and words of one house's tables."""

    def __init__(self, house: str, folder: Path | None = None) -> None:
        self._house = house.rstrip("/")
        self._path = (folder or state_folder()) / FILE
        self._tables: dict[str, Kept] = {}
        self.trouble = ""
        """Why nothing can be kept beyond this session, if so."""
        for line in self._read():
            if line.house == self._house:
                self._note(line)

    def of(self, table: str) -> Kept:
        """What was kept of a table."""
        return self._tables.get(table, Kept())

    def saw(self, table: str, seal: str) -> Finding | None:
        """A seal is shown before the end: keep the first, and cry if this is another."""
        kept = self.of(table)
        if not kept.seal:
            self._keep(_Line(self._house, table, seal=seal))
            return None
        return None if kept.seal == seal else changed(table, kept.seal, seal)

    def gave(self, table: str, word: str) -> None:
        """The house has taken a word."""
        self._keep(_Line(self._house, table, word=word))

    def _note(self, line: _Line) -> None:
        kept = self._tables.setdefault(line.table, Kept())
        kept.seal = kept.seal or line.seal
        kept.word = line.word or kept.word

    def _keep(self, line: _Line) -> None:
        self._note(line)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            self.trouble = f"the seal is kept for this session only: {self._path}: {error.strerror or error}"

    def _read(self) -> Iterator[_Line]:
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                yield msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError:  # half a line, from a machine that lost power: the others count
                continue


def changed(table: str, kept: str, told: str) -> Finding:
    """The alarm that a table's seal is not what it was."""
    return Finding(
        False,
        f"the seal of table {table} was {kept} when you first saw it, and is {told} now: "
        "the house has replaced its seed, and this game proves nothing",
    )


def findings(table: str, kept: Kept, seal: str, seed: str, words: Sequence[str]) -> Iterator[Finding]:
    """What the house tells at the end of a game, held against what was kept."""
    if not kept.seal:
        yield Finding(None, "no seal was kept of this table before the game was over: there is nothing to compare")
    elif kept.seal != seal:
        yield changed(table, kept.seal, seal)
    else:
        yield Finding(True, "the seal is the one that you have kept")
    promised = kept.seal or seal
    if _hashes_to(seed, promised):
        yield Finding(True, "the house's seed is the one under the seal")
    else:
        yield Finding(False, f"the seed {seed} is not the one under the seal {promised}: the house lies about its seed")
    if not kept.word:
        yield Finding(None, "you have given no word here")
    elif kept.word in words:
        yield Finding(True, f"your word ({kept.word}) is in the deal")
    else:
        yield Finding(False, f"your word ({kept.word}) is not in the deal, unless you gave another from elsewhere")


def _hashes_to(seed: str, seal: str) -> bool:
    try:
        return commitment(bytes.fromhex(seed)) == seal
    except ValueError:
        return False
