"""The words of renaissance-json: resources, colours, indices, and every message the server sends.

Everything counts from 0 here and from 1 in the rules; this module is the border. Messages about the table are built
from what a spectator may know (``view(state, None)``, and the order in which leaders came into play), so all players of
this dialect get the very same bytes; what belongs to one player alone is built from that player's own view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bottega.games import renaissance
from bottega.games.core import Skip, Step, ranking
from bottega.games.renaissance.actions import Collect, EndTurn, Market
from bottega.games.renaissance.cards import COLOURS, LEVELS
from bottega.games.renaissance.market import COLUMNS, ROWS
from bottega.games.renaissance.model import COLUMN_GONE, STORING, Player, State
from bottega.games.renaissance.view import MarketView, PlaceView, PlayerView, View
from bottega.table.position import AnyPosition, Result
from bottega.wire.core.loose_json import Object

RESOURCES = ("Coin", "Stone", "Servant", "Shield")
"""In the order of the rules."""
ALPHABETICAL = sorted(RESOURCES)
MARBLES = {"yellow": "Coin", "grey": "Stone", "purple": "Servant", "blue": "Shield", "red": "Faith", "white": "Zero"}
COLUMN_COLOURS = tuple(colour.capitalize() for colour in COLOURS)
SOLO_TOKENS = {6: 0, 4: 1, 5: 2, 1: 3, 0: 4, 3: 5, 2: 6}
"""Index of each of the rules' tokens: +1 and shuffle, twice +2, then discards of blue, green, purple, yellow."""
STRONGBOX = 5
NO_CARD = -1

_COUNTED = re.compile(r"\b(shelf|depot|slot|leader) ([0-9])\b")
_PAIRED = re.compile(r"\bshelves ([0-9]) and ([0-9])\b")


def from_zero(reason: str) -> str:
    """A sentence of the rules, which count shelves, depots, slots and leaders from 1, in this protocol's numbers."""
    reason = _PAIRED.sub(lambda m: f"shelves {int(m[1]) - 1} and {int(m[2]) - 1}", reason)
    return _COUNTED.sub(lambda m: f"{m[1]} {int(m[2]) - 1}", reason)


def error(kind: str, msg: str) -> Object:
    """Any of the errors."""
    return {"type": kind, "msg": msg}


# -- the start ------------------------------------------------------------------------------------------------------


def game_started(names: Sequence[str], view: View) -> Object:
    """Who plays in which order, what lies on the table, and what the indices of later messages mean."""
    tops = [_card(pile.top) for pile in view.grid]
    return {
        "type": "game_started",
        "nicknames": list(names),
        "market": {"grid": [_marbles(row) for row in view.market.rows], "slide": MARBLES[view.market.slide]},
        "dev_card_grid": [
            {
                "color": colour,
                "stacks": [[tops[row * len(COLOURS) + column]] for row in range(LEVELS)],
            }
            for column, colour in enumerate(COLUMN_COLOURS)
        ],
        "rows": list(range(1, LEVELS + 1)),
        "columns": list(COLUMN_COLOURS),
    }


def opening(names: Sequence[str], view: View) -> Iterator[Object]:
    """What lies on the table before anybody has chosen anything."""
    yield from _market_and_grid(view)
    for player in view.players:
        if player.faith:
            yield faith_track(names, player)


def everything(names: Sequence[str], state: State) -> Iterator[Object]:
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


def _market_and_grid(view: View) -> Iterator[Object]:
    for row in range(ROWS):
        yield market_line(view.market, f"r{row + 1}")
    for at in range(len(view.grid)):
        yield dev_grid(view, at)


# -- what happened --------------------------------------------------------------------------------------------------


def updates(names: Sequence[str], steps: Sequence[Step]) -> Iterator[Object]:
    """All that changed on the table between the first and the last state of an entry.

    The storage of whoever went to the market or produced is told even if it is as it was: the document answers so.
    """
    first, last = steps[0].before, steps[-1].after
    assert isinstance(first, State)
    assert isinstance(last, State)
    old, new = renaissance.view(first, None), renaissance.view(last, None)
    for step in steps:
        if isinstance(step.action, Market):
            assert isinstance(step.after, State)
            yield market_line(renaissance.view(step.after, None).market, step.action.line)
    for step in steps:
        token = _revealed(step)
        if token is not None:
            yield solo_token(token)
    for at, (was, now) in enumerate(zip(old.grid, new.grid, strict=True)):
        if was.left != now.left:
            yield dev_grid(new, at)
    for before, player in zip(old.players, new.players, strict=True):
        visited, produced = _acted(steps, player.seat)
        for slot, cards in enumerate(before.slots):
            yield from dev_card_slot(names, player, slot, len(cards))
        if visited or produced or before.shelves != player.shelves or before.depots != player.depots:
            yield shelves(names, player)
        if produced or before.strongbox != player.strongbox:
            yield strongbox(names, player)
        yield from leaders(names[player.seat], last.players[player.seat], first.players[player.seat])
    for before, player in zip(old.players, new.players, strict=True):
        if before.faith != player.faith:
            yield faith_track(names, player)
    if old.solo is not None and new.solo is not None and old.solo.cross != new.solo.cross:
        yield black_cross(new.solo.cross)
    for section in range(old.reports, new.reports):
        yield vatican_section(names, new, section)
    if new.ending and not old.ending and not new.over:
        yield last_round()
    if new.turn and not old.turn:
        yield from everything(names, last)
    elif new.turn != old.turn and not new.over:
        yield cur_player(names, new)


def _acted(steps: Sequence[Step], seat: int) -> tuple[bool, bool]:
    """Whether a seat went to the market and has put everything away, and whether it produced."""
    mine = [step.action for step in steps if step.seat == seat]
    last = steps[-1].after
    assert isinstance(last, State)
    visited = any(isinstance(action, Market) for action in mine) and last.phase != STORING
    return visited, any(isinstance(action, Collect) for action in mine)


def _revealed(step: Step) -> int | None:
    """The solo token that Lorenzo revealed in a step: one at the end of every turn."""
    assert isinstance(step.after, State)
    return step.after.token if step.after.solo and isinstance(step.action, EndTurn | Skip) else None


# -- one message each -----------------------------------------------------------------------------------------------


def market_line(market: MarketView, line: str) -> Object:
    """A row left to right or a column top to bottom, and the slide."""
    is_row, index = line[0] == "r", int(line[1]) - 1
    marbles = market.rows[index] if is_row else [row[index] for row in market.rows]
    assert len(marbles) == (COLUMNS if is_row else ROWS)
    return _update(
        "update_market", {"isRow": is_row, "index": index, "resources": _marbles(marbles), "slide_res": _slide(market)}
    )


def dev_grid(view: View, at: int) -> Object:
    """The top card of a pile, -1 when it is empty; ``left`` says how many cards it has."""
    pile = view.grid[at]
    row, column = divmod(at, len(COLOURS))
    return _update(
        "update_dev_grid", {"row_index": row, "col_index": column, "card_index": _card(pile.top), "left": pile.left}
    )


def dev_card_slot(names: Sequence[str], player: PlayerView, slot: int, known: int) -> Iterator[Object]:
    """The cards of a slot above the first ``known``, from below."""
    for card in player.slots[slot][known:]:
        yield _update("update_dev_card_slot", {"slot_index": slot, "card_index": _card(card)}, names[player.seat])


def shelves(names: Sequence[str], player: PlayerView) -> Object:
    """All shelves and leader depots of a player."""
    places = [_shelf(place) for place in (*player.shelves, *player.depots)]
    return _update("update_shelves", places, names[player.seat])


def _shelf(place: PlaceView) -> Object:
    bound = None if place.resource is None else place.resource.capitalize()
    return {"index": place.place - 1, "bound_res": bound, "amount": place.count}


def strongbox(names: Sequence[str], player: PlayerView) -> Object:
    """What is in a player's strongbox."""
    content = {name: player.strongbox[name.lower()] for name in ALPHABETICAL}
    return _update("update_strongbox", content, names[player.seat])


def leaders(name: str, player: Player, before: Player | None = None) -> Iterator[Object]:
    """The leaders played, in that order, then those discarded; without ``before`` all of them."""
    played, discarded = (0, 0) if before is None else (len(before.played), len(before.discarded))
    for leader in player.played[played:]:
        update = {"index": player.leaders.index(leader), "isActive": True, "card_index": _card(leader)}
        yield _update("update_leaders", update, name)
    for leader in player.discarded[discarded:]:
        update = {"index": player.leaders.index(leader), "isActive": False, "isDiscarded": True}
        yield _update("update_leaders", update, name)


def faith_track(names: Sequence[str], player: PlayerView) -> Object:
    """Where a player's faith marker stands."""
    return _update("update_faith_track", {"position": player.faith}, names[player.seat])


def black_cross(position: int) -> Object:
    """Where Lorenzo's cross stands."""
    return _update("update_faith_track", {"position": position, "isLiM": True})


def solo_token(token: int) -> Object:
    """The token Lorenzo revealed."""
    return _update("update_solo_token", {"index": SOLO_TOKENS[token]})


def vatican_section(names: Sequence[str], view: View, section: int) -> Object:
    """A Vatican report: who keeps the tile of the section."""
    keepers = [names[player.seat] for player in view.players if player.tiles[section] == "up"]
    return _update("update_vatican_section", {"index": section, "players": keepers})


def last_round() -> Object:
    """The end is called: the round is played to its last seat."""
    return _update("update_last_round", {"msg": "the end is called: this round is the last"})


def cur_player(names: Sequence[str], view: View) -> Object:
    """Whose turn it is."""
    return _update("update_cur_player", names[view.seat])


def player_status(name: str, here: bool, msg: str) -> Object:
    """Somebody came back or is gone."""
    return {"type": "update_player_status", "player": name, "update": {"isActive": here}, "msg": msg}


def winner(names: Sequence[str], position: AnyPosition) -> Object:
    """How the game ended; points from first to last."""
    result = position.result
    assert result is not None
    points = [{"nickname": names[score.seat], "amount": score.total} for score in ranking(result.scores)]
    winners = [names[seat] for seat in result.winners]
    return _update(
        "update_winner", {"msg": _verdict(winners, result, position), "victory_points": points, "winners": winners}
    )


def _verdict(winners: list[str], result: Result, position: AnyPosition) -> str:
    if result.reason == "abandoned":
        return "The game ends without a winner: nobody is left."
    if result.reason == "walkover":
        return f"Player {winners[0]} wins: the others have left."
    if not winners:
        assert isinstance(position.state, State)
        why = (
            "a whole colour is gone" if position.state.lost == COLUMN_GONE else "the black cross reached the end first"
        )
        return f"Lorenzo wins: {why}."
    if len(winners) > 1:
        return f"Players {', '.join(winners[:-1])} and {winners[-1]} share the victory!"
    return f"Player {winners[0]} wins!"


# -- for one player alone -------------------------------------------------------------------------------------------


def offer_leader(player: PlayerView) -> Object:
    """The leaders to choose from."""
    return {"type": "offer_leader", "leaders_id": [_card(leader) for leader in player.offered]}


def leader_choice(player: PlayerView) -> Object:
    """The leaders that were kept, in the order in which later messages count them."""
    return {"type": "res_leader_choice", "choice": [_card(leader.id) for leader in player.leaders]}


def offer_resources(player: PlayerView) -> Object:
    """How many bonus resources are to be chosen, and among what."""
    return {"type": "offer_resources", "count": player.bonus, "res_type": ALPHABETICAL}


def _update(kind: str, update: object, player: str | None = None) -> Object:
    return {"type": kind, **({} if player is None else {"player": player}), "update": update}


def _marbles(colours: Sequence[str]) -> list[str]:
    return [MARBLES[colour] for colour in colours]


def _slide(market: MarketView) -> str:
    return MARBLES[market.slide]


def _card(card: int | None) -> int:
    """The position in the config file of the time: one less than the printed number."""
    return NO_CARD if card is None else card - 1
