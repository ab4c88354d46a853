"""``bottega arena`` and ``bottega bot``: how strong bots are, and bots of one's own."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from bottega.cli.arguments import UsageFault
from bottega.plain import say


def arena(
    game: str,
    /,
    *bots: str,
    games: Annotated[int, Parameter(help="Games for each company of bots; rounded up to whole rotations.")] = 100,
    seats: Annotated[
        int | None,
        Parameter(help="So many at a table (default: 2, or 1 for a single bot); every choice of so many plays."),
    ] = None,
    jobs: Annotated[int, Parameter(help="Processes to play in. The results do not depend on it.")] = 1,
    seed: Annotated[int, Parameter(help="A number that decides all deals and all chance of the bots.")] = 0,
    simulations: Annotated[
        int | None, Parameter(help="What bots that think ahead are given; NAME:SIMULATIONS gives it to one of them.")
    ] = None,
    seconds: Annotated[float | None, Parameter(help="At most so long for an action; not reproducible.")] = None,
    option: Annotated[
        list[str] | None, Parameter(help="NAME=VALUE, an option of the game (solo_tools=1), repeatable.", negative="")
    ] = None,
    file: Annotated[
        Path | None, Parameter(help="Keep the results there, as JSON lines; a file that is there is played on.")
    ] = None,
    decide: Annotated[
        float | None,
        Parameter(help="Stop when it is sure (95 %) that the first bot wins more, or less, than this share (0.5)."),
    ] = None,
    json: Annotated[bool, Parameter(help="Print the report as JSON.", negative="")] = False,
) -> None:
    """Measure how strong bots are, against each other or alone, with the same deals and seats swapped."""
    from bottega.arena import command

    sys.exit(
        command.arena(
            game, bots, games=games, seats=seats, jobs=jobs, seed=seed, simulations=simulations, seconds=seconds,
            options=option or (), file=file, decide=decide, json=json,
        )
    )  # fmt: skip


bot = App(name="bot", help="Bots of your own.")


@bot.command
def run(
    program: Path,
    /,
    *,
    table: str,
    name: str | None = None,
    seconds: float | None = None,
    ca: Path | None = None,
    insecure: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Let a bot of your own play one game at a table of a house.

    Parameters
    ----------
    program
        A Python file with a class Bot, or a program that speaks the line protocol of docs/outside.md.
    table
        The link to the table, as people share it: http://HOST:PORT/table/ID.
    name
        What it is called there (default: the name of the file).
    seconds
        How long it may think about an action.
    ca
        Certificate (PEM) that the house's own is checked against, besides those that this machine trusts.
    insecure
        Believe the house whatever certificate it has: somebody in between could read along.
    """
    import asyncio
    from contextlib import closing
    from random import SystemRandom

    from bottega.client.door import invitation, link_to
    from bottega.client.seat import play
    from bottega.client.trust import trusting
    from bottega.outside.entrants import outsider

    where, at = invitation(table)
    if not at or not where.startswith(("http://", "https://")):
        raise UsageFault(f"--table takes the link to a table, http://HOST:PORT/table/ID, not {table!r}")
    if seconds is not None and not 0 < seconds < math.inf:
        raise UsageFault(f"--seconds takes a number above 0, not {seconds}")

    async def go() -> str:
        with closing(outsider(program, seconds=seconds)) as chooser:
            link = link_to(where, lambda: trusting(ca, insecure))
            return await play(
                link,
                at,
                name or program.stem,
                chooser,
                SystemRandom(),
                lambda text: say(f"bottega: {text}", sys.stderr),
            )

    say(asyncio.run(go()))
