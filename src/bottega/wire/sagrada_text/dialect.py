"""sagrada-text: Sagrada in lines of words, after an Italian course project (``docs/protocols/sagrada-text.md``).

How it works. The machine at the end says what a connection listens to. ``LOGIN`` checks the password (the first one
creates the account), then looks for the player: somebody who holds a seat at a running match comes back to it, anybody
else sits down in the lobby. A player's own turn is put together from small messages; how far is kept in a
:class:`~bottega.wire.sagrada_text.turn.Turn`, off which, with the game, the state is read. ``QUIT`` gives the seat up;
the connection stays open and may ``LOGIN`` again.

What must stay true:

1. A name is let in only with its password, and a seat held without one is never given to a new account.
2. ``turn_end`` is only told of a turn whose ``turn_start`` (or ``game_status``) this client has had; turns of
   players who are gone are not told at all. ``_told_turn`` is the turn it knows of.
3. Nothing but the half-built action is kept here: it begins anew with every turn and every connection, and with a move
   that a former connection of this player had still made (``_made_move`` is whether it was this one's own).
4. A message whose words do not fit is ``INVALID message`` in every state.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bottega.games import sagrada
from bottega.games.refusal import Refusal
from bottega.games.sagrada import Back, Choose, End, UseTool
from bottega.games.sagrada.model import CHOOSING, OVER, acting
from bottega.games.sagrada.queries import placements, placing
from bottega.table.entries import Left, Moved, Quit, Sat, Sitting, Skipped, Started, Succeeded, Undone
from bottega.table.events import Event, Notice, Presence, Presences
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.core.connection import Peer
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.machine import BadRequest, Handling, Machine, on
from bottega.wire.sagrada_text import words
from bottega.wire.sagrada_text.heartbeat import Heartbeat
from bottega.wire.sagrada_text.messages import Anything, Bare, Get, GetSchema, Index, Login
from bottega.wire.sagrada_text.passages import Passage, passages, turn_end, turn_start
from bottega.wire.sagrada_text.profile import PROFILES, Profile
from bottega.wire.sagrada_text.states import ARRIVALS, BEFORE_DICE, MATCH, RUNNING, TOO_LATE, TURN, State
from bottega.wire.sagrada_text.turn import PLACE_DIE, Last, Turn, listed, option, the_pool
from bottega.wire.sagrada_text.words import CHOICE_KO, CHOICE_OK, INVALID, LOGIN_KO, LOGIN_OK, TOOL_KO, TOOL_OK
from bottega.wire.shared.sagrada import game, grace, playing, setup, standing, suits

NO_TURN = -1

STATUS = {Presence.HERE: "reconnect", Presence.AWAY: "disconnect", Presence.SUSPENDED: "disconnect"}
"""The document's word for what a notice says."""


class SagradaText(Dialect[str]):
    """One sagrada-text connection."""

    NAME: ClassVar[str] = "sagrada-text"
    GAME: ClassVar[str] = "sagrada"
    PROFILES: ClassVar[Mapping[str, Profile]] = PROFILES
    profile: Profile

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        super().__init__(house, peer, profile)
        self._heartbeat = Heartbeat(self)
        self._turn = Turn()
        self._made_move = False
        self._told_turn = NO_TURN

    @property
    def state(self) -> State:
        """Where the connection stands, read off its table and, in its own turn, off the half-built action."""
        if self.table is None:
            return State.GREETED
        position = self.table.position
        if position.finished:
            return State.OVER
        if not position.started:
            return State.LOBBY
        state = game(position)
        if state.round == CHOOSING:
            return State.WINDOWS
        return self._turn.state(state) if acting(state) == self.seat else State.WATCHING

    # -- messages -----------------------------------------------------------------------------------------------------

    def read(self, message: str | None) -> tuple[str, Any]:
        """The keyword of a line (of two words or one) and the words after it as the payload of its message."""
        keyword, *rest = (message or "").split() or ("",)
        if keyword in PAIRED and rest and f"{keyword} {rest[0]}" in self.machine.payloads:
            keyword = f"{keyword} {rest.pop(0)}"
        shape = self.machine.payloads.get(keyword)
        if shape is None:
            raise BadRequest("there is no such message", INVALID)
        try:
            return keyword, msgspec.convert(rest, shape)
        except msgspec.ValidationError as wrong:
            raise BadRequest(str(wrong), self.profile.bad_login if shape is Login else INVALID) from None

    def payload(self, body: Any, shape: type[Any]) -> Any:
        """The words, which were checked when they were read."""
        return body

    def write(self, said: str) -> str:
        """The line."""
        return said

    def unexpected(self, message: str) -> BadRequest:
        """A message that comes at the wrong moment; some get no answer then."""
        late = self.profile.late.get(message) if self.state in TOO_LATE else None
        if late is not None:
            pool = listed(self._game, the_pool(self._game), self.profile.numbered_faces)
            return BadRequest(f"{message} comes too late", late.format(pool=pool))
        answer = "" if message in self.profile.overlooked else self.profile.wrong_moment
        return BadRequest(f"{message} comes at the wrong moment", answer)

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        if bad.error:
            yield bad.error

    # -- coming, being there, going -----------------------------------------------------------------------------------

    def greet(self) -> Handling:
        """Say hello."""
        yield words.WELCOME

    def login(self, login: Login) -> Handling:
        """Come into the lobby, or back to a match."""
        name = login.name
        claim = Claim(name, proven=True)
        verdict = yield from self.look_up(claim)
        if verdict is None:
            verdict = self.why_no_seat(name, suits)
        if isinstance(verdict, Refusal):  # nothing is hashed for it, and no account made
            yield LOGIN_KO
            return
        if (yield from self.log_in(claim, login.password)) is not None:
            yield LOGIN_KO
            return
        table = self.judge(claim)
        if isinstance(table, Refusal):  # somebody else was faster
            yield LOGIN_KO
        elif table is None:
            refusal = yield from self.take_seat(Sitting(name, account=True), setup(self.house.settings), suits)
            yield LOGIN_OK if refusal is None else LOGIN_KO
            if refusal is None:
                self._heartbeat.start()
        else:
            yield LOGIN_OK
            self._heartbeat.start()
            yield from self._come_back(table, name)

    def _come_back(self, table: Table, name: str) -> Handling:
        position = table.position
        state, seat = game(position), position.seat_of(name)
        known = acting(state) == seat or playing(position, table.attendance.presences, acting(state))
        if state.round == CHOOSING or not known or (acting(state) == seat and self.profile.turn_again):
            self._told_turn = NO_TURN
        else:
            self._told_turn = state.turn
        self._turn = Turn()
        self.resume(table, name, told=True)
        if self.profile.leaves_tool and self.state is State.TOOL:
            yield from self._make(Turn(), Back())

    def pong(self, _: Anything) -> Handling:
        """Be known to be there."""
        self._heartbeat.answered()
        yield from ()

    def acknowledge(self, _: Anything) -> Handling:
        """The document wants every message acknowledged; nobody ever waited for it."""
        yield from ()

    def new_match(self, _: Bare) -> Handling:
        """From a match that is over back to the lobby."""
        former = self.table
        refusal = yield from self.take_seat(Sitting(self.name, account=True), setup(self.house.settings), suits)
        if refusal is not None:
            raise self.unexpected("GAME new_match")
        if former is not None:
            former.unwatch(self)

    def quit(self, _: Bare) -> Handling:
        """Leave for good; during a match that it happened is heard with everybody else."""
        refusal = yield from self.give_up_seat()
        if refusal is not None:
            raise self.unexpected("QUIT")
        if not self.position.started:
            self._stand_up()

    def depart(self, _: Bare) -> Handling:
        """Leave a match that is over."""
        self._stand_up()
        yield from ()

    def _stand_up(self) -> None:
        if self.table is not None:
            self.table.unwatch(self)
        self.table, self.name = None, ""

    def grace(self) -> float:
        """In the middle of a turn, or while windows are chosen, whoever is lost has a little time to come back."""
        return 0.0 if self.table is None else grace(self.table, self.seat)

    def lost(self) -> None:
        """The connection is gone."""
        self._heartbeat.stop()
        super().lost()

    # -- questions about the board ------------------------------------------------------------------------------------

    def get(self, get: Get) -> Handling:
        """Look at what lies on the table, or at who sits there."""
        if get.what == "players":
            assert self.table is not None
            yield words.players(self.table.position, self.table.attendance.presences, self.profile.unfit)
        else:
            yield from _lines(words.BOARD[get.what](self._view))

    def get_schema(self, schema: GetSchema) -> Handling:
        """Look at a window, or at those to choose from."""
        view, seat = self._view, schema.seat
        if schema.draft:
            yield from _lines(words.draft(view))
        else:
            yield from _lines(words.schema_of(view, seat) if 0 <= seat < len(view.players) else [])

    def get_favor_tokens(self, which: Index) -> Handling:
        """Count a player's tokens."""
        players, seat = self._view.players, which.number
        known = 0 <= seat < len(players)
        yield self.profile.favor_tokens.format(seat=seat, tokens=players[seat].tokens) if known else INVALID

    @property
    def _view(self) -> sagrada.View:
        return sagrada.view(self._game, self.seat)

    @property
    def _game(self) -> sagrada.State:
        return game(self.position)

    # -- play ---------------------------------------------------------------------------------------------------------

    def choose_window(self, choice: Index) -> Handling:
        """Choose a window by its place in the draft."""
        player = self._game.players[self.seat]
        if player.window >= 0 or not 0 <= choice.number < len(player.offered):
            yield CHOICE_KO
        else:
            refusal = yield from self.play(Choose(player.offered[choice.number]))
            yield CHOICE_OK if refusal is None else CHOICE_KO

    def enable_tool(self, choice: Index) -> Handling:
        """Pay for one of the tools on the table."""
        tools = self._game.tools
        known = 0 <= choice.number < len(tools)
        made = known and (yield from self._make(Turn(Last.ENABLED), UseTool(tools[choice.number])))
        yield TOOL_OK if made else TOOL_KO

    def back(self, _: Bare) -> Handling:
        """Return to the initial choice; a tool in use is left, its payment gone."""
        if self._game.work is None:
            self._turn = Turn()
            if self.profile.board_changed:
                yield self.profile.board_changed
        elif not (yield from self._make(Turn(Last.LEFT), Back())):
            raise self.unexpected("BACK")

    def end_turn(self, _: Bare) -> Handling:
        """End the turn, at any time: leaving a tool in use first."""
        actions = (Back(), End()) if self._game.work else (End(),)
        if (yield from self._make(Turn(), *actions)):
            return
        if self.profile.turn_again and self.state in TURN:
            self._turn = Turn()
            yield words.passed(turn_start(self._game))
        else:
            raise self.unexpected("GAME end_turn")

    def list_dice(self, _: Bare) -> Handling:
        """List the dice that can be selected now."""
        dice, barren = self._turn.dice_to_list(self._game), False
        if not dice and self.profile.shows_pool:
            dice, barren = self._turn.dice_to_show(self._game), True
        if dice:
            self._turn = Turn(dice=dice, barren=barren)
        yield listed(self._game, dice, self.profile.numbered_faces)

    def select(self, choice: Index) -> Handling:
        """Select a die by its place in the list."""
        dice = self._turn.dice
        if not 0 <= choice.number < len(dice):
            raise BadRequest(f"the list has {len(dice)} dice", INVALID)
        self._turn = Turn(die=dice[choice.number], barren=self._turn.barren)
        yield words.list_options(option(self._game))

    def choose_option(self, choice: Index) -> Handling:
        """Choose what to do with the selected die: there is always one thing."""
        die = self._turn.selected
        if choice.number != 0:
            yield CHOICE_KO
        elif option(self._game) == PLACE_DIE:
            self._turn = Turn(die=die, placing=True, barren=self._turn.barren)
            yield CHOICE_OK
        else:
            yield CHOICE_OK if (yield from self._make(Turn(Last.STEP), die.action)) else CHOICE_KO

    def list_placements(self, _: Bare) -> Handling:
        """List the spaces on which the selected die may be put."""
        die = self._turn.selected
        spaces = () if self._turn.barren else placements(self._game, die)
        self._turn = Turn(die=die, spaces=spaces)
        yield words.list_placements(spaces)

    def choose_space(self, choice: Index) -> Handling:
        """Put the selected die on a space, given by its place in the list."""
        die, spaces = self._turn.selected, self._turn.spaces or ()
        known = 0 <= choice.number < len(spaces)
        then = Turn(Last.STEP) if self._game.work else Turn()
        made = known and (yield from self._make(then, *placing(die, spaces[choice.number])))
        yield CHOICE_OK if made else CHOICE_KO

    def discard(self, _: Bare) -> Handling:
        """Do not place the selected die; another may be selected."""
        self._turn = Turn()
        yield from ()

    def keep_selected(self, _: Bare) -> Handling:
        """The die that tool 11 fetched cannot be exchanged for another face once its spaces are known."""
        yield from ()

    def go_on(self, _: Bare) -> Handling:
        """Ask whether the tool wants more."""
        self._turn = Turn()
        yield TOOL_OK if self._game.work else TOOL_KO

    def leave_in_pool(self, _: Bare) -> Handling:
        """Give the die that tool 11 fetched the selected face and leave it in the pool."""
        if not (yield from self._make(Turn(), self._turn.selected.action)):
            raise self.unexpected("TOOL can_continue")
        yield TOOL_KO

    def _make(self, then: Turn, *actions: Any) -> Generator[Any, Any, bool]:
        """Make a move; whether it was accepted. If so the turn goes on from there."""
        refusal = yield from self.play(*actions)
        if refusal is None:
            self._turn, self._made_move = then, True
        return refusal is None

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Handling:
        """Pass on what happened."""
        fact, after = event.entry.fact, event.after
        if isinstance(fact, Moved | Skipped):
            yield from self._steps(event, fact.seat)
        elif isinstance(fact, Undone | Succeeded):
            if isinstance(fact, Succeeded):
                yield self._status(STATUS[Presence.HERE], fact.seat, fact.name)
            yield from self._go_back(event)
        elif isinstance(fact, Sat | Left):
            yield words.lobby(len(after.seats))
        elif isinstance(fact, Started):
            self._told_turn, self._turn = NO_TURN, Turn()
            yield words.game_start(len(after.seats), self.seat)
        elif isinstance(fact, Quit):
            name = event.before.seats[fact.seat].name
            yield self._status("quit", fact.seat, name)
            if name == self.name:
                self._stand_up()
        if after.finished and after.started and self.table is not None:
            yield from self._end(after)

    def _steps(self, event: Event, seat: int) -> Handling:
        passed = game(event.before).turn != game(event.after).turn
        if passed:
            for passage in passages(event):
                yield from self._pass(passage, event)
        if seat == self.seat:
            if not self._made_move:
                self._turn = Turn()
            self._made_move = False
        if not passed and self._concerns(event, seat):
            yield self.profile.board_changed

    def _go_back(self, event: Event) -> Handling:
        """Something was taken back: the turn begins again, and whoever hears that looks at the board anew."""
        before, state = game(event.before), game(event.after)
        if state.round == CHOOSING:
            return
        if before.turn != state.turn and before.turn == self._told_turn:
            yield words.passed(turn_end(before))
        self._turn, self._told_turn = Turn(), NO_TURN
        yield from self._announce(turn_start(state), event.after, event.presence)
        if self.profile.board_changed:
            yield self.profile.board_changed

    def _pass(self, passage: Passage, event: Event) -> Handling:
        if passage.what == "turn_start":
            self._turn = Turn()
            if event.after.seats[passage.seat].name != event.suspends:
                yield from self._announce(passage, event.after, event.presence)
        elif passage.what != "turn_end" or passage.turn == self._told_turn:
            yield words.passed(passage)

    def _announce(self, passage: Passage, position: AnyPosition, presence: Presences) -> Handling:
        """Tell once whose turn it is, if somebody is there to play it."""
        if passage.turn != self._told_turn and playing(position, presence, passage.seat):
            self._told_turn = passage.turn
            yield words.passed(passage)

    def _concerns(self, event: Event, seat: int) -> bool:
        """Whether the profile has a word for these steps, and this player is among those who hear it."""
        last = event.steps[-1].action
        if not self.profile.board_changed or isinstance(last, Choose):
            return False
        return seat != self.seat or isinstance(last, Back)

    def _end(self, position: AnyPosition) -> Handling:
        """Tell who has won; what was going on until then ends too."""
        state = game(position)
        if CHOOSING < state.round < OVER:
            if self._told_turn == state.turn:
                yield words.passed(turn_end(state))
            yield words.passed(Passage("round_end", state.round))
        yield words.game_end(standing(position))

    def presence_news(self, notice: Notice) -> Handling:
        """Tell who is here or away; whose turn it is may be worth telling now."""
        table = self.table
        if table is None or table.id != notice.table:
            return
        position = table.position
        seat = position.seat_of(notice.name)
        if seat is None or not position.started or position.finished:
            return
        yield self._status(STATUS[notice.presence], seat, notice.name)
        if game(position).round != CHOOSING:
            yield from self._announce(turn_start(game(position)), position, table.attendance.presences)

    def _status(self, event: str, seat: int, name: str) -> str:
        return self.profile.status.format(event=event, seat=seat, name=words.player_name(name, self.profile.unfit))


SagradaText.machine = Machine(
    State.GREETED,
    [
        on(State.GREETED, "LOGIN", Login, SagradaText.login, *ARRIVALS),
        on(State, "PONG", Anything, SagradaText.pong),
        on(State, "ACK", Anything, SagradaText.acknowledge),
        on((State.LOBBY, *RUNNING), "QUIT", Bare, SagradaText.quit, State.GREETED),
        on(State.OVER, "QUIT", Bare, SagradaText.depart, State.GREETED),
        on(State.OVER, "GAME new_match", Bare, SagradaText.new_match, State.LOBBY, State.WINDOWS),
        on(MATCH, "GET", Get, SagradaText.get),
        on(MATCH, "GET schema", GetSchema, SagradaText.get_schema),
        on(MATCH, "GET favor_tokens", Index, SagradaText.get_favor_tokens),
        on(State.WINDOWS, "CHOOSE", Index, SagradaText.choose_window, State.WINDOWS, State.WATCHING, State.FREE),
        on(BEFORE_DICE, "GET_DICE_LIST", Bare, SagradaText.list_dice, State.LISTED),
        on(State.LISTED, "SELECT", Index, SagradaText.select, State.SELECTED),
        on(State.SELECTED, "CHOOSE", Index, SagradaText.choose_option, State.PLACING, State.DONE),
        on(State.PLACING, "GET_PLACEMENTS_LIST", Bare, SagradaText.list_placements, State.SPACES, State.FACES),
        on(State.SPACES, "CHOOSE", Index, SagradaText.choose_space, State.FREE, State.DONE),
        on(State.SPACES, "DISCARD", Bare, SagradaText.discard, State.FREE, State.TOOL),
        on(State.FACES, "CHOOSE", Index, SagradaText.choose_space, State.DONE),
        on(State.FACES, "DISCARD", Bare, SagradaText.keep_selected),
        on(State.FACES, "TOOL can_continue", Bare, SagradaText.leave_in_pool, State.FREE),
        on((State.TOOL, State.LEFT, State.DONE), "TOOL can_continue", Bare, SagradaText.go_on, State.FREE, State.TOOL),
        on(TURN, "TOOL enable", Index, SagradaText.enable_tool, State.TOOL),
        on(TURN, "BACK", Bare, SagradaText.back, State.FREE, State.LEFT),
        on(TURN, "GAME end_turn", Bare, SagradaText.end_turn, State.WATCHING, State.FREE, State.OVER),
    ],
    changes=[
        (State.LOBBY, "the match starts", State.WINDOWS),
        (State.WINDOWS, "the last has chosen", State.WATCHING),
        (State.WINDOWS, "the last has chosen", State.FREE),
        (State.WATCHING, "the turn comes", State.FREE),
        (TURN, "time is over", State.WATCHING),
        (TURN, "time is over", State.FREE),
        (TURN, "a move from before the connection broke arrives", State.TOOL),
        (RUNNING, "the match ends", State.OVER),
    ],
    groups={"turn": TURN},
)

PAIRED = frozenset(message.split()[0] for message in SagradaText.machine.messages if " " in message)
"""The first words of keywords that have two."""


def _lines(lines: Sequence[str]) -> Sequence[str]:
    """What is sent where there may be nothing to send."""
    return lines or (INVALID,)
