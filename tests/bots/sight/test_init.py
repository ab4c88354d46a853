"""Every game has a sight."""

from __future__ import annotations

from bottega.bots import choose
from bottega.bots.dice import Dice
from bottega.bots.sight import sight_of
from bottega.games import GAMES
from bottega.games.core import AnyGame
from tests.bots.positions import positions


def test_every_game_is_seen() -> None:
    """It is made once, and kept."""
    assert all(sight_of(name) is sight_of(name) for name in GAMES)


def test_chances_are_those_of_the_seats(game: AnyGame) -> None:
    """Each seat has a chance between nothing and certainty, and all of them make a certainty; so it is at the end."""
    for seats in (2, 3, 4):
        for state, _ in positions(game, seats, 4)[::17]:
            values, _ = sight_of(game.NAME).appraise(state)
            assert len(values) == seats
            assert 0.98 < sum(values) / 65536 < 1.02
            assert min(values) >= 0


def test_points_at_the_end_are_the_points(game: AnyGame) -> None:
    """When nothing more can come, what is expected is what there is."""
    state, seat = positions(game, 2, 9)[-1]
    for count in range(3000):
        if not game.actors(state):
            break
        seat = game.actors(state)[0]
        state = game.apply(state, seat, choose("random", game, state, seat, count.to_bytes(4, "big")))
    assert game.over(state)
    assert list(sight_of(game.NAME).points(state)) == [score.total for score in game.scores(state)]


def test_what_an_action_reveals_is_drawn_anew(game: AnyGame) -> None:
    """The state looks the same to everybody, and the seat may do the same."""
    dice = Dice(b"dice")
    for state, seat in positions(game, 2, 4)[::19]:
        for action in game.legal(state, seat):
            shaken = sight_of(game.NAME).shaken(state, action, dice)
            assert game.view(shaken, seat) == game.view(state, seat)
