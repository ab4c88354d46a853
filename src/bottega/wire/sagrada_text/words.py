"""sagrada-text's messages in the document's words, built from what the receiver may see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bottega.games.sagrada.cards import PRIVATE_OBJECTIVES
from bottega.games.sagrada.view import View, WindowView
from bottega.table.events import Presences
from bottega.table.position import AnyPosition
from bottega.wire.sagrada_text.passages import Passage
from bottega.wire.shared.sagrada import COLOUR_WORDS, playing

SHADES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")
_PRINTED = {".": "", **COLOUR_WORDS, **{str(value): word for value, word in enumerate(SHADES, 1)}}

WELCOME = "Connection established!"
INVALID = "INVALID message"
LOGIN_OK, LOGIN_KO = "LOGIN ok", "LOGIN ko"
CHOICE_OK, CHOICE_KO = "CHOICE ok", "CHOICE ko"
TOOL_OK, TOOL_KO = "TOOL ok", "TOOL ko"
PING = "PING"
NO_DICE = "LIST_DICE"
NO_PLACEMENTS = "LIST_PLACEMENTS"
NO_OPTION = "LIST_OPTIONS 0,NONE"
UNFIT = r"[\s,]"
"""Other protocols allow blanks and commas in names; lines are cut at them here."""


def _row(*words: object) -> str:
    return " ".join(map(str, words))


def _one_word(text: str) -> str:
    return text.replace(" ", "_")


def player_name(name: str, unfit: str = UNFIT) -> str:
    """A player's name as one word, with an underscore for every character that does not fit."""
    return re.sub(unfit, "_", name)


def _colour(die: str) -> str:
    """The colour of a die as the protocol names it: ``R5`` is ``RED``."""
    return COLOUR_WORDS[die[0]]


def _shade(die: str) -> str:
    """The value of a die as the protocol names it: ``R5`` is ``FIVE``."""
    return SHADES[int(die[1]) - 1]


def _boolean(value: bool) -> str:
    return "true" if value else "false"


# -- the board ------------------------------------------------------------------------------------------------------


def schema(window: WindowView, dice: Sequence[str | None]) -> str:
    """A window: a die where there is one, else what is printed there."""
    cells = []
    for index, (printed, die) in enumerate(zip(window.cells, dice, strict=True)):
        if die is not None:
            cells.append(f"D,{index},{_colour(die)},{_shade(die)}")
        elif word := _PRINTED[printed]:
            cells.append(f"C,{index},{word}")
    return _row("SEND schema", _one_word(window.name), window.difficulty, *cells)


def draft(view: View) -> list[str]:
    """The four windows to choose from, none once the choice is over."""
    return [schema(window, [None] * len(window.cells)) for window in view.offered]


def schema_of(view: View, seat: int) -> list[str]:
    """A seat's window as the viewer may see it; to a player with a tool in hand their own as it lies before them."""
    player = view.players[seat]
    if player.window is None:
        return []
    in_hand = view.work is not None and view.actors == (seat,) == (view.seat,)
    return [schema(player.window, view.work.dice if in_hand and view.work else player.dice)]


def _privates(view: View) -> list[str]:
    assert view.seat is not None
    cards = [card for card in PRIVATE_OBJECTIVES if _letter(card.colour) in view.players[view.seat].private]
    return [
        _row(
            "SEND priv",
            card.number,
            _one_word(card.name),
            _one_word(card.description),
            COLOUR_WORDS[_letter(card.colour)],
        )
        for card in cards
    ]


def _letter(number: int) -> str:
    return list(COLOUR_WORDS)[number]


def _publics(view: View) -> list[str]:
    return [_row("SEND pub", card.number, _one_word(card.name), _one_word(card.text)) for card in view.publics]


def _tools(view: View) -> list[str]:
    return [
        _row("SEND tool", tool.number, _one_word(tool.name), _one_word(tool.text), _boolean(tool.used))
        for tool in view.tools
    ]


def _draftpool(view: View) -> list[str]:
    return [_row("SEND draftpool", *(f"{place},{_colour(die)},{_shade(die)}" for place, die in enumerate(view.pool)))]


def _roundtrack(view: View) -> list[str]:
    dice = [(number, die) for number, space in enumerate(view.track) for die in space]
    return [_row("SEND roundtrack", *(f"{number},{_colour(die)},{_shade(die)}" for number, die in dice))]


def _game_status(view: View) -> list[str]:
    seats = len(view.players)
    if view.phase == "windows":
        return [_row("SEND game_status true", seats, -1, "false", -1)]
    playing = view.actors[0] if view.actors else -1
    first = _boolean(bool(view.actors) and not view.second_turn)
    return [_row("SEND game_status false", seats, view.round - 1, first, playing)]


BOARD: dict[str, Callable[[View], list[str]]] = {
    "priv": _privates,
    "pub": _publics,
    "tool": _tools,
    "draftpool": _draftpool,
    "roundtrack": _roundtrack,
    "game_status": _game_status,
}
"""What is sent for each GET that asks for something on the table."""


def players(position: AnyPosition, presence: Presences, unfit: str = UNFIT) -> str:
    """Names and statuses in the order of seats."""
    named = (
        f"{seat},{player_name(player.name, unfit)},{_status(position, presence, seat)}"
        for seat, player in enumerate(position.seats)
    )
    return _row("SEND players", *named)


def _status(position: AnyPosition, presence: Presences, seat: int) -> str:
    if position.seats[seat].quit:
        return "QUITTED"
    return "PLAYING" if playing(position, presence, seat) else "DISCONNECTED"


# -- the course of the game -----------------------------------------------------------------------------------------


def lobby(waiting: int) -> str:
    """How many wait for the match to start."""
    return _row("LOBBY", waiting)


def game_start(players: int, seat: int) -> str:
    """The match begins."""
    return _row("GAME start", players, seat)


def passed(passage: Passage) -> str:
    """A turn or a round begins or ends."""
    if passage.what in ("turn_start", "turn_end"):
        return _row("GAME", passage.what, passage.seat, int(passage.second))
    return _row("GAME", passage.what, passage.round - 1)


def game_end(standing: Iterable[tuple[int, int]]) -> str:
    """Seats and scores from first to last."""
    return _row("GAME end", *(f"{seat},{total},{place}" for place, (seat, total) in enumerate(standing, 1)))


def list_dice(source: str, dice: Iterable[tuple[int, str]]) -> str:
    """Dice to SELECT from, with their positions."""
    return _row(NO_DICE, source, *(f"{position},{_shade(die)},{_colour(die)}" for position, die in dice))


def list_options(option: str) -> str:
    """What can be done with the selected die."""
    return _row("LIST_OPTIONS", f"0,{option}")


def list_placements(cells: Iterable[int]) -> str:
    """Spaces to CHOOSE from."""
    return _row(NO_PLACEMENTS, *cells)
