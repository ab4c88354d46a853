"""Every refusal of Sagrada: its code, its parameters and its sentence."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bottega.games import sagrada, splendor
from bottega.games.core import IllegalMove, Refusal
from bottega.games.refusal import Value
from bottega.games.sagrada import PHRASES, Action, Choose, PickDie, Place, SetValue, State, UseTool
from bottega.games.sagrada.cards import DIE_NUMBER
from bottega.games.sagrada.model import OVER
from bottega.testing.sagrada import KD, SEED, play, situation
from tests.games.play import as_seed
from tests.games.sagrada.test_rules import EVERY_ACTION
from tests.strategies import Moment, moments

D = DIE_NUMBER
RED, GREEN, PURPLE = 0, 2, 4
THREE = "B3@1 R5@7 R2@3"


class Case(NamedTuple):
    """Something that is refused, and what is said about it."""

    code: str
    state: State
    action: str | Action
    params: dict[str, Value]
    sentence: str
    seat: int = 0

    def refusal(self) -> Refusal | None:
        """What the check says."""
        return sagrada.why_not(self.state, self.seat, self.read())

    def read(self) -> Action:
        """The action."""
        action = Action.from_text(self.action) if isinstance(self.action, str) else self.action
        return cast(Action, action)


CHOOSING = sagrada.new(2, SEED)
OFFERED = CHOOSING.players[0].offered
PLIERS = play(situation(pool="B3 P6 P1", tools=[1, 2]), "tool 1")
STUCK = play(situation(KD, "B3@1", pool="Y4 B2", tools=[1]), "tool 1")
LENS = play(situation(KD, "B3@1", pool="B2", track=["Y3 G1"], tools=[5]), "tool 5")
BRUSH = play(situation(KD, THREE, tools=[2]), "tool 2")
LATHEKIN = play(situation(KD, THREE, tools=[4]), "tool 4", "move 3>11")
WHEEL = play(situation(KD, "R2@3 G6@2 R1@7", track=["B6 R6", "G2"], tools=[12]), "tool 12")
REMOVER = play(situation(pool="B3 R4", tools=[11]), "tool 11", "die B3")
STRAIGHTEDGE = play(situation(KD, "B3@1", pool="R6", tools=[9]), "tool 9")
CHANGED = play(situation(pool="B3 R4", tools=[10]), "tool 10", "die B3")
ROLLED = play(situation(pool="B3 R4", tools=[6], seed=as_seed(1)), "tool 6", "die B3")
SOLO = situation(seats=1, pool="R2 P4 G5 Y1", tools=[1])

CASES = [
    Case("over", replace(situation(), round=OVER), "end", {}, "the game is over"),
    Case("not-your-turn", situation(), "end", {"seat": 0}, "it is the turn of seat 0", seat=1),
    Case("no-such-seat", situation(), "end", {"seat": 7}, "there is no seat 7 at this table", seat=7),
    Case("no-such-seat", CHOOSING, "end", {"seat": -1}, "there is no seat -1 at this table", seat=-1),
    Case(
        "no-such-action",
        situation(),
        cast(Action, splendor.Pass()),
        {},
        "that is not an action of Sagrada",
    ),
    Case("window-first", CHOOSING, "end", {}, "first everybody chooses a window"),
    Case(
        "window-chosen",
        sagrada.apply(CHOOSING, 0, Choose(OFFERED[2])),
        Choose(OFFERED[1]),
        {"window": OFFERED[2]},
        f"you have already chosen {sagrada.WINDOWS[OFFERED[2]].name}",
    ),
    Case(
        "window-not-offered",
        CHOOSING,
        Choose(CHOOSING.players[1].offered[0]),
        {"offered": OFFERED},
        "that window is not on offer; choose one of " + ", ".join(sagrada.WINDOWS[number].name for number in OFFERED),
    ),
    Case("windows-are-chosen", situation(), Choose(3), {}, "the windows have been chosen"),
    Case(
        "drafted",
        situation(drafted=True),
        "place R1@2",
        {},
        "you have already drafted a die on this turn",
    ),
    Case(
        "no-such-die",
        situation(),
        Place(30, 2),
        {"first": 0, "last": 29, "number": 30},
        "dice are numbered 0 to 29; there is no die 30",
    ),
    Case("not-in-pool", situation(pool="R1"), "place R2@2", {"die": D["R2"]}, "there is no R2 in the draft pool"),
    Case("not-in-pool", PLIERS, "die R2", {"die": D["R2"]}, "there is no R2 in the draft pool"),
    Case(
        "not-at-place",
        PLIERS,
        "die B3#1",
        {"place": 1, "die": D["B3"]},
        "place 1 of the draft pool does not hold B3",
    ),
    Case(
        "only-changed-die",
        CHANGED,
        "place R4@2",
        {"die": D["B4"], "tool": 10},
        "only B4, changed with Grinding Stone, may be placed on this turn",
    ),
    Case(
        "must-place",
        ROLLED,
        "end",
        {"die": ROLLED.pool[0], "tool": 6},
        f"{sagrada.DICE[ROLLED.pool[0]]}, changed with Flux Brush, fits into your window and must be placed",
    ),
    Case(
        "no-such-space",
        situation(),
        "place R1@20",
        {"first": 0, "last": 19, "space": 20},
        "a window has spaces 0 to 19; there is no space 20",
    ),
    Case(
        "no-such-space",
        BRUSH,
        "move 30>2",
        {"first": 0, "last": 19, "space": 30},
        "a window has spaces 0 to 19; there is no space 30",
    ),
    Case(
        "space-taken",
        situation(KD, "B3@1"),
        "place R1@1",
        {"space": 1, "die": D["B3"]},
        "space 1 already holds B3",
    ),
    Case(
        "printed-colour",
        situation(KD),
        "place R1@5",
        {"space": 5, "colour": GREEN, "die": D["R1"]},
        "space 5 takes only green; R1 does not fit",
    ),
    Case(
        "printed-value",
        situation(KD),
        "place R1@10",
        {"space": 10, "value": 3, "die": D["R1"]},
        "space 10 takes only value 3; R1 does not fit",
    ),
    Case(
        "not-on-edge",
        situation(KD),
        "place R1@6",
        {"space": 6},
        "the first die goes on the edge; space 6 is inside",
    ),
    Case(
        "not-apart",
        STRAIGHTEDGE,
        "place R6@2",
        {"space": 2, "die": D["B3"]},
        "space 2 touches B3; with this tool it must touch no die",
    ),
    Case(
        "no-contact",
        situation(KD, "B3@1"),
        "place R1@17",
        {"space": 17},
        "space 17 touches no die of the window",
    ),
    Case(
        "same-colour",
        situation(KD, "B3@1"),
        "place B4@2",
        {"die": D["B4"], "space": 2, "other": D["B3"]},
        "B4 on space 2 would be beside B3, of the same colour",
    ),
    Case(
        "same-value",
        situation(KD, "B3@1"),
        "place G3@2",
        {"die": D["G3"], "space": 2, "other": D["B3"]},
        "G3 on space 2 would be beside B3, of the same value",
    ),
    Case(
        "tool-not-in-play",
        situation(tools=[2, 4]),
        "tool 13",
        {"number": 13, "tools": (2, 4)},
        "tool 13 is not in this game; its tools are 2 (Eglomise Brush), 4 (Lathekin)",
    ),
    Case(
        "one-tool-a-turn",
        play(PLIERS, "back"),
        "tool 2",
        {"tool": 1},
        "you have used Grozing Pliers on this turn; only one tool a turn",
    ),
    Case(
        "tokens-pay",
        situation(tools=[1]),
        "tool 1 P5",
        {},
        "tools are paid for with favour tokens; dice pay only in a solo game",
    ),
    Case(
        "too-few-tokens",
        situation(tools=[1], tokens=0),
        "tool 1",
        {"tool": 1, "price": 1, "left": 0},
        "Grozing Pliers costs 1 favour token and you have 0",
    ),
    Case(
        "too-few-tokens",
        replace(situation(tools=[1], tokens=1), paid=(1,)),
        "tool 1",
        {"tool": 1, "price": 2, "left": 1},
        "Grozing Pliers costs 2 favour tokens and you have 1",
    ),
    Case(
        "tool-gone",
        replace(SOLO, paid=(1,)),
        "tool 1 P4",
        {"tool": 1},
        "Grozing Pliers has been used; in a solo game each tool works once",
    ),
    Case(
        "name-payment",
        SOLO,
        "tool 1",
        {"colour": PURPLE, "tool": 1},
        "name the purple die of the pool that pays for Grozing Pliers",
    ),
    Case("payment-not-in-pool", SOLO, UseTool(1, 99), {}, "the die that pays must be in the draft pool"),
    Case(
        "payment-colour",
        SOLO,
        "tool 1 G5",
        {"tool": 1, "colour": PURPLE, "die": D["G5"]},
        "Grozing Pliers is paid for with a purple die, not with G5",
    ),
    Case(
        "draft-spent",
        situation(tools=[1], drafted=True),
        "tool 1",
        {"tool": 1},
        "Grozing Pliers acts on the die you draft, and you have drafted on this turn",
    ),
    Case(
        "first-turn-only",
        situation(tools=[8], second=True, drafted=True),
        "tool 8",
        {"tool": 8},
        "Running Pliers may only be used on your first turn of a round",
    ),
    Case(
        "second-turn-only",
        situation(tools=[7]),
        "tool 7",
        {"tool": 7},
        "Glazing Hammer may only be used on your second turn of a round",
    ),
    Case(
        "before-drafting",
        situation(tools=[7], second=True, drafted=True),
        "tool 7",
        {"tool": 7},
        "Glazing Hammer must be used before drafting",
    ),
    Case(
        "after-drafting",
        situation(tools=[8]),
        "tool 8",
        {"tool": 8},
        "Running Pliers may only be used after drafting a die",
    ),
    Case(
        "no-change-fits",
        situation(placed="B3@1", pool="B2", tools=[1]),
        "tool 1",
        {},
        "no die of the pool, one higher or lower, would fit into your window",
    ),
    Case(
        "no-move-without-colours",
        situation(tools=[2]),
        "tool 2",
        {},
        "none of your dice can be moved, even disregarding printed colours",
    ),
    Case(
        "no-move-without-values",
        situation(tools=[3]),
        "tool 3",
        {},
        "none of your dice can be moved, even disregarding printed values",
    ),
    Case(
        "no-two-moves",
        situation(placed="B3@1", tools=[4]),
        "tool 4",
        {},
        "you cannot move two dice one after the other, and the tool moves exactly two",
    ),
    Case(
        "no-two-moves",
        play(situation("Gravitas", "R6@4 R6@5", tools=[4]), "tool 4"),
        "move 4>1",
        {},
        "you cannot move two dice one after the other, and the tool moves exactly two",
    ),
    Case(
        "no-track-die-fits",
        situation(placed="B3@1", track=["Y3"], tools=[5]),
        "tool 5",
        {},
        "the round track holds no die that would fit into your window",
    ),
    Case(
        "nothing-to-roll",
        situation(pool="", tools=[6]),
        "tool 6",
        {},
        "there is no die in the pool to roll again",
    ),
    Case(
        "nothing-to-roll",
        situation(pool="", tools=[7], second=True),
        "tool 7",
        {},
        "there is no die in the pool to roll again",
    ),
    Case(
        "no-die-fits",
        situation(placed="B3@1", pool="Y3", tools=[8], drafted=True),
        "tool 8",
        {},
        "no die of the pool fits into your window",
    ),
    Case(
        "no-die-fits-apart",
        situation(placed="B3@6 G4@8 P2@16 R1@18", pool="Y3", tools=[9]),
        "tool 9",
        {},
        "no die of the pool fits on a space of your window that touches no die",
    ),
    Case(
        "no-turned-die-fits",
        situation(placed="B3@1", pool="Y4", tools=[10]),
        "tool 10",
        {},
        "no die of the pool, turned upside down, would fit into your window",
    ),
    Case(
        "nothing-to-return",
        situation(pool="", tools=[11]),
        "tool 11",
        {},
        "there is no die in the pool to put back into the bag",
    ),
    Case(
        "no-track-colour-moves",
        situation(placed="B3@1", track=["R3 G2"], tools=[12]),
        "tool 12",
        {},
        "none of your dice of a colour on the round track can be moved",
    ),
    Case("no-tool-in-use", situation(), "back", {}, "no tool is in use"),
    Case(
        "tool-wants-die",
        PLIERS,
        "end",
        {"tool": 1},
        "Grozing Pliers is in use: choose a die of the draft pool, or go back",
    ),
    Case(
        "tool-wants-change",
        play(PLIERS, "die B3"),
        "die B3",
        {"tool": 1},
        "Grozing Pliers is in use: turn the die up or down, or go back",
    ),
    Case(
        "tool-wants-track",
        WHEEL,
        "move 1>2",
        {"tool": 12},
        "Tap Wheel is in use: choose a die of the round track, or go back",
    ),
    Case(
        "tool-wants-value",
        REMOVER,
        "place B3@2",
        {"tool": 11},
        "Flux Remover is in use: choose the value of the new die, or go back",
    ),
    Case(
        "tool-wants-move",
        BRUSH,
        "tool 2",
        {"tool": 2},
        "Eglomise Brush is in use: move a die of your window, or go back",
    ),
    Case(
        "tool-wants-place",
        STRAIGHTEDGE,
        "end",
        {"tool": 9},
        "Cork-backed Straightedge is in use: place a die of the draft pool, or go back",
    ),
    Case("not-placeable", STUCK, "die B2", {"die": D["B2"]}, "B2 could not be placed afterwards"),
    Case("highest", play(PLIERS, "die P6"), "up", {"value": 6}, "a 6 cannot go up"),
    Case("lowest", play(PLIERS, "die P1"), "down", {"value": 1}, "a 1 cannot go down"),
    Case(
        "changed-fits-nowhere",
        play(STUCK, "die Y4"),
        "down",
        {"die": D["Y3"]},
        "Y3 would not fit into your window",
    ),
    Case(
        "no-such-value",
        REMOVER,
        SetValue(7),
        {"first": 1, "last": 6, "value": 7},
        "a die shows 1 to 6, not 7",
    ),
    Case(
        "no-such-track-die",
        play(LENS, "die B2"),
        "track 2",
        {"first": 0, "last": 1, "index": 2},
        "the round track has dice 0 to 1; there is no 2",
    ),
    Case(
        "track-fits-nowhere",
        play(LENS, "die B2"),
        "track 0",
        {"die": D["Y3"]},
        "Y3 from the round track would not fit into your window",
    ),
    Case("colour-cannot-move", WHEEL, "track 0", {"colour": 3}, "none of your blue dice can be moved"),
    Case("no-die-there", BRUSH, "move 0>2", {"space": 0}, "there is no die on space 0"),
    Case("same-space", BRUSH, "move 1>1", {}, "a moved die must go to another space"),
    Case(
        "moved-already",
        LATHEKIN,
        "move 11>3",
        {"die": D["R2"]},
        "R2 has been moved already; the second die must be another one",
    ),
    Case(
        "other-colour",
        play(WHEEL, "track 1"),
        "move 2>6",
        {"die": D["G6"], "colour": RED},
        "G6 is not red, the colour chosen from the round track",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.action}")
def test_what_is_said(case: Case) -> None:
    """The check gives code and parameters; the sentence is made of them; ``apply`` raises the same refusal."""
    refusal = case.refusal()
    assert refusal == Refusal(f"sagrada.{case.code}", case.params)
    assert str(refusal) == case.sentence
    with pytest.raises(IllegalMove) as raised:
        sagrada.apply(case.state, case.seat, case.read())
    assert raised.value.refusal == refusal


def test_every_code_has_its_case() -> None:
    """No refusal is without a case here, and none is said that has no template."""
    assert {f"sagrada.{case.code}" for case in CASES} == set(PHRASES.templates)


def test_every_kind_has_its_spelling() -> None:
    """A parameter with a kind is spelled by the phrasebook, and no spelling is left over but those of score lines."""
    kinds = {kind for code in PHRASES.templates for kind in PHRASES.kinds(code).values() if kind}
    assert kinds == set(PHRASES.spellings) - {"dice", "private", "public"}


def test_every_sentence_reads_alike() -> None:
    """Sentences begin in lower case, or with a die or the name of a tool, and end without a full stop."""
    names = {tool.name for tool in sagrada.TOOLS.values()}
    for case in CASES:
        sentence = re.sub(rf"^({'|'.join(names)}|[RYGBP][1-6])", "x", case.sentence)
        assert sentence[0].islower()
        assert sentence[-1] != "."


def test_a_protocol_renumbers_things_by_their_kind() -> None:
    """Whoever names spaces by column and row spells that kind, and only that, in another way; so for tools."""
    by_code = {case.code: case for case in CASES}

    def told(code: str) -> str:
        refusal = by_code[code].refusal()
        assert refusal is not None
        return refusal.told(
            **{
                "space": lambda space: f"({space % 5}, {space // 5})",
                "tool-number": lambda number: f"#{number - 1}",
                "tools": lambda numbers: " ".join(f"#{number - 1}" for number in numbers),
            }
        )

    assert told("space-taken") == "space (1, 0) already holds B3"
    assert told("tool-not-in-play") == "tool #12 is not in this game; its tools are #1 #3"
    assert told("not-in-pool") == "there is no R2 in the draft pool"


STRANGE: tuple[Action, ...] = (
    *EVERY_ACTION,
    *(PickDie(die, place) for die in (-1, 4, 17, 30) for place in range(-2, 10)),
    *(Place(die, cell) for die in (-1, 30, 99) for cell in (-1, 0, 20)),
    *(sagrada.Move(source, target) for source in (-1, 20) for target in (-1, 0, 20)),
    SetValue(0),
    SetValue(7),
    UseTool(0),
    UseTool(13),
    Choose(-1),
    Choose(24),
)
"""Everything there is, and what no notation could name."""


@settings(max_examples=40, deadline=None)
@given(moments("sagrada"))
def test_the_check_agrees_with_the_list(moment: Moment) -> None:
    """Nothing speaks against what is listed; all else is refused, unless it comes to a listed action."""
    state, seat = moment.state, 0 if moment.seat is None else moment.seat
    listed = set(sagrada.legal(state, seat))
    assert all(sagrada.why_not(state, seat, action) is None for action in listed)
    for action in STRANGE:
        refusal = sagrada.why_not(state, seat, action)
        if refusal is None:
            assert sagrada.canonical(state, seat, action) in listed
        else:
            assert action not in listed
            assert " " in str(refusal)


@settings(max_examples=60, deadline=None)
@given(moments("sagrada"), st.randoms(use_true_random=False), st.binary(min_size=32, max_size=32))
def test_a_refusal_never_depends_on_chance_to_come(moment: Moment, random: Random, seed: bytes) -> None:
    """A batch whose actions reveal nothing is judged the same, action by action, however the rest is dealt anew."""
    state, seat = moment.state, moment.seat
    if seat is None:
        return
    dealt = sagrada.redeal(state, seat, seed)
    while True:
        for action in random.sample(STRANGE, 60):
            assert sagrada.why_not(state, seat, action) == sagrada.why_not(dealt, seat, action)
        legal = sagrada.legal(state, seat)
        assert legal == sagrada.legal(dealt, seat)
        quiet = [action for action in legal if not sagrada.reveals(state, action)]
        assert quiet == [action for action in legal if not sagrada.reveals(dealt, action)]
        if not quiet:
            return
        action = random.choice(quiet)
        state, dealt = sagrada.apply(state, seat, action), sagrada.apply(dealt, seat, action)


@pytest.mark.parametrize(
    ("state", "move", "revealing"),
    [
        (situation(second=True, tools=[7]), "tool 7", True),
        (situation(tools=[6]), "tool 6", False),
        (play(situation(tools=[6]), "tool 6"), "die R1", True),
        (play(situation(tools=[11]), "tool 11"), "die R1", True),
        (REMOVER, "value 3", False),
        (play(situation(tools=[10]), "tool 10"), "die R1", False),
        (situation(), "end", False),
        (situation(second=True), "end", True),
        (situation(second=True), "skip", True),
        (replace(situation(track=["R1"] * 9), step=3), "end", True),
        (replace(situation(), step=2, skipping=(0,)), "end", True),
        (CHOOSING, "window Virtus", False),
        (sagrada.apply(CHOOSING, 0, Choose(OFFERED[2])), "window Virtus", True),
    ],
)
def test_what_reveals(state: State, move: str, revealing: bool) -> None:
    """Dice rolled or drawn, the next round's pool, the colours at the end, all windows with the last choice."""
    assert sagrada.reveals(state, Action.from_text(move)) is revealing
