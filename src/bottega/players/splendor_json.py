"""A player of splendor-json who knows the document (or the program of the time) and the printed cards.

How it works. The player looks at the last ``game_board``, buys what is worth most of what it can pay, else takes gems
at random, else claims a card. When the connection breaks, the player opens another and says the old nick and client_id.
What the program of the time says otherwise is put into the document's words first (``_document``).

What must stay true: ``move_verification`` answers the move that is on its way, ``end_of_round`` the discard or the
choice of noble. Both can be on their way at once: who comes back in the middle of a question sees the board first,
moves, and only then reads the question. If what was said before the connection broke (or the log failed to answer) is
carried out after all, its ``end_of_round`` seems to be about what was said again, and that is then refused like a move.
With the program of the time a move may also be answered by ``end_of_round``: it was held up, and nothing has come of
it.
"""

from __future__ import annotations

import copy
import json
from collections import deque
from collections.abc import Sequence
from random import Random

from bottega.games import splendor
from bottega.games.splendor import CARDS, COLOURS
from bottega.games.splendor.model import Phase
from bottega.players.line import Line
from bottega.players.player import Attempt, Message, NotWelcome, Picture, Player, Think, at_once, wrong_winner
from bottega.table.position import AnyPosition
from bottega.wire.splendor_json import words

LETTERS = {"white": "w", "blue": "b", "green": "g", "red": "r", "black": "k"}


class SplendorPlayer(Player):
    """One player."""

    def __init__(self, name: str, chance: Random, think: Think = at_once, original: bool = False) -> None:
        super().__init__(name, chance, think)
        self.winner: str | None = None
        self._first_card, self._first_noble = (1, 1) if original else (0, 90)
        self._original = original
        self._client_id: str | None = None
        self._new_id = ""
        self._board: Message = {}
        """The table, with the gems that are on their way."""
        self._shown: Message = {}
        self._moving: deque[Attempt] = deque()
        self._answering: Attempt | None = None
        self._answered_last: Attempt | None = None
        """The last discard or choice of noble that had its answer."""
        self._question = "ok"

    async def arrive(self, line: Line) -> None:
        """The server speaks first; what was on its way is nobody's to know any more."""
        self._moving.clear()
        self._answering = self._answered_last = None
        self._question = "ok"

    async def attend(self, line: Line) -> None:
        """Take in an answer."""
        answer: Message = json.loads(await line.hear())
        kind = answer["answer_type"]
        if kind == "server_hello":
            self._new_id = answer["set_client_id"]
            self._client_id = self._client_id or self._new_id
            self._ask(line, "client_hello", nick=self.name)
        elif kind == "nick_verification":
            self._verified(line, answer["result"] == "ok")
        elif kind == "game_over":
            self.winner = answer["winner"]
            self.over = True
        elif kind in ("game_board", "game_start"):
            self.started.set()
            self._board = _document(answer) if self._original else answer
            self._shown = copy.deepcopy(self._board)
            self.pictures.append(Picture(self._canonical(self._board)))
            if self._board["next_player"] == self.name:
                await self._move(line)
        elif kind == "move_verification":
            await self._answered(line, answer["result"] == "ok")
        elif kind == "end_of_round":
            self._asked(line, answer)

    def _ask(self, line: Line, request_type: str, **fields: object) -> None:
        line.say(json.dumps({"request_type": request_type, "client_id": self._client_id, **fields}))

    def _verified(self, line: Line, welcome: bool) -> None:
        if welcome:
            self.secrets.add(str(self._client_id))
        elif self._board:
            self.over = True  # the game ended while the connection was broken
        elif self._client_id == self._new_id:
            raise NotWelcome(self.name)
        else:
            self._client_id = self._new_id
            self._ask(line, "client_hello", nick=self.name)

    async def _answered(self, line: Line, right: bool) -> None:
        if self._moving:
            self._moving.popleft().acknowledged = right
        else:
            self._refused_late(right)
        if not right:
            self._board = copy.deepcopy(self._shown)
        mine = self._board["next_player"] == self.name
        if not right and self._answering is None and mine and not self._moving:
            await self._move(line, rather="gems")

    def _refused_late(self, right: bool) -> None:
        """No move is on its way: it was a discard or a noble, said again since nobody knew what had become of it."""
        late = self._answering or self._answered_last
        assert late is not None, "nothing was asked that this could answer"
        assert (self.unsure, right) == (True, False), "nothing was asked that this could answer"
        late.acknowledged, self._answering, self._answered_last = False, None, None

    def _asked(self, line: Line, answer: Message) -> None:
        result = str(answer["result"])
        in_vain = self._original and "message" in answer
        if self._answering is not None:
            self._answering.acknowledged = not in_vain and (result == "ok" or result != self._question)
            self._answered_last, self._answering = self._answering, None
        elif in_vain and self._moving:
            self._moving.popleft().acknowledged = False
        self._question = result
        if result == "discard_gems":
            self._discard(line)
        elif result == "select_noble":
            noble = self.chance.choice(answer["nobles"])
            self._answering = self.try_to(f"noble {noble - self._first_noble}")
            self._ask(line, "select_noble", noble_id=noble)

    def _me(self) -> Message:
        me: Message = next(player for player in self._board["players"] if player["nick"] == self.name)
        return me

    # -- what to play -----------------------------------------------------------------------------------------------

    async def _move(self, line: Line, rather: str = "") -> None:
        await self.think()
        cards = [card for row in self._board["cards"].values() for card in row]
        hand = self._me()["claimedCard"]
        payable = [card for card in [*cards, *([] if hand is None else [hand])] if self._affords(card)]
        if payable and rather != "gems":
            card = max(payable, key=lambda card: (CARDS[card].prestige, self.chance.random()))
            self._moving.append(self.try_to(f"buy {card}"))
            place = "hand" if card == hand else "table"
            self._ask(line, "buy_card", place=place, card_id=card + self._first_card)
            return
        bank: dict[str, int] = self._board["bankCash"]
        left = [colour for colour in LETTERS if bank[colour]]
        full = sum(self._me()["cash"].values()) >= 10
        if hand is None and cards and (not left or (full and self.chance.random() < 0.5)):
            card = self.chance.choice(cards)
            self._moving.append(self.try_to(f"reserve {card}"))
            self._ask(line, "claim_card", card_id=card + self._first_card)
            return
        taken = self.chance.sample(left, min(3, len(left)))
        self._moving.append(self.try_to("take " + "".join(LETTERS[colour] for colour in LETTERS if colour in taken)))
        self._me()["cash"] |= {colour: self._me()["cash"][colour] + 1 for colour in taken}
        self._ask(line, "get_gems", **dict.fromkeys(taken, 1))

    def _affords(self, card: int) -> bool:
        cash, discount = self._me()["cash"], self._me()["totalDiscount"]
        price = dict(zip(COLOURS, CARDS[card].cost, strict=True))
        short = sum(max(0, count - discount[colour] - cash[colour]) for colour, count in price.items())
        return bool(short <= cash["yellow"])

    def _discard(self, line: Line) -> None:
        """Give back at random; whoever claimed a card has a yellow gem more than the last board shows, perhaps."""
        held = [colour for colour in LETTERS for _ in range(self._me()["cash"][colour])]
        surplus = self.chance.choice([1, 2, 3]) if sum(self._me()["cash"].values()) <= 10 else 0
        surplus = surplus or sum(self._me()["cash"].values()) - 10
        given = self.chance.sample(held, min(surplus, len(held)))
        counts = {colour: given.count(colour) for colour in LETTERS}
        piles = [f"{LETTERS[colour]}{count}" for colour, count in counts.items() if count]
        self._answering = self.try_to(f"return {' '.join(piles)}")
        self._ask(line, "discard_gems", **counts)

    # -- afterwards -------------------------------------------------------------------------------------------------

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """Whether whoever was called the winner is one."""
        return [] if self.winner is None else wrong_winner(self.winner, positions[-1])

    def shows(self, position: AnyPosition) -> str | None:
        """The board of that position."""
        if not isinstance(position.state, splendor.State):
            return None
        names = [seat.name for seat in position.seats]
        return self._canonical(json.loads(words.board(position.state, names)))

    def due(self, position: AnyPosition) -> bool:
        """In the middle of a turn only those who come back are shown the board; the program of the time is told what it
        asks for.
        """
        return not self._original and isinstance(position.state, splendor.State) and position.state.phase is Phase.MAIN

    def _canonical(self, board: Message) -> str:
        """A board without its name; without whose turn it is, where at the end everybody is told that it is theirs."""
        left_out = ("answer_type", "next_player", "active") if self._original else ("answer_type",)
        players = [{key: value for key, value in each.items() if key not in left_out} for each in board["players"]]
        kept = {key: value for key, value in board.items() if key not in left_out}
        return json.dumps({**kept, "players": players}, sort_keys=True)


def _document(answer: Message) -> Message:
    """A board of the program of the time as the document would have it."""
    board = json.loads(answer["Board"])
    kept = ("nick", "cash", "active", "totalDiscount", "totalPrestige")
    return {
        "next_player": board["activePlayer"]["nick"],
        "bankCash": board["bankCash"],
        "players": [
            {
                **{key: player[key] for key in kept},
                "claimedCard": None if player["claimedCard"] is None else player["claimedCard"]["id"] - 1,
            }
            for player in board["players"].values()
        ],
        "cards": {
            level: [card["id"] - 1 for card in cards if card["id"]]
            for level, cards in board["developmentCardsOnBoard"].items()
        },
        "nobles": [noble["id"] + 89 for noble in board["nobles"]["nobles"]],
    }
