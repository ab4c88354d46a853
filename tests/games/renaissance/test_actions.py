"""Actions and their notation."""

from __future__ import annotations

import pytest

from bottega.games import core, renaissance
from bottega.games.core import SKIP, BadNotation, Skip
from bottega.games.renaissance import Action
from bottega.games.renaissance.actions import (
    ACTIONS,
    BOX,
    COLLECT,
    END_TURN,
    REVERT,
    Bonus,
    Buy,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Move,
    Part,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Store,
    Swap,
    White,
    place_name,
)
from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE

EXAMPLES: dict[str, core.Action] = {
    "keep 3 15": Keep((3, 15)),
    "bonus coin@1": Bonus(COIN, 1),
    "market r1": Market("r1"),
    "market c4": Market("c4"),
    "white servant": White(SERVANT),
    "store coin 2": Store(COIN, 2),
    "discard coin stone": Discard((COIN, STONE)),
    "swap 1 2": Swap(1, 2),
    "move 3 4": Move(3, 4),
    "buy G2 slot 1": Buy("G2", 1),
    "buy G2 slot 1 with coin@1 2stone@3 shield@box": Buy(
        "G2", 1, (Part(COIN, 1), Part(STONE, 3, 2), Part(SHIELD, BOX))
    ),
    "produce basic coin+stone>shield": ProduceBasic((COIN, STONE), SHIELD),
    "produce basic coin+coin>coin with 2coin@box": ProduceBasic((COIN, COIN), COIN, (Part(COIN, BOX, 2),)),
    "produce slot 3": ProduceCard(3),
    "produce slot 3 with 12coin@box": ProduceCard(3, (Part(COIN, BOX, 12),)),
    "produce leader 2>coin": ProduceLeader(2, COIN),
    "produce leader 1>coin with stone@4": ProduceLeader(1, COIN, (Part(STONE, 4),)),
    "collect": COLLECT,
    "revert": REVERT,
    "play leader 1": PlayLeader(1),
    "discard leader 2": DiscardLeader(2),
    "end": END_TURN,
    "skip": SKIP,
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_action_has_a_notation(text: str) -> None:
    """What is written can be read, and the other way round."""
    assert Action.from_text(text) == EXAMPLES[text]
    assert str(EXAMPLES[text]) == text


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_action_can_be_pasted_back(text: str) -> None:
    """``repr`` is the expression that makes the action."""
    assert eval(repr(EXAMPLES[text]), {**vars(renaissance), "Skip": Skip}) == EXAMPLES[text]


def test_the_functions_are_the_methods() -> None:
    """``read``, ``write`` and ``public`` are other names for what the classes offer."""
    for text, action in EXAMPLES.items():
        assert Action.from_text(text) == action
        assert str(action) == text
        assert action.public() == action.public()


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Store(7, 9), "store 7 9"),
        (Discard(()), "discard"),
        (ProduceBasic((), 4), "produce basic >4"),
        (Buy("G1", 1, (Part(-1, 0, 0),)), "buy G1 slot 1 with 0-1@0"),
    ],
)
def test_what_is_no_action_can_still_be_shown(action: Action, text: str) -> None:
    """Programs may put any number into an action: it is refused later, and can be written into a log until then."""
    assert str(action) == text
    with pytest.raises(BadNotation):
        Action.from_text(text)


@pytest.mark.parametrize(
    ("place", "words"), [(1, "shelf 1"), (3, "shelf 3"), (4, "depot 4"), (5, "depot 5"), (BOX, "the strongbox")]
)
def test_places_have_names(place: int, words: str) -> None:
    """Shelves and depots by their numbers, the strongbox by its name."""
    assert place_name(place) == words


def test_there_is_an_example_of_every_action() -> None:
    """No kind of action is without notation."""
    assert {type(action) for action in EXAMPLES.values()} == {*ACTIONS, Skip}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "market",
        "market r4",
        "market c5",
        "Market r1",
        "store faith 1",
        "store coin 6",
        "bonus coin@4",
        "keep 3",
        "keep 03 4",
        "keep 3 4 5",
        "discard",
        "discard faith",
        "buy R1 slot 1",
        "buy G4 slot 1",
        "buy G1 slot 1 with",
        "buy G1 slot 1 with 1coin@1",
        "buy G1 slot 1 with 0coin@1",
        "produce basic coin>coin",
        "produce slot 4",
        "end ",
        " end",
        "end; end",
        "keep ? ?",
    ],
)
def test_what_names_nothing_is_refused(text: str) -> None:
    """There is one way to write an action, and other texts name none."""
    with pytest.raises(BadNotation, match="names no action of Masters of Renaissance"):
        Action.from_text(text)


def test_kept_leaders_are_secret() -> None:
    """Others are told that leaders were kept, not which; all else happens in the open."""
    assert Keep((3, 15)).public() == "keep ? ?"
    assert DiscardLeader(1).public() == "discard leader 1"
