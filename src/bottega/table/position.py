"""A table as a value: its charter, and the fold of its log.

``advance(position, entry)`` is the one place that says what an entry means. The live table asks it whether a command
is good, a restart asks it to rebuild a table, ``bottega verify`` asks it whether a log is honest: there is no second
reading of the rules of sitting down, starting, playing and leaving.

The kinds of entries, in the order of a table's life:

=======  ====================================================  ==============================
kind     text                                                  seat
=======  ====================================================  ==============================
sit      JSON of :class:`Sitting`                              the next free one
leave                                                          the seat given up (not started)
size     number of seats (for a table opened without one)      TABLE
start    the order of play, as numbers of joining: ``1 0 2``   TABLE
move     one or more actions: ``take wbg``                     whose move it is
skip     the actions the table plays for somebody gone         whose turn it was
quit                                                           who left for good
bot      name of the bot that takes over, empty: a person      the seat
end      ``walkover`` or ``abandoned``                         the winner, or TABLE
=======  ====================================================  ==============================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bottega.games import GAMES
from bottega.games.chance import Chance
from bottega.games.core import SKIP, AnyGame, BadNotation, IllegalMove, Score, Step, apply_all, read_all
from bottega.store.log import TABLE, Charter, Entry


class Refused(Exception):
    """A command that the table does not take: a short code for programs, a sentence for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class DamagedLog(Exception):
    """A log that cannot have been written by an honest table of this version."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever opens a table decides."""

    seats: int = 0
    """How many may sit; 0 while it is not decided."""
    options: dict[str, bool | int | str] = {}
    """Options of the game where they differ from the official rules."""
    start: str = "full"
    """``full``: when every seat is taken; ``countdown``: then, or some time after the second; ``asked``: on request."""
    lobby_seconds: float = 30.0
    turn_seconds: float = 0.0
    """Time for one turn; 0: no clock."""
    absent: str = "skip"
    """What becomes of a turn whose player is gone: ``skip``, or the name of a bot that takes over."""
    walkover_seconds: float = 0.0
    """How long one player may be alone at a running table before it ends; 0: for ever."""
    listed: bool = True
    """Whether strangers find the table; otherwise it is joined by its link."""


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits down: a name, the hash of the secret that brings them back, or the name of a bot."""

    name: str
    key: str = ""
    bot: str = ""


class Seat(msgspec.Struct, frozen=True):
    """A seat as the log knows it."""

    name: str
    key: str = ""
    bot: str = ""
    """Who plays it now, if it is a bot."""
    quit: bool = False
    person: bool = True
    """Whether somebody sat down here, even if a bot plays for them now."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: ``played`` out, by ``walkover``, or ``abandoned``."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[Score, ...]


class Position(msgspec.Struct, frozen=True):
    """A table after some entry of its log."""

    charter: Charter
    setup: Setup
    seq: int = 0
    size: int = 0
    seats: tuple[Seat, ...] = ()
    state: object = None
    result: Result | None = None

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return GAMES[self.charter.game]

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self.state is not None

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def seat_of(self, name: str) -> int | None:
        """The seat that a name holds."""
        for number, seat in enumerate(self.seats):
            if seat.name == name and not seat.quit:
                return number
        return None


def opened(charter: Charter) -> Position:
    """A table before its first entry."""
    game = GAMES.get(charter.game)
    if game is None:
        raise DamagedLog(f"table {charter.id} plays {charter.game}, which this bottega does not know")
    if charter.version != game.VERSION:
        remedy = "upgrade it" if charter.version > game.VERSION else "finish the table with the bottega it was begun on"
        raise DamagedLog(
            f"table {charter.id} was begun under rules {charter.version} of {charter.game}; "
            f"this bottega plays by rules {game.VERSION}: {remedy}"
        )
    try:
        setup = msgspec.json.decode(charter.setup, type=Setup)
        check_setup(game, setup)
    except (msgspec.DecodeError, Refused) as error:
        raise DamagedLog(f"table {charter.id} has no set-up that can be played: {error}") from error
    return Position(charter, setup, size=setup.seats)


def check_setup(game: AnyGame, setup: Setup) -> None:
    """Refused if the game cannot be played so."""
    game_options(game, setup.options)
    if setup.seats and setup.seats not in game.SEATS:
        raise _wrong_size(game, setup.seats)


def _wrong_size(game: AnyGame, seats: int) -> Refused:
    return Refused("size", f"{game.NAME} is for {game.SEATS[0]} to {game.SEATS[-1]} players, not {seats}")


def game_options(game: AnyGame, options: dict[str, bool | int | str]) -> object:
    """The options struct of a game, or Refused with what is wrong."""
    for name in options:
        if name not in game.Options.__struct_fields__:
            raise Refused("options", f"{game.NAME} has no option {name!r}")
    try:
        return msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise Refused("options", f"{game.NAME} cannot be played so: {error}") from None


def order_of_play(charter: Charter, joined: int) -> tuple[int, ...]:
    """Who plays first, second, …: drawn from the table's seed, apart from the game's own draws."""
    order, _ = Chance(charter.seed, 1 << 32).shuffled(range(joined))
    return order


def advance(position: Position, entry: Entry, actions: Sequence[object] | None = None) -> tuple[Position, list[Step]]:
    """The position after an entry and the game's steps in it; Refused or IllegalMove if it may not stand there."""
    if entry.seq != position.seq + 1:
        raise DamagedLog(f"entry {entry.seq} follows entry {position.seq}")
    if position.result is not None:
        raise Refused("finished", "the game is over")
    if entry.kind in ("move", "skip"):
        return _played(position, entry, actions)
    change = _CHANGES.get(entry.kind)
    if change is None:
        raise DamagedLog(f"entry {entry.seq} is of the unknown kind {entry.kind!r}")
    return change(position, entry), []


def _played(position: Position, entry: Entry, actions: Sequence[object] | None) -> tuple[Position, list[Step]]:
    state = position.state
    if state is None:
        raise Refused("not-started", "the game has not started yet")
    if not 0 <= entry.seat < len(position.seats):
        raise Refused("seat", "only those who sit at the table play")
    game = position.game
    if actions is None:
        actions = read_all(game, entry.text)
    if not actions:
        raise Refused("illegal", "there is no action in that move")
    if entry.kind == "move":
        if SKIP in actions:
            raise Refused("illegal", "only the table skips a turn")
        if position.seats[entry.seat].quit:
            raise Refused("quit", "you have left this game")
    elif entry.seat not in game.actors(state) or tuple(actions) != game.skip(state, entry.seat):
        raise Refused("skip", "that is not how this turn is skipped")
    steps = apply_all(game, state, entry.seat, actions)
    after = steps[-1].after
    result = None
    if game.over(after):
        result = Result("played", game.winners(after), game.scores(after))
    return (
        Position(position.charter, position.setup, entry.seq, position.size, position.seats, after, result),
        steps,
    )


def _sit(position: Position, entry: Entry) -> Position:
    _not_started(position)
    sitting = msgspec.json.decode(entry.text, type=Sitting)
    if len(position.seats) >= (position.size or position.game.SEATS[-1]):
        raise Refused("full", "every seat of this table is taken")
    if position.seat_of(sitting.name) is not None:
        raise Refused("name", f"{sitting.name} sits at this table already")
    if entry.seat != len(position.seats):
        raise DamagedLog(f"entry {entry.seq} takes seat {entry.seat}, the next is {len(position.seats)}")
    seat = Seat(sitting.name, sitting.key, sitting.bot, person=not sitting.bot)
    return msgspec.structs.replace(position, seq=entry.seq, seats=(*position.seats, seat))


def _leave(position: Position, entry: Entry) -> Position:
    _not_started(position)
    _occupied(position, entry.seat)
    seats = position.seats[: entry.seat] + position.seats[entry.seat + 1 :]
    return msgspec.structs.replace(position, seq=entry.seq, seats=seats)


def _size(position: Position, entry: Entry) -> Position:
    _not_started(position)
    size = int(entry.text)
    if size not in position.game.SEATS:
        raise _wrong_size(position.game, size)
    if size < len(position.seats):
        raise Refused("size", f"{len(position.seats)} sit here already")
    return msgspec.structs.replace(position, seq=entry.seq, size=size)


def _start(position: Position, entry: Entry) -> Position:
    _not_started(position)
    joined = len(position.seats)
    if joined not in position.game.SEATS:
        raise _wrong_size(position.game, joined)
    order = tuple(map(int, entry.text.split()))
    if order != order_of_play(position.charter, joined):
        raise DamagedLog(f"entry {entry.seq}: the seed does not give the order of play {entry.text}")
    options = game_options(position.game, position.setup.options)
    return msgspec.structs.replace(
        position,
        seq=entry.seq,
        size=joined,
        seats=tuple(position.seats[number] for number in order),
        state=position.game.new(joined, position.charter.seed, options),
    )


def _quit(position: Position, entry: Entry) -> Position:
    seat = _occupied(position, entry.seat)
    if not position.started:
        raise Refused("not-started", "the game has not started yet: leave the seat instead")
    if seat.quit:
        raise Refused("quit", f"{seat.name} has left already")
    return _with_seat(position, entry, msgspec.structs.replace(seat, quit=True))


def _bot(position: Position, entry: Entry) -> Position:
    seat = _occupied(position, entry.seat)
    return _with_seat(position, entry, msgspec.structs.replace(seat, bot=entry.text))


def _end(position: Position, entry: Entry) -> Position:
    winners: tuple[int, ...] = ()
    if entry.text == "walkover":
        if entry.seat == TABLE:
            raise DamagedLog(f"entry {entry.seq}: a walkover names its winner")
        _occupied(position, entry.seat)
        winners = (entry.seat,)
    elif entry.text != "abandoned":
        raise DamagedLog(f"entry {entry.seq}: no game ends by {entry.text!r}")
    scores = position.game.scores(position.state) if position.started else ()
    return msgspec.structs.replace(position, seq=entry.seq, result=Result(entry.text, winners, scores))


_CHANGES = {
    "sit": _sit,
    "leave": _leave,
    "size": _size,
    "start": _start,
    "quit": _quit,
    "bot": _bot,
    "end": _end,
}


def _not_started(position: Position) -> None:
    if position.started:
        raise Refused("started", "the game has started already")


def _occupied(position: Position, seat: int) -> Seat:
    if not 0 <= seat < len(position.seats):
        raise Refused("seat", "nobody sits there")
    return position.seats[seat]


def _with_seat(position: Position, entry: Entry, seat: Seat) -> Position:
    seats = (*position.seats[: entry.seat], seat, *position.seats[entry.seat + 1 :])
    return msgspec.structs.replace(position, seq=entry.seq, seats=seats)


def fold(charter: Charter, entries: Iterable[Entry]) -> Position:
    """The position that a whole log leads to, or DamagedLog."""
    position = opened(charter)
    try:
        for entry in entries:
            position, _ = follow(position, entry)
    except DamagedLog as damage:
        raise DamagedLog(f"table {charter.id}: {damage}") from damage
    return position


def follow(position: Position, entry: Entry) -> tuple[Position, list[Step]]:
    """``advance`` for an entry that was accepted once: whatever is wrong with it now is damage."""
    try:
        return advance(position, entry)
    except (Refused, IllegalMove) as error:
        raise DamagedLog(f"entry {entry.seq} ({entry.kind} {entry.text!r}) was not allowed: {error}") from error
    except (BadNotation, ValueError, msgspec.DecodeError) as error:
        raise DamagedLog(f"entry {entry.seq} ({entry.kind} {entry.text!r}) cannot be read: {error}") from error
