"""A table as a value: its charter, and the fold of its log.

``advance(position, entry)`` is the one place that says what an entry means. The live table asks it whether a command
is good, a restart asks it to rebuild a table, ``bottega verify`` asks it whether a log is honest: there is no second
reading of the rules of sitting down, starting, playing and leaving. The facts an entry may state are in ``entries.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

from bottega.games import UnknownRules, rules
from bottega.games.chance import Chance
from bottega.games.core import SKIP, Action, AnyGame, AnyStep, IllegalMove, Score, apply_all
from bottega.games.refusal import Refusal, Value
from bottega.limits import MAX_UNDONE
from bottega.store.log import TABLE, Charter, Row
from bottega.table.entries import (
    Asked,
    DamagedLog,
    Ended,
    EndReason,
    Entry,
    HandedOver,
    Left,
    Motion,
    Moved,
    Paused,
    Proposed,
    Quit,
    Sat,
    Sitting,
    Sized,
    Skipped,
    Started,
    Succeeded,
    Undone,
    Voted,
    Worded,
    from_row,
)
from bottega.table.fairness import deal_seed
from bottega.table.motions import Ballot, Trail, back_to, further, own
from bottega.table.phrases import PHRASES
from bottega.table.turns import Turn, turn_after

S_co = TypeVar("S_co", covariant=True)
S = TypeVar("S")


class Refused(Exception):
    """A command that the table does not take; ``refusal`` says why, and so does ``str``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


def refused(code: str, **params: Value) -> Refused:
    """What to raise for a code of the table's phrasebook."""
    return Refused(PHRASES.refusal(code, **params))


class StartPolicy(StrEnum):
    """When a table starts: when full, then or some time after the second player, or on request only."""

    FULL = "full"
    COUNTDOWN = "countdown"
    ASKED = "asked"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever opens a table decides."""

    seats: int = 0
    """How many may sit; 0 while it is not decided."""
    options: dict[str, bool | int | str] = {}
    """Options of the game where they differ from the official rules."""
    start: StartPolicy = StartPolicy.FULL
    lobby_seconds: float = 30.0
    turn_seconds: float = 0.0
    """Time for one turn; 0: no clock."""
    correspondence: bool = False
    """Whether it is a game over days: time runs on although nobody is there (``turns.py``)."""
    absent: str = "skip"
    """What becomes of a turn whose player is gone: ``skip``, ``wait``, or the name of a bot that takes over.

    In a game over days nobody has to be there: it is what becomes of a turn whose time is over.
    """
    walkover_seconds: float = 0.0
    """How long one player may be alone at a running table before it ends; 0: for ever."""
    listed: bool = True
    """Whether strangers find the table; otherwise it is joined by its link."""
    words: bool = True
    """Whether players may add a word to the seed; not where it was fixed for a test."""
    delay: int = 0
    """By how many entries of a running game those who do not play see it later; 0: at once."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat as the log knows it."""

    name: str
    key: str = ""
    bot: str = ""
    """Who plays it now, if it is a bot."""
    quit: bool = False
    person: bool = True
    """Whether somebody sat down here, even if a bot plays for them now."""
    account: bool | None = None
    """Whether it was taken under the name's account; None: a bot's, or the log does not say."""
    gives_away: tuple[str, ...] = ()
    """What its player's client is shown although the rules hide it; everybody is told so before the game."""
    further: bool = False
    """Whether its player, who is known by a token or a password, held other seats of the game when they took it."""

    @property
    def free(self) -> bool:
        """Whether it has fallen free in a running game: its player has left, or a bot plays for them."""
        return self.quit or (self.person and bool(self.bot))


class Result(msgspec.Struct, frozen=True):
    """How a game ended, who won, and every score."""

    reason: EndReason
    winners: tuple[int, ...]
    scores: tuple[Score, ...]


class Position(msgspec.Struct, Generic[S_co], frozen=True, gc=False):
    """A table after some entry of its log; generic over the state of its game."""

    charter: Charter
    setup: Setup
    seq: int = 0
    size: int = 0
    seats: tuple[Seat, ...] = ()
    state: S_co | None = None
    result: Result | None = None
    words: tuple[str, ...] = ()
    """What every seat has added to the seed, in the order of joining, which is that of the seats until the start."""
    trail: Trail[S_co] = ()
    """What can be taken back."""
    ballot: Ballot | None = None
    """What the players are being asked for."""
    paused: bool = False
    """Whether the players have agreed that time stands still."""
    turn: Turn | None = None
    """How long the turn lasts, in a game over days."""
    undone: tuple[int, int] = (TABLE, 0)
    """Who was the last to take back a move, and how often since another has played or something was revealed."""

    @property
    def game(self) -> AnyGame:
        """The rules played here: those the table was begun with."""
        return rules(self.charter.game, self.charter.version)

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self.state is not None

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def playing(self, state: type[S]) -> S:
        """The state of a game that has started and whose states are of that type; TypeError if it is not so."""
        if not isinstance(self.state, state):
            raise TypeError(f"table {self.charter.id} is not playing a game of {state.__module__}")
        return self.state

    def seat_of(self, name: str) -> int | None:
        """The seat that a name holds."""
        for number, seat in enumerate(self.seats):
            if seat.name == name and not seat.quit:
                return number
        return None

    def people(self, seat: int) -> tuple[int, ...]:
        """The people who play besides the one at that seat, also those for whom a bot does until they are back."""
        return tuple(
            number for number, other in enumerate(self.seats) if number != seat and other.person and not other.quit
        )

    def others(self, seat: int) -> tuple[int, ...]:
        """Those of them who play themselves."""
        return tuple(number for number in self.people(seat) if not self.seats[number].bot)

    def may_undo(self, seat: int, to: int) -> bool:
        """Whether a seat may go back to that entry without asking anybody."""
        place = back_to(self.trail, to)
        return place is not None and (own(self.trail, place, seat) or not self.people(seat))


_NOTHING_UNDONE = (TABLE, 0)
AnyPosition = Position[object]
"""A position whose state the caller only passes through."""


def opened(charter: Charter) -> AnyPosition:
    """A table before its first entry."""
    try:
        game = rules(charter.game, charter.version)
        setup = msgspec.json.decode(charter.setup, type=Setup)
        check_setup(game, setup)
    except UnknownRules as unknown:
        remedy = "upgrade it, or finish the table with the bottega it was begun on"
        raise DamagedLog(f"table {charter.id} cannot be played: {unknown}: {remedy}") from unknown
    except (msgspec.DecodeError, Refused) as error:
        raise DamagedLog(f"table {charter.id} has no set-up that can be played: {error}") from error
    return Position(charter, setup, size=setup.seats)


def check_setup(game: AnyGame, setup: Setup) -> None:
    """Refused if the game cannot be played so."""
    game_options(game, setup.options)
    if setup.seats and setup.seats not in game.SEATS:
        raise _wrong_size(game, setup.seats)


def _wrong_size(game: AnyGame, seats: int) -> Refused:
    return refused("wrong-size", game=game.NAME, least=game.SEATS[0], most=game.SEATS[-1], seats=seats)


def game_options(game: AnyGame, options: dict[str, bool | int | str]) -> object:
    """The options struct of a game, or Refused with what is wrong."""
    for name in options:
        if name not in game.Options.__struct_fields__:
            raise refused("no-option", game=game.NAME, option=name)
    try:
        return msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise refused("bad-option", game=game.NAME, problem=str(error)) from None


def claim_of(position: AnyPosition, seat: int) -> str:
    """What a person who sits there claims: their name in the game, for a further seat of theirs only at this table."""
    taken = position.seats[seat]
    return _further_claim(position, taken) if taken.further else name_claim(position.charter.game, taken.name)


def name_claim(game: str, name: str) -> str:
    """What one of the seats under a name claims for all of them."""
    return f"{game} {name}"


def _further_claim(position: AnyPosition, seat: Seat) -> str:
    return f"{name_claim(position.charter.game, seat.name)}\t{position.charter.id}"  # no name has a tab in it


def given_back(position: AnyPosition, seat: int) -> list[str]:
    """What is no longer claimed when a seat is given up; a further one may have taken the name's claim over."""
    claim = name_claim(position.charter.game, position.seats[seat].name)
    return [claim, claim_of(position, seat)] if position.seats[seat].further else [claim]


def claims_of(position: AnyPosition) -> list[str]:
    """What those who sit at a table have claimed; nothing once it is finished."""
    if position.finished:
        return []
    return [claim_of(position, number) for number, seat in enumerate(position.seats) if seat.person and not seat.quit]


def order_of_play(charter: Charter, words: tuple[str, ...]) -> tuple[int, ...]:
    """Who plays first, second, …: drawn from the seed of the deal, apart from the game's own draws."""
    order, _ = Chance(deal_seed(charter, words), 1 << 32).shuffled(range(len(words)))
    return order


def joined(position: AnyPosition) -> tuple[Seat, ...]:
    """The seats in the order of joining, as before the start."""
    if not position.started:
        return position.seats
    order = order_of_play(position.charter, position.words)
    return tuple(position.seats[order.index(number)] for number in range(len(order)))


def advance(position: Position[S], entry: Entry, *, new: bool = False) -> tuple[Position[S], Sequence[AnyStep]]:
    """The position after an entry and the game's steps in it; Refused or IllegalMove if it may not stand there.

    A ``new`` entry is held to more than one of an old log: nothing is played on what its own actions bring to light.
    """
    if entry.seq != position.seq + 1:
        raise DamagedLog(f"it follows entry {position.seq}")
    if position.result is not None:
        raise refused("finished")
    match entry.fact:
        case Moved() | Skipped() as played:
            after, steps = _played(position, entry.seq, played, new)
            if position.setup.correspondence:
                after = msgspec.structs.replace(after, turn=turn_after(position, after, entry))
            return after, steps
        case Sat() as sat:
            after = _sit(position, sat)
        case Left(seat):
            after = _leave(position, seat)
        case Worded(seat, word):
            after = _word(position, seat, word)
        case Sized(seats):
            after = _size(position, seats)
        case Started(order):
            after = _start(position, order)
        case Undone(seat, to):
            after = _undo(position, seat, to, new)
        case Proposed() as proposed:
            after = _propose(position, proposed)
        case Voted(seat, yes):
            after = _vote(position, seat, yes)
        case Paused(seat, on):
            after = _pause(position, seat, on)
        case Quit(seat):
            after = _quit(position, seat)
        case HandedOver(seat, bot):
            after = _hand_over(position, seat, bot)
        case Asked() as asked:
            after = _ask(position, asked)
        case Succeeded() as succeeded:
            after = _succeed(position, succeeded)
        case Ended(reason, winner):
            after = _end(position, reason, winner)
    if position.setup.correspondence:
        after = msgspec.structs.replace(after, turn=turn_after(position, after, entry))
    return msgspec.structs.replace(after, seq=entry.seq), ()


def _played(position: Position[S], seq: int, fact: Moved | Skipped, new: bool) -> tuple[Position[S], Sequence[AnyStep]]:
    state, seat, actions = position.state, fact.seat, fact.actions
    if state is None:
        raise refused("not-started")
    if not 0 <= seat < len(position.seats):
        raise refused("not-seated")
    game = position.game
    if not actions:
        raise refused("no-action")
    if isinstance(fact, Moved):
        if SKIP in actions:
            raise refused("skip")
        if position.seats[seat].quit:
            raise refused("left")
    elif seat not in game.actors(state) or actions != game.skip(state, seat):
        raise refused("wrong-skip")
    if position.paused:
        raise refused("paused")
    if new and len(actions) > 1 and isinstance(fact, Moved):
        steps = _apply_blind(game, state, seat, actions)
    else:
        steps = apply_all(game, state, seat, actions)
    after: S = steps[-1].after
    result = None
    if game.over(after):
        result = Result(EndReason.PLAYED, game.winners(after), game.scores(after))
    charter, setup, size, seats, words = position.charter, position.setup, position.size, position.seats, position.words
    moved = isinstance(fact, Moved)
    trail = () if result is not None else further(game, position.trail, position.seq, seat, moved, state, steps)
    ballot = position.ballot
    if ballot is not None and (ballot.motion.what == "undo" or result is not None):
        ballot = None  # what was to be taken back is no longer the last
    undone = position.undone if seat == position.undone[0] and trail else _NOTHING_UNDONE
    return Position(charter, setup, seq, size, seats, after, result, words, trail, ballot, undone=undone), steps


def _apply_blind(game: AnyGame, state: object, seat: int, actions: Sequence[Action]) -> list[AnyStep]:
    """``apply_all`` for somebody who could not know what their actions bring to light; what follows is not even judged.

    Otherwise a batch that fails on what was revealed would be a free look at it.
    """
    steps: list[AnyStep] = []
    for action in actions:
        if steps and game.reveals(steps[-1].before, steps[-1].action):
            raise refused("reveals-midway", action=str(steps[-1].action))
        steps += apply_all(game, state, seat, (action,))
        state = steps[-1].after
    return steps


def _sit(position: Position[S], sat: Sat) -> Position[S]:
    _not_started(position)
    if len(position.seats) >= (position.size or position.game.SEATS[-1]):
        raise refused("full")
    if position.seat_of(sat.name) is not None:
        raise refused("sits-here", name=sat.name)
    if sat.seat != len(position.seats):
        raise DamagedLog(f"{sat.name} takes seat {sat.seat}, the next is {len(position.seats)}")
    if sat.word and (sat.bot or not position.setup.words):
        raise refused("no-words")
    person, account, given_away = not sat.bot, sat.account, sat.gives_away
    seat = Seat(sat.name, sat.key, sat.bot, False, person, account, given_away, sat.further)
    return msgspec.structs.replace(position, seats=(*position.seats, seat), words=(*position.words, sat.word))


def _leave(position: Position[S], seat: int) -> Position[S]:
    _not_started(position)
    _occupied(position, seat)
    seats, words = position.seats, position.words
    return msgspec.structs.replace(
        position, seats=seats[:seat] + seats[seat + 1 :], words=words[:seat] + words[seat + 1 :]
    )


def _word(position: Position[S], seat: int, word: str) -> Position[S]:
    """A bot has no word: whoever runs the house would choose it."""
    _not_started(position)
    if _occupied(position, seat).bot or not position.setup.words:
        raise refused("no-words")
    words = position.words
    return msgspec.structs.replace(position, words=(*words[:seat], word, *words[seat + 1 :]))


def _size(position: Position[S], size: int) -> Position[S]:
    _not_started(position)
    if size not in position.game.SEATS:
        raise _wrong_size(position.game, size)
    if size < len(position.seats):
        raise refused("too-small", joined=len(position.seats))
    return msgspec.structs.replace(position, size=size)


def _start(position: Position[S], order: tuple[int, ...]) -> Position[S]:
    _not_started(position)
    joined = len(position.seats)
    if joined not in position.game.SEATS:
        raise _wrong_size(position.game, joined)
    if order != order_of_play(position.charter, position.words):
        raise DamagedLog(f"the seed and the words do not give the order of play {' '.join(map(str, order))}")
    options = game_options(position.game, position.setup.options)
    return msgspec.structs.replace(
        position,
        size=joined,
        seats=tuple(position.seats[number] for number in order),
        state=position.game.new(joined, deal_seed(position.charter, position.words), options),
    )


def _undo(position: Position[S], seat: int, to: int, new: bool) -> Position[S]:
    """The state is the former one; who sits there, and who plays for whom, stays as it is.

    A ``new`` one takes the consent of those too for whom a bot plays, and is not made for ever.
    """
    _playing(position, seat)
    trail, ballot = position.trail, position.ballot
    place = back_to(trail, to)
    if place is None:
        raise refused("cannot-undo")
    minding = position.people(seat) if new else position.others(seat)
    agreed = ballot is not None and ballot.wants("undo", seat) and ballot.motion.to == to
    if agreed and new:
        agreed = ballot is not None and set(minding) <= set(ballot.agreed)
    if not agreed and minding and not own(trail, place, seat):
        raise refused("undo-needs-consent")
    by, times = position.undone
    times = times + 1 if seat == by else 1
    if new and times > MAX_UNDONE and not agreed:
        raise refused("undone-enough", most=MAX_UNDONE)
    return msgspec.structs.replace(
        position, state=trail[place].state, trail=trail[:place], ballot=None, undone=(seat, times)
    )


def _propose(position: Position[S], proposed: Proposed) -> Position[S]:
    seat, motion = proposed.seat, proposed.motion
    _playing(position, seat)
    if position.ballot is not None:
        raise refused("ballot-open")
    others = position.others(seat)
    match motion.what:
        case "undo":
            if back_to(position.trail, motion.to) is None:
                raise refused("cannot-undo")
            if not set(others) <= set(proposed.asked):
                raise DamagedLog("not everybody is asked who could mind")
            others = position.people(seat)
        case "pause" if position.paused:
            raise refused("paused")
        case "replace":
            absent = _occupied(position, motion.seat)
            if motion.seat == seat or not absent.person or absent.quit or absent.bot:
                raise refused("cannot-replace", name=absent.name)
    asked = others if motion.what != "replace" else tuple(each for each in others if each != motion.seat)
    if not set(proposed.asked) <= set(asked):
        raise DamagedLog("somebody is asked who has no say in it")
    return msgspec.structs.replace(position, ballot=Ballot(seat, motion, proposed.asked, seq=position.seq + 1))


def _vote(position: Position[S], seat: int, yes: bool) -> Position[S]:
    ballot = position.ballot
    if ballot is None:
        raise refused("nothing-asked")
    if not yes and seat in (ballot.by, *ballot.asked) and (seat == ballot.by or not ballot.carried):
        return msgspec.structs.replace(position, ballot=None)
    if seat not in ballot.asked or seat in ballot.agreed:
        raise refused("not-asked")
    ballot = msgspec.structs.replace(ballot, agreed=(*ballot.agreed, seat))
    return msgspec.structs.replace(position, ballot=ballot)


def _pause(position: Position[S], seat: int, on: bool) -> Position[S]:
    """To stop takes the consent of all who are asked, to go on one of them."""
    _playing(position, seat)
    if on == position.paused:
        raise refused("paused" if on else "not-paused")
    ballot = position.ballot
    if on and not (ballot and ballot.motion.what == "pause" and ballot.carried and ballot.by == seat):
        raise refused("pause-needs-consent")
    return msgspec.structs.replace(position, paused=on, ballot=None if on else ballot)


def _hand_over(position: Position[S], number: int, bot: str) -> Position[S]:
    seat = _occupied(position, number)
    ballot = position.ballot
    if ballot is not None and (bot or ballot.motion.what == "seat"):
        ballot = ballot.without(number)
        position = msgspec.structs.replace(position, ballot=ballot)
    return _with_seat(position, number, msgspec.structs.replace(seat, bot=bot))


def _ask(position: Position[S], asked: Asked) -> Position[S]:
    """Somebody who does not play asks for a seat; who is here of those who play has to agree."""
    seat = _free(position, asked.seat, asked.name)
    if position.ballot is not None:
        raise refused("ballot-open")
    if not asked.asked:
        raise refused("nobody-agrees", name=seat.name)
    if not set(asked.asked) <= set(position.others(asked.seat)):
        raise DamagedLog("somebody is asked who has no say in it")
    sitting = Sitting(asked.name, asked.key, account=asked.account)
    ballot = Ballot(TABLE, Motion("seat", seat=asked.seat), asked.asked, sitting=sitting, seq=position.seq + 1)
    return msgspec.structs.replace(position, ballot=ballot)


def _succeed(position: Position[S], new: Succeeded) -> Position[S]:
    """A seat changes hands; what its former owner has played is not the new one's to take back."""
    _free(position, new.seat, new.name)
    ballot, sitting = position.ballot, Sitting(new.name, new.key, account=new.account)
    if not (ballot and ballot.wants("seat", new.seat) and ballot.sitting == sitting):
        raise refused("seat-needs-consent")
    seat = Seat(new.name, new.key, account=new.account)
    return _with_seat(msgspec.structs.replace(position, trail=(), ballot=None), new.seat, seat)


def _free(position: AnyPosition, number: int, name: str) -> Seat:
    """A seat that has fallen free, which somebody of that name may have."""
    if not position.started:
        raise refused("not-started")
    seat = _occupied(position, number)
    if not seat.free:
        raise refused("seat-not-free", name=seat.name)
    if any(each.name == name for other, each in enumerate(position.seats) if other != number):
        raise refused("sits-here", name=name)
    return seat


def _playing(position: AnyPosition, seat: int) -> None:
    if not position.started:
        raise refused("not-started")
    if not 0 <= seat < len(position.seats):
        raise refused("not-seated")
    if position.seats[seat].quit:
        raise refused("left")


def _quit(position: Position[S], number: int) -> Position[S]:
    seat = _occupied(position, number)
    if not position.started:
        raise refused("leave-instead")
    if seat.quit:
        raise refused("has-left", name=seat.name)
    if position.ballot is not None:
        position = msgspec.structs.replace(position, ballot=position.ballot.without(number))
    return _with_seat(position, number, msgspec.structs.replace(seat, quit=True))


def _end(position: Position[S], reason: EndReason, winner: int) -> Position[S]:
    winners: tuple[int, ...] = ()
    if reason is EndReason.WALKOVER:
        if winner == TABLE:
            raise DamagedLog("a walkover names its winner")
        _occupied(position, winner)
        winners = (winner,)
    elif reason is EndReason.AGREED:
        ballot = position.ballot
        if not (ballot and ballot.carried and ballot.motion.what == "end"):
            raise DamagedLog("nobody has agreed to the end")
    elif reason is EndReason.PLAYED:
        raise DamagedLog("a game is played out by its last move, not by an entry that says so")
    scores = position.game.scores(position.state) if position.started else ()
    return msgspec.structs.replace(position, result=Result(reason, winners, scores))


def _not_started(position: AnyPosition) -> None:
    if position.started:
        raise refused("started")


def _occupied(position: AnyPosition, seat: int) -> Seat:
    if not 0 <= seat < len(position.seats):
        raise refused("empty-seat")
    return position.seats[seat]


def _with_seat(position: Position[S], number: int, seat: Seat) -> Position[S]:
    return msgspec.structs.replace(position, seats=(*position.seats[:number], seat, *position.seats[number + 1 :]))


def fold(charter: Charter, rows: Iterable[Row]) -> AnyPosition:
    """The position that a whole log leads to, or DamagedLog."""
    position = opened(charter)
    try:
        for row in rows:
            _, position, _ = follow(position, row)
    except DamagedLog as damage:
        raise DamagedLog(f"table {charter.id}: {damage}") from damage
    return position


def follow(position: Position[S], row: Row) -> tuple[Entry, Position[S], Sequence[AnyStep]]:
    """``advance`` for what was accepted once, as the store kept it: whatever is wrong with it now is damage."""
    entry = from_row(position.game, row)
    try:
        return entry, *advance(position, entry)
    except DamagedLog as damage:
        raise DamagedLog(f"entry {row.seq}: {damage}") from damage
    except (Refused, IllegalMove) as error:
        raise DamagedLog(f"entry {row.seq} ({row.kind} {row.text!r}) was not allowed: {error}") from error
    except ValueError as error:
        raise DamagedLog(f"entry {row.seq} ({row.kind} {row.text!r}) cannot be played: {error}") from error
