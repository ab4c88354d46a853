"""What renaissance-json tells of the table: the start, what a move changed, and how the game ended."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.core import AnyStep
from bottega.games.renaissance import Action, Loss, State
from bottega.games.renaissance.model import OVER
from bottega.players.renaissance_json import decoded
from bottega.table.entries import EndReason
from bottega.table.position import AnyPosition, Position, Result, Setup
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_json import words
from bottega.wire.renaissance_json.messages import Message
from tests.wire.stage import Stage

WHO = ("ann", "bob", "cid", "dan")


def plain(message: Message) -> dict[str, Any]:
    """A message as a client reads it."""
    return decoded(write_object(message))


def steps(state: State, *moves: str, seat: int = 0) -> list[AnyStep]:
    """The steps of a seat's moves, given in notation."""
    found = []
    for move in moves:
        action = Action.from_text(move)
        after = renaissance.apply(state, seat, action)
        found.append(AnyStep(seat, action, state, after))
        state = after
    return found


def told(state: State, *moves: str, seat: int = 0) -> list[dict[str, Any]]:
    """What is said of moves."""
    return [plain(message) for message in words.updates(WHO, steps(state, *moves, seat=seat))]


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    """Their types without ``update_``."""
    return [message["type"].removeprefix("update_") for message in messages]


# -- the start ------------------------------------------------------------------------------------------------------


def test_the_start_shows_top_cards_only() -> None:
    """Names in order of play, the market, and of each pile the top card; rows and columns say what indices mean."""
    state = renaissance.new(2, bytes(32))
    started = plain(words.game_started(WHO[:2], renaissance.view(state, None)))
    assert started["nicknames"] == ["ann", "bob"]
    assert (started["rows"], started["columns"]) == ([1, 2, 3], ["Green", "Blue", "Yellow", "Purple"])
    assert [len(row) for row in started["market"]["grid"]] == [4, 4, 4]
    tops = [[[pile[-1] - 1] for pile in state.grid[column::4]] for column in range(4)]
    assert [column["stacks"] for column in started["dev_card_grid"]] == tops


def test_the_opening_tells_the_openedand_faith_that_was_given() -> None:
    """Three rows, twelve piles, and the markers of the third and fourth player, who begin with faith."""
    view = renaissance.view(renaissance.new(4, bytes(32)), None)
    messages = [plain(message) for message in words.opening(WHO, view)]
    assert kinds(messages) == ["market"] * 3 + ["dev_grid"] * 12 + ["faith_track"] * 2
    assert [message["player"] for message in messages[-2:]] == ["cid", "dan"]


def test_everything_for_somebody_who_knows_nothing() -> None:
    """Boards with cards and leaders, Lorenzo's side, reports, the last round and whose turn it is."""
    mover = player(leaders=(1, 2), played=(2,), discarded=(1,), slots=((1,), (), ()))
    state = table(mover, tokens=(0, 1, 2, 3, 4, 5), token=6, cross=3, reports=1, ending=True)
    messages = [plain(message) for message in words.everything(WHO[:1], state)]
    assert kinds(messages)[15:] == [
        "shelves", "strongbox", "dev_card_slot", "leaders", "leaders", "faith_track", "faith_track", "solo_token",
        "vatican_section", "last_round", "cur_player",
    ]  # fmt: skip
    leaders = [message["update"] for message in messages if message["type"] == "update_leaders"]
    assert leaders == [
        {"index": 1, "isActive": True, "card_index": 1},
        {"index": 0, "isActive": False, "isDiscarded": True},
    ]


# -- moves ----------------------------------------------------------------------------------------------------------


def test_a_market_visit() -> None:
    """The line as it is now, the shelves, and the faith of whoever moved."""
    state = table(player(), player(leaders=(3, 4)), line="c2", marbles="yellow red grey", slide="blue")
    messages = told(state, "market c2", "store coin 1", "discard stone")
    assert kinds(messages) == ["market", "shelves", "faith_track", "faith_track"]
    assert messages[0]["update"] == {
        "isRow": False, "index": 1, "resources": ["Faith", "Stone", "Shield"], "slide_res": "Coin"
    }  # fmt: skip
    assert messages[1]["update"][0] == {"index": 0, "bound_res": "Coin", "amount": 1}


def test_a_market_visit_under_way() -> None:
    """While something is pending the shelves are told only if they changed."""
    state = table(player(), player(leaders=(3, 4)), line="c2", marbles="yellow white grey")
    assert kinds(told(state, "market c2")) == ["market"]


def test_a_visit_that_brings_nothing() -> None:
    """The shelves are told all the same: the document answers so."""
    state = table(player(), player(leaders=(3, 4)), line="c2", marbles="white white white")
    assert kinds(told(state, "market c2")) == ["market", "shelves"]


def test_productions() -> None:
    """Shelves and strongbox are told even if nothing is left in them that was not there before."""
    state = table(player(box="2 coin"), player(leaders=(3, 4)))
    messages = told(state, "produce basic coin+coin>coin", "collect")
    assert kinds(messages) == ["shelves", "strongbox"]
    assert messages[1]["update"] == {"Coin": 1, "Servant": 0, "Shield": 0, "Stone": 0}


def test_a_leader_is_shown_when_it_is_played_only() -> None:
    """Which leader was discarded stays its owner's secret."""
    mover = player(leaders=(1, 13), slots=((1,), (4,), ()))
    state = table(mover, player(leaders=(3, 4)))
    (played,) = told(state, "play leader 1")
    assert played["update"] == {"index": 0, "isActive": True, "card_index": 0}
    discarded, faith = told(state, "discard leader 2")
    assert discarded["update"] == {"index": 1, "isActive": False, "isDiscarded": True}
    assert (faith["player"], faith["update"]) == ("ann", {"position": 1})


def test_the_end_of_a_turn_alone() -> None:
    """Lorenzo's token, what it did, and that it is the same player's turn again."""
    state = table(player(), line="c2", marbles="white white white", tokens=(0, 4), cross=0)
    messages = told(state, "market c2", "end")
    assert kinds(messages) == ["market", "solo_token", "shelves", "faith_track", "cur_player"]
    assert messages[1]["update"] == {"index": 1}
    assert messages[3] == {"type": "update_faith_track", "update": {"position": 2, "isLiM": True}}


def test_a_vatican_report() -> None:
    """Who keeps the tile of the section."""
    state = table(player(faith=7), player(leaders=(3, 4), faith=2))
    messages = told(state, "discard leader 1")
    assert kinds(messages) == ["leaders", "faith_track", "vatican_section"]
    assert messages[-1]["update"] == {"index": 0, "players": ["ann"]}


def test_a_purchase_that_calls_the_last_round() -> None:
    """The pile, the slot, what was paid, and that the end is called."""
    slots = ((1, 17, 33), (5, 21), (9,))
    state = table(player(box="9 coin 9 stone 9 servant 9 shield", slots=slots), player(leaders=(3, 4)))
    messages = told(state, "buy G2 slot 3")
    assert kinds(messages) == ["dev_grid", "dev_card_slot", "strongbox", "last_round"]
    assert messages[0]["update"]["left"] == len(state.grid[4]) - 1
    assert messages[1]["update"]["slot_index"] == 2


def test_everything_once_more_when_turns_start() -> None:
    """When the last one has chosen, everybody is told the whole table, as the document wants."""
    state = renaissance.new(1, bytes(32))
    kept = " ".join(map(str, state.players[0].offered[:2]))
    messages = told(state, f"keep {kept}")
    assert kinds(messages)[:15] == ["market"] * 3 + ["dev_grid"] * 12
    assert messages[-1] == {"type": "update_cur_player", "update": "ann"}


# -- the end --------------------------------------------------------------------------------------------------------


def finished(count: int, winners: tuple[int, ...], reason: EndReason, lost: Loss = Loss.NOT_LOST) -> AnyPosition:
    """A table whose game has ended so."""
    opened = Stage().house.open("renaissance", Setup(seats=count))
    state = replace(renaissance.new(count, bytes(32)), phase=OVER, lost=lost)
    result = Result(reason, winners, renaissance.scores(state))
    return Position(opened.position.charter, opened.position.setup, state=state, result=result)


@pytest.mark.parametrize(
    ("position", "msg"),
    [
        (finished(2, (1,), EndReason.PLAYED), "Player bob wins!"),
        (finished(3, (0, 2), EndReason.PLAYED), "Players ann and cid share the victory!"),
        (finished(4, (0, 2, 3), EndReason.PLAYED), "Players ann, cid and dan share the victory!"),
        (finished(2, (0,), EndReason.WALKOVER), "Player ann wins: the others have left."),
        (finished(2, (), EndReason.ABANDONED), "The game ends without a winner: nobody is left."),
        (finished(1, (), EndReason.PLAYED, Loss.COLUMN_GONE), "Lorenzo wins: a whole colour is gone."),
        (finished(1, (), EndReason.PLAYED, Loss.CROSS_FIRST), "Lorenzo wins: the black cross reached the end first."),
    ],
)
def test_how_the_game_ended(position: AnyPosition, msg: str) -> None:
    """One sentence, the winners, and everybody's points."""
    result = position.result
    assert result is not None
    update = plain(words.winner(WHO, position))["update"]
    assert update["msg"] == msg
    assert update["winners"] == [WHO[seat] for seat in result.winners]
    assert len(update["victory_points"]) == len(result.scores)


# -- for one player alone -------------------------------------------------------------------------------------------


def test_offers() -> None:
    """Leaders by their ids, and how many resources are due; all four kinds can be chosen."""
    state = renaissance.new(4, bytes(32))
    mine = renaissance.view(state, 3).players[3]
    assert plain(words.offer_leader(mine))["leaders_id"] == [leader - 1 for leader in state.players[3].offered]
    assert plain(words.offer_resources(mine)) == {
        "type": "offer_resources", "count": 2, "res_type": ["Coin", "Servant", "Shield", "Stone"]
    }  # fmt: skip


def test_echoes() -> None:
    """Choices are repeated: leaders in the order of the hand, resources by kind."""
    state = table(player(leaders=(9, 2)))
    mine = renaissance.view(state, 0).players[0]
    assert plain(words.leader_choice(mine)) == {"type": "res_leader_choice", "choice": [8, 1]}
    assert plain(words.resources_choice([3, 0])) == {"type": "res_resources_choice", "choice": {"Coin": 1, "Shield": 1}}
    assert plain(words.resources_choice([1, 1]))["choice"] == {"Stone": 2}


def test_who_is_gone() -> None:
    """Whether somebody plays, and a sentence about it."""
    assert plain(words.player_status("ann", False, "ann is gone")) == {
        "type": "update_player_status", "player": "ann", "update": {"isActive": False}, "msg": "ann is gone"
    }  # fmt: skip
