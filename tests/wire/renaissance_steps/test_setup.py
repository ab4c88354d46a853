"""The set-up, told seat by seat."""

from __future__ import annotations

from bottega.games.renaissance.model import State
from tests.wire.renaissance_steps.staging import heard, kinds, say, seated


class TestSetup:
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
        stage.table.move(0, "keep " + " ".join(map(str, stage.table.position.state.players[0].offered[:2])))  # type: ignore[attr-defined]
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
