"""The client of the time of renaissance-steps, modelled on its traffic: how it reads, and what it sends.

It finds the class of every message by its full name and fills its fields, no others; whatever it cannot read ends its
reader, so here it is a :class:`Misread`. It leaves its login screen with the start of a game or when it is told that it
has come back itself. What it is told of the whole table it adds to what it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bottega.games.renaissance.actions import Action, PlayLeader
from bottega.games.renaissance.model import State
from bottega.players.renaissance_steps import StepsPlayer, command
from bottega.players.renaissance_steps_picture import LABELS, MARBLES, Message, Picture

MESSAGES = "it.polimi.ingsw.network.messages."
UPDATES = f"{MESSAGES}updates."
COMMANDS = f"{MESSAGES}commands."
TOKENS = {"it.polimi.ingsw.model.TokenPushShuffle", "it.polimi.ingsw.model.TokenPush"} | {
    "it.polimi.ingsw.model.TokenDiscard"
}

CLASSES = {
    **{
        f"{MESSAGES}{name}": set(fields.split())
        for name, fields in {
            "BonusResourceMessage": "bonusRes",
            "DisconnectionMessage": "",
            "EndGameMessage": "",
            "ErrorMessage": "message",
            "GenericMessage": "message",
            "LobbyInfoMessage": "nicknamesList num",
            "PingRequest": "",
            "PlayerNumberRequest": "",
            "RegisterRequest": "",
            "WaitMessage": "",
        }.items()
    },
    **{
        f"{UPDATES}{name}": set(fields.split())
        for name, fields in {
            "DepositUpdate": "idDeposit res",
            "DepositsUpdate": "deposits strongbox turnPhase",
            "DiscardLeaderUpdate": "index",
            "DiscardResourceUpdate": "",
            "DisconnectedMessage": "nickname",
            "EndGameResultUpdate": "result",
            "FaithUpdate": "newPosition",
            "LeadersInHandUpdate": "leadersInHand",
            "LorenzoUpdate": "lorenzoPosition lastUsedToken gamePhase",
            "MarketUpdate": "marbles",
            "MoveResourceUpdate": "d1 d2 id1 id2",
            "NewTurnUpdate": "currNickname gamePhase",
            "PendingResourcesUpdate": "pending",
            "PickUpStrongboxUpdate": "resource",
            "PickUpWarehouseUpdate": "idDeposit",
            "PlayLeaderUpdate": "index name",
            "PopeFavorUpdate": "positions popeFavors lorenzoPos",
            "ReconnectMessage": "reconnectedNickname",
            "ReconnectUpdate": "positions popeFavors strongboxes warehouses marbles cardMatrix playerOrder "
            "currentNickname slots allLeadersInBoard myLeadersInHand gamePhase turnPhase fourLeaderCards "
            "pendingResources activePlayers allPlayedCards allDiscardedCards unknownProductions handResource "
            "discounts activeProd lorenzoPos",
            "ResetProductionsUpdate": "before",
            "RevertUpdate": "",
            "SlotUpdate": "slot row col",
            "StartGameUpdate": "playerOrder cards faithPaths marbles cardMatrix",
            "ToggleDiscountUpdate": "resourceType",
            "ToggleProductionUpdate": "activeProd",
            "UnknownProductionUpdate": "index res io",
        }.items()
    },
}
"""The classes of the program, and their fields."""
ONLY_ALONE = "lorenzoPos"
"""A field that means: there is a Lorenzo."""
LATER = "lastUsedToken"
"""A field that Lorenzo's first update has not."""
PRODUCTION = {"input", "output", "inputHistory", "outputHistory", "selected"}


class Misread(AssertionError):
    """The client of the time cannot read this, and hears nothing more."""


class OriginalPicture(Picture):
    """The table as the client of the time draws it."""

    def __init__(self, nickname: str) -> None:
        super().__init__(nickname)
        self.in_game = False
        """Whether the login screen is left."""

    def read(self, message: Message) -> None:
        """Take one message in as the program did."""
        if set(message) != {"type", "data"}:
            raise Misread(f"no envelope: {message}")
        kind, data = message["type"], message["data"]
        if kind not in CLASSES:
            raise Misread(f"there is no class {kind}")
        alone = len(self.order or data.get("playerOrder", ())) == 1
        fields = CLASSES[kind] - (set() if alone else {ONLY_ALONE})
        if set(data) not in (fields, fields - {LATER}):
            raise Misread(f"{kind} has {sorted(fields)}, not {sorted(data)}")
        if data.get("gamePhase", "ONGOING") not in ("SETUP", "ONGOING"):
            raise Misread(f"the phase {data['gamePhase']} stops its buttons")
        if LATER in data and data[LATER]["type"] not in TOKENS:
            raise Misread(f"there is no token {data[LATER]}")

    def _StartGameUpdate(self, data: Message) -> None:
        super()._StartGameUpdate(data)
        self.in_game = True

    def _ReconnectMessage(self, data: Message) -> None:
        if data["reconnectedNickname"] == self.nickname:
            self.in_game = True

    def _ReconnectUpdate(self, data: Message) -> None:
        if not self.in_game:
            raise Misread("a whole table in the login screen: its own ReconnectMessage has not come")
        if self.boards:
            raise Misread("a whole table on top of another")
        started = {"playerOrder": data["playerOrder"], "cards": data["fourLeaderCards"], "marbles": data["marbles"]}
        self._StartGameUpdate({**started, "cardMatrix": data["cardMatrix"], "faithPaths": data["positions"]})
        self.current, self.game_phase, self.turn_phase = data["currentNickname"], data["gamePhase"], data["turnPhase"]
        self.hand, self.pending = data["myLeadersInHand"], data["pendingResources"]
        self.cross = data.get("lorenzoPos", 0)
        for name, board in self.boards.items():
            board.deposits = {deposit["id"]: deposit["resources"] for deposit in data["warehouses"][name]}
            board.strongbox = data["strongboxes"][name]
            board.slots = [data["slots"][name][number] for number in "123"]
            board.played = data["allLeadersInBoard"][name]
            board.favours = data["popeFavors"][name]
            played, discarded = data["allPlayedCards"][name], data["allDiscardedCards"][name]
            if sorted(played.values()) != sorted(board.played) or set(played) & set(discarded):
                raise Misread(f"leaders of {name}: {board.played}, played {played}, discarded {discarded}")
            if name != self.nickname and any(discarded.values()):
                raise Misread(f"leaders that {name} has discarded are told: {discarded}")
            board.hand = 2 - len(played) - len(discarded)
        self._read_own(data)

    def _read_own(self, data: Message) -> None:
        """What is about its own player only."""
        if any(data["handResource"].values()) or set(data["handResource"]) != set(LABELS) or data["activeProd"]:
            raise Misread("what was laid out is gone with the connection")
        if "-1" not in data["unknownProductions"]:
            raise Misread("the basic production is missing")
        if any(set(each) != PRODUCTION for each in data["unknownProductions"].values()):
            raise Misread(f"productions are {PRODUCTION}")
        for discount in data["discounts"]:
            if set(discount) != {"res", "quantity", "activated"} or discount["res"] not in MARBLES:
                raise Misread(f"{discount} is no discount")

    def _PopeFavorUpdate(self, data: Message) -> None:
        super()._PopeFavorUpdate({"lorenzoPos": 0, **data})


class OriginalPlayer(StepsPlayer):
    """A random player at the client of the time."""

    def __init__(self, nickname: str, random: Random, count: int = 2) -> None:
        super().__init__(nickname, random, count)
        self.picture: OriginalPicture = OriginalPicture(nickname)

    def hello(self) -> Message:
        """The first thing to say."""
        return _spoken(super().hello())

    def hear(self, message: Message) -> list[Message]:
        """Read a message; what to answer."""
        self.picture.read(message)
        return [_spoken(answer) for answer in super().hear(message)]

    def _choose_leaders(self, data: Message) -> Iterator[Message]:
        """Nobody says again how many bonus resources are left; their owner can count."""
        owed = (0, 1, 1, 2)[self.picture.order.index(self.picture.nickname)]
        placed = sum(map(len, self.picture.boards[self.picture.nickname].deposits.values()))
        yield from super()._choose_leaders({"bonusRes": owed - placed})

    def _step(self, state: State, action: Action) -> Iterator[Message]:
        player = state.players[state.seat]
        if isinstance(action, PlayLeader):
            yield command("playLeader", index=player.hand.index(player.leaders[action.position - 1]))
        else:
            yield from super()._step(state, action)


def _resource(name: str) -> str:
    """A resource in the program's word for commands."""
    return name if name in MARBLES else MARBLES[LABELS.index(name.upper())]


def _spoken(answer: Message) -> Message:
    """A request of the document as the program's command."""
    kind, data = answer["type"], answer["data"]
    match kind:
        case "RegisterResponse" | "PingResponse":
            return {"type": f"{MESSAGES}{kind}", "data": data}
        case "PlayerNumberResponse":
            return {"type": f"{MESSAGES}{kind}", "data": {"nPlayers": data["number"]}}
    name, data = _COMMANDS[kind](data)
    return {"type": f"{COMMANDS}{name}", "data": data}


_COMMANDS: dict[str, Callable[[Any], tuple[str, Message]]] = {
    "chooseLeader": lambda it: ("ChooseLeadersCommand", {"chosenLeaders": [each["id"] for each in it]}),
    "chooseResourceToDeposit": lambda it: (
        "ChooseBonusResourceCommand",
        {"res": _resource(it["res"]), "id": it["id"]},
    ),
    "depositResource": lambda it: (
        "DepositResourceCommand",
        {"resourceType": _resource(it["res"]), "id": it["id"]},
    ),
    "discardResource": lambda it: ("DiscardResourceCommand", {"resourceType": _resource(it["res"])}),
    "transformWhiteIn": lambda it: ("TransformWhiteCommand", {"resourceType": _resource(it["res"])}),
    "playLeader": lambda it: ("PlayLeaderCommand", it),
    "discardLeader": lambda it: ("DiscardLeaderCommand", it),
    "buyAtMarketInterface": lambda it: ("BuyFromMarketCommand", {"line": it["rc"], "position": it["index"] + 1}),
    "pickUpResourceFromStrongbox": lambda it: ("StrongboxPickUpCommand", {"resourceType": _resource(it["res"])}),
    "pickUpResourceFromWarehouse": lambda it: ("WarehousePickUpCommand", {"index": it["id"]}),
    "toggleDiscount": lambda it: ("ToggleDiscountCommand", {"resourceType": _resource(it["res"])}),
    "substituteUnknownInInputBaseProduction": lambda it: (
        "ProductionUnknownCommand",
        {"target": "input", "resourceType": _resource(it["res"]), "index": -1},
    ),
    "substituteUnknownInOutputBaseProduction": lambda it: (
        "ProductionUnknownCommand",
        {"target": "output", "resourceType": _resource(it["res"]), "index": -1},
    ),
    "substituteUnknownInOutputExtraProduction": lambda it: (
        "ProductionUnknownCommand",
        {"target": "output", "resourceType": _resource(it["res"]), "index": it["id"]},
    ),
    "toggleBaseProd": lambda it: ("ToggleProductionCommand", {"slot": 0}),
    "toggleCardProd": lambda it: ("ToggleProductionCommand", it),
    "toggleExtraProd": lambda it: ("ToggleExtraProductionCommand", {"index": it["id"]}),
    "activateProductions": lambda it: ("ActivateProductionsCommand", {}),
    "buyCard": lambda it: ("BuyCardCommand", it),
    "moveResource": lambda it: ("MoveResourceCommand", {"source": it["id1"], "destination": it["id2"]}),
    "revertPickUp": lambda it: ("RevertPickUpCommand", {}),
    "passTurn": lambda it: ("PassCommand", {}),
}
"""What the program calls the document's requests, and their fields."""
