"""How Splendor looks to a searcher."""

from __future__ import annotations

from bottega.bots.dice import Dice
from bottega.bots.search import ONE
from bottega.bots.sight.splendor import MOVES, PLACE_OF, ROWS, Sight, features
from bottega.games import splendor
from bottega.testing.splendor import table, who
from tests.bots.positions import positions


def test_features_are_rows() -> None:
    """Every position gives rows that there are, each once."""
    for number in range(3):
        for state, seat in positions(splendor, 2 + number % 3, number):
            rows = features(state, seat, (seat + 1) % len(state.players))
            assert all(0 <= row < ROWS for row in rows)
            assert len(set(rows)) == len(rows)


def test_every_action_has_its_place() -> None:
    """Whatever is legal and is no return of tokens has an output of its own."""
    assert len(set(PLACE_OF.values())) == len(PLACE_OF)
    assert max(PLACE_OF.values()) == MOVES - 7
    for state, seat in positions(splendor, 3, 2):
        if state.phase is not splendor.Phase.RETURN:
            assert all(action in PLACE_OF for action in splendor.legal(state, seat))


def test_prestige_is_good() -> None:
    """Whoever has more prestige, all else alike, has the better chance."""
    state = table(who(cards=[71, 75]), who(cards=[30, 38]))
    (first, second), _ = Sight().appraise(state)
    assert first > ONE // 2 > second


def test_a_won_game_is_certain() -> None:
    """When it is over, chances are what came of it."""
    state = table(who("b4", cards=[85, 89, 71]), who(cards=[]), up=[7])
    state = splendor.apply(state, 0, splendor.Buy(7))
    state = splendor.apply(state, 1, splendor.legal(state, 1)[0])
    assert splendor.over(state)
    assert Sight().appraise(state)[0] == [ONE, 0]


def test_another_card_comes_every_time() -> None:
    """The top of the deck that an action draws from is any of its cards; other decks stay as they are."""
    state = table(who("w1 b1 g1 r1"), who(), up=[0])
    dice, action = Dice(b"dice"), splendor.Buy(0)
    after = {splendor.apply(Sight().shaken(state, action, dice), 0, action).face_up for _ in range(40)}
    assert len(after) > 10
    assert Sight().shaken(state, splendor.legal(state, 0)[0], dice) == state


def test_covered_nothing_turns_up() -> None:
    """The slot stays empty, so that luck is not taken for merit."""
    state = table(who("w1 b1 g1 r1"), who(), up=[0])
    covered = Sight().covered(state, splendor.Buy(0))
    assert covered is not None
    assert -1 in splendor.apply(covered, 0, splendor.Buy(0)).face_up
