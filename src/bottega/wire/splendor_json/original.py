"""splendor-json as the program of the time spoke it: swapped counts, lists as text, the board as a string."""

from __future__ import annotations

from collections.abc import Sequence

from bottega.games.splendor import CARDS, COLOURS, NOBLES, PlayerView, RowView, State, View, view
from bottega.wire.core.loose_json import write_object
from bottega.wire.splendor_json import words
from bottega.wire.splendor_json.messages import Answer, cash, discount
from bottega.wire.splendor_json.words import Company

FIRST_CARD = 1
FIRST_NOBLE = 1
CARDS_IN_ROW = 4
NO_PRICE = (7, 7, 7, 7, 7)
"""What a placeholder costs: more than anybody could pay."""

_LEVEL_WORDS = {1: "One", 2: "Two", 3: "Three"}


def server_hello(client_id: str, company: Company) -> Answer:
    """The greeting: the counts mean other things, and the list is text."""
    return {
        "answer_type": "server_hello",
        "set_client_id": client_id,
        "number_of_players": len(company.names),
        "connected_players": company.names,
        "nicknames": _java_list(company.names),
    }


def nick_verification(company: Company, fault: str | None) -> Answer:
    """The two counts are swapped."""
    answer = words.nick_verification(company, fault)
    answer["number_of_players"] = max(0, len(company.names) - (fault is None))
    answer["connected_players"] = company.size
    answer["nicknames"] = _java_list(company.names)
    return answer


def game_start(game: State, names: Sequence[str]) -> list[str]:
    """A message of its own, with the board in it."""
    board = _board_text(view(game, None), names, game.seat)
    return [write_object({"answer_type": "game_start", "nicknames": _java_list(names), "Board": board})]


def board(game: State, names: Sequence[str], receiver: int | None = None) -> str:
    """The board as text inside the message; ``next_player`` is the one after ``player``.

    At the end ``receiver`` is marked as the active one: only then its window shows the end.
    """
    active = game.seat if receiver is None else receiver
    return write_object(
        {
            "answer_type": "game_board",
            "next_player": names[(active + 1) % len(names)],
            "player": names[active],
            "Board": _board_text(view(game, None), names, active),
        }
    )


def _board_text(seen: View, names: Sequence[str], active: int) -> str:
    players = {names[player.seat]: _player(seen, player, names, active) for player in seen.players}
    rows = {f"level{row.level}": _row(row) for row in seen.rows}
    return write_object(
        {
            "bankCash": cash(seen.bank),
            "nobles": {"nobles": [_noble(noble) for noble in seen.nobles]},
            "players": players,
            "activePlayer": players[names[active]],
            "developmentCardsOnBoard": rows,
        }
    )


def _row(row: RowView) -> list[Answer]:
    """Four cards: where a level has run out its client wants something that looks like one."""
    cards = [_card(card) for card in row.face_up if card is not None]
    return cards + [_placeholder(row.level)] * (CARDS_IN_ROW - len(cards))


def _placeholder(level: int) -> Answer:
    """What lies where no card is left: it has a number that nobody can buy or claim."""
    return {
        "id": FIRST_CARD - 1,
        "cost": discount(NO_PRICE),
        "prestige": 0,
        "level": _LEVEL_WORDS[level],
        "discount": discount((0, 0, 0, 0, 0)),
    }


def _player(seen: View, player: PlayerView, names: Sequence[str], active: int) -> Answer:
    claimed = player.reserved[0].card if player.reserved else None
    return {
        "nick": names[player.seat],
        "developmentCards": {str(card + FIRST_CARD): _card(card) for card in player.cards},
        "nobles": {str(noble + FIRST_NOBLE): _noble(noble) for noble in player.nobles},
        "cash": cash(player.tokens),
        "active": player.seat == active,
        "claimedCard": None if claimed is None else _card(claimed),
        "numberOfMoves": (seen.turn - 1 + len(names) - 1 - player.seat) // len(names),
        "totalPrestige": player.prestige,
        "overCashLimit": sum(player.tokens) > 10,
        "totalDiscount": discount(player.bonuses),
    }


def _card(number: int) -> Answer:
    card = CARDS[number]
    white, blue, green, red, black = (int(colour == card.bonus) for colour in range(len(COLOURS)))
    return {
        "id": number + FIRST_CARD,
        "cost": discount(card.cost),
        "prestige": card.prestige,
        "level": _LEVEL_WORDS[card.level],
        "discount": discount((white, blue, green, red, black)),
    }


def _noble(number: int) -> Answer:
    noble = NOBLES[number]
    return {"id": number + FIRST_NOBLE, "cost": discount(noble.cost), "prestige": noble.prestige}


def _java_list(names: Sequence[str]) -> str:
    """A list as Java's ``toString`` writes it."""
    return f"[{', '.join(names)}]"
