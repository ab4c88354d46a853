"""The line protocol: a question is understood as it was meant, and an answer is a move or a sentence about why not."""

from __future__ import annotations

import pytest

from bottega.games import GAMES
from bottega.outside.words import Question, Unfit, answer, ask, heard

SPLENDOR = GAMES["splendor"]
STATE = SPLENDOR.new(2, bytes(32))


def question(name: str = "splendor", simulations: int | None = None, seconds: float | None = None) -> Question:
    """The first question of a game."""
    game = GAMES[name]
    state = game.new(2, bytes(32))
    seat = game.actors(state)[0]
    return Question(
        game, 2, seat, game.view(state, seat), tuple(game.legal(state, seat)), b"seed", simulations, seconds
    )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_question_is_heard_as_it_was_asked(name: str) -> None:
    """Whatever the game, with and without a budget, one after the other."""
    asked = [question(name), question(name, 100, 0.5)]
    assert list(heard(line for each in asked for line in ask(each))) == asked


def test_what_a_question_looks_like() -> None:
    """Game, view, a line for each legal action, and ``go``."""
    game, view, *legal, go = ask(question(simulations=7, seconds=1.5))
    assert game == "game splendor rules 1 seats 2 seat 0"
    assert view.startswith('view {"')
    assert legal == [f"legal {action}" for action in SPLENDOR.legal(STATE, 0)]
    assert go == "go seed 73656564 simulations 7 seconds 1.5"


def test_answers() -> None:
    """A listed action, one that the rules accept as well, or information that is passed over."""
    first = SPLENDOR.legal(STATE, 0)[0]
    assert answer(question(), STATE, f"play {first}") == first
    assert answer(question(), STATE, "info thinking hard") is None
    assert answer(question(), STATE, "") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take wbg", "'take wbg' is no answer; an answer is: play ACTION"),
        ("play dance", "'dance' is no action of splendor"),
        ("play buy 1", "'buy 1' is refused: "),
        ("x" * 100, "x…' is no answer"),
    ],
)
def test_what_is_no_answer(line: str, said: str) -> None:
    """It is said what was wrong, and not more of it than fits a line."""
    with pytest.raises(Unfit) as reason:
        answer(question(), STATE, line)
    assert said in str(reason.value)


@pytest.mark.parametrize(
    "lines",
    [
        ["view {}"],
        ["go seed 00"],
        ["game chess rules 1 seats 2 seat 0"],
        ["game splendor"],
        ["game splendor rules 1 seats 2 seat 0", "view {}"],
        ["game splendor rules 1 seats 2 seat 0", "legal dance"],
    ],
)
def test_what_is_no_question(lines: list[str]) -> None:
    """A bot that is written here says so."""
    with pytest.raises(Unfit):
        list(heard(lines))
