"""splendor-json's answers, in the document's words and in those of the program of the time.

A :class:`Words` holds everything in which the two profiles differ: what card number 0 is called, the shape of the
greeting and of the board, which end-of-turn questions are asked. The dialect itself knows no profile.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from bottega import __version__
from bottega.games import splendor
from bottega.games.splendor import CARDS, COLOURS, NOBLES, Gems, Tokens, View
from bottega.wire.core.loose_json import write_object

_LEVEL_WORDS = {1: "One", 2: "Two", 3: "Three"}

_NUMBER = re.compile(r"(?<=\bnoble )(?P<noble>-?\d+)|(?<=\bcard )\d+|(?<=[:,] )\d+(?=(?:, \d+)*$)")
"""Where the rules' own sentences name a noble, a card, or at their end a list of cards."""

Message = dict[str, object]


class _Gems(msgspec.Struct, gc=False):
    """Counts by colour, in the order in which the document names the colours."""

    white: int
    green: int
    blue: int
    black: int
    red: int


class _Cash(_Gems, gc=False):
    """The same with gold."""

    yellow: int


def _gems(gems: Gems) -> _Gems:
    white, blue, green, red, black = gems
    return _Gems(white, green, blue, black, red)


def _cash(tokens: Tokens) -> _Cash:
    white, blue, green, red, black, gold = tokens
    return _Cash(white, green, blue, black, red, gold)


class _Player(msgspec.Struct):
    nick: str
    cash: _Cash
    active: bool
    claimedCard: int | None  # noqa: N815 (the document's own name)
    totalDiscount: _Gems  # noqa: N815
    totalPrestige: int  # noqa: N815


def _player(nick: str, active: bool, player: splendor.PlayerView) -> _Player:
    claimed = player.reserved[0].card if player.reserved else None
    return _Player(nick, _cash(player.tokens), active, claimed, _gems(player.bonuses), player.prestige)


class _Cards(msgspec.Struct):
    """The cards on the table."""

    level1: list[int]
    level2: list[int]
    level3: list[int]


def _cards(rows: Sequence[splendor.RowView]) -> _Cards:
    return _Cards(*[[card for card in row.face_up if card is not None] for row in rows])


class _Board(msgspec.Struct, tag_field="answer_type", tag="game_board"):
    """The document's ``game_board``, keys in its order."""

    next_player: str
    bankCash: _Cash  # noqa: N815
    players: list[_Player]
    cards: _Cards
    nobles: list[int]


class Company(msgspec.Struct, frozen=True):
    """The table somebody is shown: its size and who sits there."""

    size: int
    names: tuple[str, ...]


class Words:
    """The document's own words."""

    first_card = 0
    first_noble = 90
    nick_lengths = range(3, 11)
    checks_ids = True
    """Whether every request must name its client_id."""
    bad_nick = ""
    """What is said of every refused nick; empty: the reason."""

    def server_hello(self, client_id: str, company: Company) -> Message:
        """The greeting, with the client's secret."""
        return {
            "answer_type": "server_hello",
            "set_client_id": client_id,
            "number_of_players": company.size,
            "connected_players": len(company.names),
            "nicknames": company.names,
            "server_version": f"bottega {__version__}",
        }

    def nick_verification(self, company: Company, fault: str | None) -> Message:
        """Whether the nick is accepted."""
        answer: Message = {
            "answer_type": "nick_verification",
            "result": "ok" if fault is None else "invalid",
            "number_of_players": company.size,
            "connected_players": len(company.names),
            "nicknames": company.names,
        }
        if fault is not None:
            answer["message"] = self.bad_nick or fault
        return answer

    def renumbered(self, reason: str) -> str:
        """A sentence of the rules with the numbers that this profile gives to cards and nobles."""
        return _NUMBER.sub(
            lambda found: str(int(found[0]) + (self.first_noble if found["noble"] else self.first_card)), reason
        )

    def game_start(self, view: View, names: Sequence[str]) -> list[str]:
        """What is sent to everybody when the last seat is taken."""
        return [self.board(view, names)]

    def board(self, view: View, names: Sequence[str]) -> str:
        """The whole table."""
        mover = _mover(view)
        players = [_player(names[player.seat], player.seat == mover, player) for player in view.players]
        nobles = [self.first_noble + noble for noble in view.nobles]
        return write_object(_Board(names[mover], _cash(view.bank), players, _cards(view.rows), nobles))


def _mover(view: View) -> int:
    """Whose turn it is; when the game is over, who would have been next. The active player is always this one."""
    return view.seat if view.seat is not None else (view.turn - 1) % len(view.players)


class OriginalWords(Words):
    """What the program of the time said and understood: swapped counts, lists as text, the board as a string."""

    first_card = 1
    first_noble = 1
    nick_lengths = range(1, 33)
    checks_ids = False
    bad_nick = "Twój nick jest zły"

    def server_hello(self, client_id: str, company: Company) -> Message:
        """The greeting: the counts mean other things, and the list is text."""
        return {
            "answer_type": "server_hello",
            "set_client_id": client_id,
            "number_of_players": len(company.names),
            "connected_players": company.names,
            "nicknames": _java_list(company.names),
        }

    def nick_verification(self, company: Company, fault: str | None) -> Message:
        """The two counts are swapped."""
        answer = super().nick_verification(company, fault)
        answer["number_of_players"] = max(0, len(company.names) - (fault is None))
        answer["connected_players"] = company.size
        answer["nicknames"] = _java_list(company.names)
        return answer

    def game_start(self, view: View, names: Sequence[str]) -> list[str]:
        """A message of its own, then the first board."""
        start = {"answer_type": "game_start", "nicknames": _java_list(names), "Board": self._board_text(view, names)}
        return [write_object(start), self.board(view, names)]

    def board(self, view: View, names: Sequence[str]) -> str:
        """The board as text inside the message; ``next_player`` is the one after ``player``."""
        mover = _mover(view)
        return write_object(
            {
                "answer_type": "game_board",
                "next_player": names[(mover + 1) % len(names)],
                "player": names[mover],
                "Board": self._board_text(view, names),
            }
        )

    def _board_text(self, view: View, names: Sequence[str]) -> str:
        players = {names[player.seat]: self._player(view, player, names) for player in view.players}
        rows = {f"level{row.level}": [self._card(c) for c in row.face_up if c is not None] for row in view.rows}
        return write_object(
            {
                "bankCash": _cash(view.bank),
                "nobles": {"nobles": [self._noble(noble) for noble in view.nobles]},
                "players": players,
                "activePlayer": players[names[_mover(view)]],
                "developmentCardsOnBoard": rows,
            }
        )

    def _player(self, view: View, player: splendor.PlayerView, names: Sequence[str]) -> Message:
        claimed = player.reserved[0].card if player.reserved else None
        return {
            "nick": names[player.seat],
            "developmentCards": {str(card + self.first_card): self._card(card) for card in player.cards},
            "nobles": {str(noble + self.first_noble): self._noble(noble) for noble in player.nobles},
            "cash": _cash(player.tokens),
            "active": player.seat == _mover(view),
            "claimedCard": None if claimed is None else self._card(claimed),
            "numberOfMoves": (view.turn - 1 + len(names) - 1 - player.seat) // len(names),
            "totalPrestige": player.prestige,
            "overCashLimit": sum(player.tokens) > 10,
            "totalDiscount": _gems(player.bonuses),
        }

    def _card(self, number: int) -> Message:
        card = CARDS[number]
        white, blue, green, red, black = (int(colour == card.bonus) for colour in range(len(COLOURS)))
        return {
            "id": number + self.first_card,
            "cost": _gems(card.cost),
            "prestige": card.prestige,
            "level": _LEVEL_WORDS[card.level],
            "discount": _gems((white, blue, green, red, black)),
        }

    def _noble(self, number: int) -> Message:
        noble = NOBLES[number]
        return {"id": number + self.first_noble, "cost": _gems(noble.cost), "prestige": noble.prestige}


def _java_list(names: Sequence[str]) -> str:
    """A list as Java's ``toString`` writes it."""
    return f"[{', '.join(names)}]"


WORDS: dict[str, Words] = {"": Words(), "original": OriginalWords()}
"""The words of each profile."""
