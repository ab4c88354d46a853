"""renaissance-events: Masters of Renaissance, a whole move in each request and an event for everything that happens
(``docs/protocols/renaissance-events.md``).

How it works. The machine at the end of this file says what a connection listens to. A request that is a move is turned
into actions (``choices``) and played all or nothing; if it is refused, the answer is one of the protocol's errors
(``refusals``). What happens at the table, whoever did it and by whatever protocol, is told in updates (``updates``),
the last of which, ``UpdateAction``, is what the client of the time waits for.

What must stay true:

1. A line that cannot be read is an ``ErrProtocol`` and changes nothing; an ``ErrProtocol`` from a client is swallowed.
2. No ``UpdateAction`` of somebody else is sent to whoever has the turn.
3. Which leaders somebody holds is told to them alone.
4. ``ReqQuit`` leaves the table as a lost connection does: the nickname brings the seat back. Until it says goodbye the
   connection listens to nothing else.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Any, ClassVar

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import REVERT
from bottega.games.renaissance.model import PRODUCING, Player
from bottega.table.entries import HandedOver, Left, Moved, Quit, Sat, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event, Notice, Presence
from bottega.table.house import House
from bottega.table.position import AnyPosition
from bottega.wire.core.connection import Peer
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.loose_json import Object, Unreadable, fit, read_object, write_object
from bottega.wire.core.machine import BadRequest, Handling, Machine, Nothing, on, quoted
from bottega.wire.renaissance_events import choices, messages, refusals, updates, words
from bottega.wire.renaissance_events.choices import Actions
from bottega.wire.renaissance_events.heartbeat import Heartbeat
from bottega.wire.renaissance_events.messages import Message
from bottega.wire.renaissance_events.refusals import Refused
from bottega.wire.shared.renaissance import (
    GAME,
    Arrival,
    Patience,
    admissions,
    asked,
    come_in,
    game,
    names,
    standing,
    starts,
    turn_ended,
)

WELCOME, WELCOMED = messages.ReqWelcome(), messages.ResWelcome()
BEAT, BEATEN = messages.ReqHeartbeat(), messages.ResHeartbeat()
GOODBYE, PARTED = messages.ReqGoodbye(), messages.ResGoodbye()
HAS_QUIT = messages.ResQuit()

NOT_SET, ALREADY_SET, TAKEN, NOT_IN_GAME = "NOT_SET", "ALREADY_SET", "TAKEN", "NOT_IN_GAME"


class State(StrEnum):
    """Where a connection stands."""

    GREETED = auto()
    """It has no nickname."""
    QUEUED = auto()
    """It has a nickname and no seat: somebody else is choosing the number of players."""
    ASKED = auto()
    """It is the first of the line, and says how many play."""
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
    LEFT = auto()
    """It has quit, and is about to say goodbye."""


IN_LINE = (State.QUEUED, State.ASKED, State.WAITING)
AT_SETUP = (State.LEADERS, State.RESOURCES, State.READY)
IN_TURN = (State.TURN, State.ACTED)
IN_PLAY = (State.IDLE, *IN_TURN)
IN_GAME = (*AT_SETUP, *IN_PLAY)
CHOSEN = (State.READY, State.IDLE, State.TURN)
"""Where somebody stands who has made all set-up choices."""
ARRIVED = (*IN_LINE, *IN_GAME)
"""Where somebody stands who has come in, or come back."""

MAIN = ("ReqTakeFromMarket", "ReqBuyDevCard", "ReqActivateProductions")
OF_SETUP = ("ReqChooseLeaders", "ReqChooseResources")

_TOO_EARLY = {
    State.IDLE: "NOT_CURRENT_PLAYER",
    State.OVER: "GAME_ENDED",
    **dict.fromkeys(AT_SETUP, "EARLY_MANDATORY_ACTION"),
}
"""Why a request that belongs to a turn is refused."""


class RenaissanceEvents(Dialect[Message]):
    """One renaissance-events connection."""

    NAME: ClassVar[str] = "renaissance-events"
    GAME: ClassVar[str] = GAME

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._heartbeat = Heartbeat(self, self.write(BEAT))
        self._patience = Patience()
        self._quit = False

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table."""
        if self._quit:
            return State.LEFT
        if self.table is None:
            coming_in = self.house.reception.queued(self) or self.house.reception.arriving(
                self
            )  # a seat may be on its way to the disk
            return State.QUEUED if coming_in else State.GREETED
        return standing(self, self.table, State)

    # -- lines --------------------------------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """A line came: whatever it says, somebody is there."""
        self._heartbeat.heard()
        super().received(message)

    def read(self, message: str | None) -> tuple[str, Object]:
        """The type and the whole message."""
        request = read_object(message)
        kind = request.get("type")
        if not isinstance(kind, str):
            raise Unreadable('field "type" not found')
        if not self.machine.knows(kind):
            raise Unreadable(f"there is no message {quoted(kind)}")
        return kind, request

    def payload(self, body: Object, shape: type[Any]) -> Any:
        """The message's fields."""
        return fit(body, shape)

    def write(self, said: Message) -> str:
        """JSON text."""
        return write_object(said)

    def unexpected(self, message: str) -> BadRequest:
        """A request that this state has no use for."""
        state = self.state
        if state is State.LEFT:
            return Refused(None)  # whoever has quit is listened to no more
        if message == "ReqJoin":
            return Refused(refusals.nickname(ALREADY_SET))
        if state is State.GREETED:
            return Refused(refusals.nickname(NOT_SET))
        if message == "ReqNewGame":
            return Refused(refusals.new_game(invalid=False))
        if state in IN_LINE:
            return Refused(refusals.nickname(NOT_IN_GAME))
        return Refused(self._not_now(message, state))

    @staticmethod
    def _not_now(message: str, state: State) -> Message:
        if message in OF_SETUP:
            chosen = state in (State.RESOURCES, State.READY)
            if message == "ReqChooseLeaders" and chosen:
                return refusals.initial_choice(True)
            if message == "ReqChooseResources" and state in AT_SETUP:
                return refusals.initial_choice(state is State.LEADERS, 2 if state is State.LEADERS else 0)
            return refusals.action("LATE_SETUP_ACTION")
        late = "LATE_MANDATORY_ACTION" if message in MAIN else "EARLY_TURN_END"
        return refusals.action(_TOO_EARLY.get(state, late))

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request with its error; nothing is said to whoever has quit."""
        if isinstance(bad, Refused):
            yield from [bad.answer] if bad.answer is not None else ()
        else:
            yield refusals.protocol(str(bad))

    def greet(self) -> Handling:
        """Each side begins with the same line."""
        self._heartbeat.start()
        yield WELCOME

    def welcome(self, _: Nothing) -> Handling:
        """The other side has begun."""
        yield WELCOMED

    def beat(self, _: Nothing) -> Handling:
        """Be known to be there."""
        yield BEATEN

    def listen(self, _: Nothing) -> Handling:
        """An answer, or an error of the client's: nothing depends on it."""
        yield from ()

    def part(self, _: Nothing) -> Handling:
        """The client wants to close."""
        yield PARTED
        self.peer.close("the client has said goodbye")

    def parted(self, _: Nothing) -> Handling:
        """The client has heard that we want to close."""
        self.peer.close("goodbye was said")
        yield from ()

    def farewell(self) -> tuple[Message, ...]:
        """The house closes."""
        return (GOODBYE,)

    def lost(self) -> None:
        """The connection is gone."""
        self._patience.end()
        self._heartbeat.stop()
        super().lost()

    # -- coming and going ---------------------------------------------------------------------------------------------

    def join(self, join: messages.Join) -> Handling:
        """Get in line under a nickname, or come back to the game."""
        if not join.nickname.strip():
            raise Refused(refusals.nickname(NOT_SET))
        arrival = yield from come_in(self, join.nickname)
        if isinstance(arrival, Refusal):
            yield refusals.nickname(TAKEN)
        elif arrival is Arrival.RETURNED:
            yield self._whole_game(self.position)
            playing = game(self.position)
            if playing.phase is PRODUCING and playing.seat == self.seat:
                yield from self.play(REVERT)  # begun in another protocol; here productions come in one piece
        else:
            yield from self._line(self.position)

    def queued(self) -> Handling:
        """Somebody else is choosing the number of players."""
        first = next((table for table in self.house.tables.values() if self._chooses(table.position)), None)
        seats = () if first is None else first.position.seats
        yield messages.UpdateBookedSeats(
            bookedSeats=len(seats) + 1,
            canPrepareNewGame=seats[0].name if seats else "",
        )

    def _chooses(self, position: AnyPosition) -> bool:
        return position.charter.game == GAME and not position.size and bool(position.seats)

    def _line(self, position: AnyPosition) -> Handling:
        """Who waits, and for how many the table is."""
        first = position.seats[0].name
        chooser = first if asked(self) or first != self.name else ""
        yield messages.UpdateBookedSeats(bookedSeats=len(position.seats), canPrepareNewGame=chooser)
        if asked(self):
            self._patience.begin(self, self._too_slow)
        if position.size:
            yield messages.UpdateJoinGame(playersCount=position.size)
            if starts(position):
                self.hold()

    def _too_slow(self) -> Handling:
        """Whoever does not say how many play makes way for the next."""
        yield GOODBYE
        self.peer.close("it took too long to say how many play")

    def new_game(self, new: messages.NewGame) -> Handling:
        """Say how many play."""
        refusal = yield from self.resize(new.playersCount)
        if refusal is not None:
            yield refusals.new_game(invalid=True)
            return
        yield messages.UpdateJoinGame(playersCount=new.playersCount)
        if starts(self.position):
            self.hold()

    def quit(self, _: Nothing) -> Handling:
        """Leave the line, or the game: the seat stays, as if the connection were lost."""
        self._quit = True
        self.house.reception.withdraw(self)
        if self.table is not None:
            table, self.table = self.table, None
            table.drop(self)
        yield HAS_QUIT

    def _whole_game(self, position: AnyPosition) -> Message:
        table = self.table
        assert table is not None
        here = {seat.name for seat in position.seats if seat.bot or (not seat.quit and table.present(seat.name))}
        notices = [text for _, text in admissions(self, position.seats)]
        return words.update_game(game(position), names(position), self.seat, here | {self.name}, notices)

    # -- moves --------------------------------------------------------------------------------------------------------

    def choose_leaders(self, choice: messages.ChooseLeaders) -> Handling:
        """Keep two leaders."""
        yield from self._make(choices.keep_leaders(choice, self._player))

    def choose_resources(self, choice: messages.ChooseResources) -> Handling:
        """Take the bonus resources."""
        yield from self._make(choices.choose_resources(choice, self._player, self.seat))

    def take_from_market(self, visit: messages.TakeFromMarket) -> Handling:
        """Take a line of the market and put everything away."""
        yield from self._make(choices.visit_market(visit, game(self.position), self.seat))

    def buy_dev_card(self, purchase: messages.BuyDevCard) -> Handling:
        """Buy a development card."""
        yield from self._make(choices.buy_card(purchase, game(self.position), self.seat))

    def activate_productions(self, productions: messages.ActivateProductions) -> Handling:
        """Activate all productions of the turn."""
        yield from self._make(choices.activate(productions, self._player, self.seat))

    def swap_shelves(self, swap: messages.SwapShelves) -> Handling:
        """Let two shelves or depots change their contents; where there is nothing to change, that is done at once."""
        actions = choices.swap_shelves(swap, self._player, self.seat)
        if actions:
            yield from self._make(actions)
        else:
            yield updates.action(updates.SWAP_SHELVES, self.name)

    def leader_action(self, leader: messages.LeaderAction) -> Handling:
        """Put a leader into play, or discard it."""
        yield from self._make(choices.leader_action(leader, self._player))

    def end_turn(self, _: Nothing) -> Handling:
        """Let the next player play."""
        yield from self._make(turn_ended(game(self.position), self.seat))

    def _make(self, actions: Actions) -> Handling:
        """Play what a request asks for. What comes of it is told to everybody; only a refusal is answered."""
        refusal = yield from self.play(*actions)
        if refusal is not None:
            yield refusals.told(refusal, self._player)

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling:
        """Pass on what happened."""
        fact, after = event.entry.fact, event.after
        if isinstance(fact, Moved | Skipped):
            mine = fact.seat == self.seat
            yield self.shared_all(event, (self.NAME, mine), self._told)
        elif isinstance(fact, Sat | Left):
            if not after.started and self.state is not State.QUEUED:
                yield from self._lobby_news(event, fact)
        elif isinstance(fact, Undone | Succeeded):
            yield self._whole_game(after)
        elif isinstance(fact, Started):
            self.release()
            yield self._whole_game(after)
            for name, player in zip(names(after), game(after).players, strict=True):
                if player.faith:
                    yield updates.faith(name, player.faith)
        elif isinstance(fact, Quit | HandedOver):
            here = isinstance(fact, HandedOver)
            yield messages.UpdatePlayerStatus(player=after.seats[fact.seat].name, isActive=here)
        if after.result is not None and after.started and not isinstance(fact, Moved | Skipped):
            yield from updates.end(game(after), names(after), after.result)

    def _told(self, event: Event) -> list[Message]:
        return list(updates.told(event.steps, names(event.after), self.seat, event.after.result))

    def _lobby_news(self, event: Event, fact: Sat | Left) -> Handling:
        joined = isinstance(fact, Sat)
        who = (event.after if joined else event.before).seats[fact.seat].name
        if who != self.name:
            yield from self._line(event.after)
        if not joined:
            self.release()  # the start will not come yet

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody came back or is gone."""
        table = self.table
        if table is not None and table.position.started and notice.name != self.name:
            yield messages.UpdatePlayerStatus(player=notice.name, isActive=notice.presence is Presence.HERE)

    @property
    def _player(self) -> Player:
        """Our board."""
        return self.position.playing(renaissance.State).players[self.seat]


_S = State
_EVENTS = RenaissanceEvents

RenaissanceEvents.machine = Machine(
    _S.GREETED,
    [
        on(State, "ReqWelcome", Nothing, _EVENTS.welcome),
        on(State, "ResWelcome", Nothing, _EVENTS.listen),
        on(State, "ReqHeartbeat", Nothing, _EVENTS.beat),
        on(State, "ResHeartbeat", Nothing, _EVENTS.listen),
        on(State, "ErrProtocol", Nothing, _EVENTS.listen),
        on(State, "ReqGoodbye", Nothing, _EVENTS.part),
        on(State, "ResGoodbye", Nothing, _EVENTS.parted),
        on(_S.GREETED, "ReqJoin", messages.Join, _EVENTS.join, *ARRIVED),
        on(_S.ASKED, "ReqNewGame", messages.NewGame, _EVENTS.new_game, _S.WAITING),
        on((*ARRIVED, _S.OVER), "ReqQuit", Nothing, _EVENTS.quit, _S.LEFT),
        on(_S.LEADERS, "ReqChooseLeaders", messages.ChooseLeaders, _EVENTS.choose_leaders, _S.RESOURCES, *CHOSEN),
        on(_S.RESOURCES, "ReqChooseResources", messages.ChooseResources, _EVENTS.choose_resources, *CHOSEN),
        on(_S.TURN, "ReqTakeFromMarket", messages.TakeFromMarket, _EVENTS.take_from_market, _S.ACTED, _S.OVER),
        on(_S.TURN, "ReqBuyDevCard", messages.BuyDevCard, _EVENTS.buy_dev_card, _S.ACTED, _S.OVER),
        on(_S.TURN, "ReqActivateProductions", messages.ActivateProductions, _EVENTS.activate_productions,
           _S.ACTED, _S.OVER),
        on(IN_TURN, "ReqSwapShelves", messages.SwapShelves, _EVENTS.swap_shelves),
        on(_S.TURN, "ReqLeaderAction", messages.LeaderAction, _EVENTS.leader_action, _S.TURN, _S.OVER),
        on(_S.ACTED, "ReqLeaderAction", messages.LeaderAction, _EVENTS.leader_action, _S.ACTED, _S.OVER),
        on(_S.ACTED, "ReqEndTurn", Nothing, _EVENTS.end_turn, _S.IDLE, _S.TURN, _S.OVER),
    ],
    changes=[
        (_S.QUEUED, "a seat is free", _S.WAITING),
        (_S.QUEUED, "nobody is asked any more", _S.ASKED),
        (_S.QUEUED, "no seat can be had", _S.GREETED),
        ((_S.ASKED, _S.WAITING), "the game starts", _S.LEADERS),
        (_S.LEADERS, "a bot plays", _S.RESOURCES),
        *(((_S.LEADERS, _S.RESOURCES), "time is over", chosen) for chosen in CHOSEN),
        (_S.READY, "everybody has chosen", _S.IDLE),
        (_S.READY, "everybody has chosen", _S.TURN),
        (_S.IDLE, "the turn comes", _S.TURN),
        (_S.TURN, "a bot plays", _S.ACTED),
        (IN_TURN, "time is over", _S.IDLE),
        (_S.ACTED, "time is over", _S.TURN),
        (IN_GAME, "the game ends", _S.OVER),
    ],
    groups={"game": IN_GAME},
)  # fmt: skip
"""What a connection listens to."""
