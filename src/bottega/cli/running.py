"""How a house is run, in this process or in several, until it is told to stop."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bottega.cli.arguments import DATA
from bottega.fault import Fault

if TYPE_CHECKING:
    from bottega.server.app import Address
    from bottega.server.tls import Certificate
    from bottega.table.house import Settings


def run_house(
    data: Path,
    settings: Settings,
    listeners: tuple[Address, ...],
    http: Address,
    certificate: Certificate | None,
    opened: Callable[[str], None] | None = None,
    store: str | None = None,
    bus: str | None = None,
    shared_ports: bool = False,
) -> None:
    """Run the house until it is told to stop."""
    import asyncio

    from bottega.loops import new_event_loop
    from bottega.server.app import serve

    _log_to_stderr()
    house = serve(
        data,
        settings,
        listeners,
        http,
        certificate=certificate,
        opened=opened,
        store=store,
        bus=bus,
        shared_ports=shared_ports,
    )
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(house)


def run_nodes(
    count: int,
    settings: Settings,
    listeners: tuple[Address, ...],
    http: Address,
    tls: tuple[Path | None, Path | None],
    store: str,
    bus: str | None,
) -> None:
    """Run the house as several processes until it is told to stop."""
    from contextlib import ExitStack

    from msgspec.structs import replace

    from bottega.server.app import StartFault
    from bottega.server.nodes import reserve, run

    _log_to_stderr()
    found = []
    with ExitStack() as stack:
        for each in (*listeners, http):
            try:
                held = stack.enter_context(reserve(each.host, each.port))
            except OSError as error:
                where = f"{each.host}:{each.port}"
                raise StartFault(f"cannot listen for {each.name} on {where}: {error.strerror or error}") from error
            found.append(replace(each, port=held.getsockname()[1]))

        def opened(_: str) -> None:
            for each in found:
                host = f"[{each.host}]" if ":" in each.host else each.host
                print(f"listening {each.listener} {host}:{each.port}", flush=True)
            print("ready", flush=True)

        sys.exit(run(count, partial(_node, settings, tuple(found[:-1]), found[-1], tls, store, bus), opened))


def _node(
    settings: Settings,
    listeners: tuple[Address, ...],
    http: Address,
    tls: tuple[Path | None, Path | None],
    store: str,
    bus: str | None,
    opened: Callable[[str], None],
) -> None:
    """One of several processes."""
    from bottega.server.tls import Certificate

    certificate = None if tls[0] is None else Certificate(tls[0], tls[1])
    try:
        run_house(DATA, settings, listeners, http, certificate, opened, store, bus, shared_ports=True)
    except Fault as fault:
        print(f"bottega: {fault}", file=sys.stderr, flush=True)
        sys.exit(1)


def _log_to_stderr() -> None:
    import structlog

    structlog.configure(
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso"),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=("timestamp", "level", "event")),
        ],
    )
