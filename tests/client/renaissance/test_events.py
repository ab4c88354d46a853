"""The client of renaissance-events."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from bottega.client.core import Broken, Enter, Goodbye
from bottega.client.renaissance.events import RenaissanceEventsClient, asked, explained
from bottega.games import renaissance
from bottega.games.renaissance.actions import Action
from bottega.games.renaissance.view import View
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_events import messages, words

OWNER = player(
    ("1 coin", "2 stone", ""), leaders=(5, 13), played=(5,), depots=(1,), box="4 shield", slots=((1,), (), ())
)
GAME = table(OWNER, player(leaders=(3, 4)), line="r1", marbles="white blue red white", turn=3)


def seated(told: messages.UpdateGame | None = None) -> RenaissanceEventsClient:
    """Ann's client, after the whole game was told."""
    client = RenaissanceEventsClient()
    client.connected()
    client.wish(Enter("ann"))
    whole = told or words.update_game(GAME, ("ann", "bob"), 0, ("ann", "bob"))
    happened = client.receive(write_object(whole).encode() + b"\n")
    assert not [each for each in happened if isinstance(each, Broken)]
    client.to_send()
    return client


def said(client: RenaissanceEventsClient) -> list[dict[str, Any]]:
    """What the client sends."""
    return [json.loads(data) for data in client.to_send()]


def test_the_connection() -> None:
    """Each side begins with a welcome; questions of the connection are answered at once."""
    client = RenaissanceEventsClient()
    client.connected()
    assert said(client) == [{"type": "ReqWelcome"}]
    client.receive(b'{"type":"ReqWelcome"}\n{"type":"ReqHeartbeat"}\n')
    assert [each["type"] for each in said(client)] == ["ResWelcome", "ResHeartbeat"]
    (goodbye,) = client.receive(b'{"type":"ReqGoodbye"}\n')
    assert isinstance(goodbye, Goodbye)
    (broken,) = client.receive(b'{"type":"UpdateWeather"}\n')
    assert isinstance(broken, Broken)
    assert said(client)[-1]["type"] == "ErrProtocol"


def test_the_whole_game() -> None:
    """It is what a seat may see, but for what the protocol leaves out."""
    client = seated()
    view = client.known.view
    assert isinstance(view, View)
    truth = renaissance.view(GAME, 0)
    for told, true in zip(view.players, truth.players, strict=True):
        assert (told.shelves, told.depots, told.strongbox, told.faith) == (
            true.shelves,
            true.depots,
            true.strongbox,
            true.faith,
        )
    assert view.market == truth.market


def test_numbers_are_the_servers() -> None:
    """No number is taken for granted: with other ones for containers and productions, other ones are said."""
    whole = words.update_game(GAME, ("ann", "bob"), 0, ("ann", "bob"))
    other = replace(
        whole,
        players=[
            replace(
                each,
                warehouseShelves=[number + 100 for number in each.warehouseShelves],
                strongbox=each.strongbox + 100,
                baseProduction=77,
            )
            for each in whole.players
        ],
        resContainers=[replace(each, id=each.id + 100) for each in whole.resContainers],
        leaderCards=[
            replace(each, containerId=each.containerId + 100 if each.containerId >= 0 else -1)
            for each in whole.leaderCards
        ],
    )
    client = seated(other)
    draft = [Action.from_text(text) for text in ("produce basic stone+stone>coin", "collect")]
    assert client.game is not None
    request = asked(client.game, 0, draft, client._numbers)
    assert request == messages.ActivateProductions([messages.ProductionRequest(77, {"101": {"Stone": 2}}, {"Coin": 1})])
    swap = asked(client.game, 0, [Action.from_text("swap 1 2")], client._numbers)
    assert swap == messages.SwapShelves(100, 101)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (messages.ErrNickname("TAKEN"), "this name is taken"),
        (messages.ErrAction("NOT_CURRENT_PLAYER"), "it is not your turn"),
        (messages.ErrNewGame(True), "a game is for 1 to 4 players"),
        (messages.ErrNoSuchEntity("DEVCARD", -1, "slot 1 is full"), "slot 1 is full"),
        (messages.ErrCardRequirements({"Coin": 2}), "this leader still needs 2 Coin"),
        (messages.ErrBuyDevCard(True), "this pile is empty"),
        (messages.ErrAction("SOMETHING_ELSE"), "SOMETHING_ELSE"),
    ],
)
def test_errors_in_a_sentence(error: messages.Message, sentence: str) -> None:
    """Whatever the server says is wrong, a person can read it."""
    assert explained(error) == sentence


def test_every_error_has_a_sentence() -> None:
    """None is left to its name."""
    for name, shape in messages.SHAPES.items():
        if name.startswith("Err"):
            fields: dict[str, object] = dict.fromkeys(shape.__struct_fields__, "X")
            fields |= {"missingResources": {}, "missingDevCards": []} if "missing" in str(fields) else {}
            assert explained(shape(**{field: fields[field] for field in shape.__struct_fields__}))
