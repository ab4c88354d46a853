"""The client of renaissance-events, modelled on the traffic of the unmodified program: what it reads, what it awaits.

It knows a message by its type and needs every field of it (:class:`Misread` where one is missing or a type is unknown:
its handler would have failed in silence). Cards, containers and productions it knows from ``UpdateGame`` alone. It asks
for one thing at a time and goes on when the ``UpdateAction`` for that has come; whoever has the turn must never
hear somebody else's.

:class:`EventsPlayer` chooses like the whole-move player does, on a game rebuilt from what it was told.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from bottega.games import renaissance
from bottega.games.chance import Chance
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    Action,
    Buy,
    Discard,
    DiscardLeader,
    EndTurn,
    Market,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS
from bottega.games.renaissance.market import EVERY_VISIT
from bottega.games.renaissance.model import DONE, NO_KIND, START, Player, State
from bottega.games.renaissance.view import View
from bottega.players.renaissance_json import ATTEMPTS, Message, RandomPlayer

RESOURCES = ["Coin", "Stone", "Servant", "Shield"]
MARBLES = [*RESOURCES, "Faith", "Zero"]
PILE_COLOURS = ["Green", "Blue", "Yellow", "Purple"]
CARDS_PRINTED, EMPTY_HAND = 48, 16
PLACEHOLDERS = range(CARDS_PRINTED, CARDS_PRINTED + 12)

FIELDS = {
    "ReqWelcome": "",
    "ResWelcome": "",
    "ReqHeartbeat": "",
    "ResHeartbeat": "",
    "ReqGoodbye": "",
    "ResGoodbye": "",
    "ErrProtocol": "msg",
    "UpdateBookedSeats": "bookedSeats canPrepareNewGame",
    "UpdateJoinGame": "playersCount",
    "UpdateGame": "players devCardColors resourceTypes leaderCards developmentCards resContainers productions "
    "faithTrack market devCardGrid isSetupDone devSlotsCount currentPlayer inkwellPlayer blackPoints lastRound ended "
    "isMandatoryActionDone",
    "UpdateSetupDone": "",
    "UpdateLeadersHand": "player leaders",
    "UpdateLeadersHandCount": "player leadersHandCount",
    "UpdateActivateLeader": "leader",
    "UpdateResourceContainer": "resContainer",
    "UpdateMarket": "market",
    "UpdateDevCardGrid": "devCardGrid",
    "UpdateDevSlot": "player devSlot devCards",
    "UpdateFaithPoints": "isBlackCross faithPoints",
    "UpdateVictoryPoints": "player victoryPoints",
    "UpdateVaticanSection": "vaticanSection bonusGivenPlayers",
    "UpdateActionToken": "actionToken",
    "UpdateCurrentPlayer": "player",
    "UpdateLastRound": "",
    "UpdateGameEnd": "",
    "UpdateAction": "action player",
    "UpdatePlayerStatus": "player isActive",
    "ResQuit": "",
    "ErrNickname": "reason",
    "ErrNewGame": "isInvalidPlayersCount",
    "ErrAction": "reason",
    "ErrInitialChoice": "isLeadersChoice missingLeadersCount",
    "ErrObjectNotOwned": "id objectType",
    "ErrNoSuchEntity": "originalEntity id",
    "ErrResourceTransfer": "isAdded reason",
    "ErrReplacedTransRecipe": "isInput resType replacedCount shelvesChoiceResCount isIllegalDiscardedOut",
    "ErrInvalidResourceTransaction": "isInput isReplacement reason",
    "ErrBuyDevCard": "isStackEmpty",
    "ErrCardRequirements": "",
    "ErrActiveLeaderDiscarded": "",
}
"""What each message must have."""
OF_A_PLAYER = {
    *("nickname", "baseProduction", "warehouseShelves", "strongbox", "setup", "leadersHand", "leadersHandCount"),
    *("devSlots", "faithPoints", "victoryPoints", "active"),
}


class Misread(AssertionError):
    """The client of the time stays on its screen for ever."""


class EventsPicture:
    """The table as one player knows it."""

    def __init__(self, nickname: str) -> None:
        self.nickname = nickname
        self.order: list[str] = []
        self.players: dict[str, Message] = {}
        self.containers: dict[int, Message] = {}
        self.leaders: dict[int, Message] = {}
        self.cards: dict[int, Message] = {}
        self.slots: dict[str, list[list[int]]] = {}
        self.played: dict[str, list[int]] = {}
        self.market: Message = {}
        self.tops: dict[str, list[int | None]] = {}
        self.current = ""
        self.set_up = self.acted = self.ending = False
        self.cross = 0
        self.sections: dict[int, list[str]] = {}
        self.winner: Message | None = None
        self.absent: set[str] = set()

    def read(self, message: Message) -> None:
        """Take in a message, if the program could."""
        kind = message.get("type")
        if kind not in FIELDS:
            raise Misread(f"there is no {kind}")
        missing = set(FIELDS[kind].split()) - set(message)
        if missing:
            raise Misread(f"{kind} lacks {missing}")
        if any(value is None for value in message.values()):
            raise Misread(f"{kind} has a null")
        if kind.startswith("Update") and not self.players and kind not in ("UpdateGame", *LOBBY):
            raise Misread(f"{kind} before UpdateGame")
        method = getattr(self, f"_{kind}", None)
        if method is not None:
            method(message)

    def _UpdateGame(self, message: Message) -> None:
        listed = [player["nickname"] for player in message["players"]]
        if listed[0] != message["currentPlayer"]:
            raise Misread("the list begins with the current player")
        for player in message["players"]:
            if set(player) != OF_A_PLAYER:
                raise Misread(f"a player has {OF_A_PLAYER}, not {set(player)}")
        first = listed.index(message["inkwellPlayer"])
        self.order = listed[first:] + listed[:first]
        self.players = {player["nickname"]: player for player in message["players"]}
        self.containers = {container["id"]: container for container in message["resContainers"]}
        self.leaders = {leader["id"]: leader for leader in message["leaderCards"]}
        self.cards = {card["id"]: card for card in message["developmentCards"]}
        self.slots = {name: [list(slot) for slot in player["devSlots"]] for name, player in self.players.items()}
        self.played = {
            name: [each for each in player["leadersHand"] if self.leaders[each]["active"] and each != EMPTY_HAND]
            for name, player in self.players.items()
        }
        self.market, self.tops = message["market"], message["devCardGrid"]["topCards"]
        self._check_tops()
        self.current, self.set_up = message["currentPlayer"], message["isSetupDone"]
        self.acted, self.ending, self.cross = (
            message["isMandatoryActionDone"],
            message["lastRound"],
            message["blackPoints"],
        )
        sections = message["faithTrack"]["vaticanSections"]
        if set(sections) != {"8", "16", "24"}:
            raise Misread("Vatican sections are found by their last space")
        self.sections = {each["id"]: each["bonusGivenPlayers"] for each in sections.values() if each["activated"]}
        if ("actionTokens" in message) != (len(self.order) == 1):
            raise Misread("tokens belong to solo games")
        if not self.players[self.nickname]["leadersHand"]:
            raise Misread("an empty hand")
        self.absent = {name for name, player in self.players.items() if not player["active"]}

    def _check_tops(self) -> None:
        for colour, tops in self.tops.items():
            if tops[0] is not None or None in tops[1:]:
                raise Misread(f"an empty pile of {colour} stops it")
            for card in tops[1:]:
                assert card is not None
                if card not in self.cards or not self.cards[card]["cost"]["requirements"]:
                    raise Misread(f"there is no card {card}")

    def _UpdateSetupDone(self, _: Message) -> None:
        self.set_up = True

    def _UpdateLeadersHand(self, message: Message) -> None:
        if message["player"] != self.nickname or not message["leaders"]:
            raise Misread(f"a hand that is not ours, or empty: {message}")
        self.players[self.nickname]["leadersHand"] = message["leaders"]

    def _UpdateLeadersHandCount(self, message: Message) -> None:
        self.players[message["player"]]["leadersHandCount"] = message["leadersHandCount"]

    def _UpdateActivateLeader(self, message: Message) -> None:
        self.leaders[message["leader"]]["active"] = True
        self.played[self.current].append(message["leader"])

    def _UpdateResourceContainer(self, message: Message) -> None:
        container = message["resContainer"]
        if container["id"] not in self.containers or 0 in container["content"].values():
            raise Misread(f"no such container: {container}")
        self.containers[container["id"]] = container

    def _UpdateMarket(self, message: Message) -> None:
        self.market = message["market"]

    def _UpdateDevCardGrid(self, message: Message) -> None:
        self.tops = message["devCardGrid"]["topCards"]
        self._check_tops()

    def _UpdateDevSlot(self, message: Message) -> None:
        if len(message["devCards"]) != 1:
            raise Misread("one client shows the first card of a slot, another the last")
        self.slots[message["player"]][message["devSlot"]].append(message["devCards"][0])

    def _UpdateFaithPoints(self, message: Message) -> None:
        if message["isBlackCross"]:
            self.cross = message["faithPoints"]
        else:
            self.players[message["player"]]["faithPoints"] = message["faithPoints"]

    def _UpdateVictoryPoints(self, message: Message) -> None:
        self.players[message["player"]]["victoryPoints"] = message["victoryPoints"]

    def _UpdateVaticanSection(self, message: Message) -> None:
        self.sections[message["vaticanSection"]] = message["bonusGivenPlayers"]

    def _UpdateCurrentPlayer(self, message: Message) -> None:
        self.current, self.acted = message["player"], False

    def _UpdateLastRound(self, _: Message) -> None:
        self.ending = True

    def _UpdateGameEnd(self, message: Message) -> None:
        self.winner = message

    def _UpdatePlayerStatus(self, message: Message) -> None:
        (self.absent.discard if message["isActive"] else self.absent.add)(message["player"])

    def _UpdateAction(self, message: Message) -> None:
        if self.winner is not None:
            raise Misread("an action after the end shows the result twice")
        mine, kind = message["player"] == self.nickname, message["action"]
        if self.set_up and self.current == self.nickname and not mine and kind not in ("END_TURN", *AT_SETUP):
            raise Misread(f"{message} in our turn ends our screen")
        self.acted |= mine and kind in MAIN
        if kind in AT_SETUP:
            chosen = "hasChosenLeaders" if kind == "CHOOSE_LEADERS" else "hasChosenResources"
            self.players[message["player"]]["setup"][chosen] = True

    # -- a game the rules can be asked about ------------------------------------------------------------------------

    def state(self) -> State:
        """The game as far as it is known, in our own turn."""
        marbles = [marble for row in self.market["grid"] for marble in row] + [self.market["slide"]]
        return State(
            chance=Chance(bytes(32)),
            market=tuple(MARBLES.index(marble) for marble in marbles),
            grid=tuple(self._pile(level, colour) for level in (1, 2, 3) for colour in PILE_COLOURS),
            players=tuple(self._player(name) for name in self.order),
            phase=DONE if self.acted else START,
            seat=self.order.index(self.nickname),
            turn=1,
            tokens=tuple(range(7)) if len(self.order) == 1 else (),
            cross=self.cross,
            ending=self.ending,
        )

    def _pile(self, level: int, colour: str) -> tuple[int, ...]:
        top = self.tops[colour][level]
        assert top is not None
        return () if top in PLACEHOLDERS else (top + 1,)

    def _player(self, name: str) -> Player:
        player = self.players[name]
        played = tuple(leader + 1 for leader in self.played[name])
        hand = [each + 1 for each in player["leadersHand"] if each != EMPTY_HAND] if name == self.nickname else []
        shelves = [self._held(number) for number in player["warehouseShelves"]]
        depots = [leader for leader in played if LEADERS[leader].ability == "depot"]
        held = [self._held(self.leaders[leader - 1]["containerId"]) for leader in depots]
        kinds = [kind for kind, _ in shelves] + [LEADERS[leader].resource for leader in depots]
        counts = [count for _, count in (*shelves, *held)]
        box = self.containers[player["strongbox"]]["content"]
        return Player(
            offered=(),
            bonus=0,
            faith=player["faithPoints"],
            leaders=(*played, *(leader for leader in hand if leader not in played)),
            played=played,
            kinds=(*kinds, *[NO_KIND] * (5 - len(kinds))),
            counts=(*counts, *[0] * (5 - len(counts))),
            strongbox=tuple(box.get(resource, 0) for resource in RESOURCES),
            slots=tuple(self._slot(cards) for cards in self.slots[name]),
        )

    def _held(self, number: int) -> tuple[int, int]:
        content = self.containers[number]["content"]
        ((name, count),) = content.items() or [("", 0)]
        return (RESOURCES.index(name), count) if count else (NO_KIND, 0)

    def _slot(self, cards: list[int]) -> tuple[int, ...]:
        """The cards of a slot; what was bought before we came back is some card of its level."""
        known = [card + 1 for card in cards]
        below = range(1, CARDS[known[0]].level) if known else range(0)
        return (*(next(card.id for card in CARDS.values() if card.level == level) for level in below), *known)


LOBBY = ("UpdateBookedSeats", "UpdateJoinGame")
AT_SETUP = ("CHOOSE_LEADERS", "CHOOSE_RESOURCES")
MAIN = ("TAKE_MARKET_RESOURCES", "BUY_DEVELOPMENT_CARD", "ACTIVATE_PRODUCTION")
UNKNOWN_BELOW = "ErrCardRequirements"
"""Whoever has come back does not know which cards lie below the tops of their slots."""


class EventsPlayer(RandomPlayer):
    """A random player at the client of the time."""

    def __init__(self, nickname: str, random: Random, count: int = 2) -> None:
        super().__init__(nickname, random, count)
        self.picture: EventsPicture = EventsPicture(nickname)  # type: ignore[assignment]  # drawn from other messages
        self._asked = False

    def hello(self) -> Message:
        """The first thing to say, after the welcome."""
        return {"nickname": self.picture.nickname, "type": "ReqJoin"}

    def hear(self, message: Message) -> list[Message]:
        """Read a message; what to answer."""
        self.picture.read(message)
        kind = message["type"]
        if kind.startswith("Err"):
            return self._refused(message)
        answers = self._replies(kind, message)
        self.done.update(answer["type"] for answer in answers)
        return answers

    def _refused(self, message: Message) -> list[Message]:
        if message["type"] == UNKNOWN_BELOW and not self.over:
            return [self._next(eager=False)]
        if not self.over:
            self.errors.append(message)
        return []

    def _replies(self, kind: str, message: Message) -> list[Message]:
        picture, me = self.picture, self.picture.nickname
        match kind:
            case "ReqWelcome":
                return [{"type": "ReqWelcome"}, {"type": "ResWelcome"}]
            case "ReqHeartbeat":
                return [{"type": "ResHeartbeat"}]
            case "UpdateBookedSeats" if message["canPrepareNewGame"] == me and not self._asked:
                self._asked = True
                return [{"playersCount": self._count, "type": "ReqNewGame"}]
            case "UpdateGame" if not picture.set_up:
                return self._set_up()
            case "UpdateGame" | "UpdateSetupDone" if picture.current == me:
                return [self._next()]
            case "UpdateAction" if message["action"] == "CHOOSE_LEADERS" and message["player"] == me:
                return self._set_up()
            case "UpdateAction" if message["action"] == "END_TURN" and picture.current == me:
                return [self._next()]
            case "UpdateAction" if message["player"] == me and message["action"] not in (*AT_SETUP, "END_TURN"):
                return [self._next()]
        return []

    def _set_up(self) -> list[Message]:
        own = self.picture.players[self.picture.nickname]
        setup = own["setup"]
        if not setup["hasChosenLeaders"]:
            chosen = self._random.sample(own["leadersHand"], setup["chosenLeadersCount"])
            return [{"leaders": chosen, "type": "ReqChooseLeaders"}]
        if setup["initialResources"] and not setup["hasChosenResources"]:
            free = [shelf for shelf in own["warehouseShelves"] if not self.picture.containers[shelf]["content"]]
            names = self._random.sample(RESOURCES, setup["initialResources"])
            shelves = {str(shelf): {name: 1} for shelf, name in zip(free, names, strict=False)}
            return [{"shelves": shelves, "type": "ReqChooseResources"}]
        return []

    def _next(self, eager: bool = True) -> Message:
        """The next request of our turn."""
        state = self.picture.state()
        action = self._pick(state)
        while isinstance(action, PlayLeader) and not eager:
            action = self._pick(state)
        if isinstance(action, EndTurn):
            return {"type": "ReqEndTurn"}
        actions, _ = self._whole(state, action)
        for _ in range(ATTEMPTS if isinstance(action, Market) else 0):
            other, _ = self._whole(state, self._random.choice(EVERY_VISIT))
            if _wasted(other) < _wasted(actions):
                actions = other
        return self._spoken(state, actions)

    def _spoken(self, state: State, actions: list[Action]) -> Message:
        """The request that asks for these actions."""
        player = state.players[state.seat]
        match actions[0]:
            case PlayLeader(position) | DiscardLeader(position):
                active = isinstance(actions[0], PlayLeader)
                number = player.leaders[position - 1] - 1
                return {"leader": number, "isActivate": active, "type": "ReqLeaderAction"}
            case Swap(one, other):
                first, second = self._container(one), self._container(other)
                return {"shelf1": first, "shelf2": second, "type": "ReqSwapShelves"}
            case Buy(pile, slot):
                card = queries.top(state, pile)
                assert card is not None
                return {
                    "color": COLOURS[card.colour].capitalize(),
                    "level": card.level,
                    "devSlot": slot - 1,
                    "resContainers": self._paid(player, queries.price(player, card)),
                    "type": "ReqBuyDevCard",
                }
            case Market(line):
                return self._visit(line, actions)
        return {"prodRequests": self._productions(state, actions), "type": "ReqActivateProductions"}

    def _container(self, place: int) -> int:
        own = self.picture.players[self.picture.nickname]
        if place <= 3:
            return int(own["warehouseShelves"][place - 1])
        if place == 6:
            return int(own["strongbox"])
        depots = [each for each in self.picture.played[self.picture.nickname] if LEADERS[each + 1].ability == "depot"]
        return int(self.picture.leaders[depots[place - 4]]["containerId"])

    def _paid(self, player: Player, cost: tuple[int, ...]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for part in queries.payment(player, cost):
            held = found.setdefault(str(self._container(part.place)), {})
            held[RESOURCES[part.resource]] = held.get(RESOURCES[part.resource], 0) + part.count
        return found

    def _visit(self, line: str, actions: list[Action]) -> Message:
        stored: dict[str, dict[str, int]] = {}
        for action in actions:
            if isinstance(action, Store):
                held = stored.setdefault(str(self._container(action.place)), {})
                held[RESOURCES[action.resource]] = held.get(RESOURCES[action.resource], 0) + 1
        whites = Counter(RESOURCES[action.resource] for action in actions if isinstance(action, White))
        return {
            "isRow": line[0] == "r",
            "index": int(line[1]) - 1,
            "replacements": dict(whites),
            "shelves": stored,
            "type": "ReqTakeFromMarket",
        }

    def _productions(self, state: State, actions: list[Action]) -> list[Message]:
        requests: list[Message] = []
        for action in actions:
            player = state.players[state.seat]
            order: tuple[int, tuple[int, ...], dict[str, int]]
            match action:
                case ProduceBasic(inputs, output):
                    cost = tuple(inputs.count(resource) for resource in range(4))
                    order = int(self.picture.players[self.picture.nickname]["baseProduction"]), cost, _one(output)
                case ProduceCard(slot):
                    card = player.slots[slot - 1][-1]
                    order = int(self.picture.cards[card - 1]["production"]), CARDS[card].inputs, {}
                case ProduceLeader(number, output):
                    producing = [leader for leader in player.played if LEADERS[leader].ability == "production"]
                    leader = producing[number - 1]
                    cost = tuple(int(resource == LEADERS[leader].resource) for resource in range(4))
                    order = int(self.picture.leaders[leader - 1]["production"]), cost, _one(output)
                case _:
                    continue
            requests.append(
                {
                    "production": order[0],
                    "inputContainers": self._paid(player, order[1]),
                    "inputNonStorableRep": {},
                    "outputRep": order[2],
                }
            )
            state = renaissance.apply(state, state.seat, action)
        return requests


def _one(resource: int) -> dict[str, int]:
    return {RESOURCES[resource]: 1}


def _wasted(actions: list[Action]) -> int:
    return sum(len(action.resources) for action in actions if isinstance(action, Discard))


def differences(picture: EventsPicture, view: View, names: tuple[str, ...]) -> list[str]:
    """Where a picture is not what the server knows (``view``: the truth as that seat may see it)."""
    found: list[str] = []

    def same(what: str, drawn: Any, truth: Any) -> None:
        if drawn != truth:
            found.append(f"{what}: drawn {drawn!r}, truth {truth!r}")

    colours = {"yellow": 0, "grey": 1, "purple": 2, "blue": 3, "red": 4, "white": 5}
    same("order", picture.order, list(names))
    same(
        "market",
        picture.market["grid"],
        [[MARBLES[colours[marble]] for marble in row] for row in view.market.rows],
    )
    for pile in view.grid:
        top = picture.tops[pile.colour.capitalize()][pile.level]
        assert top is not None
        same(f"pile {pile.pile}", None if top in PLACEHOLDERS else top + 1, pile.top)
    for player in view.players:
        name = names[player.seat]
        drawn = picture._player(name)
        places = {place.place: (place.resource if place.count else None, place.count) for place in player.shelves}
        held = {at: picture._held(number) for at, number in enumerate(picture.players[name]["warehouseShelves"], 1)}
        shelves = {at: (RESOURCES[kind].lower() if count else None, count) for at, (kind, count) in held.items()}
        same(f"shelves of {name}", shelves, places)
        depots = sorted((place.resource, place.count) for place in player.depots)
        own = [leader for leader in drawn.played if LEADERS[leader].ability == "depot"]
        counts = [picture._held(picture.leaders[leader - 1]["containerId"])[1] for leader in own]
        same(
            f"depots of {name}",
            sorted(zip([RESOURCES[LEADERS[leader].resource].lower() for leader in own], counts, strict=True)),
            depots,
        )
        box = {resource.lower(): amount for resource, amount in zip(RESOURCES, drawn.strongbox, strict=True)}
        same(f"strongbox of {name}", box, player.strongbox)
        same(f"faith of {name}", drawn.faith, player.faith)
        tops = [slot[-1] if slot else None for slot in player.slots]
        same(f"slots of {name}", [slot[-1] if slot else None for slot in drawn.slots], tops)
        kept = [leader for leader in player.leaders if leader.fate != "discarded"]
        count = len(kept) if player.leaders else 4
        same(f"hand of {name}", picture.players[name]["leadersHandCount"], count)
        keepers = {number for number, tile in enumerate(player.tiles) if tile == "up"}
        same(f"tiles of {name}", {number for number, given in picture.sections.items() if name in given}, keepers)
        if view.over and view.winners:
            same(f"points of {name}", picture.players[name]["victoryPoints"], player.points)
    same("cross", picture.cross, view.solo.cross if view.solo else 0)
    if view.over:
        assert picture.winner is not None
        best = [names[seat] for seat in view.winners]
        same("winner", picture.winner.get("winner"), best[0] if best else None)
    elif view.phase != "setup":
        same("current", picture.current, names[view.seat])
    return found
