"""Moves in the program's words, in both profiles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bottega.games import renaissance
from bottega.games.core import AnyStep, apply_all
from bottega.games.renaissance.model import START, State
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps import updates
from bottega.wire.renaissance_steps.profile import PROFILES, Profile
from bottega.wire.renaissance_steps.shapes import (
    DepositsUpdate,
    DiscardResourceUpdate,
    NewTurnUpdate,
    SlotUpdate,
    Update,
)

DOCUMENT, ORIGINAL = PROFILES[""], PROFILES["original"]
NAMES = ("ann", "bob")
OWNER = player(("1 coin", "2 stone", ""), leaders=(3, 13), played=(13,), box="4 shield", slots=((1,), (3,), ()))
GAME = table(OWNER, player(), line="r1", marbles="blue grey white red", turn=3)


def played(state: State, *moves: str) -> list[AnyStep]:
    """The steps of seat 0's moves, in notation."""
    return apply_all(renaissance, state, 0, [renaissance.Action.from_text(move) for move in moves])


def told(state: State, *moves: str, me: int = 0, profile: Profile = DOCUMENT) -> list[Update]:
    """What a seat is told of them."""
    return list(updates.told(played(state, *moves), NAMES, me, profile))


def kinds(said: list[Update]) -> list[str]:
    """What the updates are, without the ending they all have."""
    return [type(update).__name__.removesuffix("Update") for update in said]


@pytest.mark.parametrize(
    ("moves", "actor", "original"),
    [
        (("market r1",), ["Faith", "Market", "PendingResources"], ["Faith", "Market", "PendingResources"]),
        (("swap 2 3",), ["MoveResource", "Deposits"], ["MoveResource"]),
        (("discard leader 1",), ["DiscardLeader", "Faith"], ["DiscardLeader", "Faith"]),
        (("play leader 1",), ["PlayLeader"], ["PlayLeader"]),
        (("produce slot 1", "collect"), ["Faith", "Deposits"], ["Faith", "Deposits"]),
        (("produce slot 1", "revert"), ["Revert", "Deposits"], ["Revert", "Deposits"]),
    ],
)
def test_a_move_in_updates(moves: tuple[str, ...], actor: list[str], original: list[str]) -> None:
    """The program's updates for the move; the document's profile adds the storage whenever it has changed."""
    assert kinds(told(GAME, *moves)) == actor
    assert kinds(told(GAME, *moves, profile=ORIGINAL)) == original


def test_only_the_actor_hears_what_is_pending() -> None:
    """Others see the market and the faith."""
    assert "PendingResources" in kinds(told(GAME, "market r1", me=0))
    assert "PendingResources" not in kinds(told(GAME, "market r1", me=1))


def test_storing_and_discarding() -> None:
    """Stored one by one; each discard moves the others on, and the storage comes when nothing is pending any more."""
    bare = table(player(leaders=(3, 13)), player(), line="r1", marbles="blue grey white red", turn=3)
    said = told(bare, "market r1", "store stone 1", "discard shield", me=1)
    assert kinds(said) == ["Faith", "Market", "Deposit", "DiscardResource", "Deposits"]
    assert said[3] == DiscardResourceUpdate("ann", {"ann": 1, "bob": 1}, 0)
    assert isinstance(said[4], DepositsUpdate)
    assert said[4].turnPhase == "ENDTURN"


def test_several_discards_at_once() -> None:
    """Each carries the positions after it, and nobody goes further than they went."""
    bare = table(player(leaders=(3, 13)), player(faith=23), line="r1", marbles="blue grey white yellow", turn=3)
    said = told(bare, "market r1", "discard shield stone coin", me=1)
    discards = [update.positions for update in said if isinstance(update, DiscardResourceUpdate)]
    assert discards == [{"ann": 0, "bob": 24}] * 3
    early = table(player(leaders=(3, 13)), player(), line="r1", marbles="blue grey white yellow", turn=3)
    said = told(early, "market r1", "discard shield stone coin", me=1)
    discards = [update.positions for update in said if isinstance(update, DiscardResourceUpdate)]
    assert discards == [{"ann": 0, "bob": place} for place in (1, 2, 3)]


def test_a_purchase() -> None:
    """Where the card lies now; which one it is and what the piles show go beyond what the program sent."""
    shop = table(player(leaders=(3, 13), box="4 shield"), player(), turn=3, grid=((9, 1), *GAME.grid[1:]))
    slot, storage = told(shop, "buy G1 slot 3", me=1)
    assert isinstance(slot, SlotUpdate)
    assert isinstance(storage, DepositsUpdate)
    assert (slot.slot, slot.row, slot.col, slot.card) == (3, 0, 0, "1D")


def test_the_turn_goes_on() -> None:
    """The end of a turn says whose is next; a Vatican report that came with it is told before."""
    done = table(player(), player(), phase="done", turn=3)
    (turn,) = told(done, "end")
    assert turn == NewTurnUpdate("bob", "ONGOING")


def test_a_report_caused_by_a_discard() -> None:
    """The document tells the discard first; the program told the report first, and the pending resources."""
    close = table(player(leaders=(3, 13)), player(faith=7), line="r1", marbles="blue white white white", turn=3)
    document, original = (told(close, "market r1", "discard shield", profile=each) for each in (DOCUMENT, ORIGINAL))
    assert kinds(document)[3:] == ["DiscardResource", "PendingResources", "PopeFavor", "Deposits"]
    assert kinds(original)[3:] == ["PopeFavor", "PendingResources", "DiscardResource"]


def test_the_whole_table() -> None:
    """Whoever comes back is told everybody's board, their own leaders, and only how many others hold."""
    said: dict[str, Any] = msgspec.to_builtins(updates.whole_table(GAME, NAMES, 0, 0, ["ann"], DOCUMENT))
    assert said["leadersInHand"] == ["3L"]
    assert said["turnPhase"] == "STARTTURN"
    assert said["connected"] == ["ann"]
    boards = said["boards"]
    assert isinstance(boards, dict)
    assert boards["bob"]["leadersInHand"] == 2
    assert boards["ann"]["leadersPlayed"] == ["13L"]
    assert boards["ann"]["slots"] == [["1D"], ["23D"], []]
    assert GAME.phase == START
