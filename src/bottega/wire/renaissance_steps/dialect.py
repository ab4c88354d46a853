"""renaissance-steps: Masters of Renaissance step by step (``docs/protocols/renaissance-steps.md``).

How it works. A connection gives its nickname (``register``), may stand in the ``queue`` while somebody else is asked
how many play, may be asked that itself (``number``), waits in the ``lobby`` (so far: ``renaissance_steps_arrivals``),
and plays. While it plays its phase is the program's turn phase when it is this player's turn and ``waiting`` otherwise.
``COMMANDS`` says which command does what in which phases; in all others it gets the phase's refusal.

Set-up. The rules let all seats choose at once; this protocol goes round the table, and each player ends their set-up
turn with ``passTurn``. Every connection therefore tells its player the set-up as a story, seat by seat: ``_story`` is
the seat it has come to. A seat that chose early (a whole-move client) is told when the story reaches it. The story
waits for seats that have not chosen, and for this player's own ``passTurn``, but the game never waits for the story:
once somebody makes a move the pass is taken as given.

What must stay true:

1. Bad input gets an ErrorMessage, leaves the connection alive, and changes nothing.
2. What is laid out on the bench is told to this player alone and is gone with the connection.
3. Before an update about somebody's board a NewTurnUpdate has said that it is their turn: without the document's
   profile nothing else tells whose board is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from bottega.games.core import IllegalMove, Step
from bottega.games.renaissance.model import SETUP, STORING, State
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.wire.core.connection import Peer
from bottega.wire.core.frames import frames
from bottega.wire.core.loose_json import Unreadable
from bottega.wire.renaissance_steps import news as updates
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.arrivals import LOBBY, NUMBER, OVER, PLAYING, QUEUE, REGISTER
from bottega.wire.renaissance_steps.news import (
    DEPOSITPHASE,
    ENDSETUPTURN,
    ENDTURN,
    PICKUPPHASE,
    STARTSETUPTURN,
    STARTTURN,
)
from bottega.wire.renaissance_steps.requests import Request, shown
from bottega.wire.renaissance_steps.turns import Turns
from bottega.wire.renaissance_steps.words import Update
from bottega.wire.shared.renaissance import game, last_standing, names

WAITING = "waiting"
_LAYING_OUT = (STARTTURN, PICKUPPHASE)
_IN_A_TURN = (*_LAYING_OUT, DEPOSITPHASE, ENDTURN)


class RenaissanceSteps(Turns):
    """One renaissance-steps connection."""

    NAME: ClassVar[str] = "renaissance-steps"
    PROFILES: ClassVar[tuple[str, ...]] = ("", "original")

    COMMANDS: ClassVar[dict[str, tuple[str, tuple[str, ...]]]] = {
        "RegisterResponse": ("_register", (REGISTER,)),
        "PlayerNumberResponse": ("_decide", (NUMBER,)),
        "chooseLeader": ("_choose_leaders", (STARTSETUPTURN,)),
        "chooseResourceToDeposit": ("_choose_bonus", (STARTSETUPTURN,)),
        "playLeader": ("_play_leader", (STARTTURN, ENDTURN)),
        "discardLeader": ("_discard_leader", (STARTTURN, ENDTURN)),
        "buyAtMarketInterface": ("_market", (STARTTURN,)),
        "transformWhiteIn": ("_transform_white", (DEPOSITPHASE,)),
        "depositResource": ("_deposit", (DEPOSITPHASE,)),
        "discardResource": ("_discard", (DEPOSITPHASE,)),
        "moveResource": ("_move_resource", (STARTTURN, DEPOSITPHASE, ENDTURN)),
        "pickUpResourceFromWarehouse": ("_pick_from_warehouse", _LAYING_OUT),
        "pickUpResourceFromStrongbox": ("_pick_from_strongbox", _LAYING_OUT),
        "revertPickUp": ("_revert", _LAYING_OUT),
        "buyCard": ("_buy_card", _LAYING_OUT),
        "toggleDiscount": ("_toggle_discount", (*_LAYING_OUT, ENDTURN)),
        "substituteUnknownInInputBaseProduction": ("_base_input", _LAYING_OUT),
        "substituteUnknownInOutputBaseProduction": ("_base_output", _LAYING_OUT),
        "substituteUnknownInInputExtraProduction": ("_extra_input", _LAYING_OUT),
        "substituteUnknownInOutputExtraProduction": ("_extra_output", _LAYING_OUT),
        "ProductionUnknownCommand": ("_production_unknown", _LAYING_OUT),
        "toggleBaseProd": ("_toggle_base", _LAYING_OUT),
        "toggleCardProd": ("_toggle_card", _LAYING_OUT),
        "ToggleProductionCommand": ("_toggle_production", _LAYING_OUT),
        "toggleExtraProd": ("_toggle_extra", _LAYING_OUT),
        "activateProductions": ("_activate", _LAYING_OUT),
        "passTurn": ("_pass", (ENDSETUPTURN, ENDTURN)),
    }
    """Each command: the method that does it, and the phases in which it may come."""

    REFUSALS: ClassVar[dict[str, str]] = {
        REGISTER: "introduce yourself first with a RegisterResponse",
        QUEUE: "somebody is choosing the number of players: please wait",
        NUMBER: "say first how many play, with a PlayerNumberResponse",
        LOBBY: "the game has not started: wait for the others",
        WAITING: "it is not your turn",
        STARTSETUPTURN: "your set-up is not done: choose two leaders, then place your bonus resources",
        ENDSETUPTURN: "your set-up is done: end it with passTurn",
        STARTTURN: "that is not possible before your main action: market, buyCard or activateProductions",
        PICKUPPHASE: "you have picked resources up: buy a card, activate productions, or revertPickUp",
        DEPOSITPHASE: "first deposit or discard your pending resources",
        ENDTURN: "you have made your main action: play or discard leaders, move resources, or passTurn",
        OVER: "the game is over",
    }
    """Why a command is refused that its phase has no use for."""

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._story = 0
        self._passed = False

    # -- requests ---------------------------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """Answer one request."""
        try:
            request = Request(message)
            if request.kind == "PingResponse":
                self._answered_ping()
                return
            method, phases = self.COMMANDS.get(request.kind, ("", ()))
            if not method:
                raise Unreadable(f"there is no command {shown(request.kind)}")
            phase = self.phase
            if phase not in phases:
                self._refuse(self._why_not(request.kind, phase, phases))
            else:
                getattr(self, method)(request)
        except Unreadable as wrong:
            self._refuse(str(wrong))
        except IllegalMove as wrong:
            self._refuse(wrong.reason)

    def _why_not(self, kind: str, phase: str, phases: Sequence[str]) -> str:
        """Why a command makes no sense in this phase."""
        if phase in _IN_A_TURN and not set(phases) & set(_IN_A_TURN):
            return f"{kind} belongs to the start of the game, and turns are being played already"
        return self.REFUSALS[phase]

    @property
    def phase(self) -> str:
        """What this player may do now: a row of REFUSALS."""
        if self._place != PLAYING:
            return self._place
        state, seat = self._state, self.seat
        if self._story < len(state.players):
            mine = self._story == seat
            return WAITING if not mine else ENDSETUPTURN if state.players[seat].ready else STARTSETUPTURN
        return updates.turn_phase(state, seat, bool(self.bench.picked)) if state.seat == seat else WAITING

    def lost(self) -> None:
        """The connection is gone, and what lies on its bench."""
        self.bench.clear()
        super().lost()

    def returned(self) -> None:
        """Everything the player may know."""
        state, seat = self._state, self.seat
        self._place = PLAYING
        self._passed = state.players[seat].ready
        self._story = next((at for at, player in enumerate(state.players) if not player.ready), len(state.players))
        self._welcome(f"welcome back, {self.name}")
        self._say_table(state)

    def _say_table(self, state: State) -> None:
        """The whole table as far as the story has come."""
        assert self.table is not None
        table, story = self.table, self._story
        here = [each.name for each in self.position.seats if each.bot or table.present(each.name)]
        current = story if story < len(state.players) else state.seat
        told = updates.as_told(state, self.seat, story)
        self._say(updates.whole_table(told, names(self.position), self.seat, current, here, self.style))

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Pass on what happened; whoever is only just coming back is told the whole table instead."""
        kind = event.entry.fact.kind
        if kind in ("sit", "leave"):
            self._told_lobby(event)
        elif kind == "start":
            self._begin(game(event.after), names(event.after))
        elif self._place == PLAYING:
            self._told_game(event)

    def _told_game(self, event: Event) -> None:
        kind = event.entry.fact.kind
        if kind in ("move", "skip"):
            self._told_moves(event)
        elif kind == "quit":
            self._say(words.gone(event.after.seats[event.entry.fact.seat].name, "has left the game for good"))
        elif kind == "bot":
            seat = event.after.seats[event.entry.fact.seat]
            self._say(words.text(f"{seat.name} is played by {seat.bot or 'a person'} now"))
        if event.after.result is not None:
            self._finish(event)

    def _begin(self, state: State, table_names: Sequence[str]) -> None:
        self._place = PLAYING
        self._stop(self._patience)
        self._story, self._passed = 0, False
        self._say(words.text("Game starting . . ."), words.text("Game started!"))
        self._say(updates.start(state, table_names, self.seat, self.style))
        if self.style.document:
            self._say(updates.new_turn(table_names[0], "SETUP"))
        self._go_on()

    def _told_moves(self, event: Event) -> None:
        at_setup = [step for step in event.steps if _before(step).phase == SETUP]
        played = event.steps[len(at_setup) :]
        if event.entry.fact.kind == "skip":
            self._say_skipped(event)
        if at_setup:
            self._told_setup(event, at_setup)
        if played:
            if self._story < len(event.after.seats):
                self._passed = True
                self._go_on_with_setup(_before(played[0]), names(event.after))
            self._told_turn(event, played)

    def _say_skipped(self, event: Event) -> None:
        if event.entry.fact.seat != self.seat:
            self._say(words.text(f"{event.after.seats[event.entry.fact.seat].name} was skipped"))
            return
        self._passed = True
        self._clear_bench()
        self._say(words.text("your time is over: the house has gone on without you"))
        if game(event.before).phase == STORING:
            self._say(updates.pending(game(event.after)))

    def _told_turn(self, event: Event, played: Sequence[Step]) -> None:
        mine = event.entry.fact.seat == self.seat
        over = _before(played[0]).turn != game(event.after).turn
        if mine and (over or self.bench.picked):  # picks are left only if a former connection made the move
            self._clear_bench()
        key = (self.NAME, self.profile, mine)
        raw = frames.of(event, key, lambda: self._updates(event, played))
        if raw:
            self.peer.send_framed(raw)

    def _updates(self, event: Event, played: Sequence[Step]) -> bytes:
        encode = self.framing(self.profile).encode
        said = updates.told(played, names(event.after), self.seat, self.style)
        return b"".join(encode(self.style.write(update)) for update in said)

    def _told_setup(self, event: Event, steps: Sequence[Step]) -> None:
        after = steps[-1].after
        assert isinstance(after, State)
        if event.entry.fact.seat == self.seat == self._story:
            for step in steps:
                self._say(*updates.own_setup(step, names(event.after), self.style))
        elif event.entry.fact.seat == self.seat:
            self._say_table(after)  # the choice was made for us while we were coming back
        self._go_on_with_setup(after, names(event.after))

    def _go_on_with_setup(self, state: State, table_names: Sequence[str]) -> None:
        """Tell the set-up of one seat after the other as far as it is done."""
        while self._story < len(table_names):
            seat = self._story
            if not state.players[seat].ready or (seat == self.seat and not self._passed):
                return
            if seat != self.seat:
                self._say(*updates.bonuses(state, seat, table_names, self.style))
            self._story += 1
            if self._story < len(table_names):
                self._say(updates.new_turn(table_names[self._story], "SETUP"))
            elif state.solo:
                self._say(updates.lorenzo(state, self.style, drawn=False))
            else:
                self._say(updates.new_turn(table_names[state.seat], updates.game_phase(state)))

    def _pass(self, request: Request) -> None:
        if self.phase == ENDTURN:
            self._end_turn()
            return
        self._passed = True
        self._go_on_with_setup(self._state, names(self.position))

    def noticed(self, notice: Notice) -> None:
        """Somebody came or went."""
        name, table = notice.name, self.table
        if self._place != PLAYING or name == self.name or table is None or table.position.finished:
            return
        self._say(self.PRESENCE[notice.presence](name))
        if last_standing(table) == self.name:
            self._say(words.text("you are the only one left at the table; the others may still come back"))

    PRESENCE: ClassVar[dict[str, Callable[[str], Update]]] = {
        "away": lambda name: words.gone(name, "has disconnected"),
        "here": lambda name: Update(
            "ReconnectMessage", {"reconnectedNickname": name}, {"message": f"{name} is back", "nickname": name}
        ),
        "suspended": lambda name: words.text(f"{name} is passed over until they come back"),
    }
    """What is said when somebody comes or goes."""

    def _finish(self, event: Event) -> None:
        result = event.after.result
        assert result is not None
        self._place = OVER
        state = game(event.after)
        if result.reason != "played":
            self._say(words.text(f"the game ends early: {result.reason}"))
        self._say(updates.results(result, names(event.after), state.solo))
        self._leave("the game is over")


def _before(step: Step) -> State:
    assert isinstance(step.before, State)
    return step.before
