"""A client that plays by itself."""

from __future__ import annotations

from random import Random

from bottega.client.auto import before_play, decide
from bottega.client.core import Act, ComeBack, Enter, Open, Players, Ready, Start
from bottega.client.house import HouseClient
from tests.client.test_house import Guest, clockwork


def test_what_is_asked_besides_moves() -> None:
    """Whoever is asked is ready, comes back, and plays with as few as possible."""
    client = HouseClient()
    assert decide(client, "random", Random(1)) is None
    for wanted in (Ready(), ComeBack(), Players(2)):
        client.learn(wanted=(Enter, type(wanted)))
        assert list(before_play(client)) == [wanted]
        assert decide(client, "random", Random(1)) == wanted


def test_an_action_of_the_bot_or_any_option() -> None:
    """What the bot chooses is played if it can be said, else any other option."""
    anna = Guest(clockwork(), "Anna")
    anna.does(Open("sagrada", 1))
    anna.does(Start())
    client = anna.client
    wish = decide(client, "greedy", Random(1))
    assert isinstance(wish, Act)
    assert wish.actions[0] in client.known.options
    only = client.known.options[-1:]
    client.learn(options=only)
    assert decide(client, "greedy", Random(1)) == Act(only)
