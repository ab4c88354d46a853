"""What notifications say, in three languages."""

from __future__ import annotations

from string import Formatter
from typing import get_args

import pytest

from bottega.games import GAMES as ALL_GAMES
from bottega.server.letters import GAMES, TEXTS, TITLES, letter_of
from bottega.table.notifications import Cause, Notification
from bottega.table.ways import Language


def _told(cause: Cause, *others: str) -> Notification:
    return Notification("t1", "sagrada", cause, 3, "Ada", others, ())


@pytest.mark.parametrize("language", get_args(Language))
def test_every_language_says_everything(language: Language) -> None:
    """The same texts, with the same gaps to be filled, for every cause and game."""
    assert set(TITLES[language]) == set(Cause)
    assert set(GAMES[language]) == set(ALL_GAMES)
    assert {key: _gaps(text) for key, text in TEXTS[language].items()} == {
        key: _gaps(text) for key, text in TEXTS["en"].items()
    }
    for cause in Cause:
        letter = letter_of(_told(cause, "Bob", "Cyd"), language, "https://games.example")
        assert "Sagrada" in letter.title
        assert letter.text.endswith("Bob, Cyd")
        assert letter.link == "https://games.example/table/t1"


def test_somebody_who_plays_alone() -> None:
    """Is told of no company."""
    assert letter_of(_told(Cause.OVER), "en", "").text == ""


def _gaps(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}
