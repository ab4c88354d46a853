"""What both Sagrada kits need: dice that fall as they were told to."""

from __future__ import annotations

import pytest

from bottega.conform.kit import Impossible
from bottega.conform.sagrada import (
    GAME,
    SEED,
    ToldChance,
    die_of,
    foreseen,
    last_choice,
    window_of,
    with_die,
    with_offer,
)
from bottega.games import sagrada
from bottega.games.sagrada.actions import Choose
from bottega.games.sagrada.cards import WINDOWS


def _choosing() -> sagrada.State:
    state = sagrada.new(2, SEED)
    return GAME.apply(state, 0, Choose(state.players[0].offered[0]))  # type: ignore[no-any-return]  # Sagrada's


def test_told_numbers_come_first() -> None:
    """Chance brings what was told, then what it would have brought."""
    first, then = ToldChance(SEED, 0, (3,)).below(6)
    assert first == 3
    assert then.below(6)[0] in range(6)


def test_the_pool_falls_as_told() -> None:
    """The state that was foreseen leads to the dice that were told."""
    state = _choosing()
    assert last_choice(state)
    choice = Choose(state.players[1].offered[0])
    pool = [die_of("RED", 1), die_of("RED", 6), die_of("PURPLE", 2), die_of("BLUE", 3), die_of("RED", 1)]
    assert GAME.apply(foreseen(state, 1, (choice,), pool), 1, choice).pool == tuple(pool)


def test_more_dice_of_a_colour_than_there_are() -> None:
    """Eighteen dice of a colour are all there are."""
    state = _choosing()
    with pytest.raises(Impossible, match="RED"):
        foreseen(state, 1, (Choose(state.players[1].offered[0]),), [0] * 19)


def test_windows_are_known_by_what_is_printed() -> None:
    """A name may be in any language; marks and tokens are the window's own."""
    for window in WINDOWS:
        assert window_of(window.cells, window.difficulty) == window.number
    with pytest.raises(ValueError, match="no window"):
        window_of("R" * 20, 3)


def test_a_die_is_exchanged_with_the_bag() -> None:
    """The bag gets the old one and gives the new one."""
    state = _choosing()
    choice = Choose(state.players[1].offered[0])
    after = GAME.apply(foreseen(state, 1, (choice,), [0, 0, 0, 0, 0]), 1, choice)
    changed = with_die(after, 2, 29)
    assert changed.pool[2] == 29
    assert sum(changed.bag) == sum(after.bag)
    assert changed.bag[0] == after.bag[0] + 1


def test_offers() -> None:
    """A seat chooses from the windows that were told."""
    assert with_offer(sagrada.new(2, SEED), 1, [1, 2, 3, 4]).players[1].offered == (1, 2, 3, 4)
