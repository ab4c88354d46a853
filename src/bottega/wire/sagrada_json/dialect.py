"""sagrada-json: Sagrada in JSON objects, after an Italian course project (``docs/protocols/sagrada-json.md``).

How it works. A connection is asked for its name, waits for the table to start, chooses a window, and plays; whoever
lets a turn run out is suspended, that is passed over until they ask to come back. After the end it is asked again. The
machine at the end says which request does what in which state; everything else is error 2, but for ``reconnect``,
which has an error of its own.

What must stay true:

1. Whoever acts hears the answer (``ok``, ``die_color``, ``end``, or an error) before anything that follows from it.
2. An ``update`` follows every entry of the log that changes what it shows, whoever made it and in whatever words, but
   not while tool 11 waits for its value: that die is shown when the value is set or the turn is over.
3. ``turn`` is said once for each turn, to the player concerned, ``end`` when a turn is over that was announced so. A
   turn that runs out suspends its player only if it had been announced to them.
4. A private objective is sent to its owner only.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Any, ClassVar, TypeVar

from bottega.games import sagrada
from bottega.games.refusal import Refusal
from bottega.games.sagrada import Back, Choose, End, Place, SetValue, View
from bottega.games.sagrada.cards import COLOUR_OF, COLOURS
from bottega.games.sagrada.model import CHOOSING, NONE_PENDING, acting
from bottega.games.sagrada.queries import cannot_pay
from bottega.games.sagrada.tools import FLUX_REMOVER
from bottega.table.entries import Moved, Quit, Sitting, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event, Notice, Presence, Presences
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.names import tidy
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.core.connection import Peer
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.loose_json import Object, fit, read_object, write_object
from bottega.wire.core.machine import BadRequest, Handling, Machine, Nothing, on
from bottega.wire.sagrada_json.messages import (
    END,
    INVALID,
    LOGIN,
    OK,
    TAKEN,
    TOOL_REFUSED,
    TURN,
    ChooseWindow,
    Error,
    GameOver,
    Login,
    Message,
    PlaceDie,
    Toolcard,
    ToolcardA,
    ToolcardB,
    ToolcardC,
    ToolcardD,
    ToolcardE,
)
from bottega.wire.sagrada_json.profile import PROFILES, Profile
from bottega.wire.sagrada_json.tools import (
    BARE_TOOLS,
    MOVE_TOOLS,
    MOVES_TOOLS,
    PLACE_TOOLS,
    POOL_TOOLS,
    Tools,
    awaits_value,
    cell,
    pool_die,
)
from bottega.wire.sagrada_json.words import die_color, notification, show_table, update, windows
from bottega.wire.shared.sagrada import game, grace, playing, setup, standing, suits

C = TypeVar("C", bound=Toolcard)

NO_TURN = -1


class State(StrEnum):
    """Where a connection stands."""

    ASKED = auto()
    """It is asked for a name, at first and after the end of a game."""
    WAITING = auto()
    """It has a seat; the game has not started."""
    CHOOSING = auto()
    """Everybody chooses a window."""
    WATCHING = auto()
    """It is another's turn."""
    PLAYING = auto()
    """It is its own turn."""
    DRAWN = auto()
    """The same, and tool 11 has drawn a die whose value is to be chosen."""
    SUSPENDED = auto()
    """It has let a turn run out and is passed over until it asks to come back."""


OWN_TURN = (State.PLAYING, State.DRAWN)
IN_GAME = (State.CHOOSING, State.WATCHING, *OWN_TURN, State.SUSPENDED)
HERE = (State.ASKED, State.WAITING, State.CHOOSING, State.WATCHING, *OWN_TURN)
"""The states of somebody who is not suspended."""
ARRIVALS = (State.WAITING, State.CHOOSING, State.WATCHING, *OWN_TURN)
"""Where a login may lead: to a table that waits, or back to wherever a game stands."""


class SagradaJson(Dialect[Message | str]):
    """One sagrada-json connection."""

    NAME: ClassVar[str] = "sagrada-json"
    GAME: ClassVar[str] = "sagrada"
    PROFILES: ClassVar[Mapping[str, Profile]] = PROFILES
    profile: Profile

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._turn = NO_TURN
        """The number of the turn that this player was told to have."""
        self._shown: object = None
        """What the last update showed."""
        self._made_move = False
        """Whether the entry that is told next was made, and answered, on this connection."""

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table."""
        table = self.table
        if table is None or table.position.finished:
            return State.ASKED
        if not table.position.started:
            return State.WAITING
        state = game(table.position)
        if state.round == CHOOSING:
            return State.CHOOSING
        if self.name in table.attendance.suspended:
            return State.SUSPENDED
        if acting(state) != self.seat:
            return State.WATCHING
        return State.DRAWN if awaits_value(state) else State.PLAYING

    # -- requests -----------------------------------------------------------------------------------------------------

    def read(self, message: str | None) -> tuple[str, Object]:
        """The id and the whole request."""
        request = read_object(message)
        kind = request.get("id")
        if not isinstance(kind, str):
            raise BadRequest("id is missing: every request names itself")
        return kind, request

    def payload(self, body: Object, shape: type[Any]) -> Any:
        """The request's fields."""
        return fit(body, shape)

    def unexpected(self, message: str) -> BadRequest:
        """A request that this state has no use for, or that does not exist."""
        return BadRequest(f"there is no request {message}, or not now")

    def refuse(self, bad: BadRequest) -> Handling:
        """Every bad request is the same error."""
        yield Error(INVALID)

    def write(self, said: Message | str) -> str:
        """JSON text; the program of the time began with plain text."""
        return said if isinstance(said, str) else write_object(said)

    # -- coming and going ---------------------------------------------------------------------------------------------

    def greet(self) -> Handling:
        """Ask for a name."""
        yield from self.profile.preface
        yield LOGIN

    def login(self, login: Login) -> Handling:
        """Take a seat under a name, or an offline player's seat again; the table's start is the answer."""
        name = tidy(login.username)
        verdict = yield from self.look_up(Claim(name))
        if isinstance(verdict, Refusal):
            yield Error(TAKEN)
            return
        if verdict is not None:
            yield from self._come_back(verdict, name)
            return
        refusal = yield from self.take_seat(Sitting(name), setup(self.house.settings), suits)
        if refusal is not None:
            yield Error(TAKEN)

    def _come_back(self, table: Table, name: str) -> Handling:
        """Everybody is told, and this player is shown where things stand."""
        self._turn, self._shown = NO_TURN, None
        self.resume(table, name, told=True)
        if self.state is not State.CHOOSING:
            yield from self._catch_up()
        elif self.seat in sagrada.actors(self._game):
            yield windows(self._view.offered)

    def reconnect(self, _: Nothing) -> Handling:
        """Be passed over no longer."""
        assert self.table is not None
        self.resume(self.table, self.name, told=True)
        yield from self._catch_up()

    def _catch_up(self) -> Handling:
        assert self.table is not None
        yield self._update(self.table.attendance.presences)
        yield from self._begin_turn()
        if self.state is State.DRAWN:
            yield _colour_drawn(self._game)

    def not_suspended(self, _: Nothing) -> Handling:
        """There is nothing to come back from."""
        yield Error(self.profile.not_suspended)

    def quit(self, _: Nothing) -> Handling:
        """Leave for good."""
        table = self.table
        if table is not None:
            refusal = yield from self.give_up_seat()
            if refusal is None:
                table.unwatch(self)
                self.table = None
        self.peer.close("the player quit")

    def grace(self) -> float:
        """In the middle of a turn or a choice whoever is lost has a little time to come back."""
        return 0.0 if self.table is None else grace(self.table, self.seat)

    # -- play ---------------------------------------------------------------------------------------------------------

    def choose(self, choice: ChooseWindow) -> Handling:
        """Choose a window by its name; there is no answer but the game."""
        number = choice.number
        if number is None:
            raise BadRequest(f"no window is called {choice.window_name}")
        refusal = yield from self.play(Choose(number))
        if refusal is not None:
            yield Error(INVALID)

    def show_table(self, _: Nothing) -> Handling:
        """Look at the cards."""
        yield show_table(self._view)

    def place(self, where: PlaceDie) -> Handling:
        """Place a die of the draft pool."""
        state = self._game
        if state.pending not in (NONE_PENDING, where.index):
            raise BadRequest("only the die that the tool has changed may be placed")
        yield from self._make(Place(pool_die(state, where.index), cell(where.x, where.y)))

    def toolcard_a(self, card: ToolcardA) -> Handling:
        """Change a die of the draft pool."""
        yield from self._use(card, POOL_TOOLS)

    def choose_value(self, card: ToolcardA) -> Handling:
        """Choose the value of the die that tool 11 has drawn; every other tool is refused as always."""
        if card.num == FLUX_REMOVER:
            yield from self._make(SetValue(card.action))
        else:
            yield from self._use(card, POOL_TOOLS)

    def toolcard_b(self, card: ToolcardB) -> Handling:
        """Move a die of the window."""
        yield from self._use(card, MOVE_TOOLS)

    def toolcard_c(self, card: ToolcardC) -> Handling:
        """Move one die of the window or two."""
        yield from self._use(card, MOVES_TOOLS)

    def toolcard_d(self, card: ToolcardD) -> Handling:
        """Place a die of the draft pool in a way of its own."""
        yield from self._use(card, PLACE_TOOLS)

    def toolcard_e(self, card: ToolcardE) -> Handling:
        """Use the tool that leaves nothing to choose."""
        yield from self._use(card, BARE_TOOLS)

    def _use(self, card: C, tools: Tools[C]) -> Handling:
        batch = tools.get(card.num)
        if batch is None:
            raise BadRequest(f"there is no tool {card.num}, or it is used with another message")
        if cannot_pay(self._game, self.seat, card.num):
            yield Error(TOOL_REFUSED)
        else:
            yield from self._make(*batch(self._game, self.seat, card))

    def _make(self, *actions: sagrada.Action) -> Handling:
        refusal = yield from self.play(*actions)
        if refusal is not None:
            yield Error(INVALID)
            return
        self._made_move = True
        if self.state is State.DRAWN:
            yield _colour_drawn(self._game)
        else:
            self._shown = None  # an update follows even if it says nothing new
            yield OK

    def end_turn(self, _: Nothing) -> Handling:
        """End the turn; a die that tool 11 has drawn keeps the value it was rolled with."""
        actions = (End(),) if self._game.work is None else (Back(), End())
        refusal = yield from self.play(*actions)
        if refusal is not None:
            yield Error(INVALID)

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling:
        """Pass on what happened."""
        fact, after = event.entry.fact, event.after
        if isinstance(fact, Moved | Skipped):
            if game(after).round != CHOOSING:
                yield from self._moved(event)
        elif isinstance(fact, Undone | Succeeded):
            if game(after).round != CHOOSING:
                yield from self._go_back(event)
        elif isinstance(fact, Started):
            self._turn, self._shown = NO_TURN, None
            yield windows(self._view.offered)
        elif isinstance(fact, Quit):
            yield notification(event.before.seats[fact.seat].name, Presence.AWAY, self.profile.events)
            yield from self._show(event.presence)
        if after.finished:
            yield from self._finish(after)

    def _go_back(self, event: Event) -> Handling:
        """Something was taken back: a turn that had begun is over, the table is shown, perhaps another turn begins."""
        if self._turn == game(event.before).turn != game(event.after).turn:
            yield END
        self._turn, self._shown = NO_TURN, None
        yield from self._show(event.presence)
        yield from self._begin_turn()

    def _moved(self, event: Event) -> Handling:
        if self._turn == game(event.before).turn != game(event.after).turn:
            yield END
        yield from self._show(event.presence)
        if event.suspends != self.name:
            yield from self._begin_turn()
        made, self._made_move = self._made_move, False
        if not made and event.entry.fact.seat == self.seat and self.state is State.DRAWN:
            yield _colour_drawn(self._game)  # drawn by a connection that broke before it could hear that

    def _begin_turn(self) -> Handling:
        """Say once that the turn has begun (unless it is about to be skipped)."""
        table, turn = self.table, self._game.turn
        assert table is not None
        if self.state in OWN_TURN and self._turn != turn and table.position.state is table.head.state:
            self._turn = turn
            table.suspend_if_skipped(self.name)
            yield TURN

    def _show(self, presence: Presences) -> Handling:
        """Send an update if it would show something new."""
        state = self._game
        if state.round != CHOOSING and not awaits_value(state) and self._facts(presence) != self._shown:
            yield self._update(presence)

    def _update(self, presence: Presences) -> Message:
        self._shown = self._facts(presence)
        names = [seat.name for seat in self.position.seats]
        return update(self._view, names, self._online(presence))

    def _facts(self, presence: Presences) -> object:
        """All that an update shows, and nothing else: what is hidden must not decide whether one is sent."""
        state = self._game
        boards = [(player.window, player.board, player.tokens) for player in state.players]
        return state.round, state.pool, state.track, boards, self._online(presence)

    def _online(self, presence: Presences) -> list[bool]:
        position = self.position
        return [playing(position, presence, seat) for seat in range(len(position.seats))]

    def _finish(self, position: AnyPosition) -> Handling:
        ranking = standing(position)
        yield GameOver(position.seats[ranking[0][0]].name if ranking else "")
        if self.table is not None:
            self.table.unwatch(self)
            self.table = None

    def presence_news(self, notice: Notice) -> Handling:
        """Pass on who is gone, passed over, or back."""
        if self.table is not None and self.position.started:
            yield notification(notice.name, notice.presence, self.profile.events)

    @property
    def _game(self) -> sagrada.State:
        return game(self.position)

    @property
    def _view(self) -> View:
        return sagrada.view(self._game, self.seat)


SagradaJson.machine = Machine(
    State.ASKED,
    [
        on(State.ASKED, "login", Login, SagradaJson.login, *ARRIVALS),
        on(State.CHOOSING, "window", ChooseWindow, SagradaJson.choose, State.CHOOSING, State.WATCHING, State.PLAYING),
        on(IN_GAME, "show_table", Nothing, SagradaJson.show_table),
        on(State.PLAYING, "place", PlaceDie, SagradaJson.place),
        on(State.PLAYING, "toolcardA", ToolcardA, SagradaJson.toolcard_a, State.PLAYING, State.DRAWN),
        on(State.DRAWN, "toolcardA", ToolcardA, SagradaJson.choose_value, State.PLAYING),
        on(OWN_TURN, "toolcardB", ToolcardB, SagradaJson.toolcard_b),
        on(OWN_TURN, "toolcardC", ToolcardC, SagradaJson.toolcard_c),
        on(OWN_TURN, "toolcardD", ToolcardD, SagradaJson.toolcard_d),
        on(OWN_TURN, "toolcardE", ToolcardE, SagradaJson.toolcard_e),
        on(OWN_TURN, "pass", Nothing, SagradaJson.end_turn, State.WATCHING, State.PLAYING, State.ASKED),
        on(State.SUSPENDED, "reconnect", Nothing, SagradaJson.reconnect, State.WATCHING, State.PLAYING),
        on(HERE, "reconnect", Nothing, SagradaJson.not_suspended),
        on(State, "quit", Nothing, SagradaJson.quit, State.ASKED),
    ],
    changes=[
        (State.WAITING, "the game starts", State.CHOOSING),
        (State.CHOOSING, "the last has chosen", State.WATCHING),
        (State.CHOOSING, "the last has chosen", State.PLAYING),
        (State.WATCHING, "the turn comes", State.PLAYING),
        (OWN_TURN, "time is over", State.WATCHING),
        (State.DRAWN, "time is over", State.PLAYING),
        (State.PLAYING, "a die drawn before the connection broke", State.DRAWN),
        ((State.WATCHING, State.PLAYING), "suspended for that", State.SUSPENDED),
        (IN_GAME, "the game ends", State.ASKED),
    ],
)


def _colour_drawn(state: sagrada.State) -> Message:
    """The colour of the die that tool 11 has drawn."""
    assert state.work is not None
    return die_color(COLOURS[COLOUR_OF[state.pool[state.work.index]]])
