"""The board as a person reads it in a terminal: about 80 columns, letters for colours, nothing a viewer may not know.

A space shows its die (``R5``), or what is printed on it: ``r.`` takes red, ``.5`` fives, ``..`` anything. The number
of a space is that at the left plus that at the top.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bottega.games.core import ranking
from bottega.games.sagrada.cards import COLOURS, COLUMNS, ROWS
from bottega.games.sagrada.model import ROUNDS

if TYPE_CHECKING:
    from bottega.games.sagrada.view import PlayerView, ToolView, View, WindowView

WIDTH = 80
_LABEL = 9
_MARGIN, _COLUMN = 3, 19
_NAME = _COLUMN - 1
_TOP = " ".join(f"+{column}" for column in range(COLUMNS))
_LEGEND = "R5 a die, r. takes red, .5 takes a five, .. takes any; space = left + top"

Offer = tuple[int, "tuple[WindowView, ...]"]
"""A seat and the windows it may choose from."""


def draw(view: View, offers: Sequence[Offer] = ()) -> str:
    """The board; while windows are chosen with those on offer to the viewer, or with the offers given."""
    if view.phase == "windows" and not offers and view.seat is not None:
        offers = ((view.seat, view.offered),)
    parts = [[_headline(view)], [*_table(view)]]
    if view.phase == "windows":
        parts += [[*_seats_choosing(view)], *([*_offer(seat, windows)] for seat, windows in offers if windows)]
    else:
        parts += [[*_windows(view)]]
    if view.phase == "over":
        parts += [[*_result(view)]]
    return "\n".join("\n".join(lines) for lines in parts if lines)


def _headline(view: View) -> str:
    if view.phase == "windows":
        return "Sagrada: everybody chooses a window"
    if view.phase == "over":
        return "Sagrada: the game is over"
    turn = "second" if view.second_turn else "first"
    when = f"round {view.round} of {ROUNDS}, turn {view.turn}"
    return f"Sagrada, {when}: seat {view.actors[0]} has its {turn} turn of the round"


def _line(label: str, parts: Sequence[str], separator: str = ", ") -> Iterator[str]:
    """A labelled line, wrapped between its parts."""
    glued = separator.join(part.replace(" ", "\0") for part in parts) or "-"
    first, later = label.ljust(_LABEL), " " * _LABEL
    lines = textwrap.wrap(glued, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    yield from (line.replace("\0", " ") for line in lines)


def _table(view: View) -> Iterator[str]:
    """What lies between the players."""
    yield from _line("cards", [f"{card.name} {card.points}" for card in view.publics])
    yield from _line("tools", [_tool(tool, len(view.players)) for tool in view.tools])
    if view.phase == "windows":
        return
    spaces = [f"{number}: {' '.join(space) or '-'}" for number, space in enumerate(view.track, 1)]
    yield from _line("track", spaces, "  ")
    yield from _line("bag", [f"{count} {colour}" for colour, count in view.bag.items()])
    if view.target is not None:
        yield from _line("target", [f"more than {view.target}"])
    if view.phase == "rounds":
        yield from _line("pool", view.pool, "  ")
        yield from _turn(view)


def _tool(tool: ToolView, seats: int) -> str:
    price = f"costs {tool.cost}" if seats > 1 else "used" if tool.used else f"a die {tool.colour}"
    return f"{tool.number} {tool.name} ({price})"


def _turn(view: View) -> Iterator[str]:
    """What has been done on the turn under way, and what a tool in use asks for."""
    names = {tool.number: tool.name for tool in view.tools}
    player = view.players[view.actors[0]]
    if view.work is not None:
        moved = f", moved {view.work.moved[0]}>{view.work.moved[1]}" if view.work.moved else ""
        yield from _line("in use", [f"{names[view.work.tool]}: {_ASKS[view.work.stage]}{moved}"])
    elif view.pending is not None:
        yield from _line("changed", [f"{view.pool[view.pending]} is the die to place"])
    done = ["a die drafted"] * player.drafted + ["a tool used"] * player.tool_used
    if done:
        yield from _line("done", done)


_ASKS = {
    "die": "which die of the pool?",
    "change": "up or down?",
    "track": "which die of the round track?",
    "value": "which value?",
    "move": "which die, and where to?",
    "place": "which die of the pool, and where to?",
}


def _seats_choosing(view: View) -> Iterator[str]:
    for player in view.players:
        chosen = player.window.name if player.window else "?" if player.chosen else "choosing"
        yield from _line(f"seat {player.seat}", [chosen, f"private {_private(player)}"])


def _private(player: PlayerView) -> str:
    return " ".join(player.private) or "?"


def _offer(seat: int, windows: Sequence[WindowView]) -> Iterator[str]:
    """The windows that a seat may choose from."""
    yield ""
    yield f"on offer to seat {seat}"
    yield _beside("", [window.name for window in windows])
    yield _beside("", [f"difficulty {window.difficulty}" for window in windows])
    yield from _rows([(window.cells, [None] * len(window.cells)) for window in windows])


def _windows(view: View) -> Iterator[str]:
    """Everybody's windows side by side, the board in hand of whoever uses a tool."""
    players = view.players
    acting = view.actors[0] if view.actors else None
    yield ""
    yield _beside("", [f"seat {player.seat}{' *' * (player.seat == acting)}" for player in players])
    yield _beside("", [player.window.name if player.window else "?" for player in players])
    if len(players) > 1:
        yield _beside("", [f"tokens {player.tokens}" for player in players])
    yield _beside("", [f"private {_private(player)}" for player in players])
    shown = [view.work.dice if view.work and player.seat == acting else player.dice for player in players]
    yield _beside("", [_TOP] * len(players))
    yield from _rows(
        [(player.window.cells, dice) for player, dice in zip(players, shown, strict=True) if player.window]
    )
    yield f"   {_LEGEND}"


def _rows(windows: Sequence[tuple[str, Sequence[str | None]]]) -> Iterator[str]:
    for first in range(0, ROWS * COLUMNS, COLUMNS):
        yield _beside(
            str(first),
            [
                " ".join(dice[cell] or _printed(cells[cell]) for cell in range(first, first + COLUMNS))
                for cells, dice in windows
            ],
        )


def _printed(mark: str) -> str:
    return f"{mark.lower()}." if mark in COLOURS else f".{mark}"


def _beside(label: str, cells: Sequence[str]) -> str:
    """A row of the windows: a label and one cell a window, cut to fit."""
    cut = [cell if len(cell) <= _NAME else f"{cell[: _NAME - 1]}." for cell in cells]
    return (label.rjust(_MARGIN - 1) + " " + "".join(cell.ljust(_COLUMN) for cell in cut)).rstrip()


def _result(view: View) -> Iterator[str]:
    yield ""
    for score in ranking(view.scores):
        won = ", who wins" if score.seat in view.winners else ""
        yield from _line(f"{score.total}", [f"seat {score.seat}{won}"])
