"""The door of sagrada-text: how a player comes in, is known to be there, comes back and goes.

How it works. ``LOGIN`` checks the password (the first one creates the account), then looks for the player: somebody who
holds a seat at a running game comes back to it, anybody else sits down in the waiting room. From then on the server
sends ``PING`` and hangs up on whoever has not answered when the next one is due. ``QUIT`` gives the seat up; the
connection stays open and may ``LOGIN`` again. Where a connection stands is its ``phase``: ``greeted`` (no login yet),
``lobby``, ``windows`` (everybody chooses a pattern), ``turn`` (its own), ``watching`` (another's) or ``over``.

What must stay true:

1. A name is let in only with its password, and a seat held without one is never given to a new account.
2. Whoever does not answer a ``PING`` is away at once, even if their connection takes long to die.
"""

from __future__ import annotations

from bottega.games.refusal import Refusal
from bottega.games.sagrada.model import CHOOSING, acting
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection as Dialect
from bottega.wire.core.connection import Peer, Timer
from bottega.wire.sagrada_text.loop import Loop
from bottega.wire.sagrada_text.words import LOGIN_KO, LOGIN_OK, PING, WELCOME, WORDS
from bottega.wire.shared.sagrada import game, grace, setup, suits

PING_SECONDS = 3.0


class Door(Dialect):
    """One sagrada-text connection, as far as coming and going are concerned."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.words = WORDS[profile]
        self._loop = Loop(self.words.numbered_faces, self.words.wrong_moment)
        self._told_turn = -1
        self._answered_move = False
        self._pinging: Timer | None = None
        self._pong_due = False

    @property
    def phase(self) -> str:
        """What the player is doing; it follows from the table they sit at."""
        if self.table is None:
            return "greeted"
        if self.position.finished:
            return "over"
        if not self.position.started:
            return "lobby"
        state = game(self.position)
        if state.round == CHOOSING:
            return "windows"
        return "turn" if acting(state) == self.seat else "watching"

    def opened(self) -> None:
        """Greet."""
        self.peer.send(WELCOME)

    def lost(self) -> None:
        """The connection is gone."""
        if self._pinging is not None:
            self._pinging.cancel()
        if self.table is not None:
            self.table.drop(self, grace(self.table, self.seat))
        super().lost()

    def _refuse(self, keyword: str) -> None:
        """Answer a message that comes at the wrong moment."""
        if keyword not in self.words.overlooked:
            self.peer.send(self.words.wrong_moment)

    # -- coming -----------------------------------------------------------------------------------------------------

    def _login(self, _: str, name: str, password: str) -> None:
        if not self.words.accepts(name) or self._in_use(name):
            self.peer.send(LOGIN_KO)
            return
        self.busy = True
        accounts = self.house.accounts
        accounts.login(name, password, lambda right: self._answered(lambda: self._checked(name, right)))

    def _in_use(self, name: str) -> bool:
        """Whether somebody plays by this name, or holds a seat by it without ever having had an account."""
        table = self.house.holder(self.GAME, name)
        if table is None:
            return self.house.taken(self.GAME, name)
        return not table.position.started or name in table.keepers or not self.house.accounts.owned(name)

    def _checked(self, name: str, right: bool) -> None:
        if not right or self._in_use(name):
            self.peer.send(LOGIN_KO)
            return
        table = self.house.holder(self.GAME, name)
        if table is None:
            self.enter(Sitting(name), setup(self.house.settings), self._entered, suits)
        else:
            self._come_back(table, name)

    def _entered(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self.peer.send(LOGIN_KO)
        else:
            self.peer.send(LOGIN_OK)
            self._start_pinging()

    def _come_back(self, table: Table, name: str) -> None:
        self.peer.send(LOGIN_OK)
        self._start_pinging()
        state, seat = game(table.position), table.position.seat_of(name)
        knows = state.round != CHOOSING and (acting(state) == seat or playing(table, acting(state)))
        self._told_turn = state.turn if knows else -1
        self._loop.begin(state)
        self.resume(table, name)

    def _new_match(self, _: str) -> None:
        """From a game that is over back to the waiting room."""
        former, name = self.table, self.name
        assert former is not None

        def entered(refusal: Refusal | None) -> None:
            if refusal is None:
                former.unwatch(self)
            else:
                self.name = name
                self._refuse("GAME new_match")

        self.enter(Sitting(name), setup(self.house.settings), entered, suits)

    # -- going ------------------------------------------------------------------------------------------------------

    def _leave(self, _: str) -> None:
        """Leave the lobby: the others hear of it, whoever left does not."""
        assert self.table is not None
        self.busy = True

        def left(outcome: Accepted | Refusal) -> None:
            if isinstance(outcome, Accepted):
                self._answered(self._stand_up)
            else:
                self._answered(lambda: self._refuse("QUIT"))

        self.table.leave(self.name, left)

    def _quit(self, _: str) -> None:
        """Leave the game for good; that it happened is heard with everybody else."""
        assert self.table is not None
        self.busy = True

        def left(outcome: Accepted | Refusal) -> None:
            refused = isinstance(outcome, Refusal)
            self._answered(lambda: self._refuse("QUIT") if refused else None)

        self.table.quit(self.name, left)

    def _depart(self, _: str) -> None:
        """Leave a game that is over."""
        self._stand_up()

    def _stand_up(self) -> None:
        if self.table is not None:
            self.table.unwatch(self)
        self.table, self.name = None, ""

    # -- being there ------------------------------------------------------------------------------------------------

    def _start_pinging(self) -> None:
        if self._pinging is None:
            self._pinging = self.peer.later(self._ping_seconds, self._ping)

    @property
    def _ping_seconds(self) -> float:
        seconds = self.house.settings.ping_seconds
        return PING_SECONDS if seconds is None else seconds

    def _ping(self) -> None:
        if self._pong_due and not self.busy:
            self.lost()
            self.peer.close("no PONG came for the last PING")
            return
        self._pong_due = True
        self.peer.send(PING)
        self._pinging = self.peer.later(self._ping_seconds, self._ping)

    def _pong(self, *_: str) -> None:
        self._pong_due = False


def playing(table: Table, seat: int) -> bool:
    """Whether somebody, or a bot, is there to play the seat."""
    player = table.position.seats[seat]
    return not player.quit and (bool(player.bot) or table.present(player.name))
