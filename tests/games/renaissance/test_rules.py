"""The turn: phases, purchases, the end of turns and of the game, and skipping."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games.core import SKIP, IllegalMove
from bottega.games.renaissance import actors, apply, legal, over, skip, turn, winners
from bottega.games.renaissance.cards import CARDS
from bottega.games.renaissance.model import DONE, OVER, PRODUCING, SETUP, START, STORING, State
from bottega.games.renaissance.rules import _NOT_NOW, _RULES
from bottega.testing.renaissance import amounts, listed, play, player, refused, shelves, table, top

RICH = "9 coin 9 stone 9 servant 9 shield"
SERVANT_DISCOUNT, SHIELD_DISCOUNT = 1, 2


def buys(state: State) -> set[str]:
    """The purchases listed for seat 0."""
    return {move for move in listed(state) if move.startswith("buy")}


def test_case_17_levels_and_slots() -> None:
    """Slots [I], [I, II], []: level I only into slot 3, level II only onto slot 1, level III only onto slot 2."""
    state = table(player(box=RICH, slots=((1,), (2, 17), ())), player())
    expected = {f"buy {colour}{level} slot {slot}" for colour in "GBYP" for level, slot in ((1, 3), (2, 1), (3, 2))}
    assert buys(state) == expected
    refused(state, "buy G2 slot 2", "level 2 goes on a card of level 1, and slot 2 holds 2 cards")
    refused(state, "buy G2 slot 3", "level 2 goes on a card of level 1")
    refused(state, "buy G1 slot 1", "in an empty slot")


def test_case_17_three_used_slots() -> None:
    """With a card in every slot no level I card can be bought, whatever the money."""
    state = table(player(box=RICH, slots=((1,), (2,), (3,))), player())
    assert not any("1 slot" in move for move in buys(state))
    assert len(buys(state)) == 12


def test_a_purchase_pays_the_cost_and_takes_the_top_card() -> None:
    """The card goes to the slot, its cost to the supply, the next card of the pile is on sale."""
    state = top(table(player(box="2 shield 1 coin"), player()), "G1", 1)
    after = play(state, "buy G1 slot 2")
    assert after.players[0].slots == ((), (1,), ())
    assert after.players[0].strongbox == amounts("1 coin")
    assert after.grid[0] == state.grid[0][:-1]
    assert after.phase == DONE
    refused(after, "buy B1 slot 1", "made your main action")


def test_what_cannot_be_paid_is_refused() -> None:
    """The reason names the cost and what is there."""
    state = top(table(player(box="1 shield"), player()), "G1", 1)
    refused(state, "buy G1 slot 1", "costs 2 shields, and you have 1 shield")


def test_an_empty_pile_stays_empty() -> None:
    """Nothing can be bought from it."""
    state = table(player(box=RICH), player())
    state = replace(state, grid=((), *state.grid[1:]))
    refused(state, "buy G1 slot 1", "empty")
    assert len(buys(state)) == 9


def test_discounts_lower_the_cost() -> None:
    """Each active discount leader takes 1 of its resource off, both if there are two."""
    own = player(box="2 shield 1 servant", leaders=(1, 2), played=(SERVANT_DISCOUNT, SHIELD_DISCOUNT))
    state = top(table(own, player()), "G1", 9)
    assert CARDS[9].cost == amounts("3 shield")
    after = play(state, "buy G1 slot 1")
    assert after.players[0].strongbox == amounts("1 servant")


def test_a_discount_does_not_touch_other_costs() -> None:
    """A discount of a resource that the card does not ask for changes nothing."""
    own = player(box="2 stone", leaders=(1, 2), played=(SERVANT_DISCOUNT,))
    state = top(table(own, player()), "Y1", 12)
    refused(state, "buy Y1 slot 1", "costs 3 stones")


def test_a_discount_may_be_waived() -> None:
    """A player may pay the printed cost, or anything between it and the discounted one; not more."""
    own = player(box="4 shield 4 servant", leaders=(1, 2), played=(SERVANT_DISCOUNT, SHIELD_DISCOUNT))
    state = top(table(own, player(), phase=START), "G2", 21)
    state = replace(state, players=(replace(own, slots=((1,), (), ())), state.players[1]))
    for paid in ("2shield@box servant@box", "3shield@box servant@box", "3shield@box 2servant@box"):
        assert play(state, f"buy G2 slot 1 with {paid}").phase == DONE
    refused(state, "buy G2 slot 1 with 4shield@box servant@box", "costs 1 servant and 2 shields")


def test_exactly_one_main_action() -> None:
    """A turn cannot end before the main action, and has only one."""
    state = table(player(box="2 coin"), player(), line="r1", marbles="white white white white")
    refused(state, "end", "before your main action")
    done = play(state, "market r1")
    for move in ("market r2", "buy G1 slot 1", "produce basic coin+coin>stone"):
        refused(done, move, "made your main action")
    assert listed(done) == {"end", "discard leader 1", "discard leader 2"}


def test_the_market_is_always_possible() -> None:
    """A player with nothing at all can still visit any of the seven lines."""
    assert {move for move in listed(table(player(), player())) if move.startswith("market")} == {
        f"market {line}" for line in ("r1", "r2", "r3", "c1", "c2", "c3", "c4")
    }


def test_turns_go_round() -> None:
    """After seat 1 of 2 comes seat 0; the number of the turn grows."""
    state = table(player(), player(), phase=DONE)
    second = play(state, "end")
    assert (actors(second), turn(second), second.phase) == ((1,), 2, START)
    third = play(replace(second, phase=DONE), "end", seat=1)
    assert (actors(third), turn(third)) == ((0,), 3)


def test_nobody_plays_out_of_turn() -> None:
    """Seats that are not on turn, or not there, are refused."""
    state = table(player(), player())
    refused(state, "market r1", "not your turn", seat=1)
    with pytest.raises(IllegalMove, match="no seat 2"):
        apply(state, 2, legal(state, 0)[0])
    with pytest.raises(IllegalMove, match="no move"):
        apply(state, 0, "market r1")  # type: ignore[arg-type]  # as a program without types might do


SIX = ((1, 17, 33), (2, 18), (3,))


def test_the_seventh_card_calls_the_last_round() -> None:
    """Seat 0 of 2 buys the 7th card: seat 1 still has its turn, then the game ends."""
    state = top(table(player(box=RICH, slots=SIX), player()), "P3", 34)
    called = play(state, "buy P3 slot 2")
    assert called.ending
    last = play(called, "end")
    assert not over(last)
    assert actors(last) == (1,)
    ended = play(replace(last, phase=DONE), "end", seat=1)
    assert ended.phase == OVER
    assert actors(ended) == ()
    assert winners(ended) == (0,)
    refused(ended, "market r1", "game is over")


def test_the_last_seat_ends_the_game_with_its_own_turn() -> None:
    """If the last player triggers the end, no further turn follows."""
    state = table(player(), player(faith=23, box="1 shield", slots=((3,), (), ())), seat=1)
    ended = play(state, "produce slot 1", "collect", "end", seat=1)
    assert over(ended)


def test_a_later_trigger_changes_nothing() -> None:
    """There is one last round, even if another marker reaches 24 in it."""
    state = table(
        player(faith=24), player(faith=23, box="1 shield", slots=((3,), (), ())), player(), ending=True, seat=1
    )
    after = play(state, "produce slot 1", "collect", "end", seat=1)
    assert actors(after) == (2,)
    assert over(play(replace(after, phase=DONE), "end", seat=2))


def test_a_skipped_turn_ends_without_a_main_action() -> None:
    """Whoever is gone before the main action loses the turn, nothing else."""
    state = table(player(shelves=("1 coin", "", "")), player())
    assert skip(state, 0) == (SKIP,)
    assert "skip" not in listed(state)
    after = apply(state, 0, SKIP)
    assert after == replace(state, seat=1, turn=2)
    assert skip(state, 1) == ()


def test_pending_resources_of_the_absent_are_dropped_without_faith() -> None:
    """What was taken and not stored vanishes; what was stored stays."""
    state = table(player(), player(), line="r1", marbles="white grey yellow yellow")
    state = play(state, "market r1", "store coin 2")
    after = apply(state, 0, SKIP)
    assert shelves(after) == ("", "1 coin", "")
    assert [one.faith for one in after.players] == [0, 0]
    assert (after.phase, after.seat, sum(after.pending)) == (START, 1, 0)


def test_productions_of_the_absent_are_reverted() -> None:
    """Inputs that were paid come back."""
    state = table(player(shelves=("1 coin", "", ""), box="1 coin"), player())
    after = apply(play(state, "produce basic coin+coin>stone"), 0, SKIP)
    assert after.players == state.players
    assert after.production is None


def test_a_finished_turn_is_simply_ended() -> None:
    """After the main action the skip is the ordinary end of the turn."""
    state = table(player(), player(), phase=DONE)
    assert [type(action).__name__ for action in skip(state, 0)] == ["EndTurn"]


def test_set_up_is_not_skipped_but_chosen() -> None:
    """At set-up the house makes choices, so a bare skip is refused."""
    state = table(player(leaders=()), player(), phase=SETUP)
    with pytest.raises(IllegalMove, match="choose your leaders"):
        apply(state, 0, SKIP)


def test_every_phase_can_refuse() -> None:
    """Every phase but the last has a reason to give, and every rule names phases that exist."""
    assert set(_NOT_NOW) == {SETUP, START, STORING, PRODUCING, DONE}
    assert all(rule.phases and set(rule.phases) <= set(_NOT_NOW) for rule in _RULES.values())
