"""What a seat may know, and dealing anew what it may not."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.renaissance.cards import LEADERS
from bottega.games.renaissance.model import DONE
from bottega.games.renaissance.view import LeaderView
from bottega.testing.renaissance import SEED, play, player, table


def test_offered_leaders_are_seen_by_their_owner_only() -> None:
    """At set-up others see nothing of the four; the owner remembers them for the whole game."""
    state = renaissance.new(2, SEED)
    assert renaissance.view(state, 0).players[0].offered == state.players[0].offered
    assert renaissance.view(state, 1).players[0].offered == ()
    assert renaissance.view(state, None).players[1].offered == ()


def test_leaders_are_shown_when_played() -> None:
    """In hand and discarded ones stay hidden from others, also after they are gone; positions are known."""
    state = table(player(leaders=(5, 9), played=(9,), discarded=(5,)), player(leaders=(3, 4)))
    assert renaissance.view(state, 0).players[0].leaders == (
        LeaderView(1, 5, "discarded"),
        LeaderView(2, 9, "played"),
    )
    assert renaissance.view(state, 1).players[0].leaders == (
        LeaderView(1, None, "discarded"),
        LeaderView(2, 9, "played"),
    )
    assert [leader.id for leader in renaissance.view(state, 0).players[1].leaders] == [None, None]


def test_only_top_cards_are_seen() -> None:
    """A pile shows its top and its height."""
    state = renaissance.new(2, SEED)
    for pile, cards in zip(renaissance.view(state, 0).grid, state.grid, strict=True):
        assert (pile.top, pile.left) == (cards[-1], 4)
    empty = renaissance.view(replace(state, grid=((), *state.grid[1:])), None).grid[0]
    assert (empty.pile, empty.level, empty.colour, empty.top, empty.left) == ("G1", 1, "green", None, 0)


def test_pending_and_production_are_public() -> None:
    """Everybody sees what was taken and what will be produced."""
    state = table(player(leaders=(9, 10), played=(9, 10)), player(), line="r1", marbles="white grey yellow yellow")
    seen = renaissance.view(play(state, "market r1"), 1)
    assert seen.pending == {"coin": 2, "stone": 1, "servant": 0, "shield": 0}
    assert (seen.whites, seen.white_choices) == (1, ("servant", "shield"))
    state = play(table(player(box="2 coin"), player()), "produce basic coin+coin>stone")
    production = renaissance.view(state, None).production
    assert production is not None
    assert (production.used, production.outputs["stone"]) == ((0,), 1)


def test_production_leaders_are_told_in_order_of_activation() -> None:
    """`produce leader 1` is the one played first, wherever it lies in the hand."""
    state = table(player(leaders=(13, 14), played=(14, 13)), player())
    assert renaissance.view(state, None).leader_inputs == ("servant", "shield")


def test_the_token_stack_is_hidden() -> None:
    """Revealed tokens are seen, the order of the rest is not."""
    state = play(table(player(), tokens=(0, 6, 4, 1, 2, 3, 5), phase=DONE), "end")
    solo = renaissance.view(state, 0).solo
    assert solo is not None
    assert (solo.cross, solo.token, solo.left, solo.revealed) == (2, 5, 6, ("black cross +2",))
    assert renaissance.view(renaissance.new(2, SEED), 0).solo is None


def test_depots_appear_with_their_leaders() -> None:
    """Three shelves always, depots only once their leaders are in play."""
    state = table(player(leaders=(5, 1), played=(5,), depots=(1,)), player())
    own, other = renaissance.view(state, None).players
    assert [(depot.place, depot.resource, depot.count) for depot in own.depots] == [(4, "stone", 1)]
    assert other.depots == ()
    assert [shelf.size for shelf in other.shelves] == [1, 2, 3]


def test_a_view_is_json() -> None:
    """It encodes as it is, and does not contain the seed."""
    seed = bytes(range(32))
    text = msgspec.json.encode(renaissance.view(renaissance.new(4, seed), 2)).decode()
    assert seed.hex() not in text


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_redeal_moves_every_hidden_thing(viewer: int | None) -> None:
    """Over some redeals the cards below the tops, the others' leaders and the seed change; what is known does not."""
    state = table(player(leaders=(5, 9), played=(9,)), player(leaders=(3, 4)))
    state = replace(state, players=(state.players[0], replace(state.players[1], offered=(3, 4, 15, 16))))
    dealt = [renaissance.redeal(state, viewer, bytes([number]) * 32) for number in range(90)]
    assert len({other.chance.seed for other in dealt}) == 90
    assert all(other.grid[3][-1] == state.grid[3][-1] for other in dealt)
    assert len({other.grid[3] for other in dealt}) == 6
    for seat, own in enumerate(state.players):
        hands = {other.players[seat].leaders for other in dealt}
        assert (len(hands) == 1) == (seat == viewer)
        assert all(other.players[seat].played == own.played for other in dealt)
    for other in dealt:
        offered = [leader for one in other.players for leader in one.offered]
        assert len(set(offered)) == 8
        assert set(offered) <= set(LEADERS)
        for one in other.players:
            assert set(one.leaders) <= set(one.offered)


def test_a_redeal_shuffles_the_tokens_left() -> None:
    """In a solo game the order of the stack is anybody's guess; which tokens are in it is known."""
    state = table(player(), tokens=(0, 6, 4))
    stacks = {renaissance.redeal(state, 0, bytes([number]) * 32).tokens for number in range(60)}
    assert len(stacks) == 6
