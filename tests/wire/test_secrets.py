"""Nobody is told what they may not know: by no message, size, refusal, log line, metric or work, nor on coming back.

Whole games in every protocol and profile, played in two houses at once (:mod:`tests.wire.twins`): what the viewer may
not know is dealt otherwise in the second, and everything that leaves must be the same.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from random import Random

import msgspec
import pytest

from bottega.games import GAMES
from bottega.games.core import Action
from bottega.games.refusal import Refusal
from bottega.games.renaissance.cards import LEADERS
from bottega.games.renaissance.model import State as Renaissance
from bottega.games.splendor import CARDS
from bottega.games.splendor import State as Splendor
from bottega.players.player import at_once
from bottega.players.renaissance import RenaissanceJsonPlayer
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire import DIALECTS
from bottega.wire.house import words
from tests.wire.twins import Aside, Keep, State, Twins, anew
from trials.chaos.guests import ROLES

pytestmark = pytest.mark.slow

MOMENTS = 800
WEB = {"x": "splendor", "y": "sagrada", "z": "renaissance"}
"""The marks of the house protocol, once for each game."""


def _piles(state: State, other: State) -> State:
    return msgspec.structs.replace(other, grid=state.grid)


KEPT: dict[str, Keep] = {"piles": _piles}
"""What a profile that says so gives away: that part of a state is no secret to its client."""


def _given_away(listener: str) -> tuple[str, ...]:
    dialect, _, profile = listener.partition("+")
    return () if dialect == "http" else DIALECTS[dialect].PROFILES[profile].gives_away


def _keep(listener: str) -> Keep:
    """Leave to the client of a protocol what its profile gives away, and nothing else."""
    parts = [KEPT[part] for part in _given_away(listener)]
    return lambda state, other: reduce(lambda kept, part: part(state, kept), parts, other)


def _game(mark: str) -> str:
    return WEB[mark] if mark in WEB else DIALECTS[ROLES[mark].listener.partition("+")[0]].GAME


def _company(mark: str) -> list[str]:
    """The other doors to the same game; cards are reserved unseen in the house protocol only."""
    if mark == "x":
        return ["http"]
    return [role.listener for other, role in ROLES.items() if other != mark and _game(other) == _game(mark)]


# -- what is said aside ---------------------------------------------------------------------------------------------


def _hidden_card(position: AnyPosition, name: str, chance: Random) -> int:
    """A card that lies neither on the table nor in the own hand."""
    state = position.playing(Splendor)
    own = state.players[position.seat_of(name) or 0].reserved
    return chance.choice([card for card in range(len(CARDS)) if card not in state.face_up and card not in own])


def _splendor(first: int) -> Aside:
    def aside(position: AnyPosition, name: str, chance: Random) -> str:
        card, kind = _hidden_card(position, name, chance) + first, chance.choice(["claim_card", "buy_card"])
        return json.dumps({"request_type": kind, "client_id": "?", "card_id": card, "place": "table"})

    return aside


def _sagrada_text(position: AnyPosition, name: str, chance: Random) -> str:
    seat = chance.randrange(len(position.seats))
    questions = ["priv", "pub", "tool", "draftpool", "roundtrack", "players", "game_status", "schema draft"]
    return f"GET {chance.choice([*questions, f'schema {seat}', f'favor_tokens {seat}'])}"


def _sagrada_json(position: AnyPosition, name: str, chance: Random) -> str:
    wrong = {"id": "place", "x": chance.randrange(5), "y": chance.randrange(4), "index": 99}
    return json.dumps(chance.choice([{"id": "show_table"}, wrong, {"id": "toolcard", "num": 99}]))


def _other_leader(position: AnyPosition, name: str, chance: Random) -> int:
    """A leader that is not the player's own."""
    own = position.playing(Renaissance).players[position.seat_of(name) or 0].offered
    return chance.choice([leader for leader in LEADERS if leader not in own])


def _renaissance_json(position: AnyPosition, name: str, chance: Random) -> str:
    leader = _other_leader(position, name, chance) - 1
    return json.dumps(
        chance.choice(
            [
                {"type": "req_leader_choice", "choice": [leader, leader]},
                {"type": "req_activate_leader", "choice": [7]},
                {"type": "req_buy_dev_card", "choice": {"level": 9, "color": "green", "slot_index": 9}},
            ]
        )
    )


def _renaissance_steps(position: AnyPosition, name: str, chance: Random) -> str:
    leader = {"id": f"{_other_leader(position, name, chance)}L"}
    return json.dumps(
        chance.choice(
            [
                {"type": "playLeader", "data": leader},
                {"type": "discardLeader", "data": leader},
                {"type": "chooseLeader", "data": [leader, leader]},
                {"type": "depositResource", "data": {"id": 9, "res": "coin"}},
            ]
        )
    )


def _renaissance_events(position: AnyPosition, name: str, chance: Random) -> str:
    leader = _other_leader(position, name, chance) - 1
    return json.dumps(
        chance.choice(
            [
                {"type": "ReqLeaderAction", "leader": leader, "isActivate": True},
                {"type": "ReqLeaderAction", "leader": leader, "isActivate": False},
                {"type": "ReqChooseLeaders", "leaders": [leader, leader]},
                {"type": "ReqBuyDevCard", "color": "Green", "level": 9, "devSlot": 9, "resContainers": {}},
            ]
        )
    )


_NOTATIONS = {
    "splendor": [f"{verb} {card}" for verb in ("buy", "reserve") for card in range(0, len(CARDS), 7)]
    + ["reserve deck1", "reserve deck3"],
    "sagrada": ["place R1@0", "tool 6", "tool 7", "window Batllo", "roll", "end"],
    "renaissance": [
        "play 1",
        "play 2",
        "discard 1",
        "discard 2",
        "keep 3 4",
        "buy G1 1",
        "buy P3 2",
        "market r1",
        "end",
    ],
}


def _house(position: AnyPosition, name: str, chance: Random) -> str:
    """Why may I not? What anybody may do now, and what nobody may; and what did I miss?"""
    seats, table = range(len(position.seats)), position.charter.id
    if chance.random() < 0.2:
        return json.dumps({"type": "watch", "cmd_id": "aside", "table": table, "since": max(0, position.seq - 3)})
    legal = [str(action) for seat in seats for action in position.game.legal(position.state, seat)]
    actions = [chance.choice([*legal, *_NOTATIONS[position.charter.game]])]
    return json.dumps({"type": "why", "cmd_id": "aside", "table": table, "actions": actions})


ASIDE: dict[str, Aside] = {
    "splendor-json": _splendor(0),
    "splendor-json+original": _splendor(1),
    "sagrada-text": _sagrada_text,
    "sagrada-text+original": _sagrada_text,
    "sagrada-json": _sagrada_json,
    "sagrada-json+original": _sagrada_json,
    "renaissance-json": _renaissance_json,
    "renaissance-steps": _renaissance_steps,
    "renaissance-events": _renaissance_events,
    "renaissance-steps+original": _renaissance_steps,
    "http": _house,
}


# -- the tests ------------------------------------------------------------------------------------------------------


def test_every_door_is_tried() -> None:
    """Every protocol, with every profile, has somebody who plays it here."""
    doors = {f"{name}{profile and '+'}{profile}" for name, each in DIALECTS.items() for profile in each.PROFILES}
    assert {role.listener for role in ROLES.values()} == {*doors, "http"}
    assert ASIDE.keys() == {*doors, "http"}


def _played(mark: str, seed: int, patch: pytest.MonkeyPatch, keep: Keep) -> Twins:
    role = ROLES[mark]
    twins = Twins(patch, role.listener, Random(seed), keep)
    patch.setattr("bottega.players.house.OPTIONS", {})
    twins.play(role.make(twins.name, Random(seed), at_once), _company(mark), MOMENTS, ASIDE[role.listener])
    return twins


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("mark", ROLES, ids=lambda mark: f"{ROLES[mark].listener}-{_game(mark)}")
def test_a_player_sees_no_difference(mark: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game with refusals, questions, broken connections and skipped turns, among players of other protocols:
    the player, a spectator and a reader of the lobby are sent the same, the log says the same, and what is asked is
    answered with the same work. What a profile gives away, and only that, is the same in both houses.
    """
    twins = _played(mark, seed, monkeypatch, _keep(ROLES[mark].listener))
    assert twins.position.started
    assert twins.done["dealt anew"] > 50
    assert twins.done["ask"] > 5
    if mark in WEB and twins.position.finished:
        twins.say(json.dumps({"type": "rematch", "cmd_id": "again", "table": twins.position.charter.id}))
        assert twins.done["say"]


ALONE = [mark for mark in ROLES if _game(mark) == "renaissance" and mark not in WEB]


@pytest.mark.parametrize("mark", ALONE, ids=lambda mark: ROLES[mark].listener)
def test_whoever_plays_alone_sees_no_difference(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against Lorenzo, whose tokens lie face down."""
    listener = ROLES[mark].listener
    twins = Twins(monkeypatch, listener, Random(3), _keep(listener))
    player = ROLES[mark].make(twins.name, Random(3), at_once)
    assert isinstance(player, RenaissanceJsonPlayer)
    player.count = 1
    twins.play(player, (), MOMENTS, ASIDE[listener])
    assert twins.position.started
    assert len(twins.position.seats) == 1
    assert twins.done["dealt anew"] > 20


@pytest.mark.parametrize(("game", "seats"), [*((game, 3) for game in GAMES), ("sagrada", 1), ("renaissance", 1)])
def test_a_spectator_sees_no_difference(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever only looks on is told nothing that a player knows alone, by no step, snapshot or what was missed."""
    marks = [mark for mark in ROLES if _game(mark) == game and (game != "splendor" or mark in WEB)]
    for seed in range(2):
        twins = Twins(monkeypatch, "http", Random(seed))
        twins.look_on(game, seats, [ROLES[mark].listener for mark in marks], 300)
        assert twins.done["dealt anew"] > 15
        assert twins.done["watch again"] or seats == 1


@pytest.mark.parametrize(
    "mark", [mark for mark, role in ROLES.items() if _given_away(role.listener)], ids=lambda mark: ROLES[mark].listener
)
def test_what_a_profile_says_is_what_it_gives_away(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without that part being the same the client does see a difference: the profile claims no more than is so."""
    with pytest.raises(AssertionError, match="told otherwise"):
        _played(mark, 1, monkeypatch, anew)


@pytest.mark.parametrize("game", GAMES)
def test_a_difference_would_be_seen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were spectators shown what the first player sees, a few evenings would show it: the fault is planted here."""
    honest = words.view_of
    monkeypatch.setattr(words, "view_of", lambda position, seat: honest(position, seat or 0))

    def look_on() -> None:
        for evening in range(5):
            Twins(monkeypatch, "http", Random(evening)).look_on(game, 2, ["http"], 400)

    with pytest.raises(AssertionError, match="told otherwise"):
        look_on()


def test_more_work_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were an answer dearer for certain leaders of others, it would be noticed: the fault is planted here."""
    honest = Table.why_not

    def dearer(table: Table, seat: int, actions: str | Sequence[Action]) -> Refusal | None:
        for player in table.position.playing(Renaissance).players:
            for leader in player.leaders:
                hash(leader) if leader % 2 else None
        return honest(table, seat, actions)

    monkeypatch.setattr(Table, "why_not", dearer)
    with pytest.raises(AssertionError, match="calls in one house"):
        _played("z", 1, monkeypatch, anew)
