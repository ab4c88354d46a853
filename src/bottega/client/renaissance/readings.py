"""What the updates of renaissance-steps say, read into the rules' own state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bottega.client.core import Nonsense
from bottega.client.renaissance import known
from bottega.games.renaissance.cards import NOTHING
from bottega.games.renaissance.model import (
    DONE,
    NO_PENDING,
    PRODUCING,
    STORING,
    TILE_DOWN,
    Phase,
    Player,
    Production,
    State,
    Tile,
)
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE
from bottega.wire.renaissance_steps import shapes
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS, Leader
from bottega.wire.renaissance_steps.words import CARD_NAMES, COLOURS, HIDDEN, MARBLES, TILES

CARDS_BY_NAME = {name: card for card, name in CARD_NAMES.items()}
"""Development cards by what the protocol calls them."""


def leader_of(name: str) -> int:
    """A leader by its name."""
    return Leader(name).number


def marbles_of(names: Iterable[str]) -> tuple[int, ...]:
    """Marbles by their colours."""
    return tuple(MARBLES.index(name) for name in names)


def piles_of(matrix: shapes.Matrix) -> list[list[int | None]]:
    """The piles one after the other; None for a card that is covered."""
    return [[None if card == HIDDEN else CARDS_BY_NAME[card] for card in pile] for row in matrix for pile in row]


def stored(player: Player, deposits: Iterable[shapes.Deposit], strongbox: Mapping[str, int]) -> Player:
    """The board with these contents of depots and strongbox."""
    held = {
        deposit.id: (
            LABELS.index(deposit.resources[0]) if deposit.resources else player.kinds[deposit.id - 1],
            len(deposit.resources),
        )
        for deposit in deposits
    }
    return known.stored(player, held, known.amounts(strongbox, LABELS))


def favoured(state: State, favours: Mapping[int, Mapping[str, str]]) -> State:
    """The state with these tiles."""
    players = tuple(
        replace(player, tiles=tuple(Tile(TILES.index(favours[seat][number])) for number in "123"))
        for seat, player in enumerate(state.players)
    )
    reports = sum(any(player.tiles[section] != TILE_DOWN for player in players) for section in range(3))
    return replace(state, players=players, reports=reports)


def at_phase(state: State, phase: Phase) -> State:
    """The state with the seat on turn so far; what productions under way will give is not told."""
    player = state.players[state.seat]
    if phase is PRODUCING:
        under_way = Production((), NOTHING, 0, player.kinds, player.counts, player.strongbox)
        return replace(state, phase=phase, production=under_way)
    if phase is STORING and not any(state.pending):
        phase = DONE  # what waits is told to its owner only
    return replace(state, phase=phase, production=None, pending=state.pending if phase is STORING else NO_PENDING)


def waiting(state: State, names: Sequence[str]) -> State:
    """The state in which these wait to be stored."""
    count = Counter(names)
    pending = tuple(count[name] for name in (*ENUMS, "WHITE"))
    if any(pending):
        return replace(state, phase=STORING, pending=pending)
    return known.acted(state) if state.phase is STORING else state


def placed(
    state: State,
    seat: int,
    order: Sequence[int],
    hand: Sequence[int],
    places: tuple[Mapping[str, str], Mapping[str, str]],
) -> State:
    """The state with leaders at the places that the program of the time told."""
    played, gone = places
    if hand or played or any(gone.values()):
        mine = {int(at): leader_of(name) for at, name in (*played.items(), *gone.items()) if name}
        left = iter(hand)
        spare = iter(each for each in state.players[seat].offered if each not in (*mine.values(), *hand))
        if hand or any(gone.values()):
            kept = [mine[at] if at in mine else next(left, 0) or next(spare) for at in range(2)]
            state = known.with_hand(state, seat, kept)
    for leader in order:
        at = next(int(place) for place, name in played.items() if leader_of(name) == leader)
        state = known.played(state, seat, at + 1, leader)
    for place in gone:
        state = known.discarded(state, seat, int(place) + 1)
    return state


def token_of(token: shapes.Token, state: State) -> int:
    """Which token it is; of two that are equal the one that was not seen yet."""
    kind = token.type.rpartition(".")[2]
    if kind == "TokenPushShuffle":
        return SHUFFLE
    if kind == "TokenPush":
        return next((each for each in FORWARD_TWO if each in state.tokens), FORWARD_TWO[0])
    if isinstance(token.data.color, msgspec.UnsetType):
        raise Nonsense(f"{kind} has no colour")
    return COLOURS.index(token.data.color)
