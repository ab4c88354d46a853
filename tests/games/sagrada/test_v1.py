"""Two versions of the rules: what is different, and that games of the first are played to their end as they were.

``recorded/*.jsonl`` are tables that were played and exported by the program that knew version 1 only; the line beside
each is the state in which it left the table. Somebody ends a turn with a changed die in the pool in all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bottega.archive import followed, read_archive
from bottega.games import rules, sagrada
from bottega.games.core import SKIP, BadNotation, Game
from bottega.games.sagrada import End, Place, State, v1
from bottega.games.sagrada.model import NONE_PENDING
from bottega.games.sagrada.tools import OBLIGING
from bottega.table.entries import DamagedLog
from bottega.table.position import fold
from bottega.testing.sagrada import SEED, cells, dice, listed, play, refused, situation
from tests.strategies import Moment, moments

RECORDED = Path(__file__).parent / "recorded"


class Recorded(NamedTuple):
    """A recorded game: how it ended, and which tools' dice were left in the pool."""

    name: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    left: set[int]


GAMES = [
    Recorded("two-players", (12, 24), (1,), {5, 10}),
    Recorded("all-tools", (4, -7, 13), (2,), {1, 5, 10}),
    Recorded("alone", (-22,), (), {5, 10}),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_a_recorded_game_is_played_as_it_was(game: Recorded) -> None:
    """Folded by the rules it was begun with, the log leads to the state, the scores and the winners of then."""
    charter, rows = read_archive(RECORDED / f"{game.name}.jsonl")
    assert charter.version == 1
    position = fold(charter, rows)
    assert position.result is not None
    assert tuple(score.total for score in position.result.scores) == game.totals
    assert position.result.winners == game.winners
    then = (RECORDED / f"{game.name}.txt").read_text().rstrip()
    assert position.state == State.from_text(then)
    assert position.playing(State).to_text() == f"rules=1 {then}"


@each_game
def test_a_recorded_game_leaves_changed_dice(game: Recorded) -> None:
    """The recorded games end turns as version 2 does not let them."""
    charter, rows = read_archive(RECORDED / f"{game.name}.jsonl")
    steps: list[Any] = [step for event in followed(charter, rows) for step in event.steps]
    left = {step.before.used for step in steps if isinstance(step.action, End) and step.before.pending != NONE_PENDING}
    assert left == game.left


@each_game
def test_the_new_rules_refuse_a_recorded_game(game: Recorded) -> None:
    """Read as a game of version 2, the log is wrong where a changed die was left."""
    charter, rows = read_archive(RECORDED / f"{game.name}.jsonl")
    with pytest.raises(DamagedLog, match="fits into your window and must be placed"):
        fold(replace(charter, version=2), rows)


def test_the_newest_rules_are_version_2() -> None:
    """The game's module plays by version 2; version 1 is asked for by its number, and offers the same names."""
    assert sagrada.VERSION == max(OBLIGING) == 2
    assert rules("sagrada", 2) is sagrada
    older: object = rules("sagrada", 1)
    assert older is v1
    assert v1.VERSION == 1
    assert all(hasattr(v1, name) for name in sagrada.__all__)
    offered = {name for name in vars(Game) if not name.startswith("_")}
    assert offered <= set(sagrada.__all__) == set(v1.__all__)


def test_a_state_keeps_its_rules() -> None:
    """A state knows its version, says so in its text, and is played by it whichever module is asked."""
    former, newest = v1.new(2, SEED), sagrada.new(2, SEED)
    assert (former.version, newest.version) == (1, 2)
    assert replace(former, version=2) == newest
    assert former.to_text() == newest.to_text().replace("rules=2 ", "rules=1 ")
    assert State.from_text(former.to_text()) == former
    assert sagrada.apply(former, 0, sagrada.legal(former, 0)[0]).version == 1
    assert v1.redeal(former, 0, bytes(32)).version == 1


def test_a_line_that_names_no_rules_is_of_version_1() -> None:
    """The program that knew one version did not write it down; a version that is none is refused."""
    text = sagrada.new(2, SEED).to_text()
    assert State.from_text(text.removeprefix("rules=2 ")).version == 1
    with pytest.raises(BadNotation, match="there are no rules 3"):
        State.from_text(text.replace("rules=2", "rules=3"))


CHANGED = {
    1: (("tool 1", "die B3", "down"), "B2", "Grozing Pliers"),
    5: (("tool 5", "die B3", "track 0"), "P6", "Lens Cutter"),
    10: (("tool 10", "die B3"), "B4", "Grinding Stone"),
}
each_tool = pytest.mark.parametrize("tool", CHANGED)


def changed(tool: int, version: int) -> State:
    """A die has been changed with the tool."""
    state = situation(pool="B3 R4", track=["P6"], tools=[tool], version=version)
    return play(state, *CHANGED[tool][0])


@each_tool
def test_a_changed_die_must_be_placed(tool: int) -> None:
    """By version 2 nothing but placing the die is left, and afterwards the turn ends as ever."""
    state = changed(tool, version=2)
    _, die, name = CHANGED[tool]
    assert listed(state) == sorted(f"place {die}@{cell}" for cell in cells(state, die))
    assert refused(state, "end") == f"{die}, changed with {name}, fits into your window and must be placed"
    assert refused(state, "back") == "no tool is in use"
    placed = play(state, listed(state)[0])
    assert placed.pool == dice("R4")
    assert listed(placed) == ["end"]


@each_tool
def test_a_changed_die_might_be_left(tool: int) -> None:
    """By version 1 the turn may end with the die in the pool as it is now."""
    state = changed(tool, version=1)
    assert listed(state, "end") == ["end"]
    left = play(state, "end")
    assert left.pool == state.pool == dice(f"{CHANGED[tool][1]} R4")
    assert (left.pending, left.used) == (NONE_PENDING, 0)


@each_tool
@pytest.mark.parametrize("version", OBLIGING)
def test_who_is_gone_never_holds_up_the_table(tool: int, version: int) -> None:
    """A skip ends the turn whatever is to be placed; the die stays in the pool as changed."""
    state = changed(tool, version)
    assert sagrada.skip(state, 0) == (SKIP,)
    after = sagrada.apply(state, 0, SKIP)
    assert after.pool == state.pool
    assert replace(after, version=1) == play(replace(state, version=1), "end")


@each_tool
def test_before_the_change_one_may_go_back(tool: int) -> None:
    """Until the die is changed the tool can be left; then the turn may end without a draft."""
    state = play(situation(pool="B3 R4", track=["P6"], tools=[tool]), *CHANGED[tool][0][:1])
    assert "end" in listed(play(state, "back"))


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        (1, "no die of the pool, one higher or lower, would fit into your window"),
        (5, "the round track holds no die that would fit into your window"),
        (10, "no die of the pool, turned upside down, would fit into your window"),
    ],
)
def test_nobody_is_obliged_to_what_cannot_be(tool: int, reason: str) -> None:
    """Where no change would lead to a placement, the tool is refused before anything is paid."""
    state = situation(placed="B3@1", pool="B3", track=["Y3"], tools=[tool])
    assert refused(state, f"tool {tool}") == reason
    assert "end" in listed(state)


@settings(max_examples=60, deadline=None)
@given(moments("sagrada"))
def test_the_versions_differ_in_nothing_else(moment: Moment) -> None:
    """At any moment both versions list the same, but for the end of a turn while a changed die is to be placed."""
    if moment.seat is None:
        return
    first, second = (sagrada.legal(replace(moment.state, version=version), moment.seat) for version in (1, 2))
    to_place = moment.state.pending != NONE_PENDING and moment.state.used in (1, 5, 10)
    assert set(first) - set(second) == ({End()} if to_place else set())
    assert set(second) <= set(first)
    if to_place:
        assert all(isinstance(action, Place) for action in second)
        assert second
