"""What one connection is told of what happens at its table."""

from __future__ import annotations

import pytest

from bottega.table.entries import EndReason
from bottega.table.house import Settings
from tests.wire.renaissance_steps.staging import RICH, heard, in_state, kinds, say
from tests.wire.stage import Stage


@pytest.mark.parametrize(
    ("profile", "last"),
    [("", ["StartGameUpdate", "NewTurnUpdate"]), ("original", ["GenericMessage", "StartGameUpdate"])],
)
def test_the_start(profile: str, last: list[str]) -> None:
    """It is told whose set-up turn is the first; the program left it to its client to know that."""
    stage = Stage(Settings(ping_seconds=0))
    ann = stage.connect("renaissance-steps", profile)
    say(ann, "RegisterResponse", {"nickname": "ann"})
    said = kinds(say(ann, "PlayerNumberResponse", {"number": 1}))
    assert [str(kind).rpartition(".")[2] for kind in said[-2:]] == last


def test_moves_are_the_same_for_all_but_the_actor() -> None:
    """Others hear what the actor hears, without what is pending."""
    _, ann, bob = in_state(RICH)
    own = say(ann, "buyAtMarketInterface", {"rc": "r", "index": 0})
    others = heard(bob)
    assert [message for message in own if message["type"] != "PendingResourcesUpdate"] == others
    assert kinds(others)[:2] == ["FaithUpdate", "MarketUpdate"]


def test_whoever_is_skipped_loses_what_was_laid_out() -> None:
    """It is said that their time is over, then their picks go back and their productions are off."""
    stage, ann, bob = in_state(RICH)
    say(ann, "toggleCardProd", {"slot": 1})
    say(ann, "pickUpResourceFromWarehouse", {"id": 1})
    stage.table.skip(0)
    assert kinds(heard(ann)) == ["GenericMessage", "RevertUpdate", "ResetProductionsUpdate", "NewTurnUpdate"]
    assert kinds(heard(bob)) == ["GenericMessage", "NewTurnUpdate"]


def test_whoever_is_skipped_with_something_pending_is_told_that_it_is_gone() -> None:
    """Nothing is pending any more."""
    stage, ann, _ = in_state(RICH)
    say(ann, "buyAtMarketInterface", {"rc": "r", "index": 0})
    stage.table.skip(0)
    said = heard(ann)
    assert kinds(said)[:2] == ["GenericMessage", "PendingResourcesUpdate"]
    assert said[1]["data"] == {"pending": []}


def test_an_early_end() -> None:
    """Why it ended is said before the results; then the connection is closed with its reason."""
    stage, ann, bob = in_state(RICH)
    stage.table.end(EndReason.WALKOVER, 0)
    stage.settle()
    for peer in (ann, bob):
        first, results, goodbye = heard(peer)
        assert first["data"] == {"message": "the game ends early: walkover"}
        assert (results["type"], goodbye["type"]) == ("EndGameResultUpdate", "ConnectionMessage")
        assert peer.closed == "the game is over"


def test_who_plays_a_seat() -> None:
    """A bot that takes over is named, and so is the end of it."""
    stage, ann, bob = in_state(RICH)
    ann.drops()  # whoever is here has the seat back at once
    heard(bob)
    for bot, who in (("random", "random"), ("", "a person")):
        stage.table.play_by_bot(0, bot)
        (said,) = heard(bob)
        assert said["data"] == {"message": f"{stage.table.position.seats[0].name} is played by {who} now"}
