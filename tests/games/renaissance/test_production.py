"""Productions: what they take and give, once a turn, all inputs before any output."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.renaissance import apply
from bottega.games.renaissance.actions import ProduceBasic, ProduceLeader
from bottega.games.renaissance.model import DONE, PRODUCING, START
from bottega.testing.renaissance import amounts, listed, play, player, refused, shelves, table

SHIELD_PRODUCTION, COIN_PRODUCTION = 13, 16


def test_case_15_two_coins_for_a_coin() -> None:
    """Equal inputs, and an output equal to them, are legal; the coin goes to the strongbox."""
    state = table(player(shelves=("", "2 coin", "")), player())
    after = play(state, "produce basic coin+coin>coin", "collect")
    assert shelves(after) == ("", "", "")
    assert after.players[0].strongbox == amounts("1 coin")
    assert after.phase == DONE


def test_case_15_faith_is_no_input_and_no_output() -> None:
    """The basic production neither takes nor gives faith (or anything else that is no resource)."""
    state = table(player(shelves=("", "2 coin", "")), player())
    for action in (ProduceBasic((0, 0), 4), ProduceBasic((0, 4), 0), ProduceBasic((0, 0, 0), 0)):
        with pytest.raises(IllegalMove, match=r"never faith|exactly two"):
            apply(state, 0, action)


def test_case_15_basic_production_once_a_turn() -> None:
    """Activating it twice in one turn is refused."""
    state = play(table(player(box="9 coin"), player()), "produce basic coin+coin>stone")
    refused(state, "produce basic coin+coin>stone", "once a turn")


def test_all_inputs_are_paid_before_any_output() -> None:
    """What one production gives cannot feed another of the same turn."""
    own = player(shelves=("", "2 coin", ""), slots=((3,), (), ()))
    state = play(table(own, player()), "produce basic coin+coin>shield")
    refused(state, "produce slot 1", "costs 1 shield, and you have nothing")
    assert state.players[0].strongbox == amounts("")


def test_several_productions_arrive_together() -> None:
    """A card and the basic production: inputs leave at once, outputs and faith arrive with the last."""
    own = player(shelves=("1 shield", "2 coin", ""), slots=((3,), (), ()))
    state = play(table(own, player()), "produce slot 1", "produce basic coin+coin>stone")
    assert state.phase == PRODUCING
    assert [one.faith for one in state.players] == [0, 0]
    after = play(state, "collect")
    assert after.players[0].strongbox == amounts("1 stone")
    assert [one.faith for one in after.players] == [1, 0]
    assert after.production is None


def test_only_the_top_card_of_a_slot_produces() -> None:
    """A covered card no longer produces."""
    own = player(box="1 coin 1 shield", slots=((3, 18), (), ()))
    after = play(table(own, player()), "produce slot 1", "collect")
    assert after.players[0].strongbox == amounts("1 shield")
    assert after.players[0].faith == 2


def test_an_empty_slot_produces_nothing() -> None:
    """A slot without cards cannot be activated."""
    refused(table(player(box="9 coin"), player()), "produce slot 2", "empty")


def test_a_production_leader_gives_a_resource_and_faith() -> None:
    """1 printed resource for 1 of choice and 1 faith; the choice is never faith."""
    own = player(box="1 shield", leaders=(SHIELD_PRODUCTION, 1), played=(SHIELD_PRODUCTION,))
    state = table(own, player())
    assert {move for move in listed(state) if move.startswith("produce leader")} == {
        f"produce leader 1>{resource}" for resource in ("coin", "stone", "servant", "shield")
    }
    after = play(state, "produce leader 1>stone", "collect")
    assert after.players[0].strongbox == amounts("1 stone")
    assert after.players[0].faith == 1
    refused(state, "produce leader 2>stone", "no number 2")
    with pytest.raises(IllegalMove, match="never faith"):
        apply(state, 0, ProduceLeader(1, 4))


def test_production_leaders_are_numbered_as_they_were_played() -> None:
    """The first one played is number 1, whatever its place in the hand."""
    own = player(
        box="1 coin", leaders=(SHIELD_PRODUCTION, COIN_PRODUCTION), played=(COIN_PRODUCTION, SHIELD_PRODUCTION)
    )
    state = table(own, player())
    assert "produce leader 1>coin" in listed(state)
    refused(state, "produce leader 2>coin", "costs 1 shield")


def test_a_production_is_paid_from_named_places() -> None:
    """The payment may say where each input comes from."""
    state = table(player(shelves=("1 coin", "", ""), box="1 coin 1 stone"), player())
    after = play(state, "produce basic coin+stone>shield with coin@box stone@box", "collect")
    assert shelves(after) == ("1 coin", "", "")
    assert after.players[0].strongbox == amounts("1 shield")
    refused(state, "produce basic coin+stone>shield with coin@box coin@1", "costs 1 coin and 1 stone")


def test_productions_can_be_reverted() -> None:
    """Until they are collected, productions can be taken back: nothing was spent, the main action is free."""
    own = player(shelves=("1 shield", "2 coin", ""), slots=((3,), (), ()))
    state = table(own, player())
    after = play(state, "produce slot 1", "produce basic coin+coin>stone", "revert")
    assert after == state
    assert after.phase == START
    refused(state, "revert", "before your main action")
    refused(state, "collect", "before your main action")


def test_no_leaders_in_the_middle_of_productions() -> None:
    """Leader actions come before or after the main action."""
    state = play(table(player(box="2 coin"), player()), "produce basic coin+coin>stone")
    refused(state, "discard leader 1", "finish your productions")
    refused(state, "end", "finish your productions")


def test_faith_of_productions_can_bring_a_report() -> None:
    """The marker moves by the sum, then one check."""
    own = player(faith=6, box="1 coin 1 shield", slots=((3,), (2, 18), ()))
    after = play(table(own, player(faith=5)), "produce slot 1", "produce slot 2", "collect")
    assert [one.faith for one in after.players] == [9, 5]
    assert after.reports == 1
