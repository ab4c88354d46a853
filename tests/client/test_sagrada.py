"""What both clients of Sagrada need."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.client.core import Nonsense
from bottega.client.sagrada import Board, Told, as_told, die, seen, spaces, state_of, step_of, with_pool
from bottega.games import sagrada
from bottega.games.sagrada.model import OVER
from tests.games.play import as_seed


def _playing() -> sagrada.State:
    state = sagrada.new(2, as_seed(3), sagrada.Options(tools=12))
    for seat in (0, 1):
        state = sagrada.apply(state, seat, sagrada.legal(state, seat)[0])
    return state


def test_a_state_of_what_was_told() -> None:
    """What was told is so; secrets are dealt, and do not get into the view, not even at the end."""
    board = Board(window=3, tokens=4)
    told = Told(1, 2, 1, (board, board), (4, 5), ((1, 2),), tools=(1, 2, 3), paid=(True, False, False), private=2)
    state = state_of(told)
    assert sum(state.bag) == 90 - 4
    assert state.paid == (1, 0, 0)
    assert state_of(told, replace(state, paid=(3, 0, 0))).paid == (3, 0, 0)
    view = seen(state, 1)
    assert view.players[1].private == ("G",)
    ended = seen(replace(state, round=OVER, step=0), 1)
    assert [player.private for player in ended.players] == [(), ("G",)]
    assert ended.scores == ()


def test_what_comes_to_light_is_as_it_was_told() -> None:
    """Of all that chance could do, what it has done is found; what it could not do is nonsense."""
    state = sagrada.apply(_playing(), 0, sagrada.UseTool(6))
    picked = sagrada.PickDie(state.pool[0])
    colour = state.pool[0] // 6
    for value in range(6):
        pool = (colour * 6 + value, *state.pool[1:])
        assert with_pool(state, 0, picked, pool).pool == pool
    with pytest.raises(Nonsense):
        as_told(state, 0, picked, lambda after: after.pool == ())


def test_glazing_hammer_rolls_whatever_was_told() -> None:
    """A whole new pool is taken as it was told."""
    state = replace(_playing(), step=3)
    rolled = tuple(reversed(state.pool))
    assert with_pool(state, 0, sagrada.UseTool(7), rolled).pool == rolled


def test_tracks_and_turns() -> None:
    """A flat track is cut into its rounds; a turn is a place in the order of a round."""
    assert spaces([1, 2, 3, 4], ((1, 2), (3,)), 3) == ((1, 2), (3,), (4,))
    assert spaces([], (), 0) == ()
    with pytest.raises(Nonsense):
        spaces([1], ((1, 2),), 1)
    turns = ((0, False), (1, False), (1, True), (0, True))
    assert [step_of(2, 1, seat, second) for seat, second in turns] == [0, 1, 2, 3]
    assert step_of(2, 2, 1, False) == 0
    assert die("RED", 1) == 0
    with pytest.raises(Nonsense):
        die("PINK", 1)
