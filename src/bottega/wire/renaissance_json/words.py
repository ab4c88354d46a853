"""The words of renaissance-json: every message about the table, built from what its readers may know.

What goes to everybody is built from what a spectator may know (``view(state, None)``, and the order in which leaders
came into play), so all players of this dialect get the very same bytes; what belongs to one player alone is built from
that player's own view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bottega.games import renaissance
from bottega.games.core import AnyStep, Skip, ranking
from bottega.games.renaissance import (
    COLOURS,
    LEVELS,
    Collect,
    EndTurn,
    Loss,
    Market,
    MarketView,
    PlaceView,
    Player,
    PlayerView,
    State,
    View,
)
from bottega.games.renaissance.market import COLUMNS, ROWS
from bottega.games.renaissance.model import STORING
from bottega.table.entries import EndReason
from bottega.table.position import AnyPosition, Result
from bottega.wire.renaissance_json.messages import (
    Activity,
    Faith,
    GameStarted,
    GridColumn,
    LeaderFate,
    MarketGrid,
    MarketLine,
    Message,
    OfferLeader,
    OfferResources,
    Pile,
    ResLeaderChoice,
    ResResourcesChoice,
    Said,
    Shelf,
    SlotCard,
    SoloToken,
    UpdateCurPlayer,
    UpdateDevCardSlot,
    UpdateDevGrid,
    UpdateFaithTrack,
    UpdateLastRound,
    UpdateLeaders,
    UpdateMarket,
    UpdatePlayerStatus,
    UpdateShelves,
    UpdateSoloToken,
    UpdateStrongbox,
    UpdateVaticanSection,
    UpdateWinner,
    VaticanSection,
    Verdict,
    VictoryPoints,
)
from bottega.wire.renaissance_json.numbering import (
    ALPHABETICAL,
    COLUMN_COLOURS,
    MARBLES,
    RESOURCES,
    SOLO_TOKENS,
    card_index,
)

Names = Sequence[str]
"""Who sits where."""

# -- the start --------------------------------------------------------------------------------------------------------


def game_started(names: Names, view: View) -> GameStarted:
    """Who plays, what lies on the table, and what the indices mean."""
    tops = [card_index(pile.top) for pile in view.grid]
    market = MarketGrid([_marbles(row) for row in view.market.rows], MARBLES[view.market.slide])
    columns = [
        GridColumn(colour, [[tops[row * len(COLOURS) + column]] for row in range(LEVELS)])
        for column, colour in enumerate(COLUMN_COLOURS)
    ]
    return GameStarted(list(names), market, columns, list(range(1, LEVELS + 1)), list(COLUMN_COLOURS))


def opening(names: Names, view: View) -> Iterator[Message]:
    """What lies on the table before anybody has chosen anything."""
    yield from _market_and_grid(view)
    for player in view.players:
        if player.faith:
            yield faith_track(names, player)


def everything(names: Names, state: State) -> Iterator[Message]:
    """The whole table, for caches that know nothing yet."""
    view = renaissance.view(state, None)
    yield from _market_and_grid(view)
    for player in view.players:
        yield shelves(names, player)
        yield strongbox(names, player)
        for slot in range(len(player.slots)):
            yield from dev_card_slot(names, player, slot, 0)
        yield from leaders(names[player.seat], state.players[player.seat])
        yield faith_track(names, player)
    if view.solo is not None:
        yield black_cross(view.solo.cross)
        if view.solo.token is not None:
            yield solo_token(view.solo.token)
    for section in range(view.reports):
        yield vatican_section(names, view, section)
    if view.ending:
        yield last_round()
    if view.turn:
        yield cur_player(names, view)


def _market_and_grid(view: View) -> Iterator[Message]:
    for row in range(ROWS):
        yield market_line(view.market, f"r{row + 1}")
    for at in range(len(view.grid)):
        yield dev_grid(view, at)


# -- what happened ----------------------------------------------------------------------------------------------------


def updates(names: Names, steps: Sequence[AnyStep]) -> Iterator[Message]:
    """All that changed on the table between the first and the last state of an entry.

    The storage of whoever went to the market or produced is told even if it is as it was: the document answers so.
    """
    first, last = _state(steps[0].before), _state(steps[-1].after)
    view = renaissance.view(last, None)
    for step in steps:
        if isinstance(step.action, Market):
            after = _state(step.after)
            market = view.market if after.market == last.market else renaissance.view(after, None).market
            yield market_line(market, step.action.line)
    for step in steps:
        token = _revealed(step)
        if token is not None:
            yield solo_token(token)
    for at, (was, now) in enumerate(zip(first.grid, last.grid, strict=True)):
        if len(was) != len(now):
            yield dev_grid(view, at)
    for player, old, new in zip(view.players, first.players, last.players, strict=True):
        visited, produced = _acted(steps, player.seat)
        for slot, cards in enumerate(old.slots):
            yield from dev_card_slot(names, player, slot, len(cards))
        if visited or produced or old.counts != new.counts or old.kinds != new.kinds:
            yield shelves(names, player)
        if produced or old.strongbox != new.strongbox:
            yield strongbox(names, player)
        yield from leaders(names[player.seat], new, old)
    for player, old in zip(view.players, first.players, strict=True):
        if old.faith != player.faith:
            yield faith_track(names, player)
    if view.solo is not None and first.cross != view.solo.cross:
        yield black_cross(view.solo.cross)
    for section in range(first.reports, view.reports):
        yield vatican_section(names, view, section)
    if view.ending and not first.ending and not view.over:
        yield last_round()
    if view.turn and not first.turn:
        yield from everything(names, last)
    elif view.turn != first.turn and not view.over:
        yield cur_player(names, view)


def _state(state: object) -> State:
    """A step's state: steps do not know their game's types."""
    assert isinstance(state, State)
    return state


def _acted(steps: Sequence[AnyStep], seat: int) -> tuple[bool, bool]:
    """Whether a seat went to the market and has put everything away, and whether it produced."""
    mine = [step.action for step in steps if step.seat == seat]
    stored = _state(steps[-1].after).phase is not STORING
    visited = stored and any(isinstance(action, Market) for action in mine)
    return visited, any(isinstance(action, Collect) for action in mine)


def _revealed(step: AnyStep) -> int | None:
    """The solo token that Lorenzo revealed in a step: one at the end of every turn."""
    after = _state(step.after)
    return after.token if after.solo and isinstance(step.action, EndTurn | Skip) else None


# -- one message each -------------------------------------------------------------------------------------------------


def market_line(market: MarketView, line: str) -> UpdateMarket:
    """A line of the market as it is now."""
    is_row, index = line[0] == "r", int(line[1]) - 1
    marbles = market.rows[index] if is_row else [row[index] for row in market.rows]
    assert len(marbles) == (COLUMNS if is_row else ROWS)
    return UpdateMarket(MarketLine(is_row, index, _marbles(marbles), MARBLES[market.slide]))


def _marbles(colours: Iterable[str]) -> list[str]:
    return [MARBLES[colour] for colour in colours]


def dev_grid(view: View, at: int) -> UpdateDevGrid:
    """A pile of the grid."""
    pile = view.grid[at]
    row, column = divmod(at, len(COLOURS))
    return UpdateDevGrid(Pile(row, column, card_index(pile.top), pile.left))


def dev_card_slot(names: Names, player: PlayerView, slot: int, known: int) -> Iterator[UpdateDevCardSlot]:
    """The cards of a slot above the first ``known``, from below."""
    for card in player.slots[slot][known:]:
        yield UpdateDevCardSlot(player=names[player.seat], update=SlotCard(slot, card_index(card)))


def shelves(names: Names, player: PlayerView) -> UpdateShelves:
    """All shelves and leader depots of a player."""
    shown = [_shelf(place) for place in (*player.shelves, *player.depots)]
    return UpdateShelves(player=names[player.seat], update=shown)


def _shelf(place: PlaceView) -> Shelf:
    bound = None if place.resource is None else place.resource.capitalize()
    return Shelf(place.place - 1, bound, place.count)


def strongbox(names: Names, player: PlayerView) -> UpdateStrongbox:
    """What is in a player's strongbox."""
    content = {name: player.strongbox[name.lower()] for name in ALPHABETICAL}
    return UpdateStrongbox(player=names[player.seat], update=content)


def leaders(name: str, player: Player, before: Player | None = None) -> Iterator[UpdateLeaders]:
    """The leaders played, in that order, then those discarded; without ``before`` all of them."""
    played, discarded = (0, 0) if before is None else (len(before.played), len(before.discarded))
    for leader in player.played[played:]:
        fate = LeaderFate(player.leaders.index(leader), True, card_index=card_index(leader))
        yield UpdateLeaders(player=name, update=fate)
    for leader in player.discarded[discarded:]:
        fate = LeaderFate(player.leaders.index(leader), False, isDiscarded=True)
        yield UpdateLeaders(player=name, update=fate)


def faith_track(names: Names, player: PlayerView) -> UpdateFaithTrack:
    """Where a player's faith marker stands."""
    return UpdateFaithTrack(player=names[player.seat], update=Faith(player.faith))


def black_cross(position: int) -> UpdateFaithTrack:
    """Where Lorenzo's cross stands."""
    return UpdateFaithTrack(update=Faith(position, isLiM=True))


def solo_token(token: int) -> UpdateSoloToken:
    """The token Lorenzo revealed."""
    return UpdateSoloToken(SoloToken(SOLO_TOKENS[token]))


def vatican_section(names: Names, view: View, section: int) -> UpdateVaticanSection:
    """A Vatican report: who keeps the tile of the section."""
    keepers = [names[player.seat] for player in view.players if player.tiles[section] == "up"]
    return UpdateVaticanSection(VaticanSection(section, keepers))


def last_round() -> UpdateLastRound:
    """The end is called."""
    return UpdateLastRound(Said("the end is called: this round is the last"))


def cur_player(names: Names, view: View) -> UpdateCurPlayer:
    """Whose turn it is."""
    return UpdateCurPlayer(names[view.seat])


def player_status(name: str, active: bool, msg: str) -> UpdatePlayerStatus:
    """Somebody came back or is gone."""
    return UpdatePlayerStatus(name, Activity(active), msg)


def winner(names: Names, position: AnyPosition) -> UpdateWinner:
    """How the game ended; points from first to last."""
    result = position.result
    assert result is not None
    points = [VictoryPoints(names[score.seat], score.total) for score in ranking(result.scores)]
    winners = [names[seat] for seat in result.winners]
    return UpdateWinner(Verdict(_verdict(winners, result, position.playing(State)), points, winners))


def _verdict(winners: list[str], result: Result, state: State) -> str:
    if result.reason is EndReason.ABANDONED:
        return "The game ends without a winner: nobody is left."
    if result.reason is EndReason.AGREED:
        return "The game ends without a winner: the players have agreed to it."
    if result.reason is EndReason.ENDLESS:
        return "The game ends without a winner: it has gone on for too long."
    if result.reason is EndReason.WALKOVER:
        return f"Player {winners[0]} wins: the others have left."
    if not winners:
        gone = state.lost is Loss.COLUMN_GONE
        return f"Lorenzo wins: {'a whole colour is gone' if gone else 'the black cross reached the end first'}."
    if len(winners) > 1:
        return f"Players {', '.join(winners[:-1])} and {winners[-1]} share the victory!"
    return f"Player {winners[0]} wins!"


# -- for one player alone ---------------------------------------------------------------------------------------------


def offer_leader(player: PlayerView) -> OfferLeader:
    """The leaders to choose from."""
    return OfferLeader([card_index(leader) for leader in player.offered])


def leader_choice(player: PlayerView) -> ResLeaderChoice:
    """The leaders that were kept."""
    return ResLeaderChoice([card_index(leader.id) for leader in player.leaders])


def offer_resources(player: PlayerView) -> OfferResources:
    """The bonus resources that are due; all four kinds can be chosen."""
    return OfferResources(player.bonus, ALPHABETICAL)


def resources_choice(chosen: Iterable[int]) -> ResResourcesChoice:
    """The bonus resources that were chosen."""
    return ResResourcesChoice({RESOURCES[number]: count for number, count in sorted(Counter(chosen).items())})
