"""A game of Masters of Renaissance as far as a protocol has told it: the rules' own state, and what is missing in it.

How it works. A client keeps one :class:`~bottega.games.renaissance.model.State`. What its player cannot see (leaders of
others, cards below a top, the order of Lorenzo's tokens) is filled in with whatever is possible, so that the rules can
be asked about it and ``view`` shows exactly what may be seen. The functions here are what updates do to such a state;
each returns a new one. What a protocol leaves open although the rules show it to everybody is listed as a :class:`Gap`.

What must stay true:

1. Every card and every leader is in one place: filling something in never uses what is seen elsewhere.
2. A gap is listed as long as the state may differ from the truth there, and nothing else may differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum, auto

from msgspec.structs import replace

from bottega.games.chance import SEED_BYTES, Chance
from bottega.games.renaissance.cards import CARDS, COLOURS, DEPOT, LEADERS, PILES, Amounts
from bottega.games.renaissance.faith import LAST_SPACE, finish
from bottega.games.renaissance.model import (
    COLUMN_GONE,
    CROSS_FIRST,
    DONE,
    NO_KIND,
    NO_PENDING,
    NOT_LOST,
    SETUP,
    START,
    TILE_LOST,
    TILE_UP,
    Player,
    State,
)
from bottega.games.renaissance.scoring import CARDS_TO_END
from bottega.games.renaissance.setup import BONUS_FAITH, BONUS_RESOURCES, KEPT, OFFERED
from bottega.games.renaissance.solo import EVERY_TOKEN, SHUFFLE, column_gone

IN_A_PILE = 4


class Gap(StrEnum):
    """Something that everybody may see, and that a protocol does not (or did not yet) tell."""

    TURN = auto()
    """The number of the turn, after coming back."""
    OTHERS_SETUP = auto()
    """Which of the others have made their set-up choices."""
    OTHERS_PROGRESS = auto()
    """How far somebody else has come with their turn."""
    PROGRESS = auto()
    """How far our own turn had come before we came back."""
    OFFERED = auto()
    """The leaders that we did not keep, after coming back."""
    TOKENS = auto()
    """Lorenzo's tokens that were revealed before we came back."""
    TWINS = auto()
    """Which of the two equal tokens was revealed."""
    PILES = auto()
    """How many cards lie below the tops, after coming back."""
    SLOTS = auto()
    """Which cards lie below the tops of slots, after coming back."""
    LEADERS = auto()
    """At which places of their hands others have played and discarded."""
    OWN_LEADERS = auto()
    """Which leader we had discarded, and at which place, before we came back."""


Gaps = frozenset[Gap]
NO_GAPS: Gaps = frozenset()


def begun(seats: int, me: int, market: tuple[int, ...], tops: Sequence[int | None]) -> State:
    """A game that begins: nobody has chosen anything; ``tops`` are the cards on the piles of the grid."""
    leaders = tuple(LEADERS)
    players = tuple(
        Player(
            offered=leaders[seat * OFFERED : (seat + 1) * OFFERED],
            bonus=BONUS_RESOURCES[seat],
            faith=BONUS_FAITH[seat],
        )
        for seat in range(seats)
    )
    bare = State(
        chance=Chance(bytes(SEED_BYTES)),
        market=market,
        grid=((),) * len(PILES),
        players=players,
        seat=0,
        tokens=EVERY_TOKEN if seats == 1 else (),
    )
    for at, top in enumerate(tops):
        bare = with_pile(bare, at, top, IN_A_PILE if top is not None else 0)
    return bare


# -- the table --------------------------------------------------------------------------------------------------------


def kind_of(at: int) -> list[int]:
    """All cards that may lie in a pile of the grid."""
    level, colour = divmod(at, len(COLOURS))
    return [card.id for card in CARDS.values() if (card.level, card.colour) == (level + 1, colour)]


def with_pile(state: State, at: int, top: int | None, left: int) -> State:
    """The state with a pile that has this card on top, and so many cards."""
    if top is None or left < 1:
        pile: tuple[int, ...] = ()
    else:
        bought = {card for player in state.players for slot in player.slots for card in slot}
        below = [card for card in kind_of(at) if card != top and card not in bought]
        pile = (*below[: left - 1], top)
    return replace(state, grid=(*state.grid[:at], pile, *state.grid[at + 1 :]))


def with_grid(state: State, piles: Sequence[Sequence[int | None]]) -> State:
    """The state with these piles, tops last; a card that is not told (None) is any that may lie there."""
    for at, pile in enumerate(piles):
        cards = [card for card in pile if card is not None]
        if len(cards) == len(pile):
            state = replace(state, grid=(*state.grid[:at], tuple(cards), *state.grid[at + 1 :]))
        else:
            state = with_pile(state, at, pile[-1], len(pile))
    return state


def uncovered(state: State, at: int, top: int | None) -> State:
    """The state after a pile has lost its top card, or two of them, so that this one is seen."""
    pile = state.grid[at]
    if (pile[-1] if pile else None) == top:
        return state
    return with_pile(state, at, top, max(1, len(pile) - 1))


def with_token(state: State, token: int) -> State:
    """The state after Lorenzo has revealed a token; what it does is told by other updates."""
    if token == SHUFFLE:
        return replace(state, token=token, tokens=EVERY_TOKEN)
    return replace(state, token=token, tokens=tuple(other for other in state.tokens if other != token))


def with_report(state: State, section: int, keepers: Iterable[int]) -> State:
    """The state after a Vatican report."""
    kept = set(keepers)
    players = tuple(
        replace(
            player,
            tiles=(
                *player.tiles[:section],
                TILE_UP if seat in kept else TILE_LOST,
                *player.tiles[section + 1 :],
            ),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, reports=max(state.reports, section + 1))


# -- boards -----------------------------------------------------------------------------------------------------------


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with somebody's board replaced."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_faith(state: State, positions: Mapping[int, int]) -> State:
    """The state with the markers of some seats moved."""
    players = tuple(
        replace(player, faith=positions[seat]) if seat in positions else player
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)


def stored(player: Player, places: Mapping[int, tuple[int, int]], strongbox: Amounts | None = None) -> Player:
    """The board with these contents (kind, count) of places; an empty shelf has no kind, a depot its own."""
    kinds, counts = list(player.kinds), list(player.counts)
    for place, (kind, count) in places.items():
        if place <= 3 and not count:
            kind = NO_KIND
        kinds[place - 1], counts[place - 1] = kind, count
    return replace(
        player,
        kinds=tuple(kinds),
        counts=tuple(counts),
        strongbox=player.strongbox if strongbox is None else strongbox,
    )


def bought(state: State, seat: int, slot: int, card: int) -> State:
    """The state with a card on top of a slot (1-3), unless it lies there already; so it lies in no pile."""
    player = state.players[seat]
    cards = player.slots[slot - 1]
    if card in cards:
        return state
    slots = (*player.slots[: slot - 1], (*cards, card), *player.slots[slot:])
    state = with_player(state, seat, replace(player, slots=slots))
    return _seen_elsewhere(state, card)


def _seen_elsewhere(state: State, card: int) -> State:
    """The state in which a card that is seen somewhere else does not lie covered in a pile."""
    for at, pile in enumerate(state.grid):
        if card in pile[:-1]:
            return with_pile(state, at, pile[-1], len(pile))
    return state


# -- leaders ----------------------------------------------------------------------------------------------------------


def _exchanged(state: State, one: int, other: int) -> State:
    """The state with two leaders in each other's places."""
    if one == other:
        return state
    swap = {one: other, other: one}

    def turned(leaders: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(leader, leader) for leader in leaders)

    players = tuple(
        replace(
            player,
            offered=turned(player.offered),
            leaders=turned(player.leaders),
            played=turned(player.played),
            discarded=turned(player.discarded),
        )
        for player in state.players
    )
    return replace(state, players=players)


def with_offer(state: State, seat: int, leaders: Sequence[int]) -> State:
    """The state in which a seat was offered these leaders."""
    for place, leader in enumerate(leaders):
        state = _exchanged(state, state.players[seat].offered[place], leader)
    return state


def with_hand(state: State, seat: int, leaders: Sequence[int]) -> State:
    """The state in which a seat has kept these leaders, in this order."""
    for place, leader in enumerate(leaders):
        offered = state.players[seat].offered
        if leader not in offered:
            state = _exchanged(state, offered[place], leader)
    return with_player(state, seat, replace(state.players[seat], leaders=tuple(leaders)))


def kept(player: Player) -> Player:
    """The board of somebody who has kept two leaders, whichever."""
    return player if player.leaders else replace(player, leaders=player.offered[:KEPT])


def played(state: State, seat: int, position: int, leader: int) -> State:
    """The state after a seat has played this leader, which it had at that position (from 1)."""
    state = with_player(state, seat, kept(state.players[seat]))
    player = state.players[seat]
    if leader in player.played:
        return state
    state = _exchanged(state, player.leaders[position - 1], leader)
    player = state.players[seat]
    card = LEADERS[leader]
    if card.ability == DEPOT:
        depot = 4 if player.kinds[3] == NO_KIND else 5
        if card.resource not in player.kinds[3:]:
            player = stored(player, {depot: (card.resource, 0)})
    return with_player(state, seat, replace(player, played=(*player.played, leader)))


def discarded(state: State, seat: int, position: int) -> State:
    """The state after a seat has discarded the leader at that position (from 1)."""
    player = kept(state.players[seat])
    leader = player.leaders[position - 1]
    if leader not in player.discarded:
        player = replace(player, discarded=(*player.discarded, leader))
    return with_player(state, seat, player)


# -- turns ------------------------------------------------------------------------------------------------------------


def turn_begins(state: State, seat: int) -> State:
    """The state in which it is somebody's turn: the first, for all have set up, or the next."""
    if state.phase is SETUP:
        players = tuple(replace(kept(player), bonus=0) for player in state.players)
        return replace(state, players=players, phase=START, turn=1, seat=seat)
    return replace(state, phase=START, turn=state.turn + 1, seat=seat, pending=NO_PENDING, production=None)


def acted(state: State) -> State:
    """The state in which the seat on turn has made its main action."""
    return replace(state, phase=DONE, pending=NO_PENDING, production=None)


def ended(state: State) -> State:
    """The state after the game, if the rules have ended it: somebody may also have won because the others have left."""
    if not state.solo:
        return finish(state, NOT_LOST) if state.ending else state
    if any(column_gone(state.grid, colour) for colour in range(len(COLOURS))):
        return finish(state, COLUMN_GONE)
    if state.cross == LAST_SPACE:
        return finish(state, CROSS_FIRST)
    full = sum(map(len, state.players[0].slots)) >= CARDS_TO_END
    return finish(state, NOT_LOST) if full or state.players[0].faith == LAST_SPACE else state


def amounts(named: Mapping[str, int], names: Sequence[str]) -> Amounts:
    """Amounts by name as the rules write them."""
    return tuple(named.get(name, 0) for name in names)
