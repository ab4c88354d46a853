"""A table of Splendor drawn in letters, for a terminal of 80 columns.

A card is its number, the colour of its bonus and its prestige, with its cost below; ``?`` is a card that the viewer
has not seen. Colours are w(hite), b(lue), g(reen), r(ed), (blac)k and * for gold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bottega.games.refusal import counted
from bottega.games.splendor.cards import CARDS, NOBLES
from bottega.games.splendor.model import Phase
from bottega.games.splendor.tokens import LETTERS, Tokens, write_tokens

if TYPE_CHECKING:
    from bottega.games.splendor.view import PlayerView, ReservedView, RowView, View

_tokens = counted("token")

_LABEL, _CELL = 11, 17
"""Columns of what stands at the left, and of a card."""


def draw(view: View) -> str:
    """The table as its viewer sees it."""
    return "\n".join(line.rstrip() for line in _lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"turn {view.turn}: {_asked(view)}" + (" (last round)" if view.last_round and not view.over else "")
    yield ""
    yield _labelled("bank", _counts(view.bank))
    yield _labelled("nobles", ", ".join(f"{noble} ({write_tokens(NOBLES[noble].cost)})" for noble in view.nobles))
    for row in reversed(view.rows):
        yield ""
        yield from _row(row)
    for player in view.players:
        yield ""
        yield from _player(player, view.seat)


def _asked(view: View) -> str:
    """Who is to do what."""
    match view.phase:
        case Phase.MAIN:
            return f"seat {view.seat} is to move"
        case Phase.RETURN:
            return f"seat {view.seat} is to return {_tokens(view.surplus)}"
        case Phase.NOBLE:
            return f"seat {view.seat} is to choose noble {' or '.join(map(str, view.guests))}"
        case Phase.OVER:
            return f"the game is over, won by seat {' and seat '.join(map(str, view.winners))}"


def _labelled(label: str, *cells: str) -> str:
    return label.ljust(_LABEL) + "".join(cell.ljust(_CELL) for cell in cells)


def _counts(tokens: Tokens) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, tokens, strict=True))


def _row(row: RowView) -> Iterator[str]:
    yield _labelled(f"level {row.level}", *("  -" if card is None else _name(card) for card in row.face_up))
    costs = ("" if card is None else f"     {write_tokens(CARDS[card].cost)}" for card in row.face_up)
    yield _labelled(f"deck of {row.deck}", *costs)


def _name(number: int) -> str:
    card = CARDS[number]
    return f"{number:>3}  {LETTERS[card.bonus]}" + (f" {card.prestige}" if card.prestige else "")


def _player(player: PlayerView, mover: int | None) -> Iterator[str]:
    mark = ">" if player.seat == mover else " "
    worth = f"{player.prestige:>2} prestige   {_tokens(sum(player.tokens)):>9} {_counts(player.tokens)}"
    yield _labelled(f"{mark} seat {player.seat}", f"{worth}   bonuses {write_tokens(player.bonuses)}")
    if player.reserved:
        yield _labelled("  reserved", ", ".join(map(_reserved, player.reserved)))
    if player.nobles:
        yield _labelled("  nobles", ", ".join(map(str, player.nobles)))


def _reserved(reserved: ReservedView) -> str:
    if reserved.card is None:
        return f"? of level {reserved.level}"
    card = CARDS[reserved.card]
    worth = f" {card.prestige}" if card.prestige else ""
    return f"{card.id} {LETTERS[card.bonus]}{worth} ({write_tokens(card.cost)})"
