"""The set-up, told seat by seat."""

from __future__ import annotations

import pytest

from bottega.games import renaissance
from bottega.games.core import apply_all
from bottega.games.renaissance.model import SETUP, START, State
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps import setup, states
from bottega.wire.renaissance_steps.profile import PROFILES
from bottega.wire.renaissance_steps.setup import SetupRound
from bottega.wire.renaissance_steps.shapes import NewTurnUpdate, Update
from tests.wire.renaissance_steps.staging import heard, kinds, say, seated

DOCUMENT, ORIGINAL = PROFILES[""], PROFILES["original"]
NAMES = ("ann", "bob", "cat")
CHOOSING = player(leaders=(), bonus=1)
READY = player(("1 coin", "", ""))


def game(*ready: bool) -> State:
    """A table of three at set-up; who has made their choices."""
    return table(*(READY if each else CHOOSING for each in ready), phase=START if all(ready) else SETUP, turn=0)


def told(round_: SetupRound, state: State, me: int) -> list[Update]:
    """What a seat is told now."""
    return list(round_.go_on(state, NAMES, me, DOCUMENT))


class TestRound:
    """How far one player has been told."""

    def test_it_waits_for_seats_that_have_not_chosen(self) -> None:
        """A seat that chose early is told when those before it have had their turns."""
        round_ = SetupRound()
        assert told(round_, game(False, True, False), me=2) == []
        assert [type(update).__name__ for update in told(round_, game(True, True, False), me=2)] == [
            *("DepositUpdate", "DepositsUpdate", "NewTurnUpdate"),
            *("DepositUpdate", "DepositsUpdate", "NewTurnUpdate"),
        ]
        assert round_.seat == 2

    def test_it_waits_for_its_own_player(self) -> None:
        """The own set-up turn ends with passTurn, even if everybody has chosen."""
        round_ = SetupRound()
        everybody = game(True, True, True)
        assert told(round_, everybody, me=0) == []
        round_.passed = True
        said = told(round_, everybody, me=0)
        assert [update.gamePhase for update in said if isinstance(update, NewTurnUpdate)] == [
            "SETUP",
            "SETUP",
            "ONGOING",
        ]
        assert round_.over(everybody)

    @pytest.mark.parametrize(
        ("seat", "ready", "state"),
        [
            (0, False, states.State.STARTSETUPTURN),
            (0, True, states.State.ENDSETUPTURN),
            (1, True, states.State.WAITING),
        ],
    )
    def test_what_its_player_may_do(self, seat: int, ready: bool, state: states.State) -> None:
        """Choose, then pass, both in one's own set-up turn only."""
        assert SetupRound(seat).state(game(ready, False, False), me=0) is state

    def test_whoever_comes_back_joins_it(self) -> None:
        """It stands at the first seat that has not chosen; who has chosen need not pass any more."""
        joined = SetupRound.joined(game(True, False, True), me=2)
        assert (joined.seat, joined.passed) == (1, True)
        assert SetupRound.joined(game(True, True, True), me=1).over(game(True, True, True))

    def test_what_was_not_told_does_not_show(self) -> None:
        """Seats that the round has not reached own nothing yet, but for the player's own."""
        early = game(False, True, True)
        shown = SetupRound().shown(early, me=1)
        assert [sum(each.counts) for each in shown.players] == [0, 1, 0]
        after = game(True, True, True)
        assert SetupRound().shown(after, me=1) is after


def test_the_own_choice() -> None:
    """Leaders and the number of bonus resources; then each resource, and the storage when all is done."""
    state = table(player(leaders=(), bonus=1, offered=(1, 2, 3, 4)), CHOOSING, phase=SETUP, turn=0)
    steps = apply_all(
        renaissance, state, 0, [renaissance.Action.from_text("keep 1 2"), renaissance.Action.from_text("bonus coin@1")]
    )
    said = [type(update).__name__ for step in steps for update in setup.own_choice(step, NAMES, DOCUMENT)]
    assert said == ["LeadersInHandUpdate", "BonusResourceMessage", "DepositUpdate", "DepositsUpdate"]
    brief = [type(update).__name__ for step in steps for update in setup.own_choice(step, NAMES, ORIGINAL)]
    assert brief == said[:3]


class TestOnTheStage:
    """The set-up as each connection is told it."""

    def test_the_first_player_must_pass_before_playing(self) -> None:
        """Seat 0 whose set-up is done, and everybody else's too, still ends its set-up turn with passTurn."""
        stage, peers = seated(2)
        first = peers[stage.table.position.seats[0].name]
        stage.table.skip(1)
        offered = stage.table.position.state
        assert isinstance(offered, State)
        say(first, "chooseLeader", [{"id": f"{leader}L"} for leader in offered.players[0].offered[:2]])
        assert kinds(say(first, "buyAtMarketInterface", {"rc": "r", "index": 0})) == ["ErrorMessage"]
        told = say(first, "passTurn")
        assert told[-1]["data"] == {"currNickname": stage.table.position.seats[0].name, "gamePhase": "ONGOING"}
        assert "MarketUpdate" in kinds(say(first, "buyAtMarketInterface", {"rc": "r", "index": 0}))

    def test_nobody_waits_for_a_pass(self) -> None:
        """Seat 1 never passes its set-up turn; once seat 0 plays, its pass is taken as given."""
        stage, peers = seated(2)
        first, second = (peers[seat.name] for seat in stage.table.position.seats)
        stage.table.move(0, "keep " + " ".join(map(str, stage.state(State).players[0].offered[:2])))
        say(first, "passTurn")
        heard(second)
        offered = stage.table.position.state
        assert isinstance(offered, State)
        say(second, "chooseLeader", [{"id": leader} for leader in offered.players[1].offered[2:]])
        say(second, "chooseResourceToDeposit", {"id": 1, "res": "coin"})
        heard(second)
        heard(first)
        say(first, "buyAtMarketInterface", {"rc": "r", "index": 0})
        assert kinds(heard(second))[:3] == ["NewTurnUpdate", "FaithUpdate", "MarketUpdate"]
