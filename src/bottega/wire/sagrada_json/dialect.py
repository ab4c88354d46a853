"""sagrada-json: Sagrada in JSON objects, after an Italian course project (``docs/protocols/sagrada-json.md``).

How it works. A connection is ``asked`` for its name, ``waiting`` for the table to start, ``choosing`` a window,
``playing``, ``suspended`` (it let a turn run out and is passed over until it asks to come back), or the game is
``over``. What a request does in which state is the table ``REQUESTS``; everything else is error 2, but for
``reconnect``, which has an error of its own.

What must stay true:

1. Whoever acts hears the answer (``ok``, ``die_color``, ``end``, or an error) before anything that follows from it.
2. An ``update`` follows every entry of the log that changes what it shows, whoever made it and in whatever words, but
   not while tool 11 waits for its value: that die is shown when the value is set or the turn is over.
3. ``turn`` is said once for each turn, to the player concerned, ``end`` when a turn is over that was announced so. A
   turn that runs out suspends its player only if it had been announced to them.
4. A private objective is sent to its owner only.
"""

from __future__ import annotations

from typing import ClassVar

from bottega.games import sagrada
from bottega.games.refusal import Refusal
from bottega.games.sagrada import Action, Back, Choose, End, Place, State, View
from bottega.games.sagrada.cards import COLOUR_OF, COLOURS
from bottega.games.sagrada.model import CHOOSING, NONE_PENDING
from bottega.games.sagrada.queries import cannot_pay
from bottega.limits import MAX_NICKNAME
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice, Presence
from bottega.table.house import House
from bottega.table.position import AnyPosition
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection as Dialect
from bottega.wire.core.connection import Peer
from bottega.wire.core.framing import Framing
from bottega.wire.core.loose_json import Object, Unreadable, fit, read_object, write_object
from bottega.wire.sagrada_json.tools import LETTERS, Wrong, awaits_value, cell, plan, pool_die, right_letter
from bottega.wire.sagrada_json.words import (
    END,
    EVENTS,
    INVALID,
    LOGIN,
    MANNERS,
    OK,
    TAKEN,
    TOOL_REFUSED,
    TURN,
    ChooseWindow,
    Error,
    GameOver,
    Login,
    Message,
    Notification,
    PlaceDie,
    die_color,
    show_table,
    update,
    window_number,
    windows,
)
from bottega.wire.shared.sagrada import game, grace, setup, standing, suits

NO_TURN = -1


class SagradaJson(Dialect):
    """One sagrada-json connection."""

    NAME: ClassVar[str] = "sagrada-json"
    GAME: ClassVar[str] = "sagrada"
    PROFILES: ClassVar[tuple[str, ...]] = tuple(MANNERS)

    REQUESTS: ClassVar[dict[tuple[str, str], str]] = {
        ("asked", "login"): "_login",
        ("asked", "reconnect"): "_not_suspended",
        ("asked", "quit"): "_quit",
        ("waiting", "reconnect"): "_not_suspended",
        ("waiting", "quit"): "_quit",
        ("choosing", "window"): "_choose",
        ("choosing", "show_table"): "_show_table",
        ("choosing", "reconnect"): "_not_suspended",
        ("choosing", "quit"): "_quit",
        ("playing", "place"): "_place",
        ("playing", "toolcardA"): "_toolcard",
        ("playing", "toolcardB"): "_toolcard",
        ("playing", "toolcardC"): "_toolcard",
        ("playing", "toolcardD"): "_toolcard",
        ("playing", "toolcardE"): "_toolcard",
        ("playing", "pass"): "_pass",
        ("playing", "show_table"): "_show_table",
        ("playing", "reconnect"): "_not_suspended",
        ("playing", "quit"): "_quit",
        ("suspended", "show_table"): "_show_table",
        ("suspended", "reconnect"): "_reconnect",
        ("suspended", "quit"): "_quit",
        ("over", "login"): "_login",
        ("over", "reconnect"): "_not_suspended",
        ("over", "quit"): "_quit",
    }
    """Which request does what in which state."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.state = "asked"
        self.manners = MANNERS[profile]
        self._turn = NO_TURN
        """The number of the turn that this player was told to have."""
        self._shown: object = None
        """What the last update showed."""

    @classmethod
    def framing(cls, profile: str) -> Framing:
        """Lines, or the records of the original program."""
        return MANNERS[profile].framing()

    # -- requests ---------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """Ask for a name."""
        for text in self.manners.lobby:
            self.peer.send(text)
        self._say(LOGIN)

    def received(self, message: str | None) -> None:
        """Answer one request."""
        try:
            request = read_object(message)
            name = self.REQUESTS.get((self.state, str(request.get("id"))))
            if name is None:
                raise Wrong("there is no such request, or not now")
            getattr(self, name)(request)
        except (Unreadable, Wrong):
            self._refuse(INVALID)

    def _login(self, request: Object) -> None:
        name = fit(request, Login).username
        if not name.strip() or not name.isprintable() or len(name) > MAX_NICKNAME or self.house.accounts.owned(name):
            self._refuse(TAKEN)
            return
        table = self.house.holder(self.GAME, name)
        if table is not None and _may_come_back(table, name):
            self._come_back(table, name)
        else:
            self.enter(Sitting(name), setup(self.house.settings), self._entered, suits)

    def _entered(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(TAKEN)
        else:
            self.state = "waiting"

    def _come_back(self, table: Table, name: str) -> None:
        """Take an offline player's seat again: everybody is told, and this player shown where things stand."""
        self.state = "choosing" if game(table.position).round == CHOOSING else "playing"
        self.resume(table, name)
        if self.state == "playing":
            self._catch_up()
        elif self.seat in sagrada.actors(self._game()):
            self._say(windows(self._view().offered))

    def _reconnect(self, request: Object) -> None:
        assert self.table is not None
        self.table.resume(self.name, self)
        self._catch_up()

    def _catch_up(self) -> None:
        self._update()
        self._begin_turn()
        if awaits_value(self._game()) and self._my_turn():
            self._tell_colour()

    def _not_suspended(self, request: Object) -> None:
        self._refuse(self.manners.not_suspended)

    def _choose(self, request: Object) -> None:
        number = window_number(fit(request, ChooseWindow).window_name)
        if number is None:
            raise Wrong("there is no window of that name")
        self.move([Choose(number)], self._chosen)

    def _chosen(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(INVALID)

    def _show_table(self, request: Object) -> None:
        self._say(show_table(self._view()))

    def _place(self, request: Object) -> None:
        where = fit(request, PlaceDie)
        state = self._state_on_my_turn()
        if state.pending not in (NONE_PENDING, where.index):
            raise Wrong("only the die that the tool has changed may be placed")
        self.move([Place(pool_die(state, where.index), cell(where.x, where.y))], self._moved)

    def _toolcard(self, request: Object) -> None:
        card = fit(request, LETTERS[str(request["id"])])
        if not right_letter(card):
            raise Wrong("there is no such tool, or it is used with another message")
        state = self._state_on_my_turn()
        goes_on = awaits_value(state) and card.num == state.used
        if not goes_on and cannot_pay(state, self.seat, card.num):
            self._refuse(TOOL_REFUSED)
        else:
            self.move(plan(state, self.seat, card), self._moved)

    def _moved(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(INVALID)
        elif awaits_value(self._game()):
            self._tell_colour()
        else:
            self._say(OK)
            self._shown = None  # an update follows even if it says nothing new

    def _pass(self, request: Object) -> None:
        """End the turn; a die that tool 11 has drawn keeps the value it was rolled with."""
        state = self._state_on_my_turn()
        steps: list[Action] = [End()] if state.work is None else [Back(), End()]
        self.move(steps, self._chosen)

    def _quit(self, request: Object) -> None:
        """Leave for good."""
        table = self.table
        if table is None:
            self.peer.close("the player quit")
            return

        def gone(outcome: Accepted | Refusal) -> None:
            if isinstance(outcome, Accepted):
                table.unwatch(self)
                self.table = None
            self.peer.close("the player quit")

        (table.quit if table.head.started else table.leave)(self.name, gone)

    def lost(self) -> None:
        """The connection is gone; in the middle of a turn or a choice its player has a little time to come back."""
        if self.table is not None:
            self.table.drop(self, grace(self.table, self.seat))
        super().lost()

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Pass on what happened."""
        kind = event.entry.fact.kind
        if kind == "start":
            self.state, self._turn, self._shown = "choosing", NO_TURN, None
            self._say(windows(self._view().offered))
        elif kind in ("move", "skip"):
            self._told_move(event)
        elif kind == "quit":
            self._say(Notification(event.before.seats[event.entry.fact.seat].name, EVENTS["away"]))
            self._show()
        if event.after.finished:
            self._finish(event.after)

    def _told_move(self, event: Event) -> None:
        if game(event.after).round == CHOOSING:
            return
        if self.state == "choosing":
            self.state = "playing"
        if self._ended(event):
            self._say(END)
        self._show()
        if event.suspends == self.name:
            self.state = "suspended"
        self._begin_turn()

    def _ended(self, event: Event) -> bool:
        """Whether a turn is over that had been announced here."""
        return self._turn == game(event.before).turn != game(event.after).turn

    def noticed(self, notice: Notice) -> None:
        """Pass on who is gone, passed over, or back."""
        if self.table is None or not self.position.started:
            return
        if notice.name == self.name and self.state in ("playing", "suspended"):
            self.state = "suspended" if notice.presence is Presence.SUSPENDED else "playing"
        self._say(Notification(notice.name, EVENTS[notice.presence]))

    def _begin_turn(self) -> None:
        """Say once that the turn has begun (unless it is about to be skipped)."""
        state = self._game()
        if self._my_turn() and self._turn != state.turn and self.position.state is self._head():
            self._turn = state.turn
            assert self.table is not None
            self.table.suspend_if_skipped(self.name)
            self._say(TURN)

    def _show(self) -> None:
        """Send an update if it would show something new."""
        state = self._game()
        if state.round != CHOOSING and not awaits_value(state) and self._facts() != self._shown:
            self._update()

    def _update(self) -> None:
        self._shown = self._facts()
        names = [seat.name for seat in self.position.seats]
        self._say(update(self._view(), names, self._online()))

    def _facts(self) -> object:
        state = self._game()
        return state.round, state.pool, state.track, state.players, self._online()

    def _online(self) -> list[bool]:
        assert self.table is not None
        present = self.table.present
        return [not seat.quit and (bool(seat.bot) or present(seat.name)) for seat in self.position.seats]

    def _tell_colour(self) -> None:
        state = self._game()
        assert state.work is not None
        self._say(die_color(COLOURS[COLOUR_OF[state.pool[state.work.index]]]))

    def _finish(self, position: AnyPosition) -> None:
        ranking = standing(position)
        self._say(GameOver(position.seats[ranking[0][0]].name if ranking else ""))
        self.state = "over"
        if self.table is not None:
            self.table.unwatch(self)
            self.table = None

    # -- words ------------------------------------------------------------------------------------------------------

    def _say(self, message: Message) -> None:
        self.peer.send(write_object(message))

    def _refuse(self, error: int) -> None:
        self._say(Error(error))

    def _game(self) -> State:
        return game(self.position)

    def _head(self) -> object:
        return self.table.head.state if self.table is not None else None

    def _view(self) -> View:
        return sagrada.view(self._game(), self.seat)

    def _my_turn(self) -> bool:
        return self.state == "playing" and sagrada.actors(self._game()) == (self.seat,)

    def _state_on_my_turn(self) -> State:
        if not self._my_turn():
            raise Wrong("it is not your turn")
        return self._game()


def _may_come_back(table: Table, name: str) -> bool:
    """Whether a name alone brings its seat back: the game runs, nobody plays there, and no secret guards the seat."""
    seat = table.position.seat_of(name)
    if seat is None or not table.position.started or table.present(name):
        return False
    return not table.position.seats[seat].key
