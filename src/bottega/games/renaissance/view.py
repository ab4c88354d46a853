"""What a seat or a spectator may know, as structs that encode to JSON; and dealing anew what it may not.

Hidden are: leaders offered to others, and those they keep until they are played (which ones they discard stays
hidden too); the cards of a pile below its top; the solo tokens not yet revealed; the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import msgspec
from msgspec.structs import replace

from bottega.games.chance import Chance, check_seed, lots
from bottega.games.core import check_seat, of_the_last
from bottega.games.renaissance.cards import (
    CARDS,
    COIN,
    COLOURS,
    DEPOT,
    LEADERS,
    PILES,
    RESOURCES,
    SERVANT,
    SHIELD,
    STONE,
    Amounts,
)
from bottega.games.renaissance.drawing import draw
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.market import COLUMNS, MARBLES, ROWS, SLIDE
from bottega.games.renaissance.model import NO_KIND, OVER, WHITES, Loss, Phase, Places, Player, Production, State, Tile
from bottega.games.renaissance.rules import actors
from bottega.games.renaissance.scoring import points, winners
from bottega.games.renaissance.setup import OFFERED
from bottega.games.renaissance.solo import EVERY_TOKEN, TOKENS
from bottega.games.renaissance.storage import SIZES

TILES = ("down", "up", "lost")
HAND, PLAYED, DISCARDED = "hand", "played", "discarded"


class MarketView(msgspec.Struct, frozen=True, gc=False):
    """The tray, row by row, and the marble on the slide, by colour."""

    rows: tuple[tuple[str, ...], ...]
    slide: str


class PileView(msgspec.Struct, frozen=True, gc=False):
    """A pile of the grid: its top card and how many cards it has."""

    pile: str
    level: int
    colour: str
    top: int | None
    left: int


class PlaceView(msgspec.Struct, frozen=True, gc=False):
    """A shelf or a depot; ``resource`` is what it holds or, for a depot, may hold."""

    place: int
    resource: str | None
    count: int
    size: int


class LeaderView(msgspec.Struct, frozen=True, gc=False):
    """A kept leader; ``id`` only for those who may know it."""

    position: int
    id: int | None
    fate: str


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One seat's board."""

    seat: int
    points: int
    faith: int
    tiles: tuple[str, ...]
    shelves: tuple[PlaceView, ...]
    depots: tuple[PlaceView, ...]
    strongbox: dict[str, int]
    slots: tuple[tuple[int, ...], ...]
    leaders: tuple[LeaderView, ...]
    offered: tuple[int, ...]
    """The leaders offered at set-up; () for everybody else."""
    bonus: int
    """Bonus resources still to be placed."""
    ready: bool


class ProductionView(msgspec.Struct, frozen=True, gc=False):
    """Productions under way: 0 basic, 1-3 slots, 4-5 leaders; and what they will give."""

    used: tuple[int, ...]
    outputs: dict[str, int]
    faith: int


class SoloView(msgspec.Struct, frozen=True, gc=False):
    """Lorenzo's side: the black cross, the tokens revealed since the last shuffle, the one revealed last."""

    cross: int
    revealed: tuple[str, ...]
    left: int
    token: int | None
    last: str | None
    lost: str


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as a viewer sees it."""

    turn: int
    phase: str
    seat: int
    actors: tuple[int, ...]
    market: MarketView
    grid: tuple[PileView, ...]
    pending: dict[str, int]
    whites: int
    """White marbles that wait for a choice."""
    white_choices: tuple[str, ...]
    """What the seat on turn makes of white marbles."""
    leader_inputs: tuple[str, ...]
    """What the production leaders of the seat on turn take: of ``produce leader 1``, then of ``produce leader 2``."""
    production: ProductionView | None
    reports: int
    ending: bool
    over: bool
    winners: tuple[int, ...]
    solo: SoloView | None
    players: tuple[PlayerView, ...]

    def __str__(self) -> str:
        """The table as a person reads it in a terminal."""
        return draw(self)


def named(amounts: Amounts) -> dict[str, int]:
    """Amounts by the resources' names."""
    return {"coin": amounts[COIN], "stone": amounts[STONE], "servant": amounts[SERVANT], "shield": amounts[SHIELD]}


_PLACES = tuple(
    tuple(
        tuple(PlaceView(at + 1, None if kind == NO_KIND else RESOURCES[kind], count, size) for count in range(size + 1))
        for kind in (*range(len(RESOURCES)), NO_KIND)
    )
    for at, size in enumerate(SIZES)
)
"""Every place, by what it holds or may hold (NO_KIND counts from the end) and how many."""
_SHELF_1, _SHELF_2, _SHELF_3 = _PLACES[:3]


def _fate(leader: int, played: tuple[int, ...], discarded: tuple[int, ...]) -> str:
    """What became of a kept leader."""
    return PLAYED if leader in played else DISCARDED if leader in discarded else HAND


@cache
def _leaders(
    kept: tuple[int, ...], played: tuple[int, ...], discarded: tuple[int, ...], own: bool
) -> tuple[LeaderView, ...]:
    """The two leaders that somebody kept: there are not many ways that they can lie."""
    return tuple(
        LeaderView(position, leader if own or leader in played else None, _fate(leader, played, discarded))
        for position, leader in enumerate(kept, start=1)
    )


@cache
def _tiles(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(TILES[tile] for tile in tiles)


def _depots(kinds: Places, counts: Places) -> tuple[PlaceView, ...]:
    return tuple([_PLACES[at][kinds[at]][counts[at]] for at in range(3, 5) if kinds[at] != NO_KIND])


def _player(seat: int, player: Player) -> PlayerView:
    """A seat as the others see it."""
    kinds, counts = player.kinds, player.counts
    return PlayerView(
        seat,
        points(player),
        player.faith,
        _tiles(player.tiles),
        (_SHELF_1[kinds[0]][counts[0]], _SHELF_2[kinds[1]][counts[1]], _SHELF_3[kinds[2]][counts[2]]),
        _depots(kinds, counts) if player.played else (),
        named(player.strongbox),
        player.slots,
        _leaders(player.leaders, player.played, player.discarded, False),
        (),
        player.bonus,
        player.ready,
    )


def _pile(at: int, top: int | None, left: int) -> PileView:
    level, colour = divmod(at, len(COLOURS))
    return PileView(PILES[at], level + 1, COLOURS[colour], top, left)


_MOST_LEFT = len(CARDS) // len(PILES)
_GONE = tuple(_pile(at, None, 0) for at in range(len(PILES)))
_SHOWN = {
    card.id: tuple(
        _pile((card.level - 1) * len(COLOURS) + card.colour, card.id, left) for left in range(_MOST_LEFT + 1)
    )
    for card in CARDS.values()
}
"""Every pile without a card; and every other, by its top card and how many are left."""


def _solo(state: State) -> SoloView | None:
    if not state.solo:
        return None
    return SoloView(
        cross=state.cross,
        revealed=tuple(TOKENS[token] for token in EVERY_TOKEN if token not in state.tokens),
        left=len(state.tokens),
        token=state.token,
        last=None if state.token is None else TOKENS[state.token],
        lost=str(state.lost),
    )


def _production(under_way: Production) -> ProductionView:
    return ProductionView(under_way.used, named(under_way.outputs), under_way.faith)


def view(state: State, seat: int | None) -> View:
    """All that a seat (or a spectator) may know: what everybody sees, and the own leaders."""
    seen = _seen_by_all(state)
    if seat is None:
        return seen
    check_seat(seat, len(state.players))
    return replace(seen, players=_uncovered(state, seen, (seat,)))


def uncovered(state: State) -> View:
    """The table with everybody's leaders, as nobody sees it; the cards below the top of a pile stay covered."""
    seen = _seen_by_all(state)
    return replace(seen, players=_uncovered(state, seen, range(len(state.players))))


def _uncovered(state: State, seen: View, seats: Sequence[int]) -> tuple[PlayerView, ...]:
    """The boards of all, with the leaders of these seats."""
    boards = [*seen.players]
    for seat in seats:
        player = state.players[seat]
        boards[seat] = replace(
            boards[seat],
            leaders=_leaders(player.leaders, player.played, player.discarded, True),
            offered=player.offered,
        )
    return tuple(boards)


@of_the_last
def _seen_by_all(state: State) -> View:
    """What a spectator sees; asked for once per seat, one after the other."""
    able = powers(state.players[state.seat].played)
    colours = tuple([MARBLES[marble] for marble in state.market])
    return View(
        state.turn,
        str(state.phase),
        state.seat,
        actors(state),
        MarketView(tuple([colours[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]), colours[SLIDE]),
        tuple([_SHOWN[pile[-1]][len(pile)] if pile else _GONE[at] for at, pile in enumerate(state.grid)]),
        named(state.pending),
        state.pending[WHITES],
        tuple([RESOURCES[resource] for resource in able.whites]),
        tuple([RESOURCES[resource] for resource in able.productions]),
        None if state.production is None else _production(state.production),
        state.reports,
        state.ending,
        state.phase is OVER,
        winners(state),
        _solo(state),
        tuple([_player(seat, player) for seat, player in enumerate(state.players)]),
    )


def redeal(state: State, seat: int | None, seed: bytes) -> State:
    """Another state that this viewer cannot tell from the given one."""
    check_seat(seat, len(state.players))
    check_seed(seed)
    known = {leader for player in state.players for leader in player.played}
    if seat is not None:
        known.update(state.players[seat].offered)
    hidden = [leader for leader in LEADERS if leader not in known]
    lot = lots(seed, _LAST_LOT)
    other = dict(_EVERY_LEADER)
    other.update(zip(hidden, sorted(hidden, key=lot.__getitem__), strict=True))
    another = other.__getitem__
    players = [*state.players]
    for owner, player in enumerate(players):
        if owner != seat:
            players[owner] = replace(
                player,
                offered=tuple(map(another, player.offered)),
                leaders=tuple(map(another, player.leaders)),
                discarded=tuple(map(another, player.discarded)),
            )
    choices = zip(map(_orders, state.grid), lot[_OF_PILES], strict=True)
    return replace(
        state,
        chance=Chance(seed, state.chance.drawn),
        grid=tuple([orders[draw % len(orders)] for orders, draw in choices]),
        tokens=tuple(sorted(state.tokens, key=lot[_OF_TOKENS].__getitem__)),
        players=tuple(players),
    )


_EVERY_LEADER = {leader: leader for leader in LEADERS}
_OF_PILES = slice(max(LEADERS) + 1, max(LEADERS) + 1 + len(PILES))
_OF_TOKENS = slice(_OF_PILES.stop, _OF_PILES.stop + len(TOKENS))
_LAST_LOT = _OF_TOKENS.stop
"""Leaders have the lots of their numbers, then come those of the piles and of the solo tokens."""


@cache
def _orders(pile: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The orders in which a pile with this top may lie: six at most, and there are not many piles."""
    return tuple([(*covered, *pile[-1:]) for covered in permutations(pile[:-1])])


def imagine(view: View, seed: bytes) -> State:
    """A state with this view: leaders, cards below the tops and the tokens to come are dealt, and chance begins anew.

    What productions under way have been paid with is told by no view: taking them back gives nothing back.
    """
    check_seed(seed)
    chance = Chance(seed)
    bought = {card for player in view.players for slot in player.slots for card in slot}
    grid = []
    for pile in view.grid:
        kind = pile.level, COLOURS.index(pile.colour)
        left = [card.id for card in CARDS.values() if (card.level, card.colour) == kind and card.id not in bought]
        below, chance = chance.shuffled([card for card in left if card != pile.top])
        grid.append(() if pile.top is None else (*below[: pile.left - 1], pile.top))
    known = {leader.id for player in view.players for leader in player.leaders}
    known.update(leader for player in view.players for leader in player.offered)
    dealt, chance = chance.shuffled([leader for leader in LEADERS if leader not in known])
    hidden = list(dealt)
    players = tuple(_imagined(player, hidden, view) for player in view.players)
    tokens: tuple[int, ...] = ()
    if view.solo is not None:
        unseen = {token: TOKENS[token] for token in EVERY_TOKEN}
        for name in view.solo.revealed:
            del unseen[next(token for token, called in unseen.items() if called == name)]
        tokens, chance = chance.shuffled(tuple(unseen))
    colours = [*(marble for row in view.market.rows for marble in row), view.market.slide]
    state = State(
        chance=chance,
        market=tuple(MARBLES.index(colour) for colour in colours),
        grid=tuple(grid),
        players=players,
        phase=Phase(view.phase),
        seat=view.seat,
        turn=view.turn,
        pending=(*(view.pending[resource] for resource in RESOURCES), view.whites),
        reports=view.reports,
        ending=view.ending,
        tokens=tokens,
    )
    if view.solo is not None:
        state = replace(state, token=view.solo.token, cross=view.solo.cross, lost=Loss(view.solo.lost))
    if (shown := view.production) is not None:
        player = players[view.seat]
        outputs = tuple(shown.outputs[resource] for resource in RESOURCES)
        kept = player.kinds, player.counts, player.strongbox
        state = replace(state, production=Production(shown.used, outputs, shown.faith, *kept))
    return state


def _imagined(player: PlayerView, hidden: list[int], view: View) -> Player:
    """One seat's board, with a leader of ``hidden`` for each that the viewer does not know."""
    leaders = tuple(hidden.pop() if leader.id is None else leader.id for leader in player.leaders)
    fates = list(zip(leaders, (leader.fate for leader in player.leaders), strict=True))
    offered = player.offered or (*leaders, *(hidden.pop() for _ in range(OFFERED - len(leaders))))
    places = (*player.shelves, *player.depots)
    kinds = [NO_KIND if place.resource is None else RESOURCES.index(place.resource) for place in places]
    spare = len(SIZES) - len(places)
    return Player(
        offered=offered,
        bonus=player.bonus,
        faith=player.faith,
        leaders=leaders,
        played=_in_order(tuple(leader for leader, fate in fates if fate == PLAYED), player, view),
        discarded=tuple(leader for leader, fate in fates if fate == DISCARDED),
        kinds=(*kinds, *(NO_KIND,) * spare),
        counts=(*(place.count for place in places), *(0,) * spare),
        strongbox=tuple(player.strongbox[resource] for resource in RESOURCES),
        slots=player.slots,
        tiles=tuple(Tile(TILES.index(tile)) for tile in player.tiles),
    )


def _in_order(played: tuple[int, ...], player: PlayerView, view: View) -> tuple[int, ...]:
    """The played leaders in order of activation, as far as it matters: depots and the choices of the seat on turn."""
    depots = tuple(RESOURCES.index(place.resource) for place in player.depots if place.resource is not None)
    on_turn = player.seat == view.seat
    for order in (played, played[::-1]):
        able = powers(order)
        laid = tuple(LEADERS[leader].resource for leader in order if LEADERS[leader].ability == DEPOT)
        choices = tuple(RESOURCES[each] for each in able.whites), tuple(RESOURCES[each] for each in able.productions)
        if laid == depots and (not on_turn or choices == (view.white_choices, view.leader_inputs)):
            return order
    return played
