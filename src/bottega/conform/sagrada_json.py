"""The document of sagrada-json, section by section, and how its updates are read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bottega.conform import sagrada as told
from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Impossible, Moment, Probe, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games import sagrada
from bottega.games.core import Action
from bottega.games.sagrada.actions import Choose, End
from bottega.games.sagrada.cards import COLOURS, COLUMNS, PUBLIC_OBJECTIVES, ROWS, TOOLS
from bottega.games.sagrada.model import CHOOSING, State, acting
from bottega.players.player import Player
from bottega.players.sagrada_json import SagradaJsonPlayer
from bottega.table.house import Settings
from bottega.wire.sagrada_json.messages import ChooseWindow
from bottega.wire.sagrada_json.tools import awaits_value

_TOOLS = (
    "A valid use is answered with ok, and everybody gets an update; {0}an invalid one gets error 2, one that cannot be "
    "paid error 4."
)

SECTIONS = (
    Section(
        "login",
        "Login phase",
        "The server asks for a login right at the start; a username that is used already gets error 1.",
    ),
    Section(
        "windows",
        "Windows phase",
        "Each player is shown four windows and chooses one of them by its name.",
    ),
    Section("turn", "Turn phase", "The player whose turn it is, and nobody else, is told so, and may act."),
    Section(
        "place",
        "Placing a die in the window",
        "A valid placement is answered with ok, and everybody gets an update; an invalid one gets error 2.",
    ),
    Section("toolcardA", "Using tool card 1, 5, 6 or 10", _TOOLS.format("")),
    Section("toolcardB", "Using tool card 2 or 3", _TOOLS.format("")),
    Section("toolcardC", "Using tool card 4 or 12", _TOOLS.format("")),
    Section("toolcardD", "Using tool card 8 or 9", _TOOLS.format("")),
    Section("toolcardE", "Using tool card 7", _TOOLS.format("")),
    Section("toolcard11", "Using tool card 11", _TOOLS.format("first the player is told the colour that was drawn; ")),
    Section(
        "show_table",
        "Looking at objectives and tool cards",
        "A player is shown the own private objective, the public ones and the tool cards.",
    ),
    Section("pass", "Passing the turn", "Who passes is told that the turn has ended."),
    Section("game_over", "End of the game", "Everybody is told the name of the winner."),
    Section("disconnect", "Disconnection and suspension", "When a player disconnects everyone gets a notification."),
    Section(
        "reconnect",
        "Reconnection",
        "Who asks to reconnect and was not suspended gets error 3.",
    ),
    Section(
        "return",
        "Reconnection",
        "Who comes back on a new connection under the same name gets the seat again, an update, and everyone a "
        "notification.",
        ruling=True,
    ),
    Section(SECRETS, "Looking at objectives and tool cards", "A private objective is told to its owner only."),
    Section("forms", "Network Protocol", "What is no message of the protocol gets error 2.", ruling=True),
    WHOLE_GAME,
)

KINDS = {
    "login": "login",
    "error 1": "login",
    "windows": "windows",
    "turn": "turn",
    "ok": "place",
    "update": "turn",
    "die_color": "toolcard11",
    "show_table": "show_table",
    "end": "pass",
    "game_over": "game_over",
    "notification disconnect": "disconnect",
    "notification suspended": "disconnect",
    "notification suspend": "disconnect",
    "notification reconnect": "return",
    "text": "login",
}
ACTS = ("place", "toolcardA", "toolcardB", "toolcardC", "toolcardD", "toolcardE", "pass")
FREE = {"isOnline", "dieUsed", "toolCardUsed", "firstTurnDone", "secondTurnDone", "firstDiePlaced", "ready", "id"}
"""What the document says nothing about, in a list of players."""
WORDS = ("name", "description")
"""What is said of a tool in any language."""
SPACES = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]


def _window(window: dict[str, Any]) -> int:
    marks = []
    for x, y in SPACES:
        space = window["windowMatrix"][x][y]
        colour, value = space["colorRule"], space["valueRule"]
        marks.append(told.LETTERS[colour] if colour != "none" else value if value != "none" else ".")
    return told.window_of(marks, int(window["difficultyToken"]))


def _dice(dice: list[dict[str, str]]) -> list[int]:
    return [told.die_of(die["color"], int(die["value"])) for die in dice]


def _public(text: str) -> object:
    """A public objective by its name, in whichever language; the text itself if it is none of them."""
    name = text.partition(" [")[0].casefold()
    for number, card in PUBLIC_OBJECTIVES.items():
        if name in (card.name.casefold(), card.name_it.casefold()):
            return number
    return text


class SagradaJsonKit(ServerKit):
    """How a server of sagrada-json is examined."""

    dialect = "sagrada-json"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"login"})
    returns = True
    return_section = "return"
    drops = 1
    dealt = "turn"

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self.probes = PROBES  # type: ignore[misc]  # they are below
        self._seen: set[str] = set()

    def settings(self, seats: int) -> Settings:
        """The table starts by itself some time after the second player."""
        return Settings(turn_seconds=0, lobby_seconds=30, per_address=0)

    def begin(self) -> None:
        """Nothing was seen yet."""
        self._seen = set()

    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""
        return SagradaJsonPlayer(name, chance)

    def may_drop(self, state: Any, seat: int) -> bool:
        """Late in the game, and not in the own turn: whether one can come back at all the document does not say."""
        return isinstance(state, State) and state.round >= 9 and acting(state) != seat

    def tells_secret(self, wrong: str, kind: str) -> bool:
        """A private objective where none should be."""
        return "playerObjective" in wrong and wrong.endswith(("nobody expects there", "not null"))

    def ignored(self, text: str) -> bool:
        """The program of the time counts the seconds, and says who comes and goes."""
        return bool(self.profile) and not text.startswith("{")

    def section(self, kind: str, request: str = "") -> str:
        """An answer belongs to what was asked for."""
        asked = json.loads(request) if request.startswith("{") else {}
        name = asked.get("id", "")
        if name == "toolcardA" and asked.get("num") == 11:
            name = "toolcard11"
        if kind in ("ok", "update", "end") or kind.startswith("error"):
            if name in ("show_table", "reconnect", "toolcard11", *ACTS):
                return str(name)
            if name == "window":
                return "windows" if kind.startswith("error") else "turn"
        return super().section(kind)

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """Words for people are only looked for; what the document does not describe is left out."""
        message: dict[str, Any] = json.loads(text)
        kind = str(message["id"])
        value = {"the first key": next(iter(message)), **message}
        if kind == "error":
            kind = f"error {message['type']}"
        elif kind == "notification":
            kind = f"notification {message['event']}"
        elif kind == "windows":
            for name in ("w1", "w2", "w3", "w4"):
                number = _window(message[name])
                called = ChooseWindow(str(message[name]["name"])).number
                value[name] = [number, TEXT if called == number else message[name]["name"]]
        elif kind == "update":
            players = [{key: part for key, part in each.items() if key not in FREE} for each in message["players"]]
            value["players"] = sorted(players, key=lambda each: str(each["username"]))
        elif kind == "show_table":
            value["publicObjective"] = sorted(str(_public(text)) for text in message["publicObjective"])
            cards = [
                {key: TEXT if key in WORDS else part for key, part in card.items()} for card in message["toolCards"]
            ]
            value["toolCards"] = sorted(cards, key=lambda card: int(card["id"]))
        return kind, value

    # -- what was dealt -----------------------------------------------------------------------------------------------

    def deal(self, heard: Heard) -> Deal | None:
        """Everybody is shown four windows; who plays first is seen later."""
        offers: dict[str, list[int]] = {}
        for name, texts in heard.items():
            for message in map(json.loads, texts):
                if message["id"] == "windows":
                    offers[name] = [_window(message[window]) for window in ("w1", "w2", "w3", "w4")]
        if len(offers) < len(heard):
            return None
        state = sagrada.new(len(offers), told.SEED)
        for seat, windows in enumerate(offers.values()):
            if len(set(windows)) < 4:
                raise Impossible(f"the windows {windows} are offered: they should be four different ones")
            state = told.with_offer(state, seat, windows)
        return Deal(tuple(offers), state)

    def curious(self, request: str) -> bool:
        """The cards on the table are shown when somebody asks."""
        return '"show_table"' in request

    def learn(self, state: State, seat: int, request: str, heard: Sequence[str]) -> State | None:
        """Tools and objectives, the first time they are shown."""
        tables = [message for message in map(json.loads, heard) if message["id"] == "show_table"]
        if not tables:
            return None
        table = tables[-1]
        if "table" not in self._seen:
            self._seen.add("table")
            tools = tuple(int(card["id"]) + 1 for card in table["toolCards"])
            publics = tuple(number for text in table["publicObjective"] if isinstance(number := _public(text), int))
            if not len(set(tools)) == len(tools) == len(state.tools) or not set(tools) <= set(TOOLS):
                raise Impossible(
                    f"the tool cards {[tool - 1 for tool in tools]} are shown: three different ones should be",
                    "show_table",
                )
            if not len(set(publics)) == len(publics) == len(state.publics):
                raise Impossible("the public objectives should be three different ones", "show_table")
            state = msgspec.structs.replace(state, tools=tools, paid=(0,) * len(tools), publics=publics)
        return state

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | Deal | None:
        """Dice are on the next update, the colour of tool 11 comes alone; what is refused brings nothing."""
        messages = {name: [json.loads(text) for text in texts] for name, texts in heard.items()}
        everything = [message for texts in messages.values() for message in texts]
        if any(message["id"] == "error" for message in everything):
            return state
        if isinstance(actions[0], Choose):
            return self._first(state, seat, messages) if told.last_choice(state) else state
        for message in everything:
            if message["id"] == "die_color":
                return told.drawn(state, seat, actions, COLOURS.index(told.LETTERS[message["color"]]))
        if isinstance(actions[-1], End) and told.revealing(state, seat, actions) is None and not awaits_value(state):
            return state
        updates = [message for message in everything if message["id"] == "update"]
        if not updates:
            over = any(message["id"] == "game_over" for message in everything)
            return state if over else None
        pool = _dice(updates[-1]["draft"])
        if awaits_value(state) and state.work is not None and state.work.index < len(pool):
            state = told.with_die(state, state.work.index, pool[state.work.index])
        return told.foreseen(state, seat, actions, pool)

    def _first(self, state: State, seat: int, messages: dict[str, list[dict[str, Any]]]) -> Deal | None:
        """The first update shows the dice and to each the own objective; the one who is told so begins."""
        updates = {
            name: next((message for message in texts if message["id"] == "update"), None)
            for name, texts in messages.items()
        }
        first = [name for name, texts in messages.items() if any(message["id"] == "turn" for message in texts)]
        if not all(updates.values()) or not first:
            return None
        names = list(messages)
        some = next(iter(updates.values()))
        assert some is not None
        order = [str(player["username"]) for player in sorted(some["players"], key=lambda each: int(each["id"]))]
        at = order.index(first[0])
        order = order[at:] + order[:at]
        if sorted(order) != sorted(names):
            return None
        for name, update in updates.items():
            assert update is not None
            mine = next(player for player in update["players"] if player["username"] == name)
            colour = COLOURS.index(told.LETTERS[mine["playerObjective"]["color"]])
            state = told.with_player(state, names.index(name), private=(colour,))
        state = told.foreseen(state, seat, (Choose(state.players[seat].offered[0]),), _dice(some["draft"]))
        players = tuple(state.players[names.index(name)] for name in order)
        return Deal(tuple(order), msgspec.structs.replace(state, players=players))


# -- what is said aside -----------------------------------------------------------------------------------------------


def _asked(moment: Moment) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(moment.request)
    return asked


def _in_turn(moment: Moment) -> bool:
    state = moment.state
    playing = isinstance(state, State) and state.round != CHOOSING and not awaits_value(state)
    return playing and acting(state) == moment.seats[moment.mover] and _asked(moment)["id"] in ACTS


def _taken(moment: Moment) -> str | None:
    """The name of somebody who is here."""
    if _asked(moment)["id"] != "login" or moment.other == moment.mover or moment.state is not None:
        return None
    return json.dumps({"id": "login", "username": moment.other})


def _no_window(moment: Moment) -> str | None:
    if _asked(moment)["id"] != "window":
        return None
    return json.dumps({"id": "window", "windowName": "Bow Window"})


def _said(section: str, **message: object) -> Probe:
    return Probe(section, lambda moment: json.dumps(message) if _in_turn(moment) else None)


def _out_of_turn(moment: Moment) -> str | None:
    return moment.request if _in_turn(moment) else None


def _foreign_tool(moment: Moment) -> str | None:
    """A tool that is not on the table cannot be used."""
    if not _in_turn(moment) or 7 in moment.state.tools:
        return None
    return json.dumps({"id": "toolcardE", "num": 7})


def _unpaid(moment: Moment) -> str | None:
    """A second tool in one turn."""
    if not _in_turn(moment) or not moment.state.used:
        return None
    number = next((number for number in moment.state.tools if number in (2, 3)), None)
    if number is None:
        return None
    return json.dumps({"id": "toolcardB", "num": number, "x": 0, "y": 0, "a": 1, "b": 1})


PROBES = (
    Probe("login", _taken),
    Probe("windows", _no_window),
    Probe("turn", _out_of_turn, by_other=True, times=4),
    _said("place", id="place", x=0, y=0, index=99),
    _said("place", id="place", x=9, y=9, index=0),
    _said("toolcardA", id="toolcardA", num=1, dieIndex=99, action=0),
    _said("toolcardB", id="toolcardB", num=2, x=9, y=9, a=0, b=0),
    _said("toolcardC", id="toolcardC", num=4, x=9, y=9, a=0, b=0, x2=9, y2=9, a2=0, b2=0),
    _said("toolcardD", id="toolcardD", num=9, dieIndex=99, x=0, y=0),
    Probe("toolcardE", _foreign_tool),
    Probe("toolcardB", _unpaid),
    _said("reconnect", id="reconnect"),
    Probe(
        "show_table",
        lambda moment: '{"id":"show_table"}' if _in_turn(moment) else None,
        by_other=True,
        times=10,
        often=0.05,
    ),
    _said("forms", id="sing"),
    Probe("forms", lambda moment: "this is no JSON" if _in_turn(moment) else None),
)
