"""A player of splendor-json who knows the document and the printed cards, over a real socket.

How it works. The player looks at the last ``game_board``, buys what is worth most of what it can pay, else takes gems
at random, else claims a card. Every move that it sends is written down as an :class:`Attempt`; only the server's answer
makes it ``acknowledged``. When the connection breaks, the player opens another and says the old nick and client_id.

What must stay true: ``move_verification`` answers the move that is on its way, ``end_of_round`` the discard or the
choice of noble. Both can be on their way at once: who comes back in the middle of a question sees the board first,
moves, and only then reads the question.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from bottega.games.splendor import CARDS, COLOURS
from tests.server.harness import TIMEOUT

Message = dict[str, Any]

LETTERS = {"white": "w", "blue": "b", "green": "g", "red": "r", "black": "k"}


class Attempt(msgspec.Struct):
    """A move as the log would write it, and what became of it: None while nobody knows."""

    text: str
    acknowledged: bool | None = None


class SplendorClient:
    """One player, over as many connections as it takes."""

    def __init__(self, nick: str, port: int, think: Callable[[], float], seed: int = 0) -> None:
        self.nick = nick
        self.attempts: list[Attempt] = []
        self.boards = 0
        self.connections = 0
        self.winner: str | None = None
        self._port = port
        self._think = think
        self._random = random.Random(f"{nick} {seed}")
        self._client_id: str | None = None
        self._board: Message = {}
        self._moving: deque[Attempt] = deque()
        self._answering: Attempt | None = None
        self._question = "ok"

    async def play(self) -> None:
        """Play one game to its end, whatever happens to the connection."""
        while not await self._attend():
            self._moving.clear()
            self._answering = None

    async def _attend(self) -> bool:
        """One connection; whether the game is over."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        except ConnectionError:
            await asyncio.sleep(0.02)
            return False
        self.connections += 1
        try:
            return await self._converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            return False
        finally:
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        def ask(request_type: str, **fields: object) -> None:
            request = {"request_type": request_type, "client_id": self._client_id, **fields}
            writer.write(json.dumps(request).encode() + b"\n")

        new_id = ""
        while True:
            async with asyncio.timeout(TIMEOUT):
                answer: Message = json.loads(await reader.readuntil(b"\n"))
            kind = answer["answer_type"]
            if kind == "server_hello":
                new_id = answer["set_client_id"]
                self._client_id = self._client_id or new_id
                ask("client_hello", nick=self.nick)
            elif kind == "nick_verification":
                if answer["result"] == "ok":
                    continue
                if self._board:
                    return True  # the game ended while the connection was broken
                assert self._client_id != new_id, f"{self.nick} is refused: {answer}"
                self._client_id = new_id
                ask("client_hello", nick=self.nick)
            elif kind == "game_over":
                self.winner = answer["winner"]
                return True
            else:
                await self._go_on(answer, ask)

    async def _go_on(self, answer: Message, ask: Callable[..., None]) -> None:
        kind, result = answer["answer_type"], str(answer.get("result"))
        if kind == "game_board":
            self._board = answer
            self.boards += 1
            if answer["next_player"] == self.nick and self._prestige() is not None:
                await self._move(ask)
        elif kind == "move_verification":
            self._moving.popleft().acknowledged = result == "ok"
            mine = self._board["next_player"] == self.nick
            if result != "ok" and self._answering is None and mine and not self._moving:
                await self._move(ask, rather="gems")
        elif kind == "end_of_round":
            if self._answering is not None:
                self._answering.acknowledged = result == "ok" or result != self._question
                self._answering = None
            self._question = result
            if result == "discard_gems":
                self._discard(ask)
            elif result == "select_noble":
                noble = self._random.choice(answer["nobles"])
                self._answering = self._try(f"noble {noble - 90}")
                ask("select_noble", noble_id=noble)

    def _try(self, text: str) -> Attempt:
        attempt = Attempt(text)
        self.attempts.append(attempt)
        return attempt

    def _me(self) -> Message:
        me: Message = next(player for player in self._board["players"] if player["nick"] == self.nick)
        return me

    def _prestige(self) -> int | None:
        prestige: int = self._me()["totalPrestige"]
        return prestige

    # -- what to play -----------------------------------------------------------------------------------------------

    async def _move(self, ask: Callable[..., None], rather: str = "") -> None:
        await asyncio.sleep(self._think())
        cards = [card for row in self._board["cards"].values() for card in row]
        hand = self._me()["claimedCard"]
        payable = [card for card in [*cards, *([] if hand is None else [hand])] if self._affords(card)]
        if payable and rather != "gems":
            card = max(payable, key=lambda card: (CARDS[card].prestige, self._random.random()))
            self._moving.append(self._try(f"buy {card}"))
            ask("buy_card", place="hand" if card == hand else "table", card_id=card)
            return
        bank: dict[str, int] = self._board["bankCash"]
        left = [colour for colour in LETTERS if bank[colour]]
        full = sum(self._me()["cash"].values()) >= 10
        if hand is None and cards and (not left or (full and self._random.random() < 0.5)):
            card = self._random.choice(cards)
            self._moving.append(self._try(f"reserve {card}"))
            ask("claim_card", card_id=card)
            return
        taken = self._random.sample(left, min(3, len(left)))
        self._moving.append(self._try("take " + "".join(LETTERS[colour] for colour in LETTERS if colour in taken)))
        self._me()["cash"] |= {colour: self._me()["cash"][colour] + 1 for colour in taken}
        ask("get_gems", **dict.fromkeys(taken, 1))

    def _affords(self, card: int) -> bool:
        cash, discount = self._me()["cash"], self._me()["totalDiscount"]
        price = dict(zip(COLOURS, CARDS[card].cost, strict=True))
        short = sum(max(0, count - discount[colour] - cash[colour]) for colour, count in price.items())
        return bool(short <= cash["yellow"])

    def _discard(self, ask: Callable[..., None]) -> None:
        """Give back at random; whoever claimed a card has a yellow gem more than the last board shows, perhaps."""
        held = [colour for colour in LETTERS for _ in range(self._me()["cash"][colour])]
        surplus = self._random.choice([1, 2, 3]) if sum(self._me()["cash"].values()) <= 10 else 0
        surplus = surplus or sum(self._me()["cash"].values()) - 10
        given = self._random.sample(held, min(surplus, len(held)))
        counts = {colour: given.count(colour) for colour in LETTERS}
        piles = [f"{LETTERS[colour]}{count}" for colour, count in counts.items() if count]
        self._answering = self._try(f"return {' '.join(piles)}")
        ask("discard_gems", **counts)
