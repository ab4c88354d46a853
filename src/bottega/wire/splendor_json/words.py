"""splendor-json's answers in the document's words.

A board is read off the state itself, which takes half as long as by way of a spectator's view. Hidden are only the
decks and the cards that were reserved unseen: nothing here looks at the former, and only ``_player`` knows the latter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import UNSET

from bottega import __version__
from bottega.games import splendor
from bottega.games.splendor import State
from bottega.games.splendor.model import EMPTY, SLOTS
from bottega.wire.core.loose_json import write_object
from bottega.wire.splendor_json.messages import (
    Answer,
    Board,
    Cards,
    Cash,
    Discount,
    EndOfRound,
    GameOver,
    MoveVerification,
    NickVerification,
    Player,
    ServerHello,
    cash,
)

FIRST_CARD = 0
FIRST_NOBLE = 90

OK = '{"answer_type":"move_verification","result":"ok"}'
ROUND_ENDED = '{"answer_type":"end_of_round","result":"ok"}'
"""The two answers to nearly every move, written once."""


class Company(msgspec.Struct, frozen=True):
    """The table somebody is shown: its size and who sits there."""

    size: int
    names: tuple[str, ...]


def server_hello(client_id: str, company: Company) -> Answer:
    """The greeting, with the client's secret."""
    return ServerHello(client_id, company.size, len(company.names), company.names, f"bottega {__version__}")


def nick_verification(company: Company, fault: str | None) -> Answer:
    """Whether the nick is accepted."""
    result: Literal["ok", "invalid"] = "ok" if fault is None else "invalid"
    return NickVerification(result, company.size, len(company.names), company.names, UNSET if fault is None else fault)


def illegal(reason: str) -> Answer:
    """A request that is refused after the nick was accepted."""
    return MoveVerification("illegal", reason)


def end_of_round(
    result: Literal["ok", "discard_gems", "select_noble"], message: str = "", nobles: Sequence[int] | None = None
) -> Answer:
    """The turn is over (``ok``), or something is still to be discarded or selected."""
    return EndOfRound(result, UNSET if nobles is None else tuple(nobles), message or UNSET)


def game_over(winners: Sequence[str], message: str = "") -> Answer:
    """Who has won; of several who share the victory the first, and all in the message."""
    return GameOver(winners[0] if winners else "", message or UNSET)


def game_start(game: State, names: Sequence[str]) -> list[str]:
    """What is sent to everybody when the last seat is taken."""
    return [board(game, names)]


def board(game: State, names: Sequence[str]) -> str:
    """The whole table; when the game is over, the active player is who would have been next."""
    active = game.seat
    players = [_player(names[seat], seat == active, player) for seat, player in enumerate(game.players)]
    nobles = [FIRST_NOBLE + noble for noble in game.nobles]
    return write_object(Board(names[active], cash(game.bank), players, _cards(game.face_up), nobles))


def last_board(game: State, names: Sequence[str], receiver: int) -> str:
    """The whole table after the last move."""
    return board(game, names)


def _player(nick: str, active: bool, player: splendor.Player) -> Player:
    claimed = player.reserved[0] if player.reserved and player.reserved[0] not in player.secret else None
    white, blue, green, red, black = player.bonuses  # (as ``discount`` and ``cash`` do, without the calls)
    bonuses = Discount(white, green, blue, black, red)
    white, blue, green, red, black, gold = player.tokens
    return Player(nick, Cash(white, green, blue, black, red, gold), active, claimed, bonuses, player.prestige)


def _cards(face_up: tuple[int, ...]) -> Cards:
    low, middle, high = face_up[:SLOTS], face_up[SLOTS : 2 * SLOTS], face_up[2 * SLOTS :]
    if EMPTY in face_up:
        low, middle, high = (tuple([card for card in row if card != EMPTY]) for row in (low, middle, high))
    return Cards(low, middle, high)
