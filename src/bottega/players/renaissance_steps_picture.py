"""The table as a renaissance-steps client can draw it from messages alone, and whether that is the truth.

:class:`Picture` hears every message and keeps what a client could draw. It reads updates as the client of the time
did: they mean the player whose turn was announced last; where ``nickname`` is sent too it must be that player.
``state`` rebuilds a game that the rules can be asked about. Nothing in here looks at the server's state but
``differences``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from bottega.games.chance import Chance
from bottega.games.renaissance.cards import LEADERS
from bottega.games.renaissance.model import DONE, NO_KIND, START, STORING, Player, State
from bottega.games.renaissance.view import View

Message = dict[str, Any]

LABELS = ["COIN", "STONE", "SERVANT", "SHIELD"]
MARBLES = ["YELLOW", "GREY", "VIOLET", "BLUE", "RED", "WHITE"]
TILES = {"down": "UNACTIVE", "up": "ACTIVE", "lost": "DISCARDED"}
_PHASES = {"STARTTURN": START, "DEPOSITPHASE": STORING, "ENDTURN": DONE, "PICKUPPHASE": START}
_BY_TEXT = sorted(range(1, 49), key=str)


def card_id(name: str) -> int:
    """The canonical number of a development card ``nD``."""
    return _BY_TEXT[int(name.removesuffix("D")) - 1]


class Board:
    """One player's board as the messages tell it."""

    def __init__(self) -> None:
        self.deposits: dict[int, list[str]] = {1: [], 2: [], 3: []}
        self.strongbox = dict.fromkeys(LABELS, 0)
        self.slots: list[list[str]] = [[], [], []]
        self.played: list[str] = []
        self.hand = 2
        """How many leaders are still hidden."""
        self.faith = 0
        self.favours = dict.fromkeys("123", "UNACTIVE")


class Picture:
    """The table as one player knows it."""

    def __init__(self, nickname: str) -> None:
        self.nickname = nickname
        self.order: list[str] = []
        self.current = ""
        self.game_phase = ""
        self.turn_phase = ""
        self.cards: list[str] = []
        self.hand: list[str] = []
        self.pending: list[str] = []
        self.marbles: list[str] = []
        self.matrix: list[list[list[str]]] = []
        self.boards: dict[str, Board] = {}
        self.cross = 0
        self.ending = False
        self.discounts: set[str] = set()
        self.result: Message | None = None
        self._lifted: list[tuple[int | None, str]] = []

    def hear(self, kind: str, data: Message) -> None:
        """Take in one message; a type without a method is not about the picture."""
        method = getattr(self, f"_{kind}", None)
        if method is not None:
            if "nickname" in data and kind.endswith("Update"):
                assert data["nickname"] == self.current, f"{kind} is about {data['nickname']}, not {self.current}"
            method(data)

    @property
    def _board(self) -> Board:
        return self.boards[self.current]

    def _StartGameUpdate(self, data: Message) -> None:
        self.order, self.cards, self.marbles = data["playerOrder"], data["cards"], data["marbles"]
        self.matrix = data["cardMatrix"]
        self.boards = {name: Board() for name in self.order}
        for name, faith in data["faithPaths"].items():
            self.boards[name].faith = faith
        self.current, self.game_phase = self.order[0], "SETUP"

    def _ReconnectUpdate(self, data: Message) -> None:
        self._StartGameUpdate(data)
        self.current, self.game_phase, self.turn_phase = data["currNickname"], data["gamePhase"], data["turnPhase"]
        self.hand, self.pending, self.cross = data["leadersInHand"], data["pending"], data["lorenzoPos"]
        self.ending = self.game_phase == "ENDGAME"
        for name, board in data["boards"].items():
            mine = self.boards[name]
            mine.deposits = {deposit["id"]: deposit["resources"] for deposit in board["deposits"]}
            mine.strongbox, mine.slots, mine.played = board["strongbox"], board["slots"], board["leadersPlayed"]
            mine.hand = board["leadersInHand"]
            mine.favours = data["popeFavors"][name]

    def _NewTurnUpdate(self, data: Message) -> None:
        self.current, self.game_phase, self.turn_phase = data["currNickname"], data["gamePhase"], "STARTTURN"

    def _LorenzoUpdate(self, data: Message) -> None:
        self.cross, self.game_phase, self.turn_phase = data["lorenzoPosition"], data["gamePhase"], "STARTTURN"
        if "cardMatrix" in data:
            self.matrix = data["cardMatrix"]
        elif "Discard" in (token := data.get("lastUsedToken", {"type": ""}))["type"]:
            column = ["GREEN", "BLUE", "YELLOW", "VIOLET"].index(token["data"]["color"])
            for _ in range(token["data"]["quantity"]):
                pile = next((row[column] for row in self.matrix if row[column]), [""])
                pile.pop()

    def _LeadersInHandUpdate(self, data: Message) -> None:
        self.hand = data["leadersInHand"]
        self.boards[self.nickname].hand = len(self.hand)

    def _MarketUpdate(self, data: Message) -> None:
        self.marbles = data["marbles"]

    def _PendingResourcesUpdate(self, data: Message) -> None:
        self.pending = data["pending"]

    def _DepositUpdate(self, data: Message) -> None:
        self._board.deposits[data["idDeposit"]].append(data["res"])

    def _DepositsUpdate(self, data: Message) -> None:
        self._board.deposits = {deposit["id"]: deposit["resources"] for deposit in data["deposits"]}
        self._board.strongbox = data["strongbox"]
        self.turn_phase = data["turnPhase"]
        self._lifted.clear()

    def _MoveResourceUpdate(self, data: Message) -> None:
        for number in "12":
            contents = [LABELS[MARBLES.index(each)] for each in data[f"d{number}"]]
            self._board.deposits[data[f"id{number}"]] = contents

    def _DiscardResourceUpdate(self, data: Message) -> None:
        if "positions" in data:
            self._stand(data["positions"], data["lorenzoPos"])
            return
        for name, board in self.boards.items():
            board.faith = min(24, board.faith + (name != self.current))
        self.cross = min(24, self.cross + (len(self.order) == 1))

    def _FaithUpdate(self, data: Message) -> None:
        self._board.faith = data["newPosition"]

    def _PopeFavorUpdate(self, data: Message) -> None:
        self._stand(data["positions"], data["lorenzoPos"])
        for name, favours in data["popeFavors"].items():
            self.boards[name].favours = favours

    def _stand(self, positions: Message, cross: int) -> None:
        for name, position in positions.items():
            self.boards[name].faith = position
        self.cross = cross

    def _PickUpWarehouseUpdate(self, data: Message) -> None:
        place = data["idDeposit"]
        self._lifted.append((place, self._board.deposits[place].pop()))

    def _PickUpStrongboxUpdate(self, data: Message) -> None:
        self._board.strongbox[data["resource"]] -= 1
        self._lifted.append((None, data["resource"]))

    def _RevertUpdate(self, data: Message) -> None:
        for place, label in self._lifted:
            if place is None:
                self._board.strongbox[label] += 1
            else:
                self._board.deposits[place].append(label)
        self._lifted.clear()

    def _SlotUpdate(self, data: Message) -> None:
        card = self.matrix[data["row"]][data["col"]].pop()
        self._board.slots[data["slot"] - 1].append(card)
        if "cardMatrix" in data:
            assert card == data["card"]
            self.matrix = data["cardMatrix"]

    def _ToggleDiscountUpdate(self, data: Message) -> None:
        self.discounts ^= {data["resourceType"]}
        assert data.get("active") in (None, data["resourceType"] in self.discounts)

    def _PlayLeaderUpdate(self, data: Message) -> None:
        self._board.played.append(data["name"])
        self._board.hand -= 1
        leader = LEADERS[int(data["name"].removesuffix("L"))]
        if leader.ability == "depot":
            self._board.deposits[len(self._board.deposits) + 1] = []
        if self.current == self.nickname:
            assert self.hand.pop(data["index"]) == data["name"]

    def _DiscardLeaderUpdate(self, data: Message) -> None:
        self._board.hand -= 1
        if self.current == self.nickname:
            self.hand.pop(data["index"])

    def _EndGameMessage(self, data: Message) -> None:
        self.ending = True

    def _EndGameResultUpdate(self, data: Message) -> None:
        self.result = data["result"]

    # -- a game the rules can be asked about ------------------------------------------------------------------------

    def state(self) -> State:
        """The game as far as it is known, in our own turn."""
        pending = Counter(self.pending)
        return State(
            chance=Chance(bytes(32)),
            market=tuple(MARBLES.index(marble) for marble in self.marbles),
            grid=tuple((card_id(pile[-1]),) * len(pile) if pile else () for row in self.matrix for pile in row),
            players=tuple(self._player(name) for name in self.order),
            phase=_PHASES[self.turn_phase],
            seat=self.order.index(self.nickname),
            turn=1,
            pending=tuple(pending[name] for name in (*MARBLES[:4], "WHITE")),
            tokens=tuple(range(7)) if len(self.order) == 1 else (),
            cross=self.cross,
            ending=self.ending,
        )

    def _player(self, name: str) -> Player:
        board = self.boards[name]
        played = tuple(int(leader.removesuffix("L")) for leader in board.played)
        hand = [int(leader.removesuffix("L")) for leader in self.hand] if name == self.nickname else []
        depots = [LEADERS[leader].resource for leader in played if LEADERS[leader].ability == "depot"]
        shelves = [LABELS.index(board.deposits[place][0]) if board.deposits[place] else NO_KIND for place in (1, 2, 3)]
        return Player(
            offered=(),
            bonus=0,
            faith=board.faith,
            leaders=(*played, *hand),
            played=played,
            kinds=(*shelves, *depots, *[NO_KIND] * (2 - len(depots))),
            counts=tuple(len(board.deposits.get(place, [])) for place in range(1, 6)),
            strongbox=tuple(board.strongbox[label] for label in LABELS),
            slots=tuple(tuple(map(card_id, slot)) for slot in board.slots),
        )


def differences(picture: Picture, view: View, names: tuple[str, ...], faith: bool = True) -> list[str]:
    """Where a picture is not what the server knows (``view``: the truth as that seat may see it)."""
    found = []

    def same(what: str, drawn: object, truth: object) -> None:
        if drawn != truth:
            found.append(f"{what}: drawn {drawn!r}, truth {truth!r}")

    same("order", picture.order, list(names))
    marbles = [marble for row in view.market.rows for marble in row] + [view.market.slide]
    colours = {"yellow": 0, "grey": 1, "purple": 2, "blue": 3, "red": 4, "white": 5}
    same("market", picture.marbles, [MARBLES[colours[marble]] for marble in marbles])
    piles = [(cards[-1] if cards else None, len(cards)) for cards in picture.state().grid]
    same("grid", piles, [(pile.top, pile.left) for pile in view.grid])
    for player in view.players:
        board = picture.boards[names[player.seat]]
        who = names[player.seat]
        storage = {place.place: place.count for place in (*player.shelves, *player.depots)}
        kinds = {place.place: place.resource for place in (*player.shelves, *player.depots) if place.count}
        same(f"storage of {who}", {place: len(held) for place, held in board.deposits.items()}, storage)
        drawn = {place: held[0].lower() for place, held in board.deposits.items() if held}
        same(f"resources of {who}", drawn, kinds)
        same(f"strongbox of {who}", {k.lower(): v for k, v in board.strongbox.items()}, player.strongbox)
        same(f"slots of {who}", tuple(tuple(map(card_id, slot)) for slot in board.slots), player.slots)
        fates = Counter(leader.fate for leader in player.leaders)
        same(f"hand of {who}", board.hand, fates["hand"] if player.leaders else 2)
        played = sorted(int(name.removesuffix("L")) for name in board.played)
        in_play = [leader.id for leader in player.leaders if leader.id is not None and leader.fate == "played"]
        same(f"leaders of {who}", played, sorted(in_play))
        if faith:
            same(f"faith of {who}", board.faith, player.faith)
        tiles = {str(number): TILES[tile] for number, tile in enumerate(player.tiles, start=1)}
        same(f"tiles of {who}", board.favours, tiles)
    own = view.players[names.index(picture.nickname)]
    same("own hand", picture.hand, [f"{leader.id}L" for leader in own.leaders if leader.fate == "hand"])
    if faith:
        same("cross", picture.cross, view.solo.cross if view.solo else 0)
    if view.over:
        assert picture.result is not None
        same("winners", picture.result["winner"], [names[seat] for seat in view.winners] or ["Lorenzo"])
        points = {name: points for name, (points, _) in picture.result["results"].items()}
        same("points", points, {names[player.seat]: player.points for player in view.players})
    elif view.phase != "setup":
        same("current", picture.current, names[view.seat])
    return found
