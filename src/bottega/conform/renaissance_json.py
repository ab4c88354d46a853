"""The document of renaissance-json with what completes it, section by section, and how its updates are read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bottega.conform import renaissance as told
from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Moment, Probe, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games.core import Action
from bottega.games.renaissance.cards import COLOURS
from bottega.games.renaissance.model import SETUP, State
from bottega.players.player import Player
from bottega.players.renaissance import RenaissanceJsonPlayer
from bottega.wire.renaissance_json.numbering import SOLO_TOKENS

_COMPLETED = "The document's authors completed it so, and so do we: "

SECTIONS = (
    Section(
        "errors",
        "Errors",
        "What cannot be parsed gets err_unparsable_message, what comes at the wrong time err_illegal_message.",
    ),
    Section(
        "nickname",
        "Connecting/choosing a nickname",
        "A nickname that is unique gets res_nickname, which says who is first; one that is taken err_nickname.",
    ),
    Section(
        "players_count",
        "Choosing the number of players",
        "The first player sets the number of players: res_players_count, or err_players_count if it cannot be.",
    ),
    Section("game_started", "Game start", "As the game starts all players are told so."),
    Section(
        "leader_choice",
        "Choosing leader cards",
        "Each player is offered leader cards; a good choice is echoed, a wrong one gets err_leader_choice.",
    ),
    Section(
        "resources_choice",
        "Choosing starting resources",
        "Who has not got the inkwell is offered resources; a wrong choice gets err_resources_choice.",
    ),
    Section("update_market", "Updating the market", "Whenever the market changes everybody is told the changed line."),
    Section("update_shelves", "Updating the player's shelves", "Whenever shelves change everybody is told."),
    Section("update_leaders", "Updating the player's leader cards", "Whenever a leader changes everybody is told."),
    Section("update_dev_grid", "Updating the development card grid", "Whenever the grid changes everybody is told."),
    Section(
        "update_dev_card_slot",
        "Updating the player's development card slots",
        "Whenever a card is put into a slot everybody is told.",
    ),
    Section(
        "update_faith_track",
        "Updating the player's position on the faith track",
        "Whenever somebody moves on the faith track everybody is told.",
    ),
    Section("update_solo_token", "Sending the activated solo action token", "The token that was activated is told."),
    Section(
        "swap_shelves",
        "Swapping two shelves' content",
        "A player can swap shelves at any point of the turn; what cannot be swapped gets err_shelf_swap.",
    ),
    Section(
        "leader_actions",
        "Leader actions",
        "A player can activate and discard leaders; what cannot be gets err_leader_activation, err_leader_discard.",
    ),
    Section(
        "get_market",
        "Getting resources from the market",
        "Resources that do not fit as chosen get err_shelves_choice, leaders that do not exist err_leaders_choice, and "
        "nothing changes.",
    ),
    Section(
        "buy_dev_card", "Buy a development card", "A card that cannot be had so gets an error, and nothing changes."
    ),
    Section(
        "activate_prod", "Activate productions", "Productions that cannot be get prod_activation_err; nothing changes."
    ),
    Section(
        "turns",
        "Game phase - Turns",
        _COMPLETED + "update_cur_player says whose turn it is; req_turn_end, after the main action, ends it.",
    ),
    Section("strongbox", "State messages", _COMPLETED + "update_strongbox tells what is in a strongbox."),
    Section("vatican", "State messages", _COMPLETED + "update_vatican_section tells who keeps the tile of a report."),
    Section(
        "winner",
        "State messages",
        _COMPLETED + "update_last_round is told once, update_winner names winner and points.",
    ),
    Section(
        "return",
        "Client-server connection",
        "Who comes back under the own nickname gets the seat and everything that lies on the table again.",
        ruling=True,
    ),
    Section(SECRETS, "Choosing leader cards", "Leaders that somebody has not played are told to nobody else."),
    WHOLE_GAME,
)

KINDS = {
    "err_illegal_message": "errors",
    "err_unparsable_message": "errors",
    "res_nickname": "nickname",
    "err_nickname": "nickname",
    "res_players_count": "players_count",
    "err_players_count": "players_count",
    "game_started": "game_started",
    "offer_leader": "leader_choice",
    "res_leader_choice": "leader_choice",
    "err_leader_choice": "leader_choice",
    "offer_resources": "resources_choice",
    "res_resources_choice": "resources_choice",
    "err_resources_choice": "resources_choice",
    **{
        kind: kind
        for kind in (
            *("update_market", "update_shelves", "update_leaders", "update_dev_grid", "update_dev_card_slot"),
            *("update_faith_track", "update_solo_token"),
        )
    },
    "update_strongbox": "strongbox",
    "err_shelf_swap": "swap_shelves",
    "err_leader_activation": "leader_actions",
    "err_leader_discard": "leader_actions",
    "err_shelves_choice": "get_market",
    "err_leaders_choice": "get_market",
    "err_dev_card_choice": "buy_dev_card",
    "err_slot_choice": "buy_dev_card",
    "err_payment_shelf_choice": "buy_dev_card",
    "prod_activation_err": "activate_prod",
    "update_cur_player": "turns",
    "res_turn_end": "turns",
    "update_vatican_section": "vatican",
    "update_last_round": "winner",
    "update_winner": "winner",
    "update_player_status": "return",
}
ADDED = {
    "player": "",
    "left": "update_dev_grid",
    "isDiscarded": "update_leaders",
    "card_index": "update_leaders",
    "isLiM": "update_faith_track",
}
"""Fields that the document does not have, and where we add them: who lacks them follows the document."""
STARTED = ("nicknames", "market", "dev_card_grid", "rows", "columns")
"""What game_started may tell: "indices reference the data given in game start", and the updates tell it again."""
MARBLES = ("Coin", "Stone", "Servant", "Shield", "Faith", "Zero")
TOKENS = {index: token for token, index in SOLO_TOKENS.items()}


class RenaissanceJsonKit(ServerKit):
    """How a server of renaissance-json is examined."""

    dialect = "renaissance-json"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"nickname", "players_count"})
    greets = False
    free_order = True
    private = frozenset({"offer_leader", "res_leader_choice"})
    returns = True
    return_section = "return"
    drops = 1
    dealt = "game_started"

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self.probes = PROBES  # type: ignore[misc]  # they are below

    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""
        return RenaissanceJsonPlayer(name, chance, count=seats)

    def may_drop(self, state: Any, seat: int) -> bool:
        """Late, and not in the own turn: whether one can come back the document does not say."""
        return isinstance(state, State) and state.turn >= 12 and state.seat != seat

    def tells_secret(self, wrong: str, kind: str) -> bool:
        """A leader that was not played."""
        return kind == "update_leaders" and wrong == "update.card_index is told, which nobody expects there"

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """What is said to people is only looked for."""
        message: dict[str, Any] = json.loads(text)
        kind = str(message["type"])
        if kind == "game_started":
            return kind, {key: message[key] for key in STARTED if key in message}
        value = dict(message)
        if isinstance(message.get("msg"), str):
            value["msg"] = TEXT
        if kind == "update_winner":
            update = {key: part for key, part in message["update"].items() if key != "msg"}
            points = sorted(update["victory_points"], key=lambda each: str(each["nickname"]))
            value["update"] = {"winners": None, **update, "victory_points": points}
        elif kind == "update_shelves":
            value["update"] = sorted(message["update"], key=lambda shelf: int(shelf["index"]))
        elif kind == "offer_resources":
            value["res_type"] = sorted(message["res_type"])
        return kind, value

    def rank(self, kind: str, value: Any) -> bytes:
        """By what the document has, before what we add."""
        update = value.get("update") if isinstance(value, dict) else None
        plain = {key: part for key, part in update.items() if key not in ADDED} if isinstance(update, dict) else update
        return super().rank(kind, [plain, value])

    def settle(self, kind: str, should: Any, does: Any) -> tuple[Any, Any]:
        """What the document does not have may be missing."""
        if kind == "game_started":
            return as_far_as(should, does), does
        for key, where in ADDED.items():
            if where and where != kind:
                continue
            if key not in does:
                should = {name: part for name, part in should.items() if name != key}
            inner, outer = should.get("update"), does.get("update")
            if isinstance(inner, dict) and isinstance(outer, dict) and key in inner and key not in outer:
                should = {**should, "update": {name: part for name, part in inner.items() if name != key}}
        return should, does

    # -- what was dealt -----------------------------------------------------------------------------------------------

    def deal(self, heard: Heard) -> Deal | None:
        """Market and grid are told to everybody, leaders to each."""
        offers: dict[str, list[int]] = {}
        rows: dict[int, list[str]] = {}
        tops: dict[int, int] = {}
        names: list[str] = []
        slide = ""
        for name, texts in heard.items():
            for message in map(json.loads, texts):
                update = message.get("update")
                if message["type"] == "offer_leader":
                    offers[name] = [leader + 1 for leader in message["leaders_id"]]
                elif message["type"] == "game_started":
                    names = list(message.get("nicknames", names))
                elif message["type"] == "update_market" and update["isRow"]:
                    rows[update["index"]], slide = update["resources"], update["slide_res"]
                elif message["type"] == "update_dev_grid":
                    tops[_pile(update)] = update["card_index"] + 1
        if len(offers) < len(heard) or len(rows) < 3 or len(tops) < 12:
            return None
        marbles = [*(marble for row in sorted(rows) for marble in rows[row]), slide]
        market = told.market(marbles, MARBLES, "update_market")
        return told.dealt(names or list(heard), market, tops, offers)

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | None:
        """The next card of a pile is told with the grid, the token of the solo game alone."""
        if state.phase == SETUP or not told.revealing(state, seat, actions):
            return state
        messages = [json.loads(text) for texts in heard.values() for text in texts]
        if any("err" in str(message["type"]).split("_") for message in messages):
            return state
        if state.solo:
            tokens = [message["update"]["index"] for message in messages if message["type"] == "update_solo_token"]
            if tokens:
                state = told.with_token(state, TOKENS.get(tokens[0]), tokens[0], "update_solo_token")
            elif not any(message["type"] in ("update_winner", "update_dev_grid") for message in messages):
                return None
        grids = [message["update"] for message in messages if message["type"] == "update_dev_grid"]
        tops = {_pile(update): update["card_index"] + 1 for update in grids}
        if not set(told.turned_up(state, seat, actions)) <= set(tops):
            return None
        return told.with_tops(state, seat, actions, tops)


def as_far_as(should: Any, does: Any) -> Any:
    """What should be told, without what is not told at all; of a pile that is told whole, the pile with that card.

    >>> as_far_as({"market": {"grid": [[1]], "slide": 2}, "rows": [1]}, {"market": {"grid": [[3]]}})
    {'market': {'grid': [[1]]}}
    >>> as_far_as([[7], [8]], [[5, 6, 7], [9]])
    [[5, 6, 7], [8]]
    """
    if isinstance(should, dict) and isinstance(does, dict):
        return {key: as_far_as(part, does[key]) for key, part in should.items() if key in does}
    if isinstance(should, list) and isinstance(does, list):
        if len(should) == 1 < len(does) and does.count(should[0]) == 1:
            return does
        if len(should) == len(does):
            return [as_far_as(part, other) for part, other in zip(should, does, strict=True)]
    return should


def _pile(update: Mapping[str, Any]) -> int:
    return int(update["row_index"]) * len(COLOURS) + int(update["col_index"])


# -- what is said aside -----------------------------------------------------------------------------------------------


def _asked(moment: Moment) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(moment.request)
    return asked


def _before(kind: str, **message: object) -> Any:
    """Say this first, instead of a request of that type."""
    return lambda moment: json.dumps(message) if _asked(moment)["type"] == kind else None


def _now(**message: object) -> Any:
    """Say this in one's own turn."""
    return lambda moment: json.dumps(message) if _in_turn(moment) else None


def _in_turn(moment: Moment) -> bool:
    return told.in_turn(moment.state, moment.seats.get(moment.mover))


def _taken(moment: Moment) -> str | None:
    if _asked(moment)["type"] != "req_nickname" or moment.other == moment.mover or moment.state is not None:
        return None
    return json.dumps({"type": "req_nickname", "nickname": moment.other})


def _nothing_stored(moment: Moment) -> str | None:
    """What is taken from the market is neither stored nor discarded."""
    asked = _asked(moment)
    if asked["type"] != "req_get_market" or not asked["choice"]["shelf_choice"]:
        return None
    return json.dumps({**asked, "choice": {**asked["choice"], "shelf_choice": [], "discard_index": []}})


def _no_leader(moment: Moment) -> str | None:
    asked = _asked(moment)
    if asked["type"] != "req_get_market":
        return None
    leaders = [9] * len(asked["choice"]["leaders_choice"])
    return json.dumps({**asked, "choice": {**asked["choice"], "leaders_choice": leaders}})


def _unpaid(moment: Moment) -> str | None:
    """A card for nothing."""
    asked = _asked(moment)
    if asked["type"] != "req_buy_dev_card":
        return None
    return json.dumps({**asked, "choice": {**asked["choice"], "res_choice": []}})


_DEAR = {"row_index": 2, "col_index": 0, "slot_index": 0, "res_choice": []}

PROBES = (
    Probe("nickname", _taken),
    Probe("players_count", _before("req_players_count", type="req_players_count", count=0)),
    Probe("players_count", _before("req_players_count", type="req_players_count", count=9)),
    Probe("leader_choice", _before("req_leader_choice", type="req_leader_choice", choice=[98, 99])),
    Probe("resources_choice", _before("req_resources_choice", type="req_resources_choice", choice={"coin": 5})),
    Probe("errors", lambda moment: '{"type":' if _in_turn(moment) else None),
    Probe("errors", _now(type="req_nickname", nickname="another")),
    Probe("errors", _now(type="req_turn_end"), by_other=True, times=4, often=0.2),
    Probe("errors", lambda moment: moment.request if _in_turn(moment) else None, by_other=True, times=4, often=0.2),
    Probe("swap_shelves", _now(type="req_swap_shelves", choice=[0, 4])),
    Probe("leader_actions", _now(type="req_activate_leader", choice=[5])),
    Probe("leader_actions", _now(type="req_discard_leader", choice=[5])),
    Probe("get_market", _nothing_stored),
    Probe("get_market", _no_leader),
    Probe("buy_dev_card", _unpaid),
    Probe("buy_dev_card", _now(type="req_buy_dev_card", choice=_DEAR)),
    Probe("activate_prod", _now(type="req_activate_prod", productions=[7], inputShelves=[])),
)
