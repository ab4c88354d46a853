"""The client of the time of splendor-json, modelled on how its window reads: one answer for every request, in order.

As long as it waits for its turn it reads boards, one after the other. Once a board says that it has the turn it reads
nothing before its player asks for something; then it reads the answer to that, after ``ok`` the end of the round, and
after that the next board. Whatever was sent in between is taken for the answer: a :class:`Misread`. A restarted one
has a new client_id and knows nothing.
"""

from __future__ import annotations

import json
from collections import deque
from random import Random
from typing import Any

Message = dict[str, Any]

COLOURS = ("white", "green", "blue", "black", "red")
IN_ROW = 4
LIMIT = 10


class Misread(AssertionError):
    """The window takes this for something else, and is lost."""


class OriginalWindow:
    """A random player at the window of the client of the time."""

    def __init__(self, nick: str, random: Random) -> None:
        self.nick = nick
        self.winner: str | None = None
        self.requests = 0
        self.board: Message = {}
        self._random = random
        self._unread: deque[Message] = deque()
        self._reads: str = "server_hello"
        """What it reads next; nothing while its player thinks."""
        self._held: Message = {}
        self._client_id = ""

    # -- reading ----------------------------------------------------------------------------------------------------

    def hears(self, text: str) -> list[str]:
        """A message has arrived; what it sends by itself."""
        self._unread.append(json.loads(text))
        sent: list[str] = []
        while self._reads and self._unread and self.winner is None:
            sent += self._read(self._unread.popleft())
        return sent

    def _read(self, message: Message) -> list[str]:
        kind, wanted = message["answer_type"], self._reads
        if wanted == "answer":
            self._answer(message)
            return []
        if kind != wanted:
            raise Misread(f"{self.nick} wants {wanted}, not {str(message)[:200]}")
        if kind == "server_hello":
            self._client_id, self._reads = message["set_client_id"], "nick_verification"
            return [self._request("client_hello", set_nick=self.nick)]
        if kind == "nick_verification":
            if message["result"] != "ok":
                raise Misread(f"{self.nick} is refused: {message}")
            self._reads = "game_start"
        elif kind == "end_of_round":
            self._end_of_round(message)
        else:
            self._look(message)
        return []

    def _answer(self, message: Message) -> None:
        kind = message["answer_type"]
        if kind == "game_over":
            self.winner = message["winner"]
        elif kind == "end_of_round":
            self._end_of_round(message)
        elif kind == "move_verification":
            self._reads = "end_of_round" if message["result"] == "ok" else ""
        else:
            raise Misread(f"{self.nick} takes {kind} for an answer")

    def _end_of_round(self, message: Message) -> None:
        self._reads = "game_board" if message["result"] == "ok" else ""
        self._held = {} if message["result"] == "ok" else message

    def _look(self, message: Message) -> None:
        board: Message = json.loads(message["Board"])
        if message["answer_type"] == "game_start":
            nicks = message["nicknames"].strip("[]").split(", ")
            if set(nicks) != set(board["players"]):
                raise Misread(f"{nicks} are not the players")
        for level in ("level1", "level2", "level3"):
            if len(board["developmentCardsOnBoard"][level]) != IN_ROW:
                raise Misread(f"{level} has not {IN_ROW} cards")
        active = [nick for nick, player in board["players"].items() if player["active"]]
        if active != [board["activePlayer"]["nick"]]:
            raise Misread(f"{active} are active, and {board['activePlayer']['nick']}")
        self.board = board
        self._reads = "" if self.nick in active else "game_board"

    # -- playing ----------------------------------------------------------------------------------------------------

    @property
    def may_act(self) -> bool:
        """Whether its buttons can be pressed."""
        return not self._reads and self.winner is None

    def acts(self) -> str:
        """Its player presses something."""
        assert self.may_act
        self._reads = "answer"
        self.requests += 1
        if self._unread:  # its request will be answered by that
            if self._unread[0]["answer_type"] != "game_over":
                raise Misread(f"{self.nick} will take {str(self._unread[0])[:100]} for the answer")
            self._read(self._unread.popleft())
            return self._request("get_gems")
        if self._held:
            return self._answered(self._held)
        return self._move()

    def _answered(self, question: Message) -> str:
        if question["result"] == "select_noble":
            return self._request("select_noble", noble_id=self._random.choice(question["nobles"]))
        held = [colour for colour in COLOURS for _ in range(self._me["cash"][colour])]
        given = self._random.sample(held, max(1, min(len(held), sum(self._me["cash"].values()) - LIMIT)))
        return self._request("discard_gems", **{colour: given.count(colour) for colour in COLOURS})

    def _move(self) -> str:
        mine, claimed = self._me, self._me["claimedCard"]
        cards = [card for row in self.board["developmentCardsOnBoard"].values() for card in row if card["id"]]
        payable = [card for card in cards if self._pays(card)]
        if claimed is not None and self._pays(claimed):
            return self._request("buy_card", place="hand", card_id=claimed["id"])
        if payable and self._random.random() < 0.9:
            best = max(payable, key=lambda card: (card["prestige"], self._random.random()))
            return self._request("buy_card", place="table", card_id=best["id"])
        left = [colour for colour in COLOURS if self.board["bankCash"][colour] > 0]
        full = sum(mine["cash"].values()) >= LIMIT
        if cards and claimed is None and (not left or (full and self._random.random() < 0.5)):
            mine["cash"]["yellow"] += self.board["bankCash"]["yellow"] > 0
            return self._request("claim_card", card_id=self._random.choice(cards)["id"])
        taken = self._random.sample(left, min(3, len(left)))
        for colour in taken:
            mine["cash"][colour] += 1
            self.board["bankCash"][colour] -= 1
        return self._request("get_gems", **{colour: int(colour in taken) for colour in COLOURS})

    @property
    def _me(self) -> Message:
        me: Message = self.board["players"][self.nick]
        return me

    def _pays(self, card: Message) -> bool:
        cash, discount = self._me["cash"], self._me["totalDiscount"]
        short = sum(max(0, card["cost"][colour] - discount[colour] - cash[colour]) for colour in COLOURS)
        return bool(short <= cash["yellow"])

    def _request(self, kind: str, **fields: object) -> str:
        return json.dumps({"request_type": kind, "client_id": self._client_id, **fields})
