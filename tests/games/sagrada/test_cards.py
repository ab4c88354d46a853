"""The printed cards are the right ones."""

from __future__ import annotations

from collections import Counter

from bottega.games.sagrada.cards import (
    CHANGES,
    DICE,
    DIE_NUMBER,
    OPPOSITE,
    PRIVATE_OBJECTIVES,
    PUBLIC_OBJECTIVES,
    TOOLS,
    WINDOW_CARDS,
    WINDOWS,
)


def test_twenty_four_windows_on_twelve_cards() -> None:
    """Twelve cards with two patterns each, of 20 spaces, difficulty 3 to 6, no name twice."""
    assert len(WINDOWS) == len({window.name for window in WINDOWS}) == 24
    assert Counter(window.card for window in WINDOWS) == dict.fromkeys(range(1, 13), 2)
    assert all(len(window.cells) == 20 and 3 <= window.difficulty <= 6 for window in WINDOWS)
    assert all(set(window.cells) <= set(".123456RYGBP") for window in WINDOWS)
    for front, back in WINDOW_CARDS:
        assert WINDOWS[front].card == WINDOWS[back].card


def test_no_window_prints_equal_restrictions_side_by_side() -> None:
    """Every pattern can be filled: no two orthogonal neighbours ask for the same colour or value."""
    for window in WINDOWS:
        for cell, mark in enumerate(window.cells):
            right = window.cells[cell + 1] if cell % 5 < 4 else "."
            below = window.cells[cell + 5] if cell < 15 else "."
            assert mark == "." or mark not in (right, below), (window.name, cell)


def test_objectives_and_tools() -> None:
    """Ten public objectives, five private ones of five colours, twelve tools whose solo dice are shared out."""
    points = {number: card.points for number, card in PUBLIC_OBJECTIVES.items()}
    assert points == {1: 6, 2: 5, 3: 5, 4: 4, 5: 2, 6: 2, 7: 2, 8: 5, 9: 1, 10: 4}
    assert [card.colour for card in PRIVATE_OBJECTIVES] == [0, 1, 2, 3, 4]
    assert sorted(TOOLS) == list(range(1, 13))
    assert Counter("RYGBP"[tool.colour] for tool in TOOLS.values()) == {"P": 3, "B": 3, "R": 2, "Y": 2, "G": 2}


def test_a_die_changes_by_one_and_flips_to_seven_minus_its_value() -> None:
    """A 6 cannot go up and a 1 cannot go down; up comes first; opposite faces add up to seven."""
    changed = {DICE[die]: [DICE[other] for other in CHANGES[die]] for die in range(30)}
    assert changed["G1"] == ["G2"]
    assert changed["G4"] == ["G5", "G3"]
    assert changed["G6"] == ["G5"]
    assert [DICE[OPPOSITE[DIE_NUMBER[f"P{value}"]]] for value in range(1, 7)] == [
        "P6", "P5", "P4", "P3", "P2", "P1",
    ]  # fmt: skip
