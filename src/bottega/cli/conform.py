"""``bottega conform``: does a server, or a client, keep to its document?"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from bottega.cli.addresses import listener
from bottega.cli.arguments import UsageFault
from bottega.plain import say


def conform(
    where: str | None = None,
    *,
    client: str | None = None,
    listen: str = "127.0.0.1:0",
    section: Annotated[list[str] | None, Parameter(negative="")] = None,
    json: Path | None = None,
    junit: Path | None = None,
    players: int | None = None,
    clients: int = 1,
    mixed: Annotated[bool, Parameter(negative="")] = False,
    games: int | None = None,
    seed: int | None = None,
    answer_seconds: float = 5.0,
    start_seconds: float = 60.0,
    move_seconds: float = 60.0,
    ca: Path | None = None,
    insecure: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Examine anybody's server, or client, by the document of its protocol, section by section.

    ``bottega conform DIALECT@HOST:PORT`` plays against a server, ``bottega conform --client DIALECT`` waits for a
    client and plays with it. The exit code is 0 if nothing is broken, 1 if something is, 2 if nobody could be examined
    (or it was stopped by hand before anything was found).

    Parameters
    ----------
    where
        The server: [tls:]DIALECT[+original]@HOST:PORT. It should have a table for nobody but the kit.
    client
        Examine a client of this protocol instead: DIALECT[+original].
    listen
        Where the client is waited for, HOST:PORT; port 0 is any that is free, and is printed.
    section
        Only this section of the document (or those below it), repeatable.
    json
        Write the report to this file, as JSON.
    junit
        Write the report to this file, as JUnit XML.
    players
        How many play (default: what the server says, else two).
    clients
        How many of them are the client's: so many connections of it are waited for.
    mixed
        Let the players of the kit who sit at the client's table speak other protocols of the game.
    games
        How many games are played at most (default: three with a server, one with a client).
    seed
        A number that decides what the players of the kit do; the report names it.
    answer_seconds
        How long an answer of a server may take.
    start_seconds
        How long a game may take to start by itself, and a client to come.
    move_seconds
        How long a client may take to do what everybody waits for.
    ca
        Certificate (PEM) that the server's own is checked against, besides those that this machine trusts.
    insecure
        Believe the server whatever certificate it has.
    """
    from bottega.client.trust import trusting
    from bottega.conform.command import NOT_EXAMINED, NotExamined, Terms, examine_client, examine_server
    from bottega.conform.examination import Pace
    from bottega.conform.links import Unreachable

    waits = {"--answer-seconds": answer_seconds, "--start-seconds": start_seconds, "--move-seconds": move_seconds}
    for name, value in waits.items():
        if not 0 < value < math.inf:
            raise UsageFault(f"{name} takes a number of seconds above 0, not {value}")
    if games is not None and games < 1:
        raise UsageFault(f"--games takes a number from 1 on, not {games}")
    for name, number in {"--players": players, "--clients": clients}.items():
        if number is not None and number not in range(1, 5):
            raise UsageFault(f"{name} takes 1 to 4, not {number}")
    terms = Terms(
        sections=tuple(section or ()),
        players=players,
        clients=clients,
        mixed=mixed,
        games=games,
        seed=seed,
        pace=Pace(answer_seconds, start_seconds, move_seconds),
        json=json,
        junit=junit,
    )
    if (where is None) == (client is None):
        raise UsageFault("say whom to examine: a server, DIALECT@HOST:PORT, or a client, --client DIALECT")
    try:
        if client is not None:
            address = listener(f"{client}@{listen}")
            if address.encrypted:
                raise UsageFault("a client is examined without TLS: leave out tls:")
            code = examine_client(address.name, address.host, address.port, terms)
        else:
            address = listener(where or "")
            trust = trusting(ca, insecure) if address.encrypted else None
            code = examine_server(address.name, address.host, address.port, terms, trust)
    except (NotExamined, Unreachable) as fault:
        say(f"bottega: {fault}", sys.stderr)
        code = NOT_EXAMINED
    sys.exit(code)
