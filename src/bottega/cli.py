"""The command line: ``bottega serve | play | conform | replay | verify | check | backup | export | …``.

Without a command the house is opened for whoever sits at this machine, and shown in the browser. What a command needs
is imported when it runs: ``bottega --help`` has no use for a server, nor a server for the terminal.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from bottega import __version__
from bottega.fault import Fault
from bottega.plain import say

if TYPE_CHECKING:
    from bottega.server.app import Address
    from bottega.server.tls import Certificate
    from bottega.table.house import Settings

DATA = Path("bottega-data")

app = App(
    name="bottega",
    version=__version__,
    help="A house for Splendor, Sagrada and Masters of Renaissance.",
)

Data = Annotated[Path, Parameter(help="Directory of the durable log.")]
Store = Annotated[str | None, Parameter(help="URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead.")]


class UsageFault(Fault):
    """An argument that cannot be meant, in a sentence."""


@app.command(name="serve")
def serve_command(
    *,
    data: Data = DATA,
    store: Store = None,
    bus: Annotated[
        str | None,
        Parameter(
            help="URL of a Valkey or Redis (redis://HOST:6379) by which nodes of one --store hear of each other."
        ),
    ] = None,
    nodes: Annotated[int, Parameter(help="So many processes on the same ports, with a --store.")] = 1,
    http: Annotated[str, Parameter(help="HOST:PORT of the web page and the house protocol.")] = "127.0.0.1:8000",
    listen: Annotated[
        list[str] | None,
        Parameter(
            help="DIALECT[+original]@HOST:PORT, repeatable; only those named are served. Port 0 picks a free one. "
            "With a certificate, plain:DIALECT@HOST:PORT stays in plain text, for old clients.",
            negative="",
        ),
    ] = None,
    seats: Annotated[int, Parameter(help="Table size where the protocol does not ask (splendor-json).")] = 2,
    lobby_seconds: Annotated[float, Parameter(help="How long a Sagrada table waits after its second player.")] = 30.0,
    turn_seconds: Annotated[float, Parameter(help="Time for one turn; 0 for no limit.")] = 90.0,
    ping_seconds: Annotated[
        float | None, Parameter(help="Time between pings (default: what each protocol's document says).")
    ] = None,
    bot_seconds: Annotated[float, Parameter(help="How long a bot waits before it acts.")] = 0.4,
    bot_cpu: Annotated[float, Parameter(help="How many cores all bots may take together; 0.5 is half of one.")] = 1.0,
    allow_origin: Annotated[
        list[str] | None,
        Parameter(help="A site whose pages may connect too (https://HOST), repeatable.", negative=""),
    ] = None,
    lan: Annotated[
        bool,
        Parameter(help="Open the page and the usual ports to everybody in your network, not only here.", negative=""),
    ] = False,
    public_url: Annotated[
        str | None,
        Parameter(help="The address that friends are invited to (https://games.example.org), if a proxy has it."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        Parameter(help="A name by which people open the page (games.example.org), repeatable.", negative=""),
    ] = None,
    tls_cert: Annotated[
        Path | None,
        Parameter(help="Certificate chain (PEM): every port speaks TLS. SIGHUP reads it and its key again."),
    ] = None,
    tls_key: Annotated[
        Path | None, Parameter(help="Its key (PEM, without passphrase), unless in the same file.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        Parameter(
            help="ADDRESS or NET of a proxy that says for whom it connects (over HTTP by X-Forwarded-For or Forwarded, "
            "elsewhere by the PROXY protocol), repeatable.",
            negative="",
        ),
    ] = None,
    per_address: Annotated[
        float, Parameter(help="How many times the usual one address may ask for; 0: as much as it likes.")
    ] = 1.0,
    seed: Annotated[str | None, Parameter(help="Hex seed of the first table opened. For tests only.")] = None,
) -> None:
    """Open the house: the web page, and the six protocols on their ports."""
    if seats not in range(2, 5):
        raise UsageFault(f"--seats must be 2, 3 or 4, not {seats}")
    pauses = {"--lobby-seconds": lobby_seconds, "--turn-seconds": turn_seconds, "--bot-seconds": bot_seconds}
    for name, value in pauses.items():
        if not 0 <= value < math.inf:
            raise UsageFault(f"{name} takes a number of seconds from 0 on, not {value}")
    if ping_seconds is not None and not 0 < ping_seconds < math.inf:
        raise UsageFault(f"--ping-seconds takes a number of seconds above 0, not {ping_seconds}")
    from bottega.limits import MOST_BOT_CORES

    if not 0 < bot_cpu <= MOST_BOT_CORES:
        raise UsageFault(f"--bot-cpu takes a number of cores above 0 and up to {MOST_BOT_CORES}, not {bot_cpu}")
    if not 0 <= per_address < math.inf:
        raise UsageFault(f"--per-address takes a number from 0 on, not {per_address}")
    if nodes not in range(1, 65):
        raise UsageFault(f"--nodes takes a number from 1 to 64, not {nodes}")
    if store is None and (nodes > 1 or bus is not None):
        raise UsageFault(
            f"{'--nodes' if nodes > 1 else '--bus'} takes a database that nodes can share: give it by --store"
        )
    for network in trust_proxy or ():
        try:
            ip_network(network, strict=False)
        except ValueError:
            raise UsageFault(f"--trust-proxy takes an address or a network (10.0.0.0/8), not {network!r}") from None
    with _without("rich"):
        from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
        from bottega.server.invitations import is_site
        from bottega.server.tls import Certificate
        from bottega.table.house import Settings

    if public_url is not None and not is_site(public_url):
        raise UsageFault(f"--public-url takes the address of a site (https://games.example.org), not {public_url!r}")
    public = () if public_url is None else (public_url.rstrip("/"),)
    settings = Settings(
        seats=seats,
        lobby_seconds=lobby_seconds,
        turn_seconds=turn_seconds,
        ping_seconds=ping_seconds,
        bot_seconds=bot_seconds,
        bot_cpu=bot_cpu,
        origins=(*(allow_origin or ()), *public),
        hosts=tuple(allow_host or ()),
        public_url=public_url or "",
        proxies=tuple(trust_proxy or ()),
        per_address=per_address,
        first_seed=_seed(seed),
    )
    listeners = tuple(map(_listener, listen)) if listen else DEFAULT_LISTENERS
    address = _address("http", *_encryption(http)) if http else DEFAULT_HTTP
    if lan:
        listeners = listeners if listen else tuple(map(_in_the_network, listeners))
        address = _in_the_network(address)
    if tls_cert is None and (tls_key is not None or any(each.encrypted for each in (*listeners, address))):
        raise UsageFault("TLS takes a certificate: give it with --tls-cert")
    certificate = None if tls_cert is None else Certificate(tls_cert, tls_key)
    if nodes == 1:
        _serve(data, settings, listeners, address, certificate, store=store, bus=bus)
    else:
        _serve_nodes(nodes, settings, listeners, address, (tls_cert, tls_key), store or "", bus)


@app.default
def open_house(
    *,
    data: Data = DATA,
    browser: Annotated[bool, Parameter(help="Show it in the browser, where there is one.")] = True,
    lan: Annotated[bool, Parameter(help="Open it to everybody in your network, not only here.", negative="")] = False,
) -> None:
    """Open the house on this machine and show it in the browser. Ports that are taken are replaced by free ones."""
    with _without("rich"):
        from msgspec.structs import replace

        from bottega.browser import show
        from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
        from bottega.table.house import Settings

    say(f"games are kept in {data.absolute()}", sys.stderr)
    http, *listeners = (replace(each, otherwise_any=True) for each in (DEFAULT_HTTP, *DEFAULT_LISTENERS))
    if lan:
        http, *listeners = map(_in_the_network, (http, *listeners))
    _serve(data, Settings(), tuple(listeners), http, None, show if browser else None)


@app.command
def play(
    where: str | None = None,
    *,
    name: str | None = None,
    plain: Annotated[bool, Parameter(negative="")] = False,
    auto: str | None = None,
    choose: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    look: Literal["dark", "light", "plain"] | None = None,
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
    link = link_to(where, lambda: trusting(ca, insecure), hurried=auto is not None)
    witness = Witness(link.where, link.trust) if web else None
    session = Session(link, name or getpass.getuser(), home=where is None, witness=witness, table=table)
    if plain or auto is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from bottega.terminal import lines

        lines.run(session, choose, auto)
    else:
        from bottega.terminal.table import run

        run(session, look)


@app.command
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
            address = _listener(f"{client}@{listen}")
            if address.encrypted:
                raise UsageFault("a client is examined without TLS: leave out tls:")
            code = examine_client(address.name, address.host, address.port, terms)
        else:
            address = _listener(where or "")
            trust = trusting(ca, insecure) if address.encrypted else None
            code = examine_server(address.name, address.host, address.port, terms, trust)
    except (NotExamined, Unreachable) as fault:
        say(f"bottega: {fault}", sys.stderr)
        code = NOT_EXAMINED
    sys.exit(code)


@app.command
def replay(table: str, /, *, data: Data = DATA, store: Store = None, moves: bool = False) -> None:
    """Step through a game in the terminal: Enter for the next move, b for back, a number to jump, q to leave.

    Parameters
    ----------
    table
        The table's id, or a file written by ``bottega export``.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    moves
        Print all moves at once instead of stepping.
    """
    from bottega.replay import replay_table

    replay_table(table, _where(data, store), moves)


@app.command
def verify(
    target: str,
    /,
    *,
    data: Data = DATA,
    store: Store = None,
    seal: str | None = None,
    word: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
    """Check a finished game: its seal, the players' words, the deal that follows from both, every move, the result.

    Parameters
    ----------
    target
        A file written by ``bottega export``, or a table's id.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    seal
        The seal that you kept when the table opened, to be compared with the game's.
    word
        The word that you gave, to be looked for; repeatable.
    """
    from bottega.archive import verify_target

    verify_target(target, _where(data, store), seal, word or ())


@app.command
def check(*, data: Data = DATA, store: Store = None) -> None:
    """Look for damage: the file, the hash chains, and every table, followed from its first entry to its last."""
    from bottega.check import check_house

    check_house(_where(data, store))


@app.command
def export(table: str, /, *, data: Data = DATA, store: Store = None) -> None:
    """Write one table as one file (JSON lines) to standard output. That of an unfinished game holds its seed.

    Parameters
    ----------
    table
        The table's id.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.archive import export_table

    export_table(table, _where(data, store), sys.stdout)


@app.command
def backup(file: Path, /, *, data: Data = DATA, store: Store = None) -> None:
    """Copy the house, open or not, to one file, and check the copy. It overwrites nothing.

    To restore it, put the file into an empty directory under the name bottega.sqlite3, and start with --data.

    Parameters
    ----------
    file
        The file to write.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.backup import backup_house

    backup_house(file, _where(data, store))


@app.command(name="import")
def import_command(file: Path, /, *, data: Data = DATA, store: Store = None) -> None:
    """Take a table written by ``bottega export`` into the log, after checking it.

    Parameters
    ----------
    file
        The exported file.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.archive import import_table

    import_table(file, _where(data, store))


@app.command
def revoke(
    name: str,
    /,
    *,
    data: Data = DATA,
    store: Store = None,
    password: Annotated[bool, Parameter(help="Replace the password too; the new one is printed.", negative="")] = False,
) -> None:
    """Sign a name out everywhere: its tokens and client ids bring no seat back any more. The house may be open.

    Parameters
    ----------
    name
        The name whose token, client id or password somebody else has.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.revoke import revoke_name

    revoke_name(name, _where(data, store), password)


@app.command(name="copy")
def copy_command(
    *,
    source: Annotated[str, Parameter(name="--from", help="Directory or URL of the house that is copied.")],
    target: Annotated[str, Parameter(name="--to", help="Directory or URL it is copied to; new, or begun before.")],
) -> None:
    """Copy a whole house, entry by entry, between a directory and a database; run again, it goes on where it was."""
    from bottega.copying import copy_house
    from bottega.store.opening import is_url

    copy_house(source if is_url(source) else Path(source), target if is_url(target) else Path(target))


def _where(data: Path, store: str | None) -> Path | str:
    """Which house is meant."""
    return data if store is None else store


@contextlib.contextmanager
def _without(package: str) -> Iterator[None]:
    """Import as if a package were not there: structlog loads rich, for colours that no log here has, where it can."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = None  # type: ignore[assignment]  # how Python is told that there is none
    try:
        yield
    finally:
        del sys.modules[package]


def _serve(
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


def _serve_nodes(
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
        _serve(DATA, settings, listeners, http, certificate, opened, store, bus, shared_ports=True)
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


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    from bottega.games.chance import SEED_BYTES

    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise UsageFault(f"--seed takes hexadecimal digits, not {text!r}") from None
    if len(seed) > SEED_BYTES:
        raise UsageFault(f"--seed takes at most {2 * SEED_BYTES} hexadecimal digits")
    print("WARNING: --seed makes the first table predictable. For tests only!", file=sys.stderr, flush=True)
    return seed.rjust(SEED_BYTES, b"\0")


_PREFIXES = {"tls": True, "plain": False}
"""What may stand before an address, and whether it is encrypted then."""


def _listener(text: str) -> Address:
    from bottega.wire import DIALECTS

    rest, encrypted = _encryption(text)
    name, at, where = rest.partition("@")
    if not at:
        raise UsageFault(f"--listen takes DIALECT[+original]@HOST:PORT, not {text!r}")
    address = _address(name, where, encrypted)
    dialect = DIALECTS.get(address.dialect)
    if dialect is None:
        raise UsageFault(f"there is no dialect {address.dialect!r}; there are {', '.join(sorted(DIALECTS))}")
    if address.profile not in dialect.PROFILES:
        raise UsageFault(f"{address.dialect} has no profile {address.profile!r}")
    return address


def _encryption(text: str) -> tuple[str, bool | None]:
    """An address without ``tls:`` or ``plain:``, and which of them it was."""
    prefix, _, rest = text.partition(":")
    return (rest, _PREFIXES[prefix]) if prefix in _PREFIXES and ":" in rest else (text, None)


def _address(name: str, where: str, encrypted: bool | None) -> Address:
    from bottega.server.app import Address

    host, colon, port = where.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise UsageFault(f"{where!r} is not HOST:PORT")
    return Address(name, host.strip("[]"), int(port), encrypted)


def _in_the_network(address: Address) -> Address:
    """The same on all interfaces, unless it was put somewhere else already."""
    from msgspec.structs import replace

    return replace(address, host="0.0.0.0") if address.host in ("127.0.0.1", "localhost") else address


def main() -> None:
    """Run the command line; faults are told in a sentence, not in a traceback."""
    try:
        try:
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
