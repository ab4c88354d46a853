"""The phrasebook: how sentences look, and the kinds of things they name."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Value
from bottega.games.renaissance import PHRASES


def test_sentences_look_alike() -> None:
    """They begin small (a thing may be named first) and have no full stop: others put them into sentences of theirs."""
    for template in PHRASES.templates.values():
        assert template[0].islower() or template[0] == "{"
        assert not template.endswith(".")


KINDS = {
    "amounts", "cards", "coloured_cards", "depot", "either", "leader", "leader_card", "leader_cards", "leaders",
    "line", "pending", "pile", "place", "production_leader", "production_leaders", "resource", "resources", "seat",
    "shelf", "slot", "there",
}  # fmt: skip


def test_every_kind_is_known() -> None:
    """Who spells things otherwise can rely on these kinds; what has none is a count or a level."""
    used = {kind for code in PHRASES.templates for kind in PHRASES.kinds(code).values()}
    assert used - {""} == KINDS
    plain = {field for code in PHRASES.templates for field, kind in PHRASES.kinds(code).items() if not kind}
    assert plain == {"below", "columns", "count", "level", "room", "rows"}


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("amounts", (0, 0, 0, 0), "nothing"),
        ("amounts", (2, 0, 1, 0), "2 coins and 1 servant"),
        ("pending", (1, 0, 0, 0, 2), "1 coin and 2 white marbles"),
        ("resource", 3, "shield"),
        ("resources", 1, "stones"),
        ("either", (0, 2), "coin or servant"),
        ("coloured_cards", (1, 0, 0, 2), "1 green card and 2 purple cards"),
        ("cards", 1, "1 card"),
        ("leaders", 2, "2 leaders"),
        ("production_leaders", 0, "0 production leaders"),
        ("there", 1, "there is 1"),
        ("there", 2, "there are 2"),
        ("place", 6, "the strongbox"),
        ("leader", 2, "leader 2"),
        ("leader_cards", (4, 7), "4, 7"),
        ("pile", "G1", "pile G1"),
        ("line", "c4", "line c4"),
    ],
)
def test_how_a_kind_is_spelled(kind: str, value: Value, words: str) -> None:
    """Amounts in words, counts with their nouns, places and leaders by name; what has no spelling is a bare number."""
    assert PHRASES.spellings[kind](value) == words


def test_a_score_sheet_explains_itself() -> None:
    """Every line has a title and says how its points were counted."""
    line = PHRASES.line("resources", 3, left=17, each=5)
    assert (line.what, line.detail) == ("resources", "17 left, 1 point for every 5")
    assert {code.partition(".")[2] for code in PHRASES.lines} == {"cards", "faith", "favour", "leaders", "resources"}
