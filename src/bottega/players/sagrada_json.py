"""A client of sagrada-json written from the document (or for the program of the time).

It plays at random, with tools, remembers what it was sent, and knows nothing of the server's rules: what a window
allows it looks up in ``sagrada_cards``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from bottega.games import sagrada
from bottega.games.sagrada.model import CHOOSING
from bottega.players.line import Line
from bottega.players.player import Attempt, Message, NotWelcome, Picture, Player, Think, at_once, wrong_winner
from bottega.players.sagrada_cards import Die, Seen, Space, Window, may_place
from bottega.table.position import AnyPosition
from bottega.wire.core.loose_json import write_object
from bottega.wire.sagrada_json import words
from bottega.wire.sagrada_json.tools import awaits_value

PAUSE = 0.004
"""Between two messages of one client, so that it stays below the limit on floods."""
TRIES = 12
"""How often a client tries a tool with other dice before it gives up."""
PATIENCE = 600
"""How often it chooses the value of a die that it has drawn, while that is refused."""
SPACES = [(x, y) for x in range(5) for y in range(4)]
PASSING = {"isOnline", "dieUsed", "toolCardUsed", "firstTurnDone", "secondTurnDone"}
"""What is no part of a picture: who is there, and what a turn has seen so far (its end alone is no update)."""
ANSWERS = ("error", "show_table", "end")


class SagradaJsonPlayer(Player):
    """One player."""

    def __init__(self, name: str, chance: Random, think: Think = at_once) -> None:
        super().__init__(name, chance, think)
        self.publics: list[str] = []
        self.tools_used: Counter[int] = Counter()
        self.players: list[Seen] = []
        self.refused = 0
        self.seat = -1
        self.winner = ""
        self.printed: dict[Space, str] = {}
        self.draft: list[Die] = []
        self.track: list[Die] = []
        self._tools: list[int] = []
        self._turns = 0
        self._drawn = False
        self._window: Attempt | None = None
        self._welcome = False
        self._turn_over = False

    async def arrive(self, line: Line) -> None:
        """The server speaks first."""
        self._turns = 0
        self._drawn = self._turn_over = False
        self._window = None

    async def attend(self, line: Line) -> None:
        """Take in a message, or play the turns that have come."""
        message = await self._read(line)
        if message["id"] == "login":
            await self._send(line, id="login", username=self.name)
        elif message["id"] == "error" and message["type"] == 1:
            if self._welcome:
                await self.rest(0.05)  # the old connection is about to be noticed as gone
                await self._send(line, id="login", username=self.name)
            else:
                raise NotWelcome(self.name)
        elif message["id"] == "windows":
            await self.think()
            window = message[self.chance.choice(["w1", "w2", "w3", "w4"])]
            self._window = self.try_to(f"window {window['name']}")
            await self._send(line, id="window", windowName=window["name"])
        elif message["id"] == "notification" and (message["username"], message["event"]) == (self.name, "suspended"):
            await self._send(line, id="reconnect")
        while self._turns and not self.over:
            await self._turn(line)

    async def _send(self, line: Line, **message: object) -> None:
        await self.rest(PAUSE)
        line.say(json.dumps(message))

    async def _read(self, line: Line) -> Message:
        text = await line.hear()
        while not text.startswith("{"):
            text = await line.hear()  # the program of the time begins with plain text
        message: Message = json.loads(text)
        assert next(iter(message)) == "id"
        if message["id"] in ("windows", "update"):
            self._welcome = True
            self.started.set()
        if message["id"] == "update":
            self._look(message)
        elif message["id"] == "turn":
            self._turns += 1
            self._turn_over = False
        elif message["id"] == "end":
            self._turns = 0
            self._turn_over = True
        elif message["id"] == "die_color":
            self._drawn = True
        elif message["id"] == "game_over":
            self.winner = str(message["winner"])
            self.over = True
        return message

    async def _ask(self, line: Line, attempt: Attempt | None, **request: object) -> Message:
        """Send a request and wait for what the document says answers it; after ``ok`` also for the update."""
        await self._send(line, **request)
        while True:
            message = await self._read(line)
            if message["id"] in ANSWERS or (message["id"] == "die_color" and request.get("num") == 11):
                if attempt is not None and (message["id"] != "end" or attempt.text.endswith("end")):
                    attempt.acknowledged = message["id"] != "error"  # (a turn may also end because its time is over)
                return message
            if message["id"] == "ok":
                assert attempt is not None
                attempt.acknowledged = True
                assert (await self._read(line))["id"] == "update"
                return message

    def _look(self, update: Message) -> None:
        def die(words: dict[str, str]) -> Die:
            return words["color"], int(words["value"])

        if self._window is not None:
            self._window.acknowledged, self._window = True, None
        self.pictures.append(Picture(_canonical(update)))
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

    # -- a turn -----------------------------------------------------------------------------------------------------

    async def _turn(self, line: Line) -> None:
        await self.think()
        if not self._tools or self.unsure:  # (a die drawn before the connection broke is told by then)
            table = await self._ask(line, None, id="show_table")
            if self.over or self._turn_over:
                return
            self._tools = [card["id"] + 1 for card in table["toolCards"]]
            self.publics = [text.partition(" [")[0] for text in table["publicObjective"]]
        first, tool = self.chance.random() < 0.5, self.chance.random() < 0.6
        back = self.unsure
        changed = False
        if self._drawn:
            changed = await self._choose_value(line)
        if first and not await self._place(line, free=not back):
            tool = True
        changed = await self._use_tool(line) if tool else changed
        if not first:
            await self._place(line, free=not tool and not back, changed=changed or back)
        while self._turns and not self.over:
            answer = await self._ask(line, self.try_to("*end"), id="pass")
            if answer["id"] != "error":
                return
            assert changed or back, "only a die that a tool has changed must be placed"
            await self.think()
            await self._place(line, free=False, changed=True, tries=400)

    async def _place(self, line: Line, free: bool, changed: bool = False, tries: int = TRIES) -> bool:
        """Place a die; with no tool used every legal placement must be accepted, every other refused."""
        mine = self.players[self.seat].window
        options = [(index, space) for index in range(len(self.draft)) for space in SPACES]
        self.chance.shuffle(options)
        if free:
            index, space = options[0]
            if not may_place(mine, self.printed, self.draft[index], space):
                before = (self.draft, mine)
                assert await self._placed(line, index, space) == {"id": "error", "type": 2}
                assert (self.draft, self.players[self.seat].window) == before
                self.refused += 1
        legal = [each for each in options if may_place(mine, self.printed, self.draft[each[0]], each[1])]
        for index, space in legal[:tries] if changed or free else ():
            if index >= len(self.draft):
                return False  # while it was away from the draft pool the turn has passed, and the die with it
            die = self.draft[index]
            answer = await self._placed(line, index, space)
            assert answer["id"] == "ok" or not free, f"{die} fits on {space}"
            if answer["id"] == "ok":
                return True
        return False

    async def _placed(self, line: Line, index: int, space: Space) -> Message:
        colour, value = self.draft[index]
        attempt = self.try_to(f"place {colour[0]}{value}@{space[0] + 5 * space[1]}")
        return await self._ask(line, attempt, id="place", x=space[0], y=space[1], index=index)

    async def _use_tool(self, line: Line) -> bool:
        """Try a tool; True if it has changed a die that may be placed now."""
        number = self.chance.choice(self._tools)
        for _ in range(TRIES):
            attempt = self.try_to(f"tool {number}" if number == 7 else f"tool {number};*")
            answer = await self._ask(line, attempt, **self._toolcard(number))
            if answer == {"id": "error", "type": 4}:
                return False
            if answer["id"] == "die_color":
                if not await self._insist_on_value(line):
                    return False
                answer = {"id": "ok"}
            if answer["id"] == "ok":
                self.tools_used[number] += 1
                return number in (1, 5, 6, 7, 10, 11)
        return False

    async def _insist_on_value(self, line: Line) -> bool:
        """Choose until it counts: while nothing can be kept it is refused. False if the turn is over meanwhile."""
        for _ in range(PATIENCE):
            if await self._choose_value(line):
                return True
            if self.over or self._turn_over:
                return False
            await self.rest(0.05)
        raise AssertionError("a value that may be chosen was refused for too long")

    async def _choose_value(self, line: Line) -> bool:
        value = self.chance.randint(1, 6)
        attempt = self.try_to(f"value {value}")
        answer = await self._ask(line, attempt, id="toolcardA", num=11, dieIndex=0, action=value)
        self._drawn = False
        return bool(answer["id"] == "ok")

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

    # -- afterwards -------------------------------------------------------------------------------------------------

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """Whether whoever was called the winner is one."""
        return wrong_winner(self.winner, positions[-1]) if self.winner else []

    def shows(self, position: AnyPosition) -> str | None:
        """The update of that position; there is none while windows are chosen."""
        state = position.state
        if not isinstance(state, sagrada.State) or state.round == CHOOSING:
            return None
        names = [seat.name for seat in position.seats]
        view = sagrada.view(state, names.index(self.name))
        return _canonical(json.loads(write_object(words.update(view, names, [True] * len(names)))))

    def due(self, position: AnyPosition) -> bool:
        """While a drawn die has no value only those who come back are shown the table."""
        state = position.state
        return isinstance(state, sagrada.State) and state.round != CHOOSING and not awaits_value(state)


def _canonical(update: Message) -> str:
    players = [{key: value for key, value in each.items() if key not in PASSING} for each in update["players"]]
    shown = {"round": update["round"], "draft": update["draft"], "track": update["roundTrack"], "players": players}
    return msgspec.json.encode(shown, order="sorted").decode()
