"""splendor-json as the program of the time spoke it: swapped counts, lists as text, the board as a string."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET

from bottega.games.splendor import CARDS, COLOURS, NOBLES, PlayerView, RowView, State, View, view
from bottega.games.splendor.model import TOKEN_LIMIT
from bottega.wire.core.loose_json import write_object
from bottega.wire.splendor_json.messages import (
    Answer,
    OriginalBoard,
    OriginalCard,
    OriginalHello,
    OriginalNews,
    OriginalNoble,
    OriginalNobles,
    OriginalPlayer,
    OriginalStart,
    OriginalVerification,
    cash,
    discount,
)
from bottega.wire.splendor_json.words import Company

FIRST_CARD = 1
FIRST_NOBLE = 1
CARDS_IN_ROW = 4
NO_PRICE = (7, 7, 7, 7, 7)
"""What a placeholder costs: more than anybody could pay."""

_LEVEL_WORDS = {1: "One", 2: "Two", 3: "Three"}


def server_hello(client_id: str, company: Company) -> Answer:
    """The greeting: the counts mean other things, and the list is text."""
    return OriginalHello(client_id, len(company.names), company.names, _java_list(company.names))


def nick_verification(company: Company, fault: str | None) -> Answer:
    """The two counts are swapped."""
    joined = max(0, len(company.names) - (fault is None))
    names = _java_list(company.names)
    result: Literal["ok", "invalid"] = "ok" if fault is None else "invalid"
    return OriginalVerification(result, joined, company.size, names, UNSET if fault is None else fault)


def game_start(game: State, names: Sequence[str]) -> list[str]:
    """A message of its own, with the board in it."""
    board = _board_text(view(game, None), names, game.seat)
    return [write_object(OriginalStart(_java_list(names), board))]


def board(game: State, names: Sequence[str], receiver: int | None = None) -> str:
    """The board as text inside the message; ``next_player`` is the one after ``player``.

    At the end ``receiver`` is marked as the active one: only then its window shows the end.
    """
    active = game.seat if receiver is None else receiver
    text = _board_text(view(game, None), names, active)
    return write_object(OriginalNews(names[(active + 1) % len(names)], names[active], text))


def _board_text(seen: View, names: Sequence[str], active: int) -> str:
    players = {names[player.seat]: _player(seen, player, names, active) for player in seen.players}
    rows = {f"level{row.level}": _row(row) for row in seen.rows}
    nobles = OriginalNobles(tuple(map(_noble, seen.nobles)))
    return write_object(OriginalBoard(cash(seen.bank), nobles, players, players[names[active]], rows))


def _row(row: RowView) -> tuple[OriginalCard, ...]:
    """Four cards: where a level has run out its client wants something that looks like one."""
    cards = tuple(_card(card) for card in row.face_up if card is not None)
    return cards + (_placeholder(row.level),) * (CARDS_IN_ROW - len(cards))


def _placeholder(level: int) -> OriginalCard:
    """What lies where no card is left: it has a number that nobody can buy or claim."""
    return OriginalCard(FIRST_CARD - 1, discount(NO_PRICE), 0, _LEVEL_WORDS[level], discount((0, 0, 0, 0, 0)))


def _player(seen: View, player: PlayerView, names: Sequence[str], active: int) -> OriginalPlayer:
    claimed = player.reserved[0].card if player.reserved else None
    return OriginalPlayer(
        nick=names[player.seat],
        developmentCards={str(card + FIRST_CARD): _card(card) for card in player.cards},
        nobles={str(noble + FIRST_NOBLE): _noble(noble) for noble in player.nobles},
        cash=cash(player.tokens),
        active=player.seat == active,
        claimedCard=None if claimed is None else _card(claimed),
        numberOfMoves=(seen.turn - 1 + len(names) - 1 - player.seat) // len(names),
        totalPrestige=player.prestige,
        overCashLimit=sum(player.tokens) > TOKEN_LIMIT,
        totalDiscount=discount(player.bonuses),
    )


def _card(number: int) -> OriginalCard:
    card = CARDS[number]
    white, blue, green, red, black = (int(colour == card.bonus) for colour in range(len(COLOURS)))
    bonus = discount((white, blue, green, red, black))
    return OriginalCard(number + FIRST_CARD, discount(card.cost), card.prestige, _LEVEL_WORDS[card.level], bonus)


def _noble(number: int) -> OriginalNoble:
    noble = NOBLES[number]
    return OriginalNoble(number + FIRST_NOBLE, discount(noble.cost), noble.prestige)


def _java_list(names: Sequence[str]) -> str:
    """A list as Java's ``toString`` writes it."""
    return f"[{', '.join(names)}]"
