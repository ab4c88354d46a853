"""renaissance-json's messages as types: everything the server tells.

They have the document's keys in its order, and a few more: ``player`` says whose board it is, ``left`` how many cards a
pile has, ``winners`` who won. What clients ask is in ``requests``.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

# -- to one player -----------------------------------------------------------------------------------------------------


class Error(msgspec.Struct, frozen=True):
    """Any of the errors: its type, and why."""

    type: str
    msg: str


class Message(msgspec.Struct, tag_field="type"):
    """Anything else that the server says."""


class ResNickname(Message, tag="res_nickname"):
    """The nickname is accepted; whoever is first says how many play."""

    isFirst: bool  # noqa: N815


class ResPlayersCount(Message, tag="res_players_count"):
    """The number of players is set."""

    msg: str


class OfferLeader(Message, tag="offer_leader"):
    """The leaders to choose from."""

    leaders_id: list[int]


class ResLeaderChoice(Message, tag="res_leader_choice"):
    """The leaders that were kept, in the order in which later messages count them."""

    choice: list[int]


class OfferResources(Message, tag="offer_resources"):
    """How many bonus resources are to be chosen, and among what."""

    count: int
    res_type: list[str]


class ResResourcesChoice(Message, tag="res_resources_choice"):
    """The bonus resources that were chosen."""

    choice: dict[str, int]


class ResTurnEnd(Message, tag="res_turn_end"):
    """The turn is over."""


# -- to everybody ------------------------------------------------------------------------------------------------------


class MarketGrid(msgspec.Struct):
    """The market, row by row, and the marble on the slide."""

    grid: list[list[str]]
    slide: str


class GridColumn(msgspec.Struct):
    """The piles of one colour, level by level; of each pile only the top card."""

    color: str
    stacks: list[list[int]]


class GameStarted(Message, tag="game_started"):
    """Who plays in which order, what lies on the table, and what the indices of later messages mean."""

    nicknames: list[str]
    market: MarketGrid
    dev_card_grid: list[GridColumn]
    rows: list[int]
    columns: list[str]


class MarketLine(msgspec.Struct):
    """A row left to right or a column top to bottom, and the slide."""

    isRow: bool  # noqa: N815
    index: int
    resources: list[str]
    slide_res: str


class UpdateMarket(Message, tag="update_market"):
    """A line of the market has changed."""

    update: MarketLine


class SoloToken(msgspec.Struct):
    """Which of the seven tokens."""

    index: int


class UpdateSoloToken(Message, tag="update_solo_token"):
    """Lorenzo has revealed a token."""

    update: SoloToken


class Pile(msgspec.Struct):
    """The top card of a pile, -1 when it is empty, and how many cards it has (a key that the document has not)."""

    row_index: int
    col_index: int
    card_index: int
    left: int | UnsetType = UNSET


class UpdateDevGrid(Message, tag="update_dev_grid"):
    """A pile of the grid has changed."""

    update: Pile


class Board(Message, kw_only=True):
    """Something on somebody's board; the document has no key for whose, and then the player on turn is meant."""

    player: str | UnsetType = UNSET


class SlotCard(msgspec.Struct):
    """A card on top of a slot."""

    slot_index: int
    card_index: int


class UpdateDevCardSlot(Board, kw_only=True, tag="update_dev_card_slot"):
    """A player has a new card."""

    update: SlotCard


class Shelf(msgspec.Struct):
    """A shelf or a leader depot."""

    index: int
    bound_res: str | None
    amount: int


class UpdateShelves(Board, kw_only=True, tag="update_shelves"):
    """All shelves and leader depots of a player."""

    update: list[Shelf]


class UpdateStrongbox(Board, kw_only=True, tag="update_strongbox"):
    """What is in a player's strongbox."""

    update: dict[str, int]


class LeaderFate(msgspec.Struct):
    """A leader in play, with its id, or a discarded one, without."""

    index: int
    isActive: bool  # noqa: N815
    card_index: int | UnsetType = UNSET
    isDiscarded: bool | UnsetType = UNSET  # noqa: N815


class UpdateLeaders(Board, kw_only=True, tag="update_leaders"):
    """A player has played or discarded a leader."""

    update: LeaderFate


class Faith(msgspec.Struct):
    """A place on the faith track; ``isLiM``: the black cross of Lorenzo il Magnifico stands there."""

    position: int
    isLiM: bool | UnsetType = UNSET  # noqa: N815


class UpdateFaithTrack(Board, kw_only=True, tag="update_faith_track"):
    """A player's marker or the black cross, which is nobody's, has moved."""

    update: Faith


class VaticanSection(msgspec.Struct):
    """Who keeps the tile of a section."""

    index: int
    players: list[str]


class UpdateVaticanSection(Message, tag="update_vatican_section"):
    """A Vatican report was held."""

    update: VaticanSection


class Said(msgspec.Struct):
    """A sentence."""

    msg: str


class UpdateLastRound(Message, tag="update_last_round"):
    """The end is called: the round is played to its last seat."""

    update: Said


class UpdateCurPlayer(Message, tag="update_cur_player"):
    """Whose turn it is."""

    update: str


class Activity(msgspec.Struct):
    """Whether somebody plays."""

    isActive: bool  # noqa: N815


class UpdatePlayerStatus(Message, tag="update_player_status"):
    """Somebody is gone, back, or played by a bot."""

    player: str
    update: Activity
    msg: str


class VictoryPoints(msgspec.Struct):
    """One player's points."""

    nickname: str
    amount: int


class Verdict(msgspec.Struct):
    """How the game ended; points from first to last; several share a victory, none beat Lorenzo."""

    msg: str
    victory_points: list[VictoryPoints]
    winners: list[str]


class UpdateWinner(Message, tag="update_winner"):
    """The game is over."""

    update: Verdict


SHAPES: dict[str, type[Message]] = {
    str(shape.__struct_config__.tag): shape
    for shape in (*Message.__subclasses__(), *Board.__subclasses__())
    if shape is not Board
}
"""The shape of every message but errors, by its type."""
