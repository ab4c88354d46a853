"""What a terminal does for its player about the fairness of a table, by itself.

The seal of a table is kept from the first look on, a random word is added to its seed, and both are held against what
the house tells afterwards (``seals.py``); the whole log can be fetched and checked. A witness looks at ``known`` of a
client whenever something has happened, and says each thing once.
"""

from __future__ import annotations

import secrets
import ssl
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import urlopen

from bottega.archive import ArchiveFault, verification
from bottega.client.core import Known, Sit, Stage, Watch, Wish, Word
from bottega.table.entries import DamagedLog
from bottega.terminal.seals import Kept, Seals, findings

WORD_BYTES = 8
"""Of the random word that is added to the seed: nobody guesses so much."""


def random_word() -> str:
    """A word that nobody can guess."""
    return secrets.token_hex(WORD_BYTES)


class Witness:
    """Somebody who remembers what a house has promised about its tables."""

    def __init__(self, address: str, trust: ssl.SSLContext | None = None, seals: Seals | None = None) -> None:
        self._address = address.rstrip("/")
        self._trust = trust
        self._seals = seals or Seals(address)
        self._seen: dict[str, str] = {}
        """The seal that each table had at the last look."""
        self._worded: set[str] = set()
        """Tables to which a word was given, or need not be."""
        self._played: set[str] = set()
        """Tables at which we had a seat when the game was under way: else our word went with the seat."""
        self._compared: dict[str, tuple[str, str, tuple[str, ...]]] = {}
        """What the house told of each table after its end."""

    def looks(self, known: Known) -> Iterator[str]:
        """What there is to say that was not said before."""
        if not known.table or not known.commitment:
            return
        if known.view is not None and known.me is not None and known.stage is Stage.PLAYING:
            self._played.add(known.table)
        if known.word and self._seals.of(known.table).word != known.word:
            self._seals.gave(known.table, known.word)
        if known.result is None:
            yield from self._keep(known)
        elif known.seed:
            yield from self._compare(known)

    def _keep(self, known: Known) -> Iterator[str]:
        """The first seal is kept, another is an alarm."""
        if self._seen.get(known.table) == known.commitment:
            return
        first = known.table not in self._seen
        self._seen[known.table] = known.commitment
        if (alarm := self._seals.saw(known.table, known.commitment)) is not None:
            yield str(alarm)
        elif first and known.stage is Stage.WAITING:
            words = "" if known.takes_words else "; the seed of this table was fixed for a test: nobody's word counts"
            yield f"seal {known.commitment}: kept, to be compared after the game{words}"
        if self._seals.trouble:
            yield self._seals.trouble
            self._seals.trouble = ""

    def _compare(self, known: Known) -> Iterator[str]:
        """The game is over: hold what the house tells against what was kept."""
        told = (known.commitment, known.seed, known.words)
        if self._compared.get(known.table) == told:
            return
        self._compared[known.table] = told
        kept = self._seals.of(known.table)
        if known.table not in self._played:
            kept = Kept(kept.seal)
        found = list(findings(known.table, kept, known.commitment, known.seed, known.words))
        yield from (f"fair? {finding}" for finding in found if finding.good is not False)
        yield "type /verify to have every card and move checked"
        yield from (f"fair? {finding}" for finding in found if finding.good is False)

    def wishes(self, wish: Wish, known: Known) -> list[Wish]:
        """What is wished for in place of this wish: whoever sits down looks at the seal first, and gives a word."""
        if not isinstance(wish, Sit) or wish.word:
            return [wish]
        if known.table != wish.table:
            return [Watch(wish.table), wish]
        return [Sit(wish.table, random_word())] if known.takes_words else [wish]

    def word(self, known: Known) -> Word | None:
        """Whoever sits at a table before its game has a word in the deal, without typing one."""
        if (
            known.stage is not Stage.WAITING
            or known.me is None
            or not known.takes_words
            or known.me >= len(known.words)
        ):
            return None
        if known.table in self._worded:
            return None
        self._worded.add(known.table)
        return None if known.words[known.me] else Word(random_word())

    def verify(self, table: str) -> list[str]:
        """Check a whole finished game with the rules installed here, and with what was kept."""
        kept = self._seals.of(table)
        said: list[str] = []
        try:
            with (
                urlopen(f"{self._address}/api/tables/{table}/log", context=self._trust) as answer,
                TemporaryDirectory() as folder,
            ):
                path = Path(folder) / f"{table}.jsonl"
                path.write_bytes(answer.read())
                words = (kept.word,) if kept.word else ()
                said += verification(str(path), Path(folder), kept.seal or None, words)
        except HTTPError as error:
            said.append(f"the house does not give the log: {error.read().decode(errors='replace') or error}")
        except OSError as error:
            said.append(f"the house does not give the log: {error}")
        except (ArchiveFault, DamagedLog) as fault:
            said.append(f"ALARM: {fault}")
        return said
