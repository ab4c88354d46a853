"""The document of renaissance-steps with what completes it, section by section, and how its updates are read.

The document describes what is said before the game, and the commands; what the server tells in the game is taken from
the program of its time, as our page has it. In the program's own profile every command has another name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bottega.conform import renaissance as told
from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Moment, Probe, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games.core import Action
from bottega.games.renaissance.model import SETUP, State
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE
from bottega.players.player import Player
from bottega.players.renaissance import RenaissanceStepsPlayer
from bottega.players.renaissance_steps_original import COMMANDS, MESSAGES
from bottega.players.renaissance_steps_picture import MARBLES, card_id
from bottega.table.house import Settings
from bottega.wire.renaissance_steps.shapes import SHAPES

SECTIONS = (
    Section(
        "setup",
        "SETUP",
        "The server asks for the nickname at once; an invalid one gets an ErrorMessage and is asked for again. Who "
        "finds no free lobby is asked for the number of players, again if it is not valid.",
    ),
    Section(
        "disconnection",
        "DISCONNECTION",
        "When somebody is disconnected the others are notified; under the own name one gets back into the game without "
        "losing anything.",
    ),
    Section(
        "player_setup",
        "PLAYER SETUP",
        "In the order of play each gets four leaders, chooses two, and from the second player on bonus resources.",
    ),
    Section(
        "turns",
        "GAME START",
        "One player after another acts; what is not valid gets an ErrorMessage, and the player may do another thing.",
    ),
    Section(
        "market",
        "BUY FROM MARKET",
        "What was bought is pending until each resource is deposited or discarded, which may take moves between "
        "depots; everybody is told.",
    ),
    Section(
        "production",
        "ACTIVATE PRODUCTION",
        "Productions are toggled, resources picked up, and all activated; if they do not match everything is reset.",
    ),
    Section(
        "buy_card",
        "BUY CARD",
        "Resources are picked up, then the card is named; if they do not match they are put back, else everybody is "
        "told of the card and of the matrix.",
    ),
    Section("leaders", "MESSAGES: playLeader, discardLeader", "Leaders are played and discarded; everybody is told."),
    Section("faith", "GAME START: updates", "Everybody is told of faith and of the pope's favours."),
    Section("solo", "GAME START: updates", "Alone, one is told of Lorenzo's token after every turn."),
    Section(
        "end",
        "ENDGAME",
        "Everybody is told that the end has been reached, and at the end of the scores and the winner.",
    ),
    Section("ping", "SETUP: pinger", "The server pings, and goes on as long as it is answered."),
    Section(SECRETS, "PLAYER SETUP", "Leaders in somebody's hand are told to nobody else."),
    Section("forms", "MESSAGES", "What is no command gets an ErrorMessage and changes nothing.", ruling=True),
    WHOLE_GAME,
)

KINDS = {
    "RegisterRequest": "setup",
    "PlayerNumberRequest": "setup",
    "GenericMessage": "setup",
    "WaitMessage": "setup",
    "LobbyInfoMessage": "setup",
    "ConnectionMessage": "setup",
    "DisconnectionMessage": "end",
    "DisconnectedMessage": "disconnection",
    "ReconnectMessage": "disconnection",
    "ReconnectUpdate": "disconnection",
    "StartGameUpdate": "player_setup",
    "LeadersInHandUpdate": "player_setup",
    "BonusResourceMessage": "player_setup",
    "NewTurnUpdate": "turns",
    "ErrorMessage": "turns",
    "MarketUpdate": "market",
    "PendingResourcesUpdate": "market",
    "DepositUpdate": "market",
    "DiscardResourceUpdate": "market",
    "MoveResourceUpdate": "market",
    "DepositsUpdate": "market",
    "PickUpWarehouseUpdate": "buy_card",
    "PickUpStrongboxUpdate": "buy_card",
    "RevertUpdate": "buy_card",
    "SlotUpdate": "buy_card",
    "ToggleDiscountUpdate": "buy_card",
    "ToggleProductionUpdate": "production",
    "UnknownProductionUpdate": "production",
    "ResetProductionsUpdate": "production",
    "PlayLeaderUpdate": "leaders",
    "DiscardLeaderUpdate": "leaders",
    "FaithUpdate": "faith",
    "PopeFavorUpdate": "faith",
    "LorenzoUpdate": "solo",
    "EndGameMessage": "end",
    "EndGameResultUpdate": "end",
}
BY_REQUEST = {
    "buyCard": "buy_card",
    "BuyCardCommand": "buy_card",
    "revertPickUp": "buy_card",
    "activateProductions": "production",
    "ActivateProductionsCommand": "production",
    "chooseResourceToDeposit": "player_setup",
    "ChooseBonusResourceCommand": "player_setup",
    "RegisterResponse": "setup",
    "PlayerNumberResponse": "setup",
}
"""What storage is told of, and errors are about, after these requests."""
MATRIX_COLOURS = ("GREEN", "BLUE", "YELLOW", "VIOLET")
HIDDEN = "?"
DOCUMENTS = {"RegisterRequest": {"message"}, "PlayerNumberRequest": {"message"}, "ErrorMessage": {"error"}}
"""Fields that the program did not send, but its document has."""
PROGRAMS = {"ErrorMessage": {"message"}}
"""And the other way round."""


def _kind(message: Mapping[str, Any]) -> str:
    return str(message["type"]).rpartition(".")[2]


class RenaissanceStepsKit(ServerKit):
    """How a server of renaissance-steps is examined."""

    dialect = "renaissance-steps"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"setup"})
    ping_section = "ping"
    private = frozenset({"LeadersInHandUpdate", "PendingResourcesUpdate"})
    returns = True
    drop_section = "disconnection"
    dealt = "player_setup"

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self._open = False
        """Whether whole piles were shown at the start."""
        if not profile:
            self.optional = frozenset({"GenericMessage"})  # type: ignore[misc]  # the document has words for anything
        self.probes = _probes(bool(profile))  # type: ignore[misc]  # commands have other names there

    def begin(self) -> None:
        """Nothing was shown yet."""
        self._open = False

    def settings(self, seats: int) -> Settings:
        """Nobody is pinged by the reference."""
        return Settings(turn_seconds=0, ping_seconds=0, per_address=0)

    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""
        return RenaissanceStepsPlayer(name, chance, count=seats, original=bool(self.profile))

    def pong(self, text: str) -> str:
        """PingResponse."""
        message = json.loads(text)
        if _kind(message) != "PingRequest":
            return ""
        return json.dumps({"type": str(message["type"]).replace("PingRequest", "PingResponse"), "data": {}})

    def may_drop(self, state: Any, seat: int) -> bool:
        """After the set-up, and not in the own turn."""
        return isinstance(state, State) and state.phase != SETUP and state.turn > 3 and state.seat != seat

    def section(self, kind: str, request: str = "") -> str:
        """Storage and errors belong to what was asked for."""
        if kind in ("DepositsUpdate", "DepositUpdate", "ErrorMessage") and request.startswith("{"):
            asked = _kind(json.loads(request))
            if asked in BY_REQUEST:
                return BY_REQUEST[asked]
        return super().section(kind)

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """Words are anybody's own; what the document's own messages carry besides words is ours."""
        message: dict[str, Any] = json.loads(text)
        kind, data = _kind(message), dict(message["data"])
        for key in ("message", "error"):
            if isinstance(data.get(key), str):
                data[key] = TEXT
        if kind == "GenericMessage" and not self.profile:
            data = {"message": data.get("message")}
        if "deposits" in data:
            data["deposits"] = sorted(data["deposits"], key=lambda deposit: int(deposit["id"]))
        return kind, {"type": message["type"], "data": data} if self.profile else data

    def settle(self, kind: str, should: Any, does: Any) -> tuple[Any, Any]:
        """What only we add may be missing."""
        added = (SHAPES[kind].MORE | PROGRAMS.get(kind, set())) - DOCUMENTS.get(kind, set()) if kind in SHAPES else ()
        if self.profile:
            return should, does
        return {key: part for key, part in should.items() if key in does or key not in added}, does

    def tells_secret(self, wrong: str, kind: str) -> bool:
        """Leaders that were not played."""
        return "leadersInHand" in wrong and kind != "ReconnectUpdate"

    # -- what was dealt -----------------------------------------------------------------------------------------------

    def deal(self, heard: Heard) -> Deal | None:
        """Everything is in one update, to each with the own leaders."""
        starts: dict[str, dict[str, Any]] = {}
        for name, texts in heard.items():
            for message in map(json.loads, texts):
                if _kind(message) == "StartGameUpdate":
                    starts[name] = message["data"]
        if len(starts) < len(heard):
            return None
        some = next(iter(starts.values()))
        piles = [pile for row in some["cardMatrix"] for pile in row]
        offers = {name: [int(leader.removesuffix("L")) for leader in start["cards"]] for name, start in starts.items()}
        tops = {number: card_id(pile[-1]) for number, pile in enumerate(piles)}
        market = told.market(some["marbles"], MARBLES, self.dealt)
        deal = told.dealt(some["playerOrder"], market, tops, offers)
        self._open = not any(HIDDEN in pile for pile in piles)
        if self._open:
            grid = tuple(tuple(card_id(card) for card in pile) for pile in piles)
            if [sorted(pile) for pile in grid] == [sorted(pile) for pile in deal.state.grid]:
                deal = Deal(deal.order, replace(deal.state, grid=grid))
        return deal

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | None:
        """The next card of a pile is in the matrix, Lorenzo's token in his update."""
        if state.phase == SETUP or not told.revealing(state, seat, actions):
            return state
        messages = [json.loads(text) for texts in heard.values() for text in texts]
        kinds = {_kind(message) for message in messages}
        if "ErrorMessage" in kinds:
            return state
        if state.solo and "LorenzoUpdate" in kinds:
            data = next(message["data"] for message in messages if _kind(message) == "LorenzoUpdate")
            if "lastUsedToken" in data:
                token = data["lastUsedToken"]
                state = told.with_token(state, _token(state, token), _kind(token), "solo")
        elif state.solo and "SlotUpdate" not in kinds:
            return state if "EndGameResultUpdate" in kinds else None
        if self._open:
            return state
        matrices = [message["data"]["cardMatrix"] for message in messages if "cardMatrix" in message["data"]]
        if not matrices:
            return None
        piles = [pile for row in matrices[-1] for pile in row]
        tops = {number: card_id(pile[-1]) if pile else told.EMPTY for number, pile in enumerate(piles)}
        return told.with_tops(state, seat, actions, tops)


def _token(state: State, token: Mapping[str, Any]) -> int | None:
    kind = _kind(token)
    if kind == "TokenPushShuffle":
        return SHUFFLE
    if kind == "TokenPush":
        return next((each for each in FORWARD_TWO if each in state.tokens), FORWARD_TWO[0])
    colour = token["data"]["color"]
    return MATRIX_COLOURS.index(colour) if colour in MATRIX_COLOURS else None


# -- what is said aside -----------------------------------------------------------------------------------------------


def _probes(original: bool) -> tuple[Probe, ...]:
    """What must be refused; commands by the document's names, or by the program's."""
    own, other = (COMMANDS, MESSAGES) if original else ("", "")

    def command(kind: str, data: object, net: bool = False) -> str:
        return json.dumps({"type": f"{other if net else own}{kind}", "data": data})

    def asked(moment: Moment) -> str:
        return _kind(json.loads(moment.request))

    def before(kinds: Sequence[str], text: str) -> Callable[[Moment], str | None]:
        return lambda moment: text if asked(moment) in kinds else None

    def in_turn(moment: Moment) -> bool:
        return told.in_turn(moment.state, moment.seats.get(moment.mover)) and moment.state.turn > 1

    def out_of_turn(moment: Moment) -> str | None:
        return moment.request if in_turn(moment) else None

    def taken(moment: Moment) -> str | None:
        if asked(moment) != "RegisterResponse" or moment.other == moment.mover or moment.state is not None:
            return None
        return command("RegisterResponse", {"nickname": moment.other}, net=True)

    market = ("BuyFromMarketCommand",) if original else ("buyAtMarketInterface",)
    deposit = ("DepositResourceCommand",) if original else ("depositResource",)
    leaders = ("ChooseLeadersCommand",) if original else ("chooseLeader",)
    wrong_leaders: object = {"chosenLeaders": ["98L", "99L"]} if original else [{"id": "98L"}, {"id": "99L"}]
    names = {
        "chooseLeader": "ChooseLeadersCommand",
        "passTurn": "PassCommand",
        "buyCard": "BuyCardCommand",
        "activateProductions": "ActivateProductionsCommand",
        "toggleCardProd": "ToggleProductionCommand",
        "playLeader": "PlayLeaderCommand",
        "depositResource": "DepositResourceCommand",
        "buyAtMarketInterface": "BuyFromMarketCommand",
    }

    def said(name: str, data: object) -> str:
        return command(names[name] if original else name, data)

    nowhere = {"resourceType": "BLUE", "id": 9} if original else {"id": 9, "res": "BLUE"}
    line = {"line": "r", "position": 9} if original else {"rc": "r", "index": 9}
    probes = [
        Probe("setup", taken),
        Probe("player_setup", before(leaders, said("chooseLeader", wrong_leaders))),
        Probe("player_setup", before(leaders, said("passTurn", {}))),
        Probe("turns", out_of_turn, by_other=True, times=4, often=0.2),
        Probe("turns", before(market, said("passTurn", {}))),
        Probe("market", before(market, said("buyAtMarketInterface", line))),
        Probe("market", before(deposit, said("depositResource", nowhere))),
        Probe("market", before(deposit, said("passTurn", {}))),
        Probe("buy_card", before(market, said("buyCard", {"row": 0, "column": 0, "slot": 1}))),
        Probe("production", before(market, said("activateProductions", {}))),
        Probe("production", before(market, said("toggleCardProd", {"slot": 9}))),
        Probe("leaders", before(market, said("playLeader", {"index": 9}))),
    ]
    if original:
        return tuple(probes)
    number = ("PlayerNumberResponse",)
    return (
        *probes,
        Probe("setup", before(number, command("PlayerNumberResponse", {"number": 0}))),
        Probe("setup", before(number, command("PlayerNumberResponse", {"number": 9}))),
        Probe("forms", before(market, command("sing", {}))),
        Probe("forms", before(market, "this is no JSON")),
    )
