"""The command line: ``bottega serve | play | arena | conform | replay | verify | check | backup | export | …``.

Without a command the house is opened for whoever sits at this machine, and shown in the browser. A command is loaded
when it is asked for, and what it needs when it runs: ``bottega serve`` has no use for a terminal, nor ``bottega play``
for a server.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from bottega import __version__
from bottega.cli.arguments import DATA, Data
from bottega.fault import Fault
from bottega.plain import say

app = App(
    name="bottega",
    version=__version__,
    help="A house for Splendor, Sagrada and Masters of Renaissance.",
)
app.command("bottega.cli.serve:serve", name="serve")
app.command("bottega.cli.play:play", name="play")
app.command("bottega.cli.conform:conform", name="conform")
app.command("bottega.cli.bots:arena", name="arena")
app.command("bottega.cli.bots:bot", name="bot")
for name in ("replay", "verify", "check", "export", "forget", "backup"):
    app.command(f"bottega.cli.records:{name}", name=name)
app.command("bottega.cli.records:import_", name="import")
app.command("bottega.cli.records:revoke", name="revoke")
app.command("bottega.cli.records:copy", name="copy")


@app.default
def open_house(
    *,
    data: Data = DATA,
    browser: Annotated[bool, Parameter(help="Show it in the browser, where there is one.")] = True,
    lan: Annotated[bool, Parameter(help="Open it to everybody in your network, not only here.", negative="")] = False,
) -> None:
    """Open the house on this machine and show it in the browser. Ports that are taken are replaced by free ones."""
    from bottega.cli.addresses import in_the_network
    from bottega.cli.loading import a_house
    from bottega.cli.running import run_house

    with a_house():
        from msgspec.structs import replace

        from bottega.browser import show
        from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
        from bottega.table.house import Settings

    say(f"games are kept in {data.absolute()}", sys.stderr)
    http, *listeners = (replace(each, otherwise_any=True) for each in (DEFAULT_HTTP, *DEFAULT_LISTENERS))
    if lan:
        http, *listeners = map(in_the_network, (http, *listeners))
    run_house(data, Settings(), tuple(listeners), http, None, show if browser else None)


def all_commands() -> App:
    """The command line with every command loaded, to say what each is good for."""
    app.resolved_commands()
    return app


def main() -> None:
    """Run the command line; faults are told in a sentence, not in a traceback."""
    try:
        try:
            if not {"--help", "-h"}.isdisjoint(sys.argv):
                all_commands()
            app(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except Fault as fault:
        say(f"bottega: {fault}", sys.stderr)
        sys.exit(1)
    except CycloptsError as fault:
        print(f"bottega: {fault}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read us has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
