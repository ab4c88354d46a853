"""What a seat may know, and states that it cannot tell apart.

Secret are: the order of chance, the other seats' private objectives until the game is over, and, while windows
are being chosen, what the others were offered and what they chose.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bottega.games.chance import Chance, check_seed, lots
from bottega.games.core import Score, check_seat, of_the_last
from bottega.games.sagrada.cards import (
    COLOUR_NAMES,
    COLOURS,
    DICE,
    DIE_NUMBER,
    NO_DIE,
    PRIVATE_OBJECTIVES,
    PUBLIC_OBJECTIVES,
    TOOLS,
    WINDOW_CARDS,
    WINDOW_NUMBER,
    WINDOWS,
)
from bottega.games.sagrada.drawing import draw
from bottega.games.sagrada.model import (
    CHOOSING,
    NO_COLOUR,
    NO_PLACE,
    NO_WINDOW,
    NONE_PENDING,
    ORDERS,
    OVER,
    VERSION,
    Player,
    Stage,
    State,
    Work,
    order,
)
from bottega.games.sagrada.moving import board_in_hand
from bottega.games.sagrada.rules import actors
from bottega.games.sagrada.scoring import scores, target, winners
from bottega.games.sagrada.tools import CHANGING, OBLIGING, must_place


class Phase(StrEnum):
    """The parts of a game."""

    WINDOWS = "windows"
    """Everybody chooses a window."""
    ROUNDS = "rounds"
    OVER = "over"


class WindowView(msgspec.Struct, frozen=True, gc=False):
    """A pattern; ``cells`` has a colour letter, a digit or '.' for each space."""

    name: str
    difficulty: int
    cells: str


class ToolView(msgspec.Struct, frozen=True, gc=False):
    """A tool on the table: the tokens on it and what it costs now (in a solo game a die of ``colour``)."""

    number: int
    name: str
    text: str
    tokens: int
    used: bool
    cost: int
    colour: str


class ObjectiveView(msgspec.Struct, frozen=True, gc=False):
    """A public objective."""

    number: int
    name: str
    points: int
    text: str


class WorkView(msgspec.Struct, frozen=True, gc=False):
    """A tool in use: what it asks for next, and what has been chosen so far."""

    tool: int
    stage: Stage
    pool_index: int | None
    colour: str | None
    moved: tuple[int, int] | None
    dice: tuple[str | None, ...]
    """The user's window as it is in hand, with a move that could still be undone."""


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """A seat as the viewer sees it; ``private`` is empty where it is secret.

    ``drafted`` and ``tool_used`` speak of the turn under way: its draft is spent, a tool has been paid for.
    """

    seat: int
    chosen: bool
    window: WindowView | None
    dice: tuple[str | None, ...]
    tokens: int
    private: tuple[str, ...]
    first_turn_done: bool
    second_turn_done: bool
    drafted: bool
    tool_used: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole game as one seat (or a spectator) may know it."""

    seat: int | None
    phase: Phase
    round: int
    turn: int
    actors: tuple[int, ...]
    second_turn: bool
    offered: tuple[WindowView, ...]
    players: tuple[PlayerView, ...]
    publics: tuple[ObjectiveView, ...]
    tools: tuple[ToolView, ...]
    pool: tuple[str, ...]
    pending: int | None
    """The place in the pool of the one die that may still be drafted, when a tool has changed it."""
    obliged: bool
    """Whether that die must be placed before the turn may end."""
    track: tuple[tuple[str, ...], ...]
    bag: dict[str, int]
    work: WorkView | None
    target: int | None
    scores: tuple[Score, ...]
    winners: tuple[int, ...]

    def __str__(self) -> str:
        return draw(self)


WINDOW_VIEWS = tuple(WindowView(window.name, window.difficulty, window.cells) for window in WINDOWS)
_OBJECTIVE_VIEWS = {
    number: ObjectiveView(number, card.name, card.points, card.description)
    for number, card in PUBLIC_OBJECTIVES.items()
}


def view(state: State, seat: int | None) -> View:
    """All that a seat (or a spectator) may know: what everybody sees, and the own secrets."""
    seen = _seen_by_all(state)
    if seat is None:
        return seen
    check_seat(seat, len(state.players))
    offered = tuple([WINDOW_VIEWS[each] for each in state.players[seat].offered])
    boards = [*seen.players]
    boards[seat] = _uncovered(state.players[seat], boards[seat])
    return replace(seen, seat=seat, offered=offered, players=tuple(boards))


def draw_state(state: State) -> str:
    """The board with everything that is hidden from somebody, but for what only chance knows."""
    offers = [(seat, tuple(WINDOW_VIEWS[each] for each in player.offered)) for seat, player in enumerate(state.players)]
    seen = _seen_by_all(state)
    boards = [_uncovered(player, board) for player, board in zip(state.players, seen.players, strict=True)]
    return draw(replace(seen, players=tuple(boards)), offers)


@of_the_last
def _seen_by_all(state: State) -> View:
    """What a spectator sees; asked for once per seat, one after the other."""
    ended = state.round == OVER
    choosing = state.round == CHOOSING
    phase = Phase.WINDOWS if choosing else Phase.OVER if ended else Phase.ROUNDS
    solo = state.solo
    return View(
        None,
        phase,
        min(state.round, OVER - 1),
        state.turn,
        actors(state),
        phase is Phase.ROUNDS and state.second,
        (),
        _players(state),
        tuple([_OBJECTIVE_VIEWS[number] for number in state.publics]),
        _tools(state.tools, state.paid, solo),
        tuple([DICE[die] for die in state.pool]),
        None if state.pending == NONE_PENDING else state.pending,
        must_place(state),
        tuple([tuple([DICE[die] for die in space]) for space in state.track]),
        _bag(*state.bag),
        _work(state),
        target(state) if solo else None,
        scores(state) if ended else (),
        winners(state),
    )


_SPACES = (*DICE, None)
"""What lies on a space, by the number of its die; NO_DIE counts from the end."""


def _names(board: tuple[int, ...]) -> tuple[str | None, ...]:
    return tuple([_SPACES[die] for die in board])


def _bag(red: int, yellow: int, green: int, blue: int, purple: int) -> dict[str, int]:
    return {"red": red, "yellow": yellow, "green": green, "blue": blue, "purple": purple}


@lru_cache(maxsize=1 << 12)
def _tools(numbers: tuple[int, ...], paid: tuple[int, ...], solo: bool) -> tuple[ToolView, ...]:
    return tuple(_tool(number, tokens, solo) for number, tokens in zip(numbers, paid, strict=True))


def _tool(number: int, paid: int, solo: bool) -> ToolView:
    card = TOOLS[number]
    cost = 2 if paid and not solo else 1
    return ToolView(number, card.name, card.effect, paid, paid > 0, cost, COLOURS[card.colour])


def _work(state: State) -> WorkView | None:
    work = state.work
    if work is None:
        return None
    return WorkView(
        tool=work.tool,
        stage=work.stage,
        pool_index=None if work.index < 0 else work.index,
        colour=None if work.colour < 0 else COLOURS[work.colour],
        moved=work.moved,
        dice=_names(board_in_hand(state, actors(state)[0])),
    )


def _players(state: State) -> tuple[PlayerView, ...]:
    """The seats as the others see them."""
    rounds = CHOOSING < state.round < OVER
    revealed = state.solo or state.round == OVER
    turns = order(state) if rounds else ()
    past = turns[: state.step]
    on_turn = turns[state.step] if rounds else None
    return tuple(
        [
            PlayerView(
                seat,
                player.window >= 0,
                WINDOW_VIEWS[player.window] if state.round != CHOOSING and player.window >= 0 else None,
                _names(player.board),
                player.tokens,
                tuple([COLOURS[colour] for colour in player.private]) if revealed else (),
                seat in past,
                past.count(seat) == 2 or (seat in past and seat in state.skipping),
                seat == on_turn and state.drafted,
                seat == on_turn and state.used > 0,
            )
            for seat, player in enumerate(state.players)
        ]
    )


def _uncovered(player: Player, seen: PlayerView) -> PlayerView:
    """The same seat as its own player sees it."""
    window = WINDOW_VIEWS[player.window] if player.window >= 0 else None
    return replace(seen, window=window, private=tuple([COLOURS[colour] for colour in player.private]))


def redeal(state: State, seat: int | None, seed: bytes) -> State:
    """The same game to this viewer, with everything it cannot know dealt anew."""
    check_seat(seat, len(state.players))
    check_seed(seed)
    players, chance = list(state.players), Chance(seed, state.chance.drawn)
    others = [other for other in range(len(players)) if other != seat]
    if state.round != OVER and not state.solo:
        own = state.players[seat].private if seat is not None else ()
        colours = [colour for colour in range(len(PRIVATE_OBJECTIVES)) if colour not in own]
        colours.sort(key=lots(seed, len(PRIVATE_OBJECTIVES)).__getitem__)
        for other, colour in zip(others, colours, strict=False):
            players[other] = replace(players[other], private=(colour,))
    if state.round == CHOOSING:
        offered = state.players[seat].offered if seat is not None else ()
        cards, chance = chance.shuffled([card for card in WINDOW_CARDS if card[0] not in offered])
        for place, other in enumerate(others):
            players[other], chance = _dealt_windows(players[other], cards[2 * place : 2 * place + 2], chance)
    return replace(state, players=tuple(players), chance=chance)


def _dealt_windows(player: Player, cards: tuple[tuple[int, int], ...], chance: Chance) -> tuple[Player, Chance]:
    offered = cards[0] + cards[1]
    if player.window < 0:
        return replace(player, offered=offered), chance
    choice, chance = chance.below(len(offered))
    return replace(player, offered=offered, window=offered[choice]), chance


def imagine(view: View, seed: bytes, version: int = VERSION) -> State:
    """A state with this view: private objectives and offers that are secret are dealt, and chance begins anew.

    Which tool was used, if none is in use any more, is told by no view: one is taken that obliges as the view says.
    """
    check_seed(seed)
    chance = Chance(seed)
    seats = len(view.players)
    rounds = view.phase is Phase.ROUNDS
    seat = view.actors[0] if rounds else 0
    own = [COLOURS.index(colour) for player in view.players for colour in player.private]
    privates, chance = chance.shuffled([colour for colour in range(len(PRIVATE_OBJECTIVES)) if colour not in own])
    offered = {WINDOW_NUMBER[window.name.casefold()] for window in view.offered}
    cards, chance = chance.shuffled([card for card in WINDOW_CARDS if not offered.intersection(card)])
    players = []
    for player in view.players:
        patterns: tuple[int, ...] = ()
        if player.seat == view.seat:
            patterns = tuple(WINDOW_NUMBER[window.name.casefold()] for window in view.offered)
        elif view.phase is Phase.WINDOWS:
            patterns = cards[2 * player.seat] + cards[2 * player.seat + 1]
        window = NO_WINDOW
        if player.chosen:
            window = WINDOW_NUMBER[player.window.name.casefold()] if player.window is not None else patterns[0]
        private = tuple(COLOURS.index(colour) for colour in player.private) or privates[player.seat : player.seat + 1]
        board = tuple(NO_DIE if die is None else DIE_NUMBER[die] for die in player.dice)
        players.append(Player(patterns, window, private, board, player.tokens))
    turns = ORDERS[seats][(view.round - 1) % seats] if rounds else ()
    step = turns.index(seat, seats if view.second_turn else 0) if rounds else 0
    skipping = tuple(
        player.seat
        for player in view.players
        if rounds and player.second_turn_done and turns[:step].count(player.seat) == 1
    )
    return State(
        players=tuple(players),
        publics=tuple(objective.number for objective in view.publics),
        tools=tuple(tool.number for tool in view.tools),
        paid=tuple(tool.tokens for tool in view.tools),
        bag=tuple(view.bag[colour] for colour in COLOUR_NAMES),
        pool=tuple(DIE_NUMBER[die] for die in view.pool),
        track=tuple(tuple(DIE_NUMBER[die] for die in space) for space in view.track),
        round=OVER if view.phase is Phase.OVER else view.round,
        step=step,
        turn=view.turn,
        used=_used(view, version) if rounds and view.players[seat].tool_used else 0,
        drafted=rounds and view.players[seat].drafted,
        pending=NONE_PENDING if view.pending is None else view.pending,
        work=_imagined_work(view.work),
        skipping=skipping,
        removed=_removed(view),
        chance=chance,
        version=version,
    )


def _used(view: View, version: int) -> int:
    """A tool that may be the one that was paid for on this turn."""
    if view.work is not None:
        return view.work.tool
    paid = [tool.number for tool in view.tools if tool.tokens]
    if view.pending is not None:
        paid = [tool for tool in paid if tool in CHANGING and (tool in OBLIGING[version]) == view.obliged]
    return paid[0]


def _imagined_work(work: WorkView | None) -> Work | None:
    if work is None:
        return None
    index = NO_PLACE if work.pool_index is None else work.pool_index
    colour = NO_COLOUR if work.colour is None else COLOURS.index(work.colour)
    return Work(work.tool, work.stage, index, colour, work.moved)


def _removed(view: View) -> tuple[int, ...]:
    """Dice that paid for tools of a solo game; their values are told by no view."""
    if len(view.players) > 1:
        return ()
    return tuple(DIE_NUMBER[f"{tool.colour}1"] for tool in view.tools if tool.used)
