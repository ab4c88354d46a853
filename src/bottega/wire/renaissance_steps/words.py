"""renaissance-steps in the program's words: names of things, parts of messages, and the messages that stand alone.

A message is an :class:`~bottega.wire.renaissance_steps.messages.Update`: ``data`` is what the program of the time sent,
``more`` what this server adds (whose board it is, texts, absolute positions). Updates name no player in the
program's words: they mean the current one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

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
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS, Data, Update

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

Names = Sequence[str]

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


def deposits(player: Player) -> list[Data]:
    """All shelves and depots."""
    kinds, counts = player.kinds, player.counts
    return [
        {"resources": [LABELS[kinds[place - 1]]] * counts[place - 1] if counts[place - 1] else [], "id": place}
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


def positions(state: State, names: Names) -> Data:
    """Where everybody stands on the faith track."""
    return {name: player.faith for name, player in zip(names, state.players, strict=True)}


def favours(state: State, names: Names) -> Data:
    """Everybody's pope's favour tiles."""
    return {
        name: {str(number): TILES[tile] for number, tile in enumerate(player.tiles, start=1)}
        for name, player in zip(names, state.players, strict=True)
    }


def game_phase(state: State, profile: Profile) -> str:
    """The phase of the game in the program's words."""
    return SETUP_PHASE if state.phase == SETUP else profile.last_round if state.ending else "ONGOING"


def token(number: int, profile: Profile) -> Data:
    """One of Lorenzo's tokens."""
    if number == SHUFFLE:
        return {"type": f"{profile.token_package}TokenPushShuffle", "data": {"quantity": 1}}
    if number in FORWARD_TWO:
        return {"type": f"{profile.token_package}TokenPush", "data": {"quantity": 2}}
    return {"type": f"{profile.token_package}TokenDiscard", "data": {"color": COLOURS[number], "quantity": 2}}


def _production(chosen: Chosen, profile: Profile) -> Data:
    said: Data = {
        "input": amounts(chosen.inputs),
        "output": amounts(chosen.outputs, chosen.faith),
        "inputHistory": [ENUMS[resource] for resource in chosen.in_choices],
        "outputHistory": [ENUMS[resource] for resource in chosen.out_choices],
        "selected": True,
    }
    return {**said, "number": chosen.number} if profile.complete else said


# -- coming and going -------------------------------------------------------------------------------------------------

REGISTER_REQUEST = Update("RegisterRequest", {}, {"message": "insert nickname"})
NUMBER_REQUEST = Update("PlayerNumberRequest", {}, {"message": "insert number of players"})
PING_REQUEST = Update("PingRequest")


def text(message: str) -> Update:
    """Something for people to read."""
    return Update("GenericMessage", {"message": message})


def error(reason: str) -> Update:
    """A refusal; the document calls its field ``error``, the program called it ``message``."""
    return Update("ErrorMessage", {"message": reason}, {"error": reason})


def welcome(message: str) -> Update:
    """The nickname is accepted."""
    return Update("WaitMessage", {}, {"message": message})


def lobby(names: Names, size: int) -> Update:
    """Who is there, and for how many the table is."""
    message = f"lobby for {size}: {', '.join(names)}"
    return Update("LobbyInfoMessage", {"nicknamesList": names, "num": size}, {"message": message})


def gone(name: str, how: str) -> Update:
    """Somebody is not at the table any more."""
    return Update("DisconnectedMessage", {"nickname": name}, {"message": f"{name} {how}"})


def back(name: str) -> Update:
    """Somebody is at the table again."""
    return Update("ReconnectMessage", {"reconnectedNickname": name}, {"message": f"{name} is back", "nickname": name})


PRESENCE: dict[Presence, Callable[[str], Update]] = {
    Presence.AWAY: lambda name: gone(name, "has disconnected"),
    Presence.HERE: back,
    Presence.SUSPENDED: lambda name: text(f"{name} is passed over until they come back"),
}
"""What is said when somebody comes or goes."""


def goodbye(reason: str) -> Update:
    """The last message before the server closes the connection."""
    return Update("DisconnectionMessage", {}, {"message": reason})


def spellings(player: Player) -> dict[str, Spelling]:
    """How the rules' refusals are told here: leaders have names, whether they are a player's own or offered."""
    return {
        "leader": lambda position: LEADER_NAMES[player.leaders[position - 1]],
        "leader_card": lambda leader: LEADER_NAMES[leader],
        "leader_cards": lambda several: ", ".join(leaders(several)),
    }


# -- the half-built move ----------------------------------------------------------------------------------------------

REVERTED = Update("RevertUpdate")


def picked_from_warehouse(place: int, resource: int, name: str) -> Update:
    """A resource was picked up from a shelf or depot."""
    return Update("PickUpWarehouseUpdate", {"idDeposit": place}, {"resource": LABELS[resource], "nickname": name})


def picked_from_strongbox(resource: int, name: str) -> Update:
    """A resource was picked up from the strongbox."""
    return Update("PickUpStrongboxUpdate", {"resource": LABELS[resource]}, {"nickname": name})


def discount_switched(resource: int, active: bool, name: str) -> Update:
    """A discount was switched on or off."""
    return Update("ToggleDiscountUpdate", {"resourceType": ENUMS[resource]}, {"active": active, "nickname": name})


def unknown_chosen(index: int, resource: int, side: str) -> Update:
    """It was said what a "?" of a production stands for; ``side`` is "i" or "o"."""
    return Update("UnknownProductionUpdate", {"index": index, "res": ENUMS[resource], "io": side})


def switched_on(productions: Iterable[Chosen], profile: Profile) -> Update:
    """The productions that are switched on."""
    return Update("ToggleProductionUpdate", {"activeProd": [_production(each, profile) for each in productions]})


def switched_off(productions: Iterable[Chosen], profile: Profile) -> Update:
    """No production is switched on any more; these were."""
    return Update("ResetProductionsUpdate", {"before": [_production(each, profile) for each in productions]})


# -- the table --------------------------------------------------------------------------------------------------------


def new_turn(name: str, phase: str) -> Update:
    """Whose turn it is."""
    return Update("NewTurnUpdate", {"currNickname": name, "gamePhase": phase})


def lorenzo(state: State, profile: Profile, drawn: bool = True) -> Update:
    """The solo game goes on: where the black cross is, and the token revealed."""
    data: Data = {"lorenzoPosition": state.cross}
    if drawn and state.token is not None:
        data["lastUsedToken"] = token(state.token, profile)
    data["gamePhase"] = game_phase(state, profile)
    return Update("LorenzoUpdate", data, {"cardMatrix": matrix(state, profile.open_piles)})


def storage(player: Player, name: str, phase: str) -> Update:
    """Everything a player owns, place by place."""
    data: Data = {"deposits": deposits(player), "strongbox": strongbox(player), "turnPhase": phase}
    return Update("DepositsUpdate", data, {"nickname": name})


def report(state: State, names: Names, profile: Profile) -> Update:
    """A Vatican report was held."""
    data: Data = {"positions": positions(state, names), "popeFavors": favours(state, names)}
    if state.solo or profile.phantom:
        data["lorenzoPos"] = state.cross
    return Update("PopeFavorUpdate", data)


def start(state: State, names: Names, seat: int, profile: Profile) -> Update:
    """The game begins; ``cards`` are the leaders that this seat may choose from."""
    return Update(
        "StartGameUpdate",
        {
            "playerOrder": names,
            "cards": leaders(state.players[seat].offered),
            "faithPaths": positions(state, names),
            "marbles": marbles(state),
            "cardMatrix": matrix(state, profile.open_piles),
        },
    )


def leaders_in_hand(player: Player) -> Update:
    """The player's own leaders that are neither played nor discarded."""
    return Update("LeadersInHandUpdate", {"leadersInHand": leaders(player.hand)})


def pending(state: State) -> Update:
    """What the player on turn must still store or discard."""
    return Update("PendingResourcesUpdate", {"pending": waiting(state)})


def results(result: Result, names: Names, solo: bool) -> Update:
    """Everybody's points and resources, and who won."""
    scores: Data = {names[score.seat]: [score.total, *score.tie_break] for score in result.scores}
    winners = [names[seat] for seat in result.winners]
    if solo and not winners and result.reason is EndReason.PLAYED:
        winners = [LORENZO]
    return Update("EndGameResultUpdate", {"result": {"results": scores, "winner": winners}})
