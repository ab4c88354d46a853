"""sagrada-text's lines, built from what the receiver may see."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.testing.sagrada import play, situation
from bottega.wire.sagrada_text import words
from bottega.wire.sagrada_text.passages import Passage

GAME = situation(placed="B3@1", pool="R1 Y2", track=["G5 P6", "R2"], tools=[2, 4, 12])
VIEW = sagrada.view(GAME, 0)


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("draftpool", ["SEND draftpool 0,RED,ONE 1,YELLOW,TWO"]),
        ("roundtrack", ["SEND roundtrack 0,GREEN,FIVE 0,PURPLE,SIX 1,RED,TWO"]),
        ("game_status", ["SEND game_status false 2 2 true 0"]),
    ],
)
def test_the_board(what: str, lines: list[str]) -> None:
    """What lies on the table, in the words of the document: dice colour first, rounds from 0."""
    assert words.BOARD[what](VIEW) == lines


def test_cards_are_one_word_a_part() -> None:
    """Names and texts have no blanks: every line has as many words as the document says."""
    assert [len(line.split()) for line in words.BOARD["pub"](VIEW)] == [5, 5, 5]
    assert [len(line.split()) for line in words.BOARD["tool"](VIEW)] == [6, 6, 6]
    (private,) = words.BOARD["priv"](VIEW)
    assert len(private.split()) == 6


def test_a_paid_tool_is_used() -> None:
    """The last word of a tool is whether somebody has paid for it."""
    after = sagrada.view(play(GAME, "tool 2"), 0)
    assert [line.split()[-1] for line in words.BOARD["tool"](after)] == ["true", "false", "false"]


def test_windows_are_being_chosen() -> None:
    """Before the first round there is no round and nobody's turn, and four windows to choose from."""
    view = sagrada.view(sagrada.new(2, bytes(32)), 0)
    assert words.BOARD["game_status"](view) == ["SEND game_status true 2 -1 false -1"]
    assert len(words.draft(view)) == 4
    assert words.schema_of(view, 1) == []
    assert words.draft(VIEW) == []


def test_a_die_hides_what_is_printed() -> None:
    """A space with a die is sent as the die, one without as its print, an empty white one not at all."""
    (line,) = words.schema_of(VIEW, 0)
    cells = line.split()[4:]
    assert line.startswith("SEND schema Kaleidoscopic_Dream 4 ")
    assert "D,1,BLUE,THREE" in cells
    assert not any(cell.startswith(("C,1,", "C,2,")) for cell in cells)


def test_a_tool_in_hand_is_shown_to_its_player_alone() -> None:
    """The first move of Lathekin is seen by whoever makes it; the others see the window as it was."""
    state = play(situation(placed="B3@1 R6@2", tools=[4]), "tool 4", "move 1>6")
    assert "D,6,BLUE,THREE" in words.schema_of(sagrada.view(state, 0), 0)[0]
    assert "D,1,BLUE,THREE" in words.schema_of(sagrada.view(state, 1), 0)[0]


@pytest.mark.parametrize(("name", "said"), [("ann", "ann"), ("Ann Lee", "Ann_Lee"), ("a,b", "a_b"), ("a\tb", "a_b")])
def test_a_name_is_one_word(name: str, said: str) -> None:
    """Names of other protocols may hold what lines are cut at here."""
    assert words.player_name(name) == said


@pytest.mark.parametrize(
    ("passage", "line"),
    [
        (Passage("turn_start", 3, 9, 1, second=True), "GAME turn_start 1 1"),
        (Passage("turn_end", 3, 9, 0), "GAME turn_end 0 0"),
        (Passage("round_start", 1), "GAME round_start 0"),
        (Passage("round_end", 10), "GAME round_end 9"),
    ],
)
def test_passages(passage: Passage, line: str) -> None:
    """Turns are told with seat and number, rounds count from 0."""
    assert words.passed(passage) == line


def test_the_course_of_a_match() -> None:
    """Lobby, start, lists and end, each in the order of the document."""
    assert words.lobby(3) == "LOBBY 3"
    assert words.game_start(4, 2) == "GAME start 4 2"
    assert words.list_options("FLIP") == "LIST_OPTIONS 0,FLIP"
    assert words.list_placements([3, 17]) == "LIST_PLACEMENTS 3 17"
    assert words.list_placements([]) == "LIST_PLACEMENTS"
    assert words.game_end([(1, 40), (0, -3)]) == "GAME end 1,40,1 0,-3,2"
