"""renaissance-steps in the program's words: names of things, parts of messages, and the messages that stand alone.

The types are in ``shapes``. Updates name no player in the program's words: they mean the current one; whose board it is
this server adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import UNSET

from bottega.games.refusal import Spelling
from bottega.games.renaissance.cards import CARDS, COIN, LEADERS, PILES, SERVANT, SHIELD, STONE
from bottega.games.renaissance.market import WHITE
from bottega.games.renaissance.model import NO_KIND, SETUP, Player, State
from bottega.games.renaissance.queries import pending as pending_marbles
from bottega.games.renaissance.queries import places
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE
from bottega.table.entries import EndReason
from bottega.table.events import Presence
from bottega.table.position import Result
from bottega.wire.renaissance_steps.bench import Chosen
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS
from bottega.wire.renaissance_steps.shapes import (
    Deposit,
    DepositsUpdate,
    DisconnectedMessage,
    DisconnectionMessage,
    EndGameResultUpdate,
    ErrorMessage,
    GenericMessage,
    LeadersInHandUpdate,
    LobbyInfoMessage,
    LorenzoUpdate,
    Names,
    NewTurnUpdate,
    PendingResourcesUpdate,
    PickUpStrongboxUpdate,
    PickUpWarehouseUpdate,
    PingRequest,
    PlayerNumberRequest,
    PopeFavorUpdate,
    ProductionState,
    ReconnectMessage,
    RegisterRequest,
    ResetProductionsUpdate,
    Results,
    RevertUpdate,
    StartGameUpdate,
    ToggleDiscountUpdate,
    ToggleProductionUpdate,
    Token,
    TokenEffect,
    UnknownProductionUpdate,
    Update,
    WaitMessage,
)

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.profile import Profile

MARBLES = (*ENUMS, "RED", "WHITE")
COLOURS = ("GREEN", "BLUE", "YELLOW", "VIOLET")
TILES = ("UNACTIVE", "ACTIVE", "DISCARDED")
HIDDEN = "?"
"""A card below the top of its pile."""
LORENZO = "Lorenzo"
SETUP_PHASE = "SETUP"
"""The phase of the game while set-up turns are told."""

_PENDING_ORDER = (STONE, COIN, SHIELD, SERVANT, WHITE)
_IN_TEXT_ORDER = sorted(CARDS, key=str)
CARD_NAMES = {card: f"{number}D" for number, card in enumerate(_IN_TEXT_ORDER, start=1)}
LEADER_NAMES = {leader: f"{leader}L" for leader in LEADERS}

# -- parts of messages ------------------------------------------------------------------------------------------------


def marbles(state: State) -> list[str]:
    """The market row by row, the slide last."""
    return [MARBLES[marble] for marble in state.market]


def matrix(state: State, open_piles: bool) -> list[list[list[str]]]:
    """The piles by level and colour, tops last."""
    return [[_pile(state.grid[row * 4 + column], open_piles) for column in range(4)] for row in range(3)]


def _pile(pile: tuple[int, ...], opened: bool) -> list[str]:
    return [CARD_NAMES[card] if opened or card == pile[-1] else HIDDEN for card in pile]


def pile_spot(pile: str) -> tuple[int, int]:
    """The row (0-2) and the column (0-3) of a pile."""
    return divmod(PILES.index(pile), 4)


def leaders(cards: Iterable[int]) -> list[str]:
    """Leaders by name."""
    return [LEADER_NAMES[card] for card in cards]


def waiting(state: State) -> list[str]:
    """The pending resources of the seat on turn."""
    return [MARBLES[marble] for marble in sorted(pending_marbles(state), key=_PENDING_ORDER.index)]


def contents(player: Player, place: int, words: tuple[str, ...] = LABELS) -> list[str]:
    """What lies on a shelf or in a depot, one by one."""
    kind, count = player.kinds[place - 1], player.counts[place - 1]
    return [] if kind == NO_KIND else [words[kind]] * count


def deposits(player: Player) -> list[Deposit]:
    """All shelves and depots."""
    kinds, counts = player.kinds, player.counts
    return [
        Deposit([LABELS[kinds[place - 1]]] * counts[place - 1] if counts[place - 1] else [], place)
        for place in places(player)
    ]


def strongbox(player: Player) -> dict[str, int]:
    """What lies in the strongbox."""
    coins, stones, servants, shields = player.strongbox
    return {"STONE": stones, "SERVANT": servants, "COIN": coins, "SHIELD": shields}


def amounts(counts: tuple[int, ...], faith: int = 0) -> dict[str, int]:
    """Amounts of resources (and faith) that are not zero."""
    found = {ENUMS[resource]: count for resource, count in enumerate(counts) if count}
    return {**found, "RED": faith} if faith else found


def positions(state: State, names: Names) -> dict[str, int]:
    """Where everybody stands on the faith track."""
    return {name: player.faith for name, player in zip(names, state.players, strict=True)}


def favours(state: State, names: Names) -> dict[str, dict[str, str]]:
    """Everybody's pope's favour tiles."""
    return {
        name: {str(number): TILES[tile] for number, tile in enumerate(player.tiles, start=1)}
        for name, player in zip(names, state.players, strict=True)
    }


def game_phase(state: State, profile: Profile) -> str:
    """The phase of the game in the program's words."""
    return SETUP_PHASE if state.phase == SETUP else profile.last_round if state.ending else "ONGOING"


def token(number: int, profile: Profile) -> Token:
    """One of Lorenzo's tokens."""
    if number == SHUFFLE:
        return Token(f"{profile.token_package}TokenPushShuffle", TokenEffect(quantity=1))
    if number in FORWARD_TWO:
        return Token(f"{profile.token_package}TokenPush", TokenEffect(quantity=2))
    return Token(f"{profile.token_package}TokenDiscard", TokenEffect(color=COLOURS[number], quantity=2))


def _production(chosen: Chosen, profile: Profile) -> ProductionState:
    return ProductionState(
        amounts(chosen.inputs),
        amounts(chosen.outputs, chosen.faith),
        [ENUMS[resource] for resource in chosen.in_choices],
        [ENUMS[resource] for resource in chosen.out_choices],
        True,
        chosen.number if profile.complete else UNSET,
    )


# -- coming and going -------------------------------------------------------------------------------------------------

REGISTER_REQUEST = RegisterRequest("insert nickname")
NUMBER_REQUEST = PlayerNumberRequest("insert number of players")
PING_REQUEST = PingRequest()


def text(message: str) -> Update:
    """Something for people to read."""
    return GenericMessage(message)


def skipped(name: str) -> Update:
    """Somebody's turn was over without them; told after the word that it was theirs."""
    return text(f"{name} was skipped")


def error(reason: str) -> Update:
    """A refusal; the document calls its field ``error``, the program called it ``message``."""
    return ErrorMessage(reason, reason)


def welcome(message: str) -> Update:
    """The nickname is accepted."""
    return WaitMessage(message)


def lobby(names: Names, size: int) -> Update:
    """Who is there, and for how many the table is."""
    message = f"lobby for {size}: {', '.join(names)}"
    return LobbyInfoMessage(names, size, message)


def gone(name: str, how: str) -> Update:
    """Somebody is not at the table any more."""
    return DisconnectedMessage(name, f"{name} {how}")


def back(name: str) -> Update:
    """Somebody is at the table again."""
    return ReconnectMessage(name, f"{name} is back", name)


PRESENCE: dict[Presence, Callable[[str], Update]] = {
    Presence.AWAY: lambda name: gone(name, "has disconnected"),
    Presence.HERE: back,
    Presence.SUSPENDED: lambda name: text(f"{name} is passed over until they come back"),
}
"""What is said when somebody comes or goes."""


def goodbye(reason: str) -> Update:
    """The last message before the server closes the connection."""
    return DisconnectionMessage(reason)


def spellings(player: Player) -> dict[str, Spelling]:
    """How the rules' refusals are told here: leaders have names, whether they are a player's own or offered."""
    return {
        "leader": lambda position: LEADER_NAMES[player.leaders[position - 1]],
        "leader_card": lambda leader: LEADER_NAMES[leader],
        "leader_cards": lambda several: ", ".join(leaders(several)),
    }


# -- the half-built move ----------------------------------------------------------------------------------------------

REVERTED = RevertUpdate()


def picked_from_warehouse(place: int, resource: int, name: str) -> Update:
    """A resource was picked up from a shelf or depot."""
    return PickUpWarehouseUpdate(place, LABELS[resource], name)


def picked_from_strongbox(resource: int, name: str) -> Update:
    """A resource was picked up from the strongbox."""
    return PickUpStrongboxUpdate(LABELS[resource], name)


def discount_switched(resource: int, active: bool, name: str) -> Update:
    """A discount was switched on or off."""
    return ToggleDiscountUpdate(ENUMS[resource], active, name)


def unknown_chosen(index: int, resource: int, side: str) -> Update:
    """It was said what a "?" of a production stands for; ``side`` is "i" or "o"."""
    return UnknownProductionUpdate(index, ENUMS[resource], side)


def switched_on(productions: Iterable[Chosen], profile: Profile) -> Update:
    """The productions that are switched on."""
    return ToggleProductionUpdate([_production(each, profile) for each in productions])


def switched_off(productions: Iterable[Chosen], profile: Profile) -> Update:
    """No production is switched on any more; these were."""
    return ResetProductionsUpdate([_production(each, profile) for each in productions])


# -- the table --------------------------------------------------------------------------------------------------------


def new_turn(name: str, phase: str) -> Update:
    """Whose turn it is."""
    return NewTurnUpdate(name, phase)


def lorenzo(state: State, profile: Profile, drawn: bool = True) -> Update:
    """The solo game goes on: where the black cross is, and the token revealed."""
    return LorenzoUpdate(
        lorenzoPosition=state.cross,
        lastUsedToken=UNSET if not drawn or state.token is None else token(state.token, profile),
        gamePhase=game_phase(state, profile),
        cardMatrix=matrix(state, profile.open_piles),
    )


def storage(player: Player, name: str, phase: str) -> DepositsUpdate:
    """Everything a player owns, place by place."""
    return DepositsUpdate(deposits(player), strongbox(player), phase, name)


def report(state: State, names: Names, profile: Profile) -> Update:
    """A Vatican report was held."""
    cross = state.cross if state.solo or profile.phantom else UNSET
    return PopeFavorUpdate(positions(state, names), favours(state, names), cross)


def start(state: State, names: Names, seat: int, profile: Profile) -> Update:
    """The game begins; ``cards`` are the leaders that this seat may choose from."""
    return StartGameUpdate(
        names,
        leaders(state.players[seat].offered),
        positions(state, names),
        marbles(state),
        matrix(state, profile.open_piles),
    )


def leaders_in_hand(player: Player) -> Update:
    """The player's own leaders that are neither played nor discarded."""
    return LeadersInHandUpdate(leaders(player.hand))


def pending(state: State) -> Update:
    """What the player on turn must still store or discard."""
    return PendingResourcesUpdate(waiting(state))


def results(result: Result, names: Names, solo: bool) -> Update:
    """Everybody's points and resources, and who won."""
    scores = {names[score.seat]: [score.total, *score.tie_break] for score in result.scores}
    winners = [names[seat] for seat in result.winners]
    if solo and not winners and result.reason is EndReason.PLAYED:
        winners = [LORENZO]
    return EndGameResultUpdate(Results(scores, winners))
