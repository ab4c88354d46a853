"""The frame of a game: set-up, choice of windows, rounds and turns."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bottega.games.chance import Chance, check_seed
from bottega.games.core import Skip
from bottega.games.refusal import Refusal
from bottega.games.sagrada.actions import Choose, End
from bottega.games.sagrada.bag import FULL_BAG, draw
from bottega.games.sagrada.cards import EMPTY_BOARD, PRIVATE_OBJECTIVES, PUBLIC_OBJECTIVES, TOOLS, WINDOW_CARDS, WINDOWS
from bottega.games.sagrada.model import (
    CHOOSING,
    NO_WINDOW,
    NONE_PENDING,
    OVER,
    ROUNDS,
    VERSION,
    Board,
    Options,
    Player,
    State,
    order,
)
from bottega.games.sagrada.phrases import refusal

SEATS = range(1, 5)
SOLO_DICE = 4
MOST_SOLO_TOOLS = 5


class Deal(msgspec.Struct, frozen=True):
    """How many cards a game deals: private objectives each, public ones and tools for the table."""

    privates: int
    publics: int
    tools: int


def deal_for(seats: int, options: Options) -> Deal:
    """The deal for a number of players."""
    return Deal(2, 2, options.solo_tools) if seats == 1 else Deal(1, 3, options.tools)


def new(seats: int, seed: bytes, options: Options | None = None, *, version: int = VERSION) -> State:
    """The state after set-up, when everybody is choosing a window."""
    options = options or Options()
    check_seed(seed)
    if seats not in SEATS:
        raise ValueError(f"Sagrada is for 1 to 4 players, not {seats}")
    if not (1 <= options.tools <= len(TOOLS) and 1 <= options.solo_tools <= MOST_SOLO_TOOLS):
        raise ValueError(f"a game has 1 to {len(TOOLS)} tools, a solo game 1 to {MOST_SOLO_TOOLS}")
    deal = deal_for(seats, options)
    privates, chance = Chance(seed).shuffled(range(len(PRIVATE_OBJECTIVES)))
    cards, chance = chance.shuffled(WINDOW_CARDS)
    publics, chance = chance.shuffled(tuple(PUBLIC_OBJECTIVES))
    tools, chance = chance.shuffled(tuple(TOOLS))
    players = tuple(
        Player(
            offered=cards[2 * seat] + cards[2 * seat + 1],
            window=NO_WINDOW,
            private=privates[deal.privates * seat : deal.privates * (seat + 1)],
            board=EMPTY_BOARD,
            tokens=0,
        )
        for seat in range(seats)
    )
    return State(
        players=players,
        publics=tuple(sorted(publics[: deal.publics])),
        tools=tuple(sorted(tools[: deal.tools])),
        paid=(0,) * deal.tools,
        bag=FULL_BAG,
        pool=(),
        track=(),
        round=CHOOSING,
        step=0,
        turn=0,
        used=0,
        drafted=False,
        pending=NONE_PENDING,
        work=None,
        skipping=(),
        removed=(),
        chance=chance,
        version=version,
    )


def with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    """The players with one replaced."""
    players = state.players
    return (*players[:seat], player, *players[seat + 1 :])


def with_board(state: State, seat: int, board: Board) -> tuple[Player, ...]:
    """The players with one board replaced."""
    return with_player(state, seat, replace(state.players[seat], board=board))


def check_choice(state: State, seat: int, action: Choose | Skip) -> Refusal | None:
    """Why the seat cannot have the window, None if it can; a skip takes the first on offer."""
    player = state.players[seat]
    if player.window >= 0:
        return refusal("window-chosen", window=player.window)
    if isinstance(action, Choose) and action.window not in player.offered:
        return refusal("window-not-offered", offered=player.offered)
    return None


def choose(state: State, seat: int, action: Choose | Skip) -> State:
    """A seat picks a pattern; nobody sees it, or gets tokens, until the last one has picked."""
    player = state.players[seat]
    window = action.window if isinstance(action, Choose) else player.offered[0]
    players = with_player(state, seat, replace(player, window=window))
    if any(other.window < 0 for other in players):
        return replace(state, players=players)
    seated = tuple(
        replace(player, offered=(), tokens=0 if state.solo else WINDOWS[player.window].difficulty) for player in players
    )
    return _start_round(replace(state, players=seated, round=1, turn=1))


def pool_size(seats: int) -> int:
    """How many dice are drawn for a round."""
    return SOLO_DICE if seats == 1 else 2 * seats + 1


def _start_round(state: State) -> State:
    """Fill the pool: two dice a player and one more, in a solo game four."""
    pool, bag, chance = draw(state.bag, state.chance, pool_size(len(state.players)))
    return replace(state, pool=pool, bag=bag, chance=chance)


def next_step(state: State) -> int:
    """The place of the next turn in the round's order; behind the last one when the round is over."""
    seats, turns = len(state.players), order(state)
    step = state.step + 1
    while seats <= step < 2 * seats and turns[step] in state.skipping:
        step += 1
    return step


def ends_round(state: State) -> bool:
    """Whether this turn is the last of its round."""
    return next_step(state) == 2 * len(state.players)


def end_turn(state: State, seat: int, action: End | Skip) -> State:
    """The next seat's turn; after the last of a round its leftover dice go to the track."""
    step = next_step(state)
    if step < 2 * len(state.players):
        return replace(
            state,
            step=step,
            turn=state.turn + 1,
            used=0,
            drafted=False,
            pending=NONE_PENDING,
            work=None,
        )
    ended = replace(
        state,
        pool=(),
        track=(*state.track, state.pool),
        round=state.round + 1,
        step=0,
        turn=state.turn + 1,
        used=0,
        drafted=False,
        pending=NONE_PENDING,
        work=None,
        skipping=(),
    )
    return _start_round(ended) if state.round < ROUNDS else ended


def over(state: State) -> bool:
    """Whether the ten rounds are played."""
    return state.round == OVER
