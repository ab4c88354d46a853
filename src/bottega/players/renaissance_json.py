"""A renaissance-json client without a socket: a picture of the table built from messages alone, and a random player.

How it works. :class:`Picture` hears every message the server sends and keeps what a client could draw: market, grid,
boards, faith, reports, whose turn it is. ``state`` rebuilds from it a game that the rules can be asked about (what is
hidden stays empty). :class:`RandomPlayer` answers offers and, when its turn comes, plays a whole turn on that game,
buying, producing and playing leaders where it can, and says the same in requests. ``differences`` compares a picture
with the server's truth.

What must stay true: nothing in here looks at the server's state but ``differences``; the player's every request is
legal, so an error answer is a failure (``errors``), unless the game ended in the middle of the turn it had sent.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec

from bottega.games import renaissance
from bottega.games.chance import Chance
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    BOX,
    Action,
    Buy,
    Collect,
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
from bottega.games.renaissance.cards import LEADERS
from bottega.games.renaissance.market import EVERY_VISIT, WHITE
from bottega.games.renaissance.model import DONE, NO_KIND, PRODUCING, START, STORING, Player, State
from bottega.games.renaissance.production import FIRST_LEADER
from bottega.games.renaissance.view import View

Message = dict[str, Any]

ATTEMPTS = 4
"""How many market visits a random player thinks about, to give the others less."""

RESOURCES = ["Coin", "Stone", "Servant", "Shield"]
_MARBLES = ["Coin", "Stone", "Servant", "Shield", "Faith", "Zero"]
_COLOURS = ["yellow", "grey", "purple", "blue", "red", "white"]
_TOKENS = [
    "black cross +1, shuffle",
    *["black cross +2"] * 2,
    *(f"discard two {colour} cards" for colour in ("blue", "green", "purple", "yellow")),
]
"""Lorenzo's tokens in the order of their indices."""


class Board:
    """One player's board as the messages tell it."""

    def __init__(self) -> None:
        self.shelves: list[tuple[str | None, int]] = [(None, 0)] * 3
        self.strongbox = dict.fromkeys(RESOURCES, 0)
        self.slots: list[list[int]] = [[], [], []]
        self.played: dict[int, int] = {}
        """Position in the hand and card, in order of activation."""
        self.discarded: set[int] = set()
        self.faith = 0

    def plain(self) -> Message:
        """Everything, comparable."""
        return {**vars(self), "played": dict(self.played), "discarded": sorted(self.discarded)}


class Picture:
    """The table as one player knows it."""

    def __init__(self, nickname: str) -> None:
        self.nickname = nickname
        self.nicknames: list[str] = []
        self.rows: list[list[str]] = [[""] * 4 for _ in range(3)]
        self.slide = ""
        self.grid: dict[tuple[int, int], int] = {}
        self.left: dict[tuple[int, int], int] = {}
        self.boards: dict[str, Board] = {}
        self.hand: list[int] = []
        self.cross = 0
        self.tokens: list[int] = []
        self.reports: dict[int, list[str]] = {}
        self.last_round = False
        self.current: str | None = None
        self.winner: Message | None = None
        self.absent: set[str] = set()

    def hear(self, message: Message) -> None:
        """Take in one message; a type without a method is not about the picture."""
        method = getattr(self, f"_{message['type']}", None)
        if method is not None:
            method(message.get("update"), message)

    def _game_started(self, update: None, message: Message) -> None:
        self.nicknames = message["nicknames"]
        self.boards = {name: Board() for name in self.nicknames}
        self.tokens = []

    def _res_leader_choice(self, update: None, message: Message) -> None:
        self.hand = message["choice"]

    def _update_market(self, update: Message, message: Message) -> None:
        self.slide = update["slide_res"]
        if update["isRow"]:
            self.rows[update["index"]] = update["resources"]
        else:
            for row, marble in zip(self.rows, update["resources"], strict=True):
                row[update["index"]] = marble

    def _update_dev_grid(self, update: Message, message: Message) -> None:
        pile = update["row_index"], update["col_index"]
        self.grid[pile], self.left[pile] = update["card_index"], update["left"]

    def _update_dev_card_slot(self, update: Message, message: Message) -> None:
        slot = self.boards[message["player"]].slots[update["slot_index"]]
        if update["card_index"] not in slot:
            slot.append(update["card_index"])

    def _update_shelves(self, update: list[Message], message: Message) -> None:
        shelves = self.boards[message["player"]].shelves
        for shelf in update:
            shelves[shelf["index"] : shelf["index"] + 1] = [(shelf["bound_res"], shelf["amount"])]

    def _update_strongbox(self, update: Message, message: Message) -> None:
        self.boards[message["player"]].strongbox.update(update)

    def _update_leaders(self, update: Message, message: Message) -> None:
        board = self.boards[message["player"]]
        if update["isActive"]:
            board.played.setdefault(update["index"], update["card_index"])
        elif update.get("isDiscarded"):
            board.discarded.add(update["index"])

    def _update_faith_track(self, update: Message, message: Message) -> None:
        if update.get("isLiM"):
            self.cross = update["position"]
        else:
            self.boards[message["player"]].faith = update["position"]

    def _update_solo_token(self, update: Message, message: Message) -> None:
        self.tokens.append(update["index"])

    def _update_vatican_section(self, update: Message, message: Message) -> None:
        self.reports[update["index"]] = update["players"]

    def _update_last_round(self, update: Message, message: Message) -> None:
        self.last_round = True

    def _update_cur_player(self, update: str, message: Message) -> None:
        self.current = update

    def _update_player_status(self, update: Message, message: Message) -> None:
        (self.absent.discard if update["isActive"] else self.absent.add)(message["player"])

    def _update_winner(self, update: Message, message: Message) -> None:
        self.winner = update

    # -- a game the rules can be asked about ------------------------------------------------------------------------

    def state(self) -> State:
        """The game as far as it is known, at the start of our turn."""
        marbles = [marble for row in self.rows for marble in row] + [self.slide]
        return State(
            chance=Chance(bytes(32)),
            market=tuple(_MARBLES.index(marble) for marble in marbles),
            grid=tuple((self.grid[pile] + 1,) * self.left[pile] for pile in sorted(self.grid)),
            players=tuple(self._player(name) for name in self.nicknames),
            phase=START,
            seat=self.nicknames.index(self.nickname),
            turn=1,
            tokens=tuple(range(7)) if len(self.nicknames) == 1 else (),
            cross=self.cross,
            reports=len(self.reports),
        )

    def _player(self, name: str) -> Player:
        board = self.boards[name]
        hand = [card + 1 for card in self.hand] if name == self.nickname else []
        shelves = [*board.shelves, *[(None, 0)] * (5 - len(board.shelves))]
        return Player(
            offered=(),
            bonus=0,
            faith=board.faith,
            leaders=tuple(hand),
            played=tuple(card + 1 for card in board.played.values()),
            discarded=tuple(hand[index] for index in board.discarded if hand),
            kinds=tuple(NO_KIND if kind is None else RESOURCES.index(kind) for kind, _ in shelves),
            counts=tuple(count for _, count in shelves),
            strongbox=tuple(board.strongbox[name] for name in RESOURCES),
            slots=tuple(tuple(card + 1 for card in slot) for slot in board.slots),
        )


def differences(picture: Picture, view: View, names: tuple[str, ...]) -> list[str]:
    """Where a picture is not what the server knows (``view``: the truth as that seat may see it)."""
    found = []

    def same(what: str, drawn: object, truth: object) -> None:
        if drawn != truth:
            found.append(f"{what}: drawn {drawn!r}, truth {truth!r}")

    same("nicknames", picture.nicknames, list(names))
    same("market", picture.rows, [[_marble(marble) for marble in row] for row in view.market.rows])
    same("slide", picture.slide, _marble(view.market.slide))
    piles = [(cards[-1] if cards else None, len(cards)) for cards in picture.state().grid]
    same("grid", piles, [(pile.top, pile.left) for pile in view.grid])
    for player in view.players:
        same(f"board of {names[player.seat]}", picture.boards[names[player.seat]].plain(), _board(player))
    mine = view.players[names.index(picture.nickname)]
    same("hand", picture.hand, [leader.id - 1 for leader in mine.leaders if leader.id is not None])
    keepers = {
        section: [names[player.seat] for player in view.players if player.tiles[section] == "up"]
        for section in range(view.reports)
    }
    same("reports", picture.reports, keepers)
    same("cross", picture.cross, view.solo.cross if view.solo else 0)
    same("token", _TOKENS[picture.tokens[-1]] if picture.tokens else None, view.solo.last if view.solo else None)
    if not view.over:
        same("last round", picture.last_round, view.ending)
        same("current", picture.current, names[view.seat] if view.turn else None)
    else:
        same("winners", (picture.winner or {}).get("winners"), [names[seat] for seat in view.winners])
        points = {entry["nickname"]: entry["amount"] for entry in (picture.winner or {}).get("victory_points", [])}
        same("points", points, {names[player.seat]: player.points for player in view.players})
    return found


def _marble(colour: str) -> str:
    return _MARBLES[_COLOURS.index(colour)]


def _board(player: Any) -> Message:
    order = {leader.id - 1: leader.position - 1 for leader in player.leaders if leader.fate == "played"}
    return {
        "shelves": [
            (place.resource.capitalize() if place.resource else None, place.count)
            for place in (*player.shelves, *player.depots)
        ],
        "strongbox": {name: player.strongbox[name.lower()] for name in RESOURCES},
        "slots": [[card - 1 for card in slot] for slot in player.slots],
        "played": {position: card for card, position in order.items()},
        "discarded": sorted(leader.position - 1 for leader in player.leaders if leader.fate == "discarded"),
        "faith": player.faith,
    }


class RandomPlayer:
    """Plays whatever is legal, eagerly: ``hear`` a message, send what it returns."""

    def __init__(self, nickname: str, random: Random, count: int = 2) -> None:
        self.picture = Picture(nickname)
        self.errors: list[Message] = []
        self.done: Counter[str] = Counter()
        """How often each kind of request was sent."""
        self._random = random
        self._count = count

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.picture.winner is not None

    def hello(self) -> Message:
        """The first thing to say."""
        return {"type": "req_nickname", "nickname": self.picture.nickname}

    def hear(self, message: Message) -> list[Message]:
        """Take in a message; what to answer."""
        kind = message["type"]
        if kind.startswith("err_") or kind.endswith("_err"):
            if not self.over:
                self.errors.append(message)
            return []
        self.picture.hear(message)
        answers = self._answers(kind, message)
        self.done.update(answer["type"] for answer in answers)
        return answers

    def _answers(self, kind: str, message: Message) -> list[Message]:
        if kind == "res_nickname" and message["isFirst"]:
            return [{"type": "req_players_count", "count": self._count}]
        if kind == "offer_leader":
            return [{"type": "req_leader_choice", "choice": self._random.sample(message["leaders_id"], 2)}]
        if kind == "offer_resources":
            names = [self._random.choice(message["res_type"]) for _ in range(message["count"])]
            return [{"type": "req_resources_choice", "choice": dict(Counter(names))}]
        if kind == "update_cur_player" and message["update"] == self.picture.nickname and not self.over:
            return self.turn()
        return []

    def turn(self) -> list[Message]:
        """The requests of a whole turn."""
        state = self.picture.state()
        requests: list[Message] = []
        while state.phase in (START, DONE):
            action = self._pick(state)
            if isinstance(action, EndTurn):
                return [*requests, {"type": "req_turn_end"}]
            actions, after = self._whole(state, action)
            for _ in range(ATTEMPTS if isinstance(action, Market) else 0):
                other, result = self._whole(state, self._random.choice(EVERY_VISIT))
                if _wasted(other) < _wasted(actions):
                    actions, after = other, result
            requests.append(spoken(state, actions))
            state = after
        return requests

    def _whole(self, state: State, action: Action) -> tuple[list[Action], State]:
        """An action with all that must follow it before anything else, and the state after that."""
        actions = [action]
        state = renaissance.apply(state, state.seat, action)
        while state.phase in (STORING, PRODUCING):
            actions.append(self._go_on(state))
            state = renaissance.apply(state, state.seat, actions[-1])
        return actions, state

    def _pick(self, state: State) -> Action:
        """A leader, a card or a production rather than the market; swaps and leader discards now and then."""
        legal = renaissance.legal(state, state.seat)
        for kinds, chance in (
            ((PlayLeader,), 0.9),
            ((DiscardLeader,), 0.005),
            ((Swap,), 0.07),
            ((Buy,), 0.95),
            ((ProduceCard, ProduceLeader), 0.4),
            ((ProduceBasic,), 0.05),
            ((Market, EndTurn), 1.0),
        ):
            listed = [action for action in legal if isinstance(action, kinds)]
            if listed and self._random.random() < chance:
                return self._random.choice(listed)
        raise AssertionError("a market visit is always possible")

    def _go_on(self, state: State) -> Action:
        legal = renaissance.legal(state, state.seat)
        stores: list[Action] = [action for action in legal if isinstance(action, Store | White)]
        if state.phase == STORING:
            if stores and self._random.random() < 0.95:
                return self._random.choice(stores)
            whites = [action for action in legal if isinstance(action, White)]
            return self._random.choice(whites) if whites else Discard(queries.pending(state))
        more = [action for action in legal if isinstance(action, ProduceBasic | ProduceCard | ProduceLeader)]
        return self._random.choice(more) if more and self._random.random() < 0.5 else Collect()


def _wasted(actions: list[Action]) -> int:
    return sum(len(action.resources) for action in actions if isinstance(action, Discard))


# -- actions as requests --------------------------------------------------------------------------------------------


def spoken(state: State, actions: list[Action]) -> Message:
    """The request that asks for these actions (a whole main action, or one secondary action) in this state."""
    player = state.players[state.seat]
    first = actions[0]
    match first:
        case PlayLeader(position):
            return {"type": "req_activate_leader", "choice": [position - 1]}
        case DiscardLeader(position):
            return {"type": "req_discard_leader", "choice": [position - 1]}
        case Swap(one, other):
            return {"type": "req_swap_shelves", "choice": [one - 1, other - 1]}
        case Buy(pile, slot):
            card = queries.top(state, pile)
            assert card is not None
            choice = {
                "row_index": card.level - 1,
                "col_index": card.colour,
                "slot_index": slot - 1,
                "res_choice": [
                    {"res_type": name, "shelf_index": shelf, "amount": amount}
                    for name, shelf, amount in _paid(player, queries.price(player, card))
                ],
            }
            return {"type": "req_buy_dev_card", "choice": choice}
        case Market(line):
            return _visit(state, line, actions)
    return _productions(state, actions)


def _paid(player: Player, cost: tuple[int, ...]) -> list[tuple[str, int, int]]:
    return [
        (RESOURCES[part.resource], 5 if part.place == BOX else part.place - 1, part.count)
        for part in queries.payment(player, cost)
    ]


def _visit(state: State, line: str, actions: list[Action]) -> Message:
    player = state.players[state.seat]
    gained: list[int | None] = list(queries.gains(state, state.seat, line))
    whites = [action.resource for action in actions if isinstance(action, White)]
    leaders = [-1] * len(gained)
    for at, gain in enumerate(gained):
        if gain == WHITE:
            gained[at] = whites.pop()
            leaders[at] = next(
                index for index, leader in enumerate(player.leaders) if LEADERS[leader].resource == gained[at]
            )
    discarded = [resource for action in actions if isinstance(action, Discard) for resource in action.resources]
    indices = []
    for resource in discarded:
        at = next(at for at, gain in enumerate(gained) if gain == resource and at not in indices)
        indices.append(at)
    stored = Counter((action.resource, action.place) for action in actions if isinstance(action, Store))
    return {
        "type": "req_get_market",
        "choice": {
            "market_index": int(line[1]) - 1,
            "isRow": line[0] == "r",
            "discard_index": indices,
            "leaders_choice": leaders,
            "shelf_choice": [
                {"shelf_index": place - 1, "res_amount": count, "res_type": RESOURCES[resource]}
                for (resource, place), count in stored.items()
            ],
        },
    }


def _productions(state: State, actions: list[Action]) -> Message:
    request: Message = {
        "type": "req_activate_prod",
        "productions": [],
        "inputBlanksRepl": [],
        "outputBlanksRepl": [],
        "inputShelves": [],
        "outputShelves": [],
    }
    for action in actions:
        player = state.players[state.seat]
        number = _number(action)
        if number is None:
            continue
        offer = next(offer for offer in queries.offers(player) if offer.number == number)
        cost = list(offer.inputs)
        request["productions"].append(number)
        if isinstance(action, ProduceBasic):
            names = [RESOURCES[resource] for resource in action.inputs]
            request["inputBlanksRepl"].append({"prodID": number, "resources": names})
            for resource in action.inputs:
                cost[resource] += 1
        if isinstance(action, ProduceBasic | ProduceLeader):
            request["outputBlanksRepl"].append({"prodID": number, "resources": [RESOURCES[action.output]]})
        mappings = [
            {"res": name, "shelf": shelf, "amount": amount} for name, shelf, amount in _paid(player, tuple(cost))
        ]
        request["inputShelves"].append({"prodID": number, "mappings": mappings})
        state = renaissance.apply(state, state.seat, action)
    return request


def _number(action: Action) -> int | None:
    match action:
        case ProduceBasic():
            return 0
        case ProduceCard(slot):
            return slot
        case ProduceLeader(number):
            return FIRST_LEADER + number - 1
    return None


def encoded(message: Message) -> str:
    """A request as a line."""
    return msgspec.json.encode(message).decode()


def decoded(line: str) -> Message:
    """A line as a message."""
    return msgspec.json.decode(line, type=Message)
