"""The tree search: it finds what can be found, says the same for the same seed, and draws what it cannot know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bottega.bots.dice import Dice
from bottega.bots.search import ONE, Search
from bottega.bots.sight.splendor import Sight
from bottega.games import GAMES, splendor
from bottega.games.core import AnyGame
from bottega.testing.splendor import table, who
from tests.bots.positions import positions

GAME = GAMES["splendor"]
FOURTEEN = (85, 89, 71)
"""Cards with fourteen prestige."""


class Blind(Sight):
    """A sight that judges every position alike and has no preferences: only the search finds anything."""

    def appraise(self, state: splendor.State) -> tuple[Sequence[int], Any]:
        """Even chances, unless it is over."""
        if splendor.over(state):
            return super().appraise(state)
        return [ONE // 2] * len(state.players), ()

    def moves(self, state: splendor.State, seat: int, known: Any) -> tuple[list[splendor.Action], list[int]]:
        """All alike."""
        actions = splendor.legal(state, seat)
        return actions, [1] * len(actions)


def search(state: Any, seat: int, simulations: int, seed: bytes = b"seed", sight: Any = None) -> Search:
    """A thought of Splendor."""
    thought = Search(GAME, sight or Sight(), state, seat, Dice(seed))
    thought.run(simulations)
    return thought


def test_a_win_is_found() -> None:
    """Whoever can end the game with the last card bought does so, though nothing but the search tells it."""
    state = table(who(), who("b4", cards=FOURTEEN), up=[7, 0, 16, 24], seat=1)
    found = search(state, 1, 300, sight=Blind())
    assert str(found.root.actions[found.best()]) == "buy 7"


def test_a_loss_is_averted() -> None:
    """The card with which the other would win is taken away, by buying or reserving it."""
    state = table(who(), who("b4", cards=FOURTEEN), up=[7, 0, 16, 24])
    found = search(state, 0, 4000, sight=Blind())
    assert str(found.root.actions[found.best()]) == "reserve 7"


def test_the_same_seed_gives_the_same_tree() -> None:
    """Visits and what they brought, to the last number; another seed gives another tree."""
    state = splendor.new(2, seed=bytes(32))

    def tree(seed: bytes) -> list[tuple[str, int, int]]:
        root = search(state, 0, 200, seed).root
        return [(str(action), edge.visits, edge.total) for action, edge in zip(root.actions, root.edges, strict=False)]

    assert tree(b"one") == tree(b"one") != tree(b"two")


def test_every_simulation_is_counted_once() -> None:
    """The tries of all actions add up to the simulations."""
    found = search(splendor.new(3, seed=bytes(32)), 0, 150)
    assert found.simulations == 150 == sum(edge.visits for edge in found.root.edges) == found.root.visits - 1


def test_what_may_come_is_drawn_again_and_again() -> None:
    """An action that turns up a card leads to several states, with several cards; one that does not, to one."""
    state = table(who("w1 b1 g1 r1"), who(), up=[0, 16, 24, 32])
    found = search(state, 0, 400, sight=Blind())
    for action, edge in zip(found.root.actions, found.root.edges, strict=False):
        fresh = {card for node in edge.nodes if node.state for card in node.state.face_up} - set(state.face_up)
        if str(action) == "buy 0":
            assert len(fresh) > 1
        if str(action).startswith("take"):
            assert not fresh


def test_a_deadline_that_has_passed_leaves_one_look() -> None:
    """However short the time, something was tried."""
    thought = Search(GAME, Sight(), splendor.new(2, seed=bytes(32)), 0, Dice(b"late"))
    thought.run(10_000, deadline=0.0)
    assert 1 <= thought.simulations < 100


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_game_can_be_searched(game: AnyGame, seats: int) -> None:
    """Alone or with others, from whatever position, also while several choose at once."""
    from bottega.bots.sight import sight_of

    if seats not in game.SEATS:
        pytest.skip("not played by so many")
    for state, seat in positions(game, seats, 3)[::25]:
        thought = Search(game, sight_of(game.NAME), state, seat, Dice(b"any"))
        thought.run(12)
        assert thought.root.actions[thought.best()] in game.legal(state, seat)
