"""A house in the same process."""

from __future__ import annotations

import re

from bottega.client.core import Act, AddBot, Enter, Leave, Open, Stage, Start
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


def _told(seed: bytes | None) -> list[bytes]:
    """All that is said to somebody who plays the first option of each list against two bots, at two tables."""
    home = Home(Settings(bot_seconds=0.0, per_address=0), lambda: 0.0, seed)
    client, end, told = HouseClient(seed), home.connect(), []
    client.connected()

    def carry() -> None:
        while (sending := client.to_send()) + (said := end.received()):
            end.sent(sending)
            for message in said:
                if b'"token"' not in message and b"cmd_id" not in message:
                    told.append(re.sub(rb'"(opened|at|time)":[0-9.]+', b"", message))
                client.receive(message)

    for game in ("sagrada", "splendor"):
        for wish in (Enter("Anna"), Open(game, 3), AddBot("greedy"), AddBot("random"), Start()):
            client.wish(wish)
            carry()
        for _ in range(60):
            if client.known.options:
                client.wish(Act(client.known.options[:1]))
            home.advance()
            carry()
        client.wish(Leave())
        carry()
        client.wish(Leave())
        carry()
    return told


def test_a_home_with_a_seed_is_the_same_every_time() -> None:
    """Names of tables, deals and what bots do follow from the seed: the same wishes make the same messages."""
    one, same, another = _told(bytes(32)), _told(bytes(32)), _told(b"2" * 32)
    assert len(one) > 100
    assert one == same
    assert one != another
    assert _told(None) != _told(None)


def test_bots_at_home_hurry() -> None:
    """Whoever is in a hurry does not wait for a bot, and may let all of them wait another while."""
    time = [0.0]
    home = Home(Settings(bot_seconds=5.0, per_address=0), lambda: time[0])
    client, end = HouseClient(), home.connect()
    client.connected()
    exchange(client, end)
    for wish in (Enter("Anna"), Open("sagrada", 2), AddBot("greedy"), Start()):
        client.wish(wish)
        exchange(client, end)
    [table] = home.house.tables.values()
    table.bot_seconds = 2.0
    home.bots.hurry(table.id)
    assert home.bots.due == [2.0]
    table.hurried = True
    home.bots.hurry(table.id)
    assert home.bots.due == [0.0]
    home.bots.play(0.0)
    assert not table.hurried
    home.bots.look_at("nowhere")
    home.bots.hurry("nowhere")
