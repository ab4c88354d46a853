"""splendor-json: Splendor in JSON, after a Polish course project (``docs/protocols/splendor-json.md``).

How it works. ``MACHINE`` says what a connection listens to. At the end of a turn its player may owe an answer: gems
above the limit to discard (``DISCARDING``), or one of several nobles to select (``SELECTING``). Whatever has no row is
refused with the state's own sentence: ``nick_verification invalid`` before the nick is accepted, ``move_verification
illegal`` after it.

What must stay true:

1. ``client_id`` is checked on every request: the one given to this connection or, for a player who came
   back, the one the seat was taken with.
2. An end-of-turn question that is answered wrongly is asked again, as the document wants, with a ``message`` that says
   why.
3. The mover hears ``move_verification``, then ``end_of_round``, then, like everybody, the board.
4. Where the profile says ``one_answer``, a client that was told to have the turn (``_active``) is told nothing but the
   answers to its requests. What happens meanwhile is held back (``_behind``), and its next request, whatever it is,
   is answered with ``end_of_round`` and the newest board.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Any, ClassVar

import msgspec

from bottega.games import splendor
from bottega.games.refusal import Refusal
from bottega.games.splendor import Buy, ChooseNoble, Pass, Reserve, Return, Take
from bottega.table.entries import EndReason, Moved, Sitting, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event
from bottega.table.house import House
from bottega.table.identity import Claim, key_of, same
from bottega.table.names import tidy
from bottega.table.position import AnyPosition, Setup
from bottega.table.table import Table
from bottega.wire.core.connection import Peer
from bottega.wire.core.dialect import Dialect, Framed
from bottega.wire.core.frames import frames
from bottega.wire.core.loose_json import Object, Unreadable, fit, read_object, write_object
from bottega.wire.core.machine import BadRequest, Handling, Machine, on, quoted
from bottega.wire.splendor_json.messages import BuyCard, ClaimCard, DiscardGems, GetGems, Hello, Request, SelectNoble
from bottega.wire.splendor_json.profile import PROFILES, Profile
from bottega.wire.splendor_json.words import OK, ROUND_ENDED, Company, end_of_round, game_over, illegal

OPTIONS: dict[str, bool | int | str] = {"reserve_limit": 1, "blind_reserve": False, "return_gold": False}
"""What the document plays differently from the official rules."""

PASSED = "there is nothing you can do: your turn is passed"
TIME_OVER = "your time is over: the question was answered for you"
WENT_ON = "the game has gone on without you: this is how it stands"
GAME_LOST = (
    "there is no game to come back to with that client_id: it is over, or was never here; to play another, repeat the "
    "set_client_id of this server_hello"
)
QUESTION = "question"
"""The error of an unreadable answer to an end-of-turn question: it is asked again."""


class State(StrEnum):
    """Where a connection stands."""

    GREETED = auto()
    """It has a client_id and no nick."""
    WAITING = auto()
    """It has a seat; the table is not full."""
    PLAYING = auto()
    DISCARDING = auto()
    SELECTING = auto()
    OVER = auto()


REFUSALS = {
    State.GREETED: "introduce yourself with client_hello first",
    State.WAITING: "the game has not started: wait for the others",
    State.PLAYING: "this request makes no sense during the game",
    State.DISCARDING: "this request makes no sense during the game",
    State.SELECTING: "this request makes no sense during the game",
    State.OVER: "the game is over",
}
"""Why a request is refused that its state has no use for."""

NOT_ASKED = {
    "discard_gems": "you have no gems to discard",
    "select_noble": "there are no nobles to choose from",
}
"""Why an answer is refused during the game to a question that was not asked."""

IN_PLAY = (State.PLAYING, State.DISCARDING, State.SELECTING)


_requests = msgspec.json.Decoder(Request)


class _Move(msgspec.Struct, frozen=True):
    """An entry as everybody of one profile is told it."""

    seat: int
    plain: bool
    """Whether there is nothing more to it than the board."""
    blocked: int
    """The seat that has the turn and can do nothing, NOBODY as a rule."""
    goes_on: bool
    """Whether the mover is not done with the turn; otherwise everybody gets the board."""
    board: Framed | None
    to_mover: Framed | None = None
    """All that its mover is told, where that is the end of the round and the board."""


NOBODY = -2
_PLAYED = (Moved, Skipped)
_SHOWN_ANEW = (Undone, Succeeded)


class SplendorJson(Dialect[Any]):
    """One splendor-json connection."""

    NAME: ClassVar[str] = "splendor-json"
    GAME: ClassVar[str] = "splendor"
    PROFILES: ClassVar[Mapping[str, Profile]] = PROFILES
    profile: Profile

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._id = str(uuid.uuid4())
        self._ids = {self._id}
        self._active = False
        """Whether the last board that was sent says that it is this player's turn."""
        self._behind = False
        """Whether something was held back since."""
        self._made_move = False
        """Whether the entry that is told next was made, and answered, on this connection."""
        self._told_all = False
        """Whether the end was told, and the connection only waits for its client to notice."""

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table."""
        if self.table is None:
            return State.GREETED
        position = self.table.position
        if position.result is not None:
            return State.OVER
        if position.state is None:
            return State.WAITING
        game = position.playing(splendor.State)
        if game.phase not in _QUESTIONS:
            return State.PLAYING
        return _QUESTIONS[game.phase] if game.seat == self.seat else State.PLAYING

    # -- requests -----------------------------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """A request came; one that was made before its player could know how things stand is told that."""
        if self._behind:
            self.run(self._catch_up())
        elif self._told_all:
            self.peer.close("the game is over")
        else:
            super().received(message)

    def _catch_up(self) -> Handling:
        """Tell what was held back."""
        self._behind = False
        yield end_of_round("ok", WENT_ON)
        if self.position.result is not None:
            yield from self._finish(self.position)
        else:
            yield self.profile.board(self._game, _names(self.position))
            self._active = self._game.seat == self.seat

    def read(self, message: str | None) -> tuple[str, Object | Request]:
        """The request_type and the request; one that is not as it should be as an object whose fault is still to be
        named.
        """
        if message is not None:
            try:
                asked = _requests.decode(message)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                pass
            else:
                return str(asked.__struct_config__.tag), asked
        request = read_object(message)
        kind = request.get("request_type")
        if not isinstance(kind, str):
            raise BadRequest("request_type is missing: every request names its type")
        return kind, request

    def unexpected(self, message: str) -> BadRequest:
        """A request that this state has no use for, or that does not exist."""
        if not self.machine.knows(message):
            return BadRequest(f"there is no request_type {quoted(message)}")
        if message in NOT_ASKED and self.state in IN_PLAY:
            return BadRequest(NOT_ASKED[message])
        return BadRequest(REFUSALS[self.state])

    def payload(self, body: Object | Request, shape: type[Any]) -> Any:
        """The request's fields; its client_id must be right (client_hello checks it with the nick)."""
        if shape is not Hello and self.profile.checks_ids:
            named = body.get("client_id") if isinstance(body, dict) else body.client_id
            if not isinstance(named, str) or not (same(named, self._id) or self._came_back_with(named)):
                raise BadRequest("client_id is missing or not the one this server gave you")
        if not isinstance(body, dict):
            return body
        try:
            return fit({**body, "request_type": shape.__struct_config__.tag}, shape)
        except Unreadable as wrong:
            raise BadRequest(str(wrong), QUESTION if shape in (DiscardGems, SelectNoble) else "") from None

    def _came_back_with(self, client_id: str) -> bool:
        """Whether its player took the seat with that client_id, on a connection of before."""
        return any(same(client_id, known) for known in self._ids)

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request in the words of its state."""
        if bad.error == QUESTION:
            yield self._question(str(bad))
        else:
            yield self._refusal(str(bad))

    def greet(self) -> Handling:
        """Say hello."""
        yield self.profile.server_hello(self._id, self._company())

    def hello(self, hello: Hello) -> Handling:
        """Take a seat under a nick, or come back to it."""
        nick = hello.nick if hello.nick is not None else hello.set_nick
        if nick is None:
            raise BadRequest("nick is missing")
        checks = self.profile.checks_ids
        if hello.client_id is None and checks:
            raise BadRequest("client_id is missing: repeat the set_client_id of server_hello")
        client_id = self._id if hello.client_id is None else hello.client_id
        nick = tidy(nick)
        bare = self.profile.nick_suffices
        verdict = yield from self.look_up(Claim(nick, "" if bare else key_of(client_id)))
        if isinstance(verdict, Table):
            self._ids.add(client_id)
            self.resume(verdict, nick)
            yield from self._welcome_back()
            return
        nobody_knows = verdict is not None and verdict.code == "table.store"
        if checks and not same(client_id, self._id) and not nobody_knows:
            raise BadRequest(GAME_LOST)
        if verdict is not None:
            raise BadRequest(str(verdict))
        settings = self.house.settings
        setup = Setup(seats=settings.seats, options=OPTIONS, turn_seconds=settings.turn_seconds)
        refusal = yield from self.take_seat(Sitting(nick, "" if bare else key_of(self._id)), setup, _suits)
        if refusal is None:
            yield self.profile.nick_verification(self._company(), None)
        else:
            yield self._refusal(str(refusal))

    def _welcome_back(self) -> Handling:
        yield self.profile.nick_verification(self._company(), None)
        position = self.position
        if position.started:
            yield from self._begin(position)
            if self.profile.one_answer:
                return
            if self.state in _ASKED:
                yield self._question()
            elif _blocked_seat(position) == self.seat:
                yield from self.play(Pass())

    def _begin(self, position: AnyPosition) -> Handling:
        """What a client begins with: at the start, and whenever it comes back."""
        yield from self.profile.game_start(position.playing(splendor.State), _names(position))
        self._active = position.playing(splendor.State).seat == self.seat

    def buy(self, buy: BuyCard) -> Handling:
        """Buy a card from the table or from the hand."""
        card = self._card(buy.card_id)
        reserved = card in self._game.players[self.seat].reserved if self.seat >= 0 else False
        if buy.place not in ("hand", "table"):
            raise BadRequest('place is "hand" or "table"')
        if buy.place == "hand" and not reserved:
            raise BadRequest(f"card {buy.card_id} is not in your hand")
        if buy.place == "table" and reserved:
            raise BadRequest(f'card {buy.card_id} is in your hand: buy it with "place": "hand"')
        return self._main_action(Buy(card))

    def claim(self, claim: ClaimCard) -> Handling:
        """Reserve a card."""
        return self._main_action(Reserve(self._card(claim.card_id)))

    def _card(self, card_id: int) -> int:
        first = self.profile.first_card
        number = card_id - first
        if not 0 <= number < len(splendor.CARDS):
            last = first + len(splendor.CARDS) - 1
            raise BadRequest(f"there is no card {card_id}: cards are {first} to {last}")
        return number

    def get_gems(self, gems: GetGems) -> Handling:
        """Take gems from the bank."""
        if gems.yellow:
            raise BadRequest("yellow gems come only with a claimed card")
        colours = gems.colours
        if len(colours) > 3:
            raise BadRequest(f"you asked for {len(colours)} gems: take 3 of different colours, or 2 of one")
        return self._main_action(Take(colours))

    def _main_action(self, action: splendor.Action) -> Handling:
        refusal = yield from self.play(action)
        if refusal is None:
            self._made_move = True
            yield self.constant(OK)
        elif self.profile.one_answer and self.state in _ASKED:
            yield self._question(self._told(refusal))  # it does not know that it was asked
        else:
            yield self._refusal(self._told(refusal))
            if _blocked_seat(self.position) == self.seat:
                yield from self.play(Pass())

    def discard(self, gems: DiscardGems) -> Handling:
        """Return gems above the limit."""
        return self._answer_question(Return(gems.tokens))

    def select(self, choice: SelectNoble) -> Handling:
        """Choose a noble."""
        return self._answer_question(ChooseNoble(choice.noble_id - self.profile.first_noble))

    def _answer_question(self, action: splendor.Action) -> Handling:
        refusal = yield from self.play(action)
        if refusal is None:
            self._made_move = True
        elif self.state in _ASKED:
            yield self._question(self._told(refusal))
        else:  # it was settled while the answer was on its way
            yield self._refusal(self._told(refusal))

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling | Framed:
        """Pass on what happened: as a rule nothing but the board after somebody else's move."""
        key = self.profile.board
        move: _Move | None = frames.made.get(key) if frames.event is event else None
        if move is None:
            move = frames.keep(event, key, self._look_at(event))
        if self.profile.one_answer:
            return self._asked_news(event, move)
        seat = self.seat
        if move.plain and seat != move.blocked:
            told = move.board if seat != move.seat else move.to_mover
            if told is not None:
                return told
        return self._all_news(event, move)

    def _look_at(self, event: Event) -> _Move:
        """What is the same for everybody about an entry."""
        fact, after = event.entry.fact, event.after
        if isinstance(fact, _SHOWN_ANEW):
            again = self.framed(self.profile.board(after.playing(splendor.State), _names(after)))
            return _Move(fact.seat, False, _blocked_seat(after), False, again)
        if not isinstance(fact, _PLAYED):
            return _Move(fact.seat, False, _blocked_seat(after), False, None)
        plain, game = isinstance(fact, Moved) and after.result is None, event.steps[-1].after
        goes_on = game.turn == event.steps[0].before.turn and after.result is None
        board = None if goes_on else self.framed(self.profile.board(game, _names(after)))
        passed = isinstance(event.steps[0].action, Pass)
        to_mover = None if board is None or passed else Framed(self.constant(ROUND_ENDED).raw + board.raw)
        return _Move(fact.seat, plain, _blocked(game) if plain else NOBODY, goes_on, board, to_mover)

    def _all_news(self, event: Event, move: _Move) -> Handling:
        after, seat = event.after, self.seat
        if isinstance(event.entry.fact, Started):
            yield from self._begin(after)
        elif isinstance(event.entry.fact, _PLAYED):
            if move.seat == seat:
                yield from self._end_of_round(event, move.goes_on)
            if move.board is not None:
                yield move.board
        elif isinstance(event.entry.fact, _SHOWN_ANEW):
            yield move.board
            if self.state in _ASKED:
                yield self._question()
        if after.result is not None:
            yield from self._finish(after)
        elif move.blocked == seat and not self.busy:
            yield from self.play(Pass())

    def _asked_news(self, event: Event, move: _Move) -> Handling:
        """The same for a client that reads only what it has asked for, and boards while it waits for its turn."""
        fact, after, mine = event.entry.fact, event.after, move.seat == self.seat and bool(event.steps)
        made, self._made_move = self._made_move and mine, self._made_move and not mine
        if made:
            yield from self._end_of_round(event, move.goes_on)
        if after.result is not None:
            if self._active and not made:
                self._behind = True
            else:
                yield from self._finish(after)
        elif isinstance(fact, Started):
            yield from self._begin(after)
        elif self._active and not made:
            self._behind |= move.board is not None
        elif move.board is not None and move.blocked != self.seat:
            yield move.board
            self._active = after.playing(splendor.State).seat == self.seat
        if move.blocked == self.seat and not self.busy and after.result is None:
            yield from self.play(Pass())

    def _end_of_round(self, event: Event, goes_on: bool) -> Handling:
        """What the mover is told: the turn is over, or a question; also when the clock has answered one."""
        if isinstance(event.entry.fact, Skipped):
            if event.before.playing(splendor.State).phase in _QUESTIONS:
                yield end_of_round("ok", TIME_OVER)
        elif goes_on:
            yield self._question()
        elif isinstance(event.steps[0].action, Pass):
            yield end_of_round("ok", PASSED)
        else:
            yield self.constant(ROUND_ENDED)

    def _question(self, message: str = "") -> Any:
        """The question that the player owes an answer to."""
        if self.state == State.DISCARDING:
            return end_of_round("discard_gems", message)
        guests = splendor.guests(self._game)
        return end_of_round("select_noble", message, [self.profile.first_noble + noble for noble in guests])

    def _finish(self, position: AnyPosition) -> Handling:
        result, names = position.result, _names(position)
        assert result is not None
        winners = [names[seat] for seat in result.winners]
        message = ""
        if len(winners) > 1:
            message = f"shared victory: {', '.join(winners)}"
        elif result.reason is EndReason.AGREED:
            message = "the players have agreed to end the game"
        elif result.reason is EndReason.ENDLESS:
            message = "the game has gone on for too long"
        elif result.reason is not EndReason.PLAYED:
            message = "the others have left the game"
        if self.profile.one_answer and position.started:
            yield self.profile.last_board(position.playing(splendor.State), names, self.seat)
        yield game_over(winners, message)
        if self.profile.one_answer:
            self._told_all = True  # (its client, which reads no more before its next request, must find that in time)
        else:
            self.peer.close("the game is over")

    @property
    def _game(self) -> splendor.State:
        return self.position.playing(splendor.State)

    # -- words --------------------------------------------------------------------------------------------------------

    def write(self, said: Any) -> str:
        """JSON text; what is the same for many is text already."""
        return said if isinstance(said, str) else write_object(said)

    def _refusal(self, reason: str) -> Any:
        if self.state == State.GREETED:
            return self.profile.nick_verification(self._company(), self.profile.bad_nick or reason)
        return illegal(reason)

    def _told(self, refusal: Refusal) -> str:
        """A refusal of the rules, with the numbers and names of this protocol."""
        return refusal.told(**self.profile.spellings(_names(self.position)))

    def _company(self) -> Company:
        table = self.table or self.house.reception.find(self.GAME, _suits)
        if table is None:
            return Company(self.house.settings.seats, ())
        return Company(table.position.size, _names(table.position))


_QUESTIONS = {"return": State.DISCARDING, "noble": State.SELECTING}
"""What the player to move may owe at the end of a turn."""
_ASKED = (State.DISCARDING, State.SELECTING)

SplendorJson.machine = Machine(
    State.GREETED,
    [
        on(State.GREETED, "client_hello", Hello, SplendorJson.hello, State.WAITING, *IN_PLAY),
        on(IN_PLAY, "buy_card", BuyCard, SplendorJson.buy, State.PLAYING, State.SELECTING, State.OVER),
        on(IN_PLAY, "claim_card", ClaimCard, SplendorJson.claim, State.PLAYING, State.DISCARDING, State.OVER),
        on(IN_PLAY, "get_gems", GetGems, SplendorJson.get_gems, State.PLAYING, State.DISCARDING, State.OVER),
        on(State.DISCARDING, "discard_gems", DiscardGems, SplendorJson.discard, *IN_PLAY, State.OVER),
        on(State.SELECTING, "select_noble", SelectNoble, SplendorJson.select, State.PLAYING, State.OVER),
    ],
    changes=[
        (State.WAITING, "the last seat is taken", State.PLAYING),
        (State.DISCARDING, "time is over", State.PLAYING),
        (State.SELECTING, "time is over", State.PLAYING),
        (IN_PLAY, "the game ends", State.OVER),
    ],
    aliases={"get-gems": "get_gems"},
)


def _blocked_seat(position: AnyPosition) -> int:
    """Whose turn must be passed: the document has no request for it, so it is done for whoever can do nothing."""
    if not position.started or position.finished:
        return NOBODY
    return _blocked(position.playing(splendor.State))


def _blocked(game: splendor.State) -> int:
    if any(game.bank[: splendor.GOLD]) or splendor.legal(game, game.seat) != [Pass()]:
        return NOBODY
    return game.seat


def _names(position: AnyPosition) -> tuple[str, ...]:
    return tuple([seat.name for seat in position.seats])


def _suits(setup: Setup) -> bool:
    """Whether the document's messages can tell everything that may happen at such a table."""
    return setup.options.get("reserve_limit") == 1 and setup.options.get("blind_reserve") is False
