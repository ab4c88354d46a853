"""splendor-json's messages as types, for both sides: the requests of a client, and the answers of the server.

Of some answers the program of the time has forms of its own: those whose names begin with ``Original``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bottega.games.splendor import Gems, Tokens

# -- what clients ask -------------------------------------------------------------------------------------------------

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Asked(msgspec.Struct, frozen=True, tag_field="request_type"):
    """A request; every one names its client."""

    client_id: str | None = None


class Hello(Asked, frozen=True, tag="client_hello"):
    """``client_hello``: the nick, under either of the names that the document has for it."""

    nick: str | None = None
    set_nick: str | None = None


class BuyCard(Asked, frozen=True, kw_only=True, tag="buy_card"):
    """``buy_card``: from the table or, a claimed one, from the hand."""

    place: str
    card_id: int


class ClaimCard(Asked, frozen=True, kw_only=True, tag="claim_card"):
    """``claim_card``: reserve a card of the table."""

    card_id: int


class GetGems(Asked, frozen=True, kw_only=True, tag="get_gems"):
    """``get_gems``: so many of each colour."""

    white: Count = 0
    blue: Count = 0
    green: Count = 0
    red: Count = 0
    black: Count = 0
    yellow: Count = 0

    @property
    def tokens(self) -> Tokens:
        """The counts in the order of the rules."""
        return self.white, self.blue, self.green, self.red, self.black, self.yellow

    @property
    def colours(self) -> tuple[int, ...]:
        """Each colour as often as it is asked for."""
        white, blue, green, red, black, _ = self.tokens
        return (0,) * white + (1,) * blue + (2,) * green + (3,) * red + (4,) * black


class DiscardGems(GetGems, frozen=True, kw_only=True, tag="discard_gems"):
    """``discard_gems``: give back what is above the limit."""


class SelectNoble(Asked, frozen=True, kw_only=True, tag="select_noble"):
    """``select_noble``: receive this one of several."""

    noble_id: int


Request = Hello | BuyCard | ClaimCard | GetGems | DiscardGems | SelectNoble

# -- what the server tells --------------------------------------------------------------------------------------------


class Discount(msgspec.Struct, gc=False):
    """Counts by colour, in the order in which the document names the colours."""

    white: int
    green: int
    blue: int
    black: int
    red: int


class Cash(Discount, gc=False):
    """The same with gold."""

    yellow: int


def discount(gems: Gems) -> Discount:
    """Counts in the document's order."""
    white, blue, green, red, black = gems
    return Discount(white, green, blue, black, red)


def cash(tokens: Tokens) -> Cash:
    """Tokens in the document's order."""
    white, blue, green, red, black, gold = tokens
    return Cash(white, green, blue, black, red, gold)


class Player(msgspec.Struct, gc=False):
    """A player on the board."""

    nick: str
    cash: Cash
    active: bool
    claimedCard: int | None  # noqa: N815 (the document's own name)
    totalDiscount: Discount  # noqa: N815
    totalPrestige: int  # noqa: N815


class Cards(msgspec.Struct, gc=False):
    """The cards on the table."""

    level1: tuple[int, ...]
    level2: tuple[int, ...]
    level3: tuple[int, ...]


class Board(msgspec.Struct, gc=False, tag_field="answer_type", tag="game_board"):
    """The document's ``game_board``, keys in its order."""

    next_player: str
    bankCash: Cash  # noqa: N815
    players: list[Player]
    cards: Cards
    nobles: list[int]


class Answer(msgspec.Struct, frozen=True, tag_field="answer_type"):
    """An answer: ``answer_type`` and what belongs to it."""


class ServerHello(Answer, frozen=True, tag="server_hello"):
    """The greeting, with the client's secret and the table that is being filled."""

    set_client_id: str
    number_of_players: int
    connected_players: int
    nicknames: tuple[str, ...]
    server_version: str = ""


class NickVerification(Answer, frozen=True, tag="nick_verification"):
    """Whether the nick is accepted; ``message`` says why not."""

    result: Literal["ok", "invalid"]
    number_of_players: int
    connected_players: int
    nicknames: tuple[str, ...]
    message: str | UnsetType = UNSET


class MoveVerification(Answer, frozen=True, tag="move_verification"):
    """Whether a move is accepted; ``message`` says why not."""

    result: Literal["ok", "illegal"]
    message: str | UnsetType = UNSET


class EndOfRound(Answer, frozen=True, tag="end_of_round"):
    """The turn is over (``ok``), or something is still to be discarded or selected."""

    result: Literal["ok", "discard_gems", "select_noble"]
    nobles: tuple[int, ...] | UnsetType = UNSET
    message: str | UnsetType = UNSET


class GameOver(Answer, frozen=True, tag="game_over"):
    """Who has won; of several who share the victory the first, and all in the message."""

    winner: str
    message: str | UnsetType = UNSET


Answers = ServerHello | NickVerification | MoveVerification | EndOfRound | GameOver | Board

# -- what the program of the time tells otherwise ---------------------------------------------------------------------


class OriginalHello(Answer, frozen=True, tag="server_hello"):
    """The greeting: the counts mean other things, and the list is text."""

    set_client_id: str
    number_of_players: int
    connected_players: tuple[str, ...]
    nicknames: str


class OriginalVerification(Answer, frozen=True, tag="nick_verification"):
    """Whether the nick is accepted: the two counts are swapped, and the list is text."""

    result: Literal["ok", "invalid"]
    number_of_players: int
    connected_players: int
    nicknames: str
    message: str | UnsetType = UNSET


class OriginalStart(Answer, frozen=True, tag="game_start"):
    """The start, with the board in it: the text of an OriginalBoard."""

    nicknames: str
    Board: str


class OriginalNews(Answer, frozen=True, tag="game_board"):
    """A board in a message of its own: the text of an OriginalBoard."""

    next_player: str
    player: str
    Board: str


class OriginalCard(msgspec.Struct, frozen=True):
    """A whole card."""

    id: int
    cost: Discount
    prestige: int
    level: str
    discount: Discount


class OriginalNoble(msgspec.Struct, frozen=True):
    """A whole noble."""

    id: int
    cost: Discount
    prestige: int


class OriginalNobles(msgspec.Struct, frozen=True):
    """The nobles on the table."""

    nobles: tuple[OriginalNoble, ...]


class OriginalPlayer(msgspec.Struct, frozen=True):
    """A player on the board."""

    nick: str
    developmentCards: dict[str, OriginalCard]  # noqa: N815
    nobles: dict[str, OriginalNoble]
    cash: Cash
    active: bool
    claimedCard: OriginalCard | None  # noqa: N815
    numberOfMoves: int  # noqa: N815
    totalPrestige: int  # noqa: N815
    overCashLimit: bool  # noqa: N815
    totalDiscount: Discount  # noqa: N815


class OriginalBoard(msgspec.Struct, frozen=True):
    """The table in a board's text."""

    bankCash: Cash  # noqa: N815
    nobles: OriginalNobles
    players: dict[str, OriginalPlayer]
    activePlayer: OriginalPlayer  # noqa: N815
    developmentCardsOnBoard: dict[str, tuple[OriginalCard, ...]]  # noqa: N815


OriginalAnswers = (
    OriginalHello | OriginalVerification | MoveVerification | EndOfRound | GameOver | OriginalStart | OriginalNews
)
