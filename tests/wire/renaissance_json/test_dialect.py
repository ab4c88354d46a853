"""renaissance-json: the state machine, news of other protocols' moves, secrecy, and input of all sorts."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.renaissance import LEADERS, State
from bottega.limits import ASK_SECONDS
from bottega.players.renaissance_json import Picture, decoded, differences, encoded
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import Settings
from bottega.table.position import Setup
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_json import requests
from bottega.wire.renaissance_json.dialect import REFUSALS, RenaissanceJson
from bottega.wire.renaissance_json.dialect import State as Standing
from bottega.wire.renaissance_json.words import everything, game_started, offer_leader
from bottega.wire.shared.renaissance import game, names
from tests.strategies import Moment, moments, seeds
from tests.wire.stage import Peer, Stage

SHAPES = [
    shape
    for shape in vars(requests).values()
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and shape.__module__ == requests.__name__
]
"""Everything that a request may be read as."""

NICKNAMES = ("ann", "bob", "cid", "dan")


def seated(count: int, seed: int = 0xE4) -> tuple[Stage, dict[str, Peer]]:
    """A table that has just started, with so many players of this dialect in their order of play."""
    stage = Stage(Settings(turn_seconds=0), seed)
    peers = {}
    for name in NICKNAMES[:count]:
        peers[name] = stage.connect("renaissance-json")
        peers[name].says(encoded({"type": "req_nickname", "nickname": name}))
    peers["ann"].says(encoded({"type": "req_players_count", "count": count}))
    return stage, {name: peers[name] for name in names(stage.table.position)}


def heard(peer: Peer) -> list[dict[str, Any]]:
    """What a peer was sent since it was asked last."""
    messages = [decoded(line) for line in peer.inbox]
    peer.inbox.clear()
    return messages


# -- the state machine ----------------------------------------------------------------------------------------------


def in_state(state: Standing) -> tuple[Stage, Peer]:
    """A connection in the given state."""
    if state in (Standing.GREETED, Standing.QUEUED, Standing.ASKED, Standing.WAITING):
        stage = Stage(Settings(turn_seconds=0))
        first = stage.connect("renaissance-json")
        peer = stage.connect("renaissance-json") if state is Standing.QUEUED else first
        if state is not Standing.GREETED:
            first.says(encoded({"type": "req_nickname", "nickname": "ann"}))
        if state is Standing.QUEUED:
            peer.says(encoded({"type": "req_nickname", "nickname": "bob"}))
        if state is Standing.WAITING:
            peer.says(encoded({"type": "req_players_count", "count": 2}))
        return stage, peer
    stage, peers = seated(2)
    first, second = peers.values()
    table = stage.table
    if state in (Standing.LEADERS, Standing.RESOURCES, Standing.READY):
        if state is not Standing.LEADERS:
            table.move(1, [renaissance.legal(game(table.position), 1)[0]])
        if state is Standing.READY:
            table.move(1, "bonus coin@1")
        return stage, second
    for seat in (0, 1):
        table.skip(seat)
    if state is Standing.ACTED:
        after = renaissance.apply(game(table.position), 0, renaissance.Action.from_text("market r1"))
        discards = [f"discard {name}" for name, left in _named(after.pending) for _ in range(left)]
        table.move(0, "; ".join(["market r1", *discards]))
    if state is Standing.OVER:
        table.end(EndReason.ABANDONED)
    return stage, second if state is Standing.IDLE else first


def _named(pending: tuple[int, ...]) -> list[tuple[str, int]]:
    return list(zip(renaissance.cards.RESOURCES, pending, strict=False))


@pytest.mark.parametrize("state", Standing)
def test_wrong_time(state: Standing) -> None:
    """In every state every request that has no place there is err_illegal_message and changes nothing."""
    stage, peer = in_state(state)
    assert isinstance(peer.dialect, RenaissanceJson)
    assert peer.dialect.state is state
    peer.inbox.clear()
    machine = RenaissanceJson.machine
    for kind in sorted([*machine.messages, *machine.aliases]):
        if machine.row(state, kind) is not None:
            continue
        before = [table.position for table in stage.house.tables.values()]
        peer.says(encoded({"type": kind}))
        (answer,) = heard(peer)
        assert answer["type"] == "err_illegal_message"
        assert len(answer["msg"]) > 10
        assert before == [table.position for table in stage.house.tables.values()]
    assert peer.closed is None


def test_every_state_has_its_refusal() -> None:
    """Whatever comes at the wrong time is told why, in the words of its state."""
    assert REFUSALS.keys() == set(Standing)


def test_nickname_with_a_password() -> None:
    """A nickname that belongs to an account cannot be used without its password."""
    stage = Stage()
    stage.house.accounts.login("ann", "secret", lambda _: None)
    peer = stage.connect("renaissance-json")
    peer.says(encoded({"type": "req_nickname", "nickname": "ann"}))
    assert heard(peer)[0]["type"] == "err_nickname"


def test_seat_of_a_browser() -> None:
    """A seat that was taken with a secret does not come back by its nickname alone."""
    stage = Stage(Settings(turn_seconds=0))
    table = stage.house.open("renaissance", Setup(seats=2))
    stage.house.reception.sit(table, Sitting("eve", key="hash of a secret"), None, lambda _: None)
    peers = [stage.connect("renaissance-json") for _ in range(2)]
    peers[0].says(encoded({"type": "req_nickname", "nickname": "ann"}))
    assert table.position.started
    peers[1].says(encoded({"type": "req_nickname", "nickname": "eve"}))
    assert [message["type"] for message in heard(peers[1])] == ["err_nickname"]


# -- requests -------------------------------------------------------------------------------------------------------


def on_turn(state: State) -> tuple[Stage, Peer, Peer]:
    """Two players in a prepared state, the one on turn first."""
    stage, peers = seated(2)
    stage.set_state(offered(state).to_text())
    first, second = peers.values()
    for peer in (first, second):
        peer.inbox.clear()
    return stage, first, second


RICH = player(
    ("1 coin", "2 stone", ""), box="9 coin 9 stone 9 servant 9 shield", leaders=(1, 13), slots=((1,), (4,), ())
)
"""Somebody who can do a lot."""


@pytest.mark.parametrize(
    ("request_", "kinds"),
    [
        ({"type": "req_get_market",
          "choice": {"market_index": 0, "isRow": True, "discard_index": [0, 1], "shelf_choice": []}},
         ["market", "shelves", "faith_track", "faith_track"]),
        ({"type": "req_activate_prod", "productions": [0],
          "inputBlanksRepl": [{"prodID": 0, "resources": ["coin", "coin"]}],
          "outputBlanksRepl": [{"prodID": 0, "resources": ["stone"]}],
          "inputShelves": [{"prodID": 0, "mappings": [{"res": "coin", "shelf": 5, "amount": 2}]}]},
         ["shelves", "strongbox"]),
        ({"type": "req_swap_shelves", "choice": [1, 2]}, ["shelves"]),
        ({"type": "req_activate_leader", "choice": [0]}, ["leaders"]),
        ({"type": "req_discard_leader", "choice": [1]}, ["leaders", "faith_track"]),
    ],
)  # fmt: skip
def test_moves_are_told_to_everybody(request_: dict[str, Any], kinds: list[str]) -> None:
    """Whoever moves gets no answer but what everybody is told."""
    state = table(RICH, player(leaders=(2, 3)), line="r1", marbles="yellow grey red white")
    _, first, second = on_turn(state)
    first.says(encoded(request_))
    told = heard(first)
    assert [message["type"].removeprefix("update_") for message in told] == kinds
    assert heard(second) == told


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"type": "req_buy_dev_card", "level": 1, "color": "green", "slot_index": 0,
          "res_choice": [{"res_type": "Coin", "shelf_index": 5}]}, "err_slot_choice"),
        ({"type": "req_buy_dev_card", "level": 1, "color": "green", "slot_index": 2,
          "res_choice": [{"res_type": "Servant", "shelf_index": 0, "amount": 4}]}, "err_payment_shelf_choice"),
        ({"type": "req_activate_leader", "choice": [1]}, "err_leader_activation"),
        ({"type": "req_swap_shelves", "choice": [0, 1]}, "err_shelf_swap"),
        ({"type": "req_activate_prod", "productions": [1], "inputShelves":
          [{"prodID": 1, "mappings": [{"res": "shield", "shelf": 2}]}]}, "prod_activation_err"),
        ({"type": "req_activate_prod", "productions": [{"id": 1, "inputShelves":
          [{"shelf": 2, "res": {"type": "shield"}}]}]}, "err_shelf_map_choice"),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_has_the_request_s_error(request_: dict[str, Any], error: str) -> None:
    """A refused move is told to its player alone and changes nothing."""
    stage, first, second = on_turn(table(RICH, player(leaders=(2, 3))))
    before = stage.table.position
    first.says(encoded(request_))
    assert [message["type"] for message in heard(first)] == [error]
    assert stage.table.position is before
    assert heard(second) == []


def test_equal_contents_change_places() -> None:
    """Nothing has to move, so nothing is written down: the asker is shown the shelves."""
    mover = player(("", "2 stone", ""), depots=(2,), leaders=(5, 13), played=(5,))
    stage, first, second = on_turn(table(mover, player(leaders=(2, 3))))
    before = stage.table.position
    first.says(encoded({"type": "req_swap_shelves", "choice": [1, 3]}))
    assert [message["type"] for message in heard(first)] == ["update_shelves"]
    assert stage.table.position is before
    assert heard(second) == []


def test_set_up_choices_are_echoed() -> None:
    """Kept leaders and resources are confirmed to their player; a choice of others is repeated and refused."""
    stage, peers = seated(2)
    _, second = peers.values()
    (offer,) = [message for message in heard(second) if message["type"] == "offer_leader"]
    second.says(encoded({"type": "req_leader_choice", "choice": [99, 98]}))
    (error,) = heard(second)
    assert error["msg"].startswith("invalid leader cards chosen: 99, 98; you were offered")
    second.says(encoded({"type": "req_leader_choice", "choice": offer["leaders_id"][:2]}))
    assert [message["type"] for message in heard(second)] == ["res_leader_choice", "offer_resources"]
    second.says(encoded({"type": "req_resources_choice", "choice": {"coin": 1}}))
    echo, shelves = heard(second)
    assert (echo["choice"], shelves["type"]) == ({"Coin": 1}, "update_shelves")
    assert game(stage.table.position).players[1].ready


def test_a_number_of_players_that_cannot_be() -> None:
    """It is refused with the number and the reason, and may be given again."""
    stage = Stage()
    peer = stage.connect("renaissance-json")
    peer.says(encoded({"type": "req_nickname", "nickname": "ann"}))
    for count in (0, 5):
        peer.inbox.clear()
        peer.says(encoded({"type": "req_players_count", "count": count}))
        (error,) = heard(peer)
        assert error["type"] == "err_players_count"
        assert error["msg"].startswith(f"illegal number of players: {count}; ")
    peer.says(encoded({"type": "req_players_count", "count": 2}))
    assert [message["type"] for message in heard(peer)] == ["res_players_count"]


def test_too_slow() -> None:
    """Whoever does not say how many play makes way for the next in the queue, and may come in again."""
    stage = Stage(Settings(turn_seconds=0))
    ann, bob = stage.connect("renaissance-json"), stage.connect("renaissance-json")
    for name, peer in (("ann", ann), ("bob", bob)):
        peer.says(encoded({"type": "req_nickname", "nickname": name}))
    for peer in (ann, bob):
        peer.inbox.clear()
    stage.wait(ASK_SECONDS + 1)
    assert [message["type"] for message in heard(ann)] == ["err_players_count"]
    assert heard(bob) == [{"type": "res_nickname", "isFirst": True}]
    ann.says(encoded({"type": "req_nickname", "nickname": "ann"}))
    assert heard(ann) == [{"type": "res_nickname", "isFirst": False}]


def test_coming_back_in_the_middle_of_set_up() -> None:
    """Everything that may be known, the offer that is still open, and who else is gone."""
    stage, peers = seated(3)
    first, second, third = peers
    for name in (third, first, second):
        peers[name].drops()  # the house chooses for those who are gone, but not for the last
    back = stage.connect("renaissance-json")
    back.says(encoded({"type": "req_nickname", "nickname": second}))
    told = [message["type"] for message in heard(back)]
    assert told[:2] == ["res_nickname", "game_started"]
    assert told[-3:] == ["offer_leader", "update_player_status", "update_player_status"]


def test_productions_begun_elsewhere_are_undone() -> None:
    """This protocol has no half moves: whoever comes back to productions under way starts over."""
    stage, first, second = on_turn(table(RICH, player(leaders=(2, 3))))
    second.drops()
    stage.table.move(0, "produce slot 1")
    first.drops()  # nobody is left, so the turn waits
    assert game(stage.table.position).production is not None
    back = stage.connect("renaissance-json")
    back.says(encoded({"type": "req_nickname", "nickname": names(stage.table.position)[0]}))
    assert game(stage.table.position).production is None
    assert [message["type"] for message in heard(back)][-2:] == ["update_player_status", "update_shelves"]


def test_presence_is_told() -> None:
    """Somebody is gone, then back; the last one at the table is told so."""
    stage, peers = seated(2)
    first, second = peers
    peers[first].inbox.clear()
    peers[second].drops()
    (gone, *_) = heard(peers[first])
    assert gone["update"] == {"isActive": False}
    assert gone["msg"].endswith("you are the last one at the table")
    stage.connect("renaissance-json").says(encoded({"type": "req_nickname", "nickname": second}))
    back = heard(peers[first])[-1]
    assert (back["type"], back["update"], back["msg"]) == (
        "update_player_status",
        {"isActive": True},
        f"{second} is back",
    )


# -- news -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(3))
def test_fine_grained_moves(count: int, number: int) -> None:
    """Moves that come one small action at a time, as other protocols make them, keep every picture true."""
    stage, peers = seated(count, 500 + number)
    pictures = {name: Picture(name) for name in peers}
    random = Random(number)
    table = stage.table
    for _ in range(2500):
        for name, peer in peers.items():
            for message in heard(peer):
                pictures[name].hear(message)
        position = table.position
        who = names(position)
        for seat, name in enumerate(who):
            assert differences(pictures[name], renaissance.view(game(position), seat), who) == []
        actors = renaissance.actors(game(position))
        if not actors:
            return
        seat = random.choice(actors)
        if random.random() < 0.02:
            table.skip(seat)
        else:
            table.move(seat, [random.choice(renaissance.legal(game(position), seat))])
    raise AssertionError("the game does not end")


def test_solo_turns_in_one_entry_each() -> None:
    """A batch that is a whole solo turn tells its market line and its token, one turn after the other."""
    stage, peers = seated(1)
    stage.table.skip(0)
    picture = Picture("ann")
    turn = "market {line}; discard {left}; end"
    for line in ("r1", "c2"):
        after = renaissance.apply(game(stage.table.position), 0, renaissance.Action.from_text(f"market {line}"))
        left = " ".join(name for name, count in _named(after.pending) for _ in range(count))
        stage.table.move(0, turn.format(line=line, left=left))
    messages = heard(peers["ann"])
    assert [m["update"]["isRow"] for m in messages if m["type"] == "update_market"][-2:] == [True, False]
    assert len([m for m in messages if m["type"] == "update_solo_token"]) == 2
    for message in messages:
        picture.hear(message)
    view = renaissance.view(game(stage.table.position), 0)
    assert differences(picture, view, ("ann",)) == []


def test_pending_white_marbles_are_settled() -> None:
    """White marbles that another protocol left undecided become something before the turn ends."""
    stage, peers = seated(2)
    mover = player(played=(9, 10), leaders=(9, 10), slots=((1,), (4,), (8,)))
    state = table(mover, player(leaders=(2, 3)), line="r1", marbles="white white yellow white")
    stage.set_state(renaissance.apply(offered(state), 0, renaissance.Action.from_text("market r1")).to_text())
    first = next(iter(peers.values()))
    first.inbox.clear()
    first.says(encoded({"type": "req_turn_end"}))
    assert heard(first)[0] == {"type": "res_turn_end"}
    after = game(stage.table.position)
    assert after.seat == 1
    assert sum(after.players[0].counts) + after.players[1].faith == 4


def offered(state: State) -> State:
    """The state with the leaders not kept dealt so that nobody shares one."""
    free = iter(sorted(set(LEADERS) - {leader for one in state.players for leader in one.leaders}))
    players = (replace(one, offered=(*one.leaders, next(free), next(free))) for one in state.players)
    return replace(state, players=tuple(players))


def test_somebody_leaves_for_good() -> None:
    """Who quits is reported; the only one who stays wins by walkover and is told so."""
    stage, peers = seated(2)
    first, second = peers
    peers[first].inbox.clear()
    stage.table.quit(second)
    status, end = heard(peers[first])
    assert (status["type"], status["player"], status["update"]) == (
        "update_player_status",
        second,
        {"isActive": False},
    )
    assert end["update"]["winners"] == [first]
    assert "others have left" in end["update"]["msg"]


def test_a_bot_takes_over() -> None:
    """A seat that a bot plays, and one that is given back, are reported as active."""
    stage, peers = seated(2)
    first, second = peers
    peers[second].drops()  # whoever is here has the seat back at once
    peers[first].inbox.clear()
    stage.table.play_by_bot(1, "random")
    stage.table.play_by_bot(1, "")
    told = heard(peers[first])
    assert [message["update"]["isActive"] for message in told] == [True, True]
    assert [message["msg"] for message in told] == [f"a bot plays for {second}", f"{second} plays again"]


def test_abandoned() -> None:
    """A game that ends without a winner says so."""
    stage, peers = seated(2)
    for peer in peers.values():
        peer.inbox.clear()
    stage.table.end(EndReason.ABANDONED)
    for peer in peers.values():
        (end,) = heard(peer)
        assert end["update"]["winners"] == []
        assert "without a winner" in end["update"]["msg"]


# -- secrecy --------------------------------------------------------------------------------------------------------


@given(moment=moments("renaissance", most=150), seed=seeds)
@settings(max_examples=40, deadline=None)
def test_nobody_is_told_secrets(moment: Moment, seed: bytes) -> None:
    """Whatever a viewer must not know can be dealt anew without changing a byte of what they are told."""
    state = moment.state
    who = NICKNAMES[: len(state.players)]

    def public(of: State) -> list[str]:
        view = renaissance.view(of, None)
        return [write_object(message) for message in (game_started(who, view), *everything(who, of))]

    assert public(state) == public(renaissance.redeal(state, None, seed))
    for seat in range(len(who)):
        other = renaissance.redeal(state, seat, seed)
        offers = [offer_leader(renaissance.view(one, seat).players[seat]) for one in (state, other)]
        assert offers[0] == offers[1]


# -- garbage --------------------------------------------------------------------------------------------------------

_NUMBERS = st.integers(-2, 6) | st.sampled_from([10**9, 10**18, -(10**30)])
_WORDS = st.sampled_from(["Coin", "stone", "Faith", "Zero", "strongbox", "", "green", "ann"])
_SCALARS = st.none() | st.booleans() | _NUMBERS | _WORDS | st.floats(allow_nan=False, allow_infinity=False)
_KEYS = st.sampled_from(
    sorted({field for shape in SHAPES for field in shape.__struct_fields__} | {"choice", "type", "nickname", "count"})
)
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=6), max_leaves=12
)
_SHELF = st.fixed_dictionaries({"shelf_index": _NUMBERS, "res_amount": _NUMBERS}, optional={"res_type": _WORDS})
_VISIT = st.fixed_dictionaries(
    {"market_index": st.integers(0, 2), "isRow": st.booleans(), "shelf_choice": st.lists(_SHELF, max_size=3)},
    optional={"discard_index": st.lists(_NUMBERS, max_size=3), "leaders_choice": st.lists(_NUMBERS, max_size=4)},
)
_PAID = st.fixed_dictionaries({"res_type": _WORDS, "shelf_index": _NUMBERS | _WORDS, "amount": _NUMBERS})
_PURCHASE = st.fixed_dictionaries(
    {"row_index": _NUMBERS, "col_index": _NUMBERS, "slot_index": _NUMBERS, "res_choice": st.lists(_PAID, max_size=3)}
)
_ANY_REQUEST = st.builds(
    lambda kind, fields: {**fields, "type": kind},
    st.sampled_from([*sorted(RenaissanceJson.machine.messages), *RenaissanceJson.machine.aliases, "dance"]),
    st.dictionaries(_KEYS, _VALUES, max_size=8),
)
_REQUESTS = (
    _ANY_REQUEST
    | st.builds(lambda choice: {"type": "req_get_market", "choice": choice}, _VISIT)
    | st.builds(lambda choice: {"type": "req_get_market", **choice}, _VISIT)
    | st.builds(lambda choice: {"type": "req_buy_dev_card", "choice": choice}, _PURCHASE)
)


@pytest.mark.slow
@given(moment=moments("renaissance", most=120), requests=st.lists(_REQUESTS, min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_garbage(moment: Moment, requests: list[dict[str, object]]) -> None:
    """Any request at any moment: one error that explains itself and nothing changed, or a change that all are told."""
    count = len(moment.state.players)
    stage, peers = seated(count)
    table = stage.table
    stage.set_state(moment.state.to_text())
    peer = peers[names(table.position)[moment.seat or 0]]
    for request in requests:
        for one in peers.values():
            one.inbox.clear()
        before = table.position
        peer.says(encoded(request))
        assert peer.closed is None
        answers = heard(peer)
        errors = [answer for answer in answers if answer["type"].startswith("err_") or answer["type"].endswith("_err")]
        if errors:
            assert answers == errors
            assert len(errors) == 1
            assert errors[0]["msg"]
            assert table.position is before
            assert not any(one.inbox for one in peers.values())
        else:
            assert answers


@pytest.mark.parametrize(
    "line",
    [
        None,
        "",
        "{",
        "null",
        "9" * 5000,
        '{"type":' + "[" * 5000,
        '{"type":"req_players_count","count":' + "9" * 400 + "}",
        '{"type":"\\ud800"}',
        '{"type":"req_nickname","nickname":null}',
        '{"type":"req_nickname","nickname":"a\\nb"}',
    ],
)
def test_lines_of_all_sorts(line: str | None) -> None:
    """Whatever a line holds, one error answers it and the connection goes on."""
    stage = Stage()
    peer = stage.connect("renaissance-json")
    peer.says(line)
    (answer,) = heard(peer)
    assert answer["type"] in ("err_unparsable_message", "err_illegal_message", "err_nickname")
    peer.says(encoded({"type": "req_nickname", "nickname": "ann"}))
    assert heard(peer) == [{"type": "res_nickname", "isFirst": True}]
