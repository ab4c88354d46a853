"""A client that plays by itself: what a bot would do, for ``--auto`` and wherever a server is exercised."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bottega.bots import choose
from bottega.client.core import Act, Client, ComeBack, Players, Ready, Wish

SEED_BYTES = 16


def decide(client: Client, bot: str, chance: Random) -> Wish | None:
    """What the bot wants now, None while there is nothing to decide; it sees no more than the client was told.

    An action that the rules allow and the protocol has no words for is not among the options: then any other is taken.
    """
    known = client.known
    for wish in before_play(client):
        return wish
    if not known.options or known.me is None:
        return None
    action = choose(bot, known.rules, client.head(), known.me, chance.randbytes(SEED_BYTES))
    return Act((action if action in known.options else chance.choice(known.options),))


def before_play(client: Client) -> Iterator[Wish]:
    """What anybody would answer to what is asked besides moves: ready, back again, as few players as possible."""
    for wish in (Ready(), ComeBack(), Players(2)):
        if type(wish) in client.known.wanted:
            yield wish
