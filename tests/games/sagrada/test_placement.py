"""Where a die may be placed."""

from __future__ import annotations

import pytest

from bottega.games.sagrada.cards import DICE, NO_DIE, WINDOWS
from bottega.games.sagrada.placement import (
    AROUND,
    BESIDE,
    COLOUR_PRINT,
    EDGE,
    FULL_PRINT,
    VALUE_PRINT,
    Glass,
    cells_of,
    first_landings,
    landings,
    moved,
    two_moves_exist,
)
from bottega.testing.sagrada import KD, cells, refused, situation
from tests.games.play import Setup, sample


def test_spaces_and_their_neighbours() -> None:
    """A corner has two neighbours and one more diagonally, an inner space four and eight; 14 spaces are edge."""
    assert cells_of(BESIDE[0]) == (1, 5)
    assert cells_of(AROUND[0]) == (1, 5, 6)
    assert cells_of(BESIDE[7]) == (2, 6, 8, 12)
    assert cells_of(AROUND[7]) == (1, 2, 3, 6, 8, 11, 12, 13)
    assert cells_of(BESIDE[9]) == (4, 8, 14)
    assert cells_of(EDGE) == (0, 1, 2, 3, 4, 5, 9, 10, 14, 15, 16, 17, 18, 19)


@pytest.mark.parametrize(
    ("placed", "die", "expected"),
    [
        ("", "B3", [1, 2, 3, 10, 16, 17, 18]),
        ("", "R6", [2, 3, 16, 17]),
        ("B3@1", "Y3", []),
        ("B3@1", "G1", [2, 5, 6]),
        ("B3@1", "B5", [7]),
        ("B3@1 R5@7", "R2", [3, 11, 13]),
        ("B3@1 R5@7", "P6", [2, 3, 6, 8, 11, 13]),
        ("Y6@19", "R4", [13]),
    ],
)
def test_the_spaces_of_a_die(placed: str, die: str, expected: list[int]) -> None:
    """First die on the edge; later ones touching; print; no equal colour or value orthogonally beside."""
    assert cells(situation(KD, placed, pool=die), die) == expected


@pytest.mark.parametrize(
    ("placed", "move", "reason"),
    [
        ("", "place B3@6", "the first die goes on the edge; space 6 is inside"),
        ("", "place B3@8", "the first die goes on the edge; space 8 is inside"),
        ("", "place B3@11", "the first die goes on the edge; space 11 is inside"),
        ("", "place B3@13", "the first die goes on the edge; space 13 is inside"),
        ("", "place B3@5", "space 5 takes only green; B3 does not fit"),
        ("B3@1", "place Y3@0", "Y3 on space 0 would be beside B3, of the same value"),
        ("B3@1", "place Y3@7", "space 7 takes only value 5; Y3 does not fit"),
        ("B3@1", "place B5@2", "B5 on space 2 would be beside B3, of the same colour"),
        ("B3@1", "place Y3@1", "space 1 already holds B3"),
        ("B3@1", "place G5@14", "space 14 touches no die of the window"),
        ("B3@1", "place G5@20", "a window has spaces 0 to 19; there is no space 20"),
        ("B3@1", "place R1@2", "there is no R1 in the draft pool"),
    ],
)
def test_a_refused_placement_says_why(placed: str, move: str, reason: str) -> None:
    """Each placement rule has its own sentence."""
    assert refused(situation(KD, placed, pool="B3 Y3 B5 G5"), move) == reason


BOARDS = [
    (player.window, player.board)
    for seats in (2, 4)
    for state in sample(Setup("sagrada", seats), 24)
    for player in state.players
    if player.window >= 0
]


@pytest.mark.slow
def test_masks_and_sentences_agree() -> None:
    """A die fits on a space exactly when nothing speaks against it, on boards of random games."""
    for window, board in BOARDS:
        glass = Glass(window, board)
        for die in range(len(DICE)):
            for apart, mask in ((False, glass.fits[die]), (True, glass.apart(die))):
                free = tuple(cell for cell in range(20) if not glass.why_not(die, cell, apart))
                assert cells_of(mask) == free


@pytest.mark.slow
@pytest.mark.parametrize("marks", [FULL_PRINT, COLOUR_PRINT, VALUE_PRINT])
def test_moves_are_placements_of_the_lifted_die(marks: str) -> None:
    """A die may move wherever it could be placed if it were not there yet, but not stay where it is."""
    for window, board in BOARDS:
        found = dict(landings(window, board, marks))
        for source, die in enumerate(board):
            if die == NO_DIE:
                assert source not in found
                continue
            lifted = (*board[:source], NO_DIE, *board[source + 1 :])
            free = [cell for cell in range(20) if not Glass(window, lifted, marks).why_not(die, cell)]
            assert list(cells_of(found.get(source, 0))) == [cell for cell in free if cell != source]


def test_two_moves_are_moves_that_another_can_follow() -> None:
    """A first move of two is one after which a different die can be moved; some boards allow none."""
    answers = set()
    for window, board in BOARDS:
        pairs = {
            (source, target)
            for source, mask in landings(window, board)
            for target in cells_of(mask)
            if any(other != target for other, _ in landings(window, moved(board, source, target)))
        }
        found = first_landings(window, board)
        assert {(source, target) for source, mask in found for target in cells_of(mask)} == pairs
        assert two_moves_exist(window, board) == bool(pairs)
        answers.add(bool(pairs))
    assert answers == {True, False}


def test_an_empty_window_confines_every_first_die_to_the_edge() -> None:
    """In all 24 windows, with and without Straightedge, a first die goes on the edge and heeds the print."""
    for window in WINDOWS:
        glass = Glass(window.number, (NO_DIE,) * 20)
        for die, name in enumerate(DICE):
            spaces = [cell for cell in cells_of(EDGE) if window.cells[cell] == "." or window.cells[cell] in name]
            assert list(cells_of(glass.fits[die])) == list(cells_of(glass.apart(die))) == spaces
