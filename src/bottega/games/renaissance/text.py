"""The notation of states: one line that holds everything, hidden things included.

Words, in this order: name and version, seed with the number of draws, phase, turn and seat, the market (three
rows and the slide), the grid (twelve piles, top card last), what is pending, productions under way, reports with an
``!`` once the last round is called, the solo game, then each player: leaders (offered/kept/played/discarded), bonus,
faith, tiles, shelves and depots, strongbox, slots. ``-`` is "none".
"""

from __future__ import annotations

import re
from collections.abc import Collection

from bottega.games.chance import SEED_BYTES, Chance
from bottega.games.core import BadNotation
from bottega.games.renaissance.cards import CARDS, COLOURS, DEPOT, LEADERS, PILES, RESOURCES
from bottega.games.renaissance.faith import LAST_SPACE, POPE_SPACES, SECTION_STARTS
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.market import COLUMNS, SLIDE, SUPPLY
from bottega.games.renaissance.model import (
    COLUMN_GONE,
    CROSS_FIRST,
    NO_KIND,
    NO_PENDING,
    NOT_LOST,
    OVER,
    PRODUCING,
    SETUP,
    STORING,
    TILE_DOWN,
    TILE_UP,
    WHITES,
    Loss,
    Phase,
    Places,
    Player,
    Production,
    State,
    Tile,
)
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.scoring import CARDS_TO_END
from bottega.games.renaissance.setup import BONUS_RESOURCES, KEPT, OFFERED, SEATS
from bottega.games.renaissance.solo import EVERY_TOKEN, SHUFFLE, column_gone
from bottega.games.renaissance.storage import SIZES

_NAME = "renaissance/1"
_NONE = "-"
_MARBLES = "YGPBRW"
_TILES = "dux"
_SEED = re.compile(f"([0-9a-f]{{{2 * SEED_BYTES}}}):(0|[1-9][0-9]{{0,5}})")
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
    except ValueError as problem:
        raise BadNotation(f"not a state of Masters of Renaissance: {problem}") from problem


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _parts(text: str, separator: str, count: int, what: str) -> list[str]:
    parts = text.split(separator)
    _need(len(parts) == count, f"{text!r} should be {count} {what}")
    return parts


def _read_letters(text: str, letters: str, what: str) -> tuple[int, ...]:
    _need(set(text) <= set(letters), f"{text!r} should be {what} ({letters})")
    return tuple(map(letters.index, text))


def _read_cards(text: str, known: Collection[int], what: str) -> tuple[int, ...]:
    numbers = _read_numbers(text)
    for number in numbers:
        _need(number in known, f"there is no {what} {number}")
    return numbers


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
    for part in _parts(text, ",", len(SIZES), "places, three shelves and two depots"):
        found = _PLACE.fullmatch(part)
        _need(part == _NONE or found is not None, f"{part!r} is no place")
        kinds.append(RESOURCES.index(found[2]) if found else NO_KIND)
        counts.append(int(found[1]) if found else 0)
    _need(all(count <= size for count, size in zip(counts, SIZES, strict=True)), "a place holds too much")
    _need(all(counts[at] for at in range(3) if kinds[at] != NO_KIND), "an empty shelf has no type")
    shelved = [kind for kind in kinds[:3] if kind != NO_KIND]
    _need(len(shelved) == len(set(shelved)), "a type lies on two shelves")
    return tuple(kinds), tuple(counts)


def _read_production(text: str) -> Production | None:
    if text == _NONE:
        return None
    used, outputs, places, strongbox = _parts(text, "/", 4, "parts of productions under way")
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
    hands, bonus, faith, tiles, places, strongbox, slots = _parts(text, "|", 7, "parts of a player")
    offered, leaders, played, discarded = (
        _read_cards(hand, LEADERS, "leader") for hand in _parts(hands, "/", 4, "lists of leaders")
    )
    _need(len(offered) == OFFERED, f"{OFFERED} leaders are offered, not {len(offered)}")
    _need(len(leaders) in (0, KEPT) and set(leaders) <= set(offered), "kept leaders were offered")
    _need(set(played) | set(discarded) <= set(leaders), "played and discarded leaders were kept")
    _need(len(played) + len(discarded) == len({*played, *discarded}), "a leader is named twice")
    kinds, counts = _read_places(places)
    cards = tuple(_read_cards(slot, CARDS, "card") for slot in _parts(slots, "/", 3, "slots"))
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
        tiles=tuple(map(Tile, _read_letters(tiles, _TILES, "tiles"))),
    )


def _read(text: str) -> State:
    words = text.split(" ")
    _need(words[0] == _NAME, f"it should begin with {_NAME}")
    _need(len(words) - 10 in SEATS, "it should have ten words, and one for each of one to four players")
    seed, phase, time, market, grid, pending, production, reports, solo, *players = words[1:]
    found = _SEED.fullmatch(seed)
    if found is None:
        raise ValueError(f"{seed!r} should be a seed of 64 hexadecimal digits and a number of draws")
    key, drawn = found.groups()
    turn, seat = _read_numbers(time, 2)
    _need(phase in tuple(Phase), f"{phase!r} is no phase")
    _need(seat < len(players), f"there is no seat {seat} at a table of {len(players)}")
    rows = market.split("/")
    _need([len(row) for row in rows] == [COLUMNS] * 3 + [1], "the market has three rows and a slide")
    marbles = _read_letters("".join(rows), _MARBLES, "marbles")
    _need(sorted(marbles) == sorted(SUPPLY), "these are not the thirteen marbles")
    piles = tuple(_read_cards(pile, CARDS, "card") for pile in _parts(grid, "/", len(PILES), "piles"))
    _need((solo == _NONE) == (len(players) > 1), "one player plays against Lorenzo, several do not")
    solo = f"0/{_NONE}/{_NONE}/{_NONE}" if solo == _NONE else solo
    cross, tokens, token, lost = _parts(solo, "/", 4, "parts of the solo game")
    _need(lost in (_NONE, COLUMN_GONE, CROSS_FIRST), f"{lost!r} is no way to lose")
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
    _check_moment(state)
    _check_cards(state)
    _check_track(state)
    for seat, player in enumerate(state.players):
        _check_player(state, seat, player)
    if state.solo:
        _check_solo(state)
    return state


def _check_moment(state: State) -> None:
    """ValueError unless the phase has what belongs to it, and nothing else."""
    phase, player = state.phase, state.players[state.seat]
    _need((state.production is None) == (phase is not PRODUCING), "productions are under way in their phase only")
    _need((state.pending == NO_PENDING) == (phase is not STORING), "resources are pending in their phase only")
    _need(sum(state.pending) <= COLUMNS, f"no line of the market gives more than {COLUMNS} resources")
    able = powers(player.played)
    _need(not state.pending[WHITES] or len(able.whites) > 1, "white marbles wait for two leaders that take them")
    ready = all(other.ready for other in state.players)
    _need(ready == (phase is not SETUP), "turns start when everybody has chosen, and not before")
    _need((state.turn > 0) == (phase is not SETUP), "turns are counted from 1, and set-up is turn 0")
    if state.production is not None:
        used = state.production.used
        there = {BASIC, *(number for number, slot in enumerate(player.slots, start=1) if slot)}
        there.update(range(FIRST_LEADER, FIRST_LEADER + len(able.productions)))
        _need(bool(used) and len(used) == len(set(used)) and set(used) <= there, "these productions cannot be used")
        _need(state.production.kinds[3:] == player.kinds[3:], "depots do not change while one produces")


def _check_cards(state: State) -> None:
    """ValueError unless every card is where it can be, and once."""
    for at, pile in enumerate(state.grid):
        for card in pile:
            _need((CARDS[card].level - 1, CARDS[card].colour) == divmod(at, 4), f"card {card} is in pile {PILES[at]}")
    cards = [card for pile in state.grid for card in pile]
    cards += [card for player in state.players for slot in player.slots for card in slot]
    _need(len(cards) == len(set(cards)), "a card is in two places")
    for missing in CARDS.keys() - set(cards):
        # Lorenzo alone takes cards out of the game, the lower levels of a colour first
        printed = CARDS[missing]
        lower = any(state.grid[level * len(COLOURS) + printed.colour] for level in range(printed.level - 1))
        _need(state.solo and not lower, f"card {missing} is missing")
    offered = [leader for player in state.players for leader in player.offered]
    _need(len(offered) == len(set(offered)), "a leader was offered twice")


def _check_track(state: State) -> None:
    """ValueError unless reports and end are what the markers and cards have brought."""
    furthest = max(state.cross, *(player.faith for player in state.players), 0)
    held = sum(space <= furthest for space in POPE_SPACES)
    _need(state.reports == held, f"with a marker on {furthest} there have been {held} reports")
    full = any(sum(map(len, player.slots)) >= CARDS_TO_END for player in state.players)
    called = full or furthest == LAST_SPACE or (state.solo and state.lost is not NOT_LOST)
    _need(state.ending == called, "the last round is called by a 7th card or a marker on 24")
    _need(state.ending or state.phase is not OVER, "a game is over only after its last round")


def _check_player(state: State, seat: int, player: Player) -> None:
    """ValueError unless a seat's board can be so."""
    _need(player.bonus <= BONUS_RESOURCES[seat], f"seat {seat} has no {player.bonus} bonus resources to place")
    printed = [LEADERS[leader].resource for leader in player.played if LEADERS[leader].ability is DEPOT]
    depots = tuple([*printed, NO_KIND, NO_KIND][:2])
    _need(player.kinds[3:] == depots, f"the depots of seat {seat} are not those of the leaders it has played")
    _need(sum(map(len, player.slots)) <= CARDS_TO_END, f"seat {seat} has more than {CARDS_TO_END} cards")
    for section, tile in enumerate(player.tiles):
        _need((tile is TILE_DOWN) == (section >= state.reports), "tiles are turned by reports, and by each of them")
        _need(tile is not TILE_UP or player.faith >= SECTION_STARTS[section], f"seat {seat} has won too many tiles")


def _check_solo(state: State) -> None:
    """ValueError unless tokens and loss of a solo game can be so."""
    tokens, token = state.tokens, state.token
    _need(len(tokens) == len(set(tokens)), "a token is in two places")
    _need(SHUFFLE in tokens, "the token that shuffles is always in the stack")
    fresh = len(tokens) == len(EVERY_TOKEN)
    _need(fresh if token in (None, SHUFFLE) else token not in tokens, "the token revealed last is still in the stack")
    gone = any(column_gone(state.grid, colour) for colour in range(len(COLOURS)))
    loss = COLUMN_GONE if gone else CROSS_FIRST if state.cross == LAST_SPACE else NOT_LOST
    _need(state.lost is loss, f"a solo game with this table is {'lost by ' + loss if loss else 'not lost'}")
    _need((state.phase is OVER) == state.ending, "a solo game ends at once")
