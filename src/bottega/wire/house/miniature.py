"""A little picture of a board, as text: enough to know a game again, and nothing that anybody may not know.

It is made from what a spectator sees. A picture is rows of cells of two characters, ``..`` where nothing is:

* Splendor: the cards that lie face up, the dearest row first: the letter of the bonus and the prestige (``k4``).
* Sagrada: a seat's window, its dice (``R5``), the colours (``r.``) and the values (``.5``) of empty spaces.
* Masters of Renaissance: the marbles of the market (``yo``; grey is ``s``, for stone), and below them the card that
  lies on top of each of a seat's slots: the letter of its colour and its level (``g2``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bottega.table.position import AnyPosition

NOTHING = ".."
_WIDTH = 5
"""Spaces in a row of a window."""
_MARBLES = {"white": "w", "blue": "b", "grey": "s", "yellow": "y", "purple": "p", "red": "r"}

Picture = tuple[str, ...]


def picture_of(position: AnyPosition, seat: int) -> Picture:
    """The board of a running game as far as everybody sees it, and of Sagrada the window of a seat."""
    if position.state is None:
        return ()
    drawn: Callable[[Any, int], Picture] = _DRAWN[position.charter.game]
    return drawn(position.game.view(position.state, None), seat)


def _splendor(view: Any, seat: int) -> Picture:
    return tuple("".join(map(_card, row.face_up)) for row in reversed(view.rows))


def _card(number: int | None) -> str:
    if number is None:
        return NOTHING
    from bottega.games import splendor  # not before somebody plays it

    card = splendor.CARDS[number]
    return f"{splendor.LETTERS[card.bonus]}{card.prestige}"


def _sagrada(view: Any, seat: int) -> Picture:
    window, dice = view.players[seat].window, view.players[seat].dice
    if window is None:
        return ()
    return _rows((die or _space(cell) for die, cell in zip(dice, window.cells, strict=True)), _WIDTH)


def _space(cell: str) -> str:
    if cell == ".":
        return NOTHING
    return f".{cell}" if cell.isdigit() else f"{cell.lower()}."


def _renaissance(view: Any, seat: int) -> Picture:
    marbles = tuple("".join(f"{_MARBLES[marble]}o" for marble in row) for row in view.market.rows)
    return (*marbles, "".join(map(_top, view.players[seat].slots)))


def _top(slot: tuple[int, ...]) -> str:
    if not slot:
        return NOTHING
    from bottega.games import renaissance

    card = renaissance.CARDS[slot[-1]]
    return f"{renaissance.COLOURS[card.colour][0].lower()}{card.level}"


def _rows(cells: Iterable[str], width: int) -> Picture:
    found = list(cells)
    return tuple("".join(found[start : start + width]) for start in range(0, len(found), width))


_DRAWN: dict[str, Callable[[Any, int], Picture]] = {
    "splendor": _splendor,
    "sagrada": _sagrada,
    "renaissance": _renaissance,
}
