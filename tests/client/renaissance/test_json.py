"""The client of renaissance-json."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.client.core import Asked, Broken, Enter, Players, Refused, Stage
from bottega.client.renaissance.json import RenaissanceJsonClient, asked
from bottega.games.renaissance.actions import Action
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_json.requests import BuyDevCard, GetMarket

OWNER = player(("1 coin", "2 stone", ""), leaders=(9, 10), played=(9, 10), box="4 shield", slots=((1,), (), ()))
GAME = table(OWNER, player(), line="r1", marbles="white blue red white")


def written(*texts: str) -> dict[str, Any]:
    """The request for a move in notation."""
    kind, request = asked(GAME, 0, [Action.from_text(text) for text in texts])
    return dict(request.written(kind))


def said(client: RenaissanceJsonClient) -> list[dict[str, Any]]:
    """What the client sends."""
    return [json.loads(data) for data in client.to_send()]


def test_coming_in() -> None:
    """The client says who it is as soon as it knows, and again on every connection; whoever is first says a number."""
    client = RenaissanceJsonClient()
    assert client.connected() == [Asked(Enter)]
    client.wish(Enter("Anna"))
    assert said(client) == [{"type": "req_nickname", "nickname": "Anna"}]
    assert client.receive(b'{"type":"res_nickname","isFirst":true}\n') == [Asked(Players)]
    client.wish(Players(2))
    assert said(client) == [{"type": "req_players_count", "count": 2}]
    client.lost()
    assert client.connected() == []
    assert said(client)[0]["nickname"] == "Anna"
    refused = client.receive(b'{"type":"err_nickname","msg":"taken"}\n')
    assert refused == [Refused("taken", Enter("Anna")), Asked(Enter)]
    assert client.known.stage is Stage.NAME


@pytest.mark.parametrize(
    "line",
    [b"[]", b"{}", b'{"type":"ping"}', b'{"type":"update_market"}', b'{"type":"update_cur_player","update":"Bob"}'],
)
def test_what_makes_no_sense(line: bytes) -> None:
    """It is named, and the client goes on."""
    client = RenaissanceJsonClient()
    client.connected()
    (broken,) = client.receive(line + b"\n")
    assert isinstance(broken, Broken)
    assert client.receive(b'{"type":"res_nickname","isFirst":false}\n')


def test_a_visit() -> None:
    """Whites by the leaders that turn them, what is stored by shelves, what is discarded by places in the line."""
    request = written("market r1", "white shield", "white servant", "store shield 3", "discard servant shield")
    assert request["choice"] == {
        "market_index": 0,
        "isRow": True,
        "discard_index": [3, 0],
        "leaders_choice": [1, -1, -1, 0],
        "shelf_choice": [{"shelf_index": 2, "res_amount": 1, "res_type": "Shield"}],
    }
    assert GetMarket.read(request).discard_index == [3, 0]


def test_other_requests() -> None:
    """As the document writes them, readable by the server's own types."""
    assert written("swap 1 3") == {"type": "req_swap_shelves", "choice": [0, 2]}
    assert written("end") == {"type": "req_turn_end"}
    assert written("keep 3 4") == {"type": "req_leader_choice", "choice": [2, 3]}
    assert written("play leader 2") == {"type": "req_activate_leader", "choice": [1]}
    productions = written("produce slot 1", "produce basic stone+stone>coin", "collect")
    assert productions["productions"] == [1, 0]
    assert productions["outputBlanksRepl"] == [{"prodID": 0, "resources": ["Coin"]}]
    rich = table(player(box="9 shield 9 coin 9 stone 9 servant"), player())
    kind, request = asked(rich, 0, [Action.from_text("buy B1 slot 2")])
    read = BuyDevCard.read(request.written(kind))
    assert (read.row_index, read.col_index, read.slot_index) == (0, 1, 1)
