"""What all Renaissance kits need: a deal and next cards as they were told."""

from __future__ import annotations

import pytest

from bottega.conform.kit import Impossible
from bottega.conform.renaissance import GAME, SEED, dealt, in_turn, revealing, turned_up, with_token, with_tops
from bottega.games import renaissance
from bottega.games.renaissance.actions import EndTurn, Keep, Market
from bottega.games.renaissance.model import State


def _told(seats: int = 2) -> tuple[list[str], State]:
    return ["ann", "bob", "cay", "dan"][:seats], renaissance.new(seats, bytes([7]) * 32)


def test_a_game_is_dealt_as_told() -> None:
    """Market, top cards and leaders are those that were told, in the order of play that was told."""
    names, state = _told()
    tops = {pile: cards[-1] for pile, cards in enumerate(state.grid)}
    offers = {name: state.players[seat].offered for seat, name in enumerate(names)}
    deal = dealt(names, state.market, tops, offers)
    assert deal.order == ("ann", "bob")
    assert deal.state.market == state.market
    assert [pile[-1] for pile in deal.state.grid] == [pile[-1] for pile in state.grid]
    assert [player.offered for player in deal.state.players] == [player.offered for player in state.players]


@pytest.mark.parametrize("wrong", ["market", "card", "leader"])
def test_what_cannot_be_dealt(wrong: str) -> None:
    """There are thirteen marbles of certain colours, cards have their piles, and no leader is there twice."""
    names, state = _told()
    market = (0,) * 13 if wrong == "market" else state.market
    tops = {0: 48} if wrong == "card" else {}
    offers = {name: state.players[0 if wrong == "leader" else seat].offered for seat, name in enumerate(names)}
    with pytest.raises(Impossible, match=wrong):
        dealt(names, market, tops, offers)


def _solo() -> State:
    state = renaissance.new(1, SEED)
    state = renaissance.apply(state, 0, Keep(state.players[0].offered[:2]))
    for action in (Market("r1"),):
        state = renaissance.apply(state, 0, action)
    while state.phase == "storing":
        state = renaissance.apply(state, 0, renaissance.legal(state, 0)[-1])
    return state


def test_a_token_and_the_cards_below_it() -> None:
    """The token that was told comes next, and the cards that were told lie there when it has discarded two."""
    state = with_token(_solo(), 0, 0, "solo")
    assert revealing(state, 0, (EndTurn(),))
    assert turned_up(state, 0, (EndTurn(),)) == [0]
    for told in state.grid[0][:-1]:
        after = GAME.apply(with_tops(state, 0, (EndTurn(),), {0: told}), 0, EndTurn())
        assert after.grid[0][-1] == told
    with pytest.raises(Impossible, match="card 48"):
        with_tops(state, 0, (EndTurn(),), {0: 48})
    with pytest.raises(Impossible, match="token 9"):
        with_token(state, 9, 9, "solo")


def test_whose_turn_it_is() -> None:
    """Nobody's during the set-up, then that of the seat on turn."""
    assert not in_turn(renaissance.new(2, SEED), 0)
    assert in_turn(_solo(), 0)
    assert not in_turn(None, None)
