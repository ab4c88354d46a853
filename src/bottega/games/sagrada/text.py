"""States as one line of text: fields ``name=value`` in a fixed order, separated by blanks.

    rules=2 round=1.0.1 bag=17.17.18.17.16 pool=R5.G1.B2.P6.P3 track=- publics=1.4.9 tools=2.5.9 paid=0.0.0
    turn=0.0.-1 work=- skipping=- removed=- seed=00…2a:31 seat=13:R:5:-:R5................./… seat=…

``rules`` is the version of the rules (a line without it was written when there was only the first); ``round`` is
round, step and turn; ``turn`` the tool used, whether the draft is spent and the changed die's place in the pool;
``work`` tool, stage, place in the pool, colour and first move; a ``seat`` its window's number, private colours, tokens,
patterns on offer, and the board's four rows, two characters a space.

A line that names an impossible table is refused, with what is impossible about it (``soundness``).
"""

from __future__ import annotations

from collections.abc import Iterable

from bottega.games.chance import Chance
from bottega.games.core import BadNotation
from bottega.games.sagrada.cards import CELLS, COLOURS, COLUMNS, DICE, DIE_NUMBER, NO_DIE
from bottega.games.sagrada.model import Board, Player, Stage, State, Work
from bottega.games.sagrada.soundness import faults

NOTHING = "-"
_EMPTY_SPACE = ".."
_ROW = 2 * COLUMNS


def _join(parts: Iterable[object], separator: str = ".") -> str:
    return separator.join(map(str, parts)) or NOTHING


def _dice(dice: Iterable[int]) -> str:
    return _join(DICE[die] for die in dice)


def write_state(state: State) -> str:
    """The state as one line of text."""
    fields = [
        ("rules", str(state.version)),
        ("round", _join((state.round, state.step, state.turn))),
        ("bag", _join(state.bag)),
        ("pool", _dice(state.pool)),
        ("track", _join(map(_dice, state.track), "/")),
        ("publics", _join(state.publics)),
        ("tools", _join(state.tools)),
        ("paid", _join(state.paid)),
        ("turn", _join((state.used, int(state.drafted), state.pending))),
        ("work", _write_work(state.work)),
        ("skipping", _join(state.skipping)),
        ("removed", _dice(state.removed)),
        ("seed", f"{state.chance.seed.hex()}:{state.chance.drawn}"),
        *(("seat", _write_player(player)) for player in state.players),
    ]
    return " ".join(f"{name}={value}" for name, value in fields)


def _write_work(work: Work | None) -> str:
    if work is None:
        return NOTHING
    first = _join(work.moved, ">") if work.moved else NOTHING
    return _join((work.tool, work.stage, work.index, work.colour, first))


def _write_player(player: Player) -> str:
    spaces = "".join(_EMPTY_SPACE if die == NO_DIE else DICE[die] for die in player.board)
    rows = _join((spaces[first : first + _ROW] for first in range(0, 2 * CELLS, _ROW)), "/")
    private = "".join(COLOURS[colour] for colour in player.private)
    return _join((player.window, private, player.tokens, _join(player.offered), rows), ":")


FIELDS = (
    "rules", "round", "bag", "pool", "track", "publics", "tools", "paid", "turn", "work", "skipping", "removed", "seed",
)  # fmt: skip


_UNSAID = "rules=1 "
"""How the lines began that did not say it."""


def read_state(text: str) -> State:
    """The state that such a line names, or BadNotation."""
    if text.startswith("round="):
        text = _UNSAID + text
    try:
        state = _read(text)
    except (ValueError, KeyError, IndexError) as error:
        raise BadNotation("this is no state of Sagrada") from error
    for fault in faults(state):
        raise BadNotation(f"no game of Sagrada stands so: {fault}")
    if write_state(state) != text:
        raise BadNotation("this is no state of Sagrada")
    return state


def _split(text: str, separator: str = ".") -> list[str]:
    return [] if text == NOTHING else text.split(separator)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, _split(text)))


def _read_dice(text: str) -> tuple[int, ...]:
    return tuple(DIE_NUMBER[name] for name in _split(text))


def _read(text: str) -> State:
    pairs = [field.split("=", 1) for field in text.split(" ")]
    if [name for name, _ in pairs[: len(FIELDS)]] != list(FIELDS):
        raise ValueError(text)
    field = dict(pairs[: len(FIELDS)])
    players = pairs[len(FIELDS) :]
    if not 1 <= len(players) <= 4 or {name for name, _ in players} != {"seat"}:
        raise ValueError(text)
    number, step, turn = _numbers(field["round"])
    used, drafted, pending = _numbers(field["turn"])
    seed, drawn = field["seed"].split(":")
    return State(
        players=tuple(_read_player(value) for _, value in players),
        publics=_numbers(field["publics"]),
        tools=_numbers(field["tools"]),
        paid=_numbers(field["paid"]),
        bag=_numbers(field["bag"]),
        pool=_read_dice(field["pool"]),
        track=_read_track(field["track"], number),
        round=number,
        step=step,
        turn=turn,
        used=used,
        drafted=bool(drafted),
        pending=pending,
        work=_read_work(field["work"]),
        skipping=_numbers(field["skipping"]),
        removed=_read_dice(field["removed"]),
        chance=Chance(bytes.fromhex(seed), int(drawn)),
        version=int(field["rules"]),
    )


def _read_track(text: str, number: int) -> tuple[tuple[int, ...], ...]:
    """The spaces of the rounds played; a lone '-' after the first round is one empty space."""
    return tuple(map(_read_dice, text.split("/"))) if number > 1 else ()


def _read_work(text: str) -> Work | None:
    if text == NOTHING:
        return None
    tool, stage, index, colour, first = text.split(".")
    moved = tuple(map(int, _split(first, ">")))
    if len(moved) not in (0, 2):
        raise ValueError(text)
    return Work(int(tool), Stage(stage), int(index), int(colour), (moved[0], moved[1]) if moved else None)


def _read_player(text: str) -> Player:
    window, private, tokens, offered, rows = text.split(":")
    return Player(
        offered=_numbers(offered),
        window=int(window),
        private=tuple(map(COLOURS.index, private)),
        board=_read_board(rows),
        tokens=int(tokens),
    )


def _read_board(text: str) -> Board:
    spaces = text.replace("/", "")
    if len(spaces) != 2 * CELLS:
        raise ValueError(text)
    names = (spaces[first : first + 2] for first in range(0, 2 * CELLS, 2))
    return tuple(NO_DIE if name == _EMPTY_SPACE else DIE_NUMBER[name] for name in names)
