"""A finished game looked at again: judgements from what a seat could know, and accounts that add up."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.bots import choose
from bottega.bots.study import Judgement, judge, review
from bottega.bots.thought import Line
from bottega.games import GAMES
from bottega.games.core import AnyGame
from tests.bots.positions import positions

FEW = 24
BEGINNING = GAMES["splendor"].new(2, bytes(32))


def _decisions(game: AnyGame, places: slice) -> list[tuple[Any, int, str]]:
    """Some of the choices in a random game: state, seat and action."""
    return [
        (state, seat, str(choose("random", game, state, seat, b"any"))) for state, seat in positions(game, 2, 1)[places]
    ]


def _judged(seat: int, played: float, best: float, chances: tuple[float, ...], seq: int = 1) -> Judgement:
    return Judgement(seq, seat, "x", chances, (0.0,) * len(chances), played, best, ())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_decision_is_judged_for_every_seat(game: AnyGame) -> None:
    """Chances lie between 0 and 1 and add up to 1, the best is never less than what was played, lines are sorted."""
    judged = 0
    for state, seat, action in _decisions(game, slice(12)):
        found = judge(game, state, seat, action, b"any", seq=7, simulations=FEW)
        if found is None:
            assert len(game.legal(state, seat)) < 2
            continue
        judged += 1
        assert (found.seq, found.seat, found.action) == (7, seat, action)
        assert sum(found.chances) == pytest.approx(1.0, abs=0.01)
        assert 0 <= found.played <= found.best <= 1
        assert found.given_away == found.best - found.played
        chances = [line.chances for line in found.lines]
        assert chances == sorted(chances, reverse=True)
        assert 1 <= len(chances) <= 3
    assert judged


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_judgement_knows_what_its_seat_knows(game: AnyGame) -> None:
    """Whatever is dealt where the seat cannot look, the judgement is the same; and it is the same every time."""
    for state, seat, action in _decisions(game, slice(20, 23)):
        first = judge(game, state, seat, action, b"any", simulations=FEW)
        other = game.redeal(state, seat, bytes([9]) * 32)
        assert judge(game, other, seat, action, b"any", simulations=FEW) == first


def test_what_was_hardly_tried_is_looked_at_for_itself() -> None:
    """An action that nobody would think of has a chance of its own, not none."""
    game = GAMES["splendor"]
    poor = str(game.legal(BEGINNING, 0)[-1])
    found = judge(game, BEGINNING, 0, poor, b"any", simulations=200)
    assert found is not None
    assert poor not in {line.actions[0] for line in found.lines}
    assert 0 < found.played <= found.best


def test_accounts_add_up() -> None:
    """What the game began with, the own choices, the others' and luck make the result, for every seat."""
    judgements = [
        _judged(0, 0.4, 0.5, (0.5, 0.5), 3),
        _judged(1, 0.6, 0.6, (0.4, 0.6), 4),
        _judged(0, 0.2, 0.5, (0.5, 0.5), 5),
    ]
    found = review(judgements, 2, (1,), 24)
    for seat, account in enumerate(found.accounts):
        assert account.began + account.own + account.others + account.luck == pytest.approx(float(seat == 1))
    first, second = found.accounts
    assert first.own == pytest.approx(-0.4)
    assert second.own == 0
    assert second.others == pytest.approx(0.4)
    assert first.accuracy == pytest.approx((0.8 + 0.4) / 2)
    assert second.accuracy == 1
    assert (first.decisions, second.decisions) == (2, 1)


def test_turning_points_are_where_the_chances_changed_most() -> None:
    """At most three, in the order of the game; the end counts as well."""
    chances = [0.5, 0.5, 0.9, 0.9, 0.4, 0.45]
    judgements = [_judged(0, each, each, (each, 1 - each), seq) for seq, each in enumerate(chances, 1)]
    assert review(judgements, 2, (1,), 24).turning_points == (2, 4, 6)


def test_a_game_without_decisions_has_accounts_too() -> None:
    """Nobody chose anything: everything was luck, and nothing was given away."""
    for winners in ((0, 1), None):
        found = review([], 2, winners, 24)
        assert [account.luck for account in found.accounts] == [0, 0]
        assert found.turning_points == ()


def test_a_game_that_was_not_played_out_ends_where_it_stood() -> None:
    """Who left early has neither won nor lost by luck."""
    found = review([_judged(0, 0.5, 0.6, (0.5, 0.5), 3), _judged(1, 0.3, 0.3, (0.7, 0.3), 4)], 2, None, 24)
    for account, chance in zip(found.accounts, (0.7, 0.3), strict=True):
        assert account.began + account.own + account.others + account.luck == pytest.approx(chance)


def test_a_line_is_told_with_what_follows() -> None:
    """What would have been better comes with the answers that were expected."""
    game = GAMES["splendor"]
    found = judge(game, BEGINNING, 0, str(game.legal(BEGINNING, 0)[0]), b"any", simulations=60)
    assert found is not None
    assert all(isinstance(line, Line) and line.actions for line in found.lines)
