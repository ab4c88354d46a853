"""States as one line of text: fields ``name=value`` in a fixed order, separated by blanks.

    round=1.0.1 bag=17.17.18.17.16 pool=R5.G1.B2.P6.P3 track=- publics=1.4.9 tools=2.5.9 paid=0.0.0
    turn=0.0.- work=- skipping=- removed=- seed=00…2a:31 seat=13:R:5:-:R5................./… seat=…

``round`` is round, step and turn; ``turn`` the tool used, whether the draft is spent and the changed die's place in
the pool; ``work`` tool, stage, place in the pool, colour and first move; a ``seat`` its window's number, private
colours, tokens, patterns on offer, and the board's four rows, two characters a space.
"""

from __future__ import annotations

from collections.abc import Iterable

from bottega.games.chance import SEED_BYTES, Chance
from bottega.games.core import BadNotation
from bottega.games.sagrada.bag import FULL_BAG
from bottega.games.sagrada.cards import (
    CELLS,
    COLOURS,
    COLUMNS,
    DICE,
    DIE_NUMBER,
    NO_DIE,
    PUBLIC_OBJECTIVES,
    TOOLS,
    WINDOWS,
)
from bottega.games.sagrada.model import NONE_PENDING, OVER, ROUNDS, VERSION, Board, Player, Stage, State, Work

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
    "round", "bag", "pool", "track", "publics", "tools", "paid", "turn", "work", "skipping", "removed", "seed",
)  # fmt: skip


def read_state(text: str) -> State:
    """The state that such a line names, or BadNotation."""
    try:
        state = _read(text)
    except (ValueError, KeyError, IndexError) as error:
        raise BadNotation("this is no state of Sagrada") from error
    if not _sound(state) or write_state(state) != text:
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
        version=VERSION,
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


def _sound(state: State) -> bool:
    """Whether every number is within its bounds, so that the rules can work with the state."""
    work = state.work
    return (
        0 <= state.round <= OVER
        and len(state.track) == max(0, min(state.round - 1, ROUNDS))
        and 0 <= state.step < 2 * len(state.players)
        and state.turn >= 0
        and len(state.bag) == len(FULL_BAG)
        and all(0 <= left <= full for left, full in zip(state.bag, FULL_BAG, strict=True))
        and set(state.publics) <= set(PUBLIC_OBJECTIVES)
        and set(state.tools) <= set(TOOLS)
        and len(state.paid) == len(state.tools)
        and state.used in (0, *state.tools)
        and NONE_PENDING <= state.pending < len(state.pool)
        and (work is None or (work.tool == state.used and -1 <= work.index < len(state.pool)))
        and (work is None or (-1 <= work.colour < len(COLOURS) and _cells(work.moved or ())))
        and set(state.skipping) <= set(range(len(state.players)))
        and len(state.chance.seed) == SEED_BYTES
        and state.chance.drawn >= 0
        and all(_sound_player(player, state.round > 0) for player in state.players)
    )


def _cells(cells: tuple[int, ...]) -> bool:
    return all(0 <= cell < CELLS for cell in cells)


def _sound_player(player: Player, seated: bool) -> bool:
    return (
        (0 if seated else -1) <= player.window < len(WINDOWS)
        and bool(player.private)
        and player.tokens >= 0
        and all(0 <= window < len(WINDOWS) for window in player.offered)
        and (seated or len(player.offered) == 4)
    )
