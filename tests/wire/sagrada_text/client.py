"""A sagrada-text client written from the document alone: it plays at random and believes only what it is told.

Sans-I/O: ``hears`` takes a line from the server and gives the lines to say. It fails loudly on any line that it does
not expect, so a game it finishes was told in full and in order. ``lines`` keeps everything it heard.
"""

from __future__ import annotations

import re
from random import Random

from bottega.players.sagrada_cards import Seen, Window, total

SHADES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")
PATIENCE = 6
"""How many times a turn it tries something before it ends it."""


class TextClient:
    """One player."""

    def __init__(self, name: str, random: Random, quits: bool = False) -> None:
        self.name = name
        self.seat = -1
        self.seats = 0
        self.round = -1
        self.over = False
        self.scores: dict[int, int] = {}
        self.places: dict[int, int] = {}
        self.windows: dict[int, Window] = {}
        self.tokens: dict[int, int] = {}
        self.publics: list[str] = []
        self.private = ""
        self.tools: list[int] = []
        self.tools_used: set[int] = set()
        self.listed: tuple[str, list[tuple[int, str, str]]] = ("", [])
        self.selected = -1
        self.spaces: list[int] = []
        self.lines: list[str] = []
        self._random = random
        self._quits = quits
        self._option = ""
        self._choosing = ""
        self._asked: list[int] = []
        self._offered = 0
        self._tool = -1
        self._tried = PATIENCE
        self._wondering = self._using = False

    # -- listening --------------------------------------------------------------------------------------------------

    def hears(self, line: str) -> list[str]:
        """The answer to a line."""
        self.lines.append(line)
        words = line.split()
        key = words[0]
        if key == "GAME":
            return self._game(words[1], words[2:])
        if key == "SEND":
            return self._sent(words[1], words[2:])
        answers = {
            "Connection": lambda: [f"LOGIN {self.name} pw{self.name}"],
            "LOGIN": lambda: self._expect(words == ["LOGIN", "ok"], line),
            "LOBBY": list,
            "PING": lambda: ["PONG"],
            "STATUS": list,
            "CHOICE": lambda: self._choice(words[1] == "ok"),
            "LIST_DICE": lambda: self._list_dice(words[1:]),
            "LIST_OPTIONS": lambda: self._options(words[1:]),
            "LIST_PLACEMENTS": lambda: self._placements([int(word) for word in words[1:]]),
            "TOOL": lambda: self._tool_says(words[1] == "ok"),
            "INVALID": self._invalid,
        }
        return answers[key]()

    def _expect(self, right: bool, line: str) -> list[str]:
        assert right, f"{self.name} did not expect {line}"
        return []

    def _game(self, what: str, words: list[str]) -> list[str]:
        if what == "start":
            self.seats, self.seat = int(words[0]), int(words[1])
            return ["GET players", "GET priv", "GET pub", "GET tool", "GET schema draft"]
        if what == "end":
            self.over = True
            for word in words:
                seat, score, place = map(int, word.split(","))
                self.scores[seat], self.places[seat] = score, place
            self._asked = list(range(self.seats))
            return [question for seat in self._asked for question in (f"GET schema {seat}", f"GET favor_tokens {seat}")]
        if what == "round_start":
            assert int(words[0]) == self.round + 1
            self.round = int(words[0])
        elif what == "turn_start" and int(words[0]) == self.seat:
            self._tool, self._tried = -1, 0
            return self._main()
        return []

    def _sent(self, what: str, words: list[str]) -> list[str]:
        if what == "schema":
            return self._schema(words)
        if what == "favor_tokens":
            self.tokens[int(words[0])] = int(words[1])
        elif what == "priv":
            self.private = words[3]
        elif what == "pub":
            self.publics.append(words[1].replace("_", " "))
        elif what == "tool":
            self.tools.append(int(words[0]))
        elif what == "players":
            assert [word.split(",")[0] for word in words] == [str(seat) for seat in range(self.seats)]
            assert words[self.seat].split(",")[1] == self.name
        return []

    def _schema(self, words: list[str]) -> list[str]:
        if self._asked:
            dice = [word.split(",")[1:] for word in words[2:] if word.startswith("D,")]
            self.windows[self._asked.pop(0)] = {
                (int(cell) % 5, int(cell) // 5): (colour, SHADES.index(shade) + 1) for cell, colour, shade in dice
            }
            return []
        self._offered += 1
        if self._offered < 4:
            return []
        self._choosing = "window"
        return [f"CHOOSE {self._random.randrange(4)}"]

    # -- playing ----------------------------------------------------------------------------------------------------

    def _main(self) -> list[str]:
        """The initial choice."""
        self._tried += 1
        if self._quits and self.round == 1:
            return ["QUIT"]
        if self._tried > PATIENCE:
            return ["GAME end_turn"]
        if self._tool < 0 and self._random.random() < 0.5:
            self._tool = self._random.randrange(3)
            self._wondering = True
            return [f"TOOL enable {self._tool}"]
        return ["GET_DICE_LIST"]

    def _list_dice(self, words: list[str]) -> list[str]:
        if not words:
            return ["TOOL can_continue"] if self._using else ["GAME end_turn"]
        dice = [word.split(",") for word in words[1:]]
        self.listed = (words[0], [(int(position), shade, colour) for position, shade, colour in dice])
        self.selected = self._random.randrange(len(dice))
        return [f"SELECT {self.selected}"]

    def _options(self, words: list[str]) -> list[str]:
        assert len(words) == 1
        found = re.fullmatch(r"0,([A-Z_]+)", words[0])
        assert found is not None
        self._option, self._choosing = found[1], "option"
        return ["CHOOSE 0"]

    def _choice(self, right: bool) -> list[str]:
        assert right, f"{self.name}'s choice of {self._choosing} was refused"
        choosing, self._choosing = self._choosing, ""
        if choosing == "window":
            return []
        if choosing == "option" and self._option == "PLACE_DIE":
            return ["GET_PLACEMENTS_LIST"]
        return ["TOOL can_continue"] if self._using else self._main()

    def _placements(self, spaces: list[int]) -> list[str]:
        self.spaces = spaces
        if spaces and self._random.random() < 0.9:
            self._choosing = "space"
            return [f"CHOOSE {self._random.randrange(len(spaces))}"]
        if self.listed[0] == "dicebag":
            return ["DISCARD", "TOOL can_continue"]
        if self._using:
            self._using = False
            return ["BACK", *self._main()]
        return ["DISCARD", *self._main()]

    def _tool_says(self, right: bool) -> list[str]:
        if not right:
            self._using = self._wondering = False
            return self._main()
        if self._wondering:
            self._wondering, self._using = False, True
            self.tools_used.add(self.tools[self._tool])
        if self._random.random() < 0.1:
            self._using = False
            return ["BACK", *self._main()]
        return ["GET_DICE_LIST"]

    def _invalid(self) -> list[str]:
        """Only an end of turn may be refused: the die rolled again with tool 6 has to be placed."""
        assert 6 in self.tools_used, f"{self.name} was refused: {self.lines[-8:]}"
        return ["GET_DICE_LIST"]

    # -- afterwards -------------------------------------------------------------------------------------------------

    def check_score(self) -> None:
        """What the server says this player scored is what the cards say."""
        seen = Seen(self.name, self.private, self.tokens[self.seat], self.windows[self.seat])
        assert self.scores[self.seat] == total(seen, self.publics)
