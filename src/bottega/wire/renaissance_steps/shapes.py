"""What a renaissance-steps server says, as types: the fields of the program of the time, then what this server adds.

A message is ``{"type": …, "data": …}``; a class here is the data, its name the type. ``MORE`` names the fields that the
program did not send (whose board it is, texts, absolute positions): a profile may leave them out. Both ends use these
types; what a server may leave out has a default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType

Names = Sequence[str]
Matrix = Sequence[Sequence[Sequence[str]]]
"""The piles by level and colour, tops last."""
Positions = Mapping[str, int]
"""Where everybody stands on the faith track."""
Favours = Mapping[str, Mapping[str, str]]
"""Everybody's pope's favour tiles, by section."""


class Update(msgspec.Struct, frozen=True):
    """Anything that the server says."""

    KIND: ClassVar[str] = ""
    """Its name, if that is not the class's."""
    MORE: ClassVar[frozenset[str]] = frozenset()
    """Fields that this server adds to the program's."""


# -- the connection and the lobby -------------------------------------------------------------------------------------


class RegisterRequest(Update, frozen=True):
    """Who are you?"""

    MORE = frozenset({"message"})
    message: str | UnsetType = UNSET


class PlayerNumberRequest(Update, frozen=True):
    """How many play?"""

    MORE = frozenset({"message"})
    message: str | UnsetType = UNSET


class PingRequest(Update, frozen=True):
    """Are you there?"""


class GenericMessage(Update, frozen=True):
    """Something for people to read; the document says with it, too, who is in the lobby, has gone or is back."""

    message: str
    nicknamesList: Names | UnsetType = UNSET  # noqa: N815
    num: int | UnsetType = UNSET
    nickname: str | UnsetType = UNSET
    reconnectedNickname: str | UnsetType = UNSET  # noqa: N815


class ErrorMessage(Update, frozen=True):
    """A refusal; the document calls its field ``error``, the program called it ``message``."""

    MORE = frozenset({"error"})
    message: str | UnsetType = UNSET
    error: str | UnsetType = UNSET


class WaitMessage(Update, frozen=True):
    """The nickname is accepted."""

    MORE = frozenset({"message"})
    message: str | UnsetType = UNSET


class LobbyInfoMessage(Update, frozen=True):
    """Who is there, and for how many the table is."""

    MORE = frozenset({"message"})
    nicknamesList: Names  # noqa: N815
    num: int
    message: str | UnsetType = UNSET


class DisconnectedMessage(Update, frozen=True):
    """Somebody is not at the table any more."""

    MORE = frozenset({"message"})
    nickname: str
    message: str | UnsetType = UNSET


class ReconnectMessage(Update, frozen=True):
    """Somebody is at the table again."""

    MORE = frozenset({"message", "nickname"})
    reconnectedNickname: str  # noqa: N815
    message: str | UnsetType = UNSET
    nickname: str | UnsetType = UNSET


class DisconnectionMessage(Update, frozen=True):
    """The last message before the server closes the connection."""

    MORE = frozenset({"message"})
    message: str | UnsetType = UNSET


# -- the game ---------------------------------------------------------------------------------------------------------


class StartGameUpdate(Update, frozen=True):
    """The game begins; ``cards`` are the leaders that the receiver may choose from."""

    playerOrder: Names  # noqa: N815
    cards: Names
    faithPaths: Positions  # noqa: N815
    marbles: Names
    cardMatrix: Matrix  # noqa: N815


class NewTurnUpdate(Update, frozen=True):
    """Whose turn it is."""

    currNickname: str  # noqa: N815
    gamePhase: str  # noqa: N815


class LeadersInHandUpdate(Update, frozen=True):
    """The receiver's leaders that are neither played nor discarded."""

    leadersInHand: Names  # noqa: N815


class BonusResourceMessage(Update, frozen=True):
    """How many bonus resources the receiver may place."""

    bonusRes: int  # noqa: N815


class FaithUpdate(Update, frozen=True):
    """Where the player on turn stands."""

    MORE = frozenset({"nickname"})
    newPosition: int  # noqa: N815
    nickname: str | UnsetType = UNSET


class MarketUpdate(Update, frozen=True):
    """The market row by row, the slide last."""

    MORE = frozenset({"nickname"})
    marbles: Names
    nickname: str | UnsetType = UNSET


class PendingResourcesUpdate(Update, frozen=True):
    """What the receiver must still store or discard."""

    pending: Names


class DepositUpdate(Update, frozen=True):
    """One resource was stored."""

    MORE = frozenset({"nickname"})
    idDeposit: int  # noqa: N815
    res: str
    nickname: str | UnsetType = UNSET


class DiscardResourceUpdate(Update, frozen=True):
    """One resource was discarded: all others have moved one on."""

    MORE = frozenset({"nickname", "positions", "lorenzoPos"})
    nickname: str | UnsetType = UNSET
    positions: Positions | UnsetType = UNSET
    lorenzoPos: int | UnsetType = UNSET  # noqa: N815


class MoveResourceUpdate(Update, frozen=True):
    """What two places hold now."""

    MORE = frozenset({"nickname"})
    d1: Names
    d2: Names
    id1: int
    id2: int
    nickname: str | UnsetType = UNSET


class Deposit(msgspec.Struct, frozen=True):
    """What lies on a shelf or in a depot, one by one."""

    resources: Names
    id: int


class DepositsUpdate(Update, frozen=True):
    """Everything that the player on turn owns, and how far they are."""

    MORE = frozenset({"nickname"})
    deposits: Sequence[Deposit]
    strongbox: Mapping[str, int]
    turnPhase: str  # noqa: N815
    nickname: str | UnsetType = UNSET


class SlotUpdate(Update, frozen=True):
    """The top card of a pile was bought."""

    MORE = frozenset({"nickname", "card", "cardMatrix"})
    slot: int
    row: int
    col: int
    nickname: str | UnsetType = UNSET
    card: str | UnsetType = UNSET
    cardMatrix: Matrix | UnsetType = UNSET  # noqa: N815


class PlayLeaderUpdate(Update, frozen=True):
    """A leader was played; ``index`` counts those that were in hand."""

    MORE = frozenset({"nickname"})
    index: int
    name: str
    nickname: str | UnsetType = UNSET


class DiscardLeaderUpdate(Update, frozen=True):
    """A leader was discarded."""

    MORE = frozenset({"nickname"})
    index: int
    nickname: str | UnsetType = UNSET


class PopeFavorUpdate(Update, frozen=True):
    """A Vatican report was held."""

    positions: Positions
    popeFavors: Favours  # noqa: N815
    lorenzoPos: int | UnsetType = UNSET  # noqa: N815


class TokenEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a token does: so many steps, or so many cards of a colour."""

    color: str | UnsetType = UNSET
    quantity: int


class Token(msgspec.Struct, frozen=True):
    """One of Lorenzo's tokens."""

    type: str
    data: TokenEffect


class LorenzoUpdate(Update, frozen=True, kw_only=True):
    """The solo game goes on: where the black cross is, and the token revealed."""

    MORE = frozenset({"cardMatrix"})
    lorenzoPosition: int  # noqa: N815
    lastUsedToken: Token | UnsetType = UNSET  # noqa: N815
    gamePhase: str  # noqa: N815
    cardMatrix: Matrix | UnsetType = UNSET  # noqa: N815


class EndGameMessage(Update, frozen=True):
    """The last round is called (solo: the game ends)."""


class Results(msgspec.Struct, frozen=True):
    """Everybody's points and resources, and who won."""

    results: Mapping[str, Sequence[int]]
    winner: Names


class EndGameResultUpdate(Update, frozen=True):
    """The game is over."""

    result: Results


# -- the half-built move, to its player alone -------------------------------------------------------------------------


class PickUpWarehouseUpdate(Update, frozen=True):
    """A resource was picked up from a shelf or depot."""

    MORE = frozenset({"resource", "nickname"})
    idDeposit: int  # noqa: N815
    resource: str | UnsetType = UNSET
    nickname: str | UnsetType = UNSET


class PickUpStrongboxUpdate(Update, frozen=True):
    """A resource was picked up from the strongbox."""

    MORE = frozenset({"nickname"})
    resource: str
    nickname: str | UnsetType = UNSET


class RevertUpdate(Update, frozen=True):
    """Everything that was picked up is back."""

    MORE = frozenset({"nickname"})
    nickname: str | UnsetType = UNSET


class ToggleDiscountUpdate(Update, frozen=True):
    """A discount was switched on or off."""

    MORE = frozenset({"active", "nickname"})
    resourceType: str  # noqa: N815
    active: bool | UnsetType = UNSET
    nickname: str | UnsetType = UNSET


class UnknownProductionUpdate(Update, frozen=True):
    """It was said what a "?" of a production stands for; ``io`` is "i" or "o"."""

    index: int
    res: str
    io: str


class ProductionState(msgspec.Struct, frozen=True):
    """A production, what was chosen for its "?", and whether it is switched on."""

    input: Mapping[str, int]
    output: Mapping[str, int]
    inputHistory: Names  # noqa: N815
    outputHistory: Names  # noqa: N815
    selected: bool
    number: int | UnsetType = UNSET


class ToggleProductionUpdate(Update, frozen=True):
    """The productions that are switched on."""

    activeProd: Sequence[ProductionState]  # noqa: N815


class ResetProductionsUpdate(Update, frozen=True):
    """No production is switched on any more; these were."""

    before: Sequence[ProductionState]


# -- coming back ------------------------------------------------------------------------------------------------------


class BoardState(msgspec.Struct, frozen=True):
    """What lies before a player."""

    deposits: Sequence[Deposit]
    strongbox: Mapping[str, int]
    slots: Sequence[Names]
    leadersPlayed: Names  # noqa: N815
    leadersInHand: int  # noqa: N815


class ReconnectUpdate(Update, frozen=True, kw_only=True):
    """Everything that somebody who comes back may know."""

    playerOrder: Names  # noqa: N815
    currNickname: str  # noqa: N815
    gamePhase: str  # noqa: N815
    turnPhase: str  # noqa: N815
    cards: Names
    leadersInHand: Names  # noqa: N815
    bonusRes: int  # noqa: N815
    pending: Names
    marbles: Names
    cardMatrix: Matrix  # noqa: N815
    faithPaths: Positions  # noqa: N815
    popeFavors: Favours  # noqa: N815
    lorenzoPos: int  # noqa: N815
    lastUsedToken: Token | None  # noqa: N815
    connected: Names
    boards: Mapping[str, BoardState]


class Discount(msgspec.Struct, frozen=True):
    """A leader that makes cards cheaper."""

    res: str
    quantity: int
    activated: bool


class OriginalReconnectUpdate(Update, frozen=True, kw_only=True):
    """The same, as the program of the time told it: it knows these fields and no others."""

    KIND = "ReconnectUpdate"
    positions: Positions
    popeFavors: Favours  # noqa: N815
    strongboxes: Mapping[str, Mapping[str, int]]
    warehouses: Mapping[str, Sequence[Deposit]]
    marbles: Names
    cardMatrix: Matrix  # noqa: N815
    playerOrder: Names  # noqa: N815
    currentNickname: str  # noqa: N815
    slots: Mapping[str, Mapping[str, Names]]
    allLeadersInBoard: Mapping[str, Names]  # noqa: N815
    myLeadersInHand: Names  # noqa: N815
    gamePhase: str  # noqa: N815
    turnPhase: str  # noqa: N815
    fourLeaderCards: Names  # noqa: N815
    pendingResources: Names  # noqa: N815
    activePlayers: Names  # noqa: N815
    allPlayedCards: Mapping[str, Mapping[str, str]]  # noqa: N815
    allDiscardedCards: Mapping[str, Mapping[str, str]]  # noqa: N815
    unknownProductions: Mapping[str, ProductionState]  # noqa: N815
    handResource: Mapping[str, int]  # noqa: N815
    discounts: Sequence[Discount]
    activeProd: Sequence[ProductionState]  # noqa: N815
    lorenzoPos: int | UnsetType = UNSET  # noqa: N815


SHAPES: dict[str, type[Update]] = {shape.__name__: shape for shape in Update.__subclasses__() if not shape.KIND}
"""The shape of every message, by its type, as the document's profile has it."""
