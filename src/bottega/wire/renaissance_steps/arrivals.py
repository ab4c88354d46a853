"""renaissance-steps: coming in. Nickname, queue, number of players, lobby, and whether the client is still there.

How it works. A connection has a *place*: it starts in ``register``, may stand in the ``queue``, may be asked for the
``number`` of players, waits in the ``lobby``, and is then ``PLAYING`` until the game is ``over``.

What must stay true:

1. The nickname and the number of players have a time limit each; a nickname has a limited number of attempts.
2. A client that never answers a PingRequest is not pinged out (the document names no such message, and people type into
   ``nc``); one that has answered once must go on answering.
3. Before the server closes a connection it says why.
"""

from __future__ import annotations

from bottega.games.refusal import Refusal
from bottega.limits import ANSWER_SECONDS
from bottega.table.events import Event
from bottega.table.house import House
from bottega.wire.core.connection import Peer, Timer
from bottega.wire.core.loose_json import Unreadable
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.requests import Request
from bottega.wire.renaissance_steps.words import STYLES, Update
from bottega.wire.shared.renaissance import RenaissanceDialect, names

PING_SECONDS = 1.5
UNANSWERED = 3
"""So many pings in a row without an answer mean that the client is gone."""

REGISTER, QUEUE, NUMBER, LOBBY, OVER = "register", "queue", "number", "lobby", "over"
PLAYING = ""
"""The place of somebody whose phase is the game's."""


class Arrivals(RenaissanceDialect):
    """A connection on its way to a table."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.style = STYLES[profile]
        self._place = REGISTER
        self._attempts = 0
        self._patience: Timer | None = None
        self._pinger: Timer | None = None
        self._answers_pings = False
        self._unanswered = 0

    def opened(self) -> None:
        """Ask for the nickname."""
        self._expect_answer()
        self._ask_nickname()

    def lost(self) -> None:
        """The connection is gone."""
        self._stop(self._patience)
        self._stop(self._pinger)
        super().lost()

    def closing(self) -> None:
        """The house closes."""
        self._say(words.goodbye("the house closes; seats in running games are kept: come back with your nickname"))

    def _say(self, *updates: Update) -> None:
        for update in updates:
            self.peer.send(self.style.write(update))

    def _refuse(self, reason: str) -> None:
        self._say(words.error(reason))

    # -- nickname and lobby ----------------------------------------------------------------------------------------

    def _ask_nickname(self) -> None:
        self._say(Update("RegisterRequest", {}, {"message": "insert nickname"}))

    def _register(self, request: Request) -> None:
        try:
            self.come_in(request.word("nickname"))
        except Unreadable as wrong:
            self.refused(str(wrong))

    def refused(self, reason: str) -> None:
        """Say why the nickname cannot be used, and ask again (not for ever)."""
        self._refuse(reason)
        self._place = REGISTER
        self._attempts += 1
        if self._attempts == self.style.attempts:
            self._leave(f"{self._attempts} nicknames were refused")
        else:
            self._ask_nickname()

    def queued(self) -> None:
        """Somebody else is choosing the number of players."""
        self._place = QUEUE
        self._welcome("somebody is choosing the number of players: please wait")

    def seated(self) -> None:
        """Ask how many play, or show the lobby."""
        if self._place == REGISTER:
            self._welcome(f"welcome, {self.name}")
        if self.asked:
            self._place = NUMBER
            self._expect_answer()
            self._ask_number()
        else:
            self._say(words.text("you have joined a lobby"))
            self._enter_lobby()

    def _welcome(self, message: str) -> None:
        self._stop(self._patience)
        self._start_pinging()
        self._say(Update("WaitMessage", {}, {"message": message}))

    def _ask_number(self) -> None:
        self._say(Update("PlayerNumberRequest", {}, {"message": "insert number of players"}))

    def _decide(self, request: Request) -> None:
        try:
            self.decide(request.number("number", "nPlayers"))
        except Unreadable as wrong:
            self._bad_number(str(wrong))

    def decided(self, count: int, refusal: Refusal | None) -> None:
        """The lobby is open, or the number was no good."""
        if refusal is not None:
            self._bad_number(str(refusal))
            return
        self._stop(self._patience)
        self._enter_lobby()

    def _bad_number(self, reason: str) -> None:
        self._refuse(reason)
        if self.style.asks_again:
            self._ask_number()
        else:
            self._leave("the number of players was no good")

    def _enter_lobby(self) -> None:
        """Wait for the others, or for the start if that is on its way: what comes now is then held back."""
        self._place = LOBBY
        self._say_lobby()
        self.busy = len(self.position.seats) == self.position.size

    def _say_lobby(self) -> None:
        position = self.position
        inside = names(position)
        message = f"lobby for {position.size}: {', '.join(inside)}"
        self._say(Update("LobbyInfoMessage", {"nicknamesList": inside, "num": position.size}, {"message": message}))

    def _told_lobby(self, event: Event) -> None:
        if self._place != LOBBY:
            return
        joined = event.entry.fact.kind == "sit"
        who = (event.after if joined else event.before).seats[event.entry.fact.seat].name
        if who != self.name:
            self._say(words.text(f"{who} has {'joined' if joined else 'left'} the lobby"))
            self._say_lobby()
        if not joined:
            self._go_on()

    def _go_on(self) -> None:
        """What was held back while the start was on its way may come."""
        self.busy = False
        self.peer.resume()

    # -- time -------------------------------------------------------------------------------------------------------

    def _expect_answer(self) -> None:
        self._patience = self.peer.later(ANSWER_SECONDS, lambda: self._leave("waited too long"))

    def _leave(self, reason: str) -> None:
        self._say(words.goodbye(reason))
        self.peer.close(reason)

    @staticmethod
    def _stop(timer: Timer | None) -> None:
        if timer is not None:
            timer.cancel()

    def _start_pinging(self) -> None:
        seconds = self.house.settings.ping_seconds
        every = PING_SECONDS if seconds is None else seconds
        self._stop(self._pinger)
        if every > 0:
            self._pinger = self.peer.later(every, lambda: self._ping(every))

    def _ping(self, every: float) -> None:
        if self._answers_pings and self._unanswered == UNANSWERED:
            self.peer.close("it does not answer pings any more")
            return
        self._unanswered += 1
        self._say(Update("PingRequest"))
        self._pinger = self.peer.later(every, lambda: self._ping(every))

    def _answered_ping(self) -> None:
        self._answers_pings, self._unanswered = True, 0
