"""Every refusal there is: its code, what it is about, and its sentence; and that nothing else is ever refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bottega.games import core
from bottega.games.core import SKIP, IllegalMove
from bottega.games.refusal import Refusal, Value
from bottega.games.renaissance import (
    PHRASES,
    SEATS,
    Action,
    Bonus,
    Buy,
    DiscardLeader,
    Loss,
    Market,
    Part,
    Phase,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    State,
    Store,
    actors,
    apply,
    canonical,
    legal,
    new,
    queries,
    redeal,
    reveals,
    shows,
    why_not,
)
from bottega.testing.renaissance import SEED, play, player, table, top
from tests.games.play import Setup, random_game, setups

COIN, STONE, SERVANT, SHIELD, FAITH = range(5)
STONE_DEPOT, COIN_DEPOT, WHITE_SERVANT, WHITE_SHIELD, STONE_PRODUCTION = 5, 8, 9, 10, 15
DISCOUNTS = (1, 2)
RICH = "9 coin 9 stone 9 servant 9 shield"

PLAIN = table(player(), player())
OFFERED = new(4, SEED)
KEPT = play(OFFERED, "keep {} {}".format(*OFFERED.players[3].offered[:2]), seat=3)
PLACED = play(KEPT, "bonus coin@1", seat=3)
SHELVES = table(player(shelves=("1 coin", "2 stone", "")), player(), line="c1", marbles="grey yellow blue")
STORING = play(SHELVES, "market c1")
TWO_WHITES = player(leaders=(WHITE_SERVANT, WHITE_SHIELD), played=(WHITE_SERVANT, WHITE_SHIELD))
CHOOSING = play(table(TWO_WHITES, player(), line="c1", marbles="grey white white"), "market c1")
DEPOT = player(shelves=("1 coin", "", "3 stone"), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(2,))
BUYER = top(table(player(box=RICH, slots=((3,), (4, 20), ())), player(), grid=PLAIN.grid), "G1", 1)
PRODUCER = table(player(box=RICH, slots=((1,), (), ()), leaders=(STONE_PRODUCTION, 1), played=(15,)), player())
POOR = top(table(player(shelves=("1 shield", "", "")), player()), "G1", 1)


class Elsewhere(core.Action, frozen=True):
    """An action of another game."""

    def __str__(self) -> str:
        return "castle"


class Case(NamedTuple):
    """An action that is refused, and why."""

    code: str
    state: State
    action: core.Action | str
    params: dict[str, Value]
    sentence: str
    seat: int = 0


CASES = [
    # who and when
    Case("no-such-action", PLAIN, Elsewhere(), {}, "that is no move of Masters of Renaissance"),
    Case("over", replace(PLAIN, phase=Phase.OVER), "market r1", {}, "the game is over"),
    Case("no-such-seat", PLAIN, "market r1", {"seat": 7}, "there is no seat 7 at this table", seat=7),
    Case("not-your-turn", PLAIN, "market r1", {}, "it is not your turn", seat=1),
    Case("setup-first", OFFERED, "market r1", {},
         "choose your leaders and bonus resources first; turns start when everybody has"),
    Case("before-main-action", PLAIN, "end", {},
         "that is not possible before your main action: visit the market, buy a card or produce"),
    Case("store-first", STORING, "end", {}, "first store or discard what you took from the market"),
    Case("productions-first", play(PRODUCER, "produce slot 1"), "end", {},
         "first finish your productions, or revert them"),
    Case("main-action-made", replace(PLAIN, phase=Phase.DONE), "market r1", {},
         "you have made your main action; you may still play or discard leaders, then end your turn"),
    # set-up
    Case("leaders-chosen", KEPT, "keep 1 2", {}, "you have already chosen your leaders", seat=3),
    Case("keep-exactly", OFFERED, "keep 1 1", {"count": 2}, "keep exactly 2 different leaders"),
    Case("leader-not-offered", OFFERED, "keep 7 99", {"leader": 99, "offered": (7, 12, 2, 4)},
         "leader 99 was not offered to you; choose among 7, 12, 2, 4"),
    Case("leaders-first", OFFERED, "bonus coin@1", {}, "choose your leaders before your bonus resources", seat=3),
    Case("no-bonus-left", play(PLACED, "bonus stone@2", seat=3), "bonus coin@1", {},
         "you have no bonus resource left to place; turns start when everybody has chosen", seat=3),
    Case("not-a-bonus", KEPT, Bonus(COIN, 4), {},
         "a bonus resource is a coin, stone, servant or shield on one of your three shelves", seat=3),
    # storing
    Case("no-depot", STORING, "store stone 4", {"depot": 4}, "you have no leader depot 4"),
    Case("strongbox-closed", STORING, Store(STONE, 6), {}, "the strongbox is filled by productions alone"),
    Case("other-type", STORING, "store stone 1", {"place": 1, "type": COIN, "resource": STONE},
         "shelf 1 is for coins, so no stone can go there"),
    Case("place-full", STORING, "store coin 1", {"place": 1, "room": 1}, "shelf 1 is full: it has room for 1"),
    Case("on-another-shelf", STORING, "store coin 3", {"type": COIN, "shelf": 1},
         "coins already lie on shelf 1, and a type may lie on one shelf only"),
    # rearranging
    Case("swap-two-shelves", SHELVES, "swap 1 1", {"first": 1, "last": 3},
         "only two different shelves (1 to 3) can change their contents"),
    Case("shelves-empty", PLAIN, "swap 1 3", {"first": 1, "second": 3}, "shelves 1 and 3 are both empty"),
    Case("no-room-to-swap", SHELVES, "swap 1 2",
         {"first": 1, "second": 2, "target": 1, "contents": (0, 2, 0, 0)},
         "shelves 1 and 2 cannot change places: shelf 1 has no room for 2 stones"),
    Case("move-shelf-depot", SHELVES, "move 1 2", {"first": 1, "last": 3, "depot": 4, "other": 5},
         "single resources move between a shelf (1 to 3) and a leader depot (4, 5) only"),
    Case("place-empty", table(DEPOT, player()), "move 2 4", {"place": 2}, "shelf 2 is empty"),
    # the market
    Case("no-line", PLAIN, Market("r9"), {"line": "r9", "rows": 3, "columns": 4},
         "the market has no line r9; it has 3 rows and 4 columns"),
    Case("not-pending", CHOOSING, "store coin 1", {"pending": (0, 1, 0, 0, 2)},
         "that is not pending; you still have to place 1 stone and 2 white marbles"),
    Case("no-white-marble", STORING, "white coin", {}, "no white marble is waiting for a choice"),
    Case("not-a-white-choice", CHOOSING, "white coin", {"choices": (SERVANT, SHIELD)},
         "your leaders turn a white marble into a servant or shield"),
    Case("whites-first", CHOOSING, "discard stone stone", {},
         "first choose what your white marbles are; then all can be discarded at once"),
    Case("discard-one-or-all", STORING, "discard coin stone", {},
         "discard resources one by one, or all that are left at once"),
    # buying and paying
    Case("no-pile", PLAIN, Buy("G9", 1), {"pile": "G9"}, "there is no pile G9"),
    Case("no-slot", PLAIN, Buy("G1", 4), {"slot": 4, "first": 1, "last": 3}, "there is no slot 4; slots are 1 to 3"),
    Case("pile-empty", replace(PLAIN, grid=((), *PLAIN.grid[1:])), "buy G1 slot 1", {"pile": "G1"},
         "pile G1 is empty"),
    Case("needs-empty-slot", BUYER, "buy G1 slot 1", {"slot": 1, "held": 1},
         "a card of level 1 goes in an empty slot, and slot 1 holds 1 card"),
    Case("needs-lower-card", BUYER, "buy G3 slot 3", {"level": 3, "below": 2, "slot": 3, "held": 0},
         "a card of level 3 goes on a card of level 2, and slot 3 holds 0 cards"),
    Case("cannot-afford", POOR, "buy G1 slot 1", {"cost": (0, 0, 0, 2), "owned": (0, 0, 0, 1)},
         "this costs 2 shields, and you have 1 shield"),
    Case("not-a-payment", BUYER, Buy("G1", 3, (Part(SHIELD, 9, 2),)), {},
         "a payment names resources, places and amounts of at least 1"),
    Case("not-there", BUYER, "buy G1 slot 3 with shield@1 shield@box",
         {"taken": (0, 0, 0, 1), "place": 1, "there": 0},
         "you want to take 1 shield from shelf 1, where there are 0"),
    Case("wrong-payment", BUYER, "buy G1 slot 3 with shield@box coin@box",
         {"cost": (0, 0, 0, 2), "offered": (1, 0, 0, 1)},
         "this costs 2 shields, and you offer 1 coin and 1 shield"),
    # producing
    Case("never-faith", PRODUCER, ProduceBasic((COIN, COIN), FAITH), {},
         "productions take and give coins, stones, servants and shields of your choice, never faith"),
    Case("two-inputs", PRODUCER, ProduceBasic((COIN,), STONE), {}, "the basic production takes exactly two resources"),
    Case("slot-empty", PRODUCER, "produce slot 2", {"slot": 2}, "slot 2 is empty, so it produces nothing"),
    Case("no-production-leader", PRODUCER, "produce leader 2>coin", {"count": 1, "number": 2},
         "you have 1 production leader in play, so there is no number 2"),
    Case("once-a-turn", play(PRODUCER, "produce slot 1"), "produce slot 1", {},
         "each production can be activated once a turn, and this one already was"),
    # leaders
    Case("no-leader", PLAIN, PlayLeader(3), {"count": 2, "leader": 3}, "you kept 2 leaders, so there is no leader 3"),
    Case("leader-in-play", PRODUCER, "discard leader 1", {"leader": 1}, "leader 1 is already in play"),
    Case("leader-discarded", play(PLAIN, "discard leader 2"), "play leader 2", {"leader": 2},
         "leader 2 has been discarded"),
    Case("leader-needs-resources", table(player(leaders=(3, STONE_DEPOT)), player()), "play leader 2",
         {"leader": 2, "needed": (5, 0, 0, 0)}, "to play leader 2 you must own 5 coins"),
    Case("leader-needs-cards", PLAIN, "play leader 1", {"leader": 1, "needed": (1, 0, 1, 0)},
         "to play leader 1 you must own 1 green card and 1 yellow card"),
    Case("leader-needs-level", table(player(leaders=(13, 14)), player()), "play leader 1",
         {"leader": 1, "needed": (0, 0, 1, 0), "level": 2},
         "to play leader 1 you must own 1 yellow card of level 2"),
]  # fmt: skip


class Exchange(NamedTuple):
    """Two places whose contents cannot change places, and why."""

    code: str
    first: int
    second: int
    params: dict[str, Value]
    sentence: str


TWO_DEPOTS = player(
    shelves=("1 shield", "", "3 stone"),
    leaders=(STONE_DEPOT, COIN_DEPOT),
    played=(STONE_DEPOT, COIN_DEPOT),
    depots=(1, 0),
)

EXCHANGES = [
    Exchange("no-place", 0, 1, {"place": 0}, "you have no shelf or depot 0"),
    Exchange("depots-differ", 4, 5, {},
             "two leader depots hold different types, so their contents cannot change places"),
    Exchange("depot-takes-only", 1, 4, {"depot": 4, "type": STONE}, "depot 4 takes only stones"),
    Exchange("no-room-to-exchange", 3, 4, {"source": 3, "target": 4},
             "there are too many resources in shelf 3 for depot 4"),
    Exchange("places-empty", 5, 2, {"first": 2, "second": 5}, "shelf 2 and depot 5 are both empty"),
]  # fmt: skip


def read(action: core.Action | str) -> core.Action:
    """The action of a case."""
    return Action.from_text(action) if isinstance(action, str) else action


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_refusal_says_why(case: Case) -> None:
    """It has its code and its parameters, reads as a sentence, and is what ``apply`` raises."""
    action = read(case.action)
    refusal = why_not(case.state, case.seat, action)
    assert refusal == Refusal(f"renaissance.{case.code}", case.params)
    assert str(refusal) == case.sentence
    with pytest.raises(IllegalMove) as raised:
        apply(case.state, case.seat, action)
    assert raised.value.refusal == refusal


@pytest.mark.parametrize("case", EXCHANGES, ids=lambda case: case.code)
def test_an_exchange_says_why_not(case: Exchange) -> None:
    """Contents that cannot be exchanged have their refusals too."""
    with pytest.raises(IllegalMove) as raised:
        queries.exchange(TWO_DEPOTS, case.first, case.second)
    assert raised.value.refusal == Refusal(f"renaissance.{case.code}", case.params)
    assert str(raised.value) == case.sentence


def test_every_refusal_has_its_case() -> None:
    """No code without an example, no example twice."""
    codes = [case.code for case in CASES] + [case.code for case in EXCHANGES]
    assert sorted(f"renaissance.{code}" for code in codes) == sorted(PHRASES.templates)


@pytest.mark.parametrize(
    ("code", "spellings", "sentence"),
    [
        ("on-another-shelf", {"shelf": lambda n: str(n - 1)},
         "coins already lie on shelf 0, and a type may lie on one shelf only"),
        ("no-room-to-swap", {"shelf": lambda n: str(n - 1)},
         "shelves 0 and 1 cannot change places: shelf 0 has no room for 2 stones"),
        ("needs-empty-slot", {"slot": lambda n: str(n - 1)},
         "a card of level 1 goes in an empty slot, and slot 0 holds 1 card"),
        ("other-type", {"place": lambda n: f"deposit {n - 1}"}, "deposit 0 is for coins, so no stone can go there"),
        ("leader-in-play", {"leader": lambda n: "the merchant"}, "the merchant is already in play"),
        ("leader-not-offered", {"leader_card": lambda n: f"L{n}", "leader_cards": lambda all: f"L{all[0]} …"},
         "leader L99 was not offered to you; choose among L7 …"),
        ("pile-empty", {"pile": lambda pile: "the pile at row 0, column 0"}, "the pile at row 0, column 0 is empty"),
    ],
)  # fmt: skip
def test_another_protocol_counts_otherwise(
    code: str, spellings: dict[str, Callable[[Value], str]], sentence: str
) -> None:
    """Numbers that protocols change are parameters of a kind, so that no finished sentence is taken apart."""
    case = next(case for case in CASES if case.code == code)
    refusal = why_not(case.state, case.seat, read(case.action))
    assert refusal is not None
    assert refusal.told(**spellings) == sentence


POOL = [
    Action.from_text(text)
    for text in (
        *("market r1", "market c4", "collect", "revert", "end", "skip", "discard coin", "discard coin stone"),
        *("white coin", "white shield", "swap 1 2", "swap 3 1", "move 3 4", "move 4 1", "move 5 5"),
        *(f"store {resource} {place}" for resource in ("coin", "shield") for place in range(1, 6)),
        *(f"bonus {resource}@{shelf}" for resource in ("stone", "servant") for shelf in (1, 2, 3)),
        *(f"buy {pile} slot {slot}" for pile in ("G1", "B2", "P3") for slot in (1, 2, 3)),
        *(f"produce slot {slot}" for slot in (1, 2, 3)),
        *("produce basic coin+stone>shield", "produce basic stone+coin>coin", "produce basic coin+coin>coin"),
        *("produce leader 1>coin", "produce leader 2>stone", "play leader 1", "play leader 2", "discard leader 1"),
        *("buy G1 slot 1 with shield@box", "produce basic coin+coin>stone with 2coin@box", "keep 1 2", "keep 3 3"),
    )
]
POOL += [Store(7, 1), Buy("", 0), ProduceCard(0), ProduceLeader(0, 0), DiscardLeader(9), ProduceBasic((), 9)]


@pytest.mark.parametrize("setup", setups("renaissance"), ids=str)
def test_the_check_and_the_list_agree(setup: Setup) -> None:
    """Whatever is listed has no objection; whatever is not is refused in words or is a variant of what is listed."""
    steps = random_game(setup, 3)
    for step in steps[:: max(1, len(steps) // 60)]:
        state = step.before
        assert isinstance(state, State)
        for seat in actors(state):
            listed = legal(state, seat)
            assert [action for action in listed if why_not(state, seat, action) is not None] == []
            for action in POOL:
                if action in listed or action == SKIP:
                    continue
                refusal = why_not(state, seat, action)
                if refusal is None:
                    assert canonical(state, seat, action) in listed
                else:
                    assert len(str(refusal).split()) > 1
                    assert "{" not in str(refusal)


def seen(state: State, seat: int, actions: list[core.Action]) -> tuple[list[Refusal | None], State | None]:
    """What is said of each action of a batch, up to the first refusal, and the state after all of them."""
    said: list[Refusal | None] = []
    for action in actions:
        said.append(why_not(state, seat, action))
        if said[-1] is not None:
            return said, None
        state = apply(state, seat, action)
    return said, state


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_a_refusal_never_depends_on_what_is_still_hidden(seats: int) -> None:
    """After actions that reveal nothing, every further one is judged alike, however the hidden things are dealt."""
    random = Random(seats)
    for number in range(25):
        state, batch = new(seats, bytes([number]) * 32), 0
        if number % 2:  # whoever is rich can buy at once, and would notice another card
            rich = [replace(player(box=RICH), offered=one.offered, leaders=one.offered[:2]) for one in state.players]
            state = replace(state, players=tuple(rich), phase=Phase.START, turn=1)
        for _ in range(random.randrange(10, 200)):
            if not actors(state):
                break
            seat = random.choice(actors(state))
            before, actions = state, list[core.Action]()
            while seat in actors(state) and len(actions) < 6:
                action = random.choice(legal(state, seat))
                actions.append(action)
                shown = reveals(state, action)
                state = apply(state, seat, action)
                if shown:
                    break
            candidates = [*actions[-1:], *random.sample(POOL, 5)]
            for candidate in candidates:
                tried = [*actions[:-1], candidate]
                said, _ = seen(before, seat, tried)
                for deal in range(2):
                    assert seen(redeal(before, seat, bytes([deal + 1]) * 32), seat, tried)[0] == said
            batch += 1
        assert batch


def test_what_shows_something() -> None:
    """Who plays a leader shows it; which one is discarded, and which are kept, stays hidden."""
    state = new(2, bytes(32))
    assert [text for text in ("play leader 1", "discard leader 1", "keep 1 2", "market r1", "end")
            if shows(state, Action.from_text(text))] == ["play leader 1"]  # fmt: skip


def test_what_reveals_something() -> None:
    """A purchase turns up the next card, if there is one; in a solo game the end of a turn reveals a token."""
    state = table(player(box=RICH), player())
    assert reveals(state, Buy("G1", 1))
    last = replace(state, grid=((1,), *state.grid[1:]))
    assert not reveals(last, Buy("G1", 1))
    for text in ("market r1", "end", "skip", "produce basic coin+coin>stone", "discard leader 1"):
        assert not reveals(state, Action.from_text(text))
    alone = table(player())
    assert [text for text in ("market r1", "end", "skip", "revert") if reveals(alone, Action.from_text(text))] == [
        "end",
        "skip",
    ]


def test_a_lost_solo_game_is_over() -> None:
    """Nothing is possible after the end, however it came."""
    state = table(player(), phase=Phase.OVER, lost=Loss.COLUMN_GONE, ending=True)
    refusal = why_not(state, 0, SKIP)
    assert refusal is not None
    assert refusal.code == "renaissance.over"


def test_however_much_somebody_wants_to_pay() -> None:
    """An amount that nobody has is refused like any other: nothing is made that is as large as it."""
    refusal = why_not(BUYER, 0, Buy("G1", 3, (Part(SHIELD, 1, 10**20),)))
    assert refusal == Refusal("renaissance.not-there", {"taken": (0, 0, 0, 10**20), "place": 1, "there": 0})
