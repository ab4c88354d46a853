"""The client of renaissance-steps."""

from __future__ import annotations

import json

from bottega.client.core import Act, Asked, Enter, Players, Refused
from bottega.client.renaissance.steps import RenaissanceStepsClient
from bottega.games.renaissance.actions import Collect, ProduceBasic
from bottega.wire.renaissance_steps.dialect import RenaissanceSteps
from tests.client.renaissance.match import STEPS, Match


def test_coming_in() -> None:
    """The server asks; a name that was refused is not said again by itself."""
    client = RenaissanceStepsClient("original")
    client.connected()
    ask = b'{"type":"it.polimi.ingsw.network.messages.RegisterRequest","data":{}}\n'
    assert client.receive(ask) == [Asked(Enter)]
    client.wish(Enter("ann"))
    (said,) = client.to_send()
    assert json.loads(said) == {
        "type": "it.polimi.ingsw.network.messages.RegisterResponse",
        "data": {"nickname": "ann"},
    }
    error = b'{"type":"it.polimi.ingsw.network.messages.ErrorMessage","data":{"message":"taken"}}\n'
    assert client.receive(error + ask) == [Refused("taken", Enter("ann")), Asked(Enter)]
    assert client.to_send() == []
    client.receive(b'{"type":"it.polimi.ingsw.network.messages.PlayerNumberRequest","data":{}}\n')
    client.wish(Players(2))
    assert json.loads(client.to_send()[0])["data"] == {"nPlayers": 2}
    client.receive(b'{"type":"it.polimi.ingsw.network.messages.PingRequest","data":{}}\n')
    assert json.loads(client.to_send()[0])["type"].endswith("PingResponse")


def test_what_was_laid_out_is_put_back_when_a_step_is_refused() -> None:
    """Nothing is left on the server's bench: the next action begins with an empty one."""
    match = Match([STEPS], 0)
    (sitting,) = match.sittings
    client, dialect = sitting.client, sitting.peer.dialect
    assert isinstance(client, RenaissanceStepsClient)
    assert isinstance(dialect, RenaissanceSteps)
    match.settle()
    while not (produce := [each for each in client.known.options if isinstance(each, ProduceBasic)]):
        match.round()
        match.settle()
    own = client.playing.players[0]
    for place, count in enumerate(own.counts[:3], start=1):  # somebody types behind the client's back
        for _ in range(count):
            sitting.peer.says(json.dumps({"type": "pickUpResourceFromWarehouse", "data": {"id": place}}))
    assert dialect.bench.picked
    sitting.wish(Act((produce[0], Collect())))
    match.settle()
    assert [each for each in sitting.happened if isinstance(each, Refused)]
    assert not dialect.bench.picked
    assert not dialect.bench.in_use
    assert client.playing.players[0].counts == own.counts
    assert client.known.options
