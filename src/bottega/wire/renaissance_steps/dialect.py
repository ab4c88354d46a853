"""renaissance-steps: Masters of Renaissance step by step (``docs/protocols/renaissance-steps.md``).

How it works. ``machine``, at the end, says what a connection listens to; its states are in ``states``. A command either
touches the :class:`~bottega.wire.renaissance_steps.bench.Bench`, where a purchase or productions are laid out (handlers
in ``laying_out``), and is answered to this player alone; or it becomes actions for the table, and the answer is the
``news`` that everybody gets. The set-up is told seat by seat
(:class:`~bottega.wire.renaissance_steps.setup.SetupRound`), moves in the updates of ``updates``.

What must stay true:

1. Bad input gets an ErrorMessage, leaves the connection alive, and changes nothing; but a purchase or activation that
   fails, for whatever reason but an unreadable request, empties the bench as the document says and is followed by the
   storage as it is.
2. What is laid out on the bench is told to this player alone and is gone with the connection.
3. Before an update about somebody's board a NewTurnUpdate has said that it is their turn: without the document's
   profile nothing else tells whose board is meant.
4. The nickname and the number of players have a time limit each; a nickname has a limited number of attempts.
5. Before the server closes a connection it says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import (
    END_TURN,
    SHELVES,
    Action,
    Bonus,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Move,
    PlayLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.model import Player
from bottega.limits import ANSWER_SECONDS
from bottega.table.entries import HandedOver, Left, Moved, Quit, Sat, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.wire.core.connection import Peer, Timer
from bottega.wire.core.dialect import Dialect, Framed
from bottega.wire.core.machine import BadRequest, Handling, Machine, Nothing, on
from bottega.wire.renaissance_steps import laying_out, messages, news, words
from bottega.wire.renaissance_steps.bench import Bench
from bottega.wire.renaissance_steps.heartbeat import Heartbeat
from bottega.wire.renaissance_steps.messages import Request
from bottega.wire.renaissance_steps.profile import PROFILES, Profile
from bottega.wire.renaissance_steps.setup import SetupRound
from bottega.wire.renaissance_steps.shapes import Update
from bottega.wire.renaissance_steps.states import (
    AT_SETUP,
    BETWEEN_ACTIONS,
    CONNECTED,
    IN_GAME,
    IN_TURN,
    LAYING_OUT,
    REFUSALS,
    State,
    turn_phase,
)
from bottega.wire.shared.renaissance import (
    GAME,
    Arrival,
    admissions,
    asked,
    come_in,
    game,
    last_standing,
    names,
    starts,
)

NOTHING = Nothing()
NICKNAME, NUMBER = "nickname", "number"
"""The errors of an unreadable answer to what the server has asked: it is asked again."""
_QUESTIONS: dict[type[Any], str] = {messages.Register: NICKNAME, messages.PlayerNumber: NUMBER}

CLOSING = "the house closes; seats in running games are kept: come back with your nickname"


class RenaissanceSteps(Dialect[Update]):
    """One renaissance-steps connection."""

    NAME: ClassVar[str] = "renaissance-steps"
    GAME: ClassVar[str] = GAME
    PROFILES: ClassVar[Mapping[str, Profile]] = PROFILES
    profile: Profile

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.bench = Bench()
        self.setup = SetupRound()
        self._heartbeat = Heartbeat(self, self.write(words.PING_REQUEST))
        self._patience: Timer | None = None
        self._welcomed = False
        self._attempts = 0

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table, its bench, and how far its player knows the set-up."""
        table = self.table
        if table is None or self._catching_up:
            coming_in = self.house.reception.queued(self) or self.house.reception.arriving(
                self
            )  # a seat may be on its way to the disk
            return State.QUEUE if coming_in else State.REGISTER
        position = table.position
        if position.result is not None:
            return State.OVER
        if position.state is None:
            return State.NUMBER if asked(self) else State.LOBBY
        playing, seat = position.playing(renaissance.State), self.seat
        if not self.setup.over(playing):
            return self.setup.state(playing, seat)
        if playing.seat != seat:
            return State.WAITING
        return State.PICKUPPHASE if self.bench.picked else turn_phase(playing, seat)

    # -- requests -----------------------------------------------------------------------------------------------------

    def read(self, message: str | None) -> tuple[str, Request]:
        """The command and the whole request."""
        request = messages.read_request(message)
        return request.kind, request

    def payload(self, body: Request, shape: type[Any]) -> Any:
        """The request's fields, under either of their names."""
        if shape is Nothing:
            return NOTHING
        try:
            return messages.read_payload(body, shape)
        except BadRequest as bad:
            bad.error = _QUESTIONS.get(shape, "")
            raise

    def unexpected(self, message: str) -> BadRequest:
        """A command that this state has no use for, or that does not exist."""
        if not self.machine.knows(message):
            return BadRequest(f"there is no command {messages.quoted(message)}")
        name, state = self.machine.aliases.get(message, message), self.state
        if state in IN_TURN and name not in _OF_TURNS:
            return BadRequest(f"{name} belongs to the start of the game, and turns are being played already")
        return BadRequest(REFUSALS[state])

    def refuse(self, bad: BadRequest) -> Handling:
        """Say why; what was asked for is asked for again."""
        if bad.error == NICKNAME:
            yield from self._refuse_nickname(str(bad))
        elif bad.error == NUMBER:
            yield from self._refuse_number(str(bad))
        else:
            yield words.error(str(bad))

    def write(self, said: Update) -> str:
        """JSON text, as the profile writes it."""
        return self.profile.write(said)

    def answer_ping(self, _: Nothing) -> Handling:
        """The client is there."""
        self._heartbeat.answered()
        yield from ()

    # -- nickname and lobby -------------------------------------------------------------------------------------------

    def greet(self) -> Handling:
        """Ask for the nickname."""
        self._expect_answer()
        yield words.REGISTER_REQUEST

    def register(self, register: messages.Register) -> Handling:
        """Come in under a nickname: to a seat, perhaps after a time in the queue, or back to one's own."""
        arrival = yield from come_in(self, register.nickname)
        if isinstance(arrival, Refusal):
            yield from self._refuse_nickname(str(arrival))
        elif arrival is Arrival.RETURNED:
            playing = game(self.position)
            self.setup = SetupRound.joined(playing, self.seat)
            yield from self._welcome(f"welcome back, {self.name}")
            if self.profile.greets_back:
                yield words.back(self.name)
            yield news.whole_table(self, playing)
        else:
            if not self._welcomed:
                yield from self._welcome(f"welcome, {self.name}")
            if asked(self):
                self._expect_answer()
                yield words.NUMBER_REQUEST
            else:
                yield words.text("you have joined a lobby")
                yield from self._enter_lobby()

    def _refuse_nickname(self, reason: str) -> Handling:
        """Say why the nickname cannot be used, and ask again (not for ever)."""
        self._welcomed = False
        self._attempts += 1
        yield words.error(reason)
        if self._attempts == self.profile.attempts:
            yield from self._part(f"{self._attempts} nicknames were refused")
        else:
            yield words.REGISTER_REQUEST

    def queued(self) -> Handling:
        """Somebody else is choosing the number of players."""
        yield from self._welcome(REFUSALS[State.QUEUE])

    def _welcome(self, message: str) -> Handling:
        self._welcomed = True
        self._expect_nothing()
        self._heartbeat.start()
        yield words.welcome(message)

    def choose_number(self, choice: messages.PlayerNumber) -> Handling:
        """Say how many play."""
        refusal = yield from self.resize(choice.number)
        if refusal is not None:
            yield from self._refuse_number(str(refusal))
        else:
            self._expect_nothing()
            yield from self._enter_lobby()

    def _refuse_number(self, reason: str) -> Handling:
        yield words.error(reason)
        if self.profile.asks_again:
            yield words.NUMBER_REQUEST
        else:
            yield from self._part("the number of players was no good")

    def _enter_lobby(self) -> Handling:
        """Wait for the others, or for the start if that is on its way."""
        yield self._lobby()
        yield from (words.text(said) for _, said in admissions(self, self.position.seats))
        if starts(self.position):
            self.hold()

    def _lobby(self) -> Update:
        return words.lobby(names(self.position), self.position.size)

    # -- time ---------------------------------------------------------------------------------------------------------

    def _expect_answer(self) -> None:
        self._patience = self.peer.later(ANSWER_SECONDS, self._waited)

    def _waited(self) -> None:
        if self.busy:  # the answer is on its way to the disk; should it be refused, the next may take as long
            self._expect_answer()
        else:
            self.run(self._part("waited too long"))

    def _expect_nothing(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def _part(self, reason: str) -> Handling:
        """Say why, and close the connection."""
        yield words.goodbye(reason)
        self.peer.close(reason)

    def lost(self) -> None:
        """The connection is gone, and what lies on its bench."""
        self._expect_nothing()
        self._heartbeat.stop()
        self.bench.clear()
        super().lost()

    def farewell(self) -> Iterable[Update]:
        """The house closes."""
        return [words.goodbye(CLOSING)]

    # -- set-up and leaders -------------------------------------------------------------------------------------------

    def choose_leaders(self, choice: messages.ChooseLeaders) -> Handling:
        """Keep these leaders."""
        yield from self.act(Keep(tuple(leader.number for leader in choice.chosenLeaders)))

    def choose_bonus(self, bonus: messages.Bonus) -> Handling:
        """Place a bonus resource."""
        yield from self.act(Bonus(bonus.res.number, bonus.id))

    def pass_setup(self, _: Nothing) -> Handling:
        """End the set-up turn."""
        self.setup.passed = True
        yield from self.setup.go_on(self.game, names(self.position), self.seat, self.profile)

    def pass_setup_late(self, _: Nothing) -> Handling:
        """End the set-up turn, which others' moves have ended already; it is no mistake, once."""
        if not self.setup.owed:
            raise self.unexpected("passTurn")
        self.setup.owed = False
        yield from ()

    def play_leader(self, leader: messages.LeaderInHand) -> Handling:
        """Put a leader into play."""
        yield from self.act(PlayLeader(self._kept(leader)))

    def discard_leader(self, leader: messages.LeaderInHand) -> Handling:
        """Discard a leader for a step of faith."""
        yield from self.act(DiscardLeader(self._kept(leader)))

    def _kept(self, named: messages.LeaderInHand) -> int:
        """Where among the leaders that the player kept (1 or 2) the one is that is meant."""
        player = self.player
        if named.id is not None:
            leader = named.id.number
            if leader not in player.leaders:
                raise BadRequest(f"{words.LEADER_NAMES[leader]} is not one of your leaders")
        else:
            leader = _in_hand(player, named.index or 0)
        return player.leaders.index(leader) + 1

    # -- market and storage -------------------------------------------------------------------------------------------

    def visit_market(self, market: messages.MarketLine) -> Handling:
        """Take the marbles of a line."""
        yield from self.act(Market(market.line))

    def deposit(self, deposit: messages.Deposit) -> Handling:
        """Store a pending resource."""
        yield from self.act(Store(deposit.res.number, deposit.id))

    def discard(self, discard: messages.OneResource) -> Handling:
        """Discard a pending resource."""
        yield from self.act(Discard((discard.res.number,)))

    def transform_white(self, transform: messages.OneResource) -> Handling:
        """Choose what a pending white marble is."""
        yield from self.act(White(transform.res.number))

    def move_resource(self, move: messages.MoveResource) -> Handling:
        """Let two shelves change their contents, or move one resource between a shelf and a depot."""
        both_shelves = move.id1 in SHELVES and move.id2 in SHELVES
        yield from self.act(Swap(move.id1, move.id2) if both_shelves else Move(move.id1, move.id2))

    def end_turn(self, _: Nothing) -> Handling:
        """Let the next player play."""
        yield from self.act(END_TURN)

    def act(self, action: Action) -> Handling:
        """Make a move of one action, or say why not."""
        refusal = yield from self.play(action)
        if refusal is not None:
            yield words.error(self.told_refusal(refusal))

    def told_refusal(self, refusal: Refusal) -> str:
        """A refusal of the rules, with the names of this protocol."""
        return refusal.told(**words.spellings(self.player))

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling | Framed:
        """Pass on what happened."""
        return news.of_others(self, event) or self._news(event)

    def _news(self, event: Event) -> Handling:
        fact, after = event.entry.fact, event.after
        if isinstance(fact, Moved | Skipped):
            yield from news.moves(self, event, fact)
        elif isinstance(fact, Sat | Left):
            yield from self._lobby_news(event, fact)
        elif isinstance(fact, Started):
            self._expect_nothing()
            yield from news.start(self, after)
            self.release()
        elif isinstance(fact, Undone):
            yield from news.taken_back(self, after, fact.seat)
        elif isinstance(fact, Succeeded):
            yield from news.handed_on(self, after, event.before.seats[fact.seat].name, fact.name)
        elif isinstance(fact, Quit):
            yield words.gone(after.seats[fact.seat].name, "has left the game for good")
        elif isinstance(fact, HandedOver):
            yield words.text(f"{after.seats[fact.seat].name} is played by {fact.bot or 'a person'} now")
        if after.finished and after.started:
            yield from news.results(after)
            yield from self._part(REFUSALS[State.OVER])

    def _lobby_news(self, event: Event, fact: Sat | Left) -> Handling:
        if self.state is not State.LOBBY:
            return
        joined = isinstance(fact, Sat)
        who = (event.after if joined else event.before).seats[fact.seat].name
        if who != self.name:
            yield words.text(f"{who} has {'joined' if joined else 'left'} the lobby")
            yield self._lobby()
            if joined:
                yield from (words.text(said) for _, said in admissions(self, (event.after.seats[fact.seat],)))
        if not joined:
            self.release()  # the start will not come yet

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody came or went."""
        table = self.table
        if table is None or self.state not in IN_GAME or notice.name == self.name:
            return
        yield words.PRESENCE[notice.presence](notice.name)
        if last_standing(table) == self.name:
            yield words.text("you are the only one left at the table; the others may still come back")

    @property
    def game(self) -> renaissance.State:
        """The game that is being played."""
        return self.position.playing(renaissance.State)

    @property
    def player(self) -> Player:
        """This connection's player in it."""
        return self.position.playing(renaissance.State).players[self.seat]


def _in_hand(player: Player, index: int) -> int:
    """The leader at a place among those still in hand, counted from 0."""
    if index not in range(len(player.hand)):
        raise BadRequest(f"you have {len(player.hand)} leaders in hand, counted from 0: there is no {index}")
    return player.hand[index]


_S = State
_NEXT = (_S.WAITING, _S.STARTTURN, _S.OVER)
"""Where the end of a turn leads: somebody else's turn, one's own next in a game alone, or the end."""

RenaissanceSteps.machine = Machine(
    _S.REGISTER,
    [
        on(CONNECTED, "PingResponse", Nothing, RenaissanceSteps.answer_ping),
        on(_S.REGISTER, "RegisterResponse", messages.Register, RenaissanceSteps.register,
           _S.QUEUE, _S.NUMBER, _S.LOBBY, *IN_GAME),
        on(_S.NUMBER, "PlayerNumberResponse", messages.PlayerNumber, RenaissanceSteps.choose_number, _S.LOBBY),
        # set-up
        on(_S.STARTSETUPTURN, "chooseLeader", messages.ChooseLeaders, RenaissanceSteps.choose_leaders,
           _S.STARTSETUPTURN, _S.ENDSETUPTURN),
        on(_S.STARTSETUPTURN, "chooseResourceToDeposit", messages.Bonus, RenaissanceSteps.choose_bonus,
           _S.STARTSETUPTURN, _S.ENDSETUPTURN),
        on(_S.ENDSETUPTURN, "passTurn", Nothing, RenaissanceSteps.pass_setup, _S.WAITING, _S.STARTTURN),
        on((_S.WAITING, _S.STARTTURN), "passTurn", Nothing, RenaissanceSteps.pass_setup_late),
        # a turn
        on(BETWEEN_ACTIONS, "playLeader", messages.LeaderInHand, RenaissanceSteps.play_leader),
        on(BETWEEN_ACTIONS, "discardLeader", messages.LeaderInHand, RenaissanceSteps.discard_leader),
        on(_S.STARTTURN, "buyAtMarketInterface", messages.MarketLine, RenaissanceSteps.visit_market,
           _S.DEPOSITPHASE, _S.ENDTURN),
        on(_S.DEPOSITPHASE, "transformWhiteIn", messages.OneResource, RenaissanceSteps.transform_white),
        on(_S.DEPOSITPHASE, "depositResource", messages.Deposit, RenaissanceSteps.deposit,
           _S.DEPOSITPHASE, _S.ENDTURN),
        on(_S.DEPOSITPHASE, "discardResource", messages.OneResource, RenaissanceSteps.discard,
           _S.DEPOSITPHASE, _S.ENDTURN, _S.OVER),
        on((*BETWEEN_ACTIONS, _S.DEPOSITPHASE), "moveResource", messages.MoveResource, RenaissanceSteps.move_resource),
        on(_S.ENDTURN, "passTurn", Nothing, RenaissanceSteps.end_turn, *_NEXT),
        # the half-built move
        on(LAYING_OUT, "pickUpResourceFromWarehouse", messages.WarehousePickUp, laying_out.pick_from_warehouse,
           _S.PICKUPPHASE),
        on(LAYING_OUT, "pickUpResourceFromStrongbox", messages.OneResource, laying_out.pick_from_strongbox,
           _S.PICKUPPHASE),
        on(LAYING_OUT, "revertPickUp", Nothing, laying_out.revert, _S.STARTTURN),
        on((*LAYING_OUT, _S.ENDTURN), "toggleDiscount", messages.OneResource, laying_out.toggle_discount),
        on(LAYING_OUT, "substituteUnknownInInputBaseProduction", messages.OneResource, laying_out.choose_base_input),
        on(LAYING_OUT, "substituteUnknownInOutputBaseProduction", messages.OneResource, laying_out.choose_base_output),
        on(LAYING_OUT, "substituteUnknownInInputExtraProduction", Nothing, laying_out.choose_extra_input),
        on(LAYING_OUT, "substituteUnknownInOutputExtraProduction", messages.ExtraOutput,
           laying_out.choose_extra_output),
        on(LAYING_OUT, "ProductionUnknownCommand", messages.ProductionUnknown, laying_out.choose_unknown),
        on(LAYING_OUT, "toggleBaseProd", Nothing, laying_out.toggle_base),
        on(LAYING_OUT, "toggleCardProd", messages.CardProduction, laying_out.toggle_card),
        on(LAYING_OUT, "ToggleProductionCommand", messages.Production, laying_out.toggle_production),
        on(LAYING_OUT, "toggleExtraProd", messages.ExtraProduction, laying_out.toggle_extra),
        on(LAYING_OUT, "buyCard", messages.BuyCard, laying_out.buy_card, _S.STARTTURN, _S.ENDTURN),
        on(LAYING_OUT, "activateProductions", Nothing, laying_out.activate, _S.STARTTURN, _S.ENDTURN),
    ],
    changes=[
        (_S.QUEUE, "a number is chosen", _S.LOBBY),
        (_S.QUEUE, "whoever was choosing is gone", _S.NUMBER),
        (_S.QUEUE, "no seat can be had", _S.REGISTER),
        ((_S.NUMBER, _S.LOBBY), "the game starts", _S.WAITING),
        ((_S.NUMBER, _S.LOBBY), "the game starts", _S.STARTSETUPTURN),
        (_S.WAITING, "it is this player's turn", _S.STARTSETUPTURN),
        (_S.WAITING, "it is this player's turn", _S.STARTTURN),
        (_S.STARTSETUPTURN, "time is over", _S.ENDSETUPTURN),
        (_S.STARTSETUPTURN, "time is over", _S.WAITING),
        (_S.STARTSETUPTURN, "time is over", _S.STARTTURN),
        (_S.ENDSETUPTURN, "somebody plays", _S.WAITING),
        (_S.ENDSETUPTURN, "somebody plays", _S.STARTTURN),
        (LAYING_OUT, "a move made before coming back", _S.DEPOSITPHASE),
        ((*LAYING_OUT, _S.DEPOSITPHASE), "a move made before coming back", _S.ENDTURN),
        (IN_TURN, "time is over", _S.WAITING),
        (IN_TURN, "time is over", _S.STARTTURN),
        (IN_GAME, "the game ends", _S.OVER),
    ],
    groups={"set_up": AT_SETUP, "turn": IN_TURN},
    aliases=messages.CLASS_NAMES,
)  # fmt: skip
"""What a connection listens to."""

_OF_TURNS = frozenset(message for state, message in RenaissanceSteps.machine.rows if state in IN_TURN)
"""The commands that have their time in turns; the others belong to the start of the game."""
