"""The notation of states: one line that holds everything, hidden things included.

Words, in this order: name and version, seed with the number of draws, phase, turn and seat, the market (three
rows and the slide), the grid (twelve piles, top card last), what is pending, productions under way, reports with an
``!`` once the last round is called, the solo game, then each player: leaders (offered/kept/played/discarded), bonus,
faith, tiles, shelves and depots, strongbox, slots. ``-`` is "none".
"""

from __future__ import annotations

import re

from bottega.games.chance import SEED_BYTES, Chance
from bottega.games.core import BadNotation
from bottega.games.renaissance.cards import CARDS, LEADERS, PILES, RESOURCES
from bottega.games.renaissance.faith import LAST_SPACE
from bottega.games.renaissance.market import COLUMNS, SLIDE, SUPPLY
from bottega.games.renaissance.model import (
    NO_KIND,
    NO_PENDING,
    NOT_LOST,
    PRODUCING,
    STORING,
    Loss,
    Phase,
    Places,
    Player,
    Production,
    State,
    Tile,
)
from bottega.games.renaissance.setup import KEPT, OFFERED, SEATS
from bottega.games.renaissance.solo import EVERY_TOKEN
from bottega.games.renaissance.storage import SIZES

_NAME = "renaissance/1"
_NONE = "-"
_MARBLES = "YGPBRW"
_TILES = "dux"
_PLACE = re.compile("([0-3])(" + "|".join(RESOURCES) + ")")
_NUMBERS = re.compile("(0|[1-9][0-9]{0,5})([.](0|[1-9][0-9]{0,5}))*")


def _numbers(values: tuple[int, ...]) -> str:
    return ".".join(map(str, values)) or _NONE


def _places(kinds: Places, counts: Places) -> str:
    return ",".join(
        _NONE if kind == NO_KIND else f"{count}{RESOURCES[kind]}" for kind, count in zip(kinds, counts, strict=True)
    )


def _production(under_way: Production | None) -> str:
    if under_way is None:
        return _NONE
    return "/".join(
        (
            _numbers(under_way.used),
            _numbers((*under_way.outputs, under_way.faith)),
            _places(under_way.kinds, under_way.counts),
            _numbers(under_way.strongbox),
        )
    )


def _solo(state: State) -> str:
    if not state.solo:
        return _NONE
    token = _NONE if state.token is None else str(state.token)
    return "/".join((str(state.cross), _numbers(state.tokens), token, state.lost or _NONE))


def _player(player: Player) -> str:
    return "|".join(
        (
            "/".join(map(_numbers, (player.offered, player.leaders, player.played, player.discarded))),
            str(player.bonus),
            str(player.faith),
            "".join(_TILES[tile] for tile in player.tiles),
            _places(player.kinds, player.counts),
            _numbers(player.strongbox),
            "/".join(map(_numbers, player.slots)),
        )
    )


def write_state(state: State) -> str:
    """The state as one line of text."""
    marbles = "".join(_MARBLES[marble] for marble in state.market)
    rows = [marbles[start : start + COLUMNS] for start in range(0, SLIDE + 1, COLUMNS)]
    return " ".join(
        (
            _NAME,
            f"{state.chance.seed.hex()}:{state.chance.drawn}",
            state.phase,
            f"{state.turn}.{state.seat}",
            "/".join(rows),
            "/".join(map(_numbers, state.grid)),
            _NONE if state.pending == NO_PENDING else _numbers(state.pending),
            _production(state.production),
            f"{state.reports}{'!' if state.ending else ''}",
            _solo(state),
            *map(_player, state.players),
        )
    )


def read_state(text: str) -> State:
    """The state that such a line names, or BadNotation."""
    try:
        return _read(text)
    except (ValueError, IndexError, KeyError) as problem:
        raise BadNotation(f"not a state of Masters of Renaissance: {problem}") from problem


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _read_numbers(text: str, length: int | None = None, largest: int = 10**6) -> tuple[int, ...]:
    if text == _NONE:
        values: tuple[int, ...] = ()
    else:
        _need(bool(_NUMBERS.fullmatch(text)), f"{text!r} is no list of numbers")
        values = tuple(map(int, text.split(".")))
    _need(length is None or len(values) == length, f"{text!r} should be {length} numbers")
    _need(all(value <= largest for value in values), f"{text!r} has a number above {largest}")
    return values


def _read_number(text: str, largest: int = 10**6) -> int:
    return _read_numbers(text, 1, largest)[0]


def _read_places(text: str) -> tuple[Places, Places]:
    kinds, counts = [], []
    for part in text.split(","):
        found = _PLACE.fullmatch(part)
        _need(part == _NONE or found is not None, f"{part!r} is no place")
        kinds.append(RESOURCES.index(found[2]) if found else NO_KIND)
        counts.append(int(found[1]) if found else 0)
    _need(len(kinds) == len(SIZES), "there are three shelves and two depots")
    _need(all(count <= size for count, size in zip(counts, SIZES, strict=True)), "a place holds too much")
    _need(all(counts[at] for at in range(3) if kinds[at] != NO_KIND), "an empty shelf has no type")
    shelved = [kind for kind in kinds[:3] if kind != NO_KIND]
    _need(len(shelved) == len(set(shelved)), "a type lies on two shelves")
    return tuple(kinds), tuple(counts)


def _read_production(text: str) -> Production | None:
    if text == _NONE:
        return None
    used, outputs, places, strongbox = text.split("/")
    kinds, counts = _read_places(places)
    *resources, faith = _read_numbers(outputs, len(RESOURCES) + 1)
    return Production(
        used=_read_numbers(used, largest=5),
        outputs=tuple(resources),
        faith=faith,
        kinds=kinds,
        counts=counts,
        strongbox=_read_numbers(strongbox, len(RESOURCES)),
    )


def _read_player(text: str) -> Player:
    hands, bonus, faith, tiles, places, strongbox, slots = text.split("|")
    offered, leaders, played, discarded = map(_read_numbers, hands.split("/"))
    _need(len(offered) == OFFERED and set(offered) <= set(LEADERS), f"{hands} are no leaders")
    _need(len(leaders) in (0, KEPT) and set(leaders) <= set(offered), "kept leaders were offered")
    _need(set(played) | set(discarded) <= set(leaders), "played and discarded leaders were kept")
    _need(len(played) + len(discarded) == len({*played, *discarded}), "a leader is named twice")
    kinds, counts = _read_places(places)
    cards = tuple(map(_read_numbers, slots.split("/")))
    _need(len(cards) == 3, "there are three slots")
    _need(all([CARDS[c].level for c in slot] == [1, 2, 3][: len(slot)] for slot in cards), "cards lie by level")
    _need(len(tiles) == 3, "there are three tiles")
    return Player(
        offered=offered,
        bonus=_read_number(bonus, 2),
        faith=_read_number(faith, LAST_SPACE),
        leaders=leaders,
        played=played,
        discarded=discarded,
        kinds=kinds,
        counts=counts,
        strongbox=_read_numbers(strongbox, len(RESOURCES)),
        slots=cards,
        tiles=tuple(Tile(_TILES.index(tile)) for tile in tiles),
    )


def _read(text: str) -> State:
    name, seed, phase, time, market, grid, pending, production, reports, solo, *players = text.split(" ")
    _need(name == _NAME, f"it should begin with {_NAME}")
    key, drawn = seed.split(":")
    _need(len(key) == 2 * SEED_BYTES and key == key.lower(), "a seed has 64 hexadecimal digits")
    turn, seat = _read_numbers(time, 2)
    _need(phase in tuple(Phase), f"{phase!r} is no phase")
    _need(len(players) in SEATS and seat < len(players), "there are one to four players")
    rows = market.split("/")
    _need([len(row) for row in rows] == [COLUMNS] * 3 + [1], "the market has three rows and a slide")
    marbles = tuple(map(_MARBLES.index, "".join(rows)))
    _need(sorted(marbles) == sorted(SUPPLY), "these are not the thirteen marbles")
    piles = tuple(map(_read_numbers, grid.split("/")))
    _need(len(piles) == len(PILES), "there are twelve piles")
    cross, tokens, token, lost = solo.split("/") if solo != _NONE else ("0", _NONE, _NONE, _NONE)
    _need((solo == _NONE) == (len(players) > 1), "one player plays against Lorenzo, several do not")
    state = State(
        chance=Chance(bytes.fromhex(key), _read_number(drawn)),
        market=marbles,
        grid=piles,
        players=tuple(map(_read_player, players)),
        phase=Phase(phase),
        seat=seat,
        turn=turn,
        pending=NO_PENDING if pending == _NONE else _read_numbers(pending, len(NO_PENDING), 4),
        production=_read_production(production),
        reports=_read_number(reports.removesuffix("!"), 3),
        ending=reports.endswith("!"),
        tokens=_read_numbers(tokens, largest=len(EVERY_TOKEN) - 1),
        token=None if token == _NONE else _read_number(token, len(EVERY_TOKEN) - 1),
        cross=_read_number(cross, LAST_SPACE),
        lost=NOT_LOST if lost == _NONE else Loss(lost),
    )
    _need((state.production is None) == (phase != PRODUCING), "productions are under way in their phase only")
    _need((state.pending == NO_PENDING) == (phase != STORING), "resources are pending in their phase only")
    _check_cards(state)
    return state


def _check_cards(state: State) -> None:
    """ValueError unless every card is where it can be, and once."""
    for at, pile in enumerate(state.grid):
        _need(all((CARDS[c].level - 1, CARDS[c].colour) == divmod(at, 4) for c in pile), f"pile {PILES[at]}")
    cards = [card for pile in state.grid for card in pile]
    cards += [card for player in state.players for slot in player.slots for card in slot]
    _need(len(cards) == len(set(cards)), "a card is in two places")
    offered = [leader for player in state.players for leader in player.offered]
    _need(len(offered) == len(set(offered)), "a leader was offered twice")
    _need(len(state.tokens) == len(set(state.tokens)), "a token is in two places")
