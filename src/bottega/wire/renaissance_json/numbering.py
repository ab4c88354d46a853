"""How renaissance-json numbers and names things.

Everything counts from 0 here and from 1 in the rules; this module is the border, for requests (``resource_number``,
``place_number``), for what is told (``card_index`` and the tables of names), and for the rules' refusals
(``SPELLINGS``).
"""

from __future__ import annotations

from bottega.games.refusal import Spelling, listing
from bottega.games.renaissance import BOX, COLOURS, DEPOTS, LEVELS, PILES, SHELVES
from bottega.games.renaissance.production import FIRST_LEADER
from bottega.wire.core.machine import BadRequest, quoted

RESOURCES = ("Coin", "Stone", "Servant", "Shield")
"""In the order of the rules."""
ALPHABETICAL = sorted(RESOURCES)
MARBLES = {"yellow": "Coin", "grey": "Stone", "purple": "Servant", "blue": "Shield", "red": "Faith", "white": "Zero"}
COLUMN_COLOURS = tuple(colour.capitalize() for colour in COLOURS)
SOLO_TOKENS = {6: 0, 4: 1, 5: 2, 1: 3, 0: 4, 3: 5, 2: 6}
"""Index of each of the rules' tokens: +1 and shuffle, twice +2, then discards of blue, green, purple, yellow."""
STRONGBOX = 5
NO_CARD = -1

_RESOURCE_NUMBERS = {name.lower(): number for number, name in enumerate(RESOURCES)}


def resource_number(name: str, error: str) -> int:
    """The resource of a name in any case, or BadRequest."""
    number = _RESOURCE_NUMBERS.get(name.lower())
    if number is None:
        raise BadRequest(f"there is no resource {quoted(name)}: resources are {', '.join(ALPHABETICAL)}", error)
    return number


def place_number(index: int | str, error: str) -> int:
    """The place of a shelf index (0-2 shelves, 3-4 leader depots, 5 or "strongbox"), or BadRequest."""
    if index == STRONGBOX or index == "strongbox":
        return BOX
    if isinstance(index, str) or not 0 <= index < STRONGBOX:
        raise BadRequest(
            f"there is no shelf {index}: shelves are 0 to 2, leader depots 3 and 4, the strongbox 5", error
        )
    return index + 1


def pile_name(row: int, column: int) -> str | None:
    """The rules' name of the pile in a row and a column of the grid, None if there is none."""
    if 0 <= row < LEVELS and 0 <= column < len(COLOURS):
        return PILES[row * len(COLOURS) + column]
    return None


def card_index(card: int | None) -> int:
    """A card or a leader by its position in the config file of the time: one less than the printed number."""
    return NO_CARD if card is None else card - 1


def _place(place: int) -> str:
    return f"shelf {place - 1}" if place in SHELVES else f"depot {place - 1}" if place in DEPOTS else "the strongbox"


def _pile(pile: str) -> str:
    row, column = divmod(PILES.index(pile), len(COLOURS))
    return f"pile in row {row}, column {column}"


def _line(line: str) -> str:
    return f"{'row' if line[0] == 'r' else 'column'} {int(line[1:]) - 1}"


def _from_zero(number: int) -> str:
    return str(number - 1)


SPELLINGS: dict[str, Spelling] = {
    "shelf": _from_zero,
    "depot": _from_zero,
    "slot": _from_zero,
    "place": _place,
    "leader": lambda position: f"leader {position - 1}",
    "leader_card": _from_zero,
    "leader_cards": lambda cards: listing()(tuple(card - 1 for card in cards)),
    "production_leader": lambda number: str(FIRST_LEADER - 1 + number),
    "pile": _pile,
    "line": _line,
}
"""How the rules' refusals are spelled in this protocol's numbers; whatever is not here, is the same in both."""
