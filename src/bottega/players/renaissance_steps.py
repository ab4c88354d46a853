"""A random player of renaissance-steps without a socket: ``hear`` a message, send what it returns.

:class:`StepsPlayer` chooses whole turns like the whole-move player does and says them step by step, all steps of a turn
in one go. It knows the table from its :class:`~bottega.players.renaissance_steps_picture.Picture` only. Every request
is legal, so an ErrorMessage is a failure (``errors``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from bottega.games import renaissance
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    BOX,
    Action,
    Buy,
    Discard,
    DiscardLeader,
    EndTurn,
    Market,
    Move,
    Payment,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS
from bottega.games.renaissance.market import EVERY_VISIT
from bottega.games.renaissance.model import DONE, START, STORING, State
from bottega.players.renaissance_json import RandomPlayer
from bottega.players.renaissance_steps_picture import LABELS, MARBLES, Message, Picture

LINES_TRIED = 8
"""How many visits to the market are thought through; the one that wastes least is made."""


class StepsPlayer(RandomPlayer):
    """Chooses like the whole-move player, speaks step by step."""

    def __init__(self, nickname: str, random: Random, count: int = 2) -> None:
        super().__init__(nickname, random, count)
        self.picture: Picture = Picture(nickname)  # type: ignore[assignment]  # drawn from other messages
        self.heard: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.picture.result is not None

    def hello(self) -> Message:
        """The first thing to say."""
        return command("RegisterResponse", nickname=self.picture.nickname)

    def hear(self, message: Message) -> list[Message]:
        """Take in a message; what to answer."""
        kind, data = message["type"].rpartition(".")[2], message["data"]
        self.heard[kind] += 1
        if kind == "ErrorMessage":
            if not self.over:
                self.errors.append(message)
            return []
        self.picture.hear(kind, data)
        if kind == "StartGameUpdate" and "." in message["type"]:
            kind = "NewTurnUpdate"  # the program of the time leaves it to its client to know who is first
        answers = list(self._replies(kind, data))
        self.done.update(answer["type"] for answer in answers)
        return answers

    def _replies(self, kind: str, data: Message) -> Iterator[Message]:
        picture = self.picture
        if kind == "PingRequest":
            yield command("PingResponse")
        elif kind == "PlayerNumberRequest":
            yield command("PlayerNumberResponse", number=self._count)
        elif kind == "BonusResourceMessage":
            yield from self._bonuses(data["bonusRes"])
        elif kind in ("NewTurnUpdate", "LorenzoUpdate", "ReconnectUpdate") and picture.current == picture.nickname:
            if picture.game_phase == "SETUP":
                yield from self._choose_leaders(data)
            elif picture.cross < 24 and not self._column_gone():
                yield from self.turn()

    def _column_gone(self) -> bool:
        return any(not any(row[column] for row in self.picture.matrix) for column in range(4))

    def _choose_leaders(self, data: Message) -> Iterator[Message]:
        if self.picture.hand:
            yield from self._bonuses(data.get("bonusRes", 0))
            return
        chosen = self._random.sample(self.picture.cards, 2)
        yield {"type": "chooseLeader", "data": [{"id": name} for name in chosen]}

    def _bonuses(self, count: int) -> Iterator[Message]:
        free = sorted(place for place in (1, 2, 3) if not self.picture.boards[self.picture.nickname].deposits[place])
        for shelf, label in zip(self._random.sample(free, count), self._random.sample(LABELS, count), strict=True):
            yield command("chooseResourceToDeposit", id=shelf, res=label.lower())
        yield command("passTurn")

    def turn(self) -> list[Message]:
        """The requests of a whole turn, or of what is left of it."""
        state = self.picture.state()
        requests: list[Message] = []
        while state.phase == STORING:
            action = self._go_on(state)
            requests += self._spoken(state, [action])
            state = renaissance.apply(state, state.seat, action)
        while state.phase in (START, DONE):
            action = self._pick(state)
            if isinstance(action, EndTurn):
                return [*requests, command("passTurn")]
            actions, after = self._whole(state, action)
            if isinstance(action, Market):
                visits = [self._whole(state, self._random.choice(EVERY_VISIT)) for _ in range(LINES_TRIED)]
                actions, after = min(visits, key=_discarded)
            requests += self._spoken(state, actions)
            state = after
        return requests

    def _pick(self, state: State) -> Action:
        """As the whole-move player, but with a leader discarded more often."""
        discards = [each for each in renaissance.legal(state, state.seat) if isinstance(each, DiscardLeader)]
        if discards and self._random.random() < 0.02:
            return self._random.choice(discards)
        return super()._pick(state)

    def _spoken(self, state: State, actions: list[Action]) -> Iterator[Message]:
        """These actions (a whole main action, or one secondary action) step by step."""
        producing = [action for action in actions if isinstance(action, ProduceBasic | ProduceCard | ProduceLeader)]
        if producing:
            yield from self._productions(state, producing)
            return
        for action in actions:
            yield from self._step(state, action)
            state = renaissance.apply(state, state.seat, action)

    def _step(self, state: State, action: Action) -> Iterator[Message]:
        player = state.players[state.seat]
        match action:
            case PlayLeader(position):
                yield command("playLeader", id=f"{player.leaders[position - 1]}L")
            case DiscardLeader(position):
                yield command("discardLeader", index=player.hand.index(player.leaders[position - 1]))
            case Swap(first, second) | Move(first, second):
                yield command("moveResource", id1=first, id2=second)
            case Market(line):
                yield command("buyAtMarketInterface", rc=line[0], index=int(line[1]) - 1)
            case White(resource):
                yield command("transformWhiteIn", res=MARBLES[resource])
            case Store(resource, place):
                yield command("depositResource", id=place, res=MARBLES[resource])
            case Discard(resources):
                for resource in resources:
                    yield command("discardResource", res=LABELS[resource])
            case Buy(pile, slot):
                yield from self._purchase(state, pile, slot)

    def _purchase(self, state: State, pile: str, slot: int) -> Iterator[Message]:
        player = state.players[state.seat]
        card = queries.top(state, pile)
        assert card is not None
        for resource in queries.discounts(player):
            if MARBLES[resource] not in self.picture.discounts:
                yield command("toggleDiscount", res=LABELS[resource])
        if self._random.random() < 0.2:
            yield from _picked(queries.payment(player, queries.price(player, card)))
            yield command("revertPickUp")
        yield from _picked(queries.payment(player, queries.price(player, card)))
        yield command("buyCard", row=card.level - 1, column=card.colour, slot=slot)

    def _productions(self, state: State, actions: Sequence[Action]) -> Iterator[Message]:
        for action in actions:
            before = state.players[state.seat]
            state = renaissance.apply(state, state.seat, action)
            match action:
                case ProduceBasic(inputs, output):
                    for resource in inputs:
                        yield command("substituteUnknownInInputBaseProduction", res=LABELS[resource])
                    yield command("substituteUnknownInOutputBaseProduction", res=LABELS[output])
                    yield command("toggleBaseProd")
                    offer = _counted(inputs)
                case ProduceCard(slot):
                    yield command("toggleCardProd", slot=slot)
                    offer = CARDS[before.slots[slot - 1][-1]].inputs
                case ProduceLeader(number, output):
                    yield command("substituteUnknownInOutputExtraProduction", id=number - 1, res=LABELS[output])
                    yield command("toggleExtraProd", id=number - 1)
                    offer = next(each for each in queries.offers(before) if each.number == number + 3).inputs
            yield from _picked(queries.payment(before, offer))
        yield command("activateProductions")


def _discarded(visit: tuple[list[Action], State]) -> int:
    return sum(len(action.resources) for action in visit[0] if isinstance(action, Discard))


def _counted(resources: tuple[int, ...]) -> tuple[int, ...]:
    """How often each resource is among these."""
    return tuple(resources.count(resource) for resource in range(4))


def _picked(payment: Payment) -> Iterator[Message]:
    for part in payment:
        for _ in range(part.count):
            if part.place == BOX:
                yield command("pickUpResourceFromStrongbox", res=LABELS[part.resource])
            else:
                yield command("pickUpResourceFromWarehouse", id=part.place)


def command(kind: str, **data: object) -> Message:
    """A request in the document's envelope."""
    return {"type": kind, "data": data}
