"""renaissance-events' messages as types: what clients ask, and what the server says.

Every message is a JSON object with its name in ``type``. What a client may leave out has a default; what the program of
the time never left out is required, so that a missing field is an ``ErrProtocol`` and not a silence. A field that has a
default is left out when it has that value, as the program of the time left out what was null.

Both ends use the same types: the server reads requests and writes all else, a client the other way round.
"""

from __future__ import annotations

import msgspec

Content = dict[str, int]
"""Amounts by resource."""
Containers = dict[str, Content]
"""Contents by container; the keys are numbers, as text."""


class Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=True):
    """Anything that is said; its type is the name of its class, or the one given."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a message."""


# -- of the connection ------------------------------------------------------------------------------------------------


class ReqWelcome(Message, frozen=True):
    """The first line of each side."""


class ResWelcome(Message, frozen=True):
    """The answer to it."""


class ReqHeartbeat(Message, frozen=True):
    """Are you there?"""


class ResHeartbeat(Message, frozen=True):
    """Yes."""


class ReqGoodbye(Message, frozen=True):
    """The sender wants to close."""


class ResGoodbye(Message, frozen=True):
    """The receiver may close."""


class ErrProtocol(Message, frozen=True):
    """The line cannot be read."""

    msg: str


# -- what clients ask -------------------------------------------------------------------------------------------------


class Join(Message, frozen=True, tag="ReqJoin"):
    """The nickname."""

    nickname: str


class NewGame(Message, frozen=True, tag="ReqNewGame"):
    """How many play."""

    playersCount: int  # noqa: N815 (the program's own name)


class ReqQuit(Message, frozen=True):
    """Leave the line, or the game."""


class ChooseLeaders(Message, frozen=True, tag="ReqChooseLeaders"):
    """Those to keep."""

    leaders: list[int]


class ChooseResources(Message, frozen=True, tag="ReqChooseResources"):
    """The bonus resources, on shelves."""

    shelves: Containers


class TakeFromMarket(Message, frozen=True, tag="ReqTakeFromMarket"):
    """The line, what white marbles become, and where things go; the rest is discarded."""

    isRow: bool  # noqa: N815
    index: int
    replacements: Content
    shelves: Containers


class BuyDevCard(Message, frozen=True, tag="ReqBuyDevCard"):
    """The top card of a pile, the slot for it, and what it is paid with."""

    color: str
    level: int
    devSlot: int  # noqa: N815
    resContainers: Containers  # noqa: N815


class ProductionRequest(msgspec.Struct, frozen=True):
    """One production: what it is paid with, and what its "?" give."""

    production: int
    inputContainers: Containers  # noqa: N815
    outputRep: Content = {}  # noqa: N815
    inputNonStorableRep: Content = {}  # noqa: N815


class ActivateProductions(Message, frozen=True, tag="ReqActivateProductions"):
    """All productions of the turn."""

    prodRequests: list[ProductionRequest]  # noqa: N815


class SwapShelves(Message, frozen=True, tag="ReqSwapShelves"):
    """Two shelves or depots that change their contents."""

    shelf1: int
    shelf2: int


class LeaderAction(Message, frozen=True, tag="ReqLeaderAction"):
    """Put a leader into play, or discard it."""

    leader: int
    isActivate: bool  # noqa: N815


class ReqEndTurn(Message, frozen=True):
    """The turn is over."""


# -- the whole game ---------------------------------------------------------------------------------------------------


class Container(Part, frozen=True, kw_only=True):
    """A shelf, a depot or a strongbox; one that is bound takes nothing else."""

    id: int
    content: Content
    boundedResType: str | None = None  # noqa: N815
    size: int


class Market(Part, frozen=True):
    """The tray and the slide."""

    grid: list[list[str]]
    replaceableResType: str  # noqa: N815
    slide: str


class Grid(Part, frozen=True):
    """The top cards by colour; the first of each list is no level."""

    levelsCount: int  # noqa: N815
    colorsCount: int  # noqa: N815
    topCards: dict[str, list[int | None]]  # noqa: N815


class Colour(Part, frozen=True):
    """A colour of cards, and how a terminal shows it."""

    name: str
    ansiColor: str  # noqa: N815


class ResourceType(Part, frozen=True):
    """What a marble may be."""

    name: str
    ansiColor: str  # noqa: N815
    isStorable: bool  # noqa: N815
    isGiveableToPlayer: bool  # noqa: N815
    isTakeableFromPlayer: bool  # noqa: N815


class Requirements(Part, frozen=True):
    """Resources that are needed."""

    requirements: Content


class CardEntry(Part, frozen=True):
    """So many cards of a colour, of a level or (0) of any."""

    color: str
    level: int
    quantity: int


class CardRequirements(Part, frozen=True):
    """Cards that are needed."""

    entries: list[CardEntry]


class Leader(Part, frozen=True):
    """A leader as it is printed, and whether it is in play."""

    id: int
    victoryPoints: int  # noqa: N815
    leaderType: str  # noqa: N815
    resourceType: str  # noqa: N815
    active: bool
    containerId: int  # noqa: N815
    discount: int
    production: int
    resourceRequirement: Requirements | None = None  # noqa: N815
    devCardRequirement: CardRequirements | None = None  # noqa: N815


class Card(Part, frozen=True):
    """A development card as it is printed."""

    id: int
    color: str
    level: int
    victoryPoints: int  # noqa: N815
    cost: Requirements
    production: int


class Production(Part, frozen=True):
    """A production as it is printed."""

    id: int
    input: Content
    inputBlanks: int  # noqa: N815
    inputBlanksExclusions: list[str]  # noqa: N815
    output: Content
    outputBlanks: int  # noqa: N815
    outputBlanksExclusions: list[str]  # noqa: N815
    discardableOutput: bool  # noqa: N815


class Token(Part, frozen=True):
    """One of Lorenzo's tokens."""

    id: int
    kind: str
    discardedDevCardColor: str | None = None  # noqa: N815


class Section(Part, frozen=True):
    """A section of the faith track, and who was in favour."""

    id: int
    faithPointsBeginning: int  # noqa: N815
    faithPointsEnd: int  # noqa: N815
    victoryPoints: int  # noqa: N815
    activated: bool
    bonusGivenPlayers: list[str]  # noqa: N815


class YellowTile(Part, frozen=True):
    """A space of the faith track that gives points."""

    faithPoints: int  # noqa: N815
    victoryPoints: int  # noqa: N815


class Track(Part, frozen=True):
    """The faith track; sections by their last space."""

    vaticanSections: dict[str, Section]  # noqa: N815
    yellowTiles: list[YellowTile]  # noqa: N815
    maxFaith: int  # noqa: N815


class Setup(Part, frozen=True):
    """What a player has chosen, and has still to choose."""

    chosenLeadersCount: int  # noqa: N815
    initialResources: int  # noqa: N815
    initialExcludedResources: list[str]  # noqa: N815
    hasChosenLeaders: bool  # noqa: N815
    hasChosenResources: bool  # noqa: N815


class GamePlayer(Part, frozen=True):
    """A player and their board."""

    nickname: str
    baseProduction: int  # noqa: N815
    warehouseShelves: list[int]  # noqa: N815
    strongbox: int
    setup: Setup
    leadersHand: list[int]  # noqa: N815
    leadersHandCount: int  # noqa: N815
    devSlots: list[list[int]]  # noqa: N815
    faithPoints: int  # noqa: N815
    victoryPoints: int  # noqa: N815
    active: bool


class UpdateGame(Message, frozen=True, kw_only=True):
    """The whole game; ``notices`` say whose client is shown what the rules hide."""

    players: list[GamePlayer]
    devCardColors: list[Colour]  # noqa: N815
    resourceTypes: list[ResourceType]  # noqa: N815
    leaderCards: list[Leader]  # noqa: N815
    developmentCards: list[Card]  # noqa: N815
    resContainers: list[Container]  # noqa: N815
    productions: list[Production]
    actionTokens: list[Token] | None = None  # noqa: N815
    faithTrack: Track  # noqa: N815
    market: Market
    devCardGrid: Grid  # noqa: N815
    isSetupDone: bool  # noqa: N815
    devSlotsCount: int  # noqa: N815
    currentPlayer: str  # noqa: N815
    inkwellPlayer: str  # noqa: N815
    winnerPlayer: str | None = None  # noqa: N815
    blackPoints: int  # noqa: N815
    lastRound: bool  # noqa: N815
    ended: bool
    isMandatoryActionDone: bool  # noqa: N815
    notices: list[str] = []


# -- updates ----------------------------------------------------------------------------------------------------------


class UpdateBookedSeats(Message, frozen=True):
    """How many wait, and who may say how many play."""

    bookedSeats: int  # noqa: N815
    canPrepareNewGame: str  # noqa: N815


class UpdateJoinGame(Message, frozen=True):
    """For how many the table is."""

    playersCount: int  # noqa: N815


class UpdateSetupDone(Message, frozen=True):
    """Turns begin."""


class UpdateLeadersHand(Message, frozen=True):
    """To their owner: the remaining leaders, in play or not."""

    player: str
    leaders: list[int]


class UpdateLeadersHandCount(Message, frozen=True):
    """How many those are."""

    player: str
    leadersHandCount: int  # noqa: N815


class UpdateActivateLeader(Message, frozen=True):
    """A leader of the current player is in play."""

    leader: int


class UpdateResourceContainer(Message, frozen=True):
    """What is in a container now."""

    resContainer: Container  # noqa: N815


class UpdateMarket(Message, frozen=True):
    """The market is like this."""

    market: Market


class UpdateDevCardGrid(Message, frozen=True):
    """The top cards are these."""

    devCardGrid: Grid  # noqa: N815


class UpdateDevSlot(Message, frozen=True):
    """A slot has this card on top."""

    player: str
    devSlot: int  # noqa: N815
    devCards: list[int]  # noqa: N815


class UpdateFaithPoints(Message, frozen=True, kw_only=True):
    """Where somebody stands on the track, or the black cross."""

    player: str | None = None
    isBlackCross: bool  # noqa: N815
    faithPoints: int  # noqa: N815


class UpdateVictoryPoints(Message, frozen=True):
    """Cards, track, tiles, leaders in play; at the end with resources."""

    player: str
    victoryPoints: int  # noqa: N815


class UpdateVaticanSection(Message, frozen=True):
    """A report: all others have lost the tile."""

    vaticanSection: int  # noqa: N815
    bonusGivenPlayers: list[str]  # noqa: N815


class UpdateActionToken(Message, frozen=True):
    """Lorenzo's token, after what it does."""

    actionToken: int  # noqa: N815


class UpdateCurrentPlayer(Message, frozen=True):
    """Whose turn begins."""

    player: str


class UpdateLastRound(Message, frozen=True):
    """The end is called."""


class UpdateGameEnd(Message, frozen=True):
    """The game is over; without a winner Lorenzo has won."""

    winner: str | None = None


class UpdateAction(Message, frozen=True):
    """The last line about an action."""

    action: str
    player: str


class UpdatePlayerStatus(Message, frozen=True):
    """Somebody is gone, or back."""

    player: str
    isActive: bool  # noqa: N815


class ResQuit(Message, frozen=True):
    """Whoever wanted to has left."""


# -- errors -----------------------------------------------------------------------------------------------------------


class ErrNickname(Message, frozen=True):
    """``NOT_SET``, ``ALREADY_SET``, ``TAKEN`` or ``NOT_IN_GAME``."""

    reason: str


class ErrNewGame(Message, frozen=True):
    """No game of that size, or not by this player."""

    isInvalidPlayersCount: bool  # noqa: N815


class ErrAction(Message, frozen=True):
    """Not at this moment."""

    reason: str


class ErrInitialChoice(Message, frozen=True):
    """Too few leaders, or (0) chosen already."""

    isLeadersChoice: bool  # noqa: N815
    missingLeadersCount: int  # noqa: N815


class ErrObjectNotOwned(Message, frozen=True):
    """Not that player's."""

    id: int
    objectType: str  # noqa: N815


class ErrNoSuchEntity(Message, frozen=True):
    """There is no such thing; the client shows the code."""

    originalEntity: str  # noqa: N815
    id: int
    code: str | None = None


class ErrResourceTransfer(Message, frozen=True, kw_only=True):
    """A container cannot take or give that."""

    resType: str | None = None  # noqa: N815
    isAdded: bool  # noqa: N815
    reason: str


class ErrReplacedTransRecipe(Message, frozen=True):
    """Amounts do not match a cost, an input or a gain."""

    isInput: bool  # noqa: N815
    resType: str  # noqa: N815
    replacedCount: int  # noqa: N815
    shelvesChoiceResCount: int  # noqa: N815
    isIllegalDiscardedOut: bool  # noqa: N815


class ErrInvalidResourceTransaction(Message, frozen=True):
    """Something that cannot be put into a container or chosen at all."""

    isInput: bool  # noqa: N815
    isReplacement: bool  # noqa: N815
    reason: str


class ErrBuyDevCard(Message, frozen=True):
    """The pile is empty, or the card does not fit the slot."""

    isStackEmpty: bool  # noqa: N815


class ErrCardRequirements(Message, frozen=True):
    """What a leader still needs: resources, or cards."""

    missingResources: Content | None = None  # noqa: N815
    missingDevCards: list[CardEntry] | None = None  # noqa: N815


class ErrActiveLeaderDiscarded(Message, frozen=True):
    """A leader in play cannot be discarded."""


SHAPES: dict[str, type[Message]] = {str(shape.__struct_config__.tag): shape for shape in Message.__subclasses__()}
"""The shape of every message, by its type."""
