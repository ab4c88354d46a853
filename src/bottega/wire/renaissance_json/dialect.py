"""renaissance-json: Masters of Renaissance, a whole move in each request (``docs/protocols/renaissance-json.md``).

How it works. What a connection may say depends on its state, which is never stored but read off the table:

    greeted ──req_nickname──► asked ──req_players_count──► waiting ──► leaders ──► resources ──► ready
       └────────────────────► queued, waiting                             └───────────────────────┤ all are ready
                                                            over ◄── idle ◄──► turn ──main action──► acted
                                                                      ▲                req_turn_end    │
                                                                      └────────────────────────────────┘
``REQUESTS`` says which request does what in which state; everything else is ``err_illegal_message`` with the state's
own sentence. A request that is a move is turned into actions by one of the functions in ``MOVES`` and played all or
nothing; if it cannot be, the error is the one the document has for that request.

What must stay true:

1. A message that cannot be read is ``err_unparsable_message``, one at the wrong time ``err_illegal_message``, a wrong
   choice the request's own error. None of them changes anything, closes the connection or makes us repeat anything.
2. What changed on the table is told by ``update_`` messages that are the same for everybody (built once for all),
   whoever made the move and in whatever protocol.
3. Offers, and which leaders a hand holds, go to their player alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

import msgspec

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import REVERT, Bonus, Keep
from bottega.games.renaissance.cards import RESOURCES
from bottega.games.renaissance.model import PRODUCING, SETUP, START, State
from bottega.games.renaissance.view import PlayerView
from bottega.limits import ASK_SECONDS
from bottega.table.entries import HandedOver
from bottega.table.events import Event, Notice, Presence
from bottega.table.house import House
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.core.connection import Peer
from bottega.wire.core.frames import frames
from bottega.wire.core.loose_json import Object, Unreadable, fit, read_object, write_object
from bottega.wire.renaissance_json import choices as choices
from bottega.wire.renaissance_json import words
from bottega.wire.renaissance_json.choices import Actions, Wrong
from bottega.wire.renaissance_json.market import visit_market
from bottega.wire.renaissance_json.production import IN_THE_DOCUMENT, SHELF_MAP, activate_productions, in_next_version
from bottega.wire.shared.renaissance import RenaissanceDialect, game, last_standing, names

ILLEGAL, UNPARSABLE = "err_illegal_message", "err_unparsable_message"

Choice = Callable[[Object, State, int], Actions]


class _Nickname(msgspec.Struct):
    nickname: str


class _Count(msgspec.Struct):
    count: int


class RenaissanceJson(RenaissanceDialect):
    """One renaissance-json connection."""

    NAME: ClassVar[str] = "renaissance-json"

    REQUESTS: ClassVar[dict[tuple[str, str], str]] = {
        ("greeted", "req_nickname"): "_nickname",
        ("over", "req_nickname"): "_nickname",
        ("asked", "req_players_count"): "_players_count",
        ("leaders", "req_leader_choice"): "_play",
        ("resources", "req_resources_choice"): "_play",
        ("turn", "req_get_market"): "_play",
        ("turn", "req_buy_dev_card"): "_play",
        ("turn", "req_activate_prod"): "_play",
        ("turn", "req_swap_shelves"): "_play",
        ("turn", "req_activate_leader"): "_play",
        ("turn", "req_discard_leader"): "_play",
        ("acted", "req_swap_shelves"): "_play",
        ("acted", "req_activate_leader"): "_play",
        ("acted", "req_discard_leader"): "_play",
        ("acted", "req_turn_end"): "_play",
    }
    """Which request does what in which state."""

    MOVES: ClassVar[dict[str, tuple[Choice, str]]] = {
        "req_leader_choice": (choices.keep_leaders, "err_leader_choice"),
        "req_resources_choice": (choices.choose_resources, "err_resources_choice"),
        "req_get_market": (visit_market, "err_shelves_choice"),
        "req_buy_dev_card": (choices.buy_card, "err_payment_shelf_choice"),
        "req_activate_prod": (activate_productions, SHELF_MAP),
        "req_swap_shelves": (choices.swap_shelves, "err_shelf_swap"),
        "req_activate_leader": (choices.activate_leaders, "err_leader_activation"),
        "req_discard_leader": (choices.discard_leaders, "err_leader_discard"),
        "req_turn_end": (choices.end_turn, ILLEGAL),
    }
    """What each move asks of the rules, and the error when the rules refuse it."""

    REFUSALS: ClassVar[dict[str, str]] = {
        "greeted": "say who you are with req_nickname first",
        "queued": "you are in the waiting room: somebody else is choosing the number of players",
        "asked": "you are the first player: choose the number of players with req_players_count",
        "waiting": "the game has not started: wait for the other players",
        "leaders": "choose two of your leader cards with req_leader_choice first",
        "resources": "choose your starting resources with req_resources_choice first",
        "ready": "wait until the other players have made their starting choices",
        "idle": "it is not your turn",
        "turn": "first make a main action: get resources from the market, buy a card or activate productions",
        "acted": "you have made your main action: swap shelves, act on leaders or send req_turn_end",
        "over": "the game is over: send req_nickname to play another",
    }
    """Why a request is refused that its state has no use for."""

    ALIASES: ClassVar[dict[str, str]] = {
        name: f"req_{name}"
        for name in ("activate_prod", "activate_leader", "discard_leader", "swap_shelves", "buy_dev_card")
    }
    """The document's older names, still in its last chapters."""

    AT_THE_START: ClassVar[tuple[str, ...]] = (
        "req_nickname",
        "req_players_count",
        "req_leader_choice",
        "req_resources_choice",
    )

    KNOWN: ClassVar[frozenset[str]] = frozenset(kind for _, kind in REQUESTS)

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._greeted = False

    @property
    def state(self) -> str:
        """What the table expects of this connection."""
        if self.table is None:
            return "queued" if self.name else "greeted"
        position = self.table.position
        if position.finished:
            return "over"
        if not position.started:
            return "asked" if self.asked else "waiting"
        state = game(position)
        if state.phase == SETUP:
            player = state.players[self.seat]
            return "leaders" if not player.leaders else "resources" if player.bonus else "ready"
        if state.seat != self.seat:
            return "idle"
        return "turn" if state.phase == START else "acted"

    # -- requests ---------------------------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """Answer one request."""
        try:
            request = read_object(message)
            kind = request.get("type")
            if not isinstance(kind, str):
                raise Unreadable("type is missing: every message names its type")
            kind = self.ALIASES.get(kind, kind)
            name = self.REQUESTS.get((self.state, kind))
            if name is None:
                raise Wrong(ILLEGAL, self._why_not(kind))
            getattr(self, name)(request, kind)
        except Unreadable as unreadable:
            self._say(words.error(UNPARSABLE, str(unreadable)))
        except Wrong as wrong:
            self._say(words.error(wrong.kind, wrong.msg))

    def _why_not(self, kind: str) -> str:
        """Why a message of this type makes no sense now."""
        if kind not in self.KNOWN:
            return f"there is no message type {kind!r}"
        if kind in self.AT_THE_START and self.state in ("idle", "turn", "acted"):
            return f"{kind} belongs to the start of the game, and turns are being played already"
        return self.REFUSALS[self.state]

    def _nickname(self, request: Object, kind: str) -> None:
        nickname = fit(request, _Nickname).nickname
        self._stand_up()
        self._greeted = False
        self.come_in(nickname)

    def _stand_up(self) -> None:
        """Leave the table, if there is one, and be nobody."""
        if self.table is not None:
            table, self.table, self.name = self.table, None, ""
            table.drop(self)

    def queued(self) -> None:
        """Somebody else is choosing the number of players; should they go, ``seated`` says that we are first."""
        self._greeted = True
        self._say({"type": "res_nickname", "isFirst": False})

    def seated(self) -> None:
        """We have a seat."""
        if self.asked or not self._greeted:
            self._say({"type": "res_nickname", "isFirst": self.asked})
        self._greeted = True
        if self.asked:
            table = self.table
            self.peer.later(ASK_SECONDS, lambda: self._too_slow(table))

    def _too_slow(self, table: Table | None) -> None:
        """Whoever does not say how many play makes way for the next."""
        if self.table is not table or not self.asked:
            return
        if self.busy:  # the number is on its way to the disk
            self.peer.later(1.0, lambda: self._too_slow(table))
        else:
            self._say(words.error("err_players_count", "you took too long to choose: come in again with req_nickname"))
            self._stand_up()

    def refused(self, reason: str) -> None:
        """The nickname cannot be used."""
        self._say(words.error("err_nickname", reason))

    def _players_count(self, request: Object, kind: str) -> None:
        self.decide(fit(request, _Count).count)

    def decided(self, count: int, refusal: Refusal | None) -> None:
        """The number of players is set, or refused."""
        if refusal is not None:
            self._say(words.error("err_players_count", f"illegal number of players: {count}; {refusal!s}"))
        else:
            self._say({"type": "res_players_count", "msg": f"the number of players has been set to {count}"})
            self.busy = count == len(self.position.seats)  # the start is on its way: what was sent already waits for it

    def _play(self, request: Object, kind: str) -> None:
        choose, error = self.MOVES[kind]
        in_the_document = kind == "req_activate_prod" and not in_next_version(request)

        def answered(refusal: Refusal | None) -> None:
            if refusal is not None:
                reason = words.from_zero(str(refusal))
                self._say(words.error(IN_THE_DOCUMENT if in_the_document else error, reason))
            elif kind == "req_turn_end":
                self._say({"type": "res_turn_end"})

        try:
            actions = choose(request, game(self.position), self.seat)
        except Wrong as wrong:
            raise Wrong(IN_THE_DOCUMENT, wrong.msg) if in_the_document else wrong from None
        if actions:
            self.move(actions, answered)
        else:  # two equal contents changed places
            self._say(words.shelves(names(self.position), self._own(self.position)))

    # -- coming back ------------------------------------------------------------------------------------------------

    def returned(self) -> None:
        """Tell somebody who is back everything they may know; they go on where they were."""
        self._greeted = True
        position = self.position
        who, state = names(position), game(position)
        self._say({"type": "res_nickname", "isFirst": False})
        self._say(words.game_started(who, renaissance.view(state, None)))
        player = self._own(position)
        if player.leaders:
            self._say(words.leader_choice(player))
        self._say_all(words.everything(who, state))
        self._offer(position)
        assert self.table is not None
        for seat in position.seats:
            if seat.name != self.name and not seat.bot and not self.table.present(seat.name):
                self._say(words.player_status(seat.name, False, self._gone(seat.name)))
        if state.phase == PRODUCING and state.seat == self.seat:
            self.move([REVERT], lambda _: None)  # begun in another protocol; here productions come in one piece

    def _offer(self, position: AnyPosition) -> None:
        """Ask for the set-up choice that is due."""
        offer = {"leaders": words.offer_leader, "resources": words.offer_resources}.get(self.state)
        if offer is not None:
            self._say(offer(self._own(position)))

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Pass on what happened."""
        if self.catching_up:
            return
        kind, after = event.entry.fact.kind, event.after
        if kind == "leave" and after.size:
            self._go_on()  # the start will not come yet
        elif kind == "start":
            self._go_on()
            who, table = names(after), renaissance.view(game(after), None)
            self._say(words.game_started(who, table))
            self._say_all(words.opening(who, table))
            self._offer(after)
        elif kind in ("move", "skip"):
            self._told_move(event)
        elif kind == "quit":
            name = after.seats[event.entry.fact.seat].name
            self._say(words.player_status(name, False, f"{name} has left for good"))
        elif isinstance(event.entry.fact, HandedOver):
            name = after.seats[event.entry.fact.seat].name
            msg = f"a bot plays for {name}" if event.entry.fact.bot else f"{name} plays again"
            self._say(words.player_status(name, True, msg))
        if after.finished:
            self._say(words.winner(names(after), after))

    def _go_on(self) -> None:
        """What was held back while the start was on its way may come."""
        self.busy = False
        self.peer.resume()

    def _told_move(self, event: Event) -> None:
        raw = frames.of(event, self.NAME, lambda: self._updates(event))
        mine = event.entry.fact.seat == self.seat
        if mine:
            self._confirm_choices(event)
        if raw:
            self.peer.send_framed(raw)
        if mine and any(isinstance(step.action, Keep) for step in event.steps):
            self._offer(event.after)

    def _updates(self, event: Event) -> bytes:
        encode = self.framing("").encode
        messages = words.updates(names(event.after), event.steps)
        return b"".join(encode(write_object(message)) for message in messages)

    def _confirm_choices(self, event: Event) -> None:
        """Echo our set-up choices, also those the house made for us when our time was over."""
        if any(isinstance(step.action, Keep) for step in event.steps):
            self._say(words.leader_choice(self._own(event.after)))
        chosen = [step.action.resource for step in event.steps if isinstance(step.action, Bonus)]
        if chosen:
            choice = {words.RESOURCES[number]: chosen.count(number) for number in range(len(RESOURCES))}
            echo = {name: count for name, count in choice.items() if count}
            self._say({"type": "res_resources_choice", "choice": echo})

    def noticed(self, notice: Notice) -> None:
        """Somebody came back or is gone."""
        name, table = notice.name, self.table
        if name == self.name or self.catching_up or table is None or not table.position.started:
            return
        here = notice.presence is Presence.HERE
        self._say(words.player_status(name, here, f"{name} is back" if here else self._gone(name)))

    def _gone(self, name: str) -> str:
        assert self.table is not None
        msg = f"{name} is gone: their turns are skipped until they come back"
        return f"{msg}; you are the last one at the table" if last_standing(self.table) == self.name else msg

    # -- words ------------------------------------------------------------------------------------------------------

    def _own(self, position: AnyPosition) -> PlayerView:
        return renaissance.view(game(position), self.seat).players[self.seat]

    def _say(self, message: Object) -> None:
        self.peer.send(write_object(message))

    def _say_all(self, messages: Iterable[Object]) -> None:
        for message in messages:
            self._say(message)
