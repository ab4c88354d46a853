"""A house in the same process."""

from __future__ import annotations

from bottega.client.core import Act, AddBot, Enter, Open, Stage, Start
from bottega.client.house import HouseClient
from bottega.client.offline import TICK_SECONDS, Home, exchange
from bottega.table.house import Settings


def test_a_whole_game_without_a_network() -> None:
    """Two bots and somebody who takes the first option play a game to its end; time passes only when it is let."""
    time = [0.0]
    home = Home(Settings(bot_seconds=1.0, per_address=0), lambda: time[0])
    client, end = HouseClient(), home.connect()
    client.connected()
    exchange(client, end)
    for wish in (Enter("Anna"), Open("splendor", 3), AddBot("greedy"), AddBot("random"), Start()):
        client.wish(wish)
        exchange(client, end)
    for _ in range(20_000):
        if client.known.options:
            client.wish(Act(client.known.options[:1]))
        time[0] += min(TICK_SECONDS, home.advance())
        exchange(client, end)
        if client.known.stage is Stage.OVER:
            break
    assert client.known.result is not None
    assert client.known.result.reason == "played"
    assert time[0] > 50
    end.lost()
    end.lost()
    assert end.dialect.gone


def test_a_bot_that_is_not_there_yet_waits() -> None:
    """A bot thinks for its pause, and rests while its table is looked at by nobody."""
    time = [0.0]
    home = Home(Settings(bot_seconds=5.0, per_address=0), lambda: time[0])
    client, end = HouseClient(), home.connect()
    client.connected()
    exchange(client, end)
    for wish in (Enter("Anna"), Open("sagrada", 2), AddBot("greedy"), Start()):
        client.wish(wish)
        exchange(client, end)
    assert home.bots.due == [5.0]
    [table] = home.house.tables.values()
    seq = table.position.seq
    time[0] = 4.0
    home.advance()
    assert table.position.seq == seq
    time[0] = 5.0
    home.advance()
    assert table.position.seq == seq + 1
