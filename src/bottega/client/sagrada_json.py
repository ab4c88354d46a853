"""The client side of sagrada-json (``docs/protocols/sagrada-json.md``), in both profiles.

How it works. ``update`` tells the table, ``show_table`` the cards; the latter is asked for when windows are offered,
when the turn comes, and whenever somebody has paid for a tool. Whose turn it is follows from what ``update`` says
that everybody has done, and from ``turn`` and ``end`` for the own; a turn of somebody else that leaves everything as
it was is not told. A tool is one message, so its actions are prepared until they are complete; tool 11 takes two.

Coming back: the name is said again. If it is still taken, because the server has not noticed yet that the former
connection is gone, it is said once more a little later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from bottega.client import sagrada as table
from bottega.client.core import (
    Act,
    Asked,
    ComeBack,
    Enter,
    Goodbye,
    Happening,
    Happenings,
    Leave,
    Nonsense,
    Over,
    Refused,
    Result,
    Sitter,
    Stage,
    StreamClient,
)
from bottega.client.sagrada import Board, Told, as_told, news, seen, spaces, state_of, with_pool
from bottega.games import sagrada
from bottega.games.core import SKIP, AnyStep
from bottega.games.sagrada import (
    Back,
    Change,
    Choose,
    End,
    Move,
    PickDie,
    PickTrack,
    Place,
    SetValue,
    State,
    UseTool,
)
from bottega.games.sagrada.cards import (
    CELLS,
    COLOUR_OF,
    COLUMNS,
    EMPTY_BOARD,
    PUBLIC_OBJECTIVES,
    ROWS,
)
from bottega.games.sagrada.model import CHOOSING, NONE_PENDING, OVER, ROUNDS
from bottega.games.sagrada.model import Stage as ToolStage
from bottega.games.sagrada.queries import tool_stage
from bottega.games.sagrada.tools import FLUX_REMOVER, RUNNING_PLIERS, TAP_WHEEL
from bottega.games.sagrada.turns import ends_round, with_player
from bottega.table.events import Presence
from bottega.wire.core.loose_json import write_object
from bottega.wire.core.profile import DOCUMENT
from bottega.wire.sagrada_json import messages
from bottega.wire.sagrada_json.dialect import SagradaJson
from bottega.wire.sagrada_json.messages import INVALID, TAKEN, TOOL_REFUSED
from bottega.wire.sagrada_json.profile import Profile

_TYPES: dict[str, type[Any]] = {
    "windows": messages.Windows,
    "update": messages.Update,
    "show_table": messages.ShowTable,
    "error": messages.Error,
    "die_color": messages.DieColor,
    "notification": messages.Notification,
    "game_over": messages.GameOver,
}
"""What the server says besides a bare ``id``."""

RETRY_SECONDS = 0.3
"""How soon a name is said again that is still ours, as far as we know."""
MOST_TRIES = 40
SILENCE_SECONDS = 10.0
"""Whoever comes back to a game is told how it stands at once; after so long there is none to come back to."""
_PUBLICS = {objective.name: number for number, objective in PUBLIC_OBJECTIVES.items()}

ERRORS = {
    TAKEN: "the name is taken, or is none",
    INVALID: "that cannot be done now",
    TOOL_REFUSED: "the tool cannot be had: not in play, too dear, or one was used on this turn",
}
"""What the numbers of errors mean."""


class SagradaJsonClient(StreamClient):
    """A player of sagrada-json."""

    DIALECT: ClassVar[str] = "sagrada-json"
    profile: Profile

    def __init__(self, profile: str = DOCUMENT, seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self._name = ""
        self._state: State | None = None
        self._names: tuple[str, ...] = ()
        self._cards = Told(0, 0, 0, (), (), ())
        """The cards of the table, as ``show_table`` told them."""
        self._sent: tuple[AnyStep, ...] = ()
        """What is on its way, or was accepted and is not in an update yet."""
        self._accepted = False
        self._preface = 0
        self._tries = 0
        self._back = True
        """Whether no update has come on this connection yet."""
        self._ended = False
        """Whether our turn is over, and nobody has told whose is next."""
        self._looking = 0
        """How many answers about the cards are awaited."""
        self._returning = False
        """Whether we have said our name again, and have heard nothing since."""

    # -- saying -------------------------------------------------------------------------------------------------------

    def greet(self) -> Iterable[Happening]:
        """The server speaks first."""
        self._sent, self._accepted, self._tries, self._looking = (), False, 0, 0
        self._preface = len(self.profile.preface)
        self._back = True
        self._returning = False
        return ()

    def _ask(self, kind: str, **fields: Any) -> None:
        request = SagradaJson.machine.payloads[kind](**fields)
        self.say(write_object({"id": kind, **msgspec.to_builtins(request)}))

    def _ask_cards(self) -> None:
        """Ask which tools were paid for; nothing is decided before that is known."""
        self._looking += 1
        self._ask("show_table")
        self.learn(awaiting=True, options=())

    def _enter(self, wish: Enter) -> Happenings:
        self._name = wish.name
        self.learn(name=wish.name, stage=Stage.WAITING, wanted=(Leave,), game="sagrada", version=sagrada.VERSION)
        self._ask("login", username=wish.name)
        yield from ()

    def _come_back(self, wish: ComeBack) -> Happenings:
        self._ask("reconnect")
        yield from ()

    def _leave(self, wish: Leave) -> Happenings:
        self._ask("quit")
        self.goodbye()
        yield from ()

    def tick(self, now: float) -> list[Happening]:
        """Say the name again that is still taken by a connection of ours, or notice that there is nothing to hear."""
        self.now = now
        if self.again is None or now < self.again:
            return []
        self.again = None
        if self._returning:
            self.see(self.known.view, actors=(), stage=Stage.OVER, wanted=(), awaiting=False, result=Result("over", ()))
            return [
                Over("the game has ended while you were away"),
                Goodbye("there is no game to come back to", back=False),
            ]
        self._return()
        return []

    def _return(self) -> None:
        """Say our name, and listen to how the game stands."""
        self._ask("login", username=self._name)
        if self._state is not None:
            self._returning, self.again = True, self.now + SILENCE_SECONDS

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """One action is one message, but for tools, whose actions are said together."""
        first, said = steps[0], 1
        state: State = first.before
        match first.action:
            case Choose(window):
                self._ask("window", window_name=sagrada.WINDOWS[window].name)
            case Place(die, cell):
                index = state.pool.index(die) if state.pending == NONE_PENDING else state.pending
                self._ask("place", x=cell % COLUMNS, y=cell // COLUMNS, index=index)
            case SetValue(value):
                self._ask("toolcardA", num=FLUX_REMOVER, die_index=0, action=value)
            case UseTool(number):
                said = self._use(number, state, steps)
            case End():
                self._ask("pass")
            case _:
                raise Nonsense(f"{first.action} cannot be said here")
        self._sent, self._accepted = tuple(steps[:said]), False
        return said

    def _use(self, number: int, state: State, steps: Sequence[AnyStep]) -> int:
        """Use a tool, if all that belongs to it is there; how many actions that are."""
        after: State = steps[-1].after
        drawn = tool_stage(after) == (FLUX_REMOVER, ToolStage.VALUE)
        if after.work is not None and not drawn:
            return 0
        said = next(count for count, step in enumerate(steps, 1) if _complete(step.after))
        found: dict[str, Any] = {"num": number}
        moves = [step.action for step in steps[:said] if isinstance(step.action, Move)]
        for step in steps[1:said]:
            match step.action:
                case PickDie(die, place):
                    found |= {"die_index": place if place >= 0 else state.pool.index(die), "action": 0}
                case Change(up):
                    found |= {"action": int(up)}
                case PickTrack(index) if number != TAP_WHEEL:
                    found |= {"action": index}
                case Place(die, cell):
                    found |= {"die_index": state.pool.index(die), "x": cell % COLUMNS, "y": cell // COLUMNS}
        for names, move in zip((("x", "y", "a", "b"), ("x2", "y2", "a2", "b2")), moves, strict=False):
            there = (move.source % COLUMNS, move.source // COLUMNS, move.target % COLUMNS, move.target // COLUMNS)
            found |= dict(zip(names, there, strict=True))
        self._ask(_MESSAGE_OF[number], **found)
        return said

    def _set_options(self) -> None:
        """What the rules allow, but for leaving a tool: only Tap Wheel can be left after one move."""
        super()._set_options()
        if self.known.options:
            work = self.head().work
            moved = work is not None and work.tool == TAP_WHEEL and work.moved is not None
            if not moved:
                self.learn(options=tuple(each for each in self.known.options if not isinstance(each, Back)))

    # -- hearing ------------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one message."""
        if self._preface and not message.startswith("{"):
            self._preface -= 1
            return
        kind = msgspec.json.decode(message, type=messages.Bare).id
        told = msgspec.json.decode(message, type=_TYPES.get(kind, messages.Bare))
        hearing = _HEARING.get(kind)
        if hearing is None:
            raise Nonsense(f"there is no message {kind}")
        if self._returning:
            self._returning, self.again = False, None
        yield from hearing(self, told)

    def _login(self, told: messages.Bare) -> Happenings:
        self.learn(games=("sagrada",))
        if self._name and self.known.stage is not Stage.OVER:
            self._return()
        else:
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)

    def _windows(self, told: messages.Windows) -> Happenings:
        """The windows on offer; how many play is not told before all have chosen."""
        offered = tuple(_window_number(each) for each in (told.w1, told.w2, told.w3, told.w4))
        if self._state is not None and self.known.stage is Stage.OVER:
            self.learn(log=(), result=None)
        self._cards = replace(self._cards, offered=offered)
        self._names = (self._name, "…")
        told_now = replace(self._cards, me=0, round=CHOOSING, step=0, boards=(Board(), Board()), pool=(), track=())
        self._sent = ()
        self._look(state_of(told_now), awaiting=False, actors=(0,))
        self._ask_cards()
        yield self.tell("the game begins: choose a window")

    def _show_table(self, told: messages.ShowTable) -> Happenings:
        """The cards."""
        try:
            publics = tuple(_PUBLICS[text.partition(" [")[0]] for text in told.public_objective)
        except KeyError as unknown:
            raise Nonsense(f"there is no public objective {unknown}") from None
        self._looking = max(0, self._looking - 1)
        self._cards = replace(
            self._cards,
            publics=publics,
            tools=tuple(tool.id + 1 for tool in told.tool_cards),
            paid=tuple(tool.already_used for tool in told.tool_cards),
            private=table.die(told.private_objective.color, 1) // 6,
        )
        state = self._state
        if state is not None:
            same = state.tools == self._cards.tools
            paid = dict(zip(state.tools, state.paid, strict=True)) if same else {}
            tools = zip(self._cards.tools, self._cards.paid, strict=True)
            mine = replace(state.players[self.known.me or 0], private=(self._cards.private,))
            ended = self._ended
            self._look(
                replace(
                    state,
                    publics=publics,
                    tools=self._cards.tools,
                    paid=tuple(max(int(used), paid.get(tool, 0)) if used else 0 for tool, used in tools),
                    players=with_player(state, self.known.me or 0, mine),
                ),
                awaiting=bool(self._sent),
                **({"actors": ()} if ended else {}),
            )
            self._ended = ended
        yield from ()

    def _update(self, told: messages.Update) -> Happenings:
        """The whole table."""
        names = tuple(player.username for player in told.players)
        me = names.index(self._name)
        former = self._state
        again = former is not None and former.round != CHOOSING and self._names == names
        boards = tuple(_board(player.player_window) for player in told.players)
        pool = tuple(table.die(each.color, int(each.value)) for each in told.draft)
        flat = [table.die(each.color, int(each.value)) for each in told.round_track]
        over = told.round == ROUNDS and not pool
        known = former.track if former is not None and again else ()
        track = spaces(flat, known, ROUNDS if over else told.round - 1)
        step, skipping = _step(told)
        acting = sagrada.model.ORDERS[len(names)][(told.round - 1) % len(names)][step] if step < 2 * len(names) else 0
        fresh = state_of(
            replace(
                self._cards,
                me=me,
                round=OVER if over else told.round,
                step=0 if over else step,
                boards=boards,
                pool=pool,
                track=track,
                skipping=() if over else skipping,
                drafted=told.players[acting].die_used and not over,
                used=self._used(former, told, acting) if not over else 0,
                offered=(),
            ),
            former if again else None,
        )
        if former is not None and again and not over:
            fresh = self._own_turn(former, fresh, me)
        paid = former is not None and again and _tokens(fresh) < _tokens(former)
        for line in news(former if again else None, fresh, names):
            yield self.tell(line)
        self._names = names
        self._sent, self._accepted = (), False
        self._look(
            fresh,
            me=me,
            awaiting=False,
            seats=tuple(
                Sitter(player.username, Presence.HERE if player.is_online else Presence.AWAY) for player in told.players
            ),
        )
        if not again or paid or self._back:
            self._back = False
            self._ask_cards()

    def _used(self, former: State | None, told: messages.Update, acting: int) -> int:
        """The tool that was used on this turn, if one was: which, only the own turn tells."""
        if not told.players[acting].tool_card_used:
            return 0
        for step in self._sent:
            if isinstance(step.action, UseTool):
                return step.action.number
        return former.used if former is not None and former.used else next(iter(self._cards.tools), 1)

    def _own_turn(self, former: State, fresh: State, me: int) -> State:
        """What an update does not tell of the own turn: what is pending after what was accepted, and paid."""
        if fresh.round != former.round or fresh.step != former.step or sagrada.actors(fresh) != (me,):
            return fresh
        state = former
        if self._accepted:
            for step in self._sent:
                state = with_pool(state, me, step.action, fresh.pool)
        if (state.pool, state.players[me].board) != (fresh.pool, fresh.players[me].board):
            return fresh
        return replace(
            fresh,
            pending=state.pending,
            work=state.work,
            drafted=state.drafted,
            used=state.used,
            paid=state.paid,
            skipping=state.skipping,
        )

    def _turn(self, told: messages.Bare) -> Happenings:
        """It is our turn; that of whoever was before us may have gone by without a word."""
        state, me = self._state, self.known.me
        if state is None or me is None or not CHOOSING < state.round < OVER:
            raise Nonsense("a turn before the table was told")
        if sagrada.actors(state) != (me,) or self._ended:
            order = sagrada.model.ORDERS[len(state.players)][(state.round - 1) % len(state.players)]
            steps = [step for step in range(state.step + self._ended, len(order)) if order[step] == me]
            if not steps:
                raise Nonsense("both turns of this round are over")
            turn = state.turn + steps[0] - state.step
            state = replace(state, step=steps[0], turn=turn, drafted=False, used=0, pending=NONE_PENDING, work=None)
        self._look(state, awaiting=False)
        self._ask_cards()
        yield from ()

    def _ok(self, told: messages.Bare) -> Happenings:
        self._accepted = True
        yield from ()

    def _end(self, told: messages.Bare) -> Happenings:
        """Our turn is over; whose is next is told by an update if the round is over, and perhaps nobody knows it:

        whoever has used Running Pliers may have no second turn.
        """
        state, me = self._state, self.known.me
        if state is None or me is None:
            raise Nonsense("the end of a turn before the table was told")
        self._sent = ()
        pliers = RUNNING_PLIERS in state.tools and state.step + 1 >= len(state.players)
        if sagrada.actors(state) == (me,) and not ends_round(state) and not pliers:
            self._look(sagrada.apply(state, me, SKIP), awaiting=False)
        else:
            self._ended = True
            self.see(self.known.view, actors=(), awaiting=False)
        yield self.tell("your turn is over")

    def _die_color(self, told: messages.DieColor) -> Happenings:
        """Tool 11 has drawn a die of this colour."""
        state, me = self._state, self.known.me
        if state is None or me is None:
            raise Nonsense("a die before the table was told")
        colour = table.die(told.color, 1) // 6
        if self._sent:
            use: Any = self._sent[0].action
            pick = self._sent[1].action
            assert isinstance(pick, PickDie)
            place = pick.place if pick.place >= 0 else state.pool.index(pick.die)
            state = sagrada.apply(state, me, use)
            state = as_told(state, me, pick, lambda after: COLOUR_OF[after.pool[place]] == colour)
        else:  # it was drawn before the connection broke
            there = [place for place, each in enumerate(state.pool) if COLOUR_OF[each] == colour]
            work = sagrada.Work(FLUX_REMOVER, ToolStage.VALUE, index=there[-1])
            state = replace(state, work=work, used=FLUX_REMOVER)
        self._sent = ()
        self._look(state, awaiting=False)
        yield self.tell(f"the new die is {told.color.lower()}")

    def _error(self, told: messages.Error) -> Happenings:
        reason = ERRORS.get(told.type, f"error {told.type}")
        if told.type == TAKEN:
            if self._state is not None and self.known.stage is not Stage.OVER and self._tries < MOST_TRIES:
                self._tries += 1
                self.again = self.now + RETRY_SECONDS
                return
            self._name = ""
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Refused(reason, Enter(self.known.name))
            yield Asked(Enter)
            return
        sent, self._sent = self._sent, ()
        self._accepted = False
        self.learn(awaiting=self._looking > 0)
        self._set_options()
        yield Refused(reason, Act(tuple(step.action for step in sent)))

    def _notified(self, told: messages.Notification) -> Happenings:
        events = {event: presence for presence, event in self.profile.events.items()}
        presence = events.get(told.event)
        if presence is None:
            raise Nonsense(f"there is no event {told.event}")
        seats = tuple(
            replace(seat, presence=presence) if seat.name == told.username else seat for seat in self.known.seats
        )
        self.learn(seats=seats)
        yield self.tell(f"{told.username} is {presence}")
        if told.username == self._name:
            if presence is Presence.SUSPENDED:
                self.see(self.known.view, actors=(), awaiting=False, wanted=(ComeBack, Leave))
                yield Asked(ComeBack)
            elif presence is Presence.HERE and self._state is not None and self._state.round == CHOOSING:
                self._look(self._state, actors=())  # who has chosen is told nothing more; windows are offered otherwise

    def _game_over(self, told: messages.GameOver) -> Happenings:
        names = [seat.name for seat in self.known.seats]
        winners = (names.index(told.winner),) if told.winner in names else ()
        view = self.known.view
        if isinstance(view, sagrada.View) and view.phase == "over":
            view = replace(view, winners=winners)
        self.see(view, actors=(), awaiting=False, stage=Stage.OVER, wanted=(), result=Result("over", winners))
        yield Over(f"the game is over, won by {told.winner or 'nobody'}")
        yield Goodbye("the server has said that the game is over")

    def _look(self, state: State, **known: Any) -> None:
        """The table is so now."""
        self._state, self._ended = state, False
        me = known.get("me", self.known.me if self.known.me is not None else 0)
        view = seen(state, me)
        self._imagined = view, state
        choosing = state.round == CHOOSING
        actors = known.pop("actors", view.actors)
        known.setdefault("seats", self.known.seats or tuple(Sitter(name) for name in self._names))
        wanted = (Act, Leave) if me in actors else (Leave,)
        known["awaiting"] = known.get("awaiting", self.known.awaiting) or self._looking > 0
        self.see(
            view,
            stage=Stage.PLAYING,
            game="sagrada",
            version=sagrada.VERSION,
            me=me,
            actors=actors,
            size=None if choosing else len(state.players),
            wanted=wanted,
            **{key: value for key, value in known.items() if key != "me"},
        )


SagradaJsonClient.WISHES = {
    Enter: SagradaJsonClient._enter,
    ComeBack: SagradaJsonClient._come_back,
    Leave: SagradaJsonClient._leave,
}

_HEARING: dict[str, Callable[[SagradaJsonClient, Any], Happenings]] = {
    "login": SagradaJsonClient._login,
    "windows": SagradaJsonClient._windows,
    "update": SagradaJsonClient._update,
    "show_table": SagradaJsonClient._show_table,
    "turn": SagradaJsonClient._turn,
    "end": SagradaJsonClient._end,
    "ok": SagradaJsonClient._ok,
    "die_color": SagradaJsonClient._die_color,
    "error": SagradaJsonClient._error,
    "notification": SagradaJsonClient._notified,
    "game_over": SagradaJsonClient._game_over,
}

_MESSAGE_OF = {
    **dict.fromkeys((1, 5, 6, 10, 11), "toolcardA"),
    **dict.fromkeys((2, 3), "toolcardB"),
    **dict.fromkeys((4, 12), "toolcardC"),
    **dict.fromkeys((8, 9), "toolcardD"),
    7: "toolcardE",
}
"""The message that uses each tool."""


def _complete(state: State) -> bool:
    """Whether a tool has all that belongs to it."""
    return state.work is None or tool_stage(state) == (FLUX_REMOVER, ToolStage.VALUE)


def _window_number(told: messages.Window) -> int:
    number = messages.ChooseWindow(told.name).number
    if number is None:
        raise Nonsense(f"there is no window {told.name}")
    return number


def _board(told: messages.Window) -> Board:
    dice = list(EMPTY_BOARD)
    for cell in range(CELLS):
        there = told.window_matrix[cell % COLUMNS][cell // COLUMNS].die
        if not isinstance(there, UnsetType):
            dice[cell] = table.die(there.color, int(there.value))
    assert len(told.window_matrix) == COLUMNS
    assert all(len(column) == ROWS for column in told.window_matrix)
    return Board(_window_number(told), tuple(dice), told.difficulty_token)


def _step(told: messages.Update) -> tuple[int, tuple[int, ...]]:
    """The place of the turn in its round, and who has given their second turn away, by what everybody has done."""
    seats = len(told.players)
    order = sagrada.model.ORDERS[seats][(told.round - 1) % seats]
    first = [player.first_turn_done for player in told.players]
    second = [player.second_turn_done for player in told.players]
    step = next((at for at in range(2 * seats) if not (first if at < seats else second)[order[at]]), 2 * seats)
    given = tuple(seat for seat in range(seats) if second[seat] and order[:step].count(seat) < 2)
    return (step, given) if step < 2 * seats else (2 * seats - 1, ())


def _tokens(state: State) -> int:
    return sum(player.tokens for player in state.players)
