"""The client of the time of sagrada-text, modelled on its traffic: how it reads, and what it waits for.

A line it cannot cut as it expects stays at the head of its queue for ever, and a question it has asked is only ended by
the kind of answer it waits for: both are a :class:`Misread` here. It plays a turn from ``GAME turn_start`` to
``GAME turn_end`` or its own ``GAME end_turn``, and always chooses the first option.
"""

from __future__ import annotations

from collections import deque
from random import Random

from tests.wire.sagrada_text.client import TextClient

ANSWERS = {
    "GET_DICE_LIST": "LIST_DICE",
    "SELECT": "LIST_OPTIONS",
    "CHOOSE": "CHOICE",
    "GET_PLACEMENTS_LIST": "LIST_PLACEMENTS",
    "TOOL": "TOOL",
}
"""What ends the wait after each question of a turn."""
LENGTHS = {"priv": 6, "tool": 6, "pub": 5, "favor_tokens": 3, "game_status": 7}
"""How many words a line of SEND has."""
ILLEGAL = "ILLEGAL ACTION!"


class Misread(AssertionError):
    """The client of the time cannot go on from here."""


class OriginalClient(TextClient):
    """A random player at the client of the time."""

    def __init__(self, name: str, random: Random, quits: bool = False) -> None:
        super().__init__(name, random, quits)
        self.due: deque[str] = deque()
        """The answers that it waits for."""
        self._mine = False
        self._windows = False
        self._tokens_of: deque[int] = deque()

    def hears(self, line: str) -> list[str]:
        """The answer to a line."""
        self._read(line)
        answers = self._answers(line)
        for answer in answers:
            key = answer.split()[0]
            if key in ANSWERS:
                self.due.append(ANSWERS[key])
            elif answer.startswith("GET favor_tokens"):
                self._tokens_of.append(int(answer.split()[2]))
            elif answer == "GAME end_turn":
                self._mine = False
        return answers

    def _read(self, line: str) -> None:
        """Cut the line as the program does."""
        words = line.split()
        if "%" in line:
            raise Misread(f"{line} is no format")
        if words[0] == "SEND" and len(words) != LENGTHS.get(words[1], len(words)):
            raise Misread(f"{line} has {len(words)} words")
        if words[0] == "STATUS" and len(words) != 4:
            raise Misread(f"{line} names nobody")
        if words[0] in ANSWERS.values() and (not self.due or self.due.popleft() != words[0]):
            raise Misread(f"nobody has asked for {line}")
        if line == ILLEGAL and self.due:
            raise Misread(f"it waits for {self.due[0]} for ever")

    def _answers(self, line: str) -> list[str]:
        words = line.split()
        match words:
            case ["Connection", *_]:
                return [f"LOGIN {self.name} pw{self.name}"]
            case ["LOGIN", "ok"]:
                self.lines.append(line)
                return ["PONG"]
            case ["STATUS", "reconnect", seat, name] if name == self.name and self.seat < 0:
                self.seat = int(seat)
                return ["GET game_status", "GET players", "GET priv", "GET pub", "GET tool"]
            case ["SEND", "game_status", choosing, seats, number, *_]:
                self.seats, self.round = int(seats), int(number)
                self._windows = choosing == "true"
                return ["GET schema draft"] if self._windows else []
            case ["SEND", "players", *_] | ["INVALID", *_] if self.seats == 0 or self._windows:
                return []
            case ["SEND", "favor_tokens", tokens]:
                self.tokens[self._tokens_of.popleft()] = int(tokens)
                return []
            case ["SEND", "tool", number, *_]:
                if len(self.tools) < 3:
                    self.tools.append(int(number))
                return []
            case ["GAME", "turn_start" | "turn_end" as what, seat, _] if int(seat) == self.seat:
                self._mine, self._using = what == "turn_start", False
                if self._mine and self.due:  # it hears the answer first, and goes on from there
                    self._tool, self._tried = -1, 0
                    return []
            case ["GAME", "round_start", number]:
                self.round = int(number)
                return []
            case ["GAME", "board_changed"]:
                return ["GET draftpool"]
            case ["ILLEGAL", *_]:
                return ["GAME end_turn"] if self._mine else []
            case ["LIST_OPTIONS", option] if not self._mine:
                self._option = option.removeprefix("0,")
                return ["CHOOSE 0"]
            case ["CHOICE" | "LIST_DICE" | "LIST_PLACEMENTS" | "TOOL", *_] if (
                not self._mine and self._choosing != "window"
            ):
                self._choosing, self._wondering = "", False
                return []
        self._windows &= words[0] != "CHOICE"
        return super().hears(line)

    def _choice(self, right: bool) -> list[str]:
        if not right:
            self._choosing = ""
            return self._main() if self._mine else []
        return super()._choice(right)

    def _list_dice(self, words: list[str]) -> list[str]:
        if not words and not self._using:
            raise Misread("a bare list of dice at the initial choice")
        return super()._list_dice(words)

    def _invalid(self) -> list[str]:
        raise Misread(f"{self.name} was refused: {self.lines[-8:]}")
