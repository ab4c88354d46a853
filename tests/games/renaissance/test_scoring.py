"""The score sheet, ties, and the score counted a second way."""

from __future__ import annotations

import csv
from importlib.resources import files

import pytest
from hypothesis import given, settings

from bottega.games.renaissance import scores, winners
from bottega.games.renaissance.model import OVER, TILE_LOST, TILE_UP, State
from bottega.games.renaissance.scoring import points
from bottega.testing.renaissance import player, table
from tests import strategies


def test_every_source_of_points_has_its_line() -> None:
    """Covered cards, track, face-up tiles, played leaders, and a point for every five resources count."""
    own = player(
        shelves=("1 coin", "2 stone", ""),
        box="8 shield",
        leaders=(5, 9),
        played=(5,),
        depots=(1,),
        slots=((1, 17, 33), (16,), ()),
        faith=14,
        tiles=(TILE_UP, TILE_LOST, TILE_UP),
    )
    (sheet, _) = scores(table(own, player()))
    assert {line.what: line.points for line in sheet.lines} == {
        "development cards": 1 + 5 + 9 + 4,
        "faith track": 6,
        "pope's favour": 2 + 4,
        "leaders": 3,
        "resources": 2,
    }
    assert sheet.total == 36
    assert sheet.tie_break == (12,)


def test_unplayed_leaders_give_nothing() -> None:
    """Leaders in hand or discarded score 0."""
    assert scores(table(player(discarded=(1,)), player()))[0].total == 0


def test_case_25_a_tie_goes_to_more_resources() -> None:
    """Equal totals, 9 against 7 resources left: 9 wins; the raw count decides."""
    state = table(player(box="7 coin"), player(box="9 coin"), phase=OVER)
    assert [sheet.total for sheet in scores(state)] == [1, 1]
    assert winners(state) == (1,)


def test_a_full_tie_is_shared() -> None:
    """Equal points and resources: all of them win."""
    state = table(player(box="7 coin"), player(), player(box="7 stone"), phase=OVER)
    assert winners(state) == (0, 2)


def test_nobody_has_won_before_the_end() -> None:
    """While the game runs there are no winners."""
    assert winners(table(player(box="7 coin"), player())) == ()


def recounted(state: State, seat: int) -> int:
    """A seat's points from the printed tables alone, without the rules' own code."""

    def table_of(name: str) -> dict[str, dict[str, str]]:
        text = files("bottega.games.renaissance").joinpath("data", name).read_text()
        return {row["id"]: row for row in csv.DictReader(text.splitlines())}

    cards, leaders = table_of("dev_cards.csv"), table_of("leaders.csv")
    board = state.players[seat]
    total = sum(int(cards[str(card)]["victory_points"]) for slot in board.slots for card in slot)
    total += sum(int(leaders[str(leader)]["victory_points"]) for leader in board.played)
    total += [0, 1, 2, 4, 6, 9, 12, 16, 20][board.faith // 3]
    total += sum(worth for worth, tile in zip((2, 3, 4), board.tiles, strict=True) if tile == TILE_UP)
    return total + (sum(board.counts) + sum(board.strongbox)) // 5


@settings(max_examples=25, deadline=None)
@given(strategies.states("renaissance"))
def test_scores_agree_with_a_second_count(state: State) -> None:
    """The sheet's total, and the total without a sheet, is what an independent count over the printed tables gives."""
    counted = [recounted(state, seat) for seat in range(len(state.players))]
    assert [sheet.total for sheet in scores(state)] == counted
    assert [points(player) for player in state.players] == counted


@pytest.mark.parametrize("resources", [0, 4, 5, 9, 10])
def test_a_point_for_every_five_resources(resources: int) -> None:
    """Rounded down."""
    assert scores(table(player(box=f"{resources} coin"), player()))[0].total == resources // 5
