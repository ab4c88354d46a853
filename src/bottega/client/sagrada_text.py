"""The client side of sagrada-text (``docs/protocols/sagrada-text.md``), in both profiles.

How it works. The server tells when turns and rounds begin and end, and nothing of the board: the client asks for all
of it (``_look``) whenever something may have changed, and its cache is replaced when the last answer is there. An
action of the own turn is a short dialogue of lists and choices (:data:`Talk`): each line is said when the one before
was answered. Looking and talking never overlap, so every answer belongs to the question that waits for it.

Coming back: name and password again. What the server still knows of the own turn and we do not (was the last action
done? is a tool in use?) is found out by listing the dice and comparing them with what the rules would list.

What must stay true: ``_state`` is the game as of the last whole look; ``_done`` is what was accepted since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from bottega.client import sagrada as table
from bottega.client.core import (
    Act,
    Asked,
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
from bottega.client.sagrada import Board, Told, news, seen, state_of, step_of, with_pool
from bottega.games import sagrada
from bottega.games.core import AnyStep, IllegalMove, Score
from bottega.games.sagrada import Back, Choose, End, Move, Place, SetValue, State, UseTool
from bottega.games.sagrada.cards import DICE, EMPTY_BOARD, WINDOW_NUMBER
from bottega.games.sagrada.model import CHOOSING, OVER, ROUNDS
from bottega.games.sagrada.moving import board_in_hand
from bottega.games.sagrada.queries import Choice, dice_to_choose
from bottega.games.sagrada.tools import GLAZING_HAMMER
from bottega.games.sagrada.turns import with_player
from bottega.table.events import Presence
from bottega.wire.core.profile import DOCUMENT
from bottega.wire.sagrada_text import words
from bottega.wire.sagrada_text.profile import Profile
from bottega.wire.sagrada_text.turn import SOURCES
from bottega.wire.shared.sagrada import COLOUR_WORDS

Talk = Generator[tuple[str, str], list[str], None]
"""A dialogue: yields what is said and how the answer begins, is sent the words of the answer, ends when all is done."""

LINES = {"pub": 3, "tool": 3, "schema draft": 4}
"""How many lines answer a GET, where it is not one."""
STATUSES = {"PLAYING": Presence.HERE, "DISCONNECTED": Presence.AWAY, "QUITTED": Presence.AWAY}
EVENTS = {"reconnect": Presence.HERE, "disconnect": Presence.AWAY, "quit": Presence.AWAY}
RETRY_SECONDS = 0.3
"""How soon a login is tried again at a seat that is ours, as far as we know."""
LATE = ("LIST_DICE", "LIST_PLACEMENTS", "LIST_OPTIONS", "TOOL", "CHOICE")
"""Answers that may come when nobody waits for them any more, because the turn has ended meanwhile."""
LOGIN_REFUSED = (
    "this name and password are not accepted (the server does not say why): a name is letters and digits, "
    "its password the one that it came with first, and nobody else may be using it"
)
MOST_TRIES = 40
_SHADES = {word: value for value, word in enumerate(words.SHADES, 1)}
_ERRORS = (words.INVALID, "ILLEGAL ACTION!")


class Parts(msgspec.Struct):
    """What was told of the table so far, part by part."""

    seats: int = 0
    me: int = 0
    players: list[tuple[str, str]] = []
    private: int = 0
    publics: list[int] = []
    tools: list[tuple[int, bool]] = []
    offered: list[int] = []
    boards: dict[int, tuple[int, tuple[int, ...]]] = {}
    tokens: dict[int, int] = {}
    pool: tuple[int, ...] = ()
    track: list[tuple[int, int]] = []
    choosing: bool = True
    round: int = 0
    second: bool = False
    playing: int = -1


class _Refused(Exception):
    """A dialogue has come to its end too early."""


class SagradaTextClient(StreamClient):
    """A player of sagrada-text."""

    DIALECT: ClassVar[str] = "sagrada-text"
    profile: Profile

    def __init__(self, profile: str = DOCUMENT, seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self._name = self._password = ""
        self._parts = Parts()
        self._state: State | None = None
        self._done: Any = None
        """The own action that was accepted since the last look, or may have been before the connection broke."""
        self._unsure = False
        """Whether it is not known how far our turn is."""
        self._returned = False
        """Whether that is so because the connection was lost: some servers leave a tool for us then."""
        self._listed: list[str] | None = None
        """The dice that the server lists, where that was asked for to find out."""
        self._gets: deque[tuple[str, int]] = deque()
        """The questions that are on their way, and how many lines are still to come for each."""
        self._doubted: list[tuple[str, int]] = []
        """Questions that an error seemed to answer; it may have been about something that the clock had ended."""
        self._stale = False
        """Whether something may have changed since the board was asked for."""
        self._talk: Talk | None = None
        self._answer = ""
        """How the answer begins that the dialogue waits for."""
        self._action: Any = None
        """What the dialogue is about."""
        self._ending = False
        """Whether we have said that our turn is over."""
        self._tries = 0

    # -- coming -------------------------------------------------------------------------------------------------------

    def greet(self) -> Iterable[Happening]:
        """The server speaks first; of what was on its way nobody knows what became of it."""
        if self._action is not None:
            self._done = self._action
        self._unsure = self._returned = self._state is not None
        self._gets.clear()
        self._doubted.clear()
        self._talk, self._answer, self._action, self._ending, self._listed = None, "", None, False, None
        self._stale, self._tries, self.again = False, 0, None
        return ()

    def _welcome(self, said: list[str]) -> Happenings:
        self.learn(games=("sagrada",))
        if self._name and self.known.stage is not Stage.OVER:
            self._log_in()
        else:
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)

    def _log_in(self) -> None:
        self.say(f"LOGIN {self._name} {self._password}")

    def _enter(self, wish: Enter) -> Happenings:
        if not wish.password or len(wish.password.split()) != 1 or len(wish.name.split()) != 1:
            yield Refused("a name and a password are needed, one word each", wish, here=True)
            return
        self._name, self._password = wish.name, wish.password
        self._log_in()

    def _leave(self, wish: Leave) -> Happenings:
        self.say("QUIT")
        self.goodbye()
        yield from ()

    def tick(self, now: float) -> list[Happening]:
        """Try to log in again."""
        self.now = now
        if self.again is not None and now >= self.again:
            self.again = None
            self._log_in()
        return []

    def _logged_in(self, said: list[str]) -> Happenings:
        if said[1:] == ["ok"]:
            self._tries = 0
            fresh = self._state is None or self.known.stage is Stage.OVER
            self.learn(name=self._name, game="sagrada", version=sagrada.VERSION)
            if fresh:
                self.learn(stage=Stage.WAITING, wanted=(Leave,))
            else:
                self._stale = True
        elif self._state is not None and self.known.stage is not Stage.OVER and self._tries < MOST_TRIES:
            self._tries += 1
            self.again = self.now + RETRY_SECONDS
        else:
            yield Refused(LOGIN_REFUSED, Enter(self._name))
            self._name = ""
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)

    def _lobby(self, said: list[str]) -> Happenings:
        if self._state is not None and self.known.stage is not Stage.OVER:
            self.see(self.known.view, actors=(), stage=Stage.OVER, wanted=(), awaiting=False, result=Result("over", ()))
            yield Over("the match has ended while you were away")
            yield Goodbye("there is no match to come back to", back=False)
            return
        self.learn(stage=Stage.WAITING, wanted=(Leave,))
        yield self.tell(f"{said[1]} are waiting")

    # -- the course of the match --------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one line."""
        said = message.split()
        if message in _ERRORS:
            yield from self._wrong(message)
        elif self._talk is not None and self._answer and message.startswith(self._answer):
            yield from self._go_on_talking(said)
        elif said[0] == "PING":
            self.say("PONG")
        elif message == words.WELCOME:
            yield from self._welcome(said)
        else:
            hearing = _HEARING.get(said[0])
            if hearing is None and said[0] in LATE:
                return
            if hearing is None:
                raise Nonsense(f"there is no message {said[0]}")
            yield from hearing(self, said)

    def _game(self, said: list[str]) -> Happenings:
        event, numbers = said[1], said[2:]
        self._stale = True
        if event == "start":
            self._parts = Parts(seats=int(numbers[0]), me=int(numbers[1]))
            self._state, self._done, self._unsure = None, None, False
            self.learn(log=(), result=None, view=None, prepared=(), me=int(numbers[1]), size=int(numbers[0]))
            yield self.tell(f"the match begins with {numbers[0]} players")
        elif event == "end":
            yield from self._ended(numbers)
        elif event in ("turn_start", "turn_end"):
            seat = int(numbers[0])
            if self._ending and seat == self._parts.me and event == "turn_start" and self._same_turn(numbers):
                yield Refused("the turn cannot end yet", Act((End(),)))
            elif event == "turn_end" and seat == self._parts.me:
                self._stop_talking()
            self._ending = False
            if event == "turn_start":
                yield self.tell(f"it is the turn of {self.known.who(seat)}")
        elif event in ("round_start", "round_end"):
            if event == "round_start":
                yield self.tell(f"round {int(numbers[0]) + 1} begins")
        elif event != "board_changed":
            raise Nonsense(f"there is no event {event}")

    def _same_turn(self, numbers: list[str]) -> bool:
        state = self._state
        return state is not None and sagrada.actors(state) == (self._parts.me,) and state.second == (numbers[1] == "1")

    def _stop_talking(self) -> None:
        """Our turn is over, whatever we were about to do."""
        self._talk, self._answer, self._action, self._done, self._unsure = None, "", None, None, False
        self.learn(awaiting=False)

    def _ended(self, entries: list[str]) -> Happenings:
        standing = [tuple(map(int, entry.split(","))) for entry in entries]
        winners = tuple(seat for seat, _, place in standing if place == 1)
        scores = tuple(Score(seat, total, ()) for seat, total, _ in sorted(standing))
        self._stop_talking()
        self.see(self.known.view, actors=(), stage=Stage.OVER, wanted=(), result=Result("over", winners, scores))
        yield Over(f"the match is over, won by {', '.join(self.known.who(seat) for seat in winners) or 'nobody'}")

    def _status(self, said: list[str]) -> Happenings:
        presence, seat = EVENTS.get(said[1]), int(said[2])
        if presence is None or not 0 <= seat < max(1, self._parts.seats):
            raise Nonsense("nobody's status")
        self._stale = True
        yield self.tell(f"{self.known.who(seat)}: {said[1]}")

    # -- looking at the board -----------------------------------------------------------------------------------------

    def _go_on(self) -> list[Happening]:
        """Everything that came has been heard: look at the board if it may have changed, then do what is prepared."""
        if self._stale and not self._gets and self._talk is None and self.known.connected:
            self._look()
        return super()._go_on()

    def _look(self) -> None:
        """Ask for everything that may have changed."""
        self._stale = False
        self._doubted.clear()
        parts = self._parts
        asked = ["game_status"]
        if self._state is None:
            asked += ["players", "priv", "pub", "tool", "schema draft"]
        else:
            asked += ["players", "tool", "draftpool", "roundtrack"]
        if not parts.choosing or self._state is not None:
            for seat in range(parts.seats):
                asked += [f"schema {seat}", f"favor_tokens {seat}"]
        parts.boards, parts.tokens, parts.track = {}, {}, []
        for what in asked:
            self._gets.append((what, LINES.get(what, 1)))
            self.say(f"GET {what}")
        for what in ("pub", "tool", "schema draft"):
            if what in asked:
                setattr(parts, {"pub": "publics", "tool": "tools", "schema draft": "offered"}[what], [])
        self.learn(awaiting=True, options=())

    def _send_told(self, said: list[str]) -> Happenings:
        """A line that answers a question."""
        if not self._gets or self._gets[0][0].split()[0] != said[1]:
            self._ask_again(said[1])
        if not self._gets:
            raise Nonsense("nobody has asked for that")
        what, left = self._gets[0]
        if what.split()[0] != said[1]:
            raise Nonsense(f"{what} was asked for")
        _PARTS[said[1]](self._parts, what, said[2:])
        if left > 1:
            self._gets[0] = what, left - 1
        else:
            self._gets.popleft()
        yield from self._looked()

    def _ask_again(self, what: str) -> None:
        """An answer came to what an error seemed to have answered: that, and what was asked after it, still waits."""
        for place, (doubted, _) in enumerate(self._doubted):
            if doubted.split()[0] == what:
                self._gets.extendleft(reversed(self._doubted[place:]))
                self._doubted.clear()
                return

    def _looked(self) -> Happenings:
        """Perhaps the last answer was there: then the cache is replaced, unless something has changed meanwhile."""
        if self._gets or self._stale:
            return
        parts = self._parts
        if not parts.choosing and len(parts.boards) < parts.seats:
            self._stale = True  # windows were chosen while we were looking
            return
        if self._unsure and not parts.choosing and parts.playing == parts.me and self._listed is None:
            self._begin(None, self._list())
            return
        yield from self._publish()

    def _publish(self) -> Happenings:
        """All that was told makes a state."""
        parts, former, me = self._parts, self._state, self._parts.me
        over = not parts.choosing and parts.playing < 0 and parts.round == ROUNDS
        spaces: list[tuple[int, ...]] = [()] * (ROUNDS if over else max(0, parts.round - 1))
        for number, die in parts.track:
            spaces[number] = (*spaces[number], die)
        running = not parts.choosing and not over
        nobody = Board()
        boards = [Board(*parts.boards[seat], parts.tokens[seat]) if running or over else nobody for seat in self._seats]
        step = step_of(parts.seats, parts.round, parts.playing, parts.second) if running and parts.playing >= 0 else 0
        same = former is not None and (former.round, former.step) == (parts.round, step)
        told = Told(
            me,
            OVER if over else CHOOSING if parts.choosing else parts.round,
            step,
            tuple(boards),
            parts.pool if running else (),
            tuple(spaces),
            tuple(parts.publics),
            tuple(number for number, _ in parts.tools),
            tuple(paid for _, paid in parts.tools),
            parts.private,
            tuple(parts.offered) if parts.choosing else (),
            former.skipping if former is not None and former.round == parts.round and running else (),
        )
        fresh = state_of(told, former)
        mine = running and parts.playing == me
        if not mine:  # (what we have paid for ourselves may be told later)
            fresh = replace(fresh, paid=tuple(paid * known for paid, known in zip(told.paid, fresh.paid, strict=True)))
        if mine and (same or self._unsure):
            fresh = self._own_turn(former if same else None, fresh, me)
        elif parts.choosing and former is not None:
            fresh = self._chosen(former, fresh, me)
        for line in news(former, fresh, [name for name, _ in parts.players]):
            yield self.tell(line)
        self._done, self._unsure, self._returned, self._listed = None, False, False, None
        if mine and fresh.work is None and former is not None and former.work is not None and not same:
            fresh = replace(fresh, work=None)
        self._show(fresh, parts)

    @property
    def _seats(self) -> range:
        return range(self._parts.seats)

    def _chosen(self, former: State, fresh: State, me: int) -> State:
        """Whether we have chosen is told by nobody but the answer to our choice."""
        window = former.players[me].window
        if isinstance(self._done, Choose):
            window = self._done.window
        return replace(fresh, players=with_player(fresh, me, replace(fresh.players[me], window=window)))

    def _own_turn(self, former: State | None, fresh: State, me: int) -> State:
        """What is not told of the own turn: what the accepted action has made of it."""
        for state in self._candidates(former, fresh, me):
            if _lies(state, me) == _lies(fresh, me) and self._lists(state):
                return replace(
                    state,
                    players=tuple(
                        replace(there, board=state.players[me].board) if seat == me else there
                        for seat, there in enumerate(fresh.players)
                    ),
                    paid=tuple(map(max, state.paid, fresh.paid)),
                )
        if self._listed is None:
            return fresh
        used = former.used if former is not None else 0
        return replace(fresh, drafted=not self._listed, used=used)

    def _candidates(self, former: State | None, fresh: State, me: int) -> Iterator[State]:
        """How our turn may stand: after what was done or, if nobody knows, also before it, or having left a tool."""
        if former is None:
            yield fresh
            return
        found = [former]
        if self._done is not None:
            with suppress(IllegalMove, Nonsense):
                found.insert(0, with_pool(former, me, self._done, fresh.pool))
        if not self._unsure:
            found = found[:1]
        left = []
        if self._unsure:
            for state in (each for each in found if each.work is not None):
                with suppress(IllegalMove):
                    left.append(sagrada.apply(state, me, Back()))
        first, second = (left, found) if self._returned and self.profile.leaves_tool else (found, left)
        yield from first
        yield from second

    def _lists(self, state: State) -> bool:
        """Whether the server lists the dice that it should in such a state; if it was not asked, it does."""
        if self._listed is None:
            return True
        dice = dice_to_choose(state)
        if not dice:
            return not self._listed or (self.profile.shows_pool and state.work is None)
        source, *entries = self._listed or [""]
        return source == SOURCES[dice[0].source] and [entry.split(",", 1)[1] for entry in entries] == [
            _entry(choice) for choice in dice
        ]

    def _show(self, state: State, parts: Parts) -> None:
        """The table is so now."""
        self._state = state
        over = self.known.result is not None
        view = seen(state, parts.me)
        if over and view.phase == "over" and self.known.result is not None:
            view = replace(view, winners=self.known.result.winners)
        self._imagined = view, state
        actors = view.actors
        if parts.choosing:
            actors = () if state.players[parts.me].window >= 0 else (parts.me,)
        if over:
            actors = ()
        self.see(
            view,
            stage=Stage.OVER if over else Stage.PLAYING,
            game="sagrada",
            version=sagrada.VERSION,
            me=parts.me,
            size=parts.seats,
            seats=tuple(Sitter(name, STATUSES[status], quit=status == "QUITTED") for name, status in parts.players),
            actors=actors,
            awaiting=self._stale,
            wanted=() if over else (Act, Leave) if parts.me in actors else (Leave,),
        )

    # -- acting -------------------------------------------------------------------------------------------------------

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """One action is one dialogue."""
        step = steps[0]
        action, state = step.action, step.before
        match action:
            case Choose(window):
                self._begin(action, self._choose(state.players[step.seat].offered.index(window)))
            case UseTool(number):
                self._begin(action, self._enable(number, state.tools.index(number)))
            case Back():
                self.say("BACK")
                self._done, self._stale = action, True
            case End():
                self.say("GAME end_turn")
                self._ending = True
            case _:
                self._begin(action, self._choose_die(action, state))
        return 1

    def _begin(self, action: Any, talk: Talk) -> None:
        self._action, self._talk = action, talk
        self._say_next(next(talk))

    def _say_next(self, said: tuple[str, str]) -> None:
        text, self._answer = said
        self.say(text)

    def _go_on_talking(self, said: list[str]) -> Happenings:
        assert self._talk is not None
        try:
            self._say_next(self._talk.send(said))
        except StopIteration:
            self._done = self._action or self._done
            self._talk, self._answer, self._action, self._stale = None, "", None, True
            if self._listed is not None:
                self._stale = False
                yield from self._publish()
        except _Refused as refused:
            yield from self._stop(str(refused))

    def _stop(self, why: str) -> Happenings:
        """The dialogue has failed: nothing is known but what will be told."""
        action = self._action
        self._talk, self._answer, self._action, self._stale = None, "", None, True
        self._unsure = self._state is not None and self._state.work is not None
        yield Refused(why, None if action is None else Act((action,)))

    def _wrong(self, message: str) -> Happenings:
        """The server did not like something."""
        if self._talk is not None:
            yield from self._stop(f"the server says: {message}")
        elif self._ending:
            self._ending = False
            self.answered()
            yield Refused("the turn cannot end yet", Act((End(),)))
        elif self._gets:
            self._doubted.append(self._gets.popleft())
            yield from self._looked()
        else:
            yield Refused(f"the server says: {message}")

    def _choose(self, number: int) -> Talk:
        said = yield f"CHOOSE {number}", "CHOICE"
        if said[1] != "ok":
            raise _Refused("the choice is not accepted")

    def _enable(self, number: int, place: int) -> Talk:
        said = yield f"TOOL enable {place}", "TOOL"
        if said[1] != "ok":
            raise _Refused("the tool cannot be used now")
        if number == GLAZING_HAMMER:
            yield "TOOL can_continue", "TOOL"

    def _list(self) -> Talk:
        """Find out how far our turn is by the dice that may be selected."""
        said = yield "GET_DICE_LIST", "LIST_DICE"
        self._listed = said[1:]

    def _choose_die(self, action: Any, state: State) -> Talk:
        """Select a die, choose what to do with it, and perhaps where it goes."""
        said = yield "GET_DICE_LIST", "LIST_DICE"
        yield f"SELECT {_which(action, state, said[2:])}", "LIST_OPTIONS"
        chosen = yield "CHOOSE 0", "CHOICE"
        if chosen[1] != "ok":
            raise _Refused("the choice is not accepted")
        target = action.cell if isinstance(action, Place) else action.target if isinstance(action, Move) else None
        if target is not None or isinstance(action, SetValue):
            spaces = yield "GET_PLACEMENTS_LIST", "LIST_PLACEMENTS"
            if target is not None:
                if str(target) not in spaces[1:]:
                    raise _Refused(f"the server does not allow space {target}")
                chosen = yield f"CHOOSE {spaces[1:].index(str(target))}", "CHOICE"
                if chosen[1] != "ok":
                    raise _Refused("the choice is not accepted")
        if state.work is not None:
            yield "TOOL can_continue", "TOOL"


SagradaTextClient.WISHES = {Enter: SagradaTextClient._enter, Leave: SagradaTextClient._leave}

_HEARING: dict[str, Callable[[SagradaTextClient, list[str]], Happenings]] = {
    "LOGIN": SagradaTextClient._logged_in,
    "LOBBY": SagradaTextClient._lobby,
    "GAME": SagradaTextClient._game,
    "STATUS": SagradaTextClient._status,
    "SEND": SagradaTextClient._send_told,
}


def _lies(state: State, me: int) -> tuple[object, ...]:
    """What is told of the own turn as it lies on the table."""
    return state.pool, board_in_hand(state, me), state.players[me].tokens


def _which(action: Any, state: State, entries: list[str]) -> int:
    """The place of the die in the server's list that the action is about."""
    choices = dice_to_choose(state)
    wanted = next((choice for choice in choices if _means(choice, action, state)), None)
    if wanted is None:
        raise _Refused("no die can be chosen for that")
    printed = [entry.split(",") for entry in entries]
    faces = [place for place, entry in enumerate(printed) if ",".join(entry[1:]) == _entry(wanted)]
    exact = [place for place in faces if printed[place][0] == str(wanted.position)]
    if not faces:
        raise _Refused(f"the server does not list {DICE[wanted.die]}")
    at = [choice for choice in choices if (choice.position, choice.die) == (wanted.position, wanted.die)].index(wanted)
    return (exact or faces)[min(at, len(exact or faces) - 1)]


def _means(choice: Choice, action: Any, state: State) -> bool:
    """Whether choosing this die is what the action is about."""
    if isinstance(action, Place):
        return choice.die == action.die
    if isinstance(action, Move):
        return choice.position == action.source
    if isinstance(action, sagrada.PickDie):
        return choice.die == action.die and action.place in (-1, choice.position)
    return bool(choice.action == action)


def _entry(choice: Choice) -> str:
    """How a die is listed, without its position."""
    die = DICE[choice.die]
    return f"{words.SHADES[int(die[1]) - 1]},{COLOUR_WORDS[die[0]]}"


def _die(colour: str, shade: str) -> int:
    return table.die(colour, _SHADES.get(shade, 0))


# -- what SEND tells --------------------------------------------------------------------------------------------------


def _told_status(parts: Parts, what: str, said: list[str]) -> None:
    choosing, _, number, first, playing = said
    parts.choosing = choosing == "true"
    parts.round, parts.playing = int(number) + 1, int(playing)
    parts.second = first == "false" and parts.playing >= 0


def _told_players(parts: Parts, what: str, said: list[str]) -> None:
    entries = [entry.split(",") for entry in said]
    parts.players = [(name, status) for _, name, status in entries]
    if any(status not in STATUSES for _, status in parts.players):
        raise Nonsense("a status that does not exist")


def _told_private(parts: Parts, what: str, said: list[str]) -> None:
    parts.private = table.die(said[-1], 1) // 6


def _told_public(parts: Parts, what: str, said: list[str]) -> None:
    parts.publics.append(int(said[0]))


def _told_tool(parts: Parts, what: str, said: list[str]) -> None:
    parts.tools.append((int(said[0]), said[-1] == "true"))


def _told_schema(parts: Parts, what: str, said: list[str]) -> None:
    name = said[0].replace("_", " ").casefold()
    if name not in WINDOW_NUMBER:
        raise Nonsense(f"there is no window {said[0]}")
    dice = list(EMPTY_BOARD)
    for kind, cell, *shown in (entry.split(",") for entry in said[2:]):
        if kind == "D":
            dice[int(cell)] = _die(*shown)
    which = what.split()[1]
    if which == "draft":
        parts.offered.append(WINDOW_NUMBER[name])
    else:
        parts.boards[int(which)] = WINDOW_NUMBER[name], tuple(dice)


def _told_tokens(parts: Parts, what: str, said: list[str]) -> None:
    parts.tokens[int(what.split()[1])] = int(said[-1])


def _told_pool(parts: Parts, what: str, said: list[str]) -> None:
    parts.pool = tuple(_die(colour, shade) for _, colour, shade in (entry.split(",") for entry in said))


def _told_track(parts: Parts, what: str, said: list[str]) -> None:
    entries = (entry.split(",") for entry in said)
    parts.track = [(int(number), _die(colour, shade)) for number, colour, shade in entries]


_PARTS: dict[str, Callable[[Parts, str, list[str]], None]] = {
    "game_status": _told_status,
    "players": _told_players,
    "priv": _told_private,
    "pub": _told_public,
    "tool": _told_tool,
    "schema": _told_schema,
    "favor_tokens": _told_tokens,
    "draftpool": _told_pool,
    "roundtrack": _told_track,
}
"""What each answer to a GET is about."""
