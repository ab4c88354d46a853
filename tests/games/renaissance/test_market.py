"""The market: what marbles give, and how the line is pushed."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.renaissance import Market, apply, new
from bottega.games.renaissance.market import LINES, MARBLES, SUPPLY, gains, marbles, push
from bottega.games.renaissance.model import DONE, STORING
from bottega.testing.renaissance import amounts, listed, play, player, refused, shelves, table

WHITE_SERVANT, WHITE_SHIELD = 9, 10


def colours(line: tuple[int, ...]) -> str:
    """The names of marbles."""
    return " ".join(MARBLES[marble] for marble in line)


def test_thirteen_marbles() -> None:
    """4 white, 2 blue, 2 grey, 2 yellow, 2 purple, 1 red."""
    counts = {name: SUPPLY.count(number) for number, name in enumerate(MARBLES)}
    assert counts == {"white": 4, "blue": 2, "grey": 2, "yellow": 2, "purple": 2, "red": 1}
    assert sorted(new(2, bytes(32)).market) == sorted(SUPPLY)


def test_case_1_a_row_with_a_white_marble() -> None:
    """Row white, grey, yellow, yellow: 1 stone and 2 coins; the row is pushed from the right, white drops."""
    state = table(player(), player(), line="r1", marbles="white grey yellow yellow", slide="blue")
    after = play(state, "market r1")
    assert after.pending == (*amounts("2 coin 1 stone"), 0)
    assert colours(marbles(after.market, "r1")) == "grey yellow yellow blue"
    assert MARBLES[after.market[-1]] == "white"
    assert after.phase == STORING


def test_a_column_is_pushed_from_the_bottom() -> None:
    """Column a, b, c from the top, slide s: becomes b, c, s, and a drops on the slide."""
    state = table(player(), player(), line="c2", marbles="blue grey purple", slide="yellow")
    after = push(state.market, "c2")
    assert colours(marbles(after, "c2")) == "grey purple yellow"
    assert MARBLES[after[-1]] == "blue"


@pytest.mark.parametrize("line", LINES)
def test_a_push_moves_nothing_but_its_line(line: str) -> None:
    """Marbles outside the line stay, and none is lost."""
    before = new(2, bytes(32)).market
    after = push(before, line)
    assert sorted(after) == sorted(before)
    assert all(after[place] == before[place] for place in range(12) if place not in LINES[line])
    assert [len(places) for places in LINES.values()] == [4, 4, 4, 3, 3, 3, 3]


def test_case_3_four_white_marbles() -> None:
    """Nothing is gained, nobody gets faith, the row still shifts, the main action is spent."""
    state = table(player(), player(), line="r2", marbles="white white white white", slide="red")
    after = play(state, "market r2")
    assert after.phase == DONE
    assert colours(marbles(after.market, "r2")) == "white white white red"
    assert [one.faith for one in after.players] == [0, 0]
    refused(after, "market r1", "made your main action")


def test_the_red_marble_gives_faith() -> None:
    """The red marble moves the marker by one and is never pending."""
    state = table(player(faith=2), player(), line="c1", marbles="red white white")
    after = play(state, "market c1")
    assert [one.faith for one in after.players] == [3, 0]
    assert after.phase == DONE


def test_one_white_leader_turns_every_white_marble() -> None:
    """With one such leader each white marble gives its resource; it is not optional."""
    own = player(leaders=(WHITE_SERVANT, 1), played=(WHITE_SERVANT,))
    after = play(table(own, player(), line="r1", marbles="white white blue red"), "market r1")
    assert after.pending == (*amounts("2 servant 1 shield"), 0)


def test_two_white_leaders_leave_a_choice_for_each_marble() -> None:
    """With two, one of the two resources is chosen for each white marble."""
    own = player(leaders=(WHITE_SERVANT, WHITE_SHIELD), played=(WHITE_SHIELD, WHITE_SERVANT))
    state = play(table(own, player(), line="r1", marbles="white white yellow red"), "market r1")
    assert state.pending == (*amounts("1 coin"), 2)
    assert {move for move in listed(state) if move.startswith("white")} == {"white servant", "white shield"}
    refused(state, "white coin", "shield or servant")
    refused(state, "store servant 3", "not pending")
    refused(state, "discard coin servant", "white marbles")
    after = play(state, "white servant", "white shield")
    assert after.pending == (*amounts("1 coin 1 servant 1 shield"), 0)
    refused(after, "white shield", "no white marble")


def test_a_white_marble_cannot_be_left_unconverted() -> None:
    """While a white marble waits for its choice the market visit is not over."""
    own = player(leaders=(WHITE_SERVANT, WHITE_SHIELD), played=(WHITE_SHIELD, WHITE_SERVANT))
    state = play(table(own, player(), line="c1", marbles="white red yellow"), "market c1", "store coin 1")
    assert state.phase == STORING
    refused(state, "end", "store or discard")
    assert play(state, "white shield", "discard shield").phase == DONE


def test_what_each_marble_gives() -> None:
    """Blue shield, grey stone, yellow coin, purple servant, red faith, white nothing."""
    given = {MARBLES[marble]: gains((marble,), ()) for marble in range(6)}
    assert given == {
        "blue": ((*amounts("1 shield"), 0), 0),
        "grey": ((*amounts("1 stone"), 0), 0),
        "yellow": ((*amounts("1 coin"), 0), 0),
        "purple": ((*amounts("1 servant"), 0), 0),
        "red": ((0, 0, 0, 0, 0), 1),
        "white": ((0, 0, 0, 0, 0), 0),
    }


def test_a_line_that_is_not_there() -> None:
    """Rows are r1 to r3, columns c1 to c4."""
    with pytest.raises(IllegalMove, match="no line r4"):
        apply(table(player(), player()), 0, Market("r4"))


def test_a_storable_resource_may_be_discarded() -> None:
    """What was just taken may be given up though there is room: every other player gets 1 faith for each."""
    state = table(player(), player(faith=1), player(), line="r1", marbles="white grey yellow yellow")
    after = play(state, "market r1", "store coin 2", "discard stone", "discard coin")
    assert [one.faith for one in after.players] == [0, 3, 2]
    assert shelves(after) == ("", "1 coin", "")
    assert after.phase == DONE


def test_stored_resources_cannot_be_discarded() -> None:
    """Only what is pending can be given up."""
    own = player(shelves=("1 shield", "", ""))
    state = play(table(own, player(), line="c1", marbles="white grey yellow"), "market c1")
    refused(state, "discard shield", "not pending")


def test_discards_are_single_or_all_that_is_left() -> None:
    """Discards come one by one or all at once, so that it is clear when markers are checked."""
    state = play(table(player(), player(), line="r1", marbles="white grey yellow yellow"), "market r1")
    assert {move for move in listed(state) if move.startswith("discard")} == {
        "discard coin",
        "discard stone",
        "discard coin coin stone",
    }
    refused(state, "discard coin stone", "one by one, or all")
    assert play(state, "discard stone coin coin").players[1].faith == 3
