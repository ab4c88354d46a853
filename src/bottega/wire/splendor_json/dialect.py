"""splendor-json: Splendor in JSON, after a Polish course project (``docs/protocols/splendor-json.md``).

How it works. A connection is ``greeted`` (it has a client_id and no nick), ``waiting`` (seated, the table not full),
``playing``, or ``over``. What a request may do in which state is the table ``REQUESTS``; everything else is refused
with the state's own refusal: ``nick_verification invalid`` before the nick is accepted, ``move_verification illegal``
after it.

What must stay true:

1. ``client_id`` is checked on every request: the one given to this connection or, for a player who came
   back, the one the seat was taken with.
2. An end-of-turn question (discard, noble) that is answered wrongly is asked again, as the document wants, with a
   ``message`` that says why.
3. The mover hears ``move_verification``, then ``end_of_round``, then, like everybody, the board.
"""

from __future__ import annotations

import uuid
from typing import Annotated, ClassVar

import msgspec

from bottega.games import splendor
from bottega.games.splendor import Buy, ChooseNoble, Pass, Reserve, Return, State, Take
from bottega.table.entries import Sitting
from bottega.table.events import Event
from bottega.table.house import House, key_of
from bottega.table.position import AnyPosition, Setup
from bottega.table.table import Refusal, Table
from bottega.wire.core.dialect import Dialect, Peer
from bottega.wire.core.frames import frames
from bottega.wire.core.framing import Framing, JavaStrings, Lines
from bottega.wire.core.loose_json import Object, Unreadable, fit, read_object, write_object
from bottega.wire.splendor_json.words import WORDS, Company, Message

OPTIONS: dict[str, bool | int | str] = {"reserve_limit": 1, "blind_reserve": False, "return_gold": False}
"""What the document plays differently from the official rules."""

MAX_QUOTED = 40

PASSED = "there is nothing you can do: your turn is passed"
TIME_OVER = "your time is over: the question was answered for you"

_Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class _Hello(msgspec.Struct):
    nick: str | None = None
    set_nick: str | None = None


class _BuyCard(msgspec.Struct):
    place: str
    card_id: int


class _ClaimCard(msgspec.Struct):
    card_id: int


class _Gems(msgspec.Struct):
    white: _Count = 0
    blue: _Count = 0
    green: _Count = 0
    red: _Count = 0
    black: _Count = 0
    yellow: _Count = 0


class _SelectNoble(msgspec.Struct):
    noble_id: int


class _Wrong(Exception):
    """A request that makes no sense before the rules are even asked."""


class SplendorJson(Dialect):
    """One splendor-json connection."""

    NAME: ClassVar[str] = "splendor-json"
    GAME: ClassVar[str] = "splendor"
    PROFILES: ClassVar[tuple[str, ...]] = ("", "original")

    REQUESTS: ClassVar[dict[tuple[str, str], str]] = {
        ("greeted", "client_hello"): "_hello",
        ("playing", "buy_card"): "_buy",
        ("playing", "claim_card"): "_claim",
        ("playing", "get_gems"): "_get",
        ("playing", "discard_gems"): "_discard",
        ("playing", "select_noble"): "_select",
    }
    """Which request does what in which state."""

    REFUSALS: ClassVar[dict[str, str]] = {
        "greeted": "introduce yourself with client_hello first",
        "waiting": "the game has not started: wait for the others",
        "playing": "this request makes no sense during the game",
        "over": "the game is over",
    }
    """Why a request is refused that its state has no use for."""

    ALIASES: ClassVar[dict[str, str]] = {"get-gems": "get_gems"}
    """Other spellings the document uses."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self.state = "greeted"
        self.words = WORDS[profile]
        self._id = str(uuid.uuid4())
        self._ids = {self._id}

    @classmethod
    def framing(cls, profile: str) -> Framing:
        """Lines, or the Java object stream of the original program."""
        return JavaStrings() if profile == "original" else Lines()

    # -- requests ---------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """Greet."""
        self._say(self.words.server_hello(self._id, self._company()))

    def received(self, message: str | None) -> None:
        """Answer one request."""
        try:
            request = read_object(message)
            kind = request.get("request_type")
            if not isinstance(kind, str):
                raise _Wrong("request_type is missing: every request names its type")
            kind = self.ALIASES.get(kind, kind)
            name = self.REQUESTS.get((self.state, kind))
            if name is None:
                known = any(kind == known for _, known in self.REQUESTS)
                raise _Wrong(self.REFUSALS[self.state] if known else f"there is no request_type {_quoted(kind)}")
            self._check_id(request)
            getattr(self, name)(request)
        except (Unreadable, _Wrong) as wrong:
            self._refuse(str(wrong))

    def _check_id(self, request: Object) -> None:
        if self.state == "greeted" or not self.words.checks_ids:
            return  # client_hello checks it with the nick
        client_id = request.get("client_id")
        if not isinstance(client_id, str) or client_id not in self._ids:
            raise _Wrong("client_id is missing or not the one this server gave you")

    def _hello(self, request: Object) -> None:
        hello = fit(request, _Hello)
        nick = hello.nick if hello.nick is not None else hello.set_nick
        if nick is None:
            raise _Wrong("nick is missing")
        client_id = request.get("client_id")
        if not isinstance(client_id, str):
            if self.words.checks_ids:
                raise _Wrong("client_id is missing: repeat the set_client_id of server_hello")
            client_id = self._id
        table = self.house.holder(self.GAME, nick)
        if table is not None and self._seat_key(table, nick) == key_of(client_id):
            self._come_back(table, nick, client_id)
            return
        if self.words.checks_ids and client_id != self._id:
            raise _Wrong("client_id is not the one this server gave you")
        self._check_nick(nick)
        settings = self.house.settings
        setup = Setup(seats=settings.seats, options=OPTIONS, turn_seconds=settings.turn_seconds)
        self.enter(Sitting(nick, key_of(self._id)), setup, self._entered, _suits)

    def _check_nick(self, nick: str) -> None:
        lengths = self.words.nick_lengths
        length = len(nick.encode("utf-16-le", "surrogatepass")) // 2
        if length not in lengths:
            raise _Wrong(f"a nick has {lengths[0]} to {lengths[-1]} characters, {_quoted(nick)} has {length}")
        if not nick.isprintable() or nick != nick.strip():
            raise _Wrong("a nick is made of visible characters and neither begins nor ends with a blank")
        if self.house.accounts.owned(nick):
            raise _Wrong(f"the nick {nick} belongs to somebody with a password")

    @staticmethod
    def _seat_key(table: Table, nick: str) -> str | None:
        seat = table.position.seat_of(nick)
        return None if seat is None else table.position.seats[seat].key

    def _entered(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(refusal.reason)
            return
        self.state = "waiting"
        self._say(self.words.nick_verification(self._company(), None))

    def _come_back(self, table: Table, nick: str, client_id: str) -> None:
        self._ids.add(client_id)
        self.resume(table, nick)
        self.state = "playing" if table.position.started else "waiting"
        self._say(self.words.nick_verification(self._company(), None))
        if self.state == "playing":
            self.peer.send(self.words.board(self._view(self.position), self._names(self.position)))
            self._ask_again()
            self._pass_if_blocked(self.position)

    def _buy(self, request: Object) -> None:
        buy = fit(request, _BuyCard)
        card = self._card(buy.card_id)
        reserved = self.seat >= 0 and card in self._game().players[self.seat].reserved
        if buy.place not in ("hand", "table"):
            raise _Wrong('place is "hand" or "table"')
        if buy.place == "hand" and not reserved:
            raise _Wrong(f"card {buy.card_id} is not in your hand")
        if buy.place == "table" and reserved:
            raise _Wrong(f'card {buy.card_id} is in your hand: buy it with "place": "hand"')
        self._play(Buy(card))

    def _claim(self, request: Object) -> None:
        self._play(Reserve(self._card(fit(request, _ClaimCard).card_id)))

    def _card(self, card_id: int) -> int:
        number = card_id - self.words.first_card
        if not 0 <= number < len(splendor.CARDS):
            last = self.words.first_card + len(splendor.CARDS) - 1
            raise _Wrong(f"there is no card {card_id}: cards are {self.words.first_card} to {last}")
        return number

    def _get(self, request: Object) -> None:
        gems = fit(request, _Gems)
        if gems.yellow:
            raise _Wrong("yellow gems come only with a claimed card")
        counts = msgspec.structs.astuple(gems)[: splendor.GOLD]
        if sum(counts) > 3:
            raise _Wrong(f"you asked for {sum(counts)} gems: take 3 of different colours, or 2 of one")
        self._play(Take(tuple(colour for colour, count in enumerate(counts) for _ in range(count))))

    def _discard(self, request: Object) -> None:
        self._owes("return", "you have no gems to discard")
        try:
            white, blue, green, red, black, yellow = msgspec.structs.astuple(fit(request, _Gems))
        except Unreadable as wrong:
            self._ask_again(str(wrong))
            return
        self.move([Return((white, blue, green, red, black, yellow))], self._chosen)

    def _select(self, request: Object) -> None:
        self._owes("noble", "there are no nobles to choose from")
        try:
            noble = fit(request, _SelectNoble).noble_id - self.words.first_noble
        except Unreadable as wrong:
            self._ask_again(str(wrong))
            return
        self.move([ChooseNoble(noble)], self._chosen)

    def _owes(self, phase: str, otherwise: str) -> None:
        game = self._game()
        if game.phase != phase or game.seat != self.seat:
            raise _Wrong(otherwise)

    def _play(self, action: splendor.Action) -> None:
        mover = self._game().seat
        if mover != self.seat:
            raise _Wrong(f"it is the turn of {self._names(self.position)[mover]}")
        self.move([action], self._moved)

    def _moved(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self._refuse(self.words.renumbered(refusal.reason))
            self._pass_if_blocked(self.position)
        else:
            self.peer.send('{"answer_type":"move_verification","result":"ok"}')

    def _chosen(self, refusal: Refusal | None) -> None:
        if refusal is not None and not self._ask_again(self.words.renumbered(refusal.reason)):
            self._refuse(refusal.reason)  # the question was settled while the answer was on its way

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Pass on what happened."""
        kind = event.entry.fact.kind
        if kind == "start":
            self.state = "playing"
            for text in self.words.game_start(self._view(event.after), self._names(event.after)):
                self.peer.send(text)
        elif kind in ("move", "skip"):
            self._told_move(event)
        if event.after.result is not None and self.state != "over":
            self._finish(event)
        elif self.state == "playing":
            self._pass_if_blocked(event.after)

    def _told_move(self, event: Event) -> None:
        board = frames.of(event, (self.NAME, self.profile), lambda: self._board(event))
        if event.entry.fact.seat == self.seat:
            if event.entry.fact.kind == "move":
                passed = isinstance(event.steps[0].action, Pass)
                self._end_of_round(_game(event.after), bool(board), PASSED if passed else "")
            elif _game(event.before).phase != "main":  # whoever was asked something waits for the end of the round
                self._end_of_round(_game(event.after), True, TIME_OVER)
        if board:
            self.peer.send_framed(board)

    def _board(self, event: Event) -> bytes:
        """The board as everybody gets it, nothing while the turn goes on."""
        if _game(event.before).turn == _game(event.after).turn and not event.after.finished:
            return b""
        text = self.words.board(self._view(event.after), self._names(event.after))
        return self.framing(self.profile).encode(text)

    def _end_of_round(self, game: State, turn_over: bool, message: str = "") -> None:
        answer: Message = {"answer_type": "end_of_round", "result": "ok"}
        if not turn_over and game.phase == "return":
            answer["result"] = "discard_gems"
        elif not turn_over and game.phase == "noble":
            answer["result"] = "select_noble"
            answer["nobles"] = [self.words.first_noble + noble for noble in splendor.guests(game)]
        if message:
            answer["message"] = message
        self._say(answer)

    def _ask_again(self, message: str = "") -> bool:
        """Repeat the question that the player owes an answer to; False if there is none."""
        game = self._game()
        owing = game.seat == self.seat and game.phase in ("return", "noble")
        if owing:
            self._end_of_round(game, False, message)
        return owing

    def _pass_if_blocked(self, position: AnyPosition) -> None:
        """The document has no request for passing: whoever can do nothing is passed over."""
        game = _game(position)
        if any(game.bank[: splendor.GOLD]) or game.seat != self.seat or game.phase != "main" or self.busy:
            return
        if splendor.legal(game, self.seat) == [Pass()]:
            self.move([Pass()], lambda _: None)

    def _finish(self, event: Event) -> None:
        result = event.after.result
        assert result is not None
        self.state = "over"
        names = self._names(event.after)
        winners = [names[seat] for seat in result.winners]
        answer: Message = {"answer_type": "game_over", "winner": winners[0] if winners else ""}
        if len(winners) > 1:
            answer["message"] = f"shared victory: {', '.join(winners)}"
        elif result.reason != "played":
            answer["message"] = "the others have left the game"
        self._say(answer)
        self.peer.close("the game is over")

    # -- words ------------------------------------------------------------------------------------------------------

    def _refuse(self, reason: str) -> None:
        if self.state == "greeted":
            self._say(self.words.nick_verification(self._company(), reason))
        else:
            self._say({"answer_type": "move_verification", "result": "illegal", "message": reason})

    def _say(self, answer: Message) -> None:
        self.peer.send(write_object(answer))

    def _company(self) -> Company:
        table = self.table or self.house.waiting(self.GAME, _suits)
        if table is None:
            return Company(self.house.settings.seats, ())
        return Company(table.position.size, self._names(table.position))

    def _game(self) -> State:
        return _game(self.position)

    @staticmethod
    def _names(position: AnyPosition) -> tuple[str, ...]:
        return tuple([seat.name for seat in position.seats])

    @staticmethod
    def _view(position: AnyPosition) -> splendor.View:
        return splendor.view(_game(position), None)


def _quoted(text: str) -> str:
    """What somebody sent, as far as it is worth repeating."""
    return repr(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…")


def _game(position: AnyPosition) -> State:
    return position.playing(State)


def _suits(setup: Setup) -> bool:
    """Whether the document's messages can tell everything that may happen at such a table."""
    return setup.options.get("reserve_limit") == 1 and setup.options.get("blind_reserve") is False
