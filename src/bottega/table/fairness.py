"""What a game is dealt from: the house's seed and the players' words (``docs/fairness.md``).

The house publishes the hash of its seed, the seal, when a table opens, and tells the seed when the game is over. Until
the start each player may add a word, which everybody hears. The house cannot change its seed any more when it hears the
words, and no player knows the seed when choosing one: the deal, which follows from both, is nobody's choice.

What must stay true:

1. Everything that goes into the seed of the deal was told to the players before the last of them chose a word.
2. Nothing that a bot is, does or is called goes into it: bots are the house's own.
3. Without any word it is the house's seed, as at tables of former days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from bottega.games.chance import SEED_BYTES
from bottega.games.refusal import Refusal
from bottega.limits import MAX_WORD
from bottega.store.log import Charter
from bottega.table.phrases import PHRASES


def deal_seed(charter: Charter, words: Sequence[str]) -> bytes:
    """The seed of a table's deal and order of play; ``words`` has one for every seat in the order of joining."""
    if not any(words):
        return charter.seed
    message = _in_parts((charter.seed, *(text.encode() for text in (charter.id, charter.game, *words))))
    return blake2b(message, digest_size=SEED_BYTES, person=b"bottega-deal").digest()


def _in_parts(parts: Iterable[bytes]) -> bytes:
    """Every part after its length, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def objection(word: str) -> Refusal | None:
    """Why a word is not taken, None if it is; it is never changed, since whoever gave it looks for it afterwards."""
    if not 1 <= len(word) <= MAX_WORD:
        return PHRASES.refusal("word-length", least=1, most=MAX_WORD, length=len(word))
    if not word.isprintable() or word != word.strip():
        return PHRASES.refusal("word-characters")
    return None
