"""Two clients of Sagrada written from the documents: one speaks sagrada-json, one sagrada-text.

Both play at random, with tools, and remember what they were sent. They know nothing of the server's code.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import Counter
from random import Random
from typing import Any

from tests.server.sagrada_scorer import Die, Seen, Space, Window, may_place

PAUSE = 0.004
"""Between two messages of one client, so that it stays below the limit on floods."""
TRIES = 12
"""How often a client tries a tool with other dice before it gives up."""
SPACES = [(x, y) for x in range(5) for y in range(4)]
SHADES = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}

Message = dict[str, Any]


class Player(ABC):
    """What both clients share: a connection of lines, and what they found out."""

    def __init__(self, port: int, name: str, chance: Random) -> None:
        self.port = port
        self.name = name
        self.chance = chance
        self.publics: list[str] = []
        self.tools_used: Counter[int] = Counter()
        self.players: list[Seen] = []
        self.started = asyncio.Event()
        self.refused = 0
        self.seat = -1

    @abstractmethod
    async def play(self) -> None:
        """Play one game to its end."""

    async def connect(self) -> None:
        """Open the connection."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)

    async def send(self, line: str) -> None:
        """Send a line."""
        await asyncio.sleep(PAUSE)
        self._writer.write(line.encode() + b"\n")

    async def line(self) -> str:
        """The next line."""
        raw = await self._reader.readline()
        assert raw, f"{self.name} was cut off"
        return raw.decode().rstrip("\n")

    def close(self) -> None:
        """Leave."""
        self._writer.close()


class JsonPlayer(Player):
    """A sagrada-json client."""

    def __init__(self, port: int, name: str, chance: Random) -> None:
        super().__init__(port, name, chance)
        self.winner = ""
        self.printed: dict[Space, str] = {}
        self.draft: list[Die] = []
        self.track: list[Die] = []
        self._tools: list[int] = []
        self._turns = 0

    async def play(self) -> None:
        """Play one game to its end."""
        await self.connect()
        while not self.winner:
            message = await self._read()
            if message["id"] == "login":
                await self._send(id="login", username=self.name)
            elif message["id"] == "windows":
                self.started.set()
                window = message[self.chance.choice(["w1", "w2", "w3", "w4"])]
                await self._send(id="window", windowName=window["name"])
            while self._turns and not self.winner:
                await self._turn()
        self.close()

    async def _send(self, **message: object) -> None:
        await self.send(json.dumps(message))

    async def _read(self) -> Message:
        message: Message = json.loads(await self.line())
        assert next(iter(message)) == "id"
        if message["id"] == "update":
            self._look(message)
        elif message["id"] == "turn":
            self._turns += 1
        elif message["id"] == "game_over":
            self.winner = str(message["winner"])
        return message

    async def _ask(self, **request: object) -> Message:
        """Send a request and wait for what the document says answers it; after ``ok`` also for the update."""
        await self._send(**request)
        while True:
            message = await self._read()
            if message["id"] in ("error", "die_color", "show_table", "end"):
                return message
            if message["id"] == "ok":
                assert (await self._read())["id"] == "update"
                return message

    def _look(self, update: Message) -> None:
        def die(words: dict[str, str]) -> Die:
            return words["color"], int(words["value"])

        self.draft = [die(words) for words in update["draft"]]
        self.track = [die(words) for words in update["roundTrack"]]
        self.players = []
        for player in update["players"]:
            spaces = player["playerWindow"]["windowMatrix"]
            window: Window = {(x, y): die(spaces[x][y]["die"]) for x, y in SPACES if "die" in spaces[x][y]}
            private = player.get("playerObjective", {}).get("color", "")
            assert bool(private) == (player["username"] == self.name), "a private objective is its owner's affair"
            self.players.append(Seen(player["username"], private, player["playerWindow"]["difficultyToken"], window))
            if private:
                self.seat = player["id"]
                rules = {space: spaces[space[0]][space[1]] for space in SPACES}
                self.printed = {
                    space: rule["colorRule"] if rule["colorRule"] != "none" else rule["valueRule"]
                    for space, rule in rules.items()
                    if (rule["colorRule"], rule["valueRule"]) != ("none", "none")
                }

    async def _turn(self) -> None:
        if not self._tools:
            table = await self._ask(id="show_table")
            self._tools = [card["id"] + 1 for card in table["toolCards"]]
            self.publics = [text.partition(" [")[0] for text in table["publicObjective"]]
        first, tool = self.chance.random() < 0.5, self.chance.random() < 0.6
        if first and not await self._place(free=True):
            tool = True
        changed = await self._use_tool() if tool else False
        if not first:
            await self._place(free=not tool, changed=changed)
        self._turns -= 1
        while (await self._ask(id="pass"))["id"] == "error":
            assert changed, "only a die that a tool has changed must be placed"
            await self._place(free=False, changed=True, tries=400)

    async def _place(self, free: bool, changed: bool = False, tries: int = TRIES) -> bool:
        """Place a die; with no tool used every legal placement must be accepted, every other refused."""
        mine = self.players[self.seat].window
        options = [(index, space) for index in range(len(self.draft)) for space in SPACES]
        self.chance.shuffle(options)
        if free:
            index, space = options[0]
            if not may_place(mine, self.printed, self.draft[index], space):
                before = (self.draft, mine)
                assert await self._placed(index, space) == {"id": "error", "type": 2}
                assert (self.draft, self.players[self.seat].window) == before
                self.refused += 1
        legal = [each for each in options if may_place(mine, self.printed, self.draft[each[0]], each[1])]
        for index, space in legal[:tries] if changed or free else ():
            answer = await self._placed(index, space)
            assert answer["id"] == "ok" or not free, f"{self.draft[index]} fits on {space}"
            if answer["id"] == "ok":
                return True
        return False

    async def _placed(self, index: int, space: Space) -> Message:
        return await self._ask(id="place", x=space[0], y=space[1], index=index)

    async def _use_tool(self) -> bool:
        """Try a tool; True if it has changed a die that may be placed now."""
        number = self.chance.choice(self._tools)
        for _ in range(TRIES):
            answer = await self._ask(**self._toolcard(number))
            if answer == {"id": "error", "type": 4}:
                return False
            if answer["id"] == "die_color":
                value = self.chance.randint(1, 6)
                answer = await self._ask(id="toolcardA", num=11, dieIndex=0, action=value)
                assert answer["id"] == "ok"
            if answer["id"] == "ok":
                self.tools_used[number] += 1
                return number in (1, 5, 6, 7, 10, 11)
        return False

    def _toolcard(self, number: int) -> Message:
        choose, mine = self.chance.choice, list(self.players[self.seat].window) or [(0, 0)]
        index = self.chance.randrange(len(self.draft)) if self.draft else 0
        (x, y), (a, b), (x2, y2), (a2, b2) = choose(mine), choose(SPACES), choose(mine), choose(SPACES)
        if number == 7:
            return {"id": "toolcardE", "num": 7}
        if number in (8, 9):
            return {"id": "toolcardD", "num": number, "dieIndex": index, "x": a, "y": b}
        if number in (2, 3):
            return {"id": "toolcardB", "num": number, "x": x, "y": y, "a": a, "b": b}
        if number in (4, 12):
            one = number == 12 and self.chance.random() < 0.7
            second = dict.fromkeys(("x2", "y2", "a2", "b2"), -1) if one else {"x2": x2, "y2": y2, "a2": a2, "b2": b2}
            return {"id": "toolcardC", "num": number, "x": x, "y": y, "a": a, "b": b, **second}
        action = {1: self.chance.randrange(2), 5: self.chance.randrange(len(self.track) + 1)}.get(number, 0)
        return {"id": "toolcardA", "num": number, "dieIndex": index, "action": action}


class TextPlayer(Player):
    """A sagrada-text client."""

    def __init__(self, port: int, name: str, chance: Random) -> None:
        super().__init__(port, name, chance)
        self.ranking: list[tuple[int, int, int]] = []
        self.seats = 0
        self._tools: list[int] = []
        self._mine = False

    async def play(self) -> None:
        """Play one game to its end."""
        await self.connect()
        assert await self.line() == "Connection established!"
        await self.send(f"LOGIN {self.name} secret")
        await self._next("LOGIN ok")
        start = (await self._next("GAME start")).split()
        self.seats, self.seat = int(start[2]), int(start[3])
        self.started.set()
        await self._first_questions()
        while not self.ranking:
            if self._mine:
                await self._turn()
            else:
                await self._next("GAME")
        await self._last_questions()
        self.close()

    async def _next(self, *beginnings: str) -> str:
        """The next line that begins like one of these, looking at the others on the way."""
        while True:
            line = await self.line()
            if line == "PING":
                await self.send("PONG")
            elif line.startswith("GAME turn_start"):
                self._mine = int(line.split()[2]) == self.seat
            elif line.startswith("GAME turn_end"):
                self._mine = False
            elif line.startswith("GAME end "):
                entries = (entry.split(",") for entry in line.split()[2:])
                self.ranking = [(int(seat), int(score), int(place)) for seat, score, place in entries]
            assert line != "INVALID message" or "INVALID" in beginnings, f"{self.name} said something wrong"
            if line.startswith(beginnings):
                return line

    async def _ask(self, line: str, *answers: str) -> str:
        await self.send(line)
        return await self._next(*answers)

    async def _first_questions(self) -> None:
        entries = (await self._ask("GET players", "SEND players")).split()[2:]
        self.players = [Seen(entry.split(",")[1]) for entry in entries]
        self.players[self.seat].private = (await self._ask("GET priv", "SEND priv")).split()[-1]
        pubs = [await self._ask("GET pub", "SEND pub"), await self._next("SEND pub"), await self._next("SEND pub")]
        self.publics = [line.split()[3].replace("_", " ") for line in pubs]
        tools = [await self._ask("GET tool", "SEND tool"), await self._next("SEND tool"), await self._next("SEND tool")]
        self._tools = [int(line.split()[2]) for line in tools]
        await self._ask("GET schema draft", "SEND schema")
        for _ in range(3):
            await self._next("SEND schema")
        assert await self._ask(f"CHOOSE {self.chance.randrange(4)}", "CHOICE") == "CHOICE ok"

    async def _last_questions(self) -> None:
        for seat, player in enumerate(self.players):
            for cell in (await self._ask(f"GET schema {seat}", "SEND schema")).split()[4:]:
                kind, position, *what = cell.split(",")
                if kind == "D":
                    player.window[int(position) % 5, int(position) // 5] = (what[0], SHADES[what[1]])
            player.tokens = int((await self._ask(f"GET favor_tokens {seat}", "SEND favor_tokens")).split()[-1])

    async def _turn(self) -> None:
        first = self.chance.random() < 0.5
        if first:
            await self._place()
        if self.chance.random() < 0.6:
            await self._use_tool()
        if not first or self.chance.random() < 0.3:
            await self._place()
        while self._mine and not self.ranking:
            if await self._ask("GAME end_turn", "GAME turn_end", "INVALID") == "INVALID message":
                assert await self._place(), "only a die that a tool has changed must be placed"

    async def _place(self) -> bool:
        """Place a die by the document's loop, if one can be."""
        for _ in range(4):
            dice = (await self._ask("GET_DICE_LIST", "LIST_DICE")).split()[2:]
            if not dice:
                return False
            await self._ask(f"SELECT {self.chance.randrange(len(dice))}", "LIST_OPTIONS 0,PLACE_DIE")
            assert await self._ask("CHOOSE 0", "CHOICE") == "CHOICE ok"
            if await self._choose_space():
                return True
            await self.send("DISCARD")
        return False

    async def _choose_space(self) -> bool:
        spaces = (await self._ask("GET_PLACEMENTS_LIST", "LIST_PLACEMENTS")).split()[1:]
        if not spaces:
            return False
        assert await self._ask(f"CHOOSE {self.chance.randrange(len(spaces))}", "CHOICE") == "CHOICE ok"
        return True

    async def _use_tool(self) -> None:
        index = self.chance.randrange(3)
        if await self._ask(f"TOOL enable {index}", "TOOL") == "TOOL ko":
            return
        steps = 0
        while True:
            if steps and self.chance.random() < 0.1:
                await self.send("BACK")
                return
            dice = (await self._ask("GET_DICE_LIST", "LIST_DICE")).split()[2:]
            if dice:
                option = await self._ask(f"SELECT {self.chance.randrange(len(dice))}", "LIST_OPTIONS")
                assert await self._ask("CHOOSE 0", "CHOICE") == "CHOICE ok"
                if option.endswith("PLACE_DIE"):
                    await self._choose_space()
            steps += 1
            if await self._ask("TOOL can_continue", "TOOL") == "TOOL ko":
                self.tools_used[self._tools[index]] += 1
                return
