"""A client of sagrada-text written from the document (or for the program of the time).

It plays at random, with tools, by the document's loops, and asks for what it is not told. It waits for every answer.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from random import Random

from bottega.games import sagrada
from bottega.players.line import Line
from bottega.players.player import Attempt, NotWelcome, Player, Think, at_once
from bottega.players.sagrada_cards import Seen
from bottega.table.position import AnyPosition

PAUSE = 0.004
"""Between two messages of one client, so that it stays below the limit on floods."""
SHADES = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}
ILLEGAL = ("INVALID", "ILLEGAL")
SILENCE = 3.0
"""How long a client of the time waits for an answer that may not come."""
LOGINS = 40
"""How often it tries to log in again at a seat that is its own."""


class SagradaTextPlayer(Player):
    """One player."""

    def __init__(self, name: str, chance: Random, think: Think = at_once, original: bool = False) -> None:
        super().__init__(name, chance, think)
        self.publics: list[str] = []
        self.tools_used: Counter[int] = Counter()
        self.players: list[Seen] = []
        self.refused = 0
        self.seat = -1
        self.seats = 0
        self.ranking: list[tuple[int, int, int]] = []
        self.password = f"pw{chance.randrange(10**9)}"
        self.secrets.add(self.password)
        self._original = original
        self._tools: list[int] = []
        self._mine = False
        self._playing = False
        self._asked = False
        self._changed = False

    # -- coming -----------------------------------------------------------------------------------------------------

    async def arrive(self, line: Line) -> None:
        """Log in; who comes back to a match asks where it stands."""
        self._mine = self._playing = False
        assert await line.hear() == "Connection established!"
        for _ in range(LOGINS):
            await self._send(line, f"LOGIN {self.name} {self.password}")
            if await self._next(line, "LOGIN") == "LOGIN ok":
                break
            if not self._asked:
                raise NotWelcome(self.name)
            await self.rest(0.1)
        else:
            raise NotWelcome(self.name)
        if self._asked:
            await self._come_back(line)

    async def _come_back(self, line: Line) -> None:
        answer = await self._ask(line, "GET game_status", "SEND game_status", "LOBBY", *ILLEGAL)
        if not answer.startswith("SEND"):
            self.over = True  # the match ended meanwhile: this is the lobby of another
            return
        self._playing = True
        choosing, *_, playing = answer.split()[2:]
        if choosing == "true":
            await self._choose_window(line)
        self._mine = int(playing) == self.seat
        if self._mine:
            self.try_to("back")
            await self._send(line, "BACK")

    async def _first_questions(self, line: Line) -> None:
        entries = (await self._ask(line, "GET players", "SEND players")).split()[2:]
        self.players = [Seen(entry.split(",")[1]) for entry in entries]
        self.players[self.seat].private = (await self._ask(line, "GET priv", "SEND priv")).split()[-1]
        pubs = [await self._ask(line, "GET pub", "SEND pub"), *[await self._next(line, "SEND pub") for _ in "12"]]
        self.publics = [each.split()[3].replace("_", " ") for each in pubs]
        tools = [await self._ask(line, "GET tool", "SEND tool"), *[await self._next(line, "SEND tool") for _ in "12"]]
        self._tools = [int(each.split()[2]) for each in tools]
        await self._choose_window(line)

    async def _choose_window(self, line: Line) -> None:
        await self._ask(line, "GET schema draft", "SEND schema")
        for _ in range(3):
            await self._next(line, "SEND schema")
        attempt = self.try_to("window *")
        answer = await self._ask(line, f"CHOOSE {self.chance.randrange(4)}", "CHOICE")
        attempt.acknowledged = answer == "CHOICE ok"
        assert attempt.acknowledged or self.unsure

    # -- listening --------------------------------------------------------------------------------------------------

    async def attend(self, line: Line) -> None:
        """Play the turn, or wait for the next thing that happens."""
        if self._mine:
            await self.think()
            await self._turn(line)
            return
        heard = (await self._next(line, "GAME")).split()
        if heard[1] == "start":
            self.seats, self.seat = int(heard[2]), int(heard[3])
            self._playing = self._asked = True
            self.started.set()
            await self._first_questions(line)
        elif heard[1] == "end":
            await self.ask_again(line)

    async def ask_again(self, line: Line) -> None:
        """Look at every window, and count the tokens."""
        for seat, player in enumerate(self.players if self._playing else ()):
            answer = await self._ask(line, f"GET schema {seat}", "SEND schema", *ILLEGAL)
            if not answer.startswith("SEND"):
                return  # windows are being chosen
            player.window = {}
            for cell in answer.split()[4:]:
                kind, position, *what = cell.split(",")
                if kind == "D":
                    player.window[int(position) % 5, int(position) // 5] = (what[0], SHADES[what[1]])
            player.tokens = int((await self._ask(line, f"GET favor_tokens {seat}", "SEND favor_tokens")).split()[-1])

    async def _send(self, line: Line, text: str) -> None:
        await self.rest(PAUSE)
        line.say(text)

    async def _next(self, line: Line, *beginnings: str) -> str:
        """The next line that begins like one of these, looking at the others on the way."""
        while True:
            heard = await line.hear()
            if heard == "PING":
                await self._send(line, "PONG")
            elif heard.startswith("GAME turn_start"):
                self._mine = int(heard.split()[2]) == self.seat
                self._changed = False
            elif heard.startswith("GAME turn_end"):
                self._mine = False
            elif heard.startswith("GAME end "):
                entries = (entry.split(",") for entry in heard.split()[2:])
                self.ranking = [(int(seat), int(score), int(place)) for seat, score, place in entries]
                self._mine, self.over = False, True
            fine = not heard.startswith(ILLEGAL) or "INVALID" in beginnings
            assert fine or self.unsure, f"{self.name} said something wrong"
            if heard.startswith(beginnings):
                return heard
            if not fine or (self.ranking and not beginnings[0].startswith(("SEND", "GAME"))):
                return heard  # the turn is not what it was: begin anew

    async def _ask(self, line: Line, text: str, *answers: str) -> str:
        await self._send(line, text)
        return await self._next(line, *answers)

    async def _try(self, line: Line, attempt: Attempt, text: str, *answers: str) -> bool:
        """Send what the log should come to hold; whether it was accepted."""
        answer = await self._ask(line, text, *answers)
        attempt.acknowledged = answer.endswith("ok") if answer.startswith(("CHOICE", "TOOL")) else None
        return bool(attempt.acknowledged)

    # -- a turn -----------------------------------------------------------------------------------------------------

    async def _turn(self, line: Line) -> None:
        first = self.chance.random() < 0.5
        if first:
            await self._place(line)
        if self.chance.random() < 0.6:
            await self._use_tool(line)
        if not first or self.chance.random() < 0.3 or self._changed:
            await self._place(line)
        while self._mine and not self.ranking:
            if not await self._end(line):
                await self.think()
                await self._place(line)

    async def _end(self, line: Line) -> bool:
        """End the turn; the program of the time is not told that this is refused."""
        attempt = self.try_to("*end")
        answer = ""
        with contextlib.suppress(TimeoutError):
            async with self.patience(SILENCE if self._original else None):
                answer = await self._ask(line, "GAME end_turn", "GAME turn_end", "GAME end ", *ILLEGAL)
        if answer:
            attempt.acknowledged = answer.startswith("GAME")
        return bool(attempt.acknowledged)

    async def _place(self, line: Line) -> bool:
        """Place a die by the document's loop, if one can be."""
        for _ in range(4):
            dice = (await self._ask(line, "GET_DICE_LIST", "LIST_DICE")).split()[2:]
            if not dice or not self._mine:
                return False
            await self._ask(line, f"SELECT {self.chance.randrange(len(dice))}", "LIST_OPTIONS")
            await self._ask(line, "CHOOSE 0", "CHOICE")
            if await self._choose_space(line):
                return True
            await self._send(line, "DISCARD")
        return False

    async def _choose_space(self, line: Line) -> bool:
        spaces = (await self._ask(line, "GET_PLACEMENTS_LIST", "LIST_PLACEMENTS")).split()[1:]
        if not spaces or not spaces[0].isdecimal():
            return False
        chosen = self.chance.randrange(len(spaces))
        return await self._try(line, self.try_to(f"*[@>]{spaces[chosen]}"), f"CHOOSE {chosen}", "CHOICE")

    async def _use_tool(self, line: Line) -> None:
        if not self._tools:
            return  # it came back in the middle of a turn
        index = self.chance.randrange(3)
        if not await self._try(line, self.try_to(f"tool {self._tools[index]}"), f"TOOL enable {index}", "TOOL"):
            return
        steps = 0
        self._changed = self._tools[index] in (1, 5, 6, 10, 11)
        while self._mine:
            if steps and self.chance.random() < 0.1:
                self.try_to("back")
                await self._send(line, "BACK")
                return
            dice = (await self._ask(line, "GET_DICE_LIST", "LIST_DICE")).split()[2:]
            if dice:
                option = await self._ask(line, f"SELECT {self.chance.randrange(len(dice))}", "LIST_OPTIONS")
                if option.endswith("PLACE_DIE"):
                    await self._ask(line, "CHOOSE 0", "CHOICE")
                    if not await self._choose_space(line):
                        self.try_to("value *")  # the die of tool 11 is left in the pool with that face
                else:
                    await self._try(line, self.try_to("[dutv]*"), "CHOOSE 0", "CHOICE")
            steps += 1
            if not (await self._ask(line, "TOOL can_continue", "TOOL")).endswith("ok"):
                self.tools_used[self._tools[index]] += 1
                return

    # -- afterwards -------------------------------------------------------------------------------------------------

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """Whether windows, tokens, the own objective and the ranking are those of the log."""
        last = positions[-1]
        if not isinstance(last.state, sagrada.State) or not self.players:
            return []
        found = []
        view = sagrada.view(last.state, [seat.name for seat in last.seats].index(self.name))
        for seen, player in zip(self.players, view.players, strict=True):
            drawn = {f"{x + 5 * y}": f"{colour[0]}{value}" for (x, y), (colour, value) in seen.window.items()}
            truth = {f"{cell}": die for cell, die in enumerate(player.dice) if die}
            if seen.tokens >= 0 and (drawn, seen.tokens) != (truth, player.tokens):
                found.append(f"{seen.name} has {drawn} and {seen.tokens} tokens, the log says {truth}, {player.tokens}")
        mine = self.players[self.seat].private  # '' where the connection broke off before the answer
        if mine and [mine[0]] != list(view.players[self.seat].private)[:1]:
            found.append(f"the own objective is {mine}, the log says {view.players[self.seat].private}")
        if self.ranking and last.result is not None:
            totals = {score.seat: score.total for score in last.result.scores}
            if {seat: score for seat, score, _ in self.ranking} != totals:
                found.append(f"the ranking is {self.ranking}, the log says {totals}")
        return found
