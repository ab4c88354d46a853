"""The client of renaissance-events: ``docs/protocols/renaissance-events.md`` from the other side.

How it works. ``UpdateGame`` is the whole game and gives everything a number (:class:`Numbers`); no number is known
before it, and none is taken for granted. Later updates say what is now; ``UpdateAction`` comes last and names what was
done, so it tells that a main action was made, and is the answer to a request of ours.

What is not told: how far somebody else is with their turn, and which of their leaders they play and discard (only which
one is in play, and how many are left); and to whoever comes back, the number of the turn, former tokens, how many cards
lie in the piles, what lies below the top of a slot, and which leader was discarded. What was known before is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from bottega.client.core import (
    Asked,
    Enter,
    Goodbye,
    Happening,
    Happenings,
    Leave,
    Nonsense,
    Over,
    Players,
    Refused,
    Stage,
)
from bottega.client.renaissance import known, moves
from bottega.client.renaissance.known import Gap
from bottega.client.renaissance.table import WholeMoves
from bottega.games.core import Score, best
from bottega.games.renaissance.actions import (
    BOX,
    Bonus,
    Buy,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    Payment,
    PlayLeader,
    Swap,
)
from bottega.games.renaissance.cards import CARDS, DEPOT, LEADERS, PRODUCTION
from bottega.games.renaissance.model import DONE, NO_KIND, OVER, SETUP, START, Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.scoring import RESOURCES_PER_POINT
from bottega.games.renaissance.solo import EVERY_TOKEN, SHUFFLE, TOKENS, discard_two
from bottega.games.renaissance.storage import owned
from bottega.games.renaissance.view import View
from bottega.table.events import Presence
from bottega.wire.core.loose_json import Unreadable, fit, read_object, write_object
from bottega.wire.renaissance_events import messages
from bottega.wire.renaissance_events.messages import Message
from bottega.wire.renaissance_events.numbering import COLOURS, MARBLES, RESOURCES, token_number

MAIN = ("TAKE_MARKET_RESOURCES", "BUY_DEVELOPMENT_CARD", "ACTIVATE_PRODUCTION")
_TOKENS = {token_number(token): token for token in EVERY_TOKEN}


class Numbers(msgspec.Struct, frozen=True):
    """What the numbers of one game mean."""

    places: dict[int, tuple[int, int]] = {}
    """Shelves and strongboxes: whose, and which place."""
    depots: dict[int, int] = {}
    """The leaders that depots belong to."""
    cards: dict[int, int] = {}
    """The productions of cards and leaders, by their number in the rules."""
    leaders: dict[int, int] = {}
    basic: int = 0

    @classmethod
    def of(cls, told: messages.UpdateGame, order: Sequence[str], me: str) -> Numbers:
        """The numbers that the whole game gives to things."""
        places: dict[int, tuple[int, int]] = {}
        for player in told.players:
            seat = order.index(player.nickname)
            places |= {number: (seat, place) for place, number in enumerate(player.warehouseShelves, start=1)}
            places[player.strongbox] = seat, BOX
        return cls(
            places,
            {leader.containerId: leader.id + 1 for leader in told.leaderCards if leader.containerId >= 0},
            {card.id + 1: card.production for card in told.developmentCards},
            {leader.id + 1: leader.production for leader in told.leaderCards},
            next(player.baseProduction for player in told.players if player.nickname == me),
        )

    def container(self, player: Player, seat: int, place: int) -> str:
        """The number of a shelf, a depot in play or the strongbox, as text."""
        if place in (4, 5):
            leader = [each for each in player.played if LEADERS[each].ability == DEPOT][place - 4]
            return str(next(number for number, owner in self.depots.items() if owner == leader))
        return str(next(number for number, where in self.places.items() if where == (seat, place)))

    def production(self, player: Player, number: int) -> int:
        """The number of a production: 0 basic, 1-3 the slots, 4-5 leaders."""
        if number == BASIC:
            return self.basic
        if number < FIRST_LEADER:
            return self.cards[player.slots[number - 1][-1]]
        producing = [leader for leader in player.played if LEADERS[leader].ability == PRODUCTION]
        return self.leaders[producing[number - FIRST_LEADER]]


class RenaissanceEventsClient(WholeMoves):
    """A player of renaissance-events."""

    DIALECT: ClassVar[str] = "renaissance-events"

    def __init__(self, profile: str = "", seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self._numbers = Numbers()
        self._points: dict[str, int] = {}
        """Everybody's running totals."""
        self._final = False
        """Whether resources count in them already."""
        self._answers = 0
        """How many answers are still to come."""
        self._bought = False
        """Whether the next change of the grid is a purchase."""

    def seen(self, view: View) -> View:
        """Points are told, whatever lies below the tops of slots."""
        if Gap.SLOTS not in self.gaps:
            return view
        scores = tuple(
            Score(
                seat, self._points[self.known.who(seat)] + (0 if self._final else _worth(player)), (), (_held(player),)
            )
            for seat, player in enumerate(self.playing.players)
        )
        players = tuple(replace(player, points=score.total) for player, score in zip(view.players, scores, strict=True))
        return replace(view, players=players, winners=best(scores) if view.winners else ())

    # -- coming in and going ------------------------------------------------------------------------------------------

    def greet(self) -> Happenings:
        """Each side begins with a welcome; then we say who we are."""
        self.learn(stage=Stage.NAME, wanted=(Enter,))
        self._say(messages.ReqWelcome())
        if self.known.name:
            self.introduce()
        else:
            yield Asked(Enter)

    def enter(self, wish: Enter) -> Happenings:
        """Say who we are."""
        self.learn(name=wish.name)
        self.introduce()
        yield from ()

    def introduce(self) -> None:
        """Say who we are, by the name that is known."""
        self._say(messages.Join(self.known.name))

    def players(self, wish: Players) -> Happenings:
        """Say how many play."""
        self.learn(wanted=())
        self._say(messages.NewGame(wish.count))
        yield from ()

    def leave(self, wish: Leave) -> Happenings:
        """Quit, and say goodbye."""
        self._say(messages.ReqQuit())
        yield from ()

    def _say(self, message: Message) -> None:
        self.say(write_object(message))

    # -- what is told -------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one message; whatever cannot be read, the server is told."""
        try:
            fields = read_object(message)
            kind = fields.get("type")
            if not isinstance(kind, str) or kind not in messages.SHAPES:
                raise Unreadable(f"there is no message {kind}")
            told = fit(fields, messages.SHAPES[kind])
        except Unreadable as wrong:
            self._say(messages.ErrProtocol(str(wrong)))
            raise Nonsense(str(wrong)) from None
        if kind.startswith("Err"):
            yield from self._refused(told)
        elif type(told) in _TELL:
            yield from _TELL[type(told)](self, told)
        else:
            raise Nonsense(f"{kind} is for servers")

    def _refused(self, told: Message) -> Happenings:
        if isinstance(told, messages.ErrNickname):
            yield from self.unwelcome(explained(told))
            return
        if isinstance(told, messages.ErrNewGame):
            self.learn(wanted=(Players,) if told.isInvalidPlayersCount else ())
        self.answered()
        yield Refused(explained(told))

    def answered(self) -> None:
        """Nothing is on its way any more."""
        self._answers = 0
        super().answered()

    def arrived(self) -> bool:
        """A move is answered by its UpdateAction, or by the end."""
        return self.playing.phase is OVER

    def _welcome(self, told: Message) -> Happenings:
        self._say(messages.ResWelcome())
        yield from ()

    def _beat(self, told: Message) -> Happenings:
        self._say(messages.ResHeartbeat())
        yield from ()

    def _nothing(self, told: Message) -> Happenings:
        yield from ()

    def _goodbye(self, told: Message) -> Happenings:
        self._say(messages.ResGoodbye())
        yield Goodbye("the server has said goodbye")

    def _has_quit(self, told: Message) -> Happenings:
        self._say(messages.ReqGoodbye())
        yield Goodbye("you have left", back=False)

    def _booked(self, told: messages.UpdateBookedSeats) -> Happenings:
        if ended := list(self.left_behind()):
            yield from ended
            return
        first = told.canPrepareNewGame == self.known.name
        asked = Players in self.known.wanted
        self.learn(stage=Stage.WAITING, wanted=(Players,) if first else ())
        yield self.tell(f"{told.bookedSeats} in line")
        if first and not asked:
            yield Asked(Players)

    def _joined(self, told: messages.UpdateJoinGame) -> Happenings:
        self.learn(size=told.playersCount, wanted=())
        yield self.tell(f"a game for {told.playersCount} is being gathered")

    # -- the whole game -----------------------------------------------------------------------------------------------

    def _whole_game(self, told: messages.UpdateGame) -> Happenings:
        listed = [player.nickname for player in told.players]
        first = listed.index(told.inkwellPlayer)
        order = listed[first:] + listed[:first]
        gaps = self.gaps
        former = self.game if [sitter.name for sitter in self.known.seats] == order else None
        self.sit(order)
        for player in told.players:
            self.is_there(player.nickname, Presence.HERE if player.active else Presence.AWAY)
        self._numbers = Numbers.of(told, order, self.known.name)
        self._points = {player.nickname: player.victoryPoints for player in told.players}
        self._answers, self._final = 0, False
        self.gaps = frozenset({Gap.LEADERS})
        if former is not None:
            self.gaps |= gaps & {Gap.OFFERED, Gap.OWN_LEADERS, Gap.SLOTS}
        if told.isSetupDone:
            self.gaps |= {Gap.TURN, Gap.PILES, Gap.OTHERS_PROGRESS}
        if told.actionTokens is not None and told.isSetupDone:
            self.gaps |= {Gap.TOKENS}
        state = known.begun(len(order), self.me, _marbles(told.market), _tops(told.devCardGrid))
        for player in told.players:
            state = self._board(state, player, told, former)
        for container in told.resContainers:
            state = self._contained(state, container)
        for section in sorted(told.faithTrack.vaticanSections.values(), key=lambda each: each.faithPointsEnd):
            if section.activated:
                state = known.with_report(state, section.id, map(self.seat, section.bonusGivenPlayers))
        state = replace(state, cross=told.blackPoints, ending=told.lastRound)
        if told.isSetupDone:
            state = known.turn_begins(state, self.seat(told.currentPlayer))
            if told.isMandatoryActionDone:
                state = known.acted(state)
                self.gaps |= {Gap.PROGRESS}
        self.show(state)
        yield self.tell(f"at the table: {', '.join(order)}")
        for notice in told.notices:
            yield self.tell(notice)

    def _board(self, state: State, told: messages.GamePlayer, game: messages.UpdateGame, former: State | None) -> State:
        seat = self.seat(told.nickname)
        before = None if former is None else former.players[seat]
        player = replace(state.players[seat], faith=told.faithPoints, bonus=told.setup.initialResources)
        state = known.with_player(state, seat, player)
        for number, cards in enumerate(told.devSlots, start=1):
            for card in self._slot_cards(
                state, [each + 1 for each in cards], before.slots[number - 1] if before else ()
            ):
                state = known.bought(state, seat, number, card)
        active = {leader.id + 1 for leader in game.leaderCards if leader.active}
        hand = [leader + 1 for leader in told.leadersHand if leader + 1 in LEADERS]
        if seat == self.me:
            if not told.setup.hasChosenLeaders:
                return known.with_offer(state, seat, hand)
            return self.own_leaders(state, hand, [leader for leader in hand if leader in active], before)
        if not told.setup.hasChosenLeaders:
            return state
        state = known.with_player(state, seat, known.kept(state.players[seat]))
        for position, leader in enumerate(hand, start=1):
            state = known.played(state, seat, position, leader)
        for position in range(2, told.leadersHandCount, -1):
            state = known.discarded(state, seat, position)
        return state

    def _slot_cards(self, state: State, told: list[int], before: tuple[int, ...]) -> list[int]:
        """All cards of a slot: those below its top are told by some servers, known from before, or any that fit."""
        if not told:
            return []
        level = CARDS[told[-1]].level
        if len(told) == level:
            return told
        if told[-1] in before:
            return list(before)
        if len(before) == level - 1:
            return [*before, told[-1]]
        self.gaps |= {Gap.SLOTS}
        seen = {card for player in state.players for slot in player.slots for card in slot}
        seen |= {pile[-1] for pile in state.grid if pile}
        below = [
            next(card.id for card in CARDS.values() if card.level == lower and card.id not in seen)
            for lower in range(1, level)
        ]
        return [*below, told[-1]]

    # -- updates ------------------------------------------------------------------------------------------------------

    def _set_up(self, told: messages.UpdateSetupDone) -> Happenings:
        state = self.playing
        if state.phase is SETUP:
            self.show(known.turn_begins(state, state.seat))
            yield self._turn_told()

    def _turn_told(self) -> Happening:
        state = self.playing
        self.gaps = (self.gaps - {Gap.OTHERS_PROGRESS}) | ({Gap.OTHERS_PROGRESS} if state.seat != self.me else set())
        return self.tell(f"it is {self.known.who(state.seat)}'s turn")

    def _hand(self, told: messages.UpdateLeadersHand) -> Happenings:
        state, hand = self.playing, [leader + 1 for leader in told.leaders if leader + 1 in LEADERS]
        if self.seat(told.player) != self.me:
            raise Nonsense(f"the hand of {told.player} is told to us")
        own = state.players[self.me]
        if not own.leaders:
            self.show(known.with_hand(state, self.me, hand))
            return
        for position, leader in enumerate(own.leaders, start=1):
            if leader not in hand and leader not in own.discarded:
                state = known.discarded(state, self.me, position)
        self.show(state)
        yield from ()

    def _hand_count(self, told: messages.UpdateLeadersHandCount) -> Happenings:
        state, seat = self.playing, self.seat(told.player)
        if seat == self.me:
            return
        player = known.kept(state.players[seat])
        state = known.with_player(state, seat, player)
        gone = len(player.leaders) - len(player.discarded) - told.leadersHandCount
        hidden = [at for at, leader in enumerate(player.leaders, start=1) if leader in player.hand]
        for position in hidden[::-1][:gone]:
            state = known.discarded(state, seat, position)
        self.show(state)
        yield from ()

    def _active(self, told: messages.UpdateActivateLeader) -> Happenings:
        state, leader = self.playing, told.leader + 1
        player = state.players[state.seat]
        if state.seat == self.me:
            position = player.leaders.index(leader) + 1
        else:
            position = next(at for at, each in enumerate(player.leaders, start=1) if each in player.hand)
        self.show(known.played(state, state.seat, position, leader))
        yield self.tell(f"{self.known.who(state.seat)} plays leader {leader}")

    def _container(self, told: messages.UpdateResourceContainer) -> Happenings:
        self.show(self._contained(self.playing, told.resContainer))
        yield from ()

    def _contained(self, state: State, container: messages.Container) -> State:
        """The state with what a container holds."""
        if container.id in self._numbers.depots:
            leader = self._numbers.depots[container.id]
            owner = next((seat for seat, player in enumerate(state.players) if leader in player.played), None)
            if owner is None:
                return state  # it is about to be in play, and is empty
            kind = LEADERS[leader].resource
            place = state.players[owner].kinds.index(kind, 3) + 1
            held = {place: (kind, container.content.get(RESOURCES[kind], 0))}
            return known.with_player(state, owner, known.stored(state.players[owner], held))
        if container.id not in self._numbers.places:
            raise Nonsense(f"there is no container {container.id}")
        seat, place = self._numbers.places[container.id]
        player = state.players[seat]
        if place == BOX:
            player = known.stored(player, {}, known.amounts(container.content, RESOURCES))
        else:
            ((name, count),) = container.content.items() or [("", 0)]
            player = known.stored(player, {place: (RESOURCES.index(name) if count else NO_KIND, count)})
        if state.phase is SETUP and state.players[seat].counts != player.counts and player.leaders:
            player = replace(
                player, bonus=max(0, player.bonus - (sum(player.counts) - sum(state.players[seat].counts)))
            )
        return known.with_player(state, seat, player)

    def _market(self, told: messages.UpdateMarket) -> Happenings:
        self.show(replace(self.playing, market=_marbles(told.market)))
        yield from ()

    def _grid(self, told: messages.UpdateDevCardGrid) -> Happenings:
        state, tops = self.playing, _tops(told.devCardGrid)
        changed = [at for at, pile in enumerate(state.grid) if (pile[-1] if pile else None) != tops[at]]
        left = [len(pile) for pile in state.grid]
        if self._bought or not changed:
            for at in changed:
                left[at] -= 1
        else:  # Lorenzo has discarded two
            left = [len(pile) for pile in discard_two(state.grid, changed[0] % len(COLOURS))]
        self._bought = False
        for at in changed:
            state = known.with_pile(state, at, tops[at], max(1, left[at]))
        self.show(state)
        yield from ()

    def _slot(self, told: messages.UpdateDevSlot) -> Happenings:
        state, seat = self.playing, self.seat(told.player)
        card = told.devCards[-1] + 1
        self._bought = True
        self.show(known.bought(state, seat, told.devSlot + 1, card))
        yield self.tell(f"{told.player} buys card {card} for slot {told.devSlot + 1}")

    def _faith(self, told: messages.UpdateFaithPoints) -> Happenings:
        state = self.playing
        if told.isBlackCross:
            self.show(replace(state, cross=told.faithPoints))
        elif told.player is None:
            raise Nonsense("nobody is named")
        else:
            self.show(known.with_faith(state, {self.seat(told.player): told.faithPoints}))
        yield from ()

    def _victory_points(self, told: messages.UpdateVictoryPoints) -> Happenings:
        self._points[told.player] = told.victoryPoints
        yield from ()

    def _report(self, told: messages.UpdateVaticanSection) -> Happenings:
        self.show(known.with_report(self.playing, told.vaticanSection, map(self.seat, told.bonusGivenPlayers)))
        favoured = ", ".join(told.bonusGivenPlayers) or "nobody"
        yield self.tell(f"Vatican report {told.vaticanSection + 1}: {favoured} in favour")

    def _token(self, told: messages.UpdateActionToken) -> Happenings:
        token = _TOKENS[told.actionToken]
        if token == SHUFFLE:
            self.gaps -= {Gap.TOKENS}
        self.show(known.with_token(self.playing, token))
        yield self.tell(f"Lorenzo reveals a token: {TOKENS[token]}")

    def _turn(self, told: messages.UpdateCurrentPlayer) -> Happenings:
        self.gaps -= {Gap.PROGRESS}
        self.show(known.turn_begins(self.playing, self.seat(told.player)))
        yield self._turn_told()

    def _last_round(self, told: messages.UpdateLastRound) -> Happenings:
        self.show(replace(self.playing, ending=True))
        yield self.tell("the end is called: this round is the last")

    def _done(self, told: messages.UpdateAction) -> Happenings:
        state = self.playing
        if told.action in MAIN and state.seat == self.seat(told.player) and state.phase in (START, DONE):
            self.show(known.acted(state))
        if told.player == self.known.name:
            self._answers -= 1
            if self._answers <= 0:
                self.answered()
        if told.action not in ("END_TURN", "BUY_DEVELOPMENT_CARD", "ACTIVATE_LEADER"):
            yield self.tell(f"{told.player}: {told.action.lower().replace('_', ' ')}")

    def _status(self, told: messages.UpdatePlayerStatus) -> Happenings:
        self.is_there(told.player, Presence.HERE if told.isActive else Presence.AWAY)
        yield self.tell(f"{told.player} is {'back' if told.isActive else 'gone'}")

    def _end(self, told: messages.UpdateGameEnd) -> Happenings:
        state = self.playing
        self._final = told.winner is not None or not state.solo
        reason = f"{told.winner} has won" if told.winner is not None else "nobody has won"
        points = [(name, total, _held(state.players[self.seat(name)])) for name, total in self._points.items()]
        self.finish(reason, [told.winner] if told.winner is not None else [], points)
        yield Over(reason)

    # -- what is asked for --------------------------------------------------------------------------------------------

    def ask(self, state: State, draft: Sequence[Any]) -> None:
        """Send the request for a whole move."""
        self._answers += 1
        self._say(asked(state, self.me, draft, self._numbers))


def _held(player: Player) -> int:
    """How many resources a player has."""
    return sum(owned(player))


def _worth(player: Player) -> int:
    """What the resources of a player count at the end."""
    return _held(player) // RESOURCES_PER_POINT


def _marbles(market: messages.Market) -> tuple[int, ...]:
    return tuple(MARBLES.index(name) for row in (*market.grid, [market.slide]) for name in row)


def _tops(grid: messages.Grid) -> list[int | None]:
    """The cards on top, pile by pile; a card that is none stands for an empty pile."""
    tops = [grid.topCards[colour][level] for level in range(1, grid.levelsCount + 1) for colour in COLOURS]
    return [top + 1 if top is not None and top + 1 in CARDS else None for top in tops]


RenaissanceEventsClient.WISHES = {
    Enter: RenaissanceEventsClient.enter,
    Players: RenaissanceEventsClient.players,
    Leave: RenaissanceEventsClient.leave,
}

_TELL: dict[type[Message], Callable[[RenaissanceEventsClient, Any], Iterator[Happening]]] = {
    messages.ReqWelcome: RenaissanceEventsClient._welcome,
    messages.ResWelcome: RenaissanceEventsClient._nothing,
    messages.ReqHeartbeat: RenaissanceEventsClient._beat,
    messages.ResHeartbeat: RenaissanceEventsClient._nothing,
    messages.ReqGoodbye: RenaissanceEventsClient._goodbye,
    messages.ResGoodbye: RenaissanceEventsClient._nothing,
    messages.ResQuit: RenaissanceEventsClient._has_quit,
    messages.UpdateBookedSeats: RenaissanceEventsClient._booked,
    messages.UpdateJoinGame: RenaissanceEventsClient._joined,
    messages.UpdateGame: RenaissanceEventsClient._whole_game,
    messages.UpdateSetupDone: RenaissanceEventsClient._set_up,
    messages.UpdateLeadersHand: RenaissanceEventsClient._hand,
    messages.UpdateLeadersHandCount: RenaissanceEventsClient._hand_count,
    messages.UpdateActivateLeader: RenaissanceEventsClient._active,
    messages.UpdateResourceContainer: RenaissanceEventsClient._container,
    messages.UpdateMarket: RenaissanceEventsClient._market,
    messages.UpdateDevCardGrid: RenaissanceEventsClient._grid,
    messages.UpdateDevSlot: RenaissanceEventsClient._slot,
    messages.UpdateFaithPoints: RenaissanceEventsClient._faith,
    messages.UpdateVictoryPoints: RenaissanceEventsClient._victory_points,
    messages.UpdateVaticanSection: RenaissanceEventsClient._report,
    messages.UpdateActionToken: RenaissanceEventsClient._token,
    messages.UpdateCurrentPlayer: RenaissanceEventsClient._turn,
    messages.UpdateLastRound: RenaissanceEventsClient._last_round,
    messages.UpdateGameEnd: RenaissanceEventsClient._end,
    messages.UpdateAction: RenaissanceEventsClient._done,
    messages.UpdatePlayerStatus: RenaissanceEventsClient._status,
}
"""What each message does to what is known."""


# -- a whole move as a request ----------------------------------------------------------------------------------------


def asked(state: State, seat: int, draft: Sequence[Any], numbers: Numbers) -> Message:
    """The request for a whole move."""
    first, player = draft[0], state.players[seat]
    match first:
        case Keep(leaders):
            return messages.ChooseLeaders([leader - 1 for leader in leaders])
        case Bonus():
            return messages.ChooseResources(
                _filled((numbers.container(player, seat, each.shelf), each.resource, 1) for each in draft)
            )
        case PlayLeader(position) | DiscardLeader(position):
            return messages.LeaderAction(player.leaders[position - 1] - 1, isinstance(first, PlayLeader))
        case Swap(one, other) | Move(one, other):
            return messages.SwapShelves(*(int(numbers.container(player, seat, place)) for place in (one, other)))
        case EndTurn():
            return messages.ReqEndTurn()
        case Buy():
            card = moves.purchase(state, seat, first)
            paid = _paid(numbers, player, seat, card.payment)
            return messages.BuyDevCard(COLOURS[card.colour], card.level, card.slot - 1, paid)
        case Market():
            return _visit(numbers, player, seat, moves.visit(state, seat, draft))
    return messages.ActivateProductions(
        [
            messages.ProductionRequest(
                numbers.production(player, order.number),
                _paid(numbers, player, seat, order.payment),
                {} if order.output is None else {RESOURCES[order.output]: 1},
            )
            for order in moves.orders(state, seat, draft)
        ]
    )


def _filled(parts: Any) -> messages.Containers:
    """Contents by container, from one thing after the other."""
    found: messages.Containers = {}
    for number, resource, count in parts:
        held = found.setdefault(number, {})
        held[RESOURCES[resource]] = held.get(RESOURCES[resource], 0) + count
    return found


def _paid(numbers: Numbers, player: Player, seat: int, payment: Payment) -> messages.Containers:
    return _filled((numbers.container(player, seat, part.place), part.resource, part.count) for part in payment)


def _visit(numbers: Numbers, player: Player, seat: int, visit: moves.Visit) -> messages.TakeFromMarket:
    chosen = {RESOURCES[resource]: visit.whites.count(resource) for resource in visit.whites}
    shelves = _filled(
        (numbers.container(player, seat, place), resource, count) for (resource, place), count in visit.stored.items()
    )
    return messages.TakeFromMarket(visit.line[0] == "r", int(visit.line[1]) - 1, chosen, shelves)


# -- errors in words --------------------------------------------------------------------------------------------------

_REASONS = {
    "NOT_SET": "say who you are first",
    "ALREADY_SET": "you have a name already",
    "TAKEN": "this name is taken",
    "NOT_IN_GAME": "the game has not begun",
    "LATE_SETUP_ACTION": "set-up is over",
    "EARLY_MANDATORY_ACTION": "make your set-up choices first",
    "NOT_CURRENT_PLAYER": "it is not your turn",
    "LATE_MANDATORY_ACTION": "you have made your main action",
    "EARLY_TURN_END": "make a main action first",
    "GAME_ENDED": "the game is over",
    "BOUNDED_RESTYPE_DIFFER": "another resource lies there",
    "NON_STORABLE": "this cannot be stored",
    "CAPACITY_REACHED": "there is not enough room, or not enough there",
    "DUPLICATE_BOUNDED_RESOURCE": "this resource lies on another shelf",
    "NEGATIVE_VALUES": "amounts cannot be negative",
    "ILLEGAL_STORABLE": "this is no place for a resource",
    "ILLEGAL_NON_STORABLE": "this cannot be stored",
    "EXCLUDED": "this cannot be chosen",
}


def explained(told: Message) -> str:
    """An error in a sentence."""
    match told:
        case messages.ErrProtocol(msg):
            return msg
        case messages.ErrNickname(reason) | messages.ErrAction(reason):
            return _REASONS.get(reason, reason)
        case messages.ErrResourceTransfer() | messages.ErrInvalidResourceTransaction():
            return _REASONS.get(told.reason, told.reason)
        case messages.ErrNewGame(invalid):
            return "a game is for 1 to 4 players" if invalid else "somebody else says how many play"
        case messages.ErrInitialChoice(leaders, missing):
            what = "leaders" if leaders else "resources"
            return f"{missing} {what} are missing" if missing else f"your {what} are chosen already"
        case messages.ErrObjectNotOwned(number, kind):
            return f"{kind} {number} is not yours"
        case messages.ErrNoSuchEntity(entity, number, code):
            return code or f"there is no {entity.lower()} {number}"
        case messages.ErrReplacedTransRecipe():
            return f"{told.replacedCount} resources are asked for, {told.shelvesChoiceResCount} were given"
        case messages.ErrBuyDevCard(empty):
            return "this pile is empty" if empty else "this card does not fit there"
        case messages.ErrCardRequirements(resources, cards):
            lacking = [f"{count} {name}" for name, count in (resources or {}).items()]
            lacking += [f"{each.quantity} {each.color} cards" for each in cards or []]
            return f"this leader still needs {', '.join(lacking)}"
    return "a leader in play cannot be discarded"
