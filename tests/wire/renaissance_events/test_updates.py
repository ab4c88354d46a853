"""What happened at the table, in renaissance-events' updates."""

from __future__ import annotations

import pytest

from bottega.games import renaissance
from bottega.games.core import AnyStep, apply_all
from bottega.games.renaissance.model import State
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_events import updates
from bottega.wire.renaissance_events.messages import Message, UpdateAction, UpdateDevSlot, UpdateVaticanSection

NAMES = ("ann", "bob")
OWNER = player(("1 coin", "2 stone", ""), leaders=(3, 13), played=(13,), box="4 shield", slots=((1,), (3,), ()))
GAME = table(OWNER, player(), line="r1", marbles="blue grey white red", turn=3)


def played(state: State, *moves: str) -> list[AnyStep]:
    """The steps of seat 0's moves, in notation."""
    return apply_all(renaissance, state, 0, [renaissance.Action.from_text(move) for move in moves])


def told(state: State, *moves: str, me: int = 0) -> list[Message]:
    """What a seat is told of them."""
    return list(updates.told(played(state, *moves), NAMES, me, None))


def kinds(said: list[Message]) -> list[str]:
    """What the updates are, without the beginning they all have; actions by their kind."""
    return [
        each.action if isinstance(each, UpdateAction) else type(each).__name__.removeprefix("Update") for each in said
    ]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (("swap 1 3",), ["ResourceContainer", "ResourceContainer", "SWAP_SHELVES"]),
        (("discard leader 1",), ["FaithPoints", "LeadersHand", "LeadersHandCount", "DISCARD_LEADER"]),
        (("produce slot 1", "collect"), ["ResourceContainer", "FaithPoints", "ACTIVATE_PRODUCTION"]),
        (("produce slot 1",), ["ResourceContainer"]),
        (("produce slot 1", "revert"), []),
        (("market r1",), ["FaithPoints", "Market"]),
        (
            ("market r1", "store shield 3", "discard stone"),
            ["ResourceContainer", "FaithPoints", "FaithPoints", "Market", "TAKE_MARKET_RESOURCES"],
        ),
    ],
)
def test_an_action_is_told_when_it_is_complete(moves: tuple[str, ...], expected: list[str]) -> None:
    """What has changed comes first; half an action has no UpdateAction."""
    assert kinds(told(GAME, *moves)) == expected


def test_several_actions_in_one_entry() -> None:
    """Each has its own UpdateAction, and its changes before it."""
    said = kinds(told(GAME, "swap 1 3", "discard leader 1"))
    assert said == ["ResourceContainer"] * 2 + [
        "SWAP_SHELVES",
        "FaithPoints",
        "LeadersHand",
        "LeadersHandCount",
        "DISCARD_LEADER",
    ]


def test_a_hand_is_told_to_its_owner() -> None:
    """Others hear how many are left."""
    assert "LeadersHand" not in kinds(told(GAME, "discard leader 1", me=1))
    assert "LeadersHandCount" in kinds(told(GAME, "discard leader 1", me=1))


def test_a_purchase() -> None:
    """What was paid, points, the slot's new top, the grid."""
    shop = table(player(leaders=(3, 13), box="4 shield"), player(), turn=3, grid=((9, 1), *GAME.grid[1:]))
    said = told(shop, "buy G1 slot 3", me=1)
    assert kinds(said) == ["ResourceContainer", "VictoryPoints", "DevSlot", "DevCardGrid", "BUY_DEVELOPMENT_CARD"]
    assert said[2] == UpdateDevSlot("ann", 2, [0])


def test_the_end_of_a_turn() -> None:
    """Whose turn it is, then the action that clients wait for."""
    done = table(player(), player(), phase="done", turn=3)
    assert kinds(told(done, "end")) == ["CurrentPlayer", "END_TURN"]


def test_a_report() -> None:
    """Points of whoever keeps the tile, then who that is."""
    close = table(player(leaders=(3, 13), faith=7), player(faith=2), turn=3)
    said = told(close, "discard leader 1")
    assert kinds(said) == [
        "FaithPoints", "VictoryPoints", "LeadersHand", "LeadersHandCount", "VaticanSection", "DISCARD_LEADER"
    ]  # fmt: skip
    assert said[4] == UpdateVaticanSection(0, ["ann"])
