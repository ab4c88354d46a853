"""The half-built move: told to its player alone, made all at once, forgotten when it fails."""

from __future__ import annotations

from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.core import apply_all
from bottega.games.renaissance.model import PRODUCING, State
from tests.wire.renaissance_steps.staging import RICH, heard, in_state, kinds, say


class TestProductionsBegunElsewhere:
    """A seat whose productions were begun in a browser, then resumed step by step."""

    @staticmethod
    def begun() -> State:
        """The first production is paid, its output held back."""
        state = apply_all(renaissance, RICH, 0, [renaissance.Action.from_text("produce slot 1")])[-1].after
        assert isinstance(state, State)
        return state

    def test_they_can_be_collected(self) -> None:
        """activateProductions ends them."""
        _, ann, _ = in_state(self.begun())
        assert kinds(say(ann, "activateProductions")) == ["FaithUpdate", "DepositsUpdate"]

    def test_they_can_be_taken_back(self) -> None:
        """revertPickUp undoes them, and everybody is told."""
        stage, ann, bob = in_state(self.begun())
        assert kinds(say(ann, "revertPickUp")) == ["RevertUpdate", "DepositsUpdate"]
        assert kinds(heard(bob)) == ["RevertUpdate", "DepositsUpdate"]
        assert stage.table.position.state == RICH

    def test_nothing_is_added_to_them(self) -> None:
        """Switching on more is refused with a way out."""
        _, ann, _ = in_state(self.begun())
        (answer,) = say(ann, "toggleCardProd", {"slot": 1})
        assert "revertPickUp" in str(answer)
        assert renaissance.view(self.begun(), 0).phase == PRODUCING


class TestBench:
    """What is laid out belongs to one connection."""

    def test_others_hear_nothing(self) -> None:
        """Pick-ups, switches, choices and reverts are told to the actor alone, also when the purchase fails."""
        _, ann, bob = in_state(RICH)
        for kind, data in (
            ("pickUpResourceFromWarehouse", {"id": 2}),
            ("pickUpResourceFromStrongbox", {"res": "shield"}),
            ("toggleDiscount", {"res": "stone"}),
            ("substituteUnknownInInputBaseProduction", {"res": "coin"}),
            ("toggleCardProd", {"slot": 1}),
            ("buyCard", {"row": 0, "column": 0, "slot": 2}),
            ("pickUpResourceFromWarehouse", {"id": 2}),
            ("activateProductions", {}),
            ("revertPickUp", {}),
        ):
            assert say(ann, kind, data)
            assert heard(bob) == []

    def test_the_log_knows_nothing_of_it(self) -> None:
        """Nothing is written until the move is made, then it is one entry."""
        stage, ann, _ = in_state(RICH)
        seq = stage.table.position.seq
        say(ann, "toggleCardProd", {"slot": 1})
        say(ann, "pickUpResourceFromWarehouse", {"id": 1})
        assert stage.table.position.seq == seq
        say(ann, "activateProductions")
        assert stage.table.position.seq == seq + 1

    def test_a_covered_card_is_told_as_it_was(self) -> None:
        """Buying onto a slot that is switched on forgets the production that was there, not the new card's."""
        state = replace(
            RICH, grid=tuple((*(c for c in pile if c != 29), 29) if 29 in pile else pile for pile in RICH.grid)
        )
        rich = replace(state.players[0], strongbox=(3, 0, 0, 3))
        _, ann, _ = in_state(replace(state, players=(rich, state.players[1])))
        (before,) = say(ann, "toggleCardProd", {"slot": 1})
        for resource in ["coin"] * 3 + ["shield"] * 3:
            say(ann, "pickUpResourceFromStrongbox", {"res": resource})
        reset, slot, _ = say(ann, "buyCard", {"row": 1, "column": 0, "slot": 1})
        assert (reset["type"], slot["type"]) == ("ResetProductionsUpdate", "SlotUpdate")
        assert isinstance(reset["data"], dict)
        assert isinstance(before["data"], dict)
        assert reset["data"]["before"] == before["data"]["activeProd"]
