"""Situations of Sagrada in words, and what follows from them.

>>> state = situation("Virtus", "R5@3", pool="Y2 G1", tools=[4])
>>> cells(state, "Y2")
[2, 9]
>>> refused(state, "place Y2@8")
'space 8 takes only green; Y2 does not fit'
>>> play(state, "place G1@8").drafted
True
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.refusal import Refusal
from bottega.games.sagrada.cards import DIE_NUMBER, EMPTY_BOARD, WINDOW_NUMBER
from bottega.games.sagrada.model import VERSION, Board, State

KD = "Kaleidoscopic Dream"
SEED = (7).to_bytes(32, "big")


def dice(text: str) -> tuple[int, ...]:
    """``"R5 G1"`` as dice."""
    return tuple(DIE_NUMBER[name] for name in text.split())


def board(text: str) -> Board:
    """``"B3@1 R5@7"`` as a board."""
    spaces = list(EMPTY_BOARD)
    for part in text.split():
        name, cell = part.split("@")
        spaces[int(cell)] = DIE_NUMBER[name]
    return tuple(spaces)


def situation(
    window: str = KD,
    placed: str = "",
    *,
    pool: str = "R1 Y2 G3 B4 P5",
    track: Sequence[str] = (),
    tools: Sequence[int] = (2, 4, 12),
    tokens: int = 4,
    second: bool = False,
    drafted: bool = False,
    seats: int = 2,
    seed: bytes = SEED,
    version: int = VERSION,
) -> State:
    """Seat 0's turn in the round after those of ``track``, with these dice in its window and in the pool.

    The dice are taken out of the bag, so that all ninety are where they should be. With two seats and an odd
    number of finished rounds seat 1 starts, so seat 0 sits where its first or second turn is.
    """
    state = sagrada.new(seats, seed, version=version)
    for seat in range(seats):
        state = sagrada.apply(state, seat, sagrada.legal(state, seat)[0])
    player = replace(
        state.players[0],
        window=WINDOW_NUMBER[window.casefold()],
        board=board(placed),
        tokens=0 if seats == 1 else tokens,
    )
    spaces = tuple(dice(space) for space in track)
    outside = [die for die in (*player.board, *dice(pool), *(die for space in spaces for die in space)) if die >= 0]
    round_number = len(spaces) + 1
    return replace(
        state,
        players=(player, *state.players[1:]),
        pool=dice(pool),
        track=spaces,
        tools=tuple(tools),
        paid=(0,) * len(tools),
        bag=tuple(18 - sum(die // 6 == colour for die in outside) for colour in range(5)),
        round=round_number,
        step=_step(seats, round_number, second),
        turn=2 * seats * len(spaces) + 1,
        drafted=drafted,
    )


def _step(seats: int, round_number: int, second: bool) -> int:
    """Where seat 0's first or second turn is in the round's order."""
    first = -(round_number - 1) % seats
    return 2 * seats - 1 - first if second else first


def play(state: State, *moves: str | sagrada.Action, seat: int = 0) -> State:
    """The state after these moves by one seat, each given by its notation or itself."""
    for move in moves:
        state = sagrada.apply(state, seat, sagrada.Action.from_text(move) if isinstance(move, str) else move)
    return state


def refusal(state: State, move: str, seat: int = 0) -> Refusal:
    """The refusal of a move, which the state must not offer either."""
    action = sagrada.Action.from_text(move)
    assert action not in sagrada.legal(state, seat), f"{move} is legal"
    found = sagrada.why_not(state, seat, action)
    assert found is not None, f"{move} is not refused"
    return found


def refused(state: State, move: str, seat: int = 0) -> str:
    """The sentence with which a move is refused."""
    return str(refusal(state, move, seat))


def listed(state: State, beginning: str = "", seat: int = 0) -> list[str]:
    """The legal moves that begin like this, in order."""
    moves = sorted(map(str, sagrada.legal(state, seat)))
    return [move for move in moves if move.startswith(beginning)]


def cells(state: State, die: str) -> list[int]:
    """The spaces on which a die of the pool may be placed."""
    return sorted(int(move.split("@")[1]) for move in listed(state, f"place {die}@"))


def targets(state: State, source: int) -> list[int]:
    """The spaces to which the die on a space may be moved."""
    return sorted(int(move.split(">")[1]) for move in listed(state, f"move {source}>"))
