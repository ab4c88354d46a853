"""sagrada-text's messages: the document's words, and the few in which the program of the time differed.

A :class:`Words` is that table of differences. The functions below it write what is the same in both; they see a game
only as a :class:`~bottega.games.sagrada.view.View`, so nothing can be told that the receiver may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from bottega.games.sagrada.cards import PRIVATE_OBJECTIVES
from bottega.games.sagrada.view import View, WindowView
from bottega.wire.shared.sagrada import COLOUR_WORDS, Passage

SHADES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")
_PRINTED = {".": "", **COLOUR_WORDS, **{str(value): word for value, word in enumerate(SHADES, 1)}}

WELCOME = "Connection established!"
INVALID = "INVALID message"
LOGIN_OK, LOGIN_KO = "LOGIN ok", "LOGIN ko"
CHOICE_OK, CHOICE_KO = "CHOICE ok", "CHOICE ko"
TOOL_OK, TOOL_KO = "TOOL ok", "TOOL ko"
PING = "PING"


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in which the profiles differ; the defaults are the document's."""

    name: str = r"[A-Za-z][A-Za-z0-9]{0,15}"
    """The names that LOGIN accepts."""
    bad_login: str = INVALID
    """The answer to a LOGIN without exactly a name and a password."""
    wrong_moment: str = INVALID
    """The answer to a message that is well formed but comes out of turn or in the wrong state."""
    overlooked: frozenset[str] = frozenset()
    """Messages that get no answer at all at the wrong moment."""
    favor_tokens: str = "SEND favor_tokens {seat} {tokens}"
    status: str = "STATUS {event} {seat}"
    board_changed: str = ""
    """What the others are told after every step of a turn; the document has no word for it."""
    numbered_faces: bool = False
    """Whether the dice offered by tools 1 and 11 are numbered; in the document they all are at position 0."""

    def accepts(self, name: str) -> bool:
        """Whether somebody may be called so."""
        return re.fullmatch(self.name, name) is not None


WORDS: dict[str, Words] = {
    "": Words(),
    "original": Words(
        name=r"(?![0-9]+[A-Za-z]+$)[0-9A-Za-z]{1,16}",
        bad_login=LOGIN_KO,
        wrong_moment="ILLEGAL ACTION!",
        # Its client answers ILLEGAL ACTION! with end_turn: refusing that aloud would make it spin for ever.
        overlooked=frozenset({"DISCARD", "GAME end_turn"}),
        favor_tokens="SEND favor_tokens {tokens}",
        status="STATUS {event} {seat} {name}",
        board_changed="GAME board_changed",
        numbered_faces=True,
    ),
}
"""The words of each profile."""


def _row(*words: object) -> str:
    return " ".join(map(str, words))


def _one_word(text: str) -> str:
    return text.replace(" ", "_")


def player_name(name: str) -> str:
    """A player's name as one word: other protocols allow blanks and commas, at which lines are cut here."""
    return re.sub(r"[\s,]", "_", name)


def colour(die: str) -> str:
    """The colour of a die as the protocol names it: ``R5`` is ``RED``."""
    return COLOUR_WORDS[die[0]]


def shade(die: str) -> str:
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
            cells.append(f"D,{index},{colour(die)},{shade(die)}")
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
    return [_row("SEND draftpool", *(f"{place},{colour(die)},{shade(die)}" for place, die in enumerate(view.pool)))]


def _roundtrack(view: View) -> list[str]:
    dice = [(number, die) for number, space in enumerate(view.track) for die in space]
    return [_row("SEND roundtrack", *(f"{number},{colour(die)},{shade(die)}" for number, die in dice))]


def _game_status(view: View) -> list[str]:
    seats = len(view.players)
    if view.phase == "windows":
        return [_row("SEND game_status true", seats, -1, "false", -1)]
    playing = view.actors[0] if view.actors else -1
    first = _boolean(bool(view.actors) and not view.second_turn)
    return [_row("SEND game_status false", seats, view.round - 1, first, playing)]


BOARD: dict[str, Callable[[View], list[str]]] = {
    "GET priv": _privates,
    "GET pub": _publics,
    "GET tool": _tools,
    "GET draftpool": _draftpool,
    "GET roundtrack": _roundtrack,
    "GET game_status": _game_status,
}
"""What is sent for each GET that names nothing else."""


def players(entries: Iterable[tuple[str, str]]) -> str:
    """Names and statuses in the order of seats."""
    named = (f"{seat},{player_name(name)},{status}" for seat, (name, status) in enumerate(entries))
    return _row("SEND players", *named)


# -- the course of the game -----------------------------------------------------------------------------------------


def passage(event: Passage) -> str:
    """A turn or a round begins or ends."""
    if event.what in ("turn_start", "turn_end"):
        return _row("GAME", event.what, event.seat, int(event.second))
    return _row("GAME", event.what, event.round - 1)


def game_end(standing: Iterable[tuple[int, int]]) -> str:
    """Seats and scores from first to last."""
    return _row("GAME end", *(f"{seat},{total},{place}" for place, (seat, total) in enumerate(standing, 1)))


def list_dice(source: str, dice: Iterable[tuple[int, str]]) -> str:
    """Dice to SELECT from, with their positions."""
    return _row("LIST_DICE", source, *(f"{position},{shade(die)},{colour(die)}" for position, die in dice))


def list_placements(cells: Iterable[int]) -> str:
    """Spaces to CHOOSE from."""
    return _row("LIST_PLACEMENTS", *cells)
