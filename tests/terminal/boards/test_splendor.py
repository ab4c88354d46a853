"""Splendor in the terminal."""

from __future__ import annotations

from typing import Any

from bottega.games import splendor
from bottega.terminal.boards import splendor as board
from bottega.terminal.boards.scene import Scene
from bottega.terminal.canvas import Room, Span, lettering

STATE = splendor.new(2, seed=bytes(32))
SMALL, LARGE = Room(80, 14), Room(80, 34)


def _scene(mark: Any = None, state: Any = STATE) -> Scene[splendor.View]:
    return Scene(splendor.view(state, 0), ("Ada", "Bruno"), 0, tuple(splendor.legal(state, 0)), mark)


def test_the_small_table_shows_what_is_needed_to_choose() -> None:
    """Nobles, bank, twelve cards with their costs and both players, within fourteen rows."""
    page = board.table(_scene(), SMALL)
    assert len(page) <= SMALL.height
    shown = lettering(page)
    for row in splendor.view(STATE, 0).rows:
        assert all(f" {card} " in shown for card in row.face_up)
    assert "Ada" in shown
    assert "Bruno" in shown


def test_the_large_table_frames_its_cards() -> None:
    """With room, cards have frames and players lines of their own."""
    assert lettering(board.table(_scene(), LARGE)).count("╭") == 12


def test_what_is_pointed_at_is_marked() -> None:
    """The card, the tokens or the deck of the chosen option stand out, and nothing else."""
    card = splendor.view(STATE, 0).rows[0].face_up[0]
    assert card is not None
    for mark, sign in (
        (splendor.Reserve(card), f"{card}"),
        (splendor.Take((0, 1, 2)), "w"),
        (splendor.ReserveTop(2), "2"),
    ):
        marked = [span for one in board.table(_scene(mark), SMALL) for span in one if span.ink == "mark"]
        assert marked
        assert sign in marked[0].text


def test_cards_that_can_be_bought_have_a_tick() -> None:
    """Nobody can buy anything on the first turn; with tokens in hand somebody can."""
    assert "✓" not in lettering(board.table(_scene(), SMALL))
    state = STATE
    while not any(isinstance(option, splendor.Buy) for option in splendor.legal(state, 0)):
        for seat in (0, 1):
            state = splendor.apply(state, seat, splendor.legal(state, seat)[0])
    assert "✓" in lettering(board.table(_scene(state=state), SMALL))


def test_a_card_reserved_unseen_is_not_told() -> None:
    """Of somebody else's blind reserve the board knows the level alone."""
    state = splendor.apply(STATE, 0, splendor.ReserveTop(2))
    scene = Scene(splendor.view(state, 1), ("Ada", "Bruno"), 1)
    assert "?L2" in lettering(board.table(scene, SMALL))
    assert "? of level 2" in lettering(board.seat(scene, 0, SMALL))


def test_a_purchase_says_what_it_will_cost() -> None:
    """Bonuses pay first, coloured tokens next, gold fills up."""
    assert board.explain(splendor.Buy(0, (1, 0, 0, 0, 0, 1)), _scene()).endswith("pay 1 white, 1 gold")


def test_whoever_must_return_tokens_is_told_so() -> None:
    """The headline says who is to do what."""
    view = splendor.view(STATE, 0)
    assert board.asked(Scene(view, ("Ada", "Bruno"), 0)) == "turn 1: you are to move"
    assert board.asked(Scene(view, ("Ada", "Bruno"), 1)) == "turn 1: Ada is to move"


def test_cards_in_words_count_what_is_still_to_be_paid() -> None:
    """Every card on the table is listed once."""
    shown = lettering(board.cards(_scene(), SMALL))
    assert all(f" {card} " in shown for row in splendor.view(STATE, 0).rows for card in row.face_up)


def test_tiles_have_letter_and_number() -> None:
    """Three white tokens are w3 on white ground."""
    assert board.tile(0, 3) == Span("w3", "tile-white")
