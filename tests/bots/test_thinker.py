"""How the characters choose."""

from __future__ import annotations

import pytest

from bottega.bots.names import Skill
from bottega.bots.thinker import think
from bottega.games import renaissance, splendor
from bottega.games.core import AnyGame
from bottega.testing.splendor import table, who
from tests.bots.positions import positions


def test_an_evaluation_tells_what_was_thought(game: AnyGame) -> None:
    """Chances add up, every seat has points, and every line begins with a legal action, the most tried first."""
    for state, seat in positions(game, 2, 8)[3::40]:
        thought = think(game, Skill(simulations=40), state, seat, b"seed")
        evaluation = thought.evaluation
        assert sum(evaluation.chances) == pytest.approx(1.0, abs=0.01)
        assert len(evaluation.points) == 2
        legal = [str(action) for action in game.legal(state, seat)]
        assert all(line.actions[0] in legal for line in evaluation.lines)
        visits = [line.visits for line in evaluation.lines]
        assert visits == sorted(visits, reverse=True)
        if len(visits) > 1:
            assert sum(visits) == evaluation.simulations == 40
        assert str(thought.action) == evaluation.lines[0].actions[0]


def test_where_nothing_is_to_be_decided_nobody_thinks() -> None:
    """A turn of Masters of Renaissance with nothing left to do in it is ended after one simulation."""
    for state, seat in positions(renaissance, 2, 8):
        if state.phase == "done" and not state.players[seat].hand:
            thought = think(renaissance, Skill(simulations=40), state, seat, b"seed")
            assert (str(thought.action), thought.evaluation.simulations) == ("end", 1)


def test_whoever_looks_one_action_ahead_looks_at_all_of_them() -> None:
    """Without simulations every legal action is judged once."""
    state = splendor.new(2, seed=bytes(32))
    thought = think(splendor, Skill(), state, 0, b"seed")
    assert len(thought.evaluation.lines) == len(splendor.legal(state, 0))


def test_haze_makes_choices_differ() -> None:
    """Somebody who sees clearly does the same whatever the seed; somebody who misjudges does not."""
    state = table(who("w1 b1 g1 r1"), who(), up=[0, 16, 24, 32])

    def chosen(skill: Skill) -> set[splendor.Action]:
        return {think(splendor, skill, state, 0, bytes([number])).action for number in range(12)}

    assert len(chosen(Skill(haze=0.8))) > 3
    assert len(chosen(Skill())) == 1


def test_a_liking_shows() -> None:
    """Whoever likes cards with prestige reserves one where others would not."""
    state = table(who(), who(), up=[0, 16, 24, 77])
    liked = think(splendor, Skill(fancy=1.0), state, 0, b"seed").action
    assert isinstance(liked, splendor.Reserve)
    assert splendor.CARDS[liked.card].prestige
