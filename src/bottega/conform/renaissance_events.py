"""The protocol renaissance-events, section by section of our page about it, and how its updates are read.

There is no document: the page describes what the program of the time says. Where that program says a thing twice, in
another order or with numbers of its own, so may anybody; the traps of its client, which our own server steps around
with cards that are none, are nobody's duty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bottega.conform import renaissance as told
from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Impossible, Moment, Probe, Read, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games.core import Action
from bottega.games.renaissance.model import SETUP, State
from bottega.players.player import Player
from bottega.players.renaissance import RenaissanceEventsPlayer
from bottega.table.house import Settings
from bottega.wire.renaissance_events.numbering import (
    COLOURS,
    EMPTY_HAND,
    EMPTY_PILE,
    FAITH,
    MARBLES,
    NO_PRODUCTION,
    NONE,
    OF_A_SEAT,
    depot_of,
    production_of_card,
    production_of_leader,
    token_number,
)

_TELLS = "What the server tells"
_ERRORS = "Errors"

SECTIONS = (
    Section(
        "connection",
        "Messages of the connection: ReqWelcome, ErrProtocol",
        "Each side begins with ReqWelcome and answers the other's with ResWelcome; a line that cannot be read gets "
        "ErrProtocol and changes nothing.",
    ),
    Section(
        "heartbeat",
        "Messages of the connection: ReqHeartbeat",
        "ReqHeartbeat is answered with ResHeartbeat, whenever it comes.",
    ),
    Section(
        "goodbye",
        "Messages of the connection: ReqGoodbye",
        "ReqQuit is answered with ResQuit, ReqGoodbye with ResGoodbye, after which the server closes the connection.",
    ),
    Section(
        "lobby",
        f"{_TELLS}: UpdateBookedSeats, UpdateJoinGame",
        "All in line are told how many wait and who may say how many play, and for how many the table is; a nickname "
        "that is taken or blank gets ErrNickname, a game of no size ErrNewGame.",
    ),
    Section(
        "update_game",
        f"{_TELLS}: UpdateGame",
        "At the start everybody is told the whole game, with every field; the list begins with the current player.",
    ),
    Section(
        "setup",
        f"{_TELLS}: the set-up",
        "A choice of leaders, then of resources, is told to everybody; UpdateSetupDone follows the last of them. A "
        "wrong one gets an error.",
    ),
    Section("containers", f"{_TELLS}: UpdateResourceContainer", "Every container that has changed is told to all."),
    Section("market", f"{_TELLS}: UpdateMarket", "The market is told to all when a line was taken."),
    Section("grid", f"{_TELLS}: UpdateDevCardGrid", "The top cards are told to all when one has changed."),
    Section("slots", f"{_TELLS}: UpdateDevSlot", "A card that was bought is told to all, with its slot."),
    Section("leaders", f"{_TELLS}: UpdateActivateLeader, UpdateLeadersHand", "What becomes of leaders is told."),
    Section("faith", f"{_TELLS}: UpdateFaithPoints", "Whoever moves on the track, or the cross, is told of to all."),
    Section("points", f"{_TELLS}: UpdateVictoryPoints", "The running total is told to all when it has changed."),
    Section("vatican", f"{_TELLS}: UpdateVaticanSection", "A report is told to all, with those who keep the tile."),
    Section("solo", f"{_TELLS}: UpdateActionToken", "Alone, one is told of Lorenzo's token after every turn."),
    Section("turns", f"{_TELLS}: UpdateCurrentPlayer", "Everybody is told whose turn begins, before the END_TURN."),
    Section(
        "actions",
        f"{_TELLS}: UpdateAction",
        "The last line about an action says which it was, and whose: a client waits for it.",
    ),
    Section("end", f"{_TELLS}: UpdateLastRound, UpdateGameEnd", "The last round, the points and the winner are told."),
    Section(
        "gone",
        f"{_TELLS}: UpdatePlayerStatus",
        "The others are told who is gone and who is back; who comes back under the nickname is told the whole game.",
    ),
    Section("errors.action", f"{_ERRORS}: ErrAction", "What comes at the wrong moment gets ErrAction with the reason."),
    Section(
        "errors.objects",
        f"{_ERRORS}: ErrObjectNotOwned, ErrNoSuchEntity",
        "What is not the player's own, or does not exist, gets an error, and nothing changes.",
    ),
    Section(
        "errors.resources",
        f"{_ERRORS}: ErrResourceTransfer, ErrReplacedTransRecipe, ErrInvalidResourceTransaction",
        "Amounts and places that do not fit get an error, and nothing changes.",
    ),
    Section(
        "errors.cards",
        f"{_ERRORS}: ErrCardRequirements, ErrActiveLeaderDiscarded, ErrBuyDevCard",
        "What a card or a leader forbids gets an error, and nothing changes.",
    ),
    Section(SECRETS, _TELLS, "Which leaders somebody holds is told to them alone."),
    WHOLE_GAME,
)

KINDS = {
    **dict.fromkeys(("ReqWelcome", "ResWelcome", "ErrProtocol"), "connection"),
    **dict.fromkeys(("ReqHeartbeat", "ResHeartbeat"), "heartbeat"),
    **dict.fromkeys(("ReqGoodbye", "ResGoodbye", "ResQuit"), "goodbye"),
    **dict.fromkeys(("UpdateBookedSeats", "UpdateJoinGame", "ErrNickname", "ErrNewGame"), "lobby"),
    "UpdateGame": "update_game",
    **dict.fromkeys(("UpdateSetupDone", "ErrInitialChoice"), "setup"),
    "UpdateResourceContainer": "containers",
    "UpdateMarket": "market",
    "UpdateDevCardGrid": "grid",
    "UpdateDevSlot": "slots",
    **dict.fromkeys(("UpdateActivateLeader", "UpdateLeadersHand", "UpdateLeadersHandCount"), "leaders"),
    "UpdateFaithPoints": "faith",
    "UpdateVictoryPoints": "points",
    "UpdateVaticanSection": "vatican",
    "UpdateActionToken": "solo",
    "UpdateCurrentPlayer": "turns",
    "UpdateAction": "actions",
    **dict.fromkeys(("UpdateLastRound", "UpdateGameEnd"), "end"),
    "UpdatePlayerStatus": "gone",
    "ErrAction": "errors.action",
    **dict.fromkeys(("ErrObjectNotOwned", "ErrNoSuchEntity"), "errors.objects"),
    **dict.fromkeys(
        ("ErrResourceTransfer", "ErrReplacedTransRecipe", "ErrInvalidResourceTransaction"), "errors.resources"
    ),
    **dict.fromkeys(("ErrCardRequirements", "ErrActiveLeaderDiscarded", "ErrBuyDevCard"), "errors.cards"),
}
LAST_TOLD: dict[str, Callable[[Any], object]] = {
    "UpdateResourceContainer": lambda value: value["resContainer"]["id"],
    "UpdateFaithPoints": lambda value: (value.get("player"), value["isBlackCross"]),
    "UpdateVictoryPoints": lambda value: value["player"],
}
"""What may be told several times on the way: of these, only what was told last of each thing counts."""
SETUP_REQUESTS = ("ReqChooseLeaders", "ReqChooseResources")
TOKENS = {token_number(token): token for token in range(7)}
NOBODYS = 99_999
"""A number that nothing has."""


class Numbers:
    """The numbers of another server, read off its ``UpdateGame``, and ours for the same things."""

    def __init__(self, game: Mapping[str, Any] | None = None) -> None:
        self.containers: dict[int, int] = {}
        self.productions: dict[int, int] = {}
        self.sections: dict[int, int] = {}
        if game is None:
            return
        for seat, player in enumerate(_in_order(game)):
            for place, number in enumerate((*player["warehouseShelves"], player["strongbox"])):
                self._add(self.containers, "container", number, OF_A_SEAT * seat + place)
            self.productions[player["baseProduction"]] = 0
        for leader in game["leaderCards"]:
            if leader["id"] == EMPTY_HAND:
                continue
            if (depot := depot_of(leader["id"] + 1)) != NONE:
                self._add(self.containers, "container", leader["containerId"], depot)
            if (production := production_of_leader(leader["id"] + 1)) != NONE:
                self._add(self.productions, "production", leader["production"], production)
        for card in game["developmentCards"]:
            if card["id"] < EMPTY_PILE:
                self._add(self.productions, "production", card["production"], production_of_card(card["id"] + 1))
        for number, last in enumerate(("8", "16", "24")):
            self._add(self.sections, "section", game["faithTrack"]["vaticanSections"][last]["id"], number)

    @staticmethod
    def _add(numbers: dict[int, int], what: str, theirs: int, ours: int) -> None:
        if numbers.setdefault(theirs, ours) != ours:
            raise Impossible(f"two things are called {what} {theirs}")

    @property
    def ours(self) -> bool:
        """Whether there is nothing to translate."""
        every = (self.containers, self.productions, self.sections)
        return all(theirs == ours for numbers in every for theirs, ours in numbers.items())

    def heard(self, message: dict[str, Any]) -> None:
        """Put our numbers into what the server says."""
        kind = message["type"]
        if kind == "UpdateResourceContainer":
            _renumber(message["resContainer"], "id", self.containers)
        elif kind == "UpdateVaticanSection":
            _renumber(message, "vaticanSection", self.sections)
        elif kind == "ErrObjectNotOwned" and message["objectType"] in ("Shelf", "ResourceContainer"):
            _renumber(message, "id", self.containers)
        elif kind == "ErrObjectNotOwned" and message["objectType"] == "ReducedProductionRequest":
            _renumber(message, "id", self.productions)
        elif kind == "UpdateGame":
            self._whole(message)

    def _whole(self, game: dict[str, Any]) -> None:
        for player in game["players"]:
            player["warehouseShelves"] = [self.containers.get(shelf, shelf) for shelf in player["warehouseShelves"]]
            _renumber(player, "strongbox", self.containers)
            _renumber(player, "baseProduction", self.productions)
        for leader in game["leaderCards"]:
            _renumber(leader, "containerId", self.containers)
            _renumber(leader, "production", self.productions)
        for card in game["developmentCards"]:
            _renumber(card, "production", self.productions)
        for container in game["resContainers"]:
            _renumber(container, "id", self.containers)
        for production in game["productions"]:
            _renumber(production, "id", self.productions)
        for section in game["faithTrack"]["vaticanSections"].values():
            _renumber(section, "id", self.sections)

    def said(self, message: dict[str, Any]) -> None:
        """Put the server's numbers into a request."""
        containers = {ours: theirs for theirs, ours in self.containers.items()}
        productions = {ours: theirs for theirs, ours in self.productions.items()}

        def renamed(places: Mapping[str, Any]) -> dict[str, Any]:
            return {str(containers.get(int(place), place)): content for place, content in places.items()}

        for key in ("shelves", "resContainers"):
            if key in message:
                message[key] = renamed(message[key])
        for key in ("shelf1", "shelf2"):
            _renumber(message, key, containers)
        for request in message.get("prodRequests", ()):
            _renumber(request, "production", productions)
            request["inputContainers"] = renamed(request["inputContainers"])


def _renumber(message: dict[str, Any], key: str, numbers: Mapping[int, int]) -> None:
    if key in message:
        message[key] = numbers.get(message[key], message[key])


def _in_order(game: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The players in the order of play: the list begins with whoever has the turn."""
    players: list[dict[str, Any]] = game["players"]
    first = [player["nickname"] for player in players].index(game["inkwellPlayer"])
    return players[first:] + players[:first]


class RenaissanceEventsKit(ServerKit):
    """How a server of renaissance-events is examined."""

    dialect = "renaissance-events"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"connection", "lobby"})
    free_order = True
    private = frozenset({"UpdateLeadersHand"})
    again = frozenset({"UpdateSetupDone", "UpdateLastRound", "UpdateJoinGame", "UpdatePlayerStatus"})
    returns = True
    return_section = drop_section = "gone"
    ping_section = "heartbeat"
    closing = "goodbye"
    dealt = "update_game"
    epilogue = (
        (0, '{"type":"ReqEndTurn"}'),
        (0, '{"type":"ReqQuit"}'),
        (0, '{"type":"ReqGoodbye"}'),
    )

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self.probes = PROBES  # type: ignore[misc]  # they are below
        self._numbers = Numbers()

    def begin(self) -> None:
        """Nothing has a number yet."""
        self._numbers = Numbers()

    def settings(self, seats: int) -> Settings:
        """Nobody is asked by the reference whether they are there."""
        return Settings(turn_seconds=0, ping_seconds=0, per_address=0)

    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""
        return RenaissanceEventsPlayer(name, chance, count=seats)

    def pong(self, text: str) -> str:
        """ResHeartbeat."""
        return '{"type":"ResHeartbeat"}' if json.loads(text)["type"] == "ReqHeartbeat" else ""

    def may_drop(self, state: Any, seat: int) -> bool:
        """After the set-up, and not in the own turn."""
        return isinstance(state, State) and state.phase != SETUP and state.turn > 3 and state.seat != seat

    def inward(self, text: str) -> str:
        """What the server calls by numbers of its own is called by ours."""
        message = json.loads(text)
        if message["type"] == "UpdateGame" and not self._numbers.containers:
            self._numbers = Numbers(message)
        if self._numbers.ours:
            return text
        self._numbers.heard(message)
        return json.dumps(message)

    def outward(self, text: str) -> str:
        """And the other way round."""
        if self._numbers.ours or not text.startswith("{"):
            return text
        message = json.loads(text)
        self._numbers.said(message)
        return json.dumps(message)

    def section(self, kind: str, request: str = "") -> str:
        """Of the set-up are all answers to its requests."""
        asked = json.loads(request)["type"] if request.startswith("{") else ""
        if asked in SETUP_REQUESTS and kind not in self.private:
            return "setup"
        return super().section(kind)

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """Words are anybody's own, lists lie in any order, and cards that are none do not count."""
        message: dict[str, Any] = json.loads(text)
        kind = str(message["type"])
        value = dict(message)
        if kind == "ErrProtocol":
            value["msg"] = TEXT if isinstance(message["msg"], str) else message["msg"]
        elif kind == "ErrNoSuchEntity":
            value.pop("code", None)
        elif kind == "ErrReplacedTransRecipe":
            counted = ("replacedCount", "shelvesChoiceResCount", "resType", "isIllegalDiscardedOut")
            value.update({key: type(message[key]).__name__ for key in counted})
        elif kind == "UpdateGame":
            value = _game(message)
        elif kind == "UpdateDevCardGrid":
            value["devCardGrid"] = _grid(message["devCardGrid"])
        elif kind == "UpdateDevSlot":
            value["devCards"] = message["devCards"][-1:]
        elif kind == "UpdateLeadersHand":
            value["leaders"] = sorted(leader for leader in message["leaders"] if leader != EMPTY_HAND)
        elif kind == "UpdateVaticanSection":
            value["bonusGivenPlayers"] = sorted(message["bonusGivenPlayers"])
        return kind, value

    def condense(self, name: str, messages: Sequence[Read]) -> list[bool]:
        """What counts: the last that is told of a thing; not that somebody is here oneself, nor the action after the
        end.
        """
        ended = any(kind == "UpdateGameEnd" for kind, _ in messages)
        last = {(kind, LAST_TOLD[kind](value)): at for at, (kind, value) in enumerate(messages) if kind in LAST_TOLD}
        counts = []
        for at, (kind, value) in enumerate(messages):
            if kind in LAST_TOLD:
                counts.append(last[kind, LAST_TOLD[kind](value)] == at)
            elif kind == "UpdateAction" and ended:
                counts.append(False)
            else:
                counts.append(kind != "UpdatePlayerStatus" or value.get("player") != name)
        return counts

    def disorder(self, messages: Sequence[Read]) -> tuple[str, str] | None:
        """The action is told last, and before it whose turn begins; the game before all that has changed in it."""
        kinds = [kind for kind, _ in messages]
        if "UpdateAction" in kinds and kinds[-1] not in ("UpdateAction", "UpdateGame", "UpdateGameEnd"):
            return "UpdateAction", f"{kinds[-1]} comes after UpdateAction, which should be last"
        return None

    def settle(self, kind: str, should: Any, does: Any) -> tuple[Any, Any]:
        """Who need not be asked how many play may be named; what the program never says may be unsaid."""
        if kind == "UpdateBookedSeats" and not should["canPrepareNewGame"]:
            should = {**should, "canPrepareNewGame": does.get("canPrepareNewGame")}
        if kind == "UpdateGame":
            if does.get("isMandatoryActionDone") is False:
                should = {**should, "isMandatoryActionDone": False}
            does = {key: part for key, part in does.items() if key in should or key != "notices"}
        return should, does

    def tells_secret(self, wrong: str, kind: str) -> bool:
        """Leaders in somebody's hand."""
        return "leadersHand[" in wrong or ("leadersHand is" in wrong and kind == "UpdateGame")

    # -- what was dealt -----------------------------------------------------------------------------------------------

    def deal(self, heard: Heard) -> Deal | None:
        """Everything is in one message, to each with the own leaders."""
        games: dict[str, dict[str, Any]] = {}
        for name, texts in heard.items():
            for message in map(json.loads, texts):
                if message["type"] == "UpdateGame":
                    games[name] = message
        if len(games) < len(heard):
            return None
        some = next(iter(games.values()))
        names = [str(player["nickname"]) for player in _in_order(some)]
        market = [marble for row in some["market"]["grid"] for marble in row] + [some["market"]["slide"]]
        offers = {
            name: [
                leader + 1
                for player in game["players"]
                if player["nickname"] == name
                for leader in player["leadersHand"]
            ]
            for name, game in games.items()
        }
        tops = {pile: top for pile, top in _tops(some["devCardGrid"]).items() if top != told.EMPTY}
        return told.dealt(names, told.market(market, MARBLES, "update_game"), tops, offers)

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | None:
        """The next cards are in the grid, Lorenzo's token comes alone."""
        if state.phase == SETUP or not told.revealing(state, seat, actions):
            return state
        messages = [json.loads(text) for texts in heard.values() for text in texts]
        kinds = {str(message["type"]) for message in messages}
        if any(kind.startswith("Err") for kind in kinds):
            return state
        if not kinds & {"UpdateAction", "UpdateGameEnd"}:
            return None
        if tokens := [message["actionToken"] for message in messages if message["type"] == "UpdateActionToken"]:
            state = told.with_token(state, TOKENS.get(tokens[0]), tokens[0], "solo")
        grids = [message["devCardGrid"] for message in messages if message["type"] == "UpdateDevCardGrid"]
        return told.with_tops(state, seat, actions, _tops(grids[-1])) if grids else state


def _tops(grid: Mapping[str, Any]) -> dict[int, int]:
    """The top cards by pile; a card that is none, and null, stand for an empty one."""
    tops: dict[int, int] = {}
    for colour, name in enumerate(COLOURS):
        for level, card in enumerate(grid["topCards"][name][1:]):
            gone = card is None or card >= EMPTY_PILE
            tops[level * len(COLOURS) + colour] = told.EMPTY if gone else int(card) + 1
    return tops


def _grid(grid: Mapping[str, Any]) -> dict[str, Any]:
    tops = {
        colour: [None if card is None or card >= EMPTY_PILE else card for card in cards]
        for colour, cards in grid["topCards"].items()
    }
    return {**grid, "topCards": tops}


def _game(message: Mapping[str, Any]) -> dict[str, Any]:
    """The whole game, without what may be otherwise."""
    game = {key: part for key, part in message.items() if key != "notices"}
    game["players"] = [_player(player) for player in message["players"]]
    for key in ("devCardColors", "resourceTypes"):
        game[key] = sorted(message[key], key=lambda each: str(each["name"]))
    game["leaderCards"] = _sorted(leader for leader in message["leaderCards"] if leader["id"] != EMPTY_HAND)
    game["developmentCards"] = _sorted(card for card in message["developmentCards"] if card["id"] < EMPTY_PILE)
    game["resContainers"] = _sorted(message["resContainers"])
    plain = [dict(each) for each in message["productions"]]
    for production in plain:
        if production["outputBlanksExclusions"] in ([], [FAITH]):
            production["outputBlanksExclusions"] = TEXT  # the program lets leaders yield faith
    game["productions"] = _sorted(each for each in plain if each["id"] < NO_PRODUCTION)
    if "actionTokens" in message:
        game["actionTokens"] = _sorted(message["actionTokens"])
    game["devCardGrid"] = _grid(message["devCardGrid"])
    return game


def _player(player: Mapping[str, Any]) -> dict[str, Any]:
    setup = dict(player["setup"])
    if not setup["initialResources"]:
        setup["hasChosenResources"] = TEXT  # there is nothing to choose, and the program never says that it was
    return {
        **player,
        "setup": setup,
        "leadersHand": sorted(leader for leader in player["leadersHand"] if leader != EMPTY_HAND),
        "devSlots": [slot[-1:] for slot in player["devSlots"]],
    }


def _sorted(things: Any) -> list[dict[str, Any]]:
    return sorted(things, key=lambda each: int(each["id"]))


# -- what is said aside -----------------------------------------------------------------------------------------------

Make = Callable[[Moment], str | None]


def _asked(moment: Moment) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(moment.request)
    return asked


def _before(kind: str, **message: object) -> Make:
    """Say this first, instead of a request of that type."""
    return lambda moment: json.dumps(message) if _asked(moment)["type"] == kind else None


def _changed(kind: str, **fields: object) -> Make:
    """Say the request itself first, with other fields."""
    return lambda moment: json.dumps({**_asked(moment), **fields}) if _asked(moment)["type"] == kind else None


def _in_turn(moment: Moment) -> bool:
    return told.in_turn(moment.state, moment.seats.get(moment.mover))


def _now(**message: object) -> Make:
    """Say this in one's own turn."""
    return lambda moment: json.dumps(message) if _in_turn(moment) else None


def _taken(moment: Moment) -> str | None:
    if _asked(moment)["type"] != "ReqJoin" or moment.other == moment.mover or moment.state is not None:
        return None
    return json.dumps({"type": "ReqJoin", "nickname": moment.other})


def _twice(moment: Moment) -> str | None:
    """One leader, named twice."""
    asked = _asked(moment)
    if asked["type"] != "ReqChooseLeaders":
        return None
    return json.dumps({**asked, "leaders": [asked["leaders"][0]] * 2})


def _foreign(moment: Moment) -> str | None:
    """A shelf of another player's."""
    if not _in_turn(moment) or moment.other == moment.mover:
        return None
    own, other = (OF_A_SEAT * moment.seats[name] for name in (moment.mover, moment.other))
    return json.dumps({"type": "ReqSwapShelves", "shelf1": own, "shelf2": other})


def _second(moment: Moment) -> str | None:
    """A second main action."""
    if _asked(moment)["type"] != "ReqEndTurn" or not _in_turn(moment):
        return None
    return json.dumps({"type": "ReqTakeFromMarket", "isRow": True, "index": 0, "replacements": {}, "shelves": {}})


def _unfulfilled(moment: Moment) -> str | None:
    """A leader whose requirements are not met: in the first turns nobody meets any."""
    if not _in_turn(moment) or moment.state.turn > 2:
        return None
    player = moment.state.players[moment.seats[moment.mover]]
    hidden = [leader for leader in player.leaders if leader not in (*player.played, *player.discarded)]
    if not hidden:
        return None
    return json.dumps({"type": "ReqLeaderAction", "leader": hidden[0] - 1, "isActivate": True})


def _in_play(moment: Moment) -> str | None:
    """A leader in play is to be discarded."""
    if not _in_turn(moment):
        return None
    played = moment.state.players[moment.seats[moment.mover]].played
    return json.dumps({"type": "ReqLeaderAction", "leader": played[0] - 1, "isActivate": False}) if played else None


def _too_much(moment: Moment) -> str | None:
    """What was not taken is placed."""
    asked = _asked(moment)
    if asked["type"] != "ReqTakeFromMarket" or not asked["shelves"]:
        return None
    place, content = next(iter(asked["shelves"].items()))
    more = {resource: amount + 9 for resource, amount in content.items()}
    return json.dumps({**asked, "shelves": {**asked["shelves"], place: more}})


PROBES = (
    Probe("lobby", _taken),
    Probe("lobby", _before("ReqJoin", type="ReqJoin", nickname=" ")),
    Probe("lobby", _before("ReqNewGame", type="ReqNewGame", playersCount=0)),
    Probe("lobby", _before("ReqNewGame", type="ReqNewGame", playersCount=9)),
    Probe("lobby", _now(type="ReqJoin", nickname="another")),
    Probe("setup", _twice),
    Probe("setup", _before("ReqChooseLeaders", type="ReqChooseLeaders", leaders=[NOBODYS, NOBODYS + 1])),
    Probe("errors.action", _before("ReqChooseLeaders", type="ReqEndTurn")),
    Probe("errors.action", _now(type="ReqChooseLeaders", leaders=[0, 1])),
    Probe("errors.action", _now(type="ReqEndTurn"), by_other=True, times=4, often=0.2),
    Probe(
        "errors.action", lambda moment: moment.request if _in_turn(moment) else None, by_other=True, times=4, often=0.2
    ),
    Probe("errors.action", _before("ReqTakeFromMarket", type="ReqEndTurn")),
    Probe("errors.action", _second),
    Probe("errors.objects", _now(type="ReqLeaderAction", leader=NOBODYS, isActivate=False)),
    Probe("errors.objects", _foreign),
    Probe("errors.objects", _changed("ReqTakeFromMarket", index=9)),
    Probe("errors.resources", _too_much),
    Probe("errors.resources", _changed("ReqBuyDevCard", resContainers={})),
    Probe("errors.cards", _unfulfilled),
    Probe("errors.cards", _in_play),
    Probe("connection", lambda moment: '{"type":' if _in_turn(moment) else None),
    Probe("connection", _now(type="ReqSing")),
    Probe("heartbeat", _now(type="ReqHeartbeat")),
)
