"""The names by which bots are asked to a table."""

from __future__ import annotations

from bottega.bots import BOTS as OFFERED
from bottega.bots.names import BOTS, CHARACTERS, FORMER, SKILLS, skill
from bottega.games import GAMES


def test_the_names() -> None:
    """A bot is asked for in one lower-case word; there are five to eight, none called like one of former times."""
    assert BOTS == OFFERED
    assert 5 <= len(BOTS) <= 8
    assert all(name.isalpha() and name.islower() for name in BOTS)
    assert len({*BOTS, *FORMER}) == len(BOTS) + len(FORMER)


def test_everybody_has_a_manner_and_plays_every_game() -> None:
    """A sentence about each, and a skill in each game."""
    assert all(character.manner for character in CHARACTERS)
    assert set(SKILLS) == set(GAMES)
    assert all(len(skills) == len(BOTS) for skills in SKILLS.values())


def test_the_later_the_stronger() -> None:
    """Nobody thinks less or sees less clearly than those before."""
    for game in GAMES:
        skills = [skill(bot, game) for bot in BOTS]
        assert skills == sorted(skills, key=lambda each: (each.simulations, -each.haze))
        assert skills[0].haze
        assert not skills[-1].haze
        assert len(set(skills)) == len(skills)
