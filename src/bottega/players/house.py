"""A player of the house protocol over a WebSocket, as a browser would be one.

It opens a table (now and then it sits down at another's), lets a bot join, and plays any legal action. A command whose
answer was lost is sent again with the same id when the player is back: it must not be played twice. Coming back, it
says what it saw last, or forgets to, or has it wrong: then it is told what it knows already, or all, and asks anew.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from random import Random

import msgspec

from bottega.players.line import Line, Lost
from bottega.players.player import Attempt, Message, NotWelcome, Picture, Player, Think, at_once
from bottega.table.position import AnyPosition
from bottega.wire.house.words import view_of

IDLE = ("swap", "move", "revert", "discard", "back")
"""How actions begin that do not lead on."""
FEW, MANY = 3, 40
"""How often one comes again for a table that nobody knows, or that somebody else may know."""
OPTIONS = {"splendor": {"reserve_limit": 1, "blind_reserve": False, "return_gold": False}}
"""With which those of other protocols can join."""


class HousePlayer(Player):
    """One player."""

    likes_bots = likes_company = 0.5
    """How likely it has a bot join its table, or sits down at another's."""

    def __init__(self, name: str, chance: Random, think: Think = at_once, game: str = "splendor") -> None:
        super().__init__(name, chance, think)
        self.game = game
        self.table = ""
        self.repeated = 0
        """Commands that were sent again."""
        self._token = ""
        self._seq = 0
        self._legal: list[str] = []
        self._act: tuple[Message, Attempt] | None = None
        self._acted = 0
        self._turned_away = 0
        self._doubt = False
        """Whether nobody knows if the last action was kept."""
        self._seen = 0
        """The last entry that was shown; a node that cannot ask the log shows what it knows."""
        self._known = 0
        """Entries up to this one are told again, because they were asked for."""
        self._given_up: set[str] = set()
        """Tables at which a seat was lost before the game began."""
        self._waits_for: dict[str, str] = {}

    async def arrive(self, line: Line) -> None:
        """Say hello; the answer says what to do next."""
        self._waits_for.clear()
        said = {"name": self.name, "token": self._token} if self._token else {"name": self.name}
        self._say(line, "hello", **said)

    def _say(self, line: Line, kind: str, cmd_id: str = "", **fields: object) -> Message:
        command: Message = {"type": kind, "cmd_id": cmd_id or uuid.UUID(int=self.chance.getrandbits(128)).hex, **fields}
        self._waits_for[command["cmd_id"]] = kind
        line.say(json.dumps(command))
        return command

    async def attend(self, line: Line) -> None:
        """Take in a message; act if it is our turn."""
        message: Message = json.loads(await line.hear())
        kind = message["type"]
        if kind in ("step", "snapshot"):
            self._look(line, message)
        elif kind == "ok":
            self._done(line, self._waits_for.pop(message["cmd_id"], ""), message)
        elif kind == "refused":
            self._refused(line, self._waits_for.pop(message["cmd_id"], ""), message)
        elif kind == "lobby" and not self.table:
            self._choose_table(line, message["tables"])
        if self._legal and self._act is None and self._seq >= self._acted:
            await self.think()
            self._play(line)

    def _look(self, line: Line, message: Message) -> None:
        if message["table"] != self.table:
            if self.table or message["table"] in self._given_up:
                return
            self.table = message["table"]
        if message["you"] is None and not self.started.is_set():
            self._look_elsewhere(line)
            return
        self._seq, self._legal = message["seq"], message["legal"]
        if message["type"] == "snapshot" and message["seq"] < self._seen:
            self._known = self._seen
        if message["view"] is not None:
            self.started.set()
            self._seen = max(self._seen, message["seq"])
            again = message["seq"] <= self._known
            self.pictures.append(Picture(_canonical(message["view"]), message["seq"], again))
        if message["result"]:
            self.over = True

    def _look_elsewhere(self, line: Line) -> None:
        """The seat was given up before the game began, since the connection was lost: take another."""
        self._given_up.add(self.table)
        self._say(line, "unwatch", table=self.table)
        self.table, self._seq, self._legal = "", 0, []
        self._say(line, "lobby")

    def _done(self, line: Line, kind: str, answer: Message) -> None:
        if kind == "hello":
            self._token = answer.get("token") or self._token
            self.secrets.add(self._token)
            if not self.table and answer.get("tables"):
                self.table = answer["tables"][0]
            if self.table:
                self._come_back(line)
            else:
                self._say(line, "lobby")
        elif kind in ("open", "sit"):
            self.table = answer["table"]
            if kind == "open" and self.chance.random() < self.likes_bots:
                self._say(line, "add_bot", table=self.table, bot="random")
        elif kind == "watch" and self._act is not None:
            command, _ = self._act  # was it played? If not, then now
            self.repeated += 1
            self._waits_for[command["cmd_id"]] = "act"
            line.say(json.dumps(command))
        elif kind == "act" and self._act is not None:
            self._act[1].acknowledged = True
            self._act, self._acted = None, answer["seq"]

    def _come_back(self, line: Line) -> None:
        """Follow the table again, from what was seen last, from somewhere else, or from nowhere."""
        since = self.chance.choice([None, self._seq, self.chance.randint(0, self._seq), self._seq + 2])
        if since is None:
            self._known, self._legal = 0, []
            self._say(line, "watch", table=self.table)
            return
        self._known = self._seen  # (which is later than what was shown last, if that was by a node that knew no better)
        self._say(line, "watch", table=self.table, since=since)
        if since != self._seq:
            self._legal = []
            self._say(line, "watch", table=self.table)

    def _refused(self, line: Line, kind: str, answer: Message) -> None:
        if kind in ("hello", "open"):
            raise NotWelcome(f"{self.name}: {answer['reason']}")
        if kind == "watch":
            self._turned_away += 1
            gone = answer["code"] == "house.no-such-table" and self._turned_away > FEW  # it was given up meanwhile
            if gone or self._turned_away > MANY:
                self.over = True
            else:
                raise Lost  # another node may know it
        elif kind == "sit":
            self._open(line)
        elif kind == "act" and self._act is not None:
            self._doubt = self._doubt or answer["code"] == "table.unsure"
            if not self._doubt:
                self._act[1].acknowledged = False
            if not self._doubt or answer["code"] not in ("table.unsure", "table.store"):
                self._act = None  # (otherwise it is sent again, until somebody knows)
            self._say(line, "watch", table=self.table)

    def _choose_table(self, line: Line, tables: Sequence[Message]) -> None:
        free = [
            line["table"]
            for line in tables
            if line["game"] == self.game and not line["started"] and len(line["seats"]) < line["size"]
        ]
        self._say(line, "lobby", on=False)
        if free and self.chance.random() < self.likes_company:
            self._say(line, "sit", table=self.chance.choice(free))
        else:
            self._open(line)

    def _open(self, line: Line) -> None:
        fields: Message = {"seats": self.chance.choice([2, 3]), "start": "full"}
        self._say(line, "open", game=self.game, options=OPTIONS.get(self.game, {}), **fields)

    def _play(self, line: Line) -> None:
        action = self.chance.choice([action for action in self._legal if not action.startswith(IDLE)] or self._legal)
        attempt = self.try_to(action.replace("[", "[[]"))
        self._act = (self._say(line, "act", table=self.table, actions=[action], seq=self._seq), attempt)
        self._legal, self._doubt = [], False

    # -- afterwards -------------------------------------------------------------------------------------------------

    def shows(self, position: AnyPosition) -> str | None:
        """The view of that position."""
        seat = position.seat_of(self.name)
        view = view_of(position, seat)
        return None if view is None else _canonical(json.loads(msgspec.json.encode(view)))


def _canonical(view: Message) -> str:
    return json.dumps(view, sort_keys=True)
