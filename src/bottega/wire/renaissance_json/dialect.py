"""renaissance-json: Masters of Renaissance, a whole move in each request (``docs/protocols/renaissance-json.md``).

How it works. The machine at the end of this file says what a connection listens to; everything else is
``err_illegal_message`` with the state's own sentence. A request that is a move is turned into actions (``choices``,
``market``, ``production``) and played all or nothing; if the rules refuse it, the error is the one the document has
for that request (``refusals``).

What must stay true:

1. A message that cannot be read is ``err_unparsable_message``, one at the wrong time ``err_illegal_message``, a wrong
   choice the request's own error. None of them changes anything, closes the connection or makes us repeat anything.
2. What changed on the table is told by ``update_`` messages that are the same for everybody (built once for all),
   whoever made the move and in whatever protocol.
3. Offers, and which leaders a hand holds, go to their player alone.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import ClassVar

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance import Bonus, Keep, PlayerView
from bottega.games.renaissance.actions import REVERT
from bottega.games.renaissance.model import PRODUCING
from bottega.limits import MAX_LISTED
from bottega.table.entries import HandedOver, Left, Moved, Quit, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event, Notice, Presence
from bottega.table.house import House
from bottega.table.position import AnyPosition
from bottega.wire.core.connection import Peer
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.loose_json import Object, Unreadable, read_object, write_object
from bottega.wire.core.machine import BadRequest, Handling, Machine, on, quoted
from bottega.wire.renaissance_json import choices, market, production, words
from bottega.wire.renaissance_json.choices import Actions
from bottega.wire.renaissance_json.messages import Error, Message, ResNickname, ResPlayersCount, ResTurnEnd
from bottega.wire.renaissance_json.refusals import (
    ILLEGAL,
    LEADER_ACTIVATION,
    LEADER_CHOICE,
    LEADER_DISCARD,
    MARKET,
    NICKNAME,
    PLAYERS_COUNT,
    PURCHASE,
    RESOURCES_CHOICE,
    SHELF_SWAP,
    TURN_END,
    UNPARSABLE,
    Refusals,
)
from bottega.wire.renaissance_json.requests import (
    ActivateProd,
    BuyDevCard,
    GetMarket,
    LeaderAction,
    LeaderChoice,
    Nickname,
    PlayersCount,
    Request,
    ResourcesChoice,
    SwapShelves,
    TurnEnd,
)
from bottega.wire.shared.renaissance import (
    GAME,
    Arrival,
    Patience,
    admissions,
    asked,
    come_in,
    game,
    last_standing,
    names,
    standing,
    starts,
    turn_ended,
)


class State(StrEnum):
    """Where a connection stands."""

    GREETED = auto()
    """It has no nickname."""
    QUEUED = auto()
    """It has a nickname and no seat: somebody else is choosing the number of players."""
    ASKED = auto()
    """It must choose the number of players."""
    WAITING = auto()
    """It has a seat; the table is not full."""
    LEADERS = auto()
    """It must choose its leaders."""
    RESOURCES = auto()
    """It must choose its starting resources."""
    READY = auto()
    """Others are still choosing."""
    IDLE = auto()
    """It is somebody else's turn."""
    TURN = auto()
    """It is on turn, before the main action."""
    ACTED = auto()
    """It is on turn, after the main action."""
    OVER = auto()


IN_TURN = (State.TURN, State.ACTED)
IN_PLAY = (State.IDLE, *IN_TURN)
IN_GAME = (State.LEADERS, State.RESOURCES, State.READY, *IN_PLAY)
CHOSEN = (State.READY, State.IDLE, State.TURN)
"""Where somebody stands who has made all set-up choices."""
ARRIVED = (State.QUEUED, State.ASKED, State.WAITING, *IN_GAME)
"""Where somebody stands who has come in, or come back."""

REFUSALS = {
    State.GREETED: "say who you are with req_nickname first",
    State.QUEUED: "you are in the waiting room: somebody else is choosing the number of players",
    State.ASKED: "you are the first player: choose the number of players with req_players_count",
    State.WAITING: "the game has not started: wait for the other players",
    State.LEADERS: "choose two of your leader cards with req_leader_choice first",
    State.RESOURCES: "choose your starting resources with req_resources_choice first",
    State.READY: "wait until the other players have made their starting choices",
    State.IDLE: "it is not your turn",
    State.TURN: "first make a main action: get resources from the market, buy a card or activate productions",
    State.ACTED: "you have made your main action: swap shelves, act on leaders or send req_turn_end",
    State.OVER: "the game is over: send req_nickname to play another",
}
"""Why a request is refused that its state has no use for."""

AT_THE_START = ("req_nickname", "req_players_count", "req_leader_choice", "req_resources_choice")

OFFERS = {State.LEADERS: words.offer_leader, State.RESOURCES: words.offer_resources}
"""What is asked of a player who owes a set-up choice."""


class RenaissanceJson(Dialect[Message | Error]):
    """One renaissance-json connection."""

    NAME: ClassVar[str] = "renaissance-json"
    GAME: ClassVar[str] = GAME

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._welcomed = False
        self._patience = Patience()

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table."""
        if self.table is None:
            return State.QUEUED if self.name else State.GREETED
        return standing(self, self.table, State)

    # -- requests -----------------------------------------------------------------------------------------------------

    def read(self, message: str | None) -> tuple[str, Object]:
        """The type and the whole request."""
        request = read_object(message)
        kind = request.get("type")
        if not isinstance(kind, str):
            raise Unreadable("type is missing: every message names its type")
        return kind, request

    def payload(self, body: Object, shape: type[Request]) -> Request:
        """The request's fields, in whichever form."""
        return shape.read(body)

    def write(self, said: Message | Error) -> str:
        """JSON text."""
        return write_object(said)

    def unexpected(self, message: str) -> BadRequest:
        """A request that this state has no use for, or that does not exist."""
        if not self.machine.knows(message):
            return BadRequest(f"there is no message type {quoted(message)}", ILLEGAL)
        if message in AT_THE_START and self.state in IN_PLAY:
            return BadRequest(
                f"{message} belongs to the start of the game, and turns are being played already", ILLEGAL
            )
        return BadRequest(REFUSALS[self.state], ILLEGAL)

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        yield Error(bad.error or UNPARSABLE, str(bad))

    # -- coming in ----------------------------------------------------------------------------------------------------

    def nickname(self, hello: Nickname) -> Handling:
        """Take a seat under a nickname, or come back to it."""
        self._stand_up()
        self._welcomed = False
        arrival = yield from come_in(self, hello.nickname)
        if isinstance(arrival, Refusal):
            yield Error(NICKNAME, str(arrival))
        elif arrival is Arrival.RETURNED:
            yield from self._welcome_back()
        else:
            yield from self._welcome()

    def _stand_up(self) -> None:
        """Leave the table, if there is one, and be nobody."""
        if self.table is not None:
            table, self.table, self.name = self.table, None, ""
            table.drop(self)

    def queued(self) -> Handling:
        """Somebody else is choosing the number of players; should they go, ``_welcome`` says that we are first."""
        self._welcomed = True
        yield ResNickname(False)

    def _welcome(self) -> Handling:
        first = asked(self)
        if first or not self._welcomed:
            yield ResNickname(first)
        if first:
            self._patience.begin(self, self._too_slow)

    def lost(self) -> None:
        """The connection is gone."""
        self._patience.end()
        super().lost()

    def _too_slow(self) -> Handling:
        """Whoever does not say how many play makes way for the next."""
        yield Error(PLAYERS_COUNT, "you took too long to choose: come in again with req_nickname")
        self._stand_up()

    def players_count(self, players: PlayersCount) -> Handling:
        """Decide how many play."""
        count = players.count
        refusal = yield from self.resize(count)
        if refusal is not None:
            raise BadRequest(f"illegal number of players: {count}; {refusal}", PLAYERS_COUNT)
        yield ResPlayersCount(f"the number of players has been set to {count}")
        if starts(self.position):
            self.hold()

    def _welcome_back(self) -> Handling:
        """Tell somebody who is back everything they may know; they go on where they were."""
        position, table = self.position, self.table
        assert table is not None
        state = game(position)
        yield ResNickname(False)
        yield from self._whole_table(position)
        for seat in position.seats:
            if seat.name != self.name and not seat.bot and not table.present(seat.name):
                yield words.player_status(seat.name, False, self._gone(seat.name))
        if state.phase is PRODUCING and state.seat == self.seat:
            yield from self.play(REVERT)  # begun in another protocol; here productions come in one piece

    def _whole_table(self, position: AnyPosition) -> Handling:
        """All that may be known, for a cache that is to forget what it knew."""
        who, state, player = names(position), game(position), self._own(position)
        yield words.game_started(who, renaissance.view(state, None))
        if player.leaders:
            yield words.leader_choice(player)
        yield from words.everything(who, state)
        yield from self._offer(position)

    # -- set-up -------------------------------------------------------------------------------------------------------

    def leader_choice(self, choice: LeaderChoice) -> Handling:
        """Keep two leaders."""
        refusal = yield from self.play(*choices.keep_leaders(choice))
        if refusal is not None:
            listed = ", ".join(map(str, (choice.ids or [])[:MAX_LISTED]))
            yield LEADER_CHOICE.told(refusal, before=f"invalid leader cards chosen: {listed}; ")

    def resources_choice(self, choice: ResourcesChoice) -> Handling:
        """Take the bonus resources."""
        yield from self._make(choices.choose_resources(choice, game(self.position), self.seat), RESOURCES_CHOICE)

    def _offer(self, position: AnyPosition) -> Handling:
        """Ask for the set-up choice that is due."""
        offer = OFFERS.get(self.state)
        if offer is not None:
            yield offer(self._own(position))

    # -- turns --------------------------------------------------------------------------------------------------------

    def get_market(self, visit: GetMarket) -> Handling:
        """Take a line of the market and put everything away."""
        yield from self._make(market.visit_market(visit, game(self.position), self.seat), MARKET)

    def buy_dev_card(self, purchase: BuyDevCard) -> Handling:
        """Buy a development card."""
        yield from self._make(choices.buy_card(purchase), PURCHASE)

    def activate_prod(self, productions: ActivateProd) -> Handling:
        """Activate all productions of the turn."""
        actions = production.activate_productions(productions, self._player)
        yield from self._make(actions, production.errors_of(productions).refusals)

    def swap_shelves(self, swap: SwapShelves) -> Handling:
        """Let two shelves or depots change their contents."""
        actions = choices.swap_shelves(swap, self._player)
        if actions:
            yield from self._make(actions, SHELF_SWAP)
        else:  # two equal contents changed places
            yield words.shelves(names(self.position), self._own(self.position))

    def activate_leader(self, leaders: LeaderAction) -> Handling:
        """Play one or two leaders."""
        yield from self._make(choices.activate_leaders(leaders, self._player), LEADER_ACTIVATION)

    def discard_leader(self, leaders: LeaderAction) -> Handling:
        """Discard one or two leaders."""
        yield from self._make(choices.discard_leaders(leaders, self._player), LEADER_DISCARD)

    def turn_end(self, _: TurnEnd) -> Handling:
        """End the turn."""
        refusal = yield from self.play(*turn_ended(game(self.position), self.seat))
        yield ResTurnEnd() if refusal is None else TURN_END.told(refusal)

    def _make(self, actions: Actions, refusals: Refusals) -> Handling:
        """Play what a request asks for. What comes of it is told to everybody; only a refusal is answered."""
        refusal = yield from self.play(*actions)
        if refusal is not None:
            yield refusals.told(refusal)

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling:
        """Pass on what happened."""
        fact, after = event.entry.fact, event.after
        if isinstance(fact, Moved | Skipped):
            yield from self._move_news(event)
        elif isinstance(fact, Started):
            self.release()
            who, table = names(after), renaissance.view(game(after), None)
            yield words.game_started(who, table)
            yield from words.opening(who, table)
            yield from (words.player_status(name, True, said) for name, said in admissions(self, after.seats))
            yield from self._offer(after)
        elif isinstance(fact, Undone):
            yield from self._whole_table(after)
        elif isinstance(fact, Succeeded):
            former = event.before.seats[fact.seat].name
            yield words.player_status(former, False, f"{fact.name} plays on for {former}")
            yield from self._whole_table(after)
        elif isinstance(fact, Left):
            if after.size:
                self.release()  # the start will not come yet
        elif isinstance(fact, Quit):
            name = after.seats[fact.seat].name
            yield words.player_status(name, False, f"{name} has left for good")
        elif isinstance(fact, HandedOver):
            name = after.seats[fact.seat].name
            yield words.player_status(name, True, f"a bot plays for {name}" if fact.bot else f"{name} plays again")
        if after.finished:
            yield words.winner(names(after), after)

    def _move_news(self, event: Event) -> Handling:
        """What changed for everybody, between the echo of our own set-up choices and the next offer."""
        mine = event.entry.fact.seat == self.seat
        updates = self.shared_all(event, self.NAME, _updates)
        if mine:
            yield from self._echo(event)
        if updates.raw:
            yield updates
        if mine and any(isinstance(step.action, Keep) for step in event.steps):
            yield from self._offer(event.after)

    def _echo(self, event: Event) -> Handling:
        """Confirm our set-up choices, also those the house made for us when our time was over."""
        if any(isinstance(step.action, Keep) for step in event.steps):
            yield words.leader_choice(self._own(event.after))
        chosen = [step.action.resource for step in event.steps if isinstance(step.action, Bonus)]
        if chosen:
            yield words.resources_choice(chosen)

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody came back or is gone."""
        name, table = notice.name, self.table
        if name == self.name or table is None or not table.position.started:
            return
        here = notice.presence is Presence.HERE
        yield words.player_status(name, here, f"{name} is back" if here else self._gone(name))

    def _gone(self, name: str) -> str:
        assert self.table is not None
        msg = f"{name} is gone: their turns are skipped until they come back"
        return f"{msg}; you are the last one at the table" if last_standing(self.table) == self.name else msg

    @property
    def _player(self) -> renaissance.Player:
        """Our board."""
        return game(self.position).players[self.seat]

    def _own(self, position: AnyPosition) -> PlayerView:
        """Our board, as we may see it."""
        return renaissance.view(game(position), self.seat).players[self.seat]


def _updates(event: Event) -> list[Message]:
    return list(words.updates(names(event.after), event.steps))


RenaissanceJson.machine = Machine(
    State.GREETED,
    [
        on(State.GREETED, "req_nickname", Nickname, RenaissanceJson.nickname, *ARRIVED),
        on(State.OVER, "req_nickname", Nickname, RenaissanceJson.nickname, State.GREETED, *ARRIVED),
        on(State.ASKED, "req_players_count", PlayersCount, RenaissanceJson.players_count, State.WAITING),
        on(State.LEADERS, "req_leader_choice", LeaderChoice, RenaissanceJson.leader_choice, State.RESOURCES, *CHOSEN),
        on(State.RESOURCES, "req_resources_choice", ResourcesChoice, RenaissanceJson.resources_choice, *CHOSEN),
        on(State.TURN, "req_get_market", GetMarket, RenaissanceJson.get_market, State.ACTED, State.OVER),
        on(State.TURN, "req_buy_dev_card", BuyDevCard, RenaissanceJson.buy_dev_card, State.ACTED, State.OVER),
        on(State.TURN, "req_activate_prod", ActivateProd, RenaissanceJson.activate_prod, State.ACTED, State.OVER),
        on(IN_TURN, "req_swap_shelves", SwapShelves, RenaissanceJson.swap_shelves),
        on(IN_TURN, "req_activate_leader", LeaderAction, RenaissanceJson.activate_leader),
        on(State.TURN, "req_discard_leader", LeaderAction, RenaissanceJson.discard_leader, State.TURN, State.OVER),
        on(State.ACTED, "req_discard_leader", LeaderAction, RenaissanceJson.discard_leader, State.ACTED, State.OVER),
        on(State.ACTED, "req_turn_end", TurnEnd, RenaissanceJson.turn_end, State.IDLE, State.TURN, State.OVER),
    ],
    changes=[
        (State.QUEUED, "a seat is free", State.WAITING),
        (State.QUEUED, "nobody is asked any more", State.ASKED),
        (State.QUEUED, "no seat can be had", State.GREETED),
        (State.ASKED, "too slow", State.GREETED),
        ((State.ASKED, State.WAITING), "the game starts", State.LEADERS),
        (State.LEADERS, "a bot plays", State.RESOURCES),
        *(((State.LEADERS, State.RESOURCES), "time is over", chosen) for chosen in CHOSEN),
        (State.READY, "everybody has chosen", State.IDLE),
        (State.READY, "everybody has chosen", State.TURN),
        (State.IDLE, "the turn comes", State.TURN),
        (State.TURN, "a bot plays", State.ACTED),
        (IN_TURN, "time is over", State.IDLE),
        (IN_GAME, "the game ends", State.OVER),
    ],
    aliases={
        name: f"req_{name}"
        for name in ("activate_prod", "activate_leader", "discard_leader", "swap_shelves", "buy_dev_card")
    },
    groups={"game": IN_GAME},
)
