"""What a window is worth, and who wins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.core import ranking
from bottega.games.sagrada.cards import COLOURS
from bottega.games.sagrada.model import OVER, State
from bottega.games.sagrada.scoring import public_line
from bottega.testing.sagrada import board, situation

RAINBOW_ROW = "R1@0 Y2@1 G3@2 B4@3 P5@4"


@pytest.mark.parametrize(
    ("number", "placed", "points"),
    [
        (1, RAINBOW_ROW, 6),
        (1, "R1@0 Y2@1 G3@2 B4@3", 0),
        (1, "R1@0 Y2@1 G3@2 B4@3 R5@4", 0),
        (1, f"{RAINBOW_ROW} R2@15 Y3@16 G4@17 B5@18 P6@19", 12),
        (2, "R1@0 Y1@5 G1@10 B1@15", 5),
        (2, "R1@0 Y1@5 G1@10", 0),
        (2, "R1@4 Y1@9 G1@14 R2@19", 0),
        (3, RAINBOW_ROW, 5),
        (3, "R1@5 R2@6 R3@7 R4@8 R1@9", 0),
        (4, "R1@2 R2@7 R3@12 R6@17", 4),
        (4, "R1@2 R2@7 R3@12 R1@17", 0),
        (5, "R1@0 G1@1 R2@5 G2@9 B2@10", 4),
        (6, "R3@0 G4@1 R3@5", 2),
        (7, "R5@0 R5@1 R6@3 R6@4 R1@9", 4),
        (8, f"{RAINBOW_ROW} G6@9", 5),
        (8, RAINBOW_ROW, 0),
        (9, "B1@6 B1@10 B1@12 B1@18 Y1@9 Y1@13 Y1@17", 7),
        (9, "R1@0 R2@2 R3@6 R4@10 R5@12", 5),
        (9, "R1@4 R2@5", 0),
        (9, "R1@0 G1@6", 0),
        (9, "P1@0", 0),
        (10, RAINBOW_ROW, 4),
        (10, f"{RAINBOW_ROW} R1@15 R1@16", 4),
    ],
)
def test_public_objectives(number: int, placed: str, points: int) -> None:
    """Sets count once for each complete one; rows and columns only when complete; diagonals count dice."""
    assert public_line(number, board(placed)).points == points


def ended(placed: str, *, colour: str, tokens: int, publics: tuple[int, ...] = (5, 6, 7), seats: int = 2) -> State:
    """The end of a game in which seat 0 has this window and the others an empty one."""
    state = situation(placed=placed, tokens=tokens, pool="", track=["R1"] * 9, seats=seats)
    players = [replace(state.players[0], private=(COLOURS.index(colour),))]
    players += [replace(player, private=(1,), tokens=0) for player in state.players[1:]]
    return replace(state, players=tuple(players), publics=publics, round=OVER, step=0, track=((),) * 10)


def test_a_score_sheet() -> None:
    """Publics, private colour, tokens left, minus one for each empty space; lines tell how."""
    score = sagrada.scores(ended("R1@0 R2@2 G2@1", colour="R", tokens=3))[0]
    assert [(line.what, line.points, line.detail) for line in score.lines] == [
        ("Light Shades", 2, "1 x 2"),
        ("Medium Shades", 0, "0 x 2"),
        ("Deep Shades", 0, "0 x 2"),
        ("Shades of Red", 3, "R1 R2"),
        ("Favour tokens", 3, "3 left"),
        ("Empty spaces", -17, "17 x -1"),
    ]
    assert score.total == -9


def test_scores_have_no_floor() -> None:
    """An empty window without tokens is worth minus twenty."""
    score = sagrada.scores(ended("", colour="R", tokens=0))[1]
    assert score.total == -20
    assert score.lines[3].detail == "no yellow die"


def with_boards(*seats: tuple[str, str, int]) -> State:
    """An ended game of these windows, private colours and tokens."""
    state = ended("", colour="R", tokens=0, seats=len(seats))
    players = tuple(
        replace(player, board=board(placed), private=(COLOURS.index(colour),), tokens=tokens)
        for player, (placed, colour, tokens) in zip(state.players, seats, strict=True)
    )
    return replace(state, players=players)


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        ([("R3@0", "R", 0), ("R4@0", "R", 0)], [1, 0]),
        ([("R3@0", "R", 0), ("R2@0", "R", 1)], [0, 1]),
        ([("R3@0 R1@9", "R", 2), ("R4@1", "R", 3)], [1, 0]),
        ([("", "R", 1), ("", "G", 1)], [0, 1]),
        ([("", "R", 1), ("", "G", 1), ("", "B", 1)], [2, 1, 0]),
        ([("", "R", 1), ("", "G", 1), ("", "B", 1), ("", "P", 1)], [0, 3, 2, 1]),
    ],
)
def test_ties(seats: list[tuple[str, str, int]], order: list[int]) -> None:
    """More points; then more of the private objective; then tokens; then who sat later in the last round."""
    state = with_boards(*seats)
    assert [score.seat for score in ranking(sagrada.scores(state))] == order
    assert sagrada.winners(state) == (order[0],)


def test_nobody_has_won_before_the_end() -> None:
    """There is a score at any time, but a winner only after ten rounds."""
    assert sagrada.winners(situation(placed=RAINBOW_ROW)) == ()
