"""What may be written in which way, and what is said of what may not."""

from __future__ import annotations

import json

import pytest

from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_steps import messages
from bottega.wire.renaissance_steps.messages import (
    BASE,
    Bonus,
    BuyCard,
    CardProduction,
    ChooseLeaders,
    Deposit,
    ExtraOutput,
    ExtraProduction,
    LeaderInHand,
    ListedLeader,
    MarketLine,
    MoveResource,
    OneResource,
    P,
    Payload,
    PlayerNumber,
    Production,
    ProductionUnknown,
    Register,
    Request,
    Resource,
    Side,
    WarehousePickUp,
    read_payload,
    read_request,
)


def read(shape: type[P], data: object, kind: str = "command") -> P:
    """A payload as it is read from a message."""
    return read_payload(read_request(json.dumps({"type": kind, "data": data})), shape)


def fault(shape: type[Payload], data: object) -> str:
    """What is wrong with it."""
    with pytest.raises(BadRequest) as bad:
        read(shape, data)
    return str(bad.value)


# -- the envelope -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PassCommand", "it.polimi.ingsw.network.messages.commands.PassCommand"])
def test_a_class_may_come_with_its_package(kind: str) -> None:
    """Only the last part of the type matters; data that is missing or null is empty."""
    assert read_request(json.dumps({"type": kind, "data": {}})) == Request("PassCommand", {})
    assert read_request(json.dumps({"type": kind})) == Request("PassCommand", {})
    assert read_request(json.dumps({"type": kind, "data": None})) == Request("PassCommand", {})


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (None, "too long"),
        ("", "not JSON"),
        ("[]", "not a JSON object"),
        ("{}", "the type is missing"),
        ('{"type": 5}', "the type is missing"),
        ('{"type": "passTurn", "data": 7}', "neither an object nor a list"),
    ],
)
def test_what_is_no_request(message: str | None, why: str) -> None:
    """Every message is an object with a type and perhaps data."""
    with pytest.raises(BadRequest, match=why):
        read_request(message)


# -- resources and leaders --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("resource", "spellings"),
    [
        (COIN, ("coin", "COIN", "Coin", "YELLOW", "yellow")),
        (STONE, ("stone", "STONE", "GREY", "grey")),
        (SERVANT, ("servant", "Servant", "VIOLET", "violet")),
        (SHIELD, ("shield", "SHIELD", "BLUE", " blue ")),
    ],
)
def test_resources(resource: int, spellings: tuple[str, ...]) -> None:
    """Both forms, in any case, under both names of the field."""
    for spelling in spellings:
        assert read(OneResource, {"res": spelling}).res.number == resource
        assert read(OneResource, {"resourceType": spelling}).res.number == resource


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gold", "'gold' is no resource"),
        ("WHITE", "a white marble is no resource yet"),
        ("red", "faith is no resource"),
        ("Faith", "faith is no resource"),
        (5, "res is a text, not 5"),
        (None, "res is a text, not None"),
    ],
)
def test_no_resources(name: object, why: str) -> None:
    """Anything else is none, and it is said why."""
    assert why in fault(OneResource, {"res": name})


@pytest.mark.parametrize("name", ["3L", "3l", 3, "3", "3L.png", "1-51-1.png", "front_1-51-1.png", "cards/1-51-1"])
def test_leaders(name: object) -> None:
    """A leader is known by name, number or picture."""
    assert [leader.number for leader in read(ChooseLeaders, [{"id": name}, name]).chosenLeaders] == [3, 3]
    one = read(LeaderInHand, {"id": name}).id
    assert one is not None
    assert one.number == 3


@pytest.mark.parametrize("name", ["0L", "17L", "L", "", "3D", -3, 3.0, None, True, [], "1-48-1.png", "1-65-1.png", "٣"])
def test_no_leaders(name: object) -> None:
    """Anything else is none."""
    assert "is no leader" in fault(ChooseLeaders, [name])


def test_a_list_of_leaders() -> None:
    """The data itself or its field is the list; for other commands a list has no fields."""
    assert len(read(ChooseLeaders, {"chosenLeaders": ["1L", "2L"]}).chosenLeaders) == 2
    assert fault(ChooseLeaders, {"chosenLeaders": "1L"}) == "chosen leaders are a list"
    assert fault(ChooseLeaders, {}) == "command needs chosenLeaders in its data"
    assert fault(Register, ["ann"]) == "command needs nickname in its data"


def test_a_leader_in_hand() -> None:
    """By index or by name; one of them must be there."""
    assert read(LeaderInHand, {"index": 1}).index == 1
    assert fault(LeaderInHand, {}) == "command needs index or id in its data"
    assert fault(LeaderInHand, {"index": None}) == "command needs index or id in its data"
    assert fault(LeaderInHand, {"index": "1"}) == "index is a whole number, not '1'"


# -- the other fields -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({"rc": "r", "index": 0}, "r1"),
        ({"rc": "C", "index": 3}, "c4"),
        ({"line": "c", "position": 4}, "c4"),
        ({"rc": "r", "index": 0, "position": 3}, "r3"),
    ],
)
def test_lines(data: object, line: str) -> None:
    """``index`` counts from 0 and ``position`` from 1, whatever the command is called."""
    assert read(MarketLine, data).line == line


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({}, "command needs rc or line in its data"),
        ({"rc": "r"}, "command needs index or position in its data"),
        ({"rc": "x", "index": 0}, "rc is 'r' for a row or 'c' for a column, not 'x'"),
        ({"rc": 1, "index": 0}, "rc is a text, not 1"),
        ({"rc": "r", "index": 3}, "index is 0 to 2, not 3"),
        ({"rc": "c", "index": -1}, "index is 0 to 3, not -1"),
        ({"rc": "r", "position": 0}, "position is 1 to 3, not 0"),
        ({"rc": "r", "index": True}, "index is a whole number, not True"),
    ],
)
def test_no_lines(data: object, why: str) -> None:
    """Rows are three, columns four."""
    assert fault(MarketLine, data) == why


def test_both_names_of_a_field() -> None:
    """The program's names are understood wherever the document has another; the document's come first."""
    assert read(PlayerNumber, {"nPlayers": 2}).number == 2
    assert read(PlayerNumber, {"nPlayers": 2, "number": 3}).number == 3
    assert read(WarehousePickUp, {"index": 5}).id == 5
    assert read(ExtraProduction, {"index": 1}).id == 1
    move = read(MoveResource, {"source": 1, "destination": 4})
    assert (move.id1, move.id2) == (1, 4)
    buy = read(BuyCard, {"row": 2, "col": 3, "slot": 1})
    assert (buy.row, buy.column, buy.slot) == (2, 3, 1)
    extra = read(ExtraOutput, {"index": 0, "resourceType": "coin"})
    assert (extra.id, extra.res.number) == (0, COIN)


@pytest.mark.parametrize(
    ("shape", "data", "why"),
    [
        (Register, {"nickname": 7}, "nickname is a text, not 7"),
        (PlayerNumber, {"number": "two"}, "number is a whole number, not 'two'"),
        (PlayerNumber, {}, "command needs number or nPlayers in its data"),
        (Bonus, {"res": "coin", "id": 4}, "id is 1 to 3, not 4"),
        (Deposit, {"res": "coin", "id": 6}, "id is 1 to 5, not 6"),
        (Deposit, {"res": "coin"}, "command needs id in its data"),
        (BuyCard, {"row": 3, "column": 4, "slot": 4}, "row is 0 to 2, not 3"),
        (BuyCard, {"row": 0, "column": 4, "slot": 4}, "column is 0 to 3, not 4"),
        (BuyCard, {"row": 0, "column": 0, "slot": 4}, "slot is 1 to 3, not 4"),
        (BuyCard, {"row": 10**30, "column": 0, "slot": 1}, f"row is 0 to 2, not {10**30}"),
        (MoveResource, {"id1": 1}, "command needs id2 or destination in its data"),
        (CardProduction, {"slot": 0}, "slot is 1 to 3, not 0"),
        (Production, {"slot": 4}, "slot is 0 to 3, not 4"),
        (ExtraProduction, {"id": 2}, "id is 0 to 1, not 2"),
        (ProductionUnknown, {"target": "both", "index": -1, "res": "coin"}, "target is 'input' or 'output'"),
        (ProductionUnknown, {"target": 1, "index": -1, "res": "coin"}, "target is 'input' or 'output'"),
        (ProductionUnknown, {"target": "input", "index": -2, "res": "coin"}, "index is -1 to 1, not -2"),
    ],
)
def test_what_is_wrong_with_a_field(shape: type[Payload], data: object, why: str) -> None:
    """The first field that is wrong is named, with what it may be."""
    assert fault(shape, data) == why


def test_any_question_mark() -> None:
    """The program had one command for every "?": the side in any case, -1 for the basic production."""
    unknown = read(ProductionUnknown, {"target": "OUTPUT", "resourceType": "GREY", "index": -1})
    assert (unknown.target, unknown.index, unknown.res.number) == (Side.OUTPUT, BASE, STONE)


def test_long_values_are_cut() -> None:
    """An error never sends back more than is needed to recognise what was wrong."""
    assert len(fault(OneResource, {"res": "x" * 5000})) < 200


@pytest.mark.parametrize("program", [False, True])
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("RegisterResponse", messages.Register("ann")),
        ("PlayerNumberResponse", messages.PlayerNumber(2)),
        ("chooseLeader", messages.ChooseLeaders([ListedLeader(3), ListedLeader("13L")])),
        ("chooseResourceToDeposit", messages.Bonus(res=Resource("coin"), id=1)),
        ("depositResource", messages.Deposit(res=Resource("stone"), id=4)),
        ("discardLeader", messages.LeaderInHand(index=1)),
        ("buyAtMarketInterface", messages.MarketLine("r", position=3)),
        ("buyCard", messages.BuyCard(0, 3, 1)),
        ("moveResource", messages.MoveResource(1, 4)),
        ("pickUpResourceFromWarehouse", messages.WarehousePickUp(5)),
        ("toggleExtraProd", messages.ExtraProduction(1)),
    ],
)
def test_what_a_client_writes_a_server_reads(kind: str, payload: messages.Payload, program: bool) -> None:
    """In the document's words and in the program's."""
    written = messages.write_request(kind, payload, *(("a.commands.", "a.") if program else ()))
    request = messages.read_request(written)
    assert messages.CLASS_NAMES.get(request.kind, request.kind) == kind
    again = messages.read_payload(request, type(payload))
    assert messages.write_request(kind, again) == messages.write_request(kind, payload)
