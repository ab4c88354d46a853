"""renaissance-events in the program's words: the parts of messages, and the whole game in one (``UpdateGame``).

Everything is built from what all may see and, for ``me``, from that seat's own leaders. Where the client of the time
stops at nothing (an empty pile, an empty hand), a card that is none stands in its place: ``docs`` say which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from bottega.games.renaissance.actions import BOX, DEPOTS, SHELVES
from bottega.games.renaissance.cards import CARDS, LEADERS, LEVELS, Amounts, DevelopmentCard, LeaderCard
from bottega.games.renaissance.faith import LAST_SPACE, POPE_SPACES, SECTION_STARTS, TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.market import COLUMNS, ROWS, SLIDE
from bottega.games.renaissance.model import SETUP, START, TILE_DOWN, TILE_UP, Player, State
from bottega.games.renaissance.queries import contents
from bottega.games.renaissance.scoring import RESOURCES_PER_POINT, score
from bottega.games.renaissance.setup import KEPT
from bottega.games.renaissance.solo import EVERY_TOKEN, FORWARD_TWO, SHUFFLE
from bottega.games.renaissance.storage import SIZES, owned
from bottega.wire.renaissance_events.messages import (
    Card,
    CardEntry,
    CardRequirements,
    Colour,
    Container,
    Content,
    GamePlayer,
    Grid,
    Leader,
    Market,
    Production,
    Requirements,
    ResourceType,
    Section,
    Setup,
    Token,
    Track,
    UpdateGame,
    YellowTile,
)
from bottega.wire.renaissance_events.numbering import (
    BASIC_PRODUCTION,
    COLOURS,
    DEPOT_LEADERS,
    EMPTY_HAND,
    EMPTY_PILE_COLOURS,
    FAITH,
    MARBLES,
    NO_PRODUCTION,
    NONE,
    PRODUCING_LEADERS,
    RESOURCES,
    ZERO,
    card_number,
    container,
    depot_of,
    empty_pile,
    leader_number,
    production_of_card,
    production_of_leader,
    token_number,
)

Names = Sequence[str]

_ANSI = {"Yellow": 33, "Purple": 35, "Green": 32, "Blue": 34}
_MARBLE_ANSI = {"Faith": 31, "Servant": 95, "Zero": 37, "Shield": 36, "Coin": 93, "Stone": 90}
_LEADER_TYPES = {"discount": "DISCOUNT", "depot": "DEPOT", "white": "ZERO", "production": "PRODUCTION"}
_DEPOT_SIZE = SIZES[DEPOTS[0] - 1]
_ENDLESS = -1


def _escape(number: int) -> str:
    return f"\x1b[{number}m"


def content(amounts: Amounts, faith: int = 0) -> Content:
    """Amounts that are not zero, by name."""
    found = {RESOURCES[resource]: count for resource, count in enumerate(amounts) if count}
    return {**found, FAITH: faith} if faith else found


# -- the printed things -----------------------------------------------------------------------------------------------


def _leader(card: LeaderCard, active: bool) -> Leader:
    entries = [
        CardEntry(color=COLOURS[colour], level=card.needs_level, quantity=count)
        for colour, count in enumerate(card.needs_cards)
        if count
    ]
    resources = Requirements(requirements=content(card.needs_resources)) if any(card.needs_resources) else None
    return Leader(
        id=leader_number(card.id),
        victoryPoints=card.points,
        leaderType=_LEADER_TYPES[card.ability],
        resourceType=RESOURCES[card.resource],
        active=active,
        containerId=depot_of(card.id),
        discount=int(card.ability == "discount"),
        production=production_of_leader(card.id),
        resourceRequirement=resources,
        devCardRequirement=CardRequirements(entries=entries) if resources is None else None,
    )


_NO_LEADER = Leader(
    id=EMPTY_HAND,
    victoryPoints=0,
    leaderType="DISCOUNT",
    resourceType="Coin",
    active=True,
    containerId=NONE,
    discount=0,
    production=NONE,
)
"""What lies in a hand that is empty."""


def _card(card: DevelopmentCard) -> Card:
    return Card(
        id=card_number(card.id),
        color=COLOURS[card.colour],
        level=card.level,
        victoryPoints=card.points,
        cost=Requirements(requirements=content(card.cost)),
        production=production_of_card(card.id),
    )


def _no_card(level: int, colour: str) -> Card:
    """What lies where a pile is empty: nobody can pay for it."""
    return Card(
        id=empty_pile(level, colour),
        color=colour,
        level=level,
        victoryPoints=0,
        cost=Requirements(requirements={ZERO: 9}),
        production=NO_PRODUCTION,
    )


def _production(number: int, inputs: Content, outputs: Content, blanks: tuple[int, int] = (0, 0)) -> Production:
    return Production(
        id=number,
        input=inputs,
        inputBlanks=blanks[0],
        inputBlanksExclusions=[],
        output=outputs,
        outputBlanks=blanks[1],
        outputBlanksExclusions=[FAITH] if blanks[1] else [],
        discardableOutput=False,
    )


@cache
def _productions() -> list[Production]:
    found = [_production(BASIC_PRODUCTION, {}, {}, (2, 1))]
    for leader in PRODUCING_LEADERS:
        resource = RESOURCES[LEADERS[leader].resource]
        found.append(_production(production_of_leader(leader), {resource: 1}, {FAITH: 1}, (0, 1)))
    for card in CARDS.values():
        found.append(_production(production_of_card(card.id), content(card.inputs), content(card.outputs, card.faith)))
    return [*found, _production(NO_PRODUCTION, {ZERO: 1}, {ZERO: 1})]


@cache
def _cards() -> list[Card]:
    nothing = [_no_card(level, colour) for level in range(1, LEVELS + 1) for colour in EMPTY_PILE_COLOURS]
    return [*map(_card, CARDS.values()), *nothing]


_COLOUR_LIST = [Colour(name=name, ansiColor=_escape(number)) for name, number in _ANSI.items()]
_RESOURCE_LIST = [
    ResourceType(
        name=name,
        ansiColor=_escape(number),
        isStorable=name in RESOURCES,
        isGiveableToPlayer=name == FAITH,
        isTakeableFromPlayer=False,
    )
    for name, number in _MARBLE_ANSI.items()
]
_YELLOW_TILES = [
    YellowTile(faithPoints=space, victoryPoints=points)
    for space, points in enumerate(TRACK_POINTS)
    if space and points != TRACK_POINTS[space - 1]
]


def _token(token: int) -> Token:
    if token == SHUFFLE:
        return Token(id=token_number(token), kind="ActionTokenBlackMoveOneShuffle")
    if token in FORWARD_TWO:
        return Token(id=token_number(token), kind="ActionTokenBlackMoveTwo")
    return Token(id=token_number(token), kind="ActionTokenDiscardTwo", discardedDevCardColor=COLOURS[token])


_TOKENS = sorted(map(_token, EVERY_TOKEN), key=lambda token: token.id)


# -- parts of a table -------------------------------------------------------------------------------------------------


def market(state: State) -> Market:
    """The tray and the slide."""
    marbles = [MARBLES[marble] for marble in state.market]
    grid = [marbles[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    return Market(grid=grid, replaceableResType=ZERO, slide=marbles[SLIDE])


def grid(state: State) -> Grid:
    """The top cards by colour; the first of each list is no level."""
    tops: dict[str, list[int | None]] = {}
    for colour, name in enumerate(COLOURS):
        piles = [state.grid[level * len(COLOURS) + colour] for level in range(LEVELS)]
        tops[name] = [
            None,
            *(card_number(pile[-1]) if pile else empty_pile(level, name) for level, pile in enumerate(piles, start=1)),
        ]
    return Grid(levelsCount=LEVELS, colorsCount=len(COLOURS), topCards=tops)


def containers(player: Player, seat: int) -> dict[int, Container]:
    """What a player has to put things in, by number."""
    found: dict[int, Container] = {}
    for place in (*SHELVES, *DEPOTS):
        kind, count = contents(player, place)
        if place in DEPOTS and kind is None:
            continue
        number = container(player, seat, place)
        bound = None if kind is None or not (count or place in DEPOTS) else RESOURCES[kind]
        held = {} if bound is None or not count else {bound: count}
        found[number] = Container(id=number, content=held, boundedResType=bound, size=SIZES[place - 1])
    box = container(player, seat, BOX)
    found[box] = Container(id=box, content=content(player.strongbox), size=_ENDLESS)
    return found


def hand(player: Player) -> list[int]:
    """A player's own leaders that are not discarded; before the choice those that are offered."""
    if not player.leaders:
        return [leader_number(leader) for leader in player.offered]
    kept = [leader_number(leader) for leader in player.leaders if leader not in player.discarded]
    return kept or [EMPTY_HAND]


def hand_count(player: Player) -> int:
    """How many leaders that are."""
    return len(player.leaders) - len(player.discarded) if player.leaders else len(player.offered)


def points(player: Player, over: bool) -> int:
    """The running total: cards, track, tiles, active leaders; resources count at the end only."""
    total = score(0, player).total
    return total if over else total - sum(owned(player)) // RESOURCES_PER_POINT


def slot(player: Player, number: int) -> list[int]:
    """The top card of a slot (1-3); of a longer list one client shows the first card and another the last."""
    cards = player.slots[number - 1]
    return [card_number(cards[-1])] if cards else []


# -- the whole game ---------------------------------------------------------------------------------------------------


def update_game(
    state: State, names: Names, me: int, present: Collection[str], notices: Iterable[str] = ()
) -> UpdateGame:
    """The whole game as a seat may see it."""
    turn = state.seat if state.phase is not SETUP else 0
    order = [(turn + place) % len(names) for place in range(len(names))]
    played = {leader for player in state.players for leader in player.played}
    return UpdateGame(
        players=[_player(state, seat, names, seat == me, names[seat] in present) for seat in order],
        devCardColors=_COLOUR_LIST,
        resourceTypes=_RESOURCE_LIST,
        leaderCards=[*(_leader(card, card.id in played) for card in LEADERS.values()), _NO_LEADER],
        developmentCards=_cards(),
        resContainers=_every_container(state),
        productions=_productions(),
        actionTokens=_TOKENS if state.solo else None,
        faithTrack=_track(state, names),
        market=market(state),
        devCardGrid=grid(state),
        isSetupDone=state.phase is not SETUP,
        devSlotsCount=len(SHELVES),
        currentPlayer=names[turn],
        inkwellPlayer=names[0],
        blackPoints=state.cross,
        lastRound=state.ending,
        ended=False,
        isMandatoryActionDone=state.phase not in (SETUP, START) and state.seat == me,
        notices=list(notices),
    )


def _player(state: State, seat: int, names: Names, own: bool, active: bool) -> GamePlayer:
    player = state.players[seat]
    return GamePlayer(
        nickname=names[seat],
        baseProduction=BASIC_PRODUCTION,
        warehouseShelves=[container(player, seat, shelf) for shelf in SHELVES],
        strongbox=container(player, seat, BOX),
        setup=Setup(
            chosenLeadersCount=KEPT,
            initialResources=player.bonus,
            initialExcludedResources=[FAITH],
            hasChosenLeaders=bool(player.leaders),
            hasChosenResources=player.ready,
        ),
        leadersHand=hand(player) if own else [leader_number(leader) for leader in player.played],
        leadersHandCount=hand_count(player),
        devSlots=[slot(player, number) for number in SHELVES],
        faithPoints=player.faith,
        victoryPoints=points(player, False),
        active=active,
    )


def _every_container(state: State) -> list[Container]:
    found = {
        depot_of(leader): Container(
            id=depot_of(leader), content={}, boundedResType=RESOURCES[LEADERS[leader].resource], size=_DEPOT_SIZE
        )
        for leader in DEPOT_LEADERS
    }
    for seat, player in enumerate(state.players):
        found |= containers(player, seat)
    return list(found.values())


def _track(state: State, names: Names) -> Track:
    sections: dict[str, Section] = {}
    for number, last in enumerate(POPE_SPACES):
        tiles = [player.tiles[number] for player in state.players]
        sections[str(last)] = Section(
            id=number,
            faithPointsBeginning=SECTION_STARTS[number],
            faithPointsEnd=last,
            victoryPoints=TILE_POINTS[number],
            activated=any(tile != TILE_DOWN for tile in tiles),
            bonusGivenPlayers=[name for name, tile in zip(names, tiles, strict=True) if tile == TILE_UP],
        )
    return Track(vaticanSections=sections, yellowTiles=_YELLOW_TILES, maxFaith=LAST_SPACE)
