"""Every refusal of Splendor: its code, its parameters and its sentence."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import NamedTuple, cast

import pytest
from hypothesis import given, settings

from bottega.games.core import IllegalMove, Refusal
from bottega.games.refusal import Value
from bottega.games.splendor import (
    CARDS,
    LEVELS,
    NOBLES,
    PHRASES,
    Action,
    Buy,
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    State,
    Take,
    Tokens,
    apply,
    canonical,
    legal,
    why_not,
)
from bottega.testing.splendor import play, table, who
from tests.strategies import Moment, moments


class Case(NamedTuple):
    """Something that is refused, and what is said about it."""

    code: str
    state: Callable[[], State]
    action: Action
    params: dict[str, Value]
    sentence: str
    seat: int = 0


def opening() -> State:
    """Two players with nothing."""
    return table(who(), who())


def twelve_tokens() -> State:
    """Somebody with nine tokens has taken three more."""
    return play(table(who("r4 k3 *2"), who(), who()), "take wbg")


def twelve_tokens_gold_stays() -> State:
    """The same at a table where gold cannot be returned."""
    return play(table(who("r4 k3 *2"), who(), who(), return_gold=False), "take wbg")


def two_nobles() -> State:
    """Somebody to whom nobles 0 and 5 would come."""
    return play(table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[0, 5, 2]), "take wbg")


def full_hand() -> State:
    """Somebody with three reserved cards."""
    return table(who(reserved=[1, 2, 40]), who(), up=[0])


def scattered() -> State:
    """Cards 6 and 9 are reserved by seat 0 (9 unseen), 5 and 8 by seat 1 (8 unseen), card 7 is bought."""
    return table(who("w1", reserved=[6], secret=[9]), who(cards=[7], reserved=[5], secret=[8]), up=[0, 1, 2, 3])


def shopping() -> State:
    """Card 16, which costs one each of blue, green, red and black, and somebody who can pay for it."""
    return table(who("w1 b2 g2 r1 k1 *3"), who(), up=[16])


def finished() -> State:
    """A game that is over."""
    return play(table(who(cards=[73, 77, 81]), who(), seat=1), "take wbg")


def malformed(*tokens: int) -> Tokens:
    """Numbers that are no tokens, though the type says so."""
    return cast(Tokens, tokens)


class Juggle(Action, frozen=True):
    """Something that is done in no game of Splendor."""

    def __str__(self) -> str:
        return "juggle"


_KEEP: dict[str, Value] = {"held": 12, "limit": 10}

CASES = [
    Case("over", finished, Pass(), {}, "the game is over"),
    Case("not-your-turn", opening, Pass(), {"seat": 0}, "it is the turn of seat 0", seat=1),
    Case("no-such-seat", opening, Pass(), {"seat": 2}, "there is no seat 2 at this table", seat=2),
    Case("no-such-seat", finished, Pass(), {"seat": -1}, "there is no seat -1 at this table", seat=-1),
    Case("no-such-action", opening, Juggle(), {}, "that is not an action of Splendor"),
    Case(
        "return-first",
        twelve_tokens,
        Take((0, 1, 2)),
        {"surplus": 2, **_KEEP},
        "first return 2 tokens: you have 12 and may keep 10",
    ),
    Case("noble-first", two_nobles, Pass(), {}, "first choose one of the nobles who would come to you"),
    Case("can-still-move", opening, Pass(), {}, "you can still move, and pass only when you cannot"),
    Case("take-nothing", opening, Take(()), {}, "take at least one token"),
    Case(
        "take-only-gems",
        opening,
        Take((0, 1, 5)),
        {},
        "only white, blue, green, red and black tokens can be taken; gold comes with a reserved card",
    ),
    Case("take-in-order", opening, Take((2, 1)), {}, "name the colours in the order white, blue, green, red, black"),
    Case(
        "take-three-or-two",
        opening,
        Take((0, 0, 1)),
        {},
        "take three tokens of different colours, or two of the same colour",
    ),
    Case(
        "take-more",
        opening,
        Take((0,)),
        {"needs": 3, "left": 5},
        "take 3 tokens of different colours: 5 colours are left in the bank",
    ),
    Case(
        "pile-empty",
        lambda: table(who(), who("g4")),
        Take((0, 1, 2)),
        {"colour": 2},
        "there are no green tokens left",
    ),
    Case(
        "pile-too-small",
        lambda: table(who(), who("k3")),
        Take((4, 4)),
        {"colour": 4, "left": 1, "needs": 4},
        "black has 1 token left; taking two needs at least 4",
    ),
    Case(
        "hand-full",
        full_hand,
        Reserve(0),
        {"limit": 3},
        "you already hold 3 reserved cards, and that is the limit",
    ),
    Case(
        "hand-full",
        full_hand,
        ReserveTop(2),
        {"limit": 3},
        "you already hold 3 reserved cards, and that is the limit",
    ),
    Case(
        "reserve-only-face-up",
        lambda: table(who(), who(), blind_reserve=False),
        ReserveTop(1),
        {},
        "at this table only face-up cards can be reserved",
    ),
    Case("no-such-deck", opening, ReserveTop(4), {"level": 4}, "there is no deck of level 4"),
    Case(
        "deck-empty",
        lambda: table(who(), who(), up=[70], exhausted=[3]),
        ReserveTop(3),
        {"level": 3},
        "the deck of level 3 is empty",
    ),
    Case("no-such-card", opening, Buy(90), {"card": 90}, "there is no card 90"),
    Case("card-bought", scattered, Buy(7), {"card": 7}, "card 7 has already been bought"),
    Case("card-yours", scattered, Reserve(6), {"card": 6}, "card 6 is reserved by you"),
    Case("card-yours", scattered, Reserve(9), {"card": 9}, "card 9 is reserved by you"),
    Case("card-reserved", scattered, Buy(5), {"card": 5}, "card 5 is reserved by another player"),
    Case(
        "card-not-shown",
        scattered,
        Buy(8),
        {"card": 8, "level": 1, "shown": (0, 1, 2, 3)},
        "card 8 is not on the table; face up in level 1: 0, 1, 2, 3",
    ),
    Case(
        "card-not-shown",
        lambda: table(who(), who(secret=[70]), exhausted=[3]),
        Reserve(70),
        {"card": 70, "level": 3, "shown": ()},
        "card 70 is not on the table; face up in level 3: none",
    ),
    Case(
        "too-dear",
        lambda: table(who("b2 *1", bonuses="b1 g1"), who(), up=[85]),
        Buy(85),
        {"short": 5, "card": 85, "price": (0, 6, 2, 0, 0)},
        "you are 5 tokens short of card 85, which costs you 6 blue, 2 green",
    ),
    Case(
        "payment-malformed",
        shopping,
        Buy(16, malformed(1, 1, 1, 1)),
        {},
        "a payment is a number of tokens of each colour and gold",
    ),
    Case(
        "payment-too-much",
        shopping,
        Buy(16, (0, 2, 1, 1, 0, 0)),
        {"card": 16, "cost": (1, 1), "paid": 2},
        "card 16 costs you 1 blue token, not 2",
    ),
    Case(
        "payment-wrong-gold",
        shopping,
        Buy(16, (0, 1, 1, 1, 0, 0)),
        {"card": 16, "needs": 1, "paid": 0},
        "with these coloured tokens card 16 costs 1 gold, not 0",
    ),
    Case(
        "not-held",
        shopping,
        Buy(16, (0, 0, 0, 0, 0, 4)),
        {"held": (5, 3), "asked": 4},
        "you have 3 gold tokens, not 4",
    ),
    Case(
        "not-held",
        twelve_tokens,
        Return((2, 0, 0, 0, 0, 0)),
        {"held": (0, 1), "asked": 2},
        "you have 1 white token, not 2",
    ),
    Case(
        "nothing-to-return",
        opening,
        Return((1, 0, 0, 0, 0, 0)),
        {"held": 0, "limit": 10},
        "there is nothing to return: you have 0 tokens and may keep 10",
    ),
    Case(
        "return-malformed",
        twelve_tokens,
        Return((-1, 1, 1, 1, 0, 0)),
        {},
        "a return is a number of tokens of each colour and gold",
    ),
    Case(
        "return-no-gold",
        twelve_tokens_gold_stays,
        Return((0, 0, 0, 1, 0, 1)),
        {},
        "at this table gold cannot be returned",
    ),
    Case(
        "return-exactly",
        twelve_tokens,
        Return((0, 0, 0, 3, 0, 0)),
        {"surplus": 2, **_KEEP},
        "return exactly 2 tokens: you have 12 and may keep 10",
    ),
    Case(
        "no-choice-of-nobles",
        opening,
        ChooseNoble(0),
        {},
        "nobles come at the end of a turn; there is none to choose now",
    ),
    Case(
        "noble-not-coming",
        two_nobles,
        ChooseNoble(2),
        {"noble": 2},
        "noble 2 is not among those who would come to you",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.action}")
def test_what_is_said(case: Case) -> None:
    """The check gives code and parameters; the sentence is made of them; ``apply`` raises the same refusal."""
    state = case.state()
    refusal = why_not(state, case.seat, case.action)
    assert refusal == Refusal(f"splendor.{case.code}", case.params)
    assert str(refusal) == case.sentence
    with pytest.raises(IllegalMove) as raised:
        apply(state, case.seat, case.action)
    assert raised.value.refusal == refusal


def test_every_code_has_its_case() -> None:
    """No refusal is without a case here, and none is said that has no template."""
    assert {f"splendor.{case.code}" for case in CASES} == set(PHRASES.templates)


def test_every_kind_has_its_spelling() -> None:
    """A parameter with a kind is spelled by the phrasebook, and no spelling is left over."""
    kinds = {kind for code in PHRASES.templates for kind in PHRASES.kinds(code).values() if kind}
    assert kinds == set(PHRASES.spellings)


def test_every_sentence_reads_alike() -> None:
    """Sentences begin in lower case and end without a full stop."""
    for case in CASES:
        assert case.sentence[0].islower()
        assert case.sentence[-1] != "."


def test_a_protocol_renumbers_things_by_their_kind() -> None:
    """Whoever numbers cards from 1 and nobles from 90 spells those kinds, and only those, in another way."""
    by_code = {case.code: case for case in CASES}

    def told(code: str) -> str:
        case = by_code[code]
        refusal = why_not(case.state(), case.seat, case.action)
        assert refusal is not None
        return refusal.told(
            card=lambda card: str(card + 1),
            cards=lambda cards: " ".join(str(card + 1) for card in cards),
            noble=lambda noble: str(noble + 90),
        )

    assert told("too-dear") == "you are 5 tokens short of card 86, which costs you 6 blue, 2 green"
    assert told("noble-not-coming") == "noble 92 is not among those who would come to you"
    assert told("pile-too-small") == "black has 1 token left; taking two needs at least 4"


EVERYTHING: list[Action] = [
    *(Take(colours) for size in range(5) for colours in combinations_with_replacement(range(6), size)),
    *(Reserve(card) for card in range(-1, len(CARDS) + 1)),
    *(ReserveTop(level) for level in (0, *LEVELS, 4)),
    *(Buy(card) for card in range(-1, len(CARDS) + 1)),
    *(Buy(card, (1, 0, 1, 0, 0, 0)) for card in range(len(CARDS))),
    *(Return((white, 0, green, 0, 1, gold)) for white in (0, 1, 2) for green in (0, 1) for gold in (0, 1)),
    *(ChooseNoble(noble) for noble in range(-1, len(NOBLES) + 1)),
    Pass(),
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(moments("splendor"))
def test_the_check_agrees_with_the_list(moment: Moment) -> None:
    """Nothing speaks against what is listed; all else is refused, unless it comes to a listed action."""
    state, seat = moment.state, moment.seat
    listed = [] if seat is None else legal(state, seat)
    acting = 0 if seat is None else seat
    assert all(why_not(state, acting, action) is None for action in listed)
    for action in EVERYTHING:
        refusal = why_not(state, acting, action)
        if refusal is None:
            assert canonical(state, acting, action) in listed
        else:
            assert action not in listed
            assert " " in str(refusal)
