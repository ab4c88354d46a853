"""``bottega play``: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from bottega.cli.arguments import UsageFault, read_seed


def play(
    where: str | None = None,
    *,
    name: str | None = None,
    plain: Annotated[bool, Parameter(negative="")] = False,
    auto: str | None = None,
    choose: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    look: Literal["dark", "light", "plain"] | None = None,
    seed: str | None = None,
    ca: Path | None = None,
    insecure: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play in the terminal: against bots on this machine, at a house's tables, or in one of the TCP protocols.

    The table takes the whole screen; with --plain, and in a pipe, it is lines of text and numbered choices.

    Parameters
    ----------
    where
        Nothing for a game against bots, without a network; http://HOST:PORT or https://HOST:PORT for a house, or
        the link to one of its tables; [tls:]DIALECT[+original]@HOST:PORT for anybody's server of that protocol.
    name
        Your nickname (default: your user name), NAME:PASSWORD if it has a password.
    plain
        Plain lines and numbered choices: for screen readers, pipes and slow links.
    auto
        A bot (nina to elettra, random, greedy) that plays for you in plain lines, to the end of one game: exit code 0.
    choose
        What is typed first, as soon as it makes sense: --choose "open sagrada 2" --choose "bot greedy" --choose start.
    look
        The colours of the screen (default: as the terminal is; without colours if NO_COLOR is set).
    seed
        Hexadecimal digits: against bots on this machine, the same seed and the same moves make the same game again.
    ca
        Certificate (PEM) that the house's own is checked against, besides those that this machine trusts.
    insecure
        Believe the house whatever certificate it has: somebody in between could read along.
    """
    import getpass

    from bottega.bots import BOTS, FORMER
    from bottega.client.door import invitation, link_to
    from bottega.client.trust import trusting
    from bottega.terminal.session import Session
    from bottega.terminal.witness import Witness

    if auto is not None and auto not in (*BOTS, *FORMER):
        raise UsageFault(f"there is no bot {auto!r}; there are {', '.join(BOTS)}")
    web = where is not None and where.startswith(("http://", "https://"))
    where, table = invitation(where) if where is not None and web else (where, "")
    chosen = read_seed(seed)
    link = link_to(where, lambda: trusting(ca, insecure), hurried=auto is not None, seed=chosen)
    witness = Witness(link.where, link.trust) if web else None
    session = Session(link, name or getpass.getuser(), home=where is None, witness=witness, table=table)
    if plain or auto is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from bottega.terminal import lines

        lines.run(session, choose, auto, chosen)
    else:
        from bottega.terminal.table import run

        run(session, look, choose)
