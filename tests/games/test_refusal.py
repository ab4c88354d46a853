"""Refusals told in other words than the rules': other spellings, other sentences, never other facts."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Line, Phrasebook, counted

BOOK = Phrasebook(
    "kitchen",
    {"too-few": "there are {left:eggs} on shelf {shelf:shelf}", "burnt": "the {dish} is burnt"},
    {"eggs": counted("egg")},
)


def test_other_sentences_for_some_codes() -> None:
    """A code with a sentence of its own is told so, the others as the rules tell them, all in the other spelling."""
    tell = BOOK.retold({"burnt": "nobody eats that {dish}"}, {"shelf": lambda shelf: str(shelf - 1)})
    assert tell(BOOK.refusal("burnt", dish="omelette")) == "nobody eats that omelette"
    assert tell(BOOK.refusal("too-few", left=1, shelf=2)) == "there are 1 egg on shelf 1"


def test_the_number_beside_a_line() -> None:
    """It is the points; of a target, which scores nothing, what is to be exceeded."""
    assert Line("sagrada.target", 0, {"target": 23}).figure == 23
    assert Line("sagrada.empty", -6, {"count": 2, "each": 3}).figure == -6


def test_a_sentence_may_say_less() -> None:
    """Not every parameter has to be told."""
    assert BOOK.retold({"burnt": "no"}, {})(BOOK.refusal("burnt", dish="omelette")) == "no"


def test_a_sentence_says_nothing_that_is_not_known() -> None:
    """A parameter that the refusal does not have is found out when the sentence is written."""
    with pytest.raises(TypeError, match="not \\['cook'\\]"):
        BOOK.retold({"burnt": "{cook} has burnt the {dish}"}, {})


def test_only_codes_that_exist_are_told_otherwise() -> None:
    """A sentence for a refusal that the rules never make is a mistake."""
    with pytest.raises(KeyError):
        BOOK.retold({"raw": "it is raw"}, {})


def test_what_is_not_in_the_book_is_told_as_ever() -> None:
    """A refusal of another phrasebook keeps its own sentence."""
    other = Phrasebook("pantry", {"shut": "the pantry is shut"})
    assert BOOK.retold({}, {})(other.refusal("shut")) == "the pantry is shut"
